"""Every yaku as one row of one table: names, han, what it replaces, and the test that finds it.

A test is a condition on the `Features` of one reading of a hand. It uses integer operators only
(`& | ^ << >> == != < > + -`, no `and`, `or`, `not`, `if`), so the same function serves one hand (Python integers) and
a million (int64 columns). Rule options choose rows, their values and, in a few named cases, one of two tests of a row
(`rules.value.table_of`); no test depends on options.

Sources: second document, tables of yaku and yakuman; first document, old and local yaku.
"""

# ruff: noqa: E501  # a yaku is one line of the table, however long

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from mjlog.rules.readings import DRAGONS_MASK as DRAGONS
from mjlog.rules.readings import MAN, PIN, SOU, WINDS, Form, Wait
from mjlog.rules.readings import YAOCHUU_MASK as YAOCHUU
from mjlog.rules.readings import Circumstance as C  # noqa: N817  # short, for the sake of the tests below
from mjlog.rules.readings import Features as F  # noqa: N817  # likewise

Family = Literal["basic", "flush", "honors", "terminals", "triplets", "runs", "special shapes", "chance", "dora"]
Kind = Literal["yaku", "yakuman", "dora", "draw"]


class Need:
    """Conditions of a yaku that are cheap to test for many readings at once; one bit each."""

    CLOSED: Final = 1 << 0
    """A closed hand; every yaku without `open_han` needs it."""
    THREE_RUNS: Final = 1 << 1
    """At most one triplet."""
    EQUAL_RUNS: Final = 1 << 2
    """Two equal runs."""
    TWO_TRIPLETS: Final = 1 << 3
    """Two triplets."""
    HONOR_TRIPLET: Final = 1 << 4
    """A triplet of honors."""
    TWO_HONOR_TRIPLETS: Final = 1 << 5
    """Two triplets of honors."""
    THREE_CONCEALED: Final = 1 << 6
    """Three concealed triplets."""
    THREE_KANS: Final = 1 << 7
    """Three kans."""
    ONE_SUIT: Final = 1 << 8
    """At most one suit."""
    THREE_SUITS: Final = 1 << 9
    """All three suits."""
    SIMPLES_ONLY: Final = 1 << 10
    """No terminals or honors."""
    NO_456: Final = 1 << 11
    """No 4, 5 and 6."""
    SPECIAL: Final = 1 << 12
    """Another form than four sets and a pair."""
    RIICHI: Final = 1 << 13
    """A riichi."""
    CHANCE: Final = 1 << 14
    """Another circumstance than tsumo, seat, riichi and ippatsu."""


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
CIRCLE_1: Final = _kinds(9)
CIRCLE_9: Final = _kinds(17)

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


def _has_all(f: F, circumstances: int) -> bool:
    return (f.circumstances & circumstances) == circumstances


def _one_suit(f: F) -> bool:
    suits = f.classes & 7
    return (suits != 0) & ((suits & (suits - 1)) == 0)


def _every_set_outside(f: F) -> bool:
    return (((f.triplets | f.pair) & SIMPLES) | (f.runs & _INNER_RUNS)) == 0


# -- basic


def riichi(f: F) -> bool:
    """Declared riichi, single or double."""
    return (f.circumstances & (C.RIICHI | C.DOUBLE_RIICHI)) != 0


def ippatsu(f: F) -> bool:
    """Won before the next own discard after riichi, no call between."""
    return (f.circumstances & C.IPPATSU) != 0


def menzen_tsumo(f: F) -> bool:
    """Self-drawn with a closed hand."""
    return (f.circumstances & C.TSUMO) != 0


def pinfu(f: F) -> bool:
    """Four runs, a pair without value, a two-sided wait."""
    return (f.form == Form.STANDARD) & (f.triplets == 0) & ((f.pair & f.valued) == 0) & (f.wait == Wait.RYANMEN)


def pinfu_by_ron(f: F) -> bool:
    """Pinfu where the fu of a tsumo spoils it."""
    return pinfu(f) & (not_tsumo(f))


def not_tsumo(f: F) -> bool:
    """Won by a discard or a robbed tile."""
    return (f.circumstances & C.TSUMO) == 0


def tanyao(f: F) -> bool:
    """Simples only."""
    return (f.tiles & YAOCHUU) == 0


def double_riichi(f: F) -> bool:
    """Riichi on an uninterrupted first turn."""
    return (f.circumstances & C.DOUBLE_RIICHI) != 0


def open_riichi(f: F) -> bool:
    """Riichi with the hand shown."""
    return _has_all(f, C.RIICHI | C.OPEN_RIICHI)


def open_double_riichi(f: F) -> bool:
    """Double riichi with the hand shown."""
    return _has_all(f, C.DOUBLE_RIICHI | C.OPEN_RIICHI)


def open_riichi_deal_in(f: F) -> bool:
    """Ron on an open riichi, dealt in by a player not in riichi."""
    return ((f.circumstances & C.OPEN_RIICHI) != 0) & not_tsumo(f) & ((f.circumstances & C.LOSER_IN_RIICHI) == 0)


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


# -- chance


def rinshan(f: F) -> bool:
    """Won on a replacement tile."""
    return (f.circumstances & C.RINSHAN) != 0


def chankan(f: F) -> bool:
    """Won on a tile added to a pon."""
    return (f.circumstances & C.CHANKAN) != 0


def chankan_or_kita(f: F) -> bool:
    """Won on a tile added to a pon, or on a pulled north."""
    return (f.circumstances & (C.CHANKAN | C.KITA_RON)) != 0


def haitei(f: F) -> bool:
    """Self-drawn the last tile of the wall."""
    return _has_all(f, C.TSUMO | C.LAST_TILE)


def haitei_not_rinshan(f: F) -> bool:
    """Self-drawn the last tile of the wall, not a replacement tile."""
    return (f.circumstances & (C.TSUMO | C.LAST_TILE | C.RINSHAN)) == C.TSUMO | C.LAST_TILE


def houtei(f: F) -> bool:
    """Ron on the last discard."""
    return (f.circumstances & (C.TSUMO | C.LAST_TILE)) == C.LAST_TILE


def tsubame_gaeshi(f: F) -> bool:
    """Ron on the tile that declares riichi."""
    return (f.circumstances & C.RIICHI_TILE) != 0


def kanburi(f: F) -> bool:
    """Ron on the discard after a kan."""
    return (f.circumstances & C.AFTER_KAN) != 0


def iipin_mouyue(f: F) -> bool:
    """Haitei with 1p."""
    return haitei(f) & (f.win == CIRCLE_1)


def chuupin_raoyui(f: F) -> bool:
    """Houtei with 9p."""
    return houtei(f) & (f.win == CIRCLE_9)


def tenhou(f: F) -> bool:
    """The dealer's first fourteen tiles win."""
    return _has_all(f, C.FIRST_TURN | C.TSUMO | C.DEALER)


def chiihou(f: F) -> bool:
    """A non-dealer wins on an uninterrupted first draw."""
    return (f.circumstances & (C.FIRST_TURN | C.TSUMO | C.DEALER)) == C.FIRST_TURN | C.TSUMO


def renhou(f: F) -> bool:
    """A non-dealer wins by ron before the first own draw, no call before."""
    return (f.circumstances & (C.FIRST_TURN | C.TSUMO | C.DEALER)) == C.FIRST_TURN


def paarenchan(f: F) -> bool:
    """A win after eight dealer wins in a row; the caller decides which win counts."""
    return (f.circumstances & C.PAARENCHAN) != 0


def ishi_no_ue_ni_mo_sannen(f: F) -> bool:
    """Double riichi with haitei or houtei."""
    return _has_all(f, C.DOUBLE_RIICHI | C.LAST_TILE)


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


def shiiaruraotai(f: F) -> bool:
    """Four calls and a wait on the last single tile."""
    return (f.circumstances & C.FOUR_CALLS) != 0


def shiiaruraotai_by_ron(f: F) -> bool:
    """Shiiaruraotai where only a ron counts."""
    return ((f.circumstances & C.FOUR_CALLS) != 0) & not_tsumo(f)


def shiiaruraotai_by_tsumo(f: F) -> bool:
    """Shiiaruraotai where only a tsumo counts."""
    return _has_all(f, C.FOUR_CALLS | C.TSUMO)


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


def never(f: F) -> bool:
    """For rows that are counted (dora) or paid at a draw (nagashi), not found in a hand."""
    return f.circumstances < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Yaku:
    """One row of the table of yaku."""

    key: str
    """Name in code, files and tables: romaji in snake_case."""
    ja: str
    """Japanese name."""
    en: str
    """English name."""
    zh: str
    """Chinese name."""
    kind: Kind
    """Yaku and yakuman are found by a test; dora are counted; a draw is nagashi mangan."""
    family: Family
    """Group in reports."""
    han: int
    """Han in a closed hand; 0 for a yakuman, and 1 for each tile of a dora."""
    open_han: int | None
    """Han in an open hand; None if it needs a closed one."""
    multiple: int
    """How many yakuman it is worth when doubles are on; 0 for an ordinary yaku."""
    local: bool
    """Old or local: exists only where a rule set names it."""
    test: Callable[[F], bool]
    """Whether a reading has it."""
    needs: int
    """Bits of `Need` without which no reading has the yaku; they save calls of `test` and change no result."""
    replaces: tuple[str, ...]
    """Yaku this one contains, which do not count next to it."""
    absorbs: tuple[str, ...]
    """Ordinary yaku a yakuman implies: not added where ordinary yaku count next to a yakuman. Second document, yakuman."""
    example: str | None
    """A hand that has it, as arguments of `mjlog score`; None for nagashi mangan, which no hand has."""


def _row(
    key: str,
    ja: str,
    en: str,
    zh: str,
    family: Family,
    test: Callable[[F], bool],
    *,
    needs: int = 0,
    kind: Kind | None = None,
    han: int = 0,
    open_han: int | None = None,
    multiple: int = 0,
    local: bool = False,
    replaces: tuple[str, ...] = (),
    absorbs: tuple[str, ...] = (),
    example: str | None = None,
) -> Yaku:
    """A row: `multiple` makes a yakuman, and the example of a local yaku needs a rule set that has it."""
    if example is not None and local and "--local" not in example:
        example = f"{example} --local {key}"
    return Yaku(
        key=key, ja=ja, en=en, zh=zh, kind=kind or ("yakuman" if multiple else "yaku"), family=family, han=han, open_han=open_han,
        multiple=multiple, local=local, test=test, needs=needs, replaces=replaces, absorbs=absorbs, example=example,
    )  # fmt: skip


# A player reads this table; one line a yaku is worth more than the formatter's habits.
# fmt: off
YAKU: Final[tuple[Yaku, ...]] = (
    _row("riichi", "立直", "Riichi", "立直", "basic", riichi, needs=Need.RIICHI, han=1, example="234m456p345678s22z 8s --riichi"),
    _row("ippatsu", "一発", "Ippatsu", "一發", "basic", ippatsu, needs=Need.RIICHI, han=1, example="234m456p345678s22z 8s --riichi --with ippatsu"),
    _row("menzen_tsumo", "門前清自摸和", "Fully concealed self-draw", "門前清自摸和", "basic", menzen_tsumo, han=1, example="234m456p345678s22z 8s --tsumo"),
    _row("pinfu", "平和", "Pinfu", "平和", "basic", pinfu, needs=Need.THREE_RUNS, han=1, example="234m456p345678s22z 8s"),
    _row("iipeikou", "一盃口", "Pure double sequence", "一杯口", "runs", iipeikou, needs=Need.EQUAL_RUNS, han=1, example="223344m456p789s22z 9s"),
    _row("tanyao", "断幺九", "All simples", "斷么九", "basic", tanyao, needs=Need.SIMPLES_ONLY, han=1, open_han=1, example="234m456p345678s22p 8s"),
    _row("seat_wind", "自風", "Seat wind", "自風", "honors", seat_wind, needs=Need.HONOR_TRIPLET, han=1, open_han=1, example="234m22456p345s222z 5s --seat S"),
    _row("round_wind", "場風", "Round wind", "場風", "honors", round_wind, needs=Need.HONOR_TRIPLET, han=1, open_han=1, example="234m22456p345s222z 5s --round S"),
    _row("haku", "役牌 白", "White dragon", "役牌 白", "honors", haku, needs=Need.HONOR_TRIPLET, han=1, open_han=1, example="234m22456p345s555z 5s"),
    _row("hatsu", "役牌 發", "Green dragon", "役牌 發", "honors", hatsu, needs=Need.HONOR_TRIPLET, han=1, open_han=1, example="234m22456p345s666z 5s"),
    _row("chun", "役牌 中", "Red dragon", "役牌 中", "honors", chun, needs=Need.HONOR_TRIPLET, han=1, open_han=1, example="234m22456p345s777z 5s"),
    _row("north_wind", "役牌 北", "North for all", "役牌 北", "honors", north_wind, needs=Need.HONOR_TRIPLET, han=1, open_han=1,
         example="22456p123345s444z 5s --rules tenhou-3p --set 'north = \"yakuhai\"'"),
    _row("rinshan", "嶺上開花", "After a kan", "嶺上開花", "chance", rinshan, needs=Need.CHANCE, han=1, open_han=1, example="234m22456p345s 5s a2222z --tsumo --with rinshan"),
    _row("chankan", "槍槓", "Robbing a kan", "搶槓", "chance", chankan, needs=Need.CHANCE, han=1, open_han=1, example="234m456p345678s22z 8s --with chankan"),
    _row("haitei", "海底摸月", "Under the sea", "海底撈月", "chance", haitei, needs=Need.CHANCE, han=1, open_han=1, example="234m456p345678s22z 8s --tsumo --with haitei"),
    _row("houtei", "河底撈魚", "Under the river", "河底撈魚", "chance", houtei, needs=Need.CHANCE, han=1, open_han=1, example="234m456p345678s22z 8s --with houtei"),
    _row("double_riichi", "両立直", "Double riichi", "雙立直", "basic", double_riichi, needs=Need.RIICHI, han=2, replaces=("riichi",), example="234m456p345678s22z 8s --with double-riichi"),
    _row("chiitoitsu", "七対子", "Seven pairs", "七對子", "special shapes", chiitoitsu, needs=Need.SPECIAL, han=2, example="1144m2277p3399s55z 5z"),
    _row("chanta", "混全帯幺九", "Half outside hand", "混全帶么九", "terminals", chanta, needs=Need.NO_456, han=2, open_han=1, example="123m789p12399s111z 1s"),
    _row("ittsuu", "一気通貫", "Pure straight", "一氣通貫", "runs", ittsuu, needs=Need.THREE_RUNS, han=2, open_han=1, example="123456789m345p22z 9m"),
    _row("sanshoku_doujun", "三色同順", "Mixed triple sequence", "三色同順", "runs", sanshoku_doujun, needs=Need.THREE_RUNS | Need.THREE_SUITS, han=2, open_han=1, example="123m123p123567s22z 7s"),
    _row("sanshoku_doukou", "三色同刻", "Triple triplets", "三色同刻", "triplets", sanshoku_doukou, needs=Need.TWO_TRIPLETS | Need.THREE_SUITS, han=2, open_han=2, example="222m222p222567s33z 7s"),
    _row("sanankou", "三暗刻", "Three concealed triplets", "三暗刻", "triplets", sanankou, needs=Need.THREE_CONCEALED, han=2, open_han=2, example="222m444p567888s33z 7s"),
    _row("sankantsu", "三槓子", "Three kans", "三槓子", "triplets", sankantsu, needs=Need.THREE_KANS, han=2, open_han=2, example="567s33z 7s a2222m 4444p k8888s"),
    _row("toitoi", "対々和", "All triplets", "對對和", "triplets", toitoi, needs=Need.TWO_TRIPLETS, han=2, open_han=2, example="222m444p33z 4p 666s 888s"),
    _row("honroutou", "混老頭", "All terminals and honors", "混老頭", "terminals", honroutou, needs=Need.NO_456, han=2, open_han=2, example="111m999p33z 9p 111s 444z"),
    _row("shousangen", "小三元", "Little three dragons", "小三元", "honors", shousangen, needs=Need.TWO_HONOR_TRIPLETS, han=2, open_han=2, example="234m567p55666z 7p 777z"),
    _row("ryanpeikou", "二盃口", "Twice pure double sequence", "二杯口", "runs", ryanpeikou, needs=Need.EQUAL_RUNS, han=3, replaces=("iipeikou",), example="223344m556677p88s 8s"),
    _row("honitsu", "混一色", "Half flush", "混一色", "flush", honitsu, needs=Need.ONE_SUIT, han=3, open_han=2, example="123456789m11122z 9m"),
    _row("junchan", "純全帯幺九", "Fully outside hand", "純全帶么九", "terminals", junchan, needs=Need.NO_456, han=3, open_han=2, replaces=("chanta",), example="123m789p12378999s 3s"),
    _row("chinitsu", "清一色", "Full flush", "清一色", "flush", chinitsu, needs=Need.ONE_SUIT, han=6, open_han=5, replaces=("honitsu",), example="11234567888999m 4m"),
    _row("nagashi_mangan", "流し満貫", "Mangan at draw", "流局滿貫", "chance", never, kind="draw", han=5, open_han=5),
    _row("dora", "ドラ", "Dora", "寶牌", "dora", never, kind="dora", han=1, open_han=1, example="234m456p345678s22z 8s --dora 1m"),
    _row("ura_dora", "裏ドラ", "Ura dora", "裡寶牌", "dora", never, kind="dora", han=1, open_han=1, example="234m456p345678s22z 8s --riichi --ura 1m"),
    _row("red_dora", "赤ドラ", "Red dora", "赤寶牌", "dora", never, kind="dora", han=1, open_han=1, example="234m406p345678s22z 8s"),
    _row("kita", "抜きドラ", "Pulled north", "拔北寶牌", "dora", never, kind="dora", han=1, open_han=1, example="123456p345678s22z 8s --rules tenhou-3p --kita 1"),
    _row("blue_dora", "青ドラ", "Blue dora", "青寶牌", "dora", never, kind="dora", han=1, open_han=1, example="234m456p345678s22z 8s --blues 1"),
    _row("tsubame_gaeshi", "燕返し", "Swallow's return", "燕返", "chance", tsubame_gaeshi, needs=Need.CHANCE, han=1, open_han=1, local=True, example="234m456p345678s22z 8s --with on-riichi-tile"),
    _row("kanburi", "槓振り", "Discard after a kan", "槓振", "chance", kanburi, needs=Need.CHANCE, han=1, open_han=1, local=True, example="234m456p345678s22z 8s --with after-kan"),
    _row("shiiaruraotai", "十二落抬", "Four calls", "十二落抬", "triplets", shiiaruraotai, han=1, open_han=1, local=True, example="88s 8s 123m 678m 444p 456s"),
    _row("aka_sanshoku", "赤三色", "Three reds", "赤三色", "dora", aka_sanshoku, han=1, open_han=1, local=True, example="340m406p340678s22z 8s"),
    _row("open_riichi", "オープン立直", "Open riichi", "開立直", "basic", open_riichi, needs=Need.RIICHI, han=2, local=True, replaces=("riichi",),
         example="234m456p345678s22z 8s --tsumo --riichi --with open-riichi"),
    _row("sanrenkou", "三連刻", "Three consecutive triplets", "三連刻", "triplets", sanrenkou, needs=Need.TWO_TRIPLETS, han=2, open_han=2, local=True, example="222333m88p456s 8p 111m"),
    _row("uumensai", "五門斉", "All types", "五門齊", "flush", uumensai, needs=Need.THREE_SUITS, han=2, open_han=2, local=True, example="999s66z 9s 444z 123m 234p"),
    _row("four_reds", "門泥公", "Four reds", "門泥公", "dora", four_reds, han=2, open_han=2, local=True, replaces=("aka_sanshoku",), example="340m406p340678s22z 8s --more-reds 1"),
    _row("open_double_riichi", "オープン両立直", "Open double riichi", "開雙立直", "basic", open_double_riichi, needs=Need.RIICHI, han=3, local=True, replaces=("riichi", "double_riichi", "open_riichi"),
         example="234m456p345678s22z 8s --tsumo --with double-riichi --with open-riichi"),
    _row("isshoku_sanjun", "一色三順", "Pure triple sequence", "一色三順", "runs", isshoku_sanjun, needs=Need.EQUAL_RUNS, han=3, open_han=2, local=True, replaces=("iipeikou", "ryanpeikou"),
         example="223344p567s77z 7s 234p"),
    _row("iipin_mouyue", "一筒摸月", "Moon from the sea's bottom", "一筒撈月", "chance", iipin_mouyue, needs=Need.CHANCE, han=5, open_han=5, local=True, replaces=("haitei",),
         example="234m123p345678s22z 1p --tsumo --with haitei"),
    _row("chuupin_raoyui", "九筒撈魚", "Fish from the river's bottom", "九筒撈魚", "chance", chuupin_raoyui, needs=Need.CHANCE, han=5, open_han=5, local=True, replaces=("houtei",),
         example="234m789p345678s22z 9p --with houtei"),
    _row("kokushi", "国士無双", "Thirteen orphans", "國士無雙", "special shapes", kokushi, needs=Need.SPECIAL, multiple=1, absorbs=("honroutou",), example="119m19p19s1234567z 9m"),
    _row("kokushi_13", "国士無双１３面", "Thirteen-wait thirteen orphans", "國士十三面", "special shapes", kokushi_13, needs=Need.SPECIAL, multiple=2, replaces=("kokushi",), absorbs=("honroutou",),
         example="119m19p19s1234567z 1m"),
    _row("suuankou", "四暗刻", "Four concealed triplets", "四暗刻", "triplets", suuankou, needs=Need.THREE_CONCEALED, multiple=1, absorbs=("menzen_tsumo", "toitoi"),
         example="222m444p666888s33z 8s --tsumo"),
    _row("suuankou_tanki", "四暗刻単騎", "Single-wait four concealed triplets", "四暗刻單騎", "triplets", suuankou_tanki, needs=Need.THREE_CONCEALED, multiple=2, replaces=("suuankou",), absorbs=("toitoi",),
         example="222m444p666888s33z 3z"),
    _row("daisangen", "大三元", "Big three dragons", "大三元", "honors", daisangen, needs=Need.TWO_HONOR_TRIPLETS, open_han=0, multiple=1, absorbs=("shousangen",), example="234m11p555666z 4m 777z"),
    _row("shousuushii", "小四喜", "Little four winds", "小四喜", "honors", shousuushii, needs=Need.TWO_HONOR_TRIPLETS, open_han=0, multiple=1, example="234m11122233z 4m 444z"),
    _row("daisuushii", "大四喜", "Big four winds", "大四喜", "honors", daisuushii, needs=Need.TWO_HONOR_TRIPLETS, open_han=0, multiple=2, replaces=("shousuushii",), absorbs=("toitoi",),
         example="55m111222333z 5m 444z"),
    _row("tsuuiisou", "字一色", "All honors", "字一色", "honors", tsuuiisou, needs=Need.ONE_SUIT | Need.NO_456, open_han=0, multiple=1, absorbs=("toitoi", "chiitoitsu"), example="11122255566z 6z 777z"),
    _row("ryuuiisou", "緑一色", "All green", "綠一色", "flush", ryuuiisou, needs=Need.ONE_SUIT, open_han=0, multiple=1, absorbs=("chinitsu", "honitsu"), example="222333s66z 3s 444s 888s"),
    _row("chinroutou", "清老頭", "All terminals", "清老頭", "terminals", chinroutou, needs=Need.NO_456, open_han=0, multiple=1, absorbs=("honroutou", "toitoi"), example="111m999p11s 1s 999m 999s"),
    _row("chuuren", "九蓮宝燈", "Nine gates", "九蓮寶燈", "flush", chuuren, needs=Need.ONE_SUIT, multiple=1, absorbs=("chinitsu",), example="11122345678999m 1m"),
    _row("junsei_chuuren", "純正九蓮宝燈", "True nine gates", "純正九蓮寶燈", "flush", junsei_chuuren, needs=Need.ONE_SUIT, multiple=2, replaces=("chuuren",), absorbs=("chinitsu",), example="11122345678999m 2m"),
    _row("suukantsu", "四槓子", "Four kans", "四槓子", "triplets", suukantsu, needs=Need.THREE_KANS, open_han=0, multiple=2, absorbs=("toitoi",), example="33z 3z a2222m 4444p k6666s a8888s"),
    _row("tenhou", "天和", "Blessing of heaven", "天和", "chance", tenhou, needs=Need.CHANCE, multiple=1, absorbs=("menzen_tsumo",), example="234m456p345678s22z 8s --tsumo --with tenhou"),
    _row("chiihou", "地和", "Blessing of earth", "地和", "chance", chiihou, needs=Need.CHANCE, multiple=1, absorbs=("menzen_tsumo",), example="234m456p345678s22z 8s --tsumo --with chiihou --seat S"),
    _row("renhou", "人和", "Blessing of man", "人和", "chance", renhou, needs=Need.CHANCE, multiple=1, local=True, example="234m456p345678s22z 8s --with renhou --seat S"),
    _row("paarenchan", "八連荘", "Eight dealer wins", "八連莊", "chance", paarenchan, needs=Need.CHANCE, open_han=0, multiple=1, local=True, example="234m456p345678s22z 8s --with paarenchan"),
    _row("suurenkou", "四連刻", "Four consecutive triplets", "四連刻", "triplets", suurenkou, needs=Need.TWO_TRIPLETS, open_han=0, multiple=1, local=True, absorbs=("toitoi", "sanrenkou"),
         example="222333444m88p 8p 111m"),
    _row("isshoku_yonjun", "一色四順", "Pure quadruple sequence", "一色四順", "runs", isshoku_yonjun, needs=Need.EQUAL_RUNS, open_han=0, multiple=1, local=True, absorbs=("isshoku_sanjun", "ryanpeikou", "iipeikou"),
         example="22223333444455p 5p"),
    _row("beni_kujaku", "紅孔雀", "Red peacock", "紅孔雀", "flush", beni_kujaku, needs=Need.ONE_SUIT, open_han=0, multiple=1, local=True, absorbs=("toitoi", "honitsu", "chun"),
         example="11155599s 5s 777s 777z"),
    _row("beni_itten", "紅一点", "Red point", "紅一點", "flush", beni_itten, needs=Need.ONE_SUIT, open_han=0, multiple=1, local=True, absorbs=("honitsu",), example="22334466s 4s 888s 777z"),
    _row("kokuiisou", "黒一色", "All black", "黑一色", "flush", kokuiisou, needs=Need.ONE_SUIT, open_han=0, multiple=1, local=True, absorbs=("toitoi", "honitsu"), example="222444p33z 4p 888p 111z"),
    _row("daisharin", "大車輪", "Big wheels", "大車輪", "special shapes", daisharin, needs=Need.SPECIAL, multiple=1, local=True, absorbs=("chiitoitsu", "chinitsu", "tanyao"), example="22334455667788p 8p"),
    _row("daichikurin", "大竹林", "Big bamboo forest", "大竹林", "special shapes", daichikurin, needs=Need.SPECIAL, multiple=1, local=True, absorbs=("chiitoitsu", "chinitsu", "tanyao"),
         example="22334455667788s 8s"),
    _row("daisuurin", "大数隣", "Big neighbours", "大數鄰", "special shapes", daisuurin, needs=Need.SPECIAL, multiple=1, local=True, absorbs=("chiitoitsu", "chinitsu", "tanyao"),
         example="22334455667788m 8m"),
    _row("ishi_no_ue_ni_mo_sannen", "石の上にも三年", "Three years on a stone", "石上三年", "chance", ishi_no_ue_ni_mo_sannen, needs=Need.RIICHI, multiple=1, local=True, absorbs=("double_riichi", "haitei", "houtei"),
         example="234m456p345678s22z 8s --with double-riichi --with houtei"),
    _row("daichisei", "大七星", "Big seven stars", "大七星", "honors", daichisei, needs=Need.SPECIAL, multiple=2, local=True, replaces=("tsuuiisou",), absorbs=("chiitoitsu",), example="11223344556677z 7z"),
    _row("junsei_ryuuiisou", "純正緑一色", "True all green", "純正綠一色", "flush", junsei_ryuuiisou, needs=Need.ONE_SUIT, open_han=0, multiple=2, local=True, replaces=("ryuuiisou",), absorbs=("chinitsu",),
         example="22233366s 3s 444s 888s"),
    _row("old_suukantsu", "古四槓子", "Four kans alone", "古四槓子", "triplets", old_suukantsu, needs=Need.THREE_KANS, open_han=0, multiple=1, local=True,
         example="5z 5z a2222m 4444p k6666s a8888s --with fourth-kan"),
    _row("open_riichi_deal_in", "オープン立直放銃", "Deal-in to an open riichi", "開立直放銃", "basic", open_riichi_deal_in, needs=Need.RIICHI, multiple=1, local=True, absorbs=("open_riichi", "open_double_riichi"),
         example="234m456p345678s22z 8s --riichi --with open-riichi --local open_riichi"),
)
"""The table. A row's place is the number of the yaku in tables and bit masks: new rows go to the end."""
# fmt: on

BY_KEY: Final = {row.key: row for row in YAKU}
NUMBER: Final = {row.key: number for number, row in enumerate(YAKU)}
"""Place of each key in `YAKU`."""
CHIP_YAKU: Final = frozenset({"ippatsu", "red_dora", "ura_dora"})
"""Yaku that pay a chip for each han in rooms with chips (three logs); yakuman too, but how many is not known."""
