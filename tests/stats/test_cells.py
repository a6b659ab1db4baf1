"""Every cell of the questions on decisions and players has n and an interval, or a note with the reason."""

import matplotlib as mpl
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt

from mjlog import plots, stats
from mjlog.plots import MIN_CASES
from mjlog.stats.summaries import SMALL

FOUR = {"players": 4}
RATES = ["win_rate", "call_rate"]
QUESTIONS = {
    "push_fold": lambda ds: stats.push_fold(ds, ("shanten", "turns"), FOUR),
    "two riichi": lambda ds: stats.push_fold(ds, "shanten", FOUR, against="two riichi"),
    "open hand": lambda ds: stats.push_fold(ds, "shanten", FOUR, against="open hand"),
    "riichi_or_dama": lambda ds: stats.riichi_or_dama(ds, ("wait", "turns"), FOUR),
    "call_or_pass": lambda ds: stats.call_or_pass(ds, ("act", "shanten"), FOUR),
    "riichi_waits": lambda ds: stats.riichi_waits(ds, ("danger", "seen"), FOUR),
    "places_added": lambda ds: stats.places_added(ds, "player", FOUR),
    "chance_added": lambda ds: stats.chance_added(ds, "player", FOUR),
    "strength": lambda ds: stats.strength(ds, FOUR, minimum=1).assign(value=lambda t: t.strength, n=lambda t: t.games),
    "shrunk": lambda ds: stats.shrunk(stats.summary(ds, RATES, FOUR, by="player")),
    "reliability": lambda ds: stats.reliability(ds, RATES, FOUR, least=1).assign(
        value=lambda t: t.halves, n=lambda t: t.n_players
    ),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_cell_has_n_and_an_interval_or_the_reason(ds, name):
    frame = QUESTIONS[name](ds)
    assert len(frame)
    assert (frame["n"] >= 0).all()
    known = frame["value"].notna()
    without = frame["low"].isna() | frame["high"].isna()
    around = (frame["low"] <= frame["value"] + 1e-9) & (frame["value"] <= frame["high"] + 1e-9)
    note = frame.get("note", "")
    assert (around | ~known | without).all()
    assert not (without & (note == "")).any()
    if "choice" in frame:
        assert (frame.loc[frame["n"] < SMALL, "note"] != "").all()


@pytest.mark.parametrize(
    ("name", "rows", "columns"),
    [("two riichi", "choice", "shanten"), ("riichi_waits", "danger", "seen")],
)
def test_no_heat_map_shows_a_cell_below_the_least_sample(ds, name, rows, columns):
    frame = QUESTIONS[name](ds)
    frame = frame[frame["statistic"].isin(["balance", "riichi_wait_rate"])]
    ax = plots.heatmap(frame, rows, columns)
    shown = frame[(frame["n"] >= MIN_CASES) & frame["value"].notna()]
    assert 0 < len(ax.texts) == len(shown) < len(frame)
    plt.close("all")
