"""Reading game logs: bytes of any installed format in, columns and located failures out.

Packages install formats, list pages and platforms through the entry points `mjlog.parsers`; nothing here knows one.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.archive import Source, Unreadable, shards, sources
from mjlog.errors import Fault, LogError
from mjlog.formats.bounds import TOO_DEEP, capped, too_deep
from mjlog.formats.contents import contents, is_wrapped
from mjlog.formats.format import Format, Parsed, Platform
from mjlog.formats.lists import ListReader
from mjlog.formats.other_programs import program_message
from mjlog.games.batch import Games, concatenate
from mjlog.games.digest import openings
from mjlog.games.gaps import gap_errors, with_certain_tiles
from mjlog.games.parts import EAST_1, id_of_part
from mjlog.games.ranges import within_ranges

__all__ = [
    "ENTRY_POINTS",
    "Format",
    "LogWarning",
    "Parsed",
    "Platform",
    "ReadGames",
    "Source",
    "formats",
    "list_reader_of",
    "list_readers",
    "parse",
    "platforms",
    "read",
    "read_sources",
    "skipped_lists",
]

ENTRY_POINTS: Final = "mjlog.parsers"
"""Entry-point group. Each entry is a module with any of the tuples `FORMATS`, `LIST_READERS` and `PLATFORMS`."""

_SNIPPET: Final = 60
"""Bytes of an unknown file shown in its failure."""


class LogWarning(UserWarning):
    """A file, or a part of it, could not be read."""


@cache
def formats() -> dict[str, Format]:
    """Every installed format by its name, in the order of the entry points."""
    return {known.name: known for known in _installed("FORMATS")}


@cache
def list_readers() -> tuple[ListReader, ...]:
    """Every installed reader of list pages, in the order of the entry points."""
    return tuple(_installed("LIST_READERS"))


@cache
def platforms() -> dict[str, Platform]:
    """Every installed platform by its name."""
    return {platform.name: platform for platform in _installed("PLATFORMS")}


def _installed(attribute: str) -> Iterator[Any]:
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        yield from getattr(entry.load(), attribute, ())


def parse(batch: Sequence[Source]) -> Parsed:
    """All games of all sources, of any formats, in the order of the sources.

    A game without an id gets a digest as id, a part of a game an id of its own (`mjlog.games.parts`). A kyoku
    with a number out of its range (`mjlog.games.ranges`) is a failure, and ends its game.
    """
    found: dict[str, list[tuple[int, Source]]] = {}
    failures: list[tuple[int, str | None, LogError]] = []
    lists: list[int] = []
    for place, source in enumerate(batch):
        if too_deep(source.data):
            failures.append((place, None, TOO_DEEP))
            continue
        name = _recognised(source)
        if name is not None:
            found.setdefault(name, []).append((place, source))
        elif _list_reader(source):
            lists.append(place)
        elif logs := _logs_in(source):
            for name, log in logs:
                if too_deep(log.data):
                    failures.append((place, None, TOO_DEEP))
                else:
                    found.setdefault(name, []).append((place, log))
        else:
            failures.append((place, None, _unknown(source)))
    parts = []
    for name, of_format in (found or {next(iter(formats())): []}).items():
        part = _bounded(formats()[name].parse([source for _, source in of_format]))
        places = [place for place, _ in of_format]
        failures += [(places[place], game, error) for place, game, error in part.failures]
        n_unrecorded = np.full(len(part.games), len(formats()[name].unrecorded), np.int32)
        parts.append((part.games, np.array(places, np.int32)[part.source_of_game], n_unrecorded))
    games, source_of_game, n_unrecorded = parts[0]
    if len(parts) > 1:
        source_of_game = np.concatenate([of_game for _, of_game, _ in parts])
        order = np.argsort(source_of_game, kind="stable")
        games, source_of_game = concatenate([games for games, _, _ in parts]).select(order), source_of_game[order]
        n_unrecorded = np.concatenate([of_game for _, _, of_game in parts])[order]
    filled = _with_ids(with_certain_tiles(games))
    failures += ((int(source_of_game[game]), filled.games.id[game], error) for game, error in gap_errors(games, filled))
    failures = sorted(capped(failures), key=lambda failure: failure[0])
    return Parsed(
        games=filled,
        source_of_game=source_of_game,
        failures=tuple(failures),
        lists=tuple(lists),
        n_unrecorded=n_unrecorded,
    )


def _logs_in(source: Source) -> list[tuple[str, Source]]:
    """The logs that a file contains which is none itself, with their formats: those of the outermost level with any."""
    if program_message(source.data) and not is_wrapped(source.data):
        return []
    levels = ([(_recognised(inner), inner) for inner in level] for level in contents(source))
    logs = ([(name, inner) for name, inner in level if name is not None] for level in levels)
    return next(filter(None, logs), [])


def _bounded(part: Parsed) -> Parsed:
    """The games of a format up to the first number of each that is out of range."""
    games, kept, breaches = within_ranges(part.games)
    if not breaches:
        return part
    header = part.games.games
    left = set(kept.tolist())
    failures = tuple(
        (
            int(part.source_of_game[breach.game]),
            header.id[breach.game] if breach.game in left else None,
            LogError(Fault.BAD_VALUE, breach.message).at(source=header.source[breach.game], kyoku=breach.kyoku),
        )
        for breach in breaches
    )
    return replace(part, games=games, source_of_game=part.source_of_game[kept], failures=(*part.failures, *failures))


class ReadGames(NamedTuple):
    """The games of files and members, and everything else that was among them."""

    games: Games
    errors: tuple[LogError, ...] = ()
    """Located errors of whatever cannot be read."""
    lists: tuple[str, ...] = ()
    """Names of list pages, which contain no games."""


def read_sources(items: Iterable[Source | Unreadable]) -> ReadGames:
    """All games of the items of a shard (see `mjlog.archive.sources`), as one batch."""
    batch: list[Source] = []
    errors: list[LogError] = []
    for item in items:
        if isinstance(item, Unreadable):
            errors.append(item.error.at(source=item.name))
        else:
            batch.append(item)
    parsed = parse(batch)
    errors += (error.at(source=batch[place].name) for place, _, error in parsed.failures)
    return ReadGames(parsed.games, tuple(errors), tuple(batch[place].name for place in parsed.lists))


def list_reader_of(source: Source) -> ListReader | None:
    """The reader of a source that is a list page; None for one that begins like a log, whatever its name."""
    reader = _list_reader(source)  # first, because it is fast for the many sources that are no list page
    return reader if reader and _recognised(source) is None else None


def skipped_lists(n_lists: int) -> str:
    """The sentence about list pages among logs.

    >>> skipped_lists(1), skipped_lists(1200)
    ('1 list page skipped (an import reads it)', '1,200 list pages skipped (an import reads them)')
    """
    return (
        "1 list page skipped (an import reads it)"
        if n_lists == 1
        else f"{n_lists:,} list pages skipped (an import reads them)"
    )


def read(*paths: str | Path) -> Games:
    """All games in files, folders and archives, as one batch in memory.

    Each part that cannot be read is a `LogWarning`; if nothing can be read, the first `LogError` is raised. List pages
    are skipped, with one `LogWarning` for all.
    """
    games, errors, lists = read_sources(item for shard in shards(paths) for item in sources(shard))
    problems = [*errors, *(_LIST.at(source=name) for name in lists)]
    if problems and not len(games):
        raise problems[0]
    for text in [*map(str, errors), *([skipped_lists(len(lists))] if lists else ())]:
        warnings.warn(text, LogWarning, stacklevel=2)
    return games


_LIST: Final = LogError(Fault.UNKNOWN_FORMAT, "a list of games, not a log; an import reads it into the table `list`")


def _recognised(source: Source) -> str | None:
    """Name of the first format that recognises a source."""
    return next((name for name, known in formats().items() if known.recognises(source)), None)


def _list_reader(source: Source) -> ListReader | None:
    return next((reader for reader in list_readers() if reader.recognises(source)), None)


def _unknown(source: Source) -> LogError:
    if not source.data:
        return LogError(Fault.UNKNOWN_FORMAT, "the file is empty")
    beginning = source.data[:_SNIPPET].decode("utf-8", "backslashreplace")
    message = program_message(source.data) or f"not a log in a known format ({', '.join(formats())})"
    return LogError(Fault.UNKNOWN_FORMAT, message, beginning)


def _with_ids(games: Games) -> Games:
    """The games, with a digest of its beginning as the id of each game that has none, and with the ids of parts."""
    first, kyoku = games.kyoku_start[:-1], games.kyoku
    starts = np.stack([kyoku.wind[first], kyoku.number[first], kyoku.honba[first]], axis=1)
    without = np.array([game is None for game in games.games.id], np.bool_)
    parts = np.flatnonzero((starts != EAST_1).any(axis=1) & ~without)
    if not without.any() and not len(parts):
        return games
    ids = games.games.id.copy()
    for game in parts.tolist():
        ids[game] = id_of_part(ids[game], *starts[game].tolist())
    if without.any():
        ids[without] = openings(games.select(without))
    return replace(games, games=games.games._replace(id=ids))
