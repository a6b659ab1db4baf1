"""`mjlog stats`: the statistics of a data set, on the terminal or in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from mjlog.cli.arguments import DataSet, Format, Where
from mjlog.cli.exits import FOUND_FAULTS, echo, fail, plain_errors
from mjlog.stats.populations import COMPARED, THEORY
from mjlog.words import tr


class ShowByDefault(TyperGroup):
    """Subcommands, where any other first word is an argument of `show`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: D102  # of Typer
        known = args and args[0] in (*self.commands, *ctx.help_option_names)
        return super().parse_args(ctx, args if known or not args else ["show", *args])


app = typer.Typer(
    cls=ShowByDefault,
    help="Show the statistics of a data set, each with its 95 % interval.\n\n"
    "`mjlog stats FOLDER` is short for `mjlog stats show FOLDER`; `mjlog stats show --help` lists its options.\n\n"
    "Examples: `mjlog stats out/`, `mjlog stats out/ --by room`, `mjlog stats explain deal_in_rate`.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
"""A command imports what it needs when it runs: help and completion do not wait for Ibis and pandas."""

Player = Annotated[str | None, typer.Option(help="Only this player.")]
FormatOption = Annotated[
    Format, typer.Option("--format", help="Output format; all but table and markdown write one row per statistic.")
]
Out = Annotated[Path | None, typer.Option(help="Write to this file, not to the terminal.")]


@app.command()
def show(
    dataset: DataSet,
    by: Annotated[
        list[str] | None,
        typer.Option(
            help="Group by this column, such as player, room, dan, year or dealer. May be given several times."
        ),
    ] = None,
    player: Player = None,
    where: Where = None,
    stat: Annotated[
        list[str] | None,
        typer.Option(help="Only this statistic (a key of `mjlog stats list`). May be given several times."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also show variants and the share of each yaku.")] = False,
    top: Annotated[int, typer.Option(help="Number of groups in the table, the largest first.")] = 30,
    format_: FormatOption = Format.TABLE,
    out: Out = None,
) -> None:
    """Show statistics with 95 % intervals and numbers of cases.

    With --player, the table also has the value of all other players, and the difference.

    Examples: `mjlog stats out/`, `mjlog stats out/ --by room`, `mjlog stats out/ --by player --format csv`.
    """
    from mjlog.cli import filters as options
    from mjlog.cli.stats_output import (
        CORE,
        default_keys,
        enough_games,
        line_width,
        opened,
        possible_keys,
        statistics_output,
        write,
    )
    from mjlog.stats.cut_games import cut_games_note
    from mjlog.stats.dimensions import NoSuchPlayerError, NoSuchRoomError
    from mjlog.stats.questions.comparison import against_others
    from mjlog.stats.registry import STATISTICS, find
    from mjlog.stats.summaries import summary

    few: list[str] = []
    with opened(dataset) as ds:
        filters = options.filters_of(where, player)
        keys = [find(key).key for key in stat] if stat else default_keys(everything, grouped=bool(by))
        if keys and not stat:
            keys = possible_keys(keys, {*(by or ()), *filters})
        try:
            if player is None or by or format_ not in (Format.TABLE, Format.MARKDOWN):
                frame = summary(ds, by=by or (), stats=keys, where=filters)
            else:
                games = {column: value for column, value in filters.items() if column != "player"}
                frame, few = enough_games(ds, against_others(ds, player, keys or STATISTICS, games), filters)
        except (NoSuchPlayerError, NoSuchRoomError):
            fail(options.no_rows(ds, filters))
        if frame.empty and format_ is Format.TABLE:
            fail(options.no_rows(ds, filters))
        output = statistics_output(frame, keys or CORE, by, top, bool(stat), line_width(format_, out))
        cut = cut_games_note(ds, filters)
        write(output._replace(notes=[*few, *output.notes, *filter(None, [cut])]), format_, out)


@app.command("list")
def list_statistics() -> None:
    """List all statistics with their definitions.

    Example: mjlog stats list
    """
    from rich.console import Console

    from mjlog.cli.tables import statistics_list

    Console().print(statistics_list())


@app.command()
def explain(statistic: Annotated[str, typer.Argument(help="Key or name of a statistic.")]) -> None:
    """Explain a statistic: its definition, sources and variants.

    Example: mjlog stats explain deal_in_rate@zyr17
    """
    from mjlog.cli.stats_output import UNKNOWN_STATISTIC_HINT
    from mjlog.stats import registry

    with plain_errors(registry.UnknownStatisticError, hint=lambda error: UNKNOWN_STATISTIC_HINT):
        echo(registry.explain(statistic))


@app.command()
def check(dataset: DataSet, format_: FormatOption = Format.TABLE, out: Out = None) -> None:
    """Check that the tables agree with each other, as in every sound data set; exit status 1 if they do not.

    Example: mjlog stats check out/
    """
    from mjlog.cli.stats_output import Output, opened, write
    from mjlog.cli.tables import frame_table
    from mjlog.stats.self_check import check_identities

    with opened(dataset) as ds:
        frame = check_identities(ds)
        write(Output(frame, [frame_table(frame)]), format_, out)
    if not frame["holds"].all():
        raise typer.Exit(FOUND_FAULTS)


@app.command()
def compare(
    dataset: DataSet,
    against: Annotated[
        str,
        typer.Argument(
            metavar="FIGURES",
            help="Exact chances of dealt hands (theory; theory-3p for three players), or published averages "
            f"(houou: Phoenix room): {', '.join(COMPARED)}.",
        ),
    ],
    player: Player = None,
    where: Where = None,
    format_: FormatOption = Format.TABLE,
    out: Out = None,
) -> None:
    """Compare a data set with exact chances or published averages; exit status 1 if a difference has no known reason.

    Only games of the published kind are used; --where changes that filter.

    Examples: `mjlog stats compare out/ theory`, `mjlog stats compare out/ houou`.
    """
    if against not in COMPARED:
        raise typer.BadParameter(f"no figures {against!r}; there are {', '.join(COMPARED)}")
    from mjlog.cli.filters import filters_of
    from mjlog.cli.stats_output import Output, opened, write
    from mjlog.cli.tables import comparison_table, games_used
    from mjlog.stats.published import compare_published, composition, filter_words
    from mjlog.stats.theory import population

    published = population(against)
    with opened(dataset) as ds:
        filters = {**published.where, **filters_of(where, player)}
        selected = composition(ds, filters)
        if selected.empty:
            fail(f"no game of {published.title} (filter: {filter_words(filters)}); --where changes the filter")
        frame = compare_published(ds, against, filters)
        table, notes = comparison_table(frame, "expected" if against in THEORY else "published")
        heading = tr(
            "Against {title}; {source}\nGames used: {filter}; {games}\n",
            title=tr(published.title),
            source=tr(published.source),
            filter=filter_words(filters),
            games=games_used(selected, published),
        )
        write(Output(frame, [table], heading, ["", *notes]), format_, out)
    if frame["verdict"].eq("unexplained").any():
        raise typer.Exit(FOUND_FAULTS)
