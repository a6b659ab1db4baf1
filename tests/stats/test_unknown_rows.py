"""A row whose answer the log does not record counts neither as yes nor as no.

The samples are imported as they are and with something left out. Of every statistic, each row of the second data set
adds to both sums what it adds in the first one, or nothing to either.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from pandas.testing import assert_frame_equal

import mjlog
from mjlog import stats
from mjlog.stats import summaries
from mjlog.stats.dimensions import rows_of
from mjlog.stats.query import _summands
from mjlog.stats.registry import BUILT_IN

SAMPLES = sorted((Path(__file__).resolve().parents[2] / "data" / "games").iterdir())[::3]
KEYS = {
    "hands": ("game", "kyoku", "seat"),
    "seats": ("game", "seat"),
    "wins": ("game", "kyoku", "win"),
    "deal_ins": ("game", "kyoku", "winner"),
    "kyoku": ("game", "kyoku"),
    "games": ("game",),
    "calls": ("game", "kyoku", "event"),
    "discards": ("game", "kyoku", "event"),
}


def without_hands(event):
    """The view of seat 0."""
    match event:
        case {"type": "start_kyoku", "tehais": [mine, *others]}:
            return event | {"tehais": [mine, *(["?"] * len(hand) for hand in others)]}
        case {"type": "tsumo", "actor": 1 | 2 | 3}:
            return event | {"pai": "?"}
    return event


def without_indicator(event):
    return {name: value for name, value in event.items() if name != "dora_marker" or event["type"] != "start_kyoku"}


def without_claims(event):
    is_end = event["type"] in ("hora", "ryukyoku")
    return {n: value for n, value in event.items() if not is_end or n in ("type", "actor", "target", "pai", "reason")}


CHANGES = {
    "hands": (without_hands,),
    "indicator": (without_indicator,),
    "claims": (without_claims,),
    "hands and claims": (without_hands, without_claims),
}


def imported(files, change, folder):
    (folder / "logs").mkdir()
    for file in files:
        events = map(json.loads, file.read_text().splitlines())
        for step in change:
            events = map(step, events)
        (folder / "logs" / file.name).write_text("\n".join(map(json.dumps, events)))
    mjlog.import_archive(folder / "logs", folder / "out", workers=1, decisions=True)
    return mjlog.open(folder / "out")


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    return mjlog.convert(SAMPLES, tmp_path_factory.mktemp("mjai") / "logs", "mjai").files


@pytest.fixture(scope="module")
def whole(logs, tmp_path_factory):
    return imported(logs, (), tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module", params=CHANGES, ids=str)
def part(request, logs, tmp_path_factory):
    return imported(logs, CHANGES[request.param], tmp_path_factory.mktemp("part"))


@pytest.fixture(scope="module")
def hidden(logs, tmp_path_factory):
    return imported(logs, (without_hands, without_claims), tmp_path_factory.mktemp("hidden"))


def summands(ds, table):
    """Key of a statistic → `(2, n_rows)`: numerator and denominator of each row, 0 for nothing."""
    rows, declared = rows_of(ds, table), [entry for entry in BUILT_IN.values() if entry.table == table]
    columns = {f"{entry.key} {n}": value for entry in declared for n, value in enumerate(_summands(rows, entry))}
    frame = rows.order_by(KEYS[table]).select(**columns).to_pandas().astype(float).fillna(0)
    return {entry.key: frame[[f"{entry.key} 0", f"{entry.key} 1"]].to_numpy().T for entry in declared}


@pytest.mark.parametrize("table", KEYS)
def test_an_unknown_row_is_left_out_of_both_sums(whole, part, table):
    expected = summands(whole, table)
    for key, sums in summands(part, table).items():
        wrong = ~np.isclose(sums, expected[key]).all(axis=0) & sums.any(axis=0)
        assert not wrong.any(), (key, sums[:, wrong], expected[key][:, wrong])


def test_prepared_sql_leaves_the_same_rows_out(hidden, monkeypatch):
    summary = stats.summary(hidden, by="room")
    monkeypatch.setattr(summaries, "is_prepared", lambda statistic: False)
    assert_frame_equal(summary, stats.summary(hidden, by="room"))


def test_rates_of_hidden_hands_are_those_of_the_hands_that_are_known(whole, hidden):
    keys = ["tenpai_rate", "haipai_chiitoitsu_rate", "passed_win_rate"]
    n_rows = [stats.summary(ds, keys, where={"players": 4})["denominator"] for ds in (whole, hidden)]
    assert (n_rows[1] >= n_rows[0] / 4).all()
    assert (n_rows[1] < n_rows[0] / 2).all()
