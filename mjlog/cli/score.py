"""`mjlog score`: the value of one winning hand, with pictures of its tiles, as JSON, or explained."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from enum import StrEnum
from typing import Annotated, cast

import typer
from rich.console import Console
from rich.table import Table

from mjlog.errors import LogError
from mjlog.rules.explain import explain_hand
from mjlog.rules.hand import FLAGS, Hand, Said, hand_of
from mjlog.rules.rulefile import load, rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.score import Score, score_hand
from mjlog.rules.yaku import BY_KEY, YAKU
from mjlog.tiles import KIND_OF_TILE, to_mpsz, to_text

With = StrEnum("With", {name: name.replace("_", "-") for name in FLAGS if name not in ("tsumo", "riichi")})  # type: ignore[misc]  # members come from the table
Local = StrEnum("Local", {row.key: row.key for row in YAKU if row.local})  # type: ignore[misc]  # as above


def score(
    hand: Annotated[str, typer.Argument(help="Concealed tiles, such as 234m406p5578s; 0 is a red five.")],
    rest: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WIN] [MELDS]...",
            help="The winning tile unless --win says it; then 234s chi, 777z pon, 1111z daiminkan, a1111z ankan, "
            "k1111z kakan.",
            show_default=False,
        ),
    ] = None,
    *,
    win: Annotated[str, typer.Option(help="The winning tile; the concealed tiles may hold it already.")] = "",
    tsumo: Annotated[bool, typer.Option("--tsumo", help="Won by tsumo.")] = False,
    riichi: Annotated[bool, typer.Option("--riichi", help="In riichi.")] = False,
    circumstances: Annotated[
        list[With] | None, typer.Option("--with", help="What else is so; again for more.", show_default=False)
    ] = None,
    seat: Annotated[str, typer.Option(help="Seat wind; E is the dealer.")] = "E",
    round_: Annotated[str, typer.Option("--round", help="Round wind.")] = "E",
    dora: Annotated[str, typer.Option(help="Dora indicators.", show_default=False)] = "",
    ura: Annotated[str, typer.Option(help="Ura indicators.", show_default=False)] = "",
    kita: Annotated[int, typer.Option(help="Norths pulled.")] = 0,
    more_reds: Annotated[int, typer.Option(help="Red tiles that are not red fives.")] = 0,
    blues: Annotated[int, typer.Option(help="Blue tiles.")] = 0,
    honba: Annotated[int, typer.Option(help="Honba.")] = 0,
    sticks: Annotated[int, typer.Option(help="Riichi sticks on the table.")] = 0,
    rules: Annotated[str, typer.Option(help="A preset, or a rule file ending in .toml.")] = "tenhou",
    local: Annotated[
        list[Local] | None,
        typer.Option(help="An old or local yaku that counts too; again for more.", show_default=False),
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", help="An option of the rules as in a rule file: 'kiriage = true'.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    explained: Annotated[bool, typer.Option("--explain", help="Show all readings and the rules that matter.")] = False,
) -> None:
    """Score one winning hand.

    Example: mjlog score 234m456p5578s 777z --win 9s --dora 4p --seat S
    """
    melds = rest or []
    if not win:
        if not melds:
            raise typer.BadParameter("the winning tile is missing", param_hint="--win")
        win, *melds = melds
    said: Said = {
        "melds": melds,
        "tsumo": tsumo,
        "riichi": riichi,
        "seat_wind": seat,
        "round_wind": round_,
        "dora": dora,
        "ura": ura,
        "kita": kita,
        "more_reds": more_reds,
        "blues": blues,
        "honba": honba,
        "sticks": sticks,
    }
    said.update(cast(Said, {flag.name: True for flag in circumstances or ()}))
    try:
        chosen = _rules(rules, options or [])
        chosen = replace(chosen, local_yaku=chosen.local_yaku | {key.value for key in local or ()})
        read = hand_of(hand, win, said)
        if explained:
            typer.echo(explain_hand(read, chosen))
            return
        scored = score_hand(read, chosen)
    except (LogError, OSError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(asdict(scored) | {"yaku": [y._asdict() for y in scored.yaku]}, indent=2))
    else:
        _show(read, scored)


def _rules(name: str, options: list[str]) -> RuleSet:
    """The preset or rule file of that name, with options set on top of it."""
    return load("\n".join(options), rules_of(name))


def _show(hand: Hand, scored: Score) -> None:
    """The tiles as pictures, the yaku as a table, fu and payments beneath."""
    console = Console(highlight=False)
    rest = sorted(hand.concealed, key=KIND_OF_TILE.__getitem__)
    rest.remove(hand.tile)
    pictures = [_pictures(rest), _pictures((hand.tile,)), *(_pictures(meld.tiles) for meld in hand.melds)]
    texts = [to_mpsz(rest), to_mpsz((hand.tile,)), *map(str, hand.melds)]
    console.print("   ".join(pictures))
    console.print("   ".join(texts), style="dim")
    table = Table("yaku", "", "han", box=None, show_header=False, pad_edge=False)
    for counted in scored.yaku:
        row = BY_KEY[counted.key]
        table.add_row(row.en, row.ja, f"{counted.yakuman:g} yakuman" if counted.yakuman else str(counted.han))
    console.print(table)
    if not scored.yakuman:  # whose value has nothing to do with fu
        items = " + ".join(f"{name.replace('_', ' ')} {fu}" for name, fu in scored.fu_items)
        console.print(f"{scored.fu} fu: {items}", style="dim")
    console.print(scored.summary, style="bold")
    if scored.total != scored.points:
        console.print(f"with honba and sticks: {scored.total:,}")


def _pictures(tiles: Iterable[int]) -> str:
    return to_text(tiles, "unicode")
