"""Fu of a reading, item by item; the same functions serve one reading and a column of them.

Second document, fu: 20 for every hand, 10 for a closed ron, 2 for a tsumo, 2 for a one-sided wait, the pair, the
triplets and kans; rounded up to tens. Seven pairs and kokushi have exactly 25, pinfu by tsumo 20, an open hand without
any other fu 30 by ron.
"""

from __future__ import annotations

from typing import NamedTuple

from mjlog.rules.readings import DRAGONS_MASK, Circumstance, Features, Form, Wait
from mjlog.rules.ruleset import RuleSet

_STANDARD = Form.STANDARD | Form.FOUR_KANS
_PAIRS = Form.PAIRS | Form.PAIRS_WITH_FOUR
_ORPHANS = Form.ORPHANS
_TSUMO, _CLOSED, _RINSHAN = Circumstance.TSUMO, Circumstance.CLOSED, Circumstance.RINSHAN
_ONE_SIDED = Wait.KANCHAN | Wait.PENCHAN | Wait.TANKI


class FuRules(NamedTuple):
    """The options of a rule set that fu depend on, as numbers."""

    double_wind: int
    """Fu taken from a pair of seat and round wind: 0 or 2."""
    rinshan: int
    """1 where a tsumo on a replacement tile has no tsumo fu."""
    open_pinfu: int
    """Fu added to an open hand that would have 20."""
    pairs: int
    """Fu of seven pairs."""
    guest: int
    """Mask of winds whose pair has fu for everybody."""


def fu_rules(rules: RuleSet) -> FuRules:
    """The fu options of a rule set."""
    return FuRules(
        double_wind=4 - rules.double_wind_fu,
        rinshan=not rules.rinshan_tsumo_fu,
        open_pinfu=rules.open_pinfu_fu - 20,
        pairs=50 if rules.chiitoitsu_50fu else 25,
        guest=1 << 30 if rules.north in ("yakuhai", "yakuhai_dora") else 0,
    )


class FuItems(NamedTuple):
    """The items of the fu of a reading, before rounding; the names are those of a score sheet."""

    base: int
    closed_ron: int
    tsumo: int
    wait: int
    pair: int
    open_triplets: int
    concealed_triplets: int
    open_kans: int
    concealed_kans: int
    open_pinfu: int


def round_up(fu: int) -> int:
    """Fu rounded up to tens, except the 25 of seven pairs and kokushi.

    >>> round_up(32), round_up(40), round_up(25)
    (40, 40, 25)
    """
    # No sum of items of a standard hand is odd, so 25 can only be the fixed value.
    return (fu + 9) // 10 * 10 - 5 * (fu == 25)


def fu_items(f: Features, is_pinfu: int, rules: FuRules) -> tuple[int, ...]:
    """The fu of a reading in the order of `FuItems`; `is_pinfu` says whether it has the yaku pinfu (0 or 1)."""
    circumstances, pair, sets = f.circumstances, f.pair, f.sets
    standard = (f.form & _STANDARD) != 0
    by_tsumo = (circumstances & _TSUMO) != 0
    closed = (circumstances & _CLOSED) != 0
    no_tsumo_fu = is_pinfu | (((circumstances & _RINSHAN) != 0) & rules.rinshan)
    seat, round_ = (pair & f.seat) != 0, (pair & f.round) != 0
    for_all = (pair & (DRAGONS_MASK | rules.guest)) != 0
    items = (
        20 * standard + rules.pairs * ((f.form & _PAIRS) != 0) + 25 * (f.form == _ORPHANS),
        10 * (standard & closed & (by_tsumo == 0)),
        2 * (standard & (by_tsumo > no_tsumo_fu)),
        2 * (standard & ((f.wait & _ONE_SIDED) != 0)),
        standard * (2 * for_all + 2 * seat + 2 * round_ - rules.double_wind * (seat & round_)),
        # Two octal digits a class (`SetClass`): simples, and terminals and honors, which are worth double.
        ((sets & 7) << 1) + ((sets >> 3 & 7) << 2),
        ((sets >> 6 & 7) << 2) + ((sets >> 9 & 7) << 3),
        ((sets >> 12 & 7) << 3) + ((sets >> 15 & 7) << 4),
        ((sets >> 18 & 7) << 4) + ((sets >> 21 & 7) << 5),
    )
    return (*items, rules.open_pinfu * ((closed == 0) & (sum(items) == 20)))
