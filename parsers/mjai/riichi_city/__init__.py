"""Riichi City: the records of games that its clients replay."""

from typing import Final

from mjlog.formats import Format, Platform
from parsers.mjai.riichi_city import read
from parsers.mjai.riichi_city.codes import PLATFORM as NAME
from parsers.mjai.riichi_city.codes import YAKU_IDS

FORMAT: Final = Format(
    name="riichi-city",
    title="Riichi City's records",
    suffix=".json",
    unrecorded=read.UNRECORDED,
    recognises=read.recognises,
    parse=read.parse,
)
PLATFORM: Final = Platform(name=NAME, yaku_codes={key: (number,) for key, number in YAKU_IDS.items()})
