"""Atozuke, kataagari and keishiki tenpai: the yaku of each wait, and whether the rules accept the hand.

The yaku of a wait are those that a win on it is sure to have: riichi and menzen tsumo are among them; ippatsu, haitei,
rinshan, chankan and other chances are not, and neither are yaku of red tiles. A kind of which the hand has all four
tiles is no wait.

First document, tenpai (A373-379) and atozuke (A400-406). `mjlog.rules.columns.atozuke` has the same for columns.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from mjlog.rules.best_reading import best_reading, score_readings
from mjlog.rules.hand import Hand
from mjlog.rules.readings import Circumstance
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.value import table_of
from mjlog.rules.waits import waits_of
from mjlog.rules.yaku import NUMBER
from mjlog.tiles import to_mpsz

CHANCE: Final = (
    Circumstance.IPPATSU
    | Circumstance.LAST_TILE
    | Circumstance.RINSHAN
    | Circumstance.CHANKAN
    | Circumstance.KITA_RON
    | Circumstance.RIICHI_TILE
    | Circumstance.AFTER_KAN
    | Circumstance.LOSER_IN_RIICHI
)
"""Circumstances that a waiting hand cannot be sure of."""
OF_ALL_SETS: Final = sum(
    1 << NUMBER[key]
    for key in (
        *("tanyao", "toitoi", "tsuuiisou", "chanta", "junchan", "honroutou", "chinroutou", "honitsu", "chinitsu"),
        *("ryuuiisou", "junsei_ryuuiisou", "beni_itten", "beni_kujaku", "kokuiisou"),
        *("daisuushii", "suukantsu", "suurenkou", "isshoku_yonjun"),
    )
)
"""Bits of the yaku of which every set is a part, so that the first call is one."""
_NO_DORA: Final = (0, 0, 0, 0, 0)


class WaitYaku(NamedTuple):
    """The yaku of one wait, as bits by their number; no bits for none."""

    kind: int
    yaku: int
    by_first_call: int
    """The yaku, also those next to a yakuman, that no later call fixes: the hand has them without the later calls."""


@lru_cache(maxsize=64)
def any_yaku(rules: RuleSet) -> RuleSet:
    """The rules with any yaku as the minimum of a win."""
    return replace(rules, min_han=1, min_mangan=False, two_han_honba=None, dora_for_minimum=False)


@lru_cache(maxsize=64)
def every_yaku(rules: RuleSet) -> RuleSet:
    """The rules of `any_yaku` with the ordinary yaku of a yakuman: a daisangen is also a triplet of white dragons."""
    return replace(any_yaku(rules), han_with_yakuman=True)


def yaku_of_waits(hand: Hand, rules: RuleSet) -> tuple[WaitYaku, ...]:
    """The yaku of each wait, by ron or by tsumo as `hand` wins; the melds are in the order of the calls."""
    resting = list(hand.concealed)
    resting.remove(hand.tile)
    calls = [meld for meld in hand.melds if meld.kind != "ankan"]
    without_later = tuple(meld for meld in hand.melds if meld.kind == "ankan" or meld is calls[0])
    found = []
    melds = [meld.tiles for meld in hand.melds]
    for kind in waits_of(resting, melds, own_held_waits="all_noten", players=rules.players).kinds:
        win = replace(
            hand, concealed=(*resting, kind), tile=kind, circumstances=hand.circumstances & ~CHANCE, dora=(), ura=()
        )
        yaku = by_first_call = _yaku(win, any_yaku(rules))
        if len(calls) > 1:
            of_first = OF_ALL_SETS | _yaku(replace(win, melds=without_later), every_yaku(rules))
            by_first_call = of_first & _yaku(win, every_yaku(rules))
        found.append(WaitYaku(kind, yaku, by_first_call))
    return tuple(found)


def _yaku(hand: Hand, rules: RuleSet) -> int:
    """Bits of the yaku of the best reading."""
    best = best_reading(score_readings(hand, table_of(rules), _NO_DORA), rules)
    return best.value.bits if best is not None and best.value.valid else 0


def refusal(hand: Hand, rules: RuleSet) -> str | None:
    """Why `rules.atozuke` refuses a win that has a yaku; None if it does not.

    >>> from dataclasses import replace
    >>> from mjlog.rules.hand_text import hand_of
    >>> hand = hand_of("23m55p777s", "4m", {"melds": ["345s", "678p"], "seat_wind": "S"})
    >>> refusal(hand, replace(RuleSet(), atozuke="sakizuke"))
    "atozuke = 'sakizuke' refuses the win: no yaku on 1m (kataagari)"
    """
    if rules.atozuke == "free" or hand.circumstances & Circumstance.FOURTH_KAN:
        return None
    waits = yaku_of_waits(hand, rules)
    refused = f"atozuke = {rules.atozuke!r} refuses the win: "
    if bare := [wait.kind for wait in waits if not wait.yaku]:
        return f"{refused}no yaku on {to_mpsz(bare)}" + (" (kataagari)" if len(bare) < len(waits) else "")
    if rules.atozuke == "sakizuke_same_yaku" and len({wait.yaku for wait in waits}) > 1:
        return f"{refused}not the same yaku on every wait"
    if rules.atozuke == "kanzen_sakizuke" and (later := [w.kind for w in waits if not w.by_first_call]):
        return f"{refused}the first call does not fix the yaku on {to_mpsz(later)} (nakazuke)"
    return None


def noten(hand: Hand, rules: RuleSet) -> str | None:
    """The option by which a tenpai hand counts as noten at a draw, for want of yaku; None if it counts as tenpai.

    `hand` is the hand with any of its waits; its circumstances, apart from the riichi, do not matter.
    """
    if rules.keishiki_tenpai and not rules.kataagari_noten:
        return None
    riichi = hand.circumstances & (Circumstance.RIICHI | Circumstance.DOUBLE_RIICHI)
    waits = [
        yaku_of_waits(replace(hand, circumstances=riichi | circumstance), rules)
        for circumstance in (0, Circumstance.TSUMO)
    ]
    wins = [ron.yaku | tsumo.yaku for ron, tsumo in zip(*waits, strict=True)]
    if not rules.keishiki_tenpai and not any(wins):
        return "keishiki_tenpai"
    return "kataagari_noten" if rules.kataagari_noten and not all(wins) else None
