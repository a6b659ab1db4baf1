"""The command `mjlog`: every subcommand is a thin call of one public function, and is loaded only when it is used."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

COMMANDS: Final = {
    "import": "mjlog.cli.import_:import_",
    "audit": "mjlog.cli.audit:audit",
    "show": "mjlog.cli.show:show",
    "stats": "mjlog.cli.stats:stats",
    "report": "mjlog.cli.report:report",
    "export": "mjlog.cli.export:export",
    "convert": "mjlog.cli.convert:convert",
    "fetch": "mjlog.cli.fetch:fetch",
    "simulate": "mjlog.cli.simulate:simulate",
    "score": "mjlog.cli.score:score",
    "rules": "mjlog.cli.rules:app",
    "schema": "mjlog.cli.schema:schema",
}
"""Where each subcommand is: a function, or a `Typer` with subcommands of its own."""


COMPILING: Final = "Compiling, once on a machine and after each upgrade; it takes half a minute or more"
"""What is said meanwhile."""


class Commands(TyperGroup):
    """The subcommands in the order of the table, imported when they are asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: D102  # of click
        return [name for name, place in COMMANDS.items() if find_spec(place.split(":")[0])]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: D102  # of click
        if cmd_name not in self.list_commands(ctx):
            return None
        module, name = COMMANDS[cmd_name].split(":")
        found = getattr(import_module(module), name)
        if not isinstance(found, typer.Typer):
            function, found = found, typer.Typer(add_completion=False)
            found.command()(function)
        command: Any = typer.main.get_command(found)
        command.name = cmd_name
        return command


app = typer.Typer(cls=Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("mjlog"))
        raise typer.Exit


@app.callback()
def mjlog(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Riichi-mahjong game logs to parquet tables, audited scores and statistics.

    Example: mjlog import logs/ --out out/ && mjlog stats out/
    """


def plain(error: Exception) -> str:
    """An error for people: what it is about and what is wrong, without the number that systems give it."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def main() -> None:
    """Run the command; a reader who closes the pipe ends it quietly."""
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()  # it would report the pipe once more
        sys.exit(1)
