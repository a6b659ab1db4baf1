"""A batch of games with everything the rules say about them, each part computed when it is first used."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from mjlog.games.batch import Games
from mjlog.games.columns import Ints
from mjlog.games.gaps import KnownWins, known_wins
from mjlog.replay import Replay, replay
from mjlog.replay.course import with_tenpai
from mjlog.replay.pao import pao_seats
from mjlog.replay.payments import ExpectedPayments, PaoSeats, expected_payments
from mjlog.replay.scores import Scores, scores_of, won_hands
from mjlog.rules.columns.score import HandColumns


class Played:
    """A batch of games and what follows from it by the rules."""

    def __init__(self, games: Games) -> None:
        self.games = games

    @cached_property
    def replay(self) -> Replay:
        """All kyoku replayed."""
        return replay(self.games)

    @cached_property
    def games_with_tenpai(self) -> Games:
        """The games; where the log does not record who is tenpai at a draw, the replay says it."""
        return with_tenpai(self.games, self.replay.kyoku.tenpai)

    @cached_property
    def hands(self) -> tuple[HandColumns, Ints]:
        """The hands of all wins as input of scoring, and the index of the rule set of each."""
        return won_hands(self.games, self.replay)

    @cached_property
    def scores(self) -> Scores:
        """The scores of all wins by the rules."""
        hands, rules = self.hands
        return scores_of(hands, self.games.rule_sets, rules)

    @cached_property
    def known(self) -> KnownWins:
        """The wins of which the log records the hand and the dora."""
        return known_wins(self.games)

    @cached_property
    def base(self) -> Ints:
        """`(n_wins,)`: base points by the rules; -1 for no winning hand, and where the hand or dora are not known."""
        values, known = self.scores.values, self.known
        return np.where(values.valid & known.hand & known.dora & self.games.wins.lists_ura, values.base, -1)

    @cached_property
    def pao(self) -> PaoSeats:
        """The seats liable for each win."""
        return pao_seats(self.games, self.replay)

    @cached_property
    def payments(self) -> ExpectedPayments:
        """The payments of all wins and draws by the rules."""
        return expected_payments(self.games_with_tenpai, self.base, self.pao)
