"""The tables as row classes, from which schema, checks and the reference page are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Final

import pyarrow as pa

from mjlog.rules.fu import FuItems
from mjlog.tables.schema import Column

I8, I16, I32, I64, BOOL, TEXT = pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.bool_(), pa.string()
WORD = pa.dictionary(pa.int32(), pa.string())
"""One of a few strings, each stored once."""
TILES = pa.list_(pa.int8())
FU_ITEMS = pa.struct([pa.field(item, I16, nullable=False) for item in FuItems._fields])

GameId = Annotated[str, Column(TEXT, "id of the game: the service's own, or a digest of its content; a part adds `#kyoku`")]
Kyoku = Annotated[int, Column(I16, "index of the kyoku in its game, from 0")]
Seat = Annotated[int, Column(I8, "seat, 0-3 from the first dealer of the game")]
Player = Annotated[str | None, Column(WORD, "name of the player", null=True)]
Players = Annotated[int, Column(I8, "players of the game, 3 or 4")]
Wind = Annotated[int, Column(I8, "round: 0 east, 1 south, 2 west, 3 north, then 4 for a second east")]
Number = Annotated[int, Column(I8, "number of the kyoku in its round, 1-4")]
Honba = Annotated[int, Column(I16, "honba at the start")]


class GameRow:
    """One row per game."""

    game: GameId
    source: Annotated[
        str,
        Column(
            TEXT,
            "file the game was read from, the first of equal logs; `!` before an archive member, `#` before a place in the "
            "file",
        ),
    ]
    content: Annotated[str, Column(TEXT, "digest of deals, draws and discards; equal for the same game in any format")]
    opening: Annotated[str, Column(TEXT, "digest of the names and the first kyoku: the id of a log of the game without one")]
    platform: Annotated[str, Column(WORD, "service that recorded the game")]
    rules: Annotated[str, Column(WORD, "name of the rule set")]
    players: Players
    length: Annotated[str, Column(WORD, "planned length: `single` (one kyoku), `east`, `hanchan` or `full` (four winds)")]
    room: Annotated[str | None, Column(WORD, "class of the table, in the service's own word", null=True)]
    lobby: Annotated[int | None, Column(I32, "number of the lobby", null=True)]
    started: Annotated[
        datetime | None,
        Column(pa.timestamp("ms"), "start in the local time of the service (Tenhou: the hour, Japan time)", null=True),
    ]
    n_kyoku: Annotated[int, Column(I16, "complete kyoku in the log")]
    complete: Annotated[bool, Column(BOOL, "the log holds the game up to its final result")]
    wall_known: Annotated[bool, Column(BOOL, "the log records the seed of the wall")]
    precedence: Annotated[int, Column(I64, "of several logs of one game, the one with the highest number is kept")]


class SeatRow:
    """One row per game and seat."""

    game: GameId
    seat: Seat
    player: Player
    players: Players
    dan: Annotated[
        int | None,
        Column(I8, "rank of the service (Tenhou: 0 newcomer, 1-9 kyuu 9-1, 10-19 dan 1-10, 20 tenhou)", null=True),
    ]
    rate: Annotated[float | None, Column(pa.float64(), "rating R of the service", null=True)]
    sex: Annotated[str | None, Column(WORD, "`M`, `F`, or `C` for a computer", null=True)]
    final_points: Annotated[
        int | None, Column(I32, "points at the end, with the riichi sticks left on the table", "points", null=True)
    ]
    final_score: Annotated[
        float | None, Column(pa.float64(), "final result as logged, with uma and oka", "1000 points", null=True)
    ]
    place: Annotated[int | None, Column(I8, "place at the end, 1 first; equal points by seat", null=True)]
    final_chips: Annotated[int | None, Column(I16, "chips (shuugi) at the end", null=True)]
    busted_others: Annotated[bool | None, Column(BOOL, "a win of this seat brought another seat below zero (tobashi)", null=True)]


class KyokuRow:
    """One row per kyoku."""

    game: GameId
    kyoku: Kyoku
    players: Players
    wind: Wind
    number: Number
    honba: Honba
    sticks: Annotated[int, Column(I16, "riichi sticks on the table at the start")]
    dealer: Seat
    all_last: Annotated[bool, Column(BOOL, "last planned kyoku or later (oorasu)")]
    start_points: Annotated[Sequence[int], Column(pa.list_(I32, 4), "points of the seats at the start", "points")]
    dora_indicators: Annotated[Sequence[int] | None, Column(TILES, "dora indicators in the order they were turned, as tiles", null=True)]
    result: Annotated[str, Column(WORD, "`win` or the kind of draw")]
    n_wins: Annotated[int, Column(I8, "wins; more than one in a double or triple ron")]
    n_riichi: Annotated[int, Column(I8, "riichi declarations")]
    n_calls: Annotated[int, Column(I8, "chi, pon and daiminkan")]
    n_kans: Annotated[int, Column(I8, "kans of all kinds")]
    n_discards: Annotated[int, Column(I16, "discards of all seats")]
    payments: Annotated[Sequence[int] | None, Column(pa.list_(I32, 4), "end points minus start points of each seat", "points", null=True)]


class HandRow:
    """One row per kyoku and seat: the actions and the result of this player. The main table.

    A seat's *turn* is the number of its discards so far plus one. The columns of the dealt hand, shanten, waits and
    missed wins are null where the log does not record every tile of the hand.
    """

    game: GameId
    kyoku: Kyoku
    seat: Seat
    player: Player
    players: Players
    wind: Wind
    number: Number
    honba: Honba
    dealer: Annotated[bool, Column(BOOL, "this seat is the dealer")]
    seat_wind: Annotated[int, Column(I8, "wind of the seat: 0 east … 3 north")]
    all_last: Annotated[bool, Column(BOOL, "last planned kyoku or later (oorasu)")]
    start_points: Annotated[int, Column(I32, "points at the start", "points")]
    start_place: Annotated[int, Column(I8, "place at the start, 1 first; equal points by seat")]
    gap_above: Annotated[int | None, Column(I32, "points up to the next higher place at the start; null for the first place", "points", null=True)]
    gap_below: Annotated[int | None, Column(I32, "points down to the next lower place at the start; null for the last place", "points", null=True)]
    haipai: Annotated[Sequence[int] | None, Column(pa.list_(I8, 13), "dealt hand of 13 tiles, ascending by kind", null=True)]
    first_draw: Annotated[int | None, Column(I8, "the first tile drawn", null=True)]
    n_draws: Annotated[int, Column(I8, "tiles drawn, replacements included")]
    n_discards: Annotated[int, Column(I8, "tiles discarded")]
    n_calls: Annotated[int, Column(I8, "chi, pon and daiminkan")]
    n_chi: Annotated[int, Column(I8, "chi")]
    n_pon: Annotated[int, Column(I8, "pon")]
    n_daiminkan: Annotated[int, Column(I8, "daiminkan")]
    n_ankan: Annotated[int, Column(I8, "ankan")]
    n_kakan: Annotated[int, Column(I8, "kakan, robbed ones included")]
    n_kita: Annotated[int, Column(I8, "norths set aside")]
    first_call_turn: Annotated[int | None, Column(I8, "turn of the first chi, pon or daiminkan", "turns", null=True)]
    call_turns: Annotated[Sequence[int], Column(TILES, "turn of each chi, pon and daiminkan", "turns")]
    riichi: Annotated[bool, Column(BOOL, "declared riichi")]
    double_riichi: Annotated[bool, Column(BOOL, "declared on the first turn, before any call")]
    riichi_accepted: Annotated[bool, Column(BOOL, "the declaration tile passed and the stick was paid")]
    riichi_ronned: Annotated[bool, Column(BOOL, "the declaration tile was ronned")]
    riichi_turn: Annotated[int | None, Column(I8, "turn of the declaration", "turns", null=True)]
    riichi_discards: Annotated[int | None, Column(I16, "discards of all seats before the declaration", null=True)]
    riichi_order: Annotated[
        int | None, Column(I8, "1 for the first declaration of the kyoku, 2 for the second …", null=True)
    ]
    n_riichi_ankan: Annotated[int, Column(I8, "ankan after the declaration")]
    ippatsu_broken: Annotated[bool | None, Column(BOOL, "a call, kan or kita of another seat ended ippatsu before the next draw of this seat; null without an accepted riichi", null=True)]
    n_riichi_before: Annotated[
        int, Column(I8, "declarations of other seats before the one of this seat; all of them without one")
    ]
    n_riichi_after: Annotated[int, Column(I8, "declarations of other seats after the one of this seat; 0 without one")]
    state: Annotated[str, Column(WORD, "state of the hand at the end: `riichi` (declared), `open` or `closed`")]
    result: Annotated[str, Column(WORD, "how the kyoku ended: `win` or the kind of draw")]
    outcome: Annotated[
        str | None,
        Column(
            WORD,
            "how it ended for this seat: `tsumo`, `ron`, `dealt_in`, `hit_by_tsumo`, `others_ron`, "
            "`nagashi_mangan`, `hit_by_nagashi` or another kind of draw",
            null=True,
        ),
    ]
    won: Annotated[bool, Column(BOOL, "won the kyoku")]
    tsumo: Annotated[bool, Column(BOOL, "won by tsumo")]
    win_state: Annotated[
        str | None,
        Column(WORD, "state of the winner: `riichi`, `open` or `dama` (concealed without riichi)", null=True),
    ]
    win_turn: Annotated[int | None, Column(I8, "turn of the win", "turns", null=True)]
    end_discards: Annotated[int, Column(I16, "discards of all seats in the kyoku")]
    win_points: Annotated[int | None, Column(I32, "value of the win of this seat, without honba and sticks", "points", null=True)]
    win_income: Annotated[int | None, Column(I32, "received for the win of this seat, with honba and all sticks; null if payments are not recorded", "points", null=True)]
    ippatsu: Annotated[bool | None, Column(BOOL, "won with ippatsu; null if the yaku of the win are not recorded", null=True)]
    n_ura: Annotated[int | None, Column(I8, "ura dora of the win of this seat; null if its yaku are not recorded", null=True)]
    n_deal_ins: Annotated[int, Column(I8, "wins by ron on a tile of this seat (2 in a double ron)")]
    dealt_in: Annotated[bool, Column(BOOL, "at least one ron on a tile of this seat")]
    hit_by_tsumo: Annotated[bool, Column(BOOL, "another seat won by tsumo")]
    hit_limit: Annotated[bool | None, Column(BOOL, "hit by a tsumo of mangan or more; null if the value of the tsumo is unknown", null=True)]
    pao: Annotated[bool, Column(BOOL, "paid as the liable seat")]
    points_hand: Annotated[int | None, Column(I32, "received or paid for the values of hands", "points", null=True)]
    points_honba: Annotated[int | None, Column(I32, "received or paid for honba", "points", null=True)]
    points_sticks: Annotated[int | None, Column(I32, "received from riichi sticks", "points", null=True)]
    points_riichi: Annotated[int, Column(I32, "paid for the riichi of this seat: -1000 or 0", "points")]
    points_noten: Annotated[int | None, Column(I32, "noten payments, and the penalty of a chombo", "points", null=True)]
    points_nagashi: Annotated[int | None, Column(I32, "payments of a nagashi mangan", "points", null=True)]
    haipai_shanten: Annotated[int | None, Column(I8, "shanten of the dealt hand for the nearest of the three shapes", null=True)]
    haipai_shape: Annotated[str | None, Column(WORD, "the nearest shape: `standard`, `chiitoitsu` or `kokushi`; the first of equally near ones", null=True)]
    haipai_pairs: Annotated[int | None, Column(I8, "kinds with at least two tiles in the dealt hand", "kinds", null=True)]
    haipai_yaochuu: Annotated[int | None, Column(I8, "kinds of terminals and honors in the dealt hand", "kinds", null=True)]
    haipai_dora: Annotated[int | None, Column(I8, "dora in the dealt hand by the first indicator", "tiles", null=True)]
    haipai_red: Annotated[int | None, Column(I8, "red fives in the dealt hand", "tiles", null=True)]
    shanten_by_turn: Annotated[Sequence[int] | None, Column(TILES, "shanten after the discard of each turn, up to turn 18", null=True)]
    tenpai_turn: Annotated[int | None, Column(I8, "first turn whose discard left the hand tenpai", "turns", null=True)]
    end_shanten: Annotated[int | None, Column(I8, "shanten after the last discard of this seat", null=True)]
    folded: Annotated[bool | None, Column(BOOL, "another seat was in riichi and this one was not, and the hand ended further from tenpai than it was then", null=True)]
    deal_in_turn: Annotated[int | None, Column(I8, "turn of this seat at its deal-in; of a robbed kan or north the one it interrupted", "turns", null=True)]
    deal_in_shanten: Annotated[int | None, Column(I8, "shanten of the hand that dealt in, without the tile", null=True)]
    deal_in_state: Annotated[str | None, Column(WORD, "state of the hand that dealt in: `riichi` (declared), `open_tenpai`, `open_noten`, `dama` (concealed tenpai) or `closed_noten`", null=True)]
    riichi_waits: Annotated[Sequence[int] | None, Column(TILES, "kinds waited on at the declaration", null=True)]
    riichi_tiles_unseen: Annotated[int | None, Column(I8, "tiles of these kinds that this seat did not see", null=True)]
    riichi_tiles_unheld: Annotated[int | None, Column(I8, "tiles of these kinds outside the hand and sets of this seat", null=True)]
    riichi_tiles_wall: Annotated[int | None, Column(I8, "tiles of these kinds in the live or dead wall", null=True)]
    riichi_furiten: Annotated[bool | None, Column(BOOL, "one of these kinds was in the river of this seat", null=True)]
    riichi_suji: Annotated[bool | None, Column(BOOL, "one of these kinds was suji of the river of this seat", null=True)]
    riichi_dora: Annotated[int | None, Column(I8, "dora of the hand at the declaration by the indicators turned, and norths set aside", null=True)]
    riichi_red: Annotated[int | None, Column(I8, "red fives of the hand at the declaration", null=True)]
    riichi_yaku: Annotated[Sequence[str] | None, Column(pa.list_(WORD), "keys of the yaku that a ron has on each wait at the declaration, without riichi", null=True)]
    riichi_points: Annotated[float | None, Column(pa.float32(), "mean value of a ron after the declaration over the tiles of the wait outside the hand, without ippatsu and ura dora", "points", null=True)]
    riichi_wait_form: Annotated[
        str | None,
        Column(
            WORD,
            "form of the whole wait: `ryanmen`, `kanchan`, `penchan`, `shanpon`, `tanki` (also of seven "
            "pairs), `nobetan` or `kokushi`; `mixed` is any other on one or two kinds, `many` any other on "
            "three or more; of a wait that every kind completes both as ryanmen and as shanpon, `shanpon`",
            null=True,
        ),
    ]
    passed_rons: Annotated[int | None, Column(I8, "tiles of other seats that this hand could have won by the rules and did not, except those another seat won and ankan", null=True)]
    passed_tsumo: Annotated[int | None, Column(I8, "drawn tiles that this hand could have won by the rules and did not", null=True)]
    useful_draws: Annotated[int | None, Column(I8, "drawn tiles that lowered the shanten; with `--decisions` only", null=True)]
    expected_useful_draws: Annotated[
        float | None,
        Column(
            pa.float32(),
            "expected number of such draws: for each draw, the useful share of the tiles this seat did not "
            "see; with `--decisions` only",
            null=True,
        ),
    ]
    tenpai: Annotated[
        bool | None, Column(BOOL, "showed tenpai at an exhaustive draw (also one with nagashi mangan)", null=True)
    ]
    tenpai_yaku: Annotated[str | None, Column(WORD, "yaku of the waits of the hand at an exhaustive draw: `every_wait` has one by ron, only some (`kataagari`), none but when drawn (`tsumo_only`), or none (`keishiki`); chances such as haitei are no yaku here; null without a wait", null=True)]
    end_points: Annotated[int | None, Column(I32, "points at the end", "points", null=True)]
    end_place: Annotated[int | None, Column(I8, "place at the end, 1 first; equal points by seat", null=True)]
    end_gap_above: Annotated[int | None, Column(I32, "points up to the next higher place at the end; null for the first place", "points", null=True)]
    end_gap_below: Annotated[int | None, Column(I32, "points down to the next lower place at the end; null for the last place", "points", null=True)]
    busted: Annotated[bool | None, Column(BOOL, "began at zero or more and ended below (tobi)", null=True)]
    n_busted: Annotated[int | None, Column(I8, "other seats that paid for the win of this seat and fell below zero in this kyoku (tobashi)", "seats", null=True)]


class WinRow:
    """One row per win, as the log claims it."""

    game: GameId
    kyoku: Kyoku
    win: Annotated[int, Column(I8, "index of the win in its kyoku, from 0")]
    winner: Seat
    player: Player
    players: Players
    dealer: Annotated[bool, Column(BOOL, "the winner is the dealer")]
    tsumo: Annotated[bool, Column(BOOL, "by tsumo")]
    from_seat: Annotated[int | None, Column(I8, "seat that dealt in", null=True)]
    pao_seat: Annotated[int | None, Column(I8, "liable seat (pao), if it had to pay", null=True)]
    hand: Annotated[Sequence[int], Column(TILES, "concealed tiles with the winning tile")]
    tile: Annotated[int, Column(I8, "winning tile")]
    n_sets: Annotated[int, Column(I8, "called sets, ankan included")]
    closed: Annotated[bool, Column(BOOL, "no chi, pon or open kan")]
    riichi: Annotated[bool, Column(BOOL, "riichi or double riichi")]
    yaku: Annotated[Sequence[str], Column(pa.list_(WORD), "keys of the yaku, in the order of the log, without those of 0 han")]
    yaku_han: Annotated[Sequence[int | None], Column(pa.list_(I16), "han of each yaku, null for a yakuman")]
    han: Annotated[int | None, Column(I16, "han with dora; null for a yakuman and if not recorded", "han", null=True)]
    fu: Annotated[int | None, Column(I16, "fu as recorded", "fu", null=True)]
    n_yakuman: Annotated[int | None, Column(I8, "yakuman among the yaku; null if yaku are not recorded", null=True)]
    limit: Annotated[str | None, Column(WORD, "`mangan` … `yakuman`; by the rules if the log does not record it", null=True)]
    points: Annotated[int | None, Column(I32, "value without honba and sticks; of a tsumo the sum of the payments", "points", null=True)]
    n_dora: Annotated[int | None, Column(I8, "dora by indicators, with norths set aside; null if yaku are not recorded", null=True)]
    n_red: Annotated[int | None, Column(I8, "red dora; null if yaku are not recorded", null=True)]
    n_ura: Annotated[int | None, Column(I8, "ura dora; null if yaku are not recorded", null=True)]
    honba: Honba
    sticks: Annotated[int, Column(I16, "riichi sticks taken")]
    turn: Annotated[int, Column(I8, "turn of the win", "turns")]
    dora_indicators: Annotated[Sequence[int], Column(TILES, "dora indicators")]
    ura_indicators: Annotated[Sequence[int], Column(TILES, "ura indicators, empty without riichi")]
    expected_ura: Annotated[float | None, Column(pa.float32(), "expected ura dora: the mean over the tiles nobody drew; null if none were turned", null=True)]
    payments: Annotated[Sequence[int] | None, Column(pa.list_(I32, 4), "gain or loss of each seat, with honba and sticks", "points", null=True)]
    start_place: Annotated[int, Column(I8, "place of the winner at the start of the kyoku, 1 first")]
    end_place: Annotated[int | None, Column(I8, "place of the winner at its end", null=True)]
    n_busted: Annotated[int | None, Column(I8, "seats that paid for it and fell below zero in this kyoku", "seats", null=True)]
    wait: Annotated[str | None, Column(WORD, "wait that the winning tile completed: `ryanmen`, `kanchan`, `penchan`, `shanpon` or `tanki`", null=True)]
    wait_kinds: Annotated[int | None, Column(I8, "kinds the hand waited on", null=True)]
    wait_yaku: Annotated[str | None, Column(WORD, "yaku of the waits of the hand before the win, in the words of `tenpai_yaku` in `hands`; by ippatsu, haitei and other chances also `keishiki` can win", null=True)]
    computed_han: Annotated[int | None, Column(I16, "han with dora by the rules; null for a yakuman and for no win", "han", null=True)]
    computed_fu: Annotated[int | None, Column(I16, "fu by the rules", "fu", null=True)]
    fu_items: Annotated[Mapping[str, int] | None, Column(FU_ITEMS, "items of these fu, before rounding up", "fu", null=True)]
    computed_limit: Annotated[str | None, Column(WORD, "limit by the rules", null=True)]
    computed_points: Annotated[int | None, Column(I64, "value by the rules, to compare with `points`", "points", null=True)]


class DiscardRow:
    """One row per discard: its efficiency and its risk.

    Useful tiles lower the shanten of the hand after the discard. Tiles are counted as this seat sees them: its hand, the
    rivers, open sets, norths set aside and indicators. A danger class is against one seat in riichi: `genbutsu` (in its
    river), `safe` (passed since its riichi), `honor`, or by the suji in its river: `omote` (1-3 or 7-9 with the suji
    inwards, such as 1 after 4), `naka` (4-6 with both, such as 5 after 2 and 8), `kata` (4-6 with one of them), `far`
    (1-3 or 7-9 with the far end only, such as 1 after 7), else `musuji`. Suji excludes every ryanmen on `omote` and
    `naka`, and half of those on `kata`.
    """

    game: GameId
    kyoku: Kyoku
    event: Annotated[int, Column(I16, "index of the event in its kyoku, from 0")]
    seat: Seat
    player: Player
    players: Players
    turn: Annotated[int, Column(I8, "turn of the discard", "turns")]
    tile: Annotated[int, Column(I8, "discarded tile")]
    tsumogiri: Annotated[bool | None, Column(BOOL, "the tile just drawn; null if the log does not record it", null=True)]
    riichi: Annotated[bool, Column(BOOL, "declares riichi")]
    in_riichi: Annotated[bool, Column(BOOL, "the seat was in riichi already")]
    n_sets: Annotated[int, Column(I8, "called sets of this seat, ankan included")]
    dora: Annotated[bool | None, Column(BOOL, "a dora by the indicators turned so far, or a red tile", null=True)]
    called_by: Annotated[int | None, Column(I8, "seat that called it", null=True)]
    dealt_in: Annotated[bool, Column(BOOL, "ronned")]
    shanten_before: Annotated[int | None, Column(I8, "least shanten after any discard", null=True)]
    shanten: Annotated[int | None, Column(I8, "shanten after the discard", null=True)]
    useful_kinds: Annotated[int | None, Column(I8, "kinds of useful tiles", null=True)]
    useful_tiles: Annotated[int | None, Column(I16, "useful tiles that this seat does not see", null=True)]
    best_tiles: Annotated[int | None, Column(I16, "most useful tiles after any discard with the least shanten; in riichi those of the only discard allowed", null=True)]
    visible: Annotated[int | None, Column(I8, "tiles of its kind that this seat sees, this one included", null=True)]
    chance: Annotated[str | None, Column(WORD, "chance of a ryanmen on it: `none` (four tiles it needs are seen), `one` (three are seen) or `open`; null for honors", null=True)]
    n_riichi: Annotated[int, Column(I8, "other seats in riichi")]
    danger: Annotated[str | None, Column(WORD, "the worst of the classes below", null=True)]
    danger_right: Annotated[str | None, Column(WORD, "class against the next seat, if in riichi", null=True)]
    danger_across: Annotated[str | None, Column(WORD, "class against the seat opposite, if in riichi; null in three-player", null=True)]
    danger_left: Annotated[str | None, Column(WORD, "class against the seat before, if in riichi", null=True)]


class CallRow:
    """One row per call: chi, pon, kans and norths set aside."""

    game: GameId
    kyoku: Kyoku
    event: Annotated[int, Column(I16, "index of the event in its kyoku, from 0")]
    seat: Seat
    player: Player
    players: Players
    kind: Annotated[str, Column(WORD, "`chi`, `pon`, `daiminkan`, `ankan`, `kakan` or `kita`")]
    from_seat: Annotated[int | None, Column(I8, "seat that discarded the called tile (kakan: of the pon)", null=True)]
    tile: Annotated[int, Column(I8, "called, added or set-aside tile; the lowest of an ankan")]
    turn: Annotated[int, Column(I8, "turn of the call", "turns")]
    n_sets: Annotated[int, Column(I8, "called sets of this seat with this one, ankan included")]
    yakuhai: Annotated[bool, Column(BOOL, "a triplet or kan of a dragon, the seat wind or the round wind")]
    has_yakuhai: Annotated[bool, Column(BOOL, "one of the called sets so far is such a triplet or kan")]
    can_tanyao: Annotated[bool, Column(BOOL, "no called set so far has a terminal or honor, and the rules allow open tanyao or all sets are ankan")]
    can_honitsu: Annotated[bool, Column(BOOL, "the called sets so far are of one suit and honors")]
    can_toitoi: Annotated[bool, Column(BOOL, "no called set so far is a run")]
    can_chanta: Annotated[bool, Column(BOOL, "every called set so far has a terminal or honor")]
    shanten_before: Annotated[int | None, Column(I8, "shanten of the concealed tiles just before", null=True)]
    shanten: Annotated[int | None, Column(I8, "least shanten after the next discard; after a kan or kita, shanten of the tiles left", null=True)]


class OfferRow:
    """One row per act that was possible: calls, kans, riichi and wins that a seat could choose, and its answer.

    Chi has one row whatever tiles it uses, and so have ankan and kakan of several kinds. Wins have the yaku they need;
    a tile that another seat won by ron is no offer. Seats whose hand the log does not wholly record have no rows.
    """

    game: GameId
    kyoku: Kyoku
    event: Annotated[int, Column(I16, "index in its kyoku of the draw, discard, kakan or kita that made it possible, from 0")]
    seat: Seat
    player: Player
    players: Players
    act: Annotated[str, Column(WORD, "`chi`, `pon`, `daiminkan`, `ankan`, `kakan`, `kita`, `riichi`, `ron` or `tsumo`")]
    answer: Annotated[str, Column(WORD, "`taken`; `passed`; `other` if the seat chose another act with the tile; `preempted` if another seat called or won it, or the kyoku ended in an abortive draw")]
    tile: Annotated[int, Column(I8, "tile called, won or drawn; of an ankan, kakan or kita its kind")]
    turn: Annotated[int, Column(I8, "turn of the seat", "turns")]
    n_sets: Annotated[int | None, Column(I8, "called sets of the seat so far, ankan included; null for wins", null=True)]
    n_riichi: Annotated[int | None, Column(I8, "other seats in riichi; null for wins", null=True)]
    yakuhai: Annotated[bool, Column(BOOL, "a pon or kan of a dragon, the seat wind or the round wind")]
    shanten_before: Annotated[int, Column(I8, "shanten of the hand, with a drawn tile the least after a discard; 0 for wins")]
    shanten: Annotated[int | None, Column(I8, "least shanten after the act and a discard; after a kan or kita, of the tiles left; null for wins", null=True)]


class ListRow:
    """One row per game on a list page of a service, with or without its log.

    Joins `games` on `game`. A game on two pages is one row.
    """

    game: Annotated[str | None, Column(TEXT, "id of the game; null on pages without links to logs", null=True)]
    started: Annotated[datetime, Column(pa.timestamp("ms"), "start to the minute, in the local time of the service (Tenhou: Japan time)")]
    minutes: Annotated[int | None, Column(I16, "duration", "minutes", null=True)]
    page: Annotated[str | None, Column(WORD, "kind of page by its name, such as `scc`", null=True)]
    lobby: Annotated[int | None, Column(I32, "number of the lobby, as in `games`", null=True)]
    lobby_name: Annotated[str | None, Column(WORD, "lobby as the page has it, such as `L1000`", null=True)]
    rule: Annotated[str, Column(WORD, "rules in the words of the page")]
    players: Players
    length: Annotated[str | None, Column(WORD, "planned length: `east` or `hanchan`", null=True)]
    room: Annotated[str, Column(WORD, "class of the table, in the service's own word")]
    red: Annotated[bool, Column(BOOL, "with red fives")]
    kuitan: Annotated[bool, Column(BOOL, "open tanyao counts")]
    fast: Annotated[bool | None, Column(BOOL, "played with short thinking time", null=True)]
    chips: Annotated[bool, Column(BOOL, "played for chips (shuugi)")]
    names: Annotated[Sequence[str], Column(pa.list_(TEXT), "names in the order of the places, first to last")]
    scores: Annotated[Sequence[float], Column(pa.list_(pa.float64()), "final results in the same order", "1000 points")]
    final_chips: Annotated[Sequence[int] | None, Column(pa.list_(I16), "chips in the same order", null=True)]
    source: Annotated[str, Column(TEXT, "page it was read from; `!` before an archive member")]
    line: Annotated[int, Column(I32, "line of the page, from 1")]


class FindingRow:
    """One row per difference between a log and the rules, found by an audit."""

    game: GameId
    kyoku: Annotated[int | None, Column(I16, "index of the kyoku in its game, from 0", null=True)]
    event: Annotated[int | None, Column(I32, "index of the event in its kyoku, from 0", null=True)]
    win: Annotated[int | None, Column(I8, "index of the win in its kyoku, from 0", null=True)]
    seat: Annotated[int | None, Column(I8, "seat concerned, 0-3 from the first dealer of the game", null=True)]
    level: Annotated[str, Column(WORD, "`score`, `settlement`, `progress`, `legality` or `wall`")]
    code: Annotated[str, Column(WORD, "code of the difference")]
    expected: Annotated[str, Column(TEXT, "value by the rules")]
    found: Annotated[str, Column(TEXT, "value in the log")]
    message: Annotated[str, Column(TEXT, "the difference in a sentence")]
    option: Annotated[str | None, Column(TEXT, "rule option that would explain it", null=True)]
    rules: Annotated[str, Column(WORD, "name of the rule set of the audit")]
    source: Annotated[str, Column(TEXT, "file the game was read from")]


class FailureRow:
    """One row per file, game or end of a game that could not be read."""

    source: Annotated[str, Column(TEXT, "file; `!` before an archive member, `#` before a place in the file")]
    game: Annotated[str | None, Column(TEXT, "id of the game, if the file or its name contains it", null=True)]
    fault: Annotated[str, Column(WORD, "code of the fault")]
    message: Annotated[str, Column(TEXT, "value found and value expected")]
    kyoku: Annotated[int | None, Column(I16, "index of the kyoku in its game, from 0", null=True)]
    event: Annotated[int | None, Column(I32, "index of the event in its kyoku, from 0", null=True)]
    offset: Annotated[int | None, Column(I64, "byte offset in the decompressed file", null=True)]
    snippet: Annotated[str | None, Column(TEXT, "the text at that place", null=True)]


class InputRow:
    """One row per file or archive member that was read."""

    source: Annotated[str, Column(TEXT, "file; `!` before an archive member")]
    digest: Annotated[str, Column(TEXT, "digest of the bytes; known bytes are not read again")]
    n_games: Annotated[int, Column(I32, "games taken from it")]
    n_failures: Annotated[int, Column(I32, "failures in it")]
    duplicate_of: Annotated[Sequence[str], Column(pa.list_(TEXT), "ids of its games that the data set has from another file")]
    duplicate_content: Annotated[Sequence[str], Column(pa.list_(TEXT), "digests (`games.content`) of the same games")]


TABLES: Final[dict[str, type]] = {
    "games": GameRow,
    "seats": SeatRow,
    "kyoku": KyokuRow,
    "hands": HandRow,
    "wins": WinRow,
    "calls": CallRow,
    "discards": DiscardRow,
    "offers": OfferRow,
    "list": ListRow,
    "findings": FindingRow,
    "failures": FailureRow,
    "inputs": InputRow,
}
"""Every table by name."""
