"""Put a single fault into games, and say where the audit must find it.

A kind of fault is a row (`cell`, `dropped`, `doubled`) or a function decorated with `injected`. The function receives
an `Edits` and one row that `where` selected. It makes the one change and returns the `Spot` where the audit must find
the fault, or None where it cannot be applied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from mjlog.auditing.findings import Code, Level
from mjlog.games.batch import NESTING, Games, offsets, runs
from mjlog.games.columns import ABSENT, EventKind
from mjlog.replay import replay
from mjlog.replay.played import Played
from mjlog.wall.walls import SPELLING

CALLED = (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN)
SAID_BY_WALL = frozenset({Code.WALL_DEAL, Code.WALL_DRAW, Code.WALL_INDICATOR, Code.WALL_URA, Code.WALL_DICE})
"""What a fault in tiles also breaks where the seed tells the wall."""
OF_HAND = frozenset(
    {Code.YAKU, Code.DORA, Code.RED_DORA, Code.URA_DORA, Code.FU, Code.LIMIT, Code.VALUE, Code.NO_YAKU, Code.NOT_A_WIN}
)
"""What a win claims of another hand."""
OF_NEXT = frozenset(
    {Code.START_POINTS, Code.DEALER, Code.ROUND, Code.HONBA, Code.STICKS, Code.GAME_GOES_ON, Code.GAME_ENDS_EARLY}
    | {Code.FINAL_POINTS, Code.FINAL_SCORE}
)
"""What does not follow from a kyoku with another result."""
OF_PAYMENTS = frozenset({Code.PAYMENT, Code.STICKS_TAKEN, Code.POINTS_BEFORE, Code.HONBA_STATED, Code.PAO, Code.CHIPS})


class Facts:
    """What is true of the games before a fault is put in."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.kyoku, self.events, self.wins = games.kyoku, games.events, games.wins
        self.calls, self.yaku, self.draws = games.calls, games.yaku, games.draws
        self.game_of_kyoku = runs(games.kyoku_start)
        self.kyoku_of_event, self.kyoku_of_call = runs(games.event_start), runs(games.call_start)
        self.kyoku_of_win, self.win_of_yaku = runs(games.win_start), runs(games.yaku_start)
        self.kyoku_of_draw = runs(games.draw_start)
        self.players = games.games.players[self.game_of_kyoku]
        self.n_wins = np.diff(games.win_start)
        self.alone = self.n_wins[self.kyoku_of_win] == 1
        """Wins that are the only one of their kyoku."""
        self.seated = np.arange(4) < self.players[:, None]
        self.last = np.append(self.game_of_kyoku[1:] != self.game_of_kyoku[:-1], True)
        self.seeded = np.array([(seed or "").startswith(SPELLING) for seed in games.games.seed.tolist()], np.bool_)

    @cached_property
    def batch(self) -> Played:
        """The games as the audit takes them."""
        return Played(self.games)

    @cached_property
    def states(self) -> Any:
        """The state after every event."""
        return replay(self.games, states=True).states

    def of_rules(self, of: Callable[[Any], Any]) -> Any:
        """A fact about the rules of each kyoku."""
        return np.array([of(rules) for rules in self.games.rule_sets])[self.games.games.rules[self.game_of_kyoku]]

    def game_of(self, group: str) -> Any:
        """The game of each row of a group."""
        if group == "games":
            return np.arange(len(self.games))
        kyoku: dict[str, Any] = {
            "events": self.kyoku_of_event,
            "calls": self.kyoku_of_call,
            "wins": self.kyoku_of_win,
            "draws": self.kyoku_of_draw,
            "kyoku": slice(None),
        }
        if group == "yaku":
            return self.game_of_kyoku[self.kyoku_of_win[self.win_of_yaku]]
        return self.game_of_kyoku[kyoku[group]]

    # -- events

    @cached_property
    def moves(self) -> Any:
        """Rows of events that are moves: without connections lost and found."""
        return np.flatnonzero(self.events.kind < EventKind.LEFT)

    def shifted(self, by: int) -> Any:
        """`(n_events,)`: row of the move so many moves on in the same kyoku, ABSENT where there is none."""
        found = np.full(len(self.events.kind), ABSENT)
        here, there = (self.moves[:-by], self.moves[by:]) if by > 0 else (self.moves[-by:], self.moves[:by])
        same = self.kyoku_of_event[here] == self.kyoku_of_event[there]
        found[here[same]] = there[same]
        return found

    @cached_property
    def following(self) -> Any:
        """`(n_events,)`: row of the next move."""
        return self.shifted(1)

    @cached_property
    def before(self) -> Any:
        """`(n_events,)`: row of the move before."""
        return self.shifted(-1)

    def is_kind(self, *kinds: EventKind) -> Any:
        """`(n_events,)`: whether an event is of a kind."""
        return np.isin(self.events.kind, kinds)

    def next_is(self, *kinds: EventKind) -> Any:
        """`(n_events,)`: whether the next move is of a kind."""
        return (self.following != ABSENT) & np.isin(self.events.kind[self.following], kinds)

    @cached_property
    def uncalled(self) -> Any:
        """Discards after which somebody draws."""
        return self.is_kind(EventKind.DISCARD) & self.next_is(EventKind.DRAW)

    @cached_property
    def passing(self) -> Any:
        """Draws whose tile is discarded at once and not called or won."""
        follows = self.following
        return (
            self.is_kind(EventKind.DRAW)
            & self.next_is(EventKind.DISCARD)
            & (self.events.tsumogiri[follows] == 1)
            & self.uncalled[follows]
        )

    def mask(self, group: str, rows: Any) -> Any:
        """Whether each row of a group is one of these."""
        found = np.zeros(len(self.game_of(group)), np.bool_)
        found[rows] = True
        return found

    # -- tiles of one kyoku

    def hand(self, seat: int, event: int) -> list[int]:
        """Copies a seat holds before an event."""
        games, kyoku = self.games, int(self.kyoku_of_event[event])
        return self._held(seat, kyoku, event, games)

    def hand_at_end(self, seat: int, kyoku: int) -> list[int]:
        """Copies a seat holds at the end of a kyoku."""
        return self._held(seat, kyoku, int(self.games.event_start[kyoku + 1]), self.games)

    def _held(self, seat: int, kyoku: int, end: int, games: Games) -> list[int]:
        held = games.kyoku.hand_copies[kyoku, seat].tolist()
        call = int(games.call_start[kyoku])
        rows = slice(int(games.event_start[kyoku]), end)
        columns = (games.events.kind, games.events.seat, games.events.copy)
        for kind, actor, copy in zip(*(column[rows].tolist() for column in columns), strict=True):
            own = actor == seat
            if kind == EventKind.DRAW and own:
                held.append(copy)
            elif kind == EventKind.DISCARD and own:
                held.remove(copy)
            elif EventKind.CHI <= kind <= EventKind.KITA:
                if own:
                    tiles = [c for c in games.calls.copies[call].tolist() if c != ABSENT]
                    used = tiles[1:] if kind in CALLED else tiles[:1] if kind == EventKind.KAKAN else tiles
                    for copy in used:
                        held.remove(copy)
                call += 1
        return sorted(held)

    def tile(self, kyoku: int, copy: int) -> int:
        """The tile of a copy under the rules of a kyoku."""
        rules = self.games.rule_sets[self.games.games.rules[self.game_of_kyoku[kyoku]]]
        return rules.tiles[copy]

    def unseen(self, kyoku: int) -> list[int]:
        """Copies that a kyoku never shows."""
        games = self.games
        rows = slice(int(games.event_start[kyoku]), int(games.event_start[kyoku + 1]))
        wins = slice(int(games.win_start[kyoku]), int(games.win_start[kyoku + 1]))
        shown = {
            int(games.kyoku.dora_indicator_copy[kyoku]),
            *games.kyoku.hand_copies[kyoku].ravel().tolist(),
            *games.events.copy[rows].tolist(),
            *games.wins.ura_indicator_copies[wins].ravel().tolist(),
        }
        three = self.players[kyoku] == 3
        return [c for c in range(136) if c not in shown and not (three and 4 <= c < 32)]

    def other(self, seat: int, kyoku: int, by: int = 1) -> int:
        """Another seat of the kyoku."""
        return int((seat + by) % self.players[kyoku])


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a fault must be found, in rows of the batch (or numbers of added rows); None where no place is due."""

    kyoku: int | None = None
    event: int | None = None
    win: int | None = None
    seat: int | None = None


NEXT_TO = 0.25
"""Position of an added row, from the row it is added next to."""
AT_END_OF = 0.4
"""Position of a row added at the end of a parent, before the first row of the next one."""
IN_TURN = 1e-7
"""Between rows added at one position, so that they stay in the order in which they were added."""


class _Added(NamedTuple):
    like: int
    """The row that is copied."""
    parent: int
    position: float
    """Between which rows it stands."""
    changes: dict[str, Any]


class Edits:
    """Changes to many games, made all at once.

    Rows are those of the original batch; an added row has a number after them. What refers to places (`calls.event`,
    `wins.calls`) moves along; the event of an added call is given as the row of that event.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts, self.games = facts, facts.games
        self._cells: dict[tuple[str, str], list[tuple[Any, Any]]] = {}
        self._added: dict[str, list[_Added]] = {child: [] for _, _, child in NESTING}
        self._dropped: dict[str, list[int]] = {child: [] for _, _, child in NESTING}
        self._places: dict[str, Any] = {}

    def set(self, group: str, row: Any, **columns: Any) -> None:
        """Write cells; `row` may be an index into several axes."""
        for name, value in columns.items():
            self._cells.setdefault((group, name), []).append((row, value))

    def drop(self, group: str, *rows: int) -> None:
        """Leave rows out."""
        self._dropped[group] += map(int, rows)

    def add(self, group: str, *, like: int, after: int | None = None, before: int | None = None, **columns: Any) -> int:
        """A row as `like`, with these values, after or before a row; its number."""
        neighbour = next(row for row in (after, before, like) if row is not None)
        side = -NEXT_TO if before is not None and after is None else NEXT_TO
        return self._add(group, like, self._parent(group, int(neighbour)), neighbour + side, columns)

    def add_to(self, group: str, parent: int, **columns: Any) -> int:
        """A row at the end of a parent's, other columns as some row has them."""
        return self._add(group, 0, parent, float(self._start(group)[parent + 1]) - AT_END_OF, columns)

    def _start(self, group: str) -> Any:
        return getattr(self.games, next(start for _, start, child in NESTING if child == group))

    def _parent(self, group: str, row: int) -> int:
        return int(np.searchsorted(self._start(group), row, side="right")) - 1

    def _add(self, group: str, like: int, parent: int, position: float, columns: dict[str, Any]) -> int:
        rows = self._added[group]
        rows.append(_Added(int(like), parent, position + IN_TURN * len(rows), columns))
        return len(getattr(self.games, group)[0]) + len(rows) - 1

    def made(self) -> Games:
        """The games with all changes."""
        games = self.games
        groups: dict[str, Any] = {"games": games.games, "seats": games.seats}
        order: dict[str, Any] = {"games": np.arange(len(games))}
        starts: dict[str, Any] = {}
        for parent, start, child in NESTING:
            columns = getattr(games, child)
            n, added = len(columns[0]), self._added[child]
            rows = np.append(np.arange(n), [a.like for a in added]).astype(np.int64)
            parents = np.append(runs(getattr(games, start)), [a.parent for a in added]).astype(np.int64)
            positions = np.append(np.arange(n, dtype=float), [a.position for a in added])
            kept = np.lexsort((positions, parents))
            kept = kept[~np.isin(kept, self._dropped[child])]
            extended = {name: column[rows] for name, column in zip(columns._fields, columns, strict=True)}
            for place, row in enumerate(added):
                for name, value in row.changes.items():
                    extended[name][n + place] = value
            # what each row of the parents holds, then what each parent as it now stands holds
            n_parents = len(getattr(games, parent)[0]) + len(self._added.get(parent, ()))
            if parent in self._added:  # added parents hold what the row they copy holds
                likes = np.array([a.like for a in self._added[parent]], np.int64)
                like = np.append(np.arange(n_parents - len(likes)), likes)
            else:
                like = np.arange(n_parents)
            held = offsets(np.bincount(parents[kept], minlength=n_parents))
            places = self._places[child] = np.full(len(rows), ABSENT)
            places[kept] = np.arange(len(kept)) - held[parents[kept]]
            now = like[order[parent].astype(np.int64)]
            lengths = held[now + 1] - held[now]
            starts[start] = offsets(lengths)
            chosen = np.repeat(held[now] - starts[start][:-1], lengths) + np.arange(starts[start][-1])
            order[child] = kept[chosen]
            groups[child] = extended
        self._refer(groups, order, len(games.calls.kind))
        for (group, name), changes in self._cells.items():
            columns = groups[group]
            if group in ("games", "seats"):
                columns = groups[group] = columns._replace(**{name: getattr(columns, name).copy()})
                target = getattr(columns, name)
            else:
                target = columns[name]
            for row, value in changes:
                target[row] = value
        for _, _, child in NESTING:
            columns = groups[child]
            groups[child] = type(getattr(games, child))(**{name: c[order[child]] for name, c in columns.items()})
        return replace(games, **groups, **starts)

    def _refer(self, groups: dict[str, Any], order: dict[str, Any], n_calls: int) -> None:
        games, facts = self.games, self.facts
        event = groups["calls"]["event"]
        told = event[:n_calls] != ABSENT
        old_rows = games.event_start[facts.kyoku_of_call] + event[:n_calls]
        new = event.copy()
        new[:n_calls][told] = self._places["events"][old_rows[told]]
        for place, added in enumerate(self._added["calls"]):
            if "event" in added.changes:
                new[n_calls + place] = self._places["events"][added.changes["event"]]
        groups["calls"]["event"] = new
        named = groups["wins"]["calls"]
        parents = np.append(facts.kyoku_of_win, [a.parent for a in self._added["wins"]]).astype(np.int64)
        rows = np.where(named != ABSENT, games.call_start[parents][:, None] + named, 0)
        groups["wins"]["calls"] = (
            np.where(named != ABSENT, self._places["calls"][rows], ABSENT).astype(named.dtype) if n_calls else named
        )

    def place(self, group: str, row: int) -> int:
        """Place of a row in its parent, as it now stands."""
        return int(self._places[group][row])


Where = Callable[[Facts], Any]
Change = Callable[[Edits, int], Spot | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """A kind of fault."""

    name: str
    level: Level
    codes: frozenset[Code]
    """One of them must be found at the spot."""
    group: str
    where: Where
    """Rows of the group it may be tried at."""
    change: Change
    consequences: frozenset[Code] = frozenset()
    """What else may be found in that game."""


def injected(
    level: Level, *codes: Code, at: str, where: Where, consequences: Iterable[Code] = ()
) -> Callable[[Change], Injection]:
    """Make a function a kind of fault, named by it."""

    def decorate(change: Change) -> Injection:
        return Injection(
            name=change.__name__.replace("_", " "),
            level=level,
            codes=frozenset(codes),
            group=at,
            where=where,
            change=change,
            consequences=frozenset(consequences),
        )

    return decorate


def named(names: dict[str, Any]) -> tuple[Injection, ...]:
    """The kinds of faults of a module, each named by its variable."""
    kinds = {name: value for name, value in names.items() if isinstance(value, Injection)}
    return tuple(replace(kind, name=name.replace("_", " ")) for name, kind in kinds.items())


def of_winner(facts: Facts, win: int) -> Spot:
    """The spot of a win that the audit reports for the kyoku and the winner."""
    return Spot(kyoku=int(facts.kyoku_of_win[win]), seat=int(facts.wins.winner[win]))


def spot_of(facts: Facts, group: str, row: int) -> Spot:
    """The spot of a row: its kyoku (of a game the last one), and of a win or yaku also the win and the winner."""
    match group:
        case "games":
            return Spot(kyoku=int(facts.games.kyoku_start[row + 1]) - 1)
        case "kyoku":
            return Spot(kyoku=row)
        case "draws":
            return Spot(kyoku=int(facts.kyoku_of_draw[row]))
        case "yaku":
            return spot_of(facts, "wins", int(facts.win_of_yaku[row]))
        case "wins":
            return replace(of_winner(facts, row), win=row)
    raise ValueError(f"rows of {group} have no spot of their own")


def cell(
    level: Level,
    *codes: Code,
    at: str,
    where: Where,
    column: str,
    to: Callable[[Any], Any],
    of_seat: int | None = None,
    consequences: Iterable[Code] = (),
    drops: Iterable[str] = (),
) -> Injection:
    """A kind of fault that changes one cell: `to` gives the new value for the old one.

    `of_seat` is the place in a column by seat. `drops` are parts of the spot that the audit does not report.
    """

    def change(edits: Edits, row: int) -> Spot:
        index = row if of_seat is None else (row, of_seat)
        edits.set(at, index, **{column: to(getattr(getattr(edits.games, at), column)[index])})
        spot = spot_of(edits.facts, at, row)
        if of_seat is not None and at in ("kyoku", "draws"):
            spot = replace(spot, seat=of_seat)
        return replace(spot, **dict.fromkeys(drops))

    return injected(level, *codes, at=at, where=where, consequences=consequences)(change)


def plus(n: float) -> Callable[[Any], Any]:
    """The old value and `n` more."""
    return lambda value: value + n


def always(value: object) -> Callable[[Any], Any]:
    """One value for every row."""
    return lambda _: value


def dropped(level: Level, *codes: Code, at: str, where: Where, consequences: Iterable[Code] = ()) -> Injection:
    """A kind of fault that leaves a row out."""

    def change(edits: Edits, row: int) -> Spot:
        edits.drop(at, row)
        return spot_of(edits.facts, at, row)

    return injected(level, *codes, at=at, where=where, consequences=consequences)(change)


def doubled(level: Level, *codes: Code, at: str, where: Where, consequences: Iterable[Code] = ()) -> Injection:
    """A kind of fault that writes a row twice."""

    def change(edits: Edits, row: int) -> Spot:
        edits.add(at, like=row)
        return spot_of(edits.facts, at, row)

    return injected(level, *codes, at=at, where=where, consequences=consequences)(change)


TRIES = 8
"""Rows of a game that are tried until one can take the fault."""


def tried(kind: Injection, edits: Edits, rows: Iterable[int]) -> Spot | None:
    """Put a fault into the first of the rows that can take it."""
    return next((spot for row in rows if (spot := kind.change(edits, row)) is not None), None)


def placed(edits: Edits, spot: Spot) -> Spot:
    """A spot told in rows as one told in places."""
    places = {
        name: None if row is None else edits.place(group, row)
        for name, group, row in (
            ("kyoku", "kyoku", spot.kyoku),
            ("event", "events", spot.event),
            ("win", "wins", spot.win),
        )
    }
    return replace(spot, **places)
