import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.formats import Source
from mjlog.games.batch import NESTING, Games, concatenate, offsets, runs
from mjlog.games.columns import KyokuColumns, declarations, empty
from parsers.tenhou import xml
from tests.parsers.tenhou.xml.logs import (
    DRAW,
    GO,
    MOVES,
    RON,
    SECOND_RON,
    TSUMO,
    UN,
    UN_SANMA,
    differences,
    final,
    init,
    kyoku,
    log,
)

CALL = f'<T108/><D108/><N who="1" m="{108 // 4 * 3 << 9 | 3 << 5 | 8 | 3}" /><E4/>'
LOGS = [
    log(kyoku(MOVES, TSUMO), kyoku(MOVES, final(DRAW), number=1)),
    log(
        kyoku(CALL, RON, SECOND_RON),
        kyoku(DRAW),
        kyoku(CALL, MOVES, final(TSUMO), number=2),
        head='<GO type="1"/>' + UN,
    ),
    log(init(sanma=True), MOVES, final(DRAW), head='<GO type="185"/>' + UN_SANMA),
    log(kyoku(final(DRAW)), head=GO + UN.replace('"A"', '"Z"')),
]


def batch(*logs: str) -> Games:
    return xml.parse([Source(f"{n}.xml", text.encode()) for n, text in enumerate(logs)]).games


GAMES = batch(*LOGS)


def without_rules(a: Games, b: Games) -> list[str]:
    """What differs, rules compared by value."""
    named = [[games.rule_sets[rules] for rules in games.games.rules] for games in (a, b)]
    return [*differences(a, b, ("rules",)), *(["rules"] if named[0] != named[1] else [])]


@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(st.lists(st.integers(0, len(LOGS) - 1), max_size=6))
def test_chosen_games_are_those_games_in_that_order(chosen: list[int]) -> None:
    selected = GAMES.select(np.array(chosen, int))
    assert len(selected) == len(chosen)
    found = without_rules(selected, batch(*(LOGS[game] for game in chosen)))
    assert set(found) <= {"rule_sets", "games.source"}


@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(st.lists(st.lists(st.integers(0, len(LOGS) - 1), max_size=3), min_size=1, max_size=4))
def test_batches_put_together_are_one_batch(batches: list[list[int]]) -> None:
    together = concatenate([batch(*(LOGS[game] for game in games)) for games in batches])
    found = without_rules(together, batch(*(LOGS[game] for games in batches for game in games)))
    assert set(found) <= {"rule_sets", "games.source"}


@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(st.permutations(range(len(LOGS))), st.integers(0, len(LOGS)))
def test_a_batch_cut_in_two_and_put_together_is_the_same(order: list[int], cut: int) -> None:
    places = np.array(order, int)
    pieces = concatenate([GAMES.select(places[:cut]), GAMES.select(places[cut:])])
    assert differences(pieces.select(np.argsort(places)), GAMES) == []


def test_games_are_chosen_by_a_mask_too() -> None:
    mask = GAMES.games.players == 4
    assert differences(GAMES.select(mask), GAMES.select(np.flatnonzero(mask))) == []


def test_rule_sets_are_merged() -> None:
    assert len(GAMES.rule_sets) == 3
    assert concatenate([GAMES, GAMES]).rule_sets == GAMES.rule_sets


def test_groups_are_as_long_as_their_offsets_say() -> None:
    for parent, start, child in NESTING:
        starts = getattr(GAMES, start)
        assert starts.dtype == np.int64
        assert (starts[0], starts[-1]) == (0, len(getattr(GAMES, child)[0]))
        assert len(starts) == len(getattr(GAMES, parent)[0]) + 1


@pytest.mark.parametrize("group", ["games", "seats", *(child for _, _, child in NESTING)])
def test_columns_are_as_declared(group: str) -> None:
    columns = getattr(GAMES, group)
    for (name, declared), column in zip(declarations(type(columns)).items(), columns, strict=True):
        assert (name, column.dtype, column.shape[1:]) == (name, np.dtype(declared.dtype), declared.shape)


def test_an_empty_group_is_as_declared() -> None:
    assert empty(KyokuColumns, 2).hands.shape == (2, 4, 13)


def test_offsets_and_runs() -> None:
    assert offsets(np.array([2, 0, 3])).tolist() == [0, 2, 2, 5]
    assert runs(np.array([0, 2, 2, 5])).tolist() == [0, 0, 2, 2, 2]


def test_games_are_sequences_of_views() -> None:
    assert len(list(GAMES)) == len(GAMES) == 4
    with pytest.raises(IndexError):
        GAMES[4]
