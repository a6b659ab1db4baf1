"""`mjlog points`: the table of points of a rule set."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from mjlog.cli.arguments import RULES_HELP
from mjlog.cli.exits import plain_errors
from mjlog.rules.points import FU, LARGE_YAKUMAN, LIMITS, YAKUMAN, base_points, limit_of, occurs
from mjlog.rules.rulefile import load, rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.score import paid_for, yakuman_text
from mjlog.rules.value import table_of
from mjlog.words import tr

MANGAN_HAN: Final = 5
"""Han from which a limit does not depend on fu."""
LAST_HAN: Final = 39
"""Three counted yakuman, where rules count them."""
AOTENJOU_HAN: Final = tuple(range(first, first + 3) for first in range(1, 15, 3))
"""The han of each table without limits."""


def points(
    rules: Annotated[str, typer.Argument(help=RULES_HELP)] = "tenhou",
    *,
    honba: Annotated[int, typer.Option(min=0, help="Number of honba, added to every payment.")] = 0,
    options: Annotated[
        list[str] | None, typer.Option("--set", help="Change an option of the rules, such as 'kiriage = true'.")
    ] = None,
) -> None:
    """Show the table of points of a rule set, with three players too.

    A cell shows the payment for a ron, and below it those for a tsumo: of a non-dealer / of the dealer, or of all.

    Example: mjlog points mahjong-soul-3p
    """
    with plain_errors():
        rule_set = load("\n".join(options or []), rules_of(rules))
    console = Console(highlight=False)
    for dealer in (False, True):
        winner = tr("Dealer wins, {rules}" if dealer else "Non-dealer wins, {rules}", rules=rule_set.name)
        for place, table in enumerate(_tables(rule_set, dealer, honba)):
            table.title = None if place else winner
            console.print(table)


def _tables(rules: RuleSet, dealer: bool, honba: int) -> Iterator[Table]:
    """The points by han and fu, then the limits."""
    columns = AOTENJOU_HAN if rules.aotenjou else (range(1, MANGAN_HAN),)
    for han in columns:
        table = Table(tr("fu"), *(tr("{n} han", n=n) for n in han), show_lines=True)
        for fu in FU:
            cells = [_cell(rules, n, fu, dealer, honba) for n in han]
            if any(cells):
                table.add_row(f"{fu}", *cells)
        yield table
    if rules.aotenjou:
        return
    table = Table(*map(tr, ("limit", "han", "ron", "tsumo")))
    for name, han_text, base in _limits(rules):
        table.add_row(name, han_text, *(_paid(rules, base, by_tsumo, dealer, honba) for by_tsumo in (False, True)))
    yield table


def _cell(rules: RuleSet, han: int, fu: int, dealer: bool, honba: int) -> str:
    """The payments by ron and by tsumo, of those that can occur."""
    base = base_points(rules, han, fu)
    texts = [
        _paid(rules, base, by_tsumo, dealer, honba) if occurs(rules, han, fu, by_tsumo) else "–"
        for by_tsumo in (False, True)
    ]
    return "" if texts == ["–", "–"] else "\n".join(texts)


def _limits(rules: RuleSet) -> Iterator[tuple[str, str, int]]:
    """Name, han and base points of each limit."""
    for base, group in groupby(range(MANGAN_HAN, LAST_HAN + 1), key=lambda han: int(base_points(rules, han, 30))):
        han = [*group]
        last = "+" if han[-1] == LAST_HAN else f"-{han[-1]}" if len(han) > 1 else ""
        name = tr(str(LIMITS[limit_of(base)])) if base < YAKUMAN else _counted(base // YAKUMAN)
        yield name, f"{han[0]}{last}", base
    yield tr("yakuman"), "", YAKUMAN
    if rules.large_yakuman:
        yield tr("large yakuman"), "", LARGE_YAKUMAN
    if rules.double_yakuman or rules.stacked_yakuman:
        yield yakuman_text(2), "", 2 * YAKUMAN


def _counted(n: int) -> str:
    return tr("{n} counted yakuman", n=n) if n > 1 else tr("counted yakuman")


def _paid(rules: RuleSet, base: int, by_tsumo: bool, dealer: bool, honba: int) -> str:
    return str(paid_for(table_of(rules), base, by_tsumo, dealer, honba).payments)
