"""Kinds of faults in games under rules that no sample has: fouls, paarenchan, rinshan pao, open riichi, tenpai.

The games are simulated for these kinds (`arranged_games`), and each kind has at least one game that can take it.
"""

from dataclasses import replace
from random import Random

import numpy as np

import mjlog
from mjlog.auditing.findings import Code
from mjlog.games.batch import Games, concatenate
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.replay.played import Played
from mjlog.rules.columns.atozuke import refused
from mjlog.rules.presets import TENHOU, TENHOU_3P
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.yaku import NUMBER
from mjlog.simulate.game import play, seeded
from mjlog.simulate.players import Habits
from mjlog.simulate.scenarios import ABSENT as AWAY
from mjlog.simulate.scenarios import ANY, CALLING, DAMATEN, KANS, SIMPLE_HANDS, Scenario, arranged_wall
from mjlog.simulate.to_games import to_games
from tests.faults.injecting import (
    OF_HAND,
    OF_NEXT,
    OF_PAYMENTS,
    Edits,
    Facts,
    Spot,
    always,
    cell,
    injected,
    named,
    of_winner,
    plus,
)
from tests.faults.play import is_result
from tests.simulate.test_game import header

VOID = replace(TENHOU, name="void", foul_draw="void", kuikae="dead_hand")
PAARENCHAN = replace(TENHOU, name="paarenchan", local_yaku=frozenset({"paarenchan"}), tobi="none")
RINSHAN_PAO = replace(TENHOU, name="rinshan-pao", rinshan_pao="always")
NOT_FURITEN = replace(TENHOU, name="rinshan-pao unless furiten", rinshan_pao="unless_furiten")
HIDDEN = replace(TENHOU, name="hidden", tenpai_shown="may_hide")
OPEN_LOCAL = frozenset({"open_riichi", "open_double_riichi", "tsubame_gaeshi"})
OPEN = replace(TENHOU, name="open riichi", local_yaku=OPEN_LOCAL)
SAKIZUKE = replace(TENHOU, name="sakizuke", atozuke="sakizuke")
NO_KEISHIKI = replace(TENHOU, name="no keishiki", keishiki_tenpai=False)
DRAWN_NORTHS = replace(TENHOU_3P, name="drawn norths", kita_from="draw")
SEED = "mt19937ar-sha512-n288-base64," + 3328 * "A"
AFTER = OF_NEXT | OF_PAYMENTS
FIVE_SOU = 22


def _played(rules, number, scenarios, players):
    """A game whose first kyoku are scenarios, one each."""
    chance = Random(number)
    walls = [arranged_wall(scenario, rules, chance) for scenario in scenarios]
    later = seeded(SEED, 4)
    deal = lambda place, start: walls[place] if place < len(walls) else later(place, start)  # noqa: E731
    return to_games([(play(rules, players, deal, chance), header(number, 4, None))])


def arranged_games() -> Games:
    """The games that the kinds are tried on."""
    fouls = [
        mjlog.simulate.games(2, event=event, rules=VOID, seed=3)
        for event in ("chombo", "noten_riichi", "foul_draw", "dead_hand")
    ]
    win_of_dealer = Scenario(hands=(SIMPLE_HANDS[1],), draws=ANY + "2p", habits=())
    nine_wins = _played(PAARENCHAN, 1, [win_of_dealer] * 9, [DAMATEN, AWAY, AWAY, AWAY])
    chain = Scenario(hands=("", "999m1111s234567p"), draws="9m", replacements="5z5z", habits=())
    kans = _played(RINSHAN_PAO, 2, [chain], [AWAY, replace(CALLING, open_kans=1, kans=1), AWAY, AWAY])
    passed = Scenario(hands=("", "999m23456p888s11z"), draws="9p3z9p7p9m", replacements="8s7p", habits=())
    furiten = _played(NOT_FURITEN, 7, [passed], [AWAY, replace(KANS, open_kans=1, riichi=0), AWAY, AWAY])
    riichi = Habits(riichi=1, calls=0, folds_from=9, hides=1, rons=False)
    hidden = mjlog.simulate.games(4, rules=HIDDEN, habits=[riichi, replace(riichi, riichi=0), riichi, riichi], seed=4)
    opened = mjlog.simulate.games(3, rules=OPEN, habits=[Habits(riichi=1, opens=0.5, folds_from=9)] * 4, seed=5)
    free = mjlog.simulate.games(8, rules=TENHOU, habits=[Habits(calls=0.9, riichi=0.3, folds_from=9)] * 4, seed=6)
    free = replace(free, rule_sets=(*free.rule_sets, SAKIZUKE, NO_KEISHIKI))
    norths = mjlog.simulate.games(1, rules=TENHOU_3P, seed=7)
    norths = replace(norths, rule_sets=(*norths.rule_sets, DRAWN_NORTHS))
    return concatenate([*fouls, nine_wins, kans, furiten, hidden, opened, free, norths])


def _draw_of(result: Result):
    return lambda facts: (facts.kyoku.result == result)[facts.kyoku_of_draw]


def _void(facts: Facts):
    return facts.batch.payments.course.void


def _with_dead_hand(facts: Facts):
    """Kyoku in which seat 1 has discarded the tile it called for a pon at once: the first of their games."""
    pon = np.isin(np.arange(len(facts.kyoku.result)), facts.kyoku_of_call[facts.calls.kind == EventKind.PON])
    first = np.isin(np.arange(len(facts.kyoku.result)), facts.games.kyoku_start)
    return first & pon & (facts.kyoku.result == Result.EXHAUSTIVE_DRAW) & facts.of_rules(lambda r: r.name == VOID.name)


# -- fouls


chombo_not_paid = cell(
    "settlement",
    Code.PAYMENT,
    at="draws",
    where=_draw_of(Result.CHOMBO),
    column="payments",
    to=always(0),
    consequences=OF_NEXT,
)


@injected("settlement", Code.PAYMENT, at="draws", where=_draw_of(Result.CHOMBO), consequences=OF_NEXT)
def chombo_paid_by_another_seat(edits: Edits, draw: int) -> Spot | None:
    payments = edits.facts.draws.payments[draw]
    edits.set("draws", draw, payments=np.roll(payments, 1))
    return Spot(kyoku=int(edits.facts.kyoku_of_draw[draw]))


stick_of_a_void_kyoku_not_returned = cell(
    "settlement",
    Code.PAYMENT,
    at="draws",
    where=lambda f: (_void(f) & f.batch.payments.course.riichi[:, 1])[f.kyoku_of_draw],
    column="payments",
    of_seat=1,
    to=plus(-1_000),
    consequences=OF_NEXT,
)

honba_after_a_void_kyoku = cell(
    "progress",
    Code.HONBA,
    at="kyoku",
    where=lambda f: np.append(False, _void(f)[:-1]),
    column="honba",
    to=plus(1),
)


@injected(
    "legality",
    Code.RIICHI_CONDITION,
    at="draws",
    where=lambda f: _draw_of(Result.CHOMBO)(f) & (f.batch.payments.course.riichi[:, 1])[f.kyoku_of_draw],
    consequences=AFTER,
)
def chombo_of_another_seat_than_the_noten_one(edits: Edits, draw: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_draw[draw])
    copies = facts.hand_at_end(2, kyoku)
    edits.set("draws", draw, revealed=[0, 0, 1, 0], hands=ABSENT, hand_copies=ABSENT)
    tiles = [facts.tile(kyoku, c) for c in copies]
    edits.set("draws", (draw, 2, slice(0, len(copies))), hands=tiles, hand_copies=copies)
    return Spot(kyoku=kyoku, seat=1)


@injected(
    "legality",
    Code.CHOMBO,
    at="wins",
    where=lambda f: f.alone & (f.wins.from_seat != ABSENT),
    consequences=OF_HAND | AFTER | {Code.START_CHIPS, Code.FINAL_CHIPS},
)
def win_logged_as_a_chombo(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku, seat = int(facts.kyoku_of_win[win]), int(facts.wins.winner[win])
    copies = facts.hand_at_end(seat, kyoku)
    edits.drop("wins", win)
    for yaku in np.flatnonzero(facts.win_of_yaku == win).tolist():
        edits.drop("yaku", yaku)
    revealed, hands = np.zeros(4, np.int8), np.full((2, 4, 14), ABSENT)
    revealed[seat] = 1
    hands[:, seat, : len(copies)] = [facts.tile(kyoku, c) for c in copies], copies
    edits.add_to("draws", kyoku, revealed=revealed, hands=hands[0], hand_copies=hands[1])
    edits.set("kyoku", kyoku, result=Result.CHOMBO)
    return Spot(kyoku=kyoku, seat=seat)


foul_draw_logged_as_kyuushu = cell(
    "legality",
    Code.RIICHI_HAND,
    at="kyoku",
    where=is_result(Result.FOUL_DRAW),
    column="result",
    to=always(Result.KYUUSHU_KYUUHAI),
    consequences=AFTER,
)


@injected(
    "legality",
    Code.TENPAI_CLAIM,
    at="draws",
    where=lambda f: _draw_of(Result.EXHAUSTIVE_DRAW)(f) & _with_dead_hand(f)[f.kyoku_of_draw],
    consequences=AFTER,
)
def dead_hand_shown_as_tenpai(edits: Edits, draw: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_draw[draw])
    copies = facts.hand_at_end(1, kyoku)
    edits.set("draws", (draw, 1), revealed=1)
    tiles = [facts.tile(kyoku, c) for c in copies]
    edits.set("draws", (draw, 1, slice(0, len(copies))), hands=tiles, hand_copies=copies)
    return Spot(kyoku=kyoku, seat=1)


@injected(
    "legality",
    Code.DEAD_HAND,
    at="events",
    where=lambda f: f.is_kind(EventKind.DRAW) & (f.events.seat == 1) & _with_dead_hand(f)[f.kyoku_of_event],
    consequences=OF_HAND | AFTER | {Code.WIN_INDICATORS},
)
def win_of_a_dead_hand(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, copy = int(facts.kyoku_of_event[row]), int(facts.events.copy[row])
    tile = facts.tile(kyoku, copy)
    copies = [*facts.hand(1, row), copy]
    if copy // 4 != FIVE_SOU or len(copies) != 11:
        return None
    padding = [ABSENT] * (14 - len(copies))
    edits.drop("events", *range(row + 1, int(facts.games.event_start[kyoku + 1])))
    edits.drop("draws", int(facts.games.draw_start[kyoku]))
    edits.set("kyoku", kyoku, result=Result.WIN)
    edits.add_to(
        "wins",
        kyoku,
        winner=1,
        from_seat=ABSENT,
        pao=ABSENT,
        tile=tile,
        copy=copy,
        hand=[facts.tile(kyoku, c) for c in copies] + padding,
        hand_copies=copies + padding,
        calls=[0] + [ABSENT] * 7,
    )
    return Spot(kyoku=kyoku, seat=1)


# -- wins that depend on other kyoku or on chains of kans


@injected(
    "score",
    Code.YAKU,
    at="yaku",
    where=lambda f: f.yaku.yaku == NUMBER["paarenchan"],
    consequences=OF_HAND | AFTER,
)
def paarenchan_not_counted(edits: Edits, yaku: int) -> Spot | None:
    edits.set("yaku", yaku, yaku=NUMBER["tanyao"], han=1)
    return of_winner(edits.facts, int(edits.facts.win_of_yaku[yaku]))


@injected(
    "score",
    Code.YAKU,
    at="yaku",
    where=lambda f: (
        (f.yaku.yaku == NUMBER["tanyao"])
        & f.of_rules(lambda r: "paarenchan" in r.local_yaku)[f.kyoku_of_win[f.win_of_yaku]]
    ),
    consequences=OF_HAND | AFTER,
)
def paarenchan_before_the_eighth_win(edits: Edits, yaku: int) -> Spot | None:
    edits.set("yaku", yaku, yaku=NUMBER["paarenchan"], han=ABSENT)
    return of_winner(edits.facts, int(edits.facts.win_of_yaku[yaku]))


@injected("settlement", Code.PAYMENT, at="wins", where=lambda f: f.batch.pao.rinshan != ABSENT, consequences=OF_NEXT)
def rinshan_after_two_kans_paid_by_all(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    payments = facts.wins.payments[win].copy()
    feeder, other = int(payments.argmin()), int(facts.other(int(payments.argmin()), 0, 2))
    payments[[feeder, other]] += [300, -300]
    edits.set("wins", win, payments=payments)
    return Spot(kyoku=int(facts.kyoku_of_win[win]), win=win)


@injected(
    "settlement",
    Code.PAYMENT,
    at="wins",
    where=lambda f: (
        (f.batch.replay.wins.kan_feeder != ABSENT)
        & (f.batch.replay.wins.furiten != 0)
        & f.of_rules(lambda r: r.rinshan_pao == "unless_furiten")[f.kyoku_of_win]
    ),
    consequences=OF_NEXT,
)
def rinshan_of_a_hand_in_furiten_paid_by_the_feeder(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    payments, gain = np.zeros_like(facts.wins.payments[win]), facts.wins.payments[win].max()
    payments[facts.wins.winner[win]], payments[facts.batch.replay.wins.kan_feeder[win]] = gain, -gain
    edits.set("wins", win, payments=payments)
    return Spot(kyoku=int(facts.kyoku_of_win[win]), win=win)


# -- tenpai that may be hidden


@injected(
    "legality",
    Code.TENPAI_CLAIM,
    at="draws",
    where=lambda f: (
        f.of_rules(lambda r: r.tenpai_shown == "may_hide")[f.kyoku_of_draw] & _draw_of(Result.EXHAUSTIVE_DRAW)(f)
    ),
    consequences=AFTER,
)
def riichi_hidden_where_tenpai_may_be(edits: Edits, draw: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_draw[draw])
    seats = np.flatnonzero(facts.batch.payments.course.riichi[kyoku] & (facts.draws.revealed[draw] == 1))
    if not len(seats):
        return None
    edits.set("draws", (draw, int(seats[0])), revealed=0, hands=ABSENT, hand_copies=ABSENT)
    return Spot(kyoku=kyoku, seat=int(seats[0]))


# -- games that other rules refuse


def _of(facts: Facts, rules: RuleSet):
    return facts.of_rules(lambda r: r == rules)


def _index(facts: Facts, rules: RuleSet) -> int:
    return facts.games.rule_sets.index(rules)


def _under(facts: Facts, rules: RuleSet) -> Played:
    """All games as if played under other rules."""
    games = facts.games.games._replace(rules=np.zeros_like(facts.games.games.rules))
    return Played(replace(facts.games, rule_sets=(rules,), games=games))


def _in_tenhou(facts: Facts, other: RuleSet):
    """Kyoku under Tenhou's rules, in games of which some are under these others."""
    return _of(facts, TENHOU) & (other in facts.games.rule_sets)


def _refused(facts: Facts):
    played = _under(facts, SAKIZUKE)
    hands, rules = played.hands
    wins = refused(hands, played.replay.wins.waits, played.games.rule_sets, rules)
    return wins & _in_tenhou(facts, SAKIZUKE)[facts.kyoku_of_win]


@injected("score", Code.ATOZUKE, at="wins", where=_refused)
def win_on_a_wait_that_sakizuke_refuses(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    edits.set("games", int(facts.game_of("wins")[win]), rules=_index(facts, SAKIZUKE))
    return replace(of_winner(facts, win), win=win)


def _formal(facts: Facts):
    """`(n, 4)`: hands shown at a draw that are tenpai without a yaku, in games where they may be."""
    lacks = _under(facts, NO_KEISHIKI).replay.kyoku.noten_for[facts.kyoku_of_draw] > 0
    return lacks & (facts.draws.revealed == 1) & _in_tenhou(facts, NO_KEISHIKI)[facts.kyoku_of_draw, None]


@injected("legality", Code.TENPAI_CLAIM, at="draws", where=lambda f: _formal(f).any(axis=1), consequences=AFTER)
def keishiki_tenpai_counted_where_it_is_noten(edits: Edits, draw: int) -> Spot | None:
    facts = edits.facts
    edits.set("games", int(facts.game_of("draws")[draw]), rules=_index(facts, NO_KEISHIKI))
    return Spot(kyoku=int(facts.kyoku_of_draw[draw]), seat=int(_formal(facts)[draw].argmax()))


@injected(
    "legality",
    Code.RIICHI_CONDITION,
    at="events",
    where=lambda f: f.is_kind(EventKind.OPEN_RIICHI) & _of(f, OPEN)[f.kyoku_of_event],
    consequences=OF_HAND | AFTER,
)
def riichi_opened_twice(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    again = edits.add("events", like=row, after=row)
    return Spot(kyoku=int(facts.kyoku_of_event[row]), event=again, seat=int(facts.events.seat[row]))


def _norths_of_hands(facts: Facts):
    """`(n_events,)`: norths set aside from the hand, the first of their kyoku, in games of which some allow none."""
    tile = facts.events.tile
    held = facts.is_kind(EventKind.KITA) & (tile[facts.before] != tile)
    _, first = np.unique(np.where(held, facts.kyoku_of_event, -1), return_index=True)
    return (
        held
        & np.isin(np.arange(len(held)), first)
        & _of(facts, TENHOU_3P)[facts.kyoku_of_event]
        & (DRAWN_NORTHS in facts.games.rule_sets)
    )


@injected("legality", Code.CALL_IMPOSSIBLE, at="events", where=_norths_of_hands, consequences={Code.CALL_IMPOSSIBLE})
def north_of_the_hand_set_aside_where_only_a_drawn_one_may_be(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    edits.set("games", int(facts.game_of("events")[row]), rules=_index(facts, DRAWN_NORTHS))
    return Spot(kyoku=int(facts.kyoku_of_event[row]), event=row, seat=int(facts.events.seat[row]))


def _yaku_in_open(*keys: str):
    return lambda f: np.isin(f.yaku.yaku, [NUMBER[key] for key in keys]) & (_of(f, OPEN)[f.kyoku_of_win[f.win_of_yaku]])


@injected("score", Code.YAKU, at="yaku", where=_yaku_in_open("open_riichi"), consequences=OF_HAND | AFTER)
def open_riichi_counted_as_a_hidden_one(edits: Edits, yaku: int) -> Spot | None:
    edits.set("yaku", yaku, yaku=NUMBER["riichi"], han=1)
    return of_winner(edits.facts, int(edits.facts.win_of_yaku[yaku]))


@injected("score", Code.YAKU, at="yaku", where=_yaku_in_open("riichi"), consequences=OF_HAND | AFTER)
def hidden_riichi_counted_as_an_open_one(edits: Edits, yaku: int) -> Spot | None:
    edits.set("yaku", yaku, yaku=NUMBER["open_riichi"], han=2)
    return of_winner(edits.facts, int(edits.facts.win_of_yaku[yaku]))


@injected("score", Code.YAKU, at="yaku", where=_yaku_in_open("menzen_tsumo", "tanyao"), consequences=OF_HAND | AFTER)
def tsubame_gaeshi_without_a_tile_of_riichi(edits: Edits, yaku: int) -> Spot | None:
    edits.set("yaku", yaku, yaku=NUMBER["tsubame_gaeshi"], han=1)
    return of_winner(edits.facts, int(edits.facts.win_of_yaku[yaku]))


KINDS = named(globals())
