"""Data sets in an object store: a server of the S3 protocol on this machine."""

import subprocess
import sys
from collections import Counter
from contextlib import closing

import pytest
from typer.testing import CliRunner

import mjlog
from mjlog.cli import app
from mjlog.importing import import_archive
from mjlog.parallel import dask_cluster
from mjlog.tables.folder import RemotePath, folder_of
from mjlog.tables.rows import TABLES
from mjlog.tables.store import MANIFEST, StoreError, load_manifest, parts_of, read_part, save_manifest, writing
from tests.made_logs import write_logs

moto = pytest.importorskip("moto.server")
fsspec = pytest.importorskip("fsspec")
pytest.importorskip("s3fs")
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(scope="module")
def server():
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    yield "http://{}:{}".format(*server.get_host_and_port())
    server.stop()


@pytest.fixture
def bucket(server, monkeypatch, request):
    """The URL of an empty bucket."""
    for name, value in (
        ("AWS_ENDPOINT_URL", server),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("AWS_DEFAULT_REGION", "us-east-1"),
    ):
        monkeypatch.setenv(name, value)
    fsspec.get_filesystem_class("s3").clear_instance_cache()
    name = f"b{abs(hash(request.node.name))}"
    fsspec.filesystem("s3", use_listings_cache=False).mkdir(name)
    yield f"s3://{name}"
    fsspec.get_filesystem_class("s3").clear_instance_cache()


def keys(url):
    """Everything below a URL, without the URL."""
    return {path.partition("/")[2] for path in fsspec.filesystem("s3").find(url)}


def listed(folder):
    paths = [MANIFEST, *(str(p) for table in TABLES for p in parts_of(folder, load_manifest(folder), table))]
    return {path.removeprefix(str(folder) + "/") for path in paths}


def rows(location):
    """The rows of each table, in order."""
    folder = folder_of(location)
    manifest = load_manifest(folder)
    return {
        table: [row for path in parts_of(folder, manifest, table) for row in read_part(path).to_pylist()]
        for table in TABLES
    }


def test_an_import_into_a_bucket_has_the_rows_of_a_local_one(tmp_path, bucket):
    source, out = write_logs(tmp_path / "in", range(8)), f"{bucket}/tables/"
    report = import_archive(source, out, shard_bytes=3000)
    import_archive(source, tmp_path / "out")
    assert (report.n_games, str(report.out)) == (8, f"{bucket}/tables")
    assert rows(out) == rows(tmp_path / "out")
    folder = folder_of(out)
    assert keys(out) == {f"tables/{key}" for key in listed(folder)}
    ds, local = mjlog.open(out), mjlog.open(tmp_path / "out")
    for table in TABLES:
        assert ds.df(table).equals(local.df(table)), table
    assert mjlog.stats.summary(ds, by="player").equals(mjlog.stats.summary(local, by="player"))
    assert import_archive(source, out).n_known == 8


def test_the_commands_read_a_bucket(tmp_path, bucket):
    source, out = write_logs(tmp_path / "in", range(3)), f"{bucket}/tables"

    def run(*arguments):
        done = CliRunner().invoke(app, list(map(str, arguments)))
        assert done.exit_code == 0, (arguments, done.output)
        return done.output

    assert "22 of 22 passed" in run("import", source, "--out", out)
    game = mjlog.open(out).df("games")["game"][0]
    assert "win_rate" in run("stats", out, "--format", "csv")
    assert "False" not in run("stats", "check", out)
    assert mjlog.audit(out).n_games == 3
    assert game in run("show", game, "--data", out)
    assert "all as they were written" in run("check", out)
    assert "files before" in run("compact", out)
    assert "games: 3 rows" in run("export", out, tmp_path / "csv", "--format", "csv")
    run("report", out, "--to", tmp_path / "page.html")
    assert "tables" in (tmp_path / "page.html").read_text()
    assert CliRunner().invoke(app, ["export", out, str(tmp_path / "csv"), "--pseudonyms"]).exit_code == 2


def test_the_workers_of_a_cluster_write_into_a_bucket(tmp_path, bucket):
    distributed = pytest.importorskip("distributed")
    source, out = write_logs(tmp_path / "in", range(6)), f"{bucket}/tables"
    import_archive(source, tmp_path / "out")
    with (
        closing(distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)) as cluster,
        dask_cluster(cluster.scheduler_address) as (executor, n_workers),
    ):
        import_archive(source, out, executor=executor, workers=n_workers, shard_bytes=3000)
    assert rows(out) == rows(tmp_path / "out")


def test_logs_next_to_the_tables_are_read_and_the_tables_are_not(tmp_path, bucket):
    for log in write_logs(tmp_path / "in", range(3)).iterdir():
        (folder_of(bucket) / "logs" / log.name).write_bytes(log.read_bytes())
    for _ in range(2):
        report = import_archive(bucket, f"{bucket}/tables")
        assert (report.n_games + report.n_known, report.n_failures) == (3, 0)


def test_better_logs_and_repaired_files_replace_rows_in_a_bucket(tmp_path, bucket):
    source = write_logs(tmp_path / "in", range(4))
    logs = sorted(source.iterdir())
    whole = logs[0].read_bytes()
    logs[0].write_bytes(whole[: len(whole) * 2 // 3])
    for out in (f"{bucket}/tables", tmp_path / "out"):
        import_archive(source, out)
    logs[0].write_bytes(whole)
    for out in (f"{bucket}/tables", tmp_path / "out"):
        import_archive(source, out)
    assert rows(f"{bucket}/tables") == rows(tmp_path / "out")
    assert len(rows(f"{bucket}/tables")["games"]) == 4


KILLED = """
import os, signal, sys
from mjlog.importing import commit, import_archive
real, left = commit.save_manifest, [int(sys.argv[3])]
def save_manifest(folder, manifest):
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    real(folder, manifest)
commit.save_manifest = save_manifest
commit.MANIFEST_SECONDS = 0
import_archive(sys.argv[1], sys.argv[2], workers=1, shard_bytes=1)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on this system")
@pytest.mark.parametrize("save", [1, 3])
def test_a_killed_writer_leaves_nothing_visible_and_the_next_one_goes_on(tmp_path, bucket, save):
    source, out = write_logs(tmp_path / "in", range(5)), f"{bucket}/tables"
    killed = [sys.executable, "-c", KILLED, str(source), out, str(save)]
    assert subprocess.run(killed, check=False).returncode == -9
    assert len(rows(out)["games"]) == save - 1
    assert keys(out) > {f"tables/{key}" for key in listed(folder_of(out))}
    import_archive(source, out)
    import_archive(source, tmp_path / "whole")
    assert rows(out) == rows(tmp_path / "whole")
    assert keys(out) == {f"tables/{key}" for key in listed(folder_of(out))}


def test_of_two_writers_the_second_takes_over_and_no_row_is_lost(tmp_path, bucket, monkeypatch):
    monkeypatch.setattr("mjlog.importing.commit.MANIFEST_SECONDS", 0)
    first, second = write_logs(tmp_path / "a", range(5)), write_logs(tmp_path / "b", range(5, 8))
    out, started = f"{bucket}/tables", []

    def interrupt(progress):
        if progress.n_games == 2 and not started:
            started.append(import_archive(second, out))

    with pytest.raises(StoreError, match="another writer has taken over"):
        import_archive(first, out, workers=1, shard_bytes=1, progress=interrupt)
    n_games = len(rows(out)["games"])
    assert n_games in (4, 5)  # the second's three, and those that the first one had listed
    report = import_archive(first, out)
    games = [row["game"] for row in rows(out)["games"]]
    assert len(games) == len(set(games)) == n_games + report.n_games == 8
    assert keys(out) == {f"tables/{key}" for key in listed(folder_of(out))}
    mjlog.open(out).df("hands")


def test_writers_that_start_together_are_told_apart(bucket):
    folder = folder_of(f"{bucket}/tables")
    with writing(folder) as first, writing(folder) as second:
        assert (first.n_writers, second.n_writers) == (1, 2)
        assert first.next_number != second.next_number
        save_manifest(folder, second)
        with pytest.raises(StoreError):
            save_manifest(folder, first)


def test_a_version_is_replaced_once(bucket):
    path = folder_of(f"{bucket}/x")
    assert path.version() is None
    assert path.write_if(None, b"a")
    assert not path.write_if(None, b"b")
    version = path.version()
    assert path.write_if(version, b"c")
    assert not path.write_if(version, b"d")
    assert path.read_bytes() == b"c"


def test_compaction_in_a_bucket_keeps_all_rows(tmp_path, bucket):
    out = f"{bucket}/tables"
    for n in range(4):
        import_archive(write_logs(tmp_path / f"in{n}", [n]), out)
    before = rows(out)
    compaction = mjlog.compact(out)
    assert compaction.after < compaction.before
    assert {table: Counter(map(str, r)) for table, r in rows(out).items()} == {
        table: Counter(map(str, r)) for table, r in before.items()
    }
    with writing(folder_of(out)):
        pass
    assert keys(out) == {f"tables/{key}" for key in listed(folder_of(out))}


def test_wrong_urls_are_errors_in_words(tmp_path, bucket):
    source = write_logs(tmp_path / "in", range(1))
    with pytest.raises(FileNotFoundError, match=f"no data set in {bucket}/none"):
        mjlog.open(f"{bucket}/none")
    with pytest.raises(OSError, match=r"s3://nobody/x/manifest.json: .*bucket does not exist"):
        import_archive(source, "s3://nobody/x")
    with pytest.raises(OSError, match=r"has no \*"):
        import_archive(source, f"{bucket}/*")
    with pytest.raises(StoreError, match="begins with s3://"):
        import_archive(source, "memory://tables")
    assert isinstance(folder_of(bucket), RemotePath)
