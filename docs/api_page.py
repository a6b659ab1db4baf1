"""The reference page of the public Python names, from their signatures and docstrings."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any, Final

import mjlog
import mjlog.exporting
import mjlog.games.batch
import mjlog.report
from mjlog.games.batch import GameView, KyokuView
from mjlog.rules.ruleset import RuleSet

MODULES: Final = (mjlog, mjlog.stats, mjlog.plots, mjlog.simulate, mjlog.exporting, mjlog.report)
"""Modules with a list of public names, in the order of the page."""
NAMES: Final[dict[type, Callable[[Any], str]]] = {
    RuleSet: lambda rules: rules.name,
    FunctionType: lambda function: function.__name__.replace("<lambda>", "ignored"),
}
"""Names of default values that are shown by their name."""
VIEWS: Final = (GameView, KyokuView)
"""Classes that a user meets without importing them: `mjlog.read(…)[0]` and `.kyoku[0]` of it."""


def api_page() -> str:
    """Every public name with its signature and documentation."""
    parts = [
        "# Python API",
        "Every public name. Arguments after `*` are given by keyword. `mjlog.read(path)[0]` is a `GameView`, its"
        " `kyoku[0]` a `KyokuView`. `Rules` is a `RuleSet`, the name of a preset, or the path of a rule file.",
    ]
    for module in MODULES:
        parts.append(f"## {module.__name__}")
        parts += [first_paragraph(module)] if module is not mjlog else []
        for name in module.__all__:
            value = getattr(module, name)
            if not isinstance(value, ModuleType):
                parts += entry(f"{module.__name__}.{name}", value)
    parts.append("## Views of games")
    for view in VIEWS:
        parts += entry(view.__name__, view)
    return "\n\n".join(parts)


def entry(name: str, value: Any) -> Iterator[str]:
    """A heading, the signature, the docstring; of a class also its public members."""
    yield f"### `{name}`"
    if inspect.isclass(value):
        if value.__doc__:
            yield text(value)
        rows = [f"- `{member}` {line}" for member, line in members(value)]
        if rows:
            yield "\n".join(rows)
    elif callable(value):
        yield f"```python\n{signature(name.rpartition('.')[2], value)}\n```"
        yield text(value)
    elif isinstance(value, RuleSet):
        yield f"The preset `{value.name}`."
    else:
        yield f"A constant: `{type(value).__name__}`."


def members(owner: type) -> Iterator[tuple[str, str]]:
    """Public methods and properties of a class, each with the first sentence of its docstring."""
    for name, value in vars(owner).items():
        if name.startswith("_") or (name in field_names(owner)):
            continue
        value = getattr(value, "__func__", value)  # of a class method
        doc = inspect.getdoc(value) or ""
        if isinstance(value, property) and doc:
            yield name, first_sentence(doc)
        elif inspect.isfunction(value) and doc:
            yield signature(name, value, without_self=True), first_sentence(doc)


def field_names(owner: type) -> set[str]:
    """Fields of a dataclass, whose slots would look like members."""
    return {field.name for field in dataclasses.fields(owner)} if dataclasses.is_dataclass(owner) else set()


def signature(name: str, function: Any, *, without_self: bool = False) -> str:
    """`name(arguments) -> result`; a rule set or function as default is shown by its name."""
    found = inspect.signature(function)
    parameters = [
        p.replace(default=Shown(NAMES[type(p.default)](p.default))) if type(p.default) in NAMES else p
        for p in list(found.parameters.values())[without_self:]
    ]
    shown = f"{name}{found.replace(parameters=parameters)}".replace("'", "")
    if len(shown) <= 100 or without_self:
        return shown
    inside, result = re.fullmatch(rf"{name}\((.*)\)( -> .*)?", shown, re.DOTALL).groups()  # type: ignore[union-attr]  # it has this form
    return f"{name}(\n" + "".join(f"    {p}".replace("'", "") + ",\n" for p in split(inside)) + f"){result or ''}"


def split(arguments: str) -> list[str]:
    """Arguments between commas that stand in no brackets."""
    parts, depth = [""], 0
    for character in arguments:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


class Shown(str):
    """A default that is shown as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def text(value: Any) -> str:
    """The docstring, its examples as code."""
    lines, example = [], False
    for line in (inspect.getdoc(value) or "").splitlines():
        if line.startswith(">>>") and not example:
            lines.append("```python")
            example = True
        elif example and not line.strip():
            lines.append("```")
            example = False
        lines.append(line)
    return "\n".join([*lines, *["```"] * example])


def first_paragraph(module: ModuleType) -> str:
    """The first paragraph of a module's docstring."""
    return (inspect.getdoc(module) or "").split("\n\n")[0]


def first_sentence(doc: str) -> str:
    """The first sentence of a docstring, on one line."""
    return " ".join(doc.split("\n\n")[0].split())
