"""Questions asked of genuine games: their answers add up, and agree with the registry and with each other."""

import re

import numpy as np
import pandas as pd
import pytest

import mjlog
from mjlog import stats
from mjlog.stats.questions.history import chance_of_streak
from tests.stats.small_tables import dataset, hands


@pytest.fixture(scope="module")
def regular(genuine):
    """The player with the most games."""
    seats = genuine.seats
    return seats.filter(seats.players == 4).player.topk(1).to_pyarrow().to_pylist()[0]["player"]


def shares_are_whole(frame, groups):
    sums = frame.groupby(groups, dropna=False)["share"].sum()
    assert sums.to_numpy() == pytest.approx(np.ones(len(sums)))
    assert (frame["low"] <= frame["share"] + 1e-9).all()
    assert (frame["share"] <= frame["high"] + 1e-9).all()


def test_places_are_those_of_the_registry(genuine):
    places = stats.placement(genuine, by="room")
    shares_are_whole(places, ["players", "room"])
    rates = stats.summary(genuine, by="room", stats=["first_rate"]).set_index(["players", "room"])["value"]
    firsts = places[places["place"] == 1].set_index(["players", "room"])["share"]
    pd.testing.assert_series_equal(firsts, rates, check_names=False)


def test_league_points_of_the_own_rules_are_the_logged_results(genuine):
    where = {"players": 4, "year": range(2023, 2030)}  # the preset is of today: results were rounded until 2022
    ours = stats.league_points(genuine, mjlog.TENHOU, by="dan", where=where).set_index("dan")["result"]
    logged = stats.summary(genuine, by="dan", stats=["match_points"], where=where).set_index("dan")["value"]
    assert ours.to_numpy() == pytest.approx(logged.to_numpy(), abs=0.06)


def test_league_points_of_a_closed_archive_cancel(genuine):
    for rules in (mjlog.M_LEAGUE, mjlog.MAHJONG_SOUL, mjlog.TENHOU_3P):
        found = stats.league_points(genuine, rules, by=())
        assert found["players"].tolist() == [rules.players]
        assert found["result"].iloc[0] == pytest.approx(0, abs=1e-9)


def test_shanten_by_turn_is_of_the_hands_that_discarded_in_the_turn():
    rows = [
        {"game": game, "kyoku": 0, "seat": 0, "shanten_by_turn": shanten}
        for game, shanten in {"a": [3, 2, 2], "b": [3, 1], "c": [2], "d": []}.items()
    ]
    found = stats.shanten_by_turn(dataset(hands=rows))
    cells = found[["turn", "shanten", "count", "n"]].to_numpy().tolist()
    assert cells == [[1, 2, 1, 3], [1, 3, 2, 3], [2, 1, 1, 2], [2, 2, 1, 2], [3, 2, 1, 1]]


def test_league_points_count_games_and_vary_by_game():
    """The results of a whole table are fixed by the rules, so their mean has no interval to speak of."""
    points = (41000, 30000, 20000, 9000)
    seats = [
        {"game": game, "seat": seat, "player": "ABCD"[seat], "place": seat + 1, "final_points": points[seat]}
        for game in "abcdef"
        for seat in range(4)
    ]
    (whole,) = stats.league_points(dataset(seats=seats), mjlog.TENHOU, by=()).to_dict("records")
    assert (whole["result"], whole["games"], whole["seats"]) == (0, 6, 24)
    assert (whole["low"], whole["high"]) == (0, 0)
    players = stats.league_points(dataset(seats=seats), mjlog.TENHOU)
    assert players["games"].tolist() == players["seats"].tolist() == [6] * 4


def test_ladders_and_leagues_without_their_games_keep_their_columns():
    ds = dataset(seats=[{"game": "a", "seat": 0, "players": 3, "place": 1, "final_points": 35000}])
    for frame in (stats.tenhou_ladder(ds), stats.soul_ladder(ds, "jade"), stats.league_points(ds, mjlog.TENHOU)):
        assert len(frame) == 0
        assert {"players", "player", "games", "low", "high"} <= set(frame.columns)


def test_the_ladder_counts_the_games_of_each_table(genuine):
    ladder = stats.tenhou_ladder(genuine, by=())
    assert ladder.set_index("room")["games"].to_dict() == {"鳳": 3924, "上": 236, "特": 24, "般": 148}
    phoenix = ladder.set_index("room").loc["鳳"]
    assert phoenix["stable_dan"] == pytest.approx(7)  # all four players of each game together
    assert phoenix["low"] < 7 < phoenix["high"]


def test_mahjong_souls_ladder_asks_for_a_known_room(genuine):
    assert stats.soul_ladder(genuine, "throne", by=())["mean_points"].iloc[0] == pytest.approx(45.5, abs=0.2)
    with pytest.raises(ValueError, match="jade"):
        stats.soul_ladder(genuine, "silver")


def test_a_better_start_ends_in_better_places(genuine):
    frame = stats.placement_by_start(genuine, by="start_place", where={"players": 4})
    shares_are_whole(frame, ["start_place"])
    first = frame[frame["place"] == 1].sort_values("start_place")["share"]
    assert first.is_monotonic_decreasing


def test_situations_and_all_last_are_whole(genuine):
    kinds = ["start_place", "band_above", "band_below"]
    shares_are_whole(stats.situations(genuine), ["players", "length", "wind", "number", "dealer", *kinds])
    last = stats.all_last(genuine)
    shares_are_whole(last, ["players", *kinds])
    ahead = last[(last["players"] == 4) & (last["start_place"] == 1) & (last["place"] == 1)]
    assert ahead.sort_values("band_below")["share"].is_monotonic_increasing


def test_places_added_are_what_lies_between_start_and_end(genuine):
    by_game = stats.places_added(genuine, by=["game", "seat"], where={"players": 3})
    seats = genuine.seats.to_pyarrow().to_pandas().set_index(["game", "seat"])["place"]
    totals = by_game.set_index(["game", "seat"])["numerator"]
    starts = totals + seats.loc[totals.index]
    assert starts.min() > 1.9
    assert starts.max() < 2.1
    won = stats.places_added(genuine, by="won", where={"players": 4}).set_index("won")["value"]
    assert won[True] > 0.3 > 0 > won[False]


@pytest.mark.parametrize("of", ["first", "top two", "not last"])
def test_chances_added_are_what_lies_between_start_and_end(of, genuine):
    by_game = stats.chance_added(genuine, by=["game", "seat"], where={"players": 4}, of=of)
    seats = genuine.seats.to_pyarrow().to_pandas().set_index(["game", "seat"])["place"]
    totals = by_game.set_index(["game", "seat"])["numerator"]
    places = seats.loc[totals.index]
    became = places <= {"first": 1, "top two": 2, "not last": 3}[of]
    starts = became - totals
    even = {"first": 0.25, "top two": 0.5, "not last": 0.75}[of]
    assert starts.mean() == pytest.approx(even, abs=0.01)
    assert starts.between(even - 0.15, even + 0.15).all()
    won = stats.chance_added(genuine, by="won", where={"players": 4}, of=of).set_index("won")["value"]
    assert won[True] > 0.05 > 0 > won[False]


def test_meetings_are_seen_alike_from_both_sides(genuine, regular):
    mine = stats.head_to_head(genuine, regular, minimum=2)
    other = mine["other"].iloc[0]
    theirs = stats.head_to_head(genuine, other).set_index(["players", "other"])
    row, back = mine.iloc[0], theirs.loc[(mine["players"].iloc[0], regular)]
    assert (row["games"], row["games"] - row["ahead"]) == (back["games"], back["ahead"])
    assert (row["rons"], row["ron_points"]) == (back["deal_ins"], back["deal_in_points"])
    assert row["place_difference"] == pytest.approx(-back["place_difference"])


def test_streaks_are_counted_in_order_of_time():
    places = [1, 1, 2, 1, 4, 4, 4, 2, 1, 1]
    ds = dataset(
        seats=[{"game": str(n), "player": "Ann", "place": place} for n, place in enumerate(places)],
        games=[{"game": str(n), "started": pd.Timestamp(2020, 1, 1 + n)} for n in range(len(places))],
    )
    found = stats.streaks(ds).set_index("streak")
    assert found["longest"].to_dict() == {"first": 2, "first or second": 4, "not last": 4, "last": 3}
    assert found["latest"].to_dict() == {"first": 2, "first or second": 3, "not last": 3, "last": 0}


def test_games_of_one_hour_are_ordered_by_the_minutes_of_list_pages():
    hour = pd.Timestamp(2020, 1, 1, 20)
    ds = dataset(
        seats=[
            {"game": game, "player": "Ann", "place": place} for game, place in zip("abcd", (1, 2, 3, 4), strict=True)
        ],
        games=[{"game": game, "started": hour} for game in "abcd"],
        list=[
            {"game": game, "started": hour.replace(minute=n)} for game, n in (("a", 50), ("b", 5), ("b", 6), ("d", 20))
        ],
    )
    games = stats.history(ds, "Ann")
    assert list(games["game"]) == ["c", "b", "d", "a"]  # the one without a minute starts at the full hour
    assert list(games["started"].dt.minute) == [0, 5, 20, 50]


@pytest.mark.parametrize("question", [stats.yaku, stats.push_fold, stats.turns, stats.luck, stats.extreme_kyoku])
@pytest.mark.parametrize(("column", "error"), [("player", stats.NoSuchPlayerError), ("room", stats.NoSuchRoomError)])
def test_a_filter_with_a_name_that_no_game_has_is_an_error(genuine, regular, question, column, error):
    with pytest.raises(error, match="did you mean"):
        question(genuine, where={column: f"{regular}x" if column == "player" else "houo"})
    assert len(stats.yaku(genuine, where={"player": ("nobody else", regular)}))  # of several names, one is enough


def test_the_chance_of_a_streak_is_that_of_a_simulation():
    random = np.random.default_rng(1)
    held = random.random((20_000, 30)) < 0.3
    runs = np.zeros(len(held), int)
    longest = np.zeros(len(held), int)
    for column in held.T:
        runs = (runs + 1) * column
        longest = np.maximum(longest, runs)
    assert chance_of_streak(30, 0.3, 4) == pytest.approx((longest >= 4).mean(), abs=0.01)


def test_lengths_of_games_and_kyoku_are_whole(genuine):
    shares_are_whole(stats.game_lengths(genuine), ["players", "length"])
    shares_are_whole(stats.kyoku_lengths(genuine), ["players", "result"])
    shares_are_whole(stats.kyoku_results(genuine), ["players"])
    assert (stats.dealer_streaks(genuine, by=())["longest"] >= 5).all()


def test_the_distribution_of_han_is_near_the_published_one(genuine):
    """300,000 games (chigusa): 15.0, 22.5, 23.5, 19.3, 11.3 % of 1 to 5 han."""
    frame = stats.han_and_fu(genuine, where={"players": 4})
    shares_are_whole(frame, ["players"])
    han = frame.groupby("han")["share"].sum()
    assert han.loc[1:5].to_numpy() == pytest.approx([0.150, 0.225, 0.235, 0.193, 0.113], abs=0.01)


def test_kyoku_with_calls_add_up_to_the_registry(genuine):
    frame = stats.call_outcomes(genuine)
    wins = frame[frame["statistic"] == "win_rate"]
    total = (wins["value"] * wins["n"]).groupby(wins["players"]).sum()
    registry = stats.summary(genuine, ["call_win_rate"]).set_index("players")["numerator"]
    assert total.to_numpy() == pytest.approx(registry.to_numpy())


def test_the_danger_of_tiles_is_near_the_published_one(genuine):
    """Gimite, one riichi: live honours 5-5.9 %, suji 4-4.5 %, no-suji middle tiles 11.2-11.4 %."""
    where = {"players": 4}
    rates = stats.danger(genuine, where=where).set_index(["danger", "tile_class"])
    assert rates.loc[("musuji", "3-7"), "deal_in_rate"] == pytest.approx(0.113, abs=0.015)
    assert rates.loc[("omote", "2-8"), "deal_in_rate"] == pytest.approx(0.0425, abs=0.01)
    seen = stats.danger(genuine, by=("danger", "visible"), where=where).set_index(["danger", "visible"])["deal_in_rate"]
    assert seen["honor", 1] == pytest.approx(0.05, abs=0.01)
    assert seen["honor"].is_monotonic_decreasing
    assert (rates["n"] > 0).all()


def test_danger_adds_up_over_its_dimensions(genuine):
    one = stats.danger(genuine, by="danger")
    many = stats.danger(genuine, by=["danger", "turn", "dora"])
    assert many.groupby(["players", "danger"])["n"].sum().tolist() == one["n"].tolist()
    wide = stats.danger_matrix(stats.danger(genuine), "danger", "tile_class")
    assert set(wide.columns) == {"terminal", "2-8", "3-7", "4-6", "honor"}


def test_deal_ins_by_shanten_have_the_mean_of_the_registry(genuine):
    frame = stats.deal_ins_by_shanten(genuine)
    shares_are_whole(frame, ["players"])
    mean = (frame["shanten"] * frame["share"]).groupby(frame["players"]).sum()
    registry = stats.summary(genuine, ["deal_in_shanten"]).set_index("players")["value"]
    assert mean.to_numpy() == pytest.approx(registry.to_numpy())


def test_folding_is_read_from_the_discards_facing_riichi():
    def row(kyoku, event, danger):
        return {"game": "a", "kyoku": kyoku, "event": event, "n_riichi": 1, "danger": danger}

    sure, risk = "genbutsu", "musuji"
    ds = dataset(
        discards=[
            *(row(0, n, kind) for n, kind in enumerate([sure, sure, "safe"])),
            *(row(1, n, kind) for n, kind in enumerate([risk, sure, sure, risk, sure, sure, sure])),
            *(row(2, n, kind) for n, kind in enumerate([risk, risk, sure])),
        ]
    )
    found = stats.folding(ds).set_index("answer")
    assert found["longest"].to_dict() == {"folded": 3, "mixed": 3, "pushed": 1}
    assert found["count"].tolist() == [1, 1, 1]


def test_efficiency_leaves_riichi_out(genuine):
    found = stats.efficiency(genuine, by=())
    assert set(found["statistic"]) == {"efficiency_loss", "best_discard_rate", "shanten_loss_rate"}
    assert (found["n"] < genuine.discards.count().to_pyarrow().as_py()).all()


def test_luck_of_the_whole_archive_cancels_where_the_archive_is_the_measure(genuine):
    found = stats.luck(genuine, by=()).set_index(["players", "luck"])
    assert set(found["note"]) == {"expected from 313 games", "expected from 1,087 games"}
    for players in (3, 4):
        for kind in ("ippatsu", "dealt in", "draws"):
            row = found.loc[(players, kind)]
            assert row["difference"] == pytest.approx(0, abs=0.01 * row["expected"])
        assert found.loc[(players, "ura"), "difference"] == pytest.approx(0, abs=0.08)


def test_the_luck_of_players_adds_up(genuine):
    by_player = stats.luck(genuine).groupby(["players", "luck"])["n"].sum()
    together = stats.luck(genuine, by=()).set_index(["players", "luck"])["n"]
    assert by_player.to_dict() == together.to_dict()


def test_luck_in_points_leads_to_the_balance(genuine, regular):
    where = {"players": 4, "player": regular}
    points = stats.luck_points(genuine, where=where).set_index("luck")
    parts = points["points"]
    assert parts.drop("balance").sum() == pytest.approx(parts["balance"])
    summary = stats.summary(genuine, ["balance"], where).iloc[0]
    assert (parts["balance"], points.at["balance", "n"]) == (pytest.approx(summary["value"]), summary["n"])
    luck = stats.luck(genuine, where=where).set_index("luck")
    ura = luck.at["ura", "total"] * points.at["ura", "price"] / points.at["ura", "n"]
    assert parts["ura"] == pytest.approx(ura)
    assert points["price"].gt(0).to_dict() == {
        "rest": False, "ura": True, "ippatsu": True, "dealt in": False, "draws": True, "haipai": False, "balance": True
    }  # fmt: skip
    everyone = stats.luck_points(genuine, by=(), where={"players": 4}).set_index("luck")["points"]
    assert everyone[["ippatsu", "dealt in", "draws", "haipai"]].to_numpy() == pytest.approx(np.zeros(4), abs=1)


def test_a_difference_of_two_sides_has_its_interval(genuine, regular):
    found = stats.difference(genuine, {"dealer": True, "players": 4}, {"dealer": False, "players": 4}, ["win_rate"])
    row = found.iloc[0]
    assert row["difference"] == pytest.approx(row["value"] - row["other"])
    assert 0 < row["difference_low"] < row["difference"] < row["difference_high"]


@pytest.mark.parametrize("by", ["state", "faced_riichi", "gap_above", "gap_below", "start_place", "honba", "seat"])
def test_dimensions_made_of_columns_split_without_loss(by, genuine):
    split = stats.summary(genuine, by=by, stats=["win_rate"]).groupby("players")["n"].sum()
    whole = stats.summary(genuine, ["win_rate"]).set_index("players")["n"]
    assert split.to_dict() == whole.to_dict()


def test_equal_searches_of_lists_agree_with_single_ones(genuine):
    keys = ["pinfu_share", "tanyao_share", "yakuhai_share"]
    several = stats.summary(genuine, keys).set_index(["players", "statistic"])
    for players, key in several.index:
        alone = genuine.wins.filter(genuine.wins.players == players)
        held = alone.filter(stats.find(key).numerator(alone)).count().to_pyarrow().as_py()
        assert several.loc[(players, key), "numerator"] == held
        assert several.loc[(players, key), "n"] == alone.count().to_pyarrow().as_py()


def test_players_without_a_name_are_part_of_the_field():
    ds = dataset(hands=hands(2, player="Ann") + hands(3, "b", player="Bob") + hands(1, "c", player=None))
    assert stats.against_others(ds, "Ann", ["win_rate"])[["n", "others_n"]].to_numpy().tolist() == [[2, 4]]


@pytest.mark.parametrize("question", [stats.against_others, stats.history, stats.head_to_head])
def test_a_player_in_no_game_is_a_value_error_with_the_nearest_names(genuine, regular, question):
    with pytest.raises(ValueError, match=f"did you mean .*{re.escape(regular)}"):
        question(genuine, f"{regular}x")
    question(genuine, regular, where={"year": 1900})  # a filter that leaves nothing is no error


def test_a_wrong_column_is_an_error_with_the_nearest_one():
    ds = dataset(hands=hands(2, player="Ann"))
    for wrong in ({"by": "plyer"}, {"where": {"plyer": "Ann"}}):
        with pytest.raises(stats.NoSuchColumnError, match=r"plyer: no such column .*; did you mean player"):
            stats.summary(ds, ["win_rate"], **wrong)


def test_accounts_of_one_person_are_one_player(tmp_path):
    ds = dataset(hands=hands(2, player="Ann") + hands(3, "b", player="Ann2") + hands(1, "c", player="Bob"))
    together = stats.merge_accounts(ds, {"Ann2": "Ann"})
    found = stats.summary(together, ["win_rate"], by="player")
    assert found[["player", "n"]].to_numpy().tolist() == [["Ann", 5], ["Bob", 1]]
    path = tmp_path / "accounts.toml"
    path.write_text('Ann = ["Ann2"]\n', encoding="utf-8")
    assert stats.read_aliases(path) == {"Ann2": "Ann"}


def test_riichi_by_turn_and_wait_add_up_to_the_registry(genuine):
    frame = stats.riichi_outcomes(genuine)
    wins = frame[frame["statistic"] == "riichi_win_rate"]
    total = (wins["value"] * wins["n"]).groupby(wins["players"]).sum()
    registry = stats.summary(genuine, ["riichi_win_rate"]).set_index("players")["numerator"]
    assert total.to_numpy() == pytest.approx(registry.to_numpy())


@pytest.mark.parametrize("kinds", [["form"], ["tiles", "chase"], ["riichi_turn", "kinds"], []])
def test_riichi_are_told_apart_without_loss(kinds, genuine):
    frame = stats.riichi_outcomes(genuine, kinds=kinds)
    assert set(kinds) <= set(frame.columns)
    wins = frame[frame["statistic"] == "riichi_win_rate"].groupby("players")["n"].sum()
    registry = stats.summary(genuine, ["good_wait_rate"]).set_index("players")["n"]
    assert wins.to_dict() == registry.to_dict()


def test_a_wide_wait_wins_more_than_one_between(genuine):
    frame = stats.riichi_outcomes(genuine, where={"players": 4}, kinds=["form"]).set_index(["statistic", "form"])
    assert frame.loc[("riichi_win_rate", "many"), "low"] > frame.loc[("riichi_win_rate", "kanchan"), "high"]


def test_what_riichi_wait_on_is_told_by_class_and_dora():
    def declared(waits, indicator, players=4):
        return {"riichi": True, "riichi_waits": waits, "riichi_tiles_unseen": 4, "riichi_turn": 5, "players": players,
                "game": f"{waits}{indicator}{players}", "player": "Ann"}  # fmt: skip

    cases = [
        (declared([2, 5], 1), "3-7", True),  # 2m makes 3m dora
        (declared([2, 5], 2), "3-7", False),
        (declared([0, 27], 8), "honor", True),  # 9m makes 1m dora
        (declared([8], 0, players=3), "terminal", True),  # with three players 1m makes 9m dora
        (declared([8], 0), "terminal", False),
        (declared([22], 36), "4-6", False),  # a red 5s is no 5s by itself
        (declared([23], 36), "4-6", True),
        (declared([10], 31), "2-8", False),
    ]
    for row, outermost, dora in cases:
        indicator = int(row["game"].partition("]")[2][:-1])
        ds = dataset(hands=[row], kyoku=[{"game": row["game"], "dora_indicators": [indicator]}])
        told = stats.riichi_outcomes(ds, kinds=["outermost", "dora"]).iloc[0]
        assert (told["outermost"], told["dora"]) == (outermost, dora), row


def test_dealt_hands_are_near_the_published_ones(genuine):
    """Kobalab, Phoenix 2016: 0.6, 9.4, 36.2, 39.9, 13.1 and 0.8 % of 1 to 6 shanten."""
    frame = stats.haipai_shanten(genuine, where={"players": 4})
    shares_are_whole(frame, ["players"])
    share = frame.set_index("shanten")["share"]
    assert share.loc[1:6].to_numpy() == pytest.approx([0.006, 0.094, 0.362, 0.399, 0.131, 0.008], abs=0.006)


def test_winning_tiles_are_whole(genuine):
    frame = stats.winning_tiles(genuine)
    shares_are_whole(frame, ["players"])
    penchan = frame[(frame["wait"] == "penchan") & (frame["count"] > 0)]
    assert set(penchan["tile_class"]) == {"3-7"}


def test_the_best_wins_are_the_best_rows(genuine):
    best = stats.best_wins(genuine, by=()).set_index("players")
    wins = genuine.wins.to_pyarrow().to_pandas()
    for players, own in wins.groupby("players"):
        row = best.loc[players]
        assert (row["han"], row["points"], row["wins"]) == (own["han"].max(), own["points"].max(), len(own))
        assert row["dora"] == (own["n_dora"] + own["n_red"] + own["n_ura"]).max()


def test_the_largest_deal_ins_are_the_rons_of_most_points(genuine):
    wins = genuine.wins.to_pyarrow().to_pandas()
    rons = wins[wins["from_seat"].notna() & wins["points"].notna() & (wins["players"] == 4)]
    largest = stats.largest_deal_ins(genuine, {"players": 4}, top=7)
    assert list(largest["points"]) == sorted(rons["points"], reverse=True)[:7]
    both = largest.merge(rons, on=["game", "kyoku", "winner"], suffixes=("", "_of_win"))
    assert len(both) == 7
    assert (both["seat"] == both["from_seat"]).all()
    assert (both["points"] == both["points_of_win"]).all()
    seats = genuine.seats.to_pyarrow().to_pandas().set_index(["game", "seat"])["player"]
    assert [seats[row["game"], row["seat"]] for row in largest.to_dict("records")] == list(largest["player"])


def test_riichi_hands_are_a_plain_count_of_their_columns(genuine):
    hands = genuine.hands.to_pyarrow().to_pandas().query("players == 4 and riichi")
    known = hands[hands["riichi_points"].notna()]
    dora = known["riichi_dora"] + known["riichi_red"]
    yaku = known["riichi_yaku"].map(set)
    accepted = hands[hands["ippatsu_broken"].notna()]
    expected = {
        "riichi_hand_value": known["riichi_points"].mean(),
        "riichi_dora_tiles": dora.mean(),
        "riichi_dora_2_rate": (dora >= 2).mean(),
        "riichi_dora_3_rate": (dora >= 3).mean(),
        "riichi_pinfu_rate": yaku.map(lambda keys: "pinfu" in keys).mean(),
        "riichi_tanyao_rate": yaku.map(lambda keys: "tanyao" in keys).mean(),
        "riichi_only_rate": ((dora == 0) & ~yaku.map(bool)).mean(),
        "ippatsu_broken_rate": accepted["ippatsu_broken"].astype(bool).mean(),
        "riichi_ankan_rate": (hands["n_riichi_ankan"] > 0).mean(),
    }
    measured = stats.summary(genuine, list(expected), {"players": 4}).set_index("statistic")["value"]
    assert measured.to_dict() == pytest.approx(expected)
    assert expected["riichi_only_rate"] > 0.1 > expected["riichi_ankan_rate"]


def test_a_ron_with_ippatsu_was_not_broken(genuine):
    won = genuine.hands.to_pyarrow().to_pandas().query("won and riichi_accepted")
    assert not won.loc[won["ippatsu"].eq(True), "ippatsu_broken"].any()


@pytest.mark.parametrize(
    ("waits", "unheld", "seen", "good", "good_by_form"),
    [
        ([2, 5], 6, 6, 1, 1),
        ([2, 5], 6, 3, 0, 1),  # what lies open is not looked at
        ([4], 4, 4, 0, 0),
        ([11, 20], 4, 4, 0, 0),
        ([30], 3, 3, 0, 1),  # an honor is good
        ([8, 31], 4, 4, 0, 1),
    ],
)
def test_a_good_wait_is_another_thing_to_zyr17(waits, unheld, seen, good, good_by_form):
    row = {"riichi": True, "riichi_waits": waits, "riichi_tiles_unheld": unheld, "riichi_tiles_unseen": seen}
    found = stats.summary(dataset(hands=hands(1, **row)), ["good_wait_rate", "good_wait_rate@zyr17"])
    assert found.set_index("statistic")["value"].to_dict() == {
        "good_wait_rate": good, "good_wait_rate@zyr17": good_by_form,
    }  # fmt: skip


def test_wins_let_pass_are_counted_by_kyoku():
    none = {"passed_rons": 0, "passed_tsumo": 0}
    rows = hands(1, **none | {"passed_rons": 2}, won=True) + hands(1, "b", **none | {"passed_tsumo": 1})
    rows += hands(2, "c", **none, tenpai_turn=3)
    keys = ["passed_win_rate", "passed_win_win_rate", "passed_rons"]
    found = stats.summary(dataset(hands=rows), keys).set_index("statistic")["value"]
    assert found.to_dict() == {"passed_win_rate": 0.5, "passed_win_win_rate": 0.5, "passed_rons": 0}


def test_useful_draws_are_counted_where_they_are_told():
    rows = hands(1, n_draws=8, useful_draws=3, expected_useful_draws=2.0) + hands(1, "b", n_draws=9)
    found = stats.summary(dataset(hands=rows), ["useful_draw_rate", "useful_draw_luck"]).set_index("statistic")
    assert found["value"].to_dict() == {"useful_draw_rate": 3 / 8, "useful_draw_luck": 1.5}


def test_deal_ins_are_in_tenpai_or_not():
    rows = hands(1, dealt_in=True, deal_in_shanten=0) + hands(2, "b", dealt_in=True, deal_in_shanten=2) + hands(1, "c")
    found = stats.summary(dataset(hands=rows), ["deal_in_tenpai_rate", "deal_in_noten_rate"]).set_index("statistic")
    assert found["value"].to_dict() == {"deal_in_tenpai_rate": 0.25, "deal_in_noten_rate": 0.5}


def test_the_last_tile_of_a_yakuhai_is_told_from_other_honors():
    def win(tile, yaku, **how):
        game = f"{tile}{yaku}{how}"
        return {"tile": tile, "yaku": yaku, "n_yakuman": 0, "wait": "shanpon", "player": "Ann", "game": game} | how

    rows = [
        win(31, ["haku"]),
        win(28, ["seat_wind"]),
        win(28, ["haku"]),  # a wind of no value
        win(31, ["haku"], closed=True),
        win(31, ["honitsu"], wait="tanki"),
        win(5, ["tanyao"]),
        win(35, ["tanyao"]),  # a red five is no honor
        win(5, ["tanyao"], closed=True),
    ]
    found = stats.summary(dataset(wins=rows), ["yakuhai_back_share", "open_tanyao_share"]).set_index("statistic")
    assert found["value"].to_dict() == {"yakuhai_back_share": 0.25, "open_tanyao_share": 0.25}


def test_riichi_are_not_told_apart_by_what_is_unknown(genuine):
    with pytest.raises(ValueError, match="colour"):
        stats.riichi_outcomes(genuine, kinds=["colour"])


def test_tenpai_by_turn_is_near_the_published_curve(genuine):
    """Kobalab, Phoenix hanchan of 2016: 5.0, 27.8, 42.4 and 48.3 % by turns 5, 10, 15 and 18."""
    curve = stats.turns(genuine, where={"players": 4, "length": "hanchan"})
    tenpai = curve[curve["event"] == "tenpai"].set_index("turn")["share"]
    assert tenpai.loc[[5, 10, 15, 18]].to_numpy() == pytest.approx([0.050, 0.278, 0.424, 0.483], abs=0.03)


def test_waits_of_wins_are_whole(genuine):
    keys = [f"{wait}_win_share" for wait in ("ryanmen", "kanchan", "penchan", "shanpon", "tanki")]
    found = stats.summary(genuine, keys).groupby("players")["value"].sum()
    assert found.to_numpy() == pytest.approx([1, 1])


RIICHI_AND_DEAL_INS = [
    *({"riichi": True, "riichi_order": 1, "dealt_in": n == 0, "riichi_discards": 4} for n in range(4)),
    *({"riichi": True, "riichi_order": 2, "dealt_in": n == 0, "riichi_discards": 8} for n in range(2)),
    *({"riichi": False, "n_calls": n, "dealt_in": True, "deal_in_state": state, "deal_in_shanten": shanten}
      for n, state, shanten in ((0, "dama", 0), (1, "noten", 2), (2, "open", 0))),
]  # fmt: skip


def test_deal_ins_by_riichi_and_by_what_the_hand_was():
    rows = [
        {"game": f"g{n}", "kyoku": 0, "seat": 0, "n_calls": 0, "deal_in_shanten": 0, "deal_in_state": "riichi"} | row
        for n, row in enumerate(RIICHI_AND_DEAL_INS)
    ]
    keys = ["first_riichi_deal_in_rate", "chase_deal_in_rate", "passive_deal_in_rate", "deal_in_dama_share"]
    for by, value in (("all_last", True), ("haipai_shanten", 3)):
        frame = stats.summary(dataset(hands=[row | {by: value} for row in rows]), keys, by=by)
        assert frame[by].unique().tolist() == [value]
        assert frame.set_index("statistic")["value"].loc[keys].tolist() == pytest.approx([1 / 4, 1 / 2, 2 / 9, 1 / 5])
