"""Values of winning hands against `mahjong` and `riichienv`, one core, each on its own favourite input.

Random wins by default; `--tenhou FOLDER` takes the wins of a folder of Tenhou XML files. `--agree N` scores N random
hands one by one and as columns and counts the differences.

In each round, each scores all hands once.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.table import Row, rounds_of, row
from mjlog.errors import LogError
from mjlog.rules.best_reading import best_reading, score_readings
from mjlog.rules.columns.score import HandColumns, hand_columns, score_many
from mjlog.rules.hand import Hand, dora_counts
from mjlog.rules.hand_text import FLAGS
from mjlog.rules.presets import TENHOU
from mjlog.rules.readings import Circumstance as C  # noqa: N817  # short, for the sake of the lines below
from mjlog.rules.score import score, score_hand
from mjlog.rules.value import table_of
from mjlog.seats import WINDS
from mjlog.tiles import N_COPIES, tile_of_copy, to_mpsz
from tests.rules.genuine_wins import genuine_wins
from tests.rules.random_hands import random_hand

N_COLUMNS = 20_000
N_HANDS = 500
N_ROUNDS = 15
RATIOS = (
    ("one hand", "`mahjong`"),
    ("one hand from texts", "`mahjong` from texts"),
    ("column of hands", "`mahjong`"),
    ("column of hands", "`riichienv`"),
)
COPIES = [[copy for copy in range(N_COPIES) if tile_of_copy(copy) == tile] for tile in range(37)]
PLAIN_FLAGS = {"tsumo", "riichi", "double_riichi", "ippatsu", "rinshan", "chankan"}
"""Circumstances that are said as they are; the last tile is haitei or houtei."""

Calls = list[Callable[[], object]]


def copies_of(hand: Hand) -> tuple[list[int], int, list[list[int]]]:
    """Copies of the concealed tiles, the winning one, and the melds."""
    free: dict[int, list[int]] = defaultdict(list)
    for tile in range(37):
        free[tile] = [*COPIES[tile]]
    melds = [[free[tile].pop() for tile in meld.tiles] for meld in hand.melds]
    concealed = [free[tile].pop() for tile in hand.concealed]
    return concealed, concealed[hand.concealed.index(hand.tile)], melds


def possible(hand: Hand) -> bool:
    """Whether the tiles exist with one red five a suit, as the peers need copies."""
    try:
        copies_of(hand)
    except IndexError:
        return False
    return True


def with_mahjong(hands: list[Hand], *, of_texts: bool = False) -> Calls:
    """Calls with tiles and settings at hand, or from the texts of tiles and the settings (melds and dora at hand)."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld
    from mahjong.tile import TilesConverter

    options = OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False)
    names = {"chi": Meld.CHI, "pon": Meld.PON, "daiminkan": Meld.KAN, "ankan": Meld.KAN, "kakan": Meld.SHOUMINKAN}
    calculate, tiles_of = (
        HandCalculator.estimate_hand_value,
        partial(TilesConverter.string_to_136_array, has_aka_dora=True),
    )

    def call_of(hand: Hand) -> Callable[[], object]:
        concealed, win, melds = copies_of(hand)
        flags = hand.all_circumstances
        said = {
            "is_tsumo": bool(flags & C.TSUMO),
            "is_riichi": bool(flags & (C.RIICHI | C.DOUBLE_RIICHI)),
            "is_daburu_riichi": bool(flags & C.DOUBLE_RIICHI),
            "is_ippatsu": bool(flags & C.IPPATSU),
            "is_rinshan": bool(flags & C.RINSHAN),
            "is_chankan": bool(flags & C.CHANKAN),
            "is_haitei": flags & (C.LAST_TILE | C.TSUMO) == C.LAST_TILE | C.TSUMO,
            "is_houtei": flags & (C.LAST_TILE | C.TSUMO) == C.LAST_TILE,
            "player_wind": 27 + hand.seat_wind,
            "round_wind": 27 + hand.round_wind,
            "options": options,
        }
        called = [
            Meld(names[meld.kind], tiles=sorted(copies), opened=meld.kind != "ankan")
            for meld, copies in zip(hand.melds, melds, strict=True)
        ]
        dora = [COPIES[tile][0] for tile in hand.dora]
        if not of_texts:
            tiles, config = concealed + [copy for copies in melds for copy in copies], HandConfig(**said)
            return lambda: calculate(tiles, win, melds=called, dora_indicators=dora, config=config)
        texts, win_text = by_suit(hand.tiles), by_suit((hand.tile,))
        return lambda: calculate(
            tiles_of(**texts), tiles_of(**win_text)[0], melds=called, dora_indicators=dora, config=HandConfig(**said)
        )

    return [call_of(hand) for hand in hands]


def by_suit(tiles: Iterable[int]) -> dict[str, str]:
    """The digits of each suit in mpsz."""
    digits: dict[str, str] = defaultdict(str)
    for tile in sorted(tiles):
        digit, suit = to_mpsz((tile,))
        digits[{"m": "man", "p": "pin", "s": "sou", "z": "honors"}[suit]] += digit
    return digits


def with_riichienv(hands: list[Hand]) -> Calls:
    from riichienv._riichienv import (
        Conditions,
        HandEvaluator,
        Meld,
        MeldType,
        Wind,
    )  # the native core, without its wrapper

    winds = (Wind.East, Wind.South, Wind.West, Wind.North)
    names = {
        "chi": MeldType.Chi,
        "pon": MeldType.Pon,
        "daiminkan": MeldType.Daiminkan,
        "ankan": MeldType.Ankan,
        "kakan": MeldType.Kakan,
    }
    ready = []
    for hand in hands:
        concealed, win, melds = copies_of(hand)
        flags = hand.all_circumstances
        conditions = Conditions(
            tsumo=bool(flags & C.TSUMO),
            riichi=bool(flags & (C.RIICHI | C.DOUBLE_RIICHI)),
            double_riichi=bool(flags & C.DOUBLE_RIICHI),
            ippatsu=bool(flags & C.IPPATSU),
            rinshan=bool(flags & C.RINSHAN),
            chankan=bool(flags & C.CHANKAN),
            haitei=flags & (C.LAST_TILE | C.TSUMO) == C.LAST_TILE | C.TSUMO,
            houtei=flags & (C.LAST_TILE | C.TSUMO) == C.LAST_TILE,
            player_wind=winds[hand.seat_wind],
            round_wind=winds[hand.round_wind],
        )
        called = [
            Meld(names[meld.kind], sorted(copies), meld.kind != "ankan")
            for meld, copies in zip(hand.melds, melds, strict=True)
        ]
        concealed.remove(win)
        ready.append(([*concealed, win], called, win, [COPIES[tile][0] for tile in hand.dora], conditions))
    return [lambda t=t, m=m, w=w, d=d, c=c: HandEvaluator(t, m).calc(w, d, [], c) for t, m, w, d, c in ready]


def with_score(hands: list[Hand]) -> Calls:
    typed = [said_of(hand) for hand in hands]
    return [lambda tiles=tiles, said=said: score(tiles, **said) for tiles, said in typed]


def said_of(hand: Hand) -> tuple[str, dict[str, Any]]:
    """A hand as somebody would type it."""
    by_tsumo = hand.circumstances & C.TSUMO != 0
    said: dict[str, Any] = {
        key: True for key, flag in FLAGS.items() if key in PLAIN_FLAGS and hand.circumstances & flag
    }
    if hand.circumstances & C.LAST_TILE:
        said["haitei" if by_tsumo else "houtei"] = True
    said |= {"melds": [str(meld) for meld in hand.melds]} if hand.melds else {}
    said |= {"dora": to_mpsz(hand.dora)} if hand.dora else {}
    said |= {"ura": to_mpsz(hand.ura)} if hand.ura else {}
    said |= {"honba": hand.honba} if hand.honba else {}
    winds = {"seat_wind": WINDS[hand.seat_wind], "round_wind": WINDS[hand.round_wind]}
    return to_mpsz(sorted(hand.concealed)), {"win": to_mpsz([hand.tile]), **winds, **said}


def valid_hands(n: int, seed: int) -> list[Hand]:
    random, found = Random(seed), []
    while len(found) < n:
        hand = random_hand(random)
        rare = C.OPEN_RIICHI | C.PAARENCHAN | C.FIRST_TURN | C.RIICHI_TILE | C.AFTER_KAN | C.LOSER_IN_RIICHI
        if hand.circumstances & rare or not possible(hand):
            continue
        with suppress(LogError):
            score_hand(hand, TENHOU)
            found.append(hand)
    return found


def tenhou_hands(folder: Path) -> list[Hand]:
    """The wins of a folder under the rules of Tenhou's rooms for four, in random order."""
    hands = [win.hand for win in genuine_wins(folder) if win.rules == TENHOU and possible(win.hand)]
    Random(0).shuffle(hands)
    return hands


def count_differences(n: int) -> int:
    """Random hands whose value differs between the two ways."""
    different = 0
    for seed in range(0, n, 10_000):
        random = Random(seed)
        hands = [random_hand(random) for _ in range(min(10_000, n - seed))]
        values = score_many(hand_columns(hands, TENHOU), TENHOU)
        for place, hand in enumerate(hands):
            best = best_reading(score_readings(hand, table_of(TENHOU), dora_counts(hand, TENHOU)), TENHOU)
            ours = (bool(values.valid[place]), int(values.base[place]))
            if best is None or not best.value.valid:
                different += ours != (False, 0)
                continue
            value = best.value
            bits = int(values.yaku[place, 0]) | int(values.yaku[place, 1]) << 64
            ours = (*ours, int(values.han[place]), int(values.fu[place]), bits)
            different += ours != (True, value.base, value.han, value.fu, value.bits)
    return different


def rows(hands: list[Hand]) -> list[Row]:
    chosen = np.random.default_rng(0).integers(0, len(hands), N_COLUMNS)
    columns = HandColumns(*(column[chosen] for column in hand_columns(hands, TENHOU)))
    each = {
        "`mahjong`": with_mahjong(hands),
        "one hand": [lambda hand=hand: score_hand(hand) for hand in hands],
        "`mahjong` from texts": with_mahjong(hands, of_texts=True),
        "one hand from texts": with_score(hands),
        "`riichienv`": with_riichienv(hands),
    }
    calls = {name: (partial(_all, calls), len(hands)) for name, calls in each.items()}
    seconds = rounds_of({**calls, "column of hands": (lambda: score_many(columns, TENHOU), N_COLUMNS)}, N_ROUNDS)
    return [row(seconds, what, peer, "hand")._replace(what=f"score, {what}") for what, peer in RATIOS]


def _all(calls: Calls) -> None:
    for call in calls:
        call()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tenhou", type=Path, help="folder that holds replays/tenhou_xml")
    options.add_argument("--agree", type=int, help="only count differences between the two ways on N random hands")
    options = options.parse_args()
    if options.agree:
        print(f"{count_differences(options.agree)} of {options.agree:,} random hands differ")
        return
    print(*rows(tenhou_hands(options.tenhou) if options.tenhou else valid_hands(N_HANDS, 1)), sep="\n")


if __name__ == "__main__":
    main()
