"""Every plot draws what its frame says, leaves matplotlib's settings alone, and returns its axes."""

import matplotlib as mpl
import pandas as pd
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt

from mjlog import plots


@pytest.fixture(autouse=True)
def settings_are_left_alone():
    before = dict(mpl.rcParams)
    yield
    assert dict(mpl.rcParams) == before
    plt.close("all")


def frame(**columns):
    return pd.DataFrame({"players": 4, "unit": "share", "note": "", **columns})


RATES = frame(
    statistic=["win_rate", "deal_in_rate"], value=[0.21, 0.13], low=[0.2, 0.12], high=[0.22, 0.14], n=[1000, 1000]
)


def test_rates_have_a_line_for_each_statistic_and_a_point_at_each_value():
    ax = plots.rates(RATES, title="Rates")
    assert [text.get_text() for text in ax.get_yticklabels()] == ["win rate", "deal-in rate"]
    assert list(ax.lines[0].get_xdata()) == [0.21, 0.13]
    assert ax.get_title(loc="left") == "Rates"
    ax.figure.canvas.draw()


def test_published_values_are_drawn_beside_the_archive():
    ax = plots.rates(RATES.assign(published=[0.2117, 0.1273]))
    assert [0.2117, 0.1273] in [list(line.get_xdata()) for line in ax.lines]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["archive", "published"]


def test_groups_have_their_own_colours_and_labels():
    ax = plots.rates(pd.concat([RATES.assign(room="A"), RATES.assign(room="B")]))
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["A", "B"]
    assert len({line.get_color() for line in ax.lines}) == 2


def test_a_forest_colours_only_differences_that_leave_zero_out():
    compared = frame(
        statistic=["win_rate", "deal_in_rate", "call_rate"],
        value=[0.25, 0.13, 0.3],
        field=[0.21, 0.13, 0.35],
        difference=[0.04, 0.0, -0.05],
        difference_low=[0.02, -0.01, -0.07],
        difference_high=[0.06, 0.01, -0.03],
    )
    ax = plots.forest(compared)
    points = [line for line in ax.lines if line.get_marker() == "o"]
    assert [line.get_color() for line in points] == [plots.BLUE, plots.GREY, plots.ORANGE]
    assert [float(line.get_xdata()[0]) for line in points] == pytest.approx([4, 0, -5])
    ax.figure.canvas.draw()


def test_places_fill_the_bar():
    shares = [0.3, 0.25, 0.25, 0.2]
    ranks = frame(statistic=list(plots.PLACE_RATES), value=shares)
    average = frame(statistic=["average_place"], value=[2.35])
    ax = plots.places(pd.concat([ranks, average]))
    assert [bar.get_width() for bar in ax.patches] == pytest.approx(shares)
    assert any("2.35" in text.get_text() for text in ax.texts)


def test_three_player_bars_have_three_places():
    ranks = frame(statistic=list(plots.PLACE_RATES), value=[0.4, 0.3, 0.3, None])
    assert [bar.get_width() for bar in plots.places(ranks).patches] == pytest.approx([0.4, 0.3, 0.3])


def test_a_points_curve_marks_each_game_by_its_place():
    games = pd.DataFrame({"players": 4, "number": [1, 2, 3], "place": [1, 4, 1], "total_score": [50.0, 10.0, 60.0]})
    ax = plots.points_curve(games)
    assert list(ax.lines[0].get_ydata()) == [50, 10, 60]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["1st (2)", "2nd (0)", "3rd (0)", "4th (1)"]


def test_hand_values_are_put_in_the_class_that_begins_at_or_below_them():
    wins = pd.DataFrame({"players": 4, "points": [1000, 3900, 8000, 48000], "wins": [1, 1, 1, 1], "share": 0.25})
    heights = [bar.get_height() for bar in plots.hand_values(wins).patches]
    assert heights == [0.25, 0, 0.25, 0, 0.25, 0, 0, 0, 0.25]


def test_turn_curves_have_a_line_for_each_event():
    curves = pd.DataFrame(
        [
            (4, event, turn, turn / 20, turn / 20, turn / 20, turn, 20)
            for event in ("call", "riichi", "tenpai", "win")
            for turn in range(1, 19)
        ],
        columns=["players", "event", "turn", "share", "low", "high", "count", "kyoku"],
    )
    ax = plots.turns(curves)
    assert [line.get_label() for line in ax.lines] == ["call", "riichi", "tenpai", "win"]
    assert {line.get_color() for line in ax.lines} == set(plots.EVENT_COLOURS.values())


def test_a_plot_draws_on_the_axes_it_is_given():
    _, ax = plt.subplots()
    assert plots.rates(RATES, ax=ax) is ax


def test_characters_no_font_can_draw_become_boxes(monkeypatch):
    monkeypatch.setattr(plots, "JAPANESE_FONTS", ())
    ax = plots.rates(RATES, title="雀士A")
    assert ax.get_title(loc="left") == "□□A"
    ax.figure.canvas.draw()
