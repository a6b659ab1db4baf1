"""Which single rule option would explain what a log does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from mjlog.errors import LogError
from mjlog.rules.ruleset import RuleSet

NEEDS: Final[dict[tuple[str, Any], dict[str, Any]]] = {
    ("dealer_repeat", "win"): {"tenpai_yame": "none"},
    ("dealer_repeat", "never"): {"tenpai_yame": "none", "agari_yame": "none"},
    ("multiple_ron", "head_bump"): {"sanchahou": "off", "honba_to": "nearest", "sticks_to": "nearest"},
}
"""What must change with an option for the rules to stay whole."""


def explanation(
    rules: RuleSet, options: Iterable[tuple[str, Iterable[Any]]], explains: Callable[[RuleSet], bool]
) -> str | None:
    """The first option, as `field=value`, that alone makes the log right; None if no single one does.

    >>> explanation(RuleSet(), [("tobi", ["none", "at_zero"])], lambda rules: rules.tobi == "at_zero")
    'tobi=at_zero'
    """
    for option, values in options:
        for value in values:
            if value == getattr(rules, option):
                continue
            try:
                changed = replace(rules, **{option: value} | NEEDS.get((option, value), {}))
            except LogError:
                continue  # the option contradicts another one of this rule set
            if explains(changed):
                return f"{option}={value}"
    return None
