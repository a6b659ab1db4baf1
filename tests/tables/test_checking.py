"""A flipped bit in any file of a data set is found: when it is opened, checked, compacted or added to."""

import pytest
from typer.testing import CliRunner

import mjlog
from mjlog.cli import app
from mjlog.importing import import_archive
from mjlog.tables import checking, dataset
from mjlog.tables.compacting import compact
from mjlog.tables.store import StoreError, load_manifest, parts_of
from tests.made_logs import log, log_name, write_logs

TABLES = ("games", "seats", "kyoku", "hands", "discards", "inputs", "failures")


@pytest.fixture
def out(tmp_path):
    """A data set of two imports, with a file that was cut."""
    for day in range(2):
        write_logs(tmp_path / f"{day}", range(3 * day, 3 * day + 3))
        (tmp_path / f"{day}" / f"{log_name(3 * day)}.xml").write_bytes(log(3 * day)[:-60])
        import_archive(tmp_path / f"{day}", tmp_path / "out")
    return tmp_path / "out"


def flip(path, at):
    content = bytearray(path.read_bytes())
    content[at % len(content)] ^= 1 << at % 8
    path.write_bytes(content)


def checked(folder):
    return CliRunner().invoke(app, ["check", str(folder)])


def test_an_undamaged_data_set_passes(out):
    compact(out)
    done = checked(out)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "all as they were written" in done.stdout
    assert len(mjlog.open(out).df("games")) == 6


def test_a_flipped_bit_in_any_table_is_found(out):
    manifest = load_manifest(out)
    for path in (path for table in TABLES for path in parts_of(out, manifest, table)):
        content = path.read_bytes()
        for at in (5, 311, -9):
            flip(path, at)
            with pytest.raises(StoreError, match=f"{path.name} is damaged"):
                mjlog.open(out)
            done = checked(out)
            assert (done.exit_code, done.stdout) == (1, "")
            assert str(path) in done.stderr
            path.write_bytes(content)
    assert checked(out).exit_code == 0


def test_a_large_data_set_is_checked_by_the_command_and_before_it_is_compacted(out, monkeypatch):
    monkeypatch.setattr(checking, "CHECKED_AT_OPENING", 0)
    flip(parts_of(out, load_manifest(out), "inputs")[0], -9)
    mjlog.open(out)
    assert checked(out).exit_code == 1
    with pytest.raises(StoreError, match="is damaged"):
        compact(out)


def test_any_flipped_bit_of_the_manifest_is_found(out):
    path = out / "manifest.json"
    content = path.read_bytes()
    for at in range(len(content) - 1):
        flip(path, at)
        with pytest.raises(StoreError, match=r"damaged|not a manifest|of version"):
            load_manifest(out)
        path.write_bytes(content)
    flip(path, len(content) // 2)
    assert checked(out).exit_code == 2


@pytest.mark.parametrize("table", ["hands", "failures"])
def test_a_missing_file_is_named(out, table):
    path = parts_of(out, load_manifest(out), table)[0]
    path.unlink()
    with pytest.raises(StoreError, match="is missing"):
        mjlog.open(out)
    assert f"{path} is missing" in checked(out).stderr


def test_a_damaged_part_is_not_rewritten_with_a_new_checksum(out, tmp_path):
    """The import of the whole log rewrites the part with the cut one."""
    path = parts_of(out, load_manifest(out), "hands")[0]
    flip(path, 400)
    write_logs(tmp_path / "0", [0])
    with pytest.raises(StoreError, match="is damaged"):
        import_archive(tmp_path / "0", out)
    assert checked(out).exit_code == 1


def test_a_lock_that_is_no_lock_says_so(out, tmp_path):
    (out / ".lock").write_bytes(b"no database, but longer than the header of one" * 50)
    with pytest.raises(StoreError, match="delete it"):
        import_archive(tmp_path / "1", out)
    assert len(mjlog.open(out).df("games")) == 6


def test_a_folder_without_a_data_set_has_nothing_to_check(tmp_path):
    assert checked(tmp_path).exit_code == 2


def test_a_reader_that_meets_a_compaction_and_an_import_opens_the_newer_state(out, tmp_path, monkeypatch):
    stale = [load_manifest(out)]
    compact(out)
    import_archive(tmp_path / "1", out)
    assert not parts_of(out, stale[0], "hands")[0].exists()
    monkeypatch.setattr(dataset, "load_manifest", lambda folder: stale.pop() if stale else load_manifest(folder))
    assert len(mjlog.open(out).df("games")) == 6
