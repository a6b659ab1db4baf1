"""Wrong copies in logs that record copies: the tile is right, but this copy of it is in another place.

The replay follows tiles; copies are compared only in kyoku in which it finds no illegal move.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.auditing.comparison import place_of
from mjlog.auditing.findings import Code, Finding
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, EventKind, Ints, Result
from mjlog.games.gaps import gaps_of
from mjlog.replay import Replay
from mjlog.tiles import N_COPIES

_CLAIMED: Final = (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN)
_OFFERS: Final = (EventKind.DISCARD, EventKind.ANKAN, EventKind.KAKAN, EventKind.KITA)
"""Events that offer a tile to a ron; an ankan names no copy."""


class Wrong(NamedTuple):
    """Rows of the kyoku, seat, and place of the event in the kyoku (ABSENT for a result)."""

    kyoku: Ints
    seat: Ints
    event: Ints
    words: str


def check(games: Games, replay: Replay) -> list[Finding]:
    """A finding for each wrong copy."""
    compared = (games.kyoku.hand_copies[:, 0, 0] != ABSENT) & (games.kyoku.result != Result.FOUL_DRAW)
    compared[replay.breaches.kyoku] = False
    compared &= ~gaps_of(games).kyoku
    if not compared.any():
        return []
    copies = _Copies(games, replay.wins.indicators)
    return [
        _finding(games, kyoku, seat, event, wrong.words)
        for wrong in (copies.discards(), *copies.calls(), *copies.wins(), *copies.indicators(), copies.draws())
        for kyoku, seat, event in zip(*(column.tolist() for column in wrong[:3]), strict=True)
        if compared[kyoku]
    ]


class _Copies:
    """The place of every copy in every kyoku of a batch."""

    def __init__(self, games: Games, indicators: Ints) -> None:
        self.games = games
        self.turned = indicators
        """`(n_wins, 5)`: the tiles turned before each win."""
        n = len(games.kyoku.wind)
        self.kyoku_of_event, self.kyoku_of_call = runs(games.event_start), runs(games.call_start)
        self.owner = np.full((n, N_COPIES + 1), ABSENT, np.int8)
        """The seat that is dealt or draws each copy; the last column is for copies that are not recorded."""
        hands = games.kyoku.hand_copies
        seats = np.broadcast_to(np.arange(4)[:, None], hands.shape[1:])
        self.owner[np.arange(n)[:, None, None], hands] = seats
        drawn = games.events.kind == EventKind.DRAW
        self.owner[self.kyoku_of_event[drawn], games.events.copy[drawn]] = games.events.seat[drawn]
        self.discarded = np.flatnonzero(games.events.kind == EventKind.DISCARD)
        self.left = np.zeros_like(self.owner, np.bool_)
        """Whether each copy has left the concealed hand."""
        self.left[self.kyoku_of_event[self.discarded], games.events.copy[self.discarded]] = True
        called = games.calls.event != ABSENT
        self.left[self.kyoku_of_call[called, None], games.calls.copies[called]] = True

    def discards(self) -> Wrong:
        """Discards of a copy that the seat never got."""
        events = self.games.events
        kyoku, seat = self.kyoku_of_event[self.discarded], events.seat[self.discarded]
        wrong = self.owner[kyoku, events.copy[self.discarded]] != seat
        rows = self.discarded[wrong]
        return Wrong(kyoku[wrong], seat[wrong], rows - self.games.event_start[kyoku[wrong]], "discards {}")

    def calls(self) -> tuple[Wrong, Wrong]:
        """Calls of another copy than the one discarded, and calls with a copy that the seat never got."""
        games, calls = self.games, self.games.calls
        rows = np.flatnonzero(calls.event != ABSENT)
        kyoku, seat, kind, copies = self.kyoku_of_call[rows], calls.seat[rows], calls.kind[rows], calls.copies[rows]
        event = games.event_start[kyoku] + calls.event[rows]
        before = _last_before(self.discarded, event)
        claims = np.isin(kind, _CLAIMED)
        other = claims & (games.events.copy[before] != copies[:, 0])
        kakan = kind == EventKind.KAKAN
        own = self.owner[kyoku[:, None], copies] == seat[:, None]
        from_hand = (copies != ABSENT) & ~(np.arange(4) < np.where(claims, 1, 0)[:, None])
        from_hand[kakan] = np.arange(4) == 0
        missing = (from_hand & ~own).any(axis=1)
        missing[kakan] |= ~self._continues_a_pon(rows[kakan])

        def wrong(of: Any, words: str) -> Wrong:
            return Wrong(kyoku[of], seat[of], calls.event[rows[of]].astype(np.int64), words)

        return wrong(other, "calls {} that was not discarded"), wrong(missing, "melds {}")

    def _continues_a_pon(self, rows: Ints) -> Any:
        """`(len(rows),)` bool: the copies of a kakan after the first are those of a pon, with the same one called."""
        calls = self.games.calls
        pons = np.flatnonzero(calls.kind == EventKind.PON)
        keys = _keys(self.kyoku_of_call[pons], calls.copies[pons, :3])
        return np.isin(_keys(self.kyoku_of_call[rows], calls.copies[rows, 1:]), keys)

    def wins(self) -> tuple[Wrong, Wrong]:
        """Wins on another copy than the one drawn or offered, and wins with other copies than those of the hand."""
        games, wins = self.games, self.games.wins
        kyoku = runs(games.win_start)
        tsumo = wins.from_seat == ABSENT
        last = np.where(tsumo, self._last(kyoku, EventKind.DRAW), self._last(kyoku, *_OFFERS))
        known = games.events.kind[last] != EventKind.ANKAN
        other = known & (games.events.copy[last] != wins.copy)
        expected = self._hands(kyoku, wins.winner)
        ron = np.flatnonzero(~tsumo)
        expected[ron, wins.copy[ron]] = True
        nobody = np.full(len(kyoku), ABSENT)
        wrong = (self._shown(wins.hand_copies) != expected).any(axis=1)
        return (
            Wrong(kyoku[other], wins.winner[other], nobody[other], "wins on {}"),
            Wrong(kyoku[wrong], wins.winner[wrong], nobody[wrong], "wins with {}"),
        )

    def indicators(self) -> tuple[Wrong, Wrong]:
        """Wins that list other dora indicators than were turned, and ura indicators that are in play."""
        games, wins = self.games, self.games.wins
        kyoku = runs(games.win_start)
        events = np.flatnonzero(games.events.kind == EventKind.DORA)
        turned = np.zeros_like(self.left)
        turned[np.arange(len(turned)), games.kyoku.dora_indicator_copy] = True
        turned[self.kyoku_of_event[events], games.events.copy[events]] = True
        other = (self._shown(wins.dora_indicator_copies) != turned[kyoku, :N_COPIES]).any(axis=1)
        other &= (wins.dora_indicators == self.turned).all(axis=1)
        ura = self._shown(wins.ura_indicator_copies)
        in_play = (ura & (turned[kyoku] | (self.owner[kyoku] != ABSENT))[:, :N_COPIES]).any(axis=1)
        nobody = np.full(len(kyoku), ABSENT)
        return (
            Wrong(kyoku[other], wins.winner[other], nobody[other], "wins with the indicator {}"),
            Wrong(kyoku[in_play], wins.winner[in_play], nobody[in_play], "wins with the ura indicator {}"),
        )

    def draws(self) -> Wrong:
        """Draws that show other copies than those of the hand."""
        games = self.games
        draw, seat = np.nonzero((games.draws.hands != ABSENT).any(axis=2))
        kyoku = runs(games.draw_start)[draw]
        shown = self._shown(games.draws.hand_copies[draw, seat])
        wrong = (shown != self._hands(kyoku, seat)).any(axis=1)
        return Wrong(kyoku[wrong], seat[wrong], np.full(wrong.sum(), ABSENT), "shows {}")

    def _last(self, kyoku: Ints, *kinds: EventKind) -> Ints:
        """The last event of some kinds before the end of each kyoku."""
        rows = np.flatnonzero(np.isin(np.arange(len(EventKind)), kinds)[self.games.events.kind])
        return _last_before(rows, self.games.event_start[kyoku + 1])

    def _hands(self, kyoku: Ints, seat: Ints) -> Any:
        """`(n, N_COPIES)` bool: the concealed copies of some seats at the end of their kyoku."""
        return ((self.owner[kyoku] == seat[:, None]) & ~self.left[kyoku])[:, :N_COPIES]

    def _shown(self, copies: Ints) -> Any:
        """`(n, N_COPIES)` bool: the copies of some hands."""
        shown = np.zeros((len(copies), N_COPIES + 1), np.bool_)
        shown[np.arange(len(copies))[:, None], copies] = True
        return shown[:, :N_COPIES]


def _last_before(rows: Ints, ends: Ints) -> Ints:
    """The last of some ascending rows before each end; 0 where there is none."""
    last: Ints = np.append(rows, 0)[np.searchsorted(rows, ends) - 1]
    return last


def _keys(kyoku: Ints, copies: Ints) -> Ints:
    """A number for the kyoku and copies `(n, 3)` of a pon: the called one and the two others in any order."""
    called, others = copies[:, 0].astype(np.int64), copies[:, 1:].astype(np.int64)
    keys: Ints = ((kyoku * N_COPIES + called) * N_COPIES + others.min(axis=1)) * N_COPIES + others.max(axis=1)
    return keys


def _finding(games: Games, row: int, seat: int, event: int, words: str) -> Finding:
    game, kyoku = place_of(games, row)
    sentence = words.format("a copy of a tile")
    return Finding(
        level="legality",
        code=Code.TILE_COPY,
        game=game,
        kyoku=kyoku,
        event=event if event != ABSENT else None,
        seat=seat,
        expected="the copy that the log names before",
        found="another copy",
        message=f"seat {seat} {sentence}; the log names another copy of it before.",
    )
