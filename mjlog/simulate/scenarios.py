"""Scenarios in which something rare happens: the hands and draws of a first kyoku, and how it is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from mjlog.rules.ruleset import RuleSet
from mjlog.rules.yaku import YAKU, Yaku
from mjlog.simulate.players import Foul, Habits
from mjlog.tiles import KIND_OF_TILE, SANMA_KINDS, parse, to_mpsz
from mjlog.wall.table import DealtWall

ANY: Final = "??"
"""Any tile, among the draws."""
ABSENT: Final = Habits(passive=True)
DAMATEN: Final = Habits(calls=0, riichi=0, folds_from=9, kyuushu=0, kita=False)
"""Builds its hand and wins, and does nothing else."""
RIICHI: Final = Habits(calls=0, riichi=1, folds_from=9, kyuushu=0)
CALLING: Final = Habits(calls=1, riichi=0, folds_from=9)
KYUUSHU: Final = Habits(kyuushu=1)
KANS: Final = Habits(calls=0, kans=1, rons=False)
ROBBED: Final = Habits(calls=1, kans=1, riichi=0, folds_from=9)
RARE_YAKU: Final = {"chinitsu", "sanshoku_doukou", "honroutou", "shousangen", "ryanpeikou"}
"""Yaku with a scenario, as all yakuman have."""
SIMPLE_HANDS: Final = ("234678s88s678p34p", "345567s66s678p34p", "22s234345s678p34p")
"""Tanyao hands that wait on 2p and 5p."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """The beginning of a first kyoku; seat 0 is the dealer."""

    hands: Sequence[str] = ()
    """By seat; missing tiles are filled up at random."""
    draws: str = ""
    """The first tiles of the live wall; `ANY` for any tile."""
    replacements: str = ""
    """The first tiles drawn after a kan."""
    dora: str = ""
    """The first dora indicators."""
    ura: str = ""
    """The first ura indicators."""
    habits: Sequence[Habits]
    """By seat, in this kyoku."""
    wrong_set: bool = False
    """Whether a fifth tile of a kind is in the set, in the place of another tile."""


MakeScenario = Callable[[int], Scenario]
"""The scenario for a number of players."""


def arranged_wall(scenario: Scenario, rules: RuleSet, chance: Random) -> DealtWall:
    """A wall that deals the hands of a scenario and begins with its draws and replacements."""
    kinds = range(34) if rules.players == 4 else SANMA_KINDS
    left = [copy for kind in kinds for copy in range(4 * kind, 4 * kind + 4)]
    chance.shuffle(left)
    tiles = rules.tiles

    def take(tile: int) -> int:
        copy = next((copy for copy in left if tiles[copy] == tile), None)
        if copy is None and scenario.wrong_set:
            left.pop()
            return 4 * int(KIND_OF_TILE[tile])
        if copy is None:
            raise ValueError(f"this cannot be arranged under the rules {rules.name}: no {to_mpsz((tile,))} is left")
        left.remove(copy)
        return copy

    hands = [[take(tile) for tile in parse(hand)] for hand in scenario.hands]
    hands += [[] for _ in range(rules.players - len(hands))]
    arranged = [None if tile == ANY else take(parse(tile)[0]) for tile in re.findall("..", scenario.draws)]
    replacements, dora, ura = (
        [take(tile) for tile in parse(some)] for some in (scenario.replacements, scenario.dora, scenario.ura)
    )
    full = [tuple(hand + [left.pop() for _ in range(13 - len(hand))]) for hand in hands]
    draws = [left.pop() if copy is None else copy for copy in arranged]
    n_replacements = 4 if rules.players == 4 else 8
    n_rest = n_replacements - len(replacements)
    draws += [left.pop() for _ in range(len(left) - n_rest - 10 + len(dora) + len(ura))]
    replacements += left[:n_rest]
    dora += left[n_rest : n_rest + 5 - len(dora)]
    ura += left[len(left) - 5 + len(ura) :]
    return DealtWall(
        hands=tuple(full),
        draws=(*draws, *replacements[:3:-1]),  # a wall that is refilled ends with the replacements not needed
        replacements=tuple(replacements),
        dora_indicators=tuple(dora),
        ura_indicators=tuple(ura),
        dice=(chance.randint(1, 6), chance.randint(1, 6)),
    )


def _winning_hand(yaku: Yaku) -> MakeScenario | None:
    """Seat 1 wins in the second go-around with the example hand of a yaku; None if the yaku needs more than a hand."""
    hand, tile, *rest = (yaku.example or "-- --").split()
    sets = [part for part in rest if part[0] != "-" and part[-1] in "mpsz"]
    options = {part for part in rest if part.startswith("--")}
    if options - {"--tsumo", "--local"} or any(len(parse(s.lstrip("ak"))) == 4 for s in sets) or hand == "--":
        return None

    def make(players: int) -> Scenario:
        last, *rest = _in_play((*parse(tile), *parse(hand + "".join(sets))), players)
        rest.remove(last)
        draws = ANY * (players + ("--tsumo" in options)) + to_mpsz((last,))
        return Scenario(hands=("", to_mpsz(rest)), draws=draws, habits=_only(1, DAMATEN))

    return make


def _in_play(tiles: Sequence[int], players: int) -> list[int]:
    """The tiles, for three players with pin instead of 2-8 man."""
    if players == 4 or {KIND_OF_TILE[tile] for tile in tiles} <= {*SANMA_KINDS}:
        return [*tiles]
    return [tile + 9 if tile < 9 else tile for tile in tiles]


def _only(seat: int, habits: Habits) -> list[Habits]:
    """Habits by seat: one plays, all others are absent."""
    return [habits if other == seat else ABSENT for other in range(4)]


def _first_draw_win(seat: int, draws: str) -> MakeScenario:
    """A seat wins before its first discard."""
    hands = ["", "", ""]
    hands[seat] = "234p234678s66s78p"
    return lambda players: Scenario(hands=hands, draws=draws, habits=_only(seat, DAMATEN))


def _rons(n_wins: int) -> MakeScenario:
    """Some seats win on the dealer's first discard."""
    habits = [ABSENT] + [DAMATEN if seat < n_wins else ABSENT for seat in range(3)]
    return lambda players: Scenario(hands=("", *SIMPLE_HANDS[: players - 1]), draws="2p", habits=habits)


def _pao(players: int) -> Scenario:
    """The dealer feeds seat 1 three sets of dragons, and another deals in."""
    between = ANY * (players - 2)
    draws = f"5z{between}6z{between}7z5p"
    return Scenario(hands=("", "19m1p99s34p55z66z77z"), draws=draws, habits=_only(1, CALLING))


def _chankan(players: int) -> Scenario:
    """Seat 1 calls a pon, seat 2 comes to wait on the fourth tile, and seat 1 adds it."""
    draws = "4p5p" + ANY * (players - 2) + "4p"
    hands = ("", "44p678p345s678s2z3z", "234567678s99s3p1m")
    return Scenario(hands=hands, draws=draws, habits=[ABSENT, ROBBED, DAMATEN, ABSENT])


def _kans(hand: str, draw: str, replacements: str) -> MakeScenario:
    """The dealer makes one kan after another and wins with the last replacement tile, or after its discard."""
    return lambda players: Scenario(hands=(hand,), draws=draw, replacements=replacements, habits=_only(0, KANS))


def _open_riichi_deal_in(players: int) -> Scenario:
    """Seat 1 declares an open riichi, and the dealer, who is absent, discards a tile that it waits on."""
    draws = f"{ANY}1z{ANY * (players - 2)}9p"
    return Scenario(hands=("", "234p234678s66s78p"), draws=draws, habits=_only(1, replace(RIICHI, opens=1)))


def _nagashi(players: int) -> Scenario:
    """The dealer draws and discards nothing but terminals and honors."""
    yaochuu = "1z2z3z5z6z7z9m1p9p1s9s1z2z3z5z6z7z9m1p"
    return Scenario(draws=_spread(yaochuu, players), habits=[ABSENT] * 4)


def _spread(tiles: str, players: int) -> str:
    """Draws that give the tiles to the dealer."""
    return (ANY * (players - 1)).join(re.findall("..", tiles))


def _suukaikan(players: int) -> Scenario:
    """Two seats make two kans each."""
    return Scenario(hands=("1111s2222z147p58s", "3333z9999p36s258p"), draws="9m", habits=[KANS] * 4)


def _foul(foul: Foul, riichi: float = 0) -> Habits:
    return Habits(calls=1, riichi=riichi, folds_from=9, kyuushu=0, rons=False, foul=foul)


def _wrong_ankan(players: int) -> Scenario:
    """Seat 1 waits on 5p, 7p and 8p with 6667p, declares riichi, and makes a kan of 6p. Second document, line 523."""
    draws = ANY + "1z" + ANY * (players - 1) + "6p"
    return Scenario(hands=("", "6667p234567999s"), draws=draws, habits=_only(1, _foul("ankan", riichi=1)))


def _wrong_set(players: int) -> Scenario:
    """There are five white dragons, and the dealer shows it before its first discard. Second document, line 31."""
    return Scenario(hands=("55z", "55z"), draws="5z", habits=_only(0, _foul("wrong_set")), wrong_set=True)


def _dead_hand(players: int) -> Scenario:
    """Seat 1 calls the first discard for a pon, discards the same tile, and draws its wait in vain."""
    draws = "5z" + ANY * (players - 1) + "5s"
    return Scenario(hands=("", "234567p2234s555z"), draws=draws, habits=_only(1, _foul("kuikae")))


SCENARIOS: Final[dict[str, MakeScenario]] = {
    **{
        yaku.key: make
        for yaku in YAKU
        if (yaku.kind == "yakuman" or yaku.key in RARE_YAKU) and (make := _winning_hand(yaku))
    },
    "tenhou": _first_draw_win(0, "9p"),
    "chiihou": _first_draw_win(1, f"{ANY}9p"),
    "renhou": _first_draw_win(1, "9p"),
    "suukantsu": _kans("1111s2222s9999s1p", "1p", "1p1p3z3z"),
    "old_suukantsu": _kans("1111s2222s9999s1p", "1p", "1p1p3z7z"),
    "sankantsu": _kans("1111s2222s9999s6p", "7p", "8p3z3z"),
    "chankan": _chankan,
    "pao": _pao,
    "open_riichi_deal_in": _open_riichi_deal_in,
    "double_ron": _rons(2),
    "triple_ron": _rons(3),
    "sanchahou": _rons(3),
    "nagashi_mangan": _nagashi,
    "chombo": lambda players: Scenario(habits=_only(1, _foul("false_ron"))),
    "noten_riichi": lambda players: Scenario(
        hands=("", "19m1459p159s1234z"), draws=ANY + "5z", habits=_only(1, _foul("noten_riichi"))
    ),
    "foul_draw": _wrong_ankan,
    "wrong_set": _wrong_set,
    "dead_hand": _dead_hand,
    "kyuushu_kyuuhai": lambda players: Scenario(hands=("19m19p19s1235z258p",), draws="6z", habits=[KYUUSHU] * 4),
    "suufon_renda": lambda players: Scenario(draws="3z3z3z3z", habits=[ABSENT] * 4),
    "suukaikan": _suukaikan,
    "suucha_riichi": lambda players: Scenario(
        hands=("123456789m55p13s", "123456789p55s13m", "123456789s55m13p", "234m234p678s99m46s"),
        draws="1z2z3z4z",
        habits=[RIICHI] * 4,
    ),
}
"""Scenarios by the name of the rare event; with other rules the event may fail to happen."""
