"""The genuine games as a data set."""

from pathlib import Path

import pytest

import mjlog
from mjlog.tables.dataset import Dataset


@pytest.fixture(scope="session")
def genuine(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """The tables of all genuine games, those of discards and calls too."""
    out = tmp_path_factory.mktemp("genuine")
    mjlog.import_archive(shared / "replays" / "tenhou_xml", out, workers=1, decisions=True)
    return mjlog.open(out)
