"""How long games and kyoku are, and how they end.

Terms. Only whole games have a length. The length of a kyoku is in discards of all seats.
"""

from __future__ import annotations

import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.distributions import shares


def game_lengths(ds: Tables, by: By = "length", where: Where | None = None) -> pd.DataFrame:
    """The share of whole games of each number of kyoku, with count, interval and n."""
    rows, groups = grouped_rows(ds, "games", by, where)
    frame = shares(rows.filter(rows.complete), groups, ["n_kyoku"])
    return frame.sort_values([*groups, "n_kyoku"], ignore_index=True)


def kyoku_lengths(ds: Tables, by: By = "result", where: Where | None = None) -> pd.DataFrame:
    """The share of kyoku of each length in discards, with count, interval and n."""
    rows, groups = grouped_rows(ds, "kyoku", by, where)
    return shares(rows, groups, ["n_discards"]).sort_values([*groups, "n_discards"], ignore_index=True)


def kyoku_results(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """How kyoku end: the share of wins and of each kind of draw, with count, interval and n."""
    rows, groups = grouped_rows(ds, "kyoku", by, where)
    frame = shares(rows, groups, ["result"])
    return frame.sort_values([*groups, "count"], ascending=[*([True] * len(groups)), False], ignore_index=True)


def dealer_streaks(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """The longest rows of kyoku a player was dealer in, one for each group: the game, and how many kyoku it lasted.

    Columns: groups, `longest`, `mean` (kyoku of a dealership), `dealerships`.
    """
    rows, groups = grouped_rows(ds, "hands", by, where)
    dealt = rows.filter(rows.dealer)
    each = dealt.group_by([*groups, "game", "seat", "wind", "number"]).aggregate(kyoku=dealt.count())
    frame = to_frame(
        each.group_by(groups).aggregate(longest=each.kyoku.max(), mean=each.kyoku.mean(), dealerships=each.count())
    )
    return frame.sort_values([*groups], ignore_index=True)
