"""Games that are cut short: their last kyoku are missing, so rates lean."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from mjlog.stats.dimensions import Tables, Where, grouped_rows, to_frame
from mjlog.stats.prepared_query import NotPreparedError, count_cut_games
from mjlog.tables.dataset import Dataset
from mjlog.words import tr

if TYPE_CHECKING:
    import ibis.expr.types as ir


class WithFailures(Tables, Protocol):
    """A data set."""

    @property
    def failures(self) -> ir.Table:
        """One row per file, game or part of a game that could not be read."""


def cut_games_note(ds: WithFailures, where: Where | None = None) -> str | None:
    """The sentence on games with a row in `where` that could not be read to their end; None without such a game.

    A game that was read whole from another file is not cut. A log does not say how many kyoku follow the place where
    it breaks off, so the number of lost kyoku is the least one: one for each game.
    """
    if isinstance(ds, Dataset) and not ds.manifest.rows("failures"):
        return None
    n = _number(ds, where)
    if not n:
        return None
    games = tr("1 game is" if n == 1 else "{n:,} games are", n=n)
    lost = "{games} cut short (see the table `failures`): at least {n:,} kyoku are lost, so rates lean"
    return tr(lost, games=games, n=n)


def _number(ds: WithFailures, where: Where | None) -> int:
    if isinstance(ds, Dataset):
        with suppress(NotPreparedError):
            return count_cut_games(ds, where)
    failures = ds.failures.filter(ds.failures.game.notnull())
    incomplete = ds.games.filter(~ds.games.complete)
    if where:
        incomplete = incomplete.semi_join(grouped_rows(ds, "hands", (), where)[0], "game")
    return int(to_frame(failures.semi_join(incomplete, "game").aggregate(n=lambda t: t.game.nunique()))["n"][0])
