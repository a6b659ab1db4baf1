"""The genuine games as tables."""

from pathlib import Path
from types import SimpleNamespace

import ibis
import pytest

from mjlog import formats
from mjlog.digest import content_digests
from mjlog.tables.build import build


@pytest.fixture(scope="session")
def genuine(shared: Path) -> SimpleNamespace:
    """The tables of all genuine games."""
    games = formats.read(shared / "replays" / "tenhou_xml")
    tables = build(games, content_digests(games))
    return SimpleNamespace(**{name: ibis.memtable(table) for name, table in tables.items()})
