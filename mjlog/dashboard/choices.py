"""What a reader of the dashboard can choose: players, rooms, years, opponents, and the chapters of the page."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

import pandas as pd

from mjlog.errors import printable
from mjlog.panels import AUDIT, LEAST_GAMES, Answer, Answers, Panel, Selection, panels_of
from mjlog.panels.panel import too_few
from mjlog.panels.play import CHOICES, WAITED_ON
from mjlog.stats import luck_points
from mjlog.stats.dimensions import Tables, to_frame, widened
from mjlog.words import counted, day_text, span_text, tr

DATA_SET: Final = "Data set"
"""The chapter on the data set itself."""
MOST_NAMES: Final = 5_000
"""Players offered in a search, those with most games; any other name can be typed in full."""


class Choices:
    """The choices on one data set, and the answers for a choice. Raises ValueError without games."""

    def __init__(self, ds: Tables) -> None:
        self.answers = Answers(ds)
        self._is_open = True
        self._seats = self.answers(_seats)
        if self._seats.empty:
            raise ValueError("the data set has no games")
        self.players: list[int] = sorted(self._seats["players"].unique().tolist(), reverse=True)
        """Numbers of players of the games: 4, 3 or both."""

    def names(self, players: int) -> list[str]:
        """The players with most games of that number of players, the most active first."""
        games = self._of(players).groupby("player").size().sort_values(ascending=False, kind="stable")
        names: list[str] = games.head(MOST_NAMES).index.tolist()
        return names

    def name_of(self, shown: str, players: int) -> str:
        """The player with this name, or whose name a page shows so, with escapes; else the text itself."""
        names = self._of(players)["player"].dropna().unique()
        if not shown or shown in names:
            return shown
        return next((name for name in names if printable(name).strip() == shown), shown)

    def rooms(self, players: int) -> list[str]:
        """The rooms of these games."""
        rooms: list[str] = self._of(players)["room"].dropna().astype(str).drop_duplicates().sort_values().tolist()
        return rooms

    def years(self, players: int) -> list[int]:
        """All years from the first to the last of these games."""
        years = self._of(players)["year"].dropna()
        return list(range(int(years.min()), int(years.max()) + 1)) if len(years) else []

    def games(self, s: Selection) -> pd.DataFrame:
        """The selected games, one row each, with the column `started`."""
        seats = self._of(s.players)
        if s.rooms:
            seats = seats[seats["room"].isin(s.rooms)]
        if s.years:
            seats = seats[seats["year"].between(*s.years)]
        for names in filter(None, ((s.player,) if s.player else (), s.opponents)):
            seats = seats[seats["game"].isin(seats.loc[seats["player"].isin(names), "game"])]
        return seats.drop_duplicates("game")

    def head(self, s: Selection, chapter: str) -> tuple[str, pd.DataFrame, str]:
        """The title and the games of a chapter, and why it shows nothing; the last is empty if it does."""
        if chapter == DATA_SET:
            return tr("The data set"), self._seats.drop_duplicates("game"), ""
        games = self.games(s)
        return title_of(s), games, self._problem(s, len(games))

    def _problem(self, s: Selection, n_games: int) -> str:
        if s.player is None:
            return "" if n_games else tr("No games for this choice.")
        if n_games:
            return "" if n_games >= LEAST_GAMES else too_few(n_games, "games", LEAST_GAMES)
        near = get_close_matches(s.player, self.names(s.players), n=3)
        nearest = tr(" Did you mean {names}?", names=tr(" or ").join(near)) if near else ""
        return tr("No games of {player} for this choice.", player=s.player) + nearest

    def chapters(self, s: Selection) -> dict[str, Sequence[Panel]]:
        """The panels of the selection's page by chapter."""
        chapters: dict[str, Sequence[Panel]] = {}
        for panel in panels_of(s):
            chapters[panel.chapter] = (*chapters.get(panel.chapter, ()), panel)
        return chapters | {DATA_SET: AUDIT}

    def answer(self, panel: Panel, s: Selection) -> Answer:
        """The answer of a panel."""
        return panel.answer(self.answers, s)

    def prepare(self) -> None:
        """Compute the rows of the whole data set that the data set keeps for later choices, until `close` is called."""
        s = Selection(players=self.players[0])
        for panel in (*CHOICES, *WAITED_ON):
            if self._is_open:
                self.answer(panel, s)
        if self._is_open:
            self.answers(luck_points, (), s.everyone(self.answers))

    def close(self) -> None:
        """End `prepare` after its next answer."""
        self._is_open = False

    def _of(self, players: int) -> pd.DataFrame:
        return self._seats[self._seats["players"].eq(players)]


def _seats(ds: Tables) -> pd.DataFrame:
    """One row per game and seat."""
    seats = widened(ds, "seats", {"started", "room", "year"})
    return to_frame(seats.select("game", "players", "player", "room", "started", "year"))


def title_of(s: Selection) -> str:
    """The title of a selection's page."""
    return s.player or tr("All players")


def caption_of(games: pd.DataFrame) -> str:
    """The number of games and their dates."""
    days = games["started"].dropna()
    dates = [span_text(day_text(days.min()), day_text(days.max()))] if len(days) else []
    return tr(", ").join([counted(len(games), "game"), *dates])
