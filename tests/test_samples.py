"""The files in `data/` are what its README says, and its maker makes them."""

import gzip
import importlib.util
import re
from pathlib import Path

import pytest

from mjlog.columns import Result
from mjlog.errors import Fault
from mjlog.events import Kita, Left, Returned
from mjlog.formats import Source
from parsers.tenhou import xml

DATA = Path(__file__).resolve().parents[1] / "data"


def text_of(path):
    data = path.read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def parse(name):
    return xml.parse([Source(name, text_of(DATA / "traps" / name))])


def first(name):
    """The first kyoku of a trap that can be read whole."""
    parsed = parse(name)
    assert parsed.failures == ()
    return parsed.games[0].kyoku[0]


@pytest.fixture(scope="module")
def maker():
    spec = importlib.util.spec_from_file_location("make_samples", DATA / "make_samples.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_maker_makes_the_files_again(maker):
    for name, data in maker.traps():
        assert text_of(DATA / "traps" / name) == (gzip.decompress(data) if name.endswith(".gz") else data), name
    for number in (0, 5):
        name, text = maker.game(number)
        assert text_of(DATA / "games" / f"{name}.mjlog") == text


def test_the_maker_makes_the_lists_again(maker):
    for name, data in maker.lists():
        path = DATA / "lists" / name
        assert text_of(path) == (gzip.decompress(data) if name.endswith(".gz") else data), name
        assert f"`{name}`" in (DATA / "README.md").read_text(encoding="utf-8")


def test_every_trap_is_named_in_the_readme():
    named = set(re.findall(r"^\| `([^`]+)`", (DATA / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert named == {path.name for path in (DATA / "traps").iterdir()}


def test_the_folder_stays_small():
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) < 1_000_000


def test_the_games_are_read_without_a_failure():
    paths = sorted((DATA / "games").glob("*.mjlog"))
    parsed = xml.parse([Source(path.name, text_of(path)) for path in paths])
    assert parsed.failures == ()
    assert len(parsed.games) == len(paths) == 44
    assert parsed.games.games.complete.all()


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("sanchahou.xml", Result.SANCHAHOU),
        ("kyuushu-kyuuhai.xml", Result.KYUUSHU_KYUUHAI),
        ("suufon-renda.xml", Result.SUUFON_RENDA),
        ("suucha-riichi.xml", Result.SUUCHA_RIICHI),
        ("suukaikan.xml", Result.SUUKAIKAN),
        ("nagashi-mangan.xml", Result.NAGASHI_MANGAN),
    ],
)
def test_draws_end_as_their_files_are_named(name, result):
    assert first(name).result is result


def test_kita_sets_norths_aside():
    kyoku = [k for k in parse("kita.xml").games[0].kyoku if any(isinstance(event, Kita) for event in k.events)]
    assert kyoku


def test_the_chip_room_counts_chips():
    game = parse("chip-room.xml").games[0]
    assert game.kyoku[0].chips == (0, 0, 0, 0)
    assert sum(game.games.games.final_chips[0]) == 0
    assert any(yaku.chips for kyoku in game.kyoku for win in kyoku.wins for yaku in win.yaku)


def test_players_leave_and_one_does_not_return():
    events = [event for kyoku in parse("disconnections.xml").games[0].kyoku for event in kyoku.events]
    assert [event.seat for event in events if isinstance(event, Left)] == [1, 2, 0]
    assert sorted(event.seat for event in events if isinstance(event, Returned)) == [1, 2]


def test_pao_pays_the_whole_tsumo():
    (win,) = first("pao.xml").wins
    assert (win.from_seat, win.pao, win.payments) == (None, 1, (0, -32_000, 32_000, 0))


def test_a_double_ron_has_two_winners():
    assert [(win.winner, win.from_seat) for win in first("double-ron.xml").wins] == [(1, 0), (2, 0)]


def test_the_old_spelling_reads_as_the_new():
    game = parse("old-2009.xml").games[0]
    assert game.complete
    assert game.seed is not None
    assert len(game.seed.splitlines()) == len(game.kyoku)
    points = [kyoku.points for kyoku in game.kyoku]
    assert all(sum(seats) + 1000 * kyoku.sticks == 100_000 for seats, kyoku in zip(points, game.kyoku, strict=True))


def test_comments_and_line_breaks_do_not_matter():
    assert first("comment-and-line-breaks.xml.gz").result is Result.WIN


@pytest.mark.parametrize(
    ("name", "n_kyoku", "fault"), [("truncated.xml", 5, Fault.TRUNCATED), ("broken.xml", 1, Fault.MISSING_VALUE)]
)
def test_what_is_complete_is_kept(name, n_kyoku, fault):
    parsed = parse(name)
    ((_, _, error),) = parsed.failures
    assert error.fault is fault
    assert len(parsed.games[0].kyoku) == n_kyoku
    assert not parsed.games[0].complete


def test_one_file_can_hold_several_games():
    assert [game.players for game in parse("several-games.xml").games] == [4, 3]


def test_a_page_that_is_no_log_is_a_failure():
    parsed = parse("not-a-log.xml")
    assert len(parsed.games) == 0
    assert len(parsed.failures) == 1
