"""Kinds of faults in what follows what, and in the final result."""

import numpy as np

from mjlog.auditing.findings import Code
from mjlog.games.columns import ABSENT
from tests.faults.injecting import OF_NEXT, SAID_BY_WALL, Edits, Facts, Spot, always, cell, injected, named, plus


def any_kyoku(facts: Facts) -> np.ndarray:
    return np.ones(len(facts.kyoku.wind), np.bool_)


def later(facts: Facts) -> np.ndarray:
    """Kyoku behind another."""
    return np.append(False, ~facts.last[:-1])


def _of_last(facts: Facts, game: int) -> Spot:
    return Spot(kyoku=int(facts.games.kyoku_start[game + 1]) - 1)


def complete(facts: Facts) -> np.ndarray:
    return facts.games.games.complete & (np.diff(facts.games.kyoku_start) > 1)


# -- the start of a kyoku


points_of_one_seat_at_the_start = cell(
    "progress",
    Code.START_POINTS,
    at="kyoku",
    where=any_kyoku,
    consequences={Code.RIICHI_CONDITION},
    column="points",
    of_seat=1,
    to=plus(100),
)


@injected("progress", Code.START_POINTS, at="kyoku", where=any_kyoku, consequences={Code.RIICHI_CONDITION})
def points_of_two_seats_swapped_at_the_start(edits: Edits, kyoku: int) -> Spot | None:
    points = edits.facts.kyoku.points[kyoku]
    if points[0] == points[2]:
        return None
    edits.set("kyoku", (kyoku, [0, 2]), points=points[[2, 0]])
    return Spot(kyoku=kyoku)


@injected("progress", Code.DEALER, at="kyoku", where=any_kyoku, consequences=frozenset(Code))
def dealer(edits: Edits, kyoku: int) -> Spot | None:
    edits.set("kyoku", kyoku, dealer=edits.facts.other(int(edits.facts.kyoku.dealer[kyoku]), kyoku))
    return Spot(kyoku=kyoku)


honba_one_more = cell("progress", Code.HONBA, at="kyoku", where=any_kyoku, column="honba", to=plus(1))


honba_forgotten = cell(
    "progress", Code.HONBA, at="kyoku", where=lambda f: f.kyoku.honba > 0, column="honba", to=always(0)
)


sticks_one_more = cell("progress", Code.STICKS, at="kyoku", where=any_kyoku, column="sticks", to=plus(1))


sticks_forgotten = cell(
    "progress", Code.STICKS, at="kyoku", where=lambda f: f.kyoku.sticks > 0, column="sticks", to=always(0)
)


@injected("progress", Code.ROUND, at="kyoku", where=any_kyoku)
def number_of_the_round(edits: Edits, kyoku: int) -> Spot | None:
    edits.set("kyoku", kyoku, number=edits.facts.other(int(edits.facts.kyoku.number[kyoku]) - 1, kyoku) + 1)
    return Spot(kyoku=kyoku)


wind_of_the_round = cell(
    "progress",
    Code.ROUND,
    at="kyoku",
    where=any_kyoku,
    consequences={
        Code.YAKU,
        Code.FU,
        Code.LIMIT,
        Code.VALUE,
        Code.PAYMENT,
        Code.NO_YAKU,
        Code.GAME_GOES_ON,
        Code.GAME_ENDS_EARLY,
    },
    column="wind",
    to=plus(1),
)


# -- kyoku that are missing or too many


@injected(
    "progress",
    *sorted(OF_NEXT),
    at="kyoku",
    where=lambda f: later(f) & ~f.last,
    consequences=OF_NEXT | SAID_BY_WALL | {Code.START_CHIPS, Code.WALL_SEED},
)
def kyoku_missing(edits: Edits, kyoku: int) -> Spot | None:
    edits.drop("kyoku", kyoku)
    return Spot(kyoku=kyoku + 1)


@injected(
    "progress",
    *sorted(OF_NEXT),
    at="kyoku",
    where=lambda f: ~f.last,
    consequences=OF_NEXT | SAID_BY_WALL | {Code.START_CHIPS, Code.WALL_SEED},
)
def kyoku_logged_twice(edits: Edits, kyoku: int) -> Spot | None:
    return Spot(kyoku=edits.add("kyoku", like=kyoku))


def _ends_by_rule(facts: Facts) -> np.ndarray:
    """Complete games whose end nobody chooses: where the dealer may stop, one kyoku less may be right."""
    chosen = np.array(["optional" in (rules.agari_yame, rules.tenpai_yame) for rules in facts.games.rule_sets])
    return complete(facts) & ~chosen[facts.games.games.rules]


@injected(
    "progress",
    Code.GAME_ENDS_EARLY,
    at="games",
    where=_ends_by_rule,
    consequences={Code.FINAL_POINTS, Code.FINAL_SCORE, Code.FINAL_CHIPS, Code.WALL_SEED},
)
def last_kyoku_missing(edits: Edits, game: int) -> Spot | None:
    last = int(edits.games.kyoku_start[game + 1]) - 1
    edits.drop("kyoku", last)
    return Spot(kyoku=last - 1)


@injected(
    "progress",
    Code.GAME_GOES_ON,
    at="games",
    where=complete,
    consequences=OF_NEXT | SAID_BY_WALL | {Code.START_CHIPS, Code.FINAL_CHIPS, Code.WALL_SEED},
)
def kyoku_after_the_end(edits: Edits, game: int) -> Spot | None:
    last = int(edits.games.kyoku_start[game + 1]) - 1
    edits.add("kyoku", like=last)
    return Spot(kyoku=last)


# -- the final result


def _stated(facts: Facts) -> np.ndarray:
    return complete(facts) & (facts.games.games.final_points[:, 0] != ABSENT)


def _scored(facts: Facts) -> np.ndarray:
    return complete(facts) & ~np.isnan(facts.games.games.final_scores[:, 0])


final_points_of_one_seat = cell(
    "progress",
    Code.FINAL_POINTS,
    at="games",
    where=_stated,
    consequences={Code.FINAL_SCORE},
    column="final_points",
    of_seat=1,
    to=plus(100),
)


@injected("progress", Code.FINAL_POINTS, at="games", where=_stated, consequences={Code.FINAL_SCORE})
def final_points_of_two_seats_swapped(edits: Edits, game: int) -> Spot | None:
    points = edits.games.games.final_points[game]
    if points[0] == points[1]:
        return None
    edits.set("games", (game, [0, 1]), final_points=points[[1, 0]])
    return _of_last(edits.facts, game)


def _left(facts: Facts) -> np.ndarray:
    """Games that end with sticks on the table."""
    return _stated(facts) & (facts.batch.payments.course.sticks_left[facts.games.kyoku_start[1:] - 1] > 0)


@injected("progress", Code.FINAL_POINTS, at="games", where=_left, consequences={Code.FINAL_SCORE})
def left_sticks_lost(edits: Edits, game: int) -> Spot | None:
    facts = edits.facts
    last = int(facts.games.kyoku_start[game + 1]) - 1
    sticks = 1000 * int(facts.batch.payments.course.sticks_left[last])
    first = int(facts.games.games.final_points[game].argmax())
    edits.set("games", (game, first), final_points=facts.games.games.final_points[game, first] - sticks)
    return _of_last(facts, game)


final_score_a_tenth_more = cell(
    "progress", Code.FINAL_SCORE, at="games", where=_scored, column="final_scores", of_seat=2, to=plus(0.1)
)


final_score_a_tenth_less = cell(
    "progress", Code.FINAL_SCORE, at="games", where=_scored, column="final_scores", of_seat=0, to=plus(-0.1)
)


@injected("progress", Code.FINAL_SCORE, at="games", where=_scored)
def uma_of_two_places_swapped(edits: Edits, game: int) -> Spot | None:
    facts = edits.facts
    uma = facts.games.rule_sets[facts.games.games.rules[game]].uma
    points = facts.games.games.final_points[game, : len(uma)]
    by_rank = np.argsort(-points, kind="stable")[:2]
    step = (uma[0] - uma[1]) / 1000
    scores = facts.games.games.final_scores[game, by_rank]
    if step == 0:
        return None
    edits.set("games", (game, by_rank), final_scores=scores + np.array([-step, step]))
    return _of_last(facts, game)


@injected("progress", Code.FINAL_SCORE, at="games", where=_scored)
def uma_off_by_a_thousand(edits: Edits, game: int) -> Spot | None:
    facts = edits.facts
    n = int(facts.games.games.players[game])
    by_rank = np.argsort(-facts.games.games.final_points[game, :n], kind="stable")
    scores = facts.games.games.final_scores[game, by_rank[[0, n - 1]]]
    edits.set("games", (game, by_rank[[0, n - 1]]), final_scores=scores + np.array([1, -1]))
    return _of_last(facts, game)


def _tied(facts: Facts) -> np.ndarray:
    points = np.sort(
        np.where(np.arange(4) < facts.games.games.players[:, None], facts.games.games.final_points, -(10**7)), axis=1
    )
    return _scored(facts) & ((points[:, 1:] == points[:, :-1]) & (points[:, 1:] > -(10**7))).any(1)


@injected("progress", Code.FINAL_SCORE, at="games", where=_tied)
def tie_decided_the_other_way(edits: Edits, game: int) -> Spot | None:
    facts = edits.facts
    n = int(facts.games.games.players[game])
    points, scores = facts.games.games.final_points[game, :n], facts.games.games.final_scores[game, :n]
    pairs = [[a, b] for a in range(n) for b in range(a) if points[a] == points[b] and scores[a] != scores[b]]
    if not pairs:
        return None
    edits.set("games", (game, pairs[0]), final_scores=scores[pairs[0][::-1]])
    return _of_last(facts, game)


# -- chips


@injected(
    "progress",
    Code.START_CHIPS,
    at="kyoku",
    where=lambda f: (f.kyoku.chips != ABSENT).any(1),
    consequences={Code.CHIPS, Code.START_CHIPS, Code.FINAL_CHIPS},
)
def chips_at_the_start(edits: Edits, kyoku: int) -> Spot | None:
    edits.set("kyoku", (kyoku, 0), chips=edits.facts.kyoku.chips[kyoku, 0] + 1)
    return Spot(kyoku=kyoku)


chips_at_the_end = cell(
    "progress",
    Code.FINAL_CHIPS,
    at="games",
    where=lambda f: complete(f) & (f.games.games.final_chips != ABSENT).any(1),
    column="final_chips",
    of_seat=0,
    to=plus(1),
)


KINDS = named(globals())
