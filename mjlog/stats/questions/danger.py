"""The danger of discards that face a riichi, and how players answer it.

Terms. A discard *faces* a riichi if another player is in riichi and the discarder is not. Its danger class is the worst
against all riichi players (`mjlog.tables.rows.DiscardRow`). The deal-in rate is the share of such discards that were
ronned by anyone: a ron by a hand without riichi counts too. A *safe* discard is genbutsu or has passed since the
riichi. Needs the table `discards`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.stats.dimensions import Bands, By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.distributions import distribution
from mjlog.stats.entries.decisions import SAFE, free
from mjlog.stats.summaries import summary
from mjlog.tiles import EAST, KIND_OF_TILE, N_KINDS, N_TILES

EFFICIENCY: Final = ("efficiency_loss", "best_discard_rate", "shanten_loss_rate")


def kind_of(tile: ir.Column) -> ir.Column:
    """The kind of a tile, red fives counted with the others."""
    kind = tile
    for red, five in enumerate(KIND_OF_TILE[N_KINDS:N_TILES], start=N_KINDS):
        kind = ibis.ifelse(tile == red, five, kind)
    return kind


def class_of(kind: ir.Column) -> ir.Column:
    """The class of a kind (see `class_of_kind`)."""
    number = kind % 9
    return class_of_kind(kind >= EAST, ibis.ifelse(number < 4, number, 8 - number))


def class_of_kind(honor: Any, from_end: Any) -> ir.Column:
    """`honor`, `terminal`, `2-8`, `3-7` or `4-6` (with 5), by the distance of a number from its end of the suit."""
    return ibis.cases(
        (honor, "honor"), (from_end == 0, "terminal"), (from_end == 1, "2-8"), (from_end == 2, "3-7"), else_="4-6"
    )


def facing(t: ir.Table) -> ir.Column:
    """Whether a discard faces a riichi."""
    return free(t) & (t.n_riichi > 0)


SUIT: Final = ("terminal", "2-8", "3-7", "4-6", "4-6", "4-6", "3-7", "2-8", "terminal")
"""The class of each number."""
TILE_CLASS: Final = Bands(
    "tile",
    (
        *((9 * suit + place, name) for suit in range(3) for place, name in enumerate(SUIT)),
        (N_KINDS - 1, "honor"),
        (N_TILES - 1, SUIT[4]),  # red fives
    ),
)
"""The class of the column `tile` (see `class_of_kind`)."""
DIMENSIONS: Final[dict[str, Callable[[ir.Table], Any]]] = {"tile_class": TILE_CLASS}
"""Groups of `danger` besides the columns of `discards` (`danger`, `visible`, `chance`, `turn`, `dora`, …)."""


def danger(ds: Tables, by: By = ("danger", "tile_class"), where: Where | None = None) -> pd.DataFrame:
    """The deal-in rate of discards that face a riichi, with interval and n, for each group.

    `by` takes columns, names of `DIMENSIONS` and expressions; `("danger", "tile_class", "turn")` is the whole table.
    """
    names = [by] if isinstance(by, str) else by
    groups = by if isinstance(by, Mapping) else {name: DIMENSIONS.get(name, name) for name in names}
    frame = summary(ds, ["faced_discard_deal_in_rate"], where, by=groups)
    frame = frame[frame["denominator"] > 0].reset_index(drop=True)
    columns = [*frame.columns[: len(groups) + 1], "deal_in_rate", "low", "high", "n", "note"]
    return frame.rename(columns={"value": "deal_in_rate"})[columns]


def danger_matrix(frame: pd.DataFrame, rows: str, columns: str) -> pd.DataFrame:
    """The wide form of a result of `danger`: deal-in rates by number of players, rows and columns."""
    return frame.pivot(index=["players", rows], columns=columns, values="deal_in_rate")


def efficiency(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """Useful tiles given up, and the shares of best discards and of those that raise the shanten, before any riichi."""
    return summary(ds, EFFICIENCY, where, by=by)


def folding(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """How players answer a riichi: the share of kyoku in which they fold, push, or mix both.

    From the first riichi faced on, `folded` is all discards safe, `pushed` at least one in two not, `mixed` between.
    `longest` is the mean length of the longest run of safe discards. Columns: groups, `answer`, `count`, `n`, `share`,
    `low`, `high`, `longest`.
    """
    rows, groups = grouped_rows(ds, "discards", by, where)
    faced = rows.filter(facing(rows))
    safe = faced.danger.isin(SAFE)
    kyoku = ["game", "kyoku", "seat"]
    faced = faced.mutate(
        safe=safe,
        risks=(~safe).cast("int32").sum().over(ibis.cumulative_window(group_by=kyoku, order_by="event")),
    )
    runs = faced.group_by([*groups, *kyoku, "risks"]).aggregate(
        length=faced.safe.cast("int32").sum(), discards=faced.count()
    )
    each = runs.group_by([*groups, *kyoku]).aggregate(
        longest=runs.length.max(), safe=runs.length.sum(), discards=runs.discards.sum()
    )
    answers = each.mutate(
        answer=ibis.cases(
            (each.safe == each.discards, "folded"), (2 * each.safe <= each.discards, "pushed"), else_="mixed"
        )
    )
    longest = to_frame(answers.group_by([*groups, "answer"]).aggregate(longest=answers.longest.mean()))
    return distribution(answers, groups, ["answer"]).merge(longest, on=[*groups, "answer"])
