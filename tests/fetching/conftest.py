import tempfile

import pytest

from tests.fetching.loopback import Clock, serving


@pytest.fixture(autouse=True)
def _own_locks(tmp_path_factory, monkeypatch):
    """Locks of sites go into a folder of the test."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("locks")))


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def site(clock):
    with serving(clock) as site:
        yield site
