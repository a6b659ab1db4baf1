"""Expected outcomes of cases from other games: their mean, or a smooth model of factors.

The model of an event that happens or not is logistic, with one number for each level of each factor. `RIDGE` draws the
numbers of levels with few cases to 0, the mean of all. No game is expected from itself: its expectation comes from the
games of the other folds (`mjlog.stats.place_model.FOLDS`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import ibis
import ibis.expr.types as ir
import numpy as np
import pandas as pd
import pyarrow as pa

from mjlog.stats.dimensions import Tables, to_frame
from mjlog.stats.intervals import Floats
from mjlog.stats.place_model import FOLDS, fit
from mjlog.stats.query import HASH, total

RIDGE: Final = 1.0
"""Weight of the squared number of a level against the likelihood."""


class Outcome(NamedTuple):
    """An outcome of the cases of one table."""

    cases: Callable[[Tables], ir.Table]
    """The cases."""
    keys: tuple[str, ...]
    """Columns that identify a case."""
    actual: Callable[[ir.Table], Any]
    """The outcome of a case: true or false with factors, else a number."""
    factors: Mapping[str, Callable[[ir.Table], Any]] = {}
    exposure: Callable[[ir.Table], Any] = lambda t: ibis.literal(1.0)
    """Without factors, the expectation is proportional to it."""


def with_expected(ds: Tables, outcome: Outcome, expected_from: Tables | None = None) -> ir.Table:
    """The cases of a data set: their keys, `actual` and `expected`, by the games of `expected_from` or its own.

    Cases without an expectation from other games are left out.
    """
    names = [*outcome.factors]
    cases = _cases(ds, outcome)
    cells = _cells(cases, names)
    known = cells if expected_from is None else _cells(_cases(expected_from, outcome), names)
    rates = _rates(cells, known, names)
    keys = ["players", "fold", *names]
    columns = {name: pa.array(rates[name], pa.string() if name in names else pa.int64()) for name in keys}
    table = ibis.memtable(pa.table({**columns, "rate": pa.array(rates["rate"], pa.float64())}))
    joined = cases.inner_join(table, keys)
    return joined.select(*outcome.keys, "actual", expected=joined.exposure * joined.rate)


def _cases(ds: Tables, outcome: Outcome) -> ir.Table:
    rows = outcome.cases(ds)
    factors = {name: level(rows).cast("string").fill_null("") for name, level in outcome.factors.items()}
    fold = (HASH(rows.game) // 64 % FOLDS).cast("int64")
    return rows.select(
        *outcome.keys,
        players=rows.players.cast("int64"),
        fold=fold,
        actual=outcome.actual(rows).cast("float64"),
        exposure=outcome.exposure(rows).cast("float64"),
        **factors,
    )


def _cells(cases: ir.Table, names: Sequence[str]) -> pd.DataFrame:
    """The sums of outcomes and exposure by players, fold and factors."""
    keys = ["players", "fold", *names]
    sums = cases.group_by(keys).aggregate(total=total(cases.actual, cases), n=total(cases.exposure, cases))
    return to_frame(sums.order_by(keys))


def _rates(cells: pd.DataFrame, known: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """The cells that have an expectation, with its `rate` per exposure."""
    out = [cells.iloc[:0].assign(rate=0.0)]
    for _, part in cells.groupby(["players", "fold"]):
        players, fold = part.iloc[0][["players", "fold"]]
        others = known[known["players"].eq(players) & known["fold"].ne(fold)]
        if len(others):
            rate = _modelled(part, others, names) if names else others["total"].sum() / others["n"].sum()
            out.append(part.assign(rate=rate))
    return pd.concat(out)


def _modelled(cells: pd.DataFrame, others: pd.DataFrame, names: Sequence[str]) -> Floats:
    """The chance of the event in each cell, from the cells of other games."""
    others = others.groupby(list(names))[["total", "n"]].sum().reset_index()
    both = pd.concat([others, cells])[list(names)]
    terms = np.column_stack([np.ones(len(both)), pd.get_dummies(both).to_numpy(float)])
    n_seen, n = len(others), others["n"].to_numpy(float)
    happened = others["total"].to_numpy(float)[:, None] / n[:, None]
    ridge = np.array([1e-6, *[RIDGE] * (terms.shape[1] - 1)])
    model = fit(terms[:n_seen], happened, 0, counts=n, ridge=ridge)
    return model.chances(terms[n_seen:])[:, 0]
