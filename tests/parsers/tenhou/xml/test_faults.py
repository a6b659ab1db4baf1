"""Well-formed logs that say what cannot be: each is refused with its place, and keeps the kyoku before."""

from typing import NamedTuple

import pytest

from mjlog.errors import Fault
from parsers.tenhou.xml.messages import about
from parsers.tenhou.xml.vocab import TROUBLES, Trouble
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
    final,
    init,
    kyoku,
    log,
    parse,
)

FIRST = kyoku(MOVES, TSUMO)
SANMA = '<GO type="185"/>' + UN_SANMA


class Case(NamedTuple):
    """A kyoku whose marked tag is at fault, and what is said of it; the event is the number of events before."""

    trouble: Trouble
    before: str
    tag: str
    event: int = 0
    after: str = DRAW


def bad(trouble: Trouble, tag: str) -> Case:
    return Case(trouble, init(1) + MOVES, tag, 4)


def bad_init(trouble: Trouble, **attributes: str) -> Case:
    return Case(trouble, "", init(1, **attributes))


def bad_win(trouble: Trouble, old: str, new: str, result: str = TSUMO) -> Case:
    assert old in result
    return bad(trouble, result.replace(old, new))


CASES = [
    bad(Trouble.UNKNOWN_TAG, "<HELLO/>"),
    bad(Trouble.UNKNOWN_TAG, "<T/>"),
    bad(Trouble.UNKNOWN_TAG, "<T1a/>"),
    bad(Trouble.UNKNOWN_TAG, "<t12/>"),
    bad(Trouble.UNKNOWN_TAG, "<d12/>"),
    bad(Trouble.UNKNOWN_TAG, "<H12/>"),
    bad(Trouble.UNKNOWN_TAG, "<REINIT/>"),
    bad(Trouble.UNKNOWN_TAG, "<init/>"),
    bad(Trouble.UNKNOWN_TAG, "<T-1/>"),
    bad(Trouble.BAD_TILE, "<T136/>"),
    bad(Trouble.BAD_TILE, "<T999/>"),
    bad(Trouble.BAD_TILE, "<G1000/>"),
    bad(Trouble.BAD_TILE, "<G9999999999/>"),
    bad(Trouble.UNKNOWN_TAG, "<G99999999999999999999/>"),
    bad(Trouble.BAD_TILE, '<DORA hai="136" />'),
    bad(Trouble.BAD_TILE, '<DORA hai="-1" />'),
    bad(Trouble.BAD_TILE, "<DORA />"),
    bad(Trouble.BAD_CALL, '<N who="0" m="4" />'),
    bad(Trouble.BAD_CALL, '<N who="0" m="65536" />'),
    bad(Trouble.BAD_CALL, '<N who="0" m="-1" />'),
    bad(Trouble.BAD_CALL, '<N who="0" m="x" />'),
    bad(Trouble.BAD_CALL, '<N who="0" m="1,2" />'),
    bad(Trouble.BAD_CALL, '<N who="0" />'),
    bad(Trouble.BAD_SEAT, '<N who="4" m="31008" />'),
    bad(Trouble.BAD_SEAT, '<N who="-1" m="31008" />'),
    bad(Trouble.BAD_SEAT, '<N m="31008" />'),
    bad(Trouble.BAD_SEAT, '<BYE who="4" />'),
    bad(Trouble.BAD_SEAT, "<BYE />"),
    bad(Trouble.BAD_SEAT, "<UN/>"),
    bad(Trouble.BAD_SEAT, '<REACH who="x" step="1"/>'),
    bad(Trouble.BAD_STEP, '<REACH who="0" step="3"/>'),
    bad(Trouble.BAD_STEP, '<REACH who="0"/>'),
    bad(Trouble.TWICE, '<REACH who="0" who="1" step="1"/>'),
    bad(Trouble.TWICE, '<REACH who="0" who="" step="1"/>'),
    bad(Trouble.KYOKU_NOT_ENDED, init(2)),
    bad(Trouble.SECOND_HEADER, GO),
    bad(Trouble.SECOND_HEADER, UN),
    bad_init(Trouble.BAD_KYOKU, seed="32,0,0,1,2,130"),
    bad_init(Trouble.BAD_KYOKU, seed="-1,0,0,1,2,130"),
    bad_init(Trouble.BAD_LIST, seed="1,0,0,1"),
    bad_init(Trouble.BAD_LIST, seed="x"),
    bad_init(Trouble.MISSING_ATTRIBUTE, seed=""),
    bad_init(Trouble.BAD_NUMBER, seed="1,-1,0,1,2,130"),
    bad_init(Trouble.BAD_NUMBER, seed="1,0,32768,1,2,130"),
    bad_init(Trouble.BAD_NUMBER, seed="1,0,0,6,2,130"),
    bad_init(Trouble.BAD_TILE, seed="1,0,0,1,2,136"),
    bad_init(Trouble.BAD_SEAT, oya="4"),
    bad_init(Trouble.BAD_SEAT, oya=""),
    bad_init(Trouble.MISSING_ATTRIBUTE, ten=""),
    bad_init(Trouble.BAD_LIST, ten="250,250,250"),
    bad_init(Trouble.BAD_LIST, ten="250,250,250,250,250"),
    bad_init(Trouble.BAD_NUMBER, ten="250,250,,250"),
    bad_init(Trouble.BAD_NUMBER, ten="250,250,-20000001,250"),
    bad_init(Trouble.BAD_LIST, ten="250,250,2147483648,250"),
    bad_init(Trouble.BAD_NUMBER, chip="0,0,0,40000"),
    bad_init(Trouble.BAD_LIST, chip="0,0"),
    bad_init(Trouble.MISSING_ATTRIBUTE, hai2=""),
    bad_init(Trouble.BAD_LIST, hai2=HANDS[2] + ",135"),
    bad_init(Trouble.BAD_TILE, hai2=HANDS[2].replace("2,", "136,", 1)),
    bad_init(Trouble.BAD_TILE, hai2=HANDS[2].replace("2,", "-2,", 1)),
    bad_win(Trouble.BAD_SEAT, 'who="0"', 'who="4"'),
    bad_win(Trouble.BAD_SEAT, 'fromWho="0"', 'fromWho=""'),
    bad_win(Trouble.BAD_SEAT, 'fromWho="0"', 'fromWho="0" paoWho="4"'),
    bad_win(Trouble.BAD_SEAT, 'fromWho="0"', 'fromWho="0" paoWho="x"'),
    bad_win(Trouble.BAD_TILE, 'machi="104"', 'machi="136"'),
    bad_win(Trouble.BAD_TILE, 'machi="104"', ""),
    bad_win(Trouble.BAD_TILE, "100,104", "100,101,102"),
    bad_win(Trouble.BAD_TILE, 'doraHai="130"', 'doraHai="1,2,3,4,5,6"'),
    bad_win(Trouble.BAD_TILE, 'doraHai="130"', 'doraHai="130" doraHaiUra="136"'),
    bad_win(Trouble.MISSING_ATTRIBUTE, 'ten="30,2000,0"', ""),
    bad_win(Trouble.MISSING_ATTRIBUTE, 'ba="0,0"', ""),
    bad_win(Trouble.MISSING_ATTRIBUTE, "sc=", "sk="),
    bad_win(Trouble.MISSING_ATTRIBUTE, "yaku=", "yuka="),
    bad_win(Trouble.BAD_LIST, 'ten="30,2000,0"', 'ten="30,2000"'),
    bad_win(Trouble.BAD_LIST, 'ba="0,0"', 'ba="0"'),
    bad_win(Trouble.BAD_LIST, "250,-6", "250"),
    bad_win(Trouble.BAD_LIST, 'yaku="0,1,52,1"', 'yaku="0,1,52"'),
    bad_win(Trouble.BAD_LIST, 'yaku="0,1,52,1"', f'yaku="{",".join(["52,1"] * 13)}"'),
    bad_win(Trouble.BAD_LIST, "machi", f'm="{",".join(["4608"] * 9)}" machi'),
    bad_win(Trouble.BAD_LIST, "machi", 'm="x" machi'),
    bad_win(Trouble.BAD_CALL, "machi", 'm="4" machi'),
    bad_win(Trouble.BAD_NUMBER, "30,2000,0", "40000,2000,0"),
    bad_win(Trouble.BAD_NUMBER, "30,2000,0", "30,-2000,0"),
    bad_win(Trouble.BAD_NUMBER, 'ba="0,0"', 'ba="0,-1"'),
    bad_win(Trouble.BAD_NUMBER, 'yaku="0,1,52,1"', 'yaku="0,"'),
    bad_win(Trouble.BAD_NUMBER, "250,-6", "250,"),
    bad_win(Trouble.BAD_NUMBER, "250,-6", "250,20000001"),
    bad_win(Trouble.BAD_LIMIT, "30,2000,0", "30,2000,6"),
    bad_win(Trouble.BAD_YAKU, "52,1", "55,1"),
    bad_win(Trouble.BAD_YAKU, "52,1", "-1,1"),
    bad_win(Trouble.BAD_YAKU, 'yaku="0,1,52,1"', 'yakuman="1000"'),
    bad_win(Trouble.BAD_LIST, " />", ' owari="1,2,3" />'),
    bad_win(Trouble.BAD_LIST, " />", ' owari="a" />'),
    bad_win(Trouble.BAD_NUMBER, " />", ' owari="1,2,3,4,5,6,7," />'),
    bad_win(Trouble.BAD_NUMBER, " />", ' owari="20000001,2,3,4,5,6,7,8" />'),
    bad_win(Trouble.BAD_DRAW_TYPE, " ba", ' type="yao8" ba', DRAW),
    bad_win(Trouble.BAD_DRAW_TYPE, " ba", ' type="YAO9" ba', DRAW),
    bad_win(Trouble.BAD_DRAW_TYPE, " ba", ' type="1" ba', DRAW),
    bad_win(Trouble.MISSING_ATTRIBUTE, 'ba="0,0"', "", DRAW),
    bad_win(Trouble.BAD_LIST, 'ba="0,0"', 'ba="x"', DRAW),
    bad_win(Trouble.BAD_NUMBER, 'ba="0,0"', 'ba="0,99999"', DRAW),
    bad_win(Trouble.BAD_TILE, " />", ' hai0="1,2,3,4,5,6,7,8,9,10,11,12,13,14,15" />', DRAW),
    bad_win(Trouble.BAD_TILE, " />", ' hai0="1,136" />', DRAW),
    Case(Trouble.AFTER_RESULT, init(1) + DRAW, TSUMO),
    Case(Trouble.AFTER_RESULT, init(1) + DRAW, DRAW),
    Case(Trouble.AFTER_RESULT, init(1) + TSUMO, RON),
    Case(Trouble.AFTER_RESULT, init(1) + DRAW, "<T1/>"),
    Case(Trouble.AFTER_RESULT, init(1) + DRAW, '<N who="0" m="31008" />'),
    Case(Trouble.AFTER_LAST_RESULT, init(1) + final(DRAW), init(2)),
]


@pytest.mark.parametrize(
    ("case", "odd"),
    [
        *((case, False) for case in CASES),
        *((case, True) for case in CASES if case.trouble != Trouble.TWICE),  # which lxml refuses by itself
    ],
)
def test_a_fault_is_told_with_its_place_and_costs_its_kyoku_only(case: Case, odd: bool) -> None:
    text = log(FIRST, case.before, case.tag, case.after)
    if odd:
        text = text.replace("</mjloggm>", "<!-- & --></mjloggm>")
    parsed = parse(text)
    ((place, _, error),) = parsed.failures
    fault, message = TROUBLES[case.trouble]
    message = about(case.tag, case.trouble) or message
    assert (place, error.fault, error.message, error.where.source) == (0, fault, message, "game.xml")
    assert (error.where.kyoku, error.where.event) == (1, case.event)
    assert error.raw is not None
    if odd:
        assert error.where.offset is None
    else:
        assert error.where.offset == text.index(case.before + case.tag) + len(case.before)
        assert (case.tag == error.raw) or case.tag.startswith(error.raw.removesuffix("…"))
    ended = case.trouble in (Trouble.AFTER_RESULT, Trouble.AFTER_LAST_RESULT)
    assert len(parsed.games.kyoku.wind) == 1 + ended
    assert parsed.games.games.complete.tolist() == [case.trouble == Trouble.AFTER_LAST_RESULT]
    alone = parse(log(FIRST)).games
    assert differences(parsed.games.select([0]), alone, ("complete",)) == [] or ended


@pytest.mark.parametrize(
    ("trouble", "text"),
    [
        (Trouble.NO_GAME_TYPE, log(kyoku(MOVES, TSUMO), head=UN)),
        (Trouble.MISSING_ATTRIBUTE, log(kyoku(MOVES, TSUMO), head="<GO/>" + UN)),
        (Trouble.MISSING_ATTRIBUTE, log(kyoku(MOVES, TSUMO), head='<GO type=""/>' + UN)),
        (Trouble.BAD_NUMBER, log(kyoku(MOVES, TSUMO), head='<GO type="-1"/>' + UN)),
        (Trouble.BAD_NUMBER, log(kyoku(MOVES, TSUMO), head='<GO type="x"/>' + UN)),
        (Trouble.BAD_NUMBER, log(kyoku(MOVES, TSUMO), head='<GO type="4294967297"/>' + UN)),
        (Trouble.SECOND_HEADER, log(kyoku(MOVES, TSUMO), head=GO + GO)),
        (Trouble.SECOND_HEADER, log(kyoku(MOVES, TSUMO), head=GO + UN + UN)),
        (Trouble.SECOND_HEADER, log(head='<SHUFFLE seed="a"/><SHUFFLE seed="b"/>' + GO)),
        (Trouble.NOT_IN_KYOKU, log("<T1/>")),
        (Trouble.NOT_IN_KYOKU, log(DRAW)),
        (Trouble.NOT_IN_KYOKU, log(TSUMO)),
        (Trouble.NOT_IN_KYOKU, log('<DORA hai="1" />')),
        (Trouble.BAD_SEAT, log('<BYE who="3" />', head=SANMA)),
        (Trouble.BAD_SEAT, log(init(sanma=True), "<W1/>", head=SANMA)),
        (Trouble.BAD_SEAT, log(init(sanma=True), '<N who="2" m="1539" />', head=SANMA).replace("1539", "1537")),
        (Trouble.BAD_SEAT, log(init(sanma=True, oya="3"), head=SANMA)),
        (Trouble.BAD_LIST, log(init(sanma=True), DRAW.replace(" />", ' hai3="1,2" />'), head=SANMA)),
    ],
)  # fmt: skip
def test_a_game_without_a_complete_kyoku_is_only_a_failure(trouble: Trouble, text: str) -> None:
    parsed = parse(text)
    assert len(parsed.games) == 0
    ((_, game, error),) = parsed.failures
    fault, message = TROUBLES[trouble]
    assert (game, error.fault) == (None, fault)
    kind = text.partition('type="')[2].partition('"')[0]
    flaw = "below zero" if kind.startswith("-") else "not a number, or too large"
    named = {
        Trouble.MISSING_ATTRIBUTE: "GO needs the attribute type, which is missing or empty",
        Trouble.BAD_NUMBER: f"type has the entry {kind!r}, which is {flaw}",
    }
    assert error.message == named.get(trouble, message)


def test_games_and_sources_behind_a_faulty_one_are_read() -> None:
    bad_game = log(FIRST, "<HELLO/>", DRAW, init(), TSUMO)
    parsed = parse(SHORT + bad_game + SHORT)
    assert parsed.games.games.complete.tolist() == [True, False, True]
    assert [error.where.source for _, _, error in parsed.failures] == ["game.xml#2"]
    assert differences(parsed.games.select([0]), parse(SHORT).games, ("source",)) == []
    assert differences(parsed.games.select([2]), parse(SHORT).games, ("source",)) == []


@pytest.mark.parametrize("end", ["", "<T1/>", "<AGARI", SECOND_RON.replace("AGARI", "AGARX"), "<T1/></mjloggm>"])
def test_a_ron_that_another_could_have_followed_is_not_complete(end: str) -> None:
    text = log(FIRST, kyoku(MOVES, RON, number=1)).removesuffix("</mjloggm>") + end
    parsed = parse(text)
    assert (len(parsed.games.kyoku.wind), len(parsed.failures)) == (1, 1)


def test_a_ron_that_closes_the_log_or_the_game_is_complete() -> None:
    assert len(parse(log(FIRST, kyoku(MOVES, RON, number=1))).games.kyoku.wind) == 2
    closed = parse(log(FIRST, kyoku(MOVES, final(RON), number=1)).removesuffix("</mjloggm>"))
    assert (closed.games.games.complete.tolist(), closed.failures) == ([True], ())


def test_a_fault_in_the_second_ron_costs_both() -> None:
    parsed = parse(log(FIRST, kyoku(MOVES, RON, SECOND_RON.replace("52,1", "99,1"), number=1)))
    assert (len(parsed.games.kyoku.wind), len(parsed.games.wins.winner)) == (1, 1)


def test_a_long_tag_is_shown_by_its_beginning() -> None:
    ((_, _, error),) = parse(log(kyoku(MOVES, TSUMO.replace("52,1", "99,1")))).failures
    assert error.raw is not None
    assert error.raw.startswith("<AGARI ba=")
    assert error.raw.endswith("…")
    assert str(error).startswith("game.xml, kyoku 0, event 4, offset ")


@pytest.mark.parametrize(
    "text", ["<mjloggm>", "<mjloggm/>", "<mjloggm></mjloggm>", "<mjlog", "", " ", "<mjloggm>\n<GO"]
)
def test_a_file_without_a_game_is_a_failure(text: str) -> None:
    ((_, game, error),) = parse(text).failures
    assert (game, error.fault in (Fault.EMPTY_GAME, Fault.TRUNCATED)) == (None, True)


def test_a_second_game_cut_in_its_first_tag_is_a_failure() -> None:
    for text in (SHORT + "<mjlog", "<!-- -->" + SHORT + "<mjlog", "<!-- & -->" + SHORT + "<mjlog"):
        parsed = parse(text)
        assert parsed.games.games.complete.tolist() == [True]
        assert [(error.fault, error.raw) for _, _, error in parsed.failures] == [(Fault.TRUNCATED, "<mjlog")]
    assert parse(SHORT[:-3]).failures == ()


def test_every_trouble_is_tried_here() -> None:
    tried = {case.trouble for case in CASES} | {Trouble.NO_GAME_TYPE, Trouble.NOT_IN_KYOKU, Trouble.CUT_SHORT}
    wrong_claims = {Trouble.WRONG_POINTS, Trouble.WRONG_DEALER}  # in test_read: they cost no kyoku
    assert tried | wrong_claims == set(TROUBLES)
    assert set(TROUBLES) == set(Trouble) - {Trouble.NONE}
