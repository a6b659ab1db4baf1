"""The self-check of a data set: sums that must be equal if every kyoku was read and settled correctly.

Each identity compares two whole numbers, separately for three- and four-player games; all hold exactly on complete
tables. Where rows are compared one by one, the left side counts those that differ.
"""

# ruff: noqa: E501  # an identity is one line of the table, however long

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.rules.yaku import YAKU, Need
from mjlog.stats.dimensions import Tables, to_frame

Sums = Mapping[str, int]


class Identity(NamedTuple):
    """Two sums that must be equal."""

    key: str
    sentence: str
    left: Callable[[Sums], int]
    right: Callable[[Sums], int]


# fmt: off
IDENTITIES: Final[tuple[Identity, ...]] = (
    Identity("rows", "every kyoku has one row of hands for each player", lambda s: s["hands"], lambda s: s["players"] * s["kyoku"]),
    Identity("outcomes", "a kyoku is won or drawn", lambda s: s["kyoku_won"] + s["kyoku_drawn"], lambda s: s["kyoku"]),
    Identity("wins", "wins in hands equal the rows of wins", lambda s: s["won"], lambda s: s["wins"]),
    Identity("extra_rons", "wins are won kyoku plus the extra wins of double rons", lambda s: s["won"], lambda s: s["kyoku_won"] + s["extra_wins"]),
    Identity("tsumo_hits", "every other player pays for a tsumo", lambda s: s["hits"], lambda s: (s["players"] - 1) * s["tsumo"]),
    Identity("rons", "each win by ron is one deal-in", lambda s: s["rons_fed"], lambda s: s["won"] - s["tsumo"]),
    Identity("riichi_order", "a riichi is the first of its kyoku or a chase", lambda s: s["first"] + s["chases"], lambda s: s["riichi"]),
    Identity("first_riichi", "a kyoku with riichi has one first riichi", lambda s: s["first"], lambda s: s["kyoku_riichi"]),
    Identity("win_states", "a win is in riichi, open or dama", lambda s: s["riichi_wins"] + s["open_wins"] + s["dama_wins"], lambda s: s["won"]),
    Identity("declarations", "a declared riichi is accepted, its tile is ronned, or the kyoku ends with it", lambda s: s["accepted"] + s["ronned"] + s["unsettled"], lambda s: s["riichi"]),
    Identity("causes", "rows whose change in points differs from the sum of the causes", lambda s: s["other_causes"], lambda s: 0),
    Identity("settlement", "kyoku whose payments for hands, honba, noten and nagashi do not sum to 0", lambda s: s["unbalanced"], lambda s: 0),
    Identity("hand_values", "won kyoku whose only winner did not receive the recorded value for the hand", lambda s: s["other_values"], lambda s: 0),
    Identity("stick_payments", "riichi sticks paid equal accepted declarations", lambda s: -s["sticks_paid"], lambda s: 1000 * s["accepted"]),
    Identity("sticks_taken", "won kyoku whose winners did not take exactly the sticks on the table", lambda s: s["wrong_sticks"], lambda s: 0),
    Identity("continuity", "rows whose start points differ from the end points of the previous kyoku", lambda s: s["breaks"], lambda s: 0),
    Identity("final_points", "final points of whole games equal the start points", lambda s: s["final_points"], lambda s: s["first_points"]),
    Identity("kinds_of_wins", "wins with a yaku that their kind excludes (tsumo or ron, riichi or not, open or closed, a draw)", lambda s: s["excluded_yaku"], lambda s: 0),
    Identity("listed_once", "wins that list a yaku twice", lambda s: s["repeated_yaku"], lambda s: 0),
    Identity("several_yaku", "twenty or more wins do not all list the same yaku", lambda s: s["same_yaku"], lambda s: 0),
    Identity("listed_han", "wins whose listed han cannot be worth the recorded points", lambda s: s["other_han"], lambda s: 0),
    Identity("places", "places of whole games are 1 to the number of players", lambda s: 2 * s["place_sum"], lambda s: (s["players"] + 1) * s["placed"]),
)
# fmt: on

TSUMO_ONLY: Final = frozenset({"menzen_tsumo", "rinshan", "haitei", "tenhou", "chiihou", "iipin_mouyue"})
RON_ONLY: Final = frozenset(
    {"chankan", "houtei", "renhou", "tsubame_gaeshi", "kanburi", "chuupin_raoyui", "open_riichi_deal_in"}
)
RIICHI_ONLY: Final = frozenset({"ura_dora", *(yaku.key for yaku in YAKU if yaku.needs & Need.RIICHI)})
CLOSED_ONLY: Final = frozenset(yaku.key for yaku in YAKU if yaku.open_han is None)
DRAW_ONLY: Final = frozenset(yaku.key for yaku in YAKU if yaku.kind == "draw")
"""Yaku that only one kind of win, or only a draw, can have."""
MOST_OF_TWO_HAN: Final = 10_600
"""Points of a ron of the dealer with 2 han 110 fu."""
MANY_WINS: Final = 20
"""This number of wins never list the same yaku, unless they are misread."""


def check_identities(ds: Tables) -> pd.DataFrame:
    """Every identity with both sides and whether it holds: one row per number of players and identity."""
    parts = [to_frame(query).set_index("players") for query in _queries(ds)]
    together = pd.concat(parts, axis=1).fillna(0).astype("int64").sort_index()
    rows = []
    for players, sums in together.to_dict("index").items():
        named = {str(name): total for name, total in sums.items()} | {"players": players}
        for identity in IDENTITIES:
            left, right = identity.left(named), identity.right(named)
            rows.append((players, identity.key, identity.sentence, left, right, left == right))
    return pd.DataFrame(rows, columns=["players", "identity", "sentence", "left", "right", "holds"])


def broken_games(ds: Tables) -> pd.DataFrame:
    """The games that violate an identity: one row per identity and game, in the order of `check_identities`.

    Errors of several games can cancel in the sums of a data set.
    """
    by = ("players", "game")
    parts = [to_frame(query).set_index(list(by)) for query in _queries(ds, by)]
    together = pd.concat(parts, axis=1).fillna(0).astype("int64").sort_index().reset_index()
    sums = {str(name): together[name] for name in together}
    broken = []
    for identity in IDENTITIES:
        games = together[identity.left(sums) != identity.right(sums)]  # type: ignore[arg-type]  # columns in place of numbers
        broken.append(games[["players", "game"]].assign(identity=identity.key))
    frame: pd.DataFrame = pd.concat(broken, ignore_index=True)
    return frame[["players", "identity", "game"]]


def _queries(ds: Tables, by: Sequence[str] = ("players",)) -> list[ir.Table]:
    """The sums by the given columns, one query per table or join."""
    return [
        _sums(ds.hands, _hand_sums(ds.hands), by),
        _sums(ds.kyoku, _kyoku_sums(ds.kyoku), by),
        _sums(ds.wins, _win_sums(ds.wins), by),
        _settlement_sums(ds, by),
        _continuity_sums(ds.hands, by),
        _final_sums(ds, by),
    ]


def _sums(table: ir.Table, sums: dict[str, Any], by: Sequence[str]) -> ir.Table:
    return table.group_by(list(by)).aggregate(**sums)


def _hand_sums(t: ir.Table) -> dict[str, Any]:
    causes = t.points_hand + t.points_honba + t.points_sticks + t.points_riichi + t.points_noten + t.points_nagashi
    return {
        "hands": t.count(),
        "won": t.won.sum(),
        "tsumo": t.tsumo.sum(),
        "hits": t.hit_by_tsumo.sum(),
        "rons_fed": t.n_deal_ins.sum(),
        "riichi": t.riichi.sum(),
        "first": (t.riichi_order == 1).sum(),
        "chases": (t.riichi_order > 1).sum(),
        "accepted": t.riichi_accepted.sum(),
        "ronned": t.riichi_ronned.sum(),
        "unsettled": (t.riichi & ~t.riichi_accepted & ~t.riichi_ronned).sum(),
        "riichi_wins": (t.win_state == "riichi").sum(),
        "open_wins": (t.win_state == "open").sum(),
        "dama_wins": (t.win_state == "dama").sum(),
        "sticks_paid": t.points_riichi.sum(),
        "other_causes": (t.end_points - t.start_points != causes).sum(),
    }


def _kyoku_sums(t: ir.Table) -> dict[str, Any]:
    return {
        "kyoku": t.count(),
        "kyoku_won": (t.result == "win").sum(),
        "kyoku_drawn": (t.result != "win").sum(),
        "kyoku_riichi": (t.n_riichi > 0).sum(),
        "extra_wins": ibis.ifelse(t.n_wins > 1, t.n_wins - 1, 0).sum(),
    }


def _win_sums(t: ir.Table) -> dict[str, Any]:
    def lists(keys: frozenset[str]) -> Any:
        return t.yaku.intersect(ibis.array(sorted(keys))).length() > 0

    excluded = (
        lists(DRAW_ONLY)
        | (~t.tsumo & lists(TSUMO_ONLY))
        | (t.tsumo & lists(RON_ONLY))
        | (~t.riichi & lists(RIICHI_ONLY))
        | (~t.closed & lists(CLOSED_ONLY))
    )
    different = t.yaku.unique()
    n_lists = ibis.ifelse(different.length() > 0, different.sort().join(","), ibis.null(str)).nunique()
    too_few, too_many = t.points < 3 * _least_base(t.han), (t.han <= 2) & (t.points > MOST_OF_TWO_HAN)
    return {
        "wins": t.count(),
        "excluded_yaku": excluded.sum(),
        "repeated_yaku": (different.length() != t.yaku.length()).sum(),
        "same_yaku": ibis.ifelse((n_lists == 1) & ((different.length() > 0).sum() >= MANY_WINS), 1, 0),
        "other_han": (t.han.notnull() & (too_few | too_many)).sum(),
    }


def _least_base(han: Any) -> Any:
    """Base points of a hand of 20 fu, or of its limit, under any rule set; a tsumo of three players pays three times."""
    by_han = ((11, 6000), (8, 4000), (6, 3000), (5, 2000), (4, 1280), (3, 640), (2, 320), (1, 160))
    return ibis.cases(*((han >= least, base) for least, base in by_han), else_=MOST_OF_TWO_HAN)


def _settlement_sums(ds: Tables, by: Sequence[str]) -> ir.Table:
    """The number of kyoku with payments that do not sum to 0, with the wrong sticks, or another value than recorded."""
    t = ds.hands
    settled = t.group_by(["players", "game", "kyoku"]).aggregate(
        settled=(t.points_hand + t.points_honba + t.points_noten + t.points_nagashi).sum(),
        taken=t.points_sticks.sum(),
        received=ibis.ifelse(t.won, t.points_hand, 0).sum(),
        value=t.win_points.sum(),
        accepted=t.riichi_accepted.sum(),
    )
    on_table = ds.kyoku.select("game", "kyoku", "sticks", "result", "n_wins")
    joined = settled.inner_join(on_table, ["game", "kyoku"])
    stakes = ibis.ifelse(joined.result == "win", 1000 * (joined.sticks + joined.accepted), 0)
    sums = {
        "unbalanced": (joined.settled != 0).sum(),
        "wrong_sticks": (joined.taken != stakes).sum(),
        "other_values": ((joined.n_wins == 1) & (joined.received != joined["value"])).sum(),
    }
    return _sums(joined, sums, by)


def _continuity_sums(t: ir.Table, by: Sequence[str]) -> ir.Table:
    """The number of rows whose start points differ from the end points of the previous kyoku."""
    before = t.select("game", "seat", "end_points", kyoku=t.kyoku + 1)
    joined = t.inner_join(before, ["game", "seat", "kyoku"], rname="before_{name}")
    return _sums(joined, {"breaks": (joined.start_points != joined.before_end_points).sum()}, by)


def _final_sums(ds: Tables, by: Sequence[str]) -> ir.Table:
    """Final points, start points and places of finished games."""
    began = ds.hands.filter(ds.hands.kyoku == 0).select("game", "seat", "start_points")
    finished = ds.seats.filter(ds.seats.place.notnull() & ds.seats.final_points.notnull())
    joined = finished.inner_join(began, ["game", "seat"])
    return _sums(
        joined,
        {
            "final_points": joined.final_points.sum(),
            "first_points": joined.start_points.sum(),
            "place_sum": joined.place.sum(),
            "placed": joined.count(),
        },
        by,
    )
