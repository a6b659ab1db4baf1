"""The level *settlement*: recorded payments, pao, riichi sticks, honba and chips of every result, against the rules.

The expected payments follow from the base points by the rules, not from the recorded score. So a hand with a wrong
score and a right hand with a wrong payment are different findings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from mjlog.auditing.alternatives import explanation
from mjlog.auditing.comparison import Comparison
from mjlog.auditing.findings import Code, Finding
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints
from mjlog.replay.course import any_seat, chips_recorded, nearest_winners, of_rules, recorded
from mjlog.replay.payments import ExpectedPayments, PaoSeats, liabilities_of_win, payments_of_wins, settle_kyoku
from mjlog.rules.points import STICK
from mjlog.rules.rule_options import alternatives
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import PAO_YAKUMAN
from mjlog.rules.yaku import CHIP_YAKU, YAKU

MANGAN_BY_KIRIAGE: Final = {True: (1_920, 2_000), False: (2_000, 1_920)}
"""Base points with the other value of `kiriage`, by its new value: those that change, and the points they become."""


def check(games: Games, expected: ExpectedPayments) -> list[Finding]:
    """The differences of all recorded results from the expected ones."""
    audit = _Settlement(games, expected)
    findings = [*audit.payments(), *audit.pao(), *audit.sticks(), *audit.honba(), *audit.points_before()]
    return sorted([*findings, *audit.chips()], key=lambda f: (f.game, f.kyoku, f.win or 0))


class _Settlement(Comparison):
    level = "settlement"

    def __init__(self, games: Games, expected: ExpectedPayments) -> None:
        super().__init__(games, expected.course)
        self.expected = expected
        self.kyoku_of_win = runs(games.win_start)
        self.kyoku_of_draw = runs(games.draw_start)
        self.pao_seat = np.full(len(expected.base), ABSENT, np.int8)
        """`(n_wins,)`: the liable seat by the rule set; the first of two."""
        for row in np.flatnonzero(np.maximum.reduce(expected.pao[:3]) != ABSENT).tolist():
            for liability in liabilities_of_win(self.rules(self.kyoku_of_win[row]), expected.pao, row)[:1]:
                self.pao_seat[row] = liability.seat

    def _wins(self, kyoku: int) -> slice:
        return slice(*self.games.win_start[kyoku : kyoku + 2].tolist())

    def _place(self, row: int) -> int:
        """Place of a win in its kyoku."""
        return int(row - self.games.win_start[self.kyoku_of_win[row]])

    def _of_wins(self, code: Code, wrong: Any, expected: Ints, found: Ints, sentence: str) -> Iterator[Finding]:
        for row in np.flatnonzero(wrong & (found != ABSENT)).tolist():
            seat = int(self.games.wins.winner[row]) if "{seat}" in sentence else None
            words = str(expected[row]), str(found[row])
            yield self.finding(code, self.kyoku_of_win[row], sentence, *words, seat=seat, win=self._place(row))

    def _of_draws(self, code: Code, wrong: Any, expected: Ints, found: Ints, sentence: str) -> Iterator[Finding]:
        for row in np.flatnonzero(wrong & (found != ABSENT)).tolist():
            yield self.finding(code, self.kyoku_of_draw[row], sentence, str(expected[row]), str(found[row]))

    def payments(self) -> Iterator[Finding]:
        """Payments; those that only follow a wrong pao seat are left to the finding about that seat."""
        wins, draws, expected = self.games.wins, self.games.draws, self.expected
        for row in np.flatnonzero(any_seat(wins.payments != expected.wins) & recorded(wins.payments)).tolist():
            if wins.pao[row] == self.pao_seat[row] or not self._follows_recorded_pao(row):
                what = "tsumo" if wins.from_seat[row] == ABSENT else "ron"
                kyoku, place = int(self.kyoku_of_win[row]), self._place(row)
                yield self._payment(kyoku, expected.wins[row], wins.payments[row], f"this {what}", place)
        for row in np.flatnonzero(any_seat(draws.payments != expected.draws) & recorded(draws.payments)).tolist():
            kyoku = int(self.kyoku_of_draw[row])
            what = "nagashi mangan" if self.course.nagashi[kyoku].any() else "this draw"
            yield self._payment(kyoku, expected.draws[row], draws.payments[row], what, None)

    def _payment(self, kyoku: int, expected: Ints, found: Ints, what: str, win: int | None) -> Finding:
        def sentence(seat: int, points: int, paid: int) -> str:
            return (
                f"seat {seat} must {_flow(points, 'pay', 'receive')} for {what} but {_flow(paid, 'paid', 'received')}"
            )

        option = self._option(kyoku, win)
        return self.of_seats(Code.PAYMENT, kyoku, expected, found, sentence, "{:+d}".format, win=win, option=option)

    def _option(self, kyoku: int, win: int | None) -> str | None:
        """The option that makes all payments of a kyoku right."""
        rows, base = self._wins(kyoku), self.expected.base
        if (base[rows] < 0).any():
            return None

        def matches(rules: RuleSet) -> bool:
            points = base
            if rules.kiriage != self.rules(kyoku).kiriage:
                before, after = MANGAN_BY_KIRIAGE[rules.kiriage]
                points = np.where(base == before, after, base)
            settled = settle_kyoku(self.games, self.course, points, self.expected.pao, kyoku, rules)
            if win is None:
                found = self.games.draws.payments[self.games.draw_start[kyoku]]
                return bool(found[: rules.players].tolist() == list(settled.payments))
            return bool((payments_of_wins(self.games, kyoku, settled) == self.games.wins.payments[rows]).all())

        return explanation(self.rules(kyoku), alternatives("payment"), matches)

    def _follows_recorded_pao(self, row: int) -> bool:
        """Whether a win is paid as if the recorded pao seat were liable for the whole hand."""
        kyoku = int(self.kyoku_of_win[row])
        rules = self.rules(kyoku)
        seat = int(self.games.wins.pao[row])
        pao = PaoSeats._make(column.copy() for column in self.expected.pao)
        for column in pao:
            column[row] = ABSENT
        yakuman = next((n for n, y in enumerate(PAO_YAKUMAN) if y in rules.pao_yaku - rules.disabled_yaku), None)
        if seat != ABSENT and yakuman is not None:
            pao[yakuman][row] = seat
        settled = settle_kyoku(self.games, self.course, self.expected.base, pao, kyoku, rules)
        paid = payments_of_wins(self.games, kyoku, settled)[self._place(row)]
        return bool((paid == self.games.wins.payments[row]).all())

    def pao(self) -> Iterator[Finding]:
        """The liable seat, where the log names it.

        A log need not name a liable seat that is also the discarder, who pays everything anyway.
        """
        wins, expected = self.games.wins, self.pao_seat
        discarder = (wins.pao == ABSENT) & (expected == wins.from_seat) & (wins.from_seat != ABSENT)
        named = wins.names_pao | (wins.pao != ABSENT)
        for row in np.flatnonzero(named & (wins.pao != expected) & ~discarder).tolist():
            words = ("nobody" if seat == ABSENT else f"seat {seat}" for seat in (expected[row], wins.pao[row]))
            yield self.finding(
                Code.PAO,
                int(self.kyoku_of_win[row]),
                "{expected} is liable for the yakuman of seat {seat}, but the log says {found}",
                *words,
                seat=int(wins.winner[row]),
                win=self._place(row),
            )

    def sticks(self) -> Iterator[Finding]:
        """Riichi sticks recorded with each result."""
        wins, draws, on_table = self.games.wins, self.games.draws, self.course.sticks_won
        taken = on_table[self.kyoku_of_win] * nearest_winners(self.games)
        own_back = of_rules(self.games, self.course.rules, lambda r: r.sticks_to == "own_back")
        for kyoku in np.flatnonzero(own_back & (np.diff(self.games.win_start) > 1)).tolist():
            taken[self._wins(kyoku)] = self._sticks_of_several(kyoku, int(on_table[kyoku]))
        sentence = "the number of riichi sticks for seat {seat} must be {expected}, but the log says {found}"
        yield from self._of_wins(Code.STICKS_TAKEN, wins.sticks != taken, taken, wins.sticks, sentence)
        left = self.course.sticks_left[self.kyoku_of_draw]
        sentence = "the number of riichi sticks left on the table must be {expected}, but the log says {found}"
        yield from self._of_draws(Code.STICKS_TAKEN, draws.sticks != left, left, draws.sticks, sentence)

    def _sticks_of_several(self, kyoku: int, on_table: int) -> list[int]:
        """Sticks of each winner, in the order of the log, where all first take back their own."""
        rows, wins = self._wins(kyoku), self.games.wins
        winners = wins.winner[rows]
        nearest = int(((winners - wins.from_seat[rows]) % self.rules(kyoku).players).argmin())
        taken = [int(riichi) for riichi in self.course.riichi[kyoku, winners]]
        taken[nearest] += on_table - sum(taken)
        return taken

    def honba(self) -> Iterator[Finding]:
        """Honba recorded with each result."""
        wins, draws = self.games.wins, self.games.draws
        of_win, of_draw = (self.course.honba[kyoku] for kyoku in (self.kyoku_of_win, self.kyoku_of_draw))
        sentence = "the kyoku is played at honba {expected}, but its result says {found}"
        yield from self._of_wins(Code.HONBA_STATED, wins.honba != of_win, of_win, wins.honba, sentence)
        yield from self._of_draws(Code.HONBA_STATED, draws.honba != of_draw, of_draw, draws.honba, sentence)

    def points_before(self) -> Iterator[Finding]:
        """Points before each result: those of the start without deposited sticks, changed by the winners before."""
        course, wins = self.course, self.games.wins
        expected = course.points - STICK * course.riichi.astype(np.int32)
        for kyoku in np.flatnonzero(any_seat(course.points_before != expected)).tolist():
            win = 0 if self.games.win_start[kyoku] < self.games.win_start[kyoku + 1] else None
            yield self._points_before(kyoku, win, expected[kyoku], course.points_before[kyoku])
        further = np.flatnonzero(self.kyoku_of_win[1:] == self.kyoku_of_win[:-1]) + 1
        follows = wins.points_before[further - 1] + wins.payments[further - 1] == wins.points_before[further]
        known = wins.points_before[further, 0] != ABSENT
        for kyoku in np.unique(self.kyoku_of_win[further[known & ~follows.all(1)]]).tolist():
            by_rules, by_log = expected[kyoku].copy(), expected[kyoku].copy()
            rows = self._wins(kyoku)
            for place, row in enumerate(range(rows.start, rows.stop)):
                before = wins.points_before[row]
                if place and (before != by_rules).any() and (before != by_log).any():
                    yield self._points_before(kyoku, place, by_rules, before)
                by_rules += self.expected.wins[row]
                by_log += wins.payments[row]

    def _points_before(self, kyoku: int, win: int | None, expected: Ints, found: Ints) -> Finding:
        def sentence(seat: int, points: int, other: int) -> str:
            return f"seat {seat} has {points:,} points before this result, but the log says {other:,}"

        return self.of_seats(Code.POINTS_BEFORE, kyoku, expected, found, sentence, win=win)

    def chips(self) -> Iterator[Finding]:
        """Chips for the yaku of each win, chips paid, and chips before each result."""
        games, wins, draws = self.games, self.games.wins, self.games.draws
        rows = np.flatnonzero(chips_recorded(wins.chips_before)).tolist()
        for row in rows:
            yaku = slice(*games.yaku_start[row : row + 2].tolist())
            listed = list(zip(games.yaku.yaku[yaku].tolist(), games.yaku.han[yaku].tolist(), strict=True))
            found = np.maximum(games.yaku.chips[yaku], 0).tolist()
            paid = found
            if all(han != ABSENT for _, han in listed):
                paid = [han if YAKU[number].key in CHIP_YAKU else 0 for number, han in listed]
            if found != paid:
                by_rules, by_log = (", ".join(map(str, each)) for each in (paid, found))
                yield self._chips(row, "the chips of the yaku listed are {expected}", by_rules, by_log)
            chips = sum(paid)
            expected = self._chip_payments(row, chips)
            if (wins.chip_payments[row] != expected).any():
                words = _numbers(expected), _numbers(wins.chip_payments[row])
                yield self._chips(row, "the chips paid and received are {expected}", *words)
        for row in rows:
            kyoku = int(self.kyoku_of_win[row])
            paid = wins.chip_payments[games.win_start[kyoku] : row].sum(0, dtype=np.int16)
            expected, found = games.kyoku.chips[kyoku] + paid, wins.chips_before[row]
            if (found != expected)[: self.course.players[kyoku]].any():
                words = _numbers(expected), _numbers(found)
                yield self._chips(row, "the players have {expected} chips before this win", *words)
        before = games.kyoku.chips[self.kyoku_of_draw]
        wrong = (draws.chip_payments != 0).any(1) | (draws.chips_before != before).any(1)
        for row in np.flatnonzero(chips_recorded(draws.chips_before) & wrong).tolist():
            sentence = "the players have {expected} chips and a draw moves none, but the log says {found}"
            by_log = f"{_numbers(draws.chips_before[row])} and {_numbers(draws.chip_payments[row])}"
            yield self.finding(Code.CHIPS, int(self.kyoku_of_draw[row]), sentence, _numbers(before[row]), by_log)

    def _chip_payments(self, row: int, chips: int) -> Ints:
        """`(4,)`: the discarder pays a win's chips; after a tsumo each of the others does."""
        winner, payer = int(self.games.wins.winner[row]), int(self.games.wins.from_seat[row])
        payments = np.zeros(4, np.int16)
        payers = slice(self.course.players[self.kyoku_of_win[row]]) if payer == ABSENT else payer
        payments[payers] = -chips
        payments[winner] -= payments.sum()
        return payments

    def _chips(self, row: int, sentence: str, expected: str, found: str) -> Finding:
        return self.finding(
            Code.CHIPS,
            int(self.kyoku_of_win[row]),
            f"{sentence}, but the log says {{found}}",
            expected,
            found,
            seat=int(self.games.wins.winner[row]),
            win=self._place(row),
        )


def _flow(points: int, pay: str, receive: str) -> str:
    return f"{pay} {-points:,}" if points < 0 else f"{receive} {points:,}" if points else f"{receive} nothing"


def _numbers(row: Ints) -> str:
    return ", ".join(f"{n:+d}" for n in row.tolist())
