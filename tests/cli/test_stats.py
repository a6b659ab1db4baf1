"""`mjlog stats` prints the results of the library, and ends with status 2 for wrong use."""

import json

import pandas as pd
import pytest
from typer.testing import CliRunner

import mjlog
from mjlog.cli.stats import app
from mjlog.stats.registry import SECTIONS
from tests.stats.small_tables import dataset, hands
from tests.stats.test_published import archive


@pytest.fixture
def run(monkeypatch):
    """The command on a small data set."""
    ds = dataset(
        hands=hands(40, won=True, end_points=100) + hands(60, "b", player="Bob", dealer=True),
        games=[{"game": "a", "room": "x"}, {"game": "b", "room": "y"}],
        seats=[{"game": "a", "seat": 0, "player": "Ann", "place": 1}],
    )
    monkeypatch.setattr(mjlog, "open", lambda path: ds, raising=False)
    return lambda *arguments, columns=160: CliRunner().invoke(app, list(arguments), env={"COLUMNS": str(columns)})


def test_the_population_is_shown_with_its_intervals(run):
    result = run("out")
    assert result.exit_code == 0
    line = next(line for line in result.output.splitlines() if line.startswith("win rate "))
    assert line.split() == ["win", "rate", "40.0", "%", "30.9–49.8", "100"]


def test_groups_are_shown_largest_first(run):
    lines = run("out", "--by", "player").output.splitlines()
    names = [line.split()[1] for line in lines if line.startswith("4")]
    assert names == ["Bob", "Ann"]


def table_of(lines):
    """The values of all groups, of tables below each other."""
    return [cell for line in lines if line.startswith("4") for cell in line.split()[3:]]


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_no_value_is_cut_where_a_terminal_is_narrow(run, columns):
    narrow = run("out", "--by", "player", columns=columns).output.splitlines()
    wide = run("out", "--by", "player").output.splitlines()
    assert "…" not in "".join(narrow)
    assert max(map(len, narrow)) <= columns
    assert (len(narrow) > len(wide)) == (columns < 100)
    assert sorted(table_of(narrow)) == sorted(table_of(wide))


def test_few_statistics_of_groups_have_their_intervals(run):
    one = run("out", "--by", "player", "--stat", "win_rate").output.splitlines()
    assert one[0].split() == ["players", "player", "n", "win", "rate", "%", "95", "%"]
    assert one[1].split() == ["4", "Bob", "60", "0.0", "0.0–6.0"]
    four = ("win_rate", "deal_in_rate", "riichi_rate", "call_rate")
    assert "95 %" not in run("out", "--by", "player", *(f"--stat={key}" for key in four)).output


def test_labels_are_whole_where_both_kinds_of_games_do_not_fit_side_by_side(monkeypatch):
    ds = dataset(hands=hands(40, won=True) + hands(30, "b", players=3))
    monkeypatch.setattr(mjlog, "open", lambda path: ds, raising=False)
    narrow, wide = (CliRunner().invoke(app, ["out"], env={"COLUMNS": str(n)}).output.splitlines() for n in (80, 160))
    assert [line.split()[1:3] for line in narrow if line.startswith("statistic")] == [
        ["4", "players"],
        ["3", "players"],
    ]
    assert wide[0].count("players") == 2
    assert "win without riichi and calls" in "".join(narrow)


def test_statistics_of_tables_not_imported_are_left_out_unless_named(run):
    lines = run("out").output.splitlines()
    assert not any(line.startswith("tsumogiri") for line in lines)
    assert any(
        line.endswith("statistics skipped: there is no table discards: import the logs again, with --decisions")
        for line in lines
    )
    assert any(line.startswith("tsumogiri") for line in run("out", "--stat", "tsumogiri_rate").output.splitlines())


def test_one_player_is_chosen_by_name(run):
    result = run("out", "--player", "Ann", "--stat", "win_rate", "--format", "csv")
    assert result.output.splitlines()[1].startswith("4,win_rate,1.0,")


def test_the_statistics_of_a_player_are_next_to_those_of_the_others(monkeypatch):
    rows = [row for game in "abcde" for row in hands(8, game, won=True) + hands(12, game, seat=1, player="Bob")]
    monkeypatch.setattr(mjlog, "open", lambda path: dataset(hands=rows), raising=False)
    lines = CliRunner().invoke(app, ["out", "--player", "Ann"], env={"COLUMNS": "160"}).output.splitlines()
    assert lines[0].split() == ["statistic", "4", "players", "95", "%", "n", "others", "difference"]
    line = next(line for line in lines if line.startswith("win rate "))
    assert line.split()[-5:] == ["0.0", "%", "+100.0", "pp", "*"]
    assert any(line.startswith("* The 95 % interval") for line in lines)


def test_few_games_of_one_kind_are_named_and_not_shown(monkeypatch):
    rows = [row for game in "abcdefghijkl" for row in hands(8, game) + hands(8, game, seat=1, player="Bob")]
    rows += hands(8, "z", players=3) + hands(8, "z", players=3, seat=1, player="Bob")
    seats = [
        {"game": game, "seat": seat, "player": name, "place": seat + 1, "players": 3 if game == "z" else 4}
        for game in "abcdefghijklz"
        for seat, name in enumerate(("Ann", "Bob"))
    ]
    monkeypatch.setattr(mjlog, "open", lambda path: dataset(hands=rows, seats=seats), raising=False)
    text = CliRunner().invoke(app, ["out", "--player", "Ann"], env={"COLUMNS": "200"}).output
    assert text.splitlines()[0].split()[1:3] == ["4", "players"]
    assert "3 players" not in text.splitlines()[0]
    assert "3 players: 1 game, too few to show; --where players=3 shows them" in text
    assert "3 players" in CliRunner().invoke(app, ["out", "--player", "Ann", "--where", "players=3"]).output


def test_a_narrow_table_of_a_player_leaves_out_intervals(monkeypatch):
    rows = [row for game in "abcde" for row in hands(8, game, won=True) + hands(12, game, seat=1, player="Bob")]
    monkeypatch.setattr(mjlog, "open", lambda path: dataset(hands=rows), raising=False)
    lines = CliRunner().invoke(app, ["out", "--player", "Ann"], env={"COLUMNS": "60"}).output.splitlines()
    assert lines[0].split() == ["statistic", "4", "players", "n", "others", "difference"]
    (notes,) = [number for number, line in enumerate(lines) if line.startswith("*")]
    assert max(map(len, lines[:notes])) <= 60


def test_a_long_table_has_headings_and_a_short_one_has_none(run):
    lines = [line.strip() for line in run("out").output.splitlines()]
    headings = [name for name in SECTIONS if name in lines]
    assert headings == sorted(headings, key=lines.index)
    assert {"Results", "Wins", "Riichi", "Calls", "Defence"} <= {*headings}
    assert lines[lines.index("Kyoku") + 1].startswith("win rate")
    assert "Kyoku" not in run("out", "--stat", "win_rate").output


def test_filters_read_values_as_their_columns_do(run):
    for text, n in {"dealer=yes": 60, "room=x": 40, "honba=0": 100, "players=3": 0}.items():
        result = run("out", "--where", text, "--stat", "win_rate", "--format", "json")
        rows = [json.loads(line) for line in result.output.splitlines() if line]
        assert sum(row["n"] for row in rows) == n, text


def test_results_are_written_to_files(run, tmp_path):
    path = tmp_path / "stats.parquet"
    assert run("out", "--format", "parquet", "--out", str(path), "--all").exit_code == 0
    assert "deal_in_rate@zyr17" in set(pd.read_parquet(path)["statistic"])


def test_statistics_are_listed_and_explained_without_a_data_set(run):
    assert "deal_in_rate@zyr17" in run("list").output
    assert "a double ron is two" in run("explain", "deal_in_rate@zyr17").output


def test_an_unsound_archive_ends_with_status_1(run):
    assert run("check", "out").exit_code == 1


def test_an_empty_selection_is_named_with_similar_values(run):
    result = run("out", "--player", "Nobody")
    assert "no rows for player=Nobody" in result.output
    assert result.exit_code == 1
    assert "did you mean player=Bob?" in run("out", "--player", "Bobb").output


@pytest.mark.parametrize(("room", "message"), [("x", "room is 上 or 鳳"), ("tokujou", "room is"), ("houou", "")])
def test_rooms_are_also_named_in_latin_letters(monkeypatch, room, message):
    ds = dataset(hands=hands(2) + hands(2, "b"), games=[{"game": "a", "room": "鳳"}, {"game": "b", "room": "上"}])
    monkeypatch.setattr(mjlog, "open", lambda path: ds, raising=False)
    result = CliRunner().invoke(app, ["out", "--where", f"room={room}", "--stat", "win_rate"])
    assert message in result.output
    assert result.exit_code == bool(message)


def test_a_folder_named_like_a_subcommand_is_reached_by_its_path(run):
    assert "win rate" in run("./list").output
    assert "win rate" in run("show", "list").output
    assert "win rate" in run("--stat", "win_rate", "out").output


@pytest.mark.parametrize("arguments", [("--by", "playr"), ("--where", "playr=Ann")])
def test_an_unknown_column_is_answered_with_those_near_it(run, arguments):
    assert "did you mean player" in run("out", *arguments).output


@pytest.mark.parametrize(
    "arguments", [("out",), ("check", "out"), ("out", "--by", "player"), ("compare", "out", "houou")]
)
def test_a_data_set_without_games_says_so(monkeypatch, arguments):
    monkeypatch.setattr(mjlog, "open", lambda path: dataset(), raising=False)
    result = CliRunner().invoke(app, arguments)
    assert "has no games" in result.output
    assert result.exit_code == 1


def test_a_folder_without_a_data_set_is_wrong_use(tmp_path):
    result = CliRunner().invoke(app, [str(tmp_path)])
    assert "no data set" in result.output
    assert result.exit_code == 2


def test_a_comparison_without_a_game_of_its_kind_says_which_it_wants(run):
    result = run("compare", "out", "houou")
    assert "room 鳳, players 4, year 2006-2018" in result.output
    assert result.exit_code == 1


@pytest.fixture
def run_phoenix(monkeypatch):
    """The command on 40 Phoenix games of 2015 with 6 to 10 riichi in 20 kyoku each."""
    ds = archive(8)
    monkeypatch.setattr(mjlog, "open", lambda path: ds, raising=False)
    return lambda *arguments: CliRunner().invoke(app, list(arguments), env={"COLUMNS": "160"})


def test_a_comparison_says_what_it_takes_and_is_loud_where_nothing_explains_a_figure(run_phoenix):
    result = run_phoenix("compare", "out", "houou")
    assert "Games used: platform tenhou, room 鳳, players 4, year 2006-2018; 25 games, 2015, 500" in result.output
    line = next(line for line in result.output.splitlines() if line.startswith("riichi rate"))
    assert line.endswith("OUTSIDE, UNEXPLAINED")
    assert "UNEXPLAINED" in result.output.splitlines()[-1]
    assert result.exit_code == 1


def test_a_filter_narrows_a_comparison(run_phoenix):
    result = run_phoenix("compare", "out", "houou", "--where", "length=east")
    assert "length east; 5 games" in result.output


def test_a_table_is_written_as_markdown(run):
    lines = run("out", "--stat", "win_rate", "--format", "markdown").output.splitlines()
    assert lines[0] == "| statistic | 4 players | 95 % | n |"
    assert lines[2] == "| win rate | 40.0 % | 30.9–49.8 | 100 |"


def test_a_range_of_numbers_is_a_filter(run):
    rows = run("out", "--where", "kyoku=10..49", "--stat", "win_rate", "--format", "csv").output.splitlines()
    assert rows[1].split(",")[6] == "70.0"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("out", "--where", "honba=x"),
        ("out", "--where", "honba=1..x"),
        ("out", "--where", "honba=0..1000000000000"),
        ("explain", "wni_rate"),
        ("out", "--stat", "wni_rate"),
        ("out", "--by", "nothing"),
        ("out", "--where", "players"),
        ("out", "--where", "nothing=1"),
        ("compare", "out", "nobody"),
        ("out", "--format", "parquet"),
    ],
)
def test_wrong_use_ends_with_status_2(run, arguments):
    assert run(*arguments).exit_code == 2


def test_a_note_below_the_table_names_what_was_not_imported(run):
    result = run("out", "--stat", "Win Rate", "--stat", "tsumogiri_rate", "--by", "player")
    assert result.exit_code == 0
    assert "win" in result.output
    assert result.output.splitlines()[-1] == "there is no table discards: import the logs again, with --decisions"


def test_groups_that_only_a_table_not_imported_has_end_with_its_reason(run):
    result = run("out", "--stat", "tsumogiri_rate", "--by", "danger")
    assert result.exit_code == 2
    assert result.output.strip() == "there is no table discards: import the logs again, with --decisions"
