"""Built-in statistics from prepared SQL: the same answers as planned by Ibis, and never from stale SQL."""

import errno
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest

import mjlog
from mjlog import stats
from mjlog.importing import import_archive
from mjlog.stats import prepared_cache, preparing, summaries
from mjlog.stats.dimensions import Bands, Equals, rows_of, widened
from mjlog.stats.prepared_cache import prepared
from mjlog.stats.prepared_query import NotPreparedError, columns_of_rows, is_prepared, prepared_sums
from mjlog.stats.registry import BUILT_IN, STATISTICS
from tests.made_logs import write_logs

CASES = [
    ("player", None),
    (["year", "dealer"], {"players": 4, "player": ["Aoi", "Botan"]}),
    ("month", {"room": None, "honba": (0, 1), "rate": 1500.0}),
    ((), {"player": "Aoi", "honba": 99}),
]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty folder for the cache, a process without prepared SQL, and the number of times that SQL is prepared."""
    tables = prepared()
    preparations = []

    def prepare():
        preparations.append(1)
        return tables

    monkeypatch.setattr(preparing, "prepare", prepare)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    prepared.cache_clear()
    yield tmp_path / "mjlog", preparations
    prepared.cache_clear()


def planned(ds, monkeypatch, *arguments, **options):
    with monkeypatch.context() as patch:
        patch.setattr(summaries, "is_prepared", lambda statistic: False)
        return stats.summary(ds, *arguments, **options)


@pytest.mark.parametrize(("by", "where"), CASES)
def test_prepared_and_planned_answers_are_equal(ds, monkeypatch, by, where):
    pd.testing.assert_frame_equal(
        stats.summary(ds, where=where, by=by), planned(ds, monkeypatch, where=where, by=by), rtol=1e-9
    )


@pytest.mark.parametrize(
    "by",
    [
        {"turn": Bands("riichi_turn", ((6, "early"), (99, "it's late"))), "who": "player"},
        {"riichi_turn": Bands("riichi_turn", ((9, "early"),)), "first": Equals("seat", 0)},
    ],
)
def test_bands_of_a_number_are_prepared(ds, monkeypatch, by):
    keys = ["win_rate", "riichi_win_rate"]
    answer = planned(ds, monkeypatch, keys, {"players": 4}, by=by)
    with monkeypatch.context() as patch:
        patch.setattr(summaries, "grouped_rows", None)  # of Ibis
        pd.testing.assert_frame_equal(stats.summary(ds, keys, {"players": 4}, by=by), answer, rtol=1e-9)


def test_bands_in_the_place_of_a_column_that_is_read_or_filtered_are_not_prepared(ds):
    by = {"riichi_turn": Bands("riichi_turn", ((9, "early"),))}
    for key, where in (("riichi_turn", None), ("win_rate", {"riichi_turn": 5})):
        with pytest.raises(NotPreparedError):
            prepared_sums(ds, "hands", by, where, [BUILT_IN[key]])


def test_own_statistics_and_built_in_ones_are_answered_together(ds, monkeypatch):
    own = stats.Statistic(key="late_riichi", numerator=lambda t: t.riichi_turn > 12, denominator=lambda t: t.riichi)
    keys = ["win_rate", own, "deal_in_rate"]
    pd.testing.assert_frame_equal(stats.summary(ds, keys), planned(ds, monkeypatch, keys))


def test_a_changed_declaration_is_not_answered_by_the_old_sql(ds, monkeypatch):
    changed = replace(STATISTICS["win_rate"], numerator=lambda t: t.dealt_in)
    assert not is_prepared(changed)
    monkeypatch.setitem(STATISTICS, "win_rate", changed)
    values = stats.summary(ds, ["win_rate", "deal_in_rate"])["value"].tolist()
    assert values[::2] == values[1::2]


def test_rows_added_by_an_import_are_counted(tmp_path):
    source, out = write_logs(tmp_path / "in", range(2)), tmp_path / "out"
    import_archive(source, out, workers=1)
    before = stats.summary(mjlog.open(out), "average_place")
    write_logs(source, range(5))
    import_archive(source, out, workers=1)
    after = stats.summary(mjlog.open(out), "average_place")
    assert before["n"].tolist() == [8]
    assert after["n"].tolist() == [20]


@pytest.mark.parametrize(
    ("by", "where"),
    [
        ("no_such_column", None),
        ((), {"no_such_column": 1}),
        ((), {"players": "four"}),
        ((), {"dealer": 1}),
        ((), {"player": []}),
        ((), {"haipai": 3}),
        ("started", None),
        ((), lambda t: t.honba == 0),
        ({"early": lambda t: t.honba == 0}, None),
    ],
)
def test_other_questions_are_left_to_ibis(ds, by, where):
    with pytest.raises(NotPreparedError):
        prepared_sums(ds, "hands", by, where, [STATISTICS["win_rate"]])


def test_prepared_columns_are_those_of_the_tables(ds):
    for table, pieces in prepared().items():
        schema = rows_of(ds, table).schema()
        assert list(pieces.columns) == list(schema)
        for column, type_ in pieces.columns.items():
            assert not type_ or schema[column].to_pyarrow() == pa.type_for_alias(type_), (table, column)
        assert set(columns_of_rows(table)) == set(widened(ds, table).columns)
        assert set(pieces.sums) == {s.key for s in BUILT_IN.values() if s.table == table}


def again():
    """The prepared SQL of a new process."""
    prepared.cache_clear()
    return prepared()


def test_a_second_process_reads_what_the_first_wrote(cache):
    first = prepared()
    assert again() == first
    assert cache[1] == [1]


def test_sql_of_other_sources_or_versions_is_not_used(cache, monkeypatch):
    folder, preparations = cache
    first = prepared()
    monkeypatch.setattr(prepared_cache, "version", lambda package: "another version")
    assert again() == first
    assert preparations == [1, 1]
    (folder / "sources").mkdir()
    monkeypatch.setattr(prepared_cache, "SOURCES", folder / "sources")
    for text in ("one", "two", "two"):
        (folder / "sources" / "a.py").write_text(text)
        again()
    assert preparations == [1, 1, 1, 1]


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: b"",
        lambda file: file[:-9],
        lambda file: file.replace(b"won", b"riichi"),
        lambda file: file.partition(b"\n")[0] + b"\n{}",
        lambda file: b"\xff\n{}",
    ],
)
def test_a_damaged_file_is_replaced(cache, damage):
    folder, preparations = cache
    first = prepared()
    (path,) = folder.iterdir()
    kept = path.read_bytes()
    path.write_bytes(damage(kept))
    assert again() == first
    assert path.read_bytes() == kept
    assert preparations == [1, 1]


def test_a_folder_that_cannot_be_written_costs_only_time(cache):
    folder, preparations = cache
    folder.touch()
    assert prepared() == again()
    assert preparations == [1, 1]


def test_a_full_disk_leaves_nothing_in_the_folder(cache, monkeypatch):
    def fill(path, content):
        with path.open("wb") as file:
            file.write(content[:100])
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(Path, "write_bytes", fill)
    assert prepared()
    assert list(cache[0].iterdir()) == []


def test_statistics_do_not_wait_for_ibis(ds):
    prepared()
    code = (
        "import sys; from mjlog.cli import main; sys.argv[1:] = {}\n"
        "try: main()\n"
        "except SystemExit: print({{'ibis', 'sqlglot', 'matplotlib', 'numba'}} & {{*sys.modules}})"
    )
    for options in ([], ["--by", "player"], ["--player", "Aoi", "--where", "players=4"]):
        run = code.format(["stats", str(ds.folder), *options])
        done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=True, env=os.environ)
        assert done.stdout.endswith("set()\n"), done.stdout
