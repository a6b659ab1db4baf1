"""The level *settlement*: what each seat receives or pays for every win and draw, against what the log states.

What is due is worked out from the computed base points of each win, not from the claimed ones, so that a hand
scored wrongly and a right hand paid wrongly are told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np

from mjlog.auditing.alternatives import explanation
from mjlog.auditing.findings import Code, Finding
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints
from mjlog.replay.course import any_seat, chips_recorded, kyoku_name, nearest_winners, of_rules, recorded
from mjlog.replay.payments import PAO_YAKUMAN, ExpectedPayments, PaoSeats, liabilities, payments_of_wins, settle_kyoku
from mjlog.rules.ruleset import RuleSet, alternatives
from mjlog.rules.settlement import STICK
from mjlog.rules.yaku import YAKU

CHIP_YAKU: Final = frozenset({"ippatsu", "red_dora", "ura_dora"})
"""What a chip is paid for, one for each han (three logs of chip rooms); yakuman too, but how many is not known."""


def check(games: Games, owed: ExpectedPayments) -> list[Finding]:
    """Everything in the results of the games that is not what the rules say is due."""
    audit = _Audit(games, owed)
    found = [*audit.payments(), *audit.pao(), *audit.sticks(), *audit.honba(), *audit.points_before(), *audit.chips()]
    return sorted(found, key=lambda f: (f.game, f.kyoku, f.win or 0))


class _Audit:
    def __init__(self, games: Games, owed: ExpectedPayments) -> None:
        self.games = games
        self.due = owed
        self.base, self.seats, self.course = owed.base, owed.pao, owed.course
        self.kyoku_of_win = runs(games.win_start)
        self.kyoku_of_draw = runs(games.draw_start)
        self.expected_pao = self._expected_pao()

    def _expected_pao(self) -> Ints:
        """The liable seat of each win by the rule set: the first, if two are."""
        seats = np.full(len(self.base), ABSENT, np.int8)
        for row in np.flatnonzero(np.maximum.reduce(self.seats[:3]) != ABSENT).tolist():
            found = liabilities(self._rules(self.kyoku_of_win[row]), self.seats, row)
            seats[row] = found[0].seat if found else ABSENT
        return seats

    def _rules(self, kyoku: int) -> RuleSet:
        return self.games.rule_sets[int(self.course.rules[kyoku])]

    def _name(self, kyoku: int) -> str:
        course = self.course
        return kyoku_name(int(course.wind[kyoku]), int(course.dealer[kyoku]) + 1, int(course.honba[kyoku]))

    def _finding(self, code: Code, kyoku: int, message: str, **rest: Any) -> Finding:
        game = int(self.course.game[kyoku])
        place = kyoku - int(self.games.kyoku_start[game])
        message = f"{self._name(kyoku)}: {message}"
        return Finding(level="settlement", code=code, game=game, kyoku=place, message=message, **rest)

    def _nth(self, row: int) -> int:
        """Place of a win among those of its kyoku."""
        return int(row - self.games.win_start[self.kyoku_of_win[row]])

    def payments(self) -> Iterator[Finding]:
        """Payments of wins and draws; where the liable seat is named wrongly, only if they do not course that seat."""
        wins, draws = self.games.wins, self.games.draws
        for row in np.flatnonzero(any_seat(wins.payments != self.due.wins) & recorded(wins.payments)).tolist():
            kyoku = int(self.kyoku_of_win[row])
            if wins.pao[row] != self.expected_pao[row] and self._follows_stated_pao(row):
                continue
            what = "tsumo" if wins.from_seat[row] == ABSENT else "ron"
            yield self._payment(kyoku, self.due.wins[row], wins.payments[row], f"this {what}", self._nth(row))
        for row in np.flatnonzero(any_seat(draws.payments != self.due.draws) & recorded(draws.payments)).tolist():
            kyoku = int(self.kyoku_of_draw[row])
            what = "nagashi mangan" if self.course.nagashi[kyoku].any() else "this draw"
            yield self._payment(kyoku, self.due.draws[row], draws.payments[row], what, None)

    def _payment(self, kyoku: int, due: Ints, stated: Ints, what: str, win: int | None) -> Finding:
        wrong = np.flatnonzero(due != stated).tolist()
        sentences = [
            f"seat {seat} should {_flow(int(due[seat]))} for {what} but {_flowed(int(stated[seat]))}" for seat in wrong
        ]
        return self._finding(
            Code.PAYMENT,
            kyoku,
            "; ".join(sentences),
            seat=wrong[0] if len(wrong) == 1 else None,
            win=win,
            expected=_numbers(due),
            found=_numbers(stated),
            option=self._explained(kyoku, win),
        )

    def _explained(self, kyoku: int, win: int | None) -> str | None:
        """The option that makes all payments of a kyoku right."""
        rows = slice(self.games.win_start[kyoku], self.games.win_start[kyoku + 1])
        if (self.base[rows] < 0).any():
            return None

        def matches(rules: RuleSet) -> bool:
            base = self.base
            if rules.kiriage != self._rules(kyoku).kiriage:
                base = np.where(base == (1_920 if rules.kiriage else 2_000), 2_000 if rules.kiriage else 1_920, base)
            settled = settle_kyoku(self.games, self.course, base, self.seats, kyoku, rules)
            if win is None:
                stated = self.games.draws.payments[self.games.draw_start[kyoku]]
                return bool(stated[: rules.players].tolist() == list(settled.payments))
            return bool((payments_of_wins(self.games, kyoku, settled) == self.games.wins.payments[rows]).all())

        return explanation(self._rules(kyoku), alternatives("payment"), matches)

    def _follows_stated_pao(self, row: int) -> bool:
        """Whether a win is paid as if the seat the log names were liable for the whole hand."""
        kyoku = int(self.kyoku_of_win[row])
        rules = self._rules(kyoku)
        pao = int(self.games.wins.pao[row])
        stated = PaoSeats.nobody(len(self.base))
        for column, given in zip(stated, self.seats, strict=True):
            column[:] = given
            column[row] = ABSENT
        fed = next((n for n, yakuman in enumerate(PAO_YAKUMAN) if yakuman in rules.pao_yaku), None)
        if pao != ABSENT and fed is not None:
            stated[fed][row] = pao
        settled = settle_kyoku(self.games, self.course, self.base, stated, kyoku, rules)
        paid = payments_of_wins(self.games, kyoku, settled)[self._nth(row)]
        return bool((paid == self.games.wins.payments[row]).all())

    def pao(self) -> Iterator[Finding]:
        """The liable seat; a liable discarder need not be named, since all is theirs to pay anyway.

        Nor can one be where the log tells nothing about wins but the payments.
        """
        wins = self.games.wins
        told = (np.diff(self.games.yaku_start) > 0) | (wins.fu != ABSENT) | (wins.pao != ABSENT)
        wrong = (
            told
            & (wins.pao != self.expected_pao)
            & ~((wins.pao == ABSENT) & (self.expected_pao == wins.from_seat) & (wins.from_seat != ABSENT))
        )
        for row in np.flatnonzero(wrong).tolist():
            expected, found = _who(self.expected_pao[row]), _who(wins.pao[row])
            yield self._finding(
                Code.PAO,
                int(self.kyoku_of_win[row]),
                f"{expected} is liable for the yakuman of seat {wins.winner[row]}, but the log says {found}",
                seat=int(wins.winner[row]),
                win=self._nth(row),
                expected=expected,
                found=found,
            )

    def sticks(self) -> Iterator[Finding]:
        """Riichi sticks stated with each result."""
        wins, draws = self.games.wins, self.games.draws
        on_table = self.course.sticks_won
        taken = on_table[self.kyoku_of_win] * nearest_winners(self.games)
        own_back = of_rules(self.games, self.course.rules, lambda r: r.sticks_to == "own_back")
        for kyoku in np.flatnonzero(own_back & (np.diff(self.games.win_start) > 1)).tolist():
            rows = slice(self.games.win_start[kyoku], self.games.win_start[kyoku + 1])
            taken[rows] = self._sticks_of_several(kyoku, int(on_table[kyoku]))
        for row in np.flatnonzero((wins.sticks != taken) & (wins.sticks != ABSENT)).tolist():
            yield self._finding(
                Code.STICKS_TAKEN,
                int(self.kyoku_of_win[row]),
                f"seat {wins.winner[row]} takes {_sticks(taken[row])}, but the log says {wins.sticks[row]}",
                seat=int(wins.winner[row]),
                win=self._nth(row),
                expected=str(taken[row]),
                found=str(wins.sticks[row]),
            )
        left = self.course.sticks_left[self.kyoku_of_draw]
        for row in np.flatnonzero((draws.sticks != left) & (draws.sticks != ABSENT)).tolist():
            yield self._finding(
                Code.STICKS_TAKEN,
                int(self.kyoku_of_draw[row]),
                f"{_sticks(left[row])} stay on the table, but the log says {draws.sticks[row]}",
                expected=str(left[row]),
                found=str(draws.sticks[row]),
            )

    def _sticks_of_several(self, kyoku: int, on_table: int) -> list[int]:
        """Sticks each of several winners takes where all first take back their own, in the order of the log."""
        wins = self.games.wins
        rows = slice(self.games.win_start[kyoku], self.games.win_start[kyoku + 1])
        winners = wins.winner[rows]
        nearest = int(((winners - wins.from_seat[rows]) % self._rules(kyoku).players).argmin())
        taken = [int(own) for own in self.course.riichi[kyoku, winners]]
        taken[nearest] += on_table - sum(taken)
        return taken

    def honba(self) -> Iterator[Finding]:
        """Honba stated with each result."""
        for stated, kyoku_of, is_win in (
            (self.games.wins.honba, self.kyoku_of_win, True),
            (self.games.draws.honba, self.kyoku_of_draw, False),
        ):
            played = self.course.honba[kyoku_of]
            for row in np.flatnonzero((stated != played) & (stated != ABSENT)).tolist():
                yield self._finding(
                    Code.HONBA_STATED,
                    int(kyoku_of[row]),
                    f"the result is stated with honba {stated[row]}, but the kyoku is played at {played[row]}",
                    win=self._nth(row) if is_win else None,
                    expected=str(played[row]),
                    found=str(stated[row]),
                )

    def points_before(self) -> Iterator[Finding]:
        """Points before each result: those of the start less the sticks laid down, changed by the winners before."""
        course, wins = self.course, self.games.wins
        expected = course.points - STICK * course.riichi.astype(np.int32)
        for kyoku in np.flatnonzero(any_seat(course.points_before != expected)).tolist():
            win = 0 if self.games.win_start[kyoku] < self.games.win_start[kyoku + 1] else None
            yield self._points_before(kyoku, win, expected[kyoku], course.points_before[kyoku])
        further = np.flatnonzero(self.kyoku_of_win[1:] == self.kyoku_of_win[:-1]) + 1
        follows = wins.points_before[further - 1] + wins.payments[further - 1] == wins.points_before[further]
        told = wins.points_before[further, 0] != ABSENT
        for kyoku in np.unique(self.kyoku_of_win[further[told & ~follows.all(1)]]).tolist():
            rows = range(int(self.games.win_start[kyoku]), int(self.games.win_start[kyoku + 1]))
            by_due, by_log = expected[kyoku].copy(), expected[kyoku].copy()
            for row in rows:
                before = wins.points_before[row]
                if row > rows[0] and (before != by_due).any() and (before != by_log).any():
                    yield self._points_before(kyoku, row - rows[0], by_due, before)
                by_due += self.due.wins[row]
                by_log += wins.payments[row]

    def _points_before(self, kyoku: int, win: int | None, expected: Ints, found: Ints) -> Finding:
        wrong = np.flatnonzero(expected != found).tolist()
        sentences = [f"seat {s} has {expected[s]:,} before this result, but the log says {found[s]:,}" for s in wrong]
        return self._finding(
            Code.POINTS_BEFORE,
            kyoku,
            "; ".join(sentences),
            seat=wrong[0] if len(wrong) == 1 else None,
            win=win,
            expected=_numbers(expected),
            found=_numbers(found),
        )

    def chips(self) -> Iterator[Finding]:
        """Chips paid for each win, by the chips stated for its yaku, and chips of each yaku."""
        games, wins = self.games, self.games.wins
        rows = np.flatnonzero(chips_recorded(wins.chips_before)).tolist()
        for row in rows:
            kyoku = int(self.kyoku_of_win[row])
            yaku = slice(games.yaku_start[row], games.yaku_start[row + 1])
            claimed = list(zip(games.yaku.yaku[yaku].tolist(), games.yaku.han[yaku].tolist(), strict=True))
            if any(han == ABSENT for _, han in claimed):
                chips = int(np.maximum(games.yaku.chips[yaku], 0).sum())
            else:
                chips = sum(han for of, han in claimed if YAKU[of].key in CHIP_YAKU)
                stated = int(np.maximum(games.yaku.chips[yaku], 0).sum())
                if stated != chips:
                    yield self._chips(kyoku, row, f"the yaku are worth {chips} chips", str(chips), str(stated))
            expected = self._chip_payments(kyoku, row, chips)
            if (wins.chip_payments[row] != expected).any():
                due, found = _numbers(expected), _numbers(wins.chip_payments[row])
                yield self._chips(kyoku, row, f"chips change hands as {due}", due, found)
        yield from self._chips_before(rows)

    def _chip_payments(self, kyoku: int, row: int, chips: int) -> Ints:
        wins = self.games.wins
        winner, payer = int(wins.winner[row]), int(wins.from_seat[row])
        payments = np.zeros(4, np.int16)
        for seat in range(int(self.course.players[kyoku])) if payer == ABSENT else (payer,):
            if seat != winner:
                payments[seat] -= chips
                payments[winner] += chips
        return payments

    def _chips_before(self, wins_with_chips: Iterable[int]) -> Iterator[Finding]:
        """Chips before each result are those of the start, changed by the winners before; draws move none."""
        games = self.games
        for row in wins_with_chips:
            kyoku = int(self.kyoku_of_win[row])
            rows = slice(games.win_start[kyoku], row)
            expected = games.kyoku.chips[kyoku] + games.wins.chip_payments[rows].sum(0, dtype=np.int16)
            found = games.wins.chips_before[row]
            if (found != expected)[: self.course.players[kyoku]].any():
                due = _numbers(expected)
                yield self._chips(kyoku, row, f"the players hold {due} chips before this win", due, _numbers(found))
        draws = games.draws
        moved = chips_recorded(draws.chips_before) & (
            (draws.chip_payments != 0).any(1) | (draws.chips_before != games.kyoku.chips[self.kyoku_of_draw]).any(1)
        )
        for row in np.flatnonzero(moved).tolist():
            kyoku = int(self.kyoku_of_draw[row])
            expected = _numbers(games.kyoku.chips[kyoku])
            found = f"{_numbers(draws.chips_before[row])} and {_numbers(draws.chip_payments[row])}"
            yield self._finding(
                Code.CHIPS,
                kyoku,
                f"the players hold {expected} chips and a draw moves none, but the log says {found}",
                expected=expected,
                found=found,
            )

    def _chips(self, kyoku: int, row: int, sentence: str, expected: str, found: str) -> Finding:
        return self._finding(
            Code.CHIPS,
            kyoku,
            f"{sentence}, but the log says {found}",
            seat=int(self.games.wins.winner[row]),
            win=self._nth(row),
            expected=expected,
            found=found,
        )


def _flow(points: int) -> str:
    return f"pay {-points:,}" if points < 0 else f"receive {points:,}"


def _flowed(points: int) -> str:
    return f"paid {-points:,}" if points < 0 else f"received {points:,}"


def _numbers(row: Ints) -> str:
    return ", ".join(f"{n:+d}" for n in row.tolist())


def _who(seat: int) -> str:
    return "nobody" if seat == ABSENT else f"seat {seat}"


def _sticks(n: int) -> str:
    return f"{n} stick" if n == 1 else f"{n} sticks"
