"""The level *progress*: what each kyoku starts with, when the game ends, its final result, against what the log states.

Transitions and final results are worked out column by column; a test holds them to the definitions in
`rules.progress` and `rules.finish`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from mjlog.auditing.alternatives import explanation
from mjlog.auditing.findings import Code, Finding
from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT, Ints
from mjlog.replay.course import Flags, any_seat, chips_recorded, course_of, kyoku_name
from mjlog.replay.endings import End, endings, final_results, points_after
from mjlog.replay.payments import ExpectedPayments, outcome_of, start_of
from mjlog.rules.progress import next_kyoku
from mjlog.rules.result import final_result
from mjlog.rules.ruleset import RuleSet, alternatives
from mjlog.rules.settlement import Settlement, judged

END_SENTENCES: Final = {
    End.NONE: "nothing ends it here",
    End.PLAYED_OUT: "its last planned kyoku is over",
    End.TARGET_REACHED: "somebody is at the target in the extension",
    End.AGARI_YAME: "the last dealer has won and leads at the target",
    End.TENPAI_YAME: "the last dealer is tenpai and leads at the target",
    End.TOBI: "somebody has run out of points",
}


def check(games: Games, owed: ExpectedPayments | None = None) -> list[Finding]:
    """Everything in the order and the end of the games that is not what the rules say.

    With what is due, a payment that the log itself does not go on with is left to the settlement level.
    """
    audit = _Audit(games, owed)
    found = [*audit.starts(), *audit.ending(), *audit.results(), *audit.chips()]
    return sorted(found, key=lambda f: (f.game, f.kyoku))


class _Audit:
    def __init__(self, games: Games, owed: ExpectedPayments | None) -> None:
        self.games = games
        self.course = course_of(games) if owed is None else owed.course
        self.points = points_after(games, self.course, owed)
        self.endings = endings(games, self.course, self.points)

    def _name(self, kyoku: int) -> str:
        columns = self.games.kyoku
        return kyoku_name(int(columns.wind[kyoku]), int(columns.number[kyoku]), int(columns.honba[kyoku]))

    def _finding(self, code: Code, kyoku: int, message: str, **rest: Any) -> Finding:
        game = int(self.course.game[kyoku])
        place = kyoku - int(self.games.kyoku_start[game])
        message = f"{self._name(kyoku)}: {message}"
        return Finding(level="progress", code=code, game=game, kyoku=place, message=message, **rest)

    # -- the start of each kyoku

    def starts(self) -> Iterator[Finding]:
        """Dealer, round, honba, sticks and points of each kyoku."""
        course, kyoku = self.course, self.games.kyoku
        carried = course.expected
        yield from self._differing(Code.DEALER, kyoku.dealer, carried.dealer, "the dealer", "seat {}")
        yield from self._differing(Code.HONBA, kyoku.honba, carried.honba, "the honba", "{}")
        yield from self._differing(Code.STICKS, kyoku.sticks, carried.sticks, "the number of sticks on the table", "{}")
        expected_number = course.dealer + 1
        wrong = course.expected.known & ((kyoku.wind != carried.wind) | (kyoku.number != expected_number))
        for row in np.flatnonzero(wrong).tolist():
            expected = kyoku_name(int(carried.wind[row]), int(expected_number[row]), 0)
            found = kyoku_name(int(kyoku.wind[row]), int(kyoku.number[row]), 0)
            yield self._finding(
                Code.ROUND,
                row,
                f"this must be {expected}, but the log says {found}",
                expected=expected,
                found=found,
                option=self._explained(row - 1),
            )
        yield from self._points()

    def _differing(self, code: Code, stated: Ints, carried: Ints, what: str, form: str) -> Iterator[Finding]:
        for row in np.flatnonzero(self.course.expected.known & (stated != carried)).tolist():
            expected, found = form.format(carried[row]), form.format(stated[row])
            yield self._finding(
                code,
                row,
                f"{what} must be {expected}, but the log says {found}",
                expected=expected,
                found=found,
                option=self._explained(row - 1),
            )

    def _points(self) -> Iterator[Finding]:
        stated, carried = self.games.kyoku.points, self.course.expected
        expected = np.where(self.course.first[:, None], carried.points, np.roll(self.points, 1, axis=0))
        wrong = carried.known & any_seat(stated != expected)
        for row in np.flatnonzero(wrong).tolist():
            seats = np.flatnonzero(stated[row] != expected[row]).tolist()
            sentences = [
                f"seat {s} must start with {expected[row, s]:,} but starts with {stated[row, s]:,}" for s in seats
            ]
            yield self._finding(
                Code.START_POINTS,
                row,
                "; ".join(sentences),
                seat=seats[0] if len(seats) == 1 else None,
                expected=_numbers(expected[row]),
                found=_numbers(stated[row]),
                option=self._other_start(row),
            )

    def _other_start(self, row: int) -> str | None:
        """The start that would explain a first kyoku: all have the same."""
        seated = self.games.kyoku.points[row][self.course.seated[row]]
        alike = bool((seated == seated[0]).all())
        return f"start_points={seated[0]}" if self.course.first[row] and alike else None

    # -- the end of each game

    def ending(self) -> Iterator[Finding]:
        """Games that go on behind their end (the first such kyoku of each), and games that end without one."""
        course = self.course
        goes_on = np.flatnonzero(self.endings.must & course.has_result & ~course.last)
        for row in goes_on[np.unique(course.game[goes_on], return_index=True)[1]].tolist():
            reason = End(int(self.endings.reason[row]))
            yield self._finding(
                Code.GAME_GOES_ON,
                row,
                f"the game must end here, since {END_SENTENCES[reason]}, but the log goes on",
                expected=reason.name.lower(),
                found="goes on",
                option=self._explained(row),
            )
        complete = self.games.games.complete[course.game]
        early = complete & course.last & course.has_result & (self.endings.reason == End.NONE)
        for row in np.flatnonzero(early).tolist():
            yield self._finding(
                Code.GAME_ENDS_EARLY,
                row,
                f"the game must go on behind this kyoku with {_held(self.points[row], course.seated[row])}, "
                "but the log ends here",
                expected="goes on",
                found="ends",
                option=self._explained(row),
            )

    def _explained(self, before: int) -> str | None:
        """The option by which that kyoku is followed by what the log has next, or is the last one."""
        course, games = self.course, self.games
        if before < 0 or not course.has_result[before]:
            return None
        own = self._rules(before)
        points = tuple(self.points[before, : own.players].tolist())
        sticks = int(course.sticks_left[before])
        outcome, start = outcome_of(games, course, before, own), start_of(course, before, own)

        def matches(rules: RuleSet) -> bool:
            settled = Settlement(outcome=judged(rules, outcome), rows=(), sticks=sticks, points=points)
            progress = next_kyoku(rules, start, settled)
            if course.last[before]:
                return progress.end is not None
            kyoku, row = games.kyoku, before + 1
            stated = (kyoku.wind[row], kyoku.dealer[row], kyoku.honba[row], kyoku.sticks[row])
            following = progress.next
            return following is not None and stated == (
                following.wind,
                following.dealer,
                following.honba,
                following.sticks,
            )

        return explanation(own, alternatives("progress"), matches)

    # -- final results

    def results(self) -> Iterator[Finding]:
        """Final points and scores of complete games."""
        games, course = self.games, self.course
        rows = np.flatnonzero(course.last & course.has_result & games.games.complete[course.game])
        of_game = course.game[rows]
        rules, seated = course.rules[rows], course.seated[rows]
        sticks = course.sticks_left[rows]
        due = final_results(games, rules, self.points[rows], sticks)
        stated = games.games.final_points[of_game]
        wrong_points = any_seat((due.points != stated) & seated & (stated != ABSENT))
        for place in np.flatnonzero(wrong_points).tolist():
            yield self._final_points(rows[place], due.points[place], stated[place], seated[place])
        in_points = 1_000 * games.games.final_scores[of_game]
        unknown = np.isnan(in_points)
        scores = np.rint(np.where(unknown, 0, in_points)).astype(np.int32)
        wrong_scores = any_seat((due.scores != scores) & seated & ~unknown)
        for place in np.flatnonzero(wrong_scores & wrong_points).tolist():
            own = final_results(
                games, rules[[place]], np.where(seated[[place]], stated[[place]], 0), 0 * sticks[[place]]
            )
            wrong_scores[place] = bool(((own.scores[0] != scores[place]) & seated[place]).any())
        for place in np.flatnonzero(wrong_scores).tolist():
            yield self._final_score(rows[place], due.scores[place], scores[place], seated[place])

    def _final_points(self, row: int, due: Ints, stated: Ints, seated: Flags) -> Finding:
        seats = np.flatnonzero((due != stated) & seated).tolist()
        sentences = [f"seat {s} must end with {due[s]:,} points, but the log says {stated[s]:,}" for s in seats]
        sticks = int(self.course.sticks_left[row])

        def matches(rules: RuleSet) -> bool:
            result = final_result(rules, self.points[row, : rules.players].tolist(), sticks)
            return bool(list(result.points) == stated[: rules.players].tolist())

        return self._finding(
            Code.FINAL_POINTS,
            int(row),
            "; ".join(sentences),
            seat=seats[0] if len(seats) == 1 else None,
            expected=_held(due, seated),
            found=_held(stated, seated),
            option=explanation(self._rules(row), (("left_sticks", ("first", "split", "lost")),), matches),
        )

    def _final_score(self, row: int, due: Ints, stated: Ints, seated: Flags) -> Finding:
        seats = np.flatnonzero((due != stated) & seated).tolist()
        sentences = [
            f"the final score of seat {s} must be {due[s] / 1_000:+.1f}, but the log says {stated[s] / 1_000:+.1f}"
            for s in seats
        ]
        rules = self._rules(row)
        points, sticks = self.points[row, : rules.players].tolist(), int(self.course.sticks_left[row])

        def matches(rules: RuleSet) -> bool:
            scores = final_result(rules, points, sticks).scores
            return bool(list(scores) == stated[: rules.players].tolist())

        return self._finding(
            Code.FINAL_SCORE,
            int(row),
            "; ".join(sentences),
            seat=seats[0] if len(seats) == 1 else None,
            expected=_scores(due, seated),
            found=_scores(stated, seated),
            option=explanation(rules, alternatives("result"), matches),
        )

    def _rules(self, row: int) -> RuleSet:
        return self.games.rule_sets[int(self.course.rules[row])]

    # -- chips

    def chips(self) -> Iterator[Finding]:
        """Chips carried from kyoku to kyoku and to the end, in rooms that have them."""
        course, games = self.course, self.games
        kyoku = games.kyoku
        for row in np.flatnonzero(chips_recorded(kyoku.chips)).tolist():
            if course.expected.known[row]:
                expected = self._chips_left(row - 1) if not course.first[row] else 0 * kyoku.chips[row]
                yield from self._chip_finding(Code.START_CHIPS, row, "start with", expected, kyoku.chips[row])
            final = games.games.final_chips[course.game[row]]
            if course.last[row] and (final != ABSENT).any():
                yield from self._chip_finding(Code.FINAL_CHIPS, row, "end with", self._chips_left(row), final)

    def _chips_left(self, row: int) -> Ints:
        games = self.games
        wins = games.wins.chip_payments[games.win_start[row] : games.win_start[row + 1]]
        draws = games.draws.chip_payments[games.draw_start[row] : games.draw_start[row + 1]]
        return np.asarray(games.kyoku.chips[row] + wins.sum(0, dtype=np.int16) + draws.sum(0, dtype=np.int16))

    def _chip_finding(self, code: Code, row: int, verb: str, due: Ints, stated: Ints) -> Iterator[Finding]:
        seated = self.course.seated[row]
        if ((due != stated) & seated).any():
            expected, found = _held(due, seated), _held(stated, seated)
            yield self._finding(
                code,
                row,
                f"the players must {verb} {expected} chips, but the log says {found}",
                expected=expected,
                found=found,
            )


def _numbers(row: Ints) -> str:
    return ", ".join(f"{n:,}" for n in row.tolist())


def _held(row: Ints, seated: Flags) -> str:
    return ", ".join(f"{n:,}" for n in row[seated].tolist())


def _scores(row: Ints, seated: Flags) -> str:
    return ", ".join(f"{n / 1_000:+.1f}" for n in row[seated].tolist())
