"""The games that a page is about: one number of players, and perhaps one player, rooms, years and opponents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mjlog.panels.answers import Answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """A choice of games; every panel of a page answers its question for this choice."""

    players: int = 4
    """Players of the games, 3 or 4."""
    player: str | None = None
    """The player whom the page is about; None for a page about all players."""
    rooms: tuple[str, ...] = ()
    """Rooms as in `games.room`; all rooms if empty."""
    years: tuple[int, int] | None = None
    """First and last year; all games, with those of unknown date, if None."""
    opponents: tuple[str, ...] = ()
    """Players of whom at least one sat at the table; any if empty."""
    filters: tuple[tuple[str, Any], ...] = ()
    """Further columns with their values, as for `where` of `mjlog.stats`."""

    def everyone(self, answers: Answers) -> Mapping[str, Any]:
        """The filter of the games, for all players."""
        where: dict[str, Any] = {"players": self.players, **dict(self.filters)}
        if self.rooms:
            where["room"] = self.rooms
        if self.years:
            where["year"] = tuple(range(self.years[0], self.years[1] + 1))
        if self.opponents:
            where["game"] = answers.games_of(self.opponents)
        return where

    def own(self, answers: Answers) -> Mapping[str, Any]:
        """The filter of the page: the games, and only the rows of the player if there is one."""
        where = self.everyone(answers)
        return where if self.player is None else {**where, "player": self.player}
