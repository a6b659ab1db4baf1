"""Tiles that a log does not record: dealt or drawn ones, and the first dora indicator.

Some follow from the rest of the log. A seat whose hand lacks one dealt tile, and that discards a tile which it was
never seen to get, was dealt that tile. What does not follow stays ABSENT, and what depends on it is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Bools, EventKind, Ints
from mjlog.games.hands import Hands, play_out


class Gaps(NamedTuple):
    """The kyoku with tiles that the log does not record."""

    n_dealt: Ints
    """`(n_kyoku, 4)`: tiles of the deal."""
    n_drawn: Ints
    """`(n_kyoku, 4)`: tiles drawn."""
    indicator: Bools
    """`(n_kyoku,)`: the first dora indicator."""

    @property
    def hands(self) -> Bools:
        """`(n_kyoku, 4)`: the hand of the seat is not wholly recorded."""
        return np.asarray(self.n_dealt + self.n_drawn > 0)

    @property
    def kyoku(self) -> Bools:
        """`(n_kyoku,)`: any tile is not recorded."""
        return np.asarray(self.indicator | self.hands.any(axis=1))


class KnownWins(NamedTuple):
    """The wins of which the log records all that their value needs, `(n_wins,)` each."""

    hand: Bools
    """All tiles of the hand."""
    dora: Bools
    """The first dora indicator."""


def gaps_of(games: Games) -> Gaps:
    """The gaps of a batch."""
    seated = np.arange(4) < games.games.players[runs(games.kyoku_start)][:, None]
    drawn = np.flatnonzero((games.events.tile == ABSENT) & (games.events.kind == EventKind.DRAW))
    kyoku, seat = np.searchsorted(games.event_start, drawn, side="right") - 1, games.events.seat[drawn]
    n_drawn = np.zeros(seated.shape, np.int64)
    np.add.at(n_drawn, (kyoku[seat < 4], seat[seat < 4]), 1)
    n_dealt = (games.kyoku.hands == ABSENT).sum(axis=2) * seated
    return Gaps(n_dealt, n_drawn * seated, games.kyoku.dora_indicator == ABSENT)


def known_wins(games: Games) -> KnownWins:
    """The wins whose hand and dora are known."""
    gaps, kyoku, wins = gaps_of(games), runs(games.win_start), games.wins
    hand = ~gaps.hands[kyoku, wins.winner]
    for win in np.flatnonzero(~hand):
        calls = games.call_start[kyoku[win]] + wins.calls[win][wins.calls[win] != ABSENT]
        n_sets = int((games.calls.kind[calls] != EventKind.KITA).sum())
        hand[win] = (wins.hand[win] != ABSENT).sum() + 3 * n_sets == 14
    return KnownWins(hand, ~gaps.indicator[kyoku])


def gap_errors(games: Games, filled: Games) -> list[tuple[int, LogError]]:
    """For each game with gaps, its row and an error that names the first kyoku with gaps, and the tiles missing there.

    `filled` are the games `with_certain_tiles`.
    """
    before, after = gaps_of(games), gaps_of(filled)
    game_of = runs(games.kyoku_start)
    rows = np.flatnonzero(before.kyoku)
    errors = []
    for game, at, n in zip(*np.unique(game_of[rows], return_index=True, return_counts=True), strict=True):
        row = rows[at]
        missing = ["the first dora indicator"] if before.indicator[row] else []
        for seat in range(4):
            n_dealt, n_drawn = before.n_dealt[row, seat], before.n_drawn[row, seat]
            missing += [f"{n_dealt} of the 13 tiles dealt to seat {seat}"] if n_dealt else []
            missing += [f"{n_drawn} of the tiles that seat {seat} draws"] if n_drawn else []
        of_game = game_of == game
        known = not after.kyoku[of_game].any()
        message = f"not recorded: {', '.join(missing)}{f', and more in {n - 1} other kyoku' if n > 1 else ''}; " + (
            "all of it follows from the play" if known else "what depends on it is unknown"
        )
        place = int(row - games.kyoku_start[game])
        error = LogError(Fault.MISSING_VALUE, message).at(source=games.games.source[game], kyoku=place)
        errors.append((int(game), error))
    return errors


def with_certain_tiles(games: Games) -> Games:
    """The games with the unrecorded tiles that follow from the log.

    Dealt tiles are filled in only without copies: where a log records these, it records the order of the deal too.
    """
    gaps = gaps_of(games)
    rows = np.flatnonzero(gaps.kyoku)
    if not len(rows):
        return games
    columns = games.kyoku.hands, games.kyoku.dora_indicator, games.kyoku.dora_indicator_copy, games.events.tile
    hands, indicator, indicator_copy, tile = (column.copy() for column in columns)
    kyoku = games.kyoku._replace(hands=hands, dora_indicator=indicator, dora_indicator_copy=indicator_copy)
    filled = replace(games, kyoku=kyoku, events=games.events._replace(tile=tile))
    for row in rows.tolist():
        win = int(games.win_start[row])
        if gaps.indicator[row] and win < games.win_start[row + 1]:
            indicator[row] = games.wins.dora_indicators[win, 0]
            indicator_copy[row] = games.wins.dora_indicator_copies[win, 0]
        if gaps.hands[row].any() and (games.kyoku.hand_copies[row] == ABSENT).all():
            _fill_draws(filled, row)
            _fill_hands(filled, row)
    return filled


def _fill_draws(games: Games, row: int) -> None:
    """Fill in drawn tiles that are discarded at once, or won on."""
    events, win = games.events, int(games.win_start[row])
    end = int(games.event_start[row + 1])
    for event in range(int(games.event_start[row]), end):
        if events.kind[event] != EventKind.DRAW or events.tile[event] != ABSENT:
            continue
        after = event + 1
        while after < end and events.kind[after] in (EventKind.RIICHI, EventKind.LEFT, EventKind.RETURNED):
            after += 1
        if after < end and events.kind[after] == EventKind.DISCARD and events.tsumogiri[after] == 1:
            events.tile[event] = events.tile[after]
        elif after == end and win < games.win_start[row + 1] and games.wins.from_seat[win] == ABSENT:
            events.tile[event] = games.wins.tile[win]


class _Filler(Hands):
    """Hands that note which of their unrecorded tiles a discard, a call or a shown hand reveals.

    A place is a dealt tile as (seat, place in the hand), or the row of a draw as (ABSENT, row).
    """

    def __init__(self, dealt: Sequence[Sequence[int]], draws: Sequence[list[int]]) -> None:
        super().__init__(dealt, strict=False)
        self.places = [
            [(seat, place) for place, tile in enumerate(hand) if tile == ABSENT] for seat, hand in enumerate(dealt)
        ]
        """Of each seat, the places of the unrecorded tiles in its hand."""
        self.draws = draws
        """Of each seat, the rows of the draws of unrecorded tiles to come."""
        self.tiles: dict[tuple[int, int], int] = {}
        """The tiles revealed, by place."""

    def draw(self, seat: int, tile: int) -> None:
        super().draw(seat, tile)
        if tile == ABSENT:
            self.places[seat].append((ABSENT, self.draws[seat].pop(0)))

    def discard(self, seat: int, tile: int) -> None:
        if self.unknown[seat] and not self.counts[seat][tile]:
            self._reveal(seat, [tile])
        super().discard(seat, tile)

    def show(self, seat: int, shown: Sequence[int]) -> None:
        """A seat shows its concealed tiles; nothing follows unless `shown` are all of them."""
        rest = [tile for tile in set(shown) for _ in range(shown.count(tile) - self.counts[seat][tile])]
        if len(shown) == sum(self.counts[seat]) + self.unknown[seat] and len(rest) == self.unknown[seat]:
            self._reveal(seat, rest)

    def _reveal(self, seat: int, tiles: Sequence[int]) -> None:
        """Some unrecorded tiles of the hand are these. Their places are certain if all were dealt, or for one tile.

        Once it is not certain which place a tile had, the other places are not either, until the hand is known again.
        """
        places = self.places[seat]
        all_dealt = all(of_seat == seat for of_seat, _ in places)
        if len(places) == self.unknown[seat] and (len(places) == 1 or all_dealt):
            self.tiles |= zip(places, tiles, strict=False)
            del places[: len(tiles)]
        else:
            places.clear()


def _fill_hands(games: Games, row: int) -> None:
    """Fill in tiles that a seat discards or uses in a call without having got them, and those of hands shown."""
    kyoku, events, wins, draws = games.kyoku, games.events, games.wins, games.draws
    first, end = games.event_start[row : row + 2].tolist()
    unknown = first + np.flatnonzero((events.kind[first:end] == EventKind.DRAW) & (events.tile[first:end] == ABSENT))
    filler = _Filler(kyoku.hands[row].tolist(), [unknown[events.seat[unknown] == seat].tolist() for seat in range(4)])
    play_out(filler, games, row)
    for win in range(*games.win_start[row : row + 2]):
        hand = _present(wins.hand[win])
        if wins.from_seat[win] != ABSENT and wins.tile[win] in hand:
            hand.remove(int(wins.tile[win]))
        filler.show(int(wins.winner[win]), hand)
    for draw in range(*games.draw_start[row : row + 2]):
        for seat in np.flatnonzero(draws.revealed[draw] == 1).tolist():
            filler.show(seat, _present(draws.hands[draw, seat]))
    for (seat, place), tile in filler.tiles.items():
        if seat == ABSENT:
            events.tile[place] = tile
        else:
            kyoku.hands[row, seat, place] = tile


def _present(tiles: Ints) -> list[int]:
    return [tile for tile in tiles.tolist() if tile != ABSENT]
