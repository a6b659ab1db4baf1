"""What luck gave and took: what happened, beside what was to be expected.

Terms, by `luck`:

- `ura`: ura dora of a riichi win, beside the mean over all tiles that nobody drew. Which of them lies under the
  indicator is chance alone.
- `ippatsu`: ippatsu after an accepted riichi, beside the share of all riichi of the archive that were declared in the
  same turn, as first or in chase, on as many tiles.
- `dealt in`: ronned discards facing a riichi, beside the share of all such discards of the archive with the same danger
  class, class of tile, number of tiles seen, and part of the kyoku. Needs the table `discards`.
- `haipai`: shanten of the dealt hand, beside the mean of the archive; less is better.
- `draws`: tiles drawn in a kyoku that lowered the shanten, beside the sum of the useful shares of the tiles the player
  did not see at each draw, times what such a share brings in the archive: the others keep what is useful, so that the
  wall holds less of it. Needs an import with decisions.

What the wall itself held, where its seed is known, is for `mjlog.stats.questions.wall_luck` to say.

The expectation is of the whole archive, also where `where` takes a part of it. The difference is luck only as far as
the kinds tell what play decides: who waits better has more ippatsu.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.query import measured
from mjlog.stats.questions.danger import facing, tile_class
from mjlog.stats.statistic import EVERY_ROW, SIGNED, Family

KEYS: Final = {"hands": ("game", "kyoku", "seat"), "discards": ("game", "kyoku", "event")}
DANGER_KINDS: Final[dict[str, Callable[[ir.Table], Any]]] = {
    "danger": lambda t: t.danger,
    "tile": tile_class,
    "visible": lambda t: t.visible,
    "part": lambda t: ibis.least(t.turn // 6, 2),
}
RIICHI_KINDS: Final[dict[str, Callable[[ir.Table], Any]]] = {
    "turn": lambda t: ibis.least(t.riichi_turn, 18),
    "chase": lambda t: t.riichi_order > 1,
    "tiles": lambda t: t.riichi_tiles_seen,
}
_row = Family("hands")
ACTUAL: Final = _row.mean("actual", "actual", "実際", "What happened.", lambda t: t.actual, EVERY_ROW, "", "mjlog")
EXPECTED: Final = _row.mean(
    "expected", "expected", "期待", "What was to be expected.", lambda t: t.expected, EVERY_ROW, "", "mjlog"
)
LUCK: Final = _row.mean(
    "luck", "luck", "運", "The difference.", lambda t: t.actual - t.expected, EVERY_ROW, "", "mjlog", least=SIGNED
)


def luck(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """What happened beside what was to be expected, a mean over the cases, with the difference and its interval.

    Columns: groups, `luck`, `actual`, `expected`, `difference`, `low`, `high`, `total` (sum of differences), `n`.
    """
    frames = [_told(rows, groups).assign(luck=name) for name, (rows, groups) in _cases(ds, by, where).items()]
    frame = pd.concat(frames, ignore_index=True)
    groups = [column for column in frame.columns if column not in COLUMNS]
    return frame[[*groups, *COLUMNS]].sort_values([*groups, "luck"], ignore_index=True)


COLUMNS: Final = ("luck", "actual", "expected", "difference", "low", "high", "total", "n")


def _cases(ds: Tables, by: By, where: Where | None) -> dict[str, tuple[ir.Table, list[str]]]:
    """The cases of each kind of luck with what happened and what was to be expected."""
    found = {"ura": _ura(ds, by, where)}
    riichi = ds.hands.filter(ds.hands.riichi_accepted & ds.hands.ippatsu.notnull())
    found["ippatsu"] = _against_archive(ds, "hands", riichi, by, where, lambda t: t.ippatsu, RIICHI_KINDS)
    faced = ds.discards.filter(facing(ds.discards))
    if to_frame(faced.limit(1).select("game")).size:
        found["dealt in"] = _against_archive(ds, "discards", faced, by, where, lambda t: t.dealt_in, DANGER_KINDS)
    drawn = ds.hands.filter(ds.hands.useful_draws.notnull())
    if to_frame(drawn.limit(1).select("game")).size:
        found["draws"] = _draws(ds, drawn, by, where)
    found["haipai"] = _against_archive(ds, "hands", ds.hands, by, where, lambda t: t.haipai_shanten, {})
    return found


def _against_archive(
    ds: Tables,
    table: Any,
    cases: ir.Table,
    by: By,
    where: Where | None,
    happened: Callable[[ir.Table], Any],
    kinds: dict[str, Callable[[ir.Table], Any]],
) -> tuple[ir.Table, list[str]]:
    """Cases of a table beside the mean of all cases of the archive of the same kind."""
    keys = KEYS[table]
    made = cases.select(
        *keys, "players", actual=happened(cases).cast("float64"), **{f"kind_{k}": v(cases) for k, v in kinds.items()}
    )
    same = ibis.window(group_by=["players", *(f"kind_{kind}" for kind in kinds)])
    told = made.mutate(expected=made.actual.mean().over(same)).select(*keys, "actual", "expected")
    rows, groups = grouped_rows(ds, table, by, where)
    return rows.select(*dict.fromkeys([*groups, *keys])).inner_join(told, keys), groups


def _draws(ds: Tables, drawn: ir.Table, by: By, where: Where | None) -> tuple[ir.Table, list[str]]:
    """Kyoku with the useful draws to be expected, so that those of the archive are as many as came."""
    keys, same = KEYS["hands"], ibis.window(group_by="players")
    made = drawn.select(*keys, "players", "expected_useful_draws", actual=drawn.useful_draws.cast("float64"))
    brought = made.actual.sum().over(same) / made.expected_useful_draws.sum().over(same)
    told = made.mutate(expected=made.expected_useful_draws * brought).select(*keys, "actual", "expected")
    rows, groups = grouped_rows(ds, "hands", by, where)
    return rows.select(*dict.fromkeys([*groups, *keys])).inner_join(told, keys), groups


def _ura(ds: Tables, by: By, where: Where | None) -> tuple[ir.Table, list[str]]:
    """Riichi wins with the ura that were to be expected."""
    rows, groups = grouped_rows(ds, "wins", by, where)
    wins = rows.filter(rows.expected_ura.notnull() & rows.n_ura.notnull())
    told = {"actual": wins.n_ura.cast("float64"), "expected": wins.expected_ura.cast("float64")}
    return wins.select(*dict.fromkeys([*groups, "game"]), **told), groups


def _told(rows: ir.Table, groups: list[str]) -> pd.DataFrame:
    """The means of one kind of luck by group."""
    frame = measured(rows, groups, [ACTUAL, EXPECTED, LUCK])
    if frame.empty:
        return frame.reindex(columns=[*groups, *COLUMNS[1:]])
    frame = frame.set_index([*groups, "statistic"])
    value = frame["value"].unstack("statistic")
    lucky = frame.xs("luck", level="statistic")
    return (
        lucky[["low", "high", "n"]]
        .assign(actual=value["actual"], expected=value["expected"], difference=value["luck"], total=lucky["numerator"])
        .reset_index()
    )
