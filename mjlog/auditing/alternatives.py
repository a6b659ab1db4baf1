"""Single rule options that explain a difference between a log and the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from mjlog.errors import LogError
from mjlog.rules.option import Alternatives
from mjlog.rules.rule_options import change_of
from mjlog.rules.ruleset import RuleSet


def shown(option: str, value: Any) -> str:
    """An option as `field=value`: sets of yaku in braces, uma in thousands."""
    if isinstance(value, frozenset):
        text = "{" + ", ".join(sorted(value)) + "}"
    elif isinstance(value, tuple):
        text = " ".join(f"{n / 1_000:+g}" for n in value)
    else:
        text = str(value).lower()
    return f"{option}={text}"


@lru_cache(maxsize=256)
def variants(rules: RuleSet, alternatives: Alternatives) -> tuple[tuple[str, RuleSet], ...]:
    """The rule set with one option changed at a time, each named `option=value`."""
    found = []
    for option, values in alternatives:
        for value in values:
            if value == getattr(rules, option):
                continue
            try:
                changed = replace(rules, **change_of(option, value))
            except LogError:
                continue  # the option contradicts another one of this rule set
            found.append((shown(option, value), changed))
    return tuple(found)


def explanation(rules: RuleSet, alternatives: Alternatives, explains: Callable[[RuleSet], bool]) -> str | None:
    """The first option, as `option=value`, that alone makes the log correct; None if there is no such option.

    >>> explanation(RuleSet(), (("tobi", ("none", "at_zero")),), lambda rules: rules.tobi == "at_zero")
    'tobi=at_zero'
    """
    return next((name for name, changed in variants(rules, alternatives) if explains(changed)), None)
