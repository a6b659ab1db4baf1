"""The table as text: pictures of tiles from Unicode, or their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, assert_never

from mjlog.display.layout import Laid, laid, names_of, state_before
from mjlog.games.batch import KyokuView
from mjlog.games.claims import ClaimedWin
from mjlog.games.events import (
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    DoraIndicator,
    Draw,
    Event,
    Kakan,
    Kita,
    Left,
    OpenSet,
    Pon,
    Returned,
    Riichi,
    RiichiAccepted,
)
from mjlog.kyoku.state import KyokuState, RiverTile
from mjlog.seats import WINDS, seat_wind
from mjlog.tiles import KIND_OF_TILE, RED_FIVES, name_of, to_mpsz

Style = Literal["unicode", "mpsz"]
"""Tiles as pictures, which not every terminal has, or as names."""

AROUND: Final = 4
"""Events shown before and after the one in question."""
MARKS: Final = "river: 1m. drawn and discarded, [1m] declares riichi, (1m) called; sets: <1m> the called tile"
RED_DRAGON: Final = 33


def tile_text(tile: int, style: Style = "unicode") -> str:
    """A tile; the picture of a red five is that of its five, so it has a `*` behind it.

    >>> tile_text(34), tile_text(34, "mpsz")
    ('🀋*', '0m')
    """
    if style == "mpsz":
        return name_of(tile, "mpsz")
    text_not_emoji = "\ufe0e" if tile == RED_DRAGON else ""
    return name_of(tile, "unicode") + text_not_emoji + "*" * (tile in RED_FIVES)


def hand_text(tiles: Iterable[int], style: Style = "unicode") -> str:
    """Concealed tiles in order of kinds: pictures with their names behind, or names alone."""
    ordered = sorted(tiles, key=order)
    names = to_mpsz(ordered)
    return names if style == "mpsz" else f"{''.join(tile_text(tile) for tile in ordered)}  {names}"


def order(tile: int) -> tuple[int, int]:
    """The place of a tile in a sorted hand."""
    return KIND_OF_TILE[tile], tile


def river_text(river: Iterable[RiverTile], style: Style = "unicode") -> str:
    """Discards with their marks (see `MARKS`).

    >>> river_text([RiverTile(27, True, True, 2), RiverTile(0, False, False)], "mpsz")
    '([1z.]) 1m'
    """
    return " ".join(_discard_text(discard, style) for discard in river)


def _discard_text(discard: RiverTile, style: Style) -> str:
    text = tile_text(discard.tile, style) + "." * bool(discard.tsumogiri)
    text = f"[{text}]" if discard.riichi else text
    return text if discard.called_by is None else f"({text})"


def set_text(call: OpenSet | Ankan, seat: int, players: int, style: Style = "unicode") -> str:
    """A set as it lies, with its name."""
    tiles = "".join(_laid_text(tile, style) for tile in laid(call, seat, players))
    origin = "" if isinstance(call, Ankan) else f" from seat {call.from_seat}"
    return f"{type(call).__name__.lower()} {tiles}{origin}"


def _laid_text(tile: Laid, style: Style) -> str:
    under = "" if tile.under is None else "+" + tile_text(tile.under, style)
    text = tile_text(tile.tile, style) + under
    return f"<{text}>" if tile.sideways else text


def event_text(event: Event, style: Style = "unicode") -> str:
    """An event as a sentence.

    >>> event_text(Discard(2, 33, None, True), "mpsz")
    'seat 2 discards 7z, the tile drawn'
    """
    match event:
        case Draw(seat, tile):
            return f"seat {seat} draws {tile_text(tile, style)}"
        case Discard(seat, tile, _, tsumogiri):
            return f"seat {seat} discards {tile_text(tile, style)}" + ", the tile drawn" * bool(tsumogiri)
        case Chi() | Pon() | Daiminkan():
            own = "".join(tile_text(tile, style) for tile in event.tiles[1:])
            called = tile_text(event.tiles[0], style)
            name = type(event).__name__.lower()
            return f"seat {event.seat} calls {name} on {called} of seat {event.from_seat} with {own}"
        case Kakan():
            return f"seat {event.seat} adds {tile_text(event.tiles[0], style)} to its pon (kakan)"
        case Ankan(seat, tiles):
            return f"seat {seat} declares ankan {''.join(tile_text(tile, style) for tile in tiles)}"
        case Kita(seat, tile):
            return f"seat {seat} sets {tile_text(tile, style)} aside (kita)"
        case Riichi(seat):
            return f"seat {seat} declares riichi"
        case RiichiAccepted(seat):
            return f"seat {seat} pays the riichi stick"
        case DoraIndicator(tile):
            return f"dora indicator {tile_text(tile, style)} is turned"
        case Left(seat):
            return f"seat {seat} loses the connection"
        case Returned(seat):
            return f"seat {seat} is back"
    assert_never(event)


def result_texts(kyoku: KyokuView, style: Style = "unicode") -> list[str]:
    """How a kyoku ended as the log has it, one sentence per win or one for a draw."""
    if kyoku.draw is None:
        return [_win_text(win, style) for win in kyoku.wins]
    draw = kyoku.draw
    shown = [f"seat {seat} shows {hand_text(hand, style)}" for seat, hand in enumerate(draw.hands) if hand is not None]
    return [f"{draw.reason.name.lower().replace('_', ' ')}; payments {_payments(draw.payments)}", *shown]


def _win_text(win: ClaimedWin, style: Style) -> str:
    how = "tsumo" if win.from_seat is None else f"ron from seat {win.from_seat}"
    yaku = ", ".join(claim.key + ("" if claim.han is None else f" {claim.han}") for claim in win.yaku)
    fu = "" if win.fu is None else f", {win.fu} fu"
    points = "" if win.points is None else f", {win.points:,} points"
    ura = f", ura indicators {''.join(tile_text(t, style) for t in win.ura_indicators)}" if win.ura_indicators else ""
    return (
        f"seat {win.winner} wins by {how} on {tile_text(win.tile, style)}: {yaku or 'yaku not told'}{fu}{points}{ura}; "
        f"payments {_payments(win.payments)}"
    )


def _payments(payments: Iterable[int] | None) -> str:
    if payments is None:
        return "not told"
    return " ".join(f"{payment:+,}" if payment else "0" for payment in payments)


def table_text(kyoku: KyokuView, event: int | None = None, style: Style = "unicode") -> str:
    """The table before an event, or before the result of the kyoku, with the events around."""
    state = state_before(kyoku, event)
    lines = [head_text(kyoku, state, style), ""]
    for seat, name in enumerate(names_of(kyoku)):
        lines += [*_seat_lines(state, seat, name, style), ""]
    lines += around(kyoku, event, style)
    lines += ["", MARKS if style == "mpsz" else f"{MARKS.replace('1m', tile_text(0))}; * a red five"]
    return "\n".join(lines)


def head_text(kyoku: KyokuView, state: KyokuState, style: Style = "unicode") -> str:
    """Kyoku, dora, tiles left and sticks in one line."""
    dora = " ".join(tile_text(tile, style) for tile in state.indicators)
    rest = f"tiles left {state.n_live}  honba {state.honba}  riichi sticks {state.sticks}"
    return f"{kyoku.name}  dora indicators {dora}  {rest}"


def seat_title(state: KyokuState, number: int, name: str | None) -> str:
    """Wind, seat, name, points and condition of a player."""
    seat = state.seats[number]
    riichi = "double riichi" if seat.double_riichi else "riichi"
    marks = [
        "dealer" if number == state.dealer else "",
        "" if not seat.riichi_declared else riichi if seat.riichi_accepted else f"{riichi} declared",
        "furiten" if seat.furiten else "",
    ]
    wind = WINDS[seat_wind(number, state.dealer, state.players)]
    return "  ".join(filter(None, [f"{wind} seat {number}", name or "", f"{seat.points:,}", *marks]))


def _seat_lines(state: KyokuState, number: int, name: str | None, style: Style) -> list[str]:
    seat = state.seats[number]
    drawn = "" if seat.drawn is None else f"  + {tile_text(seat.drawn, style)}"
    lines = [seat_title(state, number, name), f"  hand   {hand_text(seat.resting, style)}{drawn}"]
    sets = [set_text(call, number, state.players, style) for call in seat.sets]
    if seat.norths:
        sets.append("kita " + "".join(tile_text(tile, style) for tile in seat.norths))
    if sets:
        lines.append(f"  sets   {'; '.join(sets)}")
    if seat.river:
        lines.append(f"  river  {river_text(seat.river, style)}")
    return lines


def around(kyoku: KyokuView, event: int | None, style: Style = "unicode") -> list[str]:
    """The events before and after one, or before the result, a line each; the one in question is marked."""
    events = kyoku.events
    at = len(events) if event is None else event
    lines = [
        f"{'>' if place == event else ' '} {place:>4}  {event_text(events[place], style)}"
        for place in range(max(0, at - AROUND), min(len(events), at + AROUND + 1))
    ]
    if at + AROUND >= len(events):
        lines += [f"{'>' if event is None else ' '}  end  {text}" for text in result_texts(kyoku, style)]
    return lines
