"""The chance of each place in a state of a game, and how the results of a kyoku change it.

The chances are those of the shipped model (`mjlog.stats.place_model`), which knows points, round, dealer and length;
honba and sticks of the kyoku count once a result pays them. A result is settled by the rules. If it ends the game, the
places are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from mjlog.rules.points import STICK, base_points, ron, tsumo
from mjlog.rules.progress import next_kyoku
from mjlog.rules.result import final_result
from mjlog.rules.rulefile import Rules, rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import ExhaustiveDraw, Kyoku, Outcome, Win, Wins, settle
from mjlog.stats.intervals import Floats
from mjlog.stats.place_model import balanced, shipped, terms_of

HANDS: Final = ((1, 30), (2, 30), (3, 30), (4, 30), (5, 30), (6, 30), (8, 30), (13, 30))
"""Han and fu of the wins of `place_changes`; from 5 han on fu do not matter."""


def place_chances(rules: Rules, kyoku: Kyoku) -> Floats:
    """`(seats, places)`: the chance of each place at the start of a kyoku.

    >>> south4 = Kyoku(wind=1, dealer=3, points=(31_200, 26_200, 24_000, 18_600))
    >>> place_chances("tenhou", south4).round(2).tolist()[0]
    [0.6, 0.34, 0.05, 0.01]
    """
    rules = rules_of(rules)
    if len(kyoku.points) != rules.players or not 0 <= kyoku.dealer < rules.players:
        raise ValueError(
            f"{len(kyoku.points)} points and dealer {kyoku.dealer}: the rules are for {rules.players} players"
        )
    seats = np.arange(rules.players)
    rows = pd.DataFrame({"seat": seats, "dealer": seats == kyoku.dealer, "table_points": [kyoku.points] * len(seats)})
    rows = rows.assign(wind=kyoku.wind, number=kyoku.dealer + 1, length=rules.length)
    table: Floats = balanced(shipped(rules.players).chances(terms_of(rows, rules.players))[None])[0]
    return table


class Result(NamedTuple):
    """How a kyoku may end for a seat."""

    event: str
    """`tsumo`, `ron`, `deal-in`, `tenpai` (alone) or `noten` (alone)."""
    other: int | None
    """The seat that pays a ron or wins on a deal-in."""
    value: str
    """Payments as players say them, without honba and sticks."""
    outcome: Outcome


def place_changes(
    rules: Rules,
    kyoku: Kyoku,
    seat: int,
    *,
    uma: Sequence[float] | None = None,
    hands: Sequence[tuple[int, int]] = HANDS,
) -> pd.DataFrame:
    """The chances of a seat now, after its riichi stick, and after wins, deal-ins and draws in this kyoku.

    Columns: `event` (`now`, `riichi`, or of `Result`), `other`, `value`, `points` of the seat afterwards, `chance_1` …
    of each place, `place` (expected), `uma` (expected, in the unit of the argument; by default the uma and oka of the
    rules in points), `gain` (uma minus that of `now`), and `ends`: the game ends with it.
    """
    rules = rules_of(rules)
    bonus = np.array(uma if uma is not None else (rules.uma[0] + rules.oka, *rules.uma[1:]), float)
    places = np.arange(1, rules.players + 1)
    if len(bonus) != rules.players:
        raise ValueError(f"{len(bonus)} values of uma: the rules are for {rules.players} players")
    deposit = tuple(points - STICK * (other == seat) for other, points in enumerate(kyoku.points))
    declared = Kyoku(wind=kyoku.wind, dealer=kyoku.dealer, honba=kyoku.honba, sticks=kyoku.sticks + 1, points=deposit)
    cases: list[tuple[str, int | None, str, tuple[int, ...], Floats, bool]]
    cases = [("now", None, "", kyoku.points, place_chances(rules, kyoku)[seat], False)]
    cases.append(("riichi", None, "", deposit, place_chances(rules, declared)[seat], False))
    for event, other, value, outcome in _results(rules, kyoku, seat, hands):
        settled = settle(rules, kyoku, outcome)
        after = next_kyoku(rules, kyoku, settled)
        if after.next is None:
            rank = final_result(rules, settled.points, settled.sticks).ranks[seat]
            chances = (places == rank).astype(float)
        else:
            chances = place_chances(rules, after.next)[seat]
        cases.append((event, other, value, settled.points, chances, after.next is None))
    table = np.array([chances for *_, chances, _ in cases])
    frame = pd.DataFrame(
        {
            "event": [case[0] for case in cases],
            "other": pd.array([case[1] for case in cases], pd.Int64Dtype()),
            "value": [case[2] for case in cases],
            "points": [case[3][seat] for case in cases],
            **{f"chance_{place}": table[:, place - 1] for place in places},
            "place": table @ places,
            "uma": table @ bonus,
        }
    )
    return frame.assign(gain=frame["uma"] - frame["uma"].iloc[0], ends=[case[-1] for case in cases])


def _results(rules: RuleSet, kyoku: Kyoku, seat: int, hands: Sequence[tuple[int, int]]) -> Iterator[Result]:
    """The results of a kyoku for a seat."""
    others = [other for other in range(rules.players) if other != seat]
    bases = [int(base_points(rules, han, fu)) for han, fu in hands]
    for base in bases:
        paid = tsumo(rules, base, seat == kyoku.dealer)
        value = "/".join(f"{points:,}" for points in paid if points)
        yield Result("tsumo", None, value, Wins(wins=(Win(seat=seat, payer=None, base=base),)))
    for event in ("ron", "deal-in"):
        for other in others:
            winner, payer = (seat, other) if event == "ron" else (other, seat)
            for base in bases:
                value = f"{ron(base, winner == kyoku.dealer):,}"
                yield Result(event, other, value, Wins(wins=(Win(seat=winner, payer=payer, base=base),)))
    for event, own in (("tenpai", True), ("noten", False)):
        tenpai = tuple(own if other == seat else not own for other in range(rules.players))
        yield Result(event, None, "", ExhaustiveDraw(tenpai=tenpai))
