"""Mahjong Soul's records of games."""

from typing import Final

from mjlog.formats import Format, Platform
from mjlog.rules.yaku import YAKU
from parsers.majsoul import read

FORMATS: Final[tuple[Format, ...]] = (
    Format(
        name="majsoul",
        title="Mahjong Soul's records",
        suffix=".bin",
        unrecorded=read.untold,
        recognises=read.recognises,
        parse=read.parse,
    ),
)
PLATFORMS: Final[tuple[Platform, ...]] = (
    Platform(
        name="mahjong-soul",
        yaku_codes={yaku.key: (yaku.majsoul,) for yaku in YAKU if yaku.majsoul is not None},
    ),
)
