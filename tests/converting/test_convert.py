"""Games taken from one format to another, and what had to be made up for it."""

import json
import warnings
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from typer.testing import CliRunner

from mjlog import preset, simulate
from mjlog.auditing.run import audit
from mjlog.cli import app
from mjlog.converting.convert import convert, encode, viewer_link, with_claims, with_copies
from mjlog.errors import Fault, LogError
from mjlog.formats import LogWarning, Source, formats, parse, read
from mjlog.games.batch import runs
from mjlog.games.columns import ABSENT
from mjlog.games.digest import content_digests
from mjlog.tiles import tile_of_copy

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "games"
FORMATS = ("mjai", "tenhou-json", "tenhou-xml")


@pytest.fixture(scope="module")
def games():
    """Whole games of three and four players, and those that hold a rare event each."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LogWarning)  # some of the traps are broken on purpose
        found = read(SAMPLES, SAMPLES.parent / "traps")
    return found.select(found.games.complete)


@pytest.fixture(scope="module")
def plain():
    """Games of rooms whose rules follow from what every format tells."""
    return read(SAMPLES)


def again(data, suffix=""):
    """The games of some files, which have nothing wrong with them."""
    parsed = parse([Source(f"{n}{suffix}", text) for n, text in enumerate(data)])
    assert [str(error) for *_, error in parsed.failures] == []
    return parsed.games


def test_every_format_can_be_written():
    assert {known.name for known in formats().values() if known.write} >= set(FORMATS)


@pytest.mark.parametrize("first", FORMATS)
@pytest.mark.parametrize("second", FORMATS)
def test_a_game_is_the_same_in_every_format(games, first, second):
    once = again(encode(games, first))
    twice = again(encode(once, second))
    assert content_digests(twice) == content_digests(games)
    assert np.array_equal(twice.kyoku.result, games.kyoku.result)
    assert np.array_equal(twice.wins.payments, games.wins.payments)
    assert np.array_equal(twice.draws.payments, games.draws.payments)
    assert np.array_equal(twice.kyoku.points, games.kyoku.points)


def test_what_is_made_up_for_xml_is_right_by_the_rules(plain):
    xml = again(encode(again(encode(plain, "mjai")), "tenhou-xml"))
    assert audit(xml).findings == audit(plain).findings
    assert np.array_equal(xml.wins.fu, plain.wins.fu)
    assert np.array_equal(xml.wins.points, plain.wins.points)
    assert np.array_equal(xml.wins.limit, plain.wins.limit)
    assert np.allclose(xml.games.final_scores, plain.games.final_scores, equal_nan=True)


@pytest.mark.parametrize("n_kyoku", [1, 3])
def test_a_part_of_a_game_does_not_become_a_whole_game_in_xml(plain, n_kyoku):
    events = encode(plain.select(np.array([0])), "mjai")[0].splitlines()
    ends = [place for place, event in enumerate(events) if b'"end_kyoku"' in event]
    part = again([b"\n".join([*events[: ends[n_kyoku - 1] + 1], events[-1]])])
    assert part.games.complete.all()
    parsed = parse([Source("part.xml", data) for data in encode(part, "tenhou-xml")])
    assert [error.fault for *_, error in parsed.failures] == [Fault.TRUNCATED]
    assert (len(parsed.games.kyoku.wind), parsed.games.games.complete.any()) == (n_kyoku, False)
    assert audit(parsed.games).findings == ()


def test_each_tile_has_one_copy_from_deal_to_end(games):
    made = with_copies(again(encode(games, "mjai")))
    red = [bool(made.rule_sets[number].reds) for number in made.games.rules]
    game_of = runs(made.kyoku_start)
    events = made.events
    for kyoku in range(len(game_of)):
        dealt = made.kyoku.hand_copies[kyoku]
        span = slice(*made.event_start[kyoku : kyoku + 2])
        drawn = events.copy[span][np.isin(events.kind[span], (0, 10))]
        in_play = [*dealt[dealt != ABSENT], made.kyoku.dora_indicator_copy[kyoku], *drawn]
        assert len(set(in_play)) == len(in_play)
        tiles = [tile_of_copy(int(copy), red=red[game_of[kyoku]]) for copy in events.copy[span] if copy != ABSENT]
        assert tiles == events.tile[span][events.copy[span] != ABSENT].tolist()
    given = events.kind == 1
    assert set(np.flatnonzero(given & (events.copy == ABSENT))) == set()


def test_a_second_red_five_of_a_suit_is_dealt_written_and_given_a_copy_of_its_own():
    rules = replace(preset("tenhou-east"), name="four reds", reds=("5m", "5p", "5p", "5s"))
    dealt = simulate.games(4, rules=rules)
    assert {(53, 35), (54, 13)} <= set(zip(dealt.events.copy.tolist(), dealt.events.tile.tolist(), strict=True))
    read_again = again(encode(dealt, "tenhou-json"))
    assert all(rule_set.reds.count("5p") == 2 for rule_set in read_again.rule_sets)
    assert audit(read_again).findings == ()
    made = with_copies(read_again)
    assert not ((made.events.tile == 13) & (made.events.copy == 53)).any()


def test_games_that_tell_copies_keep_them(games):
    assert with_copies(games) is games


def test_more_of_a_tile_than_exist_is_refused(games):
    made = again(encode(games.select(np.array([0])), "mjai"))
    made.kyoku.hands[0, 0, :5] = 0
    with pytest.raises(LogError, match="more 1m than exist") as caught:
        encode(made, "tenhou-xml")
    assert (caught.value.fault, caught.value.where.kyoku) == (Fault.BAD_TILES, 0)


def test_a_win_without_payments_has_no_place_in_xml(games):
    made = again(encode(games.select(np.array([0])), "mjai"))
    made.wins.payments[0] = ABSENT
    with pytest.raises(LogError, match="payments"):
        encode(made, "tenhou-xml")


def test_what_the_log_says_stays_as_it_says_it(games):
    changed = games.wins._replace(points=games.wins.points + 100)
    said = with_claims(type(games)(**{n: getattr(games, n) for n in games.__slots__ if n != "wins"}, wins=changed))
    assert np.array_equal(said.wins.points, changed.points)
    assert np.array_equal(said.yaku.code, games.yaku.code)


def test_a_format_that_cannot_be_written_is_named():
    with pytest.raises(LogError, match="'pdf' cannot be written; the formats are kobalab,"):
        encode(read(SAMPLES), "pdf")


def test_the_link_holds_the_kyoku(games):
    link = viewer_link(games, 0, 1)
    held = json.loads(unquote(link.split("#json=")[1].split("&")[0]))
    assert link.startswith("https://tenhou.net/6/#json=")
    assert len(held["log"]) == 1
    assert held["log"][0][0] == [
        int(4 * games.kyoku.wind[1] + games.kyoku.number[1] - 1), int(games.kyoku.honba[1]), int(games.kyoku.sticks[1]),
    ]  # fmt: skip


def test_the_link_needs_only_its_own_kyoku(games):
    one = games.select(np.array([0]))
    before = viewer_link(one, 0, 1)
    one.events.kind[0] = 99
    one.calls.tiles[0] = 99
    assert viewer_link(one, 0, 1) == before
    with pytest.raises(IndexError):
        viewer_link(one, 0, 99)


def run(*arguments):
    return CliRunner().invoke(app, ["convert", *map(str, arguments)])


def test_the_command_writes_a_file_per_game(tmp_path, plain):
    done = run(SAMPLES, tmp_path / "out", "--to", "mjai")
    assert done.exit_code == 0, done.output
    written = sorted((tmp_path / "out").iterdir())
    assert len(written) == len(plain)
    assert all(file.suffix == ".mjson" for file in written)
    assert f"{len(plain)} games written" in done.output
    assert sorted(content_digests(read(file)) for file in written) == sorted(
        content_digests(plain.select(np.array([n]))) for n in range(len(plain))
    )


def test_the_command_shows_an_address():
    file = sorted(SAMPLES.iterdir())[0]
    assert run(file, "--link", 0).output.startswith("https://tenhou.net/6/#json=")
    assert run(file, "--link", 99).exit_code == 2


def test_the_command_says_what_it_could_not_read_or_needs(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("no log")
    done = run(tmp_path / "in", tmp_path / "out", "--to", "mjai")
    assert done.exit_code == 1
    assert "0 games written" in done.output
    assert run(tmp_path / "in").exit_code == 2


def test_the_command_names_what_is_lost(tmp_path):
    done = run(SAMPLES, tmp_path / "out", "--to", "mjai")
    assert "lost in mjai: columns not recorded: calls.copies, " in done.stderr
    assert "seats.dan, seats.rate" in done.stderr
    assert "rules" not in done.stderr
    traps = SAMPLES.parent / "traps"
    away, tables = traps / "disconnections.xml", traps / "chip-room.xml"
    assert "lost in mjai: events not recorded: left, returned" in run(away, tmp_path / "out", "--to", "mjai").stderr
    assert "lost in mjai: rules not recorded: " in run(tables, tmp_path / "out", "--to", "mjai").stderr
    assert "lost" not in run(SAMPLES, tmp_path / "out", "--to", "tenhou-xml").stderr


def test_the_command_refuses_what_makes_no_sense(tmp_path):
    file = sorted(SAMPLES.iterdir())[0]
    (tmp_path / "file").touch()
    for arguments, words in (
        ((file, tmp_path, "--link", 0), "--link takes neither a folder nor --to"),
        ((file, "--link", 0, "--to", "mjai"), "--link takes neither a folder nor --to"),
        ((file, tmp_path / "file", "--to", "mjai"), "is a file, not a folder"),
        ((file, "--link", 0, "--nth", 5), "has games 0 to 0, not 5"),
    ):
        done = run(*arguments)
        assert (done.exit_code, words in done.stderr) == (2, True), arguments


def test_the_address_says_what_was_not_read(tmp_path):
    (tmp_path / "a.txt").write_text("no log")
    (tmp_path / "b.xml").write_bytes(sorted(SAMPLES.iterdir())[0].read_bytes())
    done = run(tmp_path, "--link", 0)
    assert done.stdout.startswith("https://tenhou.net/6/#json=")
    assert "not read: " in done.stderr


def test_an_id_is_no_way_out_of_the_folder(tmp_path):
    (data,) = encode(read(SAMPLES).select(np.array([0])), "mjai")
    head, _, rest = data.partition(b"\n")
    start = json.loads(head) | {"uri": "https://tenhou.net/0/?log=../../x"}
    (tmp_path / "a.mjson").write_bytes(json.dumps(start).encode() + b"\n" + rest)
    done = convert([tmp_path / "a.mjson"], tmp_path / "out", "mjai")
    assert [file.parent for file in done.files] == [tmp_path / "out"]
    assert [file.name for file in done.files] == ["_x.mjson"] or not done.files[0].name.startswith(".")


def test_a_game_that_cannot_be_written_does_not_hinder_its_neighbours(tmp_path, games):
    first, second = encode(games.select(np.array([0, 1])), "mjai")
    lines = first.splitlines()
    start = json.loads(lines[1])
    start["tehais"][0] = ["1m"] * 13
    lines[1] = json.dumps(start).encode()
    (tmp_path / "a.mjson").write_bytes(b"\n".join(lines) + b"\n" + second)
    done = convert([tmp_path / "a.mjson"], tmp_path / "out", "tenhou-xml")
    assert len(done.files) == 1
    assert [error.where.source for error in done.failures] == [f"{tmp_path / 'a.mjson'}#1"]


def test_a_missing_path_and_an_empty_folder_are_said_in_one_line(tmp_path):
    (tmp_path / "empty").mkdir()
    for what, code, line in (("nowhere", 2, "no such file or folder"), ("empty", 1, "no logs found in")):
        done = run(tmp_path / what, tmp_path / "out", "--to", "mjai")
        assert (done.exit_code, done.output.count("\n")) == (code, 1)
        assert line in done.output
    assert run(tmp_path / "nowhere", "--link", "0").exit_code == 2
    assert not (tmp_path / "nowhere").exists()
