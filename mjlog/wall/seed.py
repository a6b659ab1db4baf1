"""Tenhou's wall from the seed in the log: dealt hands, draws, replacements, indicators and dice of a kyoku.

Tiles are copies 0-135. Tenhou shuffles them in their order from the break of the wall on (with seeds in base64; the
older dead walls lie upside down). So its dice decide nothing, and `mjlog.wall.table.Wall.of_deal` gives the wall on the
table that they break. `mjlog.wall.walls` makes the walls of many games by columns. Sources: the published generator in
the form of several readers, and genuine logs (`tests/wall/test_seed.py`).
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator, Sequence
from hashlib import sha512
from random import Random
from typing import Final, NamedTuple

from mjlog.errors import Fault, LogError
from mjlog.tiles import SANMA_KINDS
from mjlog.wall.table import DealtWall, dealt_hands

WORDS: Final = "mt19937ar,"
HASHED_WORDS: Final = "mt19937ar-sha512-n288,"
HASHED_BASE64: Final = "mt19937ar-sha512-n288-base64,"
"""Beginnings of seeds: one per kyoku (to July 2009), one per game in hex words (to 2010), one per game in base64."""

OUTPUTS: Final = 288
"""Outputs of the generator that are hashed for one kyoku."""
PER_KYOKU: Final = 144
"""Words that shuffle one kyoku: hashed outputs, or with one seed per kyoku the outputs themselves."""
DEAD_WALL: Final = 14


class Layout(NamedTuple):
    """Places of tiles, counted from the end of the wall that is drawn last; each list in the order of use."""

    replacements: tuple[int, ...]
    dora: tuple[int, ...]
    ura: tuple[int, ...]
    dice: int
    """Place of the first die among the words of the kyoku."""


OLD: Final = Layout((0, 1, 2, 3), (4, 6, 8, 10, 12), (5, 7, 9, 11, 13), 135)
"""Seeds in hex words."""
OLD_SANMA: Final = Layout((0, 1, 2, 3, 4, 5, 6, 7), (8, 10, 12, 14, 16), (9, 11, 13, 15, 17), 107)
"""Three players, one seed per kyoku: from 79 genuine games of 2009 with up to six replacements, three indicators."""
NEW: Final = Layout((1, 0, 3, 2), (5, 7, 9, 11, 13), (4, 6, 8, 10, 12), 135)
"""Seeds in base64."""
NEW_SANMA: Final = Layout((1, 0, 3, 2, 5, 4, 7, 6), (9, 11, 13, 15, 17), (8, 10, 12, 14, 16), 135)
"""Three players, seeds in base64: from 232 genuine games, with up to six replacements and five indicators."""


def walls(seed: str, dealers: Sequence[int], *, players: int = 4) -> Iterator[DealtWall]:
    """The walls of all kyoku of a game; `dealers` are their dealers in the order of the log.

    Seeds of single kyoku (2009) are one line each. Raises `LogError` for a seed that cannot be read.

    >>> seed = "mt19937ar-sha512-n288," + ",".join(f"{n:08x}" for n in range(1, 33))
    >>> first, second = walls(seed, [0, 1])
    >>> first.hands[0][:4], first.draws[0], second.dice
    ((56, 75, 82, 74), 68, (5, 6))
    """
    layout = layout_of(seed, players)
    for dealer, words in zip(dealers, struct.iter_unpack("<144I", shuffle_words(seed, len(dealers))), strict=True):
        yield _wall(words, dealer, players, layout)


def layout_of(seed: str, players: int) -> Layout:
    """The layout of the walls of a seed. Raises `LogError` for a seed with an unknown beginning."""
    if seed.startswith(WORDS):
        return OLD if players == 4 else OLD_SANMA
    if seed.startswith(HASHED_WORDS) and players == 4:  # no three-player game of that half year has been seen
        return OLD
    if seed.startswith(HASHED_BASE64):
        return NEW if players == 4 else NEW_SANMA
    raise LogError(Fault.BAD_VALUE, f"not a known kind of seed for {players} players", seed[:40])


def shuffle_words(seed: str, n_kyoku: int) -> bytes:
    """The words that shuffle the first kyoku of a game: for each kyoku 144 little-endian words of 32 bits.

    Raises `LogError` for a seed that cannot be read.
    """
    if seed.startswith(WORDS):
        lines = seed.splitlines()
        if len(lines) != n_kyoku:
            raise LogError(Fault.BAD_VALUE, f"{len(lines)} seeds for {n_kyoku} kyoku", seed[:40])
        return b"".join(_outputs(_generator(_hex_words(line, WORDS)), PER_KYOKU) for line in lines)
    hexadecimal = seed.startswith(HASHED_WORDS)
    generator = _generator(_hex_words(seed, HASHED_WORDS) if hexadecimal else _base64_words(seed))
    return b"".join(_hashed(_outputs(generator, OUTPUTS)) for _ in range(n_kyoku))


def _hex_words(seed: str, prefix: str) -> bytes:
    try:
        return struct.pack(f"<{seed.count(',')}I", *(int(w, 16) for w in seed.removeprefix(prefix).split(",")))
    except (ValueError, struct.error):
        raise LogError(Fault.BAD_VALUE, "a seed is 32-bit words in hex, each after a comma", seed[:40]) from None


def _base64_words(seed: str) -> bytes:
    """The key of a base64 seed. Some tools break its line, so white space is ignored."""
    text = "".join(seed.removeprefix(HASHED_BASE64).split())
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        raise LogError(Fault.BAD_VALUE, "a seed is text in base64", seed[:40]) from None
    if len(raw) != 2496:
        raise LogError(Fault.BAD_VALUE, f"a seed is 2496 bytes, found {len(raw)}", seed[:40])
    return raw


def _generator(key: bytes) -> Random:
    """The Mersenne Twister keyed with little-endian words; Python seeds it with a number in the same way."""
    return Random(int.from_bytes(key, "little"))


def _outputs(generator: Random, n: int) -> bytes:
    return generator.getrandbits(32 * n).to_bytes(4 * n, "little")


def _hashed(outputs: bytes) -> bytes:
    """The words of one kyoku: each block of 128 bytes of outputs, hashed to 64 bytes."""
    return b"".join(sha512(outputs[start : start + 128]).digest() for start in range(0, len(outputs), 128))


def _wall(words: Sequence[int], dealer: int, players: int, layout: Layout) -> DealtWall:
    tiles = list(range(136)) if players == 4 else [4 * kind + n for kind in SANMA_KINDS for n in range(4)]
    last = len(tiles) - 1
    for i in range(last):
        j = i + words[i] % (last + 1 - i)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    order = tiles[::-1]
    return DealtWall(
        hands=dealt_hands(order, players, dealer),
        draws=tuple(order[13 * players : -DEAD_WALL]),
        replacements=tuple(tiles[i] for i in layout.replacements),
        dora_indicators=tuple(tiles[i] for i in layout.dora),
        ura_indicators=tuple(tiles[i] for i in layout.ura),
        dice=(words[layout.dice] % 6 + 1, words[layout.dice + 1] % 6 + 1),
    )
