"""The statistics of genuine games, against known figures and against a second computation straight from the XML."""

from collections import Counter

import ibis
import numpy as np
import pytest

from mjlog import stats
from tests.naive_tenhou import tally_file

REFERENCE = {
    4: {
        "win_rate": 0.21220,
        "deal_in_rate": 0.12596,
        "riichi_rate": 0.17922,
        "call_rate": 0.33520,
        "tsumo_share": 0.39898,
        "win_value": 5906.6,
    },
    3: {
        "win_rate": 0.28814,
        "deal_in_rate": 0.14296,
        "riichi_rate": 0.26265,
        "call_rate": 0.24738,
        "tsumo_share": 0.49701,
        "win_value": 8299.4,
    },
}


@pytest.fixture(scope="module")
def measured(genuine):
    return stats.summary(genuine).set_index(["players", "statistic"])


@pytest.fixture(scope="module")
def counted(shared):
    total = Counter()
    for path in sorted((shared / "replays" / "tenhou_xml").glob("*.xml")):
        total.update(tally_file(path))
    return total


def test_genuine_games_give_the_reference_figures(measured):
    for players, figures in REFERENCE.items():
        for key, figure in figures.items():
            digits = 1 if figure > 1 else 5
            assert round(measured.loc[(players, key), "value"], digits) == figure, (players, key)


@pytest.mark.parametrize("players", [3, 4])
def test_numerators_and_denominators_equal_those_counted_from_the_xml(players, measured, counted):
    keys = sorted({key for n, key, _ in counted if n == players})
    assert len(keys) > 80
    differing = {}
    for key in keys:
        row = measured.loc[(players, key)]
        found = (row["numerator"], row["denominator"])
        naive = (counted[players, key, "numerator"], counted[players, key, "denominator"])
        if found != pytest.approx(naive, rel=1e-9, abs=1e-6):
            differing[key] = (found, naive)
    assert differing == {}


def test_every_identity_holds_on_genuine_games(genuine):
    checked = stats.check_identities(genuine)
    assert checked["holds"].all(), checked[~checked["holds"]].to_string()
    assert set(checked["players"]) == {3, 4}


def test_rates_lie_between_zero_and_one_and_inside_their_intervals(measured):
    rates = measured[measured["unit"].eq("share") & measured["n"].gt(0)]
    assert rates["value"].between(0, 1).all()
    assert rates["low"].isna().equals(rates["note"].str.contains("no interval"))
    assert not (rates["low"] > rates["value"] + 1e-12).any()
    assert not (rates["value"] > rates["high"] + 1e-12).any()
    assert (rates["numerator"] <= rates["denominator"]).all()


@pytest.mark.parametrize(
    "key", ["win_rate", "draw_rate", "tsumo_hit_rate", "win_value", "riichi_income", "riichi_turn"]
)
def test_intervals_are_as_wide_as_those_of_a_bootstrap_over_games(key, genuine, measured):
    statistic, t = stats.find(key), genuine.hands.filter(genuine.hands.players == 4)
    sample = statistic.denominator(t)
    sample = t.won.notnull() if sample is True else sample
    sums = t.group_by("game").aggregate(
        x=ibis.ifelse(sample, statistic.numerator(t).cast("float64"), 0).sum(), y=sample.cast("int32").sum()
    )
    x, y = (column.to_numpy().astype(float) for column in sums.to_pyarrow().select(["x", "y"]).columns)
    random = np.random.default_rng(1)
    drawn = [random.integers(0, len(x), len(x)) for _ in range(1000)]
    low, high = np.percentile([x[games].sum() / y[games].sum() for games in drawn], [2.5, 97.5])
    row = measured.loc[(4, key)]
    assert row["high"] - row["low"] == pytest.approx(high - low, rel=0.25)


def test_no_mean_takes_a_missing_value_for_zero(genuine):
    """Each mean is over the rows that have a value: none of the expressions is null where its denominator holds."""
    for key in ("win_value", "win_turn", "riichi_turn", "first_call_turn", "riichi_turn@amae"):
        statistic = stats.find(key)
        t = genuine.hands
        missing = t.filter(statistic.denominator(t) & statistic.numerator(t).isnull()).count().to_pyarrow().as_py()
        assert missing == 0, key


def test_players_of_an_archive_add_up_to_the_population(genuine, measured):
    by_player = stats.summary(
        genuine, stats=["win_rate", "deal_in_rate@zyr17", "average_place", "yakuman"], by="player"
    )
    summed = by_player.groupby(["players", "statistic"])[["numerator", "denominator"]].sum()
    for index, row in summed.iterrows():
        assert tuple(row) == tuple(measured.loc[index, ["numerator", "denominator"]]), index


@pytest.mark.parametrize(
    "by", ["room", "rules", "platform", "length", "dan", "year", "month", "dealer", "wind", "number", "all_last"]
)
def test_every_dimension_splits_the_population_without_loss(by, genuine, measured):
    split = stats.summary(genuine, by=by, stats=["win_rate", "balance"])
    assert split[by].nunique(dropna=False) >= 1
    summed = split.groupby(["players", "statistic"])["denominator"].sum()
    for index, total in summed.items():
        assert total == measured.loc[index, "denominator"], index


def test_phoenix_games_to_2018_are_as_published_or_differ_for_a_known_reason(genuine):
    compared = stats.compare_published(genuine, "houou")
    assert (compared["n"] > 400).all()
    counts = compared["verdict"].value_counts()
    assert counts["inside"] >= 49, compared[compared["verdict"] != "inside"]
    assert set(counts.index) <= {"inside", "differs", "near"}
    assert stats.compare_published(genuine, "houou-hanchan")["verdict"].eq("inside").all()


def test_later_phoenix_games_differ_in_known_directions_only(genuine):
    where = {**stats.POPULATIONS["houou"].where, "year": tuple(range(2019, 2024))}
    compared = stats.compare_published(genuine, "houou", where)
    assert not compared["verdict"].eq("unexplained").any(), compared[compared["verdict"] == "unexplained"]
    relative = (compared["difference"] / compared["published"]).abs()
    assert (relative[compared["numerator"] > 200] < 0.15).all()


def test_shanten_by_turn_is_near_the_published_table(genuine):
    """kobalab 2018, in percent: shanten 0 to 4 after discards of all Phoenix hanchan of 2016."""
    published = {
        5: (5.0, 27.2, 43.9, 20.6, 3.1), 10: (27.8, 40.1, 23.6, 7.1, 1.2), 15: (42.4, 28.9, 18.9, 8.1, 1.5),
        18: (48.3, 21.1, 20.6, 8.6, 1.3),
    }  # fmt: skip
    where = {"players": 4, "length": "hanchan", "room": "鳳"}
    frame = stats.shanten_by_turn(genuine, where=where).set_index(["turn", "shanten"])
    for turn, shares in published.items():
        measured = [100 * frame.at[(turn, shanten), "share"] for shanten in range(5)]
        assert measured == pytest.approx(shares, abs=2), turn


def test_yaku_of_genuine_wins_are_counted(genuine, counted):
    table = stats.yaku(genuine).set_index(["players", "yaku"])
    for players in (3, 4):
        assert table.loc[(players, "tanyao"), "wins"] == counted[players, "tanyao_share", "numerator"]
        assert table.loc[(players, "red_dora"), ["wins", "han"]].prod() == pytest.approx(
            counted[players, "red_tiles", "numerator"]
        )


def test_turn_curves_end_at_the_rates(genuine, measured):
    curves = stats.turns(genuine)
    ends = curves[curves["turn"] == curves["turn"].max()].set_index(["players", "event"])["share"]
    for players in (3, 4):
        for event, key in {"win": "win_rate", "riichi": "riichi_rate", "call": "call_rate"}.items():
            assert ends[players, event] == pytest.approx(measured.loc[(players, key), "value"])


def test_a_player_against_the_field_differs_by_the_two_values(genuine):
    seats = genuine.seats
    name = seats.filter(seats.players == 4).player.topk(1).to_pyarrow().to_pylist()[0]["player"]
    compared = stats.against_others(genuine, name, where={"players": 4})
    assert len(compared) == len(compared["statistic"].unique()) > 10
    assert (compared["difference"] - (compared["value"] - compared["others"])).abs().max() < 1e-12
    assert (compared["difference_low"] <= compared["difference"]).all()


def test_a_players_results_add_up(genuine):
    seats = genuine.seats
    name = seats.filter(seats.players == 4).player.topk(1).to_pyarrow().to_pylist()[0]["player"]
    games = stats.history(genuine, name, where={"players": 4})
    assert games["total_score"].iloc[-1] == pytest.approx(games["final_score"].sum())
    assert games["started"].is_monotonic_increasing
    assert games["average_place"].iloc[-1] == pytest.approx(games["place"].mean())
