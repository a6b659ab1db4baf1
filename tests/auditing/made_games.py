"""Games made from outcomes by the scalar rules: states, results, riichi, and only the tiles nagashi needs."""

from dataclasses import dataclass

import numpy as np

from mjlog.games.batch import Games, offsets
from mjlog.games.columns import (
    ABSENT,
    CallColumns,
    DrawColumns,
    EventColumns,
    EventKind,
    GameColumns,
    KyokuColumns,
    Result,
    SeatColumns,
    WinColumns,
    YakuColumns,
)
from mjlog.replay.course import ABORTIVE
from mjlog.replay.payments import PaoSeats
from mjlog.rules.points import STICK
from mjlog.rules.progress import next_kyoku
from mjlog.rules.result import final_result
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import AbortiveDraw, ExhaustiveDraw, Kyoku, Outcome, Win, Wins, settle
from mjlog.rules.yaku import YAKU

TWO_OF_MAN, NORTH = 1, 30


@dataclass(frozen=True, kw_only=True)
class PlayedKyoku:
    """A kyoku: how it ends, who laid down a stick, and chips paid for the win."""

    outcome: Outcome
    riichi: tuple[int, ...] = ()
    chips: int = 0


def ron(seat, payer, base=1_000, *, riichi=(), liable=(), chips=0):
    return PlayedKyoku(
        outcome=Wins(wins=(Win(seat=seat, payer=payer, base=base, liable=liable),)), riichi=riichi, chips=chips
    )


def tsumo(seat, base=1_000, *, riichi=(), liable=(), chips=0):
    return ron(seat, None, base, riichi=riichi, liable=liable, chips=chips)


def rons(*wins, riichi=()):
    return PlayedKyoku(outcome=Wins(wins=tuple(Win(seat=s, payer=p, base=b) for s, p, b in wins)), riichi=riichi)


def draw(tenpai, *, nagashi=(), riichi=()):
    return PlayedKyoku(outcome=ExhaustiveDraw(tenpai=tuple(c == "1" for c in tenpai), nagashi=nagashi), riichi=riichi)


def abort(kind, *, riichi=()):
    return PlayedKyoku(outcome=AbortiveDraw(kind=kind), riichi=riichi)


LONG = (
    tsumo(0, riichi=(0, 2)),
    draw("0010", riichi=(1,)),
    rons((2, 3, 500), (1, 3, 500)),
    abort("kyuushu_kyuuhai", riichi=(0,)),
    ron(0, 3),
    draw("0001"),
    ron(2, 1, 2_000),
    draw("1000", riichi=(2,)),
)
"""East 1 with a repeat, East 2 with two, East 3, East 4, and on into South 2."""
WHOLE = (*LONG[:5], draw("0001"), ron(0, 3, 3_000))
"""An east-only game that ends in East 4 with seat 0 at the target."""


def columns(group, n, **given):
    """A group of columns, zeros where nothing is given."""
    return group(**{name: given.get(name, np.zeros(n, np.int16)) for name in group._fields})


def made_game(rules: RuleSet, *played: PlayedKyoku, chips=False):
    """A game, up to its end by the rules, with the base points and the liable seats of its wins."""
    state = Kyoku(wind=0, dealer=0, points=(rules.start_points,) * rules.players)
    purse = np.zeros(4, int)
    kyoku, events, wins, draws, yaku = [], [], [], [], []
    n_events, n_wins, n_draws, n_yaku = [], [], [], []
    base, liable = [], []
    for place in played:
        settled = settle(rules, state, place.outcome, place.riichi)
        kyoku.append((state, settled, result_of(place.outcome), purse.copy()))
        here = events_of(rules, place)
        events += here
        n_events.append(len(here))
        before = four(p - STICK * (seat in place.riichi) for seat, p in enumerate(state.points))
        on_table = state.sticks + len(place.riichi)
        if isinstance(settled.outcome, Wins):
            for nth, (win, row) in enumerate(zip(settled.outcome.wins, settled.rows, strict=True)):
                moved = chip_row(rules, win, place.chips)
                back = [rules.sticks_to == "own_back" and w.seat in place.riichi for w in settled.outcome.wins]
                taken = int(back[nth]) if nth else on_table - sum(back[1:])
                wins.append((win, state.honba, taken, before.copy(), four(row), purse.copy(), moved))
                before += four(row)
                purse = purse + moved
                base.append(win.base)
                liable.append(win.liable[0].seat if win.liable else ABSENT)
                yaku += [place.chips] * bool(place.chips)
                n_yaku.append(int(bool(place.chips)))
        else:
            tenpai = getattr(settled.outcome, "tenpai", ())
            draws.append((state.honba, settled.sticks, tenpai, before, four(settled.payments), purse.copy()))
        n_wins.append(len(settled.rows) if isinstance(settled.outcome, Wins) else 0)
        n_draws.append(0 if isinstance(settled.outcome, Wins) else 1)
        end = (settled.points, settled.sticks)
        following = next_kyoku(rules, state, settled).next
        if following is None:
            break
        state = following
    final = final_result(rules, *end)
    games = Games(
        rule_sets=(rules,),
        games=game_columns(rules, final, purse if chips else None),
        seats=columns(SeatColumns, (1, 4)),
        kyoku_start=np.array([0, len(kyoku)]),
        kyoku=kyoku_columns(kyoku, chips=chips),
        event_start=offsets(np.array(n_events)),
        events=event_columns(events),
        call_start=np.zeros(len(kyoku) + 1, np.int64),
        calls=columns(CallColumns, 0),
        win_start=offsets(np.array(n_wins)),
        wins=win_columns(wins, chips=chips),
        yaku_start=offsets(np.array(n_yaku, int)),
        yaku=yaku_columns(yaku),
        draw_start=offsets(np.array(n_draws)),
        draws=draw_columns(draws, chips=chips),
    )
    return games, np.array(base, np.int64), PaoSeats.nobody(len(base))._replace(dragons=np.array(liable, np.int8))


def result_of(outcome):
    match outcome:
        case Wins():
            return Result.WIN
        case ExhaustiveDraw(nagashi=seats):
            return Result.NAGASHI_MANGAN if seats else Result.EXHAUSTIVE_DRAW
        case AbortiveDraw(kind=kind):
            return next(result for result, of in ABORTIVE.items() if of == kind)


def events_of(rules, place):
    """Kind, seat and tile: a discard of each seat, and the sticks."""
    nagashi = getattr(place.outcome, "nagashi", ())
    events = [(EventKind.DISCARD, seat, NORTH if seat in nagashi else TWO_OF_MAN) for seat in range(rules.players)]
    return events + [(EventKind.RIICHI_ACCEPTED, seat, ABSENT) for seat in place.riichi]


def chip_row(rules, win, chips):
    row = np.zeros(4, int)
    for seat in range(rules.players) if win.payer is None else (win.payer,):
        row[seat] -= chips
        row[win.seat] += chips
    return row


def four(points):
    row = np.zeros(4, np.int32)
    values = list(points)
    row[: len(values)] = values
    return row


def array(rows, dtype, *shape):
    return np.array(rows, dtype).reshape(-1, *shape)


def game_columns(rules, final, purse):
    scores = np.full(4, np.nan)
    scores[: rules.players] = np.array(final.scores) / 1_000
    points = np.full(4, ABSENT, np.int32)
    points[: rules.players] = final.points
    return columns(
        GameColumns,
        1,
        players=np.array([rules.players], np.int8),
        platform=np.array(["made"], object),
        room=np.array([None], object),
        seed=np.array([None], object),
        started=np.array(["2024-01-01T00"], "datetime64[m]"),
        rules=np.zeros(1, np.int16),
        final_points=points[None],
        final_scores=scores[None],
        final_chips=np.full((1, 4), ABSENT, np.int16) if purse is None else array(purse, np.int16, 4),
        complete=np.ones(1, np.bool_),
    )


def kyoku_columns(rows, *, chips):
    n = len(rows)
    states = [state for state, *_ in rows]
    return columns(
        KyokuColumns,
        n,
        wind=array([s.wind for s in states], np.int8),
        number=array([s.dealer + 1 for s in states], np.int8),
        honba=array([s.honba for s in states], np.int16),
        sticks=array([s.sticks for s in states], np.int16),
        dealer=array([s.dealer for s in states], np.int8),
        points=array([four(s.points) for s in states], np.int32, 4),
        chips=array([purse for *_, purse in rows], np.int16, 4) if chips else np.full((n, 4), ABSENT, np.int16),
        hands=np.zeros((n, 4, 13), np.int8),
        hand_copies=np.zeros((n, 4, 13), np.int16),
        dice=np.zeros((n, 2), np.int8),
        result=array([result for _, _, result, _ in rows], np.int8),
    )


def event_columns(rows):
    kind, seat, tile = zip(*rows, strict=True)
    return columns(
        EventColumns,
        len(rows),
        kind=array(kind, np.int8),
        seat=array(seat, np.int8),
        tile=array(tile, np.int8),
        from_seat=np.full(len(rows), ABSENT, np.int8),
    )


def win_columns(rows, *, chips):
    n = len(rows)
    wins = [win for win, *_ in rows]
    _, honba, sticks, before, payments, purse, moved = zip(*rows, strict=True) if rows else [()] * 7
    absent = np.full((n, 4), ABSENT, np.int16)
    return columns(
        WinColumns,
        n,
        winner=array([w.seat for w in wins], np.int8),
        from_seat=array([ABSENT if w.payer is None else w.payer for w in wins], np.int8),
        pao=array([w.liable[0].seat if w.liable else ABSENT for w in wins], np.int8),
        names_pao=np.ones(n, np.bool_),
        honba=array(honba, np.int16),
        sticks=array(sticks, np.int16),
        points=np.zeros(n, np.int32),
        points_before=array(before, np.int32, 4),
        payments=array(payments, np.int32, 4),
        chips_before=array(purse, np.int16, 4) if chips else absent,
        chip_payments=array(moved, np.int16, 4) if chips else absent,
    )


def draw_columns(rows, *, chips):
    n = len(rows)
    honba, sticks, tenpai, before, payments, purse = zip(*rows, strict=True) if rows else [()] * 6
    absent = np.full((n, 4), ABSENT, np.int16)
    return columns(
        DrawColumns,
        n,
        honba=array(honba, np.int16),
        sticks=array(sticks, np.int16),
        revealed=array([four(row) for row in tenpai], np.int8, 4),
        points_before=array(before, np.int32, 4),
        payments=array(payments, np.int32, 4),
        chips_before=array(purse, np.int16, 4) if chips else absent,
        chip_payments=np.zeros((n, 4), np.int16) if chips else absent,
    )


def yaku_columns(chips):
    """One ippatsu for every win with chips, worth as many han."""
    ippatsu = next(row for row, yaku in enumerate(YAKU) if yaku.key == "ippatsu")
    n = len(chips)
    return columns(
        YakuColumns, n, yaku=np.full(n, ippatsu, np.int16), han=array(chips, np.int16), chips=array(chips, np.int16)
    )
