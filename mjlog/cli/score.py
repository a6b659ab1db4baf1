"""`mjlog score`: the value of one winning hand, as text, as JSON, or explained."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from enum import StrEnum
from typing import Annotated, cast

import typer
from rich.console import Console
from rich.table import Table

from mjlog.cli.arguments import RULES_HELP
from mjlog.cli.exits import echo, plain_errors
from mjlog.rules.explain import explain_hand
from mjlog.rules.hand_text import FLAGS, Circumstances, hand_of
from mjlog.rules.rulefile import load, rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.score import Score, score_hand, yakuman_text
from mjlog.rules.yaku import YAKU
from mjlog.rules.yaku_names import yaku_name
from mjlog.words import tr, word

Flag = StrEnum("Flag", {name: name.replace("_", "-") for name in FLAGS if name not in ("tsumo", "riichi")})  # type: ignore[misc]  # members come from the table
LocalYaku = StrEnum("LocalYaku", {row.key: row.key for row in YAKU if row.local})  # type: ignore[misc]  # as above


def score(
    ctx: typer.Context,
    hand: Annotated[
        str,
        typer.Argument(help="Concealed tiles, such as 234m406p5578s; 0 is a red five, 3rm a red 3m, 4bz a blue north."),
    ],
    rest: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WIN] [MELDS]...",
            help="The winning tile, unless --win gives it; then melds: 234s chi, 777z pon, 1111z daiminkan, "
            "a1111z ankan, k1111z kakan; or as drawn on a record sheet, such as 2m-3m4m.",
        ),
    ] = None,
    *,
    win: Annotated[str, typer.Option(help="The winning tile; the concealed tiles may contain it.")] = "",
    tsumo: Annotated[bool, typer.Option("--tsumo", help="The win is by tsumo, not by ron.")] = False,
    riichi: Annotated[bool, typer.Option("--riichi", help="Riichi was declared.")] = False,
    flags: Annotated[
        list[Flag] | None,
        typer.Option(
            "--with",
            metavar="CIRCUMSTANCE",
            help=f"Another circumstance of the win: {', '.join(Flag)}. May be given several times.",
        ),
    ] = None,
    seat_wind: Annotated[str, typer.Option("--seat", help="Seat wind: E (the dealer), S, W or N.")] = "E",
    round_wind: Annotated[str, typer.Option("--round", help="Round wind: E, S, W or N.")] = "E",
    dora: Annotated[str, typer.Option(help="Dora indicators, such as 4p1z.")] = "",
    ura: Annotated[str, typer.Option(help="Ura dora indicators.")] = "",
    kita: Annotated[int, typer.Option(help="Number of kita (norths set aside).")] = 0,
    more_reds: Annotated[
        int, typer.Option(help="Number of red tiles that the hand does not mark, or pulled norths.")
    ] = 0,
    blues: Annotated[int, typer.Option(help="Number of blue tiles that the hand does not mark.")] = 0,
    honba: Annotated[int, typer.Option(help="Number of honba.")] = 0,
    sticks: Annotated[int, typer.Option(help="Number of riichi sticks on the table.")] = 0,
    rules: Annotated[str, typer.Option(help=RULES_HELP)] = "tenhou",
    local: Annotated[
        list[LocalYaku] | None,
        typer.Option(
            metavar="YAKU",
            help=f"Also count this old or local yaku: {', '.join(LocalYaku)}. May be given several times.",
        ),
    ] = None,
    options: Annotated[
        list[str] | None, typer.Option("--set", help="Change an option of the rules, such as 'kiriage = true'.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    explained: Annotated[
        bool,
        typer.Option("--explain", help="Explain all readings of the hand and the options that would change its value."),
    ] = False,
) -> None:
    """Score one winning hand.

    Example: mjlog score 234m456p5578s 777z --win 9s --dora 4p --seat S
    """
    melds = rest or []
    if not win:
        if not melds:
            raise typer.BadParameter("the winning tile is missing", param_hint="--win")
        win, *melds = melds
    circumstances = {name: value for name, value in ctx.params.items() if name in Circumstances.__annotations__}
    circumstances |= {"melds": melds, **{flag.name: True for flag in flags or ()}}
    with plain_errors():
        rule_set = _rules(rules, options or [])
        rule_set = replace(rule_set, local_yaku=rule_set.local_yaku | {key.value for key in local or ()})
        winning_hand = hand_of(hand, win, cast(Circumstances, circumstances))
        if explained:
            echo(explain_hand(winning_hand, rule_set))
            return
        result = score_hand(winning_hand, rule_set)
    if as_json:
        values = asdict(result) | {"yaku": [y._asdict() for y in result.yaku]}
        del values["hand"]
        echo(json.dumps(values, indent=2))
    else:
        _show(result)


def _rules(name: str, options: list[str]) -> RuleSet:
    """The preset or rule file of that name, with options changed."""
    return load("\n".join(options), rules_of(name))


def _show(result: Score) -> None:
    """Print the tiles, the yaku, then fu and payments."""
    console = Console(highlight=False)
    pictures, names = map("   ".join, result.tiles)
    console.print(pictures)
    console.print(names, style="dim")
    table = Table("", "", box=None, show_header=False, pad_edge=False)
    for yaku in result.yaku:
        table.add_row(yaku_name(yaku.key), yakuman_text(yaku.yakuman) if yaku.yakuman else str(yaku.han))
    console.print(table)
    if not result.yakuman:  # the value of a yakuman does not depend on fu
        items = " + ".join(f"{word(name)} {fu}" for name, fu in result.fu_items)
        console.print(tr("{fu} fu: {items}", fu=result.fu, items=items), style="dim")
    console.print(result.summary, style="bold")
    if result.total != result.points:
        console.print(tr("with honba and sticks: {points:,}", points=result.total))
