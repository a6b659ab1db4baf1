"""Plays one kyoku: asks the players in turn and ends it by a win or a draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from mjlog.games.columns import Result
from mjlog.games.events import Chi, Daiminkan, Left, OpenRiichi, Returned, Riichi, RiichiAccepted
from mjlog.kyoku.legality import breaches, draws
from mjlog.kyoku.state import Expects
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import Kyoku
from mjlog.simulate.moves import KyokuRecorder
from mjlog.simulate.players import KYUUSHU, WIN, Habits, can_win, choose_action, choose_call, riichi_discard
from mjlog.simulate.results import PlayedKyoku, drawn, won
from mjlog.tiles import KIND_OF_TILE
from mjlog.wall.table import DealtWall

Absence = tuple[int, int, int, int, int]
"""Seat; kyoku and event from which it is away; kyoku and event at which it is back."""


def play_kyoku(
    rules: RuleSet,
    players: Sequence[Habits],
    start: Kyoku,
    wall: DealtWall,
    chance: Random,
    place: int = 0,
    absences: Sequence[Absence] = (),
) -> PlayedKyoku:
    """Play the kyoku at this place of the game until somebody wins or nobody can."""
    return _Turns(KyokuRecorder(rules, start, wall), players, chance, place, absences).play()


class _Turns:
    def __init__(
        self,
        kyoku: KyokuRecorder,
        players: Sequence[Habits],
        chance: Random,
        place: int,
        absences: Sequence[Absence],
    ) -> None:
        self.kyoku, self.state, self.observation = kyoku, kyoku.state, kyoku.observation
        self.rules, self.chance, self.place, self.absences = kyoku.rules, chance, place, absences
        self.players = players
        self.habits = list(players)
        """How each seat plays now: the service plays for absent players."""
        self.absent: set[int] = set()
        for seat in {seat for seat, left, _, back, _ in absences if left < place <= back}:
            self._leave(seat)

    def play(self) -> PlayedKyoku:
        state, kyoku = self.state, self.kyoku
        while True:
            self._connections()
            if state.expects in (Expects.DRAW, Expects.REPLACEMENT):
                kyoku.draw()
            seat = state.turn
            if self.habits[seat].foul == "false_tsumo":
                return drawn(kyoku, Result.CHOMBO, {seat})
            if self.habits[seat].foul == "wrong_set":
                return drawn(kyoku, Result.FOUL_DRAW, ())
            action = choose_action(self.observation, seat, self.habits[seat], self.chance)
            if action == WIN:
                return won(kyoku, [seat])
            if action == KYUUSHU:
                return drawn(kyoku, Result.KYUUSHU_KYUUHAI, {seat})
            if isinstance(action, Riichi):
                kyoku.record(action)
                action = riichi_discard(self.observation, seat, self.habits[seat])
            if isinstance(action, int):
                kyoku.discard(seat, action)
            else:
                wrong = self.habits[seat].foul == "ankan" and bool(breaches(state, action))
                kyoku.call(action)
                if wrong:
                    return drawn(kyoku, Result.FOUL_DRAW, {seat})
            if end := self._reactions(seat):
                return end

    def _reactions(self, seat: int) -> PlayedKyoku | None:
        """Wins on the tile this seat just moved, a draw, or a call and the discard after it; None if play goes on."""
        state, observation, kyoku = self.state, self.observation, self.kyoku
        kind = KIND_OF_TILE[kyoku.tiles[kyoku.last_copy]]
        winners = [s for s in observation.others[seat] if observation.waits[s] >> kind & 1 and self._rons(s)]
        if len(winners) == 3 and self.rules.sanchahou != "off":
            return drawn(kyoku, Result.SANCHAHOU, set(winners))
        if winners:
            return won(kyoku, winners[:1] if self.rules.multiple_ron == "head_bump" else winners)
        for other in observation.others[seat]:
            if self.habits[other].foul == "false_ron":
                return drawn(kyoku, Result.CHOMBO, {other})
        if state.riichi_due is not None:
            kyoku.record(RiichiAccepted(state.riichi_due))
            if self.rules.has_open_riichi and self.chance.random() < self.habits[seat].opens:
                kyoku.record(OpenRiichi(seat))
        if state.has_fourth_kan(seat):
            return won(kyoku, [seat])
        if end := self._draw_due():
            return end
        if state.expects is not Expects.DRAW:
            return None
        callers = observation.callers(seat, kind)
        calls = [call for s in callers if (call := choose_call(observation, s, self.habits[s], self.chance))]
        if not calls:
            return None
        call = min(calls, key=lambda call: isinstance(call, Chi))
        kyoku.call(call)
        if isinstance(call, Daiminkan):
            return self._draw_due()
        self._connections()
        tile = choose_action(observation, call.seat, self.habits[call.seat], self.chance)
        assert isinstance(tile, int)
        kyoku.discard(call.seat, tile)
        return self._reactions(call.seat)

    def _rons(self, seat: int) -> bool:
        """Whether the seat, which waits on the tile, wins on it."""
        habits = self.habits[seat]
        return habits.rons and not habits.passive and can_win(self.state, seat)

    def _hides(self, seat: int) -> bool:
        """Whether a seat in tenpai does not show its hand at an exhaustive draw."""
        may_hide = self.rules.tenpai_shown == "may_hide" and not self.state.seats[seat].riichi_accepted
        return may_hide and self.chance.random() < self.habits[seat].hides

    def _draw_due(self) -> PlayedKyoku | None:
        """The end of the kyoku if it is a draw now."""
        due = draws(self.state)
        if not due:
            return None
        if Result.EXHAUSTIVE_DRAW in due:
            for s, seat in enumerate(self.state.seats):
                if self.habits[s].foul == "noten_riichi" and not seat.tenpai(self.rules):
                    return drawn(self.kyoku, Result.CHOMBO, {s})
            shown = {s for s in range(self.state.players) if self.state.tenpai(s) and not self._hides(s)}
            nagashi = Result.NAGASHI_MANGAN in due
            return drawn(self.kyoku, Result.NAGASHI_MANGAN if nagashi else Result.EXHAUSTIVE_DRAW, shown)
        result = min(due)
        return drawn(self.kyoku, result, range(4) if result is Result.SUUCHA_RIICHI else ())

    def _connections(self) -> None:
        """Players leave and return."""
        for seat, left, left_event, back, back_event in self.absences:
            now = (self.place, len(self.kyoku.events))
            if now >= (back, back_event) and seat in self.absent:
                self.absent.discard(seat)
                self.habits[seat] = self.players[seat]
                self.kyoku.record(Returned(seat))
            elif (left, left_event) <= now < (back, back_event) and seat not in self.absent:
                self._leave(seat)
                self.kyoku.record(Left(seat))

    def _leave(self, seat: int) -> None:
        self.absent.add(seat)
        self.habits[seat] = replace(self.players[seat], passive=True)
