"""What the overview counts, shown on tables small enough to count by hand."""

import re

import numpy as np
import pandas as pd
import pytest

from mjlog import stats
from mjlog.stats.intervals import student, wilson
from tests.stats.small_tables import dataset, hands


def measure(ds, *keys, **options):
    return stats.summary(ds, by=(), stats=keys, **options).set_index("statistic")


def test_a_double_ron_is_one_deal_in_or_two_rons():
    """A kyoku with rons of 5,200 and 7,700."""
    ds = dataset(hands=hands(1, dealt_in=True, n_deal_ins=2, points_hand=-12900))
    found = measure(ds, "deal_in_rate", "deal_in_rate@zyr17", "deal_in_value", "deal_in_value@zyr17")
    assert found["numerator"].tolist() == [1, 2, 12900, 12900]
    assert found["value"].tolist() == [1, 2, 12900, 6450]


def test_a_ronned_declaration_tile_is_a_riichi_deal_in_only_by_definition_a():
    passed = hands(10, riichi=True, riichi_accepted=True, dealt_in=True)
    ronned = hands(2, "b", riichi=True, riichi_ronned=True, dealt_in=True)
    quiet = hands(88, "c", riichi=True, riichi_accepted=True)
    found = measure(dataset(hands=passed + ronned + quiet), "riichi_deal_in_rate", "riichi_deal_in_rate@amae_b")
    assert found["value"].tolist() == [0.12, 0.10]


def test_win_income_leaves_the_own_stick_out_or_in():
    ds = dataset(hands=hands(1, won=True, win_points=3900, win_income=6200, points_riichi=-1000))
    found = measure(ds, "win_value", "win_value@amae", "win_value@zyr17")
    assert found["value"].tolist() == [3900, 5200, 6200]


def test_a_winner_who_is_liable_for_another_win_has_the_income_of_the_own_win():
    liable = hands(1, won=True, pao=True, win_points=3900, win_income=3900, points_hand=-12100)
    found = measure(dataset(hands=liable), "win_value@amae", "win_value@zyr17", "win_efficiency", "balance_hand")
    assert found["value"].tolist() == [3900, 3900, 3900, -12100]


def test_three_and_four_player_games_are_never_mixed():
    ds = dataset(hands=hands(3, players=3, won=True) + hands(5, "b"))
    found = stats.summary(ds, by="player", stats="win_rate")
    assert list(found.columns[:3]) == ["players", "player", "statistic"]
    assert found[["players", "value", "n"]].to_numpy().tolist() == [[3, 1, 3], [4, 0, 5]]


def test_a_statistic_without_its_sample_is_null_with_the_reason():
    found = measure(dataset(hands=hands(3)), "ippatsu_rate", "win_value").loc["ippatsu_rate"]
    assert pd.isna(found["value"])
    assert pd.isna(found["low"])
    assert found["n"] == 0
    assert found["note"] == "not defined: no wins in riichi with known yaku"


def test_a_win_whose_yaku_are_not_told_is_no_win_without_ippatsu():
    won = {"won": True, "win_state": "riichi"}
    ds = dataset(
        hands=hands(2, **won, ippatsu=True, n_ura=1)
        + hands(1, "b", **won, ippatsu=False, n_ura=0)
        + hands(5, "c", **won)
    )
    found = measure(ds, "ippatsu_rate", "ura_rate", "ura_tiles")
    assert found["denominator"].tolist() == [3, 3, 3]
    assert found["value"].tolist() == pytest.approx([2 / 3] * 3)


def test_dora_and_yakuman_are_of_wins_whose_yaku_are_told():
    ds = dataset(wins=[{"game": "a", "n_dora": 2, "n_red": 0, "n_ura": 1, "n_yakuman": 0}, {"game": "b"}])
    found = measure(ds, "dora_tiles", "all_dora_tiles", "yakuman_share")
    assert found["value"].tolist() == [2, 3, 0]
    assert found["denominator"].tolist() == [1, 1, 1]


def test_small_samples_are_marked():
    of_many_games = [row for game in "abcdefgh" for row in hands(5, game)]
    found = measure(dataset(hands=of_many_games + hands(29, "x", players=3)), "win_rate")
    assert found["note"].tolist() == ["small sample: fewer than 30", ""]
    found = measure(dataset(hands=hands(20) + hands(20, "b")), "win_rate")
    assert found["note"].tolist() == ["small sample: fewer than 5 games"]


def test_a_mean_of_one_game_or_kyoku_has_no_interval():
    found = measure(dataset(seats=[{"game": "a", "place": 2}]), "average_place").loc["average_place"]
    assert found["value"] == 2
    assert pd.isna(found["low"])
    assert found["note"] == "one game or kyoku: no interval"
    assert pd.isna(measure(dataset(hands=hands(1, end_points=500)), "balance").loc["balance", "low"])


def test_of_few_games_the_kyoku_are_independent_not_the_rows():
    """Ten kyoku of four seats, two of them drawn: as sure as two of ten, not as eight of forty."""
    rows = [
        {"game": "a", "kyoku": kyoku, "seat": seat, "result": "exhaustive_draw" if kyoku < 2 else "win"}
        for kyoku in range(10)
        for seat in range(4)
    ]
    found = measure(dataset(hands=rows), "draw_rate").loc["draw_rate"]
    low, high = wilson(1.8, 9, student(np.array(9.0)))  # the variance is estimated with nine degrees of freedom
    assert (found["low"], found["high"]) == pytest.approx((low, high))


def test_only_groups_of_few_games_count_by_kyoku():
    many = [{**row, "player": "Bob"} for game in range(200) for row in hands(2, f"many {game}", end_points=100)]
    found = stats.summary(
        dataset(hands=many + hands(30, won=True, end_points=500)), ["balance", "win_rate"], by="player"
    )
    assert found["player"].tolist() == ["Ann", "Ann", "Bob", "Bob"]
    assert found["n"].tolist() == [30, 30, 400, 400]


def test_a_missing_value_is_no_part_of_a_mean():
    ds = dataset(hands=[*hands(1, won=True, win_points=8000), *hands(1, "b", won=True, win_points=None)])
    assert measure(ds, "win_value").loc["win_value", ["value", "n"]].tolist() == [8000, 1]


def test_filters_are_values_collections_nulls_or_expressions():
    ds = dataset(
        hands=hands(2, honba=0) + hands(3, "b", honba=1) + hands(4, "c", honba=2),
        games=[{"game": "a", "room": "鳳"}, {"game": "b", "room": "上"}, {"game": "c", "room": None}],
    )

    def n(where):
        return measure(ds, "win_rate", where=where)["n"].tolist()

    assert n({"honba": 1}) == [3]
    assert n({"honba": [0, 2]}) == [6]
    assert n({"room": "鳳"}) == [2]
    assert n({"room": None}) == [4]
    assert n(lambda t: (t.honba > 0) & t.room.notnull()) == [3]


def test_groups_may_be_new_expressions():
    found = stats.summary(
        dataset(hands=hands(2) + hands(3, "b", honba=4)), by={"late": lambda t: t.honba > 2}, stats=["win_rate"]
    )
    assert found[["late", "n"]].to_numpy().tolist() == [[False, 2], [True, 3]]


def test_dimensions_come_from_the_tables_above():
    ds = dataset(
        hands=hands(2) + hands(1, "b"),
        seats=[{"game": "a", "seat": 0, "dan": 16}, {"game": "b", "seat": 0, "dan": 17}],
        games=[{"game": "a", "started": pd.Timestamp("2015-03-01")}, {"game": "b", "started": None}],
    )
    by_dan = stats.summary(ds, by=["dan", "year", "month"], stats="win_rate")
    assert by_dan[["dan", "year", "n"]].fillna(0).to_numpy().tolist() == [[16, 2015, 2], [17, 0, 1]]
    assert by_dan["month"].tolist()[0] == "2015-03"


def test_statistics_whose_table_lacks_the_dimension_are_left_out_or_refused():
    ds = dataset(hands=hands(2, dealer=True), seats=[{"game": "a", "seat": 0, "place": 1}])
    assert "average_place" not in set(stats.summary(ds, by="wind")["statistic"])
    with pytest.raises(stats.NoSuchColumnError, match="wind"):
        stats.summary(ds, by="wind", stats=["average_place"])
    with pytest.raises(stats.NoSuchColumnError, match="wnid"):
        stats.summary(ds, by="wnid")


def test_a_user_adds_a_statistic_in_a_line():
    own = stats.Statistic(
        key="honba_win_rate",
        english="win rate with honba",
        japanese="本場和了率",
        definition="Kyoku with honba that were won.",
        numerator=lambda t: t.won,
        denominator=lambda t: t.honba > 0,
        per="kyoku with honba",
        kind="rate",
        unit="share",
        table="hands",
        source="test",
    )
    ds = dataset(hands=hands(3) + hands(1, "b", honba=1, won=True))
    assert measure(ds, "win_rate", own)["value"].tolist() == [0.25, 1]


def test_a_statistic_of_a_key_and_a_numerator_is_a_rate_over_all_hands():
    short = stats.Statistic(key="honba_rate", numerator=lambda t: t.honba > 0)
    assert (short.english, short.japanese, short.unit) == ("honba rate", "honba rate", "share")
    mean = stats.Statistic(key="honba", kind="mean", numerator=lambda t: t.honba)
    assert mean.unit == ""
    ds = dataset(hands=hands(3) + hands(1, "b", honba=2))
    assert measure(ds, short, mean)["value"].tolist() == [0.25, 0.5]


def test_deal_ins_are_seen_from_the_seat_that_dealt_in():
    ds = dataset(
        hands=[*hands(1, dealt_in=True), {"game": "a", "kyoku": 0, "seat": 1, "player": "Bob"}],
        wins=[{"game": "a", "kyoku": 0, "winner": 1, "player": "Bob", "from_seat": 0, "riichi": True, "closed": True}],
    )
    found = stats.summary(ds, ["deal_in_to_riichi_share"], by="player")
    assert found[["player", "value"]].to_numpy().tolist() == [["Ann", 1.0]]


def test_the_wide_form_has_one_row_a_group():
    wide = stats.pivot(
        stats.summary(
            dataset(hands=hands(2) + hands(2, "b", player="Bob")), stats=["win_rate", "draw_rate"], by="player"
        )
    )
    assert wide.index.tolist() == [(4, "Ann"), (4, "Bob")]
    assert wide.columns.tolist() == ["win_rate", "draw_rate"]


def test_groups_without_a_name_are_kept():
    found = stats.summary(dataset(hands=hands(2) + hands(3, "b", player=None)), ["win_rate"], by="player")
    assert found["n"].tolist() == [2, 3]
    assert pd.isna(found["player"].iloc[1])


def test_a_group_without_a_name_is_null_in_the_tidy_and_in_the_wide_form():
    ds = dataset(
        hands=hands(2) + hands(3, "b", player=None),
        seats=[
            {"game": "a", "seat": 0, "player": "Ann", "place": 1},
            {"game": "b", "seat": 0, "player": None, "place": 2},
        ],
    )
    found = stats.summary(ds, ["win_rate", "average_place"], by="player")
    assert found["player"].isna().tolist() == [False, False, True, True]
    wide = stats.pivot(found)
    assert wide["average_place"].sort_values().tolist() == [1, 2]
    assert sorted(map(str, wide.index.get_level_values("player"))) == ["Ann", "nan"]


def test_years_are_whole_numbers_also_where_one_is_not_known():
    ds = dataset(
        hands=hands(2) + hands(1, "b"),
        games=[{"game": "a", "started": pd.Timestamp("2015-03-01")}, {"game": "b", "started": None}],
    )
    found = stats.summary(ds, by="year", stats=["win_rate"])
    assert pd.api.types.is_integer_dtype(found["year"])
    assert found["year"].fillna(0).tolist() == [2015, 0]
    shares = stats.kyoku_results(ds, by="year")
    assert pd.api.types.is_integer_dtype(shares["year"])


def test_statistics_of_tables_not_imported_say_so_for_every_group():
    ds = dataset(hands=hands(2) + hands(1, "b", player="Bob"))
    found = stats.summary(ds, ["win_rate", "tsumogiri_rate", "chi_share"], by="player")
    assert found["statistic"].tolist() == ["win_rate", "tsumogiri_rate", "chi_share"] * 2
    absent = found[found["statistic"] != "win_rate"]
    assert absent["value"].isna().all()
    assert absent["n"].eq(0).all()
    assert set(absent["note"]) == {
        f"there is no table {name}: import the logs again, with --decisions" for name in ("discards", "calls")
    }
    alone = stats.summary(ds, ["tsumogiri_rate"])
    assert alone["note"].tolist() == ["there is no table discards: import the logs again, with --decisions"]


@pytest.mark.parametrize(
    ("where", "error", "text"),
    [
        ({"player": "Bbo"}, stats.NoSuchPlayerError, "no player 'Bbo'; did you mean Bob?"),
        ({"player": ["Nobody", "No one"], "honba": 99}, stats.NoSuchPlayerError, "no player 'Nobody'"),
        ({"room": "houo"}, stats.NoSuchRoomError, "no room 'houo'; did you mean houou?"),
        ({"room": "x"}, stats.NoSuchRoomError, "no room 'x'; did you mean A?"),
    ],
)
def test_a_filter_with_a_name_that_no_game_has_is_an_error(where, error, text):
    ds = dataset(
        hands=hands(2, player="Bob"), seats=[{"game": "a", "player": "Bob"}], games=[{"game": "a", "room": "A"}]
    )
    with pytest.raises(error, match=re.escape(text)):
        stats.summary(ds, ["win_rate"], where)
    assert stats.summary(ds, ["win_rate"], {"player": "Bob", "room": "houou"}).empty


def test_questions_of_tables_not_imported_say_so():
    ds = dataset(hands=hands(2))
    with pytest.raises(
        stats.NoTableError, match=r"there is no table discards: import the logs again, with --decisions"
    ):
        stats.folding(ds)
    with pytest.raises(stats.NoTableError, match="discards"):
        stats.danger(ds)
    with pytest.raises(stats.NoTableError, match="discards"):
        stats.summary(ds, by="danger", stats=["tsumogiri_rate"])


def test_games_without_a_call_are_not_games_without_the_table():
    ds = dataset(hands=hands(2), discards=[{"game": "a", "kyoku": 0, "seat": 0, "player": "Ann", "tsumogiri": True}])
    found = measure(ds, "chi_share", "tsumogiri_rate")
    assert found["note"].tolist() == ["not defined: no calls", "small sample: fewer than 30"]


def test_who_never_won_has_undefined_shares_of_wins_and_no_yakuman():
    ds = dataset(
        hands=hands(2) + hands(2, "b", player="Bob"),
        wins=[
            {"game": "a", "kyoku": 0, "player": "Ann", "yaku": ["riichi"], "n_yakuman": 0},
            {"game": "a", "kyoku": 1, "player": "Ann", "yaku": [], "n_yakuman": None},
        ],
    )
    found = stats.summary(ds, ["win_rate", "riichi_share", "yakuman"], by="player").set_index(["player", "statistic"])
    assert found.loc[("Ann", "riichi_share"), ["value", "n"]].tolist() == [1, 1]
    assert pd.isna(found.loc[("Bob", "riichi_share"), "value"])
    assert found.loc[("Bob", "riichi_share"), "note"] == "not defined: no wins with known yaku"
    assert found.loc[("Bob", "yakuman"), ["value", "note"]].tolist() == [0, ""]


def test_yaku_searched_in_lists_and_joined_conditions_count_the_same():
    wins = [
        {"game": str(game), "kyoku": 0, "player": None if game % 3 else "Ann", "yaku": yaku, "n_yakuman": 0}
        for game, yaku in enumerate([["riichi", "tanyao"], [], ["honitsu"], ["tanyao"], ["haku", "hatsu"]] * 9)
    ]
    found = stats.summary(
        dataset(wins=wins), stats=["tanyao_share", "haku_share", "yakuhai_share", "flush_share"], by="player"
    )
    named, unnamed = (part.set_index("statistic")["numerator"] for _, part in found.groupby("player", dropna=False))
    assert (named + unnamed).tolist() == [18, 9, 9, 9]
    assert found["denominator"].unique().tolist() == [15, 30]
