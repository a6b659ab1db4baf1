"""Every event that can be asked for happens in each game of it, and the audit finds nothing in them."""

from dataclasses import replace

import numpy as np
import pytest

import mjlog
from mjlog.converting.convert import encode
from mjlog.errors import LogError
from mjlog.formats import Source, parse
from mjlog.games.columns import EventKind, Result
from mjlog.rules.presets import PRESETS
from mjlog.rules.yaku import BY_KEY, NUMBER, YAKU
from mjlog.simulate.players import Habits
from mjlog.simulate.rare_events import EVENTS, excluded_by
from mjlog.simulate.scenarios import SCENARIOS

LOCAL = replace(PRESETS["tenhou"], name="local", local_yaku=frozenset(yaku.key for yaku in YAKU if yaku.local))
TRIPLE = PRESETS["mahjong-soul"]
"""Rules under which three may win on one tile."""
RULES = {yaku.key: LOCAL for yaku in YAKU if yaku.local} | {"triple_ron": TRIPLE, "kokushi_13": PRESETS["tenhou"]}
"""Rules of events that Tenhou's do not have."""
DEAD_HAND = {players: replace(PRESETS[name], kuikae="dead_hand") for players, name in ((4, "tenhou"), (3, "tenhou-3p"))}
FOUR_ONLY = {"suufon_renda", "suucha_riichi", "sanchahou", "triple_ron"}
"""Events that three players cannot have."""


def with_event(event, rules, n_games=2):
    games = mjlog.simulate.games(n_games, event=event, rules=rules, seed=5)
    assert len(games) == n_games
    assert mjlog.audit(games).findings == ()
    return games


def has(games, event):
    """Whether each game has the event, as its columns tell."""
    game_of_kyoku = np.searchsorted(games.kyoku_start, np.arange(len(games.kyoku.wind)), side="right") - 1
    n_wins = np.diff(games.win_start)
    if event in BY_KEY and event != "nagashi_mangan":
        win_of_yaku = np.searchsorted(games.win_start, np.arange(len(games.wins.winner)), side="right") - 1
        of_yaku = np.searchsorted(games.yaku_start, np.flatnonzero(games.yaku.yaku == NUMBER[event]), side="right") - 1
        kyoku = win_of_yaku[of_yaku]
    elif event in ("double_ron", "triple_ron"):
        kyoku = np.flatnonzero(n_wins == (2 if event == "double_ron" else 3))
    elif event == "pao":
        kyoku = np.searchsorted(games.win_start, np.flatnonzero(games.wins.pao >= 0), side="right") - 1
    elif event == "disconnection":
        events = np.flatnonzero(games.events.kind == EventKind.LEFT)
        kyoku = np.searchsorted(games.event_start, events, side="right") - 1
    else:
        results = {"noten_riichi": Result.CHOMBO, "wrong_set": Result.FOUL_DRAW}
        result = results.get(event) or Result[event.upper()]
        kyoku = np.flatnonzero(games.kyoku.result == result)
    return set(game_of_kyoku[kyoku].tolist()) == set(range(len(games)))


@pytest.mark.parametrize("event", sorted({*SCENARIOS} - {"dead_hand"}))
def test_what_is_arranged_happens_in_each_game(event):
    assert has(with_event(event, RULES.get(event, PRESETS["tenhou"])), event)


@pytest.mark.parametrize(
    "event", [event for event in SCENARIOS if event not in {*FOUR_ONLY, *RULES, "dead_hand"} or event == "kokushi_13"]
)
def test_what_is_arranged_happens_to_three_players_too(event):
    assert has(with_event(event, PRESETS["tenhou-3p"], n_games=1), event)


def test_every_yakuman_that_is_a_matter_of_the_hand_is_arranged():
    of_course = {"paarenchan", "ishi_no_ue_ni_mo_sannen"}
    assert {yaku.key for yaku in YAKU if yaku.kind == "yakuman"} - {*SCENARIOS} == of_course


def test_players_leave_and_may_return():
    games = with_event("disconnection", PRESETS["tenhou"], n_games=8)
    assert has(games, "disconnection")
    assert (games.events.kind == EventKind.RETURNED).any()


@pytest.mark.parametrize(
    ("event", "base", "change"),
    [
        *((event, "tenhou", {event: "off"}) for event in ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi")),
        *((event, "tenhou", {event: "off"}) for event in ("suukaikan", "sanchahou", "foul_draw")),
        ("wrong_set", "tenhou", {"foul_draw": "off"}),
        ("nagashi_mangan", "tenhou", {"nagashi": "off"}),
        ("double_ron", "tenhou", {"multiple_ron": "head_bump", "sanchahou": "off"}),
        ("triple_ron", "mahjong-soul", {"multiple_ron": "head_bump"}),
        ("triple_ron", "tenhou", {"sanchahou": "repeat"}),
        ("triple_ron", "tenhou-3p", {"players": 3}),
        ("dead_hand", "tenhou", {"kuikae": "free"}),
        ("pao", "tenhou", {"pao_yaku": frozenset()}),
        ("tobi", "tenhou", {"tobi": "none"}),
        ("extension", "tenhou", {"extension_winds": 0}),
        ("extension", "tenhou", {"length": "single"}),
        ("long_renchan", "tenhou", {"length": "single"}),
        ("ippatsu", "tenhou", {"disabled_yaku": frozenset({"ippatsu"})}),
        ("renhou", "tenhou", {"local_yaku": frozenset()}),
        ("open_riichi_deal_in", "tenhou", {"local_yaku": frozenset({"renhou"})}),
        ("ura_dora", "tenhou", {"ura_dora": False, "kan_ura_dora": False}),
        ("red_dora", "tenhou", {"reds": ()}),
        ("four_reds", "tenhou", {"reds": ("5m", "5p", "5s"), "local_yaku": frozenset({"four_reds"})}),
        ("blue_dora", "tenhou", {"blues": ()}),
        ("kita", "tenhou-3p", {"north": "guest"}),
        ("north_wind", "tenhou-3p", {"north": "kita"}),
        ("sanshoku_doujun", "tenhou-3p", {"players": 3}),
    ],
)
def test_an_event_that_the_rules_exclude_is_refused_by_the_name_of_the_option(event, base, change):
    option = next(iter(change))
    with pytest.raises(ValueError, match=f"exclude {event} by {option} = "):
        mjlog.simulate.games(1, event=event, rules=replace(PRESETS[base], **change))


@pytest.mark.parametrize(
    ("foul", "option"), [("ankan", "foul_draw"), ("wrong_set", "foul_draw"), ("kuikae", "kuikae"), ("false_ron", None)]
)
def test_a_player_commits_no_foul_that_the_rules_exclude(foul, option):
    habits = [Habits(foul=foul)] * 4
    rules = replace(PRESETS["tenhou"], foul_draw="off", length="single")
    if option is None:
        assert len(mjlog.simulate.games(1, habits=habits, rules=rules)) == 1
        return
    with pytest.raises(ValueError, match=f" by {option} = "):
        mjlog.simulate.games(1, habits=habits, rules=rules)


@pytest.mark.parametrize(
    ("event", "rules"),
    [
        ("foul_draw", replace(PRESETS["tenhou"], foul_draw="pass")),
        ("open_riichi_deal_in", replace(PRESETS["tenhou"], local_yaku=frozenset({"open_riichi"}))),
        ("triple_ron", replace(PRESETS["tenhou"], sanchahou="off")),
        ("tobi", replace(PRESETS["tenhou"], tobi="at_zero")),
        ("pao", PRESETS["tenhou-3p"]),
        ("north_wind", replace(PRESETS["tenhou-3p"], north="yakuhai")),
        ("daisuurin", LOCAL),
    ],
)
def test_an_event_that_the_rules_have_is_not_excluded(event, rules):
    assert excluded_by(event, rules) is None


@pytest.mark.parametrize("rules", [rules for rules in PRESETS.values() if "renhou" in rules.local_yaku])
def test_dora_are_not_listed_beside_a_renhou_that_stands_for_the_hand(rules):
    with_event("renhou", rules, n_games=6)


@pytest.mark.parametrize("players", [3, 4])
def test_a_dead_hand_neither_wins_nor_is_tenpai(players):
    games = with_event("dead_hand", DEAD_HAND[players])
    of_first = games.draw_start[games.kyoku_start[:-1]]
    assert (games.kyoku.result[games.kyoku_start[:-1]] == Result.EXHAUSTIVE_DRAW).all()
    assert (games.draws.revealed[of_first, 1] == 0).all()
    alive = replace(games, rule_sets=(PRESETS["tenhou" if players == 4 else "tenhou-3p"],))
    codes = {finding.code for finding in mjlog.audit(alive, rules=alive.rule_sets[0]).findings}
    assert codes == {"kuikae"}


@pytest.mark.parametrize("event", ["chombo", "noten_riichi", "foul_draw", "wrong_set"])
@pytest.mark.parametrize("change", [{}, {"chombo": "after_game"}, {"foul_draw": "void"}, {"foul_draw": "pass"}])
def test_a_foul_is_written_to_mjai_and_refused_by_name_elsewhere(event, change):
    rules = replace(PRESETS["tenhou"], **change)
    games = with_event(event, rules)
    back = parse([Source("", data) for data in encode(games, "mjai")]).games
    assert back.kyoku.result.tolist() == games.kyoku.result.tolist()
    assert mjlog.audit(back, rules=rules).findings == ()
    result = "chombo" if event in ("chombo", "noten_riichi") else "foul_draw"
    for to in ("tenhou-xml", "tenhou-json", "kobalab"):
        with pytest.raises(LogError, match=f"'s .* has no {result}"):
            encode(games, to)


def test_a_wrong_set_is_a_finding_unless_it_ends_the_kyoku():
    """Second document, line 31."""
    games = with_event("wrong_set", PRESETS["tenhou"], n_games=1)
    games.kyoku.result[0] = Result.EXHAUSTIVE_DRAW
    assert "tile-twice" in {str(finding.code) for finding in mjlog.audit(games).findings}


def test_every_event_is_known_by_name():
    assert {*SCENARIOS} <= {*EVENTS}
