"""Fixtures shared by all tests."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real replays and known answers beside the repository; it is never part of it."""
    if not SHARED.is_dir():
        pytest.skip(f"no folder {SHARED}: real replays and known answers are kept outside the repository")
    return SHARED
