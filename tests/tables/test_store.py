import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mjlog.tables.folder import replaced
from mjlog.tables.schema import SCHEMA_VERSION
from mjlog.tables.store import (
    SCHEMAS,
    Manifest,
    Part,
    StoreError,
    _encodings,
    checksum_of,
    clean,
    drop_games,
    load_manifest,
    locked,
    part_path,
    parts_of,
    save_manifest,
    write_part,
)

SEAT = dict.fromkeys(SCHEMAS["seats"].names)


def seats(*games):
    rows = [
        {**SEAT, "game": game, "seat": seat, "player": f"P{seat}", "players": 4} for game in games for seat in range(4)
    ]
    return pa.Table.from_pylist(rows, SCHEMAS["seats"])


def test_a_manifest_is_read_as_it_was_written(tmp_path):
    parts = Part(0, {"games": 3}, {"games": "00c0ffee"}), Part(7, {"failures": 1}, {"failures": "0"})
    manifest = Manifest(parts=parts)
    save_manifest(tmp_path, manifest)
    assert load_manifest(tmp_path) == manifest
    assert (manifest.rows("games"), manifest.rows("hands")) == (3, 0)
    assert parts_of(tmp_path, manifest, "failures") == [tmp_path / "failures" / "part-0000007.parquet"]
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]
    assert json.loads((tmp_path / "manifest.json").read_text())["schema_version"] == SCHEMA_VERSION


def test_a_folder_without_a_manifest_has_no_parts(tmp_path):
    assert load_manifest(tmp_path).parts == ()


def test_a_thousand_parts_take_a_small_manifest(tmp_path):
    rows = {"games": 1000, "seats": 4000, "kyoku": 10_000, "hands": 40_000, "wins": 8_000}
    save_manifest(tmp_path, Manifest(parts=tuple(Part(number, rows) for number in range(1000))))
    assert (tmp_path / "manifest.json").stat().st_size < 120_000


def test_words_are_stored_once_and_small_numbers_by_their_differences(tmp_path):
    write_part("seats", seats("a", "b"), tmp_path / "x.parquet")
    columns = pq.read_metadata(tmp_path / "x.parquet").row_group(0)
    encodings = {columns.column(at).path_in_schema: columns.column(at).encodings for at in range(columns.num_columns)}
    assert "DELTA_BINARY_PACKED" in encodings["seat"]
    assert "RLE_DICTIONARY" in encodings["player"]
    assert "RLE_DICTIONARY" in encodings["final_points"]
    assert set(encodings["final_score"]) == {"PLAIN", "RLE"}


@pytest.mark.parametrize("table", SCHEMAS)
def test_every_column_has_its_encoding(tmp_path, table):
    write_part(table, SCHEMAS[table].empty_table(), tmp_path / "x.parquet")
    schema = pq.ParquetFile(tmp_path / "x.parquet").schema
    encodings = _encodings(table)
    names = [*encodings["use_dictionary"], *(encodings["column_encoding"] or {})]
    assert sorted(names) == sorted(schema.column(at).path for at in range(len(schema.names)))


def test_a_part_keeps_words_schema_and_documents(tmp_path):
    write_part("seats", seats("a", "b"), tmp_path / "x.parquet")
    found = pq.read_table(tmp_path / "x.parquet", partitioning=None)
    assert found.schema.equals(SCHEMAS["seats"], check_metadata=True)
    assert found.to_pylist() == seats("a", "b").to_pylist()


def test_games_are_dropped_from_a_part(tmp_path):
    path = tmp_path / "x.parquet"
    write_part("seats", seats("a", "b", "c"), path)
    assert drop_games("seats", path, {"a", "c"}) == (4, checksum_of(path))
    assert pq.read_table(path, partitioning=None).to_pylist() == seats("b").to_pylist()


def test_what_the_manifest_does_not_list_is_removed(tmp_path):
    manifest = Manifest(parts=(Part(0, {"seats": 4}),))
    for place in (part_path(tmp_path, "seats", 0), part_path(tmp_path, "seats", 1), part_path(tmp_path, "games", 0)):
        place.parent.mkdir(exist_ok=True)
        place.touch()
    (tmp_path / ".staging-x" / "seats").mkdir(parents=True)
    (tmp_path / "seats" / "notes.txt").touch()
    clean(tmp_path, manifest)
    left = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())
    assert left == ["seats/notes.txt", "seats/part-0000000.parquet"]
    assert not (tmp_path / ".staging-x").exists()


def test_a_lock_keeps_other_processes_out_and_ends_with_its_own(tmp_path):
    script = f"""
from pathlib import Path
from mjlog.tables.store import StoreError, locked
try:
    with locked(Path({str(tmp_path)!r})):
        print("in")
except StoreError as error:
    print(error)
"""

    def other():
        return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout

    with locked(tmp_path):
        assert "another import is writing" in other()
        with pytest.raises(StoreError), locked(tmp_path):
            pass
    assert other() == "in\n"


def test_a_folder_that_cannot_be_locked_is_an_os_error(tmp_path):
    (tmp_path / ".lock").mkdir()
    with pytest.raises(OSError, match="cannot write"), locked(tmp_path):
        pass


def test_a_file_takes_the_place_of_another_one_when_it_is_whole(tmp_path):
    path, link = tmp_path / "old.txt", tmp_path / "link.txt"
    path.write_text("old")
    link.symlink_to(path)

    def fill_the_disk():
        with replaced(path) as new:
            new.write_text("a part")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(OSError, match=f"No space left on device: '{path}'"):
        fill_the_disk()
    assert path.read_text() == "old"
    with replaced(link) as new:
        new.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == link.read_text() == "new"
    assert link.is_symlink()
    assert sorted(tmp_path.iterdir()) == [link, path]


def test_a_device_is_written_directly():
    with replaced(Path(os.devnull)) as file:
        assert file == Path(os.devnull)
