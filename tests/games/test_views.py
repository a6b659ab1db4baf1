from datetime import datetime

import pytest

from mjlog.formats import Source
from mjlog.games.batch import concatenate
from mjlog.games.columns import Limit, Result
from mjlog.games.events import Chi, Discard, DoraIndicator, Draw, Kita, Left, Pon, Returned, Riichi, RiichiAccepted
from mjlog.tiles import parse as tiles
from parsers.tenhou import xml

FOUR = """<mjloggm ver="2.3"><GO type="169" lobby="0"/><UN n0="A" n1="B" n2="C" n3="D" dan="10,11,12,13" \
rate="1500.00,1600.00,1700.00,1800.00" sx="M,F,M,C"/><TAIKYOKU oya="0"/>\
<INIT seed="0,0,0,1,2,108" ten="250,250,250,250" oya="0" hai0="0,4,8,12,17,20,24,28,32,36,40,44,48" \
hai1="1,5,9,13,16,21,25,29,33,37,41,45,49" hai2="2,6,10,14,18,22,26,30,34,38,42,46,50" \
hai3="3,7,11,15,19,23,27,31,35,39,43,47,51"/>\
<T120/><D120/><U121/><E13/><N who="2" m="5335" /><F50/>\
<BYE who="3" /><W122/><UN n3="D"/><REACH who="3" step="1"/><G122/>\
<REACH who="3" ten="250,250,250,240" step="2"/><T52/>\
<AGARI ba="0,1" hai="0,4,8,12,17,20,24,28,32,36,40,44,48,52" machi="52" ten="30,4000,0" yaku="0,1,54,1" doraHai="108" \
who="0" fromWho="0" sc="250,50,250,-13,250,-13,240,-14" />\
<INIT seed="0,1,0,0,0,1" ten="300,237,237,226" oya="0" hai0="0,4,8,12,17,20,24,28,32,36,40,44,48" \
hai1="1,5,9,13,16,21,25,29,33,37,41,45,49" hai2="2,6,10,14,18,22,26,30,34,38,42,46,50" \
hai3="3,7,11,15,19,23,27,31,35,39,43,47,51"/>\
<T120/><D120/><RYUUKYOKU ba="1,0" sc="300,-10,237,-10,237,30,226,-10" \
hai2="2,6,10,14,18,22,26,30,34,38,42,46,50" owari="290,9.0,227,-17.3,267,-13.3,216,21.6" /></mjloggm>"""

THREE = """<mjloggm ver="2.3"><GO type="185" lobby="0"/><UN n0="A" n1="B" n2="C" n3="" dan="1,1,1,0" \
rate="1500.00,1500.00,1500.00,1500.00" sx="M,M,M,C"/><TAIKYOKU oya="0"/>\
<INIT seed="0,0,0,1,2,108" ten="350,350,350,0" oya="0" hai0="0,32,36,40,44,48,52,56,60,64,68,72,76" \
hai1="1,33,37,41,45,49,53,57,61,65,69,73,77" hai2="2,34,38,42,46,50,54,58,62,66,70,74,78" hai3=""/>\
<T120/><N who="0" m="30752" /><T121/><D121/><RYUUKYOKU type="kaze4" ba="0,0" sc="350,0,350,0,350,0,0,0" /></mjloggm>"""


def read(text):
    parsed = xml.parse([Source("2020010203gm-00a9-0000-12345678.xml", text.encode())])
    return parsed.games


@pytest.fixture(scope="module")
def game():
    return read(FOUR)[0]


def test_a_game_tells_who_played_what(game):
    assert game.names == ("A", "B", "C", "D")
    assert game.players == 4
    assert game.started == datetime(2020, 1, 2, 3)
    assert game.seed is None
    assert game.rules.length == "hanchan"
    assert game.final_points == (29_000, 22_700, 26_700, 21_600)
    assert game.final_scores == (9.0, -17.3, -13.3, 21.6)
    assert repr(game) == f"<game {game.id}, 4 players, 2 kyoku>"


def test_a_batch_shows_its_size_in_a_line_and_its_games_in_a_table(game):
    games = concatenate([game.games, read(THREE)])
    assert repr(games) == "<Games: 2 games, 3 kyoku>"
    shown = games._repr_html_()
    assert "<caption>Games: 2 games, 3 kyoku</caption>" in shown
    assert ">D +21.6, A +9.0, C -13.3, B -17.3</td>" in shown, "the players in the order of their places"
    assert ">A, B, C</td>" in shown
    many = concatenate([games] * 6)
    assert (many._repr_html_().count("<tr>"), "; the first 10</caption>" in many._repr_html_()) == (11, True)


def test_a_kyoku_tells_what_was_dealt(game):
    kyoku = game.kyoku[1]
    assert (kyoku.name, kyoku.dealer, kyoku.sticks) == ("E1-1", 0, 0)
    assert kyoku.points == (30_000, 23_700, 23_700, 22_600)
    assert kyoku.hands[1] == tiles("123406789m1234p")
    assert kyoku.hand_copies is not None
    assert kyoku.hand_copies[3][:2] == (3, 7)
    assert kyoku.dice == (1, 1)
    assert (kyoku.dora_indicator, kyoku.dora_indicator_copy) == (0, 1)
    assert kyoku.chips is None


def test_events_come_in_the_order_of_the_log(game):
    assert game.kyoku[0].events == (
        Draw(0, 30, 120),
        Discard(0, 30, 120, True),
        Draw(1, 30, 121),
        Discard(1, 3, 13, False),
        Chi(2, 1, tiles("423m"), (13, 6, 10)),
        Discard(2, 12, 50, False),
        Left(3),
        Draw(3, 30, 122),
        Returned(3),
        Riichi(3),
        Discard(3, 30, 122, True),
        RiichiAccepted(3),
        Draw(0, 35, 52),
    )


def test_a_win_is_what_the_log_claims(game):
    (win,) = game.kyoku[0].wins
    assert (win.winner, win.from_seat, win.pao, win.tile) == (0, None, None, 35)
    assert [(y.key, y.han, y.code) for y in win.yaku] == [("menzen_tsumo", 1, 0), ("red_dora", 1, 54)]
    assert (win.fu, win.points, win.limit) == (30, 4_000, Limit.NONE)
    assert win.payments == (5_000, -1_300, -1_300, -1_400)
    assert win.points_before == (25_000, 25_000, 25_000, 24_000)
    assert (win.calls, win.ura_indicators, win.chip_payments) == ((), (), None)
    assert game.kyoku[0].draw is None


def test_a_draw_shows_who_was_tenpai(game):
    draw = game.kyoku[1].draw
    assert draw.reason is Result.EXHAUSTIVE_DRAW
    assert [hand is not None for hand in draw.hands] == [False, False, True, False]
    assert draw.payments == (-1_000, -1_000, 3_000, -1_000)
    assert game.kyoku[1].wins == ()


def test_three_players_have_three_seats():
    game = read(THREE)[0]
    kyoku = game.kyoku[0]
    assert (game.players, game.names, kyoku.points) == (3, ("A", "B", "C"), (35_000,) * 3)
    assert len(kyoku.hands) == len(kyoku.draw.payments) == 3
    assert kyoku.events[1] == Kita(0, 30, 120)
    assert not game.complete
    assert game.final_points is None
    assert game.final_scores is None


def test_calls_and_indicators_of_genuine_games_are_events(shared):
    names = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::200]
    games = xml.parse([Source(path.name, path.read_bytes()) for path in names]).games
    events = [event for game in games for kyoku in game.kyoku for event in kyoku.events]
    assert len(events) == len(games.events.kind)
    assert {Chi, Pon, DoraIndicator} <= set(map(type, events))
