"""Players, rules and seeds of the samples, and headers of their logs."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from datetime import date, datetime
from random import Random
from typing import Final

from mjlog.rules.presets import tenhou
from mjlog.rules.ruleset import RuleSet
from mjlog.simulate.players import Habits
from mjlog.simulate.to_games import LogHeader
from mjlog.wall.seed import HASHED_BASE64

PLAYERS: Final[dict[str, tuple[str, int, float, Habits]]] = {
    "Aoi": ("F", 17, 2104.0, Habits(calls=0.55, riichi=0.9, folds_from=1, dora_worth=3)),
    "Botan": ("F", 16, 2010.0, Habits(calls=0.35, riichi=0.98, folds_from=1, dora_worth=4)),
    "Chika": ("F", 16, 1987.0, Habits(calls=0.85, riichi=0.8, folds_from=2, dora_worth=3)),
    "Daichi": ("M", 16, 1965.0, Habits(calls=0.6, riichi=0.85, folds_from=2, dora_worth=6)),
    "Eiji": ("M", 15, 1921.0, Habits(calls=0.2, riichi=0.95, folds_from=1, dora_worth=2)),
    "Fumi": ("F", 15, 1890.0, Habits(calls=0.95, riichi=0.6, folds_from=3, dora_worth=2)),
    "Gen": ("M", 15, 1874.0, Habits(calls=0.5, riichi=1.0, folds_from=9, dora_worth=3, kans=0.9)),
    "Haru": ("F", 14, 1833.0, Habits(calls=0.7, riichi=0.3, folds_from=2, dora_worth=5)),
    "Ichiro": ("M", 14, 1801.0, Habits(calls=0.4, riichi=0.9, folds_from=3, dora_worth=8)),
    "Jun": ("M", 13, 1754.0, Habits(calls=1.0, riichi=0.7, folds_from=9, dora_worth=1, open_kans=0.3)),
    "Kaede": ("F", 12, 1702.0, Habits(calls=0.0, riichi=0.9, folds_from=1, dora_worth=3)),
    "Ren": ("M", 10, 1633.0, Habits(calls=0.6, riichi=0.9, folds_from=9, dora_worth=0, kans=1.0, open_kans=0.5)),
}
"""Sex, dan, rate and habits by name."""

FOUR_HANCHAN, FOUR_EAST, THREE_HANCHAN, THREE_EAST = 0xA9, 0xE1, 0xB9, 0xF1
CHIP_ROOM, OLD_HANCHAN = 0x221, 0x09
"""Table types of Tenhou."""
ROOMS: Final = dict.fromkeys((FOUR_HANCHAN, FOUR_EAST, THREE_HANCHAN, THREE_EAST), "鳳") | {
    CHIP_ROOM: "琥",
    OLD_HANCHAN: "般",
}
"""Room of each table type."""
SEED_BYTES: Final = 2496


def rules_of(kind: int, day: date) -> RuleSet:
    """The rules of a Tenhou table type on a day."""
    return tenhou(players=3 if kind & 0x10 else 4, east_only=not kind & 8, chips=2 if kind & 0x200 else 0, day=day)


def seed_of(chance: Random) -> str:
    """A seed of walls, as in current logs."""
    return HASHED_BASE64 + base64.b64encode(chance.randbytes(SEED_BYTES)).decode()


def header_of(names: Sequence[str], kind: int, started: datetime, seed: str | None) -> LogHeader:
    """The header of a log."""
    digest = Random(started.isoformat() + "".join(names)).getrandbits(32)
    return LogHeader(
        id=f"{started:%Y%m%d%H}gm-{kind:04x}-0000-{digest:08x}",
        names=tuple(names),
        dan=tuple(PLAYERS[name][1] for name in names),
        rate=tuple(PLAYERS[name][2] for name in names),
        sex=tuple(PLAYERS[name][0] for name in names),
        started=started,
        seed=seed,
        room=ROOMS[kind],
        vendor_type=kind,
        chips=bool(kind & 0x200),
    )
