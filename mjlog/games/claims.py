"""Wins and draws of a kyoku as the log claims them; values it does not record are None. Points are in points."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog.games.columns import Limit, Result
from mjlog.games.events import Call, Tiles


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedYaku:
    """One yaku of a win."""

    key: str
    """Key in `mjlog.rules.yaku`."""
    han: int | None
    """Han, for dora their number; None for a yakuman."""
    code: int | None
    """The service's number of the yaku."""
    chips: int | None
    """Chips paid for it (chip rooms)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedWin:
    """A win."""

    winner: int
    from_seat: int | None
    """The seat that dealt in; None for tsumo."""
    pao: int | None
    """The liable seat, if any."""
    tile: int
    copy: int | None
    hand: Tiles
    """Concealed tiles with the winning one."""
    calls: tuple[Call, ...]
    """Melds and norths."""
    yaku: tuple[ClaimedYaku, ...] | None
    """None if the log does not list them."""
    han: int | None
    """Han with dora, as stated apart from the yaku; `YAKUMAN_HAN` for a yakuman."""
    fu: int | None
    points: int | None
    """Points of the hand without honba and sticks; for tsumo the sum of the payments."""
    limit: Limit | None
    honba: int
    sticks: int
    """Riichi sticks this winner takes."""
    dora_indicators: Tiles
    ura_indicators: Tiles
    points_before: Tiles | None
    """Points before this win, after the payment of accepted riichi."""
    payments: Tiles | None
    """Gain or loss of each seat, honba and sticks included."""
    chip_payments: Tiles | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedDraw:
    """The end of a kyoku without a win."""

    reason: Result
    honba: int
    sticks: int
    """On the table after the draw."""
    hands: tuple[Tiles | None, ...]
    """Concealed tiles of each seat that showed its hand (tenpai at an exhaustive draw)."""
    revealed: tuple[bool | None, ...]
    """Whether each seat showed its hand."""
    points_before: Tiles
    """Points before the draw is settled, after the payment of accepted riichi."""
    payments: Tiles | None
    chip_payments: Tiles | None
