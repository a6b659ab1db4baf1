"""The value of a tenpai hand on each of its waits: least and expected points, with and without riichi."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import comb
from typing import Final, NamedTuple, Unpack

from mjlog.errors import Fault, LogError
from mjlog.rules.atozuke import refusal
from mjlog.rules.best_reading import best_reading, score_readings
from mjlog.rules.hand import Hand, dora_counts
from mjlog.rules.hand_checks import check
from mjlog.rules.hand_text import Circumstances, hand_of, with_circumstances
from mjlog.rules.presets import TENHOU
from mjlog.rules.readings import Circumstance
from mjlog.rules.rulefile import Rules, rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.score import Score, score_of_reading
from mjlog.rules.shanten import shanten, useful_kinds
from mjlog.rules.value import table_of
from mjlog.tiles import DORA_OF, KIND_OF_TILE, N_KINDS, NORTH, SANMA_KINDS, parse, to_mpsz

_C = Circumstance
_COPIES: Final = {players: [4 * (players == 4 or kind in SANMA_KINDS) for kind in range(N_KINDS)] for players in (3, 4)}


class Worth(NamedTuple):
    """The value of a win, without honba and sticks."""

    least: Score
    """Without ippatsu and ura dora."""
    expected: float
    """Points, with ippatsu and ura dora by their chances."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitValue:
    """The value of a hand on one kind of tile; None for a win that is not possible."""

    kind: int
    left: int
    """Tiles of the kind that the player does not see."""
    ron: Worth | None
    tsumo: Worth | None
    riichi_ron: Worth | None
    riichi_tsumo: Worth | None


@with_circumstances
def wait_values(
    hand: str,
    *,
    rules: Rules = TENHOU,
    seen: str = "",
    ippatsu_chance: float = 0.0,
    **circumstances: Unpack[Circumstances],
) -> tuple[WaitValue, ...]:
    """The value of a tenpai hand on each wait of which a tile is left, as it is and after riichi.

    `hand` are the concealed tiles in mpsz, 13 less 3 for each meld. The player sees the hand, its melds, the `dora`
    indicators and the tiles `seen`; each other tile is as likely to be an ura indicator, of which there are as many as
    dora indicators, at least one. `ippatsu_chance` is the chance of ippatsu after riichi. `Circumstances` are those of
    the win without riichi. Furiten is not checked. Raises `LogError` with `Fault.BAD_HAND` for a hand that is not
    tenpai.

    >>> (value,) = wait_values("123m456p789s24s11z", dora="1p", seat_wind="S", round_wind="S")
    >>> value.left, value.ron, value.riichi_ron.least.points, round(value.riichi_ron.expected)
    (4, None, 1300, 1859)
    """
    chosen = rules_of(rules)
    n_melds = len(circumstances.get("melds", ()))
    if len(parse(hand)) % 3 != 1 or shanten(hand, n_melds, players=chosen.players).best != 0:
        raise LogError(Fault.BAD_HAND, "the hand is not tenpai", hand)
    values = []
    for kind in useful_kinds(hand, n_melds, players=chosen.players):
        win = hand_of(hand, to_mpsz((kind,)), circumstances)
        unseen = _unseen(win, parse(seen), chosen.players)
        if unseen[kind] < 0:
            continue
        as_given = win.circumstances & ~_C.TSUMO
        ways = {"ron": 0, "tsumo": _C.TSUMO, "riichi_ron": _C.RIICHI, "riichi_tsumo": _C.RIICHI | _C.TSUMO}
        worths = {
            name: _worth(replace(win, circumstances=as_given | bits), unseen, ippatsu_chance, chosen)
            for name, bits in ways.items()
        }
        values.append(WaitValue(kind=kind, left=unseen[kind] + 1, **worths))
    return tuple(values)


def _unseen(win: Hand, seen: Iterable[int], players: int) -> list[int]:
    """Tiles of each kind that the player does not see after the win, `(34,)`."""
    unseen = list(_COPIES[players])
    for tile in (*win.tiles, *win.dora, *seen, *[NORTH] * win.kita):
        unseen[KIND_OF_TILE[tile]] -= 1
    return unseen


def _worth(hand: Hand, unseen: list[int], ippatsu: float, rules: RuleSet) -> Worth | None:
    least = _score(hand, 0, rules)
    if least is None:
        return None
    if not hand.circumstances & _C.RIICHI:
        return Worth(least, least.points)
    chances = _ura_chances(hand, unseen, rules) if rules.ura_dora else {0: 1.0}
    once = replace(hand, circumstances=hand.circumstances | _C.IPPATSU)
    expected = 0.0
    for n_ura, chance in chances.items():
        later, at_once = _score(hand, n_ura, rules) or least, _score(once, n_ura, rules) if ippatsu else None
        expected += chance * (later.points + ippatsu * ((at_once or later).points - later.points))
    return Worth(least, expected)


def _score(hand: Hand, n_ura: int, rules: RuleSet) -> Score | None:
    """The score with `n_ura` ura dora; None if the rules allow no win."""
    try:
        check(hand, rules)
    except LogError:
        return None
    table, counts = table_of(rules), dora_counts(hand, rules)
    counts = (counts[0], n_ura, *counts[2:])
    best = best_reading(score_readings(hand, table, counts), rules)
    if best is None or not best.value.valid or refusal(hand, rules):
        return None
    return score_of_reading(best, hand, table, counts)


def _ura_chances(hand: Hand, unseen: list[int], rules: RuleSet) -> dict[int, float]:
    """The chance of each number of ura dora, for indicators drawn from the unseen tiles."""
    n_indicators = max(len(hand.dora), 1) if rules.kan_ura_dora else 1
    ways = {(0, 0): 1}
    for kind, left in enumerate(unseen):
        hits = hand.kinds.count(DORA_OF[rules.players][kind])
        more: dict[tuple[int, int], int] = {}
        for (drawn, n_ura), n in ways.items():
            for here in range(min(max(left, 0), n_indicators - drawn) + 1):
                key = drawn + here, n_ura + here * hits
                more[key] = more.get(key, 0) + n * comb(max(left, 0), here)
        ways = more
    total = sum(n for (drawn, _), n in ways.items() if drawn == n_indicators)
    return {n_ura: n / total for (drawn, n_ura), n in ways.items() if drawn == n_indicators}
