"""Kinds of faults in what the wall deals, where the seed tells it."""

import numpy as np

from mjlog.auditing.findings import Code
from mjlog.games.columns import ABSENT, EventKind
from tests.faults.injecting import SAID_BY_WALL, Edits, Facts, Spot, injected, named

KAN_OR_KITA = (EventKind.ANKAN, EventKind.KAKAN, EventKind.DAIMINKAN, EventKind.KITA)


def seeded(facts: Facts, group: str) -> np.ndarray:
    return facts.seeded[facts.game_of(group)]


def twin(facts: Facts, kyoku: int, copy: int) -> int | None:
    """A copy of the same tile that the kyoku never shows."""
    tile = facts.tile(kyoku, copy)
    return next((c for c in facts.unseen(kyoku) if facts.tile(kyoku, c) == tile), None)


def _draws(facts: Facts, *, replacement: bool) -> np.ndarray:
    behind = facts.before
    kinds = np.where(behind == ABSENT, ABSENT, facts.events.kind[behind])
    at_once = np.isin(kinds, KAN_OR_KITA)
    return seeded(facts, "events") & facts.passing & (at_once == replacement) & (kinds != EventKind.DORA)


def _another_copy(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_event[row])
    copy = twin(facts, kyoku, int(facts.events.copy[row]))
    if copy is None:
        return None
    edits.set("events", [row, int(facts.following[row])], copy=copy)
    return Spot(kyoku=kyoku, event=row, seat=int(facts.events.seat[row]))


@injected("wall", Code.WALL_DRAW, at="events", where=lambda f: _draws(f, replacement=False))
def another_copy_drawn(edits: Edits, row: int) -> Spot | None:
    """Equal to the eye: only the copy tells."""
    return _another_copy(edits, row)


@injected("wall", Code.WALL_DRAW, at="events", where=lambda f: _draws(f, replacement=True))
def another_copy_drawn_as_a_replacement(edits: Edits, row: int) -> Spot | None:
    return _another_copy(edits, row)


@injected("wall", Code.WALL_DEAL, at="kyoku", where=lambda f: seeded(f, "kyoku"))
def dealt_tiles_in_another_order(edits: Edits, kyoku: int) -> Spot | None:
    facts = edits.facts
    seat = kyoku % 3
    for name in ("hands", "hand_copies"):
        edits.set("kyoku", (kyoku, seat, [3, 8]), **{name: getattr(facts.kyoku, name)[kyoku, seat, [8, 3]]})
    return Spot(kyoku=kyoku, seat=seat)


@injected(
    "wall",
    Code.WALL_DEAL,
    at="kyoku",
    where=lambda f: seeded(f, "kyoku") & (np.diff(f.games.call_start) == 0) & (f.n_wins == 0),
)
def another_copy_dealt(edits: Edits, kyoku: int) -> Spot | None:
    facts = edits.facts
    for seat in range(facts.players[kyoku]):
        end = facts.hand_at_end(seat, kyoku)
        draw = int(edits.games.draw_start[kyoku])
        for at, copy in enumerate(facts.kyoku.hand_copies[kyoku, seat].tolist()):
            other = twin(facts, kyoku, copy)
            if copy in end and other is not None and copy not in facts.draws.hand_copies[draw, seat]:
                edits.set("kyoku", (kyoku, seat, at), hand_copies=other)
                return Spot(kyoku=kyoku, seat=seat)
    return None


@injected("wall", Code.WALL_DICE, at="kyoku", where=lambda f: seeded(f, "kyoku") & (f.kyoku.dice[:, 0] != ABSENT))
def dice(edits: Edits, kyoku: int) -> Spot | None:
    edits.set("kyoku", (kyoku, 1), dice=edits.facts.kyoku.dice[kyoku, 1] % 6 + 1)
    return Spot(kyoku=kyoku)


@injected("wall", Code.WALL_INDICATOR, at="kyoku", where=lambda f: seeded(f, "kyoku"))
def another_copy_as_first_indicator(edits: Edits, kyoku: int) -> Spot | None:
    copy = twin(edits.facts, kyoku, int(edits.facts.kyoku.dora_indicator_copy[kyoku]))
    if copy is None:
        return None
    edits.set("kyoku", kyoku, dora_indicator_copy=copy)
    for win in range(*edits.games.win_start[kyoku : kyoku + 2].tolist()):
        edits.set("wins", (win, 0), dora_indicator_copies=copy)
    return Spot(kyoku=kyoku)


@injected(
    "wall",
    Code.WALL_INDICATOR,
    at="events",
    where=lambda f: seeded(f, "events") & f.is_kind(EventKind.DORA),
    consequences={Code.TILE_COPY},
)
def another_copy_as_further_indicator(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_event[row])
    copy = twin(facts, kyoku, int(facts.events.copy[row]))
    if copy is None:
        return None
    edits.set("events", row, copy=copy)
    return Spot(kyoku=kyoku, event=row)


@injected("wall", Code.WALL_URA, at="wins", where=lambda f: seeded(f, "wins") & (f.wins.ura_indicators[:, 0] != ABSENT))
def another_copy_as_ura_indicator(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    copy = twin(facts, kyoku, int(facts.wins.ura_indicator_copies[win, 0]))
    if copy is None:
        return None
    edits.set("wins", (win, 0), ura_indicator_copies=copy)
    return Spot(kyoku=kyoku, win=win, seat=int(facts.wins.winner[win]))


@injected("wall", Code.WALL_SEED, at="games", where=lambda f: f.seeded)
def seed_that_cannot_be_read(edits: Edits, game: int) -> Spot | None:
    edits.set("games", game, seed=edits.facts.games.games.seed[game][:200] + "?")
    return Spot()


@injected(
    "wall",
    Code.WALL_DEAL,
    at="games",
    where=lambda f: f.seeded & (np.diff(f.games.kyoku_start) > 0),
    consequences=SAID_BY_WALL,
)
def seed_of_another_game(edits: Edits, game: int) -> Spot | None:
    facts = edits.facts
    seeds, here = facts.games.games.seed, facts.games.games.seed[game]
    n_kyoku = np.diff(facts.games.kyoku_start)
    for other in range(game + 1, game + len(seeds)):
        other %= len(seeds)
        there = seeds[other] or ""
        alike = there.split(",")[0] == here.split(",")[0] and n_kyoku[other] == n_kyoku[game]
        if alike and there != here and facts.games.games.players[other] == facts.games.games.players[game]:
            edits.set("games", game, seed=there)
            return Spot(kyoku=int(facts.games.kyoku_start[game]))
    return None


KINDS = named(globals())
