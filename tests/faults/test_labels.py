"""Games with one labelled fault each: written, audited, and every fault found where its label says."""

from random import Random

import numpy as np
import pytest

import mjlog
from mjlog.formats import Source, parse
from tests.faults import KINDS
from tests.faults.__main__ import write
from tests.faults.labels import Label, is_found, read_labels, with_faults, write_labels

N_GAMES = 40


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-3p-east"])
def test_every_labelled_fault_is_found_at_its_place_and_nothing_else(tmp_path, rules):
    assert write(N_GAMES, tmp_path / "logs", seed=7, rules=rules) == N_GAMES
    labels = {label.file: label for label in read_labels(tmp_path / "logs.faults.csv")}
    assert sorted(labels) == sorted(path.name for path in (tmp_path / "logs").iterdir())
    assert len(labels) == N_GAMES
    assert len({label.fault for label in labels.values()}) > N_GAMES / 2
    report = mjlog.audit(tmp_path / "logs")
    assert (report.n_games, report.failures) == (N_GAMES, ())
    found = {file: [] for file in labels}
    for finding, place in zip(report.findings, report.places, strict=True):
        found[f"{place.game}.xml"].append(finding)
    for file, label in labels.items():
        assert is_found(label, found[file]), (label, found[file])
        codes = {*label.codes.split(), *label.consequences.split()}
        assert {str(finding.code) for finding in found[file]} <= codes, (label, found[file])


def test_a_file_holds_the_fault_of_its_label_and_no_other_change():
    games = mjlog.simulate.games(6, seed=2, rules="tenhou-east")
    for game, (text, label) in enumerate(with_faults(games, [Random(n) for n in range(6)])):
        there = parse([Source(label.file, text)]).games
        here = games.select(np.array([game]))
        assert there.games.id[0] == here.games.id[0]
        assert label.fault in {kind.name for kind in KINDS}
        assert any(
            not np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
            for group in ("games", "kyoku", "events", "calls", "wins", "yaku", "draws")
            for name, one, other in zip(
                getattr(here, group)._fields, getattr(here, group), getattr(there, group), strict=True
            )
            if name not in ("source", "rules", "room", "started", "vendor_type")
        ), label


def test_the_same_seed_gives_the_same_faults_whoever_plays(tmp_path):
    for workers in (1, 2):
        write(21, tmp_path / str(workers), rules="tenhou-3p-east", workers=workers)
    one, two = (read_labels(tmp_path / f"{workers}.faults.csv") for workers in (1, 2))
    assert one == two
    assert all(
        (tmp_path / "1" / label.file).read_bytes() == (tmp_path / "2" / label.file).read_bytes() for label in one
    )


def test_labels_are_read_back_as_they_were_written(tmp_path):
    labels = [
        Label("a.xml", "dealer", "progress", "dealer", 3, None, None, None, "round"),
        Label("b.xml", "fu ten more", "score", "fu limit", 0, None, 1, 2, ""),
    ]
    assert write_labels(labels, tmp_path / "labels.csv") == 2
    assert read_labels(tmp_path / "labels.csv") == labels
