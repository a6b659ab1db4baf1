"""The table as SVG: four sides around the centre, seat 0 at the bottom, and the result below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from mjlog.display.faces import BACK, BLUE, EDGE, FACE, HEIGHT, INK, RED, WIDTH
from mjlog.display.melds import MeldTile, meld_tiles
from mjlog.display.outlook import Outlook, outlook
from mjlog.display.state import river_rows, state_before
from mjlog.display.svg import Drawing, isolated, short
from mjlog.display.text import player_names, riichi_text, seat_lines, sort_key, value_text, win_text, yaku_text
from mjlog.display.tile_words import HONORS, words_of
from mjlog.display.wall import Stack, wall_left
from mjlog.games.batch import KyokuView
from mjlog.games.claims import ClaimedDraw, ClaimedWin
from mjlog.games.events import Kita, Tiles
from mjlog.kyoku.seat import RiverTile, SeatState
from mjlog.kyoku.state import KyokuState
from mjlog.seats import WINDS, seat_wind, wind_of_round
from mjlog.words import language, tr, word

SIZE: Final = 640
"""Width and height of the table. In this file the unit is 1/640 of its width: on a phone half a pixel."""
MIDDLE: Final = SIZE / 2
EDGE_GAP: Final = 6
HAND_LEFT, HAND_RIGHT = 52, SIZE - EDGE_GAP
"""Where a hand begins and its melds end: the left corner belongs to the melds of the player on the left."""
CENTRE: Final = 84
"""Half the width of the field in the middle."""
RIVER_SCALE, RIVER_STEP = 0.9, 38
RIVER_LEFT, RIVER_TOP, RIVER_HEIGHT = 238, MIDDLE + CENTRE + 4, 4 * RIVER_STEP
BOX_X, BOX_Y, BOX_WIDTH, BOX_HEIGHT = 72, 424, 158, 160
"""The box with the words on the player at the bottom."""
OUTLOOK_ROW, OUTLOOK_SCALE = 8, 0.58
"""Kinds of tiles in a row of the box."""
LINE: Final = 24
LINE_LETTERS: Final = 64
"""Latin letters in a line of the result."""
STACK_WIDTH, STACK_HEIGHT = 5, 8
WALL_SIZE: Final = 124
"""Width and height of the picture of the wall."""
ROUNDS: Final = [name.removesuffix(" Wind") for name in HONORS["en"][:4]]


def table_svg(kyoku: KyokuView, event: int | None = None, *, wall: bool = False) -> str:
    """The table before an event of the kyoku, or before its result, as SVG.

    Before the result the result is below the table. `wall` adds a picture of the wall, if the log records the dice.
    """
    drawing = Drawing()
    state = state_before(kyoku, event)
    draw_table(drawing, kyoku, state, final=event is None)
    height: float = SIZE
    if wall:
        height += _wall(drawing, wall_left(kyoku, state), height)
    if event is None:
        height += draw_result(drawing, kyoku, height)
    title = f"{round_name(kyoku)}: {', '.join(player_names(kyoku))}"
    return drawing.svg(SIZE, height, title=title, description=_words(kyoku, state), cloth=True)


def round_name(kyoku: KyokuView) -> str:
    """Round and honba in words, such as `East 1, honba 0`."""
    return tr("{kyoku}, honba {honba}", kyoku=_round(kyoku), honba=kyoku.honba)


def _round(kyoku: KyokuView) -> str:
    return tr("{wind} {number}", wind=tr(ROUNDS[wind_of_round(kyoku.wind)]), number=kyoku.number)


def _words(kyoku: KyokuView, state: KyokuState) -> str:
    """The table in words, for screen readers."""
    first = tr(
        "tiles left {left}, riichi sticks {sticks}, dora indicators {dora}",
        left=state.n_live,
        sticks=state.sticks,
        dora=words_of(state.indicators, language()),
    )
    lines = [first]
    for seat, name in enumerate(player_names(kyoku)):
        lines += seat_lines(state, seat, name, "mpsz")
    return "\n".join(lines)


def draw_table(drawing: Drawing, kyoku: KyokuView, state: KyokuState, *, final: bool = False) -> None:
    """Draw the table; `final` frames the tile that won."""
    drawing.parts.append(f"<clipPath id='mj-words'><rect width='{BOX_WIDTH - 14}' height='{BOX_HEIGHT}'/></clipPath>")
    drawing.box(MIDDLE - CENTRE, MIDDLE - CENTRE, 2 * CENTRE, 2 * CENTRE, "box")
    _centre(drawing, kyoku, state)
    wins = kyoku.wins if final else ()
    names = player_names(kyoku)
    for number, seat in enumerate(state.seats):
        with drawing.moved(before=f"rotate({-90 * number} {MIDDLE:g} {MIDDLE:g})"):
            drawing.box(BOX_X, BOX_Y, BOX_WIDTH, BOX_HEIGHT, "box")
            edge = "turn" if number == state.turn else "line"
            drawing.box(BOX_X, BOX_Y + BOX_HEIGHT - 5, BOX_WIDTH, 5, edge, radius=2)
            wind = tr(WINDS[seat_wind(number, state.dealer, state.players)])
            drawing.text(wind, MIDDLE - CENTRE + 10, MIDDLE + CENTRE - 6, bold=True)
            if seat.riichi_accepted:
                _stick(drawing)
            _hand(drawing, state, number, any(win.winner == number and win.from_seat is None for win in wins))
            _river(drawing, seat.river, any(win.from_seat == number for win in wins) and _offers(state, number))
        _box(drawing, state, number, names[number])


def _offers(state: KyokuState, number: int) -> bool:
    """Whether the last tile of the river is the one to win on."""
    return state.offer is not None and state.offer.how == "discard" and state.offer.seat == number


def _centre(drawing: Drawing, kyoku: KyokuView, state: KyokuState) -> None:
    drawing.text(_round(kyoku), MIDDLE, 274, size=26, bold=True, anchor="middle")
    counters = tr("honba {honba} · sticks {sticks}", honba=state.honba, sticks=state.sticks)
    drawing.text(counters, MIDDLE, 296, anchor="middle")
    drawing.text(tr("{n} tiles left", n=state.n_live), MIDDLE, 317, anchor="middle")
    drawing.text(tr("dora indicators"), MIDDLE, 337, anchor="middle")
    shown = [*state.indicators, *[BACK] * (5 - len(state.indicators))]
    with drawing.moved(MIDDLE - 2.5 * WIDTH * 0.75, 373, scale=0.75):
        drawing.row(shown, 0, 0)


def _stick(drawing: Drawing) -> None:
    """A riichi stick at the edge of the centre."""
    drawing.parts.append(
        f"<rect x='{MIDDLE - 45:g}' y='{MIDDLE + CENTRE - 10:g}' width='90' height='7' rx='2' fill='{FACE}' "
        f"stroke='{EDGE}'/><circle cx='{MIDDLE:g}' cy='{MIDDLE + CENTRE - 6.5:g}' r='2.5' fill='{RED}'/>"
    )


def _hand(drawing: Drawing, state: KyokuState, number: int, won: bool) -> None:
    """Draw the hand from the left and the melds from the right, the first meld last; both shrink if they are long."""
    seat = state.seats[number]
    melds = [meld_tiles(call, number, state.players) for call in seat.sets]
    resting = sorted(seat.resting, key=sort_key)
    needed = WIDTH * (len(resting) + len(seat.norths) + 1) + 20 + sum(_meld_width(meld) + 8 for meld in melds)
    room = HAND_RIGHT - HAND_LEFT
    scale = min(1, room / needed)
    with drawing.moved(HAND_LEFT, SIZE - EDGE_GAP, scale=scale):
        x = drawing.row(resting, 0, 0)
        if seat.drawn is not None:
            drawing.tile(seat.drawn, x + 8, 0, framed=won)
        x = room / scale
        for meld in melds:
            x -= _meld_width(meld)
            _meld(drawing, meld, x, 0)
            x -= 8
        drawing.row(seat.norths, x - WIDTH * len(seat.norths), 0)


def _meld_width(tiles: Iterable[MeldTile]) -> float:
    return sum(HEIGHT if tile.sideways else WIDTH for tile in tiles)


def _meld(drawing: Drawing, tiles: Iterable[MeldTile], x: float, y: float) -> float:
    """Draw a meld from left to right, and return where it ends."""
    for tile in tiles:
        if tile.added is not None:
            drawing.tile(tile.added, x, y - WIDTH, sideways=True)
        x += drawing.tile(BACK if tile.hidden else tile.tile, x, y, sideways=tile.sideways)
    return x


def _river(drawing: Drawing, river: Sequence[RiverTile], won: bool) -> None:
    """Draw the discards in rows: a sideways tile marks riichi, a grey one is tsumogiri, a pale one was called."""
    rows = river_rows(river)
    step = min(RIVER_STEP, RIVER_HEIGHT / max(len(rows), 1))
    with drawing.moved(RIVER_LEFT, RIVER_TOP, scale=RIVER_SCALE):
        for place, row in enumerate(rows):
            x, y = 0.0, HEIGHT + place * step / RIVER_SCALE
            for discard in row:
                x += 1 + drawing.tile(
                    discard.tile,
                    x,
                    y,
                    sideways=discard.sideways,
                    pale=discard.called_by is not None,
                    grey=bool(discard.tsumogiri) and discard.called_by is None,
                    framed=won and discard is river[-1],
                )


def _box(drawing: Drawing, state: KyokuState, number: int, name: str) -> None:
    """Write the words on a player, upright in the corner at the player's left hand."""
    seat = state.seats[number]
    far_x, far_y = SIZE - BOX_X - BOX_WIDTH, SIZE - BOX_Y - BOX_HEIGHT
    x, y = [(BOX_X, BOX_Y), (BOX_Y, far_x), (far_x, far_y), (far_y, BOX_X)][number]
    wind = tr(ROUNDS[seat_wind(number, state.dealer, state.players)])
    with drawing.moved(x + 10, y + 6, clip="mj-words"):
        drawing.text(short(name, 14), 0, 20, size=19, bold=True, hover=name)
        drawing.text(f"{wind} {seat.points:,}", 0, 43, size=19)
        status = _status(seat)
        if status:
            drawing.text(status, 0, 65)
        _outlook(drawing, outlook(state, number), 87 if status else 65)


def _status(seat: SeatState) -> str:
    return tr(", ").join([tr("furiten")] * seat.furiten + [riichi_text(seat)] * seat.riichi_declared)


def _outlook(drawing: Drawing, hand: Outlook | None, y: float) -> None:
    """Write shanten and tiles left, and draw the kinds that are waited for or bring the hand closer."""
    if hand is None:
        return
    left = tr(", {n} left", n=sum(hand.useful.values())) if hand.useful else ""
    drawing.text((tr("tenpai") if hand.shanten == 0 else tr("{n}-shanten", n=hand.shanten)) + left, 0, y)
    shown = list(hand.useful)[: 2 * OUTLOOK_ROW]
    with drawing.moved(0, y + 6, scale=OUTLOOK_SCALE):
        for row in range(0, len(shown), OUTLOOK_ROW):
            drawing.row(shown[row : row + OUTLOOK_ROW], 0, HEIGHT + row / OUTLOOK_ROW * (HEIGHT + 2))
    if len(hand.useful) > len(shown):
        drawing.text("…", OUTLOOK_ROW * WIDTH * OUTLOOK_SCALE - 2, y + 50)


def draw_result(drawing: Drawing, kyoku: KyokuView, y: float) -> float:
    """Draw the recorded result from `y` on, and return its height."""
    top = y
    names = player_names(kyoku)
    for win in kyoku.wins:
        y = _win(drawing, win, names, y)
    if kyoku.draw is not None:
        y = _draw(drawing, kyoku.draw, names, y)
    return y - top + 12


def _win(drawing: Drawing, win: ClaimedWin, names: Sequence[str], y: float) -> float:
    y = _lines(drawing, win_text(win, [*map(isolated, names)]) + value_text(win), y + 4, bold=True)
    hand = list(win.hand)
    hand.remove(win.tile)
    sets = [call for call in win.calls if not isinstance(call, Kita)]
    melds = [meld_tiles(call, win.winner, len(names)) for call in sets]
    norths = [call.tile for call in win.calls if isinstance(call, Kita)]
    needed = WIDTH * (len(hand) + 1 + len(norths)) + 30 + sum(_meld_width(meld) + 8 for meld in melds)
    scale = min(1, (SIZE - 32) / needed)
    raised = WIDTH * 2 - HEIGHT if any(tile.added is not None for meld in melds for tile in meld) else 0
    y += (HEIGHT + raised) * scale + 8
    with drawing.moved(16, y, scale=scale):
        x = drawing.row(sorted(hand, key=sort_key), 0, 0) + 8
        x += drawing.tile(win.tile, x, 0, framed=True) + 12
        for meld in melds:
            x = _meld(drawing, meld, x, 0) + 8
        drawing.row(norths, x, 0)
    y = _lines(drawing, yaku_text(win), y + 4)
    if win.ura_indicators:
        drawing.text(tr("ura indicators"), 16, y + 28)
        with drawing.moved(150, y + 36, scale=0.75):
            drawing.row(win.ura_indicators, 0, 0)
        y += 38
    return _payments(drawing, win.payments, names, y)


def _draw(drawing: Drawing, draw: ClaimedDraw, names: Sequence[str], y: float) -> float:
    y = _lines(drawing, word(draw.reason.name.lower()).capitalize(), y + 4, bold=True)
    for name, hand in zip(names, draw.hands, strict=False):
        if hand is not None:
            drawing.text(short(name, 14), 16, y + 32, hover=name)
            with drawing.moved(176, y + 40, scale=0.9):
                drawing.row(sorted(hand, key=sort_key), 0, 0)
            y += 42
    return _payments(drawing, draw.payments, names, y)


def _payments(drawing: Drawing, payments: Tiles | None, names: Sequence[str], y: float) -> float:
    """Write the gain or loss of each player below each other."""
    for name, payment in zip(names, payments or (), strict=False):
        y += LINE
        drawing.text(f"{payment:+,}" if payment else "0", 96, y, anchor="end")
        drawing.text(short(name, 40), 110, y, hover=name)
    return y


def _lines(drawing: Drawing, text: str, y: float, *, bold: bool = False) -> float:
    """Write a text in lines, and return the baseline of the last one."""
    letters = LINE_LETTERS // (2 if language() == "ja" else 1)
    for line in wrap(text.replace("、", "、 "), letters):
        y += LINE
        drawing.text(line, 16, y, bold=bold)
    return y


def _wall(drawing: Drawing, wall: Sequence[Sequence[Stack]], y: float) -> float:
    """Draw the wall from above, seat 0 at the bottom, and return its height; there is no wall without dice.

    Live tiles are white, the dead wall grey, indicators red. A stack of one tile is half as high; a line shows where
    the wall was broken.
    """
    middle = WALL_SIZE / 2
    for seat, side in enumerate(wall):
        left = middle - STACK_WIDTH * len(side) / 2
        stacks = "".join(_stack(stack, left + STACK_WIDTH * place) for place, stack in enumerate(side))
        turn = f"translate({MIDDLE - middle:g},{y:g}) rotate({-90 * seat} {middle:g} {middle:g})"
        drawing.parts.append(f"<g transform='{turn}'>{stacks}</g>")
    return WALL_SIZE + 8 if wall else 0


def _stack(stack: Stack, x: float) -> str:
    bottom = WALL_SIZE - 2
    fill = "none" if not stack.n_tiles else RED if stack.indicator else EDGE if stack.dead else FACE
    height, colour = STACK_HEIGHT * (stack.n_tiles or 2) / 2, INK if stack.n_tiles else EDGE
    size = f"width='{STACK_WIDTH}' height='{height:g}' fill='{fill}' stroke='{colour}' stroke-width='.5'"
    text = f"<rect x='{x:g}' y='{bottom - height:g}' {size}/>"
    if stack.first:
        end, top = x + STACK_WIDTH, bottom - 2 * STACK_HEIGHT
        text += f"<path d='M{end:g} {bottom}V{top}' stroke='{BLUE}' stroke-width='1.5'/>"
    return text
