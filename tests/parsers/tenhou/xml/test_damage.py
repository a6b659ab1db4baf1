"""Damaged bytes: never an exception, never a complete kyoku that differs from the undamaged one unnoticed."""

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.errors import Fault
from mjlog.formats import Source
from mjlog.games.batch import Games
from parsers.tenhou import xml
from tests.parsers.tenhou.xml.logs import (
    DRAW,
    MOVES,
    RON,
    SECOND_RON,
    SHORT,
    TSUMO,
    differences,
    final,
    kyoku,
    log,
    parse,
)

GAME = log(
    '<BYE who="1" />',
    kyoku('<T53/><REACH who="0" step="1"/><D53/><REACH who="0" ten="240,250,250,250" step="2"/>', RON, SECOND_RON),
    kyoku(MOVES, '<BYE who="3" /><UN n3="D"/>', TSUMO, number=1),
    kyoku("<T108/><D108/>", f'<N who="1" m="{108 // 4 * 3 << 9 | 3 << 5 | 8 | 3}" /><E4/>', RON, number=2),
    kyoku(MOVES, final(DRAW), number=3),
)
WHOLE = parse(GAME).games
HEADER = ("source", "complete", "final_points", "final_scores", "final_chips")
"""Columns a cut may change beside the kyoku that are lost."""


def head_of(games: Games, n_kyoku: int) -> Games:
    """The game cut behind so many kyoku, as the columns of an undamaged log have it."""
    text = GAME.split("<INIT")
    return parse("<INIT".join(text[: n_kyoku + 1]) + "</mjloggm>").games


HEADS = [None, *(head_of(WHOLE, n) for n in range(1, 5))]


@pytest.mark.parametrize("within", ["", "<!-- -->", "<!-- & -->"], ids=["as Tenhou writes", "commented", "rewritten"])
def test_a_log_cut_at_any_byte_keeps_its_complete_kyoku(within: str) -> None:
    text = GAME.replace("<GO", f"{within}<GO")
    cuts = [Source("game.xml", text[:n].encode()) for n in range(len(text) + 1)]
    parsed = xml.parse(cuts)
    n_failures = np.bincount([place for place, *_ in parsed.failures], minlength=len(cuts))
    last_result = text.index("</mjloggm>")
    assert (n_failures == (np.arange(len(cuts)) < last_result)).all()
    assert {error.fault for _, _, error in parsed.failures} <= {
        Fault.TRUNCATED,
        Fault.EMPTY_GAME,
        Fault.BROKEN_MARKUP if "&" in within else Fault.TRUNCATED,
    }
    n_kept = np.zeros(len(cuts), int)
    n_kept[parsed.source_of_game] = np.diff(parsed.games.kyoku_start)
    assert (np.diff(n_kept) >= 0).all()
    assert sorted(set(n_kept.tolist())) == [0, 1, 2, 3, 4]
    for game in range(len(parsed.games)):
        kept = int(n_kept[parsed.source_of_game[game]])
        expected = HEADS[kept]
        assert expected is not None
        assert differences(parsed.games.select([game]), expected, HEADER) == []
    # a kyoku is kept as soon as its result is read, a ron as soon as the next kyoku begins
    starts = [text.index("<INIT", text.index(f'seed="{k},') - 6) for k in range(4)]
    assert n_kept[starts[2]] == 2
    assert n_kept[starts[1] + 4] == 0
    assert n_kept[text.index(">", starts[1]) + 1] == 1
    assert n_kept[text.index(">", text.index("<AGARI", starts[1])) + 1] == 2


@settings(max_examples=300, deadline=None, database=None, derandomize=True)
@given(
    place=st.integers(0, len(GAME) - 1),
    byte=st.sampled_from(list(b"</>=\"' \n&;0123456789TUVWDEFGabmw!?-.,\x00\x80\xff")),
)
def test_a_changed_byte_of_the_markup_is_noticed_or_harmless(place: int, byte: int) -> None:
    data = bytearray(GAME.encode())
    was = data[place]
    data[place] = byte
    parsed = parse(bytes(data))
    if not parsed.failures:
        # what is still a whole log differs in a value or name only: no tag is lost, none is gained
        assert len(parsed.games.kyoku.wind) == 4
        assert len(parsed.games.wins.winner) == 4
        if was in b"<>/=\"'" or byte in b"<>/=\"'":
            assert differences(parsed.games, WHOLE, ("name", "extra", "lobby", "dan", "rate", "sex", "seed")) == []
        else:
            assert len(parsed.games.events.kind) == len(WHOLE.events.kind)


@settings(max_examples=200, deadline=None, database=None, derandomize=True)
@given(data=st.data())
def test_random_damage_never_raises_and_leaves_the_neighbours_alone(data: st.DataObject) -> None:
    text = bytearray(GAME.encode())
    for _ in range(data.draw(st.integers(1, 6))):
        first = data.draw(st.integers(0, len(text) - 1))
        n = data.draw(st.integers(0, 40))
        text[first : first + n] = data.draw(st.binary(max_size=40))
        if not text:
            break
    neighbour = Source("b.xml", SHORT.encode())
    parsed = xml.parse([neighbour, Source("a.xml", bytes(text)), neighbour])
    own = parse(SHORT, "b.xml").games
    for source in (0, 2):
        found = differences(parsed.games.select(parsed.source_of_game == source), own)
        assert set(found) <= {"rule_sets"}  # those of the whole batch


def test_no_tag_that_holds_a_game_together_is_lost_or_doubled_unnoticed() -> None:
    tags = [f"<{tag}" for tag in GAME.split("<") if tag]
    sources, names = [], []
    for place, tag in enumerate(tags):
        name = tag[1:].rstrip(">").rstrip("/").split(" ")[0]
        for instead in ("", tag * 2, f"<{name}/>", f"<{name.lower()}/>"):
            if instead != tag:
                sources.append(Source("game.xml", "".join([*tags[:place], instead, *tags[place + 1 :]]).encode()))
                names.append(name)
    parsed = xml.parse(sources)
    noticed = {place for place, *_ in parsed.failures}
    unnoticed = {name for place, name in enumerate(names) if place not in noticed}
    assert unnoticed & {"GO", "INIT", "RYUUKYOKU"} == set()


def test_without_compilation_the_result_is_the_same() -> None:
    program = (
        "import pickle, sys; from parsers.tenhou import xml; from mjlog.formats import Source;"
        "text = sys.stdin.buffer.read(); parsed = xml.parse([Source('game.xml', t) for t in text.split(b'\\0')]);"
        "sys.stdout.buffer.write(pickle.dumps((parsed.games, [(p, g, str(e)) for p, g, e in parsed.failures])))"
    )
    texts = [GAME, GAME[:-200], GAME.replace("52,1", "99,1", 1), GAME.replace('"', "'"), SHORT]
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=b"\0".join(text.encode() for text in texts),
        capture_output=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
    )
    games, failures = pickle.loads(done.stdout)
    compiled = xml.parse([Source("game.xml", text.encode()) for text in texts])
    assert differences(games, compiled.games) == []
    assert failures == [(place, game, str(error)) for place, game, error in compiled.failures]
