"""One kyoku of an mjai log: its events → rows of columns.

The hands are followed, because the reduced dialect does not print the hand of a winner. A hand that does not fit the
events stays ABSENT; the replay finds the error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from mjlog.errors import Fault, LogError
from mjlog.games.build import EventRow, RecordedWin, YakuRow, check_hands
from mjlog.games.columns import ABSENT, YAKUMAN_HAN, EventKind, Result
from mjlog.games.hands import Hands
from mjlog.rules.points import MOST_POINTS, STICK
from mjlog.tiles import KIND_OF_TILE, in_order
from parsers.mjai import vocab
from parsers.mjai.fields import (
    MOST_HAN,
    Event,
    Seating,
    first_indicator,
    hand_dealt,
    markers,
    number,
    number_or_absent,
    tile,
    tile_named,
    tile_or_absent,
    tiles,
    word,
    yaku_list,
)

NORTH: Final = vocab.TILES["N"]
MOST_HONBA: Final = 99
MOST_FU: Final = 1000
MOST_SHOWN: Final = 14
"""Tiles of a hand with the winning one, which some programs show with the hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MjaiWin(RecordedWin):
    """A win as the log records it; the hand is empty if the events contradict each other."""

    deltas: tuple[int, ...] | None
    scores: tuple[int, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MjaiDraw:
    """A draw as the log records it."""

    reason: Result | None
    """None without a word of the original dialect: programs write other words, and the events show the reason."""
    tenpai: tuple[bool, ...] | None
    hands: tuple[tuple[int, ...], ...]
    """Concealed tiles of each seat, as shown or by the events."""
    actor: int
    """The seat of the last event."""
    deltas: tuple[int, ...] | None
    scores: tuple[int, ...] | None

    def __post_init__(self) -> None:
        check_hands(self.hands)


class KyokuReader:
    """One kyoku while its events are read."""

    def __init__(self, start: Event, seating: Seating) -> None:
        self.seating = seating
        self.wind = word(start, "bakaze", vocab.WINDS_BY_NAME)
        self.number = number(start, "kyoku", 1, seating.players)
        self.honba = number(start, "honba", 0, MOST_HONBA)
        self.sticks = number(start, "kyotaku", 0, MOST_HONBA)
        self.dealer = seating.seat(start, "oya")
        if self.dealer != self.number - 1:
            raise LogError(Fault.BAD_VALUE, f"oya {start['oya']} does not deal in kyoku {self.number} of this game")
        self.indicator = first_indicator(start)
        self.dealt = [hand_dealt(hand) for hand in seating.lists(start, "tehais")]
        self.points = seating.numbers(start, "scores")
        self.events: list[EventRow] = []
        self.wins: list[MjaiWin] = []
        self.draw: MjaiDraw | None = None
        self.closed = False
        """No event may follow: the kyoku was drawn."""
        self.accepted = [0] * 4
        self.indicators = [self.indicator]
        self.hands = Hands(self.dealt, strict=False)
        self.last_tile = ABSENT
        """The tile that can be won on."""
        self.last_seat = ABSENT

    @property
    def ended(self) -> bool:
        """Whether a result was read."""
        return bool(self.wins) or self.draw is not None

    def read(self, event: Event) -> None:
        """Read one event of a type in `HANDLERS`."""
        kind: str = event["type"]
        if self.closed or (self.wins and kind != "hora"):
            raise LogError(Fault.BAD_ORDER, f"{kind} after the result of the kyoku")
        HANDLERS[kind](self, event)

    def _tsumo(self, event: Event) -> None:
        seat, drawn = self.seating.seat(event, "actor"), tile_or_absent(event, "pai")
        self.hands.draw(seat, drawn)
        self.last_tile, self.last_seat = drawn, seat
        self.events.append((EventKind.DRAW, seat, ABSENT, drawn, ABSENT, ABSENT))

    def _dahai(self, event: Event) -> None:
        seat, discarded = self.seating.seat(event, "actor"), tile(event, "pai")
        tsumogiri = event.get("tsumogiri")
        self.hands.discard(seat, discarded)
        self.last_tile, self.last_seat = discarded, seat
        recorded = int(tsumogiri) if isinstance(tsumogiri, bool) else ABSENT
        self.events.append((EventKind.DISCARD, seat, ABSENT, discarded, ABSENT, recorded))

    def _chi(self, event: Event) -> None:
        called, others = self._called(event, EventKind.CHI, 2)
        low, middle, high = sorted(KIND_OF_TILE[t] for t in (called, *others))
        if (middle - low, high - middle) != (1, 1) or low // 9 != high // 9 or high >= 27:
            raise LogError(Fault.BAD_TILES, "a chi of tiles that are not a run")

    def _pon(self, event: Event) -> None:
        called, others = self._called(event, EventKind.PON, 2)
        _same_kind(called, *others)

    def _daiminkan(self, event: Event) -> None:
        called, others = self._called(event, EventKind.DAIMINKAN, 3)
        _same_kind(called, *others)

    def _called(self, event: Event, kind: EventKind, n: int) -> tuple[int, list[int]]:
        seat, target = self.seating.seat(event, "actor"), self.seating.seat(event, "target")
        called, others = tile(event, "pai"), tiles(event, "consumed", n)
        if (called, target) != (self.last_tile, self.last_seat):
            raise LogError(Fault.BAD_ORDER, f"a {kind.name.lower()} of a tile that was not just discarded")
        self._call(kind, seat, target, [called, *others])
        return called, others

    def _kakan(self, event: Event) -> None:
        """A tile is added to a pon.

        Some converters give the called tile as the added one. With a red five that is visible, because the other three
        tiles are not those of the pon.
        """
        seat = self.seating.seat(event, "actor")
        four = [tile(event, "pai"), *tiles(event, "consumed", 3)]
        _same_kind(*four)
        pon = self.hands.pon(seat, four[0])
        if in_order(four[1:]) != in_order(pon.tiles):
            for t in pon.tiles:
                if t not in four:
                    raise LogError(Fault.BAD_TILES, "a kakan of other tiles than its pon")
                four.remove(t)
        self.hands.kakan(len(self.events), seat, four[0])
        self.events.append((EventKind.KAKAN, seat, ABSENT, four[0], ABSENT, ABSENT))
        self.last_tile, self.last_seat = four[0], seat

    def _ankan(self, event: Event) -> None:
        seat, four = self.seating.seat(event, "actor"), tiles(event, "consumed", 4)
        _same_kind(*four)
        self._call(EventKind.ANKAN, seat, ABSENT, four)
        self.last_tile, self.last_seat = four[-1], seat

    def _kita(self, event: Event) -> None:
        seat = self.seating.seat(event, "actor")
        if event.get("pai") is not None and tile(event, "pai") != NORTH:
            raise LogError(Fault.BAD_TILES, f"{event['pai']!r} is set aside, not a north")
        self._call(EventKind.KITA, seat, ABSENT, [NORTH])
        self.last_tile, self.last_seat = NORTH, seat

    def _call(self, kind: EventKind, seat: int, from_seat: int, meld: list[int]) -> None:
        self.hands.call(len(self.events), kind, seat, from_seat, meld)
        self.events.append((kind, seat, from_seat, meld[0], ABSENT, ABSENT))

    def _dora(self, event: Event) -> None:
        turned = tile(event, "dora_marker")
        if len(self.indicators) == 5:
            raise LogError(Fault.BAD_VALUE, "a sixth dora indicator")
        self.indicators.append(turned)
        self.events.append((EventKind.DORA, ABSENT, ABSENT, turned, ABSENT, ABSENT))

    def _reach(self, event: Event) -> None:
        self.events.append((EventKind.RIICHI, self.seating.seat(event, "actor"), ABSENT, ABSENT, ABSENT, ABSENT))

    def _reach_accepted(self, event: Event) -> None:
        """The original dialect records the points here too."""
        seat = self.seating.seat(event, "actor")
        self.accepted[seat] = STICK
        self._points_from(self.seating.numbers(event, "scores"), (0,) * 4)
        self.events.append((EventKind.RIICHI_ACCEPTED, seat, ABSENT, ABSENT, ABSENT, ABSENT))
        if event.get("open") is True:  # our own field: no dialect has open riichi
            self.events.append((EventKind.OPEN_RIICHI, seat, ABSENT, ABSENT, ABSENT, ABSENT))

    def _hora(self, event: Event) -> None:
        seat, target = self.seating.seat(event, "actor"), self.seating.seat(event, "target")
        tsumo = seat == target
        if self.last_seat != target:
            raise LogError(Fault.BAD_ORDER, "a win on a tile that was not just drawn or discarded")
        won = tile(event, "pai") if event.get("pai") or self.last_tile == ABSENT else self.last_tile
        hand = self._hand_of_winner(event, seat, won, tsumo=tsumo)
        deltas, scores = self.seating.numbers(event, "deltas"), self.seating.numbers(event, "scores")
        listed = self._yaku(event, hand, won, seat)
        has_ura = any(event.get(field) is not None for field in vocab.URA_MARKERS)
        if deltas and not self.wins:
            self._points_from(scores, deltas)
        self.wins.append(
            MjaiWin(
                winner=seat,
                from_seat=ABSENT if tsumo else target,
                pao=self.seating.seat(event, "pao") if event.get("pao") is not None else ABSENT,
                tile=won,
                hand=hand,
                calls=tuple(self.hands.melds[seat]),
                dora_indicators=() if self.indicator == ABSENT else tuple(self.indicators),
                ura_indicators=markers(event, *vocab.URA_MARKERS),
                han=min(number_or_absent(event, "fan", MOST_HAN), YAKUMAN_HAN),
                fu=number_or_absent(event, "fu", MOST_FU),
                points=number_or_absent(event, "hora_points", MOST_POINTS),
                yaku=tuple(listed or ()),
                lists_yaku=listed is not None,
                lists_ura=has_ura or not self.accepted[seat],
                names_pao=False,
                deltas=deltas,
                scores=scores,
            )
        )

    def _hand_of_winner(self, event: Event, seat: int, won: int, *, tsumo: bool) -> tuple[int, ...]:
        shown = event.get("hora_tehais")
        n_concealed = 13 - 3 * self.hands.n_melds(seat)
        if isinstance(shown, list) and shown and vocab.HIDDEN not in shown:
            drawn = tsumo and self.last_tile != ABSENT
            last = [self.last_tile if drawn else won] if len(shown) <= n_concealed else []
            return tuple(in_order([*map(tile_named, shown), *last][:MOST_SHOWN]))
        hand = (*self.concealed(seat), *(() if tsumo else (won,)))
        fourth_kan = tsumo and self.hands.n_melds(seat) == 4  # the old suukantsu wins with a single tile
        whole = len(hand) == n_concealed + 1 or (fourth_kan and len(hand) == 1)
        return tuple(in_order(hand)) if whole or self.hands.unknown[seat] else ()

    def _yaku(self, event: Event, hand: tuple[int, ...], won: int, seat: int) -> list[YakuRow] | None:
        """The yaku listed; names that stand for several are decided by the hand. None without a list that can be read.

        Programs write words of their own, in forms of their own: a list with an unknown one claims nothing, rather than
        losing the kyoku.
        """
        entries = yaku_list(event, "yakus") if event.get("yakus") is not None else None
        if entries is None:
            return None
        melds = [self.hands.calls[place].tiles[0] for place in self.hands.melds[seat]]
        dragons = [row for dragon, row in vocab.DRAGON_ROWS.items() if hand.count(dragon) >= 3 or dragon in melds]
        kinds = [KIND_OF_TILE[t] for t in hand]
        rarer = kinds.count(KIND_OF_TILE[won]) % 2 == 0
        whole = not self.hands.unknown[seat] or len(hand) == 14 - 3 * self.hands.n_melds(seat)
        listed = []
        for name, han in entries:
            if name == vocab.DRAGONS:
                if han > len(dragons) and not whole:
                    return None
                if han > len(dragons):
                    raise LogError(Fault.BAD_HAND, f"{name} counts more dragon triplets than the hand has")
                listed += [YakuRow(row, 1) for row in dragons[:han]]
                dragons = dragons[han:]
                continue
            row = vocab.YAKU.get(name, vocab.OTHER_NAMES.get(name.casefold(), ABSENT))
            if row == ABSENT:
                return None
            if row in vocab.RARER_WAIT and not whole:
                return None
            row = vocab.RARER_WAIT.get(row, row) if rarer and name in vocab.YAKU else row
            listed.append(YakuRow(row, ABSENT if row in vocab.YAKUMAN else han))
        return listed

    def _ryukyoku(self, event: Event) -> None:
        deltas, scores = self.seating.numbers(event, "deltas"), self.seating.numbers(event, "scores")
        if deltas:
            self._points_from(scores, deltas)
        concealed = [self.concealed(seat) for seat in range(self.seating.players)]
        if event.get("tehais"):
            for seat, shown in enumerate(self.seating.lists(event, "tehais")):
                n_melds = self.hands.n_melds(seat)
                if vocab.HIDDEN not in shown and shown:
                    n_missing = 13 - 3 * n_melds - len(shown)
                    if not -1 <= n_missing <= self.hands.unknown[seat]:
                        raise LogError(Fault.BAD_TILES, f"a hand of {len(shown)} tiles next to {n_melds} melds")
                    concealed[seat] = tuple(in_order(map(tile_named, shown)))
        self.draw = MjaiDraw(
            reason=vocab.REASONS.get(str(event.get("reason"))),
            tenpai=self.seating.flags(event, "tenpais"),
            hands=tuple(concealed),
            actor=self.last_seat if event.get("actor") is None else self.seating.seat(event, "actor"),
            deltas=deltas,
            scores=scores,
        )
        self.closed = True

    def concealed(self, seat: int) -> tuple[int, ...]:
        """The concealed tiles of a seat by the events, without unknown ones; empty if these contradict each other."""
        counts = self.hands.counts[seat]
        n_tiles = sum(counts) + self.hands.unknown[seat] + 3 * self.hands.n_melds(seat)
        return tuple(self.hands.concealed(seat)) if min(counts) >= 0 and n_tiles in (13, 14) else ()

    def _points_from(self, scores: tuple[int, ...] | None, deltas: tuple[int, ...]) -> None:
        """Points at the start, if still unknown, from later points and changes."""
        if self.points is None and scores is not None:
            self.points = tuple(s - d + a for s, d, a in zip(scores, deltas, self.accepted, strict=True))


HANDLERS: Final[Mapping[str, Callable[[KyokuReader, Event], None]]] = {
    "tsumo": KyokuReader._tsumo,
    "dahai": KyokuReader._dahai,
    "chi": KyokuReader._chi,
    "pon": KyokuReader._pon,
    "daiminkan": KyokuReader._daiminkan,
    "kakan": KyokuReader._kakan,
    "ankan": KyokuReader._ankan,
    "kita": KyokuReader._kita,
    "nukidora": KyokuReader._kita,
    "dora": KyokuReader._dora,
    "reach": KyokuReader._reach,
    "reach_accepted": KyokuReader._reach_accepted,
    "hora": KyokuReader._hora,
    "ryukyoku": KyokuReader._ryukyoku,
}
"""The method for each event of a kyoku."""


def _same_kind(*set_tiles: int) -> None:
    if len({KIND_OF_TILE[t] for t in set_tiles}) != 1:
        raise LogError(Fault.BAD_TILES, "a pon or kan of different tiles")
