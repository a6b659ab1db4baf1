"""Compile functions with numba and cache them on disk; a change of any source they use invalidates the cache.

numba's own cache checks only the file of the function. The code also contains what that file takes from other files
(functions, constants, column types), so the seal here covers all our files that the module imports, directly or not.
Damaged code, code of another version, and code that cannot be read or written is compiled again.

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
import os
import pickle
import re
import sys
import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba import njit
from numba.core import caching

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
_caching: Final[Any] = caching
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
    cached = isinstance(dispatcher._cache, _Cache) and dispatcher._cache._cache_file.is_filled()
    return bool(dispatcher.overloads or cached)


def _cached(function: Function, dispatcher: Any) -> Function:
    if dispatcher is not function:
        with suppress(RuntimeError):  # no folder can be written: compile in each process
            dispatcher._cache = _Cache(function)
    return cast(Function, dispatcher)


class _Cache(_caching.FunctionCache):  # type: ignore[misc]  # numba declares no types for its private classes
    """Numba's cache of one function, with files of ours. The attributes used here are private to numba."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        state = f"{numba.__version__} {sources_digest(function.__code__.co_filename)}"
        self._cache_file = _SealedFiles(Path(self._cache_path), self._impl.filename_base, state)

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # the disk is full or can only be read: compile in each process
            super().save_overload(sig, data)


class _SealedFiles:
    """The code of one function on disk, one file for each processor and types of arguments, replaced as a whole.

    A file begins with a digest of its content and of the state of the sources. Numba's own files have none: it fails
    on a cut file, runs damaged code, and two processes may take each other's code for theirs.
    """

    def __init__(self, folder: Path, name: str, state: str) -> None:
        self.folder = folder
        self.name = name
        self.state = hashlib.sha256(state.encode()).digest()

    def load(self, key: Any) -> Any:
        """The code for a key; None if there is no valid file."""
        content = self._content(self._path(key))
        if content is None:
            return None
        its_key, code = pickle.loads(content)
        return code if its_key == key else None

    def save(self, key: Any, code: Any) -> None:
        """Write the code for a key."""
        content: bytes = _caching.dumps((key, code))
        new = self.folder / f"{self.name}.{uuid.uuid4().hex}.tmp"
        try:
            new.write_bytes(self._seal(content) + content)
            os.replace(new, self._path(key))
        except OSError:
            new.unlink(missing_ok=True)
            raise

    def is_filled(self) -> bool:
        """Whether there is code for some key."""
        return any(self._content(path) is not None for path in self.folder.glob(f"{self.name}.*.nbc"))

    def _path(self, key: Any) -> Path:
        """The file of a key, whose first entries are the types of the arguments and the processor."""
        return self.folder / f"{self.name}.{hashlib.sha256(repr(key[:2]).encode()).hexdigest()[:16]}.nbc"

    def _content(self, path: Path) -> bytes | None:
        """The content of a file; None unless it is whole and of this state."""
        try:
            data = path.read_bytes()
        except OSError:
            return None
        seal, content = data[: len(self.state)], data[len(self.state) :]
        return content if seal == self._seal(content) else None

    def _seal(self, content: bytes) -> bytes:
        return hashlib.blake2b(content, digest_size=len(self.state), key=self.state).digest()


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
