"""What several tables of a batch need, worked out once."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints, Result
from mjlog.replay.hand_facts import Followed
from mjlog.replay.hands import followed
from mjlog.replay.seat_counts import Stories, stories
from mjlog.rules.ruleset import WINDS_OF_LENGTH
from mjlog.rules.yaku import BY_KEY, YAKU
from mjlog.tables.placement import Standing

YAKU_KEYS: Final = tuple(yaku.key for yaku in YAKU)
ROW: Final = {key: YAKU_KEYS.index(key) for key in BY_KEY}
"""Row of each yaku in the table, by key."""


class Batch(NamedTuple):
    """What several tables need, worked out once."""

    games: Games
    ids: pa.Array
    players: pa.DictionaryArray
    """Name of each game's seats, `n_games * 4`."""
    game_of_kyoku: Ints
    kyoku_of_win: Ints
    n_players: Ints
    """`(n_kyoku,)`."""
    seated: Any
    """`(n_kyoku, 4)` bool: seats with a player."""
    nth_kyoku: Ints
    all_last: Ints
    told: Stories
    decisions: bool
    """Every discard and call was followed."""
    followed: Followed
    payments: Payments
    standing: Standing
    yaku: WinFacts
    n_busted: Ints
    """`(n_wins,)` int8: seats that paid for the win and fell below zero in its kyoku."""

    @classmethod
    def of(cls, games: Games, decisions: bool) -> Batch:
        """Follow hands and events of a batch, with `decisions` also every discard and call."""
        game_of_kyoku = runs(games.kyoku_start)
        kyoku_of_win = runs(games.win_start)
        n_players = games.games.players[game_of_kyoku]
        told = stories(games.event_start, games.events, games.kyoku.result)
        winds = np.array([WINDS_OF_LENGTH[rules.length] for rules in games.rule_sets] or [1], np.int8)
        planned = winds[games.games.rules[game_of_kyoku]]
        wind, number = games.kyoku.wind, games.kyoku.number
        seated = np.arange(4) < n_players[:, None]
        payments = Payments.of(games, kyoku_of_win, n_players, told)
        standing = Standing.of(games.kyoku.points, payments.total, seated)
        return cls(
            games=games,
            ids=pa.array(games.games.id, pa.string()),
            players=pa.array(games.seats.name.ravel(), pa.string()).dictionary_encode(),
            game_of_kyoku=game_of_kyoku,
            kyoku_of_win=kyoku_of_win,
            n_players=n_players,
            seated=seated,
            nth_kyoku=(np.arange(len(game_of_kyoku)) - games.kyoku_start[game_of_kyoku]).astype(np.int16),
            all_last=(wind >= planned) | ((wind == planned - 1) & (number >= n_players)),
            told=told,
            decisions=decisions,
            followed=followed(games, decisions=decisions),
            payments=payments,
            standing=standing,
            yaku=WinFacts.of(games),
            n_busted=((games.wins.payments < 0) & standing.fell[kyoku_of_win]).sum(axis=1, dtype=np.int8),
        )


class Payments(NamedTuple):
    """Points gained or lost by cause, `(n_kyoku, 4)` int32; the causes add up to `total`."""

    told: Any
    """`(n_kyoku,)` bool: the log tells what was paid; where it does not, the causes mean nothing."""
    hand: Ints
    honba: Ints
    sticks: Ints
    riichi: Ints
    noten: Ints
    nagashi: Ints

    @classmethod
    def of(cls, games: Games, kyoku_of_win: Ints, n_players: Ints, told: Stories) -> Payments:
        """Split what the log says was paid: honba by the rule set, sticks as stated, the rest is for the hands."""
        wins, draws = games.wins, games.draws
        shape = (len(n_players), 4)
        seats = np.arange(4)
        winner, from_seat, pao = (column[:, None] for column in (wins.winner, wins.from_seat, wins.pao))
        per_honba = np.array([rules.honba_points for rules in games.rule_sets] or [0], np.int32)[
            games.games.rules[runs(games.kyoku_start)][kyoku_of_win]
        ]
        first = np.arange(len(kyoku_of_win)) == games.win_start[kyoku_of_win]
        pot = (per_honba * wins.honba * first)[:, None]
        payer = np.where(pao != ABSENT, pao, from_seat)
        shares = pot // (n_players[kyoku_of_win][:, None] - 1) * (seats < n_players[kyoku_of_win][:, None])
        honba = np.where(seats == winner, pot, np.where(payer == ABSENT, -shares, -pot * (seats == payer)))
        sticks = 1000 * wins.sticks[:, None] * (seats == winner)
        result = games.kyoku.result[runs(games.draw_start)][:, None]
        tells = np.ones(len(n_players), np.bool_)
        tells[kyoku_of_win[~are_told(wins.payments)]] = False
        tells[runs(games.draw_start)[~are_told(draws.payments)]] = False
        return cls(
            told=tells,
            hand=_summed(wins.payments - honba - sticks, kyoku_of_win, shape),
            honba=_summed(honba, kyoku_of_win, shape),
            sticks=_summed(sticks, kyoku_of_win, shape),
            riichi=np.where(told.riichi_accepted, -1000, 0).astype(np.int32),
            noten=_summed(draws.payments * (result != Result.NAGASHI_MANGAN), runs(games.draw_start), shape),
            nagashi=_summed(draws.payments * (result == Result.NAGASHI_MANGAN), runs(games.draw_start), shape),
        )

    @property
    def total(self) -> Ints:
        """All causes together."""
        total: Ints = np.add.reduce(self[1:], axis=0, dtype=np.int32)
        return total


class WinFacts(NamedTuple):
    """What the list of yaku says of each win, `(n_wins,)`."""

    han: Ints
    n_yakuman: Ints
    n_dora: Ints
    n_ura: Ints
    n_red: Ints
    ippatsu: Any
    listed: Any
    """The log lists yaku; where it lists none, the rest means nothing."""

    @classmethod
    def of(cls, games: Games) -> WinFacts:
        """Sums over the yaku of each win."""
        win = runs(games.yaku_start)
        yaku, han = games.yaku.yaku, games.yaku.han
        n = len(games.yaku_start) - 1

        def total(values: Any) -> Ints:
            return np.bincount(win, values, minlength=n).astype(np.int16)

        yakuman = han == ABSENT
        return cls(
            han=total(np.where(yakuman, 0, han)),
            n_yakuman=total(yakuman),
            n_dora=total(han * ((yaku == ROW["dora"]) | (yaku == ROW["kita"]))),
            n_ura=total(han * (yaku == ROW["ura_dora"])),
            n_red=total(han * (yaku == ROW["red_dora"])),
            ippatsu=total(yaku == ROW["ippatsu"]) > 0,
            listed=np.diff(games.yaku_start) > 0,
        )


def _summed(values: Ints, rows: Ints, shape: tuple[int, int]) -> Ints:
    """Values of `(n, 4)` summed into their rows."""
    total = np.zeros(shape, np.int32)
    np.add.at(total, rows, values.astype(np.int32))
    return total


def are_told(payments: Ints) -> Any:
    """Whether payments `(n, 4)` are told: -1 for all seats is never what they pay."""
    return (payments != ABSENT).any(axis=1)
