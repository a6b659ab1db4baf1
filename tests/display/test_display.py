from dataclasses import replace
from xml.etree import ElementTree

import pytest

from mjlog.display import (
    KyokuWidget,
    event_text,
    hand_svg,
    kyoku_html,
    page,
    result_texts,
    state_before,
    table_svg,
    table_text,
)
from mjlog.display.melds import meld_tiles
from mjlog.display.outlook import outlook
from mjlog.display.steps import steps_of
from mjlog.display.svg import Drawing
from mjlog.display.table import draw_table
from mjlog.display.text import meld_text, player_names, river_text, tile_text
from mjlog.formats import Source
from mjlog.games.events import (
    Ankan,
    Chi,
    Daiminkan,
    DoraIndicator,
    Kakan,
    Kita,
    Left,
    OpenRiichi,
    Pon,
    Returned,
    Riichi,
    RiichiAccepted,
)
from mjlog.kyoku.seat import RiverTile
from mjlog.rules.yaku import BY_KEY
from mjlog.tiles import parse as tiles
from mjlog.tiles import to_mpsz
from parsers.tenhou import xml
from tests.replay.played import played

LOG = """<mjloggm ver="2.3"><GO type="169" lobby="0"/><UN n0="A%3Cb%3E" n1="B" n2="C" n3="D" dan="10,11,12,13" \
rate="1500.00,1600.00,1700.00,1800.00" sx="M,F,M,C"/><TAIKYOKU oya="0"/>\
<INIT seed="0,0,0,1,2,108" ten="250,250,250,250" oya="0" hai0="0,4,8,12,17,20,24,28,32,36,40,44,48" \
hai1="1,5,9,13,16,21,25,29,33,37,41,45,49" hai2="2,6,10,14,18,22,26,30,34,38,42,46,50" \
hai3="3,7,11,15,19,23,27,31,35,39,43,47,51"/>\
<T120/><D120/><U121/><E13/><N who="2" m="5335" /><F50/>\
<BYE who="3" /><W122/><UN n3="D"/><REACH who="3" step="1"/><G122/>\
<REACH who="3" ten="250,250,250,240" step="2"/><T52/>\
<AGARI ba="0,1" hai="0,4,8,12,17,20,24,28,32,36,40,44,48,52" machi="52" ten="30,4000,0" yaku="0,1,54,1" doraHai="108" \
who="0" fromWho="0" sc="250,50,250,-13,250,-13,240,-14" owari="300,40.0,237,0,237,-10,226,-30"/></mjloggm>"""


@pytest.fixture(scope="module")
def kyoku():
    return xml.parse([Source("2020010203gm-00a9-0000-12345678.xml", LOG.encode())]).games[0].kyoku[0]


def test_the_table_before_an_event_has_what_happened_so_far(kyoku):
    discard = next(n for n, event in enumerate(kyoku.events) if event_text(event) == "seat 1 discards 🀊")
    text = table_text(kyoku, discard, "mpsz")
    assert "E seat 0  A<b>  25,000  dealer" in text
    assert "  river  4z." in text
    assert f"> {discard:>4}  seat 1 discards 4m" in text
    assert "river  4m" not in text, "the discard itself is still to come"
    assert "tiles left 68" in text


def test_the_table_before_the_result_shows_calls_riichi_and_the_win(kyoku):
    text = table_text(kyoku, style="mpsz")
    assert "N seat 3  D  24,000  riichi" in text
    assert "  melds  chi <4m>2m3m from seat 1" in text
    assert "  river  (4m)" in text
    assert "[4z.]" in text
    assert "riichi sticks 1" in text
    assert ">  end  A<b> wins by tsumo on 0p: " in text
    assert "2 han, 30 fu, 4,000 points; payments A<b> +5,000, B -1,300, C -1,300, D -1,400" in text


def test_an_event_that_is_not_there_is_refused(kyoku):
    with pytest.raises(IndexError, match="has events 0 to"):
        state_before(kyoku, 400)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Chi(1, 0, tiles("312m")), "seat 1 calls chi on 3m from seat 0 with 1m2m"),
        (Pon(1, 3, tiles("111z")), "seat 1 calls pon on 1z from seat 3 with 1z1z"),
        (Daiminkan(1, 3, tiles("1111z")), "seat 1 calls daiminkan on 1z from seat 3 with 1z1z1z"),
        (Kakan(1, 3, tiles("0555p")), "seat 1 adds 0p to its pon (kakan)"),
        (Ankan(1, tiles("1111z")), "seat 1 declares ankan 1z1z1z1z"),
        (Kita(1, 30), "seat 1 sets 4z aside (kita)"),
        (Riichi(1), "seat 1 declares riichi"),
        (RiichiAccepted(1), "seat 1 pays the riichi stick"),
        (OpenRiichi(1), "seat 1 opens its riichi"),
        (DoraIndicator(33), "dora indicator 7z is revealed"),
        (Left(1), "seat 1 loses the connection"),
        (Returned(1), "seat 1 reconnects"),
    ],
)
def test_every_event_is_a_sentence(event, text):
    assert event_text(event, "mpsz") == text


@pytest.mark.parametrize(
    ("call", "seat", "text"),
    [
        (Chi(1, 0, tiles("312m")), 1, "chi <3m>1m2m from seat 0"),
        (Pon(0, 2, tiles("111z")), 0, "pon 1z<1z>1z from seat 2"),
        (Pon(0, 1, tiles("055p")), 0, "pon 5p5p<0p> from seat 1"),
        (Daiminkan(2, 0, tiles("1111z")), 2, "daiminkan 1z<1z>1z1z from seat 0"),
        (Daiminkan(2, 3, tiles("1111z")), 2, "daiminkan 1z1z1z<1z> from seat 3"),
        (Kakan(0, 3, tiles("0555p")), 0, "kakan <5p+0p>5p5p from seat 3"),
    ],
)
def test_the_called_tile_lies_on_the_side_it_came_from(call, seat, text):
    assert meld_text(call, seat, 4, "mpsz") == text


def test_with_three_players_the_seat_before_is_on_the_left():
    assert [tile.sideways for tile in meld_tiles(Pon(0, 2, tiles("111z")), 0, 3)] == [True, False, False]
    assert [tile.sideways for tile in meld_tiles(Pon(0, 1, tiles("111z")), 0, 3)] == [False, False, True]


def test_coloured_tiles_are_shown_by_the_copies_that_the_rules_colour():
    """Second document, lines 139, 152 and 665: red tiles that are no fives, blue tiles, red norths."""
    games = xml.parse([Source("2020010203gm-00a9-0000-12345678.xml", LOG.encode())]).games
    rules = replace(games.rule_sets[0], reds=("4m", "4m", "9m", "4z", "4z"), blues=("8m", "2m"))
    kyoku = replace(games, rule_sets=(rules,))[0].kyoku[0]
    text = table_text(kyoku, style="mpsz")
    assert "  melds  chi <4rm>2m3m from seat 1" in text
    assert "  river  (4rm)" in text
    assert "[4z.]" in text, "the third copy of north is plain"
    assert to_mpsz(kyoku.hands[0]) == "12b34r5678b9rm1234p"
    svg = table_svg(kyoku)
    assert all(f"<g id='mj-{name}'>" in svg for name in ("4rm", "8bm", "9rm"))
    ElementTree.fromstring(svg)


def test_a_coloured_tile_is_a_picture_with_a_mark():
    assert [tile_text(tile) for tile in tiles("3r3bm4rz")] == ["🀉*", "🀉°", "🀃*"]
    assert "#dce9ff" in hand_svg(tiles("5bm4bz5bz"))


def test_a_closed_kan_shows_its_red_five_between_two_backs():
    row = meld_tiles(Ankan(0, tiles("0555p")), 0, 4)
    assert [tile.hidden for tile in row] == [True, False, False, True]
    assert sorted(tile.tile for tile in row) == sorted(tiles("0555p"))
    assert 35 in [tile.tile for tile in row if not tile.hidden]


def test_the_river_marks_riichi_and_calls():
    river = [RiverTile(27, False, False), RiverTile(34, True, True), RiverTile(0, None, False, 2)]
    assert river_text(river) == "🀀 [🀋*.] (🀇)"


def test_the_river_has_six_tiles_a_row_and_a_called_riichi_tile_passes_its_mark_on():
    """First document, line 153; second document, line 735."""
    hands = {0: "234m456p567s5578s", 2: "99p147m147s11234z"}
    line = "0+9p 0riichi 0!9p 0stick 2pon0:999p 2-1z 3~1z 0~1p " + " ".join(f"{t % 4}~2z" for t in range(1, 22))
    text = table_text(played(line, hands)[0].kyoku[0], style="mpsz")
    assert "  river  ([9p.]) [1p.] 2z. 2z. 2z. 2z.\n         2z.\n" in text


def shapes(svg):
    """The SVG parsed, and how many tiles it draws; every tile drawn is defined."""
    root = ElementTree.fromstring(svg)
    name = "{http://www.w3.org/2000/svg}"
    used = [use.get("href")[1:] for use in root.iter(f"{name}use")]
    defined = {group.get("id") for group in root.iter(f"{name}g")}
    assert set(used) <= defined
    return root, used


def test_a_hand_is_a_row_of_tiles():
    _, used = shapes(hand_svg(tiles("123m0p1z"), drawn=33))
    assert used == ["mj-1m", "mj-2m", "mj-3m", "mj-0p", "mj-1z", "mj-7z"]


def test_every_tile_can_be_drawn():
    _, used = shapes(hand_svg(range(37)))
    assert len(set(used)) == 37


def test_the_table_as_a_picture_shows_every_tile(kyoku):
    drawing = Drawing()
    state = state_before(kyoku)
    draw_table(drawing, kyoku, state)
    dealt, drawn, indicators, called = 52, 4, 5, 1
    useful = sum(len(outlook(state, seat).useful) for seat in range(4))
    n_tiles = sum(part.startswith("<use") for part in drawing.parts)
    assert n_tiles == dealt + drawn + indicators + called + useful, "a called tile is drawn twice"
    root, _ = shapes(table_svg(kyoku))
    assert "A<b>" in "".join(root.itertext())


def test_a_kyoku_shows_itself_in_a_notebook(kyoku):
    text = kyoku_html(kyoku)
    assert text.startswith("<div><svg")
    assert "A&lt;b&gt;\u2069 wins by tsumo, 2 han, 30 fu, 4,000 points" in text
    assert f"{BY_KEY['menzen_tsumo'].en} 1" in text
    assert kyoku._repr_html_() == text


def test_a_game_shows_itself_as_a_table_of_its_kyoku(kyoku):
    text = kyoku.games[0]._repr_html_()
    assert "<th>A&lt;b&gt;</th>" in text
    assert "<tr><th>E1-0</th><td>25,000</td>" in text
    assert "<tr><th>final</th><th>+40.0</th>" in text


def test_a_page_holds_the_table_before_every_event(kyoku):
    text = page(kyoku, "a <game>", 3)
    assert text.rstrip().endswith(", 3, { keys: document });\n</script>\n</body>\n</html>")
    assert "a &lt;game&gt;" in text
    assert text.count("next: ") == len(kyoku.events)
    assert "</script>" not in text[: text.rindex("</script>")]


def test_the_steps_hold_every_piece_of_the_tables_once(kyoku):
    steps = steps_of(kyoku)
    assert len(steps["steps"]) == len(steps["captions"]) == len(kyoku.events) + 1
    assert len(set(steps["parts"])) == len(steps["parts"])
    for event in (0, 5):
        drawing = Drawing()
        draw_table(drawing, kyoku, state_before(kyoku, event))
        assert [steps["parts"][part] for part in steps["steps"][event]] == drawing.parts


def test_a_widget_opens_at_its_event(kyoku):
    assert KyokuWidget(kyoku).event == len(kyoku.events)
    assert kyoku.widget(3).event == 3
    with pytest.raises(IndexError, match="kyoku E1-0 has events 0 to"):
        KyokuWidget(kyoku, 999)


HOSTILE = ("<script>&\"'</script>", "W" * 200, "\u202eשלום\u2066", "a\x00\x07\u200f👨\u200d👩")


def test_hostile_names_change_nothing_but_themselves(kyoku):
    names = kyoku.games.seats.name.copy()
    names[0] = HOSTILE
    games = replace(kyoku.games, seats=kyoku.games.seats._replace(name=names))
    plain, hostile = table_svg(kyoku), table_svg(games[0].kyoku[0])
    assert "<script" not in hostile
    elements = [[each.tag for each in ElementTree.fromstring(svg).iter()] for svg in (plain, hostile)]
    assert elements[0] == elements[1]
    assert "W" * 30 not in hostile[hostile.index("</desc>") :].replace(f"<title>{HOSTILE[1]}</title>", "")
    assert not set("\x00\x07\u200f\u202e") & set(hostile + page(games[0].kyoku[0], "title"))
    assert player_names(games[0].kyoku[0])[3] == "a👨\u200d👩"


def test_the_picture_has_a_title_and_a_description(kyoku):
    title, description, *_ = ElementTree.fromstring(table_svg(kyoku))
    assert title.text == "East 1, honba 0: A<b>, B, C, D"
    assert "N seat 3  D  24,000  riichi" in description.text


def test_the_winning_tile_has_a_frame_where_it_lies():
    svg = table_svg(played("0~9m 1ron0:9m", {1: "123456m123p1199m"})[0].kyoku[0])
    assert svg.count("fill='none' stroke='#c3261d' stroke-width='4'") == 2, "in the river and in the result"


def test_the_outlook_counts_the_tiles_left_for_the_player(kyoku):
    """1p and 4p: one of each is in the hand, one 4p in a river; those in the hands of others count as left."""
    assert outlook(state_before(kyoku), 0) == (0, {9: 3, 12: 2})


def test_genuine_kyoku_can_be_shown_at_every_event(shared):
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::350]
    games = xml.parse([Source(path.name, path.read_bytes()) for path in paths]).games
    for game in games:
        for each in game.kyoku[:2]:
            for event in range(0, len(each.events), 7):
                assert table_text(each, event)
                shapes(table_svg(each, event))
            assert result_texts(each)
