"""Every yaku as one row of one table: names, han, the yaku it replaces, and the test that finds it.

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

from mjlog.rules import circumstances, patterns
from mjlog.rules.readings import Features

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


def never(f: Features) -> bool:
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
    test: Callable[[Features], bool]
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
    test: Callable[[Features], bool],
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
    _row("riichi", "立直", "Riichi", "立直", "basic", circumstances.riichi, needs=Need.RIICHI, han=1, example="234m456p345678s22z 8s --riichi"),
    _row("ippatsu", "一発", "Ippatsu", "一發", "basic", circumstances.ippatsu, needs=Need.RIICHI, han=1, example="234m456p345678s22z 8s --riichi --with ippatsu"),
    _row("menzen_tsumo", "門前清自摸和", "Fully concealed self-draw", "門前清自摸和", "basic", circumstances.menzen_tsumo, han=1, example="234m456p345678s22z 8s --tsumo"),
    _row("pinfu", "平和", "Pinfu", "平和", "basic", patterns.pinfu, needs=Need.THREE_RUNS, han=1, example="234m456p345678s22z 8s"),
    _row("iipeikou", "一盃口", "Pure double sequence", "一杯口", "runs", patterns.iipeikou, needs=Need.EQUAL_RUNS, han=1, example="223344m456p789s22z 9s"),
    _row("tanyao", "断幺九", "All simples", "斷么九", "basic", patterns.tanyao, needs=Need.SIMPLES_ONLY, han=1, open_han=1, example="234m456p345678s22p 8s"),
    _row("seat_wind", "自風", "Seat wind", "自風", "honors", patterns.seat_wind, needs=Need.HONOR_TRIPLET, han=1, open_han=1, example="234m22456p345s222z 5s --seat S"),
    _row("round_wind", "場風", "Round wind", "場風", "honors", patterns.round_wind, needs=Need.HONOR_TRIPLET, han=1, open_han=1, example="234m22456p345s222z 5s --round S"),
    _row("haku", "役牌 白", "White dragon", "役牌 白", "honors", patterns.haku, needs=Need.HONOR_TRIPLET, han=1, open_han=1, example="234m22456p345s555z 5s"),
    _row("hatsu", "役牌 發", "Green dragon", "役牌 發", "honors", patterns.hatsu, needs=Need.HONOR_TRIPLET, han=1, open_han=1, example="234m22456p345s666z 5s"),
    _row("chun", "役牌 中", "Red dragon", "役牌 中", "honors", patterns.chun, needs=Need.HONOR_TRIPLET, han=1, open_han=1, example="234m22456p345s777z 5s"),
    _row("north_wind", "役牌 北", "North for all", "役牌 北", "honors", patterns.north_wind, needs=Need.HONOR_TRIPLET, han=1, open_han=1,
         example="22456p123345s444z 5s --rules tenhou-3p --set 'north = \"yakuhai\"'"),
    _row("rinshan", "嶺上開花", "After a kan", "嶺上開花", "chance", circumstances.rinshan, needs=Need.CHANCE, han=1, open_han=1, example="234m22456p345s 5s a2222z --tsumo --with rinshan"),
    _row("chankan", "槍槓", "Robbing a kan", "搶槓", "chance", circumstances.chankan, needs=Need.CHANCE, han=1, open_han=1, example="234m456p345678s22z 8s --with chankan"),
    _row("haitei", "海底摸月", "Under the sea", "海底撈月", "chance", circumstances.haitei, needs=Need.CHANCE, han=1, open_han=1, example="234m456p345678s22z 8s --tsumo --with haitei"),
    _row("houtei", "河底撈魚", "Under the river", "河底撈魚", "chance", circumstances.houtei, needs=Need.CHANCE, han=1, open_han=1, example="234m456p345678s22z 8s --with houtei"),
    _row("double_riichi", "両立直", "Double riichi", "雙立直", "basic", circumstances.double_riichi, needs=Need.RIICHI, han=2, replaces=("riichi",), example="234m456p345678s22z 8s --with double-riichi"),
    _row("chiitoitsu", "七対子", "Seven pairs", "七對子", "special shapes", patterns.chiitoitsu, needs=Need.SPECIAL, han=2, example="1144m2277p3399s55z 5z"),
    _row("chanta", "混全帯幺九", "Half outside hand", "混全帶么九", "terminals", patterns.chanta, needs=Need.NO_456, han=2, open_han=1, example="123m789p12399s111z 1s"),
    _row("ittsuu", "一気通貫", "Pure straight", "一氣通貫", "runs", patterns.ittsuu, needs=Need.THREE_RUNS, han=2, open_han=1, example="123456789m345p22z 9m"),
    _row("sanshoku_doujun", "三色同順", "Mixed triple sequence", "三色同順", "runs", patterns.sanshoku_doujun, needs=Need.THREE_RUNS | Need.THREE_SUITS, han=2, open_han=1, example="123m123p123567s22z 7s"),
    _row("sanshoku_doukou", "三色同刻", "Triple triplets", "三色同刻", "triplets", patterns.sanshoku_doukou, needs=Need.TWO_TRIPLETS | Need.THREE_SUITS, han=2, open_han=2, example="999m999p999567s33z 7s"),
    _row("sanankou", "三暗刻", "Three concealed triplets", "三暗刻", "triplets", patterns.sanankou, needs=Need.THREE_CONCEALED, han=2, open_han=2, example="222m444p567888s33z 7s"),
    _row("sankantsu", "三槓子", "Three kans", "三槓子", "triplets", patterns.sankantsu, needs=Need.THREE_KANS, han=2, open_han=2, example="567s33z 7s a2222m 4444p k8888s"),
    _row("toitoi", "対々和", "All triplets", "對對和", "triplets", patterns.toitoi, needs=Need.TWO_TRIPLETS, han=2, open_han=2, example="222m444p33z 4p 666s 888s"),
    _row("honroutou", "混老頭", "All terminals and honors", "混老頭", "terminals", patterns.honroutou, needs=Need.NO_456, han=2, open_han=2, example="111m999p33z 9p 111s 444z"),
    _row("shousangen", "小三元", "Little three dragons", "小三元", "honors", patterns.shousangen, needs=Need.TWO_HONOR_TRIPLETS, han=2, open_han=2, example="234m567p55666z 7p 777z"),
    _row("ryanpeikou", "二盃口", "Twice pure double sequence", "二杯口", "runs", patterns.ryanpeikou, needs=Need.EQUAL_RUNS, han=3, replaces=("iipeikou",), example="223344m556677p88s 8s"),
    _row("honitsu", "混一色", "Half flush", "混一色", "flush", patterns.honitsu, needs=Need.ONE_SUIT, han=3, open_han=2, example="123456789m11122z 9m"),
    _row("junchan", "純全帯幺九", "Fully outside hand", "純全帶么九", "terminals", patterns.junchan, needs=Need.NO_456, han=3, open_han=2, replaces=("chanta",), example="123m789p12378999s 3s"),
    _row("chinitsu", "清一色", "Full flush", "清一色", "flush", patterns.chinitsu, needs=Need.ONE_SUIT, han=6, open_han=5, replaces=("honitsu",), example="11234567888999m 4m"),
    _row("nagashi_mangan", "流し満貫", "Mangan at draw", "流局滿貫", "chance", never, kind="draw", han=5, open_han=5),
    _row("dora", "ドラ", "Dora", "寶牌", "dora", never, kind="dora", han=1, open_han=1, example="234m456p345678s22z 8s --dora 1m"),
    _row("ura_dora", "裏ドラ", "Ura dora", "裡寶牌", "dora", never, kind="dora", han=1, open_han=1, example="234m456p345678s22z 8s --riichi --ura 1m"),
    _row("red_dora", "赤ドラ", "Red dora", "赤寶牌", "dora", never, kind="dora", han=1, open_han=1, example="234m406p345678s22z 8s"),
    _row("kita", "抜きドラ", "Pulled north", "拔北寶牌", "dora", never, kind="dora", han=1, open_han=1, example="123456p345678s22z 8s --rules tenhou-3p --kita 1"),
    _row("blue_dora", "青ドラ", "Blue dora", "青寶牌", "dora", never, kind="dora", han=1, open_han=1, example="234m456p345678s22z 8s --blues 1"),
    _row("tsubame_gaeshi", "燕返し", "Swallow's return", "燕返", "chance", circumstances.tsubame_gaeshi, needs=Need.CHANCE, han=1, open_han=1, local=True, example="234m456p345678s22z 8s --with on-riichi-tile"),
    _row("kanburi", "槓振り", "Discard after a kan", "槓振", "chance", circumstances.kanburi, needs=Need.CHANCE, han=1, open_han=1, local=True, example="234m456p345678s22z 8s --with after-kan"),
    _row("shiiaruraotai", "十二落抬", "Four calls", "十二落抬", "triplets", circumstances.shiiaruraotai, han=1, open_han=1, local=True, example="88s 8s 123m 678m 444p 456s"),
    _row("aka_sanshoku", "赤三色", "Three reds", "赤三色", "dora", patterns.aka_sanshoku, han=1, open_han=1, local=True, example="340m406p340678s22z 8s"),
    _row("open_riichi", "オープン立直", "Open riichi", "開立直", "basic", circumstances.open_riichi, needs=Need.RIICHI, han=2, local=True, replaces=("riichi",),
         example="234m456p345678s22z 8s --tsumo --riichi --with open-riichi"),
    _row("sanrenkou", "三連刻", "Three consecutive triplets", "三連刻", "triplets", patterns.sanrenkou, needs=Need.TWO_TRIPLETS, han=2, open_han=2, local=True, example="222333m88p456s 8p 111m"),
    _row("uumensai", "五門斉", "All types", "五門齊", "flush", patterns.uumensai, needs=Need.THREE_SUITS, han=2, open_han=2, local=True, example="999s66z 9s 444z 123m 234p"),
    _row("four_reds", "門泥公", "Four reds", "門泥公", "dora", patterns.four_reds, han=2, open_han=2, local=True, replaces=("aka_sanshoku",), example="340m406p340678s22z 8s --more-reds 1"),
    _row("open_double_riichi", "オープン両立直", "Open double riichi", "開雙立直", "basic", circumstances.open_double_riichi, needs=Need.RIICHI, han=3, local=True, replaces=("riichi", "double_riichi", "open_riichi"),
         example="234m456p345678s22z 8s --tsumo --with double-riichi --with open-riichi"),
    _row("isshoku_sanjun", "一色三順", "Pure triple sequence", "一色三順", "runs", patterns.isshoku_sanjun, needs=Need.EQUAL_RUNS, han=3, open_han=2, local=True, replaces=("iipeikou", "ryanpeikou"),
         example="223344p567s77z 7s 234p"),
    _row("iipin_mouyue", "一筒摸月", "Moon from the sea's bottom", "一筒撈月", "chance", circumstances.iipin_mouyue, needs=Need.CHANCE, han=5, open_han=5, local=True, replaces=("haitei",),
         example="234m123p345678s22z 1p --tsumo --with haitei"),
    _row("chuupin_raoyui", "九筒撈魚", "Fish from the river's bottom", "九筒撈魚", "chance", circumstances.chuupin_raoyui, needs=Need.CHANCE, han=5, open_han=5, local=True, replaces=("houtei",),
         example="234m789p345678s22z 9p --with houtei"),
    _row("kokushi", "国士無双", "Thirteen orphans", "國士無雙", "special shapes", patterns.kokushi, needs=Need.SPECIAL, multiple=1, absorbs=("honroutou",), example="119m19p19s1234567z 9m"),
    _row("kokushi_13", "国士無双１３面", "Thirteen-wait thirteen orphans", "國士十三面", "special shapes", patterns.kokushi_13, needs=Need.SPECIAL, multiple=2, replaces=("kokushi",), absorbs=("honroutou",),
         example="119m19p19s1234567z 1m"),
    _row("suuankou", "四暗刻", "Four concealed triplets", "四暗刻", "triplets", patterns.suuankou, needs=Need.THREE_CONCEALED, multiple=1, absorbs=("menzen_tsumo", "toitoi"),
         example="222m444p666888s33z 8s --tsumo"),
    _row("suuankou_tanki", "四暗刻単騎", "Single-wait four concealed triplets", "四暗刻單騎", "triplets", patterns.suuankou_tanki, needs=Need.THREE_CONCEALED, multiple=2, replaces=("suuankou",), absorbs=("toitoi",),
         example="222m444p666888s33z 3z"),
    _row("daisangen", "大三元", "Big three dragons", "大三元", "honors", patterns.daisangen, needs=Need.TWO_HONOR_TRIPLETS, open_han=0, multiple=1, absorbs=("shousangen",), example="234m11p555666z 4m 777z"),
    _row("shousuushii", "小四喜", "Little four winds", "小四喜", "honors", patterns.shousuushii, needs=Need.TWO_HONOR_TRIPLETS, open_han=0, multiple=1, example="234m11122233z 4m 444z"),
    _row("daisuushii", "大四喜", "Big four winds", "大四喜", "honors", patterns.daisuushii, needs=Need.TWO_HONOR_TRIPLETS, open_han=0, multiple=2, replaces=("shousuushii",), absorbs=("toitoi",),
         example="55m111222333z 5m 444z"),
    _row("tsuuiisou", "字一色", "All honors", "字一色", "honors", patterns.tsuuiisou, needs=Need.ONE_SUIT | Need.NO_456, open_han=0, multiple=1, absorbs=("toitoi", "chiitoitsu"), example="11122255566z 6z 777z"),
    _row("ryuuiisou", "緑一色", "All green", "綠一色", "flush", patterns.ryuuiisou, needs=Need.ONE_SUIT, open_han=0, multiple=1, absorbs=("chinitsu", "honitsu"), example="222333s66z 3s 444s 888s"),
    _row("chinroutou", "清老頭", "All terminals", "清老頭", "terminals", patterns.chinroutou, needs=Need.NO_456, open_han=0, multiple=1, absorbs=("honroutou", "toitoi"), example="111m999p11s 1s 999m 999s"),
    _row("chuuren", "九蓮宝燈", "Nine gates", "九蓮寶燈", "flush", patterns.chuuren, needs=Need.ONE_SUIT, multiple=1, absorbs=("chinitsu",), example="11122345678999m 1m"),
    _row("junsei_chuuren", "純正九蓮宝燈", "True nine gates", "純正九蓮寶燈", "flush", patterns.junsei_chuuren, needs=Need.ONE_SUIT, multiple=2, replaces=("chuuren",), absorbs=("chinitsu",), example="11122345678999m 2m"),
    _row("suukantsu", "四槓子", "Four kans", "四槓子", "triplets", patterns.suukantsu, needs=Need.THREE_KANS, open_han=0, multiple=2, absorbs=("toitoi",), example="33z 3z a2222m 4444p k6666s a8888s"),
    _row("tenhou", "天和", "Blessing of heaven", "天和", "chance", circumstances.tenhou, needs=Need.CHANCE, multiple=1, absorbs=("menzen_tsumo",), example="234m456p345678s22z 8s --tsumo --with tenhou"),
    _row("chiihou", "地和", "Blessing of earth", "地和", "chance", circumstances.chiihou, needs=Need.CHANCE, multiple=1, absorbs=("menzen_tsumo",), example="234m456p345678s22z 8s --tsumo --with chiihou --seat S"),
    _row("renhou", "人和", "Blessing of man", "人和", "chance", circumstances.renhou, needs=Need.CHANCE, multiple=1, local=True, example="234m456p345678s22z 8s --with renhou --seat S"),
    _row("paarenchan", "八連荘", "Eight dealer wins", "八連莊", "chance", circumstances.paarenchan, needs=Need.CHANCE, open_han=0, multiple=1, local=True, example="234m456p345678s22z 8s --with paarenchan"),
    _row("suurenkou", "四連刻", "Four consecutive triplets", "四連刻", "triplets", patterns.suurenkou, needs=Need.TWO_TRIPLETS, open_han=0, multiple=1, local=True, absorbs=("toitoi", "sanrenkou"),
         example="222333444m88p 8p 111m"),
    _row("isshoku_yonjun", "一色四順", "Pure quadruple sequence", "一色四順", "runs", patterns.isshoku_yonjun, needs=Need.EQUAL_RUNS, open_han=0, multiple=1, local=True, absorbs=("isshoku_sanjun", "ryanpeikou", "iipeikou"),
         example="22223333444455p 5p"),
    _row("beni_kujaku", "紅孔雀", "Red peacock", "紅孔雀", "flush", patterns.beni_kujaku, needs=Need.ONE_SUIT, open_han=0, multiple=1, local=True, absorbs=("toitoi", "honitsu", "chun"),
         example="11155599s 5s 777s 777z"),
    _row("beni_itten", "紅一点", "Red point", "紅一點", "flush", patterns.beni_itten, needs=Need.ONE_SUIT, open_han=0, multiple=1, local=True, absorbs=("honitsu",), example="22334466s 4s 888s 777z"),
    _row("kokuiisou", "黒一色", "All black", "黑一色", "flush", patterns.kokuiisou, needs=Need.ONE_SUIT, open_han=0, multiple=1, local=True, absorbs=("toitoi", "honitsu"), example="222444p33z 4p 888p 111z"),
    _row("daisharin", "大車輪", "Big wheels", "大車輪", "special shapes", patterns.daisharin, needs=Need.SPECIAL, multiple=1, local=True, absorbs=("chiitoitsu", "chinitsu", "tanyao"), example="22334455667788p 8p"),
    _row("daichikurin", "大竹林", "Big bamboo forest", "大竹林", "special shapes", patterns.daichikurin, needs=Need.SPECIAL, multiple=1, local=True, absorbs=("chiitoitsu", "chinitsu", "tanyao"),
         example="22334455667788s 8s"),
    _row("daisuurin", "大数隣", "Big neighbours", "大數鄰", "special shapes", patterns.daisuurin, needs=Need.SPECIAL, multiple=1, local=True, absorbs=("chiitoitsu", "chinitsu", "tanyao"),
         example="22334455667788m 8m"),
    _row("ishi_no_ue_ni_mo_sannen", "石の上にも三年", "Three years on a stone", "石上三年", "chance", circumstances.ishi_no_ue_ni_mo_sannen, needs=Need.RIICHI, multiple=1, local=True, absorbs=("double_riichi", "haitei", "houtei"),
         example="234m456p345678s22z 8s --with double-riichi --with houtei"),
    _row("daichisei", "大七星", "Big seven stars", "大七星", "honors", patterns.daichisei, needs=Need.SPECIAL, multiple=2, local=True, replaces=("tsuuiisou",), absorbs=("chiitoitsu",), example="11223344556677z 7z"),
    _row("junsei_ryuuiisou", "純正緑一色", "True all green", "純正綠一色", "flush", patterns.junsei_ryuuiisou, needs=Need.ONE_SUIT, open_han=0, multiple=2, local=True, replaces=("ryuuiisou",), absorbs=("chinitsu",),
         example="22233366s 3s 444s 888s"),
    _row("old_suukantsu", "古四槓子", "Four kans alone", "古四槓子", "triplets", patterns.old_suukantsu, needs=Need.THREE_KANS, open_han=0, multiple=1, local=True,
         example="5z 5z a2222m 4444p k6666s a8888s --with fourth-kan"),
    _row("open_riichi_deal_in", "オープン立直放銃", "Deal-in to an open riichi", "開立直放銃", "basic", circumstances.open_riichi_deal_in, needs=Need.RIICHI, multiple=1, local=True, absorbs=("open_riichi", "open_double_riichi"),
         example="234m456p345678s22z 8s --riichi --with open-riichi --local open_riichi"),
)
"""The table. A row's place is the number of the yaku in tables and bit masks: new rows go to the end."""
# fmt: on

BY_KEY: Final = {row.key: row for row in YAKU}
NUMBER: Final = {row.key: number for number, row in enumerate(YAKU)}
"""Place of each key in `YAKU`."""
CHIP_YAKU: Final = frozenset({"ippatsu", "red_dora", "ura_dora"})
"""Yaku that pay a chip for each han in rooms with chips (three logs); yakuman too, but how many is not known."""
