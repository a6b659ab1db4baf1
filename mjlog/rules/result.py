"""The end of a game: ranks, sticks left over, uma, oka and rounding, in whole points throughout.

A final score of 52,300 points is the +52.3 of a score sheet. Sources: both documents, final score.
`mjlog.replay.endings` does the same by columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from mjlog.rules.points import STICK
from mjlog.rules.ruleset import Rounding, RuleSet

ROUNDING_OFFSETS: Final[dict[Rounding, int]] = {"down": 0, "five_down": 400, "half": 500, "up": 999}
"""Points added before the cut to whole thousands; points are multiples of 100, so "five down, six up" turns at 600."""
SHARE_STEP: Final = 100
"""Shares of an uma are multiples of this number of points, as equal as possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalResult:
    """The result of a game, by seat."""

    points: tuple[int, ...]
    """Points, with the riichi sticks left on the table."""
    ranks: tuple[int, ...]
    """1 for the first; equal points rank by seat from the first dealer, also where they share their uma."""
    scores: tuple[int, ...]
    """Final scores in points: 1,000 is one on the score sheet."""


def final_result(
    rules: RuleSet, points: Sequence[int], sticks: int = 0, chombo: Sequence[int] = (0, 0, 0, 0)
) -> FinalResult:
    """The result of a game that ended with these points by seat and `sticks` riichi sticks on the table.

    `chombo` are the number of chombo of each seat; where the rules punish them after the game, the scores do not sum to
    the points.

    >>> final_result(RuleSet(), [26_300, 19_300, 34_400, 20_000]).scores
    (6300, -30700, 44400, -20000)
    """
    by_rank = sorted(range(rules.players), key=lambda seat: (-points[seat], seat))
    firsts = [seat for seat in by_rank if points[seat] == points[by_rank[0]]]
    held = list(points)
    for seat, share in zip(firsts, _stick_shares(rules, sticks, len(firsts)), strict=False):
        held[seat] += share
    ranks = tuple(by_rank.index(seat) + 1 for seat in range(rules.players))
    scores = tuple(held) if rules.points_as_held else _scores(rules, points, held, by_rank)
    penalty = rules.chombo_points * (rules.chombo == "after_game")
    scores = tuple(score - penalty * n for score, n in zip(scores, chombo, strict=False))
    return FinalResult(points=tuple(held), ranks=ranks, scores=scores)


def _stick_shares(rules: RuleSet, sticks: int, n_firsts: int) -> list[int]:
    match rules.left_sticks:
        case "first":
            return [STICK * sticks]
        case "split":
            return _shares(STICK * sticks, n_firsts)
        case "lost":
            return []


def _scores(rules: RuleSet, points: Sequence[int], held: list[int], by_rank: list[int]) -> tuple[int, ...]:
    """Scores by seat; the first absorbs the remainders of rounding, so that the sum is that of the points."""
    scores = [0] * rules.players
    for seat, bonus in zip(by_rank, _bonuses(rules, points, by_rank), strict=True):
        scores[seat] = rounded(rules, held[seat]) - rules.return_points + bonus
    exact = sum(held) - rules.return_points * rules.players + rules.oka
    scores[by_rank[0]] += exact - sum(scores)
    return tuple(scores)


def _bonuses(rules: RuleSet, points: Sequence[int], by_rank: list[int]) -> list[int]:
    """Uma and oka by rank."""
    below = sum(held < rules.start_points for held in points)
    bonuses = list(rules.uma_by_below[below] if rules.uma_by_below else rules.uma)
    bonuses[0] += rules.oka
    if rules.ties == "share":
        shared: list[int] = []
        for _, group in groupby(by_rank, key=points.__getitem__):
            n_tied = len(list(group))
            shared += _shares(sum(bonuses[len(shared) : len(shared) + n_tied]), n_tied)
        return shared
    return bonuses


def _shares(whole: int, n_shares: int) -> list[int]:
    """Shares as equal as `SHARE_STEP` allows, the larger ones first.

    >>> _shares(1_000, 3)
    [400, 300, 300]
    """
    steps, rest = divmod(whole, SHARE_STEP)
    each, larger = divmod(steps, n_shares)
    shares = [SHARE_STEP * (each + (place < larger)) for place in range(n_shares)]
    shares[0] += rest
    return shares


def rounded(rules: RuleSet, points: int) -> int:
    """Points rounded to whole thousands by the rule set.

    >>> from dataclasses import replace
    >>> [rounded(replace(RuleSet(), rounding=how), 25_500) for how in ("none", "half", "five_down", "up", "down")]
    [25500, 26000, 25000, 26000, 25000]
    """
    if rules.rounding == "none":
        return points
    offset = ROUNDING_OFFSETS[rules.rounding]
    if points < 0 and rules.rounding_below_zero == "mirrored":
        return -((-points + offset) // 1_000) * 1_000
    return (points + offset) // 1_000 * 1_000
