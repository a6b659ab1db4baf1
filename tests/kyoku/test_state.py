from dataclasses import replace

import pytest

from mjlog.formats import Source
from mjlog.games.columns import Result
from mjlog.games.events import (
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    DoraIndicator,
    Draw,
    Kakan,
    Kita,
    Left,
    OpenRiichi,
    Pon,
    Returned,
    Riichi,
    RiichiAccepted,
)
from mjlog.kyoku.legality import Illegal, actions, breaches, draws, win_breaches
from mjlog.kyoku.state import Expects, KyokuState
from mjlog.rules.presets import TENHOU, tenhou
from mjlog.rules.readings import Circumstance
from mjlog.rules.ruleset import RuleSet
from mjlog.tiles import parse as tiles
from mjlog.tiles import tile_of
from parsers.tenhou import xml

NOTHING = "147m147p147s1234z"
"""A hand that is far from everything."""
TENPAI = "234m456p567s5578s"
"""Waits for 6s and 9s."""


def t(name):
    return tile_of(name, "mpsz")


def table(*hands, rules=TENHOU, **start):
    hands = [tiles(hand) for hand in hands] + [tiles(NOTHING)] * (rules.players - len(hands))
    return KyokuState.deal(rules, hands, dora_indicator=t("9p"), points=[25_000] * rules.players, **start)


def play(state, *events):
    for event in events:
        state.take(event)
    return state


def drawn(seat, name):
    """Draw and discard a tile."""
    return Draw(seat, t(name)), Discard(seat, t(name), tsumogiri=True)


def found(state, event):
    return {illegality.kind for illegality in breaches(state, event)}


def riichi(seat, name):
    return Draw(seat, t(name)), Riichi(seat), Discard(seat, t(name), tsumogiri=True), RiichiAccepted(seat)


def has(state, seat, circumstance):
    return bool(state.win(seat).win.circumstances & circumstance)


# -- the turn


def test_the_dealer_draws_first_and_seats_follow_in_turn():
    state = table(dealer=2)
    assert (state.turn, state.expects, state.n_live) == (2, Expects.DRAW, 70)
    play(state, *drawn(2, "9m"))
    assert (state.turn, state.expects, state.n_live) == (3, Expects.DRAW, 69)
    assert found(state, Draw(0, 0)) == {Illegal.OUT_OF_TURN}
    assert found(state, Discard(3, t("1m"))) == {Illegal.OUT_OF_TURN}


def test_a_discard_must_be_in_the_hand_and_a_tsumogiri_be_the_tile_drawn():
    state = play(table(), Draw(0, t("9m")))
    assert found(state, Discard(0, t("8m"))) == {Illegal.NOT_IN_HAND}
    assert found(state, Discard(0, t("1m"), tsumogiri=True)) == {Illegal.NOT_THE_TILE_DRAWN}
    assert found(state, Discard(0, t("1m"), tsumogiri=False)) == set()


def test_a_tile_of_the_hand_is_not_the_one_drawn():
    state = play(table("123m456p12378s44z"), Draw(0, t("9m")))
    assert found(state, Discard(0, t("9m"), tsumogiri=False)) == {Illegal.NOT_IN_HAND}
    assert found(state, Discard(0, t("9m"), tsumogiri=True)) == set()
    state = play(table("123m456p12378s44z"), Draw(0, t("4z")))
    assert found(state, Discard(0, t("4z"), tsumogiri=False)) == set()


def test_an_equal_tile_of_the_hand_goes_before_the_drawn_one():
    state = play(table(), Draw(0, t("1m")), Discard(0, t("1m"), tsumogiri=False))
    assert state.seats[0].hand[-1] == t("1m")
    assert state.seats[0].river[0].tsumogiri is False


def test_lost_and_regained_connections_change_nothing():
    state = play(table(), Draw(0, t("9m")))
    before = actions(state, 0)
    assert found(state, Left(0)) == set()
    assert actions(play(state, Left(0), Returned(0)), 0) == before


# -- calls


def test_a_chi_takes_from_the_left_neighbour_only():
    state = play(table(NOTHING, "23m1z", "23m1z"), *drawn(0, "4m"))
    assert found(state, Chi(1, 0, tiles("423m"))) == set()
    assert found(state, Chi(2, 0, tiles("423m"))) == {Illegal.CHI_NOT_FROM_KAMICHA}
    assert found(state, Chi(1, 0, tiles("523m"))) == {Illegal.NOT_OFFERED, Illegal.NO_SET}
    assert found(state, Pon(1, 0, tiles("444m"))) == {Illegal.NOT_IN_HAND}


def test_a_called_tile_is_marked_in_the_river():
    state = play(table(NOTHING, "23m"), *drawn(0, "4m"), Chi(1, 0, tiles("423m")))
    assert state.seats[0].river[0].called_by == 1
    assert (state.turn, state.expects) == (1, Expects.CALLED)
    assert not state.uninterrupted


@pytest.mark.parametrize(
    ("own", "called", "banned"),
    [("23m56m", "4", "14"), ("35m4m", "4", "4"), ("56m47m", "4", "47"), ("56m4m", "7", "47"), ("89m7m", "7", "7")],
)
def test_kuikae_bans_the_same_tile_and_the_other_end_of_the_run(own, called, banned):
    state = play(table("", own), *drawn(0, f"{called}m"))
    state.seats[1].hand += tiles("147m")
    low, high = tiles(own)[:2]
    play(state, Chi(1, 0, (t(f"{called}m"), low, high)))
    illegal = {k for k in range(9) if k in state.seats[1].hand and found(state, Discard(1, k)) == {Illegal.KUIKAE}}
    assert illegal == set(tiles(f"{banned}m")) & set(state.seats[1].hand)


def test_kuikae_can_be_free_or_bind_the_same_tile_alone():
    for option, bans in (("free", 0), ("same_tile_forbidden", 1), ("forbidden", 2)):
        state = table(NOTHING, "23m1444p", rules=replace(TENHOU, kuikae=option))
        assert len(play(state, *drawn(0, "4m"), Chi(1, 0, tiles("423m"))).seats[1].kuikae) == bans


def test_a_call_that_leaves_no_discard_is_no_call():
    state = play(table(NOTHING, "2344m"), *drawn(0, "1m"))
    assert found(state, Chi(1, 0, tiles("123m"))) == {Illegal.KUIKAE}


def test_the_last_discard_is_not_called():
    state = table(NOTHING, "99m1z")
    state.n_live = 1
    assert found(play(state, *drawn(0, "9m")), Pon(1, 0, tiles("999m"))) == {Illegal.WALL_EMPTY}


def test_only_own_draws_allow_closed_and_added_kans():
    state = play(table(NOTHING, "99m1111z"), *drawn(0, "9m"), Pon(1, 0, tiles("999m")))
    assert found(state, Ankan(1, tiles("1111z"))) == {Illegal.OUT_OF_TURN}
    play(state, Discard(1, t("1z")), *drawn(2, "8m"), *drawn(3, "8m"), *drawn(0, "8p"), Draw(1, t("9m")))
    assert found(state, Kakan(1, 0, tiles("9999m"))) == set()
    assert found(state, Kakan(1, 0, tiles("1999m"))) == {Illegal.NOT_IN_HAND, Illegal.NO_SET}


def test_there_is_no_fifth_kan():
    state = table("1111222233334m")
    for kind in range(3):
        play(state, Draw(0, t("9s")), Ankan(0, (kind,) * 4))
    play(state, Draw(0, t("9s")), Discard(0, t("9s")), *drawn(1, "8s"))
    state.seats[2].sets.append(Ankan(2, tiles("9999p")))
    state.seats[2].hand = list(tiles("5555z67z"))
    assert found(play(state, Draw(2, t("9s"))), Ankan(2, tiles("5555z"))) == {Illegal.FIFTH_KAN}


@pytest.mark.parametrize("option", ["impossible", "draw"])
def test_a_fifth_kan_can_be_a_draw_while_one_seat_has_four(option):
    rules = replace(TENHOU, fifth_kan=option, suukaikan="off")
    state = table("1111222233334m", "9999p5555s12345z", rules=rules)
    for kind in range(3):
        play(state, Draw(0, t("9s")), Ankan(0, (kind,) * 4), DoraIndicator(t("9s")))
    play(state, Draw(0, t("9s")), Discard(0, t("9s")), *drawn(1, "8s"), *drawn(2, "8s"), *drawn(3, "8s"))
    fourth = Ankan(0, tiles("4444m"))
    state.seats[0].hand = list(tiles("444m7z"))
    play(state, Draw(0, t("4m")), fourth, DoraIndicator(t("9s")), Draw(0, t("9s")), Discard(0, t("9s")))
    fifth = Ankan(1, tiles("9999p"))
    play(state, Draw(1, t("8s")))
    assert found(state, fifth) == (set() if option == "draw" else {Illegal.FIFTH_KAN})
    play(state, fifth)
    assert draws(state) == ({Result.SUUKAIKAN} if option == "draw" else set())
    assert (Illegal.FIFTH_KAN in found(state, Draw(1, t("8s")))) == (option == "draw")


# -- indicators


def test_the_indicator_of_a_closed_kan_comes_before_the_replacement():
    state = play(table("1111m"), Draw(0, t("9s")), Ankan(0, tiles("1111m")))
    assert found(state, Draw(0, t("9s"))) == {Illegal.INDICATOR_LATE}
    assert found(state, DoraIndicator(t("5p"))) == set()
    play(state, DoraIndicator(t("5p")))
    assert state.indicators == [t("9p"), t("5p")]
    assert found(state, DoraIndicator(t("5p"))) == {Illegal.INDICATOR_EXTRA}
    assert found(state, Draw(0, t("9s"))) == set()


def test_the_indicator_of_an_open_kan_comes_between_replacement_and_discard():
    state = play(table(NOTHING, NOTHING, "999m"), *drawn(0, "9m"), Daiminkan(2, 0, tiles("9999m")))
    assert found(state, DoraIndicator(t("5p"))) == {Illegal.INDICATOR_EARLY}
    play(state, Draw(2, t("9s")))
    assert found(state, Discard(2, t("9s"))) == {Illegal.INDICATOR_LATE}
    assert found(play(state, DoraIndicator(t("5p"))), Discard(2, t("9s"))) == set()


def test_a_second_kan_turns_the_indicator_of_the_first():
    state = table(NOTHING, NOTHING, "999m1111z")
    play(state, *drawn(0, "9m"), Daiminkan(2, 0, tiles("9999m")), Draw(2, t("9s")), Ankan(2, tiles("1111z")))
    assert found(state, Draw(2, t("8s"))) == {Illegal.INDICATOR_LATE}
    play(state, DoraIndicator(t("5p")), DoraIndicator(t("6p")))
    assert found(state, Draw(2, t("8s"))) == set()


def test_indicators_at_once_come_before_any_replacement():
    rules = replace(TENHOU, kan_dora_timing="at_once")
    state = play(table("", "999m", rules=rules), *drawn(0, "9m"), Daiminkan(1, 0, tiles("9999m")))
    assert found(state, Draw(1, t("9s"))) == {Illegal.INDICATOR_LATE}
    assert found(state, DoraIndicator(t("5p"))) == set()


# -- riichi


def test_riichi_pays_its_stick_when_the_tile_has_passed():
    state = play(table(TENPAI), Draw(0, t("1z")), Riichi(0), Discard(0, t("1z"), tsumogiri=True))
    assert (state.seats[0].points, state.sticks) == (25_000, 0)
    assert found(state, Draw(1, t("9s"))) == {Illegal.RIICHI_STICK}
    play(state, RiichiAccepted(0))
    assert (state.seats[0].points, state.sticks) == (24_000, 1)
    assert found(state, RiichiAccepted(0)) == {Illegal.RIICHI_STICK}


OPEN = replace(TENHOU, local_yaku=frozenset({"open_riichi"}))


def test_a_riichi_is_opened_right_after_it_is_accepted_where_the_rules_have_it():
    """Second document, line 249."""
    assert found(play(table(TENPAI), *riichi(0, "1z")), OpenRiichi(0)) == {Illegal.OPEN_RIICHI}
    state = play(table(TENPAI, rules=OPEN), *riichi(0, "1z")[:-1])
    assert found(state, OpenRiichi(0)) == {Illegal.OPEN_RIICHI}
    play(state, RiichiAccepted(0))
    assert found(state, OpenRiichi(1)) == {Illegal.OPEN_RIICHI}
    assert OpenRiichi(0) in actions(state, 0)
    play(state, OpenRiichi(0))
    assert found(state, OpenRiichi(0)) == {Illegal.OPEN_RIICHI}
    play(state, *drawn(1, "9s"))
    assert has(state, 0, Circumstance.OPEN_RIICHI)
    assert not has(play(table(TENPAI, rules=OPEN), *riichi(0, "1z"), *drawn(1, "9s")), 0, Circumstance.OPEN_RIICHI)


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("234m456567p78s11z", "78s"),
        ("234m456p789p2345s", "2345s"),
        ("234m456p55s789s11z", "55s11z"),
        ("234m456p2345567s", "2345567s"),
        ("23334m456p567s99s", "33m99s"),
        ("1144m2277p3399s5z", "5z"),
        ("19m19p19s1234567z", "19m19p19s1234567z"),
    ],
)
def test_an_open_riichi_shows_its_hand_or_the_waiting_part(hand, shown):
    """Second document, line 249."""
    seat = table(hand).seats[0]
    assert seat.shown_by_open_riichi(OPEN) == tiles(hand)
    assert seat.shown_by_open_riichi(replace(OPEN, open_riichi_shows="waits")) == tiles(shown)


@pytest.mark.parametrize(
    ("change", "breach"),
    [
        ({"points": 900}, Illegal.RIICHI_POINTS),
        ({"hand": list(tiles(NOTHING + "1z"))}, Illegal.RIICHI_NOTEN),
        ({"riichi_declared": True}, Illegal.RIICHI_TWICE),
    ],
)
def test_riichi_has_conditions(change, breach):
    state = play(table(TENPAI), Draw(0, t("1z")))
    assert found(state, Riichi(0)) == set()
    for name, value in change.items():
        setattr(state.seats[0], name, value)
    assert found(state, Riichi(0)) == {breach}


def test_riichi_needs_tiles_in_the_wall_and_a_closed_hand():
    state = play(table(TENPAI), Draw(0, t("1z")))
    state.n_live = 3
    assert found(state, Riichi(0)) == {Illegal.RIICHI_WALL}
    state = play(table("234m456p567s5z", "55z"), Draw(0, t("9s")), Discard(0, t("5z")), Pon(1, 0, tiles("555z")))
    state.turn, state.expects = 1, Expects.TURN
    state.seats[1].hand = list(tiles("234m456p567s57z"))
    assert found(state, Riichi(1)) == {Illegal.RIICHI_OPEN}


def test_the_tile_that_declares_riichi_must_leave_tenpai():
    state = play(table(TENPAI), Draw(0, t("1z")), Riichi(0))
    assert found(state, Discard(0, t("2m"))) == {Illegal.RIICHI_NOTEN}
    assert {a.tile for a in actions(state, 0)} == {t("7s"), t("1z")}


@pytest.mark.parametrize("allowed", [True, False])
def test_riichi_in_furiten_by_option(allowed):
    for given, drew, furiten in (("9s", "1z", True), ("8p", "1z", False), ("8p", "9s", True)):
        state = table("123m456p12378s44z", rules=replace(TENHOU, furiten_riichi=allowed))
        play(state, *drawn(0, given), *drawn(1, "9m"), *drawn(2, "9m"), *drawn(3, "9m"), Draw(0, t(drew)))
        # whatever a complete hand discards, it waits on
        barred = set() if allowed or not furiten else {Illegal.RIICHI_FURITEN}
        assert found(state, Riichi(0)) == barred
        play(state, Riichi(0))
        assert found(state, Discard(0, t(drew))) == (set() if allowed or not furiten else {Illegal.RIICHI_FURITEN})


def test_a_hand_in_riichi_discards_what_it_draws_and_does_not_call():
    state = play(table(TENPAI), *riichi(0, "1z"), *drawn(1, "9m"), *drawn(2, "9m"), *drawn(3, "9m"), Draw(0, t("2m")))
    assert actions(state, 0) == (Discard(0, t("2m"), tsumogiri=True),)
    assert found(state, Discard(0, t("2m"), tsumogiri=False)) == {Illegal.RIICHI_HAND_CHANGED}
    play(state, Discard(0, t("2m"), tsumogiri=True), *drawn(1, "9m"), *drawn(2, "9m"), *drawn(3, "5s"))
    assert found(state, Pon(0, 3, tiles("555s"))) == {Illegal.RIICHI_HAND_CHANGED}


@pytest.mark.parametrize(
    ("hand", "kan", "same_reading", "same_waits"),
    [
        ("234m456p111z5578s", "1z", True, True),
        ("6667m234p234s555z", "6m", False, False),  # also waits for 7m as a pair
        ("111222333m45p77z", "1m", False, True),  # three equal runs are another reading
    ],
)
def test_a_closed_kan_in_riichi_keeps_the_waits_and_by_option_the_reading(hand, kan, same_reading, same_waits):
    for option, allowed in (("same_reading", same_reading), ("same_waits", same_waits), ("none", False)):
        state = table(hand, rules=replace(TENHOU, riichi_ankan=option))
        play(state, *riichi(0, "1s"), *drawn(1, "9m"), *drawn(2, "9m"), *drawn(3, "9m"), Draw(0, t(kan)))
        assert (Ankan(0, (t(kan),) * 4) in actions(state, 0)) == allowed


def test_double_riichi_is_declared_on_an_uninterrupted_first_turn():
    assert play(table(TENPAI), *riichi(0, "1z")).seats[0].double_riichi
    state = play(table(NOTHING, "", TENPAI, "99m1z"), *drawn(0, "9m"), Pon(3, 0, tiles("999m")), Discard(3, t("1z")))
    play(state, *drawn(0, "9s"), *drawn(1, "9s"), *riichi(2, "1z"))
    assert not state.seats[2].double_riichi


# -- ippatsu, first turns


def test_ippatsu_lasts_until_the_next_own_discard():
    state = play(table(TENPAI), *riichi(0, "1z"), *drawn(1, "9m"), *drawn(2, "9m"), *drawn(3, "9m"), Draw(0, t("6s")))
    assert has(state, 0, Circumstance.IPPATSU)
    assert has(state, 0, Circumstance.DOUBLE_RIICHI)
    play(state, Discard(0, t("6s")), *drawn(1, "9s"))
    assert not has(state, 0, Circumstance.IPPATSU)


@pytest.mark.parametrize("robbed", [True, False])
def test_a_kan_breaks_ippatsu_unless_it_is_robbed(robbed):
    state = table(TENPAI, "66s1z")
    play(state, *drawn(0, "6s"), Pon(1, 0, tiles("666s")), Discard(1, t("1z")), *drawn(2, "9m"), *drawn(3, "9m"))
    play(state, *riichi(0, "1z"), Draw(1, t("6s")), Kakan(1, 0, tiles("6666s")))
    if robbed:
        assert has(state, 0, Circumstance.CHANKAN)
    else:
        play(state, Draw(1, t("9s")), DoraIndicator(0), Discard(1, t("9s"), tsumogiri=True))
    assert has(state, 0, Circumstance.IPPATSU) == robbed


def test_the_first_turn_ends_with_the_own_discard_or_any_call():
    state = play(table(TENPAI, TENPAI, TENPAI), Draw(0, t("6s")))
    assert has(state, 0, Circumstance.FIRST_TURN | Circumstance.TSUMO)
    play(state, Discard(0, t("6s"), tsumogiri=True))
    assert has(state, 2, Circumstance.FIRST_TURN)
    assert not has(state, 2, Circumstance.TSUMO)
    play(state, Draw(1, t("9m")), Discard(1, t("9m")), Draw(2, t("6s")))
    assert has(state, 2, Circumstance.FIRST_TURN)
    play(state, Discard(2, t("6s")), *drawn(3, "9m"), Draw(0, t("6s")))
    assert not has(state, 0, Circumstance.FIRST_TURN)


# -- the end of the wall


def test_the_last_tile_is_haitei_when_drawn_and_houtei_when_discarded():
    state = table(TENPAI, TENPAI)
    state.n_live = 1
    play(state, Draw(0, t("6s")))
    assert has(state, 0, Circumstance.LAST_TILE)
    play(state, Discard(0, t("6s")))
    assert has(state, 1, Circumstance.LAST_TILE)
    assert draws(state) == {Result.EXHAUSTIVE_DRAW}


@pytest.mark.parametrize("both", [True, False])
def test_a_replacement_is_rinshan_and_the_last_tile_too_by_option_only(both):
    state = table("234m456p11z5578s", rules=replace(TENHOU, rinshan_with_haitei=both))
    state.seats[0].hand = list(tiles("456p1111z557s23m"))
    state.n_live = 2
    play(state, Draw(0, t("4m")), Ankan(0, tiles("1111z")), DoraIndicator(0), Draw(0, t("6s")))
    assert has(state, 0, Circumstance.RINSHAN)
    assert has(state, 0, Circumstance.LAST_TILE) == both


def test_no_kan_on_the_last_tile():
    state = table("1111m")
    state.n_live = 1
    assert found(play(state, Draw(0, t("9s"))), Ankan(0, tiles("1111m"))) == {Illegal.WALL_EMPTY}


# -- furiten


def ron(state, seat):
    return {illegality.kind for illegality in win_breaches(state, state.win(seat))}


def test_own_discards_are_furiten_also_when_called():
    state = play(table(TENPAI, "99s1z"), *drawn(0, "9s"), Pon(1, 0, tiles("999s")), Discard(1, t("1z")))
    assert state.seats[0].furiten_by_river
    play(state, *drawn(2, "6s"))
    assert ron(state, 0) == {Illegal.FURITEN}
    assert ron(play(state, *drawn(3, "9m"), Draw(0, t("6s"))), 0) == set()


def test_a_passed_tile_is_furiten_until_the_next_own_discard():
    state = play(table(TENPAI), *drawn(0, "1z"), *drawn(1, "6s"))
    assert ron(state, 0) == set()
    play(state, *drawn(2, "6s"))
    assert ron(state, 0) == {Illegal.FURITEN}
    play(state, *drawn(3, "9m"), *drawn(0, "9m"), *drawn(1, "6s"))
    assert ron(state, 0) == set()


@pytest.mark.parametrize("until", ["discard", "draw"])
def test_same_turn_furiten_can_end_with_the_own_draw(until):
    state = play(table(TENPAI, rules=replace(TENHOU, furiten_until=until)), *drawn(0, "1z"), *drawn(1, "6s"))
    play(state, *drawn(2, "9m"), *drawn(3, "9m"), Draw(0, t("9m")))
    assert state.seats[0].furiten == (until == "discard")


def test_in_riichi_a_passed_ron_or_tsumo_is_furiten_for_good():
    rest = (*drawn(2, "9m"), *drawn(3, "9m"))
    passed_ron = play(table(TENPAI), *riichi(0, "1z"), *drawn(1, "6s"), *rest, *drawn(0, "9m"), *drawn(1, "9s"))
    assert ron(passed_ron, 0) == {Illegal.FURITEN}
    passed_tsumo = play(table(TENPAI), *riichi(0, "1z"), *drawn(1, "9m"), *rest, *drawn(0, "6s"), *drawn(1, "9s"))
    assert passed_tsumo.seats[0].passed_in_riichi


def test_a_hand_that_is_not_tenpai_is_not_furiten():
    state = play(table(), *drawn(0, "9m"), *drawn(1, "9m"))
    assert not state.seats[0].furiten


def test_a_win_needs_a_winning_tile_just_given():
    state = play(table(TENPAI), *drawn(0, "1z"), *drawn(1, "9m"))
    assert ron(state, 0) == {Illegal.NOT_WON}
    state = play(table(NOTHING, "99m1z", TENPAI), *drawn(0, "9s"))
    state.ron_over = True
    assert ron(state, 2) == {Illegal.NOT_OFFERED}


# -- three players


SANMA = tenhou(players=3)


def test_a_north_set_aside_brings_a_replacement_and_keeps_the_hand_closed():
    state = play(table(NOTHING, rules=SANMA), Draw(0, t("9s")), Kita(0, t("4z")))
    assert (state.turn, state.expects, state.seats[0].norths) == (0, Expects.REPLACEMENT, [t("4z")])
    assert state.seats[0].closed
    play(state, Draw(0, t("1z")))
    assert (state.n_live, state.n_replacements, state.uninterrupted) == (53, 1, False)
    assert state.replaced == "kita"
    assert state.win(0).win.kita == 1


def test_four_players_have_no_kita_and_three_no_chi():
    state = play(table(), Draw(0, t("9s")))
    assert found(state, Kita(0, t("4z"))) == {Illegal.NO_KITA}
    state = play(table("", "23p1z", rules=SANMA), *drawn(0, "4p"))
    assert found(state, Chi(1, 0, tiles("423p"))) == {Illegal.CHI_NOT_FROM_KAMICHA}


@pytest.mark.parametrize("furiten", [True, False])
def test_a_north_set_aside_is_a_discard_only_where_agreed(furiten):
    """Second document, line 659: in most rules it is none."""
    rules = replace(SANMA, kita_furiten=furiten)
    events = (Draw(0, t("4z")), Kita(0, t("4z")), *drawn(0, "9s"))
    assert play(table("123p456p789p123s4z", rules=rules), *events).seats[0].furiten == furiten
    assert not play(table("123p456p789p12344s", rules=rules), *events).seats[0].furiten


def test_only_a_drawn_north_is_set_aside_where_agreed():
    """First document, line 363; the second one, line 655, allows one from the hand too."""
    rules = replace(SANMA, kita_from="draw")
    state = play(table("123p456p789p123s4z", rules=rules), Draw(0, t("1z")))
    assert found(state, Kita(0, t("4z"))) == {Illegal.NO_KITA}
    state = play(table("123p456p789p123s4z", rules=rules), Draw(0, t("4z")))
    assert found(state, Kita(0, t("4z"))) == set()


def test_a_north_can_be_ronned_and_is_no_chankan():
    state = play(table(NOTHING, "234p456p567s55s44z", rules=SANMA), Draw(0, t("9s")), Kita(0, t("4z")))
    assert ron(state, 1) == set()
    assert has(state, 1, Circumstance.KITA_RON)
    assert not has(state, 1, Circumstance.CHANKAN)


# -- pao and draws


def test_whoever_feeds_the_last_dragon_is_liable_for_daisangen():
    state = table("5z", "6z", "55566677z1z", "7z")
    play(
        state, *drawn(0, "5z"), Pon(2, 0, tiles("555z")), Discard(2, t("1z")), *drawn(3, "7z"), Pon(2, 3, tiles("777z"))
    )
    assert state.win(2).pao == {} if state.offer else True
    play(state, Discard(2, t("5z")), Draw(3, t("9m")), Discard(3, t("9m")), *drawn(0, "9m"), *drawn(1, "6z"))
    play(state, Pon(2, 1, tiles("666z")), Discard(2, t("6z")), *drawn(3, "9m"))
    assert state.win(2).pao == {"daisangen": 1}


def test_the_feeder_of_a_daiminkan_is_liable_until_the_next_discard():
    """Second document, line 611."""
    kan = [*drawn(0, "9m"), Daiminkan(1, 0, tiles("9999m")), Draw(1, t("8s"))]
    hands = (NOTHING, "999m234p567p888s1z")
    state = play(table(*hands), *kan, Ankan(1, tiles("8888s")), Draw(1, t("1z")))
    assert state.win(1).kan_feeder == 0
    state = play(table(*hands), *kan, Discard(1, t("8s")), *drawn(2, "1z"))
    assert state.win(1).kan_feeder is None
    state = play(state, *drawn(3, "2z"), *drawn(0, "2z"), Draw(1, t("1z")))
    assert state.win(1).kan_feeder is None


def test_a_kita_after_a_kan_leaves_the_discard_one_after_a_kan():
    """First document, line 1367."""
    kan = [*drawn(0, "9p"), Daiminkan(1, 0, tiles("9999p")), Draw(1, t("4z")), Kita(1, t("4z"))]
    state = play(table("", "999p234s567s888s1z", "234p567p888s123s5z", rules=SANMA), *kan)
    assert not has(state, 2, Circumstance.AFTER_KAN)
    assert has(play(state, *drawn(1, "5z")), 2, Circumstance.AFTER_KAN)
    play(state, *drawn(2, "9s"), *drawn(0, "9s"), Draw(1, t("4z")), Kita(1, t("4z")), *drawn(1, "5z"))
    assert not has(state, 2, Circumstance.AFTER_KAN)


def test_nine_kinds_of_terminals_and_honors_may_end_the_first_turn():
    state = play(table("19m19p19s1234z258m"), Draw(0, t("5z")))
    assert draws(state) == {Result.KYUUSHU_KYUUHAI}
    assert draws(play(state, Discard(0, t("5z")), Draw(1, t("5z")))) == set()


def test_four_equal_winds_end_the_first_turn():
    state = play(table(), *(event for seat in range(4) for event in drawn(seat, "2z")))
    assert draws(state) == {Result.SUUFON_RENDA}


def test_four_riichi_end_the_kyoku_when_the_fourth_tile_has_passed():
    state = play(table(TENPAI, TENPAI, TENPAI, TENPAI), *(event for seat in range(4) for event in riichi(seat, "9m")))
    assert draws(state) == {Result.SUUCHA_RIICHI}


def test_four_kans_of_two_players_end_the_kyoku_after_the_discard():
    state = table("1111222233334m", "5555z")
    for kind in range(3):
        play(state, Draw(0, t("9s")), Ankan(0, (kind,) * 4))
    play(state, *drawn(0, "9s"), Draw(1, t("9s")), Ankan(1, tiles("5555z")), Draw(1, t("9s")))
    assert draws(state) == set()
    assert draws(play(state, Discard(1, t("9s")))) == {Result.SUUKAIKAN}


def test_terminals_and_honors_uncalled_are_nagashi():
    state = table()
    state.n_live = 4
    play(state, *drawn(0, "1z"), *drawn(1, "5m"), *drawn(2, "5m"), *drawn(3, "5m"))
    assert draws(state) == {Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN}


# -- genuine games


def genuine(shared, step):
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::step]
    games = xml.parse([Source(path.name, path.read_bytes()) for path in paths]).games
    return [(game, kyoku) for game in games for kyoku in game.kyoku]


def start(game, kyoku):
    return KyokuState.deal(
        game.rules,
        kyoku.hands,
        dora_indicator=kyoku.dora_indicator,
        points=kyoku.points,
        dealer=kyoku.dealer,
        round_wind=kyoku.wind,
        honba=kyoku.honba,
        sticks=kyoku.sticks,
    )


BY_CIRCUMSTANCE = {
    "riichi": Circumstance.RIICHI,
    "double_riichi": Circumstance.DOUBLE_RIICHI,
    "ippatsu": Circumstance.IPPATSU,
    "rinshan": Circumstance.RINSHAN,
    "chankan": Circumstance.CHANKAN,
    "haitei": Circumstance.LAST_TILE | Circumstance.TSUMO,
    "houtei": Circumstance.LAST_TILE,
}


def test_genuine_games_are_legal_and_their_wins_have_the_circumstances_claimed(shared):
    for game, kyoku in genuine(shared, 140):
        state = start(game, kyoku)
        for event in kyoku.events:
            assert breaches(state, event) == (), (game.source, kyoku.name, event)
            state.take(event)
        points = tuple(seat.points for seat in state.seats)
        for win in kyoku.wins:
            winning = state.win(win.winner)
            assert win_breaches(state, winning) == ()
            assert (winning.from_seat, winning.win.tile) == (win.from_seat, win.tile)
            assert sorted(winning.win.concealed) == sorted(win.hand)
            assert winning.win.dora == win.dora_indicators
            assert points == kyoku.wins[0].points_before
            claimed = {yaku.key for yaku in win.yaku} & set(BY_CIRCUMSTANCE)
            bits = winning.win.circumstances & ~(0 if winning.from_seat is None else Circumstance.TSUMO)
            shown = {key for key, bit in BY_CIRCUMSTANCE.items() if bits & bit == bit}
            if Circumstance.TSUMO & bits:
                shown -= {"houtei"}
            assert claimed == shown or any(yaku.han is None for yaku in win.yaku), (game.source, kyoku.name)
        if kyoku.draw:
            assert points == kyoku.draw.points_before
            assert kyoku.result in draws(state) | {Result.SANCHAHOU}


def test_every_action_of_genuine_games_is_among_the_legal_ones(shared):
    for game, kyoku in genuine(shared, 700)[::3]:
        state = start(game, kyoku)
        for event in kyoku.events:
            if not isinstance(event, Draw | RiichiAccepted | DoraIndicator | Left | Returned):
                assert described(event) in map(described, actions(state, event.seat)), (game.source, kyoku.name, event)
            state.take(event)


def described(event):
    tiles = getattr(event, "tiles", (getattr(event, "tile", None),))
    return type(event), event.seat, sorted(tiles, key=str), getattr(event, "tsumogiri", None)


def test_the_default_rules_are_those_of_the_state_machine():
    assert table(rules=RuleSet()).n_live == 70
