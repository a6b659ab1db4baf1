"""Panels answer for a selection, or say why not; each answer can be drawn or read as a table."""

from pathlib import Path

import matplotlib as mpl
import pandas as pd
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt

import mjlog
from mjlog import plots, stats
from mjlog.auditing.findings import LEVELS
from mjlog.display.statistics import tone_of
from mjlog.panels import ARCHIVE, AUDIT, LEAST_GAMES, PLAYER, Answers, Panel, Selection, panels_of
from mjlog.panels.archive import first_chance
from mjlog.panels.audit import _contents, _message, contents_grid, findings_grid
from mjlog.panels.grids import LEAST_PEERS, profile_grid
from mjlog.panels.links import game_link
from mjlog.panels.play import all_cases, all_choices, band_of, bands_of, by_turn, by_turns

DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.fixture(scope="module")
def answers(ds):
    return Answers(ds)


@pytest.mark.parametrize("selection", [Selection(player="Kaede"), Selection(), Selection(players=3)], ids=str)
def test_every_panel_with_an_answer_shows_it(answers, selection):
    shown = []
    for panel in (*panels_of(selection), *AUDIT):
        answer = panel.answer(answers, selection)
        assert bool(answer.missing) == (answer.n < panel.least)
        if not answer.missing:
            shown.append(panel.key)
            if panel.draw:
                panel.draw(answer.frame)
                plt.close("all")
            if panel.table:
                grid = panel.table(answer.frame)
                assert grid.rows
                assert {len(row) for row in grid.rows} == {len(grid.heads)}
    assert len(shown) > 6


@pytest.mark.parametrize("panels", [PLAYER, ARCHIVE, AUDIT])
def test_keys_are_unique_and_every_panel_has_one_face(panels):
    assert len({panel.key for panel in panels}) == len(panels)
    assert all((panel.draw is None) != (panel.table is None) for panel in panels)


@pytest.mark.parametrize(("n", "column"), [(30, "4–6"), (29, "up to 7")])
def test_a_map_of_turns_has_three_bands_where_columns_of_three_turns_have_few_cases(answers, n, column):
    frames = [
        pd.DataFrame({"form": ["tanki"], "riichi_turn": turn, "n": n}) for turn, n in (("4–6", n), ("up to 7", 40))
    ]
    questions = (lambda a, s, frame=frame: frame for frame in frames)
    ask = by_turns(lambda by: next(questions), "form", lambda t: t.form, "riichi_turn")
    assert list(ask(answers, Selection())["riichi_turn"]) == [column]


def test_the_chance_of_the_first_place_counts_games_that_the_seat_did_not_win(answers, monkeypatch):
    monkeypatch.setattr(plots, "MIN_CASES", 1)
    frame = first_chance(answers, Selection())
    assert frame["value"].eq(0).any()
    behind = frame["lead_in_points"].cat.codes < 3
    assert frame[behind]["value"].mean() < 0.4 < frame[~behind]["value"].mean()


def test_a_question_is_asked_once(answers):
    asked = []

    def question(ds, *, where):
        asked.append(where)
        return pd.DataFrame({"n": [1]})

    first, second = (answers(question, where={"players": 4, "room": ["a", "b"]}) for _ in range(2))
    assert first is second
    assert len(asked) == 1


def test_a_small_sample_is_named_instead_of_drawn(answers):
    panel = Panel(key="k", title="t", ask=lambda a, s: pd.DataFrame({"n": [29]}), unit="riichi")
    assert panel.answer(answers, Selection()).missing == "29 riichi: too few to show (30 needed)."
    assert (
        not Panel(key="k", title="t", ask=lambda a, s: pd.DataFrame({"n": [30]})).answer(answers, Selection()).missing
    )


@pytest.mark.parametrize(("sizes", "n"), [([29, 29], 29), ([29, 30], 59)])
def test_groups_that_are_all_too_small_to_draw_are_no_large_sample(sizes, n):
    frame = pd.DataFrame({"n": sizes, "choice": "riichi", "statistic": "balance"})
    assert all_cases(frame) == all_choices(frame) == n


def test_a_selection_filters_rooms_years_and_opponents(answers):
    opponent = "Eiji"
    together = Selection(player="Kaede", opponents=(opponent,)).own(answers)
    games = stats.summary(answers.ds, ["average_place"], together)["n"].sum()
    head = stats.head_to_head(answers.ds, "Kaede", {"players": 4}).set_index("other")
    assert games == head.at[opponent, "games"] > 0
    years = Selection(years=(1990, 1991)).everyone(answers)
    assert stats.summary(answers.ds, ["win_rate"], years)["n"].sum() == 0
    assert Selection(rooms=("nowhere",)).everyone(answers)["room"] == ("nowhere",)


def test_percentiles_count_players_below(answers):
    compared = stats.against_others(answers.ds, "Kaede", ["win_rate"], {"players": 4})
    peers = pd.DataFrame(
        {"players": 4, "statistic": "win_rate", "value": [0.0, compared["value"][0], 1.0, 0.5], "n": [30, 40, 30, 29]}
    )
    row = stats.percentiles(compared, peers).iloc[0]
    assert row["peers"] == 3  # the last one has too few cases
    assert row["percentile"] == pytest.approx(50)


@pytest.mark.parametrize(
    ("low", "high", "good", "tone"),
    [
        (0.1, 0.2, "high", "good"),
        (0.1, 0.2, "low", "bad"),
        (-2, -1, "low", "good"),
        (-1, 1, "high", ""),
        (1, 2, "", ""),
    ],
)
def test_the_tone_of_a_difference_follows_the_direction_of_good(low, high, good, tone):
    assert tone_of({"difference_low": low, "difference_high": high}, good) == tone


def test_extreme_kyoku_are_the_highest_and_lowest_balances(answers):
    frame = stats.extreme_kyoku(answers.ds, {"player": "Kaede", "players": 4}, top=3)
    hands = answers.ds.hands.to_pandas().query("player == 'Kaede' and players == 4")
    points = ["points_hand", "points_honba", "points_sticks", "points_riichi", "points_noten", "points_nagashi"]
    balance = hands[points].fillna(0).sum(axis=1).sort_values(ascending=False)
    assert list(frame["balance"]) == [*balance.head(3), *balance.tail(3)]


@pytest.mark.parametrize(
    ("platform", "game", "link"),
    [
        ("tenhou", "2019050417gm-0029-0000-4f2a8622", "https://tenhou.net/0/?log=2019050417gm-0029-0000-4f2a8622&tw=2"),
        ("tenhou", "digest", ""),
        (
            "mahjong-soul",
            "220930-8a7c1e7f-2114-46f9-80d4-208067ef0385",
            "https://mahjongsoul.game.yo-star.com/?paipu=220930-8a7c1e7f-2114-46f9-80d4-208067ef0385",
        ),
        ("mahjong-soul", "javascript:alert(1)", ""),
        ("nowhere", "x", ""),
    ],
)
def test_links_lead_only_to_ids_of_the_service(platform, game, link):
    assert game_link({"platform": platform, "game": game, "seat": 2}) == link


def test_fewer_games_than_the_least_are_no_page(answers):
    panel = next(panel for panel in PLAYER if panel.key == "profile")
    assert panel.least == LEAST_GAMES


def test_turns_with_few_cases_are_drawn_in_bands():
    single = pd.DataFrame({"turn": [5, 6, 11], "n": [20, 20, 70]})
    bands = pd.DataFrame({"turn": ["11–13", "up to 10", "14 and later"], "n": [70, 40, 3]})
    ask = by_turn(lambda a, s: single, lambda a, s: bands, "turn")
    assert list(ask(None, Selection())["turn"]) == [11]  # most cases lie in a turn with enough of them
    single.loc[2, "n"] = 39
    frame = ask(None, Selection())
    assert list(frame.sort_values("turn")["turn"]) == ["up to 10", "11–13"]
    assert list(frame["turn"].cat.categories) == list(bands_of("turn"))


def test_every_turn_lies_in_one_band(answers):
    by = {"riichi_turn": band_of("riichi_turn")}
    frame = stats.summary(answers.ds, ["riichi_win_rate"], {"players": 4}, by=by)
    known = frame[frame["riichi_turn"].notna()]
    assert set(known["riichi_turn"]) <= set(bands_of("riichi_turn"))
    assert known["n"].sum() == stats.summary(answers.ds, ["riichi_win_rate"], {"players": 4})["n"].sum()


def test_a_finding_about_no_seat_has_no_player():
    finding = {
        "game": "g",
        "platform": "tenhou",
        "seat": -1,
        "player": float("nan"),
        "wind": float("nan"),
        "code": "final-score",
        "expected": "1",
        "found": "2",
    }
    grid = findings_grid(pd.DataFrame([{**finding, "level": "warning", "message": "m", "source": "f", "names": []}]))
    assert grid.rows[0][grid.heads.index("player")].text == "–"


@pytest.mark.parametrize(("peers", "percentile"), [(LEAST_PEERS, "50"), (LEAST_PEERS - 1, "–")])
def test_a_percentile_needs_peers_and_a_difference_of_rates_is_in_points(answers, peers, percentile):
    compared = stats.against_others(answers.ds, "Kaede", ["win_rate"], {"players": 4})
    row = compared.assign(difference=-0.00268, percentile=50.0, peers=peers, n=100)
    cells = dict(zip(profile_grid(row).heads, profile_grid(row).rows[0], strict=True))
    assert cells["percentile"].text == percentile
    assert cells["difference"].text == "-0.3 pp"


def test_the_contents_name_the_rules_and_the_levels_of_the_audit(tmp_path):
    games = sorted((DATA / "games").iterdir())[:2]

    def contents():
        grid = contents_grid(Answers(mjlog.open(tmp_path / "out"))(_contents))
        return dict(zip(grid.heads, [cell.text for cell in grid.rows[0]], strict=True))

    mjlog.import_archive(games[:1], tmp_path / "out", workers=1)
    assert (contents()["audit"], contents()["rules of the audit"], contents()["findings"]) == ("no audit", "–", "–")
    mjlog.import_archive(games, tmp_path / "out", workers=1, audit="score")
    assert contents()["audit"] == "no audit", "the first game is not audited"
    mjlog.import_archive(games, tmp_path / "out", workers=1, rules="m-league")
    of_all = contents()
    assert of_all["audit"] == ", ".join(LEVELS)
    assert of_all["rules of the audit"] == "m-league"
    assert int(of_all["findings"]) > 0
    mjlog.import_archive(games, tmp_path / "out", workers=1)
    assert contents() == of_all


def test_a_finding_names_players_for_seats():
    finding = {"code": "out-of-turn", "expected": "1", "found": "2", "names": ["A", None, "C"]}
    assert _message({**finding, "message": "seat 2 discards"}) == "\u2068C\u2069 discards"
    assert _message({**finding, "message": "seat 1 draws"}) == "\u2068seat 1\u2069 draws"
