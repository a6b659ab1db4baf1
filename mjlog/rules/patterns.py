"""The yaku of the tiles, sets and wait of a hand.

Each function says of the `Features` of one reading, or of a column of readings, whether it has the yaku, with the
operators that `mjlog.rules.yaku` lists.
"""

from __future__ import annotations

from typing import Final

from mjlog.rules.circumstances import not_tsumo, tenhou
from mjlog.rules.readings import DRAGONS_MASK as DRAGONS
from mjlog.rules.readings import MAN, PIN, SOU, WINDS, Form, Wait
from mjlog.rules.readings import YAOCHUU_MASK as YAOCHUU
from mjlog.rules.readings import Features as F  # noqa: N817  # short, for the sake of the tests below

SUITED: Final = MAN | PIN | SOU
WHITE, GREEN, RED = (1 << kind for kind in (31, 32, 33))
NORTH: Final = 1 << 30
HONORS: Final = WINDS | DRAGONS
TERMINALS: Final = 0x101 | 0x101 << 9 | 0x101 << 18
SIMPLES: Final = SUITED & ~TERMINALS
FOUR_TO_SIX: Final = 0x38 | 0x38 << 9 | 0x38 << 18
TWO_TO_EIGHT: Final = 0xFE
"""Masks of kinds: bit *k* is kind *k*."""


def _kinds(*kinds: int) -> int:
    return sum(1 << kind for kind in kinds)


GREENS: Final = _kinds(19, 20, 21, 23, 25, 32)
"""23468s and the green dragon."""
PEACOCK: Final = _kinds(18, 22, 24, 26, 33)
"""1579s and the red dragon."""
RED_POINT: Final = _kinds(19, 20, 21, 23, 25, 33)
"""23468s and the red dragon."""
BLACKS: Final = _kinds(10, 12, 16, 27, 28, 29, 30)
"""248p and the winds."""

# Runs are counted in octal digits, one for each start: 7 starts a suit, 21 bits a suit.
_ONES: Final = int("1" * 21, 8)
EQUAL_RUNS: Final = _ONES * 6
"""Mask of the bits of `Features.runs` that count two or more equal runs."""
_STARTS: Final = int("1" * 7, 8)
_STARTS_1: Final = 1 | 1 << 21 | 1 << 42
_OUTER_RUNS: Final = _STARTS_1 | _STARTS_1 << 18
_INNER_RUNS: Final = int("7" * 21, 8) & ~(_OUTER_RUNS * 7)


def _at_least_1(f: F) -> int:
    return (f.runs | f.runs >> 1 | f.runs >> 2) & _ONES


def _at_least_2(f: F) -> int:
    return (f.runs >> 1 | f.runs >> 2) & _ONES


def _at_least_3(f: F) -> int:
    return ((f.runs & f.runs >> 1) | f.runs >> 2) & _ONES


def _exactly_4(f: F) -> int:
    return f.runs >> 2 & _ONES


def _one_suit(f: F) -> bool:
    suits = f.classes & 7
    return (suits != 0) & ((suits & (suits - 1)) == 0)


def _every_set_outside(f: F) -> bool:
    return (((f.triplets | f.pair) & SIMPLES) | (f.runs & _INNER_RUNS)) == 0


# -- basic


def pinfu(f: F) -> bool:
    """Four runs, a pair without value, a two-sided wait."""
    return (f.form == Form.STANDARD) & (f.triplets == 0) & ((f.pair & f.valued) == 0) & (f.wait == Wait.RYANMEN)


def pinfu_by_ron(f: F) -> bool:
    """Pinfu where the fu of a tsumo spoils it."""
    return pinfu(f) & (not_tsumo(f))


def tanyao(f: F) -> bool:
    """Simples only."""
    return (f.tiles & YAOCHUU) == 0


# -- honors


def seat_wind(f: F) -> bool:
    """A triplet of the own wind."""
    return (f.triplets & f.seat) != 0


def round_wind(f: F) -> bool:
    """A triplet of the round's wind."""
    return (f.triplets & f.round) != 0


def haku(f: F) -> bool:
    """A triplet of white dragons."""
    return (f.triplets & WHITE) != 0


def hatsu(f: F) -> bool:
    """A triplet of green dragons."""
    return (f.triplets & GREEN) != 0


def chun(f: F) -> bool:
    """A triplet of red dragons."""
    return (f.triplets & RED) != 0


def north_wind(f: F) -> bool:
    """A triplet of norths, where north has value for everybody (three-player option)."""
    return (f.triplets & NORTH) != 0


def shousangen(f: F) -> bool:
    """Two triplets and a pair of dragons."""
    return (((f.triplets | f.pair) & DRAGONS) == DRAGONS) & ((f.pair & DRAGONS) != 0) & (f.form == Form.STANDARD)


def daisangen(f: F) -> bool:
    """Three triplets of dragons."""
    return (f.triplets & DRAGONS) == DRAGONS


def shousuushii(f: F) -> bool:
    """Three triplets and a pair of winds."""
    return (((f.triplets | f.pair) & WINDS) == WINDS) & ((f.pair & WINDS) != 0) & (f.form == Form.STANDARD)


def daisuushii(f: F) -> bool:
    """Four triplets of winds."""
    return (f.triplets & WINDS) == WINDS


def tsuuiisou(f: F) -> bool:
    """Honors only."""
    return (f.tiles & ~HONORS) == 0


def tsuuiisou_with_man(f: F) -> bool:
    """Honors only, with 1m and 9m taken for honors."""
    return (f.tiles & ~(HONORS | MAN)) == 0


def daichisei(f: F) -> bool:
    """The seven pairs of honors."""
    return (f.form == Form.PAIRS) & (f.tiles == HONORS)


# -- runs


def iipeikou(f: F) -> bool:
    """Two equal runs."""
    return _at_least_2(f) != 0


def ryanpeikou(f: F) -> bool:
    """Twice two equal runs; four equal runs are that too."""
    twice = _at_least_2(f)
    return ((twice & (twice - 1)) != 0) | (_exactly_4(f) != 0)


def ittsuu(f: F) -> bool:
    """123, 456 and 789 of one suit."""
    once = _at_least_1(f)
    return (once & once >> 9 & once >> 18 & _STARTS_1) != 0


def sanshoku_doujun(f: F) -> bool:
    """The same run in three suits."""
    once = _at_least_1(f)
    return (once & once >> 21 & once >> 42 & _STARTS) != 0


def isshoku_sanjun(f: F) -> bool:
    """Three equal runs."""
    return _at_least_3(f) != 0


def isshoku_yonjun(f: F) -> bool:
    """Four equal runs."""
    return _exactly_4(f) != 0


# -- triplets


def sanshoku_doukou(f: F) -> bool:
    """The same triplet in three suits."""
    return (f.triplets & f.triplets >> 9 & f.triplets >> 18 & MAN) != 0


def toitoi(f: F) -> bool:
    """Triplets and kans only."""
    return (f.form == Form.STANDARD) & (f.runs == 0)


def sanankou(f: F) -> bool:
    """Three concealed triplets or ankan; one completed by ron is not concealed."""
    return f.n_concealed == 3


def sankantsu(f: F) -> bool:
    """Three kans."""
    return f.n_kans == 3


def sanrenkou(f: F) -> bool:
    """Three consecutive triplets of a suit."""
    return (f.triplets & f.triplets >> 1 & f.triplets >> 2 & _kinds(*range(7), *range(9, 16), *range(18, 25))) != 0


def suurenkou(f: F) -> bool:
    """Four consecutive triplets of a suit."""
    chains = f.triplets & f.triplets >> 1 & f.triplets >> 2 & f.triplets >> 3
    return (chains & _kinds(*range(6), *range(9, 15), *range(18, 24))) != 0


def suuankou(f: F) -> bool:
    """Four concealed triplets."""
    return f.n_concealed == 4


def suuankou_tanki(f: F) -> bool:
    """Four concealed triplets, won on the pair."""
    return (f.n_concealed == 4) & (f.wait == Wait.TANKI)


def suuankou_tanki_or_dealt(f: F) -> bool:
    """Four concealed triplets, won on the pair or dealt whole."""
    return (f.n_concealed == 4) & ((f.wait == Wait.TANKI) | tenhou(f))


def suukantsu(f: F) -> bool:
    """Four kans and a pair."""
    return (f.n_kans == 4) & (f.form == Form.STANDARD)


def old_suukantsu(f: F) -> bool:
    """Four kans without a pair: won when the discard after the fourth has passed."""
    return f.form == Form.FOUR_KANS


# -- terminals


def chanta(f: F) -> bool:
    """A terminal or honor in every set, at least one run and an honor."""
    return _every_set_outside(f) & (f.runs != 0) & ((f.tiles & HONORS) != 0)


def junchan(f: F) -> bool:
    """A terminal in every set, at least one run."""
    return _every_set_outside(f) & (f.runs != 0) & ((f.tiles & HONORS) == 0)


def honroutou(f: F) -> bool:
    """Terminals and honors only, both of them."""
    return ((f.tiles & ~YAOCHUU) == 0) & ((f.tiles & HONORS) != 0) & ((f.tiles & TERMINALS) != 0)


def chinroutou(f: F) -> bool:
    """Terminals only."""
    return (f.tiles & ~TERMINALS) == 0


# -- flush


def honitsu(f: F) -> bool:
    """One suit and honors."""
    return _one_suit(f) & (f.classes > 7)


def chinitsu(f: F) -> bool:
    """One suit."""
    return _one_suit(f) & (f.classes < 8)


def uumensai(f: F) -> bool:
    """Man, pin, sou, winds and dragons, all five."""
    return f.classes == 0b11111


def ryuuiisou(f: F) -> bool:
    """23468s and green only."""
    return (f.tiles & ~GREENS) == 0


def ryuuiisou_with_green(f: F) -> bool:
    """23468s and green only, green present."""
    return ((f.tiles & ~GREENS) == 0) & ((f.tiles & GREEN) != 0)


def junsei_ryuuiisou(f: F) -> bool:
    """23468s only, no green."""
    return (f.tiles & ~(GREENS & ~GREEN)) == 0


def chuuren(f: F) -> bool:
    """1112345678999 of one suit and one more."""
    return f.gates != 0


def junsei_chuuren(f: F) -> bool:
    """1112345678999 of one suit before the winning tile."""
    return (f.gates != 0) & (f.gates == f.win)


def junsei_chuuren_or_dealt(f: F) -> bool:
    """1112345678999 of one suit before the winning tile, or the whole hand dealt."""
    return (f.gates != 0) & ((f.gates == f.win) | tenhou(f))


def beni_kujaku(f: F) -> bool:
    """Triplets and a pair of exactly 1579s and red."""
    return toitoi(f) & (f.tiles == PEACOCK)


def beni_itten(f: F) -> bool:
    """23468s and red only, red present."""
    return ((f.tiles & ~RED_POINT) == 0) & ((f.tiles & RED) != 0)


def kokuiisou(f: F) -> bool:
    """Triplets or seven pairs of 248p and winds only."""
    return ((f.tiles & ~BLACKS) == 0) & (f.runs == 0)


# -- special shapes


def chiitoitsu(f: F) -> bool:
    """Seven pairs."""
    return (f.form & (Form.PAIRS | Form.PAIRS_WITH_FOUR)) != 0


def kokushi(f: F) -> bool:
    """The thirteen terminals and honors and one of them again."""
    return f.form == Form.ORPHANS


def kokushi_13(f: F) -> bool:
    """Kokushi that waited on all thirteen."""
    return (f.form == Form.ORPHANS) & (f.pair == f.win)


def kokushi_13_or_dealt(f: F) -> bool:
    """Kokushi that waited on all thirteen, or was dealt whole."""
    return (f.form == Form.ORPHANS) & ((f.pair == f.win) | tenhou(f))


def daisharin(f: F) -> bool:
    """The pairs 2-8 of pin."""
    return (f.form == Form.PAIRS) & (f.tiles == TWO_TO_EIGHT << 9)


def daichikurin(f: F) -> bool:
    """The pairs 2-8 of sou."""
    return (f.form == Form.PAIRS) & (f.tiles == TWO_TO_EIGHT << 18)


def daisuurin(f: F) -> bool:
    """The pairs 2-8 of man."""
    return (f.form == Form.PAIRS) & (f.tiles == TWO_TO_EIGHT)


# -- red tiles


def aka_sanshoku(f: F) -> bool:
    """Three red tiles."""
    return f.n_reds > 2


def four_reds(f: F) -> bool:
    """Four red tiles."""
    return f.n_reds > 3
