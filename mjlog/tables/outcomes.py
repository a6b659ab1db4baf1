"""The outcome of a kyoku for each seat in one word, and the state of a hand that dealt in."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mjlog.games.columns import ABSENT, Ints, Result

DRAWS: Final = tuple(result.name.lower() for result in Result if result not in (Result.WIN, Result.NAGASHI_MANGAN))
OUTCOMES: Final = (
    "tsumo", "ron", "dealt_in", "hit_by_tsumo", "others_ron", "nagashi_mangan", "hit_by_nagashi", *DRAWS,
)  # fmt: skip
"""Words of the column `outcome`."""
STATES: Final = ("riichi", "open", "closed")
"""Words of the column `state`."""
DEAL_IN_STATES: Final = ("riichi", "open_tenpai", "open_noten", "dama", "closed_noten")
"""Words of the column `deal_in_state`."""

TSUMO, RON, DEALT_IN, HIT_BY_TSUMO, OTHERS_RON, NAGASHI, HIT_BY_NAGASHI = range(7)
_CODE_OF_RESULT: Final = np.array(
    [OUTCOMES.index(result.name.lower()) if result.name.lower() in DRAWS else ABSENT for result in Result], np.int8
)


def outcomes(result: Ints, won: Any, tsumo: Any, dealt_in: Any, hit_by_tsumo: Any, nagashi: Ints) -> Ints:
    """Indices into `OUTCOMES`, `(n, 4)` int8, from the `Result` of each kyoku, flags of the seats and nagashi payments.

    ABSENT for a nagashi mangan whose payments are not recorded.
    """
    codes = np.repeat(_CODE_OF_RESULT[result][:, None], 4, axis=1)
    codes[np.flatnonzero(np.equal(result, Result.WIN))] = OTHERS_RON
    codes[hit_by_tsumo] = HIT_BY_TSUMO
    codes[dealt_in] = DEALT_IN
    codes[won] = RON
    codes[tsumo] = TSUMO
    drawn = np.flatnonzero(np.equal(result, Result.NAGASHI_MANGAN))
    paid = nagashi[drawn]
    codes[drawn] = np.where(
        paid > 0, NAGASHI, np.where(np.any(paid > 0, axis=1, keepdims=True), HIT_BY_NAGASHI, ABSENT)
    )
    return codes


def states(riichi: Any, opened: Any) -> Ints:
    """Indices into `STATES`, int8."""
    codes: Ints = np.where(riichi, 0, np.where(opened, 1, 2)).astype(np.int8)
    return codes


def deal_in_states(state: Ints, dealt_in: Any, shanten: Ints) -> Ints:
    """Indices into `DEAL_IN_STATES`, int8, ABSENT without a deal-in, from `state` in `STATES` and the shanten."""
    noten = shanten > 0
    codes: Ints = np.where(dealt_in, np.array([0, 1, 3], np.int8)[state] + (noten & (state > 0)), ABSENT)
    return codes.astype(np.int8)
