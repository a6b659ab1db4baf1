"""The win that a seat needs to reach a place in the last kyoku (all-last conditions), exactly.

Every value that a hand can have is settled by the rules (`mjlog.rules.settlement`), with honba and riichi sticks, and
the places are those of the points afterwards; equal points rank by seat. Whether the game ends with the win depends on
more rules (agari-yame, the target of an extension), so each condition says it (`ends`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mjlog.rules.points import FU, YAKUMAN, base_points, occurs, ron, tsumo
from mjlog.rules.progress import next_kyoku
from mjlog.rules.result import final_result
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import Kyoku, Win, Wins, settle


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """The least value of one way to win that brings a seat to a place."""

    payer: int | None
    """The seat that deals in; None for a tsumo."""
    payments: tuple[int, ...]
    """Of a ron its value; of a tsumo the payment of a non-dealer and, if it is another, of the dealer. Without honba
    and sticks."""
    hands: tuple[tuple[int, int], ...]
    """Every han and fu with this value, 13 han for a yakuman; empty for two yakuman."""
    ends: bool
    """The game ends with this win, or may be ended by the winning dealer."""

    def __str__(self) -> str:
        """The payments as players say them.

        >>> str(Condition(payer=None, payments=(1_300, 2_600), hands=((3, 40),), ends=True))
        '1,300/2,600'
        """
        return "/".join(f"{points:,}" for points in self.payments)


def conditions(
    rules: RuleSet, kyoku: Kyoku, seat: int, place: int = 1, *, riichi: Sequence[int] = (), most_fu: int = 60
) -> dict[int | None, Condition | None]:
    """By payer (None for tsumo), the least win that brings a seat to the place or a better one; None if no win does.

    `riichi` are the seats that have declared in this kyoku; their sticks go to the winner. Hands up to two yakuman are
    tried; `most_fu=110` also tries the rare hands of 70 fu and more. Raises ValueError for a seat or place that the
    game does not have, and for points of another number of players.

    >>> south4 = Kyoku(wind=1, dealer=3, points=(31_200, 26_200, 24_000, 18_600))
    >>> {payer: str(needed) for payer, needed in conditions(RuleSet(), south4, 1).items()}
    {None: '1,300/2,600', 0: '2,600', 2: '5,200', 3: '5,200'}
    """
    if not (0 <= seat < rules.players and 1 <= place <= rules.players):
        raise ValueError(f"seat {seat} or place {place}: the rules are for {rules.players} players")
    if len(kyoku.points) != rules.players or not 0 <= kyoku.dealer < rules.players:
        raise ValueError(
            f"{len(kyoku.points)} points and dealer {kyoku.dealer}: the rules are for {rules.players} players"
        )
    payers = (None, *(other for other in range(rules.players) if other != seat))
    return {payer: _least(rules, kyoku, seat, place, payer, tuple(riichi), most_fu) for payer in payers}


def _least(
    rules: RuleSet, kyoku: Kyoku, seat: int, place: int, payer: int | None, riichi: tuple[int, ...], most_fu: int
) -> Condition | None:
    for base, hands in values_of_hands(rules, by_tsumo=payer is None, most_fu=most_fu).items():
        win = Wins(wins=(Win(seat=seat, payer=payer, base=base),))
        settled = settle(rules, kyoku, win, riichi)
        if final_result(rules, settled.points, settled.sticks).ranks[seat] <= place:
            dealer = seat == kyoku.dealer
            paid = (ron(base, dealer),) if payer is not None else tsumo(rules, base, dealer)
            return Condition(
                payer=payer,
                payments=tuple(points for points in paid if points),
                hands=hands,
                ends=next_kyoku(rules, kyoku, settled).end is not None,
            )
    return None


def values_of_hands(rules: RuleSet, *, by_tsumo: bool, most_fu: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """Base points that hands can have, in ascending order, each with its han and fu; the last is two yakuman."""
    cells = [(han, fu) for han in range(1, 14) for fu in FU if fu <= most_fu and occurs(rules, han, fu, by_tsumo)]
    values: dict[int, tuple[tuple[int, int], ...]] = {2 * YAKUMAN: (), YAKUMAN: ()}
    for han, fu in cells:
        base = base_points(rules, han, fu)
        values[base] = (*values.get(base, ()), (han, fu))
    return dict(sorted(values.items()))
