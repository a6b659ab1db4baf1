"""Compilation of kernels, kept on disk until anything they are made from changes.

numba keeps compiled code by the content of the function's own file. What a kernel takes from other files (functions it
calls, constants, column types) is compiled into it all the same, so an upgrade that changes only those would go on
running the old code. Here the key holds every file of ours that the kernel's module imports, directly or not.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from numba import njit

_IMPORT: Final = re.compile(r"^from ((?:mjlog|parsers)[\w.]*) import ((?:\([^)]*\))|[^\n]*)", re.MULTILINE)

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Give the function compiled at its first call, without the interpreter's lock; itself under NUMBA_DISABLE_JIT."""
    return _kept(function, njit(nogil=True)(function))


def borrowing(function: Function) -> Function:
    """`compiled` for a function that makes no arrays, and keeps none: all it works on is held by its caller.

    Elsewhere numba counts who holds each array of a group of columns, with an atomic operation for every one of them at
    every call; in a decoder with many small functions that took a third of the time.
    """
    options: dict[str, Any] = {"nogil": True, "_nrt": False}  # numba declares no types for the latter
    return _kept(function, njit(**options)(function))


def _kept(function: Function, dispatcher: Any) -> Function:
    """A compiled function whose code is kept on the disk."""
    if dispatcher is not function:
        dispatcher.enable_caching()
        index = dispatcher._cache._cache_file
        index._source_stamp = (index._source_stamp, sources_digest(function.__code__.co_filename))
    return cast(Function, dispatcher)


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether a compiled function is ready, in this process or on the disk, for some types of arguments."""
    dispatcher: Any = function
    if not hasattr(dispatcher, "overloads"):  # not compiled at all, under NUMBA_DISABLE_JIT
        return True
    return bool(dispatcher.overloads or dispatcher._cache._cache_file._load_index())


def inlined(function: Function) -> Function:
    """Compile a short function into those that call it: handing over arrays would take longer than what it does."""
    return cast(Function, njit(nogil=True, forceinline=True)(function))


@cache
def sources_digest(file: str) -> str:
    """Digest of a module's file and of those of ours it imports, directly or not.

    >>> from mjlog.games import columns
    >>> from mjlog import errors
    >>> sources_digest(columns.__file__) == sources_digest(errors.__file__)
    False
    """
    found: set[Path] = set()
    waiting = [Path(file)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports(path)
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(found))).hexdigest()


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    """The files of ours a file imports from at its top; of a package the modules named, or its own."""
    found = []
    for module, names in _IMPORT.findall(path.read_text("utf-8")):
        top, *rest = module.split(".")
        place = Path(*sys.modules[top].__path__, *rest)
        named = [file for name in re.findall(r"\w+", names) if (file := place / f"{name}.py").is_file()]
        own = place.with_suffix(".py")
        found += named or [own if own.is_file() else place / "__init__.py"]
    return tuple(found)
