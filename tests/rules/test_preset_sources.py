"""Every value of a preset has a source, and no preset contradicts what its sources leave open."""

import pytest

from mjlog.rules.preset_sources import CODES, INFERRED, SOURCES, source_of, unstated
from mjlog.rules.presets import PRESETS
from mjlog.rules.ruleset import OPTIONS, differences


def test_every_preset_has_sources_and_a_base() -> None:
    assert {*SOURCES} == {*PRESETS} - {"tenhou"}
    assert {sources.base for sources in SOURCES.values()} <= {*PRESETS}


@pytest.mark.parametrize("name", SOURCES)
def test_the_values_that_differ_from_the_base_are_those_with_a_source(name: str) -> None:
    changed = differences(PRESETS[name], PRESETS[SOURCES[name].base])
    assert set(changed) == set(SOURCES[name].by_option())
    named = [option for options in SOURCES[name].stated.values() for option in options.split()]
    assert len(named) == len(set(named))


@pytest.mark.parametrize("name", SOURCES)
def test_what_no_source_states_is_the_value_of_the_base(name: str) -> None:
    rules, base = PRESETS[name], PRESETS[SOURCES[name].base]
    open_options = unstated(name)
    assert set(open_options) <= {*OPTIONS}
    assert [o for o in open_options if getattr(rules, o) != getattr(base, o)] == []


def test_every_source_is_known_and_used() -> None:
    used = {code for s in SOURCES.values() for codes in s.stated for code in codes.split(", ")}
    assert used == {*CODES, INFERRED}


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_that_differs_from_tenhou_has_a_source(name: str) -> None:
    assert [o for o in differences(PRESETS[name], PRESETS["tenhou"]) if source_of(name, o) is None] == []


@pytest.mark.parametrize("name", PRESETS)
def test_a_note_leaves_to_the_sources_what_nobody_states(name: str) -> None:
    """A note that says so in words could contradict a value; `unstated` is compared with the values."""
    assert [
        p for p in ("those of", "is that of", "not stated", "unknown", "taken from") if p in PRESETS[name].note
    ] == []
