"""A smooth model of final places: the chance of each place, from the points at the start of a kyoku and the kyoku left.

Terms. *Kyoku left* are those that the planned length still has, this one included, at least 1; repeats are not known in
advance. A *gap* is the player's points minus those of another seat. The model is a softmax over the places. Its terms
are the hyperbolic tangents of the gaps over the root of the kyoku left, on two scales, since the points of the rest of
a game spread like a random walk. The chances of a table are then made consistent (`balanced`). Riichi sticks and honba
on the table are not used.

The numbers of `mjlog.stats.place_weights` are fitted to genuine games; `python -m mjlog.stats.place_model DATA_SET`
makes them. `fitted` fits others: each game gets the expectation of a model that has not seen it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import ibis
import ibis.expr.types as ir
import numpy as np
import pandas as pd
import pyarrow as pa

from mjlog.rules.ruleset import WINDS_OF_LENGTH
from mjlog.stats.dimensions import Tables, kept, to_frame, widened
from mjlog.stats.intervals import Floats
from mjlog.stats.query import HASH

FOLDS: Final = 5
"""Parts of the games: the model for one part is fitted to the others."""
SCALES: Final = (5_000, 15_000)
"""Points for one kyoku left, of the two terms of each gap."""
RIDGE: Final = 1e-2
"""Weight of the squared numbers against the likelihood; it keeps models of few games finite."""
ROUNDS: Final = 30
"""Rounds of `balanced`."""
STEPS: Final = 25
"""Most steps of Newton's method."""
KEYS: Final = ("game", "kyoku", "seat")
COLUMNS: Final = (*KEYS, "players", "wind", "number", "dealer", "length", "place")


class PlaceModel(NamedTuple):
    """The model for one number of players."""

    weights: Floats
    """`(n_terms, players - 1)`, against the last place."""
    n_games: int
    """Games it is fitted to."""

    def chances(self, terms: Floats) -> Floats:
        """The chance of each place, `(n, players)`."""
        return softmax(terms @ self.weights)


def softmax(scores: Floats) -> Floats:
    """Chances `(n, k + 1)` of scores `(n, k)` against one class with score 0."""
    scores = np.column_stack([scores, np.zeros(len(scores))])
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances: Floats = raised / raised.sum(axis=1, keepdims=True)
    return chances


def terms_of(rows: pd.DataFrame, players: int) -> Floats:
    """`(n, n_terms)`: the terms of each row of `situations_of`."""
    points = np.array(rows["table_points"].tolist(), float)[:, :players]
    seat = rows["seat"].to_numpy(int)
    own = np.take_along_axis(points, seat[:, None], axis=1)
    others = np.sort(np.where(np.arange(players) == seat[:, None], -np.inf, points), axis=1)[:, :0:-1]
    winds = rows["length"].map(WINDS_OF_LENGTH).to_numpy(int)
    left = np.maximum(players * (winds - rows["wind"].to_numpy(int)) - rows["number"].to_numpy(int) + 1, 1)
    root = np.sqrt(left)[:, None]
    near, far = (np.tanh((own - others) / (scale * root)) for scale in SCALES)
    dealer = rows["dealer"].to_numpy(float)[:, None]
    ones = np.ones((len(rows), 1))
    return np.column_stack([ones, near, far, dealer, dealer * near, seat[:, None] / root, ones / root, near / root])


def situations_of(ds: Tables) -> pd.DataFrame:
    """Every hand of a finished game with the points of its table, its final place and its fold."""
    hands = widened(ds, "hands", set(COLUMNS) - set(ds.hands.columns))
    points = ds.kyoku.select("game", "kyoku", table_points=ds.kyoku.start_points)
    joined = hands.filter(hands.place.notnull()).inner_join(points, ["game", "kyoku"])
    chosen = joined.select(*COLUMNS, "table_points", fold=(HASH(joined.game) // 64 % FOLDS).cast("int8"))
    return to_frame(chosen.order_by(KEYS))


def fit(
    terms: Floats, reached: Floats, n_games: int, *, counts: Floats | None = None, ridge: Floats | float = RIDGE
) -> PlaceModel:
    """The model with the highest likelihood, by Newton's method.

    `reached`, `(n_rows, players - 1)`, is the share of each place but the last in a row. A row counts once, or as often
    as `counts` says. `ridge` is one weight, or one for each term.
    """
    n_terms, n_free = terms.shape[1], reached.shape[1]
    counts = np.ones(len(terms)) if counts is None else counts
    ridge = np.broadcast_to(ridge, n_terms)
    weights = np.zeros((n_terms, n_free))
    for _ in range(STEPS):
        chances = softmax(terms @ weights)[:, :-1]
        slope = terms.T @ (counts[:, None] * (reached - chances)) - ridge[:, None] * weights
        curvature = np.empty((n_free, n_terms, n_free, n_terms))
        for one in range(n_free):
            for other in range(n_free):
                weight = counts * chances[:, one] * ((one == other) - chances[:, other])
                curvature[one, :, other] = terms.T @ (weight[:, None] * terms)
        size = n_free * n_terms
        step = np.linalg.solve(curvature.reshape(size, size) + np.diag(np.tile(ridge, n_free)), slope.T.ravel())
        weights += step.reshape(n_free, n_terms).T
        if np.abs(step).max() < 1e-6:
            break
    return PlaceModel(weights, n_games)


def shipped(players: int) -> PlaceModel:
    """The model of `mjlog.stats.place_weights`."""
    from mjlog.stats.place_weights import N_GAMES, WEIGHTS

    return PlaceModel(np.array(WEIGHTS[players]), N_GAMES[players])


def fitted(ds: Tables) -> dict[tuple[int, int], PlaceModel]:
    """By players and fold, the model of the games of a data set outside the fold."""
    models = {}
    for players, part in _parts(situations_of(ds)):
        terms = terms_of(part, players)
        for fold in range(FOLDS):
            chosen = (part["fold"] != fold).to_numpy()
            if chosen.any():
                models[players, fold] = _fitted_to(part[chosen], terms[chosen], players)
    return models


def _parts(rows: pd.DataFrame) -> Iterator[tuple[int, pd.DataFrame]]:
    """The rows of each number of players, if there are any."""
    for players in (3, 4):
        if len(part := rows[rows["players"] == players]):
            yield players, part


def _fitted_to(rows: pd.DataFrame, terms: Floats, players: int) -> PlaceModel:
    reached = (rows["place"].to_numpy()[:, None] == np.arange(1, players)).astype(float)
    return fit(terms, reached, int(rows["game"].nunique()))


def chances_of_places(ds: Tables, expected_from: Tables | None = None) -> tuple[ir.Table, Mapping[int, int]]:
    """Every hand of a finished game with the chance of each place, and the games of the model by number of players.

    The table has the columns `KEYS`, `place` and `chance_1` … `chance_4` (0 for a place that does not exist). The model
    is the shipped one, or it is fitted to `expected_from`, where no game is expected from itself.
    """
    if expected_from is None:
        from mjlog.stats.place_weights import N_GAMES

        return kept(ds, "·chances", lambda: _chances(ds, None)[0]), N_GAMES
    return _chances(ds, fitted(expected_from))


def _chances(ds: Tables, models: Mapping[tuple[int, int], PlaceModel] | None) -> tuple[ir.Table, dict[int, int]]:
    """The same by the models, or by the shipped one."""
    rows = situations_of(ds)
    chances = np.zeros((len(rows), 4))
    n_games = {}
    for players, part in _parts(rows):
        terms, of_part = terms_of(part, players), np.zeros((len(part), players))
        for fold in part["fold"].unique():
            model = shipped(players) if models is None else models.get((players, fold))
            if model is None:
                raise ValueError(f"expected_from has no other finished games of {players} players")
            chosen = (part["fold"] == fold).to_numpy()
            of_part[chosen] = model.chances(terms[chosen])
            n_games[players] = model.n_games
        chances[rows["players"] == players, :players] = _of_tables(part, of_part)
    columns = {"game": pa.array(rows["game"], pa.string())}
    columns |= {name: pa.array(rows[name], pa.int16()) for name in (*KEYS[1:], "place")}
    columns |= {f"chance_{place}": pa.array(chances[:, place - 1]) for place in range(1, 5)}
    return ibis.memtable(pa.table(columns)), n_games


def _of_tables(rows: pd.DataFrame, chances: Floats) -> Floats:
    """Chances by row, each whole table made consistent; rows are in the order of `KEYS`."""
    players = chances.shape[1]
    whole = rows.groupby(["game", "kyoku"], sort=False)["seat"].transform("size").eq(players).to_numpy()
    tables = balanced(chances[whole].reshape(-1, players, players))
    chances[whole] = tables.reshape(-1, players)
    return chances


def balanced(tables: Floats) -> Floats:
    """Chances `(n, seats, places)` that sum to 1 for each seat and for each place: one seat is first, one is second.

    By iterative proportional fitting.
    """
    for _ in range(ROUNDS):
        tables = tables / tables.sum(axis=1, keepdims=True)
        tables = tables / tables.sum(axis=2, keepdims=True)
    return tables


def main() -> None:
    """Print the module `place_weights` of a data set."""
    parser = argparse.ArgumentParser(description="Fit the shipped model of final places.")
    parser.add_argument("data_set", type=Path)
    from mjlog.tables.dataset import Dataset

    rows = situations_of(Dataset(parser.parse_args().data_set))
    print('"""The shipped model of final places, made by `python -m mjlog.stats.place_model`; see there."""\n')
    print("from typing import Final\n")
    models = {players: _fitted_to(part, terms_of(part, players), players) for players, part in _parts(rows)}
    print(f"N_GAMES: Final = { ({players: model.n_games for players, model in models.items()}) }")
    print('"""Genuine games of Tenhou, 2009 to 2022, that each model is fitted to, by number of players."""')
    print("WEIGHTS: Final = {")
    for players, model in models.items():
        print(f"    {players}: (")
        for row in model.weights.round(3).tolist():
            print(f"        {tuple(row)},")
        print("    ),")
    print("}")
    print('"""By number of players, a row for each term and a column for each place but the last."""')


if __name__ == "__main__":
    main()
