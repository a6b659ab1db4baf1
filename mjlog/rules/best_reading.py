"""All readings of a hand with their values, and the one that counts."""

from __future__ import annotations

from collections.abc import Sequence
from operator import truth
from typing import NamedTuple

from mjlog.rules.hand import Hand
from mjlog.rules.readings import Features, readings
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.value import Value, YakuTable, value_of
from mjlog.tiles import KIND_OF_TILE


class Scored(NamedTuple):
    """One reading with its value."""

    features: Features
    value: Value


def minimum_han(rules: RuleSet, honba: int) -> int:
    """The han of yaku a win needs at this honba."""
    from_honba = rules.two_han_honba
    return max(rules.min_han, 2) if from_honba is not None and honba >= from_honba else rules.min_han


def score_readings(hand: Hand, table: YakuTable, counts: tuple[int, ...]) -> list[Scored]:
    """All readings that win under the rules, with their values; `counts` are the han of each kind of dora."""
    n_dora, minimum = sum(counts), minimum_han(table.rules, hand.honba)
    found = readings(
        hand.keys,
        hand.sums,
        KIND_OF_TILE[hand.tile],
        hand.circumstances,
        hand.seat_wind,
        hand.round_wind,
        table.fu.guest,
        counts[2],
    )
    return [Scored(f, value_of(f, table, n_dora, minimum, truth)) for f in found if f.form & table.forms]


def best_reading(scored: Sequence[Scored], rules: RuleSet) -> Scored | None:
    """The reading that counts: highest payment, then han, then fu, or han first; None of none."""
    if len(scored) < 2:
        return scored[0] if scored else None
    # Base points order readings as payments do: the values of one hand differ by more than the rounding.
    if rules.reading_order == "payment":
        return max(scored, key=lambda s: (s.value.valid, s.value.base, s.value.han, s.value.fu))
    return max(scored, key=lambda s: (s.value.valid, s.value.han, s.value.fu, s.value.base))
