from dataclasses import replace

import numpy as np
import pytest

from mjlog.auditing import progress
from mjlog.auditing.findings import Code
from mjlog.games.columns import ABSENT
from mjlog.replay.course import course_of
from mjlog.replay.endings import End, endings, points_after
from mjlog.replay.payments import expected_payments
from mjlog.rules.association_presets import SAIKOUISEN_CLASSIC
from mjlog.rules.presets import PARLOUR, PRESETS, TENHOU, tenhou
from tests.auditing.genuine_games import EDITED, changed, genuine, genuine_payments, name
from tests.auditing.made_games import LONG, WHOLE, abort, draw, made_game, ron, rons, tsumo

EAST = tenhou(east_only=True)


def findings(game, rules=None):
    """Findings of a made game, under its own rules or others."""
    games, base, liable = game
    games = games if rules is None else replace(games, rule_sets=(rules,))
    return progress.check(games, expected_payments(games, base, liable))


def told(found):
    return [(f.code, f.kyoku) for f in found]


def test_a_game_played_by_the_rules_has_no_findings():
    assert findings(made_game(EAST, *WHOLE)) == []


def test_an_unfinished_game_that_says_so_has_no_findings():
    games, base, liable = made_game(TENHOU, *LONG)
    games = changed(games, "games", "complete", 0, lambda _: False)
    assert findings((games, base, liable)) == []


def test_genuine_games_go_on_and_end_by_the_rules(shared):
    """But for one whose GO type was edited: by its type it would end with East 4."""
    for expected in (None, genuine_payments(shared)):
        found = progress.check(genuine(shared), expected)
        assert [(name(genuine(shared), f.game), f.kyoku, f.code, f.option) for f in found] == [
            (EDITED, 5, Code.GAME_GOES_ON, "length=hanchan")
        ]


def random_kyoku(rng, rules):
    """Any outcome the rules have."""
    seats = [int(seat) for seat in rng.permutation(rules.players)]
    riichi = tuple(seats[: rng.integers(0, 3)])
    base = int(rng.choice([240, 500, 1_000, 2_000, 4_000, 8_000]))
    tenpai = "".join(rng.choice(list("01"), rules.players))
    match rng.integers(0, 10):
        case 0 | 1 | 2:
            return ron(seats[0], seats[1], base, riichi=riichi)
        case 3 | 4:
            return tsumo(seats[0], base, riichi=riichi)
        case 5 if rules.multiple_ron == "paid":
            return rons((seats[0], seats[1], base), (seats[2], seats[1], 500), riichi=riichi)
        case 6 if rules.nagashi != "off":
            return draw(tenpai, nagashi=(seats[0],), riichi=riichi)
        case 7 if rules.kyuushu_kyuuhai != "off":
            return abort("kyuushu_kyuuhai", riichi=riichi)
        case _:
            return draw(tenpai, riichi=riichi)


VARIED = [
    *PRESETS.values(),
    replace(TENHOU, name="repeats in the south", dealer_repeat="tenpai_south_always"),
    replace(TENHOU, name="target first", extension_repeat_first=False, target_points=45_000),
    replace(TENHOU, name="no sudden death", sudden_death=False, target_points=50_000),
    replace(PARLOUR, name="yame anywhere", yame_anywhere=True),
    replace(TENHOU, name="deal passes", kyuushu_kyuuhai="pass", tobi="at_zero", length="full"),
    replace(TENHOU, name="never repeats", dealer_repeat="never", agari_yame="none", tenpai_yame="none"),
    replace(TENHOU, name="one kyoku", length="single"),
]


@pytest.mark.parametrize("rules", VARIED, ids=lambda r: r.name)
def test_games_made_by_the_scalar_rules_are_right_in_columns(rules):
    rng = np.random.default_rng(8)
    for _ in range(12):
        game = made_game(rules, *(random_kyoku(rng, rules) for _ in range(60)))
        found = findings(game)
        assert found == []


# -- single faults in a made game


@pytest.mark.parametrize("kyoku", range(7))
@pytest.mark.parametrize(
    ("column", "code"),
    [("honba", Code.HONBA), ("sticks", Code.STICKS), ("wind", Code.ROUND), ("number", Code.ROUND)],
)
def test_a_wrong_start_is_found_alone(kyoku, column, code):
    games, base, liable = made_game(EAST, *WHOLE)
    assert told(findings((changed(games, "kyoku", column, kyoku, 1), base, liable))) == [(code, kyoku)]


@pytest.mark.parametrize("kyoku", range(7))
def test_a_wrong_dealer_is_found_alone(kyoku):
    games, base, liable = made_game(EAST, *WHOLE)
    games = changed(games, "kyoku", "dealer", kyoku, lambda dealer: (dealer + 1) % 4)
    found = findings((games, base, liable))
    assert told(found) == [(Code.DEALER, kyoku)]


@pytest.mark.parametrize("kyoku", range(7))
def test_wrong_points_at_a_start_are_found_alone(kyoku):
    games, base, liable = made_game(EAST, *WHOLE)
    found = findings((changed(games, "kyoku", "points", (kyoku, 1), -1_000), base, liable))
    assert told(found) == [(Code.START_POINTS, kyoku)]
    assert found[0].seat == 1
    assert "seat 1 must start with" in found[0].message


def test_a_wrong_payment_the_log_does_not_go_on_with_is_no_matter_of_progress():
    games, base, liable = made_game(EAST, *WHOLE)
    for row in range(len(base)):
        wrong = changed(games, "wins", "payments", (row, 1), -300)
        assert findings((wrong, base, liable)) == []
    assert told(progress.check(changed(games, "wins", "payments", (0, 1), -300))) == [(Code.START_POINTS, 1)]


WITHOUT_REPEAT = replace(EAST, dealer_repeat="win", tenpai_yame="none")


@pytest.mark.parametrize(
    ("played", "by", "kyoku", "found"),
    [
        (EAST, WITHOUT_REPEAT, (draw("1000"), tsumo(0)), (Code.DEALER, "dealer_repeat=tenpai")),
        (SAIKOUISEN_CLASSIC, TENHOU, (draw("1000"), tsumo(2)), (Code.DEALER, "dealer_repeat=win")),
        (replace(EAST, suukaikan="pass"), EAST, (abort("suukaikan"), tsumo(2)), (Code.DEALER, "suukaikan=pass")),
        (replace(EAST, tobi="none"), EAST, (ron(1, 0, 8_000), tsumo(2)), (Code.GAME_GOES_ON, "tobi=none")),
        (TENHOU, EAST, (*WHOLE, tsumo(3)), (Code.GAME_GOES_ON, "length=hanchan")),
    ],
)  # fmt: skip
def test_the_option_that_explains_the_course_is_named(played, by, kyoku, found):
    games, base, liable = made_game(played, *kyoku)
    games = changed(games, "games", "complete", 0, lambda _: False)
    all_found = findings((games, base, liable), by)
    assert found in {(f.code, f.option) for f in all_found}
    assert Code.START_POINTS not in {f.code for f in all_found if f.kyoku}


ALL_LAST = (ron(1, 0), ron(0, 2), ron(1, 3))
"""To East 4 with 25,000, 33,000, 21,000 and 21,000."""


@pytest.mark.parametrize(
    ("rules", "end", "reason"),
    [
        (EAST, draw("0000"), None),
        (EAST, ron(3, 1, 4_000), None),
        (EAST, draw("1001"), "goes on"),
        (replace(EAST, agari_yame="none"), ron(3, 1, 4_000), "goes on"),
        (replace(EAST, agari_yame="optional"), ron(3, 1, 4_000), None),
        (replace(EAST, target_points=40_000), draw("0000"), "goes on"),
        (replace(EAST, target_points=40_000, extension_winds=0), draw("0000"), None),
        (EAST, abort("kyuushu_kyuuhai"), "goes on"),
    ],
)
def test_a_game_that_ends_too_early(rules, end, reason):
    found = findings(made_game(rules, *ALL_LAST, end))
    assert told(found) == ([(Code.GAME_ENDS_EARLY, 3)] if reason else [])


@pytest.mark.parametrize(
    ("rules", "end", "goes_on"),
    [
        (EAST, draw("0000"), True),
        (EAST, ron(3, 1, 4_000), True),
        (EAST, draw("1001"), False),
        (PARLOUR, ron(3, 1, 4_000), False),
        (EAST, abort("kyuushu_kyuuhai"), False),
    ],
)
def test_a_game_that_goes_on_behind_its_end(rules, end, goes_on):
    without = replace(rules, agari_yame="none", tenpai_yame="none", length="full")
    games, base, liable = made_game(without, *ALL_LAST, end, draw("0000"))
    games = changed(games, "games", "complete", 0, lambda _: False)
    assert told(findings((games, base, liable), rules)) == ([(Code.GAME_GOES_ON, 3)] if goes_on else [])


def test_sudden_death_in_the_extension():
    far = replace(EAST, target_points=33_200)
    kyoku = (*ALL_LAST, draw("0000"), ron(1, 0), tsumo(2))
    games, base, liable = made_game(replace(far, sudden_death=False), *kyoku)
    games = changed(games, "games", "complete", 0, lambda _: False)
    found = findings((games, base, liable), far)
    assert told(found) == [(Code.GAME_GOES_ON, 4)]
    assert "target in the extension" in found[0].message


@pytest.mark.parametrize("seat", range(4))
def test_wrong_final_points_are_found_alone(seat):
    games, base, liable = made_game(EAST, *WHOLE)
    found = findings((changed(games, "games", "final_points", (0, seat), 1_000), base, liable))
    assert [(f.code, f.kyoku, f.seat) for f in found] == [(Code.FINAL_POINTS, 6, seat)]


def test_sticks_left_over_go_to_the_first():
    kyoku = (*ALL_LAST, draw("0000", riichi=(0,)))
    assert findings(made_game(EAST, *kyoku)) == []
    found = findings(made_game(replace(EAST, left_sticks="lost"), *kyoku), EAST)
    assert [(f.code, f.option) for f in found] == [(Code.FINAL_POINTS, "left_sticks=lost")]


@pytest.mark.parametrize("seat", range(4))
def test_a_wrong_final_score_is_found_alone(seat):
    games, base, liable = made_game(EAST, *WHOLE)
    found = findings((changed(games, "games", "final_scores", (0, seat), -0.1), base, liable))
    assert [(f.code, f.kyoku, f.seat) for f in found] == [(Code.FINAL_SCORE, 6, seat)]
    assert "the final score of seat" in found[0].message


@pytest.mark.parametrize(
    ("played", "option"),
    [
        (replace(EAST, rounding="half"), "rounding=half"),
        (replace(EAST, uma=(30_000, 10_000, -10_000, -30_000)), "uma=+30 +10 -10 -30"),
        (replace(EAST, return_points=25_000), "return_points=25000"),
        (replace(EAST, points_as_held=True), "points_as_held=true"),
    ],
)
def test_the_option_that_explains_a_final_score_is_named(played, option):
    found = findings(made_game(played, *WHOLE), EAST)
    assert [(f.code, f.option) for f in found] == [(Code.FINAL_SCORE, option)]


def test_chips_are_carried_on():
    rules = tenhou(chips=2, east_only=True)
    games, base, liable = made_game(rules, *ALL_LAST, ron(3, 1, 4_000, chips=2), chips=True)
    assert findings((games, base, liable)) == []
    assert told(findings((changed(games, "kyoku", "chips", (2, 1), 1), base, liable)))[0] == (Code.START_CHIPS, 2)
    found = findings((changed(games, "games", "final_chips", (0, 1), 1), base, liable))
    assert told(found) == [(Code.FINAL_CHIPS, 3)]


def test_what_a_log_does_not_tell_is_not_judged():
    games, base, liable = made_game(EAST, *WHOLE)
    header = games.games._replace(final_points=np.full((1, 4), ABSENT), final_scores=np.full((1, 4), np.nan))
    assert findings((replace(games, games=header), base, liable)) == []


# -- single faults in genuine games


@pytest.mark.parametrize(
    ("column", "code"),
    [
        ("honba", Code.HONBA),
        ("sticks", Code.STICKS),
        ("wind", Code.ROUND),
        ("number", Code.ROUND),
        ("dealer", Code.DEALER),
        ("points", Code.START_POINTS),
    ],
)
def test_every_wrong_start_in_genuine_games_is_found_and_nothing_else(shared, column, code):
    """A third of all kyoku at once, never neighbours, so that each fault is a single one for its surroundings."""
    games, expected = genuine(shared), genuine_payments(shared)
    players = expected.course.players
    rows = np.arange(1, len(players), 3)
    place = rows if column != "points" else (rows, np.random.default_rng(6).integers(0, players[rows]))
    amount = 1 if column != "points" else 1_000
    if column == "dealer":
        amount = lambda dealer: (dealer + 1) % players[rows]  # noqa: E731  # the change is a function of the seat here
    wrong = changed(games, "kyoku", column, place, amount)
    found = progress.check(wrong, expected_payments(wrong, expected.base, expected.pao))
    found = [f for f in found if name(games, f.game) != EDITED]
    of_game = expected.course.game[rows].tolist()
    kyoku = (rows - games.kyoku_start[of_game]).tolist()
    expected = [place for place in zip(of_game, kyoku, strict=True) if name(games, place[0]) != EDITED]
    assert [(f.game, f.kyoku) for f in found] == expected
    assert {f.code for f in found} == {code}


@pytest.mark.parametrize(
    ("column", "code", "amount"),
    [("final_points", Code.FINAL_POINTS, 1_000), ("final_scores", Code.FINAL_SCORE, 1.0)],
)
def test_every_wrong_result_in_genuine_games_is_found_and_nothing_else(shared, column, code, amount):
    games, expected = genuine(shared), genuine_payments(shared)
    seats = np.random.default_rng(7).integers(0, games.games.players)
    wrong = changed(games, "games", column, (np.arange(len(games)), seats), amount)
    found = [
        f
        for f in progress.check(wrong, expected_payments(wrong, expected.base, expected.pao))
        if f.code != Code.GAME_GOES_ON
    ]
    assert [(f.game, f.seat) for f in found] == list(enumerate(seats.tolist()))
    assert {f.code for f in found} == {code}


def test_every_game_cut_behind_its_first_half_ends_too_early(shared):
    """The last kyoku but one of each game is made the last: never an end, but for games of one kyoku."""
    games = genuine(shared)
    course = course_of(games)
    enders = course._replace(last=np.append(course.last[1:], False) & ~course.last)
    reasons = endings(games, enders, points_after(games, course, None)).reason[enders.last]
    assert (reasons != End.NONE).sum() == 1, "the edited game only"
    assert len(reasons) > 1_390
