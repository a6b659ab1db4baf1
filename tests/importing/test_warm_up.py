import subprocess
import sys
import time
from contextlib import nullcontext

import pytest

from mjlog.importing import Progress, import_archive, progress, shard, warm_up
from mjlog.importing.shard import Job
from mjlog.progress_bar import ProgressBar
from mjlog.replay.play import play
from tests.made_logs import write_logs


def rest(seconds, path):
    """Leave a trace, after a while."""
    time.sleep(seconds)
    path.touch()


def test_waiting_is_for_the_helper_only_and_leaving_ends_it(tmp_path, monkeypatch):
    monkeypatch.setattr(warm_up.os, "cpu_count", lambda: 2)
    warm_up.wait()
    with warm_up.compiling(rest, 0.2, tmp_path / "done"):
        warm_up.wait()
        assert (tmp_path / "done").exists()
    begun = time.monotonic()
    with warm_up.compiling(rest, 100, tmp_path / "never"):
        pass
    assert time.monotonic() - begun < 50
    assert not (tmp_path / "never").exists()
    monkeypatch.setattr(warm_up.os, "cpu_count", lambda: 1)
    with warm_up.compiling(rest, 0, tmp_path / "never"):
        warm_up.wait()
    assert not (tmp_path / "never").exists()


@pytest.mark.parametrize("first", [True, False])
def test_the_first_import_has_its_tables_compiled_by_another(tmp_path, monkeypatch, first):
    asked, steps = [], []
    monkeypatch.setattr("mjlog.importing.is_first", lambda: first)
    monkeypatch.setattr("mjlog.importing.compiling", lambda work, job: nullcontext(asked.append((work, job.levels))))
    report = import_archive(write_logs(tmp_path / "in", [1]), tmp_path / "out", audit="score", progress=steps.append)
    assert report.n_games == 1
    assert asked == [(shard.compile_tables, ("score",))] * first
    assert [step.compiles for step in steps] == [first, False]


COUNTED = """
import sys
from pathlib import Path
from mjlog.importing import import_archive
from mjlog.importing.shard import Job, compile_tables
from mjlog.replay import hands
from mjlog.replay.play import play
kernels = [play, *(f for f in vars(hands).values() if hasattr(f, "signatures"))]
out = Path(sys.argv[2])
compile_tables(Job(out, out, ("score", "settlement", "progress", "legality", "wall"), True))
before = [list(kernel.signatures) for kernel in kernels]
import_archive(sys.argv[1], out, workers=1, audit="score,settlement,progress,legality,wall", decisions=True)
assert any(before), "nothing was compiled"
print(before == [list(kernel.signatures) for kernel in kernels])
"""


def test_what_tables_of_no_games_compile_is_what_games_need(tmp_path):
    if not hasattr(play, "signatures"):
        pytest.skip("nothing is compiled under NUMBA_DISABLE_JIT")
    write_logs(tmp_path / "in", range(3))
    command = [sys.executable, "-c", COUNTED, str(tmp_path / "in"), str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_compiling_tables_writes_nothing(tmp_path):
    shard.compile_tables(Job(tmp_path, tmp_path, ("score",)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("compiles", [True, False])
def test_the_first_run_is_told_of_only_when_it_is_one(capsys, compiles):
    from rich.console import Console

    with ProgressBar("Starting", console=Console(stderr=True)) as bar:
        progress.show(bar, Progress(0, 100, 0, 0, compiles))
    assert ("Compiling" in capsys.readouterr().err) is compiles
