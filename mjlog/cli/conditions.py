"""`mjlog conditions`: the least win that brings a seat to a place in the last kyoku."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from mjlog.cli.arguments import RULES_HELP
from mjlog.cli.exits import plain_errors
from mjlog.rules.conditions import Condition
from mjlog.rules.conditions import conditions as needed_wins
from mjlog.rules.rulefile import rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import Kyoku
from mjlog.seats import WINDS
from mjlog.words import percent_text, tr


def conditions(
    points: Annotated[list[int], typer.Argument(help="Points of the seats, from the first dealer of the game.")],
    *,
    seat: Annotated[int, typer.Option(help="The seat that asks, 0-3 from the first dealer.")] = 0,
    place: Annotated[int, typer.Option(help="The place to reach, or a better one.")] = 1,
    dealer: Annotated[int | None, typer.Option(help="The dealer; by default the last seat.")] = None,
    round_wind: Annotated[str, typer.Option("--round", help="Round wind: E, S, W or N.")] = "S",
    honba: Annotated[int, typer.Option(min=0, help="Number of honba.")] = 0,
    sticks: Annotated[int, typer.Option(min=0, help="Number of riichi sticks on the table.")] = 0,
    riichi: Annotated[list[int] | None, typer.Option(help="A seat that declared riichi. May be repeated.")] = None,
    rules: Annotated[str, typer.Option(help=RULES_HELP)] = "tenhou",
    chances: Annotated[
        bool,
        typer.Option("--chances", help="Show the chance of each place instead, now and after results of the kyoku."),
    ] = False,
) -> None:
    """Show the least win that brings a seat to a place in the last kyoku, or the chances of places in any kyoku.

    Examples: `mjlog conditions 31200 26200 24000 18600 --seat 1`,
    `mjlog conditions 31200 26200 24000 18600 --round E --dealer 2 --chances`.
    """
    with plain_errors():
        rule_set = rules_of(rules)
        if round_wind not in WINDS:
            raise typer.BadParameter(f"{round_wind}: a wind is one of {', '.join(WINDS)}")
        kyoku = Kyoku(
            wind=WINDS.index(round_wind),
            dealer=rule_set.players - 1 if dealer is None else dealer,
            honba=honba,
            sticks=sticks,
            points=tuple(points),
        )
        if chances:
            Console(highlight=False).print(_chances_table(rule_set, kyoku, seat))
            return
        try:
            needed = needed_wins(rule_set, kyoku, seat, place, riichi=riichi or ())
        except ValueError as error:
            raise typer.BadParameter(str(error)) from error
    table = Table(*map(tr, ("win", "least value", "han and fu", "the game ends")))
    for payer, condition in needed.items():
        way = tr("tsumo") if payer is None else tr("ron on seat {seat}", seat=payer)
        table.add_row(way, *_cells(condition))
    Console(highlight=False).print(table)


def _chances_table(rules: RuleSet, kyoku: Kyoku, seat: int) -> Table:
    """The chance of each place now and after results of the kyoku."""
    from mjlog.display.statistics import event_text
    from mjlog.stats.place_changes import place_changes

    try:
        frame = place_changes(rules, kyoku, seat)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    places = range(1, rules.players + 1)
    table = Table(tr("result"), *(tr("place {place}", place=place) for place in places), tr("expected uma"))
    for row in frame.to_dict("records"):
        shares = (percent_text(f"{100 * row[f'chance_{place}']:.0f}") for place in places)
        table.add_row(event_text(row["event"], row["other"], row["value"]), *shares, f"{row['uma']:+,.0f}")
    return table


def _cells(condition: Condition | None) -> tuple[str, str, str]:
    """The value, its hands, and whether the game ends."""
    if condition is None:
        return tr("no win is enough"), "", ""
    hands = tr(", ").join(tr("{han} han {fu} fu", han=han, fu=fu) for han, fu in condition.hands[:2] if han < 5)
    return str(condition), hands, tr("yes" if condition.ends else "no")
