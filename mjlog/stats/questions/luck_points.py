"""Luck in points: how much of a player's balance each kind of luck explains.

Terms. The *balance* of a kyoku is all that a seat received less all that it paid. The luck of a kyoku is, for each kind
of `mjlog.stats.luck`, the sum of actual minus expected outcomes. The *price* of a kind is the change of the balance by
one unit of its luck, all other kinds equal: the coefficients of one least-squares fit over all kyoku of the data set
with as many players. Kinds that come together, such as useful draws and ippatsu, are so not counted twice.
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations_with_replacement
from typing import Final

import ibis
import ibis.expr.types as ir
import numpy as np
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.entries.hands import balance
from mjlog.stats.questions.luck import HAND, cases_of

NORMAL_95: Final = 1.96


def luck_points(
    ds: Tables, by: By = "player", where: Where | None = None, *, expected_from: Tables | None = None
) -> pd.DataFrame:
    """The mean points per kyoku that each kind of luck explains, with a 95 % interval.

    Columns: groups, `luck`, `points`, `low`, `high`, `price` (points per unit of luck), `n` (kyoku). The rows of a
    group are `rest` for the mean balance without luck, its kinds of luck, and `balance`. The interval is that of the
    mean of the group; prices count as known.
    """
    hands, kinds = _luck_of_hands(ds, expected_from)
    rows, groups = grouped_rows(ds, "hands", by, where)
    chosen = rows.select(*dict.fromkeys([*groups, *HAND]), chosen=True).drop("players")
    names = ["one", *kinds, "balance"]
    joined = hands.left_join(chosen, HAND, rname="{name}_right").mutate(one=ibis.literal(1.0))
    pairs = [*combinations_with_replacement(names, 2)]
    products = {f"{a}·{b}": (joined[a] * joined[b]).sum() for a, b in pairs}
    frame = to_frame(joined.group_by([*groups, "chosen"]).aggregate(**products), groups)
    prices = {
        players: _prices(of_players[list(products)].sum(), kinds) for players, of_players in frame.groupby("players")
    }
    of_groups = frame[frame["chosen"].notna()].sort_values(groups)
    out = []
    for row in of_groups.to_dict("records"):
        group, n, price = {name: row[name] for name in groups}, row["one·one"], prices[row["players"]]
        means = {name: price[name] * row[f"one·{name}"] / n for name in price}
        out.append({**group, "luck": "rest", "points": means["balance"] - sum(means[name] for name in kinds), "n": n})
        for name, mean in means.items():
            variance = price[name] ** 2 * row[f"{name}·{name}"] / n - mean**2
            half = NORMAL_95 * np.sqrt(max(variance, 0) / n)
            ends = {"low": mean - half, "high": mean + half}
            out.append({**group, "luck": name, "points": mean, **ends, "price": price[name], "n": n})
    result = pd.DataFrame(out, columns=[*groups, "luck", "points", "low", "high", "price", "n"])
    return result.astype({"n": int})


def _luck_of_hands(ds: Tables, expected_from: Tables | None) -> tuple[ir.Table, list[str]]:
    """The balance and the luck of each kind of every seat and kyoku."""
    hands = ds.hands.mutate(balance=balance(ds.hands).cast("float64"))
    hands = hands.filter(hands.balance.notnull()).select(*HAND, "players", "balance")
    sums = {
        name: rows.group_by(HAND).aggregate((rows.actual - rows.expected).sum().name(name))
        for name, (rows, _) in cases_of(ds, HAND, None, expected_from).items()
    }
    joined = reduce(lambda table, luck: table.left_join(luck, HAND, rname="{name}_right"), sums.values(), hands)
    columns = {name: joined[name].fill_null(0.0) for name in sums}
    return joined.select(*HAND, "players", "balance", **columns), list(sums)


def _prices(sums: pd.Series, kinds: list[str]) -> dict[str, float]:
    """The price of each kind by least squares, from the sums of products; that of the balance is 1."""
    names = ["one", *kinds]
    moments = np.array([[sums[f"{a}·{b}" if f"{a}·{b}" in sums else f"{b}·{a}"] for a in names] for b in names])
    balances = np.array([sums[f"{name}·balance"] for name in names])
    fit = np.linalg.lstsq(moments, balances, rcond=None)[0]
    return {**dict(zip(kinds, fit[1:].tolist(), strict=True)), "balance": 1.0}
