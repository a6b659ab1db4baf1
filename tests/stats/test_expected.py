"""Expected outcomes: against chances that made them, and without the own game."""

from math import exp

import numpy as np
import pytest

from mjlog import stats
from mjlog.stats.expected import with_expected
from mjlog.stats.questions.luck import OUTCOMES
from tests.stats.small_tables import dataset


def riichi(game, n, chance, random, **values):
    return [
        {"game": game, "kyoku": kyoku, "seat": 0, "riichi": True, "riichi_accepted": True, "riichi_order": 1,
         "riichi_turn": 8, "riichi_tiles_unseen": 4, "ippatsu": bool(random.random() < chance), **values}
        for kyoku in range(n)
    ]  # fmt: skip


def expected(ds, expected_from=None):
    return with_expected(ds, OUTCOMES["ippatsu"], expected_from).to_pyarrow().to_pandas()


def test_the_model_finds_the_chances_that_made_the_outcomes():
    random = np.random.default_rng(1)
    chances = {
        (turn, tiles): 1 / (1 + exp(3 - 0.25 * tiles - 0.05 * turn)) for turn in (4, 8, 12) for tiles in (2, 4, 8)
    }
    rows = [
        row
        for (turn, tiles), chance in chances.items()
        for game in range(40)
        for row in riichi(f"{turn} {tiles} {game}", 40, chance, random, riichi_turn=turn, riichi_tiles_unseen=tiles)
    ]
    frame = expected(dataset(hands=rows))
    assert len(frame) == len(rows)
    of_cell = frame.assign(cell=frame["game"].str.rsplit(n=1).str[0]).groupby("cell")["expected"].mean()
    for (turn, tiles), chance in chances.items():
        assert of_cell[f"{turn} {tiles}"] == pytest.approx(chance, abs=0.025)
    assert frame["actual"].mean() == pytest.approx(frame["expected"].mean(), abs=0.002)


def test_no_game_is_expected_from_itself():
    """One game is all ippatsu: it raises the expectations of others, not its own."""
    random = np.random.default_rng(2)
    rows = [row for game in range(30) for row in riichi(str(game), 10, 0.1, random)]
    frame = expected(dataset(hands=[*rows, *riichi("lucky", 10, 1, random)])).set_index("game")
    assert frame.loc["lucky", "expected"].mean() < 0.2
    assert expected(dataset(hands=riichi("alone", 10, 1, random))).empty


def test_another_data_set_gives_the_expectations():
    random = np.random.default_rng(3)
    other = dataset(hands=[row for game in range(60) for row in riichi(f"o{game}", 20, 0.3, random)])
    frame = expected(dataset(hands=riichi("alone", 10, 0, random)), other)
    assert frame["expected"].mean() == pytest.approx(0.3, abs=0.05)


def test_means_are_those_of_the_other_games():
    hands = [
        {"game": game, "seat": 0, "haipai_shanten": shanten}
        for game, shanten in {"a": 2, "b": 3, "c": 5, "d": 4}.items()
    ]
    outcome = OUTCOMES["haipai"]
    ds = dataset(hands=hands)
    frame = with_expected(ds, outcome).to_pyarrow().to_pandas().set_index("game")
    for row in frame.itertuples():
        others = [value for value in (2, 3, 4, 5) if value != row.actual]
        assert min(others) <= row.expected <= max(others)
    found = stats.luck(ds, by=(), expected_from=ds)
    assert found.loc[found["n"] > 0, "luck"].tolist() == ["haipai"]


def test_luck_says_which_kinds_have_no_cases():
    hands = [{"game": game, "seat": 0, "haipai_shanten": 3} for game in "abcd"]
    notes = stats.luck(dataset(hands=hands), by=()).set_index("luck")["note"]
    assert notes["ippatsu"] == notes["ura"] == "no cases"
    assert "--decisions" in notes["dealt in"]
    assert "--decisions" in notes["draws"]


def test_derived_rows_are_computed_once_for_all_connections():
    ds = dataset(hands=[{"game": game, "seat": 0, "haipai_shanten": 3} for game in "abcd"])
    first = stats.luck_points(ds, by=())
    other = ds.another()
    assert len(other.kept("·luck", lambda: pytest.fail("computed again")).to_pyarrow()) == 4
    assert stats.luck_points(other, by=()).equals(first)
