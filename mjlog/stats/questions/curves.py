"""What happens by which turn, how much wins are worth, and how a player's results run on.

A *turn* is the number of the seat's own discards so far plus one. Shares by turn are of all kyoku of the group, so a
curve ends at the rate of its event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, matches, to_frame, widened
from mjlog.stats.distributions import shares
from mjlog.stats.intervals import wilson
from mjlog.stats.query import measured
from mjlog.stats.questions.danger import tile_class
from mjlog.stats.registry import find
from mjlog.tiles import DORA_OF, EAST, KIND_OF_TILE

LAST_TURN: Final = 18
"""Turns after this are counted with it."""
EVENTS: Final = {"call": "first_call_turn", "riichi": "riichi_turn", "win": "win_turn", "tenpai": "tenpai_turn"}
"""Event → the column of `hands` with its turn."""
RIICHI_OUTCOMES: Final = ("riichi_win_rate", "riichi_deal_in_rate", "riichi_income", "ippatsu_rate")
CALL_OUTCOMES: Final = ("win_rate", "deal_in_rate", "balance")


def turns(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of kyoku in which the player had called, been tenpai, declared riichi or won by each turn.

    With n and interval.
    """
    rows, groups = grouped_rows(ds, "hands", by, where)
    sums = {
        f"{event} {turn}": ((rows[column] <= turn) if turn < LAST_TURN else rows[column].notnull()).sum()
        for event, column in EVENTS.items()
        for turn in range(1, LAST_TURN + 1)
    }
    wide = to_frame(rows.group_by(groups).aggregate(kyoku=rows.count(), **sums))
    long = wide.melt(id_vars=[*groups, "kyoku"], var_name="event", value_name="count").fillna({"count": 0})
    parts = long["event"].str.extract(r"(?P<event>.*) (?P<turn>\d+)$")
    low, high = wilson(long["count"].to_numpy(float), long["kyoku"].to_numpy(float))
    long = long.assign(
        event=parts["event"], turn=parts["turn"].astype(int), share=long["count"] / long["kyoku"], low=low, high=high
    )
    ordered = long.sort_values([*groups, "event", "turn"], kind="stable")
    return ordered[[*groups, "event", "turn", "share", "low", "high", "count", "kyoku"]].reset_index(drop=True)


def hand_values(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """How many wins are worth how many points (without honba and sticks; by tsumo the sum of the payments)."""
    rows, groups = grouped_rows(ds, "wins", by, where)
    counts = shares(rows, groups, ["points"]).rename(columns={"count": "wins"})
    return counts.sort_values([*groups, "points"], ignore_index=True)


def han_and_fu(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """How many wins have how many han and fu, with share and interval; yakuman stand as null han.

    Sum over `fu` for the distribution of han; with `where=lambda t: t.han <= 4` the shares are of such wins alone.
    """
    rows, groups = grouped_rows(ds, "wins", by, where)
    return shares(rows, groups, ["han", "fu"]).sort_values([*groups, "han", "fu"], ignore_index=True)


def best_wins(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """The best wins of each group: the most han, dora of all kinds, points, honba, and the earliest turn.

    Columns: groups, `han` (of wins that are no yakuman), `yakuman` (in one win), `dora`, `points` (without honba and
    sticks), `honba`, `turn`, `wins`.
    """
    rows, groups = grouped_rows(ds, "wins", by, where)
    frame = to_frame(
        rows.group_by(groups).aggregate(
            han=rows.han.max(),
            yakuman=rows.n_yakuman.max(),
            dora=(rows.n_dora + rows.n_red + rows.n_ura).max(),
            points=rows.points.max(),
            honba=rows.honba.max(),
            turn=rows.turn.min(),
            wins=rows.count(),
        )
    )
    return frame.sort_values(groups, ignore_index=True)


def winning_tiles(
    ds: Tables, by: By = (), where: Where | None = None, *, kinds: Sequence[str] = ("tile_class", "wait")
) -> pd.DataFrame:
    """How many wins come on which tiles: the share of each class, with count and interval.

    Kinds are columns of `wins` (`wait`, `turn`, `tsumo`, `riichi` …) and `tile_class` (as in `danger`).
    """
    rows, groups = grouped_rows(ds, "wins", by, where)
    told = rows.mutate(tile_class=tile_class(rows))
    return shares(told, groups, list(kinds)).sort_values([*groups, *kinds], ignore_index=True)


def haipai_shanten(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """How far dealt hands are from tenpai: the share of each shanten, with count and interval."""
    rows, groups = grouped_rows(ds, "hands", by, where)
    frame = shares(rows, groups, ["haipai_shanten"]).rename(columns={"haipai_shanten": "shanten"})
    return frame.sort_values([*groups, "shanten"], ignore_index=True)


def call_outcomes(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """What becomes of kyoku with a call, by the number of calls and the turn of the first.

    Columns: groups, `calls` (4 and more together), `first_call_turn` (`LAST_TURN` and later together), `statistic`
    (`win_rate`, `deal_in_rate`, `balance`), `value` with interval, `n`, `unit`, `note`.
    """
    rows, groups = grouped_rows(ds, "hands", by, where)
    called = rows.filter(rows.n_calls > 0)
    kinds = {"calls": ibis.least(called.n_calls, 4), "first_call_turn": ibis.least(called.first_call_turn, LAST_TURN)}
    frame = measured(called.mutate(**kinds), [*groups, *kinds], [find(key) for key in CALL_OUTCOMES])
    return frame.drop(columns=["numerator", "denominator"]).sort_values(
        [*groups, *kinds, "statistic"], ignore_index=True
    )


def outermost(t: ir.Table) -> ir.Column:
    """Class of the kind of a riichi's wait that is farthest out: `honor`, `terminal`, `2-8`, `3-7` or `4-6`."""
    place = t.riichi_waits.map(lambda kind: ibis.ifelse(kind >= EAST, -1, ibis.least(kind % 9, 8 - kind % 9))).mins()
    return ibis.cases(
        (place == -1, "honor"), (place == 0, "terminal"), (place == 1, "2-8"), (place == 2, "3-7"), else_="4-6"
    )


def on_dora(t: ir.Table) -> ir.Column:
    """Whether a riichi waits on the dora of the first indicator."""
    three, four = (ibis.array([DORA_OF[players][kind] for kind in KIND_OF_TILE]) for players in (3, 4))
    indicator = t.dora_indicators[0].cast("int64")
    return t.riichi_waits.contains(ibis.ifelse(t.players == 3, three[indicator], four[indicator]).cast("int8"))


WAITS: Final[dict[str, Callable[[ir.Table], Any]]] = {
    "riichi_turn": lambda t: ibis.least(t.riichi_turn, LAST_TURN),
    "form": lambda t: t.riichi_wait_form,
    "kinds": lambda t: ibis.least(t.riichi_waits.length(), 3),
    "tiles": lambda t: ibis.least(t.riichi_tiles_seen, 8),
    "good": lambda t: t.riichi_tiles_seen >= 6,
    "outermost": outermost,
    "suji": lambda t: t.riichi_suji,
    "dora": on_dora,
    "chase": lambda t: t.riichi_order > 1,
}
"""What riichi can be told apart by."""


def riichi_outcomes(
    ds: Tables, by: By = (), where: Where | None = None, *, kinds: Sequence[str] = ("riichi_turn", "form", "good")
) -> pd.DataFrame:
    """What becomes of riichi by turn and wait: win, deal-in and ippatsu rates and income.

    Columns: groups, the `kinds` (names of `WAITS`), `statistic`, `value` with interval, `n`, `unit`, `note`. Kinds are
    `riichi_turn` (`LAST_TURN` and later together), `form` of the wait, number of `kinds` waited on (3 and more
    together), `tiles` not seen (8 and more together), `good` (six or more of them), class of the `outermost` kind,
    `suji` (of an own discard), `dora` (waits on that of the first indicator), `chase` (declared after another).
    """
    unknown = set(kinds) - WAITS.keys()
    if unknown:
        raise ValueError(f"{', '.join(sorted(unknown))}: riichi are told apart by {', '.join(WAITS)}")
    rows, groups = grouped_rows(ds, "hands", by, where, also=["dora_indicators"] if "dora" in kinds else [])
    declared = rows.filter(rows.riichi & rows.riichi_waits.notnull())
    told = declared.mutate(**{name: WAITS[name](declared) for name in kinds})
    frame = measured(told, [*groups, *kinds], [find(key) for key in RIICHI_OUTCOMES])
    frame = frame.drop(columns=["numerator", "denominator"])
    return frame.sort_values([*groups, *kinds, "statistic"], ignore_index=True)


def history(ds: Tables, name: str, where: Mapping[str, Any] | None = None) -> pd.DataFrame:
    """A player's finished games in order of time: place, result, and both accumulated.

    Games of one hour (Tenhou tells no more) stand in the order of their ids.
    """
    rows = widened(ds, "seats", {"started", "room", "length", "rules", "platform", *(where or {})})
    rows = rows.filter((rows.player == name) & rows.place.notnull())
    for column, wanted in (where or {}).items():
        rows = rows.filter(matches(rows[column], wanted))
    columns = ["players", "game", "started", "room", "length", "place", "final_points", "final_score"]
    frame = to_frame(rows.select(*columns).order_by([ibis.asc("started", nulls_first=False), "game"]))
    together = frame.groupby("players")
    return frame.assign(
        number=together.cumcount() + 1,
        total_score=together["final_score"].cumsum(),
        average_place=together["place"].cumsum() / (together.cumcount() + 1),
    )
