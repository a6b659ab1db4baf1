"""Luck in points: how much of a player's balance each kind of luck explains.

Terms. The *balance* of a kyoku is all that a seat received less all that it paid. The luck of a kyoku is, for each kind
of `mjlog.stats.luck`, the sum of actual minus expected outcomes. The *price* of a kind is the change of the balance by
one unit of its luck, all other kinds equal: the coefficients of one least-squares fit over all kyoku of the data set
with as many players. Kinds that come together, such as useful draws and ippatsu, are so not counted twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any, Final

import ibis
import ibis.expr.types as ir
import numpy as np
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, kept, to_frame
from mjlog.stats.query import total
from mjlog.stats.questions.luck import HAND, luck_of_hands

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
    if expected_from is None:
        whole = kept(ds, "·prices", lambda: _moments(hands, ["players"], kinds))
    else:
        whole = _moments(hands, ["players"], kinds)
    prices = {row["players"]: _prices(row, kinds) for row in to_frame(whole).to_dict("records")}
    rows, groups = grouped_rows(ds, "hands", by, where)
    chosen = rows.select(*dict.fromkeys([*groups, *HAND])).inner_join(hands.drop("players"), HAND)
    of_groups = to_frame(_moments(chosen, groups, kinds), groups).sort_values(groups)
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
    hands, kinds = luck_of_hands(ds, expected_from)
    hands = hands.filter(hands.balance.notnull())
    luck = {kind: (hands[f"actual {kind}"] - hands[f"expected {kind}"]).fill_null(0.0) for kind in kinds}
    return hands.select(*HAND, "players", "balance", **luck), kinds


def _moments(hands: ir.Table, groups: list[str], kinds: list[str]) -> ir.Table:
    """By group, the sums of the products of two kinds of luck, the balance and `one`."""
    hands = hands.mutate(one=ibis.literal(1.0))
    pairs = combinations_with_replacement(["one", *kinds, "balance"], 2)
    return hands.group_by(groups).aggregate(**{f"{a}·{b}": total(hands[a] * hands[b], hands) for a, b in pairs})


def _prices(sums: Mapping[Any, float], kinds: list[str]) -> dict[str, float]:
    """The price of each kind by least squares, from the sums of products; that of the balance is 1."""
    names = ["one", *kinds]
    moments = np.array([[sums[f"{a}·{b}" if f"{a}·{b}" in sums else f"{b}·{a}"] for a in names] for b in names])
    balances = np.array([sums[f"{name}·balance"] for name in names])
    fit = np.linalg.lstsq(moments, balances, rcond=None)[0]
    return {**dict(zip(kinds, fit[1:].tolist(), strict=True)), "balance": 1.0}
