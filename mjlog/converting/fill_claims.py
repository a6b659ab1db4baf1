"""What a log does not say of its results, worked out by the rules of the game, for formats that must say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from mjlog.games.batch import Games, offsets, runs
from mjlog.games.columns import ABSENT, EventKind, Ints, YakuColumns
from mjlog.replay.course import recorded
from mjlog.replay.played import Played
from mjlog.rules.readings import Form
from mjlog.rules.result import final_result
from mjlog.rules.yaku import NUMBER, YAKU
from mjlog.seats import seat_wind
from mjlog.tiles import in_order

SEAT_WIND, ROUND_WIND, URA_DORA = NUMBER["seat_wind"], NUMBER["round_wind"], NUMBER["ura_dora"]
POINTS_OF_ONE: Final = 1000
"""Points of one on the score sheet."""
_OF_HAND: Final = {
    **dict.fromkeys((EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN), slice(1, None)),
    **dict.fromkeys((EventKind.KAKAN, EventKind.KITA), slice(1)),
    EventKind.ANKAN: slice(None),
}
"""Which tiles of a call come from the hand."""


def with_claims(games: Games) -> Games:
    """The games with fu, limit, points and yaku of each win, and final results.

    Hands that are tenpai at a draw count as shown where the log does not tell which are. What the log says stays as it
    says it. A hand that is no win by the rules gets nothing, nor does a win that the log tells no payments for.
    """
    wins = games.wins
    n_listed = np.diff(games.yaku_start)
    lacking = (wins.fu == ABSENT) | (wins.limit == ABSENT) | (wins.points == ABSENT) | (n_listed == 0)
    if lacking.any():
        games = _with_values(games)
    games = _with_shown_hands(games)
    return replace(games, games=_with_final_results(games))


def _with_shown_hands(games: Games) -> Games:
    """The hands that are tenpai at a draw shown, where the log does not tell whose are; every copy stays untold."""
    unknown = games.draws.revealed == ABSENT
    if not unknown.any():
        return games
    games = Played(games).games_with_tenpai
    hands = games.draws.hands.copy()
    kyoku_of = runs(games.draw_start)
    for draw, seat in np.argwhere(unknown & (games.draws.revealed == 1)).tolist():
        held = _held(games, int(kyoku_of[draw]), seat)
        hands[draw, seat, : len(held)] = held
    return replace(games, draws=games.draws._replace(hands=hands))


def _held(games: Games, kyoku: int, seat: int) -> list[int]:
    """The concealed tiles of a seat at the end of a kyoku."""
    held = Counter(games.kyoku.hands[kyoku, seat].tolist())
    events, calls = (slice(*start[kyoku : kyoku + 2]) for start in (games.event_start, games.call_start))
    own = games.events.seat[events] == seat
    for kind, change in ((EventKind.DRAW, held.update), (EventKind.DISCARD, held.subtract)):
        change(games.events.tile[events][own & (games.events.kind[events] == kind)].tolist())
    for call in np.flatnonzero(games.calls.seat[calls] == seat).tolist():
        tiles = games.calls.tiles[calls][call].tolist()
        held.subtract(tiles[_OF_HAND[EventKind(games.calls.kind[calls][call])]])
    return in_order(held.elements())


def _with_values(games: Games) -> Games:
    scores = Played(games).scores
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
            ROUND_WIND: int(games.kyoku.wind[kyoku]),
        }.get(number, 0)
        if own := codes_of.get(YAKU[number].key):
            codes[row] = own[wind if len(own) > 1 else 0]
    return replace(games, yaku=games.yaku._replace(code=codes))


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
        if recorded(paid).all():
            held = (before + paid.sum(axis=0))[: rules.players].tolist()
            result = final_result(rules, held, int(games.draws.sticks[of_draw].sum()))
            if header.final_points[game, 0] == ABSENT:
                header.final_points[game, : rules.players] = result.points
            header.final_scores[game, : rules.players] = np.array(result.scores) / POINTS_OF_ONE
    return header
