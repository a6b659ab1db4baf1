"""The best and worst kyoku, and the largest deal-ins: those that brought and cost a player most.

Terms. The *balance* of a kyoku is all that a seat received less all that it paid, with honba and sticks. The *points*
of a deal-in are the value of the hand, without honba and sticks; a double ron is two deal-ins.
"""

from __future__ import annotations

from typing import Final

import ibis
import pandas as pd

from mjlog.stats.dimensions import Tables, Where, grouped_rows, to_frame
from mjlog.stats.entries.hands import balance

COLUMNS: Final = (
    "players", "game", "kyoku", "seat", "player", "wind", "number", "honba", "outcome", "balance", "started",
    "platform",
)  # fmt: skip


def extreme_kyoku(ds: Tables, where: Where | None = None, *, top: int = 5) -> pd.DataFrame:
    """The `top` kyoku with the highest and the `top` with the lowest balance, the highest first.

    Columns: `players`, `game`, `kyoku` (index in the game), `seat`, `player`, `wind`, `number`, `honba`, `outcome`,
    `balance` in points, `started`, `platform`. Kyoku that count for both appear once.
    """
    rows, _ = grouped_rows(ds, "hands", (), where, extra=["started", "platform"])
    rows = rows.mutate(balance=balance(rows))
    rows = rows.filter(rows.balance.notnull()).select(*COLUMNS)
    ties = (ibis.asc("game"), ibis.asc("kyoku"), ibis.asc("seat"))
    ends = [rows.order_by(by("balance"), *ties).limit(top) for by in (ibis.desc, ibis.asc)]
    frame = to_frame(ibis.union(*ends, distinct=True))
    return frame.sort_values(
        ["balance", "game", "kyoku", "seat"], ascending=[False, True, True, True], ignore_index=True
    )


DEAL_IN_COLUMNS: Final = (
    "players", "game", "kyoku", "seat", "player", "wind", "number", "honba", "points", "yaku", "han", "fu", "limit",
    "tile", "turn", "winner", "winner_state", "winner_dealer", "started", "platform",
)  # fmt: skip


def largest_deal_ins(ds: Tables, where: Where | None = None, *, top: int = 5) -> pd.DataFrame:
    """The `top` deal-ins of the highest value, the highest first; of equal ones the latest game first.

    Columns: `DEAL_IN_COLUMNS`; `seat` and `player` dealt in, `winner` is the seat that won and `turn` its turn.
    """
    rows, _ = grouped_rows(
        ds, "deal_ins", (), where, extra=["player", "wind", "number", "honba", "started", "platform"]
    )
    rows = rows.filter(rows.points.notnull()).select(*DEAL_IN_COLUMNS)
    order = (ibis.desc("points"), ibis.desc("started"), ibis.asc("game"), ibis.asc("kyoku"), ibis.asc("winner"))
    return to_frame(rows.order_by(*order).limit(top))
