"""One kyoku of a record up to its result: records → events and calls.

Hands are followed, because an ankan or kakan names only one tile and not whether it is red, and because few draws show
hands.

- The dealer's fourteen tiles are listed sorted, and tsumogiri of its first discard is unknown. A whole wall or a win on
  the first draw names the tile drawn; else the last one is taken, though it may have been another.
- Riichi is accepted by the next record, unless that is a win or says that it failed.
- Indicators are recorded as the whole list; new ones are turned before the draw that has them, else after the move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from mjlog.errors import Fault, LogError
from mjlog.games.build import EventRow, Points, RecordedWin, check_hands
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.games.hands import Hands
from mjlog.rules.points import STICK
from mjlog.tiles import KIND_OF_TILE, NORTH, in_order
from parsers.majsoul import vocab
from parsers.majsoul.fields import (
    MOST_INDICATORS,
    SEATS,
    TILES,
    flag,
    inner,
    listed,
    number,
    points,
    text,
    tile_named,
    tile_or_absent,
    tiles,
)
from parsers.majsoul.rooms import Players
from parsers.majsoul.shapes import Fields

MOST_COUNT: Final = 99
WHOLE_WALL: Final = {3: 108, 4: 136}
"""Tiles of a wall that contains the deal, by number of players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedDraw:
    """A kyoku without a winner."""

    reason: Result
    revealed: tuple[bool, ...]
    hands: tuple[tuple[int, ...], ...]
    """Concealed tiles of each seat."""
    payments: Points

    def __post_init__(self) -> None:
        check_hands(self.hands)


class KyokuReader:
    """One kyoku while its records are read."""

    def __init__(self, start: Fields, players: Players) -> None:
        self.players = players
        self.wind = number(start, "chang", 3)
        self.dealer = number(start, "ju", players - 1)
        self.honba = number(start, "ben", MOST_COUNT)
        self.sticks = number(start, "liqibang", MOST_COUNT)
        scores = points(start, "scores", players)
        if scores is None:
            raise LogError(Fault.MISSING_VALUE, "NewRound without scores")
        self.points = scores
        dealt = [tiles(start, f"tiles{seat}") for seat in range(players)]
        lengths = [14 if seat == self.dealer else 13 for seat in range(players)]
        if any(len(hand) > length for hand, length in zip(dealt, lengths, strict=True)):
            raise LogError(Fault.BAD_TILES, f"hands of {[*map(len, dealt)]} tiles, not 14 of the dealer and 13 each")
        dealt = [hand + [ABSENT] * (length - len(hand)) for hand, length in zip(dealt, lengths, strict=True)]
        self.indicators = tiles(start, "doras") or [tile_or_absent(start, "dora")]
        if len(self.indicators) > 1:
            raise LogError(Fault.BAD_RULES, f"an event mode: {len(self.indicators)} dora indicators at the start")
        self.wall = text(start, "paishan")
        """The tiles after the deal in the order of the draws, in newer records after those dealt; as it writes them."""
        first_draw = dealt[self.dealer].pop(self._place_of_first_draw(dealt[self.dealer]))
        self.dealt = dealt
        self.events: list[EventRow] = []
        self.wins: list[RecordedWin] = []
        self.draw: RecordedDraw | None = None
        self.payments: tuple[int, ...] = (0,) * SEATS
        """The sum over all wins."""
        self.accepted = [0] * SEATS
        self.declared = ABSENT
        """The seat that declared riichi with the last discard."""
        self.hands = Hands(self.dealt)
        self.last_tile = self.last_seat = ABSENT
        self._draw(self.dealer, first_draw)

    @property
    def ended(self) -> bool:
        """Whether a result was read."""
        return bool(self.wins) or self.draw is not None

    @property
    def sticks_on_table(self) -> int:
        """Riichi sticks before a winner takes them."""
        return self.sticks + sum(self.accepted) // STICK

    @property
    def points_before(self) -> tuple[int, ...]:
        """Points before the result is settled."""
        return tuple(p - a for p, a in zip(self.points, self.accepted, strict=True))

    def _place_of_first_draw(self, hand: list[int]) -> int:
        """The place of the dealer's first draw among its fourteen tiles: by the whole wall, else the last."""
        if len(self.wall) != 2 * WHOLE_WALL[self.players]:
            return 13
        drawn = TILES.get(self.wall[26 * self.players :][:2])
        return hand.index(drawn) if drawn in hand else 13

    def deal(self, fields: Fields) -> None:
        """A tile is drawn."""
        self.accept_unless_failed(fields)
        self._turn(fields)
        self._draw(self._seat(fields), tile_or_absent(fields, "tile"))

    def _draw(self, seat: int, drawn: int) -> None:
        self.hands.draw(seat, drawn)
        self.last_tile, self.last_seat = drawn, seat
        self._note(EventKind.DRAW, seat, tile=drawn)

    def discard(self, fields: Fields) -> None:
        """A tile is discarded, perhaps with riichi."""
        seat, discarded = self._seat(fields), tile_named(text(fields, "tile"))
        if flag(fields, "is_liqi") or flag(fields, "is_wliqi"):
            self._note(EventKind.RIICHI, seat)
            self.declared = seat
        self.hands.discard(seat, discarded)
        tsumogiri = ABSENT if len(self.events) <= 2 and seat == self.dealer else int(flag(fields, "moqie"))
        self.last_tile, self.last_seat = discarded, seat
        self.events.append((EventKind.DISCARD, seat, ABSENT, discarded, ABSENT, tsumogiri))
        self._turn(fields)

    def call(self, fields: Fields) -> None:
        """A chi, pon or daiminkan."""
        self.accept_unless_failed(fields)
        seat, kind = self._seat(fields), vocab.CALLS[number(fields, "type", len(vocab.CALLS) - 1)]
        meld, froms = tiles(fields, "tiles"), listed(fields, "froms")
        if len(meld) != len(froms) or len(meld) != (4 if kind == EventKind.DAIMINKAN else 3):
            raise LogError(Fault.BAD_TILES, f"a {kind.name.lower()} of {len(meld)} tiles from {len(froms)} seats")
        if froms[-1] != self.last_seat or meld[-1] != self.last_tile or any(place != seat for place in froms[:-1]):
            raise LogError(Fault.BAD_ORDER, f"a {kind.name.lower()} of a tile that was not just discarded")
        _check_meld(kind, meld)
        self._call(kind, seat, self.last_seat, [meld[-1], *in_order(meld[:-1])])

    def kan(self, fields: Fields) -> None:
        """An ankan or kakan; it names one tile, which may be a plain five for a red one."""
        seat, named = self._seat(fields), tile_named(text(fields, "tiles"))
        kind = KIND_OF_TILE[named]
        in_hand = [t for t in self.hands.concealed(seat) if KIND_OF_TILE[t] == kind]
        match number(fields, "type", vocab.ANKAN):
            case vocab.ANKAN:
                in_hand += [kind] * min(4 - len(in_hand), self.hands.unknown[seat])
                if len(in_hand) < 4:
                    raise LogError(Fault.BAD_TILES, f"seat {seat} declares a kan of four tiles and has {len(in_hand)}")
                self._call(EventKind.ANKAN, seat, ABSENT, in_hand[:4])
            case vocab.KAKAN:
                added = named if named in in_hand or not in_hand else in_hand[0]
                self.hands.kakan(len(self.events), seat, added)
                self._note(EventKind.KAKAN, seat, tile=added)
                self.last_tile, self.last_seat = added, seat
            case other:
                raise LogError(Fault.UNKNOWN_CODE, f"unknown type of kan {other}")
        self._turn(fields)

    def kita(self, fields: Fields) -> None:
        """A north is set aside."""
        if self.players != 3:
            raise LogError(Fault.BAD_ORDER, "a north is set aside in a four-player game")
        self._call(EventKind.KITA, self._seat(fields), ABSENT, [NORTH])
        self._turn(fields)

    def turn(self, indicators: list[int]) -> None:
        """Turn the indicators that are new in the list."""
        known = len(self.indicators)
        if indicators and self.indicators[0] == ABSENT:
            self.indicators[0] = indicators[0]
        if indicators and indicators[:known] != self.indicators[: len(indicators)]:
            raise LogError(Fault.BAD_VALUE, "the earlier dora indicators have changed")
        if len(indicators) > MOST_INDICATORS:
            raise LogError(Fault.BAD_VALUE, "a sixth dora indicator")
        for indicator in indicators[known:]:
            self.indicators.append(indicator)
            self._note(EventKind.DORA, ABSENT, tile=indicator)

    def first_draw_win(self, won: int) -> None:
        """The dealer wins on its first draw, which is the tile that the win names."""
        kind, seat, from_seat, first_draw, copy, tsumogiri = self.events[0]
        hand = self.dealt[self.dealer]
        if len(self.events) == 1 and first_draw != won and won in hand:
            hand[hand.index(won)] = first_draw
            self.events[0] = (kind, seat, from_seat, won, copy, tsumogiri)
            self.last_tile = won

    def _seat(self, fields: Fields) -> int:
        return number(fields, "seat", self.players - 1)

    def _turn(self, fields: Fields) -> None:
        self.turn(tiles(fields, "doras"))

    def accept_unless_failed(self, fields: Fields) -> None:
        """Accept the riichi declared with the last discard, which was not ronned, unless the record says it failed."""
        liqi = inner(fields, "liqi")
        if liqi and not flag(liqi, "failed") and self._seat(liqi) != self.declared:
            raise LogError(Fault.BAD_ORDER, "a riichi is accepted that was not just declared")
        if self.declared != ABSENT and not flag(liqi, "failed"):
            self.accept()
        self.declared = ABSENT

    def accept(self) -> None:
        """Accept the riichi just declared: its stick is paid."""
        self.accepted[self.declared] = STICK
        self._note(EventKind.RIICHI_ACCEPTED, self.declared)
        self.declared = ABSENT

    def _call(self, kind: EventKind, seat: int, from_seat: int, meld: list[int]) -> None:
        self.hands.call(len(self.events), kind, seat, from_seat, meld)
        self._note(kind, seat, from_seat, meld[0])
        self.last_tile, self.last_seat = meld[0], seat

    def _note(self, kind: EventKind, seat: int, from_seat: int = ABSENT, tile: int = ABSENT) -> None:
        self.events.append((kind, seat, from_seat, tile, ABSENT, ABSENT))


PLAY: Final[dict[str, Callable[[KyokuReader, Fields], None]]] = {
    "DealTile": KyokuReader.deal,
    "DiscardTile": KyokuReader.discard,
    "ChiPengGang": KyokuReader.call,
    "AnGangAddGang": KyokuReader.kan,
    "BaBei": KyokuReader.kita,
}
"""The method for each record before the result."""


def _check_meld(kind: EventKind, tiles: list[int]) -> None:
    low, *_, high = kinds = sorted(KIND_OF_TILE[t] for t in tiles)
    if kind == EventKind.CHI:
        if [*range(low, low + 3)] != kinds or low // 9 != high // 9 or high >= 27:
            raise LogError(Fault.BAD_TILES, "a chi of tiles that are not a run")
    elif low != high:
        raise LogError(Fault.BAD_TILES, f"a {kind.name.lower()} of different tiles")
