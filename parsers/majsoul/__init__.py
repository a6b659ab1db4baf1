"""Mahjong Soul's records of games."""

from typing import Final

from mjlog.formats import Format, Platform
from parsers.majsoul import read
from parsers.majsoul.vocab import YAKU_IDS

FORMATS: Final[tuple[Format, ...]] = (
    Format(
        name="majsoul",
        title="Mahjong Soul's records",
        suffix=".bin",
        unrecorded=read.UNRECORDED,
        recognises=read.recognises,
        parse=read.parse,
    ),
)
PLATFORMS: Final[tuple[Platform, ...]] = (
    Platform(
        name="mahjong-soul",
        yaku_codes={key: (number,) for key, number in YAKU_IDS.items()},
    ),
)
