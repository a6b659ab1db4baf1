"""The yaku of how a hand was won: riichi, the turn, the last tile, a replacement or robbed tile.

Each function says of the `Features` of one reading, or of a column of readings, whether it has the yaku, with the
operators that `mjlog.rules.yaku` lists.
"""

from __future__ import annotations

from mjlog.rules.readings import Circumstance as C  # noqa: N817  # short, for the sake of the tests below
from mjlog.rules.readings import Features as F  # noqa: N817  # likewise

_1P, _9P = 1 << 9, 1 << 17
"""Masks of kinds."""


def _has_all(f: F, circumstances: int) -> bool:
    return (f.circumstances & circumstances) == circumstances


def riichi(f: F) -> bool:
    """Declared riichi, single or double."""
    return (f.circumstances & (C.RIICHI | C.DOUBLE_RIICHI)) != 0


def ippatsu(f: F) -> bool:
    """Won before the next own discard after riichi, no call between."""
    return (f.circumstances & C.IPPATSU) != 0


def menzen_tsumo(f: F) -> bool:
    """Self-drawn with a closed hand."""
    return (f.circumstances & C.TSUMO) != 0


def not_tsumo(f: F) -> bool:
    """Won by a discard or a robbed tile."""
    return (f.circumstances & C.TSUMO) == 0


def double_riichi(f: F) -> bool:
    """Riichi on an uninterrupted first turn."""
    return (f.circumstances & C.DOUBLE_RIICHI) != 0


def open_riichi(f: F) -> bool:
    """Riichi with the hand shown."""
    return _has_all(f, C.RIICHI | C.OPEN_RIICHI)


def open_double_riichi(f: F) -> bool:
    """Double riichi with the hand shown."""
    return _has_all(f, C.DOUBLE_RIICHI | C.OPEN_RIICHI)


def open_riichi_deal_in(f: F) -> bool:
    """Ron on an open riichi, dealt in by a player not in riichi."""
    return ((f.circumstances & C.OPEN_RIICHI) != 0) & not_tsumo(f) & ((f.circumstances & C.LOSER_IN_RIICHI) == 0)


def rinshan(f: F) -> bool:
    """Won on a replacement tile."""
    return (f.circumstances & C.RINSHAN) != 0


def chankan(f: F) -> bool:
    """Won on a tile added to a pon."""
    return (f.circumstances & C.CHANKAN) != 0


def chankan_or_kita(f: F) -> bool:
    """Won on a tile added to a pon, or on a pulled north."""
    return (f.circumstances & (C.CHANKAN | C.KITA_RON)) != 0


def haitei(f: F) -> bool:
    """Self-drawn the last tile of the wall."""
    return _has_all(f, C.TSUMO | C.LAST_TILE)


def haitei_not_rinshan(f: F) -> bool:
    """Self-drawn the last tile of the wall, not a replacement tile."""
    return (f.circumstances & (C.TSUMO | C.LAST_TILE | C.RINSHAN)) == C.TSUMO | C.LAST_TILE


def houtei(f: F) -> bool:
    """Ron on the last discard."""
    return (f.circumstances & (C.TSUMO | C.LAST_TILE)) == C.LAST_TILE


def tsubame_gaeshi(f: F) -> bool:
    """Ron on the tile that declares riichi."""
    return (f.circumstances & C.RIICHI_TILE) != 0


def kanburi(f: F) -> bool:
    """Ron on the discard after a kan."""
    return (f.circumstances & C.AFTER_KAN) != 0


def iipin_mouyue(f: F) -> bool:
    """Haitei with 1p."""
    return haitei(f) & (f.win == _1P)


def chuupin_raoyui(f: F) -> bool:
    """Houtei with 9p."""
    return houtei(f) & (f.win == _9P)


def tenhou(f: F) -> bool:
    """The dealer's first fourteen tiles win."""
    return _has_all(f, C.FIRST_TURN | C.TSUMO | C.DEALER)


def chiihou(f: F) -> bool:
    """A non-dealer wins on an uninterrupted first draw."""
    return (f.circumstances & (C.FIRST_TURN | C.TSUMO | C.DEALER)) == C.FIRST_TURN | C.TSUMO


def renhou(f: F) -> bool:
    """A non-dealer wins by ron before the first own draw, no call before."""
    return (f.circumstances & (C.FIRST_TURN | C.TSUMO | C.DEALER)) == C.FIRST_TURN


def paarenchan(f: F) -> bool:
    """A win after eight dealer wins in a row; the caller decides which win counts."""
    return (f.circumstances & C.PAARENCHAN) != 0


def ishi_no_ue_ni_mo_sannen(f: F) -> bool:
    """Double riichi with haitei or houtei."""
    return _has_all(f, C.DOUBLE_RIICHI | C.LAST_TILE)


def shiiaruraotai(f: F) -> bool:
    """Four calls and a wait on the last single tile."""
    return (f.circumstances & C.FOUR_CALLS) != 0


def shiiaruraotai_by_ron(f: F) -> bool:
    """Shiiaruraotai where only a ron counts."""
    return ((f.circumstances & C.FOUR_CALLS) != 0) & not_tsumo(f)


def shiiaruraotai_by_tsumo(f: F) -> bool:
    """Shiiaruraotai where only a tsumo counts."""
    return _has_all(f, C.FOUR_CALLS | C.TSUMO)
