"""Logs that are one game only through other logs of it: the best log of a linked group stays, in any order."""

import random
from itertools import permutations

import numpy as np
import pytest

import mjlog
from mjlog.importing import commit, import_archive
from mjlog.importing.commit import DatasetWriter, Pending
from mjlog.importing.digest_set import LogKeys, id_digest
from mjlog.importing.links import Links
from mjlog.importing.replacement import StoredGame
from mjlog.importing.shard import GameKeys, rounds_of
from mjlog.tables.compacting import compact
from mjlog.tables.store import Manifest
from tests.importing.test_more_complete import ID, WHOLE, cut, tables_but_sources


def test_keys_of_one_group_are_linked():
    links = Links()
    links.add("a", b"1")
    links.add("b", b"2")
    assert (links.of("a"), links.of("c"), links.touches(["c", b"1"])) == ({"a", b"1"}, {"c"}, True)
    links.add("b", b"1")
    assert links.of("a") == links.of(b"2") == {"a", "b", b"1", b"2"}
    assert len(links.grouped({1: "a", 2: b"2", 3: "c"})) == 2


OPENING = "0" * 32
"""Equal in all games: it is a key only between a log without an id and others."""


def content_of(number):
    return id_digest(f"content {number}")


def best_of_groups(logs):
    """The log of the highest rank in each group that shares ids or contents, worked out by repeated union."""
    groups = []
    for log in logs:
        keys, members = {log[0], log[1]}, {log}
        for other in [group for group in groups if group[0] & keys]:
            groups.remove(other)
            keys, members = keys | other[0], members | other[1]
        groups.append((keys, members))
    return {max(members, key=lambda log: log[2]) for _, members in groups}


@pytest.mark.parametrize("seed", range(150))
def test_the_best_of_linked_logs_stays_in_any_order_and_parts(tmp_path, monkeypatch, seed):
    rng = random.Random(seed)
    n_keys = rng.randint(2, 6)
    logs = {(f"id {rng.randrange(n_keys)}", content_of(rng.randrange(n_keys))): 0 for _ in range(rng.randint(2, 10))}
    logs = [(*keys, rank) for rank, keys in enumerate(logs)]
    rng.shuffle(logs)
    expected = best_of_groups(logs)
    stored = set()
    monkeypatch.setattr(
        commit,
        "stored_games",
        lambda _folder, _parts, keys: [StoredGame(k, "", 0, r) for k, r in stored if not keys.isdisjoint(k)],
    )
    (tmp_path / "staging").mkdir()
    writer = DatasetWriter(tmp_path, Manifest(), Manifest(), tmp_path / "staging")
    while logs:
        batch = [logs.pop() for _ in range(min(rng.randint(1, 4), len(logs)))]
        batch = [(LogKeys(game, content, OPENING), rank) for game, content, rank in batch]
        rounds, _ = rounds_of(*map(list, zip(*batch, strict=True)))
        for rows in rounds:
            part = [batch[row] for row in rows]
            log_keys, ranks = map(list, zip(*part, strict=True))
            zeros = np.zeros(len(part), np.int64)
            keys = GameKeys(zeros, log_keys, ["a"] * len(part), zeros, zeros, zeros, ranks)
            is_new, replaced = writer._are_new(keys, Pending((), {0: []}, zeros, []))
            gone = {(game.keys, game.rank) for game in replaced}
            assert gone <= stored
            stored -= gone
            stored |= {part[row] for row in np.flatnonzero(is_new)}
    assert {(keys.id, keys.content, rank) for keys, rank in stored} == expected


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """Logs of one game under its id and without an id; those without have the game's content only when whole."""
    folder = tmp_path_factory.mktemp("logs")
    named = {"whole": WHOLE, "cut": cut(2), "cut to one": cut(1)}
    for name, data in (*named.items(), ("no id", WHOLE), ("no id, cut", cut(2))):
        (folder / name).mkdir()
        (folder / name / (f"{ID}.xml" if name in named else "game.xml")).write_bytes(data + b"\n" * len(name))
    [json] = mjlog.convert([folder / "cut"], folder / "json", "tenhou-json").files
    [mjai] = mjlog.convert([folder / "no id"], folder / "mjai", "mjai").files
    return [folder / "cut to one", folder / "whole", folder / "no id, cut", json, mjai]


SPLITS = [(5,), *((n, 5) for n in range(1, 5)), (1, 2, 5), (1, 3, 5), (1, 4, 5), (2, 3, 5), (2, 4, 5), (3, 4, 5)]


@pytest.mark.parametrize("n", range(0, 120, 9))
def test_linked_logs_give_one_game_in_any_order_and_number_of_imports(tmp_path, logs, n):
    order = [*permutations(logs)][n]
    start = 0
    for end in SPLITS[n % len(SPLITS)]:
        report = import_archive(order[start:end], tmp_path / "out", workers=1 + (n % 40 == 0), shard_bytes=1 << n % 12)
        start = end
        if n % 3 == 0:
            compact(tmp_path / "out")
    import_archive(logs, tmp_path / "together", workers=1)
    read = tables_but_sources(tmp_path / "out")
    assert [len(read[table]) for table in ("games", "kyoku")] == [1, 3]
    assert read == tables_but_sources(tmp_path / "together")
    assert mjlog.open(tmp_path / "out").inputs.to_pandas()["n_games"].sum() == 1
    assert import_archive(order, tmp_path / "out").n_known == len(logs), report
