"""The files in `data/` are what their maker makes, show what they are named for, and are imported as expected."""

import gzip
import json
import sys
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import mjlog
from mjlog.auditing.run import audit
from mjlog.errors import Fault
from mjlog.formats import Source, formats, parse
from mjlog.games.columns import Result
from mjlog.games.events import Kita, Left, Returned
from mjlog.rules.ruleset import OPTIONS
from mjlog.tables.rows import TABLES
from parsers.tenhou import xml

DATA = Path(__file__).resolve().parents[1] / "data"
PAGES = {path.name.removesuffix(".json"): path for path in sorted((DATA / "expected").iterdir())}
ABORTIVE = {result.name.lower() for result in Result} - {"win", "exhaustive_draw"}


def text_of(path):
    data = path.read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def parsed(name):
    return parse([Source(name, text_of(file_of(name)))])


def file_of(name):
    return DATA / ("traps" if ".xml" in name else "formats") / name


def page(name):
    return json.loads(PAGES[name].read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def maker():
    """The modules that make the samples."""
    sys.path.insert(0, str(DATA))
    try:
        import expected
        import make_samples
    finally:
        sys.path.remove(str(DATA))
    make_samples.expected, make_samples.made_samples = expected, {own.file: own for own in make_samples.samples()}
    return make_samples


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """The tables of an import of all set pieces and traps."""
    out = tmp_path_factory.mktemp("out")
    mjlog.import_archive([DATA / "traps", DATA / "formats"], out, workers=1, decisions=True)
    return {name: pq.read_table(out / name) for name in TABLES if (out / name).is_dir()}


def rows_of(imported, table, name):
    """The rows of a table that come from a sample."""
    if table == "failures":
        found = imported[table]
        return found.filter(pc.match_substring(found["source"], f"/{name}"))
    of_file = pc.match_substring(imported["games"]["source"], f"/{name}")
    games = imported["games"].filter(of_file).sort_by("source")["game"].combine_chunks()
    found = imported[table].filter(pc.is_in(imported[table]["game"], games))
    found = found.append_column("file", pc.index_in(found["game"], games))
    order = ("file", "kyoku", "event", "win", "seat")
    return found.sort_by([(column, "ascending") for column in order if column in found.column_names])


# -- the files are what the maker makes


def test_the_maker_makes_the_set_pieces_and_what_is_expected_of_them_again(maker):
    made = dict(maker.pages(list(maker.made_samples.values())))
    stale = [name for name, data in made.items() if not maker.same(DATA / name, data)]
    assert stale == [], "a new column, say, is written into all pages by: python data/make_samples.py"
    there = {
        path.relative_to(DATA).as_posix()
        for folder in ("traps", "formats", "expected")
        for path in (DATA / folder).iterdir()
    }
    assert there == {*made} - {"README.md"}


def test_the_maker_makes_the_lists_and_games_again(maker):
    for name, data in maker.lists():
        assert maker.same(DATA / "lists" / name, data), name
        assert f"`{name}`" in (DATA / "README.md").read_text(encoding="utf-8")
    for number in (0, 5):
        name, text = maker.game(number)
        assert text_of(DATA / "games" / f"{name}.mjlog") == text


def test_what_is_claimed_by_hand_is_checked(maker):
    sample = maker.made_samples["pao.xml"]
    tables = maker.expected.shown(maker.expected.tables_of(sample.games), 0)
    assert maker.expected.breaches(tables, {"wins": [{"pao_seat": 0}]}) == ["wins.pao_seat of row 0: 1 instead of 0"]
    assert maker.expected.breaches(tables, {"wins": [{}, {}]}) == ["wins has not 2 rows"]


def test_archives_are_compared_by_what_they_hold(maker, tmp_path):
    one = gzip.compress(b"a", 1, mtime=1)
    (tmp_path / "a.gz").write_bytes(one)
    assert maker.same(tmp_path / "a.gz", gzip.compress(b"a", 9, mtime=0))
    assert not maker.same(tmp_path / "a.gz", gzip.compress(b"b", 9, mtime=0))
    (tmp_path / "a.zip").write_bytes(maker.zipped(iter([("a", b"a")])))
    assert maker.same(tmp_path / "a.zip", maker.zipped(iter([("a", b"a")])))
    assert not maker.same(tmp_path / "a.zip", maker.zipped(iter([("a", b"b")])))


def test_a_file_that_is_missing_or_changed_is_named(maker, tmp_path):
    (tmp_path / "changed").write_bytes(b"a")
    assert not maker.same(tmp_path / "changed", b"b")
    assert not maker.same(tmp_path / "missing", b"b")
    assert maker.same(tmp_path / "changed", b"a")


def test_making_writes_what_is_made_and_nothing_else(maker, tmp_path, monkeypatch):
    monkeypatch.setattr(maker, "FOLDER", tmp_path)
    monkeypatch.setattr(maker, "made", lambda: iter([("lists/a", b"a"), ("README.md", b"b")]))
    monkeypatch.setattr(sys, "argv", ["make_samples.py"])
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "stale").touch()
    assert maker.main() == 0
    assert [path.name for path in sorted(tmp_path.rglob("*")) if path.is_file()] == ["README.md", "a"]


def test_checking_names_what_is_not_as_made_and_writes_nothing(maker, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(maker, "FOLDER", tmp_path)
    monkeypatch.setattr(maker, "made", lambda: iter([("lists/a", b"a"), ("lists/b", b"b")]))
    monkeypatch.setattr(sys, "argv", ["make_samples.py", "--check"])
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "a").write_bytes(b"changed")
    (tmp_path / "lists" / "stale").touch()
    assert maker.main() == 1
    named = capsys.readouterr().out.splitlines()
    assert named == [f"not as made: lists/{name}" for name in ("stale", "a", "b")]
    assert (tmp_path / "lists" / "a").read_bytes() == b"changed"


def test_the_folder_stays_small():
    folders = ("games", "lists", "traps", "formats", "expected")
    assert sum(path.stat().st_size for folder in folders for path in (DATA / folder).iterdir()) < 2_000_000


# -- an import makes of each what is expected


@pytest.mark.parametrize("name", PAGES)
def test_all_tables_of_a_sample_are_those_of_the_game_as_it_was_played(maker, name):
    sample, found = maker.made_samples[name], parsed(name)
    assert [{"fault": e.fault.value, "kyoku": e.where.kyoku} for *_, e in found.failures] == page(name)["failures"]
    if sample.games is None:  # it was not played by the simulator, or the log hides tiles
        assert {e.fault for *_, e in found.failures} == {Fault.MISSING_VALUE} or len(found.games) == 0
        return
    played, read = maker.expected.tables_of(sample.games), maker.expected.tables_of(found.games)
    assert [
        f"{table}.{column}"
        for table in played
        for column in played[table].column_names
        if column not in maker.expected.LEFT_OUT and not played[table][column].equals(read[table][column])
    ] == []


@pytest.mark.parametrize("name", PAGES)
def test_an_import_gives_the_tables_of_the_page(imported, name):
    told = page(name)
    failures = rows_of(imported, "failures", name)
    assert failures.select(["fault", "kyoku"]).to_pylist() == told["failures"]
    for table in {*told} & {*TABLES} - {"failures"}:
        found = rows_of(imported, table, name)
        if table in ("kyoku", "hands", "wins", "calls"):
            found = found.filter(pc.equal(found["kyoku"], told[table]["kyoku"][0]))
        for column, values in told[table].items():
            shown = [v.isoformat() if hasattr(v, "isoformat") else v for v in found[column].to_pylist()]
            assert shown == values, f"{table}.{column}"


@pytest.mark.parametrize("name", PAGES)
def test_what_is_claimed_by_hand_stands_in_the_page(name):
    told = page(name)
    for table, rows in told["claims"].items():
        for n, row in enumerate(rows):
            assert {column: told[table][column][n] for column in row} == row
    assert {*told["options"]} <= {*OPTIONS}


# -- what there must be a sample of


def test_every_abortive_draw_has_a_sample():
    shown = {page(name)["kyoku"]["result"][0] for name in PAGES if "kyoku" in page(name)}
    assert shown >= ABORTIVE


def test_every_format_has_samples():
    files = [Source(name, text_of(file_of(name))) for name in PAGES]
    assert {name for file in files for name, f in formats().items() if f.recognises(file)} == set(formats())


def test_no_game_is_in_two_samples(imported):
    assert [own for own in imported["inputs"]["duplicate_of"].to_pylist() if own] == []


def test_the_audit_finds_nothing_in_games_that_were_played():
    games = [parsed(name).games for name in PAGES]
    assert [finding.message for found in games if len(found) for finding in audit(found).findings] == []


def test_the_games_are_read_without_a_failure():
    paths = sorted((DATA / "games").glob("*.mjlog"))
    found = xml.parse([Source(path.name, text_of(path)) for path in paths])
    assert found.failures == ()
    assert len(found.games) == len(paths) == 44
    assert found.games.games.complete.all()


def test_kita_is_set_aside_within_riichi():
    (kyoku, *_) = parsed("kita-in-riichi.xml").games[0].kyoku
    assert [event.seat for event in kyoku.events if isinstance(event, Kita)] == [1]


def test_the_chip_room_counts_chips():
    game = parsed("chip-room.xml").games[0]
    assert game.kyoku[0].chips == (0, 0, 0, 0)
    assert sum(game.games.games.final_chips[0]) == 0
    assert any(yaku.chips for kyoku in game.kyoku for win in kyoku.wins for yaku in win.yaku)


def test_players_leave_and_one_does_not_return():
    events = [event for kyoku in parsed("disconnections.xml").games[0].kyoku for event in kyoku.events]
    assert [event.seat for event in events if isinstance(event, Left)] == [1, 2, 0]
    assert sorted(event.seat for event in events if isinstance(event, Returned)) == [1, 2]


def test_the_old_spelling_reads_as_the_new():
    (name,) = (name for name in PAGES if name.startswith("spelling-of-2009"))
    game = parsed(name).games[0]
    assert game.seed is not None
    assert len(game.seed.splitlines()) == len(game.kyoku)
    points = [kyoku.points for kyoku in game.kyoku]
    assert all(sum(seats) + 1000 * kyoku.sticks == 100_000 for seats, kyoku in zip(points, game.kyoku, strict=True))
