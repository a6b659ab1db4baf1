"""The same statistics of two sides, and their difference: a player and the others, two players, two periods.

Terms. The interval of a difference combines the two intervals with the correlation of the two values over the random
groups of games (`mjlog.stats.intervals`), since both sides may have played the same games.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd

from mjlog.stats.dimensions import (
    By,
    Equals,
    Tables,
    Where,
    group_names,
    grouped_rows,
    require_player,
    to_frame,
)
from mjlog.stats.intervals import ENOUGH, correlation, difference_interval
from mjlog.stats.prepared_query import NotPreparedError, columns_of_rows, prepared_buckets
from mjlog.stats.registry import selected
from mjlog.stats.statistic import Statistic, TableName
from mjlog.stats.summaries import MEASURES, SMALL, frame_of, summarised
from mjlog.stats.sums import BUCKET, GAMES, Sums, columns_of, totals, with_kyoku

STYLE: Final = (
    "win_rate", "deal_in_rate", "riichi_rate", "call_rate", "tsumo_share", "dama_win_share", "tenpai_at_draw",
    "riichi_win_rate", "riichi_deal_in_rate", "call_win_rate", "call_deal_in_rate", "ippatsu_rate", "ura_rate",
    "first_rate", "fourth_rate", "busted_rate",
)  # fmt: skip
"""Rates that describe a player's style."""


def against_others(
    ds: Tables,
    name: str,
    stats: Iterable[str | Statistic] = STYLE,
    where: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """Each statistic of a player and of all others, with the difference and its 95 % interval.

    Columns: `players`, `statistic`, `value`, `low`, `high`, `n`, `others`, `others_low`, `others_high`, `others_n`,
    `difference`, `difference_low`, `difference_high`, `unit`, `note`. Raises ValueError for a player who is in no game.
    """
    sums = _Sums(ds, {"mine": Equals("player", name)}, [where])
    sides = sums.summary(selected(stats), 0)
    if not sides["mine"].any():
        require_player(ds, name)
    mine, others = (sides[sides["mine"].eq(side)].drop(columns="mine") for side in (True, False))
    tables = (([both[both["mine"]], both[~both["mine"]]], entries) for (both,), entries in sums.buckets())
    return _difference(mine, others, "others", _correlations(tables, ["players"]))


def difference(
    ds: Tables,
    one: Where,
    other: Where,
    stats: Iterable[str | Statistic] = STYLE,
    by: By = (),
) -> pd.DataFrame:
    """Each statistic of the rows of two filters, with the difference and its 95 % interval.

    The sides are players (`{"player": "A"}, {"player": "B"}`), periods (`{"year": 2018}, {"year": 2019}`), tables or
    anything else; `by` compares within groups. Columns as of `against_others`, with `other` for `others`.
    """
    sums, entries = _Sums(ds, by, [one, other]), selected(stats)
    mine, theirs = (sums.summary(entries, side) for side in (0, 1))
    return _difference(mine, theirs, "other", _correlations(sums.buckets(), sums.groups))


class _Sums:
    """The sums by group and bucket with some filters: each query runs once for the values and their correlation."""

    def __init__(self, ds: Tables, by: By, filters: Sequence[Where | None]) -> None:
        self.ds, self.by, self.filters = ds, by, filters
        self.groups = group_names(by)
        self.tables: dict[TableName, _TableSums] = {}

    def summary(self, statistics: Sequence[Statistic], side: int) -> pd.DataFrame:
        """The `summary` with one filter."""

        def of_table(
            ds: Tables, table: TableName, entries: Sequence[Statistic], by: By, where: Where | None
        ) -> pd.DataFrame:
            if table not in self.tables:
                self.tables[table] = self._read(table, entries)
            return frame_of(self.groups, self.tables[table].totals(side, self.groups), self.tables[table].entries)

        return summarised(self.ds, statistics, self.filters[side], self.by, of_table)

    def buckets(self) -> Iterator[tuple[list[pd.DataFrame], list[Sums]]]:
        """For each table, the sums with each filter, and their columns."""
        return ((table.buckets(), table.entries) for table in self.tables.values())

    def _read(self, table: TableName, entries: Sequence[Statistic]) -> _TableSums:
        sides = [_side(self.ds, table, entries, self.by, where) for where in self.filters]
        read = _TableSums([frame for frame, _ in sides], sides[0][1], [], [])
        few = _players_with_few_games(read.by_game, self.groups) if "kyoku" in columns_of_rows(table) else []
        if not few:
            return read
        narrowed = [_of_players(where, few) for where in self.filters]
        by_kyoku = [_side(self.ds, table, entries, self.by, where, by_kyoku=True)[0] for where in narrowed]
        return read._replace(few=few, by_kyoku=by_kyoku)


class _TableSums(NamedTuple):
    """The sums of one table, a frame for each filter."""

    by_game: list[pd.DataFrame]
    entries: list[Sums]
    few: list[int]
    """The numbers of players of games, 3 or 4, with a group whose games fill too few buckets."""
    by_kyoku: list[pd.DataFrame]
    """The sums of those games with kyoku as buckets."""

    def totals(self, side: int, groups: list[str]) -> pd.DataFrame:
        """The sums by group with one filter, as of `mjlog.stats.query.sums_of`."""
        frame = totals(self.by_game[side], groups, self.entries)
        if not self.few or frame[GAMES].ge(ENOUGH).all():
            return frame
        return with_kyoku(frame, totals(self.by_kyoku[side], groups, self.entries), groups)

    def buckets(self) -> list[pd.DataFrame]:
        """The sums by group and bucket with each filter: both sides of a difference have buckets of one kind."""
        if not self.few:
            return self.by_game
        by_game = [frame[~frame["players"].isin(self.few)] for frame in self.by_game]
        return [pd.concat(sides) for sides in zip(by_game, self.by_kyoku, strict=True)]


def _players_with_few_games(frames: Sequence[pd.DataFrame], groups: list[str]) -> list[int]:
    sizes = pd.concat([frame.groupby(groups, dropna=False).size() for frame in frames]).reset_index(name="size")
    return sorted({int(players) for players in sizes.loc[sizes["size"] < ENOUGH, "players"]})


def _of_players(where: Where | None, players: list[int]) -> Where:
    """A filter narrowed to games of these numbers of players."""
    if callable(where):
        return lambda rows: where(rows) & rows["players"].isin(players)
    return {**(where or {}), "players": players}


def _side(
    ds: Tables, table: TableName, entries: Sequence[Statistic], by: By, where: Where | None, *, by_kyoku: bool = False
) -> tuple[pd.DataFrame, list[Sums]]:
    with suppress(NotPreparedError):
        return prepared_buckets(ds, table, by, where, entries, by_kyoku=by_kyoku)
    from mjlog.stats.query import bucket_sums  # it loads Ibis

    rows, groups = grouped_rows(ds, table, by, where)
    bucketed, sums = bucket_sums(rows, groups, entries, by_kyoku=by_kyoku)
    return to_frame(bucketed, groups), sums


def _correlations(
    tables: Iterable[tuple[list[pd.DataFrame], list[Sums]]], groups: list[str]
) -> dict[tuple[Hashable, ...], float]:
    """The correlation of two sides by group and statistic, from their sums by bucket."""
    found: dict[tuple[Hashable, ...], float] = {}
    for (one, other), sums in tables:
        names, x, y = columns_of(sums)
        parts = {key: part.set_index(BUCKET)[names] for key, part in other.groupby(groups, dropna=False)}
        for key, part in one.groupby(groups, dropna=False):
            if key not in parts:
                continue
            sides = part.set_index(BUCKET)[names].align(parts[key], axis=0)
            mine, theirs = (side.fillna(0).to_numpy(float) for side in sides)
            values = correlation(mine[:, x], mine[:, y], theirs[:, x], theirs[:, y])
            found |= {(*key, entry.statistic.key): value for entry, value in zip(sums, values, strict=True)}
    return found


def _difference(
    one: pd.DataFrame, other: pd.DataFrame, name: str, correlations: Mapping[tuple[Hashable, ...], float]
) -> pd.DataFrame:
    """Two summaries in one frame, the columns of the second under `name`."""
    keys = [column for column in one.columns if column not in MEASURES]
    named = {"value": name, "low": f"{name}_low", "high": f"{name}_high", "n": f"{name}_n"}
    both = one.merge(other[[*keys, *named]].rename(columns=named), on=keys, how="left")
    of_row = np.array([correlations.get(key, 0.0) for key in both[keys].itertuples(index=False, name=None)])
    mine, theirs = (both[side].to_numpy(float).T for side in (["value", "low", "high"], [*named.values()][:3]))
    low, high = difference_interval(mine, theirs, of_row)
    both = both.assign(difference=both["value"] - both[name], difference_low=low, difference_high=high)
    columns = [*keys, "value", "low", "high", "n", *named.values()]
    return both[[*columns, "difference", "difference_low", "difference_high", "unit", "note"]]


def percentiles(compared: pd.DataFrame, by_player: pd.DataFrame, *, least: int = SMALL) -> pd.DataFrame:
    """A result of `against_others` with each value's place among players, as columns `percentile` and `peers`.

    `by_player` is a `summary` of the same statistics by player. Peers are the players with at least `least` rows in the
    denominator; `percentile` is the percentage of them with a lower value, equal ones counted half, and null without
    peers.
    """
    peers = by_player[(by_player["n"] >= least) & by_player["value"].notna()]
    both = compared[["players", "statistic", "value"]].merge(peers, on=["players", "statistic"], suffixes=("", "_peer"))
    below = (both["value_peer"] < both["value"]) + 0.5 * (both["value_peer"] == both["value"])
    ranked = both.assign(percentile=100 * below).groupby(["players", "statistic"])["percentile"]
    table = ranked.agg(percentile="mean", peers="size").reset_index()
    merged = compared.merge(table, on=["players", "statistic"], how="left")
    return merged.assign(peers=merged["peers"].fillna(0).astype(int))
