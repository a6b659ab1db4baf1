"""Archives against published populations: what is inside, what has a known reason, and what nobody has explained."""

import pandas as pd
import pytest

from mjlog import stats
from mjlog.stats.populations import EARLY, EAST_HIGHER, EAST_LOWER, LATER, LENGTHS, PHOENIX, POPULATIONS
from mjlog.stats.published import compare_published, composition, familywise, filter_words
from tests.stats.small_tables import dataset, hands

ZYR = {k: POPULATIONS[k].figures for k in ("houou", "houou-east", "houou-hanchan")}


def archive(n_riichi, *, year=2015, east=5, games=25):
    """Phoenix games of 20 kyoku with about so many riichi; the first of each `east` games is an east game."""
    rows, table = [], []
    for game in range(games):
        name, n = f"g{game}", max(n_riichi + game % 5 - 2, 0)
        rows += hands(n, name, riichi=True, riichi_accepted=True)
        rows += [row | {"kyoku": row["kyoku"] + n} for row in hands(20 - n, name)]
        length = "hanchan" if game % east else "east"
        started = pd.Timestamp(year, 1, 1)
        table.append({"game": name, "platform": "tenhou", "room": "鳳", "length": length, "started": started})
    return dataset(hands=rows, games=table)


def riichi(ds, where=None):
    return compare_published(ds, "houou", where).set_index("statistic").loc["riichi_rate"]


def test_a_figure_inside_the_interval_needs_no_reason():
    found = riichi(archive(3))
    assert found["verdict"] == "inside"
    assert found["reason"] == ""
    assert bool(found["inside"]) is True


def test_a_figure_far_outside_without_a_reason_is_unexplained():
    found = riichi(archive(8))
    assert found["verdict"] == "unexplained"
    assert found["difference"] == pytest.approx(0.4 - 0.1655, abs=0.02)


def test_years_known_to_differ_explain_differences_in_their_direction_only():
    later = {**PHOENIX, "year": 2021}
    assert riichi(archive(8, year=2021), later)["reason"] == LATER[0].text
    assert riichi(archive(1, year=2021), later)["verdict"] == "unexplained"
    early = riichi(archive(8, year=2009))
    assert (early["verdict"], early["reason"]) == ("differs", EARLY[0].text)


def test_more_east_games_explain_what_is_lower_in_them():
    found = riichi(archive(1, east=1))
    assert (found["verdict"], found["reason"]) == ("differs", LENGTHS[0].text)


def test_games_of_other_years_are_not_of_the_population():
    assert compare_published(archive(3, year=2021), "houou").empty


def test_a_figure_without_an_interval_has_no_verdict():
    ds = archive(3, games=1)
    found = compare_published(ds, "houou").set_index("statistic")
    assert found.loc["win_value", "verdict"] == ""
    assert pd.isna(found.loc["win_value", "inside"])


def test_what_is_known_of_lengths_is_what_the_published_figures_of_both_say():
    east, hanchan = ZYR["houou-east"], ZYR["houou-hanchan"]
    for key in east.keys() & hanchan.keys():
        base = key.partition("@")[0]
        assert base in (EAST_HIGHER if east[key] > hanchan[key] else EAST_LOWER), key


def test_the_whole_population_lies_between_its_lengths():
    whole, east, hanchan = (ZYR[key] for key in ("houou", "houou-east", "houou-hanchan"))
    for key in east.keys() & hanchan.keys():
        share = (whole[key] - hanchan[key]) / (east[key] - hanchan[key])
        assert 0 < share < 0.5, (key, share)


def test_published_figures_hold_the_identities():
    for key, f in ZYR.items():
        assert f["deal_in_rate@zyr17"] == pytest.approx(f["win_rate"] * (1 - f["tsumo_share"]), abs=1.5e-4), key
        assert f["first_riichi_rate"] + f["chase_rate"] == pytest.approx(1), key
        shares = f["riichi_win_share"] + f["open_win_share"] + f["dama_win_share"]
        assert shares == pytest.approx(1, abs=1.5e-4), key


def test_published_chases_are_no_share_of_first_riichi():
    """Each kyoku has at most as many chased first riichi as chases, so more than chases counts them one by one."""
    for f in ZYR.values():
        assert f["chased_rate@zyr17"] > f["chase_rate"]


def test_two_chases_of_one_riichi_are_one_or_two():
    ds = dataset(
        hands=hands(1, riichi=True, riichi_order=1, n_riichi_after=2)
        + hands(1, "b", riichi=True, riichi_order=2, n_riichi_after=1)
        + hands(2, "c", riichi=True, riichi_order=1)
        + hands(1, "d", n_riichi_after=1)
    )
    found = stats.summary(ds, ["chased_rate", "chased_rate@zyr17"])
    assert found["value"].tolist() == [0.25, 0.75]


def test_riichi_income_by_wins_leaves_noten_payments_out():
    drawn = hands(1, riichi=True, riichi_accepted=True, points_riichi=-1000, points_noten=1500, end_points=500)
    won = hands(
        1, "b", riichi=True, won=True, points_hand=8000, points_sticks=1000, points_riichi=-1000, end_points=8000
    )
    found = stats.summary(dataset(hands=drawn + won), ["riichi_income", "riichi_income@zyr17"])
    assert found["value"].tolist() == [4250, 3500]


def test_classes_of_wins_are_by_value_or_by_what_they_bring():
    win = {"won": True, "win_points": 2900, "win_income": 3900}
    ds = dataset(hands=hands(1, **win), wins=[{"game": "a", "points": 2900}])
    found = stats.summary(ds, ["value_3900_share", "value_3900_share@zyr17"]).set_index("statistic")["value"]
    assert found.to_dict() == {"value_3900_share": 0, "value_3900_share@zyr17": 1}


@pytest.mark.parametrize(
    ("key", "sample"),
    [("riichi_deal_in_rate", {"riichi": True}), ("call_deal_in_rate", {"n_calls": 1})],
)
def test_a_double_ron_counts_once_or_twice_after_riichi_and_calls(key, sample):
    ds = dataset(hands=hands(1, dealt_in=True, n_deal_ins=2, **sample) + hands(3, "b", **sample) + hands(4, "c"))
    found = stats.summary(ds, [key, f"{key}@zyr17"])
    assert found["value"].tolist() == [0.25, 0.5]


def test_shares_and_shanten_of_deal_ins_are_by_deal_in_or_by_ron():
    double = hands(1, dealt_in=True, n_deal_ins=2, riichi=True, n_calls=0, deal_in_shanten=0)
    open_ = hands(1, "b", dealt_in=True, n_deal_ins=1, n_calls=2, deal_in_shanten=3)
    keys = ["deal_in_riichi_share", "deal_in_open_share", "deal_in_shanten"]
    found = stats.summary(dataset(hands=double + open_), [*keys, *(f"{key}@zyr17" for key in keys)])
    values = found.set_index("statistic")["value"]
    assert values[keys].tolist() == [0.5, 0.5, 1.5]
    assert values[[f"{key}@zyr17" for key in keys]].tolist() == pytest.approx([2 / 3, 1 / 3, 1])


def test_filters_are_told_in_words():
    assert filter_words(POPULATIONS["houou-hanchan"].where) == (
        "platform tenhou, room 鳳, players 4, year 2006-2018, length hanchan"
    )
    assert filter_words({"room": ("鳳", "特")}) == "room 鳳, 特"


def test_more_figures_have_a_wider_interval_together():
    assert familywise(1) == pytest.approx(1)
    assert 1 < familywise(10) < familywise(49) < 2


def test_the_composition_counts_kyoku_and_games():
    found = composition(archive(3, games=3))
    assert found[["year", "length", "n", "games"]].to_numpy().tolist() == [
        [2015, "east", 20, 1],
        [2015, "hanchan", 40, 2],
    ]
