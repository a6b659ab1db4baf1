"""Exact chances of dealt hands as figures to compare an archive with: a fair shuffle deals like this.

Every dealt hand counts, whoever plays it. The figures of a first hand, of 14 tiles, are those of dealers: other players
draw only if nobody called or won before them.
"""

from __future__ import annotations

from functools import cache

from mjlog.rules.columns.odds import FIRST_HAND, HAIPAI, hands_by_shanten, n_dealt_wins, n_hands, n_kyuushu
from mjlog.stats.entries.hands import HAIPAI_SHANTEN
from mjlog.stats.populations import POPULATIONS, THEORY, Population


def population(key: str) -> Population:
    """The published population of this key, or the exact chances."""
    return theory(THEORY[key]) if key in THEORY else POPULATIONS[key]


@cache
def theory(players: int) -> Population:
    """The exact chances for a number of players, computed in a second."""
    haipai, first_hands = n_hands(HAIPAI, players), n_hands(FIRST_HAND, players)
    by_shanten = hands_by_shanten(HAIPAI, players)
    return Population(
        key=next(key for key, n in THEORY.items() if n == players),
        title=f"exact chances of dealt hands, {players} players",
        source="counted over all hands (mjlog.rules.columns.odds)",
        where={"players": players},
        figures={
            "dealt_win_rate": n_dealt_wins(players) / first_hands,
            "dealt_kyuushu_rate": n_kyuushu(FIRST_HAND, players) / first_hands,
            "haipai_shanten": sum(shanten * n for shanten, n in by_shanten.items()) / haipai,
            **{f"haipai_{n}_shanten_rate": by_shanten[n] / haipai for n in range(HAIPAI_SHANTEN + 1)},
        },
    )
