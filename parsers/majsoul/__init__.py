"""Mahjong Soul's records of games."""

import re
from typing import Final

from mjlog.formats import Format, Platform
from parsers.majsoul import read
from parsers.majsoul.vocab import YAKU_IDS

VIEWER: Final = "https://mahjongsoul.game.yo-star.com/?paipu="
GAME_ID: Final = re.compile(r"[0-9a-z]{6}-[0-9a-z]{8}(-[0-9a-z]{4}){3}-[0-9a-z]{12}")
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
        game_address=lambda game, seat: f"{VIEWER}{game}" if GAME_ID.fullmatch(game) else None,
    ),
)
