import gzip
import io
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import mjlog
from mjlog.archive import check_location, exists, shards, sources, total_bytes
from mjlog.archive.locations import UnreachableError, files_at
from mjlog.errors import Fault
from mjlog.importing import import_archive
from tests.archive.served import served
from tests.archive.test_archive import CONTAINERS, LOGS, gzipped_database, read, tarred
from tests.importing.test_import_archive import rows
from tests.made_logs import log, log_name, write_logs

fsspec = pytest.importorskip("fsspec", reason="URLs are read with fsspec")


@pytest.fixture
def memory():
    """A file system in the memory of this process, empty before and after."""
    files = fsspec.filesystem("memory")
    files.store.clear()
    yield files
    files.store.clear()


@pytest.fixture
def given(monkeypatch):
    """Puts bytes on standard input."""

    def give(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return give


def by_number(found):
    """The numbers of the made logs among the bytes found."""
    number_of = {log(n): n for n in range(100)}
    return sorted(number_of[data] for data in found.values())


def test_a_url_is_a_file_a_folder_or_a_pattern(memory):
    memory.pipe({"/logs/1.xml": log(1), "/logs/in/2.xml": log(2), "/logs/in/.hidden": b"x", "/logs2/3.xml": log(3)})
    for url, names in {
        "memory://logs/1.xml": ["memory://logs/1.xml"],
        "memory://logs": ["memory://logs/1.xml", "memory://logs/in/2.xml"],
        "memory://logs/": ["memory://logs/1.xml", "memory://logs/in/2.xml"],
        "memory://logs/*.xml": ["memory://logs/1.xml"],
        "memory://logs*/*.xml": ["memory://logs/1.xml", "memory://logs2/3.xml"],
        "memory://lo*": ["memory://logs/1.xml", "memory://logs/in/2.xml", "memory://logs2/3.xml"],
        "simplecache::memory://logs/*.xml": ["simplecache::memory://logs/1.xml"],
    }.items():
        found, unreadable = read(url)
        assert (list(found), unreadable) == (names, []), url
        assert all(data == log(int(name[-5])) for name, data in found.items())
    assert total_bytes(["memory://logs"]) == len(log(1)) + len(log(2))


def test_a_file_within_a_chain_has_a_name_that_opens_it(memory):
    memory.pipe("/a.zip", CONTAINERS["stored.zip"])
    found, _ = read("zip://*.xml::memory://a.zip")
    assert len(found) == 12
    name = next(iter(found))
    assert name.endswith("::memory://a.zip")
    assert read(name)[0] == {name: found[name]}


@pytest.mark.parametrize("shard_bytes", [1, 700, 1 << 30])
@pytest.mark.parametrize("name", list(CONTAINERS))
def test_every_container_at_a_url_gives_its_members_however_it_is_cut(memory, name, shard_bytes):
    memory.pipe(f"/{name}", CONTAINERS[name])
    found, unreadable = read(f"memory://{name}", shard_bytes=shard_bytes)
    assert not unreadable
    assert {full.rsplit("!", 1)[1]: data for full, data in found.items()} == LOGS
    assert all(full.startswith(f"memory://{name}!") for full in found)


@pytest.mark.parametrize("shard_bytes", [1, 1 << 30])
def test_a_database_at_a_url_gives_its_rows(memory, tmp_path, shard_bytes):
    path = gzipped_database(tmp_path / "a.db")
    memory.pipe("/a.db", path.read_bytes())
    found, unreadable = read("memory://a.db", shard_bytes=shard_bytes)
    assert (found, unreadable) == ({f"memory://a.db!{name}": data for name, data in LOGS.items()}, [])


def test_an_import_from_urls_is_the_same_as_from_files_and_is_not_done_twice(memory, tmp_path):
    (tmp_path / "in").mkdir()
    for name in ("stored.zip", "gnu.tar.gz"):
        (tmp_path / "in" / name).write_bytes(CONTAINERS[name])
        memory.pipe(f"/in/{name}", CONTAINERS[name])
    memory.pipe("/in/cut.xml", log(50)[:-60])
    (tmp_path / "in" / "cut.xml").write_bytes(log(50)[:-60])
    import_archive(tmp_path / "in", tmp_path / "files")
    with ThreadPoolExecutor(2) as threads:
        first = import_archive("memory://in", tmp_path / "urls", executor=threads, shard_bytes=3000)
    assert (first.n_games, first.failures) == (13, {"truncated": 1})
    told = [{**rows(tmp_path / out)} for out in ("files", "urls")]
    at_urls = {table: [row.replace(f"{tmp_path}/in", "memory://in") for row in told[0][table]] for table in told[0]}
    assert at_urls == told[1]
    again = import_archive(["memory://in", tmp_path / "in"], tmp_path / "urls")
    assert (again.n_games, again.n_inputs, again.n_known) == (0, 0, 50)
    memory.pipe("/in/cut.xml", log(50))
    mended = import_archive("memory://in", tmp_path / "urls")
    assert (mended.n_games, mjlog.open(tmp_path / "urls").failures.count().execute()) == (1, 0)


def test_a_data_set_is_audited_from_the_urls_it_came_from(memory, tmp_path):
    memory.pipe({"/in/a.zip": CONTAINERS["stored.zip"], "/in/20.xml": log(20)})
    import_archive("memory://in", tmp_path / "out")
    report = mjlog.audit(tmp_path / "out")
    assert (report.n_games, report.missing) == (13, ())
    memory.rm("/in/20.xml")
    report = mjlog.audit(tmp_path / "out")
    assert (report.n_games, report.missing) == (12, ("memory://in/20.xml",))


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("memory://nowhere.xml", "no such file or folder"),
        ("nonsense://a/b.xml", "Protocol not known"),
        ("memory://nowhere/", None),
        ("memory://nowhere*", None),
    ],
)
def test_a_url_of_nothing_says_so(memory, tmp_path, url, said):
    if said is None:  # as an empty folder
        assert list(files_at(url)) == []
        return
    with pytest.raises(UnreachableError, match=said) as raised:
        check_location(url)
    assert str(raised.value).startswith(f"{url}: ")
    with pytest.raises(UnreachableError, match=said):
        import_archive(url, tmp_path / "out")
    [unreadable] = read(url)[1]
    assert unreadable.name == url
    assert unreadable.error.fault is Fault.UNREADABLE_FILE
    assert said in unreadable.error.message


def test_a_missing_driver_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(UnreachableError, match=r"^s3://logs/a.xml: a driver is missing .*pip install 'fsspec\[s3\]'"):
        check_location("s3://logs/a.xml")
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(UnreachableError, match=r"URLs need fsspec: pip install 'fsspec\[gs\]'"):
        check_location("gs://logs/a.xml")


def test_a_file_that_goes_away_costs_itself(memory):
    memory.pipe({f"/in/{n}.xml": log(n) for n in range(3)})
    [shard] = shards(["memory://in"])
    memory.rm("/in/1.xml")
    items = list(sources(shard))
    assert [item.name for item in items] == [f"memory://in/{n}.xml" for n in range(3)]
    assert items[1].error.message == "cannot be read: no such file or folder"


def test_a_file_url_is_a_path(tmp_path):
    write_logs(tmp_path / "a b", [1])
    assert list(read((tmp_path / "a b").as_uri())[0]) == [str(tmp_path / "a b" / f"{log_name(1)}.xml")]


@pytest.mark.parametrize("sizes", [True, False])
@pytest.mark.parametrize("ranges", [True, False])
@pytest.mark.parametrize("shard_bytes", [700, 1 << 30])
def test_logs_come_over_http_from_any_server(tmp_path, ranges, sizes, shard_bytes):
    pytest.importorskip("aiohttp", reason="fsspec reads HTTP with aiohttp")
    (tmp_path / "one.xml").write_bytes(log(20))
    (tmp_path / "a.zip").write_bytes(CONTAINERS["deflated.zip"])
    (tmp_path / "a.tar.gz").write_bytes(tarred({"b": log(30), "c": log(31)}, "w:gz"))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "two.xml").write_bytes(log(21))
    gzipped_database(tmp_path / "a.db")
    with served(tmp_path, ranges=ranges, sizes=sizes) as address:
        for url, numbers in {
            f"{address}/one.xml?of=2009": [20],
            f"{address}/a.zip": list(range(12)),
            f"{address}/a.tar.gz": [30, 31],
            f"{address}/a.db": list(range(12)),
            f"{address}/sub/": [21],
        }.items():
            found, unreadable = read(url, shard_bytes=shard_bytes)
            assert (by_number(found), unreadable) == (numbers, []), url
            assert all(name.startswith(url) for name in found)


def test_a_server_that_does_not_answer_or_has_no_such_file_is_told(tmp_path):
    pytest.importorskip("aiohttp", reason="fsspec reads HTTP with aiohttp")
    (tmp_path / "one.xml").write_bytes(log(1))
    with served(tmp_path) as address:
        assert exists(f"{address}/one.xml")
        with pytest.raises(UnreachableError, match=f"^{address}/no.xml: the server answered 404 File not found"):
            check_location(f"{address}/no.xml")
    assert not exists(f"{address}/one.xml")
    with pytest.raises(UnreachableError, match=f"^{address}/one.xml: Cannot connect to host"):
        check_location(f"{address}/one.xml")


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_standard_input_is_a_log(given, compress):
    given(compress(log(1)))
    assert read("-") == ({"-": log(1)}, [])
    given(compress(log(1)))
    assert len(mjlog.read("-")) == 1


def test_standard_input_is_read_once_however_often_it_is_given(given, tmp_path):
    given(log(1))
    write_logs(tmp_path / "in", [2])
    report = import_archive(["-", tmp_path / "in", "-"], tmp_path / "out")
    assert (report.n_games, report.n_inputs, report.failures) == (2, 2, {})


def test_closed_standard_input_is_said_so(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    found, (unreadable,) = read("-")
    assert (found, "standard input is closed" in str(unreadable.error)) == ({}, True)


@pytest.mark.parametrize("shard_bytes", [1, 1 << 30])
@pytest.mark.parametrize("name", list(CONTAINERS))
def test_standard_input_is_any_container(given, name, shard_bytes):
    given(CONTAINERS[name])
    found, unreadable = read("-", shard_bytes=shard_bytes)
    assert not unreadable
    assert {full.rsplit("!", 1)[1]: data for full, data in found.items()} == LOGS


def test_standard_input_is_a_database(given, tmp_path):
    path = gzipped_database(tmp_path / "a.db")
    given(path.read_bytes())
    found = list(shards(["-"]))
    assert sum(shard.n_stored for shard in found) == path.stat().st_size
    assert len(found[0].pieces) == 12


def test_what_came_from_standard_input_before_is_not_mended_by_what_comes_now(given, tmp_path):
    given(log(1)[:-60])
    assert import_archive("-", tmp_path / "out").n_failures == 1
    given(log(2))
    assert import_archive("-", tmp_path / "out").n_games == 1
    data = mjlog.open(tmp_path / "out")
    assert (data.games.count().execute(), data.failures.count().execute()) == (2, 1)


def test_commands_read_standard_input(tmp_path):
    def run(*arguments):
        command = [sys.executable, "-c", "from mjlog.cli import main; main()", *map(str, arguments)]
        return subprocess.run(command, input=tarred(LOGS), capture_output=True, check=False)

    done = run("import", "-", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert mjlog.open(tmp_path / "out").games.count().execute() == 12
    assert run("audit", "-", "--levels", "legality").stdout.count(b" findings in 12 games") == 1
    assert run("convert", "-", tmp_path / "mjai", "--to", "mjai").returncode == 0
    assert len(os.listdir(tmp_path / "mjai")) == 12


def test_endless_redirections_and_servers_without_ranges_are_said_so(monkeypatch):
    def raising(error):
        def url_to_fs(url):
            raise error

        return url_to_fs

    class TooManyRedirectsError(Exception):
        status, message = 0, ""

    for error, text in (
        (TooManyRedirectsError("12 redirections"), "12 redirections"),
        (ValueError("no range requests"), "no range requests"),
        (ValueError("Protocol not known: foo"), "unknown protocol"),
    ):
        monkeypatch.setattr("fsspec.core.url_to_fs", raising(error))
        with pytest.raises(UnreachableError, match=f"^foo://a: {text}"):
            check_location("foo://a")


def test_a_file_called_dash_is_given_by_a_path(tmp_path, monkeypatch, given):
    monkeypatch.chdir(tmp_path)
    given(b"")
    (tmp_path / "-").write_bytes(log(1))
    assert list(read(f".{os.sep}-")[0].values()) == [log(1)]


def test_names_of_paths_do_not_depend_on_how_they_are_written(tmp_path, monkeypatch):
    monkeypatch.chdir(write_logs(tmp_path / "in", [1]).parent)
    for path in ("in", "in/", "./in", "in//"):
        assert list(read(path)[0]) == [os.path.join("in", f"{log_name(1)}.xml")]
