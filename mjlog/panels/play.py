"""The panels on how a player, or everyone, plays: shared by the page of a player and that of an archive."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pandas as pd

from mjlog import plots, stats
from mjlog.panels.answers import Answers
from mjlog.panels.grids import kyoku_grid
from mjlog.panels.links import game_link
from mjlog.panels.panel import Panel, largest_n
from mjlog.panels.selection import Selection
from mjlog.stats.dimensions import Bands
from mjlog.stats.matching import DIFFERENCE, MATCHED
from mjlog.stats.questions.danger import TILE_CLASS

Ask = Callable[[Answers, Selection], pd.DataFrame]
RIICHI_OUTCOMES: Final = ("riichi_win_rate", "riichi_deal_in_rate")
CALL_OUTCOMES: Final = ("win_rate",)
RISKY: Final = ("honor", "omote", "naka", "kata", "far", "musuji")
"""Danger classes of tiles that are neither genbutsu nor have passed."""
DRAWN_DANGERS: Final = ("musuji", "far", "kata", "omote", "naka", "honor")
"""Danger classes in the plot by turn."""
LATEST: Final = 99
"""Later than any turn."""
BAND_ENDS: Final = {"riichi_turn": (7, 10), "first_call_turn": (4, 8), "turn": (10, 13)}
"""The last turns of the first two of three bands with about as many cases each, for samples too small for single
turns."""


def bands_of(column: str) -> tuple[str, str, str]:
    """The names of the bands of a column of turns."""
    early, middle = BAND_ENDS[column]
    return f"up to {early}", f"{early + 1}–{middle}", f"{middle + 1} and later"


def band_of(column: str) -> Bands:
    """The band that a column of turns lies in; null without a turn."""
    return Bands(column, tuple(zip((*BAND_ENDS[column], LATEST), bands_of(column), strict=True)))


By = Mapping[str, str | Bands]
CALLS: Final = Bands("n_calls", ((1, "1 call"), (LATEST, "2 or more calls")))
"""For hands with a call."""
THIRDS: Final = ("1–3", "4–6", "7–9", "10–12", "13–15", "16 on")
"""The names of the columns of a heat map: three turns each."""


def third_of(column: str) -> Bands:
    """The three turns that a column of turns lies in; null without a turn."""
    return Bands(column, tuple(zip((3, 6, 9, 12, 15, LATEST), THIRDS, strict=True)))


def about(question: Callable[..., pd.DataFrame], by: Any = (), **options: Any) -> Ask:
    """The question about the rows of the selection."""
    return lambda answers, s: answers(question, by, s.own(answers), **options)


def enough(ask: Ask, *, known: str = "") -> Ask:
    """Only the rows with enough cases to draw and with a value in the column `known`."""

    def rows(answers: Answers, s: Selection) -> pd.DataFrame:
        frame = ask(answers, s)
        wanted = frame["n"] >= plots.MIN_CASES
        if "value" in frame:
            wanted &= frame["value"].notna()
        return frame[wanted & frame[known].notna()] if known else frame[wanted]

    return rows


def rate(key: str, by: str) -> Ask:
    """One statistic by a column, where there are enough cases."""
    return enough(lambda answers, s: answers(stats.summary, (key,), s.own(answers), by=by), known=by)


def by_turn(single: Ask, bands: Ask, turn: str) -> Ask:
    """By single turns if most cases lie in turns with enough of them, else by bands; `turn` is the column."""

    def rows(answers: Answers, s: Selection) -> pd.DataFrame:
        frame = single(answers, s).dropna(subset=[turn])
        drawn = frame["n"] >= plots.MIN_CASES
        if 2 * frame.loc[drawn, "n"].sum() < frame["n"].sum():
            frame = bands(answers, s)
            frame = frame.assign(**{turn: pd.Categorical(frame[turn], bands_of(turn), ordered=True)})
        elif not isinstance(frame[turn].dtype, pd.CategoricalDtype):
            frame = frame.astype({turn: int})
        return enough(lambda answers, s: frame, known=turn)(answers, s)

    return rows


def summary_by(keys: Sequence[str], by: By) -> Ask:
    """Statistics by expressions."""
    return lambda answers, s: answers(stats.summary, keys, s.own(answers), by=by)


def some(ask: Ask, column: str, values: Sequence[str]) -> Ask:
    """Only the rows with these values in a column, in their order."""

    def rows(answers: Answers, s: Selection) -> pd.DataFrame:
        frame = ask(answers, s)
        return frame[frame[column].isin(values)].sort_values(column, key=lambda c: c.map(values.index), kind="stable")

    return rows


def luck(answers: Answers, s: Selection) -> pd.DataFrame:
    """Kinds of luck with an expected value."""
    frame = answers(stats.luck, "player", s.own(answers))
    return frame[frame["expected"].gt(0)]


def riichi_wins(by: By) -> Ask:
    """The win rate of riichi by expressions."""
    return summary_by(("riichi_win_rate",), by)


def risky_danger(by: By) -> Ask:
    """The deal-in rate of risky discards against a riichi by expressions."""
    return lambda answers, s: answers(stats.danger, by, {**s.own(answers), "danger": RISKY})


def by_turns(question: Callable[[By], Ask], rows: str, row: str | Bands, turn: str) -> Ask:
    """A question by `rows` and by the column `turn`, in columns of three turns or, with few cases, in bands."""
    thirds = question({rows: row, turn: third_of(turn)})

    def ordered(answers: Answers, s: Selection) -> pd.DataFrame:
        frame = thirds(answers, s)
        return frame.assign(**{turn: pd.Categorical(frame[turn], THIRDS, ordered=True)})

    frame = by_turn(ordered, question({rows: row, turn: band_of(turn)}), turn)
    return lambda answers, s: frame(answers, s).dropna(subset=[rows])


def all_cases(frame: pd.DataFrame) -> int:
    """The cases of all groups together, if one is large enough to draw, else those of the largest group.

    Of several statistics, the first one counts.
    """
    if "statistic" in frame:
        frame = frame[frame["statistic"].eq(frame["statistic"].iloc[0])]
    largest = largest_n(frame)
    return largest if largest < plots.MIN_CASES else int(frame["n"].sum())


def all_choices(frame: pd.DataFrame) -> int:
    """The decisions of a comparison of choices, without the rows of their differences."""
    return all_cases(frame[~frame["choice"].isin((DIFFERENCE, MATCHED))])


POINTS_NOTE: Final = f"Points with fewer than {plots.MIN_CASES} cases are left out."
CELLS_NOTE: Final = f"Cells with fewer than {plots.MIN_CASES} cases are empty."
TURNS_NOTE: Final = f"By bands of turns where single turns have few cases. {POINTS_NOTE}"
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
        words=TURNS_NOTE,
        ask=by_turn(
            summary_by(RIICHI_OUTCOMES, {"riichi_turn": "riichi_turn"}),
            summary_by(RIICHI_OUTCOMES, {"riichi_turn": band_of("riichi_turn")}),
            "riichi_turn",
        ),
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
        key="riichi-map",
        title="Which riichi win?",
        chapter="Riichi and calls",
        words="Win rate of riichi by the form of the wait and the turn of the riichi; “many” waits are on three or "
        f"more kinds of tiles, “mixed” is any other form. {CELLS_NOTE}",
        ask=by_turns(riichi_wins, "riichi_wait_form", "riichi_wait_form", "riichi_turn"),
        draw=partial(plots.heatmap, rows="riichi_wait_form", columns="riichi_turn"),
        cases=all_cases,
        unit="riichi",
    ),
    Panel(
        key="calls",
        title="Win rate, by the number of calls and the turn of the first",
        chapter="Riichi and calls",
        words=TURNS_NOTE,
        ask=by_turn(
            summary_by(CALL_OUTCOMES, {"calls": CALLS, "first_call_turn": "first_call_turn"}),
            summary_by(CALL_OUTCOMES, {"calls": CALLS, "first_call_turn": band_of("first_call_turn")}),
            "first_call_turn",
        ),
        draw=partial(plots.outcomes, x="first_call_turn", statistic="win_rate"),
        cases=all_cases,
        unit="kyoku with a call",
    ),
)
WAITED_ON: Final = (
    Panel(
        key="riichi-waits",
        title="Which tiles does a riichi wait on?",
        chapter="Danger",
        words="The chance that a riichi waits on a kind of tile, by its class and by suji of the river at the "
        f"declaration. All kinds count, not only those that somebody discarded. {CELLS_NOTE}",
        ask=about(stats.riichi_waits, ("tile_class", "danger")),
        draw=partial(plots.heatmap, rows="danger", columns="tile_class"),
        cases=all_cases,
        unit="kinds of tiles",
    ),
    Panel(
        key="riichi-waits-seen",
        title="Does a riichi wait on tiles that were seen?",
        chapter="Danger",
        words="The chance that a riichi waits on a kind of tile, by its class and by the tiles of this kind that every "
        f"player saw at the declaration, without the own tiles of chi. {CELLS_NOTE}",
        ask=about(stats.riichi_waits, ("tile_class", "seen")),
        draw=partial(plots.heatmap, rows="tile_class", columns="seen"),
        cases=all_cases,
        unit="kinds of tiles",
    ),
)
CHOICES: Final = (
    Panel(
        key="riichi-dama",
        title="Riichi or dama?",
        chapter="Riichi and calls",
        words="Mean points of the kyoku after the first tenpai of a closed hand, with riichi and without, by the wait "
        "(good: six or more unseen tiles). The last rows are riichi minus dama, in all hands and in hands alike in "
        "tiles of the wait, turn, dealer and riichi of others. Those who stay dama may have dearer hands than the "
        f"columns show, and may declare later. {CELLS_NOTE}",
        ask=some(about(stats.riichi_or_dama, "wait"), "statistic", ("balance",)),
        draw=partial(plots.heatmap, rows="choice", columns="wait"),
        cases=all_choices,
        unit="decisions",
    ),
    Panel(
        key="call-pass",
        title="Call or pass?",
        chapter="Riichi and calls",
        words="Mean points of the kyoku after the first discard that a hand without sets could chi or pon so that its "
        "shanten falls, by the shanten before. The last rows are call minus pass, in all hands and in hands alike in "
        "shanten, kind of call, yakuhai, turn, dealer and riichi of others. Those who call may have a yaku in sight. "
        f"{CELLS_NOTE}",
        ask=some(about(stats.call_or_pass, "shanten"), "statistic", ("balance",)),
        draw=partial(plots.heatmap, rows="choice", columns="shanten"),
        cases=all_choices,
        unit="decisions",
    ),
    Panel(
        key="push-fold",
        title="Push or fold against a riichi?",
        chapter="Danger",
        words="Mean points of the kyoku after the first discard that faces one riichi, by the shanten it could keep: "
        "an unsafe tile that keeps it (push) or raises it (mawashi), a safe tile that keeps it (free) or raises it "
        "(fold). The last rows are push minus fold, in all hands and in hands alike in shanten, turn, wait, dealers "
        f"and calls. Those who push may have better hands than the columns show. {CELLS_NOTE}",
        ask=some(about(stats.push_fold, "shanten"), "statistic", ("balance",)),
        draw=partial(plots.heatmap, rows="choice", columns="shanten"),
        cases=all_choices,
        unit="decisions",
    ),
)
RARE_CHOICES: Final = (
    replace(
        CHOICES[-1],
        key="push-fold-two",
        title="Push or fold against two riichi?",
        words=f"As against one riichi, at the first discard that faces two. {CELLS_NOTE}",
        ask=some(about(stats.push_fold, "shanten", against="two riichi"), "statistic", ("balance",)),
    ),
    replace(
        CHOICES[-1],
        key="push-fold-open",
        title="Push or fold against an open hand?",
        words="As against one riichi, at the first discard that faces three calls of one player. Safe tiles are those "
        f"that this player discarded, or that passed since the player's last discard. {CELLS_NOTE}",
        ask=some(about(stats.push_fold, "shanten", against="open hand"), "statistic", ("balance",)),
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
        ask=enough(about(stats.danger, ("danger", "tile_class"))),
        draw=partial(plots.heatmap, rows="danger", columns="tile_class"),
        cases=all_cases,
        unit="discards",
    ),
    Panel(
        key="danger-turn",
        title="Deal-in rate against a riichi, by turn",
        chapter="Danger",
        words=TURNS_NOTE,
        ask=by_turn(
            some(about(stats.danger, ("danger", "turn")), "danger", DRAWN_DANGERS),
            some(about(stats.danger, {"danger": "danger", "turn": band_of("turn")}), "danger", DRAWN_DANGERS),
            "turn",
        ),
        draw=partial(plots.outcomes, x="turn"),
        cases=all_cases,
        unit="discards",
    ),
    Panel(
        key="danger-map",
        title="When is which tile dangerous?",
        chapter="Danger",
        words="Deal-in rate of risky discards, those that are neither genbutsu nor have passed since the riichi, by "
        f"class of tile and turn. {CELLS_NOTE}",
        ask=by_turns(risky_danger, "tile_class", TILE_CLASS, "turn"),
        draw=partial(plots.heatmap, rows="tile_class", columns="turn"),
        cases=all_cases,
        unit="risky discards",
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
LUCK: Final = (
    Panel(
        key="luck-points",
        title="How many points did luck bring?",
        chapter="Luck",
        words="Mean points of a kyoku: the part without luck, each kind of luck with its 95 % interval (thin line), "
        "and the actual points. A kind of luck counts as much as it changes the points of a kyoku in the data set.",
        ask=about(stats.luck_points, "player"),
        draw=plots.luck_waterfall,
        unit="kyoku",
    ),
    Panel(
        key="luck",
        title="How lucky were these games?",
        chapter="Luck",
        words="Actual against expected values; good luck is to the right. Coloured where the 95 % interval excludes "
        "zero.",
        ask=luck,
        draw=plots.luck,
    ),
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
