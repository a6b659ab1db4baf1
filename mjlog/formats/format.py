"""The record of a format and of a platform: all that the library knows about either comes from these two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from mjlog.archive import Source
from mjlog.errors import LogError
from mjlog.games.batch import Games
from mjlog.games.columns import Ints
from mjlog.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """The games of a batch of sources."""

    games: Games
    source_of_game: Ints
    """`(n_games,)` int32: place in the batch of the source each game came from."""
    failures: tuple[tuple[int, str | None, LogError], ...]
    """Place of the source in the batch, id of the game where that is known, and the located error."""
    lists: tuple[int, ...] = ()
    """Places of the sources that are list pages, which contain no games."""
    n_unrecorded: Ints = field(default_factory=lambda: np.zeros(0, np.int32))
    """`(n_games,)`: number of columns that the format of each game has no field for; only in `mjlog.formats.parse`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of game logs that can be read, and perhaps written."""

    name: str
    """Short name, such as `tenhou-xml`."""
    title: str
    """A few words for help texts, such as `Tenhou's XML (mjlog)`."""
    suffix: str
    """Ending of the names of its files, such as `.xml`."""
    unrecorded: frozenset[str] = frozenset()
    """Columns that the format has no field for, as `group.column`."""
    recognises: Callable[[Source], bool]
    """Whether the first bytes (or the name) look like this format; cheap and never raises."""
    parse: Callable[[Sequence[Source]], Parsed]
    """All games of all sources as one batch; bad input becomes failures, never an exception."""
    write: Callable[[Games], list[bytes]] | None = None
    """One file's bytes per game; raises LogError for a game that the format cannot record. None: it is only read."""
    filled_for: str | None = None
    """Platform whose yaku codes `write` needs, together with every tile copy and the value of every win: what a game
    lacks of these is filled in before it is written. None: `write` takes games as they are."""
    viewer_link: Callable[[Games, int, int], str] | None = None
    """Address that shows a kyoku (game and its kyoku, from 0) in the viewer of the format's service, if it has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """A service on which games are played, as in the column `games.platform`: the facts its logs leave out."""

    name: str
    yaku_codes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The service's number of each yaku by its key; four numbers are one for each wind, east to north."""
    room_names: Mapping[str, str] = field(default_factory=dict)
    """Names of rooms in Latin letters → their word in the column `games.room`."""
    states_length: bool = False
    """Every log says whether it is an east game or a hanchan."""
    rules_by_period: Callable[[RuleSet, str | None], tuple[RuleSet, ...]] | None = None
    """Rule sets a table may have had over the years, the latest first, from its rules of today and the seed of a game
    without a date. None: the rules have not changed."""
    id_in_name: Callable[[str], str | None] = lambda _: None
    """The id of a game in the name of its file, for logs that do not record it."""
    game_address: Callable[[str, int], str | None] | None = None
    """Web address that replays a game (its id, and the seat to sit at), or None for an id that is not the service's."""
