"""The rules of a tournament lobby from its `csrule`: a list of two numbers with switches, points, payments and uma.

Sources: two public readers, and the three genuine games of such lobbies that were seen. An empty entry is the default,
which is that of the ranked rooms also in a room with chips (`game-cc670fb732`). Some entries have no option or an
uncertain meaning; the note of the rule set names those that are used.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final
from zlib import crc32

from mjlog.errors import LogError
from mjlog.rules.preset_options import PAO_OF_THREE
from mjlog.rules.rule_options import change_of
from mjlog.rules.ruleset import RuleSet
from parsers.tenhou.platform import rules_and_room
from parsers.tenhou.vocab import GameType

Options = Mapping[str, Any]
FIRST_SWITCHES: Final[Mapping[int, Options]] = {
    0x1: {"nagashi": "off"},
    0x2: {"kiriage": True},
    0x4: {"tobi": "none"},
    0x8: {"kan_dora_timing": "at_once"},
    0x10: {"dora": False, "kan_dora": False, "ura_dora": False, "kan_ura_dora": False},
    0x20: {"kan_dora": False, "kan_ura_dora": False},
    0x40: {"ura_dora": False, "kan_ura_dora": False},
    0x80: {"kan_ura_dora": False},
    0x100: {"suufon_renda": "off"},
    0x200: {"suukaikan": "off"},
    0x400: {"suucha_riichi": "off"},
    0x800: {"kyuushu_kyuuhai": "off"},
    0x1000: {"sanchahou": "off"},
    0x2000: change_of("multiple_ron", "head_bump"),
    0x4000: {"agari_yame": "none"},
    0x8000: {"tenpai_yame": "none"},
    0x20000: change_of("dealer_repeat", "win"),
    0x30000: change_of("dealer_repeat", "never"),
    0x80000: {"disabled_yaku": frozenset({"ippatsu"})},
    0x1000000: {"local_yaku": frozenset({"renhou"})},
    0x2000000: {"riichi_wall": 0},
    0x4000000: {"riichi_ankan": "same_reading"},
    0x8000000: {"own_held_waits": "all_noten"},
}
"""Options by the bits of the first number, all of which must be set."""
SECOND_SWITCHES: Final[Mapping[int, Options]] = {
    0x1: {"double_wind_fu": 2},
    0x2: {"ties": "share"},
    0x4: {"left_sticks": "first"},
    0x8: {"pao_yaku": PAO_OF_THREE},
    0x10: {"kazoe": "sanbaiman"},
}
"""Options by the bits of the second number."""
THREE_PLAYERS_NO_LOSS: Final = 0x800000
WIN_REPEAT, TENPAI_REPEAT = 0x10000, 0x20000
UNDECIDED: Final = {0x40000: "results in whole thousands", 0x100000: "two round winds"}
"""Bits of the first number without an option; a genuine game with the first has results in tenths."""
POINTS: Final = {4: "start_points", 5: "target_points", 6: "return_points"}
HONBA, NOTEN, UMA = 11, slice(16, 19), 21
"""Places in the list of the honba of each payer, of the noten payments, and of the first uma."""
ROW: Final = 3
"""Uma of the second to the fourth place in a row; one row for each number of players below the start, from 0 on."""
WITHOUT_OPTION: Final = {
    7: "points that win at once",
    8: "the fewest kyoku",
    9: "the most kyoku",
    10: "points of a stick",
}
HEX: Final = re.compile(r"[0-9a-fA-F]{1,8}")
WHOLE: Final = re.compile(r"[0-9]{1,6}")
THOUSANDS: Final = re.compile(r"[+-]?[0-9]{1,4}(?:\.[0-9]{1,2})?")


def lobby_rules_of(kind: int, players: int, csrule: Any) -> RuleSet | None:
    """The rules of a lobby by its `GO type` and `csrule`, a list or a text with commas; None if that says nothing."""
    entries = csrule.split(",") if isinstance(csrule, str) else csrule if isinstance(csrule, list) else []
    entries = ["" if entry is None else str(entry).strip() for entry in entries]
    if not any(entries) or not all(HEX.fullmatch(entry) for entry in entries[:2] if entry):
        return None
    ranked = GameType(kind) & ~(GameType.CHIPS | GameType.PARLOUR | GameType.SANMA) | GameType.SANMA * (players == 3)
    return lobby_rules(rules_and_room(int(ranked), None)[0], tuple(entries))


@cache
def lobby_rules(base: RuleSet, csrule: tuple[str, ...]) -> RuleSet:
    """The rules of a lobby: those of the ranked room `base` with the changes that `csrule` lists.

    >>> from mjlog.rules.ruleset import RuleSet
    >>> lobby_rules(RuleSet(), ("00000002", "00000001", "", "", "30000")).kiriage
    True
    """
    first, second = (_switches(csrule, place) for place in (0, 1))
    notes = [words for bit, words in UNDECIDED.items() if first & bit]
    notes += [words for place, words in WITHOUT_OPTION.items() if _entry(csrule, place)]
    if first & WIN_REPEAT and not first & TENPAI_REPEAT:
        notes.append("a dealer who repeats after tenpai only")
    if any(csrule[NOTEN]):
        notes.append("noten payments")
    name = f"{base.name}-lobby-{crc32(','.join(csrule).encode()):08x}"
    rules = replace(base, name=name, rounding="none")
    changes = [options for bits, options in FIRST_SWITCHES.items() if first & bits == bits]
    changes += [options for bits, options in SECOND_SWITCHES.items() if second & bits == bits]
    if first & THREE_PLAYERS_NO_LOSS and base.players == 3:
        changes.append({"tsumo_loss": "halves"})
    changes.append(_points(base, csrule))
    try:
        rules = replace(rules, **dict(ChainMap(*map(dict, reversed(changes)))))
    except LogError:
        rules, refused = _one_by_one(rules, changes)
        notes += refused
    return replace(rules, note=f"Not applied of csrule: {', '.join(notes)}." if notes else "")


def _entry(csrule: Sequence[str], place: int) -> str:
    """The entry at a place, empty if the list is shorter."""
    return csrule[place] if place < len(csrule) else ""


def _switches(csrule: Sequence[str], place: int) -> int:
    """One of the two numbers, which are hexadecimal."""
    return int(_entry(csrule, place) or "0", 16)


def _number(csrule: Sequence[str], place: int) -> int | None:
    """A whole number, None if the entry is none."""
    entry = _entry(csrule, place)
    return int(entry) if WHOLE.fullmatch(entry) else None


def _points(base: RuleSet, csrule: Sequence[str]) -> Options:
    """The options of points, honba and uma that the list states."""
    options: dict[str, Any] = {}
    for place, name in POINTS.items():
        number = _number(csrule, place)
        if number is not None:
            options[name] = number
    honba = _number(csrule, HONBA)
    if honba is not None:
        options["honba_points"] = honba * (base.players - 1)
    rows = [_uma(base, csrule, UMA + ROW * below) for below in range(base.players + 1)]
    if len(set(rows)) == 1:
        options["uma"] = rows[0]
    else:
        options["uma_by_below"] = tuple(rows)
    return options


def _uma(base: RuleSet, csrule: Sequence[str], first: int) -> tuple[int, ...]:
    """The uma of one row, first to last in points; that of the ranked room where an entry is missing."""
    entries = [_entry(csrule, first + place) for place in range(base.players - 1)]
    if not all(THOUSANDS.fullmatch(entry) for entry in entries):
        return base.uma
    others = [round(1_000 * float(entry)) for entry in entries]
    return (-sum(others), *others)


def _one_by_one(rules: RuleSet, changes: Sequence[Options]) -> tuple[RuleSet, list[str]]:
    """The rules with each change that does not contradict those before it, and the names of the others."""
    refused: list[str] = []
    for change in changes:
        try:
            rules = replace(rules, **change)
        except LogError:
            refused += change
    return rules, refused
