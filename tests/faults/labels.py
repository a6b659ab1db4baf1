"""Games with one fault each, written, and a label that says which fault was put where."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.auditing.findings import Finding
from mjlog.errors import LogError
from mjlog.formats import Source, parse
from mjlog.games.batch import NESTING, Games
from parsers.tenhou import xml
from tests.faults import KINDS
from tests.faults.injecting import TRIES, Edits, Facts, Injection, Spot, placed, tried

PLACES: Final = ("kyoku", "event", "win", "seat")
"""Fields of a label, and of a finding, that say where a fault is."""
MADE_UP: Final = {
    "games": {"source", "rules", "room", "started", "vendor_type"},
    "events": {"tsumogiri"},
}
"""Columns that a reading fills by itself, by group."""


class Label(NamedTuple):
    """A fault put into a game; a row of the file of labels. Places count from 0, None where no place is due."""

    file: str
    fault: str
    """Name of its kind."""
    level: str
    """Level of the audit that finds it."""
    codes: str
    """Codes of findings, one of which is there, at the kyoku, event, win and seat."""
    kyoku: int | None
    """Place in the game."""
    event: int | None
    """Place in the kyoku."""
    win: int | None
    """Place among the wins of the kyoku."""
    seat: int | None
    consequences: str
    """Codes of what else may be found in the game."""


def with_faults(games: Games, chances: Sequence[Random]) -> Iterator[tuple[bytes, Label]]:
    """Each game as a file of Tenhou's XML with one fault, of a kind that its own chance draws.

    A fault that this format cannot tell (a chi from the player opposite, say) is not put in: the file read back must
    hold the very columns the fault was put into. Raises ValueError for a game that can take no fault.
    """
    facts, trials = Facts(games), [_trials(chance) for chance in chances]
    rows_of: dict[str, dict[int, list[int]]] = {}
    done: dict[int, tuple[bytes, Label]] = {}
    while len(done) < len(games):
        edits, chosen = Edits(facts), {}
        for game in sorted(set(range(len(games))) - set(done)):
            chosen[game] = _put(edits, game, trials[game], chances[game], rows_of)
        made = edits.made()
        for game, (kind, spot) in chosen.items():
            one = made.select(np.array([game]))
            if (text := _told(one)) is not None:
                done[game] = text, _label(one.games.id[0], kind, placed(edits, spot))
    return (done[game] for game in range(len(games)))


def write_labels(labels: Iterable[Label], path: Path) -> int:
    """Write labels as CSV below a line of names; their number."""
    n = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(Label._fields)
        for n, label in enumerate(labels, start=1):  # noqa: B007
            rows.writerow(label)
    return n


def read_labels(path: Path) -> list[Label]:
    """The labels in a file that `write_labels` wrote."""
    with path.open(encoding="utf-8", newline="") as file:
        return [Label(**{name: _value(name, text) for name, text in row.items()}) for row in csv.DictReader(file)]


def _value(name: str, text: str) -> Any:
    return text if name not in PLACES else int(text) if text else None


def is_found(label: Label, findings: Iterable[Finding]) -> bool:
    """Whether one of the findings in the game has a code and the place that the label asks for."""
    return any(
        finding.code in label.codes.split()
        and all(getattr(label, place) in (None, getattr(finding, place)) for place in PLACES)
        for finding in findings
    )


def _trials(chance: Random) -> Iterator[Injection]:
    """The kinds in the order in which a game tries them."""
    return iter(chance.sample(KINDS, len(KINDS)))


def _put(
    edits: Edits, game: int, trials: Iterator[Injection], chance: Random, rows_of: dict[str, dict[int, list[int]]]
) -> tuple[Injection, Spot]:
    """Put the first fault that fits into a game; the kind and its spot in rows."""
    for kind in trials:
        if kind.name not in rows_of:
            rows_of[kind.name] = _rows(kind, edits.facts)
        rows = rows_of[kind.name].get(game, [])
        if spot := tried(kind, edits, chance.sample(rows, min(TRIES, len(rows)))):
            return kind, spot
    raise ValueError(f"no fault fits game {edits.games.games.id[game]}")


def _rows(kind: Injection, facts: Facts) -> dict[int, list[int]]:
    """Rows a kind may be tried at, by game."""
    rows: dict[int, list[int]] = {}
    found = np.flatnonzero(kind.where(facts))
    for game, row in zip(facts.game_of(kind.group)[found].tolist(), found.tolist(), strict=True):
        rows.setdefault(game, []).append(row)
    return rows


def _told(game: Games) -> bytes | None:
    """The file of a game; None if the format refuses the fault or reads another game back."""
    try:
        (text,) = xml.write(game)
    except LogError:  # a result that the format does not have
        return None
    parsed = parse([Source(_file(game.games.id[0]), text)])
    same = not parsed.failures and all(
        np.array_equal(there, here, equal_nan=here.dtype.kind == "f")
        for group in ("games", "seats", *(child for _, _, child in NESTING))
        for name, here, there in _columns(game, parsed.games, group)
        if name not in MADE_UP.get(group, ())
    )
    return text if same else None


def _columns(game: Games, other: Games, group: str) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    here, there = getattr(game, group), getattr(other, group)
    return zip(here._fields, here, there, strict=True)


def _file(game: str) -> str:
    return f"{game}{xml.FORMAT.suffix}"


def _label(game: str, kind: Injection, spot: Spot) -> Label:
    return Label(
        file=_file(game),
        fault=kind.name,
        level=kind.level,
        codes=" ".join(sorted(kind.codes)),
        kyoku=spot.kyoku,
        event=spot.event,
        win=spot.win,
        seat=spot.seat,
        consequences=" ".join(sorted(kind.consequences)),
    )
