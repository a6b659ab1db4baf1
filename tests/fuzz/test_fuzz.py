"""A short, fixed form of the fuzzing: the same few inputs of every target each time."""

import pytest

from tests.fuzz.mutating import smaller
from tests.fuzz.run import run
from tests.fuzz.targets import TARGETS

RUNS = {"tenhou-xml": 100, "json": 60, "mjai": 50, "protobuf": 50, "containers": 50, "data-sets": 2}


@pytest.mark.parametrize("name", TARGETS)
def test_damaged_inputs_are_read_or_refused(name: str) -> None:
    outcome = run([name], seed=1, first=0, n=RUNS.get(name, 200))[name]
    assert [finding.error for finding in outcome.findings] == []
    assert outcome.n_inputs == RUNS.get(name, 200)


def test_an_input_that_fails_is_made_small() -> None:
    assert smaller(b"aaaaaaaaaaxbbbbbbbbbbb", lambda data: b"x" in data) == b"x"
