"""The result of a kyoku in Tenhou's JSON: the words of wins and draws → rows of the columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any, Final, NamedTuple

from mjlog.errors import Fault, LogError
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.rules.ruleset import RuleSet
from mjlog.tiles import in_order
from parsers.tenhou.json import vocab as words
from parsers.tenhou.json.checked import MAX_POINTS, snippet
from parsers.tenhou.json.turns import Call, Turns, is_pon_of

MANGAN_BASE: Final = 2000
"""Fu times 2 to the power of han + 2 from here on is a mangan at least; who shows fu and han may not say so."""


class Win(NamedTuple):
    """A row of `wins` and its rows of `yaku`."""

    winner: int
    from_seat: int
    pao: int
    tile: int
    hand: list[int]
    calls: list[int]
    fu: int
    points: int
    limit: int
    sticks: int
    ura: list[int]
    before: list[int]
    payments: list[int]
    yaku: list[tuple[int, int, int]]
    """Row of the table, han, Tenhou's number."""


class Draw(NamedTuple):
    """A row of `draws`."""

    sticks: int
    revealed: list[int]
    """1, 0 or ABSENT for each of four seats."""
    hands: list[list[int]]
    """Of each seat; empty if not shown."""
    before: list[int]
    payments: list[int]


def result_of(raw: list[Any]) -> tuple[Result, str]:
    """How the kyoku ended, and the log's word for it."""
    word = raw[0] if raw else None
    if not isinstance(word, str):
        raise LogError(Fault.MISSING_VALUE, "the kyoku has no result", snippet(raw))
    if word in words.WIN_WORDS:
        if len(raw) < 3 or len(raw) % 2 == 0:
            raise LogError(Fault.BAD_VALUE, "a win has payments and a list of who won what", snippet(raw))
        return Result.WIN, word
    if word == words.UNKNOWN_RESULT:
        raise LogError(Fault.TRUNCATED, f"the result is {word} (unknown): the kyoku breaks off", snippet(raw))
    if word not in words.DRAW_WORDS:
        raise LogError(Fault.UNKNOWN_CODE, f"result {word!r} is not in the vocabulary", snippet(raw))
    return words.DRAW_WORDS[word], word


def seats_of_win(raw: Any, players: int) -> tuple[int, int]:
    """Winner and who pays."""
    if not isinstance(raw, list) or len(raw) < 3 or not all(type(n) is int and 0 <= n < players for n in raw[:3]):
        raise LogError(
            Fault.BAD_VALUE, "a win begins with three seats: who won, from whom, who is liable", snippet(raw)
        )
    return raw[0], raw[1]


def win_of(
    detail: list[Any], turns: Sequence[Turns], last_tile: int, calls: Sequence[Call], before: list[int],
    payments: list[int], sticks: int, ura: list[int], rules: RuleSet,
) -> Win:  # fmt: skip
    """A win from its detail: winner, from whom, who is liable, and where told the value and the yaku."""
    winner, from_seat, pao, *claims = detail
    by_tsumo = from_seat == winner
    hand = turns[winner].hand if by_tsumo else [*turns[winner].hand, last_tile]
    fu = points = limit = ABSENT
    if claims:
        fu, points, limit = _value(claims[0], winner, rules.players)
    return Win(
        winner=winner,
        from_seat=ABSENT if by_tsumo else from_seat,
        pao=ABSENT if pao == winner else pao,
        tile=last_tile,
        hand=in_order(hand),
        calls=_sets(calls, winner),
        fu=fu,
        points=points,
        limit=limit,
        sticks=sticks,
        ura=ura,
        before=before,
        payments=payments,
        yaku=[_yaku(entry, winner) for entry in claims[1:]],
    )


def _sets(calls: Sequence[Call], seat: int) -> list[int]:
    """Places of a player's sets and norths, the newest first; a kakan in the place of its pon."""
    places: list[int] = []
    for place, call in enumerate(calls):
        if call.seat != seat:
            continue
        if call.kind == EventKind.KAKAN:
            pon = next(n for n, own in enumerate(places) if is_pon_of(calls[own], call.tiles[0]))
            places[pon] = place
        else:
            places.insert(0, place)
    return places


@lru_cache(maxsize=1 << 12)
def _value_of(text: str, players: int) -> tuple[int, int, int]:
    """Fu, points and limit."""
    found = words.POINTS.fullmatch(text)
    limit = words.LIMIT_WORDS.get(found["limit"].strip()) if found else None
    if found is None or limit is None:
        word = found["limit"] if found else text
        raise LogError(Fault.UNKNOWN_CODE, f"the value {text!r} of a hand has {word!r}, which is not in the vocabulary")
    each, dealer = int(found["each"]), found["dealer"]
    points = each
    if dealer is not None:
        points = each * (players - 2) + int(dealer)
    elif found["all"]:
        points = each * (players - 1)
    if points > MAX_POINTS:
        raise LogError(Fault.BAD_VALUE, f"a hand of {points} points is not to be had", text)
    fu = int(found["fu"]) if found["fu"] else ABSENT
    below_mangan = fu != ABSENT and fu << int(found["han"]) + 2 < MANGAN_BASE
    told = found["limit"] or below_mangan
    return fu, points, int(limit) if told else ABSENT


def _value(text: Any, winner: int, players: int) -> tuple[int, int, int]:
    if not isinstance(text, str):
        raise LogError(Fault.BAD_VALUE, f"seat {winner}: the value of a hand is a text", snippet(text))
    try:
        return _value_of(text, players)
    except LogError as error:
        raise LogError(error.fault, f"seat {winner}: {error.message}", error.raw or text) from None


@lru_cache(maxsize=1 << 12)
def _yaku_of(text: str) -> tuple[int, int, int] | None:
    found = words.YAKU_ENTRY.fullmatch(text)
    known = words.YAKU_OF_NAME.get(found["name"].lower()) if found else None
    if found is None or known is None:
        return None
    return known[0], int(found["han"]) if found["han"] else ABSENT, known[1]


def _yaku(text: Any, winner: int) -> tuple[int, int, int]:
    yaku = _yaku_of(text) if isinstance(text, str) else None
    if yaku is None:
        raise LogError(Fault.UNKNOWN_CODE, f"seat {winner}: yaku {text!r} is not in the vocabulary", snippet(text))
    return yaku


def revealed(
    result: Result, word: str, payments: Sequence[int], last_seat: int, in_riichi: AbstractSet[int], players: int
) -> list[int]:
    """Which seats show their hand at a draw, 1 or 0, by all that decides it; ABSENT where nothing does.

    Nobody pays when all or none are tenpai, nor for it at a nagashi mangan; a riichi shows that its hand is.
    """
    shows: Callable[[int], int]
    if result == Result.KYUUSHU_KYUUHAI:
        shows = last_seat.__eq__
    elif result == Result.SUUCHA_RIICHI or word == words.ALL_TENPAI:
        shows = range(players).__contains__
    elif result == Result.SANCHAHOU:
        shows = last_seat.__ne__
    elif result not in (Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN) or word == words.NONE_TENPAI:
        shows = frozenset[int]().__contains__
    elif result == Result.EXHAUSTIVE_DRAW and any(payments):
        shows = [gain > 0 for gain in payments].__getitem__
    elif result == Result.EXHAUSTIVE_DRAW and in_riichi:
        shows = range(players).__contains__
    else:

        def shows(seat: int) -> int:
            return 1 if seat in in_riichi else ABSENT

    return [int(shows(seat)) for seat in range(players)] + [0] * (4 - players)


def shown_hands(turns: Sequence[Turns], shown: Sequence[int]) -> list[list[int]]:
    """The hands of the seats that show theirs, which the format does not tell; empty for the others."""
    return [in_order(own.hand) if shown[seat] == 1 else [] for seat, own in enumerate(turns)]
