"""Lengths of games and kyoku, results of kyoku, and how long players stay dealer.

Terms. Only whole games have a length, in kyoku. The length of a kyoku is the number of discards of all seats.
"""

from __future__ import annotations

import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.distributions import distribution


def game_lengths(ds: Tables, by: By = "length", where: Where | None = None) -> pd.DataFrame:
    """The share of whole games with each number of kyoku, with count, interval and n."""
    rows, groups = grouped_rows(ds, "games", by, where)
    return distribution(rows.filter(rows.complete), groups, ["n_kyoku"])


def kyoku_lengths(ds: Tables, by: By = "result", where: Where | None = None) -> pd.DataFrame:
    """The share of kyoku with each number of discards, with count, interval and n."""
    rows, groups = grouped_rows(ds, "kyoku", by, where)
    return distribution(rows, groups, ["n_discards"])


def kyoku_results(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of wins and of each kind of draw, most frequent first, with count, interval and n."""
    rows, groups = grouped_rows(ds, "kyoku", by, where)
    frame = distribution(rows, groups, ["result"])
    return frame.sort_values([*groups, "count"], ascending=[*([True] * len(groups)), False], ignore_index=True)


def dealer_streaks(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """How many kyoku in a row players of each group are dealer: the longest run and the mean.

    Columns: groups, `longest`, `mean`, `dealerships`.
    """
    rows, groups = grouped_rows(ds, "hands", by, where)
    dealt = rows.filter(rows.dealer)
    each = dealt.group_by([*groups, "game", "seat", "wind", "number"]).aggregate(kyoku=dealt.count())
    frame = to_frame(
        each.group_by(groups).aggregate(longest=each.kyoku.max(), mean=each.kyoku.mean(), dealerships=each.count())
    )
    return frame.sort_values([*groups], ignore_index=True)
