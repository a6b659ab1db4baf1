"""The groups of columns a batch of games is made of (see `mjlog.games` for how they nest and what holds for all of them)."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

ABSENT: Final = -1
"""What integer columns hold where there is nothing to tell."""

Ints = NDArray[Any]
"""An integer array; the docstring of the column states shape and dtype."""


class EventKind(IntEnum):
    """Kinds of events; the numbers are those of the column `events.kind`."""

    DRAW = 0
    DISCARD = 1
    CHI = 2
    PON = 3
    DAIMINKAN = 4
    ANKAN = 5
    KAKAN = 6
    KITA = 7
    RIICHI = 8
    """The declaration, before the discard."""
    RIICHI_ACCEPTED = 9
    """The declaration tile has passed and the stick is paid."""
    DORA = 10
    """A further dora indicator is turned."""
    LEFT = 11
    """The player lost the connection; the service plays on for the seat."""
    RETURNED = 12
    """The player is back."""


CALL_KINDS: Final = (
    EventKind.CHI,
    EventKind.PON,
    EventKind.DAIMINKAN,
    EventKind.ANKAN,
    EventKind.KAKAN,
    EventKind.KITA,
)
"""The events that have a row in `calls`."""


class Result(IntEnum):
    """How a kyoku ended; the numbers are those of the column `kyoku.result`."""

    WIN = 0
    EXHAUSTIVE_DRAW = 1
    NAGASHI_MANGAN = 2
    KYUUSHU_KYUUHAI = 3
    SUUFON_RENDA = 4
    SUUKAIKAN = 5
    SUUCHA_RIICHI = 6
    SANCHAHOU = 7


class Limit(IntEnum):
    """Limit of a hand as claimed; the numbers are those of the column `wins.limit`."""

    NONE = 0
    MANGAN = 1
    HANEMAN = 2
    BAIMAN = 3
    SANBAIMAN = 4
    YAKUMAN = 5


class GameColumns(NamedTuple):
    """One row per game."""

    id: Ints
    """`(n,)` str: the service's id of the game, or a digest of its content where the file does not tell one."""
    source: Ints
    """`(n,)` str: where it was read: file name, archive member behind `!`, place in the file behind `#`."""
    platform: Ints
    """`(n,)` str: the service, such as `tenhou`."""
    players: Ints
    """`(n,)` int8: 3 or 4."""
    rules: Ints
    """`(n,)` int16: index into `Games.rule_sets`."""
    room: Ints
    """`(n,)` str or None: class of the table in the service's own word."""
    lobby: Ints
    """`(n,)` int32: number of the lobby."""
    started: Ints
    """`(n,)` datetime64[m]: start in the service's local time, as exactly as it is known (Tenhou: the hour, Japan time); NaT if not."""
    seed: Ints
    """`(n,)` str or None: what the wall is made from (see `mjlog.wall`); one line per kyoku where each has its own."""
    final_points: Ints
    """`(n, 4)` int32: points at the end, left riichi sticks included."""
    final_scores: NDArray[np.float64]
    """`(n, 4)` float64: final results with uma and oka, in thousands of points."""
    final_chips: Ints
    """`(n, 4)` int16: chips (shuugi) at the end."""
    complete: NDArray[np.bool_]
    """`(n,)` bool: the log holds the whole game up to its final result."""
    vendor_type: Ints
    """`(n,)` int32: the service's own number of the table type (Tenhou: `GO type`)."""
    extra: Ints
    """`(n,)` str or None: header values that have no column, as a JSON object."""


class SeatColumns(NamedTuple):
    """One row per game, one column per seat."""

    name: Ints
    """`(n, 4)` str or None."""
    dan: Ints
    """`(n, 4)` int8: rank of the service (Tenhou: 0 newcomer, 1-9 kyuu 9-1, 10-19 dan 1-10, 20 tenhou)."""
    rate: NDArray[np.float64]
    """`(n, 4)` float64: rating R."""
    sex: Ints
    """`(n, 4)` str or None: `M`, `F`, or `C` for a computer."""


class KyokuColumns(NamedTuple):
    """One row per kyoku."""

    wind: Ints
    """`(n,)` int8: round wind, 0 east … 3 north."""
    number: Ints
    """`(n,)` int8: number in the round, 1-4."""
    honba: Ints
    """`(n,)` int16."""
    sticks: Ints
    """`(n,)` int16: riichi sticks on the table at the start."""
    dealer: Ints
    """`(n,)` int8: seat."""
    points: Ints
    """`(n, 4)` int32: at the start."""
    chips: Ints
    """`(n, 4)` int16: at the start."""
    hands: Ints
    """`(n, 4, 13)` int8 tiles: dealt hands, in the order of the deal where the log keeps it."""
    hand_copies: Ints
    """`(n, 4, 13)` int16 copies."""
    dice: Ints
    """`(n, 2)` int8: 1-6."""
    dora_indicator: Ints
    """`(n,)` int8 tile: the first one."""
    dora_indicator_copy: Ints
    """`(n,)` int16 copy."""
    result: Ints
    """`(n,)` int8: a `Result`."""


class EventColumns(NamedTuple):
    """One row per event, in the order of the log."""

    kind: Ints
    """`(n,)` int8: an `EventKind`."""
    seat: Ints
    """`(n,)` int8: who acts; ABSENT for DORA."""
    from_seat: Ints
    """`(n,)` int8: whose discard is called (chi, pon, daiminkan), else ABSENT."""
    tile: Ints
    """`(n,)` int8 tile: drawn, discarded, called (chi, pon, daiminkan), added (kakan), set aside (kita), turned (dora); ankan: its lowest."""
    copy: Ints
    """`(n,)` int16 copy of `tile`."""
    tsumogiri: Ints
    """`(n,)` int8: of a discard, 1 if it is the tile just drawn, else 0; ABSENT for other events."""


class CallColumns(NamedTuple):
    """One row per call (`CALL_KINDS`), in the order of the events."""

    event: Ints
    """`(n,)` int32: place of the event in its kyoku; ABSENT for a set that only a win claims."""
    kind: Ints
    """`(n,)` int8: an `EventKind`."""
    seat: Ints
    """`(n,)` int8."""
    from_seat: Ints
    """`(n,)` int8: who discarded the called tile (kakan: of the pon); ABSENT for ankan and kita."""
    tiles: Ints
    """`(n, 4)` int8 tiles: chi, pon, daiminkan the called tile first, then the others ascending by copy; kakan the added tile, the one called
    for the pon, the others; ankan ascending; kita one; the rest ABSENT."""
    copies: Ints
    """`(n, 4)` int16 copies of `tiles`."""


class WinColumns(NamedTuple):
    """One row per win: what the log claims about it. Winners of one discard stand in the order of the log."""

    winner: Ints
    """`(n,)` int8 seat."""
    from_seat: Ints
    """`(n,)` int8: who dealt in; ABSENT for tsumo."""
    pao: Ints
    """`(n,)` int8: the liable seat, ABSENT if liability was not applied."""
    tile: Ints
    """`(n,)` int8: the winning tile."""
    copy: Ints
    """`(n,)` int16."""
    hand: Ints
    """`(n, 14)` int8 tiles: the concealed tiles with the winning one, then ABSENT."""
    hand_copies: Ints
    """`(n, 14)` int16."""
    calls: Ints
    """`(n, 8)` int16: the winner's sets and norths as places in the calls of the kyoku, then ABSENT."""
    fu: Ints
    """`(n,)` int16."""
    points: Ints
    """`(n,)` int32: value of the hand without honba and sticks; for tsumo the sum of the payments."""
    limit: Ints
    """`(n,)` int8: a `Limit`."""
    honba: Ints
    """`(n,)` int16: as stated with the win."""
    sticks: Ints
    """`(n,)` int16: riichi sticks this winner takes."""
    dora_indicators: Ints
    """`(n, 5)` int8 tiles, then ABSENT."""
    dora_indicator_copies: Ints
    """`(n, 5)` int16."""
    ura_indicators: Ints
    """`(n, 5)` int8 tiles, then ABSENT; only of a winner in riichi."""
    ura_indicator_copies: Ints
    """`(n, 5)` int16."""
    points_before: Ints
    """`(n, 4)` int32: points before this win is settled, accepted riichi already paid."""
    payments: Ints
    """`(n, 4)` int32: gain or loss of each seat, with honba and sticks."""
    chips_before: Ints
    """`(n, 4)` int16."""
    chip_payments: Ints
    """`(n, 4)` int16."""


class YakuColumns(NamedTuple):
    """One row per yaku of a win as claimed, in the order of the log."""

    yaku: Ints
    """`(n,)` int16: row of `mjlog.rules.yaku.YAKU`."""
    han: Ints
    """`(n,)` int16: for dora the number of dora; ABSENT for a yakuman."""
    code: Ints
    """`(n,)` int16: the service's own number of the yaku."""
    chips: Ints
    """`(n,)` int16: chips paid for it (chip rooms); ABSENT elsewhere."""


class DrawColumns(NamedTuple):
    """One row per kyoku without a win (`kyoku.result` says why)."""

    honba: Ints
    """`(n,)` int16: as stated with the draw."""
    sticks: Ints
    """`(n,)` int16: on the table after the draw."""
    revealed: NDArray[np.bool_]
    """`(n, 4)` bool: the seat showed its hand (tenpai at an exhaustive draw)."""
    hands: Ints
    """`(n, 4, 14)` int8 tiles: shown concealed tiles, then ABSENT."""
    hand_copies: Ints
    """`(n, 4, 14)` int16."""
    points_before: Ints
    """`(n, 4)` int32: points before the draw is settled, accepted riichi already paid."""
    payments: Ints
    """`(n, 4)` int32."""
    chips_before: Ints
    """`(n, 4)` int16."""
    chip_payments: Ints
    """`(n, 4)` int16."""
