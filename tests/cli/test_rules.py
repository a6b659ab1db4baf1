from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mjlog.cli.rules import app
from mjlog.rules.association_presets import M_LEAGUE
from mjlog.rules.presets import PRESETS, TENHOU
from mjlog.rules.rulefile import load
from mjlog.rules.ruleset import OPTIONS


def run(*args: str) -> Result:
    return CliRunner().invoke(app, args, env={"COLUMNS": "200"})


def test_list_names_every_preset() -> None:
    output = run("list").output
    assert [name for name in PRESETS if name not in output] == []


def test_show_explains_every_rule() -> None:
    result = run("show", "jpml-a")
    assert result.exit_code == 0
    assert [option for option in OPTIONS[2:] if option not in result.output] == []
    assert "+8 +4 -4 -8" in result.output


def test_show_as_a_rule_file_reads_back() -> None:
    assert load(run("show", "m-league", "--toml").output) == M_LEAGUE


def test_compare_lists_the_differing_options_only() -> None:
    output = run("compare", "wrc-2015", "wrc-2022").output
    assert "double_wind_fu" in output
    assert "kiriage" not in output


def test_one_rule_file_alone_is_compared_with_tenhou(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('name = "house"\ntwo_han_honba = 5\n', encoding="utf-8")
    output = run("compare", str(path)).output
    assert "two_han_honba" in output
    assert "never" in output
    assert TENHOU.name in output


def test_a_rule_file_without_a_name_is_not_called_like_the_preset_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('base = "m-league"\nkiriage = false\n', encoding="utf-8")
    heads = run("compare", "m-league", str(path)).output.splitlines()[2]
    assert heads.split()[3:6:2] == ["m-league", str(path)]
    assert str(path) in run("show", str(path)).output.splitlines()[0]


def test_names_of_presets_are_whole_on_a_narrow_terminal() -> None:
    output = CliRunner().invoke(app, ["list"], env={"COLUMNS": "80"}).output
    assert [name for name in PRESETS if name not in output] == []


@pytest.mark.parametrize("names", [list(PRESETS)[-10:], list(PRESETS)], ids=len)
def test_many_rule_sets_are_compared_by_value_where_they_do_not_fit(names: list[str]) -> None:
    output = CliRunner().invoke(app, ["compare", *names], env={"COLUMNS": "80"}).output
    lines = output.splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in output
    options = [line.split("│")[1].strip() for line in lines if line.startswith("│")]
    assert {"kiriage", "uma", "riichi_wall"} <= set(options)
    assert set(options) <= {*OPTIONS, ""}
    assert [name for name in names if name not in output] == []


@pytest.mark.parametrize("name", ["m_league", "absent.toml"])
def test_an_unknown_rule_set_is_wrong_use(name: str) -> None:
    result = run("show", name)
    assert result.exit_code == 2
    assert name.split(".")[0] in result.output
