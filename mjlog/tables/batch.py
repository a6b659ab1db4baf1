"""Facts of a batch that several tables need, computed once."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints, Result
from mjlog.games.gaps import Gaps, gaps_of
from mjlog.replay.course import void_kyoku
from mjlog.replay.hand_facts import FollowedHands
from mjlog.replay.hands import follow_hands
from mjlog.replay.seat_counts import SeatCounts, seat_counts
from mjlog.rules.points import STICK
from mjlog.rules.ruleset import WINDS_OF_LENGTH
from mjlog.rules.yaku import BY_KEY, YAKU
from mjlog.tables.missed_wins import MissedWins, missed_wins
from mjlog.tables.placement import Placement

YAKU_KEYS: Final = tuple(yaku.key for yaku in YAKU)
ROW: Final = {key: YAKU_KEYS.index(key) for key in BY_KEY}
"""Row of each yaku in the table, by key."""


class BatchFacts(NamedTuple):
    """A batch of games and its facts."""

    games: Games
    ids: pa.Array
    players: pa.DictionaryArray
    """`(n_games * 4,)`: name of each game's seats."""
    game_of_kyoku: Ints
    kyoku_of_win: Ints
    n_players: Ints
    """`(n_kyoku,)`."""
    seated: Any
    """`(n_kyoku, 4)` bool: seats with a player."""
    kyoku_index: Ints
    """Index of each kyoku in its game."""
    all_last: Ints
    counts: SeatCounts
    decisions: bool
    """`followed` includes every draw, discard and call."""
    followed: FollowedHands
    missed: MissedWins
    gaps: Gaps
    payments: PaymentsByCause
    placement: Placement
    yaku: YakuSums
    n_busted: Ints
    """`(n_wins,)` int8: seats that paid for the win and fell below zero in its kyoku."""

    @classmethod
    def of(cls, games: Games, decisions: bool) -> BatchFacts:
        """Compute the facts; with `decisions` also those of every draw, discard and call."""
        game_of_kyoku = runs(games.kyoku_start)
        kyoku_of_win = runs(games.win_start)
        n_players = games.games.players[game_of_kyoku]
        counts = seat_counts(games)
        winds = np.array([WINDS_OF_LENGTH[rules.length] for rules in games.rule_sets] or [1], np.int8)
        planned = winds[games.games.rules[game_of_kyoku]]
        wind, number = games.kyoku.wind, games.kyoku.number
        seated = np.arange(4) < n_players[:, None]
        payments = PaymentsByCause.of(games, kyoku_of_win, n_players, counts)
        placement = Placement.of(games.kyoku.points, payments.total, seated)
        followed = follow_hands(games, decisions=decisions)
        return cls(
            games=games,
            ids=pa.array(games.games.id, pa.string()),
            players=pa.array(games.seats.name.ravel(), pa.string()).dictionary_encode(),
            game_of_kyoku=game_of_kyoku,
            kyoku_of_win=kyoku_of_win,
            n_players=n_players,
            seated=seated,
            kyoku_index=(np.arange(len(game_of_kyoku)) - games.kyoku_start[game_of_kyoku]).astype(np.int16),
            all_last=(wind >= planned) | ((wind == planned - 1) & (number >= n_players)),
            counts=counts,
            decisions=decisions,
            followed=followed,
            missed=missed_wins(games, followed.chances),
            gaps=gaps_of(games),
            payments=payments,
            placement=placement,
            yaku=YakuSums.of(games),
            n_busted=((games.wins.payments < 0) & placement.busted[kyoku_of_win]).sum(axis=1, dtype=np.int8),
        )


class PaymentsByCause(NamedTuple):
    """Points gained or lost by cause, `(n_kyoku, 4)` int32; `total` is their sum."""

    recorded: Any
    """`(n_kyoku,)` bool: the log records the payments; where it does not, the other columns mean nothing."""
    hand: Ints
    honba: Ints
    sticks: Ints
    riichi: Ints
    noten: Ints
    nagashi: Ints

    @classmethod
    def of(cls, games: Games, kyoku_of_win: Ints, n_players: Ints, counts: SeatCounts) -> PaymentsByCause:
        """Split the recorded payments into the value of the hands, honba and sticks.

        Honba are the rest of the payment to the winner; by the rule set where the log has no value of the hand.
        """
        wins, draws = games.wins, games.draws
        shape = (len(n_players), 4)
        seats = np.arange(4)
        winner, from_seat, pao = (column[:, None] for column in (wins.winner, wins.from_seat, wins.pao))
        per_honba = np.array([rules.honba_points for rules in games.rule_sets] or [0], np.int32)[
            games.games.rules[runs(games.kyoku_start)][kyoku_of_win]
        ]
        first = np.arange(len(kyoku_of_win)) == games.win_start[kyoku_of_win]
        received = wins.payments[np.arange(len(winner)), wins.winner] - STICK * wins.sticks - wins.points
        by_log = (wins.points != ABSENT) & are_recorded(wins.payments) & (wins.honba > 0) & (received >= 0)
        pot = np.where(by_log, received, per_honba * wins.honba * first)[:, None]
        payer = np.where(pao != ABSENT, pao, from_seat)
        shares = pot // (n_players[kyoku_of_win][:, None] - 1) * (seats < n_players[kyoku_of_win][:, None])
        honba = np.where(seats == winner, pot, np.where(payer == ABSENT, -shares, -pot * (seats == payer)))
        sticks = STICK * wins.sticks[:, None] * (seats == winner)
        result = games.kyoku.result[runs(games.draw_start)][:, None]
        kept = (counts.riichi_accepted & ~void_kyoku(games)[:, None]).astype(np.int32)
        returned = STICK * (counts.riichi_accepted - kept)
        recorded = np.ones(len(n_players), np.bool_)
        recorded[kyoku_of_win[~are_recorded(wins.payments)]] = False
        recorded[runs(games.draw_start)[~are_recorded(draws.payments)]] = False
        return cls(
            recorded=recorded,
            hand=_summed(wins.payments - honba - sticks, kyoku_of_win, shape),
            honba=_summed(honba, kyoku_of_win, shape),
            sticks=_summed(sticks, kyoku_of_win, shape),
            riichi=-STICK * kept,
            noten=_summed(draws.payments * (result != Result.NAGASHI_MANGAN), runs(games.draw_start), shape) - returned,
            nagashi=_summed(draws.payments * (result == Result.NAGASHI_MANGAN), runs(games.draw_start), shape),
        )

    @property
    def total(self) -> Ints:
        """Sum of all causes."""
        total: Ints = np.add.reduce(self[1:], axis=0, dtype=np.int32)
        return total


class YakuSums(NamedTuple):
    """Sums over the recorded yaku of each win, `(n_wins,)`."""

    han: Ints
    n_yakuman: Ints
    n_dora: Ints
    n_ura: Ints
    n_red: Ints
    ippatsu: Any
    listed: Any
    """The log records yaku; where it does not, the other columns mean nothing."""

    @classmethod
    def of(cls, games: Games) -> YakuSums:
        """Sum han and count yaku."""
        win = runs(games.yaku_start)
        yaku, n_han = games.yaku.yaku, games.yaku.han
        blue_han = np.array([rules.blue_han for rules in games.rule_sets] or [2], np.int16)
        game = runs(games.kyoku_start)[runs(games.win_start)[win]]
        han = np.where(yaku == ROW["blue_dora"], n_han * blue_han[games.games.rules[game]], n_han)
        n = len(games.yaku_start) - 1

        def total(values: Any) -> Ints:
            return np.bincount(win, values, minlength=n).astype(np.int16)

        yakuman = n_han == ABSENT
        return cls(
            han=np.maximum(total(np.where(yakuman, 0, han)), 0),
            n_yakuman=total(yakuman),
            n_dora=total(han * ((yaku == ROW["dora"]) | (yaku == ROW["kita"]))),
            n_ura=total(han * (yaku == ROW["ura_dora"])),
            n_red=total(han * (yaku == ROW["red_dora"])),
            ippatsu=total(yaku == ROW["ippatsu"]) > 0,
            listed=games.wins.lists_yaku,
        )


def _summed(values: Ints, rows: Ints, shape: tuple[int, int]) -> Ints:
    """Sum values `(n, 4)` by row."""
    total = np.zeros(shape, np.int32)
    np.add.at(total, rows, values.astype(np.int32))
    return total


def are_recorded(payments: Ints) -> Any:
    """`(n,)` bool: payments `(n, 4)` are recorded; -1 for all seats is no possible payment."""
    return (payments != ABSENT).any(axis=1)
