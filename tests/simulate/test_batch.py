from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

import mjlog
from mjlog.cli import app
from mjlog.errors import LogError
from mjlog.rules.rulefile import dump
from mjlog.simulate.batch import CHUNK


def run(*arguments):
    return CliRunner().invoke(app, ["simulate", *map(str, arguments)])


def events(games):
    return np.stack([games.events.kind, games.events.seat, games.events.copy])


def test_fewer_games_are_the_first_ones():
    two, three = (mjlog.simulate.games(n, seed=3, rules="tenhou-east") for n in (2, 3))
    np.testing.assert_array_equal(events(two), events(three)[:, : two.event_start[-1]])
    assert [*two.games.id] == [*three.games.id[:2]]


def test_another_seed_gives_other_games():
    one, other = (mjlog.simulate.games(1, seed=seed, rules="tenhou-east") for seed in (1, 2))
    assert one.games.id[0] != other.games.id[0]
    assert one.games.seed[0] != other.games.seed[0]


TABLES = [
    replace(mjlog.preset("tenhou-east"), first_dealer="one_throw"),
    replace(mjlog.preset("tenhou-east"), first_dealer="two_throws"),
    replace(mjlog.preset("tenhou-3p-east"), sanma_wall="18-18-18"),
    replace(mjlog.preset("tenhou-3p-east"), first_dealer="two_throws", dead_wall=18),
]


@pytest.mark.parametrize("rules", TABLES)
def test_a_game_at_a_table_is_dealt_from_a_wall_that_dice_break(rules):
    """Second document, lines 43-45; first document, line 143. Its log has no seed, and its dealer may be anybody."""
    games, again = (mjlog.simulate.games(4, seed=5, rules=rules) for _ in range(2))
    np.testing.assert_array_equal(events(games), events(again))
    assert {*games.games.seed} == {None}
    by_seed = mjlog.simulate.games(4, seed=5, rules=mjlog.preset(rules.name))
    assert events(games).tolist() != events(by_seed).tolist()
    names = [game.names for game in games]
    assert {*map(frozenset, names)} == {frozenset(by_seed[0].names)}
    assert (len({*names}) > 1) == (rules.first_dealer != "east")
    assert mjlog.audit(games, rules=rules).findings == ()


def test_workers_make_no_difference(tmp_path):
    seen = []
    for workers in (1, 2):
        lost = mjlog.simulate.write(
            CHUNK + 1, tmp_path / str(workers), rules="tenhou-3p-east", workers=workers, progress=seen.append
        )
        assert not lost
    assert seen == [CHUNK, CHUNK + 1] * 2
    here, there = ({path.name: path.read_bytes() for path in (tmp_path / n).iterdir()} for n in "12")
    assert here == there
    assert len(here) == CHUNK + 1


@pytest.mark.parametrize("to", ["tenhou-xml", "tenhou-json", "mjai"])
@pytest.mark.parametrize("rules", ["tenhou", "tenhou-3p-east", "tenhou-east-chips5"])
def test_the_files_of_every_format_hold_before_the_audit(tmp_path, to, rules):
    done = run("--games", 2, "--seed", 7, "--rules", rules, "--out", tmp_path, "--format", to)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("2 games written")
    report = mjlog.audit(tmp_path, rules=rules)
    assert (report.n_games, report.findings, report.failures) == (2, (), ())


RED_THREES = replace(mjlog.preset("tenhou-east"), name="red-threes", reds=("5m", "5p", "5s", "3m", "3p", "3p"))


@pytest.mark.parametrize("to", ["tenhou-xml", "tenhou-json", "mjai"])
def test_coloured_tiles_that_a_format_cannot_record_are_named(tmp_path, to):
    """Tenhou's XML records copies: with the rules given, the audit counts the colours. The others have 37 tiles."""
    path = tmp_path / "own.toml"
    path.write_text(dump(RED_THREES), encoding="utf-8")
    done = run("--games", 3, "--rules", path, "--out", tmp_path / "logs", "--format", to)
    assert done.exit_code == 0, done.output
    assert f"lost in {to}: rules not recorded: reds" in done.output
    codes = {finding.code for finding in mjlog.audit(tmp_path / "logs", levels=("score",), rules=RED_THREES).findings}
    assert ("red-dora" in codes) == (to != "tenhou-xml")


def test_a_format_without_a_name_for_blue_dora_refuses_it(tmp_path):
    rules = replace(RED_THREES, blues=("5m", "5p", "5s", "9p", "2s", "2s"))
    with pytest.raises(LogError, match="the number of the yaku blue_dora"):
        mjlog.simulate.write(3, tmp_path, rules=rules)
    assert "blues" in mjlog.simulate.write(1, tmp_path, rules=rules, to="mjai").options


def test_rules_can_be_a_file(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(dump(mjlog.preset("tenhou-east")), encoding="utf-8")
    assert run("--games", 1, "--rules", path, "--out", tmp_path / "out").exit_code == 0


@pytest.mark.parametrize("wrong", [["--rules", "tenhuo"], ["--format", "paper"], ["--event", "rain"]])
def test_what_does_not_exist_is_wrong_use(tmp_path, wrong):
    assert run("--out", tmp_path, *wrong).exit_code == 2


@pytest.mark.parametrize("event", ["tobi", "double_ron", "tanyao", "extension"])
def test_a_rare_event_happens_in_each_game_it_is_asked_of(tmp_path, event):
    done = run("--games", 2, "--rules", "tenhou-east", "--event", event, "--out", tmp_path)
    assert done.exit_code == 0, done.output
    games = mjlog.read(tmp_path)
    assert len(games) == 2
    for game in games:
        seen = {
            "tobi": min(game.kyoku[-1].points) < 10_000,
            "double_ron": any(len(kyoku.wins) == 2 for kyoku in game.kyoku),
            "tanyao": any(yaku.key == "tanyao" for kyoku in game.kyoku for win in kyoku.wins for yaku in win.yaku),
            "extension": game.kyoku[-1].wind == 1,
        }
        assert seen[event]


def test_too_few_habits_and_unknown_formats_are_refused(tmp_path):
    with pytest.raises(ValueError, match="3 habits for 4 players"):
        mjlog.simulate.games(1, habits=[mjlog.simulate.Habits()] * 3)
    with pytest.raises(LogError, match="cannot be written"):
        mjlog.simulate.write(1, tmp_path, to="paper")
