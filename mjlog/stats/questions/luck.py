"""Luck: actual outcomes minus expected ones.

Terms, by `luck`:

- `ura`: ura dora of a riichi win; expected is the mean over all tiles that nobody drew, since the tile under the
  indicator is pure chance.
- `ippatsu`: ippatsu after an accepted riichi; expected is the share among all riichi declared in the same turn, as
  first or chasing riichi, on as many tiles.
- `dealt in`: ronned discards facing a riichi; expected is the share among all such discards with the same danger class,
  class of tile, number of visible copies, and part of the kyoku. Needs the table `discards`.
- `haipai`: shanten of the dealt hand; expected is the mean. Less is better.
- `draws`: draws in a kyoku that lowered the shanten; expected is the sum over the draws of the share of useful tiles
  among those the player does not see, scaled so that both have the same total in the data set: other players keep
  useful tiles, so the wall contains fewer of them. Needs an import with decisions.

Where the seed of the wall is known, `mjlog.stats.questions.wall_luck` uses the wall itself.

Expectations are those of the whole data set, also if `where` selects a part. The difference is pure luck only as far as
these kinds capture the player's decisions: a player with better waits has more ippatsu.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.questions.danger import TILE_CLASS, facing
from mjlog.stats.statistic import EVERY_ROW, SIGNED, Family
from mjlog.stats.summaries import measure

KEYS: Final = {"hands": ("game", "kyoku", "seat"), "discards": ("game", "kyoku", "event")}
DANGER_KINDS: Final[dict[str, Callable[[ir.Table], Any]]] = {
    "danger": lambda t: t.danger,
    "tile": TILE_CLASS,
    "visible": lambda t: t.visible,
    "part": lambda t: ibis.least(t.turn // 6, 2),
}
RIICHI_KINDS: Final[dict[str, Callable[[ir.Table], Any]]] = {
    "turn": lambda t: ibis.least(t.riichi_turn, 18),
    "chase": lambda t: t.riichi_order > 1,
    "tiles": lambda t: t.riichi_tiles_unseen,
}
_row = Family("hands")
ACTUAL: Final = _row.mean("actual", "actual", "実際", "The actual outcome.", lambda t: t.actual, EVERY_ROW, "", "mjlog")
EXPECTED: Final = _row.mean(
    "expected", "expected", "期待", "The expected outcome.", lambda t: t.expected, EVERY_ROW, "", "mjlog"
)
LUCK: Final = _row.mean(
    "luck",
    "luck",
    "運",
    "Actual minus expected outcome.",
    lambda t: t.actual - t.expected,
    EVERY_ROW,
    "",
    "mjlog",
    minimum=SIGNED,
)


def luck(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """The mean actual and expected outcome of each kind of luck, with the difference and its interval.

    Columns: groups, `luck`, `actual`, `expected`, `difference`, `low`, `high`, `total` (sum of differences), `n`,
    `note` (the games that the expectation is from).
    """
    frames = [_means(rows, groups).assign(luck=name) for name, (rows, groups) in cases_of(ds, by, where).items()]
    frame = pd.concat(frames, ignore_index=True)
    games = to_frame(ds.games.group_by("players").aggregate(games=ds.games.count())).set_index("players")["games"]
    n_games = frame["players"].map(games).fillna(0)
    frame = frame.assign(note=[f"expected from {n:,.0f} games" if n else "" for n in n_games])
    groups = [column for column in frame.columns if column not in COLUMNS]
    return frame[[*groups, *COLUMNS]].sort_values([*groups, "luck"], ignore_index=True)


COLUMNS: Final = ("luck", "actual", "expected", "difference", "low", "high", "total", "n", "note")


def cases_of(ds: Tables, by: By, where: Where | None) -> dict[str, tuple[ir.Table, list[str]]]:
    """The cases of each kind of luck, with `actual` and `expected`."""
    cases = {"ura": _ura(ds, by, where)}
    riichi = ds.hands.filter(ds.hands.riichi_accepted & ds.hands.ippatsu.notnull())
    cases["ippatsu"] = _against_archive(ds, "hands", riichi, by, where, lambda t: t.ippatsu, RIICHI_KINDS)
    faced = ds.discards.filter(facing(ds.discards))
    if to_frame(faced.limit(1).select("game")).size:
        cases["dealt in"] = _against_archive(ds, "discards", faced, by, where, lambda t: t.dealt_in, DANGER_KINDS)
    drawn = ds.hands.filter(ds.hands.useful_draws.notnull())
    if to_frame(drawn.limit(1).select("game")).size:
        cases["draws"] = _draws(ds, drawn, by, where)
    cases["haipai"] = _against_archive(ds, "hands", ds.hands, by, where, lambda t: t.haipai_shanten, {})
    return cases


def _against_archive(
    ds: Tables,
    table: Any,
    cases: ir.Table,
    by: By,
    where: Where | None,
    outcome: Callable[[ir.Table], Any],
    kinds: dict[str, Callable[[ir.Table], Any]],
) -> tuple[ir.Table, list[str]]:
    """The cases of a table, each with the mean over all cases of the same kind."""
    keys = KEYS[table]
    outcomes = cases.select(
        *keys, "players", actual=outcome(cases).cast("float64"), **{f"kind_{k}": v(cases) for k, v in kinds.items()}
    )
    same = ibis.window(group_by=["players", *(f"kind_{kind}" for kind in kinds)])
    expected = outcomes.mutate(expected=outcomes.actual.mean().over(same)).select(*keys, "actual", "expected")
    rows, groups = grouped_rows(ds, table, by, where)
    return rows.select(*dict.fromkeys([*groups, *keys])).inner_join(expected, keys), groups


def _draws(ds: Tables, drawn: ir.Table, by: By, where: Where | None) -> tuple[ir.Table, list[str]]:
    """Kyoku with their useful draws, and the expected ones scaled to the same total."""
    keys, same = KEYS["hands"], ibis.window(group_by="players")
    draws = drawn.select(*keys, "players", "expected_useful_draws", actual=drawn.useful_draws.cast("float64"))
    scale = draws.actual.sum().over(same) / draws.expected_useful_draws.sum().over(same)
    expected = draws.mutate(expected=draws.expected_useful_draws * scale).select(*keys, "actual", "expected")
    rows, groups = grouped_rows(ds, "hands", by, where)
    return rows.select(*dict.fromkeys([*groups, *keys])).inner_join(expected, keys), groups


def _ura(ds: Tables, by: By, where: Where | None) -> tuple[ir.Table, list[str]]:
    """Riichi wins with their ura dora and the expected ones."""
    rows, groups = grouped_rows(ds, "wins", by, where)
    wins = rows.filter(rows.expected_ura.notnull() & rows.n_ura.notnull())
    outcomes = {"actual": wins.n_ura.cast("float64"), "expected": wins.expected_ura.cast("float64")}
    return wins.select(*dict.fromkeys([*groups, "game"]), **outcomes), groups


def _means(rows: ir.Table, groups: list[str]) -> pd.DataFrame:
    """The means of one kind of luck by group."""
    frame = measure(rows, groups, [ACTUAL, EXPECTED, LUCK])
    if frame.empty:
        return frame.reindex(columns=[*groups, *COLUMNS[1:-1]])
    frame = frame.set_index([*groups, "statistic"])
    value = frame["value"].unstack("statistic")
    differences = frame.xs("luck", level="statistic")
    return (
        differences[["low", "high", "n"]]
        .assign(
            actual=value["actual"], expected=value["expected"], difference=value["luck"], total=differences["numerator"]
        )
        .reset_index()
    )
