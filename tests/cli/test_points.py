"""The printed table of points. First document, line 509: tables to look points up in."""

import pytest
from typer.testing import CliRunner

from mjlog.cli import app
from mjlog.rules.presets import PRESETS


def run(*arguments: str, columns: int = 80) -> str:
    result = CliRunner().invoke(app, ["points", *arguments], env={"COLUMNS": str(columns)})
    assert result.exit_code == 0, result.output
    return result.output


def rows(output: str) -> dict[tuple[str, ...], list[str]]:
    """The cells of each line by the winner and the first cell, which is empty on the second line of a row."""
    winner, last, found = "", "", {}
    for line in output.splitlines():
        if "wins" in line:
            winner = line.split()[0]
        if line.startswith("│"):
            first, *cells = [cell.strip() for cell in line.strip("│").split("│")]
            last = first or last
            found[winner, last, "ron" if first else "tsumo"] = cells
    return found


def test_the_table_of_tenhou() -> None:
    table = rows(run())
    assert table["Non-dealer", "20", "tsumo"] == ["", "400/700", "700/1,300", "1,300/2,600"]
    assert table["Non-dealer", "20", "ron"] == ["", "–", "–", "–"]
    assert table["Non-dealer", "25", "ron"] == ["", "1,600", "3,200", "6,400"]
    assert table["Non-dealer", "25", "tsumo"] == ["", "–", "800/1,600", "1,600/3,200"]
    assert table["Non-dealer", "30", "ron"] == ["1,000", "2,000", "3,900", "7,700"]
    assert table["Non-dealer", "110", "tsumo"][0] == "900/1,800"
    assert table["Dealer", "60", "ron"] == ["2,900", "5,800", "11,600", "12,000"]
    assert table["Dealer", "30", "tsumo"] == ["500 all", "1,000 all", "2,000 all", "3,900 all"]
    assert table["Dealer", "sanbaiman", "ron"] == ["11-12", "36,000", "12,000 all"]
    assert table["Non-dealer", "counted yakuman", "ron"] == ["13+", "32,000", "8,000/16,000"]


def test_options_change_the_table() -> None:
    league = rows(run("m-league"))
    assert league["Non-dealer", "30", "ron"][3] == "8,000"
    assert league["Non-dealer", "sanbaiman", "ron"][0] == "11+"
    changed = rows(
        run("--set", "chiitoitsu_50fu = true", "--set", "open_pinfu_fu = 20", "--set", "pinfu_tsumo = false")
    )
    assert changed["Non-dealer", "20", "ron"] == ["700", "1,300", "2,600", "5,200"]
    assert ("Non-dealer", "25", "ron") not in changed
    multiples = rows(run("--set", 'kazoe = "multiples"', "--set", 'large_yakuman = ["daisharin"]'))
    assert multiples["Dealer", "2 counted yakuman", "ron"][:2] == ["26-38", "96,000"]
    assert multiples["Dealer", "large yakuman", "ron"][1] == "72,000"
    assert rows(run("--honba", "2"))["Non-dealer", "30", "ron"][0] == "1,600"


def test_three_players_pay_by_their_own_rules() -> None:
    assert rows(run("tenhou-3p", "--honba", "1"))["Non-dealer", "30", "ron"][0] == "1,200"
    assert rows(run("jpml-wrc-3p"))["Dealer", "30", "tsumo"][0] == "800 all"  # half of a ron each


def test_without_limits_the_han_go_on() -> None:
    output = run("--set", "aotenjou = true")
    assert "mangan" not in output
    assert "15 han" in output
    assert "3,932,200/7,864,400" in output


@pytest.mark.parametrize("name", PRESETS)
def test_the_table_fits_a_narrow_terminal(name: str) -> None:
    output = run(name, columns=64)
    assert max(map(len, output.splitlines())) <= 64
    assert "…" not in output


def test_conditions_are_shown_by_way_to_win():
    result = CliRunner().invoke(app, ["conditions", "31200", "26200", "24000", "18600", "--seat", "1"])
    assert result.exit_code == 0, result.output
    assert [line.split("│")[2].strip() for line in result.output.splitlines() if "│" in line] == [
        "1,300/2,600", "2,600", "5,200", "5,200",
    ]  # fmt: skip
    assert CliRunner().invoke(app, ["conditions", "31200", "26200"]).exit_code == 2


def test_chances_are_shown_now_and_after_results_of_the_kyoku():
    arguments = ["conditions", "31200", "26200", "24000", "18600", "--seat", "1", "--chances"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    lines = {line.split("│")[1].strip(): line.split("│")[2:-1] for line in result.output.splitlines() if "│" in line}
    assert [cell.strip() for cell in lines["tsumo: 2,000/4,000"]] == ["100 %", "0 %", "0 %", "0 %", "+40,000"]
    assert [cell.strip() for cell in lines["now"]][:4] == ["16 %", "44 %", "33 %", "6 %"]
    assert CliRunner().invoke(app, ["conditions", "31200", "26200", "--chances"]).exit_code == 2
