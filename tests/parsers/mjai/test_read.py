"""mjai logs of every dialect and shape, each with what is read of it."""

import gzip
import json

import numpy as np
import pytest

import mjlog
from mjlog.errors import Fault
from mjlog.formats import Source
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.games.events import Ankan, Chi, Daiminkan, Kakan, Kita, Pon
from mjlog.tiles import parse as tiles
from parsers.mjai import read
from parsers.mjai.write import write
from tests.parsers.mjai.logs import (
    DRAWN,
    END_GAME,
    END_KYOKU,
    GAME,
    HANDS,
    RON,
    TSUMO,
    discard,
    draw,
    event,
    fault,
    game,
    kyoku,
    log,
    only,
    parse,
    start,
    tiles_named,
    win,
)


def test_a_kyoku_is_read_as_it_is_told():
    one = only(game(*kyoku(*TSUMO, honba=2, sticks=1)))
    (first,) = one.kyoku
    assert (first.name, first.dealer, first.honba, first.sticks, first.points) == ("E1-2", 0, 2, 1, (25000,) * 4)
    assert first.hands[0] == tiles("123456789m11z56p")
    assert first.hand_copies is None
    (won,) = first.wins
    assert (won.winner, won.from_seat, won.tile, won.honba, won.sticks) == (0, None, 12, 2, 1)
    assert won.hand == tiles("123456789m456p11z")
    assert (won.payments, won.fu, won.limit, won.yaku) == ((6000, -2000, -2000, -2000), None, None, None)


def test_seats_are_counted_from_the_first_dealer():
    tsumo = [draw(2, "N"), win(2, 2, deltas=[-2000, -1000, 4000, -1000])]
    one = only(game(*kyoku(*tsumo, dealer=2, points=[1, 2, 3, 4])))
    assert one.kyoku[0].dealer == 0
    assert one.kyoku[0].points == (3, 4, 1, 2)
    assert one.kyoku[0].wins[0].payments == (4000, -1000, -2000, -1000)
    assert one.games.seats.name[0].tolist() == ["C", "D", "A", "B"]


def test_the_original_dialect_tells_yaku_fu_and_points():
    said = win(
        3, 0, pai="F", uradora_markers=["1p"], fu=40, fan=5, hora_points=12000, deltas=[-12000, 0, 0, 12000],
        hora_tehais=HANDS[3], yakus=[["reach", 1], ["sangenpai", 2], ["uradora", 2]], pao=1,
    )  # fmt: skip
    won = only(game(*kyoku(draw(0, "F"), discard(0, "F", True), said))).kyoku[0].wins[0]
    assert [(yaku.key, yaku.han, yaku.code) for yaku in won.yaku] == [
        ("riichi", 1, None), ("hatsu", 1, None), ("chun", 1, None), ("ura_dora", 2, None),
    ]  # fmt: skip
    assert (won.fu, won.points, won.pao, won.ura_indicators, won.tile) == (40, 12000, 1, (9,), 32)


def test_a_yakuman_has_no_han():
    said = win(0, 0, yakus=[["tenho", 100]], deltas=[48000, -16000, -16000, -16000])
    (yaku,) = only(game(*kyoku(draw(0, "4p"), said))).kyoku[0].wins[0].yaku
    assert (yaku.key, yaku.han) == ("tenhou", None)


def test_calls_are_read_with_their_tiles_in_order():
    hands = (tiles_named("5m 5mr 1m 2m 3m 4m 6m 7m 8m 9m E E E"), *HANDS[1:])
    played = [
        draw(0, "E"), event("ankan", actor=0, consumed=["E"] * 4), event("dora", dora_marker="1s"), draw(0, "P"),
        discard(0, "P", True), event("pon", actor=3, target=0, pai="P", consumed=["P", "P"]), discard(3, "N"),
        draw(0, "2m"), discard(0, "2m", True),
        event("daiminkan", actor=3, target=0, pai="2m", consumed=["2m"] * 3), draw(3, "P"),
        event("dora", dora_marker="2s"),
        event("kakan", actor=3, pai="P", consumed=["P"] * 3), draw(3, "5m"), discard(3, "5m", True),
        event("pon", actor=0, target=3, pai="5m", consumed=["5m", "5mr"]), discard(0, "1m"),
    ]  # fmt: skip
    view = only(game(*kyoku(*played, DRAWN, hands=hands))).kyoku[0]
    calls = [e for e in view.events if isinstance(e, Ankan | Pon | Daiminkan | Kakan)]
    assert [(type(c), c.seat, c.tiles) for c in calls] == [
        (Ankan, 0, (27, 27, 27, 27)),
        (Pon, 3, (31, 31, 31)),
        (Daiminkan, 3, (1, 1, 1, 1)),
        (Kakan, 3, (31, 31, 31, 31)),
        (Pon, 0, (4, 34, 4)),
    ]
    assert calls[3].from_seat == 0


def test_chi_needs_a_run():
    chi = event("chi", actor=1, target=0, pai="2s", consumed=["3s", "4s"])
    view = only(game(*kyoku(draw(0, "2s"), discard(0, "2s"), chi, DRAWN))).kyoku[0]
    assert [e.tiles for e in view.events if isinstance(e, Chi)] == [(19, 20, 21)]
    chi["consumed"] = ["3s", "5s"]
    assert fault(game(*kyoku(draw(0, "2s"), discard(0, "2s"), chi, DRAWN))).fault == Fault.BAD_TILES


def test_a_kakan_that_names_the_called_tile_adds_the_other():
    hands = (tiles_named("5m 5m 1m 2m 3m 4m 6m 7m 8m 9m E E E"), *HANDS[1:])
    played = [
        draw(0, "1p"), discard(0, "1p", True), draw(1, "5mr"), discard(1, "5mr", True),
        event("pon", actor=0, target=1, pai="5mr", consumed=["5m", "5m"]), discard(0, "1m"),
        draw(0, "5m"), event("kakan", actor=0, pai="5mr", consumed=["5m", "5m", "5m"]), DRAWN,
    ]  # fmt: skip
    view = only(game(*kyoku(*played, hands=hands))).kyoku[0]
    assert [e.tiles for e in view.events if isinstance(e, Kakan)] == [(4, 34, 4, 4)]


def test_winner_takes_the_accepted_riichi_and_the_sticks_of_before():
    played = [
        draw(0, "W"), event("reach", actor=0), discard(0, "W", True), event("reach_accepted", actor=0),
        draw(1, "N"), discard(1, "N", True), win(2, 1, deltas=[0, -1300, 4300, 0], ura_markers=[]),
    ]  # fmt: skip
    won = only(game(*kyoku(*played, sticks=1))).kyoku[0].wins[0]
    assert (won.sticks, won.points_before) == (2, (24000, 25000, 25000, 25000))


def test_points_of_the_next_kyoku_tell_a_payment_that_is_not_told():
    next_points = [23000, 25000, 27000, 25000]
    bare = [*RON[:2], win(2, 0)]
    one = only(game(*kyoku(*bare), *kyoku(*bare, number=2, points=next_points)))
    assert one.kyoku[0].wins[0].payments == (-2000, 0, 2000, 0)
    assert one.games.wins.payments[1].tolist() == [ABSENT] * 4


def test_one_payment_of_two_untold_ones_cannot_be_known():
    bare = [*RON[:2], win(2, 0), win(3, 0)]
    games = parse(game(*kyoku(*bare), *kyoku(*TSUMO, number=2, points=[20000, 25000, 27000, 28000]))).games
    assert (games.wins.payments[:2] == ABSENT).all()


def test_points_are_found_from_those_told_later():
    reach = [
        draw(0, "W"), event("reach", actor=0), discard(0, "W"),
        event("reach_accepted", actor=0, deltas=[-1000, 0, 0, 0], scores=[24000, 25000, 25000, 26000]),
    ]  # fmt: skip
    ron = [draw(0, "W"), discard(0, "W"), win(2, 0, deltas=[-8000, 0, 8000, 0], scores=[22000, 25000, 33000, 20000])]
    drawn = DRAWN | {"scores": [25000, 25000, 25000, 26000]}
    assert only(game(*kyoku(*reach, DRAWN, points=None))).kyoku[0].points == (25000, 25000, 25000, 26000)
    assert only(game(*kyoku(*ron, points=None))).kyoku[0].points == (30000, 25000, 25000, 20000)
    assert only(game(*kyoku(draw(0, "W"), drawn, points=None))).kyoku[0].points == (25000, 25000, 25000, 26000)
    assert fault(game(*kyoku(*RON, points=None))).fault == Fault.MISSING_VALUE


def drawn_out(*first, n=70):
    """Draws and discards until the wall is empty."""
    turns = [[draw(seat % 4, "9p"), discard(seat % 4, "9p", True)] for seat in range(n - len(first) // 2)]
    return [*first, *(e for turn in turns for e in turn)]


REACHES = [
    e
    for seat in range(4)
    for e in (draw(seat, "9p"), event("reach", actor=seat), discard(seat, "9p"), event("reach_accepted", actor=seat))
]
KANS = [
    e
    for actor, pai in ((0, "E"), (1, "S"), (2, "W"), (3, "N"))
    for e in (event("ankan", actor=actor, consumed=[pai] * 4), draw(actor, "2p"), discard(actor, "2p"))
]
PLAIN = [draw(0, "2p"), discard(0, "2p")]
THREE_RONS = (
    tiles_named("1m 4m 7m 2p 5p 8p 3s 6s 9s E S W N"),
    tiles_named("1p 3p 4p 5p 6p 7p 8p 9p S S S 9s 9s"),
    tiles_named("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 3p E E"),
    tiles_named("1s 1s 1s 2s 3s 4s 5s 6s 7s 3p 4p W W"),
)


@pytest.mark.parametrize(
    ("played", "deltas", "reason", "shown"),
    [
        (drawn_out(*PLAIN, draw(1, "2p"), discard(1, "2p")), [1500, -1500, 1500, -1500], 1, [1, 0, 1, 0]),
        (drawn_out(*PLAIN), [8000, -4000, -2000, -2000], Result.NAGASHI_MANGAN, [ABSENT] * 4),
        (drawn_out(*PLAIN), None, Result.NAGASHI_MANGAN, [ABSENT] * 4),
        ([draw(0, "9p")], None, Result.KYUUSHU_KYUUHAI, [1, 0, 0, 0]),
        ([e for s in range(4) for e in (draw(s, "N"), discard(s, "N"))], None, Result.SUUFON_RENDA, [0] * 4),
        (REACHES, [0] * 4, Result.SUUCHA_RIICHI, [1] * 4),
        (KANS, None, Result.SUUKAIKAN, [0] * 4),
        (REACHES[:-1], None, Result.SUUCHA_RIICHI, [1] * 4),
        (KANS[:-1], None, Result.SUUKAIKAN, [0] * 4),
        (PLAIN, None, Result.EXHAUSTIVE_DRAW, [ABSENT] * 4),
    ],
)
@pytest.mark.parametrize("word", [None, "", "tired", 7])
def test_events_show_the_reason_of_a_draw_without_a_known_word(played, deltas, reason, shown, word):
    bare = event("ryukyoku", reason=word, **({"deltas": deltas} if deltas else {}))
    one = only(game(*kyoku(*played, bare)))
    assert one.kyoku[0].result == reason
    assert one.games.draws.revealed[0].tolist() == shown


def test_three_hands_that_wait_for_the_last_discard_are_a_triple_ron():
    drawn = event("ryukyoku", reason="triple_ron")
    one = only(game(*kyoku(*PLAIN, drawn, hands=THREE_RONS)))
    assert one.kyoku[0].result == Result.SANCHAHOU
    assert one.games.draws.revealed[0].tolist() == [0, 1, 1, 1]


def test_nobody_pays_when_all_are_tenpai_and_then_the_dealer_stays():
    drawn = [*drawn_out(*PLAIN, draw(1, "2p"), discard(1, "2p"), draw(2, "2p"), discard(2, "2p")), draw(0, "1p")]
    drawn = [*drawn[:-3], draw(3, "2p"), discard(3, "2p"), event("ryukyoku", deltas=[0] * 4)]
    stays = only(game(*kyoku(*drawn), *kyoku(*TSUMO, honba=1)))
    goes = only(game(*kyoku(*drawn), *kyoku(draw(1, "N"), win(1, 1, deltas=[0] * 4), number=2, honba=1)))
    ends = only(game(*kyoku(*drawn)))
    assert stays.games.draws.revealed[0].tolist() == [1] * 4
    assert goes.games.draws.revealed[0].tolist() == [0] * 4
    assert ends.games.draws.revealed[0].tolist() == [ABSENT] * 4
    assert ends.kyoku[0].draw.revealed == (None,) * 4
    assert stays.kyoku[0].draw.revealed == (True,) * 4


def test_at_a_nagashi_mangan_the_next_dealer_tells_only_of_the_dealer():
    drawn = [*drawn_out(*PLAIN), event("ryukyoku", deltas=[-4000, 8000, -2000, -2000])]
    stays = only(game(*kyoku(*drawn), *kyoku(*TSUMO, honba=1)))
    goes = only(game(*kyoku(*drawn), *kyoku(draw(1, "N"), win(1, 1, deltas=[0] * 4), number=2, honba=1)))
    assert stays.games.draws.revealed[0].tolist() == [1, ABSENT, ABSENT, ABSENT]
    assert goes.games.draws.revealed[0].tolist() == [0, ABSENT, ABSENT, ABSENT]


def test_what_is_not_told_of_a_draw_is_not_written():
    drawn = [*drawn_out(*PLAIN), event("ryukyoku", deltas=[-4000, 8000, -2000, -2000])]
    one = only(game(*kyoku(*drawn))).games
    (said,) = [e for e in map(json.loads, write(one)[0].splitlines()) if e["type"] == "ryukyoku"]
    assert "tenpais" not in said
    assert said["tehais"] == [["?"]] * 4


def test_shown_hands_are_read():
    tehais = [HANDS[0], ["?"] * 13, ["?"] * 13, HANDS[3]]
    drawn = event("ryukyoku", reason="fanpai", tenpais=[True, False, False, True], tehais=tehais, deltas=[0] * 4)
    ryukyoku = only(game(*kyoku(drawn))).kyoku[0].draw
    assert ryukyoku.hands == (tiles("123456789m56p11z"), None, None, tiles("222m11p45566777z"))


THREE = (tiles_named("1m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p N E"), *HANDS[1:3])
KITA = [draw(0, "S"), event("nukidora", actor=0, pai="N"), draw(0, "1p")]


@pytest.mark.parametrize(
    ("names", "hands", "points", "deltas", "word"),
    [
        (["A", "B", "C"], THREE, [35000] * 3, [4000, -2000, -2000], "nukidora"),
        (["A", "B", "C", ""], (*THREE, ["?"] * 13), [35000] * 3 + [0], [4000, -2000, -2000, 0], "kita"),
    ],
)
def test_three_players_in_three_seats_or_four(names, hands, points, deltas, word):
    played = [e | {"type": word} if e["type"] == "nukidora" else e for e in KITA]
    head = event("start_game", names=names)
    one = only(game(*kyoku(*played, win(0, 0, deltas=deltas), hands=hands, points=points), head=head))
    assert (one.players, one.rules.players, one.kyoku[0].points) == (3, 3, (35000,) * 3)
    assert [e.tile for e in one.kyoku[0].events if isinstance(e, Kita)] == [30]
    assert one.games.kyoku.points[0, 3] == 0
    assert (one.games.kyoku.hands[0, 3] == ABSENT).all()
    assert one.kyoku[0].wins[0].calls[0].seat == 0


def test_rules_are_as_far_as_the_head_tells():
    def rules(**head):
        return only(game(*kyoku(*TSUMO), head=GAME | head)).rules

    assert (rules(kyoku_first=4).length, rules(kyoku_first=0).length, rules().length) == ("east", "hanchan", "hanchan")
    assert (rules(aka_flag=False).reds, bool(rules(aka_flag=True).reds), bool(rules().reds)) == ((), True, True)


def test_four_kyoku_without_a_red_five_are_a_game_without():
    plain = [k for n in range(4) for k in kyoku(*TSUMO, honba=n)]
    assert only(game(*plain)).rules.reds == ()
    red = [draw(0, "5mr"), *TSUMO[1:]]
    assert only(game(*plain, *kyoku(*red, honba=4))).rules.reds


def test_a_log_id_in_the_address_is_the_id():
    uri = "https://tenhou.net/0/?log=2020010100gm-0009-0000-01234567&tw=2"
    games = parse(game(*kyoku(*TSUMO), head=GAME | {"uri": uri, "id": 2})).games
    assert games.games.id.tolist() == ["2020010100gm-0009-0000-01234567"]
    assert games.games.platform.tolist() == ["tenhou"]


def test_final_points_are_told_or_follow():
    stick = [draw(0, "W"), event("reach", actor=0), discard(0, "W"), event("reach_accepted", actor=0), DRAWN]
    assert only(game(*kyoku(*TSUMO))).final_points == (31000, 23000, 23000, 23000)
    told = log(GAME, *kyoku(*stick), END_GAME | {"scores": [25000] * 4})
    assert only(told).final_points == (25000,) * 4
    assert (only(game(*kyoku(*stick))).games.games.final_points == ABSENT).all()


def test_a_log_that_begins_in_mid_game_is_not_complete():
    one = only(game(*kyoku(*TSUMO, honba=1)))
    assert not one.complete
    assert (one.games.games.final_points == ABSENT).all()


def test_what_else_a_log_holds_is_ignored():
    hello = event("hello", protocol="mjsonp", protocol_version=3)
    events = [hello, GAME | {"seed": [1, 2]}, *kyoku(*TSUMO), END_GAME]
    noisy = [e | {"meta": {"q_values": [0.1]}, "possible_actions": [], "can_act": True} for e in events]
    plain, with_noise = (parse(log(*some)).games for some in (events, noisy))
    assert np.array_equal(plain.events.tile, with_noise.events.tile)
    none = event("none")
    assert len(parse(log(none, GAME, none, start(), none, *TSUMO, none, END_KYOKU, END_GAME)).games) == 1


EVENTS = [GAME, *kyoku(*TSUMO), END_GAME]


@pytest.mark.parametrize(
    "data",
    [
        log(*EVENTS),
        log(*EVENTS).replace(b"\n", b"\r\n\r\n"),
        b"\xef\xbb\xbf" + log(*EVENTS),
        b"".join(json.dumps(pair).encode() + b"\n" for pair in ([EVENTS[:2]], EVENTS[2:])),
        json.dumps(EVENTS).encode(),
        json.dumps(EVENTS, indent=2).encode(),
        log(*(dict(reversed(e.items())) for e in EVENTS)),
        log(*EVENTS).replace(b"\n", b""),
        b"[" + log(*EVENTS).strip().replace(b"\n", b",\n") + b",]",
        "\n".join(json.dumps(e, indent=1) for e in EVENTS).encode(),
        b"# A's game\n" + log(*EVENTS),
        b"\n".join(b"[12:34:56] INFO " + line for line in log(*EVENTS).splitlines()),
    ],
    ids=[
        *("lines", "blank lines", "byte-order mark", "lists in lines", "one list", "indented", "type last"),
        *("one line", "a comma after the last", "indented events", "a remark", "a log of a program"),
    ],
)
def test_every_shape_of_file_is_the_same_game(data):
    assert read.recognises(Source("x", data))
    parsed = parse(data)
    assert parsed.failures == ()
    assert parsed.games.events.tile.tolist() == [12]


@pytest.mark.parametrize("name", ["a.mjson", "a.jsonl", "a.json", "a.mjson.gz", "a.json.gz"])
def test_files_are_read_under_any_name(tmp_path, name):
    data = game(*kyoku(*TSUMO))
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    (one,) = mjlog.read(tmp_path / name)
    assert one.platform == "mjai"


def test_several_games_in_a_file_are_numbered():
    short = [start(), *RON, END_KYOKU]
    parsed = parse(log(GAME, *short, END_GAME, GAME, *short, GAME, *short, END_GAME))
    assert parsed.games.games.source.tolist() == ["a.mjson#1", "a.mjson#2", "a.mjson#3"]
    assert parsed.games.games.complete.tolist() == [True, False, True]
    ((place, _, error),) = parsed.failures
    assert (place, error.fault, error.where.source, error.where.kyoku) == (0, Fault.TRUNCATED, "a.mjson#2", 1)


FIRST = kyoku(*TSUMO)
KAKAN = event("kakan", actor=0, pai="W", consumed=["W"] * 3)
SECOND = kyoku(*RON, honba=1)


@pytest.mark.parametrize(
    ("data", "expected", "kept", "place"),
    [
        (log(GAME, *FIRST, *SECOND), Fault.TRUNCATED, 2, (2, None)),
        (log(GAME, *FIRST, *SECOND[:-1]), Fault.TRUNCATED, 1, (1, 2)),
        (log(GAME, *FIRST, *SECOND[:3]), Fault.TRUNCATED, 1, (1, 2)),
        (log(GAME, *FIRST, *SECOND)[:-100], Fault.TRUNCATED, 1, (1, 1)),
        (log(GAME, *FIRST) + b"{nonsense}\n" + log(*SECOND, END_GAME), Fault.BROKEN_MARKUP, 1, (1, None)),
        (log(GAME, *FIRST) + b"17\n" + log(*SECOND, END_GAME), Fault.BAD_VALUE, 1, (1, None)),
        (game(*FIRST, event("sing", actor=1), *SECOND), Fault.UNKNOWN_TAG, 1, (1, None)),
        (game(*FIRST, start(honba=1), event("sing", pai="1m"), *SECOND), Fault.UNKNOWN_TAG, 1, (1, 0)),
        (game(*FIRST, start(honba=1), END_KYOKU), Fault.BAD_ORDER, 1, (1, 0)),
        (game(*FIRST, start(honba=1), *FIRST), Fault.BAD_ORDER, 1, (1, 0)),
        (game(*FIRST, *kyoku(*RON, RON[0], honba=1)), Fault.BAD_ORDER, 1, (1, 2)),
        (game(*FIRST, *kyoku(win(1, 0))), Fault.BAD_ORDER, 1, (1, 0)),
        (game(*FIRST, *kyoku(draw(4, "E"))), Fault.BAD_VALUE, 1, (1, 0)),
        (game(*FIRST, *kyoku(draw(0, "8z"))), Fault.BAD_TILES, 1, (1, 0)),
        (game(*FIRST, *kyoku(draw(0, "E"), discard(0, "?"))), Fault.MISSING_VALUE, 1, (1, 1)),
        (game(*FIRST, *kyoku(*PLAIN, KAKAN)), Fault.BAD_ORDER, 1, (1, 2)),
        (game(*FIRST, *kyoku(*RON[:2], win(2, 0, yakus=[["sangenpai", 1]]))), Fault.BAD_HAND, 1, (1, 2)),
        (game(*FIRST, *kyoku(event("ryukyoku"))), Fault.BAD_ORDER, 1, (1, None)),
        (game(*FIRST, *kyoku(*TSUMO, number=2, dealer=3)), Fault.BAD_VALUE, 1, (1, None)),
        (game(*FIRST, *kyoku(*TSUMO, hands=[[*HANDS[0], "E"]] * 4)), Fault.BAD_TILES, 1, (1, None)),
        (game(*FIRST, *kyoku(*TSUMO, wind="X")), Fault.BAD_VALUE, 1, (1, None)),
        (log(GAME), Fault.EMPTY_GAME, 0, (0, None)),
        (log(GAME, END_GAME), Fault.EMPTY_GAME, 0, (0, None)),
    ],
)  # fmt: skip
def test_a_damaged_log_keeps_its_complete_kyoku_and_says_where_it_is_damaged(data, expected, kept, place):
    parsed = parse(data)
    ((_, _, error),) = parsed.failures
    assert (error.fault, (error.where.kyoku, error.where.event)) == (expected, place)
    assert len(parsed.games.kyoku.wind) == kept
    assert not parsed.games.games.complete.any()


def test_a_list_that_is_cut_keeps_its_complete_kyoku():
    data = json.dumps([GAME, *FIRST, *SECOND, END_GAME], indent=1).encode()
    cut = data[: data.rindex(b"hora")]
    parsed = parse(cut)
    ((_, _, error),) = parsed.failures
    assert (error.fault, error.where.kyoku, len(parsed.games.kyoku.wind)) == (Fault.TRUNCATED, 1, 1)
    assert cut[error.where.offset :].startswith(b"{")


def test_a_fault_tells_the_offset_of_its_line():
    data = game(*kyoku(draw(0, "x")))
    error = fault(data)
    assert data[error.where.offset :].startswith(b'{"type": "tsumo"')


def test_a_hand_that_contradicts_the_events_is_not_told():
    view = only(game(*kyoku(draw(0, "4p"), discard(0, "C"), draw(1, "E"), draw(0, "4p"), win(0, 0, deltas=[0] * 4))))
    assert view.kyoku[0].wins[0].hand == ()


def test_a_chankan_wins_on_the_added_tile():
    played = [
        draw(0, "E"), discard(0, "P"), event("pon", actor=3, target=0, pai="P", consumed=["P", "P"]), discard(3, "N"),
        draw(3, "P"), event("kakan", actor=3, pai="P", consumed=["P"] * 3), win(1, 3, deltas=[0, 1000, 0, -1000]),
    ]  # fmt: skip
    won = only(game(*kyoku(*played))).kyoku[0].wins[0]
    assert (won.tile, won.from_seat) == (31, 3)


def test_an_unknown_event_without_a_player_or_a_tile_is_ignored():
    one = only(game(event("rules", uma=[15, 5]), start(), event("clock", seconds=5), *TSUMO, END_KYOKU))
    assert one.kyoku[0].wins[0].winner == 0


def test_tiles_may_have_the_names_of_other_programs():
    hands = (tiles_named("0m 1z 7z 1p 2p 3p 4p 5p 6p 7p 8p 9p 4z"), *HANDS[1:3])
    played = [draw(0, "2z"), event("kita", actor=0, pai="4z"), draw(0, "0s"), discard(0, "0s", True)]
    head = event("start_game", names=["A", "B", "C"])
    drawn = event("ryukyoku", reason="fanpai", tehais=[None, [], ["?"]], tenpais=[False] * 3)
    log_of = kyoku(*played, drawn, hands=hands, points=[35000] * 3, wind="2z", number=1)
    first = only(game(*log_of, head=head)).kyoku[0]
    assert (first.name, first.hands[0][:3]) == ("S1-0", tiles("0m17z"))
    assert [e.tile for e in first.events] == [28, 30, 36, 36]
    assert first.draw.hands == (None, None, None)


@pytest.mark.parametrize(
    "yakus",
    [
        [{"name": "reach", "han": 1}, {"name": "uradora", "fan": 2}],
        [["Riichi", 1], ["裏ドラ", 2]],
        [["riichi", 1], ["ura_dora", 2]],
        {"reach": 1, "uradora": 2},
        [{"id": 2, "name": "reach", "value": 1}, {"id": 33, "name": "uradora", "value": 2.0}],
    ],
)
@pytest.mark.parametrize("ura", [{"uradora_marker": "1p"}, {"uradora_marker": ["1p"]}, {"ura_markers": ["1p"]}])
def test_yaku_and_ura_may_be_written_in_other_ways(yakus, ura):
    said = win(0, 0, yakus=yakus, deltas=[0] * 4, **ura)
    won = only(game(*kyoku(draw(0, "4p"), said))).kyoku[0].wins[0]
    assert [(yaku.key, yaku.han) for yaku in won.yaku] == [("riichi", 1), ("ura_dora", 2)]
    assert won.ura_indicators == (9,)


def test_other_json_is_not_taken_for_mjai():
    for data in (b"", b"[]", b'{"log":[]}', b'{"type":"tsumo"}', b"<mjloggm/>", b'"type":"start_game"'):
        assert not read.recognises(Source("a.json", data))


def test_events_have_no_copies():
    games = parse(game(*kyoku(*TSUMO))).games
    assert (games.events.copy == ABSENT).all()
    assert games.events.kind.tolist() == [EventKind.DRAW]


@pytest.mark.parametrize(
    ("name", "hands", "played", "keys"),
    [
        ("suanko", "1m 1m 1m 2m 2m 2m 3p 3p 3p 4s 4s 4s 9s", [draw(0, "9s")], "suuankou_tanki"),
        ("suanko", "1m 1m 1m 2m 2m 2m 3p 3p 3p 4s 4s 9s 9s", [draw(0, "4s")], "suuankou"),
        ("kokushimuso", "1m 9m 1p 9p 1s 9s E S W N P F C", [draw(0, "C")], "kokushi_13"),
        ("kokushimuso", "1m 9m 1p 9p 1s 9s E S W N P F F", [draw(0, "C")], "kokushi"),
        ("churenpoton", "1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m 9m", [draw(0, "5mr")], "junsei_chuuren"),
        ("churenpoton", "1m 1m 1m 2m 3m 4m 5m 5m 6m 7m 8m 9m 9m", [draw(0, "9m")], "chuuren"),
    ],
)
def test_the_hand_shows_which_of_two_yakuman_a_name_means(name, hands, played, keys):
    said = win(0, 0, yakus=[[name, 100]], deltas=[48000, -16000, -16000, -16000])
    one = only(game(*kyoku(*played, said, hands=[tiles_named(hands), *HANDS[1:]])))
    assert [yaku.key for yaku in one.kyoku[0].wins[0].yaku] == [keys]


def test_a_table_of_events_has_floats_for_numbers_and_null_for_every_other_field():
    events = [GAME, *kyoku(*RON), event("thinking"), *kyoku(*TSUMO, number=2), END_GAME]
    fields = {field for e in events for field in e}
    table = [{field: float(v) if type(v := e.get(field)) is int else v for field in fields | {"type"}} for e in events]
    assert len(only(log(*table)).kyoku) == 2


@pytest.mark.parametrize("marker", [{"dora_marker": ["9s"]}, {"dora_marker": None, "dora_markers": ["9s"]}])
def test_the_first_indicator_may_be_a_list(marker):
    assert only(game(start() | marker, *TSUMO, END_KYOKU)).kyoku[0].dora_indicator == tiles("9s")[0]


def test_points_may_be_floats_that_are_whole():
    games = parse(game(*kyoku(*TSUMO, points=[25000.0] * 4))).games
    assert games.kyoku.points[0].tolist() == [25_000] * 4
    assert fault(game(*kyoku(*TSUMO, points=[25000.5] * 4))).fault is Fault.BAD_VALUE
