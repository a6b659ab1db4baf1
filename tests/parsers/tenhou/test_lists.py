"""Tenhou's list pages: every kind of line that was seen, and what lines must not be taken for."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjlog
from mjlog.archive import Source
from mjlog.errors import Fault
from parsers.tenhou import lists
from tests.made_logs import log, log_name

LINK = '<a href="http://tenhou.net/0/?log={}">牌譜</a>'


def linked(start="12:20", game="2012040412gm-00e1-0000-d0129be5", rule="四鳳東喰赤－"):
    return f"{start} | 13 | {rule} | {LINK.format(game)} | A(+46.0) B(+2.0) C(-19.0) D(-29.0)<br>"


def read(*lines, name="scb20240101.log.gz", ends="\r\n", encoding="utf-8"):
    return lists.read(Source(name, ends.join(lines).encode(encoding)))


def only(*lines, **options):
    listing = read(*lines, **options)
    assert listing.failures == []
    (game,) = listing.games
    return game


def bad(line, **options):
    """The one failure of a page of this line behind a good one."""
    listing = read(linked(), line, **options)
    assert [game.line for game in listing.games] == [1]
    (error,) = listing.failures
    return error


def test_a_phoenix_line_has_the_id_of_its_log():
    game = only(linked(), name="scc20120404.html")
    assert (game.game, game.started, game.minutes) == (
        "2012040412gm-00e1-0000-d0129be5",
        datetime(2012, 4, 4, 12, 20),
        13,
    )
    assert (game.page, game.lobby, game.lobby_name) == ("scc", 0, None)
    assert (game.rule, game.players, game.length, game.room) == ("四鳳東喰赤－", 4, "east", "鳳")
    assert (game.red, game.kuitan, game.chips) == (True, True, False)
    assert game.names == ["A", "B", "C", "D"]
    assert game.scores == [46.0, 2.0, -19.0, -29.0]
    assert game.final_chips is None


def test_a_lobby_line_begins_with_its_lobby_and_has_no_minutes():
    game = only("L1000 | 21:37 | 四般南－－ | A(+48) B(+13) C(-25) D(-36)", name="sca20240101.log")
    assert (game.game, game.started, game.minutes) == (None, datetime(2024, 1, 1, 21, 37), None)
    assert (game.page, game.lobby, game.lobby_name) == ("sca", 1000, "L1000")
    assert (game.red, game.kuitan, game.length, game.scores[0]) == (False, False, "hanchan", 48.0)


def test_a_chip_line_tells_the_chips_and_its_lobby_by_name_alone():
    game = only(
        "C3630 | 23:25 | 四般南喰赤祝 | A(+57.0,+2枚) B(+20.0,+6枚) C(-24.0,-3枚) D(-53.0,-5枚)", name="sca20240101.log"
    )
    assert (game.lobby, game.lobby_name, game.chips, game.final_chips) == (None, "C3630", True, [2, 6, -3, -5])


def test_a_ranked_line_is_of_lobby_zero_and_three_players_are_three():
    game = only("23:34 | 09 | 三上南喰赤－ | Kizao(+56.1) バッチ(-12.4) ＿(-43.7)")
    assert (game.lobby, game.players, game.names, game.minutes) == (0, 3, ["Kizao", "バッチ", "＿"], 9)
    assert only("10:00 | 09 | 四琥南喰赤祝５ | A(+1) B(0) C(0) D(-1)", name="scd20240101.log").lobby is None


def test_names_may_be_made_of_what_the_page_is_made_of():
    game = only("23:34 | 21 | 四上南喰赤－ | a(b)(+48.9) <br>(+12.6) |||||(-19.5) (∩・ω・)∩(-42.0)")
    assert game.names == ["a(b)", "<br>", "|||||", "(∩・ω・)∩"]
    game = only("23:34 | 21 | 四上南喰赤－ | a b (c)(+48.9) (x) y(+12.6) [z] (-19.5) 全　角(-42.0)")
    assert game.names == ["a b (c)", "(x) y", "[z] ", "全　角"]


def test_a_skill_match_has_no_length():
    game = only(linked("00:10", "2015123000gm-0841-0000-ded2fef2", "四技－喰赤－"), name="sce20151230.html")
    assert (game.room, game.length, game.red, game.fast) == ("技", None, True, True)


@pytest.mark.parametrize(
    ("line", "fast"),
    [
        (linked(game="2012040412gm-00e1-0000-d0129be5"), True),  # bit FAST, though the page says －
        (linked(game="2012040412gm-00a9-0000-d0129be5"), False),
        ("12:20 | 13 | 四般東喰赤速 | A(+1) B(0) C(0) D(-1)", True),
        ("12:20 | 13 | 四般東喰赤－ | A(+1) B(0) C(0) D(-1)", None),
    ],
)
def test_whether_a_game_is_fast_is_known_by_the_id_or_a_word(line, fast):
    assert only(line).fast is fast


@pytest.mark.parametrize(
    ("name", "at", "started"),
    [
        ("scb20240101.log.gz", "00:00", datetime(2024, 1, 1)),
        ("scb20240101.log.gz", "23:59", datetime(2024, 1, 1, 23, 59)),
        ("scb2024010100.log.gz", "00:59", datetime(2024, 1, 1, 0, 59)),
        ("scb2024010100.log.gz", "23:59", datetime(2023, 12, 31, 23, 59)),
        ("scb2024010123.log.gz", "00:00", datetime(2024, 1, 2)),
        ("scraw2024.zip!2024/scb20240229.log.gz", "12:00", datetime(2024, 2, 29, 12)),
    ],
)
def test_the_day_of_a_line_without_a_link_is_that_of_the_page(name, at, started):
    assert only(f"{at} | 20 | 四般東喰赤－ | A(+1) B(0) C(0) D(-1)", name=name).started == started


def test_a_link_tells_the_day_better_than_the_page_also_past_midnight():
    game = "2015121423gm-00a9-0000-5ebae1d7"
    assert only(linked("23:59", game), name="x.html").started == datetime(2015, 12, 14, 23, 59)
    assert only(linked("00:00", game), name="scc20151214.html").started == datetime(2015, 12, 15)


@pytest.mark.parametrize("name", ["list.txt", "scb20240199.log", "sca.log"])
def test_a_line_of_no_day_is_a_failure(name):
    listing = read("12:00 | 20 | 四般東喰赤－ | A(+1) B(0) C(0) D(-1)", linked(), name=name)
    assert [game.line for game in listing.games] == [2]
    assert [(error.fault, error.where.offset) for error in listing.failures] == [(Fault.MISSING_VALUE, 0)]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", None),
        ("24:00 | 20 | 四般東喰赤－ | A(+1) B(0) C(0) D(-1)", Fault.BAD_VALUE),
        ("12:00 | 20 | 五般東喰赤－ | A(+1) B(0) C(0) D(-1)", Fault.BAD_VALUE),
        ("12:00 | 20 | 四麻東喰赤－ | A(+1) B(0) C(0) D(-1)", Fault.UNKNOWN_CODE),
        ("12:00 | 20 | 四般東喰赤新 | A(+1) B(0) C(0) D(-1)", Fault.UNKNOWN_CODE),
        ("12:00 | 20 | 四般東喰赤－ | A(+1) B(0) C(-1)", Fault.BAD_VALUE),
        ("12:00 | 20 | 三般東喰赤－ | A(+1) B(0) C(0) D(-1)", Fault.BAD_VALUE),
        ("12:00 | 20 | 四般東喰赤－ | A(+1) B(0) C(0) D(-1", Fault.BAD_VALUE),
        ("12:00 | 20 | 四般東喰赤－ | A(+1) B(0) C(0) D(-1) and more", Fault.BAD_VALUE),
        ("12:00 | 20 | 四般東喰赤－ | A(+1,+2枚) B(0) C(0) D(-1)", Fault.BAD_VALUE),
        (linked(game="2012040412gm-00e1"), Fault.BAD_VALUE),
        (linked(game="2012040412gm-00e1-99999999999-d0129be5"), Fault.BAD_VALUE),
        ("12:00 | 20 | 四般東喰赤－ | " + "A(+1) " * 1_000, Fault.BAD_VALUE),
    ],
)
def test_a_bad_line_is_a_located_failure_and_the_others_are_kept(line, fault):
    if fault is None:
        assert read(linked(), line).failures == []
        return
    error = bad(line)
    assert (error.fault, error.where.source) == (fault, "scb20240101.log.gz")
    assert error.where.offset == len(f"{linked()}\r\n".encode())
    assert error.raw
    assert line.startswith(error.raw) or fault is Fault.UNKNOWN_CODE


def test_a_page_of_another_kind_is_one_failure():
    listing = read("<html>", "<body>404 Not Found</body>", "</html>", name="scc20240101.html")
    assert listing.games == []
    (error,) = listing.failures
    assert error.fault is Fault.UNKNOWN_FORMAT
    assert "3 lines" in error.message


def test_many_bad_lines_are_told_up_to_a_hundred_and_counted():
    listing = read(linked(), *["12:00 | ?"] * 250)
    assert len(listing.games) == 1
    assert len(listing.failures) == 101
    assert listing.failures[-1].message.startswith("150 more lines")


def test_a_page_without_games_is_no_failure():
    assert read("", name="sca2024010104.log.gz") == lists.Listing()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
def test_pages_in_other_encodings_are_read(encoding):
    game = only("12:00 | 20 | 四般東喰赤－ | 雀士(+1) B(0) C(0) D(-1)", encoding=encoding)
    assert (game.names[0], game.room) == ("雀士", "般")


def test_a_name_that_is_no_utf8_keeps_its_bytes():
    line = "12:00 | 20 | 四般東喰赤－ | ?(+1) B(0) C(0) D(-1)".encode().replace(b"?", b"\xff\xfe")
    listing = lists.read(Source("scb20240101.log", line))
    assert listing.games[0].names[0] == r"\xff\xfe"


@pytest.mark.parametrize(
    ("name", "data", "found"),
    [
        ("scb20240101.log.gz", b"", True),
        ("a.zip!2024/scc2024010100.html.gz", b"<html>", True),
        ("page.txt", linked().encode(), True),
        ("page.txt", ("\ufeff\r\n" + linked()).encode(), True),
        ("page.txt", b"L1000 | 21:37 | \xe5\x9b\x9b\xe8\x88\xac\xe5\x8d\x97 | A(+48)", True),
        ("page.txt", b"12:20 what happened", False),
        ("scb2024.log", b"nothing", False),
        ("scb20240101.xml", log(1), False),
        (f"{log_name(1)}.xml", log(1), False),
        ("empty.txt", b"", False),
    ],
)
def test_a_page_is_known_by_its_name_or_first_line(name, data, found):
    assert lists.recognises(Source(name, data)) is found


def test_ids_are_found_in_any_text_once():
    text = f"http://tenhou.net/0/?log={log_name(2)}&tw=1\n{log_name(1)}.xml {log_name(2)} 2024gm-1"
    assert lists.ids(text) == [log_name(2), log_name(1)]


def test_a_hidden_number_is_asked_for_in_the_open():
    assert lists.path("2017022002gm-000b-2873-xc0294a92421e") == "/0/log/?2017022002gm-000b-2873-fb28df66"
    assert lists.path(log_name(1)) == f"/0/log/?{log_name(1)}"


names = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=8)
results = st.integers(-1999, 1999).map(lambda tenths: tenths / 10)


@given(st.lists(st.tuples(names, results), min_size=4, max_size=4))
def test_what_is_written_is_read(players):
    text = " ".join(f"{name}({score:+.1f})" for name, score in players)
    game = only(f"12:00 | 20 | 四般東喰赤－ | {text}")
    assert (game.names, game.scores) == ([name for name, _ in players], [score for _, score in players])


@given(st.binary(max_size=200))
def test_no_bytes_make_the_reader_crash(data):
    good = linked().encode() + b"\n"
    listing = lists.read(Source("scc20120404.html", good + data))
    assert listing.games[0].game == "2012040412gm-00e1-0000-d0129be5" or listing.failures
    lists.recognises(Source("x", data))


def test_genuine_logs_agree_with_their_ids_and_not_with_others(shared):
    paths = sorted((shared / "replays" / "tenhou_xml").glob("2*gm-*"))[::20]
    assert len(paths) > 50
    for path in paths:
        (game,) = lists.ids(path.name)
        games = mjlog.read(path)
        assert lists.agrees(game, games)
        hour, kind, lobby, number = game.split("-")
        assert not lists.agrees(f"{hour}-{int(kind, 16) ^ 8:04x}-{lobby}-{number}", games)
        told = games.games.lobby[0] >= 0
        assert lists.agrees(f"{hour}-{kind}-9{lobby}-{number}", games) is not told


def test_genuine_pages_are_read_whole(shared):
    counts = {}
    for path in sorted((shared / "replays" / "lists").glob("*.html")):
        listing = lists.read(Source(path.name, path.read_bytes()))
        assert listing.failures == []
        counts[path.name] = len(listing.games)
        for game in listing.games:
            assert game.game is not None
            assert f"{game.started:%Y%m%d%H}" == game.game[:10]
            assert sum(game.scores) == pytest.approx(0, abs=0.11)
    assert counts == {"scc20120404.html": 1, "scc20151214.html": 19, "sce20151230.html": 11}
