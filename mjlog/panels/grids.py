"""Frames of statistics as tables to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pandas as pd

from mjlog.display.statistics import interval_text, signed_text, tone_of, value_text
from mjlog.panels.panel import Cell, Grid
from mjlog.stats.registry import find
from mjlog.stats.summaries import SMALL
from mjlog.words import day_text, kyoku_text, tr, word

Row = Mapping[Any, Any]
OUTCOMES: Final = {
    "tsumo": "won by tsumo",
    "ron": "won by ron",
    "dealt_in": "dealt in",
    "hit_by_tsumo": "paid for a tsumo",
    "others_ron": "ron between others",
    "nagashi_mangan": "nagashi mangan",
    "hit_by_nagashi": "paid for a nagashi mangan",
}


LEAST_PEERS: Final = 10
"""Players with enough cases below which there is no percentile."""


def profile_grid(frame: pd.DataFrame) -> Grid:
    """A result of `percentiles`: the player, the others, the difference, the percentile and the sample."""
    heads = ("statistic", "player", "95 %", "others", "difference", "percentile", "n")
    return Grid(heads, [_profile_row(row) for row in frame.to_dict("records")])


def _profile_row(row: Row) -> list[Cell]:
    entry, unit = find(row["statistic"]), row["unit"]
    pale = "pale" if row["n"] < SMALL else ""
    peers = tr("among {n:,} players with at least {least} cases", n=row["peers"], least=SMALL)
    others = f"{tr('95 %')}: {interval_text(row['others_low'], row['others_high'], unit)}; n {row['others_n']:,}"
    return [
        Cell(entry.label, tr(entry.definition)),
        Cell(value_text(row["value"], unit), sample_text(row["n"], entry.per), tone=pale),
        Cell(interval_text(row["low"], row["high"], unit), tone="pale"),
        Cell(value_text(row["others"], unit), others),
        Cell(signed_text(row["difference"], unit, row["value"]), "", tone=pale or tone_of(row, entry.good)),
        Cell(f"{row['percentile']:.0f}" if row["n"] >= SMALL and row["peers"] >= LEAST_PEERS else "–", peers),
        Cell(f"{row['n']:,}", tone=pale),
    ]


def sample_text(n: int, per: str) -> str:
    """A number of cases and their name."""
    return tr("{n:,} {unit}", n=n, unit=tr(per))


def summary_grid(frame: pd.DataFrame) -> Grid:
    """A summary of everyone: one statistic per row."""
    rows = []
    for row in frame[frame["n"] > 0].to_dict("records"):
        entry, unit = find(row["statistic"]), row["unit"]
        tone = "pale" if row["note"] else ""
        rows.append(
            [
                Cell(entry.label, tr(entry.definition)),
                Cell(value_text(row["value"], unit), sample_text(row["n"], entry.per), tone=tone),
                Cell(interval_text(row["low"], row["high"], unit), tone="pale"),
                Cell(f"{row['n']:,}", tone=tone),
            ]
        )
    return Grid(("statistic", "value", "95 %", "n"), rows)


def kyoku_name(row: Row) -> str:
    """Round, number and honba, such as `S3-1`."""
    return kyoku_text(int(row["wind"]), int(row["number"]), int(row["honba"]))


def kyoku_grid(link: Callable[[Row], str]) -> Callable[[pd.DataFrame], Grid]:
    """A table of kyoku with their balance; `link` gives the address of a row's game at its service, or nothing."""

    def grid(frame: pd.DataFrame) -> Grid:
        several = frame["player"].nunique() > 1
        rows = [
            [
                Cell(kyoku_name(row), row["game"], link(row), (row["game"], int(row["kyoku"]))),
                *([Cell(row["player"] if pd.notna(row["player"]) else "–")] if several else []),
                Cell(day_text(row["started"]) if pd.notna(row["started"]) else "–"),
                Cell(word(OUTCOMES.get(row["outcome"], row["outcome"]))),
                Cell(f"{row['balance']:+,}", tone="good" if row["balance"] > 0 else "bad"),
            ]
            for row in frame.to_dict("records")
        ]
        heads = ("kyoku", *(["player"] if several else []), "date", "outcome", "points")
        return Grid(heads, rows, words=len(heads) - 1)

    return grid


def opponents_grid(frame: pd.DataFrame) -> Grid:
    """A result of `head_to_head`."""
    rows = [
        [
            Cell(row["other"]),
            Cell(f"{row['games']:,}"),
            Cell(
                value_text(row["share"], "share"),
                tr("{ahead:,} of {games:,} games", ahead=row["ahead"], games=row["games"]),
            ),
            Cell(interval_text(row["low"], row["high"], "share"), tone="pale"),
            Cell(
                f"{row['ron_points'] - row['deal_in_points']:+,}",
                tr("{rons} rons, {deal_ins} deal-ins", rons=row["rons"], deal_ins=row["deal_ins"]),
            ),
        ]
        for row in frame.to_dict("records")
    ]
    return Grid(("opponent", "games", "finished ahead", "95 %", "ron points won"), rows)
