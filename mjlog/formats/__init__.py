"""What a format is: bytes of many games in, columns and located failures out; found through entry points."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from mjlog.archive import Source, Unreadable, shards, sources
from mjlog.errors import Fault, LogError
from mjlog.formats.lists import Lister, lister_of
from mjlog.games.batch import Games, concatenate
from mjlog.games.columns import Ints
from mjlog.games.digest import as_text, content_digests

__all__ = [
    "GROUP",
    "LogWarning",
    "Parsed",
    "Parser",
    "Source",
    "Writer",
    "list_reader",
    "listers",
    "parse",
    "parsers",
    "passed_over",
    "read",
]

GROUP: Final = "mjlog.parsers"
"""Entry-point group: each entry is a module (or object) whose `PARSERS` lists the formats it reads, `LISTERS` its list
pages."""


class LogWarning(UserWarning):
    """Part of what was asked for could not be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """What a parser makes of a batch of sources."""

    games: Games
    source_of_game: Ints
    """`(n_games,)` int32: place in the batch of the source each game came from."""
    failures: tuple[tuple[int, str | None, LogError], ...]
    """Place of the source in the batch, id of the game where that is known, and the located error."""
    lists: tuple[int, ...] = ()
    """Places of the sources that are list pages, which hold no games."""


class Parser(Protocol):
    """A format that can be read."""

    name: str
    """Short name, such as `tenhou-xml`."""
    untold: frozenset[str]
    """Columns that the format has no place for, as `group.column`."""

    def recognises(self, source: Source) -> bool:
        """Whether the first bytes (or the name) look like this format; cheap and never raises."""

    def parse(self, sources: Sequence[Source]) -> Parsed:
        """All games of all sources as one batch; bad input becomes failures, never an exception."""


class Writer(Protocol):
    """A format that can be written."""

    name: str

    def write(self, games: Games) -> list[bytes]:
        """One file's bytes per game."""


@cache
def parsers() -> tuple[Parser, ...]:
    """Every installed format, by name of its entry point."""
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return tuple(parser for entry in entries for parser in entry.load().PARSERS)


@cache
def listers() -> tuple[Lister, ...]:
    """Every installed reader of list pages, by name of its entry point."""
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return tuple(lister for entry in entries for lister in getattr(entry.load(), "LISTERS", ()))


def parse(batch: Sequence[Source]) -> Parsed:
    """All games of all sources, of any formats, in the order of the sources; games without an id get a digest as id."""
    places: dict[int, list[int]] = {}
    failures: list[tuple[int, str | None, LogError]] = []
    lists: list[int] = []
    for place, source in enumerate(batch):
        found = _recognised(source)
        if found is not None:
            places.setdefault(found, []).append(place)
        elif lister_of(listers(), source):
            lists.append(place)
        else:
            failures.append((place, None, _unknown(source)))
    parts = []
    for found, chosen in (places or {0: []}).items():
        part = parsers()[found].parse([batch[place] for place in chosen])
        failures += [(chosen[place], game, error) for place, game, error in part.failures]
        parts.append((part.games, np.array(chosen, np.int32)[part.source_of_game]))
    games, source_of_game = parts[0]
    if len(parts) > 1:
        source_of_game = np.concatenate([of_game for _, of_game in parts])
        order = np.argsort(source_of_game, kind="stable")
        games, source_of_game = concatenate([games for games, _ in parts]).select(order), source_of_game[order]
    failures.sort(key=lambda failure: failure[0])
    return Parsed(games=_named(games), source_of_game=source_of_game, failures=tuple(failures), lists=tuple(lists))


def list_reader(source: Source) -> Lister | None:
    """The reader of a source that is a list page; None for what begins like a log, whatever its name."""
    lister = lister_of(listers(), source)  # most sources are no such page at a glance
    return lister if lister and _recognised(source) is None else None


def passed_over(n_lists: int) -> str:
    """The sentence on list pages among logs.

    >>> passed_over(1), passed_over(1200)
    ('1 list page passed over (an import reads it)', '1,200 list pages passed over (an import reads them)')
    """
    return (
        "1 list page passed over (an import reads it)"
        if n_lists == 1
        else f"{n_lists:,} list pages passed over (an import reads them)"
    )


def read(*paths: str | Path) -> Games:
    """All games in files, folders and archives, as one batch in memory.

    What cannot be read is shown as a `LogWarning`; when nothing can be read, the first `LogError` is raised. List pages
    are passed over with one `LogWarning` for all.
    """
    found: list[Source] = []
    errors: list[LogError] = []
    for shard in shards(paths):
        for item in sources(shard):
            if isinstance(item, Unreadable):
                errors.append(item.error.at(source=item.name))
            else:
                found.append(item)
    parsed = parse(found)
    errors += [error.at(source=found[place].name) for place, _, error in parsed.failures]
    if not errors and parsed.lists:
        errors += [_LIST.at(source=found[place].name) for place in parsed.lists[: not len(parsed.games)]]
    if errors and not len(parsed.games):
        raise errors[0]
    for text in [*map(str, errors), *([passed_over(len(parsed.lists))] if parsed.lists else ())]:
        warnings.warn(text, LogWarning, stacklevel=2)
    return parsed.games


_LIST: Final = LogError(Fault.UNKNOWN_FORMAT, "a list of games, not a log; an import reads it into the table `list`")


def _recognised(source: Source) -> int | None:
    """Place among the parsers of the one that reads a source."""
    return next((n for n, parser in enumerate(parsers()) if parser.recognises(source)), None)


def _unknown(source: Source) -> LogError:
    if not source.data:
        return LogError(Fault.UNKNOWN_FORMAT, "the file is empty")
    known = ", ".join(parser.name for parser in parsers())
    return LogError(Fault.UNKNOWN_FORMAT, f"not a log in a known format ({known})", _snippet(source.data))


def _snippet(data: bytes) -> str:
    """The beginning of a file, as text that can be shown and stored."""
    return data[:60].decode("utf-8", "backslashreplace")


def _named(games: Games) -> Games:
    """The games, those without an id named by their content."""
    ids = games.games.id
    unnamed = np.array([game is None for game in ids], np.bool_)
    if not unnamed.any():
        return games
    ids = ids.copy()
    ids[unnamed] = as_text(content_digests(games.select(unnamed)))
    return replace(games, games=games.games._replace(id=ids))
