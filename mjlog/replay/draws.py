"""A kyoku that ends without a win: tenpai hands, nagashi, and whether this draw was possible."""

from __future__ import annotations

from typing import Any, Final

from mjlog.games.columns import ABSENT, Result
from mjlog.jit import int64, jit_inner, jit_once
from mjlog.replay.breach import Breach
from mjlog.replay.moves import four_kans, four_riichi, four_winds, is_fifth_kan
from mjlog.replay.options import ALL_NOTEN, TENPAI, Options
from mjlog.replay.table import IS_YAOCHUU, KIND, NOTHING, POWER, Offer, Phase, Riichi, Table, furiten_of, note, waits_of
from mjlog.replay.wins import DOUBLE_RIICHI, RIICHI, complete_from_shown, count_shown, is_held
from mjlog.rules.columns.shanten import shanten_of_keys
from mjlog.rules.columns.shanten_tables import ShantenTables
from mjlog.rules.readings import MeldKind
from mjlog.tiles import EAST, N_KINDS

CHI, PON = MeldKind.CHI, MeldKind.PON
KEISHIKI: Final = 1
KATAAGARI: Final = 2
"""Lacks of yaku: no wait has one, or some wait has none."""


@jit_once
def end_in_draw(table: Table, rules: Options, result: int, claim: Any, facts: Any, tables: ShantenTables) -> None:
    """Check a draw and write the facts of its kyoku; `claim` is its row in the log."""
    exhausted = result == Result.EXHAUSTIVE_DRAW or result == Result.NAGASHI_MANGAN
    n_nagashi = int64(0)
    for seat in range(rules.players):
        if table.hidden[seat] and claim.revealed[seat] == 1:
            count_shown(table, claim.hands[seat])
            complete_from_shown(table, rules.players, seat, NOTHING, int64(0))
        table.waits[seat] = waits_of(table, rules.players, seat, tables)
        tenpai = is_tenpai(table, rules, seat, tables) and facts.noten_for[seat] == 0
        facts.tenpai[seat] = tenpai
        if exhausted:
            n_nagashi += _is_nagashi(table, seat)
            _write_waiting_hand(table, seat, facts)
        if not table.hidden[seat]:
            _note_wrong_hand(table, rules, seat, exhausted, tenpai, int64(facts.noten_for[seat]), claim)
    if table.declared != ABSENT and result < Result.SANCHAHOU:  # nor does a foul let the declared tile pass
        note(table, table.declared, Breach.STICK_MISSING, table.declared, NOTHING)
    if exhausted:
        _note_wrong_exhaustive(table, rules, result, n_nagashi)
    elif result == Result.KYUUSHU_KYUUHAI:
        _note_wrong_kyuushu(table, rules, result, claim)
    elif result == Result.SUUFON_RENDA:
        right = table.phase == Phase.TO_DRAW and four_winds(table, rules)
        _note_unless(table, right, Breach.SUUFON_WRONG, rules.suufon, result)
    elif result == Result.SUUKAIKAN:
        fifth = is_fifth_kan(table)
        right = fifth or (table.offer == Offer.DISCARD and four_kans(table))
        if not right:
            note(table, NOTHING, Breach.SUUKAIKAN_WRONG, NOTHING, table.n_all_kans)
        _note_unless(table, right, Breach.SUUKAIKAN_WRONG, rules.fifth_kan if fifth else rules.suukaikan, result)
    elif result == Result.SUUCHA_RIICHI:
        _note_unless(table, four_riichi(table), Breach.SUUCHA_WRONG, rules.suucha, result)
    elif result == Result.SANCHAHOU:
        _note_unless(table, _is_sanchahou(table, rules, claim), Breach.SANCHAHOU_WRONG, rules.sanchahou, result)
    elif result == Result.FOUL_DRAW:
        _note_unless(table, True, Breach.NO_SUCH_DRAW, rules.foul_draw, result)


@jit_inner
def _note_unless(table: Table, right: bool, breach: int, exists: int, result: int) -> None:
    """Note a draw whose condition is not met, or that the rules do not have."""
    if not right:
        note(table, NOTHING, breach, NOTHING, NOTHING)
    elif not exists:
        note(table, NOTHING, Breach.NO_SUCH_DRAW, NOTHING, result)


@jit_inner
def is_tenpai(table: Table, rules: Options, seat: int, tables: ShantenTables) -> bool:
    """Whether a hand counts as tenpai; the rules decide on waits of which it holds all four itself.

    Those in the concealed part are never among the waits of the table.
    """
    waits = table.waits[seat]
    if table.dead[seat]:
        return False
    if rules.own_held == TENPAI and waits == 0:
        return _waits_on_fifth(table, rules.players, seat, tables)
    if rules.own_held == ALL_NOTEN and waits:
        for kind in range(N_KINDS):
            if waits >> kind & 1 and table.n_of_kind[seat, kind] + _n_called(table, seat, kind) == 4:
                waits &= ~(1 << kind)
    return bool(waits != 0)


@jit_inner
def _waits_on_fifth(table: Table, players: int, seat: int, tables: ShantenTables) -> bool:
    """Whether a fifth tile of a kind would complete a hand of thirteen: it always ends a set of that kind or a run."""
    if table.n_tiles[seat] + 3 * table.n_melds[seat] != 13:
        return False
    for kind in range(N_KINDS):
        if table.n_of_kind[seat, kind] == 4:
            if _complete_without(table, players, seat, kind, kind, tables):
                return True
            for low in range(max(kind - 2, kind // 9 * 9), min(kind, kind // 9 * 9 + 6) + 1 if kind < EAST else 0):
                one = low + (kind == low)
                other = low + 2 - (kind == low + 2)
                has_both = table.n_of_kind[seat, one] > 0 and table.n_of_kind[seat, other] > 0
                if has_both and _complete_without(table, players, seat, one, other, tables):
                    return True
    return False


@jit_inner
def _complete_without(table: Table, players: int, seat: int, one: int, other: int, tables: ShantenTables) -> bool:
    """Whether a hand is complete if two of its tiles belong to a further set."""
    man, pin, sou, honors = table.keys[seat, 0], table.keys[seat, 1], table.keys[seat, 2], table.keys[seat, 3]
    for kind in (one, other):
        man -= POWER[kind] * (kind < 9)
        pin -= POWER[kind] * (9 <= kind < 18)
        sou -= POWER[kind] * (18 <= kind < EAST)
        honors -= POWER[kind] * (kind >= EAST)
    shanten: int = shanten_of_keys(man, pin, sou, honors, table.n_melds[seat] + 1, players, tables)
    return shanten < 0


@jit_inner
def _n_called(table: Table, seat: int, kind: int) -> int:
    """Tiles of a kind in the called sets of a seat."""
    n = 0
    for place in range(table.n_melds[seat]):
        code, first = table.meld_code[seat, place], table.meld_kind[seat, place]
        if code == CHI:
            n += first <= kind <= first + 2
        elif first == kind:
            n += 3 if code == PON else 4
    return n


@jit_inner
def _is_nagashi(table: Table, seat: int) -> bool:
    return table.all_yaochuu[seat] and not table.was_called[seat] and table.n_discards[seat] > 0


@jit_inner
def _write_waiting_hand(table: Table, seat: int, facts: Any) -> None:
    facts.waits[seat] = table.waits[seat]
    for place in range(4):
        facts.keys[seat, place] = table.keys[seat, place]
        if place < table.n_melds[seat]:
            facts.meld_codes[seat, place] = table.meld_code[seat, place]
            facts.meld_kinds[seat, place] = table.meld_kind[seat, place]
    if table.riichi[seat] == Riichi.ACCEPTED:
        facts.riichi[seat] = DOUBLE_RIICHI if table.double[seat] else RIICHI


@jit_inner
def _note_wrong_hand(
    table: Table, rules: Options, seat: int, exhausted: bool, tenpai: bool, noten_for: int, claim: Any
) -> None:
    """A hand shown or not shown against the hand held."""
    if exhausted:
        if claim.revealed[seat] == 1 and not tenpai:
            breach = Breach.KATAAGARI_SHOWN if noten_for == KATAAGARI else Breach.NOTEN_SHOWN
            note(table, seat, Breach.KEISHIKI_SHOWN if noten_for == KEISHIKI else breach, NOTHING, NOTHING)
        elif tenpai and claim.revealed[seat] == 0 and not (rules.tenpai_may_hide and table.riichi[seat] == Riichi.NONE):
            note(table, seat, Breach.TENPAI_NOT_SHOWN, NOTHING, NOTHING)
    if claim.revealed[seat] == 1:
        count_shown(table, claim.hands[seat])
        if not is_held(table, seat, NOTHING, int64(0)):
            note(table, seat, Breach.SHOWN_HAND, NOTHING, NOTHING)


@jit_inner
def _note_wrong_exhaustive(table: Table, rules: Options, result: int, n_nagashi: int) -> None:
    if table.live != 0 or table.phase != Phase.TO_DRAW or table.offer != Offer.DISCARD:
        note(table, NOTHING, Breach.DRAW_TOO_EARLY, NOTHING, table.live)
    elif rules.nagashi and n_nagashi and result == Result.EXHAUSTIVE_DRAW:
        note(table, NOTHING, Breach.NAGASHI_MISSED, NOTHING, NOTHING)
    elif result == Result.NAGASHI_MANGAN and n_nagashi == 0:
        note(table, NOTHING, Breach.NAGASHI_WRONG, NOTHING, NOTHING)


@jit_inner
def _note_wrong_kyuushu(table: Table, rules: Options, result: int, claim: Any) -> None:
    seat, n = table.to_act, int64(0)
    for kind in range(N_KINDS):
        n += IS_YAOCHUU[kind] and table.n_of_kind[seat, kind] > 0
    first_turn = table.phase == Phase.TO_DISCARD and table.uninterrupted and table.n_discards[seat] == 0
    if not first_turn or n + table.hidden[seat] < 9:
        note(table, seat, Breach.KYUUSHU_WRONG, NOTHING, n)
    elif not rules.kyuushu:
        note(table, NOTHING, Breach.NO_SUCH_DRAW, NOTHING, result)
    elif claim.revealed[seat] == 0:
        note(table, seat, Breach.KYUUSHU_NOT_SHOWN, NOTHING, NOTHING)


@jit_inner
def _is_sanchahou(table: Table, rules: Options, claim: Any) -> bool:
    """Whether all others have a hand that may win on the tile offered, and none is said not to show it."""
    if table.unpassed == ABSENT:
        return False
    for seat in range(rules.players):
        if seat != table.offer_seat:
            waits = table.waits[seat]
            may_win = waits >> KIND[table.offer_tile] & 1 and not furiten_of(table, seat, waits)
            may_win = may_win or table.hidden[seat] > 0
            if not (may_win and claim.revealed[seat] != 0):
                return False
    return True
