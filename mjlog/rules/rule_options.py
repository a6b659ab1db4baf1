"""The options of a rule set: their types and documentation, the aspect that each decides, and changes of one."""

from __future__ import annotations

from typing import Any, Final

from mjlog.rules.option import Alternatives, Aspect, code_of, docs_of, options_of, types_of
from mjlog.rules.ruleset import RuleSet

RECORDED_ONLY: Final = tuple(name for name, about in options_of(RuleSet).items() if not about.decides)
"""Options that no code reads yet: rule sets record them, and no result depends on them."""


def option_types() -> dict[str, Any]:
    """The type of each option."""
    return types_of(RuleSet)


def option_docs() -> dict[str, str]:
    """The sentence that documents each option, as written beneath it."""
    return docs_of(RuleSet)


def deciding(aspect: Aspect) -> tuple[str, ...]:
    """The options that decide an aspect of the game.

    >>> deciding("result")[:3]
    ('players', 'start_points', 'rounding')
    """
    return tuple(name for name, about in options_of(RuleSet).items() if aspect in about.decides)


def alternatives(aspect: Aspect) -> Alternatives:
    """The options of an aspect the audit tries in search of an explanation, each with the values tried."""
    return tuple(
        (name, about.tried) for name, about in options_of(RuleSet).items() if aspect in about.decides and about.tried
    )


def change_of(name: str, value: Any) -> dict[str, Any]:
    """The options to change for an option to have a value: itself and those that must change with it.

    >>> change_of("dealer_repeat", "win")
    {'dealer_repeat': 'win', 'tenpai_yame': 'none'}
    """
    return {name: value} | dict(options_of(RuleSet)[name].implies.get(value, {}))


def number_of(name: str, word: str) -> int:
    """The number of an option's word in compiled code: its place in the vocabulary.

    >>> number_of("kuikae", "free")
    2
    """
    return code_of(RuleSet, name, word)
