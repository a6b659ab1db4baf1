"""How a command ends: a plain message on standard error, and an exit status."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

import typer

from mjlog.errors import LogError, printable

FOUND_FAULTS: Final = 1
"""Exit status: something could not be read, differs from the rules, or is missing."""
WRONG_USE: Final = 2
"""Exit status: a wrong option, name or path."""
INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as in a shell."""


def echo(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Write a text that may quote logs, without characters that control the terminal."""
    typer.echo(printable(str(text), "\n"), err=err, nl=nl)


def fail(message: str, status: int = FOUND_FAULTS) -> NoReturn:
    """End the command with a message."""
    warn(message)
    raise typer.Exit(status)


def warn(message: str) -> None:
    """Write a message to standard error, red on a terminal."""
    typer.secho(printable(message, "\n"), err=True, fg="red")


@contextmanager
def plain_errors(
    *errors: type[Exception], interrupted: str = "", hint: Callable[[Exception], str] = lambda error: ""
) -> Iterator[None]:
    """Turn OSError, LogError, errors of DuckDB and the given ones into a message and status 2, and Ctrl-C into 130.

    `hint` is added to the message of an error, `interrupted` is the message after Ctrl-C.
    """
    try:
        yield
    except KeyboardInterrupt as error:
        if interrupted:
            echo(interrupted, err=True)
        raise typer.Exit(INTERRUPTED) from error
    except _reported(errors) as error:
        warn(plain(error) + hint(error))
        raise typer.Exit(WRONG_USE) from error


def _reported(errors: tuple[type[Exception], ...]) -> tuple[type[Exception], ...]:
    """The errors that end a command with a message."""
    return (OSError, LogError, *errors, *_errors_of_duckdb())


def _errors_of_duckdb() -> tuple[type[Exception], ...]:
    """Only where DuckDB is loaded, which takes time."""
    duckdb = sys.modules.get("duckdb")
    return (duckdb.Error,) if duckdb else ()


def plain(error: Exception) -> str:
    """The message of an error; of a system error file and reason, without its number."""
    if isinstance(error, _errors_of_duckdb()):
        return f"DuckDB has no answer: {error}; `mjlog check` names damaged files"
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)
