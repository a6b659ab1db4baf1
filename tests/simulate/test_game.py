import base64
from copy import deepcopy
from dataclasses import replace
from datetime import datetime
from random import Random

import numpy as np
import pytest

from mjlog.formats import Source
from mjlog.games.batch import NESTING
from mjlog.games.columns import Result
from mjlog.games.events import Chi, Daiminkan, Discard, Pon, Riichi
from mjlog.kyoku.legality import breaches, may_riichi, win_breaches
from mjlog.kyoku.state import KyokuState
from mjlog.rules.presets import tenhou
from mjlog.rules.settlement import Kyoku
from mjlog.simulate.game import play, seeded
from mjlog.simulate.players import Habits
from mjlog.simulate.scenarios import Scenario, arranged_wall
from mjlog.simulate.to_games import LogHeader, to_games
from mjlog.simulate.turns import play_kyoku
from mjlog.wall.seed import HASHED_BASE64
from parsers.tenhou import xml

HABITS = [
    Habits(calls=0.9, kans=1.0, open_kans=0.5),
    Habits(calls=0.4, riichi=1.0, folds_from=1),
    Habits(riichi=0.3, folds_from=9),
    Habits(calls=0),
]


def played(number, players):
    seed = HASHED_BASE64 + base64.b64encode(Random(number).randbytes(2496)).decode()
    return play(tenhou(players=players), HABITS[:players], seeded(seed, players), Random(number)), seed


def header(number, players, seed):
    kind = 0xB9 if players == 3 else 0xA9
    return LogHeader(
        id=f"20230101{number:02d}gm-{kind:04x}-0000-{number:08x}",
        names=("Aoi", "Botan", "Chika", "Daichi")[:players],
        dan=(10, 11, 12, 13)[:players],
        rate=(1500.0, 1600.5, 1700.0, 1800.25)[:players],
        sex=("F", "F", "F", "M")[:players],
        started=datetime(2023, 1, 1, number),
        seed=seed,
        room="鳳",
        vendor_type=kind,
    )


@pytest.fixture(scope="module")
def games():
    return [(*played(number, 3 if number % 3 == 2 else 4), number) for number in range(6)]


def test_the_same_chance_plays_the_same_game(games):
    assert played(1, 4)[0] == games[1][0]


def test_points_are_neither_made_nor_lost(games):
    for game, _, _ in games:
        rules = game.rules
        for kyoku in game.kyoku:
            on_table = sum(kyoku.settlement.points) + 1000 * kyoku.settlement.sticks
            assert on_table == rules.start_points * rules.players
        assert sum(game.result.scores) == 0


def test_every_event_and_win_is_legal(games):
    for game, _, _ in games:
        for kyoku in game.kyoku:
            hands = [tuple(map(tile, hand)) for hand in kyoku.wall.hands]
            state = KyokuState.deal(
                game.rules,
                hands,
                dora_indicator=tile(kyoku.wall.dora_indicators[0]),
                points=kyoku.start.points,
                dealer=kyoku.start.dealer,
            )
            for event in kyoku.events:
                assert breaches(state, event) == ()
                state.take(event)
            for win in kyoku.wins:
                assert win_breaches(state, win.winning) == ()


@pytest.mark.parametrize("furiten_riichi", [True, False])
def test_riichi_with_a_discard_is_legal_where_both_are(games, furiten_riichi):
    n_declared = 0
    for game, _, _ in games[:2]:
        rules = replace(game.rules, furiten_riichi=furiten_riichi)
        for kyoku in game.kyoku:
            hands = [tuple(map(tile, hand)) for hand in kyoku.wall.hands]
            first = tile(kyoku.wall.dora_indicators[0])
            state = KyokuState.deal(rules, hands, dora_indicator=first, points=kyoku.start.points)
            state.turn = state.dealer = kyoku.start.dealer
            for event in kyoku.events:
                if isinstance(event, Riichi):
                    n_declared += 1
                    for own in {*state.seats[event.seat].hand}:
                        later = deepcopy(state)
                        both = breaches(later, event) == ()
                        later.take(event)
                        both = both and breaches(later, Discard(event.seat, own)) == ()
                        assert may_riichi(state, event.seat, own) == both
                state.take(event)
    assert n_declared > 10


def tile(copy):
    return {16: 34, 52: 35, 88: 36}.get(copy, copy // 4)


def test_games_written_as_tenhou_xml_are_read_back_the_same(games):
    headers = [header(number, game.rules.players, seed) for game, seed, number in games]
    batch = to_games(zip([game for game, _, _ in games], headers, strict=True))
    texts = xml.write(batch)
    parsed = xml.parse([Source(f"{h.id}.xml", text) for h, text in zip(headers, texts, strict=True)])
    assert parsed.failures == ()
    for group in ("games", "seats", *(child for _, _, child in NESTING)):
        for name, here, there in columns(batch, parsed.games, group):
            np.testing.assert_array_equal(here, there, err_msg=f"{group}.{name}")
    assert xml.write(parsed.games) == texts


def columns(batch, other, group):
    here, there = getattr(batch, group), getattr(other, group)
    return zip(here._fields, here, there, strict=True)


def test_passive_players_only_draw_and_discard():
    seed = HASHED_BASE64 + base64.b64encode(Random(0).randbytes(2496)).decode()
    game = play(tenhou(east_only=True), [Habits(passive=True)] * 4, seeded(seed, 4), Random(0))
    assert {kyoku.result for kyoku in game.kyoku} == {Result.EXHAUSTIVE_DRAW}
    assert {len(kyoku.events) for kyoku in game.kyoku} == {140}


@pytest.mark.parametrize(
    ("option", "river", "payments"),
    [
        ("always", "9s", (-1300, 1300, 0, 0)),
        ("unless_furiten", "9s", (-700, 1500, -400, -400)),
        ("unless_furiten", "9m", (-1300, 1300, 0, 0)),
        ("off", "9m", (-700, 1500, -400, -400)),
    ],
)
def test_who_feeds_a_daiminkan_pays_for_the_replacement_that_wins(option, river, payments):
    """Seat 1, which waits on 6s and 9s, discards the tile of `river` and calls a kan of the dealer's third."""
    rules = replace(tenhou(), rinshan_pao=option, disabled_yaku=frozenset({"menzen_tsumo"}))
    habits = [Habits(passive=True)] * 4
    habits[1] = Habits(calls=0, open_kans=1, riichi=0, folds_from=9)
    scenario = Scenario(
        hands=["", "444z234m456p78s55s"],
        draws=f"2p9p1p2p3p{river}1p2p4z",
        replacements="6s",
        dora="1z1z",
        habits=habits,
    )
    start, chance = Kyoku(wind=0, dealer=0, points=(25000,) * 4), Random(1)
    played = play_kyoku(rules, habits, start, arranged_wall(scenario, rules, chance), chance)
    assert [yaku.key for yaku in played.wins[0].score.yaku] == ["rinshan"]
    assert tuple(end - 25000 for end in played.settlement.points) == payments


CHI, PON, KAN = "46p234m778m678s55s", "55p333m888p44m78s8m", "555p333m888p44m8s8m"
RON = "22s234345s678p34p"


@pytest.mark.parametrize(
    ("hands", "seats", "first"),
    [
        ((CHI, PON, RON), {1}, Chi),
        ((CHI, PON, RON), {1, 2}, Pon),
        ((CHI, KAN, RON), {1, 2}, Daiminkan),
        ((CHI, PON, RON), {1, 2, 3}, None),
        ((CHI, KAN, RON), {1, 2, 3}, None),
    ],
)
def test_a_ron_comes_before_a_kan_or_pon_and_these_before_a_chi(hands, seats, first):
    """First document, line 244: on the dealer's 5p only `seats` react, with the calls and the win they have."""
    rules, chance = tenhou(red=False), Random(1)
    eager = Habits(calls=1, open_kans=1, riichi=0, folds_from=9)
    habits = [eager if seat in seats else Habits(passive=True) for seat in range(4)]
    wall = arranged_wall(Scenario(hands=("", *hands), draws="5p", habits=()), rules, chance)
    played = play_kyoku(rules, habits, Kyoku(wind=0, dealer=0, points=(25000,) * 4), wall, chance)
    calls = [type(event) for event in played.events if isinstance(event, Chi | Pon | Daiminkan)]
    assert calls[:1] == ([] if first is None else [first])
    assert first is not None or [win.winning.win.seat_wind for win in played.wins] == [3]


@pytest.mark.parametrize(("multiple_ron", "winners"), [("head_bump", [1]), ("paid", [1, 3])])
def test_the_nearest_of_two_winners_comes_first(multiple_ron, winners):
    """First document, line 246."""
    rules, chance = replace(tenhou(red=False), multiple_ron=multiple_ron, sanchahou="off"), Random(1)
    habits = [Habits(passive=seat % 2 == 0) for seat in range(4)]
    scenario = Scenario(hands=("", "234678s88s678p34p", "", RON), draws="5p", habits=())
    played = play_kyoku(
        rules, habits, Kyoku(wind=0, dealer=0, points=(25000,) * 4), arranged_wall(scenario, rules, chance), chance
    )
    assert [win.winning.win.seat_wind for win in played.wins] == winners
