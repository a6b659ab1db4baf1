"""Digests of whole games, by which the same game is known in another file or format."""

from __future__ import annotations

from typing import Final

from mjlog.games.batch import Games
from mjlog.games.digest_lanes import content_lanes

DIGEST_BYTES: Final = 16


def content_digests(games: Games) -> bytes:
    """One digest of `DIGEST_BYTES` per game, end to end.

    It covers, kyoku by kyoku, wind, number and honba, the first dora indicator, the dealt hands as sets of tiles, and
    the draws and discards in their order: what every format tells, and nothing else.
    """
    lanes = content_lanes(
        games.games.players,
        games.kyoku_start,
        games.kyoku.wind,
        games.kyoku.number,
        games.kyoku.honba,
        games.kyoku.hands,
        games.kyoku.dora_indicator,
        games.event_start,
        games.events.kind,
        games.events.seat,
        games.events.tile,
    )
    return lanes.astype(">u4").tobytes()


def as_text(digests: bytes) -> list[str]:
    """Each digest as 32 hexadecimal digits."""
    text = digests.hex()
    return [text[at : at + 2 * DIGEST_BYTES] for at in range(0, len(text), 2 * DIGEST_BYTES)]
