import bz2
import gzip
import io
import lzma
import os
import random
import struct
import tempfile
import tracemalloc
import zipfile

import pytest

from mjlog.archive import containers, shard, shards, sources, split, tars
from mjlog.errors import Fault
from tests.archive.test_archive import LOGS, gzipped_database, read, read_bytes, tarred, zipped
from tests.made_logs import log

SMALL_LIMIT = 2 * max(map(len, LOGS.values()))
"""Bytes that hold a log of these, but no container of them."""


@pytest.fixture
def limit(monkeypatch):
    """Sets what is held of a file or member."""

    def set_to(n_bytes):
        for module in (shard, containers, tars, split):
            monkeypatch.setattr(module, "UNPACKED_LIMIT", n_bytes)

    return set_to


@pytest.fixture
def bomb(monkeypatch):
    """Sets what may be unpacked from however little, and from how much."""

    def set_to(unsuspected, expansion):
        monkeypatch.setattr(shard, "ALWAYS_ALLOWED", unsuspected)
        monkeypatch.setattr(shard, "MOST_EXPANSION", expansion)

    return set_to


def database_bytes(folder):
    return gzipped_database(folder / "made.db").read_bytes()


NESTED = {
    "zip in zip": lambda _: zipped({"in.zip": zipped(LOGS)}, compression=zipfile.ZIP_DEFLATED),
    "stored zip in zip": lambda _: zipped({"in.zip": zipped(LOGS)}),
    "tar.gz in zip": lambda _: zipped({"in.tgz": tarred(LOGS, "w:gz")}),
    "tar in tar.xz": lambda _: tarred({"in.tar": tarred(LOGS)}, "w:xz"),
    "gzip in tar": lambda _: tarred({name: gzip.compress(data) for name, data in LOGS.items()}),
    "zip of gzip": lambda _: zipped({name: gzip.compress(data) for name, data in LOGS.items()}),
    "database in zip": lambda folder: zipped({"in.db": database_bytes(folder)}, compression=zipfile.ZIP_DEFLATED),
    "database in tar.gz": lambda folder: tarred({"in.db": database_bytes(folder)}, "w:gz"),
    "database.gz": lambda folder: gzip.compress(database_bytes(folder)),
    "database.xz in tar": lambda folder: tarred({"in.db.xz": lzma.compress(database_bytes(folder))}),
    "zip.bz2": lambda _: bz2.compress(zipped(LOGS)),
    "tar.gz in zip in tar": lambda _: tarred({"a.zip": zipped({"b.tgz": tarred(LOGS, "w:gz")})}),
}


@pytest.mark.parametrize("held", [SMALL_LIMIT, 256 << 20])
@pytest.mark.parametrize("shard_bytes", [1, 1 << 30])
@pytest.mark.parametrize("name", list(NESTED))
def test_containers_in_containers_give_their_logs_held_or_by_a_temporary_file(
    tmp_path, monkeypatch, limit, name, shard_bytes, held
):
    data = NESTED[name](tmp_path)
    limit(held)
    path = tmp_path / "outer"
    path.write_bytes(data)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    found, unreadable = read(path, shard_bytes=shard_bytes)
    assert not unreadable
    assert {full.rsplit("!", 1)[1]: data for full, data in found.items()} == LOGS
    assert os.listdir(temporary) == []


def test_a_member_is_named_by_all_it_is_in(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"b.tar": tarred({"c.zip": zipped({"d.xml": b"x", "e.gz": gzip.compress(b"")[:-4]})})}))
    found, [unreadable] = read(path)
    assert list(found) == [f"{path}!b.tar!c.zip!d.xml"]
    assert unreadable.name == f"{path}!b.tar!c.zip!e.gz"


@pytest.mark.parametrize("held", [SMALL_LIMIT, 256 << 20])
def test_damaged_encrypted_and_unknown_members_cost_themselves(tmp_path, limit, held):
    limit(held)
    inner = bytearray(zipped(LOGS))
    names = list(LOGS)
    inner[inner.find(LOGS[names[0]]) + 5] ^= 0xFF
    entries = [at for at in range(len(inner)) if inner.startswith(b"PK\x01\x02", at)]
    inner[entries[1] + 8] |= 1
    inner[entries[2] + 10] = 99
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"in.zip": bytes(inner), "after.xml": log(50)}))
    found, unreadable = read(path)
    assert [item.name for item in unreadable] == [f"{path}!in.zip!{name}" for name in names[:3]]
    assert {item.error.fault for item in unreadable} == {Fault.UNREADABLE_FILE}
    said = [item.error.message for item in unreadable]
    assert "checksum" in said[0]
    assert "encrypted" in said[1]
    assert "method 99" in said[2]
    assert list(found.values()) == [*list(LOGS.values())[3:], log(50)]


@pytest.mark.parametrize("shard_bytes", [1, 1 << 30])
@pytest.mark.parametrize("pack", [zipped, tarred, lambda members: gzip.compress(members["big"])])
def test_what_is_large_and_no_container_is_no_log(tmp_path, limit, pack, shard_bytes):
    limit(10_000)
    path = tmp_path / "a"
    path.write_bytes(pack({"big": b"<" * 10_001}))
    found, [unreadable] = read(path, shard_bytes=shard_bytes)
    assert not found
    assert "no single log is that large" in unreadable.error.message
    path.write_bytes(pack({"big": b"<" * 10_000}))
    assert [len(data) for data in read(path, shard_bytes=shard_bytes)[0].values()] == [10_000]


@pytest.mark.parametrize("pack", [lambda data: zipped({"in": data}, compression=8), gzip.compress])
def test_a_container_that_unpacks_to_far_too_much_is_left_where_it_does(tmp_path, monkeypatch, limit, bomb, pack):
    limit(50_000)
    bomb(200_000, 100)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for data, is_bomb in ((bytes(10_000_000), True), (bytes(100_000), False)):
        path = tmp_path / "a"
        path.write_bytes(pack(zipped({"zeros": data})))
        [unreadable] = read(path)[1]
        assert ("bomb" in unreadable.error.message) is is_bomb
        assert unreadable.name.startswith(str(path))
        assert os.listdir(tmp_path) == ["a"]


def test_many_members_of_nothing_are_a_bomb_and_those_before_the_limit_are_read(tmp_path, bomb):
    members = zipped({f"{n}.xml": b"" for n in range(2000)}, compression=8)
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({f"{n}.zip": members for n in range(8)}, compression=8))
    assert len(read(path)[0]) == 16_000
    bomb(1 << 20, 10)
    found, [unreadable] = read(path)
    assert "bomb" in unreadable.error.message
    assert 2000 < len(found) < 16_000


def test_members_that_overlap_are_damage(tmp_path):
    """Many entries of a directory for one and the same compressed bytes: small files that unpack to very much."""
    one = zipped({"a": bytes(1 << 20)}, compression=8)
    start = one.find(b"PK\x01\x02")
    end = one.find(b"PK\x05\x06")
    n = 500
    footer = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, n, n, n * (end - start), start, 0)
    [*found], [unreadable] = read_bytes(one[:start] + one[start:end] * n + footer)
    assert "overlap" in unreadable.error.message
    assert len(found) < 60


@pytest.mark.parametrize(
    ("head", "kind"),
    [(b"7z\xbc\xaf\x27\x1c", "7-Zip"), (b"Rar!\x1a\x07\x01", "RAR"), (b"\x28\xb5\x2f\xfd", "Zstandard")],
)
def test_archives_that_are_not_read_are_called_by_name(head, kind):
    [unreadable] = read_bytes(head + bytes(100))[1]
    assert unreadable.error.fault is Fault.UNKNOWN_FORMAT
    assert unreadable.error.message == f"mjlog cannot read {kind} archives; unpack it first"


def test_a_container_beyond_the_limit_is_not_held_as_a_whole(tmp_path, limit):
    limit(1 << 20)
    noise = random.Random(1)
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        for n in range(200):
            archive.writestr(f"{n}.xml", b"<" + noise.randbytes(100_000))
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"in.zip": inner.getvalue()}))
    del inner
    tracemalloc.start()
    try:
        n = sum(len(item.data) == 100_001 for shard in shards([path], shard_bytes=1 << 20) for item in sources(shard))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert n == 200
    assert peak < 8 << 20


@pytest.mark.parametrize("name", ["zip in zip", "database in zip", "database in tar.gz", "database.gz"])
def test_a_large_container_within_another_is_shared_among_workers(tmp_path, limit, name):
    path = tmp_path / "outer"
    path.write_bytes(NESTED[name](tmp_path))
    limit(SMALL_LIMIT)
    cut = list(shards([path], shard_bytes=max(map(len, LOGS.values())) + 1))
    assert len(cut) == 12
    assert 0.8 * path.stat().st_size <= sum(shard.n_stored for shard in cut) <= path.stat().st_size


def test_shards_hold_no_more_by_value_than_they_stand_for(tmp_path):
    """A tar archive that compresses well is passed on by value, and cut by what that takes."""
    path = tmp_path / "a.tar.gz"
    path.write_bytes(tarred({f"{n}.xml": b"<" * 100_000 for n in range(50)}, "w:gz"))
    size = path.stat().st_size
    cut = list(shards([path], shard_bytes=size // 2))
    assert len(cut) == 50
    assert sum(len(list(sources(shard))) for shard in cut) == 50
