"""The model of final places: against a plain computation, and what players know about points and places."""

from math import exp, sqrt, tanh

import numpy as np
import pandas as pd
import pytest

from mjlog.stats.place_model import (
    FOLDS,
    balanced,
    chances_of_places,
    fit,
    fitted,
    shipped,
    situations_of,
    softmax,
    terms_of,
)
from mjlog.stats.place_weights import WEIGHTS
from tests.stats.small_tables import dataset


def situation(points, seat, *, wind=0, number=1, dealer=False, length="hanchan"):
    row = {"table_points": points, "seat": seat, "wind": wind, "number": number, "dealer": dealer, "length": length}
    return pd.DataFrame([row])


def plain_chances(points, seat, left, dealer):
    """One row, term by term."""
    root = sqrt(left)
    gaps = [points[seat] - other for other in sorted(points[:seat] + points[seat + 1 :], reverse=True)]
    near, far = ([tanh(gap / (scale * root)) for gap in gaps] for scale in (5000, 15000))
    terms = [1, *near, *far, dealer, *(dealer * t for t in near), seat / root, 1 / root, *(t / root for t in near)]
    columns = zip(*WEIGHTS[len(points)], strict=True)
    raised = [*(exp(sum(w * t for w, t in zip(column, terms, strict=True))) for column in columns), 1.0]
    return [value / sum(raised) for value in raised]


@pytest.mark.parametrize(
    ("points", "seat", "how", "left"),
    [
        ([25000, 25000, 25000, 25000], 0, {"dealer": True}, 8),
        ([41000, 22300, 19700, 17000], 1, {"wind": 1, "number": 4}, 1),
        ([12000, 22300, 38700, 27000], 0, {"wind": 1, "number": 2}, 3),
        ([12000, 22300, 38700, 27000], 3, {"wind": 2, "number": 1}, 1),
        ([30000, 28000, 22000, 20000], 2, {"number": 3, "length": "east", "dealer": True}, 2),
        ([35000, 50000, 20000], 1, {"wind": 1, "number": 3}, 1),
    ],
)
def test_the_chances_are_those_of_a_plain_computation(points, seat, how, left):
    players = len(points)
    (chances,) = shipped(players).chances(terms_of(situation(points, seat, **how), players))
    assert chances.tolist() == pytest.approx(plain_chances(points, seat, left, how.get("dealer", False)))
    assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_more_points_are_better_places_and_the_more_so_the_later(players, number):
    def expected(own, **how):
        row = situation([own, *[30_000] * (players - 1)], 0, **how)
        return float((shipped(players).chances(terms_of(row, players)) @ np.arange(1, players + 1))[0])

    early = [expected(own, number=number) for own in range(10_000, 60_000, 5_000)]
    late = [expected(own, wind=1, number=number) for own in range(10_000, 60_000, 5_000)]
    assert early == sorted(early, reverse=True)
    assert late == sorted(late, reverse=True)
    assert late[0] > early[0]
    assert late[-1] < early[-1]


def test_a_fit_finds_the_numbers_that_made_the_places():
    random = np.random.default_rng(1)
    terms = np.column_stack([np.ones(40_000), random.normal(size=(40_000, 2))])
    truth = np.array([[0.3, -0.2], [1.0, 0.1], [-0.5, 0.7]])
    chances = softmax(terms @ truth)
    place = 1 + (random.random(40_000)[:, None] > chances.cumsum(axis=1)).sum(axis=1)
    model = fit(terms, (place[:, None] == [1, 2]).astype(float), 1)
    assert model.weights == pytest.approx(truth, abs=0.06)


def test_a_table_has_one_seat_for_each_place():
    tables = balanced(np.random.default_rng(2).random((50, 4, 4)))
    assert tables.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert tables.sum(axis=2) == pytest.approx(1, abs=1e-9)
    even = np.full((1, 3, 3), 1 / 3)
    assert balanced(even) == pytest.approx(even)


def games(names, places, points=(25000, 25000, 25000, 25000)):
    """Games of one kyoku, with the place of each seat."""
    return dataset(**rows(names, places, points))


def rows(names, places, points=(25000, 25000, 25000, 25000)):
    known = {"wind": 1, "number": 4}
    return {
        "games": [{"game": name, "length": "hanchan"} for name in names],
        "kyoku": [{"game": name, "kyoku": 0, "start_points": list(points)} for name in names],
        "hands": [{"game": name, "kyoku": 0, "seat": seat, **known} for name in names for seat in range(4)],
        "seats": [{"game": name, "seat": seat, "place": place} for name in names for seat, place in enumerate(places)],
    }


def test_no_game_is_expected_from_itself():
    """In one fold of the games the last seat always wins; their model has only seen games that the first seat wins."""
    names = [str(n) for n in range(60)]
    odd_fold = situations_of(games(names, (1, 2, 3, 4))).drop_duplicates("game").set_index("game")["fold"]
    odd = [name for name in names if odd_fold[name] == 0]
    parts = rows([n for n in names if n not in odd], (1, 2, 3, 4)), rows(odd, (4, 3, 2, 1))
    together = dataset(**{name: parts[0][name] + parts[1][name] for name in parts[0]})
    assert len(fitted(together)) == FOLDS
    chances, n_games = chances_of_places(together, together)
    frame = chances.to_pyarrow().to_pandas()
    first_seat = frame[(frame["seat"] == 0) & frame["game"].isin(odd)]
    assert (first_seat["chance_1"] > 0.9).all()
    assert n_games[4] < 60


def test_unfinished_games_have_no_chances():
    ds = dataset(hands=[{"game": "a", "kyoku": 0, "seat": 0}], seats=[{"game": "a", "seat": 0}])
    chances, _ = chances_of_places(ds)
    assert len(chances.to_pyarrow()) == 0


def test_the_model_of_genuine_games_is_calibrated_on_games_it_has_not_seen(genuine):
    chances, _ = chances_of_places(genuine, genuine)
    frame = chances.to_pyarrow().to_pandas()
    for place in (1, 2, 3, 4):
        chance, reached = frame[f"chance_{place}"], frame["place"] == place
        for _, part in frame.groupby(np.minimum((chance * 10).astype(int), 8)):
            if len(part) > 500:
                assert abs(chance[part.index].mean() - reached[part.index].mean()) < 0.06
