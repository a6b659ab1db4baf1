"""What the format makes easy to get wrong, each in a kyoku made by hand."""

import pytest

from mjlog.errors import Fault
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.rules.yaku import NUMBER
from mjlog.tiles import parse as tiles
from tests.parsers.majsoul import made

HANDS = ("123456789m1122z5s", "123456789p33z55z", "1123456789s444z", "666777z22m344p05p")
TURNED = ("123456789m1122z", "123456789p33z55z5s", *HANDS[2:])
"""Dealt by seat 1."""
K = EventKind


def named(text):
    return made.names(tiles(text))


def start(hands=HANDS, players=4, **fields):
    dealt = {f"tiles{seat}": named(hand) for seat, hand in enumerate(hands[:players])}
    return ("NewRound", {"scores": [25000] * players, "doras": ["9p"], **dealt, **fields})


def deal(seat, tile, **fields):
    return ("DealTile", {"seat": seat, "tile": tile, **fields})


def discard(seat, tile, **fields):
    return ("DiscardTile", {"seat": seat, "tile": tile, **fields})


def called(kind, seat, found, from_seat, **fields):
    found = named(found)
    froms = [seat] * (len(found) - 1) + [from_seat]
    return ("ChiPengGang", {"type": kind, "seat": seat, "tiles": found, "froms": froms, **fields})


def kan(kind, seat, tile, **fields):
    return ("AnGangAddGang", {"type": kind, "seat": seat, "tiles": tile, **fields})


def hule(deltas, *wins, **fields):
    return ("Hule", {"hules": [*wins], "delta_scores": deltas, **fields})


def win(seat, hand, tile, **fields):
    return {"seat": seat, "hand": named(hand), "hu_tile": tile, "fu": 30, **fields}


DRAW = ("NoTile", {"players": [{}] * 4, "scores": [{}]})


def read(*records, head=None):
    return made.one(made.flat(head or {}, list(records)))


def kinds(games):
    return games.events.kind.tolist()


def test_a_tsumo_of_the_dealt_hand_names_the_tile_that_was_drawn():
    hand = "123456789m1122z"
    games = read(start((hand + "5s", *HANDS[1:])), discard(0, "5s"), DRAW)
    assert games.events.tile[0] == tiles("5s")[0]
    games = read(
        start(("123456789m11222z", *HANDS[1:])),
        hule([48000, -16000, -16000, -16000], win(0, "12345678m11222z", "9m", zimo=True, point_zimo_xian=16000)),
    )
    assert (games.events.tile[0], games.wins.tile[0]) == (tiles("9m")[0], tiles("9m")[0])
    assert sorted(made.names(games.kyoku.hands[0, 0])) == sorted(named("12345678m11222z"))
    assert games.wins.points[0] == 48000


def test_a_whole_wall_names_the_first_draw_of_the_dealer():
    left = "1m" * 83
    whole = "".join(named("1" * 52 + "m")) + "3m" + left
    games = read(start(paishan=whole), discard(0, "5s"), DRAW)
    assert games.events.tile[0] == tiles("3m")[0]
    assert sorted(made.names(games.kyoku.hands[0, 0])) == sorted(named("12456789m1122z5s"))
    assert games.games.seed[0] == f"tiles,{whole}"
    for wall in (left, whole.replace("3m", "7z"), whole.replace("3m", "xy")):
        assert read(start(paishan=wall), discard(0, "5s"), DRAW).events.tile[0] == tiles("5s")[0]


def test_a_stick_is_paid_only_where_the_next_record_says_so():
    riichi = discard(0, "5s", is_liqi=True)
    accepted = {"liqi": {"seat": 0, "score": 24000, "liqibang": 1}}
    games = read(start(), riichi, deal(1, "4z", **accepted), discard(1, "4z", moqie=True), DRAW)
    assert kinds(games)[1:5] == [K.RIICHI, K.DISCARD, K.RIICHI_ACCEPTED, K.DRAW]
    assert games.draws.points_before[0].tolist() == [24000, 25000, 25000, 25000]
    games = read(start(), riichi, deal(1, "4z", liqi={"failed": True}), discard(1, "4z", moqie=True), DRAW)
    assert K.RIICHI_ACCEPTED not in kinds(games)


def test_a_ron_on_the_declaration_leaves_the_stick():
    ron = hule([-2000, 2000, 0, 0], win(1, "123456789p33z55z", "5s", point_rong=2000))
    games = read(start(), discard(0, "5s", is_liqi=True), ron)
    assert (K.RIICHI in kinds(games), K.RIICHI_ACCEPTED in kinds(games)) == (True, False)
    assert games.wins.points_before[0].tolist() == [25000] * 4


def test_the_fourth_riichi_is_accepted_by_the_draw():
    games = read(
        start(), ("DiscardTile", {"tile": "5s", "is_liqi": True}), ("LiuJu", {"type": 4, "liqi": {"score": 1}})
    )
    assert (kinds(games)[-1], games.kyoku.result[0]) == (K.RIICHI_ACCEPTED, Result.SUUCHA_RIICHI)
    assert games.draws.sticks[0] == 1


def test_riichi_on_the_last_discard_is_accepted_though_no_record_can_say_so():
    games = read(start(), discard(0, "5s", is_liqi=True), DRAW)
    assert kinds(games)[-1] == K.RIICHI_ACCEPTED


def test_a_kan_names_the_plain_five_and_holds_the_red_one():
    hands = ("5550s123456789m1z", *HANDS[1:])
    games = read(start(hands), kan(3, 0, "5s", doras=["9p", "1s"]), deal(0, "4z"), discard(0, "4z", moqie=True), DRAW)
    assert made.names(games.calls.tiles[0]) == ["0s", "5s", "5s", "5s"]
    assert kinds(games)[:4] == [K.DRAW, K.ANKAN, K.DORA, K.DRAW]


def test_an_added_tile_is_the_red_five_if_that_is_held():
    hands = (HANDS[0], "550s6z123456789p", *HANDS[2:])
    games = read(
        start(hands),
        discard(0, "5s"),
        called(1, 1, "555s", 0),
        discard(1, "6z"),
        deal(2, "1z"),
        discard(2, "1z", moqie=True),
        deal(3, "1z"),
        discard(3, "1z", moqie=True),
        deal(0, "3z"),
        discard(0, "3z", moqie=True),
        deal(1, "2z"),
        kan(2, 1, "5s"),
        deal(1, "7m"),
        discard(1, "7m", moqie=True, doras=["9p", "8p"]),
        DRAW,
    )
    assert made.names(games.calls.tiles[1]) == ["0s", "5s", "5s", "5s"]
    assert games.calls.from_seat[1] == 0
    assert kinds(games)[-2:] == [K.DISCARD, K.DORA]


def test_thirteen_orphans_rob_a_concealed_kan():
    hands = ("1111z23456789m56s", "19m19p19s234567z1p", *HANDS[2:])
    ron = hule([-32000, 32000, 0, 0], win(1, "19m19p19s234567z1p", "1z", point_rong=32000, fans=[{"id": 42, "val": 1}]))
    games = read(start(hands), kan(3, 0, "1z"), ron)
    assert (games.wins.from_seat[0], games.kyoku.result[0]) == (0, Result.WIN)
    assert (games.yaku.yaku[0], games.yaku.han[0], games.yaku.code[0]) == (NUMBER["kokushi"], ABSENT, 42)


def test_a_pulled_north_can_be_ronned_and_has_no_tile_field():
    hands = ("19m123456789p44z5s", "123456789s555z4z", "111222333s6667z")
    games = read(
        start(hands, players=3),
        ("BaBei", {"seat": 0}),
        hule([-1300, 1300, 0], win(1, "123456789s555z4z", "4z", point_rong=1300)),
    )
    assert (games.games.players[0], kinds(games)) == (3, [K.DRAW, K.KITA])
    assert games.wins.from_seat[0] == 0


def test_two_winners_share_what_is_told_together_and_the_nearest_has_honba_and_sticks():
    records = (
        start(ben=2, liqibang=1, hands=HANDS),
        discard(0, "5s"),
        hule(
            [-3600 - 3900, 0, 3900 + 600 + 1000, 3000],
            win(3, "666777z22m344p05p", "5s", point_rong=3000),
            win(2, "1123456789s444z", "5s", point_rong=3900),
        ),
    )
    games = read(*records)
    assert games.wins.winner.tolist() == [2, 3]
    assert games.wins.payments.tolist() == [[-4500, 0, 5500, 0], [-3000, 0, 0, 3000]]
    assert games.wins.sticks.tolist() == [1, 0]


def test_of_two_winners_what_a_liable_player_pays_belongs_to_the_win_that_has_one():
    one = win(2, "1123456789s444z", "5s", point_rong=32000, baopai=2)
    games = read(
        start(), discard(0, "5s"), hule([-17000, -16000, 32000, 1000], one, win(3, HANDS[3], "5s", point_rong=1000))
    )
    assert games.wins.pao.tolist() == [1, ABSENT]
    assert games.wins.payments.tolist() == [[-16000, -16000, 32000, 0], [-1000, 0, 0, 1000]]
    both = win(3, HANDS[3], "5s", point_rong=32000, baopai_seats=[1])
    games = read(start(), discard(0, "5s"), hule([-32000, -32000, 32000, 32000], one, both))
    assert games.wins.pao.tolist() == [1, 1]
    assert (games.wins.payments == ABSENT).all()


def test_points_are_those_of_the_payments_whatever_the_sum_counts():
    tsumo = win(0, "123456789m1122z", "5s", zimo=True, point_zimo_xian=2600, point_sum=99999)
    games = read(start(), hule([7800, -2600, -2600, -2600], tsumo))
    assert games.wins.points[0] == 7800


def test_several_nagashi_are_added():
    scores = [{"delta_scores": [12000, -4000, -4000, -4000]}, {"seat": 1, "delta_scores": [-4000, 8000, -2000, -2000]}]
    games = read(start(), discard(0, "5s"), ("NoTile", {"liujumanguan": True, "players": [{}] * 4, "scores": scores}))
    assert games.draws.payments[0].tolist() == [8000, 4000, -6000, -6000]
    assert games.kyoku.result[0] == Result.NAGASHI_MANGAN


@pytest.mark.parametrize(("code", "result"), [*made.vocab.DRAWS.items()])
def test_abortive_draws(code, result):
    games = read(start(), discard(0, "5s"), ("LiuJu", {"type": code}))
    assert games.kyoku.result[0] == result


def test_the_older_name_of_the_first_indicator_and_of_the_dealt_tiles():
    name, fields = start(doras=None, dora="7z")
    fields = {key.replace("tiles", "begin_tiles[") + "]" * key.startswith("tiles"): v for key, v in fields.items()}
    games = read((name, fields), discard(0, "5s"), DRAW)
    assert games.kyoku.dora_indicator[0] == tiles("7z")[0]


def test_three_indicators_at_the_start_are_another_game():
    found = made.parsed(made.flat({}, [start(doras=["1m", "2m", "3m"]), discard(0, "5s"), DRAW]))
    ((_, game, error),) = found.failures
    assert (len(found.games), game, error.fault) == (0, None, Fault.BAD_RULES)
    assert "3 dora indicators at the start" in error.message


@pytest.mark.parametrize("n_wins", [1, 2])
def test_payments_of_a_win_that_are_missing_are_not_recorded(n_wins):
    wins = [win(2, "1123456789s444z", "5s", point_rong=3900), win(3, HANDS[3], "5s", point_rong=1000)]
    games = read(start(), discard(0, "5s"), hule([], *wins[:n_wins]), start(ju=1, hands=TURNED), DRAW)
    assert len(games.kyoku.wind) == 2
    assert (games.wins.payments == ABSENT).all()
