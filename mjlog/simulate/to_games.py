"""Played games → `Games`: the columns a log of them would give."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, assert_never

import numpy as np

from mjlog.games.batch import Games, offsets
from mjlog.games.columns import (
    ABSENT,
    CallColumns,
    DrawColumns,
    EventColumns,
    EventKind,
    GameColumns,
    Ints,
    KyokuColumns,
    Limit,
    SeatColumns,
    WinColumns,
    YakuColumns,
)
from mjlog.games.events import (
    Ankan,
    Call,
    Chi,
    Daiminkan,
    Discard,
    DoraIndicator,
    Draw,
    Event,
    Kakan,
    Kita,
    Left,
    Pon,
    Returned,
    Riichi,
    RiichiAccepted,
    Tiles,
)
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.score import Score
from mjlog.rules.yaku import BY_KEY, NUMBER
from mjlog.simulate.game import TILES, PlayedGame, PlayedKyoku, PlayedWin


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a log says of a game besides its play."""

    id: str
    names: tuple[str, ...]
    dan: tuple[int, ...]
    rate: tuple[float, ...]
    sex: tuple[str, ...]
    started: datetime
    seed: str | None
    room: str | None = None
    vendor_type: int
    """Number of the table type (Tenhou)."""
    chips: bool = False
    """A chip is paid for ippatsu, for each red and for each ura dora."""


KINDS: Final[dict[type[Event], EventKind]] = {
    Draw: EventKind.DRAW,
    Discard: EventKind.DISCARD,
    Chi: EventKind.CHI,
    Pon: EventKind.PON,
    Daiminkan: EventKind.DAIMINKAN,
    Ankan: EventKind.ANKAN,
    Kakan: EventKind.KAKAN,
    Kita: EventKind.KITA,
    Riichi: EventKind.RIICHI,
    RiichiAccepted: EventKind.RIICHI_ACCEPTED,
    DoraIndicator: EventKind.DORA,
    Left: EventKind.LEFT,
    Returned: EventKind.RETURNED,
}
"""The number of each event."""
CHIP_YAKU: Final = frozenset({"ippatsu", "red_dora", "ura_dora"})
LIMITS: Final[dict[str | None, Limit]] = {None: Limit.NONE} | {limit.name.lower(): limit for limit in Limit if limit}

I8, I16, I32 = np.int8, np.int16, np.int32
GAMES: Final = (
    *(object, object, object, I8, I16, object, I32, "M8[m]", object),
    *((I32, 4), (float, 4), (I16, 4), bool, I32, object),
)
SEATS: Final = ((object, 4), (I8, 4), (float, 4), (object, 4))
KYOKU: Final = (I8, I8, I16, I16, I8, (I32, 4), (I16, 4), (I8, 4, 13), (I16, 4, 13), (I8, 2), I8, I16, I8)
EVENTS: Final = (I8, I8, I8, I8, I16, I8)
CALLS: Final = (I32, I8, I8, I8, (I8, 4), (I16, 4))
WINS: Final = (
    *(I8, I8, I8, I8, I16, (I8, 14), (I16, 14), (I16, 8), I16, I32, I8, I16, I16),
    *((I8, 5), (I16, 5), (I8, 5), (I16, 5), (I32, 4), (I32, 4), (I16, 4), (I16, 4)),
)
YAKU: Final = (I16, I16, I16, I16)
DRAWS: Final = (I16, I16, (I8, 4), (I8, 4, 14), (I16, 4, 14), (I32, 4), (I32, 4), (I16, 4), (I16, 4))
"""Type and further shape of each column."""


def games_of(games: Iterable[tuple[PlayedGame, Header]]) -> Games:
    """The games as one batch of columns."""
    recorder = _Recorder()
    for game, header in games:
        recorder.add(game, header)
    return recorder.games()


class _Recorder:
    """Rows of all groups, and how many rows each parent has."""

    def __init__(self) -> None:
        self.rule_sets: list[RuleSet] = []
        self.game_rows: list[Any] = []
        self.seat_rows: list[Any] = []
        self.kyoku_rows: list[Any] = []
        self.event_numbers = array("q")
        """Rows one behind the other: there are too many to keep an object of each."""
        self.call_rows: list[Any] = []
        self.win_rows: list[Any] = []
        self.yaku_rows: list[Any] = []
        self.draw_rows: list[Any] = []
        self.starts: dict[str, list[int]] = {n: [] for n in ("kyoku", "event", "call", "win", "yaku", "draw")}

    def games(self) -> Games:
        starts: Any = {f"{name}_start": offsets(np.array(lengths, np.int64)) for name, lengths in self.starts.items()}
        return Games(
            rule_sets=tuple(self.rule_sets),
            games=GameColumns._make(_columns(self.game_rows, GAMES)),
            seats=SeatColumns._make(_columns(self.seat_rows, SEATS)),
            kyoku=KyokuColumns._make(_columns(self.kyoku_rows, KYOKU)),
            events=EventColumns._make(_columns_of_numbers(self.event_numbers, EVENTS)),
            calls=CallColumns._make(_columns(self.call_rows, CALLS)),
            wins=WinColumns._make(_columns(self.win_rows, WINS)),
            yaku=YakuColumns._make(_columns(self.yaku_rows, YAKU)),
            draws=DrawColumns._make(_columns(self.draw_rows, DRAWS)),
            **starts,
        )

    def add(self, game: PlayedGame, header: Header) -> None:
        if game.rules not in self.rule_sets:
            self.rule_sets.append(game.rules)
        self.rules, self.header, self.chips = game.rules, header, [0] * 4
        self.starts["kyoku"].append(len(game.kyoku))
        for kyoku in game.kyoku:
            self._kyoku(kyoku)
        self.game_rows.append(
            (
                header.id,
                f"{header.id}.xml",
                "tenhou",
                game.rules.players,
                self.rule_sets.index(game.rules),
                header.room,
                0,
                np.datetime64(header.started, "m"),
                header.seed,
                _padded(game.result.points, 4, ABSENT),
                _padded([score / 1000 for score in game.result.scores], 4, float("nan")),
                self._chips(),
                True,
                header.vendor_type,
                None,
            )
        )
        self.seat_rows.append(
            (
                _padded(header.names, 4, None),
                _padded(header.dan, 4, ABSENT),
                _padded(header.rate, 4, float("nan")),
                _padded(header.sex, 4, None),
            )
        )

    def _kyoku(self, kyoku: PlayedKyoku) -> None:
        start, hands = kyoku.start, kyoku.wall.hands
        self.kyoku_rows.append(
            (
                start.wind,
                start.dealer + 1,
                start.honba,
                start.sticks,
                start.dealer,
                _padded(start.points, 4, 0),
                self._chips(),
                _padded([self._tiles(hand) for hand in hands], 4, (ABSENT,) * 13),
                _padded(hands, 4, (ABSENT,) * 13),
                kyoku.wall.dice,
                self._tiles(kyoku.wall.dora_indicators)[0],
                kyoku.wall.dora_indicators[0],
                kyoku.result,
            )
        )
        calls = [(place, e) for place, e in enumerate(kyoku.events) if isinstance(e, Call)]
        for event in kyoku.events:
            self.event_numbers.extend(_event_row(event))
        self.call_rows += [_call_row(place, call) for place, call in calls]
        self.starts["event"].append(len(kyoku.events))
        self.starts["call"].append(len(calls))
        self.starts["win"].append(len(kyoku.wins))
        self.starts["draw"].append(not kyoku.wins)
        before = list(kyoku.points)
        called = [call for _, call in calls]
        for win, payments in zip(kyoku.wins, kyoku.settlement.rows if kyoku.wins else (), strict=True):
            self._win(kyoku, win, called, before, payments)
            before = [points + paid for points, paid in zip(before, payments, strict=True)]
        if not kyoku.wins:
            self._draw(kyoku)

    def _win(self, kyoku: PlayedKyoku, win: PlayedWin, calls: list[Call], before: list[int], payments: Tiles) -> None:
        winning, score, hand = win.winning, win.score, win.winning.win
        dora = kyoku.wall.dora_indicators[: len(hand.dora)]
        ura = kyoku.wall.ura_indicators[: len(hand.ura)]
        chips_before, n_chips = self._chips(), sum(y.han for y in score.yaku if y.key in CHIP_YAKU)
        chips = [ABSENT] * 4
        if self.header.chips:
            payers = [winning.from_seat] if winning.from_seat is not None else set(range(4)) - {winning.seat}
            chips = [-n_chips * (seat in payers) for seat in range(4)]
            chips[winning.seat] = n_chips * len(payers)
            self.chips = [had + got for had, got in zip(self.chips, chips, strict=True)]
        self.win_rows.append(
            (
                winning.seat,
                ABSENT if winning.from_seat is None else winning.from_seat,
                ABSENT if win.pao is None else win.pao,
                hand.tile,
                win.copy,
                _padded(self._tiles(win.concealed), 14, ABSENT),
                _padded(win.concealed, 14, ABSENT),
                _padded(_sets_of(winning.seat, calls), 8, ABSENT),
                0 if any(y.key.startswith("kokushi") for y in score.yaku) else score.fu,  # as Tenhou writes it
                score.points,
                Limit.NONE if self._rounded_up(score) else LIMITS[score.limit],  # as Tenhou writes it
                hand.honba,
                win.sticks,
                _padded(hand.dora, 5, ABSENT),
                _padded(dora, 5, ABSENT),
                _padded(hand.ura, 5, ABSENT),
                _padded(ura, 5, ABSENT),
                _padded(before, 4, 0),
                _padded(payments, 4, 0),
                chips_before,
                chips,
            )
        )
        rows = list(self._yaku_rows(win))
        self.yaku_rows += rows
        self.starts["yaku"].append(len(rows))

    def _rounded_up(self, score: Score) -> bool:
        """Whether the hand is a mangan by kiriage only."""
        return self.rules.kiriage and (score.han, score.fu) in {(4, 30), (3, 60)}

    def _yaku_rows(self, win: PlayedWin) -> Iterable[tuple[int, int, int, int]]:
        """Tenhou's list: norths count among the dora, ura stand last and also when there are none."""
        hand, han = win.winning.win, {y.key: y.han for y in win.score.yaku}
        yakuman = any(y.yakuman for y in win.score.yaku)
        if not yakuman:
            dora, ura = han.pop("dora", 0) + han.pop("kita", 0), han.pop("ura_dora", 0)
            red = han.pop("red_dora", 0)
            han |= {"dora": dora} if dora else {}
            han |= {"red_dora": red} if red else {}
            han |= {"ura_dora": ura} if hand.ura else {}
        for key, n in han.items():
            codes = BY_KEY[key].tenhou
            code = codes[{"seat_wind": hand.seat_wind, "round_wind": hand.round_wind}.get(key, 0)] if codes else ABSENT
            chips = n if self.header.chips and key in CHIP_YAKU and n else ABSENT
            yield NUMBER[key], ABSENT if yakuman else n, code, chips

    def _draw(self, kyoku: PlayedKyoku) -> None:
        none = [0] * self.rules.players
        payments = [sum(paid) for paid in zip(none, *kyoku.settlement.rows, strict=True)]
        self.draw_rows.append(
            (
                kyoku.start.honba,
                kyoku.settlement.sticks,
                _padded([int(hand is not None) for hand in kyoku.shown], 4, 0),
                _padded([_padded(self._tiles(hand or ()), 14, ABSENT) for hand in kyoku.shown], 4, [ABSENT] * 14),
                _padded([_padded(hand or (), 14, ABSENT) for hand in kyoku.shown], 4, [ABSENT] * 14),
                _padded(kyoku.points, 4, 0),
                _padded(payments, 4, 0),
                self._chips(),
                [0] * 4 if self.header.chips else [ABSENT] * 4,
            )
        )

    def _chips(self) -> list[int]:
        return self.chips if self.header.chips else [ABSENT] * 4

    def _tiles(self, copies: Iterable[int]) -> Tiles:
        tiles = TILES[bool(self.rules.reds)]
        return tuple([tiles[copy] for copy in copies])


def _event_row(event: Event) -> tuple[int, int, int, int, int, int]:
    kind = KINDS[type(event)]
    match event:
        case Draw() | Kita():
            return kind, event.seat, ABSENT, event.tile, _told(event.copy), ABSENT
        case Discard():
            return kind, event.seat, ABSENT, event.tile, _told(event.copy), _told(event.tsumogiri)
        case DoraIndicator():
            return kind, ABSENT, ABSENT, event.tile, _told(event.copy), ABSENT
        case Chi() | Pon() | Daiminkan():
            return kind, event.seat, event.from_seat, event.tiles[0], (event.copies or (ABSENT,))[0], ABSENT
        case Ankan() | Kakan():
            return kind, event.seat, ABSENT, event.tiles[0], (event.copies or (ABSENT,))[0], ABSENT
        case Riichi() | RiichiAccepted() | Left() | Returned():
            return kind, event.seat, ABSENT, ABSENT, ABSENT, ABSENT
        case _:
            assert_never(event)


def _told(value: int | None) -> int:
    return ABSENT if value is None else int(value)


def _call_row(place: int, call: Call) -> tuple[Any, ...]:
    tiles = (call.tile,) if isinstance(call, Kita) else call.tiles
    copies = (call.copy,) if isinstance(call, Kita) else call.copies or ()
    from_seat = ABSENT if isinstance(call, Kita | Ankan) else call.from_seat
    return place, KINDS[type(call)], call.seat, from_seat, _padded(tiles, 4, ABSENT), _padded(copies, 4, ABSENT)


def _sets_of(seat: int, calls: Sequence[Call]) -> list[int]:
    """Places of a seat's sets and norths, the newest first; a kakan stands where its pon did."""
    places: list[int] = []
    for place, call in enumerate(calls):
        if call.seat == seat and isinstance(call, Kakan):
            pons = [p for p in places if isinstance(pon := calls[p], Pon) and pon.copies == (call.copies or ())[1:]]
            places[places.index(pons[0])] = place
        elif call.seat == seat:
            places.append(place)
    return places[::-1]


def _padded(values: Iterable[Any], n: int, rest: Any) -> list[Any]:
    values = list(values)
    return values + [rest] * (n - len(values))


def _columns(rows: Sequence[Sequence[Any]], types: Sequence[Any]) -> Iterable[Ints]:
    """Arrays of the columns of some rows."""
    for place, kind in enumerate(types):
        dtype, *shape = kind if isinstance(kind, tuple) else (kind,)
        yield np.array([row[place] for row in rows], dtype).reshape(len(rows), *shape)


def _columns_of_numbers(numbers: array[int], types: Sequence[Any]) -> Iterable[Ints]:
    """Arrays of the columns of rows that are told one behind the other."""
    rows = np.array(numbers).reshape(-1, len(types))
    return (np.ascontiguousarray(rows[:, place], dtype) for place, dtype in enumerate(types))
