"""Every option of a rule set changes a result, or is declared as recorded only."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from mjlog.errors import LogError
from mjlog.games.columns import ABSENT
from mjlog.games.events import Ankan, Chi, Discard, Draw, Kita, Pon
from mjlog.kyoku.legality import ankan_in_riichi, breaches, draws, may_riichi
from mjlog.kyoku.seat import SeatState, is_tenpai, kuikae_of
from mjlog.kyoku.state import KyokuState, Offer
from mjlog.replay import replay
from mjlog.replay.options import Options
from mjlog.replay.pao import pao_seats
from mjlog.replay.payments import PaoSeats, liabilities_of_win
from mjlog.rules.association_presets import EMA_2016
from mjlog.rules.presets import TENHOU, TENHOU_3P
from mjlog.rules.progress import is_paarenchan, next_kyoku
from mjlog.rules.result import final_result
from mjlog.rules.rule_options import RECORDED_ONLY, deciding
from mjlog.rules.ruleset import OPTIONS
from mjlog.rules.score import score
from mjlog.rules.settlement import AbortiveDraw, Chombo, ExhaustiveDraw, Kyoku, Liability, Win, Wins, settle
from mjlog.simulate.game import players_by_seat
from mjlog.tiles import parse
from mjlog.wall.table import sides_of
from tests.replay.played import played

NOTHING = "147m147p147s1234z"
TENPAI = "234m456p567s5578s"
EVEN = (25_000,) * 4
LEADING = (31_000, 23_000, 23_000, 23_000)
RON = Wins(wins=(Win(seat=1, payer=0, base=2_000),))
DEALER_WINS = Wins(wins=(Win(seat=3, payer=0, base=2_000),))
TSUMO = Wins(wins=(Win(seat=1, payer=None, base=2_000),))
TWO_RONS = Wins(wins=(Win(seat=1, payer=0, base=2_000), Win(seat=2, payer=0, base=2_000)))
THREE_RONS = Wins(wins=(*TWO_RONS.wins, Win(seat=3, payer=0, base=2_000)))
PAO = Wins(wins=(Win(seat=1, payer=0, base=16_000, liable=(Liability(seat=2, base=8_000),)),))
NAGASHI = ExhaustiveDraw(tenpai=(False,) * 4, nagashi=(1,))
PAARENCHAN = replace(TENHOU, local_yaku=frozenset({"paarenchan"}))
HEAD_BUMP = {"multiple_ron": "head_bump", "sanchahou": "off"}


def paid(outcome, riichi=(), players=4):
    """The payments of an outcome at honba 1, with what the riichi of some seats left."""
    points = (25_000,) * players
    return lambda rules: settle(rules, Kyoku(wind=0, dealer=0, honba=1, points=points), outcome, riichi).rows


def followed(outcome, wind=1, dealer=3, points=EVEN):
    """The kyoku after an outcome, or the end of the game."""
    kyoku = Kyoku(wind=wind, dealer=dealer, points=points)
    return lambda rules: next_kyoku(rules, kyoku, settle(rules, kyoku, outcome))


def tenpai(*seats):
    return ExhaustiveDraw(tenpai=tuple(seat in seats for seat in range(4)))


def ended(*points, sticks=0):
    """The final scores of these points."""
    return lambda rules: final_result(rules, points, sticks).scores


def table(*hands, points=25_000, events=()):
    """A kyoku whose seats hold these hands, after some events."""

    def of(rules):
        all_hands = [parse(hand) for hand in (*hands, *(NOTHING,) * 4)][: rules.players]
        state = KyokuState.deal(rules, all_hands, dora_indicator=17, points=[points] * rules.players)
        for event in events:
            state.take(event)
        return state

    return of


def robbed(hand, how, tile):
    def robs(rules):
        state = table(NOTHING, hand)(rules)
        return state.robs(state.seats[1], Offer(0, tile, how, after_kan=False))

    return robs


def riichi_now(tile, points=25_000, n_live=70, events=()):
    """Whether riichi may be declared with a discard after drawing 1z."""

    def may(rules):
        state = table(TENPAI, points=points, events=[*events, Draw(0, 27)])(rules)
        state.n_live = n_live
        return may_riichi(state, 0, tile)

    return may


def no_error(hand):
    def accepted(rules):
        try:
            return bool(score(hand, win="8s", rules=rules))
        except LogError:
            return False

    return accepted


def furiten_after_draw(rules):
    """A tile passed, then the own draw."""
    events = [Draw(0, 27), Discard(0, 27, True), Draw(1, 23), Discard(1, 23, True)]
    events += [event for seat in (2, 3) for event in (Draw(seat, 8), Discard(seat, 8, True))]
    return table(TENPAI, events=[*events, Draw(0, 8)])(rules).seats[0].furiten


def replayed(line, hands):
    return lambda rules: replay(played(line, hands, rules=rules)).breaches.breach.tolist()


def sideways_ron(rules):
    """The circumstances of a ron on the tile after a called declaration tile."""
    hands = {0: TENPAI, 1: "234p567p888s123s6m", 2: "99p147m147s11234z"}
    line = "0+9p 0riichi 0!9p 0stick 2pon0:999p 2-1z 3~1z 0~6m 1ron0:6m"
    return replay(played(line, hands, rules=rules)).wins.circumstances.tolist()


def fed_rinshan(rules):
    games = played("0~9m 1kan0:9999m 1+1z 1tsumo:1z", {1: "999m234p567p888s1z"}, rules=rules)
    return pao_seats(games, replay(games)).rinshan.tolist()


FED = PaoSeats(*np.array([[2], [ABSENT], [ABSENT], [ABSENT]]))
TURNS = " ".join(f"{turn % 4}~5p" for turn in range(70))
AFTER_CALL = " ".join(f"{turn % 4}~5p" for turn in range(2, 71))
OPEN, OPEN_DRAW = "34m456p123s99m78s5z", f"0~2m 1chi0:234m 1-5z {AFTER_CALL} exhaustive_draw:1"
"""A hand that has no yaku after a chi."""
WAIT_DISCARDED = [event for seat in range(4) for event in (Draw(seat, 23), Discard(seat, 23, True))]
FIRST_EASTS = [event for seat in range(4) for event in (Draw(seat, 27), Discard(seat, 27, True))]
NORTH_TANKI = "123p456p789p123s4z"
PULLED = [Draw(0, 30), Kita(0, 30), Draw(0, 27), Discard(0, 27, True)]
KAN_OF_DRAWN = SeatState(hand=list(parse("555p1z5p")), points=0, drawn=13, sets=[Ankan(0, parse("1111m"))] * 3)
ABORTIVE = ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "foul_draw")
TENPAI_SEAT = SeatState(hand=list(parse(TENPAI)), points=0)
PONS = [Pon(0, 1, parse("111z"))] * 4

EFFECTS = [
    # the change, a call whose result differs, and the rule set the change starts from
    ({"honba_points": 600}, paid(RON), TENHOU),
    ({"tsumo_loss": "halves"}, paid(TSUMO, players=3), TENHOU_3P),
    ({"pao_yaku": frozenset()}, lambda rules: liabilities_of_win(rules, FED, 0), TENHOU),
    ({"pao_scope": "yaku"}, paid(PAO), TENHOU),
    ({"pao_honba": "discarder"}, paid(PAO), TENHOU),
    ({"rinshan_pao": "always"}, fed_rinshan, TENHOU),
    ({"honba_to": "all"}, paid(TWO_RONS), TENHOU),
    ({"sticks_to": "own_back"}, paid(TWO_RONS, riichi=(2,)), TENHOU),
    (HEAD_BUMP, paid(TWO_RONS), replace(TENHOU, sanchahou="off")),
    ({"noten_pool": 0}, paid(tenpai(0)), TENHOU),
    ({"sanchahou": "off"}, paid(THREE_RONS), TENHOU),
    ({"nagashi": "off"}, paid(NAGASHI), TENHOU),
    ({"nagashi_20_fu": True}, paid(NAGASHI), replace(TENHOU, aotenjou=True)),
    ({"first_dealer": "one_throw"}, lambda rules: players_by_seat(rules, Random(1)), TENHOU),
    ({"sanma_wall": "18-18-18"}, sides_of, TENHOU_3P),
    ({"length": "east"}, followed(RON, wind=0, points=LEADING), TENHOU),
    ({"dealer_repeat": "win"}, followed(tenpai(0), wind=0, dealer=0), replace(TENHOU, tenpai_yame="none")),
    ({"tobi": "none"}, followed(RON, points=(0, 0, 0, 100_000)), TENHOU),
    ({"agari_yame": "none"}, followed(DEALER_WINS, points=(20_000, 20_000, 20_000, 40_000)), TENHOU),
    ({"tenpai_yame": "none"}, followed(tenpai(3), points=(20_000, 20_000, 20_000, 40_000)), TENHOU),
    ({"yame_anywhere": True}, followed(tenpai(3), points=(40_000, 20_000, 20_000, 20_000)), TENHOU),
    ({"extension_winds": 0}, followed(tenpai(0)), TENHOU),
    ({"extension_repeat_first": False}, followed(tenpai(1), wind=2, dealer=1, points=LEADING), TENHOU),
    ({"sudden_death": False}, followed(RON, wind=2, dealer=2, points=LEADING), TENHOU),
    ({"target_points": 40_000}, followed(tenpai(0), points=LEADING), TENHOU),
    *(({kind: "pass"}, followed(AbortiveDraw(kind=kind)), TENHOU) for kind in ABORTIVE),
    ({"chombo": "after_game"}, paid(Chombo(seat=1)), TENHOU),
    ({"chombo_points": 30_000}, lambda rules: final_result(rules, EVEN, chombo=(0, 1, 0, 0)), EMA_2016),
    ({"start_points": 20_000}, ended(40_000, 30_000, 20_000, 10_000), TENHOU),
    ({"return_points": 25_000}, ended(40_000, 30_000, 20_000, 10_000), TENHOU),
    ({"rounding": "up"}, ended(40_100, 29_900, 20_000, 10_000), TENHOU),
    ({"rounding_below_zero": "straight"}, ended(60_100, 29_900, 15_100, -5_100), replace(TENHOU, rounding="up")),
    ({"ties": "share"}, ended(30_000, 30_000, 20_000, 20_000), TENHOU),
    ({"points_as_held": True}, ended(40_000, 30_000, 20_000, 10_000), TENHOU),
    ({"left_sticks": "lost"}, ended(40_000, 29_000, 20_000, 10_000, sticks=1), TENHOU),
    ({"uma": (30_000, 10_000, -10_000, -30_000)}, ended(40_000, 30_000, 20_000, 10_000), TENHOU),
    ({"uma_by_below": ((0, 0, 0, 0),) * 5}, ended(40_000, 30_000, 20_000, 10_000), TENHOU),
    ({"kan_dora_timing": "at_once"}, lambda rules: table()(rules).at_once, TENHOU),
    ({"reds": ()}, no_error("340m456p345678s22z"), TENHOU),
    ({"blues": ("4m",)}, no_error("34b5m456p345678s22z"), TENHOU),
    ({"kita_ron": False}, robbed(NOTHING, "kita", 30), replace(TENHOU_3P, kita_ron=True)),
    ({"kita_from": "draw"}, lambda rules: breaches(table(events=[Draw(0, 27)])(rules), Kita(0, 30)), TENHOU_3P),
    ({"kita_furiten": True}, lambda rules: table(NORTH_TANKI, events=PULLED)(rules).seats[0].furiten, TENHOU_3P),
    ({"dead_wall": 18}, lambda rules: table("19m147p147s12345z", *["19m147p147s12345z"] * 2)(rules).n_live, TENHOU_3P),
    ({"kuikae": "free"}, lambda rules: kuikae_of(Chi(1, 0, (0, 1, 2)), rules), TENHOU),
    ({"kokushi_robs_ankan": True}, robbed("19m19p19s1234567z", "ankan", 27), TENHOU),
    ({"fifth_kan": "draw"}, lambda rules: Options.of(rules), TENHOU),
    ({"open_riichi_shows": "waits"}, lambda rules: TENPAI_SEAT.shown_by_open_riichi(rules), TENHOU),
    ({"riichi_points": "any"}, riichi_now(27, points=0), TENHOU),
    ({"riichi_wall": 0}, riichi_now(27, n_live=2), TENHOU),
    ({"furiten_riichi": False}, riichi_now(27, events=WAIT_DISCARDED), TENHOU),
    ({"riichi_ankan": "none"}, lambda rules: ankan_in_riichi(KAN_OF_DRAWN, 13, rules), TENHOU),
    ({"furiten_until": "draw"}, furiten_after_draw, TENHOU),
    ({"tenpai_shown": "may_hide"}, replayed(f"{TURNS} exhaustive_draw", {1: TENPAI}), TENHOU),
    ({"keishiki_tenpai": False}, replayed(OPEN_DRAW, {1: OPEN}), TENHOU),
    ({"kataagari_noten": True}, replayed(OPEN_DRAW, {1: OPEN}), replace(TENHOU, atozuke="sakizuke")),
    ({"own_held_waits": "tenpai"}, replayed(f"{TURNS} exhaustive_draw", {1: "1111m234p678p789s"}), TENHOU),
    ({"own_held_waits": "all_noten"}, lambda rules: is_tenpai(parse("1z"), PONS, rules), TENHOU),
    ({"tsubame_skips_replaced": False}, sideways_ron, TENHOU),
    ({"paarenchan": "next_win_by_honba"}, lambda rules: is_paarenchan(rules, 8, 7, True), PAARENCHAN),
    ({"suufon_west_only": True}, lambda rules: draws(table(events=FIRST_EASTS)(rules)), TENHOU),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "call", "rules"), EFFECTS, ids=lambda case: ",".join(case) if isinstance(case, dict) else ""
)
def test_an_option_changes_a_result(change, call, rules):
    assert call(replace(rules, **change)) != call(rules)


def test_every_option_changes_a_result_or_is_recorded_only():
    tested = {option for change, _, _ in EFFECTS for option in change}
    assert {*OPTIONS} - tested - {*deciding("value")} - {"name", "note", "players"} == {*RECORDED_ONLY}


def test_no_option_is_recorded_only():
    assert RECORDED_ONLY == ()
