"""Work on a real Dask cluster: two worker processes on this machine, started here."""

import os
import signal
from contextlib import closing

import pytest
from typer.testing import CliRunner

import mjlog
from mjlog.auditing.run import audit
from mjlog.cli import app
from mjlog.importing import import_archive
from mjlog.parallel import dask_cluster
from tests.importing.test_import_archive import files, listed, rows
from tests.made_logs import write_logs

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(scope="module")
def cluster():
    with closing(distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)) as cluster:
        yield cluster


def test_a_cluster_gives_the_same_rows(tmp_path, cluster, monkeypatch):
    source = write_logs(tmp_path / "in", range(12))
    (source / "README.md").write_text("no log")
    import_archive(source, tmp_path / "whole")
    monkeypatch.chdir(tmp_path)  # the workers run in another folder
    with dask_cluster(cluster.scheduler_address) as (executor, n_workers):
        assert n_workers == 2
        report = import_archive("in", "out", executor=executor, workers=n_workers, shard_bytes=3000)
        assert audit("in", executor=executor, workers=n_workers).n_games == 12
        lost = mjlog.simulate.write(30, "played", executor=executor, workers=n_workers)
    assert report.n_games == 12
    assert report.failures == {"unknown-format": 1}
    assert rows(tmp_path / "out") == rows(tmp_path / "whole")
    assert files(tmp_path / "out") == listed(tmp_path / "out")
    assert lost == mjlog.simulate.write(30, "alone")
    assert {p.name: p.read_bytes() for p in (tmp_path / "played").iterdir()} == {
        p.name: p.read_bytes() for p in (tmp_path / "alone").iterdir()
    }


def test_the_commands_work_on_a_cluster(tmp_path, cluster):
    source, out, address = write_logs(tmp_path / "in", range(3)), tmp_path / "out", cluster.scheduler_address
    done = CliRunner().invoke(app, ["import", str(source), "--out", str(out), "--dask", address])
    assert done.exit_code == 0, done.output
    assert len(rows(out)["games"]) == 3
    assert "3 games" in CliRunner().invoke(app, ["audit", str(source), "--dask", address]).output
    made = ["simulate", "--games", "2", "--out", str(tmp_path / "made"), "--dask", address]
    assert CliRunner().invoke(app, made).exit_code == 0
    assert len(list((tmp_path / "made").iterdir())) == 2


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a system without SIGKILL")
def test_a_killed_worker_loses_and_doubles_nothing(tmp_path, cluster):
    source = write_logs(tmp_path / "in", range(40))
    import_archive(source, tmp_path / "whole")
    killed = []

    def kill(progress):
        if progress.n_games >= (1, 20, 99)[len(killed)]:
            killed.append(cluster.workers[len(killed)].pid)
            os.kill(killed[-1], signal.SIGKILL)

    with dask_cluster(cluster.scheduler_address) as (executor, n_workers):
        report = import_archive(
            source, tmp_path / "out", executor=executor, workers=n_workers, shard_bytes=3000, progress=kill
        )
    assert len(killed) == 2
    assert (report.n_games, report.n_inputs, report.n_duplicates, report.n_failures) == (40, 40, 0, 0)
    assert rows(tmp_path / "out") == rows(tmp_path / "whole")
    assert files(tmp_path / "out") == listed(tmp_path / "out")


def test_a_scheduler_that_does_not_answer_is_an_error(monkeypatch):
    monkeypatch.setattr("mjlog.parallel.ANSWER_SECONDS", 1)
    with pytest.raises(OSError, match=r"127\.0\.0\.1:9"), dask_cluster("tcp://127.0.0.1:9"):
        pass
