"""`mjlog rules`: list the presets, explain the options of a rule set, compare rule sets."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mjlog.cli.arguments import RULES_HELP
from mjlog.cli.exits import echo, plain_errors
from mjlog.errors import printable
from mjlog.rules.preset_sources import CODES, source_of, unstated
from mjlog.rules.presets import PRESETS, TENHOU
from mjlog.rules.rule_options import option_docs
from mjlog.rules.rulefile import dump, rules_of
from mjlog.rules.ruleset import OPTIONS, RuleSet, differences

app = typer.Typer(
    help="List, show and compare rule sets.\n\nExample: mjlog rules compare m-league mahjong-soul",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

RULES = OPTIONS[2:]
"""All options but name and note."""

Name = Annotated[str, typer.Argument(help=RULES_HELP)]
Names = Annotated[list[str], typer.Argument(help="Presets, or rule files that end in .toml.")]


@app.command("list")
def list_presets() -> None:
    """List the presets.

    Example: mjlog rules list
    """
    table = Table("preset", "players", "length", "points", "uma", "notes", title="Rule sets")
    table.columns[0].no_wrap = True
    table.columns[0].min_width = max(map(len, PRESETS))
    for rules in PRESETS.values():
        points = f"{rules.start_points:,} / {rules.return_points:,}"
        table.add_row(rules.name, str(rules.players), rules.length, points, _uma(rules.uma), rules.note)
    Console(markup=False).print(table)


@app.command()
def show(
    name: Name, *, toml: Annotated[bool, typer.Option("--toml", help="Print the rule set as a rule file.")] = False
) -> None:
    """Show every option of a rule set; options that differ from Tenhou's rules are bold, with their sources.

    Example: mjlog rules show m-league
    """
    rules = _load(name)
    if toml:
        echo(dump(rules), nl=False)
        return
    changed = differences(rules, TENHOU)
    title = _title(name, rules)
    caption = _caption(title, rules.note)
    table = Table("option", "value", "meaning", title=title, caption=caption, caption_justify="left")
    for option in RULES:
        style = "bold" if option in changed else ""
        source = source_of(title, option)
        meaning = Text.assemble(option_docs()[option], (f" Source: {source}." if source else "", "dim"))
        table.add_row(option, _text(option, getattr(rules, option)), meaning, style=style)
    Console(markup=False).print(table)


@app.command()
def compare(names: Names) -> None:
    """Show the options in which rule sets differ; a single one is compared with Tenhou's rules.

    Where the rule sets do not fit next to each other, each value has a row that names its rule sets, the most common
    one first.

    Example: mjlog rules compare tenhou mahjong-soul m-league
    """
    names = names if len(names) > 1 else ["tenhou", *names]
    sets = [_load(name) for name in names]
    titles = list(map(_title, names, sets))
    texts = {option: [_text(option, getattr(rules, option)) for rules in sets] for option in RULES}
    differing = {option: values for option, values in texts.items() if len(set(values)) > 1}
    table = Table("option", *titles, title="Differences")
    for option, values in differing.items():
        table.add_row(option, *values)
    console = Console(markup=False)
    unlimited = console.options.update(max_width=sys.maxsize)
    fits = console.measure(table, options=unlimited).minimum <= console.width
    console.print(table if fits else _by_value(titles, differing))


def _by_value(titles: list[str], differing: dict[str, list[str]]) -> Table:
    """The differences with a row for each value of an option and the rule sets that have it."""
    table = Table("option", "value", "rule sets", title="Differences", caption=f"Compared: {', '.join(titles)}.")
    for option, values in differing.items():
        for place, (value, n) in enumerate(Counter(values).most_common()):
            sets = [title for title, other in zip(titles, values, strict=True) if other == value]
            most = 2 * n > len(titles)
            table.add_row("" if place else option, value, "the others" if most else ", ".join(sets))
        table.add_section()
    return table


def _caption(name: str, note: str) -> str:
    """The note, the options without a source, and the meaning of the codes of sources."""
    left_open = unstated(name)
    parts = [printable(note), f"No source states {', '.join(left_open)}." if left_open else ""]
    codes = sorted({code for option in RULES for code in (source_of(name, option) or "").split(", ")} & {*CODES})
    return "\n".join(filter(None, [*parts, *(f"{code}: {CODES[code]}" for code in codes)]))


def _title(argument: str, rules: RuleSet) -> str:
    """The name of a rule set; the path of a rule file that changes a preset and has no name of its own."""
    return printable(argument if rules != PRESETS.get(rules.name, rules) else rules.name)


def _load(name: str) -> RuleSet:
    with plain_errors():
        return rules_of(name)


def _uma(uma: tuple[int, ...]) -> str:
    return " ".join(f"{points / 1_000:+g}" for points in uma)


def _text(option: str, value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() if option != "players":
            return f"{value:,}"
        case frozenset():
            return printable(", ".join(sorted(value))) or "–"
        case tuple():
            return _uma(value) if option == "uma" else ", ".join(map(str, value)) or "–"
        case None:
            return "never"
    return printable(str(value)) or "–"
