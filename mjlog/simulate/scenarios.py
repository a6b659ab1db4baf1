"""First kyoku arranged so that something rare happens: which hands are dealt, what is drawn, and how it is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from mjlog.rules.ruleset import RuleSet
from mjlog.rules.yaku import YAKU, Yaku
from mjlog.simulate.players import Habits
from mjlog.tiles import KIND_OF_TILE, SANMA_KINDS, copies_of_tile, parse, to_mpsz
from mjlog.wall.seed import Wall

ANY: Final = "??"
"""Any tile, among the draws."""
ABSENT: Final = Habits(passive=True)
SILENT: Final = Habits(calls=0, riichi=0, folds_from=9, gives_up=0, sets_aside=False)
"""Builds its hand and takes its win, and does nothing else."""
DECLARING: Final = Habits(calls=0, riichi=1, folds_from=9, gives_up=0)
CALLING: Final = Habits(calls=1, riichi=0, folds_from=9)
GIVING_UP: Final = Habits(gives_up=1)
KANS: Final = Habits(calls=0, kans=1, rons=False)
ROBBED: Final = Habits(calls=1, kans=1, riichi=0, folds_from=9)
RARE_YAKU: Final = {"chinitsu", "sanshoku_doukou", "honroutou", "shousangen", "ryanpeikou"}
"""Yaku that are staged, besides the yakuman."""
SIMPLE_HANDS: Final = ("234678s88s678p34p", "345567s66s678p34p", "22s234345s678p34p")
"""Hands of tanyao that wait for 2p and 5p."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How a first kyoku begins; seat 0 is the dealer."""

    hands: Sequence[str] = ()
    """By seat; what is not told is filled up."""
    draws: str = ""
    """The first tiles of the live wall, by whoever draws them; `ANY` for any tile."""
    replacements: str = ""
    """The first tiles drawn after a kan."""
    dora: str = ""
    """The first indicators."""
    ura: str = ""
    """The first indicators beneath them."""
    habits: Sequence[Habits]
    """By seat, in this kyoku."""


Staging = Callable[[int], Stage]
"""The stage for a number of players."""


def arranged(stage: Stage, rules: RuleSet, chance: Random) -> Wall:
    """A wall that deals the hands and begins with the draws and replacements of a stage."""
    kinds = range(34) if rules.players == 4 else SANMA_KINDS
    left = [copy for kind in kinds for copy in range(4 * kind, 4 * kind + 4)]
    chance.shuffle(left)

    def take(tile: int) -> int:
        copy = next((copy for copy in left if copy in copies_of_tile(tile, red=bool(rules.reds))), None)
        if copy is None:
            raise ValueError(f"this cannot be arranged under the rules {rules.name}: no {to_mpsz((tile,))} is left")
        left.remove(copy)
        return copy

    hands = [[take(tile) for tile in parse(hand)] for hand in stage.hands]
    hands += [[] for _ in range(rules.players - len(hands))]
    wanted = [None if tile == ANY else take(parse(tile)[0]) for tile in re.findall("..", stage.draws)]
    replacements, dora, ura = (
        [take(tile) for tile in parse(tiles)] for tiles in (stage.replacements, stage.dora, stage.ura)
    )
    full = [tuple(hand + [left.pop() for _ in range(13 - len(hand))]) for hand in hands]
    draws = [left.pop() if copy is None else copy for copy in wanted]
    n_replacements = 4 if rules.players == 4 else 8
    n_rest = n_replacements - len(replacements)
    draws += [left.pop() for _ in range(len(left) - n_rest - 10 + len(dora) + len(ura))]
    replacements += left[:n_rest]
    dora += left[n_rest : n_rest + 5 - len(dora)]
    ura += left[len(left) - 5 + len(ura) :]
    return Wall(
        hands=tuple(full),
        draws=(*draws, *replacements[:3:-1]),  # a wall that is refilled ends with the replacements not needed
        replacements=tuple(replacements),
        dora_indicators=tuple(dora),
        ura_indicators=tuple(ura),
        dice=(chance.randint(1, 6), chance.randint(1, 6)),
    )


def of_hand(yaku: Yaku) -> Staging | None:
    """Seat 1 wins in the second go-around with the example of a yaku, if that is a matter of the hand alone."""
    hand, tile, *rest = (yaku.example or "-- --").split()
    sets = [part for part in rest if part[0] != "-" and part[-1] in "mpsz"]
    options = {part for part in rest if part.startswith("--")}
    if options - {"--tsumo", "--local"} or any(len(parse(s.lstrip("ak"))) == 4 for s in sets) or hand == "--":
        return None

    def staging(players: int) -> Stage:
        last, *held = _playable((*parse(tile), *parse(hand + "".join(sets))), players)
        held.remove(last)
        draws = ANY * (players + ("--tsumo" in options)) + to_mpsz((last,))
        return Stage(hands=("", to_mpsz(held)), draws=draws, habits=_only(1, SILENT))

    return staging


def _playable(tiles: Sequence[int], players: int) -> list[int]:
    """Tiles in play: three players have no man but terminals, and get pin instead."""
    if players == 4 or {KIND_OF_TILE[tile] for tile in tiles} <= {*SANMA_KINDS}:
        return [*tiles]
    return [tile + 9 if tile < 9 else tile for tile in tiles]


def _only(seat: int, habits: Habits) -> list[Habits]:
    """One seat plays, all others are absent."""
    return [habits if other == seat else ABSENT for other in range(4)]


def _at_once(seat: int, draws: str) -> Staging:
    """A seat wins before its first discard."""
    hands = ["", "", ""]
    hands[seat] = "234p234678s66s78p"
    return lambda players: Stage(hands=hands, draws=draws, habits=_only(seat, SILENT))


def _rons(n_wins: int) -> Staging:
    """Some seats win on the dealer's first discard."""
    habits = [ABSENT] + [SILENT if seat < n_wins else ABSENT for seat in range(3)]
    return lambda players: Stage(hands=("", *SIMPLE_HANDS[: players - 1]), draws="2p", habits=habits)


def _pao(players: int) -> Stage:
    """The dealer feeds seat 1 three sets of dragons, and another deals in."""
    between = ANY * (players - 2)
    draws = f"5z{between}6z{between}7z5p"
    return Stage(hands=("", "19m1p99s34p55z66z77z"), draws=draws, habits=_only(1, CALLING))


def _chankan(players: int) -> Stage:
    """Seat 1 pons, seat 2 comes to wait on the fourth tile, and seat 1 adds it."""
    draws = "4p5p" + ANY * (players - 2) + "4p"
    hands = ("", "44p678p345s678s2z3z", "234567678s99s3p1m")
    return Stage(hands=hands, draws=draws, habits=[ABSENT, ROBBED, SILENT, ABSENT])


def _kans(n_kans: int) -> Staging:
    """The dealer makes its kans one after the other and wins with the last replacement."""
    last = ("1p", "1p1p3z3z") if n_kans == 4 else ("7p", "8p3z3z")
    hand = "1111s2222s9999s1p" if n_kans == 4 else "1111s2222s9999s6p"
    return lambda players: Stage(hands=(hand,), draws=last[0], replacements=last[1], habits=_only(0, KANS))


def _nagashi(players: int) -> Stage:
    """The dealer draws and discards nothing but terminals and honors."""
    outer = "1z2z3z5z6z7z9m1p9p1s9s1z2z3z5z6z7z9m1p"
    return Stage(draws=_spread(outer, players), habits=[ABSENT] * 4)


def _spread(tiles: str, players: int) -> str:
    """Draws that give the tiles to the dealer."""
    return (ANY * (players - 1)).join(re.findall("..", tiles))


def _suukaikan(players: int) -> Stage:
    """Two seats make two kans each."""
    return Stage(hands=("1111s2222z147p58s", "3333z9999p36s258p"), draws="9m", habits=[KANS] * 4)


STAGES: Final[dict[str, Staging]] = {
    **{
        yaku.key: staging
        for yaku in YAKU
        if (yaku.kind == "yakuman" or yaku.key in RARE_YAKU) and (staging := of_hand(yaku))
    },
    "tenhou": _at_once(0, "9p"),
    "chiihou": _at_once(1, f"{ANY}9p"),
    "renhou": _at_once(1, "9p"),
    "suukantsu": _kans(4),
    "sankantsu": _kans(3),
    "chankan": _chankan,
    "pao": _pao,
    "double_ron": _rons(2),
    "triple_ron": _rons(3),
    "sanchahou": _rons(3),
    "nagashi_mangan": _nagashi,
    "kyuushu_kyuuhai": lambda players: Stage(hands=("19m19p19s1235z258p",), draws="6z", habits=[GIVING_UP] * 4),
    "suufon_renda": lambda players: Stage(draws="3z3z3z3z", habits=[ABSENT] * 4),
    "suukaikan": _suukaikan,
    "suucha_riichi": lambda players: Stage(
        hands=("123456789m55p13s", "123456789p55s13m", "123456789s55m13p", "234m234p678s99m46s"),
        draws="1z2z3z4z",
        habits=[DECLARING] * 4,
    ),
}
"""Stages of what is rare in play, by the event's name; at another table than theirs the event may fail to happen."""
