"""The chance that a riichi waits on a kind of tile.

Terms. Each riichi with a known wait has one row for every kind of tile (27 kinds with three players). A kind is a wait
if it completes the hand at the declaration, with a yaku or without, furiten or not. `danger` is its class against the
river of the riichi player, with the declaration tile. Tiles *seen* are those that every player sees at the declaration:
all rivers, the tiles of pons, kans and norths set aside, and the first dora indicator; the tiles of a chi other than
the called one are not in the tables. Unlike `mjlog.stats.danger`, which counts tiles that players chose to discard,
this counts every kind of every riichi. Needs the tables `discards` and `calls`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, kept, require
from mjlog.stats.questions.danger import class_of, kind_of
from mjlog.stats.statistic import Family, Sample
from mjlog.stats.summaries import measure
from mjlog.tiles import EAST, N_KINDS, SANMA_KINDS

KEYS: Final = ("game", "kyoku", "seat")
OWN_TILES: Final = {"pon": 2, "daiminkan": 3, "ankan": 4, "kakan": 1, "kita": 1}
"""Tiles of its kind that a call shows besides the discard it takes."""


def danger_class(t: ir.Table) -> ir.Column:
    """The class of `kind` against the river with the mask `river` (see `mjlog.rules.waits.Suji`)."""
    number = t.kind % 9
    lower, upper = ((number + step).between(0, 8) & _in_river(t, step) for step in (-3, 3))
    middle = number.between(3, 5)
    return ibis.cases(
        (_in_river(t, 0), "genbutsu"),
        (t.kind >= EAST, "honor"),
        (middle & lower & upper, "naka"),
        (middle & (lower | upper), "kata"),
        (lower | upper, "omote"),
        (~middle & _in_river(t, ibis.ifelse(number < 3, 6, -6)), "far"),
        else_="musuji",
    )


def _in_river(t: ir.Table, step: Any) -> ir.BooleanValue:
    """Whether the riichi player has discarded the kind so many numbers away."""
    bit = t.river >> ibis.greatest(t.kind + step, 0)
    discarded: ir.BooleanValue = bit % 2 == 1
    return discarded


def from_declaration(t: ir.Table) -> ir.Column:
    """The distance of `kind` from the declaration tile: `same`, `1` to `3`, `4 or more`, `other suit`, or `honor`."""
    distance = (t.kind - t.declared).abs()
    near = ibis.cases((distance > 3, "4 or more"), else_=distance.cast("string"))
    return ibis.cases(
        (distance == 0, "same"),
        (t.kind >= EAST, "honor"),
        ((t.declared >= EAST) | (t.kind // 9 != t.declared // 9), "other suit"),
        else_=near,
    )


DIMENSIONS: Final[dict[str, Callable[[ir.Table], Any]]] = {
    "tile_class": lambda t: class_of(t.kind),
    "tile_number": lambda t: ibis.ifelse(t.kind >= EAST, None, t.kind % 9 + 1),
    "danger": danger_class,
    "seen": lambda t: ibis.least(t.seen, 4),
    "from_declaration": from_declaration,
    "declaration_class": lambda t: class_of(t.declared),
    "declaration_drawn": lambda t: t.tsumogiri,
}
"""Groups of `riichi_waits` besides the columns of `hands`; `tile_number` is null for honors."""
WAITED_ON: Final = Family("hands").rate(
    "riichi_wait_rate",
    "chance that a riichi waits on the tile",
    "立直の待ちである確率",
    "Kinds of tiles that complete the hand at its declaration.",
    lambda t: t.waited,
    Sample("kinds of tiles for each riichi", lambda t: True),
    "kobalab",
)


def riichi_waits(ds: Tables, by: By = ("tile_class", "danger"), where: Where | None = None) -> pd.DataFrame:
    """The chance that a riichi waits on a kind of tile, with interval and n, for each group.

    `by` takes names of `DIMENSIONS` and columns of `hands`, such as `riichi_turn`; a mapping gives expressions of the
    widened table `hands`. `where` filters `hands`. Columns: groups, `statistic`, `value`, `low`, `high`, `n`, `note`.
    """
    names = [by] if isinstance(by, str) else list(by)
    of_hand = [name for name in names if name not in DIMENSIONS]
    require(ds, "calls")
    hands, _ = grouped_rows(ds, "hands", {n: by[n] for n in of_hand} if isinstance(by, Mapping) else of_hand, where)
    tiles = _tiles_of(ds, hands, with_seen="seen" in names)
    tiles = tiles.mutate(**{name: DIMENSIONS[name](tiles) for name in names if name in DIMENSIONS})
    groups = list(dict.fromkeys(["players", *names]))
    frame = measure(tiles, groups, [WAITED_ON]).sort_values(groups, ignore_index=True)
    return frame[[*groups, "statistic", "value", "low", "high", "n", "note"]]


def _tiles_of(ds: Tables, hands: ir.Table, *, with_seen: bool) -> ir.Table:
    """Every riichi of the hands with every kind: whether it is `waited` on, the `river`, perhaps the tiles `seen`."""
    riichi = kept(ds, "·riichi", lambda: _declarations(ds))
    own = hands.filter(hands.riichi & hands.riichi_waits.notnull())
    own = own.drop([name for name in ("kind", "tsumogiri", "seen") if name in own.columns])
    tiles = own.inner_join(riichi.drop("end"), KEYS).mutate(kind=ibis.range(N_KINDS).unnest().cast("int64"))
    tiles = tiles.filter((tiles.players == 4) | tiles.kind.isin(SANMA_KINDS))
    if with_seen:
        tiles = tiles.left_join(kept(ds, "·seen", lambda: _seen(ds, riichi)), [*KEYS, "kind"])
        tiles = tiles.mutate(seen=tiles.seen.fill_null(0))
    tiles = tiles.drop([name for name in tiles.columns if name.endswith("_right")])
    return tiles.mutate(waited=tiles.riichi_waits.contains(tiles.kind.cast("int8")))


def _declarations(ds: Tables) -> ir.Table:
    """Every riichi with its declaration tile, the event of its discard, and the kinds of the river as a mask."""
    discards = ds.discards.mutate(kind=kind_of(ds.discards.tile).cast("int64"))
    declared = discards.filter(discards.riichi)
    declared = declared.select(*KEYS, "tsumogiri", end=declared.event, declared=declared.kind)
    river = declared.inner_join(discards.select(*KEYS, "event", "kind"), KEYS)
    river = river.filter(river.event <= river.end).mutate(bit=ibis.literal(1, "int64") << river.kind)
    return river.group_by([*declared.columns]).aggregate(river=river.bit.bit_or())


def _seen(ds: Tables, riichi: ir.Table) -> ir.Table:
    """For every riichi, the number of tiles of each kind that every player has seen at the declaration."""
    calls = ds.calls.filter(ds.calls.kind.isin(list(OWN_TILES)))
    n_shown = ibis.cases(*((calls.kind == name, n) for name, n in OWN_TILES.items()))
    discards, indicator = ds.discards, ds.kyoku.dora_indicators[0]
    sources = [
        discards.select("game", "kyoku", "event", kind=kind_of(discards.tile), n=ibis.literal(1)),
        calls.select("game", "kyoku", "event", kind=kind_of(calls.tile), n=n_shown),
        ds.kyoku.select("game", "kyoku", event=-1, kind=kind_of(indicator), n=ibis.literal(1)),
    ]
    shown = ibis.union(*(source.cast({"event": "int64", "kind": "int64", "n": "int64"}) for source in sources))
    seen = riichi.select(*KEYS, "end").inner_join(shown, ["game", "kyoku"])
    seen = seen.filter(seen.event <= seen.end)
    return seen.group_by([*KEYS, "kind"]).aggregate(seen=seen.n.sum().cast("int64"))
