"""`Games`: a batch of game logs as columns, the canonical form of this package; and views of one game for people.

A batch is a few groups of equally long numpy arrays (`mjlog.games.columns`). Groups nest by offsets (`kyoku_start`,
`event_start`, …): the kyoku of game `g` are rows `kyoku_start[g]:kyoku_start[g + 1]` of `kyoku`, and so on down. No
column refers to a row elsewhere in the batch, so batches are concatenated and cut by copying.

Conventions of all columns:

- seats are 0-3 in the order of the game (0 = first dealer); arrays over seats have an axis of 4, also in three-player
  games, whose seat 3 is empty (zeros or `ABSENT`);
- tiles are 0-36, copies 0-135 (`mjlog.tiles`); points are in points, not hundreds;
- a value that the log does not record, or that does not apply, is `ABSENT` (-1) in integer columns, NaN in float
  columns and None in object columns; views show it as None, tables as null.

A view holds the batch and a row number. Its values by seat are tuples with one entry per player. Its tiles have the
colours that the rules give to their copies (`RuleSet.coloured_tiles`), where the log records copies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Any, Final, assert_never

import numpy as np

from mjlog.errors import printable
from mjlog.games.claims import ClaimedDraw, ClaimedWin, ClaimedYaku
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
    Result,
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
    OpenRiichi,
    Pon,
    Returned,
    Riichi,
    RiichiAccepted,
    Tiles,
)
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.yaku import YAKU
from mjlog.seats import WINDS, wind_of_round
from mjlog.tiles import N_TILES


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Games:
    """A batch of games as columns, with the conventions of this module."""

    rule_sets: tuple[RuleSet, ...]
    games: GameColumns
    seats: SeatColumns
    kyoku_start: Ints
    """`(n_games + 1,)` int64 offsets into `kyoku`."""
    kyoku: KyokuColumns
    event_start: Ints
    """`(n_kyoku + 1,)` int64 offsets into `events`."""
    events: EventColumns
    call_start: Ints
    """`(n_kyoku + 1,)` int64 offsets into `calls`."""
    calls: CallColumns
    win_start: Ints
    """`(n_kyoku + 1,)` int64 offsets into `wins`."""
    wins: WinColumns
    yaku_start: Ints
    """`(n_wins + 1,)` int64 offsets into `yaku`."""
    yaku: YakuColumns
    draw_start: Ints
    """`(n_kyoku + 1,)` int64 offsets into `draws`."""
    draws: DrawColumns

    def __len__(self) -> int:
        return len(self.games.id)

    def __repr__(self) -> str:
        return f"<Games: {len(self):,} games, {len(self.kyoku.wind):,} kyoku>"

    def _repr_html_(self) -> str:
        return _html("games_html", self)

    def __getitem__(self, game: int) -> GameView:
        """A view of one game: `games[0].kyoku[3].events`."""
        return GameView(self, range(len(self))[game])

    def __iter__(self) -> Iterator[GameView]:
        return (GameView(self, game) for game in range(len(self)))

    def select(self, games: Ints) -> Games:
        """A batch of some games, by index (in this order) or boolean mask."""
        rows: dict[str, Ints] = {"games": np.arange(len(self))[games]}
        rows["seats"] = rows["games"]
        starts: dict[str, Any] = {}
        for parent, start, child in NESTING:
            starts[start], rows[child] = ragged(getattr(self, start), rows[parent])
        groups: dict[str, Any] = {name: _take(getattr(self, name), index) for name, index in rows.items()}
        return Games(rule_sets=self.rule_sets, **starts, **groups)


NESTING: Final = (
    ("games", "kyoku_start", "kyoku"),
    ("kyoku", "event_start", "events"),
    ("kyoku", "call_start", "calls"),
    ("kyoku", "win_start", "wins"),
    ("wins", "yaku_start", "yaku"),
    ("kyoku", "draw_start", "draws"),
)
"""Parent group, offsets and child group, parents first."""


def concatenate(batches: Sequence[Games]) -> Games:
    """One batch of all games; rule sets are merged."""
    rule_sets = tuple(dict.fromkeys(rules for batch in batches for rules in batch.rule_sets))
    groups: dict[str, Any] = {}
    for name in ("games", "seats", *(child for _, _, child in NESTING)):
        parts = [getattr(batch, name) for batch in batches]
        groups[name] = type(parts[0])._make(map(np.concatenate, zip(*parts, strict=True)))
    renumbered = [
        np.array([rule_sets.index(r) for r in b.rule_sets], np.int16)[b.games.rules] for b in batches if len(b)
    ]
    groups["games"] = groups["games"]._replace(rules=np.concatenate(renumbered or [groups["games"].rules]))
    starts: dict[str, Any] = {}
    for _, start, _ in NESTING:
        lengths = np.concatenate([np.diff(getattr(batch, start)) for batch in batches])
        starts[start] = offsets(lengths)
    return Games(rule_sets=rule_sets, **starts, **groups)


def offsets(lengths: Ints) -> Ints:
    """`(n + 1,)` int64 offsets of consecutive runs with these lengths."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])


def runs(start: Ints) -> Ints:
    """The parent row of each child row, from the parent's offsets."""
    return np.repeat(np.arange(len(start) - 1), np.diff(start))


def ragged(start: Ints, parents: Ints) -> tuple[Ints, Ints]:
    """Offsets of the concatenated runs of some parents, and their child rows."""
    lengths = start[parents + 1] - start[parents]
    new = offsets(lengths)
    return new, np.repeat(start[parents] - new[:-1], lengths) + np.arange(new[-1])


def _take(group: Any, rows: Ints) -> Any:
    return type(group)._make(column[rows] for column in group)


@dataclass(frozen=True, slots=True)
class KyokuView:
    """One kyoku of a batch, read from the columns on demand."""

    games: Games
    row: int
    """Row of the batch's kyoku."""
    players: int
    coloured: Mapping[int, int]
    """The tile of each copy that has a colour which the columns do not record."""

    @property
    def name(self) -> str:
        """Round, number and honba, such as `S3-1`."""
        kyoku = self.games.kyoku
        return f"{WINDS[wind_of_round(kyoku.wind[self.row])]}{kyoku.number[self.row]}-{kyoku.honba[self.row]}"

    def __repr__(self) -> str:
        return f"<kyoku {self.name}, {self.result.name.lower()}>"

    def _repr_html_(self) -> str:
        return _html("kyoku_html", self)

    def widget(self, event: int | None = None) -> Any:
        """The kyoku as a `mjlog.display.KyokuWidget` for a notebook, opened at an event or at the result."""
        return _display("KyokuWidget")(self, event)

    @property
    def wind(self) -> int:
        """Number of the round, 0 east … 3 north, then on from 4."""
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
        """The dealer's seat."""
        return int(self.games.kyoku.dealer[self.row])

    @property
    def points(self) -> Tiles:
        """Points at the start."""
        return _seats(self.games.kyoku.points[self.row], self.players)

    @property
    def chips(self) -> Tiles | None:
        """Chips at the start; None outside chip rooms."""
        return _points(self.games.kyoku.chips[self.row], self.players)

    @property
    def hands(self) -> tuple[Tiles, ...]:
        """Dealt hands, in the order of the deal if the log keeps it: 13 tiles each, fewer if not all are recorded."""
        kyoku = self.games.kyoku
        return tuple(map(self._tiles, kyoku.hands[self.row, : self.players], kyoku.hand_copies[self.row]))

    @property
    def hand_copies(self) -> tuple[Tiles, ...] | None:
        """Copies of the dealt hands, if the log records them."""
        copies = tuple(map(_filled, self.games.kyoku.hand_copies[self.row, : self.players]))
        return copies if all(copies) else None

    @property
    def dice(self) -> tuple[int, int] | None:
        """The two dice, 1-6."""
        first, second = self.games.kyoku.dice[self.row].tolist()
        return None if first == ABSENT else (first, second)

    @property
    def dora_indicator(self) -> int | None:
        """The first dora indicator, if the log records it."""
        return _known(self._tile(int(self.games.kyoku.dora_indicator[self.row]), self.dora_indicator_copy))

    @property
    def dora_indicator_copy(self) -> int | None:
        """Copy of the first dora indicator."""
        return _known(self.games.kyoku.dora_indicator_copy[self.row])

    @property
    def result(self) -> Result:
        """The kind of ending."""
        return Result(self.games.kyoku.result[self.row])

    @property
    def events(self) -> tuple[Event, ...]:
        """All events between the deal and the result, in the order of the log."""
        span = slice(*self.games.event_start[self.row : self.row + 2])
        columns = (column[span].tolist() for column in self.games.events)
        calls = {place: call for place, call in zip(self._call_places(), self._calls(), strict=True) if place != ABSENT}
        return tuple(
            calls[n]
            if n in calls
            else _event(EventKind(kind), seat, self._tile(tile, _known(copy)), _known(copy), tsumogiri)
            for n, (kind, seat, _, tile, copy, tsumogiri) in enumerate(zip(*columns, strict=True))
        )

    @property
    def wins(self) -> tuple[ClaimedWin, ...]:
        """The wins as the log claims them, in its order; empty for a draw."""
        calls = self._calls()
        return tuple(self._win(row, calls) for row in range(*self.games.win_start[self.row : self.row + 2]))

    @property
    def draw(self) -> ClaimedDraw | None:
        """The draw; None if somebody won."""
        start, end = self.games.draw_start[self.row : self.row + 2]
        if start == end:
            return None
        draws = self.games.draws
        revealed = [None if shown == ABSENT else shown == 1 for shown in _seats(draws.revealed[start], self.players)]
        return ClaimedDraw(
            reason=self.result,
            honba=int(draws.honba[start]),
            sticks=int(draws.sticks[start]),
            hands=tuple(
                self._tiles(draws.hands[start, seat], draws.hand_copies[start, seat]) if shown else None
                for seat, shown in enumerate(revealed)
            ),
            revealed=tuple(revealed),
            points_before=_seats(draws.points_before[start], self.players),
            payments=_points(draws.payments[start], self.players),
            chip_payments=_points(draws.chip_payments[start], self.players),
        )

    def _tile(self, tile: int, copy: int | None) -> int:
        """The tile with its colour."""
        return tile if copy is None else self.coloured.get(copy, tile)

    def _tiles(self, tiles: Ints, copies: Ints) -> Tiles:
        if not self.coloured:
            return _filled(tiles)
        return tuple(map(self.coloured.get, copies.tolist(), _filled(tiles)))

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
                self._tiles(calls.tiles[row], calls.copies[row]),
                _filled(calls.copies[row]) or None,
            )
            for row in range(*self.games.call_start[self.row : self.row + 2])
        )

    def _win(self, row: int, calls: tuple[Call, ...]) -> ClaimedWin:
        wins, yaku = self.games.wins, self.games.yaku
        claims = range(*self.games.yaku_start[row : row + 2])
        limit = _known(wins.limit[row])
        return ClaimedWin(
            winner=int(wins.winner[row]),
            from_seat=_known(wins.from_seat[row]),
            pao=_known(wins.pao[row]),
            tile=self._tile(int(wins.tile[row]), _known(wins.copy[row])),
            copy=_known(wins.copy[row]),
            hand=self._tiles(wins.hand[row], wins.hand_copies[row]),
            calls=tuple(calls[place] for place in _filled(wins.calls[row])),
            yaku=tuple(
                ClaimedYaku(
                    key=YAKU[yaku.yaku[n]].key,
                    han=_known(yaku.han[n]),
                    code=_known(yaku.code[n]),
                    chips=_known(yaku.chips[n]),
                )
                for n in claims
            )
            if wins.lists_yaku[row]
            else None,
            han=_known(wins.han[row]),
            fu=_known(wins.fu[row]),
            points=_known(wins.points[row]),
            limit=None if limit is None else Limit(limit),
            honba=int(wins.honba[row]),
            sticks=int(wins.sticks[row]),
            dora_indicators=self._tiles(wins.dora_indicators[row], wins.dora_indicator_copies[row]),
            ura_indicators=self._tiles(wins.ura_indicators[row], wins.ura_indicator_copies[row]),
            points_before=_points(wins.points_before[row], self.players),
            payments=_points(wins.payments[row], self.players),
            chip_payments=_points(wins.chip_payments[row], self.players),
        )


@dataclass(frozen=True, slots=True)
class GameView:
    """One game of a batch, read from the columns on demand."""

    games: Games
    row: int
    """Row of the batch's games."""

    def __repr__(self) -> str:
        return f"<game {printable(self.id)}, {self.players} players, {len(self.kyoku)} kyoku>"

    def _repr_html_(self) -> str:
        return _html("game_html", self)

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
        """The service, such as `tenhou`."""
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
        """Start in the service's local time, as exact as the log is."""
        started: datetime | None = self.games.games.started[self.row].item()
        return started

    @property
    def seed(self) -> str | None:
        """The seed of the wall (see `mjlog.wall.seed`)."""
        seed: str | None = self.games.games.seed[self.row]
        return seed

    @property
    def names(self) -> tuple[str | None, ...]:
        """Names of the players, by seat."""
        return tuple(self.games.seats.name[self.row, : self.players].tolist())

    @property
    def complete(self) -> bool:
        """Whether the log contains the whole game up to its final result."""
        return bool(self.games.games.complete[self.row])

    @property
    def final_points(self) -> Tiles | None:
        """Points at the end, with the riichi sticks left on the table; None if the log does not record them."""
        return _points(self.games.games.final_points[self.row], self.players) if self.complete else None

    @property
    def final_scores(self) -> tuple[float, ...] | None:
        """Final results with uma and oka, in thousands of points; None as for `final_points`."""
        scores = tuple(self.games.games.final_scores[self.row, : self.players].tolist())
        return scores if self.complete and scores[0] == scores[0] else None

    @property
    def kyoku(self) -> tuple[KyokuView, ...]:
        """The complete kyoku, in order."""
        rows = range(*self.games.kyoku_start[self.row : self.row + 2])
        coloured = {copy: tile for copy, tile in enumerate(self.rules.coloured_tiles) if tile >= N_TILES}
        return tuple(KyokuView(self.games, row, self.players, coloured) for row in rows)


def _html(function: str, view: KyokuView | GameView | Games) -> str:
    """A picture for notebooks."""
    picture: str = _display(function)(view)
    return picture


def _display(name: str) -> Any:
    """A name of `mjlog.display`, the only import of a higher layer; made when a view is shown, as python-chess does."""
    return getattr(import_module("mjlog.display"), name)


def _known(value: Any) -> int | None:
    return None if value == ABSENT else int(value)


def _filled(column: Any) -> Tiles:
    return tuple(value for value in column.tolist() if value != ABSENT)


def _seats(column: Any, players: int) -> Tiles:
    return tuple(column[:players].tolist())


def _points(column: Any, players: int) -> Tiles | None:
    """Points or chips by seat, or None; one chip lost is -1 too, but as chips sum to 0, all -1 means not recorded."""
    points = _seats(column, players)
    return None if all(n == ABSENT for n in points) else points


def _event(kind: EventKind, seat: int, tile: int, copy: int | None, tsumogiri: int) -> Event:
    """An event that is not a call."""
    match kind:
        case EventKind.DRAW:
            return Draw(seat, _known(tile), copy)
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
        case EventKind.OPEN_RIICHI:
            return OpenRiichi(seat)
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
