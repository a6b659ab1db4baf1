"""A kind of mutation, and the trial of many of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mjlog.auditing.run import audit
from mjlog.formats import Source, parse

Change = Callable[[list[Any], int], list[Any] | None]
"""The parts of a log with the part at a place changed; None where that changes nothing."""

MOST_SITES = 3
"""Places at which each kind is tried."""


@dataclass(frozen=True)
class Kind:
    """One change: the parts of a log that it applies to, and the change."""

    name: str
    applies: Callable[[Any], bool]
    change: Change


def sites(kind: Kind, logs: Sequence[list[Any]]) -> Iterator[list[Any]]:
    """The parts of the logs with one change each, at places spread over the logs."""
    places = [(log, place) for log in logs for place, part in enumerate(log) if kind.applies(part)]
    n = 0
    for log, place in [*places[:: max(len(places) // (2 * MOST_SITES), 1)], *places]:
        changed = kind.change([*log], place)
        if changed is not None and changed != log:
            yield changed
            n += 1
        if n == MOST_SITES:
            return


def unnoticed(kinds: Sequence[Kind], logs: Sequence[list[Any]], text: Callable[[list[Any]], bytes]) -> dict[str, int]:
    """For each kind, the changed logs that are read without a failure and audited without a finding."""
    of_source = [(kind.name, changed) for kind in kinds for changed in sites(kind, logs)]
    named = {name for name, _ in of_source}
    assert named == {kind.name for kind in kinds}, f"never applied: {sorted({k.name for k in kinds} - named)}"
    parsed = parse([Source(f"{n}.log", text(changed)) for n, (_, changed) in enumerate(of_source)])
    noticed = {source for source, *_ in parsed.failures}
    noticed |= {int(parsed.source_of_game[finding.game]) for finding in audit(parsed.games).findings}
    missed = {kind.name: 0 for kind in kinds}
    for n, (name, _) in enumerate(of_source):
        missed[name] += n not in noticed
    return missed


def removed(log: list[Any], place: int) -> list[Any]:
    return [*log[:place], *log[place + 1 :]]


def doubled(log: list[Any], place: int) -> list[Any]:
    return [*log[:place], log[place], *log[place:]]


def swapped(log: list[Any], place: int) -> list[Any] | None:
    """The part after its successor."""
    if place + 1 == len(log):
        return None
    return [*log[:place], log[place + 1], log[place], *log[place + 2 :]]
