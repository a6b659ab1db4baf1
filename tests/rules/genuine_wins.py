"""The wins of genuine Tenhou games as hands, with what the log claims of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mjlog.rules.hand import Hand, Meld
from mjlog.rules.readings import Circumstance
from mjlog.rules.ruleset import RuleSet
from mjlog.tiles import tile_of_copy
from parsers.tenhou.vocab import YAKU_CODES
from tests.rules.tenhou_records import Attributes, games, numbers

KEY_OF_ID = {code: key for key, codes in YAKU_CODES.items() for code in codes}
CLAIMED = {
    1: Circumstance.RIICHI,
    2: Circumstance.IPPATSU,
    3: Circumstance.CHANKAN,
    4: Circumstance.RINSHAN,
    5: Circumstance.LAST_TILE,
    6: Circumstance.LAST_TILE,
    21: Circumstance.DOUBLE_RIICHI,
    37: Circumstance.FIRST_TURN,
    38: Circumstance.FIRST_TURN,
}
"""Circumstances read from the yaku claimed: the tag does not state them otherwise."""


class GenuineWin(NamedTuple):
    """A win and the claims of its log."""

    where: str
    rules: RuleSet
    hand: Hand
    yaku: dict[str, int]
    """Han by key; 0 for a yakuman; kita counts among the dora."""
    fu: int
    points: int
    limit: int
    """0 none, 1 mangan … 5 yakuman."""


def meld_of_code(code: int, red: bool) -> Meld | None:
    """The meld of a Tenhou code; None for a pulled north."""
    if code & 4:
        base = (code >> 10) // 3
        kind = base // 7 * 9 + base % 7
        copies = [4 * (kind + i) + (code >> 3 + 2 * i & 3) for i in range(3)]
        return Meld("chi", tuple(tile_of_copy(copy, red=red) for copy in copies))
    if code & 0x18:
        kind, unused = (code >> 9) // 3, code >> 5 & 3
        copies = [4 * kind + i for i in range(4) if code & 0x10 or i != unused]
        return Meld("kakan" if code & 0x10 else "pon", tuple(tile_of_copy(copy, red=red) for copy in copies))
    if code & 0x20:
        return None
    kind = (code >> 8) // 4
    return Meld("daiminkan" if code & 3 else "ankan", tuple(tile_of_copy(4 * kind + i, red=red) for i in range(4)))


def hand_of_tag(tag: Attributes, init: Attributes, rules: RuleSet) -> Hand:
    red = bool(rules.reds)
    seed = numbers(init["seed"])
    melds = [meld_of_code(int(code), red) for code in reversed(tag.get("m", "").split(",")) if code]
    claimed = numbers(tag["yaku"])[::2] if "yaku" in tag else numbers(tag["yakuman"])
    circumstances = Circumstance.TSUMO if tag["who"] == tag["fromWho"] else 0
    for number in claimed:
        circumstances |= CLAIMED.get(number, 0)
    tiles = lambda name: tuple(tile_of_copy(copy, red=red) for copy in numbers(tag[name])) if name in tag else ()  # noqa: E731  # three uses
    return Hand(
        concealed=tiles("hai"),
        tile=tiles("machi")[0],
        melds=tuple(meld for meld in melds if meld),
        circumstances=circumstances,
        seat_wind=(int(tag["who"]) - int(init["oya"])) % rules.players,
        round_wind=seed[0] // 4,
        dora=tiles("doraHai"),
        ura=tiles("doraHaiUra") if circumstances & (Circumstance.RIICHI | Circumstance.DOUBLE_RIICHI) else (),
        kita=melds.count(None),
    )


def genuine_wins(shared: Path) -> Iterator[GenuineWin]:
    for game in games(shared):
        rules = game.rules(game.day)
        for number, kyoku in enumerate(game.kyoku):
            for name, tag in kyoku.results:
                if name != "AGARI":
                    continue
                fu, points, limit = numbers(tag["ten"])
                pairs = numbers(tag["yaku"]) if "yaku" in tag else [n for y in numbers(tag["yakuman"]) for n in (y, 0)]
                yield GenuineWin(
                    where=f"{game.name} kyoku {number}",
                    rules=rules,
                    hand=hand_of_tag(tag, kyoku.init, rules),
                    yaku={
                        KEY_OF_ID[y]: han
                        for y, han in zip(pairs[::2], pairs[1::2], strict=True)
                        if han or "yakuman" in tag
                    },
                    fu=fu,
                    points=points,
                    limit=limit,
                )
