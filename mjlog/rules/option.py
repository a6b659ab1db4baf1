"""How an option of a rule set is declared: its default, what it decides, and the values the audit tries."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Final, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
Aspect = Literal["setup", "play", "value", "payment", "progress", "result"]
"""The aspects of a game: seats and wall; which tiles and moves are legal; whether a hand wins and its value; who pays
what; the next kyoku and the end of the game; or the final result."""
Alternatives = tuple[tuple[str, tuple[Any, ...]], ...]
"""Options, each with values to try, the likely ones first."""

MOST_NUMBER: Final = 1_000_000
"""Largest whole number of an option, far above those in use; sums with it fit the columns of a game."""
_KEY: Final = "option"
_NO_OPTIONS: Final[Mapping[Any, Any]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """The declaration of an option, apart from its type and default."""

    decides: tuple[Aspect, ...]
    """Empty for an option that is only recorded: no code reads it yet."""
    tried: tuple[Any, ...]
    """Values the audit tries in search of an explanation, the likely ones first."""
    usual: tuple[Any, ...]
    """Values in use of an option whose type does not list them; those tried, unless declared."""
    implies: Mapping[Any, Mapping[str, Any]]
    """For a value, the other options that must change with it."""
    permits: Mapping[str, Any]
    """For the name of a breach (`mjlog.replay.Breach`), the value under which the move is legal."""


def option(
    default: T,
    *decides: Aspect,
    tried: tuple[Any, ...] = (),
    usual: tuple[Any, ...] = (),
    implies: Mapping[Any, Mapping[str, Any]] = _NO_OPTIONS,
    permits: Mapping[str, Any] = _NO_OPTIONS,
) -> T:
    """A field of a rule set; the string beneath it gives the meaning of the option and the source of the rule."""
    about = Option(decides=decides, tried=tried, usual=usual or tried, implies=implies, permits=permits)
    declared: T = field(default=default, metadata={_KEY: about})
    return declared


@cache
def options_of(rule_set: type) -> dict[str, Option]:
    """The options a class declares, by name, in their order."""
    return {f.name: f.metadata[_KEY] for f in fields(rule_set) if _KEY in f.metadata}


@cache
def types_of(rule_set: type) -> dict[str, Any]:
    """The type of each field of a class."""
    return get_type_hints(rule_set)


def code_of(rule_set: type, name: str, word: str) -> int:
    """The number of a word in compiled code: its place in the vocabulary of its option."""
    words: tuple[str, ...] = get_args(types_of(rule_set)[name])
    return words.index(word)


@cache
def docs_of(documented: type) -> dict[str, str]:
    """The string beneath each field or constant of a class, by the name of the field."""
    (body,) = ast.parse(inspect.getsource(documented)).body
    assert isinstance(body, ast.ClassDef)
    docs = {}
    for declared, doc in zip(body.body, body.body[1:], strict=False):
        match declared, doc:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                docs[name] = " ".join(text.split())
    return docs


def fits(value: object, kind: Any) -> bool:
    """Whether a value is of an option's type: closed vocabulary, flag, number, text, tuple, set or optional number.

    >>> fits("win", Literal["win", "draw"]), fits("every", Literal["win", "draw"]), fits(True, int)
    (True, False, False)
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return any(value == allowed and type(value) is type(allowed) for allowed in args)
    if origin in (tuple, frozenset):
        return isinstance(value, origin) and all(fits(v, args[0]) for v in value)
    if args:
        return any(fits(value, kind) for kind in args)
    return type(value) is kind and (kind is not int or abs(cast(int, value)) <= MOST_NUMBER)


def describe_type(kind: Any) -> str:
    """The values of a type, in words for a message.

    >>> describe_type(Literal["nearest", "all"]), describe_type(bool), describe_type(tuple[int, ...])
    ("'nearest' or 'all'", 'true or false', 'a list of whole numbers')
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(repr(a) for a in args)
    if origin in (tuple, frozenset):
        of = {str: "names", int: "whole numbers"}.get(args[0], "lists of whole numbers")
        return f"a list of {of}"
    words = {bool: "true or false", int: f"a whole number up to {MOST_NUMBER:,}", str: "text", type(None): "none"}
    return " or ".join(words[a] for a in args) if args else words[kind]
