"""A training file gives back the games it was made from, in splits that depend on nothing else."""

from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from mjlog import formats
from mjlog.exporting.training import SPLITS, export_training, from_table, read_training, split_of, to_table
from mjlog.games.batch import Games, concatenate
from mjlog.games.columns import GROUPS
from mjlog.replay import replay

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "games"


@pytest.fixture(scope="module")
def games():
    return formats.read(SAMPLES)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    path = tmp_path_factory.mktemp("training") / "games.parquet"
    return path, export_training(SAMPLES, path)


def same(one: Games, other: Games) -> None:
    assert [one.rule_sets[n] for n in one.games.rules] == [other.rule_sets[n] for n in other.games.rules]
    for name in GROUPS:
        for column, here, there in zip(
            getattr(one, name)._fields, getattr(one, name), getattr(other, name), strict=True
        ):
            if (name, column) != ("games", "rules"):
                np.testing.assert_array_equal(here, there, err_msg=f"{name}.{column}", strict=True)
    for start in ("kyoku_start", "event_start", "call_start", "win_start", "yaku_start", "draw_start"):
        np.testing.assert_array_equal(getattr(one, start), getattr(other, start))


def test_a_file_gives_back_the_games(games, written):
    path, report = written
    assert report.n_failures == 0
    assert sum(report.n_games.values()) == len(games) == pq.read_metadata(path).num_rows
    same(concatenate([batch.games for batch in read_training(path)]), games)


def test_genuine_games_come_back_whole(shared):
    games = formats.read(shared / "replays" / "tenhou_xml").select(np.arange(0, 1400, 7))
    back = from_table(to_table(games)).games
    same(back, games)
    states = [replay(batch, states=True).states for batch in (games, back)]
    for here, there in zip(*states, strict=True):
        np.testing.assert_array_equal(here, there)


def test_splits_of_games_are_apart_and_whole(written):
    path, report = written
    ids = {split: {i for b in read_training(path, split) for i in b.games.games.id} for split in SPLITS}
    assert {split: len(found) for split, found in ids.items()} == report.n_games
    assert len(set().union(*ids.values())) == sum(report.n_games.values())


def test_a_player_is_always_in_the_same_split(written):
    path, _ = written
    splits = {}
    for batch in read_training(path):
        for name, split in zip(batch.games.seats.name.ravel(), batch.seat_splits.ravel(), strict=True):
            assert (name is None) == (split is None)
            assert splits.setdefault(name, split) == split


def test_splits_are_as_large_as_their_shares():
    found = Counter(split_of(str(n), {"a": 3, "b": 1}) for n in range(10_000))
    assert found["a"] / 10_000 == pytest.approx(0.75, abs=0.02)


def test_pseudonyms_change_names_but_no_split(games):
    plain, hidden = to_table(games), to_table(games, pseudonym_key=b"key")
    for column in ("split", "seat_splits", "events.tile"):
        assert plain[column].equals(hidden[column])
    known = {name for row in plain["seats.name"].to_pylist() for name in row if name is not None}
    shown = {name for row in hidden["seats.name"].to_pylist() for name in row if name is not None}
    assert len(known) == len(shown)
    assert not known & shown
    assert all(row == [None] for column in ("source", "seed", "extra") for row in hidden[f"games.{column}"].to_pylist())


def test_what_cannot_be_read_is_counted(tmp_path):
    path = tmp_path / "odd.xml"
    path.write_text("<mjloggm", encoding="utf-8")
    assert export_training(path, tmp_path / "out.parquet").n_failures == 1
