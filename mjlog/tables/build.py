"""Columns of a batch → the tables, array by array; `discards` and `calls` are in `build_decisions`."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from mjlog.games.batch import Games, offsets, runs
from mjlog.games.columns import ABSENT, EventKind, Ints, Limit, Result
from mjlog.games.digest import as_text
from mjlog.replay.seat_counts import MOST_CALLS
from mjlog.replay.wait_forms import FORMS
from mjlog.rules.columns.shanten import SHAPES
from mjlog.tables.arrays import coded, filled, known, lists, records, table, words
from mjlog.tables.batch import YAKU_KEYS, Batch, are_told
from mjlog.tables.build_decisions import decision_tables, draws_of
from mjlog.tables.expected_ura import expected_ura
from mjlog.tables.missed_wins import passed_wins
from mjlog.tables.outcomes import DEAL_IN_STATES, OUTCOMES, STATES, deal_in_states, outcomes, states
from mjlog.tables.placement import places
from mjlog.tables.rows import FU_ITEMS
from mjlog.tables.sorting import sorted_hands

RESULTS: Final = tuple(result.name.lower() for result in Result)
"""Words of the column `result`, by `Result`."""
LIMITS: Final = (None, *(limit.name.lower() for limit in Limit if limit))
"""Words of the column `limit`, by `Limit`."""
WAITS: Final = ("ryanmen", "kanchan", "penchan", "shanpon", "tanki")
"""Words of the column `wait`, by the bits of `rules.readings.Wait` from the lowest up."""
_WAIT_OF_BIT: Final = np.full(17, ABSENT, np.int8)
_WAIT_OF_BIT[[1, 2, 4, 8, 16]] = range(5)
WIN_STATES: Final = ("riichi", "open", "dama")


class Computed(NamedTuple):
    """What the rules say of each win, `(n_wins,)`; ABSENT for what cannot be said."""

    han: Ints
    fu: Ints
    limit: Ints
    """A `Limit`; 0 below mangan."""
    fu_items: Ints
    """`(n_wins, 10)` in the order of `rules.fu.FuItems`; means nothing where `fu` is ABSENT."""
    points: Ints
    wait: Ints
    """A bit of `Wait`; 0 if the tiles are no winning hand."""
    n_waits: Ints


def build(games: Games, content: bytes, computed: Computed, *, decisions: bool = False) -> dict[str, pa.Table]:
    """The tables of a batch, each in the schema of its row class; the log's claims are taken as they stand.

    `content` are the digests of the games (`mjlog.games.digest.content_digests`), `computed` the computed columns.
    With `decisions` there are also the tables `discards` and `calls`.
    """
    batch = Batch.of(games, decisions)
    tables = {
        "games": table("games", _games(batch, content)),
        "seats": table("seats", _seats(batch)),
        "kyoku": table("kyoku", _kyoku(batch)),
        "hands": table("hands", _hands(batch)),
        "wins": table("wins", _wins(batch, computed)),
    }
    return tables | decision_tables(batch) if decisions else tables


def _games(batch: Batch, content: bytes) -> dict[str, Any]:
    columns = batch.games.games
    rule_sets = batch.games.rule_sets
    return {
        "game": batch.ids,
        "source": pa.array(columns.source, pa.string()),
        "content": pa.array(as_text(content), pa.string()),
        "platform": words(columns.platform),
        "rules": coded(columns.rules, [rules.name for rules in rule_sets]),
        "players": columns.players,
        "length": coded(columns.rules, [rules.length for rules in rule_sets]),
        "room": words(columns.room),
        "lobby": known(columns.lobby),
        "started": columns.started.astype("datetime64[ms]"),
        "n_kyoku": np.diff(batch.games.kyoku_start).astype(np.int16),
        "complete": columns.complete,
        "wall_known": columns.seed.astype(np.bool_),
    }


def _seats(batch: Batch) -> dict[str, Any]:
    games, seats = batch.games.games, batch.games.seats
    seated = np.arange(4) < games.players[:, None]
    game, seat = np.nonzero(seated)
    busted_others = np.zeros(seated.shape, np.bool_)
    busting = batch.n_busted > 0
    busted_others[batch.game_of_kyoku[batch.kyoku_of_win[busting]], batch.games.wins.winner[busting]] = True
    untold = np.zeros(len(seated), np.bool_)
    untold[batch.game_of_kyoku[~batch.payments.told]] = True
    return {
        "game": batch.ids.take(pa.array(game)),
        "seat": seat.astype(np.int8),
        "player": batch.players.take(pa.array(game * 4 + seat)),
        "players": games.players[game],
        "dan": known(seats.dan[seated]),
        "rate": pa.array(seats.rate[seated], from_pandas=True),
        "sex": words(seats.sex[seated]),
        "final_points": known(games.final_points[seated], games.complete[game]),
        "final_score": pa.array(games.final_scores[seated], from_pandas=True),
        "place": known(
            places(games.final_points, seated)[seated], games.complete[game] & (games.final_points[seated] != ABSENT)
        ),
        "final_chips": known(games.final_chips[seated]),
        "busted_others": pa.array(busted_others[seated], mask=untold[game]),
    }


def _kyoku(batch: Batch) -> dict[str, Any]:
    games, kyoku, told = batch.games, batch.games.kyoku, batch.told
    turned = games.events.kind == EventKind.DORA
    kyoku_of_turn = np.searchsorted(games.event_start, np.flatnonzero(turned), side="right") - 1
    start = offsets(told.n_dora.astype(np.int64) + 1)
    indicators = np.empty(int(start[-1]), np.int8)
    indicators[start[:-1]] = kyoku.dora_indicator
    indicators[np.arange(len(kyoku_of_turn)) + kyoku_of_turn + 1] = games.events.tile[turned]
    n_calls = [_across(of_kind) for of_kind in told.n_calls]
    return {
        "game": batch.ids.take(pa.array(batch.game_of_kyoku)),
        "kyoku": batch.nth_kyoku,
        "players": batch.n_players,
        "wind": kyoku.wind,
        "number": kyoku.number,
        "honba": kyoku.honba,
        "sticks": kyoku.sticks,
        "dealer": kyoku.dealer,
        "all_last": batch.all_last,
        "start_points": lists(kyoku.points),
        "dora_indicators": pa.ListArray.from_arrays(start.astype(np.int32), indicators),
        "result": coded(kyoku.result, RESULTS),
        "n_wins": np.diff(games.win_start).astype(np.int8),
        "n_riichi": _across((told.riichi_order > 0).view(np.int8)),
        "n_calls": n_calls[EventKind.CHI] + n_calls[EventKind.PON] + n_calls[EventKind.DAIMINKAN],
        "n_kans": n_calls[EventKind.DAIMINKAN] + n_calls[EventKind.ANKAN] + n_calls[EventKind.KAKAN],
        "n_discards": _across(told.n_discards.astype(np.int16)),
        "payments": lists(batch.payments.total, batch.payments.told),
    }


def _hands(batch: Batch) -> dict[str, Any]:
    games, kyoku, told, payments = batch.games, batch.games.kyoku, batch.told, batch.payments
    wins, win_kyoku, standing = batch.games.wins, batch.kyoku_of_win, batch.standing
    shape = batch.seated.shape
    everywhere = bool(batch.seated.all())
    place = np.flatnonzero(batch.seated)
    row, seat = place >> 2, place & 3

    def of_winner(values: Any, absent: int) -> Ints:
        """Values of wins spread over `(n_kyoku, 4)`, at the winner's seat."""
        spread = np.full(shape, absent, np.int32)
        spread[win_kyoku, wins.winner] = values
        return spread

    tsumo = wins.from_seat == ABSENT
    won = of_winner(True, False).astype(np.bool_)
    won_tsumo = of_winner(tsumo, False).astype(np.bool_)
    by_ron = ~tsumo
    n_deal_ins = np.zeros(shape, np.int8)
    np.add.at(n_deal_ins, (win_kyoku[by_ron], wins.from_seat[by_ron]), 1)
    tsumo_limit = np.zeros(shape[0], np.int8)
    tsumo_limit[win_kyoku[tsumo]] = np.where(wins.limit[tsumo] > 0, 2, 1)
    hit = (tsumo_limit > 0)[:, None] & ~won
    pao = np.zeros(shape, np.bool_)
    liable = wins.pao != ABSENT
    pao[win_kyoku[liable], wins.pao[liable]] = True
    revealed = np.full(shape, ABSENT, np.int8)
    revealed[runs(games.draw_start)] = games.draws.revealed
    drawn = (kyoku.result == Result.EXHAUSTIVE_DRAW) | (kyoku.result == Result.NAGASHI_MANGAN)

    riichi = told.riichi_order > 0
    n_riichi = _across(riichi.view(np.int8))[:, None]
    n_open = told.n_calls[EventKind.CHI] + told.n_calls[EventKind.PON] + told.n_calls[EventKind.DAIMINKAN]
    opened = n_open > 0
    win_state = np.where(won, np.where(told.riichi_accepted, 0, np.where(opened, 1, 2)), ABSENT)
    state = states(riichi, opened)
    nagashi = np.where(payments.told[:, None], payments.nagashi, 0)
    outcome = outcomes(kyoku.result, won, won_tsumo, n_deal_ins > 0, hit, nagashi)
    turn_after = told.n_discards + 1

    def flat(values: Any) -> Any:
        """Values of `(n_kyoku, 4)` in the rows of the table."""
        return values.ravel() if everywhere else values.ravel().take(place)

    def repeated(values: Any) -> Any:
        """Values of `(n_kyoku,)` in the rows of the table."""
        return np.repeat(values, 4) if everywhere else values.take(row)

    told_payments = repeated(payments.told)
    unlisted = flat(of_winner(~batch.yaku.listed, 0)).astype(np.bool_)
    untold = None if payments.told.all() else ~told_payments
    return {
        "game": batch.ids.take(pa.array(batch.game_of_kyoku[row])),
        "kyoku": repeated(batch.nth_kyoku),
        "seat": seat.astype(np.int8),
        "player": batch.players.take(pa.array(batch.game_of_kyoku[row] * 4 + seat)),
        "players": repeated(batch.n_players),
        "wind": repeated(kyoku.wind),
        "number": repeated(kyoku.number),
        "honba": repeated(kyoku.honba),
        "dealer": seat == kyoku.dealer[row],
        "seat_wind": ((seat - kyoku.dealer[row]) % batch.n_players[row]).astype(np.int8),
        "all_last": repeated(batch.all_last),
        "start_points": flat(kyoku.points),
        "start_place": flat(standing.start_place),
        "gap_above": known(flat(standing.start_gaps[0])),
        "gap_below": known(flat(standing.start_gaps[1])),
        "haipai": lists(sorted_hands(kyoku.hands.reshape(-1, 13)[place])),
        "n_draws": flat(told.n_draws),
        "n_discards": flat(told.n_discards),
        "n_calls": flat(n_open),
        "n_chi": flat(told.n_calls[EventKind.CHI]),
        "n_pon": flat(told.n_calls[EventKind.PON]),
        "n_daiminkan": flat(told.n_calls[EventKind.DAIMINKAN]),
        "n_ankan": flat(told.n_calls[EventKind.ANKAN]),
        "n_kakan": flat(told.n_calls[EventKind.KAKAN]),
        "n_kita": flat(told.n_calls[EventKind.KITA]),
        "first_call_turn": known(flat(told.call_turns[:, :, 0])),
        "call_turns": filled(told.call_turns.reshape(-1, MOST_CALLS)[place]),
        "riichi": flat(riichi),
        "double_riichi": flat(told.double_riichi),
        "riichi_accepted": flat(told.riichi_accepted),
        "riichi_ronned": flat(told.riichi_ronned),
        "riichi_turn": known(flat(told.riichi_turn)),
        "riichi_discards": known(flat(told.riichi_discards)),
        "riichi_order": known(flat(told.riichi_order)),
        "n_riichi_before": flat(np.where(riichi, told.riichi_order - 1, n_riichi)).astype(np.int8),
        "n_riichi_after": flat(np.where(riichi, n_riichi - told.riichi_order, 0)).astype(np.int8),
        "state": coded(flat(state), STATES),
        "result": coded(repeated(kyoku.result), RESULTS),
        "outcome": coded(flat(outcome), OUTCOMES),
        "won": flat(won),
        "tsumo": flat(won_tsumo),
        "win_state": coded(flat(win_state), WIN_STATES),
        "win_turn": known(flat(np.where(won, turn_after, ABSENT)).astype(np.int8)),
        "end_discards": repeated(_across(told.n_discards.astype(np.int16))),
        "win_points": known(flat(of_winner(wins.points, ABSENT))),
        "ippatsu": pa.array(flat(of_winner(batch.yaku.ippatsu, 0)).astype(np.bool_), mask=unlisted),
        "n_ura": pa.array(flat(of_winner(batch.yaku.n_ura, 0)).astype(np.int8), mask=unlisted),
        "n_deal_ins": flat(n_deal_ins),
        "dealt_in": flat(n_deal_ins) > 0,
        "hit_by_tsumo": flat(hit),
        "hit_limit": flat(hit & (tsumo_limit == 2)[:, None]),
        "pao": flat(pao),
        "points_hand": pa.array(flat(payments.hand), mask=untold),
        "points_honba": pa.array(flat(payments.honba), mask=untold),
        "points_sticks": pa.array(flat(payments.sticks), mask=untold),
        "points_riichi": flat(payments.riichi),
        "points_noten": pa.array(flat(payments.noten), mask=untold),
        "points_nagashi": pa.array(flat(payments.nagashi), mask=untold),
        **_path(batch, n_deal_ins),
        "deal_in_state": coded(
            flat(deal_in_states(state, n_deal_ins > 0, batch.followed.paths.end_shanten)), DEAL_IN_STATES
        ),
        "tenpai": pa.array(flat(revealed) == 1, mask=~repeated(drawn) | (flat(revealed) == ABSENT)),
        "end_points": pa.array(flat(standing.end_points), mask=untold),
        "end_place": pa.array(flat(standing.end_place), mask=untold),
        "end_gap_above": known(flat(standing.end_gaps[0]), told_payments),
        "end_gap_below": known(flat(standing.end_gaps[1]), told_payments),
        "busted": pa.array(flat(standing.fell), mask=untold),
        "n_busted": pa.array(flat(of_winner(batch.n_busted, 0)).astype(np.int8), mask=untold),
    }


def _path(batch: Batch, n_deal_ins: Ints) -> dict[str, Any]:
    """The columns of `hands` that tell how the hand went."""
    facts, seated = batch.followed.paths, batch.seated
    waits = facts.riichi_waits[seated]
    riichi = batch.told.riichi_order[seated] > 0
    waiting = np.flatnonzero(waits)
    rows, kinds = np.nonzero(waits[waiting, None] >> np.arange(34) & 1)
    faced = facts.faced_shanten[seated]
    end = facts.end_shanten[seated]
    passed = passed_wins(batch.games, batch.followed.chances)
    useful_draws, expected = draws_of(batch)
    undecided = None if batch.decisions else np.ones(len(end), np.bool_)
    return {
        "haipai_shanten": facts.haipai_shanten[seated],
        "haipai_shape": coded(facts.haipai_shape[seated], SHAPES),
        "haipai_pairs": facts.haipai_pairs[seated],
        "haipai_yaochuu": facts.haipai_yaochuu[seated],
        "haipai_dora": facts.haipai_dora[seated],
        "haipai_red": facts.haipai_red[seated],
        "shanten_by_turn": filled(facts.shanten_by_turn[seated]),
        "tenpai_turn": known(facts.tenpai_turn[seated]),
        "end_shanten": end,
        "folded": (faced != ABSENT) & ~riichi & (end > faced),
        "deal_in_shanten": known(np.where(n_deal_ins[seated] > 0, end, np.int8(ABSENT))),
        "riichi_waits": pa.ListArray.from_arrays(
            pa.array(offsets(np.bincount(waiting[rows], minlength=len(waits))).astype(np.int32)),
            pa.array(kinds.astype(np.int8)),
            mask=pa.array(waits == 0),
        ),
        "riichi_tiles_seen": pa.array(facts.riichi_seen[seated], mask=waits == 0),
        "riichi_tiles_unheld": pa.array(facts.riichi_unheld[seated], mask=waits == 0),
        "riichi_tiles_wall": pa.array(facts.riichi_wall[seated], mask=waits == 0),
        "riichi_furiten": pa.array(facts.riichi_furiten[seated], mask=waits == 0),
        "riichi_suji": pa.array(facts.riichi_suji[seated], mask=waits == 0),
        "riichi_wait_form": coded(facts.riichi_form[seated], FORMS),
        "passed_rons": passed.rons[seated],
        "passed_tsumo": passed.tsumo[seated],
        "useful_draws": pa.array(useful_draws[seated], mask=undecided),
        "expected_useful_draws": pa.array(expected[seated], mask=undecided),
    }


def _wins(batch: Batch, computed: Computed) -> dict[str, Any]:
    games, wins, yaku, kyoku_row = batch.games, batch.games.wins, batch.yaku, batch.kyoku_of_win
    game = batch.game_of_kyoku[kyoku_row]
    calls = np.where(wins.calls == ABSENT, ABSENT, wins.calls + games.call_start[kyoku_row][:, None])
    kinds = np.append(games.calls.kind, ABSENT)[calls.T]
    n_concealed = (kinds == EventKind.ANKAN).sum(axis=0, dtype=np.int8)
    n_sets = ((kinds >= EventKind.CHI) & (kinds <= EventKind.KAKAN)).sum(axis=0, dtype=np.int8)
    yaku_start = games.yaku_start.astype(np.int32)
    unlisted = ~yaku.listed
    untold = ~batch.payments.told[kyoku_row]
    return {
        "game": batch.ids.take(pa.array(game)),
        "kyoku": batch.nth_kyoku[kyoku_row],
        "win": (np.arange(len(kyoku_row)) - games.win_start[kyoku_row]).astype(np.int8),
        "winner": wins.winner,
        "player": batch.players.take(pa.array(game * 4 + wins.winner)),
        "players": batch.n_players[kyoku_row],
        "dealer": wins.winner == games.kyoku.dealer[kyoku_row],
        "tsumo": wins.from_seat == ABSENT,
        "from_seat": known(wins.from_seat),
        "pao_seat": known(wins.pao),
        "hand": filled(wins.hand),
        "tile": wins.tile,
        "n_sets": n_sets,
        "closed": n_sets == n_concealed,
        "riichi": batch.told.riichi_accepted[kyoku_row, wins.winner],
        "yaku": pa.ListArray.from_arrays(yaku_start, coded(games.yaku.yaku, YAKU_KEYS)),
        "yaku_han": pa.ListArray.from_arrays(yaku_start, known(games.yaku.han)),
        "han": known(yaku.han, (yaku.n_yakuman == 0) & yaku.listed),
        "fu": known(wins.fu),
        "n_yakuman": pa.array(yaku.n_yakuman.astype(np.int8), mask=unlisted),
        "limit": coded(wins.limit, LIMITS),
        "points": known(wins.points),
        "n_dora": pa.array(yaku.n_dora.astype(np.int8), mask=unlisted),
        "n_red": pa.array(yaku.n_red.astype(np.int8), mask=unlisted),
        "n_ura": pa.array(yaku.n_ura.astype(np.int8), mask=unlisted),
        "honba": wins.honba,
        "sticks": wins.sticks,
        "turn": (batch.told.n_discards[kyoku_row, wins.winner] + 1).astype(np.int8),
        "dora_indicators": filled(wins.dora_indicators),
        "ura_indicators": filled(wins.ura_indicators),
        "expected_ura": pa.array(expected_ura(games, kyoku_row), from_pandas=True),
        "payments": lists(wins.payments, are_told(wins.payments)),
        "start_place": batch.standing.start_place[kyoku_row, wins.winner],
        "end_place": pa.array(batch.standing.end_place[kyoku_row, wins.winner], mask=untold),
        "n_busted": pa.array(batch.n_busted, mask=untold),
        "wait": coded(_WAIT_OF_BIT[computed.wait], WAITS),
        "wait_kinds": known(computed.n_waits),
        "computed_han": known(computed.han),
        "computed_fu": known(computed.fu),
        "fu_items": records(computed.fu_items, FU_ITEMS, computed.fu != ABSENT),
        "computed_limit": coded(computed.limit, LIMITS),
        "computed_points": known(computed.points),
    }


def _across(values: Ints) -> Ints:
    """Sums over the seats of `(n, 4)`, of the type of the values."""
    east, south, west, north = values.T
    total: Ints = east + south + west + north
    return total
