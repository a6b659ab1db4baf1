import bz2
import gzip
import io
import lzma
import os
import sqlite3
import struct
import tarfile
import zipfile
from contextlib import closing

import pytest

from mjlog.archive import Shard, Source, Unreadable, containers, shards, sources, total_bytes, unpack
from mjlog.archive import shard as pieces
from mjlog.errors import Fault
from tests.made_logs import log, log_name, write_logs

LOGS = {f"{log_name(n)}.xml": log(n) for n in range(12)}


def read(*paths, **options):
    """Everything under the paths, as names behind the folder or archive → bytes, and the unreadable."""
    items = [item for shard in shards(paths, **options) for item in sources(shard)]
    found = {item.name: item.data for item in items if isinstance(item, Source)}
    return found, [item for item in items if isinstance(item, Unreadable)]


def zipped(members, **options):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", **options) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def tarred(members, mode="w"):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:
        for name, data in members.items():
            header = tarfile.TarInfo(name)
            header.size = len(data)
            archive.addfile(header, io.BytesIO(data))
    return buffer.getvalue()


def database(path, rows, columns=("log_id", "log_content")):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"CREATE TABLE logs({columns[0]} text primary key, date text, {columns[1]} text)")
        connection.executemany("INSERT INTO logs VALUES (?, '', ?)", rows)
    return path


def gzipped_database(path):
    return database(path, [(name, gzip.compress(data)) for name, data in LOGS.items()])


CONTAINERS = {
    "stored.zip": zipped(LOGS),
    "deflated.zip": zipped(LOGS, compression=zipfile.ZIP_DEFLATED),
    "of-gzip.zip": zipped({name: gzip.compress(data) for name, data in LOGS.items()}),
    "plain.tar": tarred(LOGS),
    "gnu.tar.gz": tarred(LOGS, "w:gz"),
    "a.tar.bz2": tarred(LOGS, "w:bz2"),
    "a.tar.xz": tarred(LOGS, "w:xz"),
    "zip-in-tar.gz": tarred({"inner.zip": zipped(LOGS)}, "w:gz"),
    "tar-in-zip": zipped({"inner": tarred(LOGS, "w:gz")}),
}


@pytest.mark.parametrize("shard_bytes", [1, 700, 1 << 30])
@pytest.mark.parametrize("name", list(CONTAINERS))
def test_every_container_gives_its_members_however_it_is_cut(tmp_path, name, shard_bytes):
    path = tmp_path / name
    path.write_bytes(CONTAINERS[name])
    found, unreadable = read(path, shard_bytes=shard_bytes)
    assert not unreadable
    assert {full.rsplit("!", 1)[1]: data for full, data in found.items()} == LOGS
    assert all(full.startswith(f"{path}!") for full in found)


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress, lambda data: data])
@pytest.mark.parametrize("shard_bytes", [1, 1 << 30])
def test_a_compressed_file_is_known_by_its_first_bytes(tmp_path, compress, shard_bytes):
    path = tmp_path / "a.mjlog"
    path.write_bytes(compress(log(1)))
    assert read(path, shard_bytes=shard_bytes) == ({str(path): log(1)}, [])


def test_gzip_files_written_one_behind_the_other_are_one_file(tmp_path):
    assert list(unpack("a", gzip.compress(b"one ") + gzip.compress(b"two"))) == [Source("a", b"one two")]


@pytest.mark.parametrize("shard_bytes", [300, 1 << 30])
@pytest.mark.parametrize("columns", [("log_id", "log_content"), ("id", "log")])
def test_rows_of_a_database_are_logs_and_empty_ones_are_none(tmp_path, shard_bytes, columns):
    rows = [(name, gzip.compress(data)) for name, data in LOGS.items()]
    rows += [("never fetched", ""), ("not there", None), ("as text", log(99).decode())]
    path = database(tmp_path / "a.db", rows, columns)
    found, unreadable = read(path, shard_bytes=shard_bytes)
    assert not unreadable
    assert found == {f"{path}!{name}": data for name, data in {**LOGS, "as text": log(99)}.items()}


HOUOU = (
    "(id TEXT PRIMARY KEY, date TEXT NOT NULL, num_players INTEGER NOT NULL, is_tonpu INTEGER NOT NULL,"
    " is_processed INTEGER NOT NULL, was_error INTEGER NOT NULL, log BLOB) WITHOUT ROWID"
)
PHOENIX = (
    "(log_id text primary key, date text, is_tonpusen int, is_sanma int, is_processed int, was_error int,"
    " log_content text)"
)


def with_logs(table, values=", '', 4, 0, 1, 0, "):
    """SQL of a table of the twelve logs and of two games without a log."""
    rows = [f"('{name}'{values}x'{gzip.compress(data).hex()}')" for name, data in LOGS.items()]
    rows += f"('2024-none'{values}NULL)", f"('0-empty'{values}'')"
    return f"CREATE TABLE logs{table}; INSERT INTO logs VALUES {', '.join(rows)};"


DATABASES = {
    "as houou-logs makes it": with_logs(HOUOU) + "CREATE TABLE last_fetch_time(id INTEGER PRIMARY KEY, time TEXT);",
    "as phoenix-logs makes it": with_logs(PHOENIX) + "CREATE TABLE last_downloads(name text, date int);",
    "columns without types": with_logs("(id PRIMARY KEY, log) WITHOUT ROWID", ", "),
    "keys of two columns": with_logs("(id, d, p, t, r, e, log, PRIMARY KEY (d, id)) WITHOUT ROWID"),
    "capital letters": with_logs("(LOG_ID text, Log_Content blob)", ", "),
    "a column named rowid": with_logs("(id text, rowid text, log blob)", ", 'x', "),
    "all names of the row number taken": with_logs("(id text, rowid, oid, _rowid_, log blob)", ", 1, 2, 3, "),
    "an empty table comes first": f"CREATE TABLE a{HOUOU};" + with_logs(HOUOU),
    "a view next to the table": "CREATE VIEW a AS SELECT id, log FROM logs;" + with_logs(HOUOU),
    "only a view": with_logs("(i text, l blob)", ", ") + "CREATE VIEW v AS SELECT i AS id, l AS log FROM logs;",
    "a name with quotation marks": with_logs(HOUOU) + 'ALTER TABLE logs RENAME TO "the ""logs""";',
    "an index": with_logs(HOUOU) + "CREATE INDEX i ON logs(date);",
    "rows deleted": with_logs(PHOENIX) + "DELETE FROM logs WHERE log_id = '0-empty';",
    "a write-ahead log": "PRAGMA journal_mode = wal;" + with_logs(HOUOU),
}


@pytest.mark.parametrize("shard_bytes", [1, 3000, 1 << 30])
@pytest.mark.parametrize("sql", DATABASES.values(), ids=list(DATABASES))
def test_databases_of_logs_are_read_however_they_are_made(tmp_path, sql, shard_bytes):
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql)
    assert read(path, shard_bytes=shard_bytes) == ({f"{path}!{name}": data for name, data in LOGS.items()}, [])


@pytest.mark.parametrize("shard_bytes", [1, 1 << 30])
def test_a_database_that_a_downloader_has_open_is_read_with_its_last_changes(tmp_path, shard_bytes):
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("PRAGMA journal_mode = wal;" + with_logs(HOUOU))
        assert (tmp_path / "a.db-wal").stat().st_size
        assert read(tmp_path, shard_bytes=shard_bytes) == ({f"{path}!{name}": data for name, data in LOGS.items()}, [])


def test_logs_of_two_tables_are_both_read(tmp_path):
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(with_logs(HOUOU))
        connection.executescript(f"CREATE TABLE b{PHOENIX}; INSERT INTO b VALUES ('b', '', 0, 0, 1, 0, 'text');")
    for shard_bytes in (1, 1 << 30):
        assert read(path, shard_bytes=shard_bytes)[0][f"{path}!b"] == b"text"
        assert len(read(path, shard_bytes=shard_bytes)[0]) == 13


def test_a_database_without_logs_says_what_was_looked_for(tmp_path):
    path = database(tmp_path / "a.db", [], ("name", "value"))
    for shard_bytes in (1, 1 << 30):
        found, [unreadable] = read(path, shard_bytes=shard_bytes)
        assert not found
        assert unreadable.error.fault is Fault.UNKNOWN_FORMAT
        assert "log_content" in unreadable.error.message


def test_folders_are_read_in_the_order_of_names_without_what_is_hidden(tmp_path):
    for name in ("b/2.xml", "b/10.xml", "a.xml", ".hidden", ".git/x", "__MACOSX/a.xml", "c/.DS_Store", "Thumbs.db"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    found, unreadable = read(tmp_path)
    assert [os.path.relpath(name, tmp_path) for name in found] == ["a.xml", "b/10.xml", "b/2.xml"]
    assert not unreadable


def test_hidden_members_of_archives_are_passed_over(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"__MACOSX/._a.xml": b"x", "in/.DS_Store": b"x", "./in/a.xml": b"y", "in/": b""}))
    assert read(path) == ({f"{path}!./in/a.xml": b"y"}, [])


def test_a_folder_that_is_left_out_is_not_entered(tmp_path):
    write_logs(tmp_path / "in", [1])
    write_logs(tmp_path / "in" / "out", [2])
    found, _ = read(tmp_path / "in", leave_out=[tmp_path / "in" / "out"])
    assert list(found.values()) == [log(1)]


def test_links_in_a_circle_end(tmp_path):
    write_logs(tmp_path / "a", [1])
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "b").symlink_to(tmp_path / "a")
    (tmp_path / "self").symlink_to(tmp_path / "self")
    found, [unreadable] = read(tmp_path)
    assert list(found.values()) == [log(1)]
    assert unreadable.error.fault is Fault.UNREADABLE_FILE


def test_what_is_no_file_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    found, unreadable = read(tmp_path)
    assert not found
    assert [item.error.message for item in unreadable] == [
        "cannot be read: No such file or directory",
        "neither a file nor a folder",
    ]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_without_permission_is_unreadable(tmp_path):
    write_logs(tmp_path, [1])
    path = next(tmp_path.iterdir())
    path.chmod(0)
    _, [unreadable] = read(tmp_path)
    assert unreadable.error.message == "cannot be read: Permission denied"


def test_a_file_that_cannot_be_opened_is_unreadable(tmp_path):
    missing = pieces.WholeFile(str(tmp_path / "gone since it was listed"))
    [unreadable] = sources(Shard((missing,), 0))
    assert unreadable.error.message == "cannot be read: No such file or directory"


def test_names_that_are_no_utf8_can_be_stored(tmp_path):
    path = os.fsencode(tmp_path) + b"/\x8e\x96.xml"
    with open(path, "wb") as file:
        file.write(b"x")
    found, _ = read(tmp_path)
    assert list(found) == [f"{tmp_path}/\\x8e\\x96.xml"]


def test_japanese_names_without_a_mark_are_read(tmp_path):
    plain = zipped({"aaaa.xml": b"x", "bbbb.xml": b"y"})
    path = tmp_path / "a.zip"
    path.write_bytes(plain.replace(b"aaaa", "牌譜".encode("cp932")).replace(b"bbbb", b"\x81\xff\xff\xff"))
    assert list(read(path)[0]) == [f"{path}!牌譜.xml", f"{path}!\\x81\\xff\\xff\\xff.xml"]


def test_a_zip_behind_other_bytes_is_read(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(b"PK\x03\x04 a program that unpacks itself" + zipped(LOGS))
    assert len(read(path)[0]) == 12


def test_a_zip64_archive_is_read(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in LOGS.items():
            with archive.open(name, "w", force_zip64=True) as member:
                member.write(data)
    plain = path.read_bytes()
    end = plain.rfind(b"PK\x05\x06")
    n, size, offset = struct.unpack_from("<HLL", plain, end + 10)
    record = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, n, n, size, offset)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, end, 1)
    short = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    path.write_bytes(plain[:end] + record + locator + short)
    with zipfile.ZipFile(path) as archive:
        assert len(archive.namelist()) == 12
    for shard_bytes in (1, 1 << 30):
        assert len(read(path, shard_bytes=shard_bytes)[0]) == 12


@pytest.mark.parametrize("shard_bytes", [1, 1 << 30])
@pytest.mark.parametrize("name", ["deflated.zip", "gnu.tar.gz", "plain.tar", "a.tar.xz", "a.tar.bz2"])
def test_a_container_cut_short_costs_what_is_behind_the_cut(tmp_path, name, shard_bytes):
    path = tmp_path / name
    path.write_bytes(CONTAINERS[name][: len(CONTAINERS[name]) // 3 + 100])
    write_logs(tmp_path, [77])
    found, unreadable = read(tmp_path, shard_bytes=shard_bytes)
    assert log(77) in found.values()
    assert [item.error.fault for item in unreadable] == [Fault.UNREADABLE_FILE]
    assert unreadable[0].name.startswith(str(path))


@pytest.mark.parametrize("shard_bytes", [1, 1 << 30])
def test_damage_in_a_zip_costs_one_member(tmp_path, shard_bytes):
    data = bytearray(CONTAINERS["deflated.zip"])
    data[data.find(b"PK\x03\x04", 10) + 100] ^= 0xFF
    path = tmp_path / "a.zip"
    path.write_bytes(data)
    found, [unreadable] = read(path, shard_bytes=shard_bytes)
    assert len(found) == 11
    assert unreadable.name.endswith(".xml")


@pytest.mark.parametrize("at", range(0, 200, 7))
def test_no_damaged_byte_of_a_directory_raises(tmp_path, at):
    whole = CONTAINERS["stored.zip"]
    data = bytearray(whole)
    data[-1 - at] ^= 0xFF
    found, unreadable = read_bytes(bytes(data))
    assert len(found) + len(unreadable) >= 1


def read_bytes(data):
    items = list(unpack("a", data))
    return [x for x in items if isinstance(x, Source)], [x for x in items if isinstance(x, Unreadable)]


@pytest.mark.parametrize(
    "data", [gzip.compress(log(1), mtime=0)[:-20], gzip.compress(log(1), mtime=0)[:5], b"\x1f\x8b", b"\x1f\x8bno"]
)
def test_a_broken_gzip_file_is_unreadable(data):
    assert [item.error.fault for item in read_bytes(data)[1]] == [Fault.UNREADABLE_FILE]


def test_an_encrypted_member_and_an_unknown_compression_say_so():
    data = bytearray(zipped({"a": b"secret"}))
    entry = data.find(b"PK\x01\x02")
    data[entry + 8] |= 1
    assert read_bytes(bytes(data))[1][0].error.message == "the member is encrypted"
    data[entry + 8] ^= 1
    data[entry + 10] = 14
    assert "compression method 14" in read_bytes(bytes(data))[1][0].error.message


def test_what_unpacks_to_too_much_is_refused_early(monkeypatch):
    limit = 1 << 20
    for module in (pieces, containers):
        monkeypatch.setattr(module, "UNPACKED_LIMIT", limit)
    bomb = bytes(4 * limit)
    for data in (gzip.compress(bomb), bz2.compress(bomb), lzma.compress(bomb)):
        assert "1 MiB unpacked" in read_bytes(data)[1][0].error.message


def test_containers_within_containers_end_somewhere():
    data = log(1)
    for _ in range(4):
        data = gzip.compress(data)
    assert read_bytes(data)[0] == [Source("a", log(1))]
    assert "more than 4 nested containers" in read_bytes(gzip.compress(data))[1][0].error.message


def test_an_empty_file_is_a_source_without_bytes(tmp_path):
    (tmp_path / "empty.xml").touch()
    assert list(read(tmp_path)[0].values()) == [b""]


@pytest.mark.parametrize("shard_bytes", [1, 900, 1 << 30])
def test_shards_stand_for_all_stored_bytes(tmp_path, shard_bytes):
    write_logs(tmp_path / "a", range(5))
    (tmp_path / "b.tar").write_bytes(CONTAINERS["plain.tar"])
    (tmp_path / "c.zip").write_bytes(CONTAINERS["deflated.zip"])
    gzipped_database(tmp_path / "d.db")
    total = total_bytes([tmp_path])
    assert total == sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert 0.5 * total < sum(shard.n_stored for shard in shards([tmp_path], shard_bytes=shard_bytes)) <= total


def test_shards_are_about_as_large_as_asked_for(tmp_path):
    write_logs(tmp_path, range(20))
    size = len(log(1))
    cut = list(shards([tmp_path], shard_bytes=4 * size + 100))
    assert {len(shard.pieces) for shard in cut[:-1]} <= {3, 4, 5}
    assert [shard for shard in cut if not shard.pieces] == []


def test_the_sample_containers_hold_twenty_games_each(shared):
    for path in sorted((shared / "replays" / "containers").iterdir()):
        for shard_bytes in (50_000, 1 << 30):
            found, unreadable = read(path, shard_bytes=shard_bytes)
            assert (len(found), unreadable) == (20, [])
            assert all(b"<mjloggm" in data[:200] for data in found.values())
