"""Findings in the kyoku of a batch, and what the levels *settlement* and *progress* share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from mjlog.auditing.findings import Code, Finding, Level
from mjlog.games.batch import Games
from mjlog.games.columns import Ints
from mjlog.replay.course import Course, Flags, kyoku_name
from mjlog.rules.ruleset import RuleSet

ALL_SEATS = np.ones(4, np.bool_)


def place_of(games: Games, kyoku: int) -> tuple[int, int]:
    """The game of a row of the batch's kyoku, and the place of the kyoku in its game."""
    game = int(np.searchsorted(games.kyoku_start, kyoku, side="right")) - 1
    return game, int(kyoku - games.kyoku_start[game])


class Comparison:
    """The findings of one level in a batch of games."""

    level: ClassVar[Level]

    def __init__(self, games: Games, course: Course) -> None:
        self.games = games
        self.course = course

    def rules(self, kyoku: int) -> RuleSet:
        """The rule set of a kyoku."""
        return self.games.rule_sets[int(self.course.rules[kyoku])]

    def finding(self, code: Code, kyoku: int, sentence: str, expected: str, found: str, **rest: Any) -> Finding:
        """A finding in a row of the batch's kyoku; the sentence may use `expected`, `found` and `seat`."""
        columns = self.games.kyoku
        name = kyoku_name(int(columns.wind[kyoku]), int(columns.number[kyoku]), int(columns.honba[kyoku]))
        sentence = sentence.format(expected=expected, found=found, seat=rest.get("seat"))
        game, place = place_of(self.games, kyoku)
        return Finding(
            level=self.level,
            code=code,
            game=game,
            kyoku=place,
            expected=expected,
            found=found,
            message=f"{name}: {sentence}",
            **rest,
        )

    def of_seats(
        self,
        code: Code,
        kyoku: int,
        expected: Ints,
        found: Ints,
        sentence: Callable[[int, int, int], str],
        number: Callable[[int], str] = "{:,}".format,
        seated: Flags = ALL_SEATS,
        **rest: Any,
    ) -> Finding:
        """A finding about numbers `(4,)` of all seats, with a sentence for each wrong seat."""
        wrong = np.flatnonzero((expected != found) & seated).tolist()
        sentences = (sentence(seat, int(expected[seat]), int(found[seat])) for seat in wrong)
        texts = (", ".join(map(number, row[seated].tolist())) for row in (expected, found))
        return self.finding(
            code, kyoku, "; ".join(sentences), *texts, seat=wrong[0] if len(wrong) == 1 else None, **rest
        )
