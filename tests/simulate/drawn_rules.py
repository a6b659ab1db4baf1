"""Rule sets drawn at random: a preset with other values of any options."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, Literal, get_args, get_origin

from mjlog.errors import LogError
from mjlog.rules.option import options_of
from mjlog.rules.presets import PRESETS
from mjlog.rules.rule_options import change_of, option_types
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.yaku import YAKU
from mjlog.tiles import N_KINDS, STANDARD_TILE, to_mpsz

LOCAL: Final = [yaku.key for yaku in YAKU if yaku.local]
ORDINARY: Final = [yaku.key for yaku in YAKU if not yaku.local and yaku.kind in ("yaku", "yakuman")]
YAKUMAN: Final = [yaku.key for yaku in YAKU if yaku.kind == "yakuman"]
FLOATING_UMA: Final = (
    (8_000, 4_000, -4_000, -8_000),
    (12_000, -1_000, -3_000, -8_000),
    (8_000, 4_000, -4_000, -8_000),
    (8_000, 3_000, 1_000, -12_000),
    (8_000, 4_000, -4_000, -8_000),
)


def subset(items: Sequence[str], most: int) -> Callable[[Random], frozenset[str]]:
    return lambda chance: frozenset(chance.sample(items, chance.randrange(most + 1)))


def tiles(most: int) -> Callable[[Random], tuple[str, ...]]:
    kinds = [to_mpsz([STANDARD_TILE[kind]]) for kind in range(N_KINDS)]
    return lambda chance: tuple(chance.choices(kinds, k=chance.randrange(most + 1)))


DRAWN: Final[dict[str, Callable[[Random], Any]]] = {
    "start_points": lambda chance: chance.choice((20_000, 25_000, 30_000, 35_000)),
    "riichi_wall": lambda chance: chance.randrange(6),
    "uma_by_below": lambda chance: chance.choice(((), FLOATING_UMA)),
    "pao_yaku": subset(["daisangen", "daisuushii", "suukantsu"], 3),
    "double_yakuman": subset(YAKUMAN, 8),
    "large_yakuman": subset(YAKUMAN, 4),
    "disabled_yaku": subset(ORDINARY, 4),
    "local_yaku": subset(LOCAL, len(LOCAL)),
    "reds": tiles(8),
    "blues": tiles(8),
}
"""The values of options whose declaration does not list them."""


def value(option: str, chance: Random) -> Any:
    """A value of an option: of those in `DRAWN`, of its type, or of those declared."""
    if option in DRAWN:
        return DRAWN[option](chance)
    kind = option_types()[option]
    if get_origin(kind) is Literal:
        return chance.choice(get_args(kind))
    return chance.choice((False, True) if kind is bool else options_of(RuleSet)[option].usual)


def drawn_rules(seed: int) -> RuleSet:
    """A random preset with a random share of its options drawn; what contradicts the others is left out."""
    chance = Random(f"{seed} rules")
    name, rules = chance.choice(list(PRESETS.items()))
    rules, share = replace(rules, name=f"{name}, drawn {seed}"), chance.random()
    options = list(options_of(RuleSet))
    chance.shuffle(options)
    for option in options:
        if chance.random() < share:
            try:
                rules = replace(rules, **change_of(option, value(option, chance)))
            except LogError:
                continue
    return rules
