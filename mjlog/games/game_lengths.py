"""The length of a game that its log does not name, inferred from where it ends."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.rules.presets import tenhou


def ends_as_east_only(wind: int, number: int, points: Sequence[float], players: int) -> bool:
    """Whether a complete game was an east game: by its last kyoku (wind from 0, number from 1) and its final points.

    With nobody below 0 points, a hanchan ends in South 4 at the earliest, and there only if somebody has the points of
    the target; by Tenhou's rules, as the log names no others.

    >>> ends_as_east_only(1, 2, [31_000, 24_000, 23_000, 22_000], 4), ends_as_east_only(1, 4, [31_000] * 4, 4)
    (True, False)
    """
    if min(points[:players]) < 0 or (wind, number) < (0, players):
        return False
    target = tenhou(players=3 if players == 3 else 4).target_points
    return (wind, number) < (1, players) or ((wind, number) == (1, players) and max(points[:players]) < target)
