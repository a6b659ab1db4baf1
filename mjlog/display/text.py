"""The table, events and results as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, assert_never
from unicodedata import category

from mjlog.display.melds import MeldTile, meld_tiles
from mjlog.display.state import game_of, river_rows, state_before
from mjlog.display.wall import Stack, wall_left
from mjlog.errors import printable
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
    OpenRiichi,
    OpenSet,
    Pon,
    Returned,
    Riichi,
    RiichiAccepted,
)
from mjlog.kyoku.seat import RiverTile, SeatState
from mjlog.kyoku.state import KyokuState
from mjlog.rules.seating import start_marker
from mjlog.rules.yaku_names import yaku_name
from mjlog.seats import WINDS, seat_wind
from mjlog.tiles import BLUES, KIND_OF_TILE, REDS, name_of, to_mpsz
from mjlog.words import kyoku_text, tr, word

Style = Literal["unicode", "mpsz"]
"""Tiles as Unicode pictures, which some fonts lack, or as names such as `5p`."""

ZWJ: Final = "\u200d"
"""Joins emoji; a format character that is part of a name."""
NEARBY: Final = 4
"""Events shown before and after an event."""
LEGEND: Final = "river: 1m. tsumogiri, [1m] sideways for riichi, (1m) was called; melds: <1m> the called tile"
WALL_LEGEND: Final = "wall: = two tiles, - one, # + in the dead wall, * under an indicator, _ taken, | the break"
RED_DRAGON: Final = 33


def tile_text(tile: int, style: Style = "unicode") -> str:
    """A tile; as a picture a red tile is followed by `*`, and a blue one by `°`.

    >>> tile_text(34), tile_text(34, "mpsz")
    ('🀋*', '0m')
    """
    if style == "mpsz":
        return name_of(tile, "mpsz")
    text_not_emoji = "\ufe0e" if tile == RED_DRAGON else ""
    return name_of(tile, "unicode") + text_not_emoji + "*" * (tile in REDS) + "°" * (tile in BLUES)


def hand_text(tiles: Iterable[int], style: Style = "unicode") -> str:
    """Concealed tiles in order: pictures followed by names, or names only."""
    ordered = sorted(tiles, key=sort_key)
    names = to_mpsz(ordered)
    return names if style == "mpsz" else f"{''.join(tile_text(tile) for tile in ordered)}  {names}"


def sort_key(tile: int) -> tuple[int, int]:
    """Sorts tiles by kind, coloured ones last."""
    return KIND_OF_TILE[tile], tile


def river_text(river: Iterable[RiverTile], style: Style = "unicode") -> str:
    """Discards with their marks (see `LEGEND`).

    >>> river_text([RiverTile(27, True, True, 2), RiverTile(0, False, False)], "mpsz")
    '([1z.]) 1m'
    """
    return " ".join(_discard_text(discard, style) for discard in river)


def _discard_text(discard: RiverTile, style: Style) -> str:
    text = tile_text(discard.tile, style) + "." * bool(discard.tsumogiri)
    text = f"[{text}]" if discard.sideways else text
    return text if discard.called_by is None else f"({text})"


def meld_text(call: OpenSet | Ankan, seat: int, players: int, style: Style = "unicode") -> str:
    """A meld with its name, and its tiles in their order on the table."""
    tiles = "".join(_meld_tile_text(tile, style) for tile in meld_tiles(call, seat, players))
    origin = "" if isinstance(call, Ankan) else tr(" from {seat}", seat=seat_name(call.from_seat))
    return f"{word(type(call).__name__.lower())} {tiles}{origin}"


def _meld_tile_text(tile: MeldTile, style: Style) -> str:
    text = tile_text(tile.tile, style) + ("" if tile.added is None else "+" + tile_text(tile.added, style))
    return f"<{text}>" if tile.sideways else text


def player_names(kyoku: KyokuView) -> tuple[str, ...]:
    """The names of the players without control characters and marks of direction; `seat 2` for an unknown name."""
    return names_of_seats(game_of(kyoku).names)


def names_of_seats(names: Iterable[str | None]) -> tuple[str, ...]:
    """Names, in the order of seats, without control characters and marks of direction; `seat 2` for an unknown name."""
    cleaned = ("".join(c for c in name or "" if c == ZWJ or category(c)[0] != "C") for name in names)
    return tuple(name.strip() or seat_name(seat) for seat, name in enumerate(cleaned))


def seat_name(seat: int) -> str:
    """The name of a seat, which stands for that of an unknown player."""
    return tr("seat {n}", n=seat)


def event_text(event: Event, style: Style = "unicode", names: Sequence[str] = ()) -> str:
    """An event as a sentence without a full stop.

    >>> event_text(Discard(2, 33, None, True), "mpsz")
    'seat 2 discards 7z, the tile drawn'
    """
    names = names or tuple(map(seat_name, range(4)))
    player = names[event.seat] if not isinstance(event, DoraIndicator) else ""
    match event:
        case Draw(_, tile):
            return tr("{player} draws {tile}", player=player, tile="?" if tile is None else tile_text(tile, style))
        case Discard(_, tile, _, tsumogiri):
            sentence = "{player} discards {tile}, the tile drawn" if tsumogiri else "{player} discards {tile}"
            return tr(sentence, player=player, tile=tile_text(tile, style))
        case Chi() | Pon() | Daiminkan():
            from_hand = "".join(tile_text(tile, style) for tile in event.tiles[1:])
            return tr(
                "{player} calls {call} on {tile} from {other} with {tiles}",
                player=player,
                call=word(type(event).__name__.lower()),
                tile=tile_text(event.tiles[0], style),
                other=names[event.from_seat],
                tiles=from_hand,
            )
        case Kakan():
            return tr("{player} adds {tile} to its pon (kakan)", player=player, tile=tile_text(event.tiles[0], style))
        case Ankan(_, tiles):
            shown = "".join(tile_text(tile, style) for tile in tiles)
            return tr("{player} declares ankan {tiles}", player=player, tiles=shown)
        case Kita(_, tile):
            return tr("{player} sets {tile} aside (kita)", player=player, tile=tile_text(tile, style))
        case Riichi():
            return tr("{player} declares riichi", player=player)
        case RiichiAccepted():
            return tr("{player} pays the riichi stick", player=player)
        case OpenRiichi():
            return tr("{player} opens its riichi", player=player)
        case DoraIndicator(tile):
            return tr("dora indicator {tile} is revealed", tile=tile_text(tile, style))
        case Left():
            return tr("{player} loses the connection", player=player)
        case Returned():
            return tr("{player} reconnects", player=player)
    assert_never(event)


def result_texts(kyoku: KyokuView, style: Style = "unicode") -> list[str]:
    """The recorded result of a kyoku: one sentence per win, or for a draw one sentence and the shown hands."""
    names = player_names(kyoku)
    if kyoku.draw is None:
        return [_win_text(win, names, style) for win in kyoku.wins]
    draw = kyoku.draw
    hands = zip(names, draw.hands, strict=False)
    shown = [
        tr("{player} shows {hand}", player=name, hand=hand_text(hand, style))
        for name, hand in hands
        if hand is not None
    ]
    payments = payments_text(draw.payments, names)
    return [tr("{result}; payments {payments}", result=word(draw.reason.name.lower()), payments=payments), *shown]


def _win_text(win: ClaimedWin, names: Sequence[str], style: Style) -> str:
    ura = "".join(tile_text(t, style) for t in win.ura_indicators or ())
    return tr(
        "{win} on {tile}: {yaku}{value}{ura}; payments {payments}",
        win=win_text(win, names),
        tile=tile_text(win.tile, style),
        yaku=yaku_text(win),
        value=value_text(win),
        ura=tr(", ura indicators {tiles}", tiles=ura) if ura else "",
        payments=payments_text(win.payments, names),
    )


def yaku_text(win: ClaimedWin) -> str:
    """The yaku of a win with their han; a yakuman has none."""
    names = [
        yaku_name(claim.key) + ("" if claim.han is None else f" {claim.han}")
        for claim in win.yaku or ()
        if claim.han != 0
    ]
    return tr(", ").join(names) or tr("yaku not recorded")


def win_text(win: ClaimedWin, names: Sequence[str]) -> str:
    """The winner, and the one who dealt in."""
    if win.from_seat is None:
        return tr("{player} wins by tsumo", player=names[win.winner])
    return tr("{player} wins by ron from {other}", player=names[win.winner], other=names[win.from_seat])


def value_text(win: ClaimedWin) -> str:
    """Han, fu and points where the log records them, each after a comma; a yakuman has no han."""
    han = [claim.han for claim in win.yaku or () if claim.han is not None]
    counted = tr(", {n} han", n=sum(han)) if han and len(han) == len(win.yaku or ()) else ""
    fu = "" if not win.fu else tr(", {n} fu", n=win.fu)
    return counted + fu + ("" if win.points is None else tr(", {n:,} points", n=win.points))


def payments_text(payments: Iterable[int] | None, names: Sequence[str]) -> str:
    """The gain or loss of each player who has one, in points."""
    if payments is None:
        return tr("not recorded")
    each = [f"{name} {payment:+,}" for name, payment in zip(names, payments, strict=False) if payment]
    return tr(", ").join(each) or tr("none")


def table_text(kyoku: KyokuView, event: int | None = None, style: Style = "unicode") -> str:
    """The table before an event of the kyoku, or before its result, with the nearby events."""
    state = state_before(kyoku, event)
    wall = wall_left(kyoku, state)
    lines = [_heading(kyoku, state, style), *_wall_lines(wall, state.players), ""]
    for seat, name in enumerate(game_of(kyoku).names):
        lines += [*seat_lines(state, seat, name, style), ""]
    lines += _nearby_events(kyoku, event, style)
    legend = tr(LEGEND)
    lines += ["", legend if style == "mpsz" else legend.replace("1m", tile_text(0)) + tr("; * red, ° blue")]
    lines += [tr(WALL_LEGEND)] if wall else []
    return "\n".join(lines)


def _heading(kyoku: KyokuView, state: KyokuState, style: Style) -> str:
    dora = " ".join(tile_text(tile, style) for tile in state.indicators) or "?"
    return tr(
        "{kyoku}  dora indicators {dora}  tiles left {left}  honba {honba}  riichi sticks {sticks}",
        kyoku=name_of_kyoku(kyoku),
        dora=dora,
        left=state.n_live,
        honba=state.honba,
        sticks=state.sticks,
    )


def name_of_kyoku(kyoku: KyokuView) -> str:
    """Round, number and honba, such as `S3-1`."""
    return kyoku_text(kyoku.wind, kyoku.number, kyoku.honba)


def _wall_lines(wall: Sequence[Sequence[Stack]], players: int) -> list[str]:
    """The wall, one line a side."""
    names = [seat_name(seat) if seat < players else tr("empty ") for seat in range(len(wall))]
    head = tr("wall  ")
    return [f"  {head} {name} {''.join(map(_stack_text, side))}" for name, side in zip(names, wall, strict=True)]


def _stack_text(stack: Stack) -> str:
    text = "*" if stack.indicator else ("_+#" if stack.dead else "_-=")[stack.n_tiles]
    return text + "|" * stack.first


def marker_text(round_wind: int) -> str:
    """The start marker of a round, which lies next to seat 0.

    >>> marker_text(0), marker_text(3)
    ('start marker E', 'start marker S upside down')
    """
    marker = start_marker(round_wind)
    return tr("start marker {wind}" if marker.upright else "start marker {wind} upside down", wind=tr(marker.face))


def seat_title(state: KyokuState, number: int, name: str | None) -> str:
    """Seat wind, seat, name and points of a player, then dealer, riichi, furiten, start marker."""
    seat = state.seats[number]
    riichi = riichi_text(seat)
    status = [
        tr("dealer") if number == state.dealer else "",
        riichi if seat.riichi_accepted or not riichi else tr("{riichi} declared", riichi=riichi),
        tr("furiten") if seat.furiten else "",
        marker_text(state.round_wind) if number == 0 else "",
    ]
    wind = tr(WINDS[seat_wind(number, state.dealer, state.players)])
    return "  ".join(filter(None, [f"{wind} {seat_name(number)}", printable(name or ""), f"{seat.points:,}", *status]))


def riichi_text(seat: SeatState) -> str:
    """The kind of riichi that a seat has declared; empty without one."""
    kind = "open " * seat.open_riichi + "double " * seat.double_riichi + "riichi"
    return tr(kind) if seat.riichi_declared else ""


def seat_lines(state: KyokuState, number: int, name: str | None, style: Style) -> list[str]:
    """Title, hand, melds and river of a player."""
    seat = state.seats[number]
    drawn = "" if seat.drawn is None else f"  + {tile_text(seat.drawn, style)}"
    lines = [seat_title(state, number, name), f"  {tr('hand  ')} {hand_text(seat.resting, style)}{drawn}"]
    melds = [meld_text(call, number, state.players, style) for call in seat.sets]
    if seat.norths:
        melds.append(f"{tr('kita')} " + "".join(tile_text(tile, style) for tile in seat.norths))
    if melds:
        lines.append(f"  {tr('melds ')} {'; '.join(melds)}")
    rivers = [river_text(row, style) for row in river_rows(seat.river)]
    return lines + [f"  {tr('river ') if not place else '      '} {river}" for place, river in enumerate(rivers)]


def _nearby_events(kyoku: KyokuView, event: int | None, style: Style) -> list[str]:
    """The events before and after an event, or before the result, one per line; `>` marks the event itself."""
    events = kyoku.events
    at = len(events) if event is None else event
    lines = [
        f"{'>' if number == event else ' '} {number:>4}  {event_text(events[number], style)}"
        for number in range(max(0, at - NEARBY), min(len(events), at + NEARBY + 1))
    ]
    if at + NEARBY >= len(events):
        lines += [f"{'>' if event is None else ' '}  {tr('end')}  {text}" for text in result_texts(kyoku, style)]
    return lines
