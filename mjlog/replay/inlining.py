"""How the functions inside the kernel are compiled.

Only `play` is called from outside, and only its code is kept on disk: it contains that of all others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numpy as np
from numba import njit

from mjlog.games.columns import ABSENT

Function = TypeVar("Function", bound=Callable[..., Any])

int64: Final[Any] = np.int64
"""Numbers from columns become this before they are handed on: a function is compiled anew for every type it meets."""
NOTHING: Final[int] = int64(ABSENT)
"""ABSENT as an argument, for the same reason: a constant is a type of its own to the compiler."""


HOW: Final[dict[str, Any]] = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
"""No check for divisors of 0, no door for callers from outside."""


def inner(function: Function) -> Function:
    """Compile a function that others call."""
    return _compiled(function)


def hot(function: Function) -> Function:
    """Compile a function for the moves that make up most of a game: its machine code stands where it is called."""
    return _compiled(function, forceinline=True)


def once(function: Function) -> Function:
    """Compile a long function together with the one place that calls it, which saves compiling it twice."""
    return _compiled(function, inline="always")


def _compiled(function: Function, **how: Any) -> Function:
    return cast(Function, njit(**HOW, **how)(function))
