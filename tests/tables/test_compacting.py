"""A compacted data set has the same rows in few files, whatever happens on the way."""

import pytest

import mjlog
from mjlog.importing import import_archive
from mjlog.tables import compacting
from mjlog.tables.compacting import compact, runs_of
from mjlog.tables.rows import TABLES
from mjlog.tables.store import Manifest, Part, StoreError, load_manifest, locked, parts_of, read_part, save_manifest
from tests.made_logs import log, log_name, write_logs


def rows(folder):
    manifest = load_manifest(folder)
    return {
        table: [row for path in parts_of(folder, manifest, table) for row in read_part(path).to_pylist()]
        for table in TABLES
    }


def files(folder):
    return sum(1 for _ in folder.glob("*/*.parquet"))


@pytest.fixture
def daily(tmp_path):
    """A data set of six imports of one file each, one of them cut."""
    for day in range(6):
        write_logs(tmp_path / f"{day}", [day])
        if day == 3:
            (tmp_path / "3" / f"{log_name(3)}.xml").write_bytes(log(3)[:-60])
        import_archive(tmp_path / f"{day}", tmp_path / "out")
    return tmp_path / "out"


def test_rows_and_their_order_stay_and_files_become_few(daily):
    before, n_before = rows(daily), files(daily)
    ds = mjlog.open(daily)
    assert compact(daily) == (n_before, 8)
    assert rows(daily) == before
    assert ds.hands.count().to_pyarrow().as_py() == len(before["hands"])  # opened before, on the old files
    assert compact(daily) == (8, 8)
    assert (rows(daily), files(daily)) == (before, 8)


def test_an_import_after_a_compaction_knows_the_games_and_repairs_the_cut_one(daily, tmp_path):
    compact(daily)
    assert import_archive([tmp_path / "1", tmp_path / "2"], daily).n_known == 2
    write_logs(tmp_path / "3", [3])
    import_archive(tmp_path / "3", daily)
    write_logs(tmp_path / "all", range(6))
    import_archive(tmp_path / "all", tmp_path / "new")
    repaired, new = ({row["game"] for row in rows(folder)["hands"]} for folder in (daily, tmp_path / "new"))
    assert repaired == new
    assert not rows(daily)["failures"]


@pytest.mark.parametrize("step", ["write_part", "save_manifest"])
def test_a_killed_compaction_is_run_again(daily, monkeypatch, step):
    before = rows(daily)

    def killed(*arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(compacting, step, killed)
        with pytest.raises(KeyboardInterrupt):
            compact(daily)
    assert rows(daily) == before
    compact(daily)
    compact(daily)
    assert (rows(daily), files(daily)) == (before, 8)


def test_an_import_compacts_once_small_parts_pile_up(daily, tmp_path, monkeypatch):
    before = rows(daily)
    monkeypatch.setattr(mjlog.importing, "MOST_SMALL", 8)
    import_archive(write_logs(tmp_path / "7", [7]), daily)
    assert len(load_manifest(daily).parts) == 2
    assert rows(daily)["games"][:-1] == before["games"]


def test_large_parts_and_lists_stay_as_they_are():
    large = compacting.PART_ROWS
    sizes = [({"games": 10},), ({"inputs": 1},), ({"games": large},), ({"list": 5},), ({"games": 20},), ({"games": 9},)]
    runs = runs_of([Part(number, *size) for number, size in enumerate(sizes)])
    assert [[part.number for part in run] for run in runs] == [[0], [2], [4, 5], [1], [3]]


def test_joined_parts_have_at_most_the_rows_that_fit_in_memory():
    parts = [Part(number, {"games": compacting.PART_ROWS // 3}) for number in range(9)]
    assert [len(run) for run in runs_of(parts)] == [3, 3, 3]


def test_a_data_set_in_use_and_a_folder_without_one_are_refused(tmp_path):
    with pytest.raises(FileNotFoundError):
        compact(tmp_path)
    save_manifest(tmp_path, Manifest())
    with locked(tmp_path), pytest.raises(StoreError):
        compact(tmp_path)
    assert compact(tmp_path) == (0, 0)
