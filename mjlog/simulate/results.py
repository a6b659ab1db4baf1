"""The result of a played kyoku: values of the wins, hands shown, and the settlement by the rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mjlog.games.columns import Result
from mjlog.games.events import Event
from mjlog.kyoku.legality import is_nagashi
from mjlog.kyoku.state import Winning
from mjlog.replay.course import ABORTIVE
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.score import Score, score_hand
from mjlog.rules.settlement import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Kyoku,
    Outcome,
    Settlement,
    Win,
    Wins,
    liabilities,
    settle,
)
from mjlog.simulate.moves import KyokuRecorder
from mjlog.wall.table import DealtWall


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedWin:
    """A win with its value."""

    winning: Winning
    score: Score
    pao: int | None
    """The seat liable for a yakuman by the rules."""
    concealed: tuple[int, ...]
    """Copies of the concealed tiles with the winning one."""
    copy: int
    """Copy of the winning tile."""
    sticks: int
    """Riichi sticks it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedKyoku:
    """A kyoku as it was played."""

    start: Kyoku
    wall: DealtWall
    events: tuple[Event, ...]
    """With copies."""
    points: tuple[int, ...]
    """At the end, riichi sticks paid, before the settlement."""
    wins: tuple[PlayedWin, ...]
    result: Result
    shown: tuple[tuple[int, ...] | None, ...]
    """At a draw, copies of the hands shown."""
    settlement: Settlement
    dead: tuple[bool, ...]
    """By seat: the hand is dead by a foul."""


def won(kyoku: KyokuRecorder, seats: Sequence[int]) -> PlayedKyoku:
    """The kyoku after wins of these seats, the first of which takes honba and sticks."""
    rules, state = kyoku.rules, kyoku.state
    get_own_back = {s for s in seats[1:] if state.seats[s].riichi_accepted and rules.sticks_to == "own_back"}
    wins, settled = [], []
    for seat in seats:
        n_ura = len(state.indicators) if rules.kan_ura_dora else int(rules.ura_dora)
        ura = kyoku.wall.ura_indicators[: n_ura * state.seats[seat].riichi_accepted]
        winning = state.win(seat, kyoku.tiles_of(ura))
        score = score_hand(winning.win, rules)
        liable = liabilities(rules, winning.pao)
        tsumo = winning.from_seat is None
        copy = kyoku.copies[seat][-1] if tsumo else kyoku.last_copy
        wins.append(
            PlayedWin(
                winning=winning,
                score=score,
                pao=liable[0].seat if liable else None,
                concealed=tuple(sorted(kyoku.copies[seat] if tsumo else [*kyoku.copies[seat], copy])),
                copy=copy,
                sticks=state.sticks - len(get_own_back) if seat == seats[0] else int(seat in get_own_back),
            )
        )
        settled.append(
            Win(
                seat=seat,
                payer=winning.from_seat,
                base=score.base,
                liable=liable,
                rinshan_feeder=_rinshan_feeder(rules, winning),
            )
        )
    return _closed(kyoku, Wins(wins=tuple(settled)), Result.WIN, wins, ())


def drawn(kyoku: KyokuRecorder, result: Result, shown: Collection[int]) -> PlayedKyoku:
    """The kyoku after a draw; `shown` are the seats that show their hands."""
    seats = kyoku.state.seats
    outcome: Outcome
    if result is Result.CHOMBO:
        outcome = Chombo(seat=min(shown))
    elif result in ABORTIVE:
        outcome = AbortiveDraw(kind=ABORTIVE[result])
    else:
        outcome = ExhaustiveDraw(
            tenpai=tuple(seat in shown for seat in range(len(seats))),
            nagashi=tuple(number for number, seat in enumerate(seats) if is_nagashi(seat.river)),
        )
    return _closed(kyoku, outcome, result, (), shown)


def _rinshan_feeder(rules: RuleSet, winning: Winning) -> int | None:
    """The seat that fed a daiminkan before a rinshan win, if the rules make it pay."""
    pays = rules.rinshan_pao == "always" or (rules.rinshan_pao == "unless_furiten" and not winning.furiten)
    return winning.kan_feeder if pays else None


def _closed(
    kyoku: KyokuRecorder, outcome: Outcome, result: Result, wins: Sequence[PlayedWin], shown: Collection[int]
) -> PlayedKyoku:
    seats = kyoku.state.seats
    riichi = [number for number, seat in enumerate(seats) if seat.riichi_accepted]
    return PlayedKyoku(
        start=kyoku.start,
        wall=kyoku.wall,
        events=tuple(kyoku.events),
        points=tuple(seat.points for seat in seats),
        wins=tuple(wins),
        result=result,
        shown=tuple(tuple(sorted(hand)) if s in shown else None for s, hand in enumerate(kyoku.copies)),
        settlement=settle(kyoku.rules, kyoku.start, outcome, riichi),
        dead=tuple(seat.dead for seat in seats),
    )
