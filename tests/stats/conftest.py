"""The genuine games as tables."""

from pathlib import Path
from types import SimpleNamespace

import ibis
import pytest

from mjlog import formats
from mjlog.tables.build import build


@pytest.fixture(scope="session")
def genuine(shared: Path) -> SimpleNamespace:
    """The tables of all genuine games."""
    tables = build(formats.read(shared / "replays" / "tenhou_xml"))
    return SimpleNamespace(**{name: ibis.memtable(table) for name, table in tables.items()})
