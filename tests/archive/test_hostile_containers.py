"""Containers that a stranger made: each costs itself or its member, quickly, and the members before it are read."""

import gzip
import io
import lzma
import os
import socket
import sqlite3
import struct
import tarfile
import zipfile
import zlib
from contextlib import closing

import pytest

from mjlog.archive import Source, databases, shards, sources, tars, unpack
from mjlog.archive.shard import ALWAYS_ALLOWED, UNPACKED_LIMIT
from mjlog.errors import Fault


def read(data, tmp_path, pack=lambda data: data):
    """Names after the container and contents of the logs, and the messages of the failures, the same by every way."""
    path = tmp_path / "a"
    path.write_bytes(pack(data))
    ways = [
        list(unpack(str(path), pack(data))),
        *([item for shard in shards([path], shard_bytes=n) for item in sources(shard)] for n in (1, 1 << 30)),
    ]
    results = [
        (
            [(item.name.removeprefix(f"{path}!"), item.data) for item in items if isinstance(item, Source)],
            [item.error.message for item in items if not isinstance(item, Source)],
        )
        for items in ways
    ]
    faults = {item.error.fault for items in ways for item in items if not isinstance(item, Source)}
    assert faults <= {Fault.UNREADABLE_FILE, Fault.UNKNOWN_FORMAT}
    assert all(len(failures) == len(results[0][1]) and logs == results[0][0] for logs, failures in results)
    return results[0]


def tar(name, kind=b"0", content=b"", **fields):
    """A member: its header, with some bytes of it changed, and its content."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, len(content)
    header = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    for at, field in fields.items():
        header[int(at[1:]) : int(at[1:]) + len(field)] = field
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + content + bytes(-len(content) % 512)


def pax(*fields):
    records = b""
    for field in fields:
        n = len(field) + 3
        records += b"%d %s\n" % (n + (n > 9), field)
    return tar("x", b"x", records)


END = bytes(1024)
LAST = tar("last.xml", content=b"<last/>")
SPARSE_1_0 = pax(b"GNU.sparse.major=1", b"GNU.sparse.minor=0")
SPARSE = tar("s", b"S", b"x" * 512, _386=b"00000000000\0" + b"00000001000\0", _483=b"77777777777\0")
EXTENSION = b"7" * 504 + b"\1" + bytes(7)

TARS = {
    "a chain of long names": (b"".join(tar("L", b"L", b"n%d\0" % n) for n in range(3_000)), "", "n2999"),
    "a chain of extended headers": (pax(b"path=p") * 3_000, "", "p"),
    "a long name of more than a MiB": (tar("L", b"L", bytes(1 << 20) + b"x"), "header of more than", None),
    "an extended header of more than a MiB": (tar("x", b"x", bytes(1 << 20) + b"x"), "header of more than", None),
    "a size that is no number": (pax(b"size=abc"), "bad number", None),
    "a negative size in an extended header": (pax(b"size=-100"), "bad number", None),
    "a negative size": (tar("n", _124=b"\xff" * 12), "bad number", None),
    "a size of 10^22": (pax(b"size=" + b"9" * 22), "no single log is that large|ends within a member", None),
    "a size of 2^87": (tar("b", _124=b"\x80" + b"\x7f" * 11), "ends within a member|ends within a member", None),
    "a record of 0 bytes": (tar("x", b"x", b"0 path=a\n"), "bad extended header", None),
    "a record beyond its header": (tar("x", b"x", b"9999 path=a\n"), "bad extended header", None),
    "a record without a key": (tar("x", b"x", b"5 ab\n"), "bad extended header", None),
    "a sparse map of nonsense": (SPARSE_1_0 + tar("s", content=b"x" * 512), "sparse", "last.xml"),
    "a sparse map without an end": (SPARSE_1_0 + tar("s", content=b"0\n" * 90_000), "sparse", "last.xml"),
    "a sparse map in an extended header": (pax(b"GNU.sparse.map=a,b") + tar("s"), "sparse", "last.xml"),
    "a sparse member of 8 GiB": (SPARSE, "sparse", "last.xml"),
    "a sparse map of many blocks": (
        tar("s", b"S", _482=b"\1") + EXTENSION * 2_000 + bytes(512),
        "sparse",
        "last.xml",
    ),
    "a checksum that differs": (bytes([LAST[0] ^ 1]) + LAST[1:], "checksum", None),
    "a time of 2^87": (tar("m", _136=b"\x80" + b"\x7f" * 11), "", "last.xml"),
} | {
    f"a {what} to /etc/passwd": (tar("../../etc/passwd", kind, _157=b"/etc/passwd\0"), "", "last.xml")
    for what, kind in {"link": b"2", "hard link": b"1", "device": b"3", "disk": b"4", "pipe": b"6"}.items()
}  # fmt: skip


@pytest.mark.parametrize("pack", [lambda data: data, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize(("members", "messages", "last"), TARS.values(), ids=list(TARS))
def test_a_hostile_member_of_a_tar_archive_costs_itself_or_what_follows(tmp_path, members, messages, last, pack):
    first = tar("first.xml", content=b"<first/>")
    logs, failures = read(first + members + LAST + END, tmp_path, pack)
    assert logs[0] == ("first.xml", b"<first/>")
    assert (logs[-1] if last else None) == (last and (last, b"<last/>"))
    expected = messages.split("|") if messages else []
    assert len(failures) == len(expected)
    for failure, message in zip(failures, expected, strict=True):
        assert message in failure


NAMES = {"../../x.xml", "/etc/passwd", "C:\\x", "a\x1b[31mb", "a\nb", "a\u202eb", "=1+1", "<b>", "x" * 5_000, "a'\"b"}


@pytest.mark.parametrize("name", sorted(NAMES))
def test_the_name_of_a_member_is_only_text(tmp_path, monkeypatch, name):
    """Nothing is written under the names of members."""
    folder = tmp_path / "b" / "c"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    assert read(pax(b"path=%s" % name.encode()) + LAST + END if len(name) < 90 else LAST + END, folder)[0]
    assert read(zipped([(name, b"<a/>")]), folder) == ([(name, b"<a/>")], [])
    assert {path for path in tmp_path.rglob("*") if path.is_file()} <= {folder / "a"}


def zipped(members, **options):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", **options) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


def with_entry(data, *fields):
    """A zip archive with numbers of its first entry changed: place, format, number."""
    changed = bytearray(data)
    for at, layout, number in fields:
        struct.pack_into(layout, changed, data.find(b"PK\1\2") + at, number)
    return bytes(changed)


def with_wide_entry(*numbers):
    """A zip archive with sizes and place of its one member as numbers of 64 bits."""
    data = with_entry(zipped([("a", b"<a/>")]), (42, "<L", 2**32 - 1), (20, "<L", 2**32 - 1), (24, "<L", 2**32 - 1))
    extra = struct.pack(f"<2H{len(numbers)}Q", 1, 8 * len(numbers), *numbers)
    data = with_entry(data, (30, "<H", len(extra)))
    name = data.find(b"PK\1\2") + 46
    data = data[: name + 1] + extra + data[name + 1 :]
    end = data.find(b"PK\5\6")
    return data[: end + 12] + struct.pack("<L", end - name + 46) + data[end + 16 :]


TWO = zipped([("a", b"<a/>"), ("b", b"<b/>")], compression=zipfile.ZIP_DEFLATED)
ZIPS = {
    "too few stored bytes": (with_entry(TWO, (20, "<L", 1)), "checksum"),
    "more stored bytes than there are": (with_entry(TWO, (20, "<L", 200 << 20)), "checksum"),
    "4 GiB of stored bytes": (with_entry(TWO, (20, "<L", 2**32 - 2)), "checksum"),
    "4 GiB of unpacked bytes": (with_entry(TWO, (24, "<L", 2**32 - 2)), "no single log"),
    "no unpacked bytes": (with_entry(TWO, (24, "<L", 0)), "checksum"),
    "a place beyond the end": (with_entry(TWO, (42, "<L", 2**32 - 2)), ""),
    "an encrypted member": (with_entry(TWO, (8, "<H", 1)), "encrypted"),
    **{f"method {n}": (with_entry(TWO, (10, "<H", n)), f"method {n}") for n in (1, 6, 9, 12, 14, 93, 95, 98, 99)},
}


@pytest.mark.parametrize(("data", "message"), ZIPS.values(), ids=list(ZIPS))
def test_a_zip_entry_that_lies_costs_its_member(tmp_path, data, message):
    logs, [failure] = read(data, tmp_path)
    assert logs == [("b", b"<b/>")]
    assert message in failure


@pytest.mark.parametrize(
    "data",
    [
        with_wide_entry(2**63 + 5, 2**63 + 5, 2**63 + 5), with_wide_entry(4, 4, 2**63 + 5),
        with_wide_entry(4, 4, 2**62),
        with_wide_entry(4, 4), with_wide_entry(),
        *(
            TWO[: TWO.find(b"PK\5\6")] + struct.pack("<4sLQL", b"PK\6\7", 0, place, 1) + TWO[TWO.find(b"PK\5\6") :]
            for place in (0, 10**9, 2**63, 2**64 - 1)
        ),
    ],
)  # fmt: skip
def test_places_in_a_zip64_archive_may_be_anything(tmp_path, data):
    assert len(read(data, tmp_path)[1]) == 1


def test_a_lie_about_stored_bytes_allows_no_more_unpacked_ones(tmp_path, monkeypatch):
    monkeypatch.setattr("mjlog.archive.shard.ALWAYS_ALLOWED", 1 << 20)
    bomb = zipped([(f"{n}", bytes(1 << 16)) for n in range(64)], compression=zipfile.ZIP_DEFLATED)
    honest = zipped([("in.zip", bomb)])
    for stored in (len(bomb), 200 << 20):
        _, failures = read(with_entry(honest, (20, "<L", stored)), tmp_path)
        assert len(failures) == 1


def test_members_of_one_name_are_all_read(tmp_path):
    with pytest.warns(UserWarning, match="Duplicate"):
        data = zipped([("a", b"<a/>"), ("a", b"<b/>")])
    assert read(data, tmp_path) == ([("a", b"<a/>"), ("a", b"<b/>")], [])
    assert len(read(LAST + LAST + END, tmp_path)[0]) == 2


def test_an_xz_file_states_its_memory_and_is_refused_beyond_a_limit(tmp_path):
    data = bytearray(lzma.compress(b"<a/>", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 20}]))
    assert read(bytes(data), tmp_path) == ([(str(tmp_path / "a"), b"<a/>")], [])
    data[16] = 40  # 4 GiB
    end = 8 + (data[12] + 1) * 4
    struct.pack_into("<L", data, end, zlib.crc32(bytes(data[12:end])))
    assert read(bytes(data), tmp_path) == ([], ["cannot be read: Memory usage limit exceeded"])


def test_xz_files_end_to_end_and_padded_are_one(tmp_path):
    data = lzma.compress(b"<a>") + bytes(8) + lzma.compress(b"</a>") + bytes(4)
    assert read(data, tmp_path) == ([(str(tmp_path / "a"), b"<a></a>")], [])
    assert read(data[:-20], tmp_path) == ([], ["cannot be read: the compressed data ends too early"])


def test_what_a_tar_archive_skips_counts_as_unpacked(monkeypatch, tmp_path):
    monkeypatch.setattr("mjlog.archive.shard.ALWAYS_ALLOWED", 1 << 20)
    data = tar(".hidden", content=bytes(8 << 20)) + LAST + END
    logs, [failure] = read(data, tmp_path, gzip.compress)
    assert not logs
    assert "bomb" in failure
    path = tmp_path / "plain.tar"
    path.write_bytes(data)
    assert [item.data for shard in shards([path]) for item in sources(shard)] == [b"<last/>"]


def database(path, sql):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql)
    return path.read_bytes()


RECURSION = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS id, 'x' AS log FROM r"
MANY = "CREATE TABLE t(n); INSERT INTO t VALUES " + ",".join(f"({n})" for n in range(60)) + ";"
DATABASES = {
    "a view without an end": (f"CREATE VIEW logs AS {RECURSION}", 0, "not authorized"),
    "a view without an end or rows": (f"CREATE VIEW logs AS {RECURSION} WHERE n < 0", 0, "not authorized"),
    "a view that joins a table with itself": (
        f"{MANY} CREATE VIEW logs AS SELECT a.n AS id, 'x' AS log FROM t a, t b, t c, t d, t e WHERE a.n + e.n < 0", 0,
        "interrupted",
    ),
    "a view of a gigabyte": ("CREATE VIEW logs AS SELECT 1 AS id, zeroblob(999999999) AS log", 0, "too big"),
    "a generated column of a gigabyte": (
        "CREATE TABLE logs(id, log AS (zeroblob(900000000))); INSERT INTO logs(id) VALUES (1)", 0, "columns",
    ),
    "a view that loads a program": ("CREATE VIEW logs AS SELECT 1 AS id, load_extension('x') AS log", 0, "unsafe"),
    "a view that reads a file": ("CREATE VIEW logs AS SELECT 1 AS id, readfile('/etc/passwd') AS log", 0, "readfile"),
    "row numbers at the ends": (
        f"CREATE TABLE logs(id, log); INSERT INTO logs(rowid, id, log) VALUES ({-(2**63)}, 'a', 'x'),"
        f" ({2**63 - 1}, 'b', 'y')", 2, "",
    ),
    "triggers": (
        "CREATE TABLE logs(id, log); INSERT INTO logs VALUES ('a', 'x'); CREATE TRIGGER t AFTER INSERT ON logs BEGIN"
        " DELETE FROM logs; END", 1, "",
    ),
    "text in no encoding": (
        "CREATE TABLE logs(id text, log text); INSERT INTO logs VALUES (CAST(x'ff41' AS TEXT), 'x'),"
        " ('b', CAST(x'3cff' AS TEXT)), ('c', 'z')", 3, "",
    ),
    "names in no encoding": (
        'CREATE TABLE "logs\udcff"(id, log); INSERT INTO "logs\udcff" VALUES (1, 2)', 0, "columns",
    ),
    "ids of all types": (
        "CREATE TABLE logs(id, log); INSERT INTO logs VALUES (x'ff41', 'a'), (1.5, 'b'), (NULL, 'c'),"
        " ('a' || char(0), 'd'), (char(27) || '[31m', 'e')", 5, "",
    ),
    "logs of all types": ("CREATE TABLE logs(id, log); INSERT INTO logs VALUES (1, 5), (2, 1.5), (3, NULL)", 2, ""),
}  # fmt: skip


@pytest.mark.parametrize(("sql", "n_logs", "message"), DATABASES.values(), ids=list(DATABASES))
def test_a_hostile_schema_is_read_or_refused(tmp_path, monkeypatch, sql, n_logs, message):
    monkeypatch.setattr(databases, "VIEW_STEPS", 2_000_000)
    plain = sql.encode("utf-8", "surrogateescape").replace(b"\xff", b"z").decode()
    data = database(tmp_path / "made.db", plain)
    if plain != sql:
        data = data.replace(b"logsz", b"logs\xff")
    logs, failures = read(data, tmp_path)
    assert len(logs) == n_logs
    assert len(failures) == bool(message)
    assert all(message in failure for failure in failures)


def test_a_database_of_many_tables_is_read_in_linear_time(tmp_path):
    sql = "".join(f"CREATE TABLE t{n}(id, log); INSERT INTO t{n} VALUES ({n}, 'x');" for n in range(300))
    assert len(read(database(tmp_path / "made.db", f"BEGIN; {sql} COMMIT"), tmp_path)[0]) == 300


@pytest.mark.parametrize("at", range(0, 8192, 409))
def test_a_corrupt_page_of_a_database_costs_its_rows(tmp_path, at):
    data = bytearray(
        database(tmp_path / "a.db", "CREATE TABLE logs(id, log); INSERT INTO logs VALUES ('a', 'x'), ('b', 'y')")
    )
    data[at : at + 16] = bytes(byte ^ 0xFF for byte in data[at : at + 16])
    list(unpack("a", bytes(data)))


def test_links_devices_and_sockets_in_a_folder(tmp_path, monkeypatch):
    """A link is followed, as it is by other programs; what is no file is not opened."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "zero").symlink_to("/dev/zero")
    (folder / "proc").symlink_to("/proc/self/mem")
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("in/socket")
        items = [item for shard in shards([folder]) for item in sources(shard)]
    by_name = {os.path.basename(item.name): item for item in items}
    for name in ("zero", "pipe", "socket"):
        assert by_name[name].error.message == "neither a file nor a folder"
    assert not getattr(by_name["proc"], "data", b"")


def test_the_limits_are_as_documented():
    assert (UNPACKED_LIMIT, ALWAYS_ALLOWED, tars.HEADER_LIMIT) == (256 << 20, 1 << 30, 1 << 20)
