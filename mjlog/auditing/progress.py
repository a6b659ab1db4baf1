"""The level *progress*: the recorded start of each kyoku, end of the game and final result, against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import numpy as np

from mjlog.auditing.alternatives import explanation
from mjlog.auditing.comparison import Comparison
from mjlog.auditing.findings import Code, Finding
from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT, Ints
from mjlog.replay.course import any_seat, chips_recorded, course_of, kyoku_name
from mjlog.replay.endings import End, FinalResults, chombo_of, endings, final_results, points_after
from mjlog.replay.payments import ExpectedPayments, outcome_of, start_of
from mjlog.rules.progress import next_kyoku
from mjlog.rules.result import final_result
from mjlog.rules.rule_options import alternatives
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import Settlement, outcome_by_rules

STARTS: Final = (
    (Code.DEALER, "dealer", "seat {}", "the dealer"),
    (Code.HONBA, "honba", "{}", "the honba"),
    (Code.STICKS, "sticks", "{}", "the number of riichi sticks on the table"),
)
"""Columns compared at the start of each kyoku: code, name, and words for a value and for the column."""
END_REASONS: Final = {
    End.PLAYED_OUT: "its last planned kyoku is over",
    End.TARGET_REACHED: "a player is at the target in the extension",
    End.AGARI_YAME: "the last dealer has won and leads at the target",
    End.TENPAI_YAME: "the last dealer is tenpai and leads at the target",
    End.TOBI: "a player has run out of points",
}
FINALS: Final[Mapping[Code, tuple[str, str, Callable[[int], str]]]] = {
    Code.FINAL_POINTS: ("final points", "points", "{:,}".format),
    Code.FINAL_SCORE: ("final score", "scores", lambda points: f"{points / 1_000:+.1f}"),
}
"""Final results compared: their words, name in `FinalResult`, and spelling."""


def check(games: Games, expected: ExpectedPayments | None = None) -> list[Finding]:
    """The differences in the order of the kyoku, and in the end and result of the games.

    With the expected payments, a wrong payment from which the log does not go on is left to the settlement level.
    """
    audit = Progress(games, expected)
    findings = [*audit.starts(), *audit.ends(), *audit.results(), *audit.chips()]
    return sorted(findings, key=lambda f: (f.game, f.kyoku))


class Progress(Comparison):
    """The comparisons of one batch: where each kyoku starts, where games end, and their results."""

    level = "progress"

    def __init__(self, games: Games, expected: ExpectedPayments | None) -> None:
        super().__init__(games, course_of(games) if expected is None else expected.course)
        self.points = points_after(games, self.course, expected)
        self.endings = endings(games, self.course, self.points)
        first = self.course.first[:, None]
        self.start_points = np.where(first, self.course.expected.points, np.roll(self.points, 1, axis=0))
        """`(n_kyoku, 4)`: the points at the start by the rules."""
        complete = games.games.complete[self.course.game] & self.course.has_result
        self.goes_on = self.endings.must & self.course.has_result & ~self.course.last
        self.ends_early = complete & self.course.last & (self.endings.reason == End.NONE)
        """`(n_kyoku,)` bool: the log goes on after an end, or has none where it ends."""
        self.finals = np.flatnonzero(complete & self.course.last)
        """Rows of the last kyoku of complete games."""

    @property
    def wrong_starts(self) -> Any:
        """`(n_kyoku,)` bool: kyoku that start otherwise than by the rules."""
        kyoku, start = self.games.kyoku, self.course.expected
        differs = (kyoku.wind != start.wind) | (kyoku.number != self.course.dealer + 1)
        for _, column, _, _ in STARTS:
            differs |= getattr(kyoku, column) != getattr(start, column)
        return start.known & (differs | any_seat(kyoku.points != self.start_points))

    def final_differences(self) -> tuple[FinalResults, Any, Any]:
        """The final results by the rules of `finals`, and by seat `(n, 4)` the wrong final points and wrong scores."""
        games, course, rows = self.games, self.course, self.finals
        of_game, seated = course.game[rows], course.seated[rows]
        chombo = chombo_of(course, rows)
        expected = final_results(games, course.rules[rows], self.points[rows], course.sticks_left[rows], chombo)
        points = games.games.final_points[of_game]
        scores = 1_000 * games.games.final_scores[of_game]
        wrong_points = (expected.points != points) & seated & (points != ABSENT)
        wrong_scores = (expected.scores != np.rint(np.nan_to_num(scores))) & seated & ~np.isnan(scores)
        return expected, wrong_points, wrong_scores

    def starts(self) -> Iterator[Finding]:
        """Dealer, round, honba, sticks and points of each kyoku."""
        kyoku, expected = self.games.kyoku, self.course.expected
        sentence = "must be {expected}, but the log says {found}"
        for code, column, word, subject in STARTS:
            start, recorded = getattr(expected, column), getattr(kyoku, column)
            for row in np.flatnonzero(expected.known & (start != recorded)).tolist():
                words = word.format(start[row]), word.format(recorded[row])
                yield self.finding(code, row, f"{subject} {sentence}", *words, option=self._option(row - 1))
        number = self.course.dealer + 1
        wrong = expected.known & ((kyoku.wind != expected.wind) | (kyoku.number != number))
        for row in np.flatnonzero(wrong).tolist():
            rounds = ((expected.wind[row], number[row]), (kyoku.wind[row], kyoku.number[row]))
            by_rules, by_log = (kyoku_name(int(wind), int(nth), 0) for wind, nth in rounds)
            yield self.finding(Code.ROUND, row, f"this {sentence}", by_rules, by_log, option=self._option(row - 1))
        yield from self._start_points()

    def _start_points(self) -> Iterator[Finding]:
        def sentence(seat: int, points: int, other: int) -> str:
            return f"seat {seat} must start with {points:,} points, but the log says {other:,}"

        recorded, expected = self.games.kyoku.points, self.start_points
        for row in np.flatnonzero(self.course.expected.known & any_seat(recorded != expected)).tolist():
            option = self._start_option(row)
            yield self.of_seats(Code.START_POINTS, row, expected[row], recorded[row], sentence, option=option)

    def _start_option(self, row: int) -> str | None:
        """The start points that explain a first kyoku in which all have the same."""
        points = self.games.kyoku.points[row][self.course.seated[row]]
        equal = bool((points == points[0]).all())
        return f"start_points={points[0]}" if self.course.first[row] and equal else None

    def ends(self) -> Iterator[Finding]:
        """Games that continue after they should have ended (once a game), and games that end too early."""
        course = self.course
        goes_on = np.flatnonzero(self.goes_on)
        for row in goes_on[np.unique(course.game[goes_on], return_index=True)[1]].tolist():
            reason = End(int(self.endings.reason[row]))
            sentence = f"the game must end here, since {END_REASONS[reason]}, but the log goes on"
            words = reason.name.lower(), "goes on"
            yield self.finding(Code.GAME_GOES_ON, row, sentence, *words, option=self._option(row))
        for row in np.flatnonzero(self.ends_early).tolist():
            points = ", ".join(f"{n:,}" for n in self.points[row][course.seated[row]].tolist())
            sentence = f"the game must go on after this kyoku with {points}, but the log ends here"
            yield self.finding(Code.GAME_ENDS_EARLY, row, sentence, "goes on", "ends", option=self._option(row))

    def _option(self, before: int) -> str | None:
        """The option by which the next kyoku of the log, or its end, follows a kyoku."""
        course, games = self.course, self.games
        if before < 0 or not course.has_result[before]:
            return None
        rule_set = self.rules(before)
        points = tuple(self.points[before, : rule_set.players].tolist())
        sticks = int(course.sticks_left[before])
        outcome, start = outcome_of(games, course, before, rule_set), start_of(course, before, rule_set)

        def matches(rules: RuleSet) -> bool:
            settled = Settlement(outcome=outcome_by_rules(rules, outcome), rows=(), sticks=sticks, points=points)
            progress = next_kyoku(rules, start, settled)
            if course.last[before]:
                return progress.end is not None
            kyoku, row, following = games.kyoku, before + 1, progress.next
            return following is not None and (
                (kyoku.wind[row], kyoku.dealer[row], kyoku.honba[row], kyoku.sticks[row])
                == (following.wind, following.dealer, following.honba, following.sticks)
            )  # fmt: skip

        return explanation(rule_set, alternatives("progress"), matches)

    def results(self) -> Iterator[Finding]:
        """Final points and scores of complete games."""
        games, course, rows = self.games, self.course, self.finals
        of_game, rules, seated = course.game[rows], course.rules[rows], course.seated[rows]
        sticks = course.sticks_left[rows]
        chombo = chombo_of(course, rows)
        expected, *wrong = self.final_differences()
        wrong_points, wrong_scores = map(any_seat, wrong)
        points = games.games.final_points[of_game]
        for n in np.flatnonzero(wrong_points).tolist():
            yield self._final(Code.FINAL_POINTS, int(rows[n]), expected.points[n], points[n], chombo[n])
        scores = np.rint(np.nan_to_num(1_000 * games.games.final_scores[of_game])).astype(np.int32)
        for n in np.flatnonzero(wrong_scores & wrong_points).tolist():
            # scores that follow from the recorded points are right
            recorded = np.where(seated[[n]], points[[n]], 0)
            by_log = final_results(games, rules[[n]], recorded, 0 * sticks[[n]], chombo[[n]]).scores[0]
            wrong_scores[n] = bool(((by_log != scores[n]) & seated[n]).any())
        for n in np.flatnonzero(wrong_scores).tolist():
            yield self._final(Code.FINAL_SCORE, int(rows[n]), expected.scores[n], scores[n], chombo[n])

    def _final(self, code: Code, row: int, expected: Ints, found: Ints, chombo: Ints) -> Finding:
        rule_set, sticks = self.rules(row), int(self.course.sticks_left[row])
        fouls = chombo.tolist()
        points, recorded = (numbers[: rule_set.players].tolist() for numbers in (self.points[row], found))
        subject, column, number = FINALS[code]

        def sentence(seat: int, value: int, other: int) -> str:
            return f"the {subject} of seat {seat} must be {number(value)}, but the log says {number(other)}"

        def matches(rules: RuleSet) -> bool:
            return bool(list(getattr(final_result(rules, points, sticks, fouls), column)) == recorded)

        option, seated = explanation(rule_set, alternatives("result"), matches), self.course.seated[row]
        return self.of_seats(code, row, expected, found, sentence, number, seated, option=option)

    def chips(self) -> Iterator[Finding]:
        """Chips at the start of each kyoku and at the end, in rooms that have them."""
        course, chips, final = self.course, self.games.kyoku.chips, self.games.games.final_chips
        for row in np.flatnonzero(chips_recorded(chips)).tolist():
            if course.expected.known[row]:
                expected = self._chips_after(row - 1) if not course.first[row] else 0 * chips[row]
                yield from self._chips(Code.START_CHIPS, row, "start with", expected, chips[row])
            of_game = final[course.game[row]]
            if course.last[row] and (of_game != ABSENT).any():
                yield from self._chips(Code.FINAL_CHIPS, row, "end with", self._chips_after(row), of_game)

    def _chips_after(self, row: int) -> Ints:
        games = self.games
        wins = games.wins.chip_payments[games.win_start[row] : games.win_start[row + 1]]
        draws = games.draws.chip_payments[games.draw_start[row] : games.draw_start[row + 1]]
        return np.asarray(games.kyoku.chips[row] + wins.sum(0, dtype=np.int16) + draws.sum(0, dtype=np.int16))

    def _chips(self, code: Code, row: int, verb: str, expected: Ints, found: Ints) -> Iterator[Finding]:
        seated = self.course.seated[row]
        if ((expected != found) & seated).any():
            words = (", ".join(map(str, numbers[seated].tolist())) for numbers in (expected, found))
            yield self.finding(
                code, row, f"the players must {verb} {{expected}} chips, but the log says {{found}}", *words
            )
