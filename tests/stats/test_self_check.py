"""Yaku that were misread violate an identity of the self-check, in the data set and by game."""

import pytest

from mjlog.stats.self_check import MANY_WINS, check_identities
from tests.stats.small_tables import dataset

RIGHT = {
    "closed": True,
    "riichi": True,
    "tsumo": True,
    "yaku": ["riichi", "menzen_tsumo", "dora"],
    "han": 4,
    "points": 7700,
}


def broken(*wins, n=1):
    """The identities about yaku that some wins violate, each of them `n` times."""
    rows = [{"game": "a", "kyoku": row, **RIGHT, **win} for row in range(n) for win in wins]
    checked = check_identities(dataset(wins=rows))
    about_yaku = checked.set_index("identity").loc["kinds_of_wins":"listed_han"]
    return about_yaku.index[~about_yaku["holds"]].tolist()


@pytest.mark.parametrize(
    "win",
    [
        {},
        {"yaku": [], "han": None},
        {"yaku": ["houtei", "tanyao"], "tsumo": False, "closed": False, "riichi": False, "han": 2, "points": 2900},
        {"yaku": ["suuankou"], "han": None, "points": 32000},
        {"han": 13, "points": 24000},
        {"han": 2, "points": 10600},
        {"han": 5, "points": 6000},
    ],
)
def test_right_wins_hold(win):
    assert broken(win) == []


@pytest.mark.parametrize(
    "win",
    [
        {"yaku": ["nagashi_mangan"]},
        {"yaku": ["menzen_tsumo"], "tsumo": False},
        {"yaku": ["houtei"]},
        {"yaku": ["ippatsu"], "riichi": False},
        {"yaku": ["ura_dora"], "riichi": False},
        {"yaku": ["pinfu"], "closed": False},
        {"yaku": ["kokushi"], "closed": False, "han": None},
    ],
)
def test_a_yaku_of_another_kind_of_win_is_noticed(win):
    assert broken({}, win) == ["kinds_of_wins"]


def test_an_archive_in_which_every_win_has_one_yaku_is_noticed():
    assert broken({"yaku": ["riichi"]}, n=MANY_WINS) == ["several_yaku"]
    assert broken({"yaku": ["riichi"]}, n=MANY_WINS - 1) == []
    assert broken({"yaku": ["riichi", "riichi"]}, {"yaku": ["riichi"]}, n=MANY_WINS) == ["listed_once", "several_yaku"]
    assert broken({"yaku": ["riichi"]}, {"yaku": ["riichi", "dora"]}, n=MANY_WINS) == []


@pytest.mark.parametrize("win", [{"han": 2, "points": 12000}, {"han": 5, "points": 5200}, {"han": 0, "points": 1000}])
def test_han_that_cannot_be_worth_the_points_are_noticed(win):
    assert broken(win) == ["listed_han"]


@pytest.mark.parametrize(("received", "holds"), [(8000, True), (6800, False)])
def test_a_hand_that_did_not_receive_its_value_is_noticed(received, holds):
    """Honba of 1,500 by the preset where the log paid 300."""
    rows = [
        {"game": "a", "kyoku": 0, "seat": 0, "won": True, "win_points": 8000, "points_hand": received,
         "points_honba": 8300 - received},
        {"game": "a", "kyoku": 0, "seat": 1, "points_hand": -received, "points_honba": received - 8300},
    ]  # fmt: skip
    kyoku = [{"game": "a", "kyoku": 0, "n_wins": 1, "result": "win"}]
    checked = check_identities(dataset(hands=rows, kyoku=kyoku)).set_index("identity")
    assert checked.loc["hand_values", "holds"] == holds
    assert checked.loc["settlement", "holds"]
