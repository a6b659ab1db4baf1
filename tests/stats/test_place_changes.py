"""How the results of a kyoku change the chances of places: against the model, the rules and what players know."""

import numpy as np
import pytest

from mjlog import TENHOU, TENHOU_3P, plots
from mjlog.rules.settlement import Kyoku
from mjlog.stats import place_chances, place_changes
from tests.stats.test_place_model import plain_chances

SOUTH_4 = Kyoku(wind=1, dealer=3, points=(31_200, 26_200, 24_000, 18_600))


def test_the_chances_are_those_of_the_model_made_consistent():
    table = place_chances(TENHOU, SOUTH_4)
    assert table.sum(axis=0) == pytest.approx(np.ones(4), abs=1e-4)
    assert table.sum(axis=1) == pytest.approx(np.ones(4))
    raw = [plain_chances(list(SOUTH_4.points), seat, 1, seat == 3) for seat in range(4)]
    assert table == pytest.approx(np.array(raw), abs=0.1)


def test_a_win_that_ends_the_game_fixes_the_place():
    frame = place_changes(TENHOU, SOUTH_4, 1, hands=[(3, 30), (3, 40), (5, 30)])
    wins = frame[frame["event"].eq("tsumo")]
    assert wins["value"].tolist() == ["1,000/2,000", "1,300/2,600", "2,000/4,000"]
    assert wins["place"].tolist() == [2, 1, 1]  # 30,200 each, and the other seat is nearer to the first dealer
    assert wins["uma"].tolist() == [10_000, 40_000, 40_000]
    assert wins["ends"].all()


def test_a_win_of_the_dealer_below_the_first_place_goes_on():
    frame = place_changes(TENHOU, SOUTH_4, 3, hands=[(1, 30)]).set_index("event")
    assert not frame.loc["tsumo", "ends"]
    assert frame.loc["tsumo", "points"] == 18_600 + 1_500
    assert 0 < frame.loc["tsumo", "chance_1"] < 1


def test_a_win_with_honba_and_sticks_gains_more():
    east = Kyoku(wind=0, dealer=0, points=(25_000,) * 4)
    rich = Kyoku(wind=0, dealer=0, points=(25_000,) * 4, honba=3, sticks=2)
    gains = [place_changes(TENHOU, kyoku, 2, hands=[(4, 30)]).set_index("event").loc["tsumo"] for kyoku in (east, rich)]
    assert gains[1]["points"] - gains[0]["points"] == 900 + 2_000
    assert gains[1]["gain"] > gains[0]["gain"] > 0


@pytest.mark.parametrize(
    ("rules", "points", "uma"), [(TENHOU, (25_000,) * 4, (5, 1, -1, -5)), (TENHOU_3P, (35_000,) * 3, (15, 0, -15))]
)
def test_larger_wins_gain_and_larger_deal_ins_cost_more_for_any_uma(rules, points, uma):
    frame = place_changes(rules, Kyoku(wind=1, dealer=1, points=points), 0, uma=uma)
    for (event, _), part in frame[frame["event"].isin(["tsumo", "ron", "deal-in"])].groupby(
        ["event", "other"], dropna=False
    ):
        gains = part["gain"].tolist()
        assert gains == sorted(gains, reverse=event == "deal-in")
        assert all(gain < 0 for gain in gains) == (event == "deal-in")
    stick = frame[frame["event"] == "riichi"].iloc[0]
    assert stick["gain"] < 0
    chances = frame[[f"chance_{place}" for place in range(1, len(points) + 1)]].to_numpy()
    assert frame["uma"].to_numpy() == pytest.approx(chances @ np.array(uma))


def test_another_number_of_seats_is_refused():
    with pytest.raises(ValueError, match="3 players"):
        place_chances(TENHOU_3P, SOUTH_4)
    with pytest.raises(ValueError, match="uma"):
        place_changes(TENHOU, SOUTH_4, 0, uma=(15, 0, -15))


def test_the_changes_are_drawn_as_bars_of_places():
    frame = place_changes(TENHOU, SOUTH_4, 1, hands=[(3, 30)])
    ax = plots.final_places(frame)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels[:3] == ["now", "riichi stick", "tsumo: 1,000/2,000"]
    assert "ron on seat 2: 3,900" in labels
    assert "deal-in to seat 3: 5,800" in labels
