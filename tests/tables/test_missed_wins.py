"""Wins let pass and useful draws: genuine and made-up games worked out again by the plain table, and small kyoku."""

import random
from dataclasses import replace

import numpy as np
import pytest

from mjlog.formats import Source, parse
from mjlog.games.batch import runs
from mjlog.games.columns import ABSENT, Result
from mjlog.importing.shard import computed_of
from mjlog.replay.hands import follow_hands
from mjlog.replay.played import Played
from mjlog.simulate import Habits, games
from mjlog.tables.build import build
from mjlog.tables.missed_wins import missed_wins
from tests.judged import drawn_of, passed_of
from tests.replay.played import played

SILENT = [Habits(rons=False, riichi=riichi) for riichi in (0, 0.5, 1, 0.2)]
"""Players who win by tsumo alone."""
PASSED = ("passed_rons", "passed_tsumo")
TENPAI = "234m456p567s5578s"
"""Waits for 6s, 7s and 9s."""


def hands_of(batch, *, decisions=False):
    tables = build(batch, bytes(16 * len(batch)), [0] * len(batch), computed_of(Played(batch)), decisions=decisions)
    return tables["hands"].select(["game", "kyoku", "seat", *PASSED, "useful_draws", "expected_useful_draws"])


def by_place(batch, **how):
    return {(row["game"], row["kyoku"], row["seat"]): row for row in hands_of(batch, **how).to_pylist()}


@pytest.fixture(scope="module")
def genuine(shared):
    """Seventy games, a third of them for three players."""
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::20]
    return parse([Source(path.name, path.read_bytes()) for path in paths]).games


def check_passed(batch, places):
    """Compare the kyoku at the places (game and number in it); how many wins were passed by ron and by tsumo."""
    rows = by_place(batch)
    met = np.zeros(2, int)
    for number, nth in places:
        game = batch[number]
        for seat, expected in enumerate(passed_of(game, game.kyoku[nth])):
            row = rows[game.id, nth, seat]
            assert {name: row[name] for name in PASSED} == expected, (game.source, nth, seat)
            met += [*expected.values()]
    return met


def placed(batch, kyoku):
    """Game and number in it of rows of kyoku."""
    game = np.searchsorted(batch.kyoku_start, kyoku, side="right") - 1
    return [*zip(game.tolist(), (kyoku - batch.kyoku_start[game]).tolist(), strict=True)]


def test_wins_let_pass_in_genuine_games_are_those_of_the_plain_table(genuine):
    chances = np.unique(follow_hands(genuine).chances.kyoku)
    rng = random.Random(3)
    others = rng.sample(range(len(genuine.kyoku.wind)), 60)
    assert len(chances) > 20
    check_passed(genuine, placed(genuine, np.union1d(chances, others)))


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-3p"])
def test_wins_let_pass_by_players_who_do_not_ron_are_those_of_the_plain_table(rules):
    batch = games(3, seed=4, rules=rules, habits=SILENT)
    everything = placed(batch, np.arange(len(batch.kyoku.wind)))
    rons, tsumo = check_passed(batch, everything)
    assert rons > 20
    assert tsumo == 0


def unfinished(batch):
    """The batch as if every win had been let pass and its kyoku had ended in a draw."""
    result = np.full_like(batch.kyoku.result, Result.EXHAUSTIVE_DRAW)
    return replace(batch, kyoku=batch.kyoku._replace(result=result))


def test_every_win_of_a_genuine_game_could_have_been_let_pass(genuine):
    batch = unfinished(genuine)
    missed = missed_wins(batch, follow_hands(batch).chances)
    of_win, wins = runs(genuine.win_start), genuine.wins
    for counts, ways in ((missed.tsumo, wins.from_seat == ABSENT), (missed.rons, wins.from_seat != ABSENT)):
        assert ways.sum() > 100
        assert (counts[of_win[ways], wins.winner[ways]] >= 1).all()


RULES = ["tenhou-3p", "mahjong-soul-3p", "m-league", "jpml-b", "saikouisen-classic", "ema-2016", "wrc-2022"]


@pytest.mark.parametrize("rules", RULES)
def test_wins_taken_are_wins_let_pass_where_play_goes_on(rules):
    batch = unfinished(games(1, seed=3, rules=rules, habits=SILENT))
    missed = missed_wins(batch, follow_hands(batch).chances)
    for number, nth in placed(batch, np.arange(len(batch.kyoku.wind))):
        game = batch[number]
        row = batch.kyoku_start[number] + nth
        for seat, expected in enumerate(passed_of(game, game.kyoku[nth])):
            found = {"passed_rons": missed.rons[row, seat], "passed_tsumo": missed.tsumo[row, seat]}
            assert found == expected, (number, nth, seat)
    assert missed.rons.sum() > 2
    assert missed.tsumo.sum() > 0


def test_useful_draws_of_genuine_games_are_those_of_the_plain_table(genuine):
    few = genuine.select(np.arange(0, len(genuine), 12))
    rows = by_place(few, decisions=True)
    rng = random.Random(7)
    players = set()
    for game in few:
        players.add(game.players)
        for nth in rng.sample(range(len(game.kyoku)), 2):
            for seat, expected in enumerate(drawn_of(game, game.kyoku[nth])):
                row = rows[game.id, nth, seat]
                assert row["useful_draws"] == expected["useful_draws"], (game.source, nth, seat)
                assert row["expected_useful_draws"] == pytest.approx(expected["expected_useful_draws"], abs=1e-4)
    assert players == {3, 4}


def test_useful_draws_are_not_told_of_an_import_without_decisions(genuine):
    few = hands_of(genuine.select(np.arange(2)))
    assert few["useful_draws"].null_count == few["expected_useful_draws"].null_count == few.num_rows > 0


def test_draws_are_a_little_less_useful_than_expected(genuine):
    """The others keep what is useful and throw away what is not, so the wall holds less of it than all unseen tiles."""
    hands = hands_of(genuine, decisions=True)
    useful, expected = (hands[name].to_numpy().sum() for name in ("useful_draws", "expected_useful_draws"))
    assert 0.92 < useful / expected < 1


# -- small kyoku

END = "exhaustive_draw:"
RIICHI = "0+1z 0riichi 0!1z 0stick"
CASES = [
    # column, kyoku and value for seat 0, near miss and value, hands of both
    ("passed_rons", f"{RIICHI} 1~7s {END}", 1, f"{RIICHI} 1~8s {END}", 0, {0: TENPAI}),
    ("passed_rons", f"{RIICHI} 1~7s 2~7s {END}", 1, f"{RIICHI} 1~7s 1ron0:7s", 0, {0: TENPAI}),  # furiten then
    ("passed_rons", f"0~7s 1~9m 2~9m 3~9m {RIICHI} 1~7s {END}", 0, f"{RIICHI} 1~9m 2~9s {END}", 1, {0: TENPAI}),
    ("passed_rons", f"{RIICHI} 1~7s 2ron1:7s", 0, f"{RIICHI} 1~7s 2~9m 3ron2:9m", 1, {0: TENPAI}),
    ("passed_rons", f"0~1z 1~7s {END}", 0, f"0~1z 1~6s {END}", 1, {0: "234m456p678m5578s"}),  # pinfu on 6s alone
    ("passed_rons", f"0~1z 1~6s 2~6s {END}", 1, f"0~1z 1~6s 2~9m 3~9m 0~1z 1~6s {END}", 2, {0: "234m456p678m5578s"}),
    ("passed_tsumo", f"{RIICHI} 1~9m 2~9m 3~9m 0~7s {END}", 1, f"{RIICHI} 1~9m 2~9m 3~9m 0+7s 0tsumo:7s", 0,
     {0: TENPAI}),
    ("passed_tsumo", f"0~7s {END}", 1, f"0~8s {END}", 0, {0: TENPAI}),  # tenhou
    ("passed_tsumo", f"0~1z 3~4m 0pon3:444m 0-1s 1~9m 2~9m 3~9m 0~9p {END}", 0,
     f"0~1z 3~4m 0pon3:444m 0-1s 1~9m 2~9m 3~9m 0~3p {END}", 0, {0: "44m456p567s55p12s6p"}),
]  # fmt: skip


@pytest.mark.parametrize(("column", "line", "value", "miss", "other", "hands"), CASES)
def test_a_win_let_pass_is_counted_where_the_rules_allow_it(column, line, value, miss, other, hands):
    assert hands_of(played(line, hands)).to_pylist()[0][column] == value
    assert hands_of(played(miss, hands)).to_pylist()[0][column] == other


def test_a_kan_that_could_be_robbed_is_let_pass():
    line = f"{RIICHI} 1~1z 2~9m 3~9m 0~9m 1~9m 2~9m 3~9s 1pon3:999s 1-1z 2~9m 3~9m 0~9m 1+9s 1kakan:9s {END}"
    rows = hands_of(played(line, {0: "123m456p567s5578s", 1: "99s147m147p12345z"})).to_pylist()
    assert rows[0]["passed_rons"] == 1  # the 9s that was called first makes it furiten


def test_useful_draws_of_a_small_kyoku():
    hands = hands_of(played(f"0~6s 1~9m 2~9m 3~9m 0~1z {END}", {0: TENPAI}), decisions=True).to_pylist()[0]
    seen_first, seen_then = 13 + 1, 13 + 1 + 4  # own hand and indicator, then also the four discards
    assert hands["useful_draws"] == 1
    assert hands["expected_useful_draws"] == pytest.approx(9 / (136 - seen_first) + 8 / (136 - seen_then))
