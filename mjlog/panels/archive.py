"""The panels of a page about all players of an archive."""

from __future__ import annotations

from functools import partial
from operator import itemgetter
from typing import Final

import ibis
import pandas as pd
from ibis.expr import types as ir

from mjlog import plots, stats
from mjlog.display.statistics import value_text
from mjlog.panels.answers import Answers
from mjlog.panels.grids import summary_grid
from mjlog.panels.panel import Cell, Grid, Panel
from mjlog.panels.play import (
    CELLS_NOTE,
    CHOICES,
    DANGER,
    EXTREMES,
    RARE_CHOICES,
    RIICHI,
    TURNS,
    WAITED_ON,
    WINS,
    about,
    all_cases,
)
from mjlog.panels.selection import Selection
from mjlog.rules.settlement import Kyoku
from mjlog.seats import WINDS
from mjlog.stats.dimensions import Tables, Where, grouped_rows, to_frame
from mjlog.stats.summaries import LEAST_GAMES

OVERVIEW: Final = (
    "win_rate", "tsumo_share", "deal_in_rate", "riichi_rate", "call_rate", "draw_rate", "tenpai_at_draw", "win_value",
    "win_turn", "riichi_win_share", "open_win_share", "dama_win_share", "riichi_turn", "riichi_win_rate",
    "riichi_deal_in_rate", "riichi_income", "chase_rate", "good_wait_rate", "ippatsu_rate", "ura_rate", "call_win_rate",
    "call_deal_in_rate", "deal_in_value", "deal_in_shanten", "haipai_shanten", "kyoku_per_game", "busted_rate",
)  # fmt: skip
RANKED: Final = (
    "average_place", "first_rate", "fourth_rate", "match_points", "win_rate", "deal_in_rate", "riichi_rate",
    "call_rate", "win_value", "balance",
)  # fmt: skip
"""Columns of the table of players."""
TOP_PLAYERS: Final = 20
"""Players in the table, those with most games."""
COMPARED: Final = 200
"""Players with a strength of their own, those with most games; the others are average."""
RULES: Final = {4: "tenhou", 3: "tenhou-3p"}
"""The rules of a typical kyoku, by players."""


def most_active(answers: Answers, s: Selection) -> pd.DataFrame:
    """The players with most games and at least `LEAST_GAMES`: columns `player` and `n`, the number of games."""
    games = answers(stats.summary, ("average_place",), s.everyone(answers), by="player")
    games = games[games["player"].notna() & (games["n"] >= LEAST_GAMES)]
    return games.sort_values(["n", "player"], ascending=[False, True]).head(TOP_PLAYERS)[["player", "n"]]


def players(answers: Answers, s: Selection) -> pd.DataFrame:
    """The statistics of the most active players."""
    active = most_active(answers, s)
    names = list(active["player"])
    frame = answers(stats.summary, RANKED, {**s.everyone(answers), "player": tuple(names)}, by="player")
    return frame.merge(active.rename(columns={"n": "games"}), on="player").sort_values(
        ["games", "player"], ascending=[False, True], kind="stable"
    )


def players_grid(frame: pd.DataFrame) -> Grid:
    """One row per player."""
    keys = [key for key in RANKED if frame.loc[frame["statistic"].eq(key), "value"].notna().any()]
    rows = []
    for (name, games), of_player in frame.groupby(["player", "games"], sort=False):
        by_key = {row["statistic"]: row for row in of_player.to_dict("records")}
        cells = [
            Cell(value_text(row["value"], row["unit"]), f"n {row['n']:,}", tone="pale" if row["note"] else "")
            for row in map(by_key.__getitem__, keys)
        ]
        rows.append([Cell(str(name)), Cell(f"{games:,}"), *cells])
    return Grid(("player", "games", *(stats.find(key).label for key in keys)), rows)


def places_added(answers: Answers, s: Selection) -> pd.DataFrame:
    """Placement gained per kyoku by the most active players."""
    gains = answers(stats.places_added, where=s.everyone(answers))
    return gains[gains["player"].isin(list(most_active(answers, s)["player"])) & gains["low"].notna()]


def strength(answers: Answers, s: Selection) -> pd.DataFrame:
    """The chance of each player with enough games to finish ahead of an average player."""
    games = answers(stats.summary, ("average_place",), s.everyone(answers), by="player")
    most = games.loc[games["player"].notna(), "n"].nlargest(COMPARED)
    minimum = max(LEAST_GAMES, int(most.min())) if len(most) else LEAST_GAMES
    frame = answers(stats.strength, s.everyone(answers), minimum=minimum)
    ends = {"low": frame["ahead_low"], "high": frame["ahead_high"]}
    return frame.assign(**ends, unit="share", n=frame["games"]).rename(columns={"ahead": "finishes ahead"})


def result_changes(answers: Answers, s: Selection) -> pd.DataFrame:
    """The chances of the second before South 3, with the mean points of each place, and after results."""
    dealer = s.players - 2
    places = answers(_mean_points, {**s.everyone(answers), "wind": 1, "number": dealer + 1})
    if len(places) < s.players:
        return places.iloc[:0]
    kyoku = Kyoku(wind=1, dealer=dealer, points=tuple(int(value) for value in places["points"].round(-2)))
    return stats.place_changes(RULES[s.players], kyoku, 1, hands=((3, 30), (5, 30))).assign(n=places["n"].max())


def _mean_points(ds: Tables, where: Where) -> pd.DataFrame:
    """The mean points at the start of the kyoku by place: `start_place`, `points` and `n`."""
    rows, _ = grouped_rows(ds, "hands", (), where, extra=("start_place", "start_points"))
    rows = rows.filter(rows.start_place.notnull())
    places = rows.group_by("start_place").aggregate(points=rows.start_points.mean(), n=rows.count())
    return to_frame(places.order_by("start_place"))


def last_kyoku(answers: Answers, s: Selection) -> pd.DataFrame:
    """Final places by the place before the last kyoku."""
    return answers(stats.placement_by_start, by="start_place", where={**s.everyone(answers), "all_last": True})


def lead(t: ir.Table) -> ir.Value:
    """The lead of the first over the second, or the deficit of the second, in one of `LEADS`."""
    behind, ahead = t.gap_above, t.gap_below
    return ibis.cases(
        ((t.start_place == 2) & (behind > 16_000), LEADS[0]),
        ((t.start_place == 2) & (behind > 8_000), LEADS[1]),
        (t.start_place == 2, LEADS[2]),
        (ahead <= 8_000, LEADS[3]),
        (ahead <= 16_000, LEADS[4]),
        else_=LEADS[5],
    )


LEADS: Final = (
    "behind\nby more", "−16,000\nto −8,000", "−8,000\nto 0", "0 to\n8,000", "8,000 to\n16,000", "ahead\nby more",
)  # fmt: skip
"""The columns of the chance of the first place."""
BY_LEAD: Final = {name: itemgetter(name) for name in ("length", "wind", "number")} | {"lead_in_points": lead}


def first_chance(answers: Answers, s: Selection) -> pd.DataFrame:
    """The share of games that the first and the second of a kyoku win, in games of the most frequent length."""
    frame = answers(stats.placement_by_start, BY_LEAD, {**s.everyone(answers), "start_place": (1, 2)})
    groups = ["players", *BY_LEAD]
    cases = frame.drop_duplicates(groups)[[*groups, "kyoku"]].rename(columns={"kyoku": "n"})
    cases = cases[cases["n"] >= plots.MIN_CASES]
    won = frame.loc[frame["place"].eq(1), [*groups, "share", "low", "high"]]
    cases = cases.merge(won, on=groups, how="left").fillna({"share": 0.0})
    lengths = cases.groupby("length")["n"].sum()
    cases = cases[cases["length"].map(lengths).eq(lengths.max())].sort_values(["wind", "number"])
    names = [f"{WINDS[wind % 4]}{number}" for wind, number in zip(cases["wind"], cases["number"], strict=True)]
    return cases.assign(
        kyoku=pd.Categorical(names, list(dict.fromkeys(names)), ordered=True),
        lead_in_points=pd.Categorical(cases["lead_in_points"], LEADS, ordered=True),
        statistic="first_rate",
        value=cases["share"],
    )


ARCHIVE: Final = (
    Panel(
        key="overview",
        title="What is usual at these tables?",
        words="Rest the pointer on a name for its definition.",
        ask=lambda answers, s: answers(stats.summary, OVERVIEW, s.everyone(answers)),
        table=summary_grid,
        unit="kyoku",
    ),
    Panel(
        key="players",
        title="Who plays here?",
        words=f"The players with most games, at least {LEAST_GAMES}.",
        ask=players,
        table=players_grid,
        cases=lambda frame: frame["player"].nunique(),
        least=1,
        unit=f"players with at least {LEAST_GAMES} games",
    ),
    Panel(
        key="places-added",
        title="Placement gained per kyoku",
        chapter="Results",
        words="Average gain in expected placement per kyoku; above zero is good.",
        ask=places_added,
        draw=plots.ranking,
        unit="kyoku",
    ),
    Panel(
        key="strength",
        title="How strong are the players?",
        chapter="Results",
        words="The chance to finish a game ahead of an average player, by the places and adjusted for the opponents "
        "(Plackett–Luce). Few games draw it to 50 %.",
        ask=strength,
        draw=partial(plots.ranking, value="finishes ahead"),
        least=LEAST_GAMES,
        unit="games",
    ),
    Panel(
        key="results",
        title="How do kyoku end?",
        chapter="Results",
        ask=about(stats.kyoku_results),
        draw=partial(plots.distribution, kind="result"),
        unit="kyoku",
    ),
    TURNS,
    *WINS,
    *RIICHI,
    *CHOICES,
    *RARE_CHOICES,
    *WAITED_ON,
    *DANGER,
    Panel(
        key="last-kyoku",
        title="Final place, by the place before the last kyoku",
        chapter="Results",
        words="A last kyoku that is repeated counts each time.",
        ask=last_kyoku,
        draw=plots.final_places,
        unit="kyoku",
    ),
    Panel(
        key="first-chance",
        title="Who becomes first, by kyoku and lead?",
        chapter="Results",
        words="Share of games that end in the first place, for the first and the second at the start of a kyoku, by "
        f"the points between them; games of the most frequent length. {CELLS_NOTE}",
        ask=first_chance,
        draw=partial(plots.heatmap, rows="kyoku", columns="lead_in_points"),
        cases=all_cases,
        unit="kyoku of a first or second",
    ),
    Panel(
        key="result-changes",
        title="What does a result change in South 3?",
        chapter="Results",
        words="The chances of the second before South 3 (with three players, South 2) to end in each place, by the "
        "smooth model of genuine games under Tenhou's rules: now, after a riichi stick, after wins and deal-ins of 3 "
        "and 5 han, and after draws. The seats have the mean points of the places in these games: seat 0 is the first, "
        "the last one but one the dealer.",
        ask=result_changes,
        draw=plots.final_places,
        unit="kyoku",
    ),
    EXTREMES,
)
"""In the order of the page."""
