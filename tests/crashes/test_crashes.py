"""The short form of `python -m tests.crashes`."""

import os

import pytest

from tests.crashes.kills import kills
from tests.crashes.scenarios import scenarios


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="a system without waitid")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_killed_work_loses_and_doubles_no_row(tmp_path):
    table = kills(scenarios(tmp_path), tmp_path / "out", 8, seed=3)
    assert {fault: kind for kind, counts in table.items() for fault in counts if fault != "kills"} == {}
    assert sum(counts["kills"] for counts in table.values()) >= 8
