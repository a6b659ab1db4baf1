"""The turns of one player of a kyoku in Tenhou's JSON: two lists, tiles taken and answers to them, with the hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from mjlog.errors import Fault, LogError
from mjlog.games.build import CallRow, EventRow
from mjlog.games.columns import ABSENT, EventKind
from mjlog.tiles import KIND_OF_TILE, N_TILES, in_order
from parsers.tenhou.json import vocab as words
from parsers.tenhou.json.checked import snippet
from parsers.tenhou.json.turn_order import DRAW, ENDS, GOES_ON, call_of

TILE: Final = 3
"""Place of the tile in an `EventRow`."""
STEP_KINDS: Final = frozenset({EventKind.DRAW, EventKind.DISCARD, *range(EventKind.CHI, EventKind.KITA + 1)})
"""Events that the steps of `connection` count."""
PLAIN, RIICHI, CALL, OPEN_KAN, ANKAN = 0, 1, 2, 4, 8
"""Bits of the marks of a turn."""


def event_row(
    kind: int, seat: int, tile: int = ABSENT, *, from_seat: int = ABSENT, tsumogiri: int = ABSENT
) -> EventRow:
    """A row of `EventColumns`; the copy of the tile is unknown."""
    return int(kind), seat, from_seat, tile, ABSENT, tsumogiri


def _by_code(kind: int, seat: int, tsumogiri: int = ABSENT) -> dict[int, EventRow]:
    return {code: event_row(kind, seat, tile, tsumogiri=tsumogiri) for code, tile in words.TILE_OF_CODE.items()}


_DRAWS: Final = tuple(_by_code(EventKind.DRAW, seat) for seat in range(4))
_DISCARDS: Final = tuple(_by_code(EventKind.DISCARD, seat, 0) for seat in range(4))
_TSUMOGIRI: Final = tuple(
    tuple(event_row(EventKind.DISCARD, seat, tile, tsumogiri=1) for tile in range(N_TILES)) for seat in range(4)
)


class Turns(NamedTuple):
    """The turns of one player: the first four lists have an entry for each turn."""

    begins: list[int]
    """`turn_order.DRAW` or `turn_order.call_of`."""
    ends: list[int]
    """The tile discarded, or `turn_order.GOES_ON` or `ENDS`."""
    events: list[tuple[EventRow, ...]]
    marks: list[int]
    calls: dict[int, CallRow]
    """By the place of the turn, which has one at most; their `event` is set when the order of the turns is known."""
    hand: list[int]
    """The concealed tiles after the last turn."""


@lru_cache(maxsize=1 << 14)
def _parsed_call(text: str) -> tuple[EventKind, int, int, tuple[int, ...]]:
    """Kind, seats from the caller to the discarder, tile after the letter, and the other tiles sorted."""
    place = next((n for n, letter in enumerate(text) if not letter.isdecimal()), len(text))
    kind = words.CALL_LETTERS.get(text[place : place + 1])
    digits = text[:place] + text[place + 1 :]
    if kind is None or not digits.isascii() or not digits.isdecimal():
        raise LogError(Fault.UNKNOWN_CODE, f"{text!r} is not a call")
    tiles = [words.TILE_OF_CODE.get(int(digits[n : n + 2]), ABSENT) for n in range(0, len(digits), 2)]
    n_tiles = words.N_TILES_OF_CALL[kind]
    if place % 2 or len(tiles) != n_tiles or place // 2 >= n_tiles or ABSENT in tiles:
        raise LogError(Fault.BAD_VALUE, f"call {text!r} must have {n_tiles} tiles, one of them after the letter")
    tile = tiles.pop(place // 2)
    others = tuple(in_order(tiles))
    if not _is_set(kind, [tile, *others]):
        raise LogError(Fault.BAD_TILES, f"the tiles of call {text!r} do not make such a set")
    towards = words.PLACES_OF_LETTER[kind].get(place, ABSENT) if kind in words.PLACES_OF_LETTER else 0
    if towards == ABSENT:
        raise LogError(Fault.UNKNOWN_CODE, f"the place of the letter in call {text!r} points to no player")
    return kind, towards, tile, others


def _is_set(kind: EventKind, tiles: list[int]) -> bool:
    """Whether the tiles make a set of that kind."""
    kinds = sorted(KIND_OF_TILE[tile] for tile in tiles)
    if kind == EventKind.CHI:
        return kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2] and kinds[0] % 9 < 7 and kinds[0] < 27
    return len(set(kinds)) == 1 and (kind != EventKind.KITA or kinds == [30])


def turns_of(seat: int, dealt: list[int], incoming: list[Any], outgoing: list[Any]) -> Turns:
    """The turns of a player, each tile followed from the hand to the river; raises LogError with the seat."""
    player = _Player(seat, dealt, outgoing)
    try:
        for token in incoming:
            player.token = token
            drawn = player.draws.get(token)
            if drawn is None:
                player.call(token)
            else:
                player.draw(drawn)
    except LogError as error:
        raise LogError(error.fault, f"seat {seat}: {error.message}", error.raw or snippet(player.token)) from None
    except TypeError:
        raise LogError(Fault.BAD_VALUE, f"seat {seat}: neither a tile nor a call", snippet(player.token)) from None
    except ValueError:
        raise LogError(Fault.BAD_TILES, f"seat {seat}: a tile that is not in the hand", snippet(player.token)) from None
    left_over = [token for token in player.answers if token != words.NO_DISCARD]
    if left_over:
        raise LogError(Fault.BAD_ORDER, f"seat {seat}: answers to no draw or call", snippet(left_over))
    ends = player.turns.ends
    if ENDS in ends[:-1]:
        raise LogError(Fault.BAD_ORDER, f"seat {seat}: {ends.count(ENDS)} draws without an answer", snippet(incoming))
    return player.turns


class _PartialHand(list[int]):
    """A hand that lacks some of the tiles dealt; a tile that is not in it is one of these."""

    def __init__(self, dealt: list[int]) -> None:
        super().__init__(tile for tile in dealt if tile != ABSENT)
        self.n_missing = dealt.count(ABSENT)

    def remove(self, tile: int) -> None:
        if tile in self or not self.n_missing:
            super().remove(tile)
        else:
            self.n_missing -= 1


class _Player:
    """A player whose turns are read; a tile that is not in the hand is a ValueError."""

    def __init__(self, seat: int, dealt: list[int], outgoing: list[Any]) -> None:
        self.seat = seat
        self.draws, self.discards, self.tsumogiri = _DRAWS[seat], _DISCARDS[seat], _TSUMOGIRI[seat]
        self.turns = Turns([], [], [], [], {}, _PartialHand(dealt) if ABSENT in dealt else dealt.copy())
        self.answers: Iterator[Any] = iter(outgoing)
        self.token: Any = None
        """The last entry read of either list."""

    def answer(self) -> Any:
        """The next answer, None after the last."""
        self.token = next(self.answers, None)
        return self.token

    def end_turn(self, end: int, events: tuple[EventRow, ...], mark: int = PLAIN) -> None:
        _, ends, of_turn, marks, _, _ = self.turns
        ends.append(end)
        of_turn.append(events)
        marks.append(mark)

    def draw(self, drawn: EventRow) -> None:
        """A turn that begins with a draw."""
        begins, _, _, _, _, hand = self.turns
        begins.append(DRAW)
        token = self.answer()
        tile = drawn[TILE]
        if token == words.TSUMOGIRI:
            self.end_turn(tile, (drawn, self.tsumogiri[tile]))
            return
        hand.append(tile)
        discarded = self.discards.get(token)
        if discarded is not None:
            tile = discarded[TILE]
            hand.remove(tile)
            self.end_turn(tile, (drawn, discarded))
        elif token is None:
            self.end_turn(ENDS, (drawn,))
        elif not isinstance(token, str):
            raise LogError(Fault.BAD_TILES, "neither a tile nor a call")
        elif token.startswith(words.RIICHI_LETTER):
            self.riichi(token, drawn)
        else:
            self.kan(token, drawn)

    def call(self, token: Any) -> None:
        """A turn that begins with a chi, pon or daiminkan."""
        if not isinstance(token, str):
            raise LogError(Fault.BAD_TILES, "neither a tile nor a call")
        kind, towards, tile, others = _parsed_call(token)
        if kind > EventKind.DAIMINKAN:
            raise LogError(Fault.BAD_ORDER, f"call {token!r} takes no discard")
        from_seat = (self.seat + towards) % 4
        hand = self.turns.hand
        for other in others:
            hand.remove(other)
        self.turns.calls[len(self.turns.marks)] = CallRow(ABSENT, int(kind), self.seat, from_seat, (tile, *others))
        self.turns.begins.append(call_of(tile, from_seat))
        called = event_row(kind, self.seat, tile, from_seat=from_seat)
        if kind == EventKind.DAIMINKAN:
            self.end_turn(GOES_ON, (called,), CALL | OPEN_KAN)
            self.token = token = next(self.answers, words.NO_DISCARD)
            if token != words.NO_DISCARD:  # some logs leave it out
                self.answers = chain([token], self.answers)
            return
        discarded = self.discards.get(self.answer())
        if discarded is None:
            raise LogError(Fault.BAD_ORDER, "a discard from the hand must follow a chi or pon")
        hand.remove(discarded[TILE])
        self.end_turn(discarded[TILE], (called, discarded), CALL)

    def riichi(self, token: str, drawn: EventRow) -> None:
        """The answer to a draw is a riichi."""
        code = int(token[1:]) if len(token) == 3 and token[1:].isdecimal() else ABSENT
        if code == words.TSUMOGIRI:
            discarded = self.tsumogiri[drawn[TILE]]
        elif code in self.discards:
            discarded = self.discards[code]
        else:
            raise LogError(Fault.BAD_TILES, f"the discard of the riichi {token!r} is not a tile")
        self.turns.hand.remove(discarded[TILE])
        self.end_turn(discarded[TILE], (drawn, event_row(EventKind.RIICHI, self.seat), discarded), RIICHI)

    def kan(self, token: str, drawn: EventRow) -> None:
        """The answer to a draw is an ankan, a kakan or a north."""
        kind, _, tile, others = _parsed_call(token)
        from_seat, mark = ABSENT, CALL
        tiles: tuple[int, ...] = (tile,)
        from_hand = tiles
        if kind == EventKind.ANKAN:
            tiles = from_hand = tuple(in_order((tile, *others)))
            mark |= ANKAN
        elif kind == EventKind.KAKAN:
            pon = next((call for call in self.turns.calls.values() if is_pon_of(call, tile)), None)
            if pon is None:
                raise LogError(Fault.BAD_ORDER, f"the kan {token!r} adds to no pon of this player")
            from_seat, tiles = pon.from_seat, (tile, *pon.tiles)
            mark |= OPEN_KAN
        elif kind != EventKind.KITA:
            raise LogError(Fault.BAD_ORDER, f"call {token!r} is no answer to a draw")
        for used in from_hand:
            self.turns.hand.remove(used)
        self.turns.calls[len(self.turns.marks)] = CallRow(ABSENT, int(kind), self.seat, from_seat, tiles)
        self.end_turn(GOES_ON, (drawn, event_row(kind, self.seat, tiles[0])), mark)


def is_pon_of(call: CallRow, tile: int) -> bool:
    """Whether a call is a pon of the kind of a tile."""
    return call.kind == EventKind.PON and KIND_OF_TILE[call.tiles[0]] == KIND_OF_TILE[tile]
