"""The turns of one player of a kyoku in Tenhou's JSON: two lists, taken and answered, each tile followed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from mjlog.errors import Fault, LogError
from mjlog.games.columns import ABSENT, EventKind
from mjlog.tiles import KIND_OF_TILE, N_TILES, in_order
from parsers.tenhou.json import vocab as words
from parsers.tenhou.json.checked import snippet
from parsers.tenhou.json.turn_order import DRAW, ENDS, GOES_ON, call_of

TILE_SHIFT: Final = 16
"""Events are numbers until they are columns: kind, seat + 1, from_seat + 1, tsumogiri + 1, then tile + 1."""


def packed(kind: int, seat: int, tile: int = ABSENT, *, from_seat: int = ABSENT, tsumogiri: int = ABSENT) -> int:
    """An event as one number."""
    return kind | seat + 1 << 4 | from_seat + 1 << 8 | tsumogiri + 1 << 12 | tile + 1 << TILE_SHIFT


def _by_code(kind: int, seat: int, tsumogiri: int = ABSENT) -> dict[int, int]:
    return {code: packed(kind, seat, tile, tsumogiri=tsumogiri) for code, tile in words.TILE_OF_CODE.items()}


_DRAWS: Final = tuple(_by_code(EventKind.DRAW, seat) for seat in range(4))
_DISCARDS: Final = tuple(_by_code(EventKind.DISCARD, seat, 0) for seat in range(4))
_TSUMOGIRI: Final = tuple(
    {tile: packed(EventKind.DISCARD, seat, tile, tsumogiri=1) for tile in range(N_TILES)} for seat in range(4)
)
STEP_KINDS: Final = frozenset({EventKind.DRAW, EventKind.DISCARD, *range(EventKind.CHI, EventKind.KITA + 1)})
"""Events the steps of `connection` count."""
PLAIN, RIICHI, CALLS, KAN, ANKAN = 0, 1, 2, 4, 8
"""Marks of a turn, bits: nothing to look after, riichi declared, a row of `calls`, an open kan, a closed one."""


class Call(NamedTuple):
    """A row of `calls`; `event` is set when the order of the turns is known."""

    event: int
    kind: int
    seat: int
    from_seat: int
    tiles: tuple[int, ...]


class Turns(NamedTuple):
    """The turns of one player, and what is left in hand."""

    takes: list[int]
    leaves: list[int]
    events: list[tuple[int, ...]]
    marks: list[int]
    calls: dict[int, Call]
    """By the place of the turn, which has one at most."""
    hand: list[int]


@lru_cache(maxsize=1 << 14)
def _call(text: str) -> tuple[int, int, int, tuple[int, ...]]:
    """Kind, how many seats on the discarder sits, tile behind the letter, and the other tiles sorted as copies."""
    place = next((n for n, letter in enumerate(text) if not letter.isdecimal()), len(text))
    kind = words.CALL_LETTERS.get(text[place : place + 1])
    digits = text[:place] + text[place + 1 :]
    if kind is None or not digits.isascii() or not digits.isdecimal():
        raise LogError(Fault.UNKNOWN_CODE, f"{text!r} is no call")
    tiles = [words.TILE_OF_CODE.get(int(digits[n : n + 2]), ABSENT) for n in range(0, len(digits), 2)]
    n_tiles = words.N_TILES_OF_CALL[kind]
    if place % 2 or len(tiles) != n_tiles or place // 2 >= n_tiles or ABSENT in tiles:
        raise LogError(Fault.BAD_VALUE, f"call {text!r} has not {n_tiles} tiles, one of them behind the letter")
    tile = tiles.pop(place // 2)
    others = tuple(in_order(tiles))
    kinds = sorted(KIND_OF_TILE[own] for own in (tile, *others))
    towards = words.PLACES_OF_LETTER[kind].get(place, ABSENT) if kind in words.PLACES_OF_LETTER else 0
    if kind == EventKind.CHI:
        fits = kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2] and kinds[0] % 9 < 7 and kinds[0] < 27
    else:
        fits = len(set(kinds)) == 1 and (kind != EventKind.KITA or kinds == [30])
    if not fits:
        raise LogError(Fault.BAD_TILES, f"the tiles of call {text!r} are no such set")
    if towards == ABSENT:
        raise LogError(Fault.UNKNOWN_CODE, f"the place of the letter in call {text!r} points at no player")
    return int(kind), towards, tile, others


def turns_of(seat: int, dealt: list[int], incoming: list[Any], outgoing: list[Any]) -> Turns:
    """The turns of a player, each tile followed from hand to river."""
    turns = Turns([], [], [], [], {}, dealt.copy())
    takes, leaves, events, marks, calls, hand = turns
    draws, discards, passed_on = _DRAWS[seat], _DISCARDS[seat], _TSUMOGIRI[seat]
    answers = iter(outgoing)
    token: Any = None
    try:
        for token in incoming:
            drawn = draws.get(token)
            if drawn is None:
                _take_call(token, turns, seat)
                if calls[len(marks)].kind == EventKind.DAIMINKAN:
                    leaves.append(GOES_ON)
                    marks.append(CALLS | KAN)
                    token = next(answers, words.NO_DISCARD)
                    if token != words.NO_DISCARD:
                        answers = iter([token, *answers])
                    continue
                token = next(answers, None)
                discarded = discards.get(token)
                if discarded is None:
                    raise LogError(Fault.BAD_ORDER, "a discard from the hand must follow a chi or pon")
                tile = (discarded >> TILE_SHIFT) - 1
                hand.remove(tile)
                leaves.append(tile)
                events[-1] += (discarded,)
                marks.append(CALLS)
                continue
            takes.append(DRAW)
            token = next(answers, None)
            tile = (drawn >> TILE_SHIFT) - 1
            if token == words.TSUMOGIRI:
                leaves.append(tile)
                events.append((drawn, passed_on[tile]))
                marks.append(PLAIN)
                continue
            hand.append(tile)
            discarded = discards.get(token)
            if discarded is not None:
                tile = (discarded >> TILE_SHIFT) - 1
                hand.remove(tile)
                leaves.append(tile)
                events.append((drawn, discarded))
                marks.append(PLAIN)
            elif token is None:
                leaves.append(ENDS)
                events.append((drawn,))
                marks.append(PLAIN)
            else:
                _answer(token, drawn, turns, seat)
    except LogError as error:
        raise LogError(error.fault, f"seat {seat}: {error.message}", error.raw or snippet(token)) from None
    except TypeError:
        raise LogError(Fault.BAD_VALUE, f"seat {seat}: this is neither a tile nor a call", snippet(token)) from None
    except ValueError:
        raise LogError(Fault.BAD_TILES, f"seat {seat}: a tile that is not in the hand", snippet(token)) from None
    left_over = [token for token in answers if token != words.NO_DISCARD]
    if left_over:
        raise LogError(Fault.BAD_ORDER, f"seat {seat}: answers to no draw or call", snippet(left_over))
    if ENDS in leaves[:-1]:
        raise LogError(Fault.BAD_ORDER, f"seat {seat}: {leaves.count(ENDS)} draws without an answer", snippet(incoming))
    return turns


def _take_call(token: Any, turns: Turns, seat: int) -> None:
    """A chi, pon or daiminkan."""
    if not isinstance(token, str):
        raise LogError(Fault.BAD_TILES, "this is neither a tile nor a call")
    kind, towards, tile, others = _call(token)
    if kind > EventKind.DAIMINKAN:
        raise LogError(Fault.BAD_ORDER, f"call {token!r} takes no discard")
    from_seat = (seat + towards) % 4
    for own in others:
        turns.hand.remove(own)
    turns.calls[len(turns.marks)] = Call(ABSENT, kind, seat, from_seat, (tile, *others))
    turns.takes.append(call_of(tile, from_seat))
    turns.events.append((packed(kind, seat, tile, from_seat=from_seat),))


def _answer(token: Any, drawn: int, turns: Turns, seat: int) -> None:
    """A riichi, a kan or a north after a draw, which is in the hand."""
    _, leaves, events, marks, calls, hand = turns
    if not isinstance(token, str):
        raise LogError(Fault.BAD_TILES, "this is neither a tile nor a call")
    if token.startswith(words.RIICHI_LETTER):
        code = int(token[1:]) if len(token) == 3 and token[1:].isdecimal() else ABSENT
        if code == words.TSUMOGIRI:
            tile = (drawn >> TILE_SHIFT) - 1
            discarded = _TSUMOGIRI[seat][tile]
        elif code in words.TILE_OF_CODE:
            tile, discarded = words.TILE_OF_CODE[code], _DISCARDS[seat][code]
        else:
            raise LogError(Fault.BAD_TILES, f"the discard of the riichi {token!r} is not a tile")
        hand.remove(tile)
        leaves.append(tile)
        events.append((drawn, packed(EventKind.RIICHI, seat), discarded))
        marks.append(RIICHI)
        return
    kind, _, tile, others = _call(token)
    if kind == EventKind.KITA:
        call = Call(ABSENT, kind, seat, ABSENT, (tile,))
        hand.remove(tile)
        mark = CALLS
    elif kind == EventKind.ANKAN:
        call = Call(ABSENT, kind, seat, ABSENT, tuple(in_order((tile, *others))))
        for own in call.tiles:
            hand.remove(own)
        mark = CALLS | ANKAN
    elif kind == EventKind.KAKAN:
        pon = next((own for own in calls.values() if is_pon_of(own, tile)), None)
        if pon is None:
            raise LogError(Fault.BAD_ORDER, f"the kan {token!r} adds to no pon of this player")
        call = Call(ABSENT, kind, seat, pon.from_seat, (tile, *pon.tiles))
        hand.remove(tile)
        mark = CALLS | KAN
    else:
        raise LogError(Fault.BAD_ORDER, f"call {token!r} is no answer to a draw")
    calls[len(marks)] = call
    leaves.append(GOES_ON)
    events.append((drawn, packed(kind, seat, call.tiles[0])))
    marks.append(mark)


def is_pon_of(call: Call, tile: int) -> bool:
    """Whether a call is a pon of that kind."""
    return call.kind == EventKind.PON and KIND_OF_TILE[call.tiles[0]] == KIND_OF_TILE[tile]
