"""What is wrong with a JSON log is told with its kyoku, seat and word; what is before it is kept."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from mjlog.errors import Fault
from mjlog.formats import Source
from parsers.tenhou import json
from tests.parsers.tenhou.json.logs import HAND, TSUMO, data, game, kyoku, parse

GOOD = kyoku(([41], [60]))
WON = kyoku(([25], []), result=TSUMO)


def with_entry(place: int, entry: Any) -> list[Any]:
    """A kyoku with another value in one of its entries."""
    return [entry if n == place else own for n, own in enumerate(GOOD)]


def win(*detail: Any, deltas: Any = (3000, -1000, -1000, -1000)) -> list[Any]:
    """A kyoku with a win of seat 0."""
    return kyoku(([25], []), result=["和了", list(deltas), list(detail)])


FAULTS = [
    # entries
    (GOOD[:-1], Fault.BAD_VALUE, "17 lists"),
    ("kyoku", Fault.BAD_VALUE, "17 lists"),
    (with_entry(0, [0, 0]), Fault.BAD_VALUE, "3 numbers are expected"),
    (with_entry(0, [32, 0, 0]), Fault.BAD_VALUE, "kyoku 32"),
    (with_entry(0, [0, -1, 0]), Fault.BAD_VALUE, "-1 is not a whole number"),
    (with_entry(0, [0, "1", 0]), Fault.BAD_VALUE, "'1' is not a whole number"),
    (with_entry(1, [25000, 25000]), Fault.BAD_VALUE, "points at the start: 4 numbers"),
    (with_entry(1, [25000, 25000, 25000, 0.5]), Fault.BAD_VALUE, "0.5 is not a whole number"),
    (with_entry(2, [48]), Fault.BAD_TILES, "indicators: 48 is not a tile"),
    (with_entry(2, [47] * 6), Fault.BAD_VALUE, "indicators: 6 tiles"),
    (with_entry(2, [47, None]), Fault.BAD_TILES, "only the first dora indicator may be unknown"),
    (with_entry(2, [47, 46]), Fault.BAD_VALUE, "2 dora indicators are listed, 1 were turned"),
    (with_entry(7, [*HAND, 47]), Fault.BAD_VALUE, "seat 1: hand: 14 tiles, 13 expected"),
    (with_entry(7, [*HAND[1:], 10]), Fault.BAD_TILES, "seat 1: hand: 10 is not a tile"),
    (with_entry(7, [*HAND[1:], [1]]), Fault.BAD_TILES, "is not a tile"),
    # turns
    (kyoku(([41], [42])), Fault.BAD_TILES, "seat 0: a tile that is not in the hand"),
    (kyoku(([10], [60])), Fault.BAD_TILES, "seat 0: neither a tile nor a call"),
    (kyoku(([None], [60])), Fault.BAD_TILES, "seat 0: neither a tile nor a call"),
    (kyoku(([[41]], [60])), Fault.BAD_VALUE, "seat 0: neither a tile nor a call"),
    (kyoku(([41], [61])), Fault.BAD_TILES, "seat 0: neither a tile nor a call"),
    (kyoku(([41], [0])), Fault.BAD_TILES, "seat 0: neither a tile nor a call"),
    (kyoku(([41], [60, 11])), Fault.BAD_ORDER, "seat 0: answers to no draw or call"),
    (kyoku(([41, 42, 43], [60])), Fault.BAD_ORDER, "seat 0: 2 draws without an answer"),
    (kyoku(([41], [])), Fault.BAD_ORDER, "seat 0 has a draw without an answer"),
    (kyoku(([41], ["r48"])), Fault.BAD_TILES, "seat 0: the discard of the riichi 'r48' is not a tile"),
    (kyoku(([41], ["r42"])), Fault.BAD_TILES, "seat 0: a tile that is not in the hand"),
    (kyoku(([41], [60]), (["p47"], [11])), Fault.BAD_VALUE, "seat 1: call 'p47' must have 3 tiles"),
    (kyoku(([41], [60]), (["x414141"], [11])), Fault.UNKNOWN_CODE, "seat 1: 'x414141' is not a call"),
    (kyoku(([41], [60]), (["414141"], [11])), Fault.UNKNOWN_CODE, "seat 1: '414141' is not a call"),
    (kyoku(([41], [60]), (["4p14141"], [11])), Fault.BAD_VALUE, "one of them after the letter"),
    (kyoku(([41], [60]), (["p414148"], [11])), Fault.BAD_VALUE, "seat 1: call 'p414148'"),
    (kyoku(([41], [60]), (["p414142"], [11])), Fault.BAD_TILES, "do not make such a set"),
    (kyoku(([11], [60]), (["c111214"], [11])), Fault.BAD_TILES, "do not make such a set"),
    (kyoku(([11], [60]), (["12c1113"], [11])), Fault.UNKNOWN_CODE, "points to no player"),
    (kyoku(([11], [60]), (["a11111111"], [11])), Fault.BAD_ORDER, "seat 1: call 'a11111111' takes no discard"),
    (kyoku(([41], [60]), (["p414141"], [11])), Fault.BAD_TILES, "seat 1: a tile that is not in the hand"),
    (kyoku(([11], [60]), (["c111213"], ["r14"])), Fault.BAD_ORDER, "seat 1: a discard from the hand must follow"),
    (kyoku(([11], ["11k111111"])), Fault.BAD_ORDER, "adds to no pon of this player"),
    (kyoku(([11], ["c111213"])), Fault.BAD_ORDER, "seat 0: call 'c111213' is no answer to a draw"),
    (kyoku(([41], ["414141a41"])), Fault.BAD_TILES, "seat 0: a tile that is not in the hand"),
    (kyoku(([41], [60]), ([42], [60]), ([], []), ([44], [60])), Fault.BAD_ORDER, "no order of the turns fits"),
    (
        kyoku(([41], [60]), (["c121113"], [14])),
        Fault.BAD_ORDER,
        "seat 1 calls 2m in its turn 1, but seat 0 discards 1z",
    ),
    # results
    (with_entry(16, []), Fault.MISSING_VALUE, "no result"),
    (with_entry(16, ["不明"]), Fault.TRUNCATED, "不明"),
    (with_entry(16, ["流局", [1000]]), Fault.BAD_VALUE, "payments: 4 numbers"),
    (with_entry(16, ["和了", [0, 0, 0, 0]]), Fault.BAD_VALUE, "a win has payments"),
    (with_entry(16, TSUMO), Fault.BAD_ORDER, "seat 0 must end with a draw"),
    (with_entry(16, ["和了", [0, 0, 0, 0], [0, 2, 0]]), Fault.BAD_ORDER, "end with seat 0, the result says seat 2"),
    (
        with_entry(16, ["和了", [0] * 4, [1, 0, 1], [0] * 4, [2, 3, 2]]),
        Fault.BAD_ORDER,
        "different winners and one source",
    ),
    (with_entry(16, ["和了", [0] * 4, [1, 0, 1], [0] * 4, [1, 0, 1]]), Fault.BAD_ORDER, "different winners"),
    (win(4, 0, 0), Fault.BAD_VALUE, "three seats"),
    (win(0), Fault.BAD_VALUE, "three seats"),
]


UNREAD = [
    (win(0, 0, 0, 3000), Fault.BAD_VALUE, "seat 0: the value of a hand is a text"),
    (win(0, 0, 0, "超満貫8000点"), Fault.UNKNOWN_CODE, "seat 0: the value '超満貫8000点' of a hand has '超満貫'"),
    (win(0, 0, 0, "+2500点"), Fault.UNKNOWN_CODE, "seat 0: the value '+2500点' of a hand has '+'"),
    (win(0, 0, 0, "8000"), Fault.UNKNOWN_CODE, "seat 0: the value '8000'"),
    (win(0, 0, 0, "満貫4000点∀", "流し満貫二(1飜)"), Fault.UNKNOWN_CODE, "seat 0: yaku '流し満貫二(1飜)'"),
    (win(0, 0, 0, "満貫4000点∀", "立直"), Fault.UNKNOWN_CODE, "seat 0: yaku '立直'"),
    (win(0, 0, 0, "満貫4000点∀", 7), Fault.UNKNOWN_CODE, "seat 0: yaku 7"),
    (with_entry(16, ["九種八牌"]), Fault.UNKNOWN_CODE, "result '九種八牌'"),
]
"""Results with words that are not in the vocabulary, which is open."""


@pytest.mark.parametrize(("entries", "fault", "words"), UNREAD)
def test_a_result_with_an_unknown_word_is_kept_and_claims_nothing(entries: Any, fault: Fault, words: str) -> None:
    parsed = parse(game(GOOD, entries, entries, GOOD, sc=[1, 1, 1, 1, 1, 1, 1, 1]))
    ((_, _, error),) = parsed.failures
    assert (error.fault, error.where.kyoku, error.where.source) == (fault, 1, "game.json")
    assert words in error.message
    assert "and more in 1 other kyoku" in error.message
    assert parsed.games.kyoku_start.tolist() == [0, 4]
    assert parsed.games.games.complete.tolist() == [True]
    assert parsed.games.wins.lists_yaku.tolist() == [False] * len(parsed.games.wins.winner)


@pytest.mark.parametrize("word", ["ロン", "和牌", "Win", "胡了"])
def test_a_win_shows_in_its_form(word: str) -> None:
    parsed = parse(game(kyoku(([25], []), result=[word, *TSUMO[1:]])))
    assert [error.fault for *_, error in parsed.failures] == [Fault.UNKNOWN_CODE]
    assert parsed.games.yaku.yaku.tolist() == parse(game(WON)).games.yaku.yaku.tolist()


@pytest.mark.parametrize(("entries", "fault", "words"), FAULTS)
def test_a_faulty_kyoku_is_reported_and_those_before_it_are_kept(entries: Any, fault: Fault, words: str) -> None:
    parsed = parse(game(GOOD, entries, GOOD, sc=[1, 1, 1, 1, 1, 1, 1, 1]))
    ((place, _, error),) = parsed.failures
    assert (place, error.fault, error.where.kyoku, error.where.source) == (0, fault, 1, "game.json")
    assert words in error.message
    assert parsed.games.kyoku_start.tolist() == [0, 1]
    assert parsed.games.games.complete.tolist() == [False]
    assert len(parse(game(entries)).games) == 0


@pytest.mark.parametrize(
    ("keys", "fault", "words"),
    [
        ({"log": None}, Fault.EMPTY_GAME, "no kyoku"),
        ({"log": []}, Fault.EMPTY_GAME, "no kyoku"),
        ({"rule": 3}, Fault.BAD_VALUE, "rule is neither an object"),
        ({"sc": [1, 2, 3]}, Fault.BAD_VALUE, "sc is points and result"),
        ({"sc": ["1"] * 8}, Fault.BAD_VALUE, "points in sc: '1' is not a whole number"),
        ({"sc": [0.5] * 8}, Fault.BAD_VALUE, "points in sc: 0.5 is not a whole number"),
        ({"sc": [1, "1"] * 4}, Fault.BAD_VALUE, "a result in sc is no number"),
        ({"sc": [1, 10**12] * 4}, Fault.BAD_VALUE, "too large"),
    ],
)
def test_a_faulty_header_is_reported(keys: dict[str, Any], fault: Fault, words: str) -> None:
    parsed = parse(game(GOOD, **keys))
    ((_, _, error),) = parsed.failures
    assert (error.fault, words in error.message) == (fault, True)
    assert len(parsed.games.kyoku.wind) == bool(keys.get("log", True))


@pytest.mark.parametrize(
    ("file", "fault", "n_games"),
    [
        (b"", Fault.EMPTY_GAME, 0),
        (b"[]", Fault.EMPTY_GAME, 0),
        (data(game(GOOD))[:-20], Fault.TRUNCATED, 0),
        (data(game(GOOD)) + b"\n" + data(game(GOOD))[:50], Fault.TRUNCATED, 1),
        (data(game(GOOD)) + b"\nnonsense", Fault.BROKEN_MARKUP, 1),
        (data(game(GOOD)).replace(b"41", b"41,,"), Fault.BROKEN_MARKUP, 0),
        (b'{"log": "\xff"}', Fault.BROKEN_MARKUP, 0),
        (b"#json=%7B%22log%22", Fault.BROKEN_MARKUP, 0),
        (b"[" * 100_000, Fault.BROKEN_MARKUP, 0),
        (b"3", Fault.BAD_VALUE, 0),
        (data(game(GOOD)) + b"\n" + data(game(GOOD)).replace(b"25000", b"NaN", 1), Fault.BROKEN_MARKUP, 1),
    ],
)
def test_a_broken_file_is_told_and_the_games_before_it_are_kept(file: bytes, fault: Fault, n_games: int) -> None:
    parsed = json.parse([Source("file", file)])
    assert [error.fault for _, _, error in parsed.failures] == [fault]
    assert len(parsed.games) == n_games


WRONG: list[Callable[[random.Random], Any]] = [
    lambda _: None,
    lambda _: [],
    lambda _: {},
    lambda _: "",
    lambda _: True,
    lambda _: 1e300,
    lambda _: "1" * 5000,
    lambda rng: rng.randint(-(2**40), 2**70),
    lambda rng: rng.choice(["p414141", "c111213", "60", "r", "f44", "和了", "∀"]),
]


def damaged(value: Any, rng: random.Random) -> Any:
    """The value with one part of it changed, somewhere within."""
    if isinstance(value, list | dict) and value and rng.random() < 0.9:
        keys = range(len(value)) if isinstance(value, list) else list(value)
        chosen = rng.choice(keys)
        pairs = [(key, damaged(value[key], rng) if key == chosen else value[key]) for key in keys]
        return [own for _, own in pairs] if isinstance(value, list) else dict(pairs)
    return rng.choice(WRONG)(rng)


def test_damage_of_any_kind_is_a_located_fault_or_another_game() -> None:
    rng = random.Random(6)
    rich = kyoku(
        ([41, 15, 42], ["r60", 60, 60]), ([43, 44], [60, 60]), (["c121113", 45], [14, 60]), ([46], [60]),
        result=["流局", [1000, 1000, -3000, 1000]],
    )  # fmt: skip
    header = {
        "ver": 2.3, "lobby": 0, "sc": [1, 1.5, 1, 1, 1, 1, 1, 1], "dan": ["初段"] * 4, "rate": [1500] * 4,
        "connection": [{"what": 0, "log": 0, "who": 1, "step": 2}],
    }  # fmt: skip
    whole = game(rich, win(0, 0, 0, "満貫4000点∀", "立直(1飜)"), **header)
    for _ in range(3000):
        parsed = json.parse([Source("file", data(damaged(whole, rng)))])
        assert len(parsed.games) + len(parsed.failures) > 0
        assert all(error.where.source for _, _, error in parsed.failures)


def test_a_file_that_ends_within_a_character_or_a_word_keeps_the_games_before() -> None:
    whole = data(game(GOOD), game(GOOD))
    first = whole.index(b"\n") + 1
    cuts = [first + 200, whole.rindex("不".encode()) + 1, whole.rindex("不".encode()), first + len(b'{"ti')]
    for at in cuts:
        parsed = json.parse([Source("cut.json", whole[:at])])
        assert [(len(parsed.games), error.fault) for *_, error in parsed.failures] == [(1, Fault.TRUNCATED)], at
    parsed = json.parse([Source("cut.json", whole[:first] + "全".encode()[:1])])
    assert [(len(parsed.games), error.fault) for *_, error in parsed.failures] == [(1, Fault.TRUNCATED)]


def test_text_that_is_no_utf_8_is_broken() -> None:
    parsed = json.parse([Source("latin.json", data(game(GOOD)).replace("不".encode(), b"\xe9\xe9"))])
    assert [error.fault for *_, error in parsed.failures] == [Fault.BROKEN_MARKUP]
