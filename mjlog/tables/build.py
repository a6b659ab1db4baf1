"""Builds the tables from the columns of a batch; those of decisions are in `build_decisions`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from mjlog.games.batch import Games, offsets, runs
from mjlog.games.columns import ABSENT, YAKUMAN_HAN, EventKind, Ints, Result
from mjlog.games.digest import as_text, openings
from mjlog.replay.seat_counts import MAX_CALLS
from mjlog.replay.wait_forms import FORMS
from mjlog.rules.columns.shanten import SHAPES
from mjlog.rules.points import LIMITS, base_points, limit_of
from mjlog.rules.readings import WAIT_NAMES
from mjlog.rules.waits import YIELDS
from mjlog.tables.arrays import coded, filled, known, lists, records, table, without, words
from mjlog.tables.batch import YAKU_KEYS, BatchFacts, are_recorded
from mjlog.tables.build_decisions import decision_tables, draws_of
from mjlog.tables.deal_ins import DealIns
from mjlog.tables.expected_ura import expected_ura
from mjlog.tables.outcomes import DEAL_IN_STATES, OUTCOMES, STATES, deal_in_states, outcomes, states
from mjlog.tables.placement import places
from mjlog.tables.riichi_hands import riichi_columns
from mjlog.tables.rows import FU_ITEMS
from mjlog.tables.sorting import sorted_hands
from mjlog.tiles import N_KINDS

RESULTS: Final = tuple(result.name.lower() for result in Result)
"""Words of the column `result`, by `Result`."""
WAITS: Final = tuple(WAIT_NAMES.get(bit) for bit in range(max(WAIT_NAMES) + 1))
"""Words of the column `wait`, by `rules.readings.Wait`."""
WIN_STATES: Final = ("riichi", "open", "dama")


TENPAI_YAKU: Final = tuple(word.replace(" ", "_") for word in YIELDS)
"""Words of the column `tenpai_yaku`."""


class Computed(NamedTuple):
    """Each win by the rules, `(n_wins,)`; ABSENT for what they cannot say."""

    han: Ints
    fu: Ints
    limit: Ints
    """A `Limit`; 0 below mangan."""
    fu_items: Ints
    """`(n_wins, 10)` in the order of `rules.fu.FuItems`; meaningless where `fu` is ABSENT."""
    points: Ints
    wait: Ints
    """A bit of `Wait`; 0 for no winning hand."""
    n_waits: Ints
    wait_yaku: Ints
    """Index into `waits.YIELDS` of the hand before the win; ABSENT if it did not wait."""
    tenpai_yaku: Ints
    """`(n_kyoku, 4)`: index into `waits.YIELDS` of each hand at an exhaustive draw; ABSENT if it does not wait."""


def build(
    games: Games, content: bytes, precedence: Sequence[int], computed: Computed, *, decisions: bool = False
) -> dict[str, pa.Table]:
    """The tables of a batch, each in the schema of its row class; the claims of the log are not corrected.

    `content` are the digests of the games (`mjlog.games.digest.content_digests`), `precedence` is their rank among
    logs of one game (`mjlog.importing.precedence`), `computed` are the computed columns. `decisions` adds the tables
    `discards`, `calls` and `offers`.
    """
    batch = BatchFacts.of(games, decisions)
    tables = {
        "games": table("games", _games(batch, content, precedence)),
        "seats": table("seats", _seats(batch)),
        "kyoku": table("kyoku", _kyoku(batch)),
        "hands": table("hands", _hands(batch, computed)),
        "wins": table("wins", _wins(batch, computed)),
    }
    return tables | decision_tables(batch) if decisions else tables


def _games(batch: BatchFacts, content: bytes, precedence: Sequence[int]) -> dict[str, Any]:
    columns = batch.games.games
    rule_sets = batch.games.rule_sets
    return {
        "game": batch.ids,
        "source": pa.array(columns.source, pa.string()),
        "content": pa.array(as_text(content), pa.string()),
        "opening": pa.array(openings(batch.games), pa.string()),
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
        "precedence": np.array(precedence, np.int64),
    }


def _seats(batch: BatchFacts) -> dict[str, Any]:
    games, seats = batch.games.games, batch.games.seats
    seated = np.arange(4) < games.players[:, None]
    game, seat = np.nonzero(seated)
    busted_others = np.zeros(seated.shape, np.bool_)
    busting = batch.n_busted > 0
    busted_others[batch.game_of_kyoku[batch.kyoku_of_win[busting]], batch.games.wins.winner[busting]] = True
    unrecorded = np.zeros(len(seated), np.bool_)
    unrecorded[batch.game_of_kyoku[~batch.payments.recorded]] = True
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
        "busted_others": pa.array(busted_others[seated], mask=unrecorded[game]),
    }


def _kyoku(batch: BatchFacts) -> dict[str, Any]:
    games, kyoku, counts = batch.games, batch.games.kyoku, batch.counts
    turned = games.events.kind == EventKind.DORA
    kyoku_of_turn = np.searchsorted(games.event_start, np.flatnonzero(turned), side="right") - 1
    start = offsets(counts.n_dora.astype(np.int64) + 1)
    indicators = np.empty(int(start[-1]), np.int8)
    indicators[start[:-1]] = kyoku.dora_indicator
    indicators[np.arange(len(kyoku_of_turn)) + kyoku_of_turn + 1] = games.events.tile[turned]
    unknown = pa.array(batch.gaps.indicator) if batch.gaps.indicator.any() else None
    n_calls = [_across(counts.n_calls[:, kind]) for kind in EventKind]
    return {
        "game": batch.ids.take(pa.array(batch.game_of_kyoku)),
        "kyoku": batch.kyoku_index,
        "players": batch.n_players,
        "wind": kyoku.wind,
        "number": kyoku.number,
        "honba": kyoku.honba,
        "sticks": kyoku.sticks,
        "dealer": kyoku.dealer,
        "all_last": batch.all_last,
        "start_points": lists(kyoku.points),
        "dora_indicators": pa.ListArray.from_arrays(pa.array(start.astype(np.int32)), indicators, mask=unknown),
        "result": coded(kyoku.result, RESULTS),
        "n_wins": np.diff(games.win_start).astype(np.int8),
        "n_riichi": _across((counts.riichi_order > 0).view(np.int8)),
        "n_calls": n_calls[EventKind.CHI] + n_calls[EventKind.PON] + n_calls[EventKind.DAIMINKAN],
        "n_kans": n_calls[EventKind.DAIMINKAN] + n_calls[EventKind.ANKAN] + n_calls[EventKind.KAKAN],
        "n_discards": _across(counts.n_discards.astype(np.int16)),
        "payments": lists(batch.payments.total, batch.payments.recorded),
    }


class _Results(NamedTuple):
    """How each kyoku ended for each seat, `(n_kyoku, 4)`."""

    won: Any
    tsumo: Any
    n_deal_ins: Ints
    hit_by_tsumo: Any
    hit_limit: Any
    """Hit by a tsumo of mangan or more; 0, 1, or ABSENT for a tsumo of unknown value."""
    pao: Any
    revealed: Ints
    """As `DrawColumns.revealed`; ABSENT after a win."""

    @classmethod
    def of(cls, batch: BatchFacts, limit: Ints) -> _Results:
        """From the wins and draws of a batch, and the limit of each win."""
        wins, kyoku = batch.games.wins, batch.kyoku_of_win
        shape = batch.seated.shape
        tsumo = wins.from_seat == ABSENT
        won = _at_winner(batch, True, False).astype(np.bool_)
        n_deal_ins = np.zeros(shape, np.int8)
        np.add.at(n_deal_ins, (kyoku[~tsumo], wins.from_seat[~tsumo]), 1)
        of_tsumo, of_limit = np.zeros(shape[0], np.bool_), np.zeros(shape[0], np.int8)
        of_tsumo[kyoku[tsumo]] = True
        of_limit[kyoku[tsumo]] = np.minimum(limit[tsumo], 1)
        pao = np.zeros(shape, np.bool_)
        pao[kyoku[wins.pao != ABSENT], wins.pao[wins.pao != ABSENT]] = True
        revealed = np.full(shape, ABSENT, np.int8)
        revealed[runs(batch.games.draw_start)] = batch.games.draws.revealed
        return cls(
            won=won,
            tsumo=_at_winner(batch, tsumo, False).astype(np.bool_),
            n_deal_ins=n_deal_ins,
            hit_by_tsumo=of_tsumo[:, None] & ~won,
            hit_limit=np.where(won, 0, of_limit[:, None]),
            pao=pao,
            revealed=revealed,
        )


def _at_winner(batch: BatchFacts, values: Any, fill: int) -> Ints:
    """Values of wins `(n_wins,)` at the winner's seat, `(n_kyoku, 4)`."""
    at_winner = np.full(batch.seated.shape, fill, np.int32)
    at_winner[batch.kyoku_of_win, batch.games.wins.winner] = values
    return at_winner


def _hands(batch: BatchFacts, computed: Computed) -> dict[str, Any]:
    games, kyoku, counts = batch.games, batch.games.kyoku, batch.counts
    payments, placement, results = batch.payments, batch.placement, _Results.of(batch, _limits(batch, computed))
    everywhere = bool(batch.seated.all())
    place = np.flatnonzero(batch.seated)
    row, seat = place >> 2, place & 3
    revealed = results.revealed
    exhausted = (kyoku.result == Result.EXHAUSTIVE_DRAW) | (kyoku.result == Result.NAGASHI_MANGAN)
    n_calls = counts.n_calls.transpose(1, 0, 2)
    n_open = n_calls[EventKind.CHI] + n_calls[EventKind.PON] + n_calls[EventKind.DAIMINKAN]
    riichi = counts.riichi_order > 0
    n_riichi = _across(riichi.view(np.int8))[:, None]
    win_state = np.where(results.won, np.where(counts.riichi_accepted, 0, np.where(n_open > 0, 1, 2)), ABSENT)
    state = states(riichi, n_open > 0)
    income = games.wins.payments[np.arange(len(games.wins.winner)), games.wins.winner]
    dealt_in = results.n_deal_ins > 0
    end_shanten = np.where(batch.gaps.hands, ABSENT, batch.followed.hands.end_shanten)
    deal_ins = DealIns.of(games, dealt_in, counts.n_discards, end_shanten)
    outcome = outcomes(
        kyoku.result,
        results.won,
        results.tsumo,
        dealt_in,
        results.hit_by_tsumo,
        np.where(payments.recorded[:, None], payments.nagashi, 0),
    )

    def by_seat(values: Any) -> Any:
        """Values of `(n_kyoku, 4)` in the rows of the table."""
        return values.ravel() if everywhere else values.ravel().take(place)

    def by_kyoku(values: Any) -> Any:
        """Values of `(n_kyoku,)` in the rows of the table."""
        return np.repeat(values, 4) if everywhere else values.take(row)

    recorded = by_kyoku(payments.recorded)
    unrecorded = None if payments.recorded.all() else ~recorded
    unlisted = by_seat(_at_winner(batch, ~batch.yaku.listed, 0)).astype(np.bool_)
    return {
        "game": batch.ids.take(pa.array(batch.game_of_kyoku[row])),
        "kyoku": by_kyoku(batch.kyoku_index),
        "seat": seat.astype(np.int8),
        "player": batch.players.take(pa.array(batch.game_of_kyoku[row] * 4 + seat)),
        "players": by_kyoku(batch.n_players),
        "wind": by_kyoku(kyoku.wind),
        "number": by_kyoku(kyoku.number),
        "honba": by_kyoku(kyoku.honba),
        "dealer": seat == kyoku.dealer[row],
        "seat_wind": ((seat - kyoku.dealer[row]) % batch.n_players[row]).astype(np.int8),
        "all_last": by_kyoku(batch.all_last),
        "start_points": by_seat(kyoku.points),
        "start_place": by_seat(placement.start_place),
        "gap_above": known(by_seat(placement.start_gaps[0])),
        "gap_below": known(by_seat(placement.start_gaps[1])),
        "haipai": lists(sorted_hands(kyoku.hands.reshape(-1, 13)[place]), by_seat(batch.gaps.n_dealt == 0)),
        "first_draw": known(by_seat(counts.first_draw)),
        "n_draws": by_seat(counts.n_draws),
        "n_discards": by_seat(counts.n_discards),
        "n_calls": by_seat(n_open),
        "n_chi": by_seat(n_calls[EventKind.CHI]),
        "n_pon": by_seat(n_calls[EventKind.PON]),
        "n_daiminkan": by_seat(n_calls[EventKind.DAIMINKAN]),
        "n_ankan": by_seat(n_calls[EventKind.ANKAN]),
        "n_kakan": by_seat(n_calls[EventKind.KAKAN]),
        "n_kita": by_seat(n_calls[EventKind.KITA]),
        "first_call_turn": known(by_seat(counts.call_turns[:, :, 0])),
        "call_turns": filled(counts.call_turns.reshape(-1, MAX_CALLS)[place]),
        "riichi": by_seat(riichi),
        "double_riichi": by_seat(counts.double_riichi),
        "riichi_accepted": by_seat(counts.riichi_accepted),
        "riichi_ronned": by_seat(counts.riichi_ronned),
        "riichi_turn": known(by_seat(counts.riichi_turn)),
        "riichi_discards": known(by_seat(counts.riichi_discards)),
        "riichi_order": known(by_seat(counts.riichi_order)),
        "n_riichi_before": by_seat(np.where(riichi, counts.riichi_order - 1, n_riichi)).astype(np.int8),
        "n_riichi_after": by_seat(np.where(riichi, n_riichi - counts.riichi_order, 0)).astype(np.int8),
        "state": coded(by_seat(state), STATES),
        "result": coded(by_kyoku(kyoku.result), RESULTS),
        "outcome": coded(by_seat(outcome), OUTCOMES),
        "won": by_seat(results.won),
        "tsumo": by_seat(results.tsumo),
        "win_state": coded(by_seat(win_state), WIN_STATES),
        "win_turn": known(by_seat(np.where(results.won, counts.n_discards + 1, ABSENT)).astype(np.int8)),
        "end_discards": by_kyoku(_across(counts.n_discards.astype(np.int16))),
        "win_points": known(by_seat(_at_winner(batch, games.wins.points, ABSENT))),
        "win_income": pa.array(
            by_seat(_at_winner(batch, income, 0)), mask=~by_seat(results.won & payments.recorded[:, None])
        ),
        "ippatsu": pa.array(by_seat(_at_winner(batch, batch.yaku.ippatsu, 0)).astype(np.bool_), mask=unlisted),
        "n_ura": pa.array(by_seat(_at_winner(batch, batch.yaku.n_ura, 0)).astype(np.int8), mask=unlisted),
        "n_deal_ins": by_seat(results.n_deal_ins),
        "dealt_in": by_seat(dealt_in),
        "hit_by_tsumo": by_seat(results.hit_by_tsumo),
        "hit_limit": pa.array(by_seat(results.hit_limit) > 0, mask=by_seat(results.hit_limit) == ABSENT),
        "pao": by_seat(results.pao),
        "points_hand": pa.array(by_seat(payments.hand), mask=unrecorded),
        "points_honba": pa.array(by_seat(payments.honba), mask=unrecorded),
        "points_sticks": pa.array(by_seat(payments.sticks), mask=unrecorded),
        "points_riichi": by_seat(payments.riichi),
        "points_noten": pa.array(by_seat(payments.noten), mask=unrecorded),
        "points_nagashi": pa.array(by_seat(payments.nagashi), mask=unrecorded),
        **_progress(batch),
        **riichi_columns(batch, place),
        "deal_in_turn": known(by_seat(deal_ins.turn)),
        "deal_in_shanten": known(by_seat(deal_ins.shanten)),
        "deal_in_state": coded(
            by_seat(deal_in_states(state, deal_ins.shanten != ABSENT, deal_ins.shanten)), DEAL_IN_STATES
        ),
        "tenpai": pa.array(by_seat(revealed == 1), mask=by_seat((revealed == ABSENT) | ~exhausted[:, None])),
        "tenpai_yaku": coded(by_seat(computed.tenpai_yaku), TENPAI_YAKU),
        "end_points": pa.array(by_seat(placement.end_points), mask=unrecorded),
        "end_place": pa.array(by_seat(placement.end_place), mask=unrecorded),
        "end_gap_above": known(by_seat(placement.end_gaps[0]), recorded),
        "end_gap_below": known(by_seat(placement.end_gaps[1]), recorded),
        "busted": pa.array(by_seat(placement.busted), mask=unrecorded),
        "n_busted": pa.array(by_seat(_at_winner(batch, batch.n_busted, 0)).astype(np.int8), mask=unrecorded),
    }


def _progress(batch: BatchFacts) -> dict[str, Any]:
    """The columns of `hands` made from the facts of `mjlog.replay.hands`."""
    facts, seated = batch.followed.hands, batch.seated
    waits = facts.riichi_waits[seated]
    riichi = batch.counts.riichi_order[seated] > 0
    waiting = np.flatnonzero(waits)
    rows, kinds = np.nonzero(waits[waiting, None] >> np.arange(N_KINDS) & 1)
    faced = facts.faced_shanten[seated]
    end = facts.end_shanten[seated]
    missed = batch.missed
    useful_draws, expected = draws_of(batch)
    undecided = None if batch.decisions else np.ones(len(end), np.bool_)
    columns = {
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
        "riichi_waits": pa.ListArray.from_arrays(
            pa.array(offsets(np.bincount(waiting[rows], minlength=len(waits))).astype(np.int32)),
            pa.array(kinds.astype(np.int8)),
            mask=pa.array(waits == 0),
        ),
        "riichi_tiles_unseen": pa.array(facts.riichi_unseen[seated], mask=waits == 0),
        "riichi_tiles_unheld": pa.array(facts.riichi_unheld[seated], mask=waits == 0),
        "riichi_tiles_wall": pa.array(facts.riichi_wall[seated], mask=waits == 0),
        "riichi_furiten": pa.array(facts.riichi_furiten[seated], mask=waits == 0),
        "riichi_suji": pa.array(facts.riichi_suji[seated], mask=waits == 0),
        "riichi_wait_form": coded(facts.riichi_form[seated], FORMS),
        "passed_rons": missed.rons[seated],
        "passed_tsumo": missed.tsumo[seated],
        "useful_draws": pa.array(useful_draws[seated], mask=undecided),
        "expected_useful_draws": pa.array(expected[seated], mask=undecided),
    }
    gaps, kyoku = batch.gaps, np.nonzero(seated)[0]
    columns = without(columns, gaps.indicator[kyoku], "haipai_dora", "riichi_tiles_unseen", "expected_useful_draws")
    columns = without(columns, gaps.kyoku[kyoku], "riichi_tiles_wall")
    return without(columns, np.asarray(gaps.hands)[seated])


def _wins(batch: BatchFacts, computed: Computed) -> dict[str, Any]:
    games, wins, yaku, kyoku_row = batch.games, batch.games.wins, batch.yaku, batch.kyoku_of_win
    game = batch.game_of_kyoku[kyoku_row]
    calls = np.where(wins.calls == ABSENT, ABSENT, wins.calls + games.call_start[kyoku_row][:, None])
    kinds = np.append(games.calls.kind, ABSENT)[calls.T]
    n_concealed = (kinds == EventKind.ANKAN).sum(axis=0, dtype=np.int8)
    n_sets = ((kinds >= EventKind.CHI) & (kinds <= EventKind.KAKAN)).sum(axis=0, dtype=np.int8)
    counted = games.yaku.han != 0  # Tenhou lists ura dora for every riichi, also without any
    yaku_start = offsets(counted)[games.yaku_start].astype(np.int32)
    unlisted = ~yaku.listed
    stated = (wins.han != ABSENT) & (wins.han < YAKUMAN_HAN)
    unrecorded = ~batch.payments.recorded[kyoku_row]
    return {
        "game": batch.ids.take(pa.array(game)),
        "kyoku": batch.kyoku_index[kyoku_row],
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
        "riichi": batch.counts.riichi_accepted[kyoku_row, wins.winner],
        "yaku": pa.ListArray.from_arrays(yaku_start, coded(games.yaku.yaku[counted], YAKU_KEYS)),
        "yaku_han": pa.ListArray.from_arrays(yaku_start, known(games.yaku.han[counted])),
        "han": known(np.where(yaku.listed, yaku.han, wins.han), np.where(yaku.listed, yaku.n_yakuman == 0, stated)),
        "fu": known(wins.fu),
        "n_yakuman": pa.array(yaku.n_yakuman.astype(np.int8), mask=unlisted),
        "limit": coded(_limits(batch, computed), LIMITS),
        "points": known(wins.points),
        "n_dora": pa.array(yaku.n_dora.astype(np.int8), mask=unlisted),
        "n_red": pa.array(yaku.n_red.astype(np.int8), mask=unlisted),
        "n_ura": pa.array(yaku.n_ura.astype(np.int8), mask=unlisted),
        "honba": wins.honba,
        "sticks": wins.sticks,
        "turn": (batch.counts.n_discards[kyoku_row, wins.winner] + 1).astype(np.int8),
        "dora_indicators": filled(wins.dora_indicators),
        "ura_indicators": filled(wins.ura_indicators),
        "expected_ura": pa.array(expected_ura(games, kyoku_row), from_pandas=True),
        "payments": lists(wins.payments, are_recorded(wins.payments)),
        "start_place": batch.placement.start_place[kyoku_row, wins.winner],
        "end_place": pa.array(batch.placement.end_place[kyoku_row, wins.winner], mask=unrecorded),
        "n_busted": pa.array(batch.n_busted, mask=unrecorded),
        "wait": coded(computed.wait, WAITS),
        "wait_kinds": known(computed.n_waits),
        "wait_yaku": coded(computed.wait_yaku, TENPAI_YAKU),
        "computed_han": known(computed.han),
        "computed_fu": known(computed.fu),
        "fu_items": records(computed.fu_items, FU_ITEMS, computed.fu != ABSENT),
        "computed_limit": coded(computed.limit, LIMITS),
        "computed_points": known(computed.points),
    }


def _limits(batch: BatchFacts, computed: Computed) -> Ints:
    """`(n_wins,)`: the recorded limit of each win, or by the rules, or of its recorded han and fu; else ABSENT."""
    games, yaku, wins = batch.games, batch.yaku, batch.games.wins
    limit = np.where(wins.limit == ABSENT, computed.limit, wins.limit)
    rules = games.games.rules[batch.game_of_kyoku[batch.kyoku_of_win]]
    has_han = yaku.listed | (wins.han != ABSENT)
    for number in np.unique(rules[(limit == ABSENT) & has_han]):
        rows = np.flatnonzero((limit == ABSENT) & has_han & (rules == number))
        han, fu = (column[rows].astype(np.int64) for column in (np.where(yaku.listed, yaku.han, wins.han), wins.fu))
        limit[rows] = limit_of(base_points(games.rule_sets[number], han, fu, yaku.n_yakuman[rows].astype(np.int64)))
    return limit


def _across(values: Ints) -> Ints:
    """Sums over the seats of `(n, 4)`, of the type of the values."""
    east, south, west, north = values.T
    total: Ints = east + south + west + north
    return total
