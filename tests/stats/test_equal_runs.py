"""Two runs give the same figures to the last bit, with any number of threads."""

import pandas as pd
import pytest

import mjlog
from mjlog import stats

FOUR = {"players": 4}
QUESTIONS = {
    "summary": stats.summary,
    "by player": lambda ds: stats.summary(ds, by="player"),
    "computed group": lambda ds: stats.summary(ds, ["win_turn@amae", "balance"], by={"late": lambda t: t.kyoku > 4}),
    "push_fold": lambda ds: stats.push_fold(ds, where=FOUR),
    "call_or_pass": lambda ds: stats.call_or_pass(ds, where=FOUR),
    "riichi_waits": lambda ds: stats.riichi_waits(ds, where=FOUR),
    "luck": lambda ds: stats.luck(ds, "player", FOUR),
    "luck_points": lambda ds: stats.luck_points(ds, "player", FOUR),
    "places_added": lambda ds: stats.places_added(ds, "player", FOUR),
    "shanten_by_turn": stats.shanten_by_turn,
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_one_and_four_threads_give_the_same_bits(ds, name):
    frames = []
    for threads in (1, 4):
        again = mjlog.open(ds.folder)
        again.database.execute(f"SET threads = {threads}")
        frames.append(QUESTIONS[name](again))
    pd.testing.assert_frame_equal(*frames, check_exact=True)
