"""Parts of games: logs with the id of a game that begin after its first kyoku, such as files of one kyoku each.

A part has an id of its own, so that it is no copy of another part: the id of the game, `#`, and the label of its first
kyoku (wind, number, honba).
"""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np

from mjlog.seats import WINDS

EAST_1: Final = (0, 1, 0)
"""Wind, number and honba of the first kyoku of a game."""
_LABEL: Final = re.compile(r"#[ESWN]+[1-4]-\d+$")


def id_of_part(game: str, wind: int, number: int, honba: int) -> str:
    """The id of the part that begins with a kyoku (wind from 0, number from 1); a whole game keeps its id.

    >>> id_of_part("a", 1, 3, 3), id_of_part("a", 0, 1, 0), id_of_part("a", 4, 1, 0)
    ('a#S3-3', 'a', 'a#EE1-0')
    """
    if (wind, number, honba) == EAST_1 or _LABEL.search(game):
        return game
    rounds, wind = divmod(wind, len(WINDS))
    return f"{game}#{WINDS[wind] * (1 + rounds)}{number}-{max(honba, 0)}"


def id_of_game(part: str) -> str:
    """The id of the game that a part belongs to.

    >>> id_of_game("a#S3-3"), id_of_game("a#3")
    ('a', 'a#3')
    """
    return _LABEL.sub("", part) if "#" in part else part


def kyoku_text(wind: Any, number: Any, honba: Any) -> str:
    """One letter for each kyoku, from `(n_kyoku,)` numbers: the text of a part is contained in that of its game."""
    codes = 0x10000 + 1024 * (4 * np.asarray(wind, np.int64) + number) + honba
    return "".join(map(chr, codes.tolist()))
