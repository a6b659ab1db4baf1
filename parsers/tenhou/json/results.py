"""The result of a kyoku in Tenhou's JSON: the words of wins and draws → values of the columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any

from mjlog.errors import Fault, LogError
from mjlog.games.build import CallRow, RecordedWin, YakuRow
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.rules.points import MANGAN, MOST_POINTS
from mjlog.tiles import in_order
from parsers.tenhou.json import vocab as words
from parsers.tenhou.json.checked import snippet
from parsers.tenhou.json.turns import Turns, is_pon_of


def result_of(raw: list[Any]) -> tuple[Result | None, str]:
    """How the kyoku ended, and the log's word for it; None for a draw of a kind that the word does not name."""
    word = raw[0] if raw else None
    if not isinstance(word, str):
        raise LogError(Fault.MISSING_VALUE, "the kyoku has no result", snippet(raw))
    if word == words.UNKNOWN_RESULT:
        raise LogError(Fault.TRUNCATED, f"the result is {word} (unknown): the kyoku breaks off", snippet(raw))
    if word in words.WIN_WORDS or (word not in words.DRAW_WORDS and len(raw) > 2):
        if len(raw) < 3 or len(raw) % 2 == 0:
            raise LogError(Fault.BAD_VALUE, "a win has payments and a list that begins with three seats", snippet(raw))
        return Result.WIN, word
    return words.DRAW_WORDS.get(word), word


def unknown_word(word: str) -> LogError | None:
    """The error of a result whose word is not in the vocabulary; its kind follows from its form or the play."""
    if word in words.WIN_WORDS or word in words.DRAW_WORDS:
        return None
    return LogError(Fault.UNKNOWN_CODE, f"result {word!r} is not in the vocabulary; its kind is inferred")


def detail_of(raw: Any, players: int) -> list[Any]:
    """A win: winner, discarder (the winner again after a tsumo), liable player (the winner if none), value and yaku.

    Transcriptions leave out the liable player, and put an empty text for a value that they do not know.
    """
    detail = raw.copy() if isinstance(raw, list) else []
    if len(detail) == 2 or (len(detail) > 2 and (detail[2] is None or isinstance(detail[2], str))):
        detail[2:3] = [detail[0], *(text for text in detail[2:3] if text is not None)]
    if len(detail) < 3 or not all(type(n) is int and 0 <= n < players for n in detail[:3]):
        raise LogError(Fault.BAD_VALUE, "a win begins with three seats: winner, discarder, liable player", snippet(raw))
    return detail[:3] + detail[3:4] + [yaku for yaku in detail[4:] if yaku != ""]


def win_of(
    detail: list[Any],
    turns: Sequence[Turns],
    tile: int,
    calls: Sequence[CallRow],
    indicators: Sequence[int],
    ura: Sequence[int] | None,
) -> tuple[RecordedWin, LogError | None]:
    """A win from its detail: winner, discarder, liable seat and, if recorded, the value and the yaku.

    `ura` is None if the log does not record them. The lists of words are open: a value, or yaku, with an unknown word
    claim nothing, and the error says so.
    """
    winner, from_seat, pao, *claims = detail
    by_tsumo = from_seat == winner
    hand = turns[winner].hand if by_tsumo else [*turns[winner].hand, tile]
    (han, fu, points, limit), yaku, error = _claims(claims, winner, len(turns))
    win = RecordedWin(
        winner=winner,
        from_seat=ABSENT if by_tsumo else from_seat,
        pao=ABSENT if pao == winner else pao,
        tile=tile,
        hand=in_order(hand),
        calls=_melds(calls, winner),
        dora_indicators=indicators,
        ura_indicators=ura or (),
        han=han,
        fu=fu,
        points=points,
        limit=limit,
        yaku=yaku,
        lists_yaku=bool(yaku),
        lists_ura=ura is not None,
    )
    return win, error


def _claims(
    claims: Sequence[Any], winner: int, players: int
) -> tuple[tuple[int, int, int, int], list[YakuRow], LogError | None]:
    """The value of a hand and its yaku, as far as they can be read, and the first error."""
    value, yaku, error = (ABSENT,) * 4, list[YakuRow](), None
    try:
        if claims and claims[0] is not None and claims[0] != "":
            value = _value(claims[0], winner, players)
    except LogError as unread:
        error = unread
    try:
        yaku = [_yaku(entry, winner) for entry in claims[1:]]
    except LogError as unread:
        error = error or unread
    return value, yaku, error


def _melds(calls: Sequence[CallRow], seat: int) -> list[int]:
    """Places of a player's melds and norths, the newest first; a kakan takes the place of its pon."""
    places: list[int] = []
    for place, call in enumerate(calls):
        if call.seat != seat:
            continue
        if call.kind == EventKind.KAKAN:
            pon = next(n for n, meld in enumerate(places) if is_pon_of(calls[meld], call.tiles[0]))
            places[pon] = place
        else:
            places.insert(0, place)
    return places


@lru_cache(maxsize=1 << 12)
def _value_of(text: str, players: int) -> tuple[int, int, int, int]:
    """Han, fu, points and limit."""
    parts = words.POINTS.fullmatch(text)
    word = parts["limit"].strip() if parts else text
    limit = words.LIMIT_WORDS.get(word)
    if parts is None or limit is None:
        raise LogError(Fault.UNKNOWN_CODE, f"the value {text!r} of a hand has {word!r}, which is not in the vocabulary")
    each, dealer = int(parts["each"]), parts["dealer"]
    points = each
    if dealer is not None:
        points = each * (players - 2) + int(dealer)
    elif parts["all"]:
        points = each * (players - 1)
    if points > MOST_POINTS:
        raise LogError(Fault.BAD_VALUE, f"a hand of {points} points is impossible", text)
    han, fu = (int(parts["han"]), int(parts["fu"])) if parts["fu"] else (ABSENT, ABSENT)
    below_mangan = fu != ABSENT and fu << han + 2 < MANGAN
    # a log that shows fu and han of a mangan or more may leave out its name
    return han, fu, points, int(limit) if word or below_mangan else ABSENT


def _value(text: Any, winner: int, players: int) -> tuple[int, int, int, int]:
    if not isinstance(text, str):
        raise LogError(Fault.BAD_VALUE, f"seat {winner}: the value of a hand is a text", snippet(text))
    try:
        return _value_of(text, players)
    except LogError as error:
        raise LogError(error.fault, f"seat {winner}: {error.message}", error.raw or text) from None


@lru_cache(maxsize=1 << 12)
def _yaku_of(text: str) -> YakuRow | None:
    entry = words.YAKU_ENTRY.fullmatch(text)
    known = words.YAKU_OF_NAME.get(entry["name"].lower()) if entry else None
    if entry is None or known is None:
        return None
    row, code = known
    return YakuRow(row, int(entry["han"]) if entry["han"] else ABSENT, code)


def _yaku(text: Any, winner: int) -> YakuRow:
    yaku = _yaku_of(text) if isinstance(text, str) else None
    if yaku is None:
        raise LogError(Fault.UNKNOWN_CODE, f"seat {winner}: yaku {text!r} is not in the vocabulary", snippet(text))
    return yaku


def revealed(
    result: Result, word: str, payments: Sequence[int], last_seat: int, in_riichi: AbstractSet[int], players: int
) -> list[int]:
    """Which seats show their hand at a draw, 1 or 0; ABSENT where nothing in the log decides it.

    Payments decide it unless all or none are tenpai, or somebody has a nagashi mangan. A seat in riichi is tenpai.
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
    """The hands of the seats that show theirs, which the format does not record; empty for the others."""
    return [in_order(own.hand) if shown[seat] == 1 else [] for seat, own in enumerate(turns)]
