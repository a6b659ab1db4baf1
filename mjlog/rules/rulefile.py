"""Rule files: a rule set as TOML, either the differences from a preset or every option."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args, get_origin

from mjlog.errors import Fault, LogError
from mjlog.rules.presets import PRESETS, TENHOU, preset
from mjlog.rules.rule_options import option_types
from mjlog.rules.ruleset import OPTIONS, RuleSet, differences

Rules = RuleSet | str | Path
"""A rule set, the name of a preset, or the path of a rule file (ending in `.toml`); `rules_of` makes it a rule set."""
LEAST_POINTS = 100
"""All points of riichi mahjong are multiples of this."""


def load(text: str, base: RuleSet = TENHOU) -> RuleSet:
    """The rule set of a rule file: the options that differ from its `base = "…"` (a preset), or else from `base`.

    An unknown option is refused with the nearest known ones.

    >>> load("double_wind_fu = 2").double_wind_fu
    2
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LogError(Fault.BAD_RULES, f"the rule file is not TOML: {error}") from error
    name = table.pop("base", None)
    if not (name is None or isinstance(name, str)):
        raise LogError(Fault.BAD_RULES, f"base is {name!r}, expected the name of a preset")
    for option in table:
        if option not in OPTIONS:
            raise LogError(Fault.BAD_RULES, f"no option {option!r}{_nearest(option)}", raw=text)
    values = {option: _from_toml(value, option_types()[option]) for option, value in table.items()}
    _refuse_thousands(values.get("uma"))
    return replace(base if name is None else preset(name), **values)


def dump(rules: RuleSet, base: RuleSet | None = None) -> str:
    """The rule file of a rule set: the differences from `base`, a preset, or every option."""
    if base is None:
        options = {option: getattr(rules, option) for option in OPTIONS}
        head = []
    elif PRESETS.get(base.name) != base:
        raise LogError(Fault.BAD_RULES, f"{base.name!r} is not a preset, so no rule file can start from it")
    else:
        options = {"name": rules.name, "note": rules.note} | differences(rules, base)
        head = [f"base = {_to_toml(base.name)}"]
    return "\n".join(head + [f"{option} = {_to_toml(value)}" for option, value in options.items()]) + "\n"


def rules_of(rules: Rules) -> RuleSet:
    """A rule set from itself, from the name of a preset, or from the path of a rule file (ending in `.toml`).

    Raises `LogError` with `Fault.BAD_RULES` for an unknown preset or a bad rule file, `OSError` if it cannot be read.

    >>> rules_of("m-league").kiriage
    True
    """
    if isinstance(rules, RuleSet):
        return rules
    if str(rules).endswith(".toml"):
        return load(Path(rules).read_text(encoding="utf-8"))
    return preset(str(rules))


def _refuse_thousands(uma: Any) -> None:
    """Refuse an uma in thousands, as people say it: read as points it would vanish in the results."""
    numbers = [value for value in uma if isinstance(value, int)] if isinstance(uma, tuple) else []
    if 0 < max(map(abs, numbers), default=0) < LEAST_POINTS:
        raise LogError(Fault.BAD_RULES, f"uma {list(uma)} is in thousands, expected points: 20000, not 20")


def _nearest(option: str) -> str:
    near = get_close_matches(option, OPTIONS, n=3)
    return f"; nearest: {', '.join(near)}" if near else ""


def _from_toml(value: Any, kind: Any) -> Any:
    """A TOML value in the type of its option; the rule set refuses values that do not fit."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (tuple, frozenset) and isinstance(value, list):
        return origin(_from_toml(v, args[0]) for v in value)
    if type(None) in args and value == "none":
        return None
    return value


def _to_toml(value: Any) -> str:
    match value:
        case None:
            return '"none"'
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return '"' + "".join(f"\\u{ord(c):04x}" if c < " " or c == "\x7f" else c for c in escaped) + '"'
        case frozenset():
            return _to_toml(tuple(sorted(value)))
        case tuple():
            return "[" + ", ".join(map(_to_toml, value)) + "]"
    raise TypeError(f"no option holds {value!r}")
