"""Input that changes or vanishes after it is listed and before it is read."""

import pytest

from mjlog.importing import import_archive, shard
from mjlog.tables.dataset import open as open_dataset
from tests.archive.test_archive import zipped
from tests.made_logs import log, log_name, write_logs

CHANGES = {
    "vanishes": lambda path: path.unlink(),
    "becomes a folder": lambda path: (path.unlink(), path.mkdir()),
    "is emptied": lambda path: path.write_bytes(b""),
    "is cut": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "is replaced by another": lambda path: path.write_bytes(b"another file " * 1000),
    "grows": lambda path: path.write_bytes(path.read_bytes() + b"\0" * 1000),
}


def games_of(out):
    return sorted(open_dataset(out).df("games")["game"])


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", ["file", "zip"])
def test_a_file_that_changes_while_it_is_read_costs_only_its_own_games(tmp_path, monkeypatch, kind, change):
    logs = write_logs(tmp_path / "logs", range(3))
    changing = logs / f"{log_name(1)}.xml"
    lost = {log_name(1)}
    if kind == "zip":
        changing = logs / "a.zip"
        changing.write_bytes(zipped({f"{log_name(n)}.xml": log(n) for n in range(10, 30)}))
        lost = {log_name(n) for n in range(10, 30)}
    whole = changing.read_bytes()
    everything = sorted({log_name(n) for n in range(3)} | lost)
    with monkeypatch.context() as patch:

        def sources(pieces, read=shard.sources):
            if changing.is_file() and changing.read_bytes() == whole:
                CHANGES[change](changing)
            return read(pieces)

        patch.setattr(shard, "sources", sources)
        # a shard of few bytes refers to the members of the zip archive by their places
        report = import_archive(logs, tmp_path / "out", workers=1, shard_bytes=1000)
    games = games_of(tmp_path / "out")
    assert set(everything) - lost <= set(games) <= set(everything)
    assert report.n_failures or games == everything
    assert "reader-failed" not in report.failures

    if changing.is_dir():
        changing.rmdir()
    changing.write_bytes(whole)
    import_archive(logs, tmp_path / "out", workers=1)
    assert games_of(tmp_path / "out") == everything
