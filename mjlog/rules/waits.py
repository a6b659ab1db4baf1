"""Waits of a tenpai hand, furiten, and the safety of a discard by suji.

A *wait* is a kind that completes the hand; its *forms* are bits of `Wait`, by what it completes. Tiles *left* are the
tiles of the waits that a player does not see: four less the own hand and all visible tiles.

*Suji* are numbers three apart (1-4-7, 2-5-8, 3-6-9): a player who discarded one and is not furiten has no ryanmen on
the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import reduce
from operator import or_
from typing import Final, Literal, get_args

from mjlog.errors import Fault, LogError
from mjlog.rules.readings import WAIT_NAMES, Wait, completed_waits, key_of_counts, suit_of
from mjlog.rules.ruleset import OwnHeldWaits
from mjlog.rules.shanten import Hand, counts_of, shanten_of_counts, tally
from mjlog.tiles import N_KINDS, SANMA_KINDS

Furiten = Literal["river", "turn", "riichi"]
Yield = Literal["every wait", "kataagari", "tsumo only", "keishiki"]
YIELDS: Final[tuple[Yield, ...]] = get_args(Yield)


@dataclass(frozen=True, slots=True)
class Waits:
    """The waits of one hand; false if it is not tenpai."""

    kinds: tuple[int, ...]
    forms: tuple[int, ...]
    """Bits of `Wait` for each kind, over all readings; 0 for a fifth tile, which completes nothing."""
    kokushi: bool = False

    def __bool__(self) -> bool:
        return bool(self.kinds)

    @property
    def shape(self) -> str:
        """The name of the wait as a whole; empty without one.

        A wait on one kind has the names of its forms; two kinds are a ryanmen, shanpon or nobetan if one shape explains
        both; all else is named by its number of kinds.
        """
        n = len(self.kinds)
        if self.kokushi:
            return "kokushi" if n == 1 else f"{n}-sided kokushi"
        if n == 1:
            return "+".join(name for form, name in WAIT_NAMES.items() if self.forms[0] & form)
        if n == 2:
            shared = self.forms[0] & self.forms[1]
            if shared & Wait.SHANPON:
                return "shanpon"
            low, high = self.kinds
            if high - low == 3 and high // 9 == low // 9:
                if shared & Wait.RYANMEN:
                    return "ryanmen"
                if shared & Wait.TANKI:
                    return "nobetan"
        return f"{n}-sided" if n else ""

    def left(self, seen: Sequence[int]) -> dict[int, int]:
        """Tiles left of each wait; `seen` counts by kind, the own hand included.

        `seen` may be the tiles a player sees, or all tiles outside the wall.
        """
        return {kind: max(0, 4 - seen[kind]) for kind in self.kinds}

    def names(self, n_left: int, n_calls: int = 0) -> tuple[str, ...]:
        """All names of the wait, the shape first.

        Hadaka tanki: four calls; jigoku tanki: one tile left; karaten: none left.
        """
        extra = (
            ("hadaka tanki", n_calls == 4),
            ("jigoku tanki", self.shape == "tanki" and n_left == 1),
            ("karaten", n_left == 0),
        )
        return (self.shape, *(name for name, fits in extra if fits)) if self else ()


def waits_of(
    hand: Hand, melds: Sequence[Hand] = (), *, own_held_waits: OwnHeldWaits = "concealed_noten", players: int = 4
) -> Waits:
    """The waits of a hand of 13 tiles, three of them for each meld.

    `own_held_waits` decides on kinds of which the hand has all four tiles: they are waits (`tenpai`), are not if all
    four are concealed (`concealed_noten`), or never are (`all_noten`).

    >>> waits = waits_of("99m23456p456789s"); waits.kinds, waits.shape
    ((9, 12, 15), '3-sided')
    """
    counts = counts_of(hand, len(melds), players=players)
    if sum(counts) % 3 != 1:
        raise LogError(Fault.BAD_HAND, f"{sum(counts)} tiles: a hand waits with 13, three of them for each meld")
    melded = [sum(column) for column in zip(*map(tally, melds), strict=True)] or [0] * N_KINDS
    if shanten_of_counts(counts, len(melds), players=players, most=5).best != 0:
        return Waits((), ())
    waits = []
    kokushi = False
    for kind in SANMA_KINDS if players == 3 else range(N_KINDS):
        if counts[kind] == 4 and own_held_waits != "tenpai":
            continue
        if counts[kind] + melded[kind] >= 4 and own_held_waits == "all_noten":
            continue
        complete = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
        shanten = shanten_of_counts(complete, len(melds), players=players, most=5)
        if shanten.best == -1:
            kokushi |= shanten.kokushi == -1
            forms = 0 if counts[kind] == 4 else _forms(complete, kind, standard=shanten.standard == -1)
            waits.append((kind, forms))
    return Waits(tuple(kind for kind, _ in waits), tuple(forms for _, forms in waits), kokushi)


def furiten(
    waits: Collection[int],
    *,
    river: Iterable[int] = (),
    passed_this_turn: Iterable[int] = (),
    passed_in_riichi: Iterable[int] = (),
) -> Furiten | None:
    """The reason for furiten of a hand with these waits; None if it may ron.

    `river` are the kinds of all own discards, called ones included, norths pulled as kita not. The passed kinds are
    those on which a ron (in riichi also a tsumo) was possible by shape, since the last own discard and since the
    riichi.

    >>> furiten({2, 5}, river=[5, 30]), furiten((), river=[5])
    ('river', None)
    """
    if not set(waits).isdisjoint(passed_in_riichi):
        return "riichi"
    if not set(waits).isdisjoint(river):
        return "river"
    return None if set(waits).isdisjoint(passed_this_turn) else "turn"


def yields(waits: Collection[int], by_ron: Collection[int], by_tsumo: Collection[int]) -> Yield:
    """Which of the waits have a yaku: all by ron, some (kataagari), only when drawn, or none (keishiki tenpai).

    >>> yields({8, 11}, by_ron={8}, by_tsumo={8, 11})
    'kataagari'
    """
    if not by_ron:
        return "tsumo only" if by_tsumo else "keishiki"
    return "every wait" if set(waits) <= set(by_ron) else "kataagari"


class Suji(IntEnum):
    """A discard against one player, by that player's own discards."""

    GENBUTSU = 0
    """The kind itself was discarded."""
    OMOTE = 1
    """1 2 3 7 8 9 after the number three inwards: no ryanmen is possible."""
    NAKA = 2
    """4 5 6 after both numbers: no ryanmen is possible."""
    KATA = 3
    """4 5 6 after one of the two numbers."""
    FAR = 4
    """1 2 3 7 8 9 after only the number six away."""
    MUSUJI = 5
    """A number, none of whose suji was discarded."""
    HONOR = 6
    """An honor not discarded; honors have no suji."""


def suji_of(kind: int, river: int) -> Suji:
    """The suji class of discarding a kind against a player whose discards are the mask `river`.

    >>> suji_of(0, 1 << 3), suji_of(3, 1 << 0), suji_of(6, 1 << 0)
    (<Suji.OMOTE: 1>, <Suji.KATA: 3>, <Suji.FAR: 4>)
    """
    if river >> kind & 1:
        return Suji.GENBUTSU
    if kind >= 27:
        return Suji.HONOR
    number = kind % 9
    lower = number >= 3 and river >> (kind - 3) & 1 == 1
    upper = number <= 5 and river >> (kind + 3) & 1 == 1
    if 3 <= number <= 5:
        if lower and upper:
            return Suji.NAKA
        return Suji.KATA if lower or upper else Suji.MUSUJI
    if lower or upper:
        return Suji.OMOTE
    far = kind + 6 if number < 3 else kind - 6
    return Suji.FAR if river >> far & 1 else Suji.MUSUJI


def hikkake(waits: Iterable[int], discards: Collection[int]) -> tuple[int, ...]:
    """The waits that are suji of an own discard; pass the riichi tile alone to ask about it.

    >>> hikkake([1, 31], discards=[4])
    (1,)
    """
    suji = {kind + step for kind in discards if kind < 27 for step in (-3, 3) if 0 <= kind % 9 + step <= 8}
    return tuple(kind for kind in waits if kind in suji)


def _forms(complete: Sequence[int], kind: int, *, standard: bool) -> int:
    """Bits of `Wait` the kind can have completed; chiitoitsu and kokushi wait for a pair."""
    if not standard:
        return Wait.TANKI
    first = kind // 9 * 9
    divisions = suit_of(key_of_counts(complete[first : first + 9]), first == 27).divisions
    forms = reduce(or_, (form for d in divisions for form in completed_waits(d.runs, d.triplets, d.pair, kind - first)))
    return forms | (Wait.TANKI if sum(n == 2 for n in complete) == 7 else 0)
