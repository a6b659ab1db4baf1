"""How dangerous discards are: the chance that a tile of a kind is ronned, by what is known when it is discarded.

Terms. A discard *faces* a riichi if another player is in riichi and the discarder is not; its danger class is the
worst against the riichi players (`mjlog.tables.rows.DiscardRow`). The deal-in rate is the share of such discards that
were ronned, by whomever: a hand without riichi that wins counts too. Needs the table `discards`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any, Final

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.distributions import shares
from mjlog.stats.entries.decisions import SURE, free
from mjlog.stats.query import summary

KIND_OF_RED: Final = {34: 4, 35: 13, 36: 22}
CLASSES: Final = {0: "terminal", 1: "2-8", 2: "3-7", 3: "4-6", 4: "honor"}
ROLES: Final = ("efficiency_loss", "best_discard_rate", "shanten_loss_rate")


def tile_class(t: ir.Table) -> ir.Column:
    """`terminal`, `2-8`, `3-7`, `4-6` (with 5) or `honor`, of the discarded tile."""
    kind = t.tile
    for red, five in KIND_OF_RED.items():
        kind = ibis.ifelse(t.tile == red, five, kind)
    number = kind % 9
    from_end = ibis.ifelse(number < 4, number, 8 - number)
    return ibis.ifelse(
        kind >= 27,
        "honor",
        ibis.cases((from_end == 0, "terminal"), (from_end == 1, "2-8"), (from_end == 2, "3-7"), else_="4-6"),
    )


def facing(t: ir.Table) -> ir.Column:
    """Whether a discard faces a riichi."""
    return free(t) & (t.n_riichi > 0)


DIMENSIONS: Final[dict[str, Callable[[ir.Table], Any]]] = {"tile_class": tile_class}
"""Made for `danger`, beside the columns of `discards`: `danger`, `visible`, `chance`, `turn`, `dora`, `shanten` …"""


def danger(ds: Tables, by: By = ("danger", "tile_class"), where: Where | None = None) -> pd.DataFrame:
    """The deal-in rate of discards that face a riichi, with interval and n, for each group.

    `by` takes columns, names of `DIMENSIONS` and expressions; `("danger", "tile_class", "turn")` is the whole table.
    """
    names = [by] if isinstance(by, str) else by
    made = by if isinstance(by, Mapping) else {name: DIMENSIONS.get(name, itemgetter(name)) for name in names}
    frame = summary(ds, by=made, stats=["faced_discard_deal_in_rate"], where=where)
    frame = frame[frame["denominator"] > 0].reset_index(drop=True)
    return frame.rename(columns={"value": "deal_in_rate"})[
        [*frame.columns[: len(made) + 1], "deal_in_rate", "low", "high", "n", "note"]
    ]


def deal_ins_by_shanten(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """How many deal-ins were in tenpai (0), one shanten from it, two …, with share and interval."""
    rows, groups = grouped_rows(ds, "hands", by, where)
    frame = shares(rows.filter(rows.deal_in_shanten.notnull()), groups, ["deal_in_shanten"])
    return frame.rename(columns={"deal_in_shanten": "shanten"}).sort_values([*groups, "shanten"], ignore_index=True)


def efficiency(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """Useful tiles given up, the share of best discards and of those that raise the shanten; no riichi on the table."""
    return summary(ds, by=by, stats=ROLES, where=where)


def folding(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """How players answer a riichi: kyoku by what their discards were from the first riichi faced on.

    `folded`: every discard was genbutsu or had passed; `pushed`: at least one in two was not; `mixed` between.
    `longest` is the mean of the longest streaks of sure discards. Columns: groups, `answer`, `count`, `n`, `share`,
    `low`, `high`, `longest`.
    """
    rows, groups = grouped_rows(ds, "discards", by, where)
    faced = rows.filter(facing(rows))
    sure = faced.danger.isin(SURE)
    kyoku = ["game", "kyoku", "seat"]
    streaks = faced.mutate(
        sure=sure,
        risks=(~sure).cast("int32").sum().over(ibis.cumulative_window(group_by=kyoku, order_by="event")),
    )
    runs = streaks.group_by([*groups, *kyoku, "risks"]).aggregate(
        length=streaks.sure.cast("int32").sum(), discards=streaks.count()
    )
    each = runs.group_by([*groups, *kyoku]).aggregate(
        longest=runs.length.max(), sure=runs.length.sum(), discards=runs.discards.sum()
    )
    answered = each.mutate(
        answer=ibis.cases(
            (each.sure == each.discards, "folded"), (2 * each.sure <= each.discards, "pushed"), else_="mixed"
        )
    )
    frame = shares(answered, groups, ["answer"])
    longest = to_frame(answered.group_by([*groups, "answer"]).aggregate(longest=answered.longest.mean()))
    return frame.merge(longest, on=[*groups, "answer"]).sort_values([*groups, "answer"], ignore_index=True)


def danger_matrix(frame: pd.DataFrame, rows: str, columns: str) -> pd.DataFrame:
    """The wide form of a result of `danger`: deal-in rates of one number of players, rows by columns."""
    return frame.pivot(index=["players", rows], columns=columns, values="deal_in_rate")
