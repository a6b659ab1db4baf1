"""The prepared statistics in this process and on the disk: planning them with Ibis takes seconds, reading them none.

The file is in the user's folder for caches, `$XDG_CACHE_HOME/mjlog` or `~/.cache/mjlog`, one for each installation. It
is valid for one state of our sources and of the packages that write the SQL, and it ends in a digest: any other file is
ignored and replaced. Where it cannot be written, each process plans anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

from mjlog.stats.prepared import Prepared
from mjlog.tables.folder import replaced

PACKAGES: Final = ("ibis-framework", "sqlglot", "duckdb")
"""The packages that the SQL depends on."""
SOURCES: Final = Path(__file__).resolve().parents[1]


@cache
def prepared() -> Mapping[str, Prepared]:
    """The pieces of every table of `mjlog.stats`."""
    state = state_of_sources()
    path = _path()
    kept = _read(path, state) if path else None
    if kept is not None:
        return kept
    from mjlog.stats.preparing import prepare  # it loads Ibis

    tables = prepare()
    if path:
        _write(path, state, tables)
    return tables


def state_of_sources() -> str:
    """A digest of all our sources and of the versions of the packages."""
    digest = sha256(json.dumps([version(package) for package in PACKAGES]).encode())
    for path in sorted(SOURCES.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _path() -> Path | None:
    """The file of this installation; None for a user without a home."""
    try:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache")
    except RuntimeError:
        return None
    return folder / "mjlog" / f"statistics-{sha256(str(SOURCES).encode()).hexdigest()[:16]}.json"


def _read(path: Path, state: str) -> dict[str, Prepared] | None:
    """The tables of the file; None unless it is whole and of this state."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        if head.decode() != _head(state, body):
            return None
        return {name: Prepared.of(values) for name, values in json.loads(body).items()}
    except (OSError, ValueError):
        return None


def _write(path: Path, state: str, tables: Mapping[str, Prepared]) -> None:
    """Replace the file as a whole: another process reads the old one or the new one. An error changes nothing."""
    body = json.dumps(tables, ensure_ascii=False).encode()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replaced(path) as new:
            new.write_bytes(_head(state, body).encode() + b"\n" + body)


def _head(state: str, body: bytes) -> str:
    return f"{state} {sha256(body).hexdigest()}"
