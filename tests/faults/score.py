"""Kinds of faults in what a win claims."""

import numpy as np

from mjlog.auditing.findings import Code
from mjlog.auditing.score import stated_han
from mjlog.games.columns import ABSENT
from mjlog.rules.yaku import NUMBER, YAKU
from mjlog.tiles import DORA_OF, KIND_OF_TILE
from parsers.tenhou.vocab import YAKU_CODES
from tests.faults.injecting import (
    OF_HAND,
    Edits,
    Facts,
    Spot,
    always,
    cell,
    doubled,
    dropped,
    injected,
    named,
    plus,
    spot_of,
)

DORA, URA, RED = (NUMBER[key] for key in ("dora", "ura_dora", "red_dora"))
WINDS = (NUMBER["seat_wind"], NUMBER["round_wind"])

REVALUED = OF_HAND | {Code.PAYMENT}


def win_spot(facts: Facts, win: int) -> Spot:
    return spot_of(facts, "wins", win)


def yaku_spot(facts: Facts, row: int) -> Spot:
    return spot_of(facts, "yaku", row)


def any_win(facts: Facts) -> np.ndarray:
    return np.ones(len(facts.wins.winner), np.bool_)


def rons(facts: Facts) -> np.ndarray:
    return facts.wins.from_seat != ABSENT


def tsumos(facts: Facts) -> np.ndarray:
    return facts.wins.from_seat == ABSENT


def riichi_wins(facts: Facts) -> np.ndarray:
    return facts.wins.ura_indicators[:, 0] != ABSENT


def ordinary(facts: Facts) -> np.ndarray:
    """Yaku that are no dora and no yakuman."""
    return ~np.isin(facts.yaku.yaku, (DORA, URA, RED)) & (facts.yaku.han > 0)


def listed(facts: Facts, yaku: int, least: int = 1) -> np.ndarray:
    return (facts.yaku.yaku == yaku) & (facts.yaku.han >= least)


def is_yakuman(facts: Facts) -> np.ndarray:
    return facts.batch.scores.values.half_yakuman > 0


def place(row: np.ndarray) -> int:
    """The first free place of a row that ends in ABSENT."""
    return int((row != ABSENT).sum())


# -- yaku


@injected("score", Code.YAKU, at="yaku", where=ordinary, consequences={Code.CHIPS})
def yaku_named_as_another(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    win = facts.win_of_yaku[row]
    named = set(facts.yaku.yaku[edits.games.yaku_start[win] : edits.games.yaku_start[win + 1]].tolist())
    with_code = (NUMBER[key] for key, codes in YAKU_CODES.items() if len(codes) == 1)
    other = min(number for number in with_code if number not in {*named, DORA, URA, RED})
    edits.set("yaku", row, yaku=other, code=YAKU_CODES[YAKU[other].key][0])
    return yaku_spot(facts, row)


@injected("score", Code.YAKU, at="wins", where=lambda f: ~is_yakuman(f), consequences={Code.CHIPS})
def yaku_added(edits: Edits, win: int) -> Spot | None:
    start, end = edits.games.yaku_start[win : win + 2]
    for key in ("tanyao", "pinfu", "toitoi"):
        if NUMBER[key] not in edits.facts.yaku.yaku[start:end]:
            edits.add("yaku", like=start, yaku=NUMBER[key], han=1, code=YAKU_CODES[key][0])
            return win_spot(edits.facts, win)
    return None


yaku_left_out = dropped("score", Code.YAKU, at="yaku", where=ordinary, consequences={Code.CHIPS})


yaku_listed_twice = doubled("score", Code.YAKU, at="yaku", where=ordinary, consequences={Code.CHIPS})


han_of_a_yaku_one_more = cell(
    "score", Code.YAKU, at="yaku", where=ordinary, consequences={Code.CHIPS}, column="han", to=plus(1)
)


yakuman_left_out = dropped(
    "score", Code.YAKU, at="yaku", where=lambda f: f.yaku.han == ABSENT, consequences={Code.CHIPS}
)


@injected("score", Code.YAKU, at="yaku", where=lambda f: np.isin(f.yaku.yaku, WINDS))
def code_of_another_wind(edits: Edits, row: int) -> Spot | None:
    codes = YAKU_CODES[YAKU[edits.facts.yaku.yaku[row]].key]
    code = int(edits.facts.yaku.code[row])
    edits.set("yaku", row, code=next(other for other in codes if other != code))
    return yaku_spot(edits.facts, row)


# -- dora


dora_one_more = cell("score", Code.DORA, at="yaku", where=lambda f: listed(f, DORA), column="han", to=plus(1))


dora_left_out = dropped("score", Code.DORA, at="yaku", where=lambda f: listed(f, DORA))


red_dora_one_more = cell(
    "score",
    Code.RED_DORA,
    at="yaku",
    where=lambda f: listed(f, RED),
    consequences={Code.CHIPS},
    column="han",
    to=plus(1),
)


red_dora_left_out = dropped(
    "score", Code.RED_DORA, at="yaku", where=lambda f: listed(f, RED), consequences={Code.CHIPS}
)


ura_dora_one_more = cell(
    "score",
    Code.URA_DORA,
    at="yaku",
    where=lambda f: f.yaku.yaku == URA,
    consequences={Code.CHIPS},
    column="han",
    to=lambda han: max(han, 0) + 1,
)


ura_dora_left_out = dropped(
    "score", Code.URA_DORA, at="yaku", where=lambda f: listed(f, URA), consequences={Code.CHIPS}
)


@injected(
    "score",
    Code.DORA,
    at="yaku",
    where=lambda f: listed(f, RED) & ~np.isin(f.win_of_yaku, f.win_of_yaku[listed(f, DORA)]),
    consequences={Code.RED_DORA, Code.CHIPS},
)
def red_dora_named_as_dora(edits: Edits, row: int) -> Spot | None:
    edits.set("yaku", row, yaku=DORA, code=YAKU_CODES["dora"][0])
    return yaku_spot(edits.facts, row)


# -- fu, limit and value


fu_ten_more = cell("score", Code.FU, at="wins", where=any_win, column="fu", to=plus(10))


fu_ten_fewer = cell("score", Code.FU, at="wins", where=lambda f: f.wins.fu > 30, column="fu", to=plus(-10))


value_a_hundred_more = cell("score", Code.VALUE, at="wins", where=any_win, column="points", to=plus(100))


value_doubled = cell(
    "score", Code.VALUE, at="wins", where=lambda f: f.wins.limit == 0, column="points", to=lambda points: 2 * points
)


limit_one_higher = cell(  # from a limit: a mangan by kiriage may be listed as one
    "score", Code.LIMIT, at="wins", where=lambda f: (f.wins.limit > 0) & (f.wins.limit < 5), column="limit", to=plus(1)
)


limit_not_named = cell("score", Code.LIMIT, at="wins", where=lambda f: f.wins.limit > 0, column="limit", to=always(0))


@injected("score", Code.HAN, at="wins", where=any_win)
def han_stated_one_more(edits: Edits, win: int) -> Spot | None:
    edits.set("wins", win, han=stated_han(edits.facts.batch.scores)[win] + 1)
    return win_spot(edits.facts, win)


# -- indicators a win names


@injected("score", Code.WIN_INDICATORS, at="wins", where=any_win)
def win_names_another_indicator(edits: Edits, win: int) -> Spot | None:
    tile = int(edits.facts.wins.dora_indicators[win, 0])
    kind = KIND_OF_TILE[tile]
    other = 27 if kind != 27 else 28
    edits.set("wins", (win, 0), dora_indicators=other, dora_indicator_copies=4 * other)
    return win_spot(edits.facts, win)


@injected("score", Code.WIN_INDICATORS, at="wins", where=lambda f: f.wins.dora_indicators[:, -1] == ABSENT)
def win_names_an_indicator_more(edits: Edits, win: int) -> Spot | None:
    at = place(edits.facts.wins.dora_indicators[win])
    edits.set("wins", (win, at), dora_indicators=27, dora_indicator_copies=108)
    return win_spot(edits.facts, win)


@injected("score", Code.WIN_INDICATORS, at="wins", where=lambda f: f.wins.dora_indicators[:, 1] != ABSENT)
def win_names_an_indicator_fewer(edits: Edits, win: int) -> Spot | None:
    at = place(edits.facts.wins.dora_indicators[win]) - 1
    edits.set("wins", (win, at), dora_indicators=ABSENT, dora_indicator_copies=ABSENT)
    return win_spot(edits.facts, win)


@injected("score", Code.WIN_INDICATORS, at="wins", where=riichi_wins, consequences=REVALUED)
def ura_indicator_not_shown(edits: Edits, win: int) -> Spot | None:
    at = place(edits.facts.wins.ura_indicators[win]) - 1
    edits.set("wins", (win, at), ura_indicators=ABSENT, ura_indicator_copies=ABSENT)
    return win_spot(edits.facts, win)


@injected(
    "score",
    Code.WIN_INDICATORS,
    at="wins",
    where=lambda f: riichi_wins(f) & (f.wins.ura_indicators[:, -1] == ABSENT),
    consequences=REVALUED | {Code.WALL_URA},
)
def ura_indicator_too_many(edits: Edits, win: int) -> Spot | None:
    at = place(edits.facts.wins.ura_indicators[win])
    copy = edits.facts.unseen(int(edits.facts.kyoku_of_win[win]))[0]
    edits.set(
        "wins",
        (win, at),
        ura_indicators=edits.facts.tile(edits.facts.kyoku_of_win[win], copy),
        ura_indicator_copies=copy,
    )
    return win_spot(edits.facts, win)


@injected("score", Code.WIN_INDICATORS, at="wins", where=lambda f: ~riichi_wins(f), consequences={Code.WALL_URA})
def ura_indicator_without_riichi(edits: Edits, win: int) -> Spot | None:
    copy = edits.facts.unseen(int(edits.facts.kyoku_of_win[win]))[0]
    edits.set(
        "wins",
        (win, 0),
        ura_indicators=edits.facts.tile(edits.facts.kyoku_of_win[win], copy),
        ura_indicator_copies=copy,
    )
    return win_spot(edits.facts, win)


@injected(
    "score",
    Code.URA_DORA,
    at="wins",
    where=lambda f: riichi_wins(f) & ~is_yakuman(f),
    consequences=REVALUED | {Code.WALL_URA},
)
def ura_indicator_for_more_ura(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    dora_of = DORA_OF[int(facts.players[kyoku])]
    tiles = facts.wins.hand[win].tolist()
    for call in facts.wins.calls[win].tolist():
        if call != ABSENT:
            tiles += facts.calls.tiles[edits.games.call_start[kyoku] + call].tolist()
    kinds = [KIND_OF_TILE[tile] for tile in tiles if tile != ABSENT]
    now = kinds.count(dora_of[KIND_OF_TILE[facts.wins.ura_indicators[win, 0]]])
    for copy in facts.unseen(kyoku):
        if kinds.count(dora_of[copy // 4]) > now:
            edits.set("wins", (win, 0), ura_indicators=facts.tile(kyoku, copy), ura_indicator_copies=copy)
            return win_spot(facts, win)
    return None


KINDS = named(globals())
