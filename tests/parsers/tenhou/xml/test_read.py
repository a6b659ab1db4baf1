"""What is read of well-formed logs: every tag, every variant Tenhou has written."""

import json

import numpy as np
import pytest

from mjlog.errors import Fault
from mjlog.formats import Source
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.rules.yaku import YAKU
from parsers.tenhou import FORMATS, xml
from parsers.tenhou.vocab import ROOMS, YAKU_CODES
from parsers.tenhou.xml import vocab
from tests.parsers.tenhou.xml.logs import (
    DRAW,
    GO,
    HANDS,
    MOVES,
    RON,
    SECOND_RON,
    SHORT,
    TSUMO,
    UN,
    UN_SANMA,
    differences,
    events,
    final,
    init,
    kyoku,
    log,
    parse,
)

ID = "2019010203gm-00a9-0000-0123abcd"


def test_a_log_is_read_whole() -> None:
    parsed = parse(SHORT, f"{ID}&tw=2.mjlog")
    games = parsed.games
    assert (parsed.failures, parsed.source_of_game.tolist(), len(games)) == ((), [0], 1)
    header = games.games
    assert header.id.tolist() == [ID]
    assert str(header.started[0]) == "2019-01-02T03:00"
    assert (header.platform[0], header.room[0], header.lobby[0], header.vendor_type[0]) == ("tenhou", "鳳", 0, 169)
    assert (header.players[0], header.complete[0], header.seed[0], header.extra[0]) == (4, True, None, None)
    assert header.final_points.tolist() == [[30000, 25000, 25000, 20000]]
    assert header.final_scores.tolist() == [[20.0, -5.0 + 10.0, -5.0, -20.0]]
    assert header.final_chips.tolist() == [[ABSENT] * 4]
    assert games.seats.name.tolist() == [["A", "B", "太", "D"]]
    assert games.seats.dan.tolist() == [[16, 17, 18, 20]]
    assert games.seats.rate.tolist() == [[2000.0, 2100.5, 1999.99, 2250.25]]
    assert games.seats.sex.tolist() == [["M", "F", "M", "C"]]
    start = games.kyoku
    assert (start.wind.tolist(), start.number.tolist(), start.dealer.tolist()) == ([0, 0], [1, 2], [0, 1])
    assert (start.honba[0], start.sticks[0], start.dora_indicator_copy[0]) == (0, 0, 130)
    assert start.dice.tolist() == [[2, 3]] * 2
    assert start.points.tolist() == [[25000] * 4] * 2
    assert start.hand_copies[0, 1].tolist() == [int(copy) for copy in HANDS[1].split(",")]
    assert start.hands[0, 0, 4] == 34
    assert start.result.tolist() == [Result.WIN, Result.EXHAUSTIVE_DRAW]
    assert events(games)[:4] == [
        (EventKind.DRAW, 0, ABSENT, 53),
        (EventKind.DISCARD, 0, ABSENT, 53),
        (EventKind.DRAW, 1, ABSENT, 54),
        (EventKind.DISCARD, 1, ABSENT, 1),
    ]
    assert games.events.tsumogiri[:4].tolist() == [ABSENT, 1, ABSENT, 0]
    wins = games.wins
    assert (wins.winner[0], wins.from_seat[0], wins.pao[0], wins.copy[0]) == (0, ABSENT, ABSENT, 104)
    assert (wins.fu[0], wins.points[0], wins.limit[0]) == (30, 2000, 0)
    assert wins.payments.tolist() == [[2000, -700, -700, -600]]
    assert wins.dora_indicator_copies.tolist() == [[130, ABSENT, ABSENT, ABSENT, ABSENT]]
    assert (wins.ura_indicators == ABSENT).all()
    assert [YAKU[row].key for row in games.yaku.yaku] == [YAKU[vocab.YAKU_OF_CODE[code]].key for code in (0, 52)]
    assert games.yaku.han.tolist() == [1, 1]


def test_the_format_is_registered() -> None:
    assert xml.FORMAT in FORMATS


def test_every_yaku_number_is_read_as_its_own_yaku() -> None:
    for code in range(55):
        tag = TSUMO.replace('yaku="0,1,52,1"', f'yakuman="{code}"' if 37 <= code <= 51 else f'yaku="{code},1"')
        games = parse(log(kyoku(final(tag)))).games
        assert games.yaku.code.tolist() == [code]
        assert code in YAKU_CODES[YAKU[games.yaku.yaku[0]].key]
        assert games.yaku.han.tolist() == [ABSENT if 37 <= code <= 51 else 1]


@pytest.mark.parametrize(("kind", "result"), vocab.DRAW_TYPES.items())
def test_every_kind_of_draw_is_read(kind: str, result: Result) -> None:
    tag = DRAW.replace(" ba", f' type="{kind}" ba')
    assert parse(log(kyoku(final(tag)))).games.kyoku.result.tolist() == [result]


def test_shown_hands_of_a_draw_are_read() -> None:
    tag = DRAW.replace(" />", f' hai1="{HANDS[1]}" hai3="{HANDS[3]},133" />')
    draws = parse(log(kyoku(final(tag)))).games.draws
    assert draws.revealed.tolist() == [[0, 1, 0, 1]]
    assert draws.hand_copies[0, 3, 13] == 133
    assert (draws.hand_copies[0, 0] == ABSENT).all()


def test_two_and_three_rons_on_one_discard_end_one_kyoku() -> None:
    third = RON.replace('who="0"', 'who="3"')
    games = parse(log(kyoku(MOVES, RON, SECOND_RON, final(third)))).games
    assert games.wins.winner.tolist() == [0, 2, 3]
    assert games.wins.from_seat.tolist() == [1, 1, 1]
    assert games.kyoku.result.tolist() == [Result.WIN]
    assert games.games.complete.tolist() == [True]


def test_pao_is_read_and_an_ura_that_hit_nothing() -> None:
    tag = TSUMO.replace('yaku="0,1,52,1"', 'yakuman="39"').replace("sc=", 'paoWho="2" sc=')
    assert parse(log(kyoku(final(tag)))).games.wins.pao.tolist() == [2]
    tag = TSUMO.replace('52,1"', '53,0"').replace("who=", 'doraHaiUra="1" who=')
    games = parse(log(kyoku(final(tag)))).games
    assert games.yaku.han.tolist() == [1, 0]
    assert games.wins.ura_indicator_copies[0, 0] == 1


def test_calls_are_events_and_sets_of_the_winner() -> None:
    pon = 108 // 4 * 3 << 9 | 3 << 5 | 8 | 3
    tags = f'<T108/><D108/><N who="1" m="{pon}" /><E1/><U111/><N who="1" m="{pon ^ 24}" /><U5/><DORA hai="7" /><E5/>'
    win = TSUMO.replace('who="0" fromWho="0"', 'who="1" fromWho="1"').replace("machi", f'm="{pon ^ 24}" machi')
    games = parse(log(kyoku(tags, final(win)))).games
    assert [kind for kind, *_ in events(games)] == [
        EventKind.DRAW,
        EventKind.DISCARD,
        EventKind.PON,
        EventKind.DISCARD,
        EventKind.DRAW,
        EventKind.KAKAN,
        EventKind.DRAW,
        EventKind.DORA,
        EventKind.DISCARD,
    ]
    assert games.events.from_seat.tolist() == [ABSENT, ABSENT, 0, *[ABSENT] * 6]
    assert games.events.copy[2] == 108
    assert games.events.copy[5] == 111
    assert games.events.tsumogiri[3] == 0
    assert games.calls.event.tolist() == [2, 5]
    assert games.calls.from_seat.tolist() == [0, 0]
    assert games.wins.calls[0].tolist() == [1, *[ABSENT] * 7]


def test_a_set_only_the_win_names_is_a_call_without_an_event() -> None:
    games = parse(log(kyoku(MOVES, final(TSUMO.replace("machi", 'm="27906" machi'))))).games
    assert games.calls.event.tolist() == [ABSENT]
    assert games.wins.calls[0, 0] == 0


def test_riichi_is_two_events_and_2009_leaves_the_points_out() -> None:
    tags = '<T53/><REACH who="0" step="1"/><D53/><REACH who="0" step="2"/><U54/><E54/>'
    new = tags.replace('who="0" step="2"', 'who="0" ten="240,250,250,250" step="2"')
    games = parse(log(kyoku(tags, final(DRAW)))).games
    assert [kind for kind, *_ in events(games)][1:4] == [
        EventKind.RIICHI,
        EventKind.DISCARD,
        EventKind.RIICHI_ACCEPTED,
    ]
    assert differences(games, parse(log(kyoku(new, final(DRAW)))).games) == []


def test_three_players_have_an_empty_fourth_seat() -> None:
    head = '<GO type="185" lobby="0"/>' + UN_SANMA
    kita = '<T121/><N who="0" m="31008" /><T53/><D53/>'
    parsed = parse(log(init(sanma=True), kita, final(TSUMO.replace("250,-6", "0,0")), head=head))
    games = parsed.games
    assert parsed.failures == ()
    assert games.games.players.tolist() == [3]
    assert games.kyoku.points.tolist() == [[35000, 35000, 35000, 0]]
    assert (games.kyoku.hands[0, 3] == ABSENT).all()
    assert games.seats.name.tolist() == [["A", "B", "C", None]]
    assert games.seats.dan.tolist() == [[16, 17, 18, ABSENT]]
    assert np.isnan(games.seats.rate[0, 3])
    assert games.seats.sex.tolist() == [["M", "F", "M", None]]
    assert games.games.final_points.tolist() == [[30000, 25000, 25000, ABSENT]]
    assert games.calls.kind.tolist() == [EventKind.KITA]


def test_chip_rooms_count_chips() -> None:
    chips = TSUMO.replace('52,1"', '2,1" chip="2,3,54,1"').replace('250,-6"', '250,-6,0,9,1,-3,-1,-3,0,-3"')
    end = chips.replace(" />", ' owari="300,20.0,250,5.0,250,-5.0,200,-20.0,9,0,-2,0,-4,0,-3,0" ratio="2000,10" />')
    head = '<GO type="1569" lobby="0"/>' + UN.replace('dan="16,17,18,20"', 'rc="1,2,3,4" gold="5,6,7,8"')
    games = parse(log(init(chip="0,1,-1,0"), end, head=head)).games
    assert games.kyoku.chips.tolist() == [[0, 1, -1, 0]]
    assert games.wins.chips_before.tolist() == [[0, 1, -1, 0]]
    assert games.wins.chip_payments.tolist() == [[9, -3, -3, -3]]
    assert games.yaku.chips.tolist() == [ABSENT, 3]
    assert games.games.final_chips.tolist() == [[9, -2, -4, -3]]
    assert games.games.room.tolist() == ["琥"]
    assert (games.seats.dan == ABSENT).all()
    assert json.loads(games.games.extra[0]) == {"rc": "1,2,3,4", "gold": "5,6,7,8", "ratio": "2000,10"}


def test_what_has_no_column_is_kept_as_text() -> None:
    head = '<GO type="257" lobby="C1234" title="%41" ranking=""/>' + UN.replace("2000.00,", "much,")
    extra = parse(log(kyoku(final(DRAW)), head=head)).games.games.extra[0]
    assert json.loads(extra) == {
        "lobby": "C1234",
        "title": "A",
        "ranking": "",
        "rate": "much,2100.50,1999.99,2250.25",
    }


@pytest.mark.parametrize(
    "rate", ["1,2,3", "1,2,3,", "1,2,3,4,5", "1,2,3,1e5", "nan,1,1,1", "1,2,3,4.12345678901234567890"]
)
def test_a_rate_that_is_none_is_kept_as_text(rate: str) -> None:
    games = parse(log(kyoku(final(DRAW)), head=GO + UN.replace("2000.00,2100.50,1999.99,2250.25", rate))).games
    assert np.isnan(games.seats.rate).all()
    assert json.loads(games.games.extra[0]) == {"rate": rate}


@pytest.mark.parametrize("dan", ["1,2,3", "1,2,3,100", "1,2,3,-1000", "a,b,c,d", "1,2,3,99999999999"])
def test_a_dan_that_is_none_is_kept_as_text(dan: str) -> None:
    games = parse(log(kyoku(final(DRAW)), head=GO + UN.replace("16,17,18,20", dan))).games
    assert (games.seats.dan == ABSENT).all()
    assert json.loads(games.games.extra[0]) == {"dan": dan}


def test_old_logs_have_no_lobby_whole_rates_and_no_dan() -> None:
    head = '<GO type="9"/>' + UN.replace(".00", "").replace(' dan="16,17,18,20"', "")
    games = parse(log(kyoku(final(DRAW)), head=head)).games
    assert games.games.lobby.tolist() == [ABSENT]
    assert games.seats.rate[0, 0] == 2000.0
    assert games.games.extra.tolist() == [None]


def test_seeds_are_of_the_game_or_one_of_each_kyoku() -> None:
    shuffle = '<SHUFFLE seed="mt19937ar-sha512-n288-base64,AB+/" ref=""/>'
    assert parse(log(kyoku(final(DRAW)), head=shuffle + GO + UN)).games.games.seed[0].endswith("base64,AB+/")
    body = [init(shuffle="mt19937ar,1,2"), DRAW, init(1, shuffle="mt19937ar,3,4"), final(DRAW)]
    assert parse(log(*body)).games.games.seed.tolist() == ["mt19937ar,1,2\nmt19937ar,3,4"]
    assert parse(log(*body).replace("mt19937ar,3,4", "")).games.games.seed.tolist() == [None]
    assert parse(log(kyoku(final(DRAW)), head='<SHUFFLE seed="" ref=""/>' + GO + UN)).games.games.seed.tolist() == [
        None
    ]


@pytest.mark.parametrize("place", ["before", "between", "in", "after call", "after result"])
def test_disconnections_stand_anywhere(place: str) -> None:
    here = '<BYE who="2" /><UN n2="%E5%A4%AA"/>'
    pon = 108 // 4 * 3 << 9 | 3 << 5 | 8 | 3
    call = f'<T108/><D108/><N who="1" m="{pon}" />'
    at = {key: here if key == place else "" for key in ("before", "between", "in", "after call", "after result")}
    text = log(
        at["before"], kyoku(MOVES, DRAW), at["between"],
        kyoku(call, at["after call"], "<E1/>", at["in"], "<V77/><F77/>", final(DRAW), at["after result"], number=1),
    )  # fmt: skip
    games = parse(text).games
    assert games.games.complete.tolist() == [True]
    found = events(games)
    assert [(kind, seat) for kind, seat, *_ in found if kind >= EventKind.LEFT] == [
        (EventKind.LEFT, 2),
        (EventKind.RETURNED, 2),
    ]
    first = int(games.event_start[1])
    row = next(k for k, (kind, *_) in enumerate(found) if kind == EventKind.LEFT)
    assert (
        row == {"before": 0, "between": 4, "after call": first + 3, "in": first + 4, "after result": first + 6}[place]
    )
    rest = [event for event in found if event[0] < EventKind.LEFT]
    assert rest == events(parse(text.replace(here, "")).games)


def test_a_wobbling_line_before_the_first_kyoku_is_no_trouble() -> None:
    games = parse(log('<BYE who="2" /><UN n2="C"/>' * 50, kyoku(MOVES, final(DRAW)))).games
    assert len(games.events.kind) == 104
    assert games.event_start.tolist() == [0, 104]


def test_several_games_in_a_file_are_numbered() -> None:
    parsed = parse(SHORT + "\n" + SHORT.replace('n0="A"', 'n0="Z"'), f"{ID}.xml")
    assert parsed.games.games.source.tolist() == [f"{ID}.xml#1", f"{ID}.xml#2"]
    assert parsed.games.games.id.tolist() == [None, None]
    assert parsed.games.seats.name[:, 0].tolist() == ["A", "Z"]
    assert parsed.source_of_game.tolist() == [0, 0]


def test_games_of_a_batch_keep_their_sources() -> None:
    sources = [Source("a", SHORT.encode()), Source("b", b"<mjloggm></mjloggm>"), Source("c", (SHORT * 2).encode())]
    parsed = xml.parse([*sources, Source("d", b"")])
    assert parsed.source_of_game.tolist() == [0, 2, 2]
    assert [(place, game, error.where.source) for place, game, error in parsed.failures] == [
        (1, None, "b"),
        (3, None, "d"),
    ]
    assert len(xml.parse([]).games) == 0


def test_an_hour_that_is_none_gives_no_start() -> None:
    games = parse(SHORT, "2019130299gm-00a9-0000-0123abcd.xml").games
    assert np.isnat(games.games.started[0])
    assert games.games.id[0].startswith("2019130299gm")


@pytest.mark.parametrize("kind", [*range(0, 0x2000, 61), *range(32), 0x8169, 2**31 - 1])
def test_every_game_type_has_rules_and_a_room_also_with_bits_nobody_knows(kind: int) -> None:
    sanma = bool(kind & 0x10)
    parsed = parse(log(init(sanma=sanma), final(DRAW), head=f'<GO type="{kind}"/>{UN}'))
    assert parsed.failures == ()
    assert parsed.games.games.players.tolist() == [3 if sanma else 4]
    assert parsed.games.games.room[0] in ROOMS


def test_final_results_of_a_tag_that_gives_owari_empty_are_missing() -> None:
    parsed = parse(log(kyoku(TSUMO.replace(" />", ' owari="" />'))))
    assert parsed.games.games.complete.tolist() == [False]
    assert [error.fault for _, _, error in parsed.failures] == ["truncated"]


STICK = '<T53/><REACH who="0" step="1"/><D53/><REACH who="0" ten="{}" step="2"/><U54/><E54/>'


@pytest.mark.parametrize("ten", ["240,250,250,250", ""])
def test_points_after_a_stick_are_those_at_the_start_without_it(ten: str) -> None:
    assert parse(log(kyoku(STICK.format(ten), final(DRAW)))).failures == ()


@pytest.mark.parametrize("ten", ["250,250,250,250", "240,250,251,250", "240,250,250", "240,250,250,x"])
def test_wrong_points_after_a_stick_are_a_failure_that_loses_nothing(ten: str) -> None:
    parsed = parse(log(kyoku(STICK.format(ten), DRAW), kyoku(MOVES, final(DRAW), number=1)))
    ((_, _, error),) = parsed.failures
    assert (error.fault, error.where.kyoku, error.where.event) == (Fault.BAD_VALUE, 0, 3)
    assert parsed.games.games.complete[0]
    assert len(parsed.games.kyoku.wind) == 2


@pytest.mark.parametrize(("oya", "n"), [("0", 0), ("1", 1)])
def test_taikyoku_names_the_dealer_of_the_first_kyoku(oya: str, n: int) -> None:
    parsed = parse(log(kyoku(MOVES, final(DRAW)), head=GO + UN + f'<TAIKYOKU oya="{oya}"/>'))
    assert len(parsed.failures) == n
    assert parsed.games.games.complete[0]
