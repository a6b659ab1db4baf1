"""The panels of a page about one player, next to all other players of the same games."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import pandas as pd

from mjlog import plots, stats
from mjlog.display.statistics import OTHERS
from mjlog.panels.answers import Answers
from mjlog.panels.grids import LEAST_PEERS, opponents_grid, profile_grid
from mjlog.panels.panel import Panel
from mjlog.panels.play import CHOICES, DANGER, EXTREMES, LUCK, POINTS_NOTE, RIICHI, TURNS, WAITED_ON, WINS, all_cases
from mjlog.panels.selection import Selection
from mjlog.stats.summaries import LEAST_GAMES, SMALL

PROFILE: Final = (
    "win_rate", "deal_in_rate", "riichi_rate", "call_rate", "win_value", "deal_in_value", "balance", "average_place",
    "first_rate", "fourth_rate", "busted_rate", "tsumo_share", "dama_win_share", "tenpai_at_draw", "win_turn",
    "riichi_turn", "riichi_win_rate", "riichi_deal_in_rate", "riichi_income", "chase_rate", "good_wait_rate",
    "ippatsu_rate", "ura_rate", "call_win_rate", "call_deal_in_rate", "deal_in_shanten", "haipai_shanten",
)  # fmt: skip
"""The statistics compared with those of the others."""
TOP_OPPONENTS: Final = 15
LEAST_MEETINGS: Final = 5
"""Common games with an opponent in the table."""


def profile(answers: Answers, s: Selection) -> pd.DataFrame:
    """The player's statistics with difference and percentile."""
    where = s.everyone(answers)
    compared = answers(stats.against_others, s.player, PROFILE, where)
    by_player = answers(stats.summary, PROFILE, where, by="player")
    frame = stats.percentiles(compared[compared["value"].notna()], by_player)
    return frame.sort_values("statistic", key=lambda keys: keys.map(PROFILE.index), ignore_index=True)


def games_of_profile(frame: pd.DataFrame) -> int:
    """The number of finished games of a profile."""
    return int(frame.loc[frame["statistic"].eq("average_place"), "n"].sum())


def history(answers: Answers, s: Selection) -> pd.DataFrame:
    """The player's games with known results."""
    frame = answers(stats.history, s.player, s.everyone(answers))
    return frame[frame["total_score"].notna()]


def percentiles(answers: Answers, s: Selection) -> pd.DataFrame:
    """The rows of the profile with enough cases and enough players to compare with."""
    frame = profile(answers, s)
    return frame[(frame["n"] >= SMALL) & (frame["peers"] >= LEAST_PEERS)]


def average_places(answers: Answers, s: Selection) -> pd.DataFrame:
    """The average place by month if most games lie in months with enough of them, else by year; from two dates on."""
    frame = answers(stats.summary, ("average_place",), s.own(answers), by="month").rename(columns={"month": "date"})
    if 2 * frame.loc[frame["n"] >= plots.MIN_CASES, "n"].sum() < frame["n"].sum():
        frame = answers(stats.summary, ("average_place",), s.own(answers), by="year").rename(columns={"year": "date"})
    frame = frame[frame["date"].notna() & (frame["n"] >= plots.MIN_CASES)]
    dates = frame["date"].astype(str)
    if len(dates) < 2:
        return frame[:0]
    return frame.assign(date=pd.Categorical(dates, sorted(dates), ordered=True))


def places(answers: Answers, s: Selection) -> pd.DataFrame:
    """The shares of the places of the player and of the others."""
    frame = answers(stats.against_others, s.player, (*plots.PLACE_RATES, "average_place"), s.everyone(answers))
    columns = ["players", "statistic", "value", "n"]
    others = frame.drop(columns=["value", "n"]).rename(columns={"others": "value", "others_n": "n"})
    sides = [frame[columns].assign(player=s.player), others[columns].assign(player=OTHERS)]
    both = pd.concat(sides, ignore_index=True)
    return both[both["value"].notna()]


def opponents(answers: Answers, s: Selection) -> pd.DataFrame:
    """The opponents with most common games."""
    frame = answers(stats.head_to_head, s.player, s.everyone(answers), minimum=LEAST_MEETINGS)
    return frame.nlargest(TOP_OPPONENTS, "games")


PLAYER: Final = (
    Panel(
        key="profile",
        title="How do I play, next to the others?",
        words="Green is better than the others and red is worse: the 95 % interval of the difference excludes zero. "
        "Among 20 comparisons expect one by chance. Differences of rates are in percentage points (pp). The percentile "
        "is the share of players with a lower value; it needs "
        f"{LEAST_PEERS} players with at least {SMALL} cases.",
        ask=profile,
        table=profile_grid,
        cases=games_of_profile,
        least=LEAST_GAMES,
        unit="games",
    ),
    Panel(
        key="percentiles",
        title="Where do I stand among the players?",
        words="The dark band contains the middle half of the players, the pale one nine tenths. Green is better than "
        "the others, orange worse, blue different in style; grey is not significantly different.",
        ask=percentiles,
        draw=plots.profile,
        cases=len,
        least=1,
        unit=f"statistics with {LEAST_PEERS} players to compare with",
    ),
    Panel(
        key="results",
        title="How did my results develop?",
        chapter="Results",
        words="Results with uma and oka, added up.",
        ask=history,
        draw=plots.points_curve,
        cases=len,
        least=LEAST_GAMES,
        unit="games",
    ),
    Panel(
        key="dates",
        title="Did my average place change?",
        chapter="Results",
        words=f"By month, or by year where months have few games; lower is better. {POINTS_NOTE}",
        ask=average_places,
        draw=partial(plots.outcomes, x="date", statistic="average_place"),
        cases=all_cases,
        unit="games in two or more months or years",
    ),
    Panel(
        key="places",
        title="Which places do I finish in?",
        chapter="Results",
        ask=places,
        draw=plots.places,
        cases=lambda frame: int(frame["n"].iloc[0]),
        least=LEAST_GAMES,
        unit="games",
    ),
    TURNS,
    *RIICHI,
    *CHOICES,
    replace(WAITED_ON[0], title="Which tiles do my riichi wait on?", chapter="Riichi and calls"),
    *DANGER,
    *WINS,
    *LUCK,
    Panel(
        key="opponents",
        title="How do I do against my opponents?",
        chapter="Results",
        words=f"Opponents with at least {LEAST_MEETINGS} common games. Ron points: won from the opponent less paid to "
        "the opponent, without honba and sticks.",
        ask=opponents,
        table=opponents_grid,
        cases=len,
        least=1,
        unit="opponents",
    ),
    EXTREMES,
)
"""In the order of the page."""
