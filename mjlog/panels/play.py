"""The panels on how a player, or everyone, plays: shared by the page of a player and that of an archive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import pandas as pd

from mjlog import plots, stats
from mjlog.panels.answers import Answers
from mjlog.panels.grids import kyoku_grid
from mjlog.panels.links import game_link
from mjlog.panels.panel import Panel
from mjlog.panels.selection import Selection

Ask = Callable[[Answers, Selection], pd.DataFrame]
RIICHI_OUTCOMES: Final = ("riichi_win_rate", "riichi_deal_in_rate")
DRAWN_DANGERS: Final = ("musuji", "far", "kata", "omote", "naka", "honor")
"""Danger classes in the plot by turn."""


def about(question: Callable[..., pd.DataFrame], *, by: Any = (), **options: Any) -> Ask:
    """The question about the rows of the selection."""
    return lambda answers, s: answers(question, by, s.own(answers), **options)


def enough(ask: Ask, keys: Sequence[str] = (), *, known: str = "") -> Ask:
    """Only the rows with enough cases to draw: those of the statistics `keys`, with a value in the column `known`."""

    def rows(answers: Answers, s: Selection) -> pd.DataFrame:
        frame = ask(answers, s)
        wanted = frame["n"] >= plots.MIN_CASES
        if keys:
            wanted &= frame["statistic"].isin(keys)
        if "value" in frame:
            wanted &= frame["value"].notna()
        return frame[wanted & frame[known].notna()] if known else frame[wanted]

    return rows


def rate(key: str, by: str) -> Ask:
    """One statistic by a column, where there are enough cases."""
    return enough(lambda answers, s: answers(stats.summary, (key,), s.own(answers), by=by), known=by)


def danger_by_turn(answers: Answers, s: Selection) -> pd.DataFrame:
    """Deal-in rates by danger class and turn."""
    frame = enough(about(stats.danger, by=("danger", "turn")))(answers, s)
    drawn = frame[frame["danger"].isin(DRAWN_DANGERS)]
    return drawn.sort_values("danger", key=lambda column: column.map(DRAWN_DANGERS.index), kind="stable")


def luck(answers: Answers, s: Selection) -> pd.DataFrame:
    """Kinds of luck with an expected value."""
    frame = answers(stats.luck, "player", s.own(answers))
    return frame[frame["expected"].gt(0)]


def all_cases(frame: pd.DataFrame) -> int:
    """The cases of all groups together; of one statistic if there are several."""
    if "statistic" in frame:
        frame = frame[frame["statistic"].eq(frame["statistic"].iloc[0])]
    return int(frame["n"].sum())


POINTS_NOTE: Final = f"Points with fewer than {plots.MIN_CASES} cases are left out."
TURNS: Final = Panel(
    key="turns",
    title="Calls, riichi, tenpai and wins by turn",
    chapter="Riichi and calls",
    words="The share of kyoku that had the event by that turn.",
    ask=about(stats.turns),
    draw=plots.turns,
    unit="kyoku",
)
RIICHI: Final = (
    Panel(
        key="riichi",
        title="Win and deal-in after riichi, by the turn of the riichi",
        chapter="Riichi and calls",
        words=POINTS_NOTE,
        ask=enough(about(stats.riichi_outcomes, kinds=("riichi_turn",)), RIICHI_OUTCOMES),
        draw=partial(plots.outcomes, x="riichi_turn"),
        cases=all_cases,
        unit="riichi",
    ),
    Panel(
        key="waits",
        title="Win after riichi, by the form of the wait",
        chapter="Riichi and calls",
        words=POINTS_NOTE,
        ask=rate("riichi_win_rate", "riichi_wait_form"),
        draw=partial(plots.ranking, of="riichi_wait_form"),
        cases=all_cases,
        unit="riichi",
    ),
    Panel(
        key="calls",
        title="Win rate, by the number of calls and the turn of the first",
        chapter="Riichi and calls",
        words=POINTS_NOTE,
        ask=enough(about(stats.call_outcomes), ("win_rate",)),
        draw=partial(plots.outcomes, x="first_call_turn", statistic="win_rate"),
        cases=all_cases,
        unit="kyoku with a call",
    ),
)
DANGER: Final = (
    Panel(
        key="danger",
        title="Where do the deal-ins against a riichi come from?",
        chapter="Danger",
        words="Deal-in rate of discards made while an opponent is in riichi, by class of tile and class of danger "
        "against the most dangerous riichi: genbutsu was discarded by it, safe has passed since, omote, naka, kata and "
        "far are suji, musuji has no suji.",
        ask=enough(about(stats.danger, by=("danger", "tile_class"))),
        draw=plots.danger,
        cases=all_cases,
        unit="discards",
    ),
    Panel(
        key="danger-turn",
        title="Deal-in rate against a riichi, by turn",
        chapter="Danger",
        words=POINTS_NOTE,
        ask=danger_by_turn,
        draw=partial(plots.outcomes, x="turn"),
        cases=all_cases,
        unit="discards",
    ),
    Panel(
        key="folding",
        title="What is the answer to a riichi?",
        chapter="Danger",
        words="Folded: only safe discards from the first riichi on. Pushed: at least one in two was not safe.",
        ask=about(stats.folding),
        draw=partial(plots.distribution, kind="answer"),
        unit="kyoku",
    ),
    Panel(
        key="deal-ins",
        title="How far from tenpai is a hand that deals in?",
        chapter="Danger",
        words="Shanten of the hand at the deal-in; 0 is tenpai.",
        ask=about(stats.deal_ins_by_shanten),
        draw=partial(plots.distribution, kind="shanten"),
        unit="deal-ins",
    ),
)
WINS: Final = (
    Panel(
        key="values",
        title="How much are the wins worth?",
        chapter="Wins",
        ask=about(stats.hand_values),
        draw=plots.hand_values,
        cases=lambda frame: int(frame["wins"].sum()),
        unit="wins",
    ),
    Panel(
        key="yaku",
        title="Which yaku do the wins have?",
        chapter="Wins",
        words="Share of wins with the yaku; a win counts once for each of its yaku.",
        ask=about(stats.yaku),
        draw=partial(plots.distribution, kind="yaku", top=20),
        unit="wins",
    ),
)
LUCK: Final = Panel(
    key="luck",
    title="How lucky were these games?",
    chapter="Luck",
    words="Actual against expected values; good luck is to the right. Coloured where the 95 % interval excludes zero.",
    ask=luck,
    draw=plots.luck,
)
EXTREMES: Final = Panel(
    key="extremes",
    title="The best and worst kyoku",
    chapter="Kyoku",
    words="All that the seat received less all that it paid, in points. A kyoku with a link can be replayed at its "
    "service.",
    ask=lambda answers, s: answers(stats.extreme_kyoku, s.own(answers)),
    table=kyoku_grid(game_link),
    cases=len,
    least=1,
    unit="kyoku",
)
