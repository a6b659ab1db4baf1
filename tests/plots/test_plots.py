"""Every plot draws what its frame says, leaves matplotlib's settings alone, and returns its axes."""

from functools import partial

import matplotlib as mpl
import pandas as pd
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.text import Text

from mjlog import plots
from mjlog.plots import style


@pytest.fixture(autouse=True)
def settings_are_left_alone():
    before = dict(mpl.rcParams)
    yield
    assert dict(mpl.rcParams) == before
    plt.close("all")


def frame(**columns):
    return pd.DataFrame({"players": 4, "unit": "share", "note": "", **columns})


def bars(ax):
    return [bar.get_width() for bar in ax.patches if bar.get_height()]


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def notes(ax):
    return [text.get_text() for text in ax.texts]


def labels(ax):
    return [text.get_text() for text in ax.get_yticklabels()]


RATES = frame(
    statistic=["win_rate", "deal_in_rate"], value=[0.21, 0.13], low=[0.2, 0.12], high=[0.22, 0.14], n=[1000, 1000]
)


def test_rates_have_a_line_for_each_statistic_and_a_point_at_each_value():
    ax = plots.rates(RATES, title="Rates")
    assert [text.get_text() for text in ax.get_yticklabels()] == ["win rate", "deal-in rate"]
    assert list(ax.lines[0].get_xdata()) == [0.21, 0.13]
    assert ax.get_title(loc="left") == "Rates"
    ax.figure.canvas.draw()


def test_published_values_are_drawn_as_diamonds():
    ax = plots.rates(RATES.assign(published=[0.2117, 0.1273]))
    assert [0.2117, 0.1273] in [list(line.get_xdata()) for line in ax.lines]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["all", "published"]


def test_groups_have_their_own_colours_and_labels():
    ax = plots.rates(pd.concat([RATES.assign(room="A"), RATES.assign(room="B")]))
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["A", "B"]
    assert len({line.get_color() for line in ax.lines}) == 2


def test_a_forest_colours_only_differences_that_leave_zero_out_by_the_direction_of_good():
    compared = frame(
        statistic=["win_rate", "deal_in_rate", "call_rate"],
        value=[0.25, 0.13, 0.3],
        others=[0.21, 0.13, 0.35],
        difference=[0.04, 0.0, -0.05],
        difference_low=[0.02, -0.01, -0.07],
        difference_high=[0.06, 0.01, -0.03],
        n=[1000, 1000, 1000],
    )
    ax = plots.forest(compared)
    points = [line for line in ax.lines if line.get_marker() == "o"]
    assert [line.get_color() for line in points] == [plots.GOOD, plots.GREY, plots.BLUE]
    assert [float(line.get_xdata()[0]) for line in points] == pytest.approx([4, 0, -5])
    ax.figure.canvas.draw()


def test_places_fill_the_bar():
    shares = [0.3, 0.25, 0.25, 0.2]
    ranks = frame(statistic=list(plots.PLACE_RATES), n=9, value=shares)
    average = frame(statistic=["average_place"], n=9, value=[2.35])
    ax = plots.places(pd.concat([ranks, average]))
    assert bars(ax) == pytest.approx(shares)
    assert notes(ax)[-1] == "ø 2.35, n 9"


def test_three_player_bars_have_three_places():
    ranks = frame(statistic=list(plots.PLACE_RATES), n=9, value=[0.4, 0.3, 0.3, None])
    ax = plots.places(ranks)
    assert bars(ax) == pytest.approx([0.4, 0.3, 0.3])
    assert legend(ax) == ["1st", "2nd", "3rd"]


def test_a_points_curve_marks_each_game_by_its_place():
    games = pd.DataFrame({"players": 4, "number": [1, 2, 3], "place": [1, 4, 1], "total_score": [50.0, 10.0, 60.0]})
    ax = plots.points_curve(games)
    assert list(ax.lines[0].get_ydata()) == [50, 10, 60]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["1st (2)", "2nd (0)", "3rd (0)", "4th (1)"]


def test_hand_values_belong_to_the_class_that_begins_at_or_below_them():
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
    monkeypatch.setattr(style, "JAPANESE_FONTS", ())
    ax = plots.rates(RATES, title="雀士A")
    assert ax.get_title(loc="left") == "□□A"
    ax.figure.canvas.draw()


def test_a_legend_never_covers_the_plot():
    groups = pd.concat([RATES.assign(room=room, low=0.0, high=1.0) for room in "ABCDE"])
    curves = pd.DataFrame({"players": 4, "number": [1, 2], "place": [1, 1], "total_score": [50.0, 100.0]})
    for ax in (plots.rates(groups), plots.points_curve(curves)):
        ax.figure.canvas.draw()
        drawn, box = ax.get_window_extent(), ax.get_legend().get_window_extent()
        assert box.x0 >= drawn.x1 or box.y0 >= drawn.y1


def test_titles_are_bold_where_their_letters_come_in_bold():
    def weight(title):
        ax = plots.rates(RATES, title=title)
        return next(text.get_fontweight() for text in ax.findobj(Text) if text.get_text() == ax.get_title(loc="left"))

    assert [weight("Rates"), weight("雀士A")] == ["bold", "normal"]


def test_a_long_title_is_above_the_legend():
    wins = pd.DataFrame({"players": [3, 4], "points": 1000, "wins": 1, "share": 1.0})
    ax = plots.hand_values(wins, title="What wins are worth without honba and riichi sticks, in classes, of all games")
    ax.figure.canvas.draw()
    title = next(text for text in ax.get_children() if getattr(text, "get_text", str)() == ax.get_title(loc="left"))
    assert title.get_window_extent().y0 >= ax.get_legend().get_window_extent().y1 - 2


def test_rates_of_one_group_have_a_note_of_n():
    assert notes(plots.rates(RATES)) == ["n 1,000", "n 1,000"]


DANGER = pd.DataFrame(
    [
        (4, "musuji", "4-6", 0.14, 0.13, 0.16, 1800, ""),
        (4, "genbutsu", "4-6", 0.005, 0.004, 0.006, 6000, ""),
        (4, "musuji", "terminal", 0.06, 0.05, 0.07, 3500, ""),
        (4, "omote", "terminal", 0.5, 0.1, 0.9, 4, "small sample: fewer than 30"),
    ],
    columns=["players", "danger", "tile_class", "deal_in_rate", "low", "high", "n", "note"],
)


def test_danger_is_shown_from_safe_to_dangerous_without_cells_of_few_discards():
    ax = plots.heatmap(DANGER, "danger", "tile_class")
    assert labels(ax) == ["genbutsu", "musuji"]
    assert [text.get_text() for text in ax.get_xticklabels()] == ["terminal", "4-6"]
    assert notes(ax)[0] == "14.0 %\n13.0–16.0, n 1,800"
    assert len(notes(ax)) == 3
    with pytest.raises(ValueError, match="no cell has 30 cases"):
        plots.heatmap(DANGER.iloc[3:], "danger", "tile_class")


def test_a_map_of_turns_keeps_their_order_and_is_green_where_high_is_good():
    turns = pd.Categorical(["10–12", "1–3", "4–6"], ["1–3", "4–6", "7–9", "10–12"], ordered=True)
    waits = ["tanki", "ryanmen", "other"]
    riichi = frame(wait=waits, turn=turns, statistic="riichi_win_rate", value=[0.2, 0.9, 0.1], low=0, high=1, n=30)
    ax = plots.heatmap(riichi.rename(columns={"wait": "riichi_wait_form"}), "riichi_wait_form", "turn")
    assert labels(ax) == ["ryanmen", "tanki", "other"]
    assert [text.get_text() for text in ax.get_xticklabels()] == ["1–3", "4–6", "10–12"]
    red, green, blue, _ = ax.images[0].to_rgba(0.9)
    assert green > max(red, blue)
    assert [text.get_color() == "white" for text in ax.texts] == [False, True, False]


def test_luck_leads_from_the_points_without_it_to_the_actual_ones():
    kinds = ["rest", "ura", "dealt in", "balance"]
    luck = pd.DataFrame({"luck": kinds, "points": [50, 60, -30, 80], "low": -90, "high": 90, "price": 1.0, "n": 600})
    ax = plots.luck_waterfall(luck)
    assert labels(ax) == ["without luck", "ura dora", "risky discards", "actual"]
    assert [(bar.get_x(), bar.get_width()) for bar in ax.patches] == [(0, 50), (50, 60), (110, -30), (0, 80)]
    assert notes(ax)[1:3] == ["+60 (-90 to +90)", "-30 (-90 to +90)"]


def test_a_profile_shows_percentiles_in_the_colour_of_the_difference():
    profile = RATES.assign(percentile=[90.0, float("nan")], difference_low=0.01, difference_high=0.03)
    ax = plots.profile(profile)
    assert labels(ax) == ["win rate"]
    assert notes(ax) == ["21.0 %, n 1,000"]
    assert [(list(dot.get_xdata()), dot.get_color()) for dot in ax.lines if dot.get_marker() == "o"] == [
        ([90.0], plots.GOOD)
    ]


def test_many_dates_have_few_labels():
    dates = [f"20{year}" for year in range(10, 35)]
    years = frame(
        date=pd.Categorical(dates, dates, ordered=True), statistic="average_place", value=2.5, low=2, high=3, n=40
    )
    ax = plots.outcomes(years.assign(unit="place"), "date", statistic="average_place")
    assert [text.get_text() for text in ax.get_xticklabels()] == dates[::3]


@pytest.mark.parametrize("plot", [partial(plots.heatmap, rows="danger", columns="tile_class"), plots.final_places])
def test_plots_of_one_table_refuse_two(plot):
    with pytest.raises(ValueError, match="'players': 4"):
        plot(pd.concat([DANGER, DANGER.assign(players=3)]))


def test_outcomes_leave_points_of_few_cases_out_and_name_groups():
    riichi = frame(
        riichi_turn=[3, 4, 3, 4],
        good=[True, True, False, False],
        statistic="riichi_win_rate",
        value=[0.6, 0.5, 0.4, 0.9],
        low=[0.5, 0.4, 0.3, 0.1],
        high=[0.7, 0.6, 0.5, 1.0],
        n=[100, 90, 80, 3],
    )
    ax = plots.outcomes(riichi, "riichi_turn", statistic="riichi_win_rate")
    assert legend(ax) == ["good, n 190", "not good, n 80"]
    assert [list(line.get_xdata()) for line in ax.lines[::2]] == [[3, 4], [3]]
    assert ax.get_ylabel() == "win after riichi"


def test_danger_by_turn_is_a_line_for_each_class():
    by_turn = DANGER.drop(columns="tile_class").assign(turn=[5, 5, 6, 6])
    ax = plots.outcomes(by_turn, "turn")
    assert legend(ax) == ["musuji, n 5,300", "genbutsu, n 6,000"]


def test_a_distribution_has_a_line_for_each_of_the_most_frequent_kinds():
    results = pd.DataFrame(
        {
            "players": [3, 3, 4, 4],
            "result": ["win", "suukaikan", "win", "exhaustive_draw"],
            "count": [90, 1, 80, 20],
            "n": [91, 91, 100, 100],
            "share": [0.99, 0.01, 0.8, 0.2],
            "low": [0.9, 0.0, 0.7, 0.1],
            "high": [1.0, 0.02, 0.9, 0.3],
        }
    )
    ax = plots.distribution(results, "result", top=2)
    assert labels(ax) == ["win", "exhaustive draw"]
    assert legend(ax) == ["3 players, n 91", "4 players, n 100"]
    one = plots.distribution(results[results["players"] == 4], "result")
    assert notes(one) == ["80", "20"]


def test_a_ranking_has_the_groups_with_most_cases_best_first():
    ladder = pd.DataFrame(
        {
            "players": 4,
            "player": ["A", "B", "C"],
            "games": [100, 200, 5],
            "stable_dan": [5.0, 7.0, 40.0],
            "low": [4.0, 6.0, 0.0],
            "high": [6.0, 8.0, 90.0],
        }
    )
    ax = plots.ranking(ladder, "stable_dan", top=2)
    assert labels(ax) == ["B", "A"]
    assert notes(ax) == ["n 200", "n 100"]


def test_luck_points_to_the_right_where_it_was_good():
    kinds = pd.DataFrame(
        {
            "players": 4,
            "luck": ["ippatsu", "dealt in", "haipai"],
            "actual": [0.2, 0.02, 3.6],
            "expected": [0.1, 0.04, 3.6],
            "difference": [0.1, -0.02, 0.0],
            "low": [0.05, -0.03, -0.1],
            "high": [0.15, -0.01, 0.1],
            "total": [1.0, -2.0, 0.0],
            "n": [10, 100, 50],
        }
    )
    ax = plots.luck(kinds)
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    assert [float(dot.get_xdata()[0]) for dot in dots] == pytest.approx([100, 50, 0])
    assert [dot.get_color() for dot in dots] == [plots.GOOD, plots.GOOD, plots.GREY]
    assert notes(ax)[0] == "0.200 (expected 0.100), n 10"


def test_final_places_have_a_bar_for_each_situation():
    starts = pd.DataFrame(
        {
            "players": 4,
            "wind": 1,
            "number": 4,
            "start_place": [1, 1, 2, 2],
            "place": [1, 2, 1, 2],
            "count": [8, 2, 3, 7],
            "kyoku": 10,
            "share": [0.8, 0.2, 0.3, 0.7],
            "low": 0.0,
            "high": 1.0,
        }
    )
    ax = plots.final_places(starts)
    assert labels(ax) == ["S4, place 1", "S4, place 2"]
    assert bars(ax) == pytest.approx([0.8, 0.2, 0.3, 0.7])
    assert "n 10" in notes(ax)


def test_places_without_a_case_have_no_width():
    games = pd.DataFrame(
        {"players": 4, "player": ["A", "B"], "place": [1, 2], "count": 3, "games": 3, "share": 1.0, "low": 0, "high": 1}
    )
    assert bars(plots.final_places(games)) == [1, 0, 0, 1]


def test_a_curve_of_both_kinds_of_game_has_a_label_for_each():
    games = pd.DataFrame({"players": [3, 4], "number": [1, 1], "place": [1, 4], "total_score": [50.0, -10.0]})
    assert legend(plots.points_curve(games))[:4] == [
        "3 players, 1st (1)",
        "3 players, 2nd (0)",
        "3 players, 3rd (0)",
        "4 players, 1st (0)",
    ]


PLOTS = [getattr(plots, name) for name in plots.__all__ if name.islower()]


@pytest.mark.parametrize("plot", PLOTS)
def test_a_frame_of_something_else_or_without_rows_is_refused_in_words(plot):
    of = {
        "outcomes": {"x": "turn"},
        "heatmap": {"rows": "danger", "columns": "tile_class"},
        "distribution": {"kind": "result"},
    }.get(plot.__name__, {})
    with pytest.raises(ValueError, match="this plot needs the columns"):
        plot(pd.DataFrame({"players": [4], "nothing": [1]}), **of)
    columns = {
        **frame(statistic=["win_rate"], value=0.1, difference=0.1, n=9, share=0.1, place=1, points=1, turn=1),
        **frame(number=[1], total_score=1, event="win", result="win", player="A", luck="ura", expected=1, price=1),
        **frame(danger=["suji"], tile_class="19", deal_in_rate=0.1, percentile=50),
    }
    with pytest.raises(ValueError, match="no rows"):
        plot(pd.DataFrame(columns).iloc[:0], **of)
