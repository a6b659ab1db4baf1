"""One kyoku of Tenhou's JSON: its seventeen entries → the rows of the columns.

Entries: number, honba and sticks; points; dora and ura indicators; for each seat the hand, what it takes and what it
answers; the result. Nothing tells the order of the turns (see `resolve`), when a riichi is accepted and when a dora is
turned: a riichi is accepted unless its discard is won, and indicators are turned by the rules' timing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from mjlog.errors import Fault, LogError
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.rules.ruleset import RuleSet
from parsers.tenhou.json.checked import MAX_SMALL, numbers_of, points_of_seats, snippet, tiles_of
from parsers.tenhou.json.results import Draw, Win, result_of, revealed, seats_of_win, shown_hands, win_of
from parsers.tenhou.json.turn_order import DRAW, ENDS, order_of
from parsers.tenhou.json.turns import ANKAN, KAN, RIICHI, TILE_SHIFT, Call, Turns, packed, turns_of

N_ENTRIES: Final = 17
MAX_INDICATORS: Final = 5
STICK: Final = 1000


class Kyoku(NamedTuple):
    """A kyoku read."""

    number: int
    honba: int
    sticks: int
    points: list[int]
    hands: list[list[int]]
    indicators: list[int]
    result: int
    events: list[int]
    calls: list[Call]
    wins: list[Win]
    draw: Draw | None


def read_kyoku(raw: Any, rules: RuleSet) -> Kyoku:
    """A kyoku from its entries; raises LogError with the seat and the word in its message."""
    if not isinstance(raw, list) or len(raw) != N_ENTRIES or not all(isinstance(entry, list) for entry in raw):
        raise LogError(Fault.BAD_VALUE, f"a kyoku is a list of {N_ENTRIES} lists", snippet(raw))
    players = rules.players
    number, honba, sticks = numbers_of(raw[0], 3, MAX_SMALL, "number, honba and sticks", least=0)
    dealer = number % 4
    if number > 15 or dealer >= players:
        raise LogError(
            Fault.BAD_VALUE, f"kyoku {number} is not in 0-15, or has a dealer who does not play", snippet(raw[0])
        )
    points = points_of_seats(raw[1], players, "points at the start")
    indicators, ura = (tiles_of(entry, "indicators", range(MAX_INDICATORS + 1)) for entry in raw[2:4])
    if not indicators:
        raise LogError(Fault.MISSING_VALUE, "there is no dora indicator", snippet(raw[2]))
    hands = [tiles_of(raw[4 + 3 * seat], f"seat {seat}: hand", (13,)) for seat in range(players)]
    result, word = result_of(raw[16])
    turns = [turns_of(seat, hands[seat], raw[5 + 3 * seat], raw[6 + 3 * seat]) for seat in range(players)]
    details = [seats_of_win(detail, players) for detail in raw[16][2::2]] if result == Result.WIN else []
    order = _order(turns, dealer, result, details, players)
    played = _Played(turns, indicators, rules)
    played.play(order)
    by_ron = bool(details) and details[0][0] != details[0][1]
    if played.declared != ABSENT and not by_ron and result != Result.SANCHAHOU:
        played.accept()
    if played.n_turned < len(indicators):
        raise LogError(
            Fault.BAD_VALUE,
            f"{len(indicators)} dora indicators are listed, {played.n_turned} were turned by the kan of this kyoku",
            snippet(raw[2]),
        )
    before = [own - STICK * (seat in played.accepted) for seat, own in enumerate(points)]
    n_sticks = sticks + len(played.accepted)
    wins: list[Win] = []
    draw = None
    last_seat = order[-1]
    if result == Result.WIN:
        last_tile = (played.events_of(last_seat)[-1] >> TILE_SHIFT) - 1
        for detail, deltas in zip(raw[16][2::2], raw[16][1::2], strict=True):
            payments = points_of_seats(deltas, players, "payments")
            in_riichi = detail[0] in played.riichi
            wins.append(
                win_of(
                    detail, turns, last_tile, played.calls, before, payments, n_sticks, ura if in_riichi else [], rules
                )
            )
            before = [own + gain for own, gain in zip(before, payments, strict=True)]
            n_sticks = 0
    else:
        payments = points_of_seats(raw[16][1], players, "payments") if len(raw[16]) > 1 else [0] * 4
        shown = revealed(result, word, payments, last_seat, played.accepted, players)
        draw = Draw(n_sticks, shown, shown_hands(turns, shown), before, payments)
    return Kyoku(number, honba, sticks, points, hands, indicators, int(result), played.events, played.calls, wins, draw)


def _order(
    turns: Sequence[Turns], dealer: int, result: Result, details: Sequence[tuple[int, int]], players: int
) -> list[int]:
    """The order of the turns, which must end as the result says."""
    by_tsumo = bool(details) and details[0][0] == details[0][1]
    if len({from_seat for _, from_seat in details}) > 1 or len({winner for winner, _ in details}) < len(details):
        raise LogError(Fault.BAD_ORDER, f"wins of one tile have different winners and one source, not {details}")
    ending = [seat for seat, own in enumerate(turns) if own.leaves and own.leaves[-1] == ENDS]
    expected = [details[0][0]] if by_tsumo else ending[:1] if result == Result.KYUUSHU_KYUUHAI else []
    if ending != expected:
        if not ending:
            raise LogError(Fault.BAD_ORDER, f"seat {expected[0]} must end with a draw, the winning tile")
        raise LogError(
            Fault.BAD_ORDER, f"seat {ending[-1]} has a draw without an answer, which the result does not explain"
        )
    order = order_of([own.takes for own in turns], [own.leaves for own in turns], first=dealer, players=players)
    last = details[0][1] if details else ending[0] if ending else order[-1]
    if order[-1] != last:
        raise LogError(Fault.BAD_ORDER, f"the turns end with seat {order[-1]}, the result says seat {last}")
    return order


class _Played:
    """The events of a kyoku, in order."""

    def __init__(self, turns: Sequence[Turns], indicators: Sequence[int], rules: RuleSet) -> None:
        self.turns = turns
        self.indicators = indicators
        self.timing = rules.kan_dora_timing
        self.events: list[int] = []
        self.calls: list[Call] = []
        self.n_turned = 1
        self.declared = ABSENT
        """Who has declared a riichi that is not accepted yet."""
        self.riichi: set[int] = set()
        self.accepted: set[int] = set()

    def events_of(self, seat: int) -> tuple[int, ...]:
        """The events of the last turn of a player."""
        return self.turns[seat].events[-1]

    def play(self, order: Sequence[int]) -> None:
        """Write the events of all turns."""
        played = self.events
        n_due = 0
        """Indicators an open kan is owed."""
        at = [0] * len(self.turns)
        for seat in order:
            place = at[seat]
            at[seat] = place + 1
            if self.declared != ABSENT:
                self.accept()
            own = self.turns[seat]
            mark, events = own.marks[place], own.events[place]
            if not (mark or n_due):
                played += events
                continue
            taken, *answered = events
            call = own.calls.get(place)
            if call is not None and own.takes[place] != DRAW:
                self.call(call, taken)
                call = None
            else:
                played.append(taken)
            if mark & KAN and not answered:  # a daiminkan
                n_due += 1
                if self.timing == "at_once":
                    n_due = self.turn(n_due)
                continue
            if call is not None:
                self.call(call, *answered)
                n_due = self.turn(n_due)
                if mark & ANKAN:
                    self.turn(1)
                n_due += mark & KAN > 0
                if self.timing == "at_once":
                    n_due = self.turn(n_due)
                continue
            if self.timing != "after_discard":
                n_due = self.turn(n_due)
            played += answered
            n_due = self.turn(n_due)
            if mark & RIICHI:
                self.declared = seat
                self.riichi.add(seat)

    def call(self, call: Call, event: int) -> None:
        """Write a call."""
        self.calls.append(call._replace(event=len(self.events)))
        self.events.append(event)

    def turn(self, n: int) -> int:
        """Turn so many further indicators, if there are; 0, what is owed then."""
        for _ in range(min(n, len(self.indicators) - self.n_turned)):
            self.events.append(packed(EventKind.DORA, ABSENT, self.indicators[self.n_turned]))
            self.n_turned += 1
        return 0

    def accept(self) -> None:
        """Write that the riichi just declared is accepted."""
        self.events.append(packed(EventKind.RIICHI_ACCEPTED, self.declared))
        self.accepted.add(self.declared)
        self.declared = ABSENT
