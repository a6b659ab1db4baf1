"""The short form of `python -m tests.crashes`."""

import os

import pytest

from tests.crashes.disks import disk_faults
from tests.crashes.kills import kills
from tests.crashes.scenarios import scenarios


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    return scenarios(tmp_path_factory.mktemp("work"))


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="a system without waitid")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_killed_work_loses_and_doubles_no_row(work, tmp_path):
    table = kills(work, tmp_path / "out", 8, seed=3)
    assert {fault: kind for kind, counts in table.items() for fault in counts if fault != "kills"} == {}
    assert sum(counts["kills"] for counts in table.values()) >= 8


def test_work_on_a_disk_that_fails_is_an_error_with_its_place_and_damages_nothing(work, tmp_path):
    table = disk_faults(work, tmp_path / "out", 25, seed=1)
    assert {fault: kind for kind, counts in table.items() for fault in counts if fault != "trials"} == {}
    assert len(table) == 25
