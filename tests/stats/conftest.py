"""The genuine games as tables."""

from pathlib import Path
from types import SimpleNamespace

import ibis
import pytest

from mjlog import formats
from mjlog.digest import content_digests
from mjlog.tables.build import build
from mjlog.tables.build_decisions import build_decisions


@pytest.fixture(scope="session")
def genuine(shared: Path) -> SimpleNamespace:
    """The tables of all genuine games."""
    games = formats.read(shared / "replays" / "tenhou_xml")
    tables = build(games, content_digests(games)) | build_decisions(games)
    return SimpleNamespace(**{name: ibis.memtable(table) for name, table in tables.items()})
