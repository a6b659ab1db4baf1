"""Compile functions with numba and cache them on disk; a change of any source they use invalidates the cache.

numba's own cache checks only the file of the function. The code also contains what that file takes from other files
(functions, constants, column types), so the key here covers all our files that the module imports, directly or not.

Which decorator:

- `jit`: an entry point, called from Python. Only entry points are cached; their code contains all they call.
- `jit_no_alloc`: an entry point that makes no arrays.
- `jit_inner`: called by compiled functions only.
- `jit_inner_no_alloc`: the same, in an entry point that makes no arrays.
- `jit_inline`: the same, for a short function in a hot loop: its machine code is copied to each call.
- `jit_once`: the same, for a long function with one caller: compiled together with it instead of twice.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numpy as np
from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])

int64: Final[Any] = np.int64
"""Convert column values before passing them on: numba compiles a function once per argument type."""

_INNER: Final[dict[str, Any]] = {
    "nogil": True,
    "error_model": "numpy",  # no checks for division by 0
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
_NO_ALLOC: Final[dict[str, Any]] = {"_nrt": False}  # numba declares no type for the private `_nrt`
_IMPORT: Final = re.compile(r"^from ((?:mjlog|parsers)[\w.]*) import ((?:\([^)]*\))|[^\n]*)", re.MULTILINE)


def jit(function: Function) -> Function:
    """Compile an entry point at its first call, without the GIL; the plain function under NUMBA_DISABLE_JIT."""
    return _cached(function, njit(nogil=True)(function))


def jit_no_alloc(function: Function) -> Function:
    """`jit` for a function that makes no arrays and keeps none: its caller owns everything it works on.

    Otherwise numba updates a reference count for every array of a group of columns at every call, with an atomic
    operation each; in a decoder with many small functions that took a third of the time.
    """
    options: dict[str, Any] = {"nogil": True, **_NO_ALLOC}
    return _cached(function, njit(**options)(function))


def jit_inner(function: Function) -> Function:
    """Compile a function that only compiled functions call."""
    return cast(Function, njit(**_INNER)(function))


def jit_inner_no_alloc(function: Function) -> Function:
    """`jit_inner` for a part of a `jit_no_alloc`.

    A part with groups of columns as arguments takes as long to compile again with a wrapper for Python and a cache.
    """
    return cast(Function, njit(**_INNER, **_NO_ALLOC)(function))


def jit_inline(function: Function) -> Function:
    """Compile a short function into its callers: passing the arguments would take longer than its work."""
    return cast(Function, njit(**_INNER, forceinline=True)(function))


def jit_once(function: Function) -> Function:
    """Compile a long function as a part of its only caller."""
    return cast(Function, njit(**_INNER, inline="always")(function))


def is_compiled(function: Callable[..., Any]) -> bool:
    """Whether an entry point is compiled for some argument types, in this process or on disk."""
    dispatcher: Any = function
    if not hasattr(dispatcher, "overloads"):  # a plain function, under NUMBA_DISABLE_JIT
        return True
    cached = hasattr(dispatcher._cache, "_cache_file") and _cache_index(dispatcher)._load_index()
    return bool(dispatcher.overloads or cached)


def _cached(function: Function, dispatcher: Any) -> Function:
    if dispatcher is not function:
        try:
            dispatcher.enable_caching()
        except RuntimeError:  # no folder can be written: compile in each process
            return cast(Function, dispatcher)
        index = _cache_index(dispatcher)
        index._version = (index._version, sources_digest(function.__code__.co_filename))
    return cast(Function, dispatcher)


def _cache_index(dispatcher: Any) -> Any:
    """Numba's index of the code on disk. It is private, and so is the version in it.

    Numba compares the version before it unpickles the rest, which may name classes of ours that have moved.
    """
    return dispatcher._cache._cache_file


@cache
def sources_digest(file: str) -> str:
    """SHA-256 of a module's file and of our files it imports, directly or not.

    >>> from mjlog.games import columns
    >>> from mjlog import errors
    >>> sources_digest(columns.__file__) == sources_digest(errors.__file__)
    False
    """
    files: set[Path] = set()
    queue = [Path(file)]
    while queue:
        path = queue.pop()
        if path not in files:
            files.add(path)
            queue += imported_files(path)
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(files))).hexdigest()


@cache
def imported_files(path: Path) -> tuple[Path, ...]:
    """Our files that the top of a file imports: the modules named from a package, or the package itself.

    A regular expression, because `ast` takes ten times as long on every start.
    """
    files: list[Path] = []
    for module, names in _IMPORT.findall(path.read_text("utf-8")):
        top, *rest = module.split(".")
        place = Path(*sys.modules[top].__path__, *rest)
        submodules = [file for name in re.findall(r"\w+", names) if (file := place / f"{name}.py").is_file()]
        source = place.with_suffix(".py")
        files += submodules or [source if source.is_file() else place / "__init__.py"]
    return tuple(files)
