"""The wins of a batch: their hands as input of scoring, the scores the log records, and the scores by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints
from mjlog.games.gaps import known_wins
from mjlog.replay import Replay
from mjlog.rules.columns.score import HandColumns, ValueColumns, score_many
from mjlog.rules.points import base_points, limit_of, ron, tsumo
from mjlog.rules.readings import Circumstance, MeldKind
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.value import table_of
from mjlog.rules.yaku import NUMBER, YAKU
from mjlog.seats import wind_of_round
from mjlog.tiles import BLUES, KIND_OF_TILE, N_COPIES, N_TILES, NORTH

N_YAKU: Final = len(YAKU)
DORA_ROWS: Final = tuple(NUMBER[key] for key in ("dora", "ura_dora", "red_dora"))
DORA, KITA, BLUE_DORA = (NUMBER[key] for key in ("dora", "kita", "blue_dora"))
WINDS: Final = tuple(NUMBER[key] for key in ("seat_wind", "round_wind"))
_KINDS: Final = np.array(KIND_OF_TILE, np.int8)


class RecordedScores(NamedTuple):
    """The scores of the wins in the log, `(n,)` or `(n, N_YAKU)`; ABSENT where the log records nothing."""

    listed: Ints
    """`(n, N_YAKU)` int8: how often each yaku is listed."""
    han: Ints
    """`(n, N_YAKU)` int16: its han; ABSENT for a yakuman or if not listed."""
    wind_code: Ints
    """`(n, 2)` int16: the service's number of the seat and the round wind; ABSENT if not listed."""
    lists_yaku: Ints
    lists_ura: Ints
    """As in `WinColumns`."""
    knows_hand: Ints
    knows_dora: Ints
    """As in `KnownWins`."""
    stated_han: Ints
    """`wins.han`."""
    fu: Ints
    limit: Ints
    points: Ints


class Scores(NamedTuple):
    """The scores of the wins by the rules, in the terms of `RecordedScores`."""

    values: ValueColumns
    listed: Ints
    han: Ints
    limit: Ints
    points: Ints


def won_hands(games: Games, replay: Replay) -> tuple[HandColumns, Ints]:
    """The hands of all wins as input of scoring, and the index of the rule set of each."""
    facts, wins = replay.wins, games.wins
    kyoku = runs(games.win_start)
    rules = games.games.rules[runs(games.kyoku_start)[kyoku]]
    players = np.array([r.players for r in games.rule_sets] or [4], np.int8)[rules]
    more_reds, blues, norths = _by_rules(games, rules, kyoku)
    hands = HandColumns(
        keys=facts.keys,
        win=_KINDS[wins.tile],
        meld_codes=facts.meld_codes,
        meld_kinds=facts.meld_kinds,
        circumstances=facts.circumstances,
        seat_wind=(wins.winner - games.kyoku.dealer[kyoku]) % players,
        round_wind=wind_of_round(games.kyoku.wind[kyoku]),
        honba=games.kyoku.honba[kyoku],
        dora=facts.dora,
        ura=facts.ura,
        reds=facts.reds + more_reds,
        kita=facts.kita + norths,
        blues=blues,
    )
    return hands, rules


def _by_rules(games: Games, rules: Ints, kyoku: Ints) -> Ints:
    """`(3, n)` of each win: red tiles that are not red fives, blue tiles, and norths in the hand that count as dora.

    Colours follow from the copies, so they are not counted in a log without copies.
    """
    counts = np.zeros((3, len(rules)), np.int16)
    for number, one in enumerate(games.rule_sets):
        rows = np.flatnonzero(rules == number)
        tiles = np.array([*one.coloured_tiles, ABSENT])
        if (tiles >= N_TILES).any():
            copies = _with_calls(games, rows, kyoku, games.wins.hand_copies, games.calls.copies)
            coloured = tiles[np.where((copies >= 0) & (copies < N_COPIES), copies, N_COPIES)]
            counts[0, rows] = ((coloured >= N_TILES) & (coloured < BLUES.start)).sum(axis=1)
            counts[1, rows] = (coloured >= BLUES.start).sum(axis=1)
        if one.north in ("dora", "yakuhai_dora"):
            counts[2, rows] = (_with_calls(games, rows, kyoku, games.wins.hand, games.calls.tiles) == NORTH).sum(axis=1)
    return counts


def _with_calls(games: Games, rows: Ints, kyoku: Ints, hands: Ints, calls: Ints) -> Ints:
    """`(n, 46)`: tiles or copies of the hands of some wins, then of their melds and pulled norths."""
    first, places = games.call_start[kyoku[rows], None], games.wins.calls[rows]
    n_calls = games.call_start[kyoku[rows] + 1, None] - first
    called = np.where((places >= 0) & (places < n_calls), first + places, ABSENT)
    none = np.full((1, 4), ABSENT, calls.dtype)  # the last row, for no call
    return np.concatenate([hands[rows], np.append(calls, none, axis=0)[called].reshape(len(rows), 32)], axis=1)


def recorded_scores(games: Games) -> RecordedScores:
    """The recorded scores of all wins of a batch."""
    win = runs(games.yaku_start)
    n = len(games.wins.winner)
    listed = np.zeros((n, N_YAKU), np.int8)
    np.add.at(listed, (win, games.yaku.yaku), 1)
    han = np.full((n, N_YAKU), ABSENT, np.int16)
    han[win, games.yaku.yaku] = games.yaku.han
    wind_code = np.full((n, 2), ABSENT, np.int16)
    for place, row in enumerate(WINDS):
        of_wind = games.yaku.yaku == row
        wind_code[win[of_wind], place] = games.yaku.code[of_wind]
    # Pulled norths are dora: some services list them with the other dora, some apart.
    apart = listed[:, KITA] > 0
    listed[apart, DORA] = 1
    han[apart, DORA] = np.maximum(han[apart, DORA], 0) + np.maximum(han[apart, KITA], 0)
    listed[:, KITA], han[:, KITA] = 0, ABSENT
    wins = games.wins
    stated = (wins.han, wins.fu, wins.limit, wins.points)
    return RecordedScores(listed, han, wind_code, wins.lists_yaku, wins.lists_ura, *known_wins(games), *stated)


def scores_of(hands: HandColumns, rule_sets: Sequence[RuleSet], rules: Ints) -> Scores:
    """The scores of hands by the rules; `rules` holds the index of each hand's rule set."""
    values = score_many(hands, rule_sets, rules, with_fu_items=True)
    n = len(rules)
    bits = np.unpackbits(values.yaku.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    listed = bits[:, :N_YAKU].astype(np.int8)
    closed = ((hands.meld_codes == MeldKind.NONE) | (hands.meld_codes == MeldKind.ANKAN)).all(axis=1)
    dealer, by_tsumo = hands.seat_wind == 0, (hands.circumstances & Circumstance.TSUMO) != 0
    han = np.full((n, N_YAKU), ABSENT, np.int16)
    limit = values.limit.astype(np.int16)
    points = np.zeros(n, np.int64)
    counts_dora = values.valid.copy()
    for number, one in enumerate(rule_sets):
        rows = np.flatnonzero(rules == number)
        if not len(rows):
            continue
        open_han, closed_han = _han_of(one)
        if not (one.aotenjou or one.han_with_yakuman):
            counts_dora[rows] &= values.half_yakuman[rows] == 0
        if renhou := table_of(one).renhou:  # where renhou replaces the value of the hand, dora do not count
            counts_dora[rows] &= listed[rows, renhou.number] == 0
        han[rows] = np.where(closed[rows, None], closed_han, open_han)
        each, dealers = tsumo(one, values.base[rows], dealer[rows])
        total = each * (one.players - 2) + np.where(dealer[rows], each, dealers)
        points[rows] = np.where(by_tsumo[rows], total, ron(values.base[rows], dealer[rows]))
        if one.kiriage:
            plain = base_points(
                replace(one, kiriage=False), values.han[rows].astype(np.int64), values.fu[rows].astype(np.int64)
            )
            limit[rows] = np.where(values.half_yakuman[rows] > 0, limit[rows], limit_of(plain))
    n_dora = (hands.dora + hands.kita, hands.ura, hands.reds, hands.blues)
    for row, count in zip((*DORA_ROWS, BLUE_DORA), n_dora, strict=True):
        listed[:, row] = counts_dora & (count > 0)
        han[:, row] = count
    han = np.where(listed > 0, han, np.int16(ABSENT))
    return Scores(values, listed, han, limit, points)


def _han_of(rules: RuleSet) -> tuple[Ints, Ints]:
    """Han of each yaku in an open and a closed hand; ABSENT for yakuman and yaku the rules do not have."""
    table = table_of(rules)
    open_han, closed_han = np.full((2, N_YAKU), ABSENT, np.int16)
    for entry in (*table.entries, *((table.renhou,) if table.renhou else ())):
        if not entry.halves:
            open_han[entry.number], closed_han[entry.number] = entry.open_han, entry.open_han + entry.closed_more
    return open_han, closed_han
