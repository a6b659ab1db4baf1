"""One kyoku of Tenhou's JSON: its seventeen entries → rows of columns.

Entries: number, honba and sticks; points; dora and ura indicators; for each seat the hand, the tiles taken and the
answers to them; the result. The format does not record the order of the turns (see `turn_order`), when a riichi is
accepted and when a dora is turned: a riichi is accepted unless its discard is won, and indicators are turned when the
rules say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from mjlog.errors import Fault, LogError
from mjlog.games.build import CallRow, EventRow, Points, RecordedWin
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.games.draw_kinds import kind_of_draw
from mjlog.rules.points import STICK
from mjlog.rules.ruleset import RuleSet
from parsers.tenhou.json.checked import MAX_SMALL, numbers_of, points_of_seats, snippet, tiles_of
from parsers.tenhou.json.results import detail_of, result_of, revealed, shown_hands, unknown_word, win_of
from parsers.tenhou.json.turn_order import DRAW, ENDS, order_of
from parsers.tenhou.json.turns import ANKAN, OPEN_KAN, RIICHI, TILE, Turns, event_row, turns_of

N_ENTRIES: Final = 17
URA: Final = 3
"""Place of the ura indicators."""
OF_SEAT: Final = 3
"""Entries of each seat."""
MAX_INDICATORS: Final = 5
N_DEALT: Final = 13


class Kyoku(NamedTuple):
    """A kyoku with a complete record."""

    start: dict[str, Any]
    """Values of `KyokuColumns`."""
    events: list[EventRow]
    calls: list[CallRow]
    sticks: int
    """On the table at the end."""
    points: Points
    """Before the result, accepted riichi paid."""
    payments: list[Points]
    """Of each win, or of the draw."""
    wins: list[RecordedWin]
    draw: dict[str, Any]
    """Values of `DrawColumns`, empty after a win."""
    error: LogError | None
    """The first claim of the result that cannot be read, and is left out."""


def read_kyoku(raw: Any, rules: RuleSet) -> Kyoku:
    """A kyoku from its entries; raises LogError with the seat and the word in its message."""
    entries = raw if isinstance(raw, list) else []
    lists_ura = len(entries) > URA and entries[URA] is not None
    raw = [[] if entry is None else entry for entry in entries]
    if rules.players == 3 and len(raw) == N_ENTRIES - OF_SEAT:  # without the fourth player
        raw[-1:-1] = [[]] * OF_SEAT
    if len(raw) != N_ENTRIES or not all(isinstance(entry, list) for entry in raw):
        raise LogError(Fault.BAD_VALUE, f"a kyoku is a list of {N_ENTRIES} lists", snippet(raw))
    players = rules.players
    start = _start(raw, players)
    indicators, ura = (tiles_of(entry, "indicators", MAX_INDICATORS) for entry in raw[2:4])
    if ABSENT in indicators[1:] or ABSENT in ura:
        raise LogError(Fault.BAD_TILES, "only the first dora indicator may be unknown", snippet(raw[2:4]))
    hands = [_hand(raw[4 + 3 * seat], seat) for seat in range(players)]
    result, word = result_of(raw[16])
    error = unknown_word(word)
    turns = [turns_of(seat, hands[seat], raw[5 + 3 * seat], raw[6 + 3 * seat]) for seat in range(players)]
    details = [detail_of(detail, players) for detail in raw[16][2::2]] if result == Result.WIN else []
    order = _order(turns, start["dealer"], result, [(detail[0], detail[1]) for detail in details], players)
    timeline = Timeline(turns, indicators, rules)
    timeline.add_turns(order)
    if result is None:
        paid = _payments_of_draw(raw[16], players)
        result = kind_of_draw(timeline.events, timeline.calls, [own.hand for own in turns], paid)
    by_ron = bool(details) and details[0][0] != details[0][1]
    if timeline.declared != ABSENT and not by_ron and result != Result.SANCHAHOU:
        timeline.accept_riichi()
    if timeline.n_turned < len(indicators):
        raise LogError(
            Fault.BAD_VALUE,
            f"{len(indicators)} dora indicators are listed, {timeline.n_turned} were turned by the kan of this kyoku",
            snippet(raw[2]),
        )
    points = tuple(n - STICK * (seat in timeline.accepted) for seat, n in enumerate(start["points"]))
    wins: list[RecordedWin] = []
    draw: dict[str, Any] = {}
    if result == Result.WIN:
        payments = [tuple(points_of_seats(paid, players, "payments")) for paid in raw[16][1::2]]
        last_tile = turns[order[-1]].events[-1][-1][TILE]
        for detail in details:
            own_ura = None if not lists_ura else ura if detail[0] in timeline.riichi else []
            dora = [] if ABSENT in indicators else indicators
            win, unread = win_of(detail, turns, last_tile, timeline.calls, dora, own_ura)
            wins.append(win)
            error = error or unread
    else:
        payments = [_payments_of_draw(raw[16], players)]
        shown = revealed(result, word, payments[0], order[-1], timeline.accepted, players)
        draw = {"revealed": shown, "hands": shown_hands(turns, shown)}
    start |= {"hands": hands, "dora_indicator": indicators[0] if indicators else ABSENT, "result": int(result)}
    sticks = start["sticks"] + len(timeline.accepted)
    return Kyoku(start, timeline.events, timeline.calls, sticks, points, payments, wins, draw, error)


def _payments_of_draw(result: list[Any], players: int) -> Points:
    return tuple(points_of_seats(result[1], players, "payments") if len(result) > 1 else [0] * 4)


def _hand(raw: list[Any], seat: int) -> list[int]:
    """Thirteen tiles; those that are missing are ABSENT."""
    tiles = tiles_of(raw, f"seat {seat}: hand", N_DEALT)
    return tiles + [ABSENT] * (N_DEALT - len(tiles))


def _start(raw: list[Any], players: int) -> dict[str, Any]:
    number, honba, sticks = numbers_of(raw[0], 3, MAX_SMALL, "number, honba and sticks", least=0)
    if number > 31 or number % 4 >= players:
        raise LogError(
            Fault.BAD_VALUE, f"kyoku {number} is not in 0-31, or has a dealer who does not play", snippet(raw[0])
        )
    return {
        "wind": number // 4,
        "number": number % 4 + 1,
        "dealer": number % 4,
        "honba": honba,
        "sticks": sticks,
        "points": points_of_seats(raw[1], players, "points at the start"),
    }


def _order(
    turns: Sequence[Turns], dealer: int, result: Result | None, details: Sequence[tuple[int, int]], players: int
) -> list[int]:
    """The order of the turns, which must end as the result says."""
    by_tsumo = bool(details) and details[0][0] == details[0][1]
    if len({from_seat for _, from_seat in details}) > 1 or len({winner for winner, _ in details}) < len(details):
        raise LogError(Fault.BAD_ORDER, f"wins of one tile have different winners and one source, not {details}")
    ending = [seat for seat, own in enumerate(turns) if own.ends and own.ends[-1] == ENDS]
    expected = [details[0][0]] if by_tsumo else ending[:1] if result in (None, Result.KYUUSHU_KYUUHAI) else []
    if ending != expected:
        if not ending:
            raise LogError(Fault.BAD_ORDER, f"seat {expected[0]} must end with a draw, the winning tile")
        raise LogError(
            Fault.BAD_ORDER, f"seat {ending[-1]} has a draw without an answer, which the result does not explain"
        )
    order = order_of([own.begins for own in turns], [own.ends for own in turns], first=dealer, players=players)
    last = details[0][1] if details else ending[0] if ending else order[-1]
    if order[-1] != last:
        raise LogError(Fault.BAD_ORDER, f"the turns end with seat {order[-1]}, the result says seat {last}")
    return order


class Timeline:
    """The events of a kyoku in their order, with those that the format leaves out."""

    def __init__(self, turns: Sequence[Turns], indicators: Sequence[int], rules: RuleSet) -> None:
        self.turns = turns
        self.indicators = indicators
        self.kan_dora_timing = rules.kan_dora_timing
        self.events: list[EventRow] = []
        self.calls: list[CallRow] = []
        self.n_turned = 1
        """Dora indicators turned."""
        self.n_pending = 0
        """Indicators that open kan will still turn."""
        self.declared = ABSENT
        """The seat whose riichi is declared and not accepted yet."""
        self.riichi: set[int] = set()
        self.accepted: set[int] = set()

    def add_turns(self, order: Sequence[int]) -> None:
        """Add the turns of all seats."""
        next_turn = [0] * len(self.turns)
        for seat in order:
            place = next_turn[seat]
            next_turn[seat] = place + 1
            if self.declared != ABSENT:
                self.accept_riichi()
            own = self.turns[seat]
            if own.marks[place] or self.n_pending:
                self.add_turn(seat, place)
            else:
                self.events += own.events[place]

    def add_turn(self, seat: int, place: int) -> None:
        """Add a turn of a seat that has a call or a riichi, or in which an indicator may be turned."""
        own = self.turns[seat]
        mark, (begin, *answers) = own.marks[place], own.events[place]
        call = own.calls.get(place)
        if call is not None and own.begins[place] != DRAW:
            self.add_call(call, begin)
            call = None
        else:
            self.events.append(begin)
        if call is not None:
            self.add_call(call, *answers)
            self.turn_pending()
            if mark & ANKAN:
                self.turn_dora()
        elif not mark & OPEN_KAN:
            if self.kan_dora_timing != "after_discard":
                self.turn_pending()
            self.events += answers
            self.turn_pending()
        if mark & OPEN_KAN:
            self.n_pending += 1
            if self.kan_dora_timing == "at_once":
                self.turn_pending()
        elif mark & RIICHI:
            self.declared = seat
            self.riichi.add(seat)

    def add_call(self, call: CallRow, event: EventRow) -> None:
        """Add a call and its event."""
        self.calls.append(call._replace(event=len(self.events)))
        self.events.append(event)

    def turn_pending(self) -> None:
        """Turn the indicators that open kan have left to turn."""
        for _ in range(self.n_pending):
            self.turn_dora()
        self.n_pending = 0

    def turn_dora(self) -> None:
        """Turn one more indicator, if the log lists one more."""
        if self.n_turned < len(self.indicators):
            self.events.append(event_row(EventKind.DORA, ABSENT, self.indicators[self.n_turned]))
            self.n_turned += 1

    def accept_riichi(self) -> None:
        """Add that the declared riichi is accepted."""
        self.events.append(event_row(EventKind.RIICHI_ACCEPTED, self.declared))
        self.accepted.add(self.declared)
        self.declared = ABSENT
