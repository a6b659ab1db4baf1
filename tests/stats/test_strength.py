"""Strength, reliability and shrunk values, against made-up players whose truth is known."""

from itertools import permutations
from math import exp, log

import numpy as np
import pandas as pd
import pytest

from mjlog import stats
from mjlog.stats.questions.strength import fit_orders
from tests.stats.small_tables import dataset, hands


def plain_likelihood(order, strengths):
    """The logarithm of the chance of an order, seat by seat."""
    total = 0.0
    for first in range(len(order) - 1):
        left = [exp(strengths[player]) for player in order[first:]]
        total += log(left[0] / sum(left))
    return total


def test_the_chances_of_all_orders_sum_to_one():
    strengths = [0.0, 0.4, -0.3, 1.0]
    assert sum(exp(plain_likelihood(order, strengths)) for order in permutations(range(4))) == pytest.approx(1)


def drawn(random, strengths, n):
    """Orders of places by the model (of Gumbel noise the largest is first)."""
    noise = random.gumbel(size=(n, len(strengths))) + np.array(strengths)
    return np.argsort(-noise, axis=1)


def test_strengths_that_made_the_places_are_found_whoever_the_opponents_are():
    """Player 1 only meets the strong player 3: its places are bad, its strength is not."""
    random = np.random.default_rng(1)
    truth = np.array([0.0, 0.3, 0.0, 1.0])
    order = np.vstack(
        [np.array(seats)[drawn(random, truth[list(seats)], 3_000)] for seats in ((1, 3, 0), (2, 0, 0), (3, 2, 0))]
    )
    values, variances = fit_orders(order, 3)
    assert values == pytest.approx(truth[1:], abs=0.08)
    assert (np.abs(values - truth[1:]) < 3 * np.sqrt(variances)).all()
    better = fit_orders(order, 3)[0]
    likelihood = sum(plain_likelihood(game, [0, *better]) for game in order)
    for player in range(3):
        moved = better + 0.2 * (np.arange(3) == player)
        assert sum(plain_likelihood(game, [0, *moved]) for game in order) < likelihood


def test_few_games_make_no_champion():
    seats = [
        {
            "game": f"{name}{game}",
            "seat": seat,
            "player": name if seat == 0 else f"x{name}{game}{seat}",
            "place": 1 + seat,
        }
        for name, n in (("often", 60), ("rarely", 20))
        for game in range(n)
        for seat in range(4)
    ]
    frame = stats.strength(dataset(seats=seats)).set_index("player")
    assert list(frame.index) == ["often", "rarely"]
    assert 0 < frame.loc["rarely", "low"] < frame.loc["rarely", "strength"] < frame.loc["often", "strength"]
    assert frame["ahead"].gt(0.5).all()
    assert stats.strength(dataset(seats=seats), minimum=100).empty
    assert stats.strength(dataset()).empty


def players(random, rates, n):
    """Kyoku of players in games of ten, won and called at random."""
    return [
        row | {"won": bool(random.random() < win), "n_calls": int(random.random() < call)}
        for name, (win, call) in rates.items()
        for game in range(n // 10)
        for row in hands(10, f"{name}{game}", player=name)
    ]


def test_style_is_reliable_and_equal_chances_are_not():
    random = np.random.default_rng(2)
    rates = {f"p{i}": (0.22, 0.1 + 0.02 * i) for i in range(30)}
    frame = stats.reliability(dataset(hands=players(random, rates, 400)), ["call_rate", "win_rate"])
    found = frame.set_index("statistic")
    assert found["n_players"].tolist() == [30, 30]
    assert found.loc["call_rate", "halves"] > 0.9
    assert found.loc["call_rate", "reliability"] > found.loc["call_rate", "halves"]
    assert found.loc["win_rate", "low"] < 0 < found.loc["win_rate", "high"]


def test_shrunk_values_are_nearer_to_the_truth_than_values():
    random = np.random.default_rng(3)
    rates = {f"p{i}": (0.22, random.normal(0.3, 0.03)) for i in range(80)}
    by_player = stats.summary(dataset(hands=players(random, rates, 150)), ["call_rate"], by="player")
    frame = stats.shrunk(by_player)
    truth = frame["player"].map({name: call for name, (_, call) in rates.items()})
    assert ((frame["shrunk"] - truth) ** 2).mean() < 0.7 * ((frame["value"] - truth) ** 2).mean()
    assert frame["reliability"].between(0, 1).all()
    assert frame["shrunk"].corr(frame["percentile"]) > 0.95
    assert frame["percentile"].between(1, 99).all()
    covered = (frame["shrunk_low"] <= truth) & (truth <= frame["shrunk_high"])
    assert covered.mean() > 0.85
    assert isinstance(stats.shrunk(by_player.iloc[:0]), pd.DataFrame)
