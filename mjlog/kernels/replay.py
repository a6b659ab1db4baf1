"""The compiled replay: events of many kyoku → what was true at every event and every win, and where a rule was broken.

One loop plays all kyoku of a batch, tile by tile, in the words of the rules (`RuleSet`, rule documents on calls, riichi, furiten, kan, draws). It
believes nothing: a move that is not possible is noted as a breach (kyoku, event, seat, `Breach`, two numbers) and the play goes on as well as it can;
behind the first broken move of a kyoku no further ones are noted, since they may only follow from it. The numbers of hands never leave the range of
the tables, whatever a log holds.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from mjlog.columns import ABSENT, EventKind, Result
from mjlog.games import Games, runs
from mjlog.kernels.shanten import useful_of_keys
from mjlog.kernels.tables import ShantenTables, shanten_tables
from mjlog.rules.readings import Circumstance, MeldKind
from mjlog.rules.ruleset import RuleSet
from mjlog.tiles import DORA_OF, KIND_OF_TILE, YAOCHUU


class Breach(IntEnum):
    """What can be wrong with a move or a result; the comment says what `expected` and `found` hold."""

    TILE_TWICE = 0  # -, copy or tile: it is already in play
    NOT_IN_PLAY = 1  # -, tile: a tile three-player games do not have
    NOT_HELD = 2  # -, tile: moved by a seat that does not hold it
    DRAW_OUT_OF_TURN = 3  # seat to act or ABSENT, seat
    DISCARD_OUT_OF_TURN = 4  # seat to act or ABSENT, seat
    WALL_EMPTY = 5  # 0, 0: a draw although no live tile is left
    STICK_MISSING = 6  # seat that declared, -: play goes on before the riichi is accepted
    STICK_WITHOUT_RIICHI = 7  # -, seat
    CALL_OUT_OF_TURN = 8  # -, event kind
    CALL_WRONG_TILE = 9  # tile discarded, tile called
    CALL_WRONG_SEAT = 10  # seat that discarded, seat named
    CALL_NO_SET = 11  # -, event kind: the tiles do not make that set
    CALL_IN_RIICHI = 12  # -, event kind
    CALL_LAST_TILE = 13  # -, event kind: no call, kan or kita on the last tile
    CHI_NOT_FROM_LEFT = 14  # seat on the left, seat
    CHI_THREE_PLAYERS = 15
    TOO_MANY_SETS = 16
    TOO_MANY_KANS = 17  # 4, kans
    KAN_AFTER_CALL = 18  # -, event kind: right after chi or pon
    KAKAN_WITHOUT_PON = 19  # -, tile
    KAN_CHANGES_RIICHI = 20  # -, tile: ankan in riichi of another tile than the drawn one, or one that changes the waits
    KUIKAE = 21  # -, tile
    RIICHI_OPEN = 22
    RIICHI_TWICE = 23
    RIICHI_OUT_OF_TURN = 24  # seat to act or ABSENT, seat
    RIICHI_POINTS = 25  # points needed, points
    RIICHI_WALL = 26  # tiles needed, tiles left
    RIICHI_NOTEN = 27
    RIICHI_DISCARD = 28  # tile drawn, tile discarded: a discard from the hand in riichi
    INDICATOR_SURPLUS = 29  # -, tile: turned without a kan that owes one
    INDICATOR_EARLY = 30  # -, tile
    INDICATOR_LATE = 31  # how many are owed, -
    KITA_THREE_PLAYERS = 32
    TSUMO_OUT_OF_TURN = 33  # seat to act or ABSENT, winner
    TSUMO_TILE = 34  # tile drawn, tile named
    RON_NOTHING = 35  # -, winner: nothing was discarded that could be won
    RON_SEAT = 36  # seat that discarded, seat named
    RON_TILE = 37  # tile discarded, tile named
    RON_OWN = 38
    FURITEN = 39  # bits 1 own discards, 2 same turn, 4 riichi; -
    NOT_WAITING = 40  # -, winning tile: the hand did not wait on it
    WIN_HAND = 41  # -, win: the hand shown is not the hand held
    WIN_CALLS = 42  # -, win: the sets named are not the sets called
    WINNERS_ORDER = 43
    WINNERS_TOO_MANY = 44  # allowed, winners
    DRAW_TOO_EARLY = 45  # 0, live tiles: exhaustive draw with tiles left, or before the last discard
    TENPAI_NOT_SHOWN = 46
    NOTEN_SHOWN = 47
    SHOWN_HAND = 48
    NAGASHI_MISSED = 49
    NAGASHI_WRONG = 50
    KYUUSHU_WRONG = 51  # 9, kinds of terminals and honors; or not on a first turn
    SUUFON_WRONG = 52
    SUUKAIKAN_WRONG = 53
    SUUCHA_WRONG = 54
    SANCHAHOU_WRONG = 55
    SUUFON_MISSED = 56
    SUUKAIKAN_MISSED = 57
    SUUCHA_MISSED = 58
    NO_SUCH_DRAW = 59  # -, result: the rule set does not have it
    SHOWN_WRONG_SEAT = 60
    PLAY_AFTER_LAST = 61
    ANKAN_NOT_DRAWN = 62


class Options(NamedTuple):
    """The options of rule sets a replay asks for, `(n_rule_sets,)` each."""

    players: Any
    kuikae: Any
    """0 free, 1 same tile forbidden, 2 both ends forbidden."""
    riichi_points: Any
    riichi_wall: Any
    kan_dora: Any
    """0 none, 1 at once, 2 before the discard, 3 after the discard."""
    riichi_ankan: Any
    """0 never, 1 allowed."""
    furiten_until_draw: Any
    own_held: Any
    """0 tenpai, 1 noten if held in the concealed part, 2 noten if held anywhere."""
    max_rons: Any
    nagashi: Any
    kyuushu: Any
    suufon: Any
    suukaikan: Any
    suucha: Any
    sanchahou: Any
    kokushi_ankan: Any

    @classmethod
    def of(cls, rule_sets: tuple[RuleSet, ...]) -> Options:
        """The options as numbers."""
        timing = {"at_once": 1, "before_discard": 2, "after_discard": 3}

        def column(value: Any) -> Any:
            return np.array([value(rules) for rules in rule_sets], np.int64)

        return cls(
            players=column(lambda r: r.players),
            kuikae=column(lambda r: {"free": 0, "same_tile_forbidden": 1, "forbidden": 2}[r.kuikae]),
            riichi_points=column(lambda r: 1000 if r.riichi_points == "thousand" else -(2**31)),
            riichi_wall=column(lambda r: r.riichi_wall),
            kan_dora=column(lambda r: timing[r.kan_dora_timing] if r.kan_dora else 0),
            riichi_ankan=column(lambda r: r.riichi_ankan != "none"),
            furiten_until_draw=column(lambda r: r.furiten_until == "draw"),
            own_held=column(lambda r: {"tenpai": 0, "concealed_noten": 1, "all_noten": 2}[r.own_held_waits]),
            max_rons=column(lambda r: 1 if r.multiple_ron == "head_bump" else 3 if r.sanchahou == "off" else 2),
            nagashi=column(lambda r: r.nagashi != "off"),
            kyuushu=column(lambda r: r.kyuushu_kyuuhai != "off"),
            suufon=column(lambda r: r.suufon_renda != "off" and r.players == 4),
            suukaikan=column(lambda r: r.suukaikan != "off"),
            suucha=column(lambda r: r.suucha_riichi != "off" and r.players == 4),
            sanchahou=column(lambda r: r.sanchahou != "off" and r.multiple_ron != "head_bump"),
            kokushi_ankan=column(lambda r: r.kokushi_robs_ankan),
        )


class WinFacts(NamedTuple):
    """What the replay knows of each win, `(n_wins, …)`: the input of scoring and settlement."""

    keys: Any
    """`(n, 4)` int32 suit keys of the concealed tiles, the winning tile among them, as the log shows them."""
    meld_codes: Any
    """`(n, 4)` int8 codes of `MeldKind`."""
    meld_kinds: Any
    """`(n, 4)` int8 lowest kind of each set."""
    circumstances: Any
    """`(n,)` int32 bits of `Circumstance`."""
    dora: Any
    """`(n,)` int16: dora by the indicators turned so far, norths set aside included."""
    ura: Any
    """`(n,)` int16: by the ura indicators the log names, for a winner in riichi."""
    reds: Any
    kita: Any
    """`(n,)` int16: norths set aside, a dora each."""
    waits: Any
    """`(n,)` int64 mask of the kinds the hand waited on."""
    indicators: Any
    """`(n, 5)` int8 tiles turned before the win, then ABSENT."""
    pao: Any
    """`(n, 3)` int8: who fed the last set of three dragons, four winds, four kans; ABSENT for nobody."""
    live: Any
    """`(n,)` int8: live tiles left."""


class KyokuFacts(NamedTuple):
    """What the replay knows of each kyoku, `(n_kyoku, 4)` bool."""

    riichi: Any
    """The stick was paid."""
    tenpai: Any
    """Waiting when the kyoku ended without a win."""
    nagashi: Any
    """All discards terminals and honors and none called, at an exhaustive draw."""


class States(NamedTuple):
    """What was true after each event, `(n_events, …)`; seats as bits of a mask."""

    keys: Any
    """`(n, 4)` int32 suit keys of the acting seat's concealed tiles."""
    n_melds: Any
    """`(n,)` int8 sets of the acting seat, ankan included."""
    live: Any
    """`(n,)` int8 live tiles left."""
    turn: Any
    """`(n,)` int8 own discards of the acting seat so far."""
    riichi: Any
    """`(n,)` int8 mask of the seats whose riichi is accepted."""
    ippatsu: Any
    """`(n,)` int8 mask of the seats that could win with ippatsu."""
    first_turn: Any
    """`(n,)` bool: nobody has called so far."""
    waits: Any
    """`(n,)` int64 mask of the kinds the acting seat waits on; 0 while it holds 14 tiles."""
    furiten: Any
    """`(n, 4)` int8 of every seat: bits 1 by own discards, 2 until the next own turn, 4 since riichi; 0 for a hand that is not tenpai."""
    indicators: Any
    """`(n,)` int8 indicators turned so far."""


class Breaches(NamedTuple):
    """Where rules were broken, in the order of the log."""

    kyoku: Any
    event: Any
    """Place in the kyoku; ABSENT for its result."""
    seat: Any
    breach: Any
    expected: Any
    found: Any


class Replay(NamedTuple):
    """The outcome of a replay."""

    wins: WinFacts
    kyoku: KyokuFacts
    breaches: Breaches
    states: States
    """Without rows unless they were asked for."""


class _Tiles(NamedTuple):
    """Tables about tiles."""

    kind: Any
    yaochuu: Any
    dora: Any
    power: Any


_TILES: Final = _Tiles(
    np.array(KIND_OF_TILE, np.int64),
    np.array([kind in YAOCHUU for kind in range(34)], np.bool_),
    np.array([DORA_OF[4], DORA_OF[3]], np.int64),
    np.array([5 ** (kind % 9) if kind < 27 else 5 ** (kind - 27) for kind in range(34)], np.int64),
)

_DRAW, _DISCARD, _CHI, _PON, _DAIMINKAN, _ANKAN, _KAKAN, _KITA, _RIICHI, _ACCEPTED, _DORA, _LEFT, _RETURNED = (int(k) for k in EventKind)
_TO_DRAW, _TO_DISCARD, _CALLED, _TO_REPLACE = range(4)
_NO_TILE, _FROM_RIVER, _FROM_KAKAN, _FROM_ANKAN, _FROM_KITA = range(5)
_NORTH: Final = 30
_IS_AFTER_KAN: Final = Circumstance.AFTER_KAN
_IS_CHANKAN: Final = Circumstance.CHANKAN
_IS_DOUBLE_RIICHI: Final = Circumstance.DOUBLE_RIICHI
_IS_FIRST_TURN: Final = Circumstance.FIRST_TURN
_IS_IPPATSU: Final = Circumstance.IPPATSU
_IS_KITA_RON: Final = Circumstance.KITA_RON
_IS_LAST_TILE: Final = Circumstance.LAST_TILE
_IS_LOSER_IN_RIICHI: Final = Circumstance.LOSER_IN_RIICHI
_IS_RIICHI: Final = Circumstance.RIICHI
_IS_RIICHI_TILE: Final = Circumstance.RIICHI_TILE
_IS_RINSHAN: Final = Circumstance.RINSHAN
_IS_TSUMO: Final = Circumstance.TSUMO
_SET_ANKAN: Final = MeldKind.ANKAN
_SET_CHI: Final = MeldKind.CHI
_SET_DAIMINKAN: Final = MeldKind.DAIMINKAN
_SET_KAKAN: Final = MeldKind.KAKAN
_SET_PON: Final = MeldKind.PON


def replay(games: Games, *, states: bool = False) -> Replay:
    """Play all kyoku of a batch under the rule sets of their games; with `states`, also tell the state after every event."""
    n_kyoku, n_wins = len(games.kyoku.wind), len(games.wins.winner)
    n_states = len(games.events.kind) if states else 0
    i8, i16, i32, i64 = np.int8, np.int16, np.int32, np.int64
    wins = WinFacts(
        np.zeros((n_wins, 4), i32), np.zeros((n_wins, 4), i8), np.zeros((n_wins, 4), i8), np.zeros(n_wins, i32),
        *(np.zeros(n_wins, i16) for _ in range(4)),
        np.zeros(n_wins, i64), np.full((n_wins, 5), ABSENT, i8), np.full((n_wins, 3), ABSENT, i8), np.zeros(n_wins, i8),
    )  # fmt: skip
    facts = KyokuFacts(*(np.zeros((n_kyoku, 4), np.bool_) for _ in range(3)))
    told = States(
        np.zeros((n_states, 4), i32), *(np.zeros(n_states, i8) for _ in range(5)), np.zeros(n_states, np.bool_),
        np.zeros(n_states, i64), np.zeros((n_states, 4), i8), np.zeros(n_states, i8),
    )  # fmt: skip
    options = Options.of(games.rule_sets)
    rules = games.games.rules[runs(games.kyoku_start)].astype(i64)
    capacity = 64 + 4 * n_kyoku + 4 * n_wins
    while True:
        breaches = np.empty((6, capacity), i32)
        n = _replay(
            games.event_start, games.call_start, games.win_start, games.draw_start, rules, options,
            games.kyoku, games.events, games.calls, games.wins, games.draws, shanten_tables(), _TILES, wins, facts, told, breaches,
        )  # fmt: skip
        if n <= capacity:
            return Replay(wins, facts, Breaches(*breaches[:, :n]), told)
        capacity = n


@njit(cache=True, nogil=True)
def _waits(keys: Any, n_melds: int, players: int, tables: ShantenTables) -> int:
    """Mask of the kinds a hand of 13 tiles waits on, 0 if it is not tenpai."""
    n, mask = useful_of_keys(keys[0], keys[1], keys[2], keys[3], n_melds, players, tables)
    return mask if n == 0 else 0


@njit(cache=True, nogil=True)
def _copy_hand(keys: Any, seat: int, out: Any) -> None:
    for suit in range(4):
        out[suit] = keys[seat, suit]


@njit(cache=True, nogil=True)
def _replay(
    event_start: Any, call_start: Any, win_start: Any, draw_start: Any, rules_of_kyoku: Any, options: Options,
    kyoku: Any, events: Any, calls: Any, wins: Any, draws: Any, tables: ShantenTables, tiles: _Tiles,
    win_facts: WinFacts, facts: KyokuFacts, told: States, breaches: Any,
) -> int:  # fmt: skip
    """Play everything; the number of breaches, also of those that did not fit."""
    event_kind, event_seat, event_from, event_tile, event_copy = events.kind, events.seat, events.from_seat, events.tile, events.copy
    kind_of, power = tiles.kind, tiles.power
    recording = told.live.size > 0
    n_breaches = 0
    keys = np.zeros((4, 4), np.int64)
    held = np.zeros((4, 37), np.int64)
    by_kind = np.zeros((4, 34), np.int64)
    n_tiles = np.zeros(4, np.int64)
    owner = np.zeros(136, np.int64)
    n_melds, n_open, n_kans, n_kita, n_reds = np.zeros((5, 4), np.int64)
    meld_code, meld_kind = np.zeros((2, 4, 4), np.int64)
    n_discards, discarded, passed, passed_riichi, riichi, double, waits = np.zeros((7, 4), np.int64)
    ippatsu, called_from, all_yaochuu = np.zeros((3, 4), np.bool_)
    dragons, winds = np.zeros((2, 4), np.int64)
    pao = np.zeros((4, 3), np.int64)
    points = np.zeros(4, np.int64)
    indicators = np.zeros(5, np.int64)
    first_kinds = np.zeros(4, np.int64)
    hand = np.zeros(4, np.int64)
    shown = np.zeros(37, np.int64)

    for k in range(event_start.size - 1):
        rules = rules_of_kyoku[k]
        players = options.players[rules]
        timing = options.kan_dora[rules]
        kuikae = options.kuikae[rules]
        until_draw = options.furiten_until_draw[rules]
        keys[:] = 0
        held[:] = 0
        by_kind[:] = 0
        n_tiles[:] = 0
        owner[:] = 0
        n_melds[:] = n_open[:] = n_kans[:] = n_kita[:] = n_reds[:] = 0
        n_discards[:] = discarded[:] = passed[:] = passed_riichi[:] = riichi[:] = double[:] = waits[:] = 0
        ippatsu[:] = False
        called_from[:] = False
        all_yaochuu[:] = True
        dragons[:] = winds[:] = 0
        pao[:] = ABSENT
        dealer = np.int64(kyoku.dealer[k])
        live = 70 if players == 4 else 55
        n_kans_all = 0
        turned = 1
        indicators[0] = kyoku.dora_indicator[k]
        due = 0
        """Indicators to be turned before the next discard or replacement."""
        later = 0
        """Indicators of the kan just made that become due with its replacement tile (or discard)."""
        uninterrupted = True
        declared = ABSENT
        """Seat whose declaration tile has not passed yet."""
        phase = _TO_DRAW
        to_act = dealer
        last_is = _NO_TILE
        last_seat = ABSENT
        last_tile = ABSENT
        last_declared = False
        drawn = ABSENT
        replaced = False
        after_kan = False
        """The tile in hand is the replacement of a kan (not of a kita)."""
        discard_after_kan = False
        unpassed = ABSENT
        """Kind of a tile that could be won and has not passed yet."""
        banned = 0
        broken = False
        call = call_start[k]
        first_event = event_start[k]
        for seat in range(4):
            points[seat] = kyoku.points[k, seat]

        # -- deal
        copy = kyoku.dora_indicator_copy[k]
        if copy >= 0:
            owner[copy] = 9
        for seat in range(players):
            for place in range(13):
                tile = np.int64(kyoku.hands[k, seat, place])
                copy = kyoku.hand_copies[k, seat, place]
                kind = kind_of[tile]
                bad = ABSENT
                if copy >= 0:
                    if owner[copy] != 0:
                        bad = Breach.TILE_TWICE.value
                    owner[copy] = 1 + seat
                if by_kind[seat, kind] == 4:
                    bad = Breach.TILE_TWICE.value
                elif players == 3 and 1 <= kind <= 7:
                    bad = Breach.NOT_IN_PLAY.value
                else:
                    held[seat, tile] += 1
                    by_kind[seat, kind] += 1
                    keys[seat, min(kind // 9, 3)] += power[kind]
                    n_tiles[seat] += 1
                    n_reds[seat] += tile >= 34
                if bad != ABSENT and not broken:
                    if n_breaches < breaches.shape[1]:
                        breaches[:, n_breaches] = (k, ABSENT, seat, bad, ABSENT, tile)
                    n_breaches += 1
                    broken = True

        for event in range(first_event, event_start[k + 1]):
            action = event_kind[event]
            if action >= _LEFT:
                if recording and event > first_event:
                    told.live[event] = live
                continue
            seat = np.int64(event_seat[event])
            tile = np.int64(event_tile[event])
            copy = np.int64(event_copy[event])
            kind = kind_of[tile] if tile >= 0 else 0
            breach = ABSENT
            expected = ABSENT
            found = tile

            # -- what the last tile's passing means
            if action != _ACCEPTED and action != _DORA:
                if unpassed != ABSENT:
                    for other in range(players):
                        if other != last_seat:
                            passed[other] |= 1 << unpassed
                            if riichi[other] == 2:
                                passed_riichi[other] |= 1 << unpassed
                    unpassed = ABSENT
                if declared != ABSENT and action != _DISCARD:
                    breach = Breach.STICK_MISSING.value
                    expected = declared
                    declared = ABSENT
                if phase == _TO_DRAW and last_is == _FROM_RIVER and action == _DRAW and breach == ABSENT:
                    total = n_discards[0] + n_discards[1] + n_discards[2] + n_discards[3]
                    if options.suucha[rules] and riichi[0] == 2 and riichi[1] == 2 and riichi[2] == 2 and riichi[3] == 2:
                        breach = Breach.SUUCHA_MISSED.value
                    elif (
                        options.suufon[rules] and uninterrupted and total == 4 and 27 <= first_kinds[0] <= 30
                        and first_kinds[0] == first_kinds[1] == first_kinds[2] == first_kinds[3]
                    ):  # fmt: skip
                        breach = Breach.SUUFON_MISSED.value
                    elif options.suukaikan[rules] and n_kans_all == 4 and max(n_kans[0], n_kans[1], n_kans[2], n_kans[3]) < 4:
                        breach = Breach.SUUKAIKAN_MISSED.value
                if phase == _TO_REPLACE:
                    ippatsu[:] = False
                    uninterrupted = False

            if action == _DRAW:
                if (phase != _TO_DRAW and phase != _TO_REPLACE) or seat != to_act:
                    breach = Breach.DRAW_OUT_OF_TURN.value
                    expected = to_act if phase == _TO_DRAW or phase == _TO_REPLACE else ABSENT
                    found = seat
                elif live == 0:
                    breach = Breach.WALL_EMPTY.value
                elif phase == _TO_REPLACE and due > 0:
                    breach = Breach.INDICATOR_LATE.value
                    expected = due
                    due = 0
                replaced = phase == _TO_REPLACE
                after_kan = replaced and last_is != _FROM_KITA
                if replaced and timing == 2:
                    due += later
                    later = 0
                live = max(live - 1, 0)
                if copy >= 0:
                    if owner[copy] != 0:
                        breach = Breach.TILE_TWICE.value
                        found = tile
                    owner[copy] = 1 + seat
                if by_kind[seat, kind] == 4:
                    breach = Breach.TILE_TWICE.value
                elif players == 3 and 1 <= kind <= 7:
                    breach = Breach.NOT_IN_PLAY.value
                else:
                    held[seat, tile] += 1
                    by_kind[seat, kind] += 1
                    keys[seat, min(kind // 9, 3)] += power[kind]
                    n_tiles[seat] += 1
                    n_reds[seat] += tile >= 34
                if until_draw:
                    passed[seat] = 0
                drawn = tile
                phase = _TO_DISCARD
                to_act = seat
                last_is = _NO_TILE
                banned = 0
            elif action == _DISCARD:
                if (phase != _TO_DISCARD and phase != _CALLED) or seat != to_act:
                    breach = Breach.DISCARD_OUT_OF_TURN.value
                    expected = to_act if phase == _TO_DISCARD or phase == _CALLED else ABSENT
                    found = seat
                elif held[seat, tile] == 0 or (copy >= 0 and owner[copy] != 1 + seat):
                    breach = Breach.NOT_HELD.value
                elif phase == _CALLED and banned >> kind & 1:
                    breach = Breach.KUIKAE.value
                elif riichi[seat] == 2 and (tile != drawn or events.tsumogiri[event] == 0):
                    breach = Breach.RIICHI_DISCARD.value
                    expected = drawn
                elif timing == 2 and due > 0:
                    breach = Breach.INDICATOR_LATE.value
                    expected = due
                    due = 0
                if held[seat, tile] > 0:
                    held[seat, tile] -= 1
                    by_kind[seat, kind] -= 1
                    keys[seat, min(kind // 9, 3)] -= power[kind]
                    n_tiles[seat] -= 1
                    n_reds[seat] -= tile >= 34
                if copy >= 0:
                    owner[copy] = 9
                if n_discards[seat] == 0:
                    first_kinds[seat] = kind
                n_discards[seat] += 1
                discarded[seat] |= 1 << kind
                all_yaochuu[seat] &= tiles.yaochuu[kind]
                passed[seat] = 0
                ippatsu[seat] = False
                last_declared = riichi[seat] == 1 and declared == ABSENT
                if last_declared:
                    declared = seat
                    ippatsu[seat] = True
                if last_declared or recording:
                    waits[seat] = 0
                    if n_tiles[seat] + 3 * n_melds[seat] == 13:
                        _copy_hand(keys, seat, hand)
                        waits[seat] = _waits(hand, n_melds[seat], players, tables)
                    if last_declared and waits[seat] == 0 and breach == ABSENT:
                        breach = Breach.RIICHI_NOTEN.value
                if timing == 3:
                    due += later
                    later = 0
                discard_after_kan = after_kan
                after_kan = False
                replaced = False
                phase = _TO_DRAW
                to_act = (seat + 1) % players
                last_is = _FROM_RIVER
                last_seat = seat
                last_tile = tile
                unpassed = kind
                drawn = ABSENT
            elif action == _CHI or action == _PON or action == _DAIMINKAN:
                from_seat = np.int64(event_from[event])
                need = 3 if action == _DAIMINKAN else 2
                if phase != _TO_DRAW or last_is != _FROM_RIVER or seat == last_seat:
                    breach = Breach.CALL_OUT_OF_TURN.value
                    found = action
                elif from_seat != last_seat:
                    breach = Breach.CALL_WRONG_SEAT.value
                    expected = last_seat
                    found = from_seat
                elif tile != last_tile:
                    breach = Breach.CALL_WRONG_TILE.value
                    expected = last_tile
                elif live == 0:
                    breach = Breach.CALL_LAST_TILE.value
                    found = action
                elif riichi[seat] != 0:
                    breach = Breach.CALL_IN_RIICHI.value
                    found = action
                elif action == _CHI and players == 3:
                    breach = Breach.CHI_THREE_PLAYERS.value
                elif action == _CHI and (last_seat + 1) % players != seat:
                    breach = Breach.CHI_NOT_FROM_LEFT.value
                    expected = (seat + players - 1) % players
                    found = last_seat
                elif action == _DAIMINKAN and n_kans_all == 4:
                    breach = Breach.TOO_MANY_KANS.value
                    expected = 4
                    found = 5
                low = kind
                high = kind
                right_kind = True
                for place in range(1, need + 1):
                    own = np.int64(calls.tiles[call, place])
                    if own < 0:
                        right_kind = False
                        continue
                    own_kind = kind_of[own]
                    low = min(low, own_kind)
                    high = max(high, own_kind)
                    if action != _CHI and own_kind != kind:
                        right_kind = False
                    own_copy = calls.copies[call, place]
                    if held[seat, own] == 0 or (own_copy >= 0 and owner[own_copy] != 1 + seat):
                        if breach == ABSENT:
                            breach = Breach.NOT_HELD.value
                            found = own
                    else:
                        held[seat, own] -= 1
                        by_kind[seat, own_kind] -= 1
                        keys[seat, min(own_kind // 9, 3)] -= power[own_kind]
                        n_tiles[seat] -= 1
                    if own_copy >= 0:
                        owner[own_copy] = 9
                if action == _CHI and right_kind:
                    middle = kind + kind_of[calls.tiles[call, 1]] + kind_of[calls.tiles[call, 2]] - low - high
                    right_kind = low < 27 and high == low + 2 and middle == low + 1 and low // 9 == high // 9
                if not right_kind and breach == ABSENT:
                    breach = Breach.CALL_NO_SET.value
                    found = action
                n_reds[seat] += tile >= 34
                called_from[last_seat if last_seat >= 0 else 0] = True
                uninterrupted = False
                ippatsu[:] = False
                if n_melds[seat] < 4:
                    meld_code[seat, n_melds[seat]] = (
                        _SET_CHI if action == _CHI else _SET_PON if action == _PON else _SET_DAIMINKAN
                    )
                    meld_kind[seat, n_melds[seat]] = low
                    n_melds[seat] += 1
                elif breach == ABSENT:
                    breach = Breach.TOO_MANY_SETS.value
                n_open[seat] += 1
                if action != _CHI:
                    if kind >= 31:
                        dragons[seat] += 1
                        if dragons[seat] == 3:
                            pao[seat, 0] = last_seat
                    elif kind >= 27:
                        winds[seat] += 1
                        if winds[seat] == 4:
                            pao[seat, 1] = last_seat
                if until_draw:
                    passed[seat] = 0
                banned = 0
                if action == _DAIMINKAN:
                    n_kans[seat] += 1
                    n_kans_all += 1
                    if n_kans[seat] == 4:
                        pao[seat, 2] = last_seat
                    if timing == 1:
                        due += 1
                    elif timing > 1:
                        later += 1
                    phase = _TO_REPLACE
                else:
                    if kuikae:
                        banned = 1 << kind
                        if kuikae == 2 and action == _CHI:
                            if kind == low and high % 9 != 8:
                                banned |= 1 << (high + 1)
                            elif kind == high and low % 9 != 0:
                                banned |= 1 << (low - 1)
                    phase = _CALLED
                to_act = seat
                last_is = _NO_TILE
                drawn = ABSENT
                call += 1
            elif action == _ANKAN or action == _KAKAN or action == _KITA:
                if phase == _CALLED and seat == to_act:
                    breach = Breach.KAN_AFTER_CALL.value
                    found = action
                elif phase != _TO_DISCARD or seat != to_act:
                    breach = Breach.CALL_OUT_OF_TURN.value
                    found = action
                elif live == 0:
                    breach = Breach.CALL_LAST_TILE.value
                    found = action
                elif action != _KITA and n_kans_all == 4:
                    breach = Breach.TOO_MANY_KANS.value
                    expected = 4
                    found = 5
                elif action == _KITA and players != 3:
                    breach = Breach.KITA_THREE_PLAYERS.value
                elif riichi[seat] != 0 and (
                    riichi[seat] == 1 or action == _KAKAN or drawn == ABSENT or kind_of[drawn] != kind
                    or (action == _ANKAN and not options.riichi_ankan[rules])
                ):  # fmt: skip
                    breach = Breach.KAN_CHANGES_RIICHI.value
                if action == _ANKAN:
                    if by_kind[seat, kind] == 4:
                        before = 0
                        if riichi[seat] == 2 and drawn != ABSENT and kind_of[drawn] == kind:
                            _copy_hand(keys, seat, hand)
                            hand[min(kind // 9, 3)] -= power[kind]
                            before = _waits(hand, n_melds[seat], players, tables)
                        for own in range(37):
                            if kind_of[own] == kind and held[seat, own] > 0:
                                held[seat, own] = 0
                        by_kind[seat, kind] = 0
                        keys[seat, min(kind // 9, 3)] -= 4 * power[kind]
                        n_tiles[seat] -= 4
                        if before != 0 and n_melds[seat] < 4:
                            _copy_hand(keys, seat, hand)
                            if _waits(hand, n_melds[seat] + 1, players, tables) != before and breach == ABSENT:
                                breach = Breach.KAN_CHANGES_RIICHI.value
                    elif breach == ABSENT:
                        breach = Breach.NOT_HELD.value
                    for place in range(4):
                        own_copy = calls.copies[call, place]
                        if own_copy >= 0:
                            if owner[own_copy] != 1 + seat and breach == ABSENT:
                                breach = Breach.NOT_HELD.value
                                found = calls.tiles[call, place]
                            owner[own_copy] = 9
                    if n_melds[seat] < 4:
                        meld_code[seat, n_melds[seat]] = _SET_ANKAN
                        meld_kind[seat, n_melds[seat]] = kind
                        n_melds[seat] += 1
                    elif breach == ABSENT:
                        breach = Breach.TOO_MANY_SETS.value
                    if kind >= 31:
                        dragons[seat] += 1
                    elif kind >= 27:
                        winds[seat] += 1
                    if timing > 0:
                        due += 1
                    last_is = _FROM_ANKAN
                    unpassed = ABSENT
                else:
                    if held[seat, tile] == 0 or (copy >= 0 and owner[copy] != 1 + seat):
                        if breach == ABSENT:
                            breach = Breach.NOT_HELD.value
                    else:
                        held[seat, tile] -= 1
                        by_kind[seat, kind] -= 1
                        keys[seat, min(kind // 9, 3)] -= power[kind]
                        n_tiles[seat] -= 1
                    if copy >= 0:
                        owner[copy] = 9
                    if action == _KAKAN:
                        pon = ABSENT
                        for place in range(n_melds[seat]):
                            if meld_code[seat, place] == _SET_PON and meld_kind[seat, place] == kind:
                                pon = place
                        if pon != ABSENT:
                            meld_code[seat, pon] = _SET_KAKAN
                        elif breach == ABSENT:
                            breach = Breach.KAKAN_WITHOUT_PON.value
                        if timing == 1:
                            due += 1
                        elif timing > 1:
                            later += 1
                        last_is = _FROM_KAKAN
                    else:
                        if kind != _NORTH and breach == ABSENT:
                            breach = Breach.NOT_HELD.value
                        n_kita[seat] += 1
                        last_is = _FROM_KITA
                    unpassed = kind
                if action != _KITA:
                    n_kans[seat] += 1
                    n_kans_all += 1
                last_seat = seat
                last_tile = tile
                last_declared = False
                discard_after_kan = after_kan and action != _KITA
                phase = _TO_REPLACE
                to_act = seat
                if recording:
                    waits[seat] = 0
                    if n_tiles[seat] + 3 * n_melds[seat] == 13:
                        _copy_hand(keys, seat, hand)
                        waits[seat] = _waits(hand, n_melds[seat], players, tables)
                call += 1
            elif action == _RIICHI:
                if riichi[seat] != 0:
                    breach = Breach.RIICHI_TWICE.value
                elif phase != _TO_DISCARD or seat != to_act:
                    breach = Breach.RIICHI_OUT_OF_TURN.value
                    expected = to_act
                    found = seat
                elif n_open[seat] > 0:
                    breach = Breach.RIICHI_OPEN.value
                elif points[seat] < options.riichi_points[rules]:
                    breach = Breach.RIICHI_POINTS.value
                    expected = options.riichi_points[rules]
                    found = points[seat]
                elif live < options.riichi_wall[rules]:
                    breach = Breach.RIICHI_WALL.value
                    expected = options.riichi_wall[rules]
                    found = live
                riichi[seat] = 1
                double[seat] = uninterrupted and n_discards[seat] == 0
            elif action == _ACCEPTED:
                if declared != seat:
                    breach = Breach.STICK_WITHOUT_RIICHI.value
                    found = seat
                else:
                    riichi[seat] = 2
                    points[seat] -= 1000
                    declared = ABSENT
                    last_declared = False
            elif action == _DORA:
                seat = to_act
                if due > 0:
                    due -= 1
                elif later > 0:
                    later -= 1
                    breach = Breach.INDICATOR_EARLY.value
                else:
                    breach = Breach.INDICATOR_SURPLUS.value
                if copy >= 0:
                    if owner[copy] != 0 and breach == ABSENT:
                        breach = Breach.TILE_TWICE.value
                    owner[copy] = 9
                if turned < 5:
                    indicators[turned] = tile
                    turned += 1
                elif breach == ABSENT:
                    breach = Breach.INDICATOR_SURPLUS.value

            if breach != ABSENT and not broken:
                if n_breaches < breaches.shape[1]:
                    breaches[:, n_breaches] = (k, event - first_event, seat, breach, expected, found)
                n_breaches += 1
                broken = True
            if recording:
                for suit in range(4):
                    told.keys[event, suit] = keys[seat, suit]
                told.n_melds[event] = n_melds[seat]
                told.live[event] = live
                told.turn[event] = n_discards[seat]
                told.first_turn[event] = uninterrupted
                told.indicators[event] = turned
                told.waits[event] = waits[seat] if n_tiles[seat] + 3 * n_melds[seat] == 13 else 0
                for other in range(players):
                    told.riichi[event] |= (riichi[other] == 2) << other
                    told.ippatsu[event] |= ippatsu[other] << other
                    told.furiten[event, other] = (
                        ((discarded[other] & waits[other]) != 0)
                        | ((passed[other] & waits[other]) != 0) << 1
                        | ((passed_riichi[other] & waits[other]) != 0) << 2
                    )

        # -- result
        breach = ABSENT
        expected = ABSENT
        found = ABSENT
        who = ABSENT
        n_winners = win_start[k + 1] - win_start[k]
        for seat in range(4):
            facts.riichi[k, seat] = riichi[seat] == 2
        if n_winners > options.max_rons[rules]:
            breach = Breach.WINNERS_TOO_MANY.value
            expected = options.max_rons[rules]
            found = n_winners
        for row in range(win_start[k], win_start[k + 1]):
            winner = np.int64(wins.winner[row])
            from_seat = np.int64(wins.from_seat[row])
            tile = np.int64(wins.tile[row])
            kind = kind_of[tile]
            tsumo = from_seat == ABSENT
            problem = ABSENT
            problem_expected = ABSENT
            problem_found = winner
            if tsumo:
                if phase != _TO_DISCARD or to_act != winner:
                    problem = Breach.TSUMO_OUT_OF_TURN.value
                    problem_expected = to_act if phase == _TO_DISCARD else ABSENT
                elif drawn != tile:
                    problem = Breach.TSUMO_TILE.value
                    problem_expected = drawn
                    problem_found = tile
                elif n_winners > 1:
                    problem = Breach.WINNERS_TOO_MANY.value
                    problem_expected = 1
                    problem_found = n_winners
            elif last_is == _NO_TILE or (last_is == _FROM_ANKAN and not options.kokushi_ankan[rules]):
                problem = Breach.RON_NOTHING.value
            elif from_seat == winner:
                problem = Breach.RON_OWN.value
            elif last_seat != from_seat:
                problem = Breach.RON_SEAT.value
                problem_expected = last_seat
                problem_found = from_seat
            elif last_tile != tile and not (last_is == _FROM_ANKAN and kind_of[last_tile] == kind):
                problem = Breach.RON_TILE.value
                problem_expected = last_tile
                problem_found = tile
            elif row > win_start[k] and (winner - from_seat) % players <= (wins.winner[row - 1] - from_seat) % players:
                problem = Breach.WINNERS_ORDER.value

            # -- the hand shown against the hand held
            _copy_hand(keys, winner, hand)
            shown[:] = 0
            for place in range(14):
                if wins.hand[row, place] >= 0:
                    shown[wins.hand[row, place]] += 1
            same = True
            for own in range(37):
                same &= shown[own] == held[winner, own] + (own == tile and not tsumo)
            if not same and problem == ABSENT:
                problem = Breach.WIN_HAND.value
                problem_found = row - win_start[k]
            n_named = 0
            sets_agree = True
            kita_named = 0
            for place in range(8):
                named = np.int64(wins.calls[row, place])
                if named < 0:
                    continue
                named += call_start[k]
                if calls.kind[named] == _KITA:
                    kita_named += 1
                    continue
                low = np.int64(34)
                for part in range(4):
                    if calls.tiles[named, part] >= 0:
                        low = min(low, kind_of[calls.tiles[named, part]])
                code = (
                    _SET_CHI if calls.kind[named] == _CHI
                    else _SET_PON if calls.kind[named] == _PON
                    else _SET_DAIMINKAN if calls.kind[named] == _DAIMINKAN
                    else _SET_ANKAN if calls.kind[named] == _ANKAN
                    else _SET_KAKAN
                )  # fmt: skip
                sets_agree &= calls.event[named] >= 0
                if n_named < 4:
                    win_facts.meld_codes[row, n_named] = code
                    win_facts.meld_kinds[row, n_named] = low
                n_named += 1
            sets_agree &= n_named == n_melds[winner] and kita_named == n_kita[winner]
            for place in range(min(n_named, 4)):
                there = False
                for own in range(n_melds[winner]):
                    there |= (
                        meld_code[winner, own] == win_facts.meld_codes[row, place]
                        and meld_kind[winner, own] == win_facts.meld_kinds[row, place]
                    )
                sets_agree &= there
            if not sets_agree and problem == ABSENT:
                problem = Breach.WIN_CALLS.value
                problem_found = row - win_start[k]

            # -- waits and furiten, on the thirteen tiles
            if tsumo and held[winner, tile] > 0:
                hand[min(kind // 9, 3)] -= power[kind]
            full = n_tiles[winner] - tsumo + 3 * n_melds[winner] == 13
            mask = _waits(hand, n_melds[winner], players, tables) if full else 0
            win_facts.waits[row] = mask
            if problem == ABSENT and not mask >> kind & 1:
                problem = Breach.NOT_WAITING.value
                problem_found = tile
            if not tsumo and problem == ABSENT:
                furiten = (
                    ((discarded[winner] & mask) != 0)
                    | ((passed[winner] & mask) != 0) << 1
                    | ((passed_riichi[winner] & mask) != 0) << 2
                )
                if furiten:
                    problem = Breach.FURITEN.value
                    problem_expected = furiten
            if problem != ABSENT and breach == ABSENT:
                breach = problem
                expected = problem_expected
                found = problem_found
                who = winner

            # -- circumstances and dora of the hand as shown
            bits = np.int64(0)
            if tsumo:
                bits |= _IS_TSUMO
                if replaced:
                    bits |= _IS_RINSHAN
            else:
                if last_is == _FROM_KAKAN or last_is == _FROM_ANKAN:
                    bits |= _IS_CHANKAN
                elif last_is == _FROM_KITA:
                    bits |= _IS_KITA_RON
                if last_declared:
                    bits |= _IS_RIICHI_TILE
                if discard_after_kan:
                    bits |= _IS_AFTER_KAN
                if riichi[from_seat] == 2:
                    bits |= _IS_LOSER_IN_RIICHI
            if live == 0 and (tsumo or last_is == _FROM_RIVER):
                bits |= _IS_LAST_TILE
            if riichi[winner] == 2:
                bits |= _IS_DOUBLE_RIICHI if double[winner] else _IS_RIICHI
                if ippatsu[winner]:
                    bits |= _IS_IPPATSU
            if uninterrupted and n_discards[winner] == 0:
                bits |= _IS_FIRST_TURN
            win_facts.circumstances[row] = bits
            win_facts.live[row] = live
            for suit in range(4):
                win_facts.keys[row, suit] = 0
            reds = 0
            for own in range(37):
                n = min(shown[own], 4)
                if n > 0:
                    win_facts.keys[row, min(kind_of[own] // 9, 3)] += n * power[kind_of[own]]
                    reds += n * (own >= 34)
            dora = 0
            ura = 0
            norths = 0
            for place in range(8):
                named = np.int64(wins.calls[row, place])
                if named >= 0:
                    for part in range(4):
                        own = np.int64(calls.tiles[call_start[k] + named, part])
                        if own >= 0:
                            shown[own] += 1
                            reds += own >= 34
                    norths += calls.kind[call_start[k] + named] == _KITA
            dora_of = tiles.dora[1 if players == 3 else 0]
            for own in range(37):
                if shown[own] > 0:
                    for place in range(turned):
                        dora += shown[own] * (dora_of[kind_of[indicators[place]]] == kind_of[own])
                    for place in range(5):
                        if wins.ura_indicators[row, place] >= 0:
                            ura += shown[own] * (dora_of[kind_of[wins.ura_indicators[row, place]]] == kind_of[own])
            win_facts.dora[row] = dora
            win_facts.ura[row] = ura if riichi[winner] == 2 else 0
            win_facts.reds[row] = reds
            win_facts.kita[row] = norths
            for place in range(turned):
                win_facts.indicators[row, place] = indicators[place]
            for place in range(3):
                win_facts.pao[row, place] = pao[winner, place]

        if n_winners == 0:
            result = kyoku.result[k]
            row = draw_start[k]
            exhausted = result == Result.EXHAUSTIVE_DRAW or result == Result.NAGASHI_MANGAN
            total = n_discards[0] + n_discards[1] + n_discards[2] + n_discards[3]
            any_nagashi = False
            for seat in range(players):
                _copy_hand(keys, seat, hand)
                mask = 0
                if n_tiles[seat] + 3 * n_melds[seat] == 13:
                    mask = _waits(hand, n_melds[seat], players, tables)
                waits[seat] = mask
                if options.own_held[rules] == 2:
                    for place in range(n_melds[seat]):
                        if meld_code[seat, place] >= _SET_DAIMINKAN:
                            mask &= ~(1 << meld_kind[seat, place])
                facts.tenpai[k, seat] = mask != 0
                nagashi = exhausted and all_yaochuu[seat] and not called_from[seat] and n_discards[seat] > 0
                facts.nagashi[k, seat] = nagashi
                any_nagashi |= nagashi
                if exhausted and breach == ABSENT and options.own_held[rules] != 0:
                    if draws.revealed[row, seat] and mask == 0:
                        breach = Breach.NOTEN_SHOWN.value
                        who = seat
                    elif mask != 0 and not draws.revealed[row, seat]:
                        breach = Breach.TENPAI_NOT_SHOWN.value
                        who = seat
                if draws.revealed[row, seat] and breach == ABSENT:
                    shown[:] = 0
                    for place in range(14):
                        if draws.hands[row, seat, place] >= 0:
                            shown[draws.hands[row, seat, place]] += 1
                    for own in range(37):
                        if shown[own] != held[seat, own]:
                            breach = Breach.SHOWN_HAND.value
                            who = seat
            if declared != ABSENT and result != Result.SANCHAHOU and breach == ABSENT:
                breach = Breach.STICK_MISSING.value
                expected = declared
                who = declared
            if exhausted and breach == ABSENT:
                if live != 0 or phase != _TO_DRAW or last_is != _FROM_RIVER:
                    breach = Breach.DRAW_TOO_EARLY.value
                    expected = 0
                    found = live
                elif options.nagashi[rules] and any_nagashi and result == Result.EXHAUSTIVE_DRAW:
                    breach = Breach.NAGASHI_MISSED.value
                elif result == Result.NAGASHI_MANGAN and not any_nagashi:
                    breach = Breach.NAGASHI_WRONG.value
            elif breach == ABSENT:
                if result == Result.KYUUSHU_KYUUHAI:
                    n = 0
                    for kind in range(34):
                        n += tiles.yaochuu[kind] and by_kind[to_act, kind] > 0
                    if phase != _TO_DISCARD or not uninterrupted or n_discards[to_act] > 0 or n < 9:
                        breach = Breach.KYUUSHU_WRONG.value
                        expected = 9
                        found = n
                        who = to_act
                    elif not options.kyuushu[rules]:
                        breach = Breach.NO_SUCH_DRAW.value
                        found = result
                    elif not draws.revealed[row, to_act] and draws.revealed[row].any():
                        breach = Breach.SHOWN_WRONG_SEAT.value
                        who = to_act
                elif result == Result.SUUFON_RENDA:
                    right = uninterrupted and total == 4 and phase == _TO_DRAW and 27 <= first_kinds[0] <= 30
                    for seat in range(1, 4):
                        right &= first_kinds[seat] == first_kinds[0] and n_discards[seat] == 1
                    if not right:
                        breach = Breach.SUUFON_WRONG.value
                    elif not options.suufon[rules]:
                        breach = Breach.NO_SUCH_DRAW.value
                        found = result
                elif result == Result.SUUKAIKAN:
                    if n_kans_all != 4 or max(n_kans[0], n_kans[1], n_kans[2], n_kans[3]) == 4 or last_is != _FROM_RIVER:
                        breach = Breach.SUUKAIKAN_WRONG.value
                        expected = 4
                        found = n_kans_all
                    elif not options.suukaikan[rules]:
                        breach = Breach.NO_SUCH_DRAW.value
                        found = result
                elif result == Result.SUUCHA_RIICHI:
                    if min(riichi[0], riichi[1], riichi[2], riichi[3]) != 2:
                        breach = Breach.SUUCHA_WRONG.value
                    elif not options.suucha[rules]:
                        breach = Breach.NO_SUCH_DRAW.value
                        found = result
                elif result == Result.SANCHAHOU:
                    right = last_is == _FROM_RIVER or last_is == _FROM_KAKAN or last_is == _FROM_KITA
                    for seat in range(players):
                        if seat != last_seat and right:
                            right = waits[seat] >> kind_of[last_tile] & 1 and draws.revealed[row, seat]
                            right &= (discarded[seat] | passed[seat] | passed_riichi[seat]) & waits[seat] == 0
                    if not right:
                        breach = Breach.SANCHAHOU_WRONG.value
                    elif not options.sanchahou[rules]:
                        breach = Breach.NO_SUCH_DRAW.value
                        found = result
        if breach != ABSENT and not broken:
            if n_breaches < breaches.shape[1]:
                breaches[:, n_breaches] = (k, ABSENT, who, breach, expected, found)
            n_breaches += 1
    return n_breaches
