"""Points of a win: base points from han and fu, limits, and the payments of each seat.

The code uses whole-number arithmetic and comparisons only, so that one definition serves one hand (Python integers) and
a column of hands (integer arrays, elementwise). Source: both documents, points; the formula, not the printed tables.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias, get_args

from mjlog.rules.ruleset import RuleSet

Whole: TypeAlias = Any
"""A whole number (a flag counts as 0 or 1) or an array of them; functions return the type of their arguments."""
Limit = Literal["mangan", "haneman", "baiman", "sanbaiman", "yakuman"]

STICK: Final = 1_000
"""Points of a riichi stick."""
MOST_POINTS: Final = 500_000_000
"""The most points that a game may give to a seat or a win: a seat with them and three such wins still fit 32 bits. Only
aotenjou has hands worth more, by 25 han and above."""
MANGAN, HANEMAN, BAIMAN, SANBAIMAN, YAKUMAN = LIMIT_BASES = (2_000, 3_000, 4_000, 6_000, 8_000)
"""Base points of each limit."""
ALMOST_MANGAN: Final = 1_920
"""Base points of 4 han 30 fu and of 3 han 60 fu, which kiriage raises to a mangan."""
LARGE_YAKUMAN: Final = 12_000
"""Base points of a large yakuman, one and a half."""
LIMIT_STEPS: Final = ((5, MANGAN), (6, HANEMAN - MANGAN), (8, BAIMAN - HANEMAN), (11, SANBAIMAN - BAIMAN))
"""A number of han and the base points added from there on."""
FU: Final = (20, 25, *range(30, 120, 10))
"""The fu that hands can have, after rounding up."""
LIMITS: Final[tuple[Limit | None, ...]] = (None, *get_args(Limit))
"""Name of each limit, by `limit_of`."""


def round_up(points: Whole, unit: int = 100) -> Whole:
    """The next multiple of `unit` at or over the points.

    >>> round_up(7_680), round_up(7_700)
    (7700, 7700)
    """
    return -(-points // unit) * unit


def base_points(rules: RuleSet, han: Whole, fu: Whole, yakuman: Whole = 0, large: Whole = 0) -> Whole:
    """Base points of a hand by its han (dora included) and fu, or by its numbers of yakuman and large yakuman.

    In aotenjou a yakuman is 13 han; int64 columns hold up to 50 han there (`mjlog.rules.columns.score.MOST_HAN`).

    >>> base_points(RuleSet(), 4, 30), base_points(RuleSet(), 13, 30), base_points(RuleSet(), 0, 0, yakuman=2)
    (1920, 8000, 16000)
    """
    if rules.aotenjou:
        return fu << (han + 13 * (yakuman + large) + 2)
    below_mangan = _least(fu << (_least(han, 5) + 2), MANGAN)
    below_mangan = below_mangan + (MANGAN - ALMOST_MANGAN) * (below_mangan == ALMOST_MANGAN) * rules.kiriage
    limit = sum(step * (han >= from_han) for from_han, step in LIMIT_STEPS)
    if rules.kazoe == "yakuman":
        limit = limit + (YAKUMAN - SANBAIMAN) * (han >= 13)
    elif rules.kazoe == "multiples":
        limit = limit + (han >= 13) * (YAKUMAN * (han // 13) - SANBAIMAN)
    ordinary = below_mangan * (han < 5) + limit
    limits = YAKUMAN * yakuman + LARGE_YAKUMAN * large
    joining = limit * (han >= 13) * (rules.han_with_yakuman and rules.kazoe != "sanbaiman")
    return ordinary * (limits == 0) + (limits + joining) * (limits > 0)


def _least(a: Whole, b: Whole) -> Whole:
    return a + (b - a) * (b < a)


def occurs(rules: RuleSet, han: int, fu: int, by_tsumo: bool) -> bool:
    """Whether a hand can have these han and fu: 20 fu is pinfu by tsumo or an open ron, 25 fu is seven pairs."""
    if fu == 20:
        return rules.pinfu_tsumo and han >= 2 if by_tsumo else rules.open_pinfu_fu == 20
    return fu != 25 or (not rules.chiitoitsu_50fu and han >= 2 + by_tsumo)


def limit_of(base: Whole) -> Whole:
    """Place in `LIMITS` of the limit that base points reach; without meaning in aotenjou.

    >>> LIMITS[limit_of(3_000)], LIMITS[limit_of(1_920)]
    ('haneman', None)
    """
    return sum(1 * (base >= reached) for reached in LIMIT_BASES)


def ron(base: Whole, dealer: Whole) -> Whole:
    """The payment of the discarder to a winner (the dealer or not), without honba.

    >>> ron(1_920, False), ron(1_920, True)
    (7700, 11600)
    """
    return round_up(base * (4 + 2 * dealer))


def tsumo(rules: RuleSet, base: Whole, dealer: Whole) -> tuple[Whole, Whole]:
    """The payments of each non-dealer and of the dealer to a winner (the dealer or not) by tsumo, without honba.

    The part of the dealer is 0 when the dealer wins.

    >>> tsumo(RuleSet(), 1_280, False), tsumo(RuleSet(), 1_280, True)
    ((1300, 2600), (2600, 0))
    """
    other = 1 - 1 * dealer
    if rules.tsumo_loss == "share":
        return round_up(base * (3 + 3 * dealer), 200) // 2, round_up(5 * base * other, 200) // 2
    if rules.tsumo_loss == "as_ron":
        each = round_up(ron(base, dealer), 200) // 2
        return each, each * other
    part, dealers = round_up(base * (1 + 1 * dealer)), round_up(2 * base * other)
    if rules.tsumo_loss == "halves":
        return round_up(part + part // 2), round_up(dealers + part // 2) * other
    return part, dealers


def honba_each(rules: RuleSet, honba: Whole) -> Whole:
    """The addition for honba to each payment of a tsumo; a ron adds `rules.honba_points` for each honba.

    >>> honba_each(RuleSet(), 3)
    300
    """
    return rules.honba_points // (rules.players - 1) * honba


def noten_payment(rules: RuleSet, tenpai: Whole, n_tenpai: Whole) -> Whole:
    """Points a player, tenpai or not, receives (or pays, below 0) at an exhaustive draw with `n_tenpai` tenpai players.

    >>> noten_payment(RuleSet(), True, 3), noten_payment(RuleSet(), False, 3), noten_payment(RuleSet(), True, 4)
    (1000, -3000, 0)
    """
    gets = rules.noten_pool // (n_tenpai + (n_tenpai == 0))
    pays = rules.noten_pool // (rules.players - n_tenpai + (n_tenpai == rules.players))
    return (n_tenpai > 0) * (n_tenpai < rules.players) * (tenpai * (gets + pays) - pays)


def seat_payment(
    rules: RuleSet, seat: Whole, *, winner: Whole, payer: Whole, dealer: Whole, base: Whole, honba: Whole, sticks: Whole
) -> Whole:
    """Points one seat receives (or pays, below 0) for one win without pao; `payer` is the winner for a tsumo.

    >>> [seat_payment(RuleSet(), s, winner=1, payer=1, dealer=0, base=2_000, honba=1, sticks=1) for s in range(4)]
    [-4100, 9300, -2100, -2100]
    """
    by_dealer, by_tsumo, wins = winner == dealer, winner == payer, seat == winner
    each, dealers = tsumo(rules, base, by_dealer)
    others = rules.players - 2 + 1 * by_dealer
    all_of_tsumo = each * others + dealers + honba_each(rules, honba) * (rules.players - 1)
    all_of_ron = ron(base, by_dealer) + rules.honba_points * honba
    gets = all_of_tsumo * by_tsumo + all_of_ron * (payer != winner) + STICK * sticks
    own_part = each * (seat != dealer) + dealers * (seat == dealer) + honba_each(rules, honba)
    pays = own_part * by_tsumo + all_of_ron * ((payer != winner) & (seat == payer))
    return gets * wins - pays * (seat != winner)
