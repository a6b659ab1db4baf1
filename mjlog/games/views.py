"""Objects for people: one game, one kyoku, its events, wins and draw, read from the columns when asked for.

A view holds the batch and a row number, nothing else. Seats are tuples with one entry per player; what a log does not
tell is None. `tile` is 0-36, `copy` 0-135 (`mjlog.tiles`); points are in points.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any, assert_never

from mjlog.games.columns import ABSENT, EventKind, Limit, Result
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
from mjlog.rules.yaku import YAKU
from mjlog.seats import WINDS

if TYPE_CHECKING:
    from mjlog.games.batch import Games


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedYaku:
    """One yaku of a win as the log claims it."""

    key: str
    """Key in the table of yaku."""
    han: int | None
    """Han, for dora their number; None for a yakuman."""
    code: int | None
    """The service's own number of the yaku."""
    chips: int | None
    """Chips paid for it (chip rooms)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """A win as the log claims it."""

    winner: int
    from_seat: int | None
    """Who dealt in; None for tsumo."""
    pao: int | None
    """The liable seat, where liability was applied."""
    tile: int
    copy: int | None
    hand: Tiles
    """Concealed tiles with the winning one."""
    calls: tuple[Call, ...]
    """Sets and norths."""
    yaku: tuple[ClaimedYaku, ...]
    fu: int | None
    points: int | None
    """Value without honba and sticks; for tsumo the sum of the payments."""
    limit: Limit | None
    honba: int
    sticks: int
    """Riichi sticks this winner takes."""
    dora_indicators: Tiles
    ura_indicators: Tiles
    points_before: Tiles | None
    """Points before this win is settled, accepted riichi already paid."""
    payments: Tiles | None
    """Gain or loss of each seat, with honba and sticks."""
    chip_payments: Tiles | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ryukyoku:
    """A kyoku that ends without a win."""

    reason: Result
    honba: int
    sticks: int
    """On the table after the draw."""
    hands: tuple[Tiles | None, ...]
    """Concealed tiles of the seats that showed their hand (tenpai at an exhaustive draw)."""
    revealed: tuple[bool | None, ...]
    """Whether each seat showed its hand; None where the log does not tell."""
    points_before: Tiles
    """Points before the draw is settled, accepted riichi already paid."""
    payments: Tiles | None
    chip_payments: Tiles | None


@dataclass(frozen=True, slots=True)
class KyokuView:
    """One kyoku."""

    games: Games
    row: int
    """Row of the batch's kyoku."""
    players: int

    @property
    def name(self) -> str:
        """Round, number and honba, such as `S3-1`."""
        kyoku = self.games.kyoku
        return f"{WINDS[kyoku.wind[self.row]]}{kyoku.number[self.row]}-{kyoku.honba[self.row]}"

    def __repr__(self) -> str:
        return f"<kyoku {self.name}, {self.result.name.lower()}>"

    def _repr_html_(self) -> str:
        picture: str = import_module("mjlog.display").kyoku_html(self)  # layers above, and only wanted in notebooks
        return picture

    @property
    def wind(self) -> int:
        """Round wind, 0 east … 3 north."""
        return int(self.games.kyoku.wind[self.row])

    @property
    def number(self) -> int:
        """Number in the round, from 1."""
        return int(self.games.kyoku.number[self.row])

    @property
    def honba(self) -> int:
        """Honba at the start."""
        return int(self.games.kyoku.honba[self.row])

    @property
    def sticks(self) -> int:
        """Riichi sticks on the table at the start."""
        return int(self.games.kyoku.sticks[self.row])

    @property
    def dealer(self) -> int:
        """Seat of the dealer."""
        return int(self.games.kyoku.dealer[self.row])

    @property
    def points(self) -> Tiles:
        """Points at the start."""
        return _seats(self.games.kyoku.points[self.row], self.players)

    @property
    def chips(self) -> Tiles | None:
        """Chips at the start; None outside chip rooms."""
        return _told(self.games.kyoku.chips[self.row], self.players)

    @property
    def hands(self) -> tuple[Tiles, ...]:
        """Dealt hands, 13 tiles each, in the order of the deal where the log keeps it."""
        return tuple(map(_filled, self.games.kyoku.hands[self.row, : self.players]))

    @property
    def hand_copies(self) -> tuple[Tiles, ...] | None:
        """Copies of the dealt hands."""
        copies = tuple(map(_filled, self.games.kyoku.hand_copies[self.row, : self.players]))
        return copies if all(copies) else None

    @property
    def dice(self) -> tuple[int, int] | None:
        """The two dice, 1-6."""
        first, second = self.games.kyoku.dice[self.row].tolist()
        return None if first == ABSENT else (first, second)

    @property
    def dora_indicator(self) -> int:
        """The first dora indicator."""
        return int(self.games.kyoku.dora_indicator[self.row])

    @property
    def dora_indicator_copy(self) -> int | None:
        """Copy of the first dora indicator."""
        return _known(self.games.kyoku.dora_indicator_copy[self.row])

    @property
    def result(self) -> Result:
        """How it ended."""
        return Result(self.games.kyoku.result[self.row])

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened between the deal and the result, in the order of the log."""
        span = slice(*self.games.event_start[self.row : self.row + 2])
        columns = (column[span].tolist() for column in self.games.events)
        calls = {place: call for place, call in zip(self._call_places(), self._calls(), strict=True) if place != ABSENT}
        return tuple(
            calls[n] if n in calls else _event(EventKind(kind), seat, tile, _known(copy), tsumogiri)
            for n, (kind, seat, _, tile, copy, tsumogiri) in enumerate(zip(*columns, strict=True))
        )

    @property
    def wins(self) -> tuple[Win, ...]:
        """What the log claims about each win, in its order; empty for a draw."""
        calls = self._calls()
        return tuple(self._win(row, calls) for row in range(*self.games.win_start[self.row : self.row + 2]))

    @property
    def draw(self) -> Ryukyoku | None:
        """How it ended without a win; None if somebody won."""
        start, end = self.games.draw_start[self.row : self.row + 2]
        if start == end:
            return None
        draws = self.games.draws
        revealed = [None if shown == ABSENT else shown == 1 for shown in _seats(draws.revealed[start], self.players)]
        return Ryukyoku(
            reason=self.result,
            honba=int(draws.honba[start]),
            sticks=int(draws.sticks[start]),
            hands=tuple(_filled(draws.hands[start, seat]) if shown else None for seat, shown in enumerate(revealed)),
            revealed=tuple(revealed),
            points_before=_seats(draws.points_before[start], self.players),
            payments=_told(draws.payments[start], self.players),
            chip_payments=_told(draws.chip_payments[start], self.players),
        )

    def _call_places(self) -> list[int]:
        span = slice(*self.games.call_start[self.row : self.row + 2])
        places: list[int] = self.games.calls.event[span].tolist()
        return places

    def _calls(self) -> tuple[Call, ...]:
        calls = self.games.calls
        return tuple(
            _call(
                EventKind(calls.kind[row]),
                int(calls.seat[row]),
                int(calls.from_seat[row]),
                _filled(calls.tiles[row]),
                _filled(calls.copies[row]) or None,
            )
            for row in range(*self.games.call_start[self.row : self.row + 2])
        )

    def _win(self, row: int, calls: tuple[Call, ...]) -> Win:
        wins, yaku = self.games.wins, self.games.yaku
        claims = range(*self.games.yaku_start[row : row + 2])
        limit = _known(wins.limit[row])
        return Win(
            winner=int(wins.winner[row]),
            from_seat=_known(wins.from_seat[row]),
            pao=_known(wins.pao[row]),
            tile=int(wins.tile[row]),
            copy=_known(wins.copy[row]),
            hand=_filled(wins.hand[row]),
            calls=tuple(calls[place] for place in _filled(wins.calls[row])),
            yaku=tuple(
                ClaimedYaku(
                    key=YAKU[yaku.yaku[n]].key,
                    han=_known(yaku.han[n]),
                    code=_known(yaku.code[n]),
                    chips=_known(yaku.chips[n]),
                )
                for n in claims
            ),
            fu=_known(wins.fu[row]),
            points=_known(wins.points[row]),
            limit=None if limit is None else Limit(limit),
            honba=int(wins.honba[row]),
            sticks=int(wins.sticks[row]),
            dora_indicators=_filled(wins.dora_indicators[row]),
            ura_indicators=_filled(wins.ura_indicators[row]),
            points_before=_told(wins.points_before[row], self.players),
            payments=_told(wins.payments[row], self.players),
            chip_payments=_told(wins.chip_payments[row], self.players),
        )


@dataclass(frozen=True, slots=True)
class GameView:
    """One game."""

    games: Games
    row: int
    """Row of the batch's games."""

    def __repr__(self) -> str:
        return f"<game {self.id}, {self.players} players, {len(self.kyoku)} kyoku>"

    def _repr_html_(self) -> str:
        table: str = import_module("mjlog.display").game_html(self)  # as for a kyoku
        return table

    @property
    def id(self) -> str:
        """The service's id of the game, or a digest of its content."""
        return str(self.games.games.id[self.row])

    @property
    def source(self) -> str:
        """Where it was read."""
        return str(self.games.games.source[self.row])

    @property
    def platform(self) -> str:
        """The service it was played on."""
        return str(self.games.games.platform[self.row])

    @property
    def players(self) -> int:
        """3 or 4."""
        return int(self.games.games.players[self.row])

    @property
    def rules(self) -> RuleSet:
        """The rules it was played by."""
        return self.games.rule_sets[int(self.games.games.rules[self.row])]

    @property
    def started(self) -> datetime | None:
        """Start in the service's local time, as exactly as it is known."""
        started: datetime | None = self.games.games.started[self.row].item()
        return started

    @property
    def seed(self) -> str | None:
        """What the wall is made from."""
        seed: str | None = self.games.games.seed[self.row]
        return seed

    @property
    def names(self) -> tuple[str | None, ...]:
        """Names of the players by seat."""
        return tuple(self.games.seats.name[self.row, : self.players].tolist())

    @property
    def complete(self) -> bool:
        """The log holds the game up to its final result."""
        return bool(self.games.games.complete[self.row])

    @property
    def final_points(self) -> Tiles | None:
        """Points at the end, left riichi sticks included; None if not told or if the log stops before."""
        points = _told(self.games.games.final_points[self.row], self.players)
        return points if self.complete else None

    @property
    def final_scores(self) -> tuple[float, ...] | None:
        """Final results with uma and oka, in thousands of points; None as for the points."""
        scores = tuple(self.games.games.final_scores[self.row, : self.players].tolist())
        return scores if self.complete and scores[0] == scores[0] else None

    @property
    def kyoku(self) -> tuple[KyokuView, ...]:
        """The complete kyoku in their order."""
        rows = range(*self.games.kyoku_start[self.row : self.row + 2])
        return tuple(KyokuView(self.games, row, self.players) for row in rows)


def _known(value: Any) -> int | None:
    return None if value == ABSENT else int(value)


def _filled(column: Any) -> Tiles:
    return tuple(value for value in column.tolist() if value != ABSENT)


def _seats(column: Any, players: int) -> Tiles:
    return tuple(column[:players].tolist())


def _told(column: Any, players: int) -> Tiles | None:
    """Points or chips of the seats; -1 can be a chip lost, but as chips sum to 0 all are -1 only where not told."""
    told = _seats(column, players)
    return None if all(n == ABSENT for n in told) else told


def _event(kind: EventKind, seat: int, tile: int, copy: int | None, tsumogiri: int) -> Event:
    """An event that is not a call."""
    match kind:
        case EventKind.DRAW:
            return Draw(seat, tile, copy)
        case EventKind.DISCARD:
            return Discard(seat, tile, copy, None if tsumogiri == ABSENT else bool(tsumogiri))
        case EventKind.RIICHI:
            return Riichi(seat)
        case EventKind.RIICHI_ACCEPTED:
            return RiichiAccepted(seat)
        case EventKind.DORA:
            return DoraIndicator(tile, copy)
        case EventKind.LEFT:
            return Left(seat)
        case EventKind.RETURNED:
            return Returned(seat)
        case EventKind.CHI | EventKind.PON | EventKind.DAIMINKAN | EventKind.ANKAN | EventKind.KAKAN | EventKind.KITA:
            raise AssertionError(f"event {kind.name} without a row in the calls")
    assert_never(kind)


def _call(kind: EventKind, seat: int, from_seat: int, tiles: Tiles, copies: Tiles | None) -> Call:
    match kind:
        case EventKind.CHI:
            return Chi(seat, from_seat, tiles, copies)
        case EventKind.PON:
            return Pon(seat, from_seat, tiles, copies)
        case EventKind.DAIMINKAN:
            return Daiminkan(seat, from_seat, tiles, copies)
        case EventKind.ANKAN:
            return Ankan(seat, tiles, copies)
        case EventKind.KAKAN:
            return Kakan(seat, from_seat, tiles, copies)
        case EventKind.KITA:
            return Kita(seat, tiles[0], copies[0] if copies else None)
        case _:
            raise AssertionError(f"{kind.name} is not a call")
