"""Score one winning hand: `score` from texts, `score_hand` from a `Hand`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from html import escape
from typing import Final, NamedTuple, Unpack

from mjlog.errors import Fault, LogError
from mjlog.rules.atozuke import refusal
from mjlog.rules.best_reading import Scored, best_reading, minimum_han, score_readings
from mjlog.rules.fu import FuItems
from mjlog.rules.hand import Hand, dora_counts
from mjlog.rules.hand_checks import check
from mjlog.rules.hand_text import Circumstances, hand_of, with_circumstances
from mjlog.rules.points import LIMITS, STICK, Limit, honba_each, limit_of, ron, tsumo
from mjlog.rules.presets import TENHOU
from mjlog.rules.readings import Circumstance
from mjlog.rules.rulefile import Rules, rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.value import Counted, YakuTable, bits_of, table_of
from mjlog.rules.yaku_names import yaku_name
from mjlog.tiles import in_order, to_mpsz, to_text
from mjlog.words import tr

_DORA_KEYS: Final = ("dora", "ura_dora", "red_dora", "kita", "blue_dora")


@dataclass(frozen=True, slots=True, kw_only=True)
class Payments:
    """The payment of each payer with honba, without sticks; None for a payer who does not exist."""

    discarder: int | None = None
    dealer: int | None = None
    """Payment of the dealer to a non-dealer, by tsumo."""
    non_dealer: int | None = None
    """Payment of each non-dealer, by tsumo."""

    def __str__(self) -> str:
        if self.discarder is not None:
            return f"{self.discarder:,}"
        if self.dealer is None:
            return tr("{points:,} all", points=self.non_dealer)
        return f"{self.non_dealer:,}/{self.dealer:,}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The value of a win."""

    hand: Hand = field(compare=False, repr=False)
    yaku: tuple[Counted, ...]
    """In the order of the table of yaku; dora last."""
    han: int
    """Han with dora; 13 for each yakuman."""
    fu: int
    """Fu, rounded."""
    fu_items: tuple[tuple[str, int], ...]
    """Names and fu of the items, before rounding."""
    yakuman: float
    """Number of yakuman; 0 for an ordinary hand and for a counted yakuman."""
    limit: Limit | None
    """The limit the hand reaches."""
    base: int
    """Base points."""
    points: int
    """Points for the hand, without honba and sticks."""
    payments: Payments
    total: int
    """Points with honba and sticks."""

    def __str__(self) -> str:
        yakuman = [yaku_name(y.key) + (f" x{y.yakuman:g}" if y.yakuman != 1 else "") for y in self.yaku if y.yakuman]
        ordinary = [f"{yaku_name(y.key)} {y.han}" for y in self.yaku if not y.yakuman]
        return tr("{yaku}: {value}", yaku=tr(", ").join(yakuman + ordinary), value=self.summary)

    @property
    def summary(self) -> str:
        """Han, fu, limit and payments in a line."""
        if self.yakuman:
            size = yakuman_text(self.yakuman)
        else:
            size = tr("{han} han {fu} fu", han=self.han, fu=self.fu)
            if self.limit:
                size = tr(", ").join((size, tr(self.limit)))
        return tr("{size}, {points:,} points ({payments})", size=size, points=self.points, payments=self.payments)

    @property
    def tiles(self) -> tuple[list[str], list[str]]:
        """The concealed tiles, the winning tile and each meld: as pictures (Unicode), and in mpsz."""
        concealed = in_order(self.hand.concealed)
        concealed.remove(self.hand.tile)
        parts = (concealed, (self.hand.tile,))
        pictures = [to_text(tiles, "unicode") for tiles in (*parts, *(meld.tiles for meld in self.hand.melds))]
        return pictures, [*map(to_mpsz, parts), *map(str, self.hand.melds)]

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td style='text-align:left'>{escape(yaku_name(y.key))}</td>"
            f"<td style='text-align:right'>{yakuman_text(y.yakuman) if y.yakuman else y.han}</td></tr>"
            for y in self.yaku
        )
        pictures, names = map(" ".join, self.tiles)
        style = "font-size:2em;line-height:1.2;font-variant-emoji:text"
        tiles = f"<div style='{style}'>{pictures}</div>{escape(names)}"
        return f"<table><caption>{tiles}<br>{escape(self.summary)}</caption>{rows}</table>"


def yakuman_text(n: float) -> str:
    """A number of yakuman in words."""
    return tr("yakuman") if n == 1 else tr("{n:g} yakuman", n=n)


class Paid(NamedTuple):
    """Payments for base points: a line of the table of points."""

    limit: Limit | None
    points: int
    payments: Payments
    total: int
    """With honba, without sticks."""


@with_circumstances
def score(hand: str, *, win: str, rules: Rules = TENHOU, **circumstances: Unpack[Circumstances]) -> Score:
    """The value of a winning hand, read the way that is worth most.

    `hand` are the concealed tiles in mpsz, `0` a red five; the winning tile `win` may be among them or not: 13 tiles
    (less 3 a meld) are a hand without it, 14 one with it. `Circumstances` lists all other
    facts of a win; without any it is a closed ron of the dealer in the east round, without dora.

    Raises `LogError` with `Fault.BAD_HAND` when the tiles are not a win or have no yaku, when `rules.atozuke` refuses
    the win, and when the circumstances contradict each other or the rules.

    >>> print(score("234m456p5578s", win="9s", melds=["777z"], dora=["4p"], seat_wind="S"))
    Red dragon 1, Dora 1: 2 han 30 fu, 2,000 points (2,000)
    """
    return score_hand(hand_of(hand, win, circumstances), rules_of(rules))


def score_hand(hand: Hand, rules: RuleSet = TENHOU) -> Score:
    """The value of a win, read the way that is worth most; raises as `score`."""
    check(hand, rules)
    counts = dora_counts(hand, rules)
    table = table_of(rules)
    best = best_reading(score_readings(hand, table, counts), rules)
    if best is None:
        raise LogError(Fault.BAD_HAND, "the tiles are not a winning hand", to_mpsz(hand.tiles))
    if not best.value.valid:
        raise LogError(Fault.BAD_HAND, _no_yaku(best, minimum_han(rules, hand.honba)), to_mpsz(hand.tiles))
    if refused := refusal(hand, rules):
        raise LogError(Fault.BAD_HAND, refused, to_mpsz(hand.tiles))
    return score_of_reading(best, hand, table, counts)


def _no_yaku(best: Scored, minimum: int) -> str:
    if best.value.yaku_low | best.value.yaku_high:
        return f"the hand has {best.value.han} han of yaku where {minimum} are needed"
    return "the hand is complete but has no yaku (dora do not count as yaku)"


def score_of_reading(best: Scored, hand: Hand, table: YakuTable, counts: tuple[int, ...]) -> Score:
    """A reading and its value as a `Score`; `counts` are the han of each kind of dora."""
    rules, value = table.rules, best.value
    circumstances = best.features.circumstances
    paid = paid_for(
        table, value.base, circumstances & Circumstance.TSUMO != 0, circumstances & Circumstance.DEALER != 0, hand.honba
    )
    counted = _counted(table, value.yaku_low, value.yaku_high, circumstances & Circumstance.CLOSED != 0)
    # Dora do not count next to a yakuman, or next to a renhou that counts in place of the hand.
    alone = table.renhou is not None and value.bits >> table.renhou.number & 1
    if not alone and (not value.halves or rules.aotenjou or rules.han_with_yakuman):
        counted += _counted_dora(counts)
    return Score(
        hand=hand,
        yaku=counted,
        han=value.han,
        fu=value.fu,
        fu_items=named_items(value.fu_items),
        yakuman=value.halves / 2,
        limit=paid.limit,
        base=value.base,
        points=paid.points,
        payments=paid.payments,
        total=paid.total + STICK * hand.sticks,
    )


# The functions below are cached: the same yaku and the same payments recur. A `YakuTable` is its own key, by identity.


@lru_cache(maxsize=8_192)
def _counted(table: YakuTable, yaku_low: int, yaku_high: int, closed: bool) -> tuple[Counted, ...]:
    """The yaku of these bits with their values, in the order of the table of yaku."""
    bits = bits_of(yaku_low, yaku_high)
    return tuple(table.counted[number][closed] for number in sorted(table.counted) if bits >> number & 1)


@lru_cache(maxsize=8_192)
def _counted_dora(counts: tuple[int, ...]) -> tuple[Counted, ...]:
    return tuple([Counted(key, han, 0) for key, han in zip(_DORA_KEYS, counts, strict=True) if han])


@lru_cache(maxsize=8_192)
def paid_for(table: YakuTable, base: int, by_tsumo: bool, dealer: bool, honba: int) -> Paid:
    """The payments for these base points."""
    rules = table.rules
    if by_tsumo:
        each, dealers = tsumo(rules, base, dealer)
        points = each * (rules.players - 2 + dealer) + dealers
        extra = honba_each(rules, honba)
        payments = Payments(non_dealer=each + extra, dealer=None if dealer else dealers + extra)
        total = points + extra * (rules.players - 1)
    else:
        points = ron(base, dealer)
        total = points + rules.honba_points * honba
        payments = Payments(discarder=total)
    return Paid(None if rules.aotenjou else LIMITS[limit_of(base)], points, payments, total)


@cache
def named_items(items: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """The fu items that are not 0, by name; `items` are in the order of `FuItems`."""
    return tuple([(name, fu) for name, fu in zip(FuItems._fields, items, strict=True) if fu])
