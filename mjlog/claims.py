"""What a log does not say of its results, worked out by the rules of the game, for formats that must say it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np

from mjlog.auditing.course import told
from mjlog.auditing.run import Batch
from mjlog.columns import ABSENT, Ints, YakuColumns
from mjlog.games import Games, offsets, runs
from mjlog.rules.finish import final_result
from mjlog.rules.readings import Form
from mjlog.rules.yaku import NUMBER, YAKU
from mjlog.seats import seat_wind

SEAT_WIND, ROUND_WIND, URA_DORA = NUMBER["seat_wind"], NUMBER["round_wind"], NUMBER["ura_dora"]
POINTS_OF_ONE: Final = 1000
"""Points of one on the score sheet."""


def with_claims(games: Games) -> Games:
    """The games with fu, limit, points and yaku of each win, Tenhou's numbers of the yaku, and final results.

    What the log says stays as it says it. A hand that is no win by the rules gets nothing, nor does a win that the log
    tells no payments for.
    """
    wins = games.wins
    n_listed = np.diff(games.yaku_start)
    lacking = (wins.fu == ABSENT) | (wins.limit == ABSENT) | (wins.points == ABSENT) | (n_listed == 0)
    if lacking.any():
        games = _with_values(games)
    games = replace(games, yaku=games.yaku._replace(code=_codes(games)))
    return replace(games, games=_with_final_results(games))


def _with_values(games: Games) -> Games:
    scores = Batch(games).scores
    values, wins = scores.values, games.wins
    fu = np.where(values.form == Form.ORPHANS, 0, values.fu)  # as Tenhou writes it

    def filled(stated: Ints, worked_out: Ints) -> Ints:
        return np.where((stated == ABSENT) & values.valid, worked_out, stated).astype(stated.dtype)

    told_wins = wins._replace(
        fu=filled(wins.fu, fu), limit=filled(wins.limit, scores.limit), points=filled(wins.points, scores.points)
    )
    return _with_yaku(replace(games, wins=told_wins), np.where(values.valid[:, None], scores.listed, 0), scores.han)


def _with_yaku(games: Games, listed: Ints, han: Ints) -> Games:
    """The lists of wins that have none filled from `listed` and `han`, `(n_wins, n_yaku)`; ura dora stand last."""
    unlisted = np.diff(games.yaku_start) == 0
    win, number = np.nonzero((listed > 0) & unlisted[:, None])
    made = YakuColumns(
        yaku=number.astype(np.int16),
        han=han[win, number].astype(np.int16),
        code=np.full(len(win), ABSENT, np.int16),
        chips=np.full(len(win), ABSENT, np.int16),
    )
    both: Any = YakuColumns._make(map(np.concatenate, zip(games.yaku, made, strict=True)))
    win_of = np.concatenate([runs(games.yaku_start), win])
    last = np.concatenate([np.zeros(len(games.yaku.yaku), np.bool_), number == URA_DORA])
    order = np.lexsort((last, win_of))
    yaku = YakuColumns._make(column[order] for column in both)
    return replace(games, yaku=yaku, yaku_start=offsets(np.bincount(win_of, minlength=len(unlisted))))


def _codes(games: Games) -> Ints:
    """Tenhou's number of each yaku where the log has no number; ABSENT for one that Tenhou does not have."""
    codes: Ints = games.yaku.code.copy()
    win_of, kyoku_of = runs(games.yaku_start), runs(games.win_start)
    players = games.games.players[runs(games.kyoku_start)]
    for row in np.flatnonzero(codes == ABSENT).tolist():
        number = int(games.yaku.yaku[row])
        kyoku = int(kyoku_of[win_of[row]])
        seat, dealer = int(games.wins.winner[win_of[row]]), int(games.kyoku.dealer[kyoku])
        wind = {
            SEAT_WIND: seat_wind(seat, dealer, int(players[kyoku])),
            ROUND_WIND: int(games.kyoku.wind[kyoku]),
        }.get(number, 0)
        if YAKU[number].tenhou:
            codes[row] = YAKU[number].tenhou[wind]
    return codes


def _with_final_results(games: Games) -> Any:
    """The headers, with the final results of complete games that do not tell them."""
    header = games.games._replace(
        final_points=games.games.final_points.copy(), final_scores=games.games.final_scores.copy()
    )
    for game in np.flatnonzero(header.complete & np.isnan(header.final_scores[:, 0])).tolist():
        rules = games.rule_sets[header.rules[game]]
        last = int(games.kyoku_start[game + 1]) - 1
        of_win = slice(*games.win_start[last : last + 2])
        of_draw = slice(*games.draw_start[last : last + 2])
        paid = np.concatenate([games.wins.payments[of_win], games.draws.payments[of_draw]])
        before = np.concatenate([games.wins.points_before[of_win], games.draws.points_before[of_draw]])[0]
        if told(paid).all():
            held = (before + paid.sum(axis=0))[: rules.players].tolist()
            result = final_result(rules, held, int(games.draws.sticks[of_draw].sum()))
            if header.final_points[game, 0] == ABSENT:
                header.final_points[game, : rules.players] = result.points
            header.final_scores[game, : rules.players] = np.array(result.scores) / POINTS_OF_ONE
    return header
