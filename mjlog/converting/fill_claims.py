"""Fill in results that a log does not record, by the rules, for formats that must record them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from mjlog.games.batch import Games, offsets, runs
from mjlog.games.columns import ABSENT, Ints, YakuColumns
from mjlog.games.hands import hands_of
from mjlog.replay.course import course_of, recorded
from mjlog.replay.endings import End, chombo_of, endings, points_after
from mjlog.replay.played import Played
from mjlog.rules.readings import Form
from mjlog.rules.result import final_result
from mjlog.rules.yaku import NUMBER, YAKU
from mjlog.seats import seat_wind, wind_of_round

SEAT_WIND, ROUND_WIND, URA_DORA = NUMBER["seat_wind"], NUMBER["round_wind"], NUMBER["ura_dora"]
SCORE_UNIT: Final = 1_000
"""Points of one on the score sheet."""


def with_claims(games: Games) -> Games:
    """The games with fu, limit, points and yaku of each win, the shown hands of each draw, and final results.

    Values that the log records stay. Nothing is filled in for a hand that is no win by the rules, nor for a win without
    recorded payments.
    """
    wins = games.wins
    if ((wins.fu == ABSENT) | (wins.limit == ABSENT) | (wins.points == ABSENT) | ~wins.lists_yaku).any():
        games = _with_values(games)
    games = _with_shown_hands(games)
    return replace(games, games=_with_final_results(games))


def _with_shown_hands(games: Games) -> Games:
    """The games, with the hands in tenpai shown at draws of which the log records no shown hands; without copies."""
    unknown = games.draws.revealed == ABSENT
    if not unknown.any():
        return games
    games = Played(games).games_with_tenpai
    hands = games.draws.hands.copy()
    shown = unknown & (games.draws.revealed == 1)
    kyoku_of_draw = runs(games.draw_start)
    for draw in np.flatnonzero(shown.any(axis=1)).tolist():
        at_end = hands_of(games, int(kyoku_of_draw[draw]))
        for seat in np.flatnonzero(shown[draw]).tolist():
            tiles = at_end.concealed(seat)
            hands[draw, seat, : len(tiles)] = tiles
    return replace(games, draws=games.draws._replace(hands=hands))


def _with_values(games: Games) -> Games:
    scores = Played(games).scores
    values, wins = scores.values, games.wins
    fu = np.where(values.form == Form.ORPHANS, 0, values.fu)  # as Tenhou writes it

    def filled(recorded: Ints, computed: Ints) -> Ints:
        return np.where((recorded == ABSENT) & values.valid, computed, recorded).astype(recorded.dtype)

    with_values = wins._replace(
        fu=filled(wins.fu, fu), limit=filled(wins.limit, scores.limit), points=filled(wins.points, scores.points)
    )
    return _with_yaku(replace(games, wins=with_values), np.where(values.valid[:, None], scores.listed, 0), scores.han)


def _with_yaku(games: Games, listed: Ints, han: Ints) -> Games:
    """The games, with yaku of `listed` and `han` `(n_wins, n_yaku)` for wins without a list; ura dora come last."""
    unlisted = ~games.wins.lists_yaku
    win, number = np.nonzero((listed > 0) & unlisted[:, None])
    computed = YakuColumns(
        yaku=number.astype(np.int16),
        han=han[win, number].astype(np.int16),
        code=np.full(len(win), ABSENT, np.int16),
        chips=np.full(len(win), ABSENT, np.int16),
    )
    both: Any = YakuColumns._make(map(np.concatenate, zip(games.yaku, computed, strict=True)))
    win_of = np.concatenate([runs(games.yaku_start), win])
    last = np.concatenate([np.zeros(len(games.yaku.yaku), np.bool_), number == URA_DORA])
    order = np.lexsort((last, win_of))
    yaku = YakuColumns._make(column[order] for column in both)
    n_yaku = np.bincount(win_of, minlength=len(unlisted))
    return replace(games, wins=games.wins._replace(lists_yaku=n_yaku > 0), yaku=yaku, yaku_start=offsets(n_yaku))


def with_yaku_codes(games: Games, codes_of: Mapping[str, tuple[int, ...]]) -> Games:
    """The games with the platform's number of each yaku (`Platform.yaku_codes`) where the log records none."""
    codes: Ints = games.yaku.code.copy()
    win_of, kyoku_of = runs(games.yaku_start), runs(games.win_start)
    players = games.games.players[runs(games.kyoku_start)]
    for row in np.flatnonzero(codes == ABSENT).tolist():
        number = int(games.yaku.yaku[row])
        kyoku = int(kyoku_of[win_of[row]])
        seat, dealer = int(games.wins.winner[win_of[row]]), int(games.kyoku.dealer[kyoku])
        wind = {
            SEAT_WIND: seat_wind(seat, dealer, int(players[kyoku])),
            ROUND_WIND: wind_of_round(int(games.kyoku.wind[kyoku])),
        }.get(number, 0)
        if of_yaku := codes_of.get(YAKU[number].key):
            codes[row] = of_yaku[wind if len(of_yaku) > 1 else 0]
    return replace(games, yaku=games.yaku._replace(code=codes))


def _with_final_results(games: Games) -> Any:
    """The headers, with final results for complete games that record none and that end here by their rules.

    A part of a game, or a game of one kyoku, has none: with it the part would be taken for a whole game.
    """
    header = games.games._replace(
        final_points=games.games.final_points.copy(), final_scores=games.games.final_scores.copy()
    )
    without = np.flatnonzero(header.complete & np.isnan(header.final_scores[:, 0]))
    if not len(without):
        return header
    course = course_of(games)
    reasons = endings(games, course, points_after(games, course, None)).reason
    for game in without.tolist():
        rules = games.rule_sets[header.rules[game]]
        last = int(games.kyoku_start[game + 1]) - 1
        if reasons[last] == End.NONE or rules.length == "single":
            continue
        of_win = slice(*games.win_start[last : last + 2])
        of_draw = slice(*games.draw_start[last : last + 2])
        paid = np.concatenate([games.wins.payments[of_win], games.draws.payments[of_draw]])
        before = np.concatenate([games.wins.points_before[of_win], games.draws.points_before[of_draw]])[0]
        if recorded(paid).all():
            points = (before + paid.sum(axis=0))[: rules.players].tolist()
            fouls = chombo_of(course, np.array([last]))[0].tolist()
            result = final_result(rules, points, int(games.draws.sticks[of_draw].sum()), fouls)
            if header.final_points[game, 0] == ABSENT:
                header.final_points[game, : rules.players] = result.points
            header.final_scores[game, : rules.players] = np.array(result.scores) / SCORE_UNIT
    return header
