"""The level *progress*: what each kyoku starts with, when the game ends, its final result, against what the log states.

Transitions and final results are worked out column by column; a test holds them to the definitions in
`rules.progress` and `rules.finish`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.auditing.alternatives import Alternatives, explanation
from mjlog.auditing.findings import Code, Finding
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints
from mjlog.replay.course import Course, Flags, any_seat, course, kyoku_name, of_rules, of_seats, told, with_chips
from mjlog.replay.payments import Due, outcome_of, start_of
from mjlog.rules.progress import next_kyoku
from mjlog.rules.result import ROUNDING_OFFSETS, final_result
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import STICK, Settlement, judged


class End(IntEnum):
    """Why a game ends after a kyoku; the words are those of `rules.progress.EndReason`."""

    NONE = 0
    PLAYED_OUT = 1
    TARGET_REACHED = 2
    AGARI_YAME = 3
    TENPAI_YAME = 4
    TOBI = 5


END_SENTENCES: Final = {
    End.NONE: "nothing ends it here",
    End.PLAYED_OUT: "its last planned kyoku is over",
    End.TARGET_REACHED: "somebody is at the target in the extension",
    End.AGARI_YAME: "the last dealer has won and leads at the target",
    End.TENPAI_YAME: "the last dealer is tenpai and leads at the target",
    End.TOBI: "somebody has run out of points",
}


class Ends(NamedTuple):
    """After each kyoku, `(n_kyoku,)`: why the game ends, and whether it must."""

    reason: Ints
    """int8: an `End`."""
    must: Flags
    """False where the last dealer may choose."""


class Finals(NamedTuple):
    """Final result of each game, `(n_games, 4)`; what is due to seats without a player is 0."""

    points: Ints
    scores: Ints
    """In points: 1,000 is one on the score sheet."""


def points_after(games: Games, follow: Course, owed: Due | None) -> Ints:
    """`(n_kyoku, 4)`: points behind each kyoku, by the payments the log states.

    Where the log goes on with what is due and not with what it states, one of its payments is wrong and the points are
    those due; so they are where it does not tell the payments.
    """
    points = follow.points - STICK * follow.riichi.astype(np.int32) + follow.paid
    if owed is None:
        return points
    for start, payments in ((games.win_start, games.wins.payments), (games.draw_start, games.draws.payments)):
        untold = runs(start)[~told(payments)]
        points[untold] = owed.points[untold]
    rows = np.flatnonzero(any_seat(points != owed.points))
    if len(rows):
        goes_on = np.roll(follow.points, -1, axis=0)[rows]
        last = follow.last[rows]
        ended = rows[last]
        goes_on[last] = games.games.final_points[follow.game[ended]] * follow.seated[ended]
        due = owed.points[rows]
        due[last] = finals(games, follow.rules[ended], owed.points[ended], follow.sticks_left[ended]).points
        as_due = ~any_seat(due != goes_on)
        points[rows[as_due]] = owed.points[rows[as_due]]
    return points


def ends(games: Games, follow: Course, points: Ints) -> Ends:
    """Whether the game ends after each kyoku that leaves these points, by the rules alone."""

    def fact(of: Any, dtype: Any = np.bool_) -> Any:
        return of_rules(games, follow.rules, of, dtype)

    rows = np.arange(len(follow.game))
    lowest = of_seats(np.minimum, np.where(follow.seated, points, np.iinfo(np.int32).max))
    highest = of_seats(np.maximum, np.where(follow.seated, points, np.iinfo(np.int32).min))
    dealer_leads = points[rows, follow.dealer] == highest
    for seat in range(3):
        dealer_leads &= ~((points[:, seat] == highest) & (seat < follow.dealer))
    place = follow.wind.astype(np.int16) * follow.players + follow.dealer
    last = fact(lambda r: r.last_kyoku, np.int16)
    final = last + fact(lambda r: r.extension_winds * r.players, np.int16)
    reached = highest >= fact(lambda r: r.target_points, np.int32)
    in_extension = place > last
    sudden = fact(lambda r: r.sudden_death)

    repeats = follow.repeats
    early = repeats & in_extension & reached & sudden & ~fact(lambda r: r.extension_repeat_first)
    leads = (dealer_leads & reached) | fact(lambda r: r.yame_anywhere)
    yame = repeats & ~early & leads
    tenpai = follow.tenpai[rows, follow.dealer] & ~follow.won
    planned = ~repeats & ((place >= final) | (reached & ~in_extension))
    target = (~repeats & ~planned & reached & sudden) | early
    over = place >= last

    reason = np.zeros(len(rows), np.int8)
    reason[over & target] = End.TARGET_REACHED
    reason[over & planned] = End.PLAYED_OUT
    reason[over & yame & follow.won & fact(lambda r: r.agari_yame != "none")] = End.AGARI_YAME
    reason[over & yame & tenpai & fact(lambda r: r.tenpai_yame != "none")] = End.TENPAI_YAME
    reason[fact(lambda r: r.length == "single")] = End.PLAYED_OUT
    chosen = (reason == End.AGARI_YAME) & fact(lambda r: r.agari_yame == "optional")
    chosen |= (reason == End.TENPAI_YAME) & fact(lambda r: r.tenpai_yame == "optional")
    tobi = lowest < fact(lambda r: {"below_zero": 0, "at_zero": 1, "none": np.iinfo(np.int32).min}[r.tobi], np.int32)
    reason[tobi] = End.TOBI
    return Ends(reason, (reason != End.NONE) & (~chosen | tobi))


def finals(games: Games, rules: Ints, points: Ints, sticks: Ints) -> Finals:
    """The final result of games that end with these points `(n, 4)` and sticks `(n,)`; `rules` index the rule sets."""
    held, scores = np.zeros((2, *points.shape), np.int32)
    for place, rule_set in enumerate(games.rule_sets):
        rows = np.flatnonzero(rules == place)
        plain = np.zeros(len(rows), np.bool_)
        if not (rule_set.uma_by_below or rule_set.points_as_held):
            ordered = np.sort(points[rows, : rule_set.players], axis=1)
            tied = (ordered[:, 1:] == ordered[:, :-1]).any(1)
            plain = ~tied | (rule_set.ties == "seat")
            plain &= (sticks[rows] == 0) | (rule_set.left_sticks == "first") | ~tied & (rule_set.left_sticks == "split")
        chosen = rows[plain]
        held[chosen], scores[chosen] = _plain_finals(rule_set, points[chosen], sticks[chosen])
        for row in rows[~plain].tolist():
            result = final_result(rule_set, points[row, : rule_set.players].tolist(), int(sticks[row]))
            held[row, : rule_set.players], scores[row, : rule_set.players] = result.points, result.scores
    return Finals(held, scores)


def _plain_finals(rules: RuleSet, points: Ints, sticks: Ints) -> tuple[Ints, Ints]:
    """Final points and scores where ranks go by points, then seat, and sticks to the first."""
    n = rules.players
    held, scores = np.zeros((2, *points.shape), np.int32)
    held[:, :n] = points[:, :n]
    rows = np.arange(len(points))
    by_rank = np.argsort(-points[:, :n], axis=1, kind="stable")
    first = by_rank[:, 0]
    held[rows, first] += STICK * sticks
    whole = held[:, :n]
    if rules.rounding != "none":
        size = np.abs(whole) if rules.rounding_below_zero == "mirrored" else whole
        sign = np.sign(whole) if rules.rounding_below_zero == "mirrored" else 1
        whole = sign * ((size + ROUNDING_OFFSETS[rules.rounding]) // 1_000 * 1_000)
    bonus = np.zeros((len(points), n), np.int32)
    np.put_along_axis(bonus, by_rank, np.array(rules.uma, np.int32)[None, :], axis=1)
    scores[:, :n] = whole - rules.return_points + bonus
    scores[rows, first] = 0
    exact = held[:, :n].sum(1) - rules.return_points * n + rules.oka
    scores[rows, first] = exact - scores[:, :n].sum(1)
    return held, scores


def check(games: Games, owed: Due | None = None) -> list[Finding]:
    """Everything in the order and the end of the games that is not what the rules say.

    With what is due, a payment that the log itself does not go on with is left to the settlement level.
    """
    audit = _Audit(games, owed)
    found = [*audit.starts(), *audit.ending(), *audit.results(), *audit.chips()]
    return sorted(found, key=lambda f: (f.game, f.kyoku))


class _Audit:
    def __init__(self, games: Games, owed: Due | None) -> None:
        self.games = games
        self.follow = course(games) if owed is None else owed.course
        self.points = points_after(games, self.follow, owed)
        self.ends = ends(games, self.follow, self.points)

    def _name(self, kyoku: int) -> str:
        columns = self.games.kyoku
        return kyoku_name(int(columns.wind[kyoku]), int(columns.number[kyoku]), int(columns.honba[kyoku]))

    def _finding(self, code: Code, kyoku: int, message: str, **rest: Any) -> Finding:
        game = int(self.follow.game[kyoku])
        place = kyoku - int(self.games.kyoku_start[game])
        message = f"{self._name(kyoku)}: {message}"
        return Finding(level="progress", code=code, game=game, kyoku=place, message=message, **rest)

    # -- the start of each kyoku

    def starts(self) -> Iterator[Finding]:
        """Dealer, round, honba, sticks and points of each kyoku."""
        follow, kyoku = self.follow, self.games.kyoku
        carried = follow.carried
        yield from self._differing(Code.DEALER, kyoku.dealer, carried.dealer, "the dealer", "seat {}")
        yield from self._differing(Code.HONBA, kyoku.honba, carried.honba, "the honba", "{}")
        yield from self._differing(Code.STICKS, kyoku.sticks, carried.sticks, "the number of sticks on the table", "{}")
        expected_number = follow.dealer + 1
        wrong = follow.carried.known & ((kyoku.wind != carried.wind) | (kyoku.number != expected_number))
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
        for row in np.flatnonzero(self.follow.carried.known & (stated != carried)).tolist():
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
        stated, carried = self.games.kyoku.points, self.follow.carried
        expected = np.where(self.follow.first[:, None], carried.points, np.roll(self.points, 1, axis=0))
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
        seated = self.games.kyoku.points[row][self.follow.seated[row]]
        alike = bool((seated == seated[0]).all())
        return f"start_points={seated[0]}" if self.follow.first[row] and alike else None

    # -- the end of each game

    def ending(self) -> Iterator[Finding]:
        """Games that go on behind their end (the first such kyoku of each), and games that end without one."""
        follow = self.follow
        goes_on = np.flatnonzero(self.ends.must & follow.resulted & ~follow.last)
        for row in goes_on[np.unique(follow.game[goes_on], return_index=True)[1]].tolist():
            reason = End(int(self.ends.reason[row]))
            yield self._finding(
                Code.GAME_GOES_ON,
                row,
                f"the game must end here, since {END_SENTENCES[reason]}, but the log goes on",
                expected=reason.name.lower(),
                found="goes on",
                option=self._explained(row),
            )
        complete = self.games.games.complete[follow.game]
        early = complete & follow.last & follow.resulted & (self.ends.reason == End.NONE)
        for row in np.flatnonzero(early).tolist():
            yield self._finding(
                Code.GAME_ENDS_EARLY,
                row,
                f"the game must go on behind this kyoku with {_held(self.points[row], follow.seated[row])}, "
                "but the log ends here",
                expected="goes on",
                found="ends",
                option=self._explained(row),
            )

    def _explained(self, before: int) -> str | None:
        """The option by which that kyoku is followed by what the log has next, or is the last one."""
        follow, games = self.follow, self.games
        if before < 0 or not follow.resulted[before]:
            return None
        own = self._rules(before)
        points = tuple(self.points[before, : own.players].tolist())
        sticks = int(follow.sticks_left[before])
        outcome, start = outcome_of(games, follow, before, own), start_of(follow, before, own)

        def matches(rules: RuleSet) -> bool:
            settled = Settlement(outcome=judged(rules, outcome), rows=(), sticks=sticks, points=points)
            progress = next_kyoku(rules, start, settled)
            if follow.last[before]:
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

        return explanation(own, PROGRESS_OPTIONS, matches)

    # -- final results

    def results(self) -> Iterator[Finding]:
        """Final points and scores of complete games."""
        games, follow = self.games, self.follow
        rows = np.flatnonzero(follow.last & follow.resulted & games.games.complete[follow.game])
        of_game = follow.game[rows]
        rules, seated = follow.rules[rows], follow.seated[rows]
        sticks = follow.sticks_left[rows]
        due = finals(games, rules, self.points[rows], sticks)
        stated = games.games.final_points[of_game]
        wrong_points = any_seat((due.points != stated) & seated & (stated != ABSENT))
        for place in np.flatnonzero(wrong_points).tolist():
            yield self._final_points(rows[place], due.points[place], stated[place], seated[place])
        in_points = 1_000 * games.games.final_scores[of_game]
        unknown = np.isnan(in_points)
        scores = np.rint(np.where(unknown, 0, in_points)).astype(np.int32)
        wrong_scores = any_seat((due.scores != scores) & seated & ~unknown)
        for place in np.flatnonzero(wrong_scores & wrong_points).tolist():
            own = finals(games, rules[[place]], np.where(seated[[place]], stated[[place]], 0), 0 * sticks[[place]])
            wrong_scores[place] = bool(((own.scores[0] != scores[place]) & seated[place]).any())
        for place in np.flatnonzero(wrong_scores).tolist():
            yield self._final_score(rows[place], due.scores[place], scores[place], seated[place])

    def _final_points(self, row: int, due: Ints, stated: Ints, seated: Flags) -> Finding:
        seats = np.flatnonzero((due != stated) & seated).tolist()
        sentences = [f"seat {s} must end with {due[s]:,} points, but the log says {stated[s]:,}" for s in seats]
        sticks = int(self.follow.sticks_left[row])

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
        points, sticks = self.points[row, : rules.players].tolist(), int(self.follow.sticks_left[row])

        def matches(rules: RuleSet) -> bool:
            scores = final_result(rules, points, sticks).scores
            return bool(list(scores) == stated[: rules.players].tolist())

        uma = (("uma", UMA[rules.players]),)
        return self._finding(
            Code.FINAL_SCORE,
            int(row),
            "; ".join(sentences),
            seat=seats[0] if len(seats) == 1 else None,
            expected=_scores(due, seated),
            found=_scores(stated, seated),
            option=explanation(rules, SCORE_OPTIONS + uma, matches),
        )

    def _rules(self, row: int) -> RuleSet:
        return self.games.rule_sets[int(self.follow.rules[row])]

    # -- chips

    def chips(self) -> Iterator[Finding]:
        """Chips carried from kyoku to kyoku and to the end, in rooms that have them."""
        follow, games = self.follow, self.games
        kyoku = games.kyoku
        for row in np.flatnonzero(with_chips(kyoku.chips)).tolist():
            if follow.carried.known[row]:
                expected = self._chips_left(row - 1) if not follow.first[row] else 0 * kyoku.chips[row]
                yield from self._chip_finding(Code.START_CHIPS, row, "start with", expected, kyoku.chips[row])
            final = games.games.final_chips[follow.game[row]]
            if follow.last[row] and (final != ABSENT).any():
                yield from self._chip_finding(Code.FINAL_CHIPS, row, "end with", self._chips_left(row), final)

    def _chips_left(self, row: int) -> Ints:
        games = self.games
        wins = games.wins.chip_payments[games.win_start[row] : games.win_start[row + 1]]
        draws = games.draws.chip_payments[games.draw_start[row] : games.draw_start[row + 1]]
        return np.asarray(games.kyoku.chips[row] + wins.sum(0, dtype=np.int16) + draws.sum(0, dtype=np.int16))

    def _chip_finding(self, code: Code, row: int, verb: str, due: Ints, stated: Ints) -> Iterator[Finding]:
        seated = self.follow.seated[row]
        if ((due != stated) & seated).any():
            expected, found = _held(due, seated), _held(stated, seated)
            yield self._finding(
                code,
                row,
                f"the players must {verb} {expected} chips, but the log says {found}",
                expected=expected,
                found=found,
            )


PROGRESS_OPTIONS: Final[Alternatives] = (
    ("length", ("east", "hanchan", "full", "single")),
    ("dealer_repeat", ("win", "tenpai", "tenpai_south_always", "never")),
    ("tobi", ("none", "below_zero", "at_zero")),
    ("agari_yame", ("none", "automatic")),
    ("tenpai_yame", ("none", "automatic")),
    ("yame_anywhere", (True,)),
    ("extension_winds", (0, 1, 2)),
    ("extension_repeat_first", (True, False)),
    ("sudden_death", (True, False)),
    ("target_points", (25_000, 30_000, 35_000, 40_000)),
    ("kyuushu_kyuuhai", ("repeat", "pass")),
    ("suufon_renda", ("repeat", "pass")),
    ("suucha_riichi", ("repeat", "pass")),
    ("suukaikan", ("repeat", "pass")),
    ("sanchahou", ("off", "repeat", "pass")),
    ("nagashi", ("off", "draw", "win")),
)
"""Options that alone may explain what follows a kyoku, with the values tried."""
SCORE_OPTIONS: Final[Alternatives] = (
    ("rounding", ("none", "half", "five_down", "up", "down")),
    ("rounding_below_zero", ("mirrored", "straight")),
    ("ties", ("seat", "share")),
    ("return_points", (25_000, 30_000, 35_000, 40_000)),
    ("points_as_held", (True,)),
    ("left_sticks", ("first", "split", "lost")),
)
"""Options that alone may explain a final score, with the values tried."""
UMA: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    3: ((20_000, 0, -20_000), (15_000, 0, -15_000), (10_000, 0, -10_000), (30_000, 0, -30_000), (0, 0, 0)),
    4: (
        *((1_000 * a, 1_000 * b, -1_000 * b, -1_000 * a) for a, b in ((20, 10), (10, 5), (30, 10), (15, 5), (8, 4))),
        (0, 0, 0, 0),
    ),
}
"""Uma tried, by number of players."""


def _numbers(row: Ints) -> str:
    return ", ".join(f"{n:,}" for n in row.tolist())


def _held(row: Ints, seated: Flags) -> str:
    return ", ".join(f"{n:,}" for n in row[seated].tolist())


def _scores(row: Ints, seated: Flags) -> str:
    return ", ".join(f"{n / 1_000:+.1f}" for n in row[seated].tolist())
