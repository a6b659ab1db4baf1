"""The outcomes of kyoku with a riichi, by its turn and wait, and with a call, by number and turn.

Terms. A *call* is chi, pon or daiminkan. A *turn* is the number of the seat's own discards so far plus one. Only
riichi with a known wait count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows
from mjlog.stats.questions.danger import class_of_kind
from mjlog.stats.questions.turns import LAST_TURN
from mjlog.stats.registry import find
from mjlog.stats.summaries import measure
from mjlog.tiles import DORA_OF, EAST, KIND_OF_TILE, N_TILES

CALL_STATISTICS: Final = ("win_rate", "deal_in_rate", "balance")
RIICHI_STATISTICS: Final = ("riichi_win_rate", "riichi_deal_in_rate", "riichi_income", "ippatsu_rate")


def call_outcomes(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """Win and deal-in rates and income of kyoku with a call, by the number of calls and the turn of the first.

    Columns: groups, `calls` (4 and more together), `first_call_turn` (`LAST_TURN` and later together), `statistic`
    (`CALL_STATISTICS`), `value` with interval, `n`, `unit`, `note`.
    """
    rows, groups = grouped_rows(ds, "hands", by, where)
    called = rows.filter(rows.n_calls > 0)
    kinds = {"calls": ibis.least(called.n_calls, 4), "first_call_turn": ibis.least(called.first_call_turn, LAST_TURN)}
    return _outcomes(called.mutate(**kinds), [*groups, *kinds], CALL_STATISTICS)


def outermost(t: ir.Table) -> ir.Column:
    """The class of the outermost kind that a riichi waits on (see `class_of_kind`)."""
    from_end = t.riichi_waits.map(lambda kind: ibis.ifelse(kind >= EAST, -1, ibis.least(kind % 9, 8 - kind % 9)))
    lowest = from_end.mins()
    return class_of_kind(lowest == -1, lowest)


def on_dora(t: ir.Table) -> ir.Column:
    """Whether a riichi waits on the dora of the first indicator."""
    three, four = (ibis.array([DORA_OF[players][kind] for kind in KIND_OF_TILE[:N_TILES]]) for players in (3, 4))
    indicator = t.dora_indicators[0].cast("int64")
    return t.riichi_waits.contains(ibis.ifelse(t.players == 3, three[indicator], four[indicator]).cast("int8"))


RIICHI_KINDS: Final[dict[str, Callable[[ir.Table], Any]]] = {
    "riichi_turn": lambda t: ibis.least(t.riichi_turn, LAST_TURN),
    "form": lambda t: t.riichi_wait_form,
    "kinds": lambda t: ibis.least(t.riichi_waits.length(), 3),
    "tiles": lambda t: ibis.least(t.riichi_tiles_unseen, 8),
    "good": lambda t: t.riichi_tiles_unseen >= 6,
    "outermost": outermost,
    "suji": lambda t: t.riichi_suji,
    "dora": on_dora,
    "chase": lambda t: t.riichi_order > 1,
}
"""What `riichi_outcomes` can group by."""


def riichi_outcomes(
    ds: Tables, by: By = (), where: Where | None = None, *, kinds: Sequence[str] = ("riichi_turn", "form", "good")
) -> pd.DataFrame:
    """Win, deal-in and ippatsu rates and income of riichi, by turn and wait.

    Columns: groups, the `kinds` (of `RIICHI_KINDS`), `statistic` (`RIICHI_STATISTICS`), `value` with interval, `n`,
    `unit`, `note`. Kinds are `riichi_turn` (`LAST_TURN` and later together), `form` of the wait, number of `kinds`
    waited on (3 and more together), unseen `tiles` of the wait (8 and more together), `good` (six or more of them),
    class of the `outermost` kind, `suji` (of an own discard), `dora` (waits on that of the first indicator), `chase`
    (declared after another).
    """
    unknown = set(kinds) - RIICHI_KINDS.keys()
    if unknown:
        raise ValueError(f"{', '.join(sorted(unknown))}: the kinds of riichi are {', '.join(RIICHI_KINDS)}")
    rows, groups = grouped_rows(ds, "hands", by, where, extra=["dora_indicators"] if "dora" in kinds else [])
    declared = rows.filter(rows.riichi & rows.riichi_waits.notnull())
    declared = declared.mutate(**{name: RIICHI_KINDS[name](declared) for name in kinds})
    return _outcomes(declared, [*groups, *kinds], RIICHI_STATISTICS)


def _outcomes(rows: ir.Table, groups: list[str], keys: Sequence[str]) -> pd.DataFrame:
    frame = measure(rows, groups, [find(key) for key in keys]).drop(columns=["numerator", "denominator"])
    return frame.sort_values([*groups, "statistic"], ignore_index=True)
