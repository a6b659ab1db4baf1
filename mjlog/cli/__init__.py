"""The command `mjlog`: each subcommand is a module of this package, imported only when it runs."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from mjlog.words import VARIABLE, Language, in_language

COMMANDS: Final = {
    "import": ("import_", "Import logs into a data set: parquet tables of games, kyoku, hands and wins."),
    "audit": ("audit", "Check logs against the rules: hands, payments, results, moves and walls."),
    "show": ("show", "Show a game, a kyoku, or one position of a kyoku."),
    "stats": ("stats", "Show the statistics of a data set, each with its 95 % interval."),
    "report": ("report", "Write a report on a data set or a player as one HTML file."),
    "view": ("view", "Show a data set as a live page in the browser."),
    "compact": ("compact", "Join the small files of a data set into few large ones; all rows stay the same."),
    "check": (
        "check",
        "Check that the files of a data set are as they were written, and name those that are damaged or missing.",
    ),
    "export": ("export", "Export the tables of a data set as parquet, CSV or Excel files."),
    "convert": ("convert", "Convert logs to another format, or link to a kyoku in Tenhou's viewer."),
    "fetch": ("fetch", "Download the logs of listed games, slowly and one at a time."),
    "simulate": ("simulate", "Play complete games with simple players and write them as logs."),
    "score": ("score", "Score one winning hand."),
    "points": ("points", "Show the table of points of a rule set, with three players too."),
    "conditions": (
        "conditions",
        "Show the least win that brings a seat to a place in the last kyoku, or the chances of places in any kyoku.",
    ),
    "rules": ("rules", "List, show and compare rule sets."),
    "schema": ("schema", "List the tables of a data set, or the columns of one table."),
}
"""Subcommand → its module in this package, and the first line of its help. The order is that of `mjlog --help`.

A module has a function of its own name, or a Typer `app` with subcommands.
"""


TRANSLATED: Final = ("import", "audit", "show", "stats", "report", "view", "score", "points", "conditions")
"""The subcommands with pages for players, which have the option `--language`."""
ENGLISH: Final = ("check",)
"""Subcommands of theirs that show columns, and stay English."""


class Commands(TyperGroup):
    """The subcommands of the table; `--help` imports none of them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {name: TyperCommand(name, short_help=summary) for name, (_, summary) in COMMANDS.items()}

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: D102  # of Typer
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and load(str(name)), rest


def load(name: str) -> Any:
    """The subcommand of that name, as Typer's command object."""
    module = import_module(f"{__name__}.{COMMANDS[name][0]}")
    app = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command()(getattr(module, COMMANDS[name][0]))
    command: Any = typer.main.get_command(app)
    command.name = name
    commands = getattr(command, "commands", {}).values()
    for each in (commands or [command]) if name in TRANSLATED else []:
        if each.name not in ENGLISH:
            each.params.append(_language_option())
    for each in (command, *commands):
        each.help = "\n\n".join(" ".join(paragraph.split()) for paragraph in each.help.split("\n\n"))
        each.short_help = each.help.split("\n\n")[0]  # whole: without it, the list of subcommands cuts the line
    return command


def _use_language(ctx: typer.Context, code: Language | None) -> None:
    """Use a language until the command ends."""
    if code is not None:
        ctx.with_resource(in_language(code))


def _with_language(
    language: Annotated[
        Language | None,
        typer.Option(
            callback=_use_language,
            is_eager=True,
            expose_value=False,
            envvar=VARIABLE,
            help="Language of the words.",
            show_default="en",
        ),
    ] = None,
) -> None:
    """Declare the option `--language`."""


def _language_option() -> Any:
    app = typer.Typer(add_completion=False)
    app.command()(_with_language)
    command: Any = typer.main.get_command(app)
    return command.params[0]


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # with Rich, help takes twice as long
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(shown: bool) -> None:
    if shown:
        from importlib.metadata import version

        typer.echo(version("mjlog"))
        raise typer.Exit


@app.callback()
def mjlog(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Read riichi-mahjong logs, check them against the rules, and compute statistics.

    Example: mjlog import logs/ --out out/ && mjlog stats out/
    """


def main() -> None:
    """Run the command; a closed pipe, as of `| head`, ends it quietly with status 1."""
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()  # Python would report the closed pipe once more at exit
        sys.exit(1)
