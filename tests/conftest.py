"""Fixtures shared by all tests."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import mjlog
from mjlog.tables.dataset import Dataset

settings.register_profile("loaded", suppress_health_check=[HealthCheck.too_slow])  # no test depends on the clock
settings.load_profile("loaded")

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
KEPT_OUTSIDE = "real replays and known answers are kept outside the repository"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real replays and known answers beside the repository; it is never part of it."""
    if not SHARED.is_dir():
        pytest.skip(f"no folder {SHARED}: {KEPT_OUTSIDE}")
    return SHARED


@pytest.fixture(scope="session", autouse=True)
def _caches(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """Keep the cache of prepared statistics, of this process and of commands that tests run, in a temporary folder.

    The workers of one run share it.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "caches"))
        yield


@pytest.fixture(scope="session")
def ds(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """The tables of the sample games, those of discards and calls too. Tests only read them."""
    out = tmp_path_factory.mktemp("samples")
    mjlog.import_archive(ROOT / "data" / "games", out, workers=1, decisions=True)
    return mjlog.open(out)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Give the tests without that folder one place, so that the summary is one line for all of them."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple) and KEPT_OUTSIDE in report.longrepr[2]:
        report.longrepr = (__file__, 0, report.longrepr[2])
    return report
