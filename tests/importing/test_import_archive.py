import gzip
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

import mjlog
from mjlog import importing
from mjlog.archive import Packed, Shard, Source
from mjlog.importing import import_archive, shard, workers
from mjlog.importing.digest_set import DigestSet, LogKeys
from mjlog.importing.shard import rounds_of
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import SCHEMA_VERSION
from mjlog.tables.store import StoreError, load_manifest, locked, parts_of
from tests.archive.test_archive import tarred, zipped
from tests.made_logs import log, log_name, write_logs

KEYS = ("game", "kyoku", "seat", "win", "source", "message", "digest")


def rows(out):
    """Every row of every table, as text, in an order of its own."""
    manifest = load_manifest(out)
    return {
        name: sorted(str(row) for path in parts_of(out, manifest, name) for row in pq.read_table(path).to_pylist())
        for name in TABLES
    }


def files(out):
    return sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())


def listed(out):
    manifest = load_manifest(out)
    parts = [path for name in TABLES for path in parts_of(out, manifest, name)]
    return sorted([str(path.relative_to(out)) for path in parts] + ["manifest.json", ".lock"])


def test_an_import_reports_what_it_did(tmp_path):
    write_logs(tmp_path / "in", range(5))
    (tmp_path / "in" / "README.md").write_text("no log")
    steps = []
    report = import_archive(tmp_path / "in", tmp_path / "out", progress=steps.append)
    assert (report.n_games, report.n_kyoku, report.n_wins, report.n_draws) == (5, 10, 0, 10)
    assert (report.n_inputs, report.n_known, report.n_duplicates) == (6, 0, 0)
    assert report.failures == {"unknown-format": 1}
    assert "README.md" in report.examples["unknown-format"][0]
    assert steps[0].n_games == 0
    assert steps[-1].n_games == 5
    assert steps[-1].stored_bytes == steps[-1].total_bytes == report.stored_bytes
    title, *lines = str(report).splitlines()
    assert title.startswith(f"Tables in {tmp_path / 'out'}, ")
    assert lines[:2] == ["  games                        5", "  kyoku                       10"]
    assert lines[-1].startswith("    unknown-format             1   ")
    assert repr(report) == str(report)
    assert "games</th><td>5</td>" in report._repr_html_()
    speed = [replace(report, seconds=seconds)._title() for seconds in (0.5, 60.0)]
    assert ["10 games/s" in title for title in speed] == [True, False]  # in a minute it mostly compiled
    assert files(tmp_path / "out") == listed(tmp_path / "out")


def test_importing_twice_changes_nothing(tmp_path):
    write_logs(tmp_path / "in", range(5))
    (tmp_path / "in" / "broken.gz").write_bytes(gzip.compress(log(1))[:50])
    (tmp_path / "in" / "cut.xml").write_bytes(log(3)[:-60])
    out = tmp_path / "out"
    first = import_archive(tmp_path / "in", out)
    before = rows(out), files(out)
    second = import_archive(tmp_path / "in", out)
    assert (rows(out), files(out)) == before
    assert (first.n_failures, second.n_failures) == (2, 0)
    assert (second.n_games, second.n_inputs, second.n_known) == (0, 0, 7)


def test_only_what_is_new_is_added(tmp_path):
    out = tmp_path / "out"
    import_archive(write_logs(tmp_path / "in", range(3)), out)
    report = import_archive(write_logs(tmp_path / "in", range(5)), out)
    assert (report.n_games, report.n_known) == (2, 3)
    import_archive(tmp_path / "in", tmp_path / "whole")
    assert rows(out) == rows(tmp_path / "whole")


def test_rows_do_not_depend_on_how_the_archive_is_cut_or_who_works(tmp_path):
    write_logs(tmp_path / "in", range(9))
    write_logs(tmp_path / "in" / "again", range(4, 12))
    (tmp_path / "in" / "z.tar.gz").write_bytes(tarred({f"{log_name(n)}.xml": log(n) for n in range(14)}, "w:gz"))
    import_archive(tmp_path / "in", tmp_path / "whole")
    expected = rows(tmp_path / "whole")
    assert len(expected["games"]) == 14
    for shard_bytes in (1, 3000):
        import_archive(tmp_path / "in", tmp_path / f"cut{shard_bytes}", shard_bytes=shard_bytes)
        assert rows(tmp_path / f"cut{shard_bytes}") == expected
    with ThreadPoolExecutor(2) as threads:
        import_archive(tmp_path / "in", tmp_path / "threads", executor=threads, shard_bytes=3000)
        assert rows(tmp_path / "threads") == expected


def test_processes_give_the_same_rows_also_from_a_script_without_a_guard(tmp_path):
    write_logs(tmp_path / "in", range(12))
    import_archive(tmp_path / "in", tmp_path / "whole")
    script = tmp_path / "script.py"
    call = f"import_archive({str(tmp_path / 'in')!r}, {str(tmp_path / 'out')!r}, workers=2, shard_bytes=3000)"
    script.write_text(f"import mjlog\nprint(mjlog.{call}.n_games)\n")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("12\n", "")
    assert rows(tmp_path / "out") == rows(tmp_path / "whole")


KILLED = """
import os, signal
import mjlog.importing as importing
from mjlog.importing import commit
from mjlog.tables import store
calls = 0
def dying(function):
    def call(*args, **kwargs):
        global calls
        calls += 1
        if calls == {at}:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*args, **kwargs)
    return call
commit.MANIFEST_SECONDS = {manifest_seconds}
store.pq.write_table = dying(store.pq.write_table)
os.replace = dying(os.replace)
os.fsync = dying(os.fsync)
importing.import_archive({source!r}, {out!r}, shard_bytes=3000)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a system without SIGKILL")
@pytest.mark.parametrize(("at", "manifest_seconds"), [(1, 0), (9, 0), (45, 0), (58, 0), (80, 1)])
def test_a_killed_import_is_finished_by_running_it_again(tmp_path, at, manifest_seconds):
    """Killed before the given call of those that write, rename or sync a file."""
    source, out = tmp_path / "in", tmp_path / "out"
    write_logs(source, range(10))
    (source / "z.zip").write_bytes(zipped({f"{log_name(n)}.xml": log(n) for n in range(13)}))
    import_archive(source, tmp_path / "whole")
    script = KILLED.format(source=str(source), out=str(out), at=at, manifest_seconds=manifest_seconds)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    partial = rows(out)
    assert len(partial["games"]) < 13
    report = import_archive(source, out)
    assert rows(out) == rows(tmp_path / "whole")
    assert files(out) == listed(out)
    assert report.n_games == 13 - len(partial["games"])


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a system without SIGKILL")
def test_workers_do_not_outlive_a_killed_import(tmp_path):
    write_logs(tmp_path / "in", range(40))
    script = f"""
import os, signal, threading
from mjlog.importing import import_archive
def step(progress):
    if progress.n_games:
        import multiprocessing
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
import_archive({str(tmp_path / "in")!r}, {str(tmp_path / "out")!r}, workers=2, shard_bytes=2000, progress=step)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    pids = [int(pid) for pid in done.stdout.split()]
    assert pids
    deadline = time.monotonic() + 10
    while any(map(is_running, pids)):
        assert time.monotonic() < deadline, "workers still run"
        time.sleep(0.05)


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_an_interrupt_keeps_what_was_finished(tmp_path):
    write_logs(tmp_path / "in", range(6))

    def stop(step):
        if step.n_games >= 3:
            raise KeyboardInterrupt

    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        import_archive(tmp_path / "in", out, shard_bytes=1, progress=stop)
    assert len(rows(out)["games"]) == 3
    assert files(out) == listed(out)
    assert import_archive(tmp_path / "in", out).n_games == 3


def test_the_same_bytes_are_read_once(tmp_path):
    write_logs(tmp_path / "a", [1, 2])
    (tmp_path / "a" / "other name.xml").write_bytes(log(1))
    (tmp_path / "b.gz").write_bytes(gzip.compress(log(2)))
    for shard_bytes in (1, 1 << 20):
        out = tmp_path / f"out{shard_bytes}"
        report = import_archive([tmp_path / "a", tmp_path / "b.gz"], out, shard_bytes=shard_bytes)
        assert (report.n_games, report.n_inputs, report.n_known, report.n_duplicates) == (2, 2, 2, 0)


@pytest.mark.parametrize("shard_bytes", [1, 1 << 20])
def test_the_same_game_in_other_bytes_is_a_duplicate(tmp_path, shard_bytes):
    first = write_logs(tmp_path / "a", [1])
    second = tmp_path / "b"
    second.mkdir()
    (second / f"{log_name(1)}.xml").write_bytes(log(1).replace(b"1600.00", b"1601.00"))
    (second / "renamed.xml").write_bytes(log(1).replace(b"1600.00", b"1602.00"))
    (second / f"x{log_name(1)}.xml").write_bytes(log(5))
    out = tmp_path / "out"
    report = import_archive([first, second], out, shard_bytes=shard_bytes)
    assert (report.n_games, report.n_inputs, report.n_duplicates) == (1, 4, 3)
    inputs = mjlog.open(out).inputs.to_pandas()
    assert sorted(inputs.n_games) == [0, 0, 0, 1]
    renamed = mjlog.read(second / "renamed.xml")[0].id
    ids = [log_name(1), log_name(1), renamed, log_name(1)]
    assert [list(games) for games in inputs.duplicate_of] == [
        [] if n else [name] for name, n in zip(ids, inputs.n_games, strict=True)
    ]


def test_games_that_share_an_id_or_content_are_decided_in_order():
    first, second = "1" * 32, "2" * 32
    keys = [
        LogKeys(game, content, first) for game, content in zip("abbac", (b"x", b"x", b"y", b"x", b"z"), strict=True)
    ]
    assert rounds_of(keys, [1] * 5) == ([[0, 4], [1], [2]], [3])
    assert rounds_of([keys[0]] * 3, [2, 3, 2]) == ([[1]], [0, 2])
    assert rounds_of([keys[0], keys[2], LogKeys(second, b"v", second)], [1] * 3) == ([[0, 1, 2]], [])
    assert rounds_of([keys[0], keys[2], LogKeys(first, b"v", first)], [1] * 3) == ([[0, 1], [2]], [])
    assert rounds_of([], []) == ([], [])


@pytest.mark.parametrize("cut", [1, 2, 3, 4])
def test_which_game_stays_does_not_depend_on_the_cut(tmp_path, cut):
    source = tmp_path / "in"
    source.mkdir()
    # the second has the id of the first, the third the content of the second, the fourth the id of the third
    for place, (number, content) in enumerate([(1, 1), (1, 2), (3, 2), (3, 4)]):
        name = f"{place}-{log_name(number)}.xml"
        (source / name).write_bytes(log(content).replace(b"1500.00", b"15%02d.00" % place))
    import_archive(source, tmp_path / "out", shard_bytes=cut * len(log(1)) + 50)
    import_archive(source, tmp_path / "uncut")
    assert rows(tmp_path / "out")["games"] == rows(tmp_path / "uncut")["games"]


def test_a_data_set_within_the_archive_is_not_read(tmp_path):
    source = write_logs(tmp_path / "in", [1])
    for _ in range(2):
        report = import_archive(source, source / "out")
        assert report.n_failures == 0
    assert import_archive(source, source).n_failures == 0


def test_a_second_import_at_the_same_time_is_refused(tmp_path):
    source = write_logs(tmp_path / "in", [1])
    out = tmp_path / "out"
    out.mkdir()
    with locked(out), pytest.raises(StoreError, match="another import is writing"):
        import_archive(source, out)
    assert import_archive(source, out).n_games == 1


def test_a_data_set_of_another_version_is_refused(tmp_path):
    source = write_logs(tmp_path / "in", [1])
    out = tmp_path / "out"
    import_archive(source, out)
    manifest = out / "manifest.json"
    manifest.write_text(manifest.read_text().replace(f'"schema_version": {SCHEMA_VERSION}', '"schema_version": 99'))
    with pytest.raises(StoreError, match="version 99"):
        import_archive(source, out)
    manifest.write_text("no manifest")
    with pytest.raises(StoreError, match="not a manifest"):
        import_archive(source, out)


def test_a_path_that_does_not_exist_is_wrong_use(tmp_path):
    with pytest.raises(FileNotFoundError):
        import_archive(tmp_path / "nowhere", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_out_that_cannot_be_written_is_an_os_error(tmp_path):
    source = write_logs(tmp_path / "in", [1])
    with pytest.raises(OSError, match="in"):
        import_archive(source, next(source.iterdir()) / "out")


def test_nothing_to_import_is_a_data_set_without_rows(tmp_path):
    (tmp_path / "in").mkdir()
    report = import_archive(tmp_path / "in", tmp_path / "out")
    assert (report.n_games, report.n_inputs, report.n_failures) == (0, 0, 0)
    assert rows(tmp_path / "out")["games"] == []


def crash_on(monkeypatch, marked, error):
    """Make the reader crash on batches with marked sources."""

    def parse(batch):
        if any(marked in source.data for source in batch):
            raise error
        return real(batch)

    real = shard.parse
    monkeypatch.setattr(shard, "parse", parse)


@pytest.mark.parametrize("is_first", [True, False])
def test_one_process_compiles_for_all(tmp_path, monkeypatch, is_first):
    source = write_logs(tmp_path / "in", range(8))
    (source / "0.txt").write_text("no log")
    at_once = []

    class Counting(ThreadPoolExecutor):
        def __init__(self, n_workers):
            super().__init__(n_workers)
            self.futures = []

        def submit(self, fn, /, *args):
            at_once.append(1 + sum(not future.done() for future in self.futures))
            self.futures.append(super().submit(lambda: time.sleep(0.05) or fn(*args)))
            return self.futures[-1]

    monkeypatch.setattr(workers, "Processes", Counting)
    monkeypatch.setattr(importing, "is_first", lambda: is_first)
    monkeypatch.setattr(importing, "compiling", lambda *_: nullcontext())
    assert import_archive(source, tmp_path / "out", workers=2, shard_bytes=1).n_games == 8
    # the file that is no log, the first log, and what may run next to others
    assert at_once[:3] == ([1, 1, 1] if is_first else [1, 2, 3])


def test_a_reader_that_crashes_costs_the_file_it_crashes_on(tmp_path, monkeypatch):
    source = write_logs(tmp_path / "in", range(9))
    (source / "bad.xml").write_bytes(log(50) + b"<!-- crash -->")
    crash_on(monkeypatch, b"crash", IndexError("out of range"))
    report = import_archive(source, tmp_path / "out")
    assert (report.n_games, report.failures) == (9, {"reader-failed": 1})
    assert report.examples["reader-failed"][0].endswith("please report it: IndexError: out of range")
    assert import_archive(source, tmp_path / "out").n_failures == 0


def test_a_reader_that_crashes_on_everything_is_an_error(tmp_path, monkeypatch):
    source = write_logs(tmp_path / "in", range(30))
    crash_on(monkeypatch, b"mjloggm", IndexError("out of range"))
    with pytest.raises(IndexError):
        import_archive(source, tmp_path / "out")


def test_a_full_disk_is_no_fault_of_a_file(tmp_path, monkeypatch):
    source = write_logs(tmp_path / "in", range(3))
    crash_on(monkeypatch, b"mjloggm", OSError(28, "No space left on device"))
    with pytest.raises(OSError, match="No space left"):
        import_archive(source, tmp_path / "out")


def test_a_worker_that_dies_costs_the_file_it_dies_on(tmp_path, monkeypatch):
    source = write_logs(tmp_path / "in", range(5))
    (source / "bad.xml").write_bytes(log(50) + b"<!-- crash -->")
    crash_on(monkeypatch, b"crash", BrokenProcessPool("a process was terminated abruptly"))
    report = import_archive(source, tmp_path / "out")
    assert (report.n_games, report.failures) == (5, {"reader-failed": 1})


class Dying(workers.Processes):
    """Processes of which those that read a marked file die."""

    def submit(self, fn, /, shard, *args):
        marked = any("bad" in path for path, *_ in shard.pieces)
        return super().submit(os._exit, 9) if marked else super().submit(fn, shard, *args)


def test_too_little_memory_for_a_file_is_no_bug_of_the_reader():
    result = workers._crashed(Shard((Packed("a.xml", b""),), 0), MemoryError())
    assert [failure.message for failure in result.failures] == ["too little memory to read the file"]


def test_a_pool_that_breaks_is_replaced(tmp_path, monkeypatch):
    source = write_logs(tmp_path / "in", range(4))
    (source / "bad.xml").write_bytes(log(50))
    monkeypatch.setattr(workers, "Processes", Dying)
    report = import_archive(source, tmp_path / "out", workers=2, shard_bytes=2000)
    assert (report.n_games, report.failures) == (4, {"reader-failed": 1})
    assert "the worker process died" in report.examples["reader-failed"][0]


def test_batches_are_bounded(monkeypatch):
    monkeypatch.setattr(shard, "BATCH_BYTES", 10)
    sizes = [
        [len(source.data) for source in batch]
        for batch in shard.batches([Source("", bytes(n)) for n in (4, 6, 1, 20, 3)])
    ]
    assert sizes == [[4, 6], [1], [20], [3]]


def test_a_set_of_digests_keeps_those_that_end_in_zeros(monkeypatch):
    monkeypatch.setattr("mjlog.importing.digest_set.UNSORTED", 2)
    known = DigestSet(bytes(16))
    digests = [bytes([n, *bytes(15)]) for n in range(1, 20)]
    for digest in digests:
        assert digest not in known
        known.add(digest)
    assert all(digest in known for digest in [bytes(16), *digests])
    assert known.contains([bytes([99] * 16), bytes(16), *digests]).tolist() == [False, *[True] * 20]
    assert bytes([77] * 16) not in known


def test_all_genuine_games_are_imported(shared, tmp_path):
    report = import_archive(shared / "replays" / "tenhou_xml", tmp_path / "out", workers=1)
    assert (report.n_games, report.n_kyoku, report.n_wins, report.n_draws) == (1400, 12865, 10962, 1983)
    assert (report.n_failures, report.n_duplicates, report.n_known) == (0, 0, 0)
    again = import_archive(shared / "replays" / "containers", tmp_path / "out")
    assert (again.n_games, again.n_known + again.n_duplicates) == (0, 60)


def test_the_sample_containers_are_imported(shared, tmp_path):
    containers = shared / "replays" / "containers"
    for path in containers.iterdir():
        assert import_archive(path, tmp_path / path.name).n_games == 20
    whole = import_archive(containers, tmp_path / "whole", shard_bytes=30_000)
    assert whole.n_games + whole.n_known + whole.n_duplicates == 60
    assert whole.n_failures == 0


def failed(out):
    return [os.path.basename(row) for row in mjlog.open(out).failures.to_pandas()["source"]]


def test_a_file_that_is_mended_takes_the_place_of_what_was_read_of_it(tmp_path):
    source, out, whole = write_logs(tmp_path / "in", range(4)), tmp_path / "out", tmp_path / "whole"
    cut, empty = sorted(source.iterdir())[:2]
    cut.write_bytes(log(0)[:-60])
    empty.write_bytes(b"")
    assert import_archive(source, out).n_failures == 2
    assert sorted(mjlog.open(out).games.to_pandas()["complete"]) == [False, True, True]
    write_logs(source, range(4))
    report = import_archive(source, out)
    assert (report.n_games, report.n_known, report.n_duplicates, report.n_failures) == (2, 2, 0, 0)
    import_archive(source, whole)
    tables, expected = rows(out), rows(whole)
    assert len(tables["inputs"]) == 6
    assert {name: found for name, found in tables.items() if name != "inputs"} == {
        name: found for name, found in expected.items() if name != "inputs"
    }
    assert import_archive(source, out).n_known == 4
    assert rows(out) == tables
    assert files(out) == listed(out)


def test_a_file_that_fails_otherwise_has_the_newer_failure(tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for text in (b"", b"no log", b"no log either"):
        (source / "a.xml").write_bytes(text)
        import_archive(source, out)
        assert list(mjlog.open(out).failures.to_pandas()["snippet"].fillna("")) == [text.decode()]
    (source / "b.xml").write_bytes(b"nothing")
    import_archive(source, out)
    assert failed(out) == ["a.xml", "b.xml"]


@pytest.mark.parametrize("shard_bytes", [1, 1 << 20])
def test_a_container_that_is_mended_has_no_failure_and_one_that_still_breaks_off_has(tmp_path, shard_bytes):
    path, out = tmp_path / "a.tar", tmp_path / "out"
    packed = tarred({f"{log_name(n)}.xml": log(n) for n in range(20)}, "w")
    for cut in (len(packed) // 3, len(packed) // 2, len(packed) * 2 // 3):
        path.write_bytes(packed[:cut])
        report = import_archive(path, out, shard_bytes=shard_bytes)
        assert report.n_games
        assert failed(out) == ["a.tar"]
        assert import_archive(path, out, shard_bytes=shard_bytes).n_games == 0
        assert failed(out) == ["a.tar"]
    path.write_bytes(packed)
    import_archive(path, out, shard_bytes=shard_bytes)
    assert failed(out) == []
    assert mjlog.open(out).games.count().execute() == 20


def test_a_whole_game_is_not_replaced_when_another_file_of_it_was_cut(tmp_path):
    source, out = write_logs(tmp_path / "in", [1]), tmp_path / "out"
    copy = source / f"z-{log_name(1)}.xml"
    copy.write_bytes(log(1)[:-60])
    import_archive(source, out)
    before = rows(out)["games"]
    copy.write_bytes(log(1).replace(b"1500.00", b"1501.00"))
    report = import_archive(source, out)
    assert (report.n_games, report.n_duplicates) == (0, 1)
    assert (rows(out)["games"], failed(out)) == (before, [])


def test_an_interrupted_import_with_audit_ends_with_the_same_findings(tmp_path):
    source, out = write_logs(tmp_path / "in", range(6)), tmp_path / "out"
    write_logs(source / "z", range(3))
    (source / "z" / f"{log_name(9)}.xml").write_bytes(log(2).replace(b"1500.00", b"1501.00"))

    def stop(step):
        if step.n_games >= 3:
            raise KeyboardInterrupt

    whole = import_archive(source, tmp_path / "whole", audit="progress")
    assert dict(whole.findings) == {"game-ends-early": 6, "final-score": 6}
    assert "    game-ends-early            6\n" in str(whole)
    with pytest.raises(KeyboardInterrupt):
        import_archive(source, out, shard_bytes=1, audit="progress", progress=stop)
    assert import_archive(source, out, audit=["progress"]).n_findings == 6
    assert rows(out) == rows(tmp_path / "whole")


def test_games_of_several_batches_are_one_part(tmp_path, monkeypatch):
    source = write_logs(tmp_path / "in", range(7))
    import_archive(source, tmp_path / "whole")
    monkeypatch.setattr(shard, "BATCH_BYTES", 2 * len(log(1)))
    monkeypatch.setattr(shard, "PART_GAMES", 4)
    import_archive(source, tmp_path / "out", shard_bytes=1 << 20)
    assert [part.rows.get("games") for part in load_manifest(tmp_path / "out").parts] == [4, 3, None]
    assert rows(tmp_path / "out") == rows(tmp_path / "whole")
