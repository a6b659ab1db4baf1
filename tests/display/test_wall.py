"""The wall on the table before an event: the break, tiles taken, the dead wall."""

from dataclasses import replace

import pytest

from mjlog.display import state_before, table_svg, table_text
from mjlog.display.text import marker_text
from mjlog.display.wall import wall_left
from mjlog.rules.presets import TENHOU, TENHOU_3P
from tests.replay.played import played

KAN = "0+1m 0ankan:1111m dora:9s 0+9s 0!9s 1~9s"
HANDS = {0: "111m147p147s1234z"}


def kyoku_of(line=KAN, hands=HANDS, rules=TENHOU, dice=(2, 3)):
    games = played(line, hands, rules=rules)
    games.kyoku.dice[:] = dice
    return games[0].kyoku[0]


def wall_of(kyoku, event=None):
    return [line[9:] for line in table_text(kyoku, event, "mpsz").splitlines() if line.startswith("  wall ")]


def test_the_wall_is_whole_right_of_the_break_before_the_first_draw():
    assert wall_of(kyoku_of(), 0) == [
        "seat 0 ____________|##*##",
        "seat 1 ##===============",
        "seat 2 =================",
        "seat 3 ===______________",
    ]


def test_a_kan_takes_a_replacement_and_moves_the_haitei_into_the_dead_wall():
    """First document, line 137: the lower tile of the last stack."""
    assert wall_of(kyoku_of()) == [
        "seat 0 ____________|+#**#",
        "seat 1 ###==============",
        "seat 2 =================",
        "seat 3 ==_______________",
    ]


@pytest.mark.parametrize(
    ("sanma_wall", "wall"),
    [
        (
            "14-13-14-13",
            ["seat 0 ____|####*##===", "seat 1 =============", "seat 2 ===========-__", "empty  _____________"],
        ),
        ("18-18-18", ["seat 0 ________|####*##===", "seat 1 ==================", "seat 2 ======-___________"]),
    ],
)
def test_three_players_build_four_sides_or_three(sanma_wall, wall):
    rules = replace(TENHOU_3P, sanma_wall=sanma_wall)
    assert wall_of(kyoku_of("0~9s", {}, rules, (4, 6)), 0) == wall


def test_there_is_no_wall_without_dice():
    kyoku = kyoku_of(dice=(-1, -1))
    assert wall_left(kyoku, state_before(kyoku)) == []
    assert "wall:" not in table_text(kyoku)


def test_the_picture_shows_the_stacks_and_the_break():
    with_wall, without = (table_svg(kyoku_of(dice=dice), wall=True) for dice in ((2, 3), (-1, -1)))
    assert with_wall.count("stroke-width='.5'") == 68
    assert with_wall.count("<path d='M") - without.count("<path d='M") == 1
    assert without.count("stroke-width='.5'") == 0


def test_the_start_marker_shows_the_round():
    """Second document, lines 47-55."""
    assert [marker_text(wind) for wind in range(4)] == [
        *("start marker E", "start marker S", "start marker E upside down", "start marker S upside down")
    ]
