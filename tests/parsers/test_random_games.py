"""Random games, whole or cut, written and read again: the same columns in every format, for three and four players."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mjlog
from mjlog.converting.convert import encode
from mjlog.formats import Format, Source, formats, parse
from mjlog.games.batch import Games
from mjlog.games.columns import GROUPS
from tests.parsers.tenhou.json.test_genuine import assert_same_game
from tests.parsers.tenhou.xml.logs import differences

OF_THE_TABLE = {"games.source", "games.room", "games.started", "games.vendor_type"}
"""Columns that a simulated game leaves open and that its id fills when it is read again."""
FREE = {
    # sorted hands; ura that hit nothing are not listed; no liable seat; a title of its own
    "kobalab": {"games.extra", "kyoku.hands", "wins.han", "wins.names_pao", "yaku_start", "yaku.yaku", "yaku.han"},
    "mjai": {"games.final_points", "games.complete", "wins.han", "wins.names_pao"},  # of a game that is cut
    # sorted hands; the fu of a limit hand and ura that hit nothing have no place in a text
    "tenhou-json": {"kyoku.hands", "wins.han", "wins.fu", "yaku_start", "yaku.yaku", "yaku.han", "yaku.code"},
    "tenhou-xml": set(),
}
"""Columns that the format spells freely or records only in part."""
RULES = ("tenhou", "tenhou-3p", "tenhou-east", "tenhou-3p-east")


@cache
def played(rules: str, seed: int) -> Games:
    return mjlog.simulate.games(1, seed=seed, rules=rules)


def read_again(games: Games, to: str) -> Games:
    """The games written in a format and read; their files are named by their ids."""
    parsed = parse([Source(f"{name}.log", data) for name, data in zip(games.games.id, encode(games, to), strict=True)])
    assert [str(error) for *_, error in parsed.failures] == []
    return parsed.games


def can_write(known: Format, games: Games) -> bool:
    """Whether a format has a form for the game: kobalab's JSON has none for three players."""
    return known.name != "kobalab" or bool((games.games.players == 4).all())


def test_every_format_that_can_be_written_is_here():
    assert set(FREE) == {name for name, known in formats().items() if known.write}


@settings(max_examples=8, deadline=None, database=None, derandomize=True)
@given(rules=st.sampled_from(RULES), seed=st.integers(0, 1 << 32))
def test_a_random_game_is_the_same_in_every_format(rules: str, seed: int) -> None:
    simulated = played(rules, seed)
    games = read_again(simulated, "tenhou-xml")
    assert set(differences(simulated, games)) <= OF_THE_TABLE
    for known in formats().values():
        if known.name not in FREE or not can_write(known, games):
            continue
        again = read_again(games, known.name)
        assert set(differences(games, again)) <= known.unrecorded | FREE[known.name] | {"games.source"}, known.name
        if known.name == "tenhou-json":
            assert_same_game(again, games)
        elif known.name == "kobalab":
            assert np.array_equal(np.sort(again.kyoku.hands), np.sort(games.kyoku.hands))
            listed = games.yaku.han != 0
            assert np.array_equal(again.yaku.yaku, games.yaku.yaku[listed])
            assert np.array_equal(again.yaku.han, games.yaku.han[listed])
        else:
            assert np.array_equal(again.games.complete, games.games.complete)
            assert np.array_equal(again.games.final_points, games.games.final_points)


@pytest.mark.parametrize("to", sorted(FREE))
@settings(max_examples=4, deadline=None, database=None, derandomize=True)
@given(rules=st.sampled_from(RULES[2:]), seed=st.integers(0, 3), n_kyoku=st.integers(1, 6))
def test_a_game_cut_after_any_kyoku_keeps_those_before(to: str, rules: str, seed: int, n_kyoku: int) -> None:
    whole = read_again(played(rules, seed), "tenhou-xml")
    (xml,) = encode(whole, "tenhou-xml")
    parts = xml.split(b"<INIT")
    cut = parse([Source("a.mjlog", b"<INIT".join(parts[: n_kyoku + 1]) + b"</mjloggm>")]).games
    assert not cut.games.complete[0] or n_kyoku >= len(parts) - 1
    if not can_write(formats()[to], cut):
        return
    again = parse([Source("b.log", data) for data in encode(cut, to)]).games
    found = set(differences(cut, again))
    headers = {f"{group}.{name}" for group in ("games", "seats") for name in GROUPS[group]._fields} | {"rule_sets"}
    assert found <= formats()[to].unrecorded | FREE[to] | headers
