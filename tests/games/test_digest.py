import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import mjlog
from mjlog.games.columns import EventKind
from mjlog.games.digest import as_text
from mjlog.games.digest import content_digests as digest_bytes
from tests.made_logs import log, write_logs


def content_digests(games):
    return as_text(digest_bytes(games))


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    return mjlog.read(write_logs(tmp_path_factory.mktemp("logs"), range(5)))


def changed(games, group, column, change):
    """The games with a column changed in place by a function."""
    values = getattr(getattr(games, group), column).copy()
    change(values)
    return replace(games, **{group: getattr(games, group)._replace(**{column: values})})


def test_digests_are_128_bits_and_differ(games):
    digests = content_digests(games)
    assert len(set(digests)) == 5
    assert all(len(digest) == 32 and int(digest, 16) for digest in digests)


def test_a_digest_belongs_to_the_game_and_not_to_the_batch(games):
    assert content_digests(games.select(np.array([3, 1]))) == [content_digests(games)[3], content_digests(games)[1]]


def test_the_order_of_a_dealt_hand_does_not_count(games):
    assert content_digests(changed(games, "kyoku", "hands", lambda hands: hands[:, :, ::-1].sort())) == content_digests(
        games
    )


@pytest.mark.parametrize("column", ["copy", "tsumogiri", "from_seat"])
def test_what_not_every_format_tells_does_not_count(games, column):
    assert content_digests(changed(games, "events", column, lambda values: values.fill(-1))) == content_digests(games)


@pytest.mark.parametrize("column", ["wind", "number", "honba", "dora_indicator"])
def test_every_fact_of_a_kyoku_counts(games, column):
    def change(values):
        values[3] = (values[3] + 1) % 4

    before, after = content_digests(games), content_digests(changed(games, "kyoku", column, change))
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, False, True, True, True]


@pytest.mark.parametrize("column", ["seat", "tile", "kind"])
def test_every_draw_and_discard_counts(games, column):
    before = content_digests(games)
    for event in range(games.event_start[2]):

        def change(values, event=event):
            values[event] = {"seat": 3 - values[event], "tile": (values[event] + 1) % 34, "kind": 1 - values[event]}[
                column
            ]

        assert games.events.kind[event] in (EventKind.DRAW, EventKind.DISCARD)
        after = content_digests(changed(games, "events", column, change))
        assert after[0] != before[0]
        assert after[1:] == before[1:]


def test_a_dealt_tile_counts(games):
    before = content_digests(games)
    for seat in range(4):

        def change(hands, seat=seat):
            hands[0, seat, 5] = (hands[0, seat, 5] + 1) % 34

        assert content_digests(changed(games, "kyoku", "hands", change))[0] != before[0]


def test_digests_stay_what_they_are(games):
    """They are stored: a change is a new schema version."""
    assert content_digests(games)[:2] == ["32ae07fca8fb8eb57ab5625aa69d1522", "1f9f5bfff236cc89e0274b014f7f3f7b"]


def test_the_compiled_kernel_and_the_same_python_agree(games, tmp_path):
    (tmp_path / "a.xml").write_bytes(log(1))
    code = f"import mjlog.games.digest as d; import test_digest; test_digest.plain({str(tmp_path)!r})"
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(__file__)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == content_digests(games)[1]


def plain(folder):
    """Print the digest of a log, with the kernel not compiled."""
    from mjlog.games import digest

    for name in ("mixed", "content_lanes"):
        setattr(digest, name, getattr(digest, name).py_func)
    print(content_digests(mjlog.read(folder))[0])
