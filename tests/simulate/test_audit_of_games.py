"""Games of every preset hold before the audit."""

import base64
from dataclasses import replace
from random import Random

import numpy as np
import pytest

import mjlog
from mjlog.auditing.findings import Code
from mjlog.converting.convert import encode
from mjlog.formats import Source, parse
from mjlog.games.batch import concatenate
from mjlog.games.columns import Result
from mjlog.games.events import Kita
from mjlog.replay import replay
from mjlog.replay.seat_counts import seat_counts
from mjlog.rules.presets import PRESETS
from mjlog.rules.yaku import NUMBER, YAKU
from mjlog.simulate.game import play, seeded
from mjlog.simulate.players import Habits
from mjlog.simulate.scenarios import ABSENT, DAMATEN, KANS, SCENARIOS, Scenario, arranged_wall
from mjlog.simulate.to_games import to_games
from mjlog.tiles import BLUES, REDS
from mjlog.wall.seed import HASHED_BASE64
from tests.simulate.drawn_rules import drawn_rules
from tests.simulate.test_game import header

EAGER = [
    Habits(calls=0.9, kans=1.0, open_kans=0.5, folds_from=9),
    Habits(calls=0.4, riichi=1.0, folds_from=9),
    Habits(riichi=0.3, kans=1.0, folds_from=9),
    Habits(calls=0.7, kans=0.8, folds_from=9),
]
SEED = HASHED_BASE64 + base64.b64encode(Random(0).randbytes(2496)).decode()


def played(rules, number):
    chance = Random(number)
    seed = HASHED_BASE64 + base64.b64encode(chance.randbytes(2496)).decode()
    game = play(rules, EAGER[: rules.players], seeded(seed, rules.players), chance)
    return to_games([(game, header(number, rules.players, seed))])


def tiles_of(call):
    return (call.tile,) if isinstance(call, Kita) else call.tiles


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_game_of_any_preset_has_no_findings(rules):
    assert mjlog.audit(played(rules, 3)).findings == ()


@pytest.mark.parametrize("block", range(8))
def test_games_of_drawn_rule_sets_have_no_findings(block):
    """`benchmarks/simulate.py --audit N --drawn` plays as many as wanted."""
    games = concatenate([played(drawn_rules(seed), seed % 24) for seed in range(8 * block, 8 * block + 8)])
    assert mjlog.audit(games).findings == ()


def test_without_kan_ura_dora_a_win_lists_one_ura_indicator():
    games = concatenate([played(replace(FOUR, kan_ura_dora=False), number) for number in range(3)])
    n_ura = (games.wins.ura_indicators >= 0).sum(axis=1)
    assert n_ura[(games.wins.dora_indicators >= 0).sum(axis=1) > 1].max() == 1
    assert mjlog.audit(games).findings == ()


@pytest.mark.parametrize("option", ["aotenjou", "han_with_yakuman"])
def test_ordinary_yaku_next_to_a_yakuman_are_listed_with_their_han(option):
    games = arranged(SCENARIOS["tenhou"](4), replace(FOUR, **{option: True}))
    yaku = dict(zip(games.yaku.yaku[: games.yaku_start[1]], games.yaku.han[: games.yaku_start[1]], strict=True))
    assert yaku.pop(NUMBER["tenhou"]) == -1
    assert min(yaku.values()) > 0


def test_a_dead_wall_of_18_has_no_seed_of_tenhou():
    rules = replace(THREE, dead_wall=18)
    games = mjlog.simulate.games(4, rules=rules, habits=EAGER)
    assert not any(games.games.seed)
    assert mjlog.audit(games).findings == ()


def test_games_with_coloured_tiles_and_no_wins_are_audited():
    rules = replace(FOUR, length="single", blues=("2p",))
    game = play(rules, [Habits(passive=True)] * 4, seeded(SEED, 4), Random(0))
    assert mjlog.audit(to_games([(game, header(0, 4, None))])).findings == ()


FOUR, THREE = PRESETS["tenhou"], PRESETS["tenhou-3p"]
FOUR_REDS = frozenset({"four_reds", "aka_sanshoku"})
NORTHS = ("4z",) * 4
COLOURED = {
    "red 3 and 7": replace(FOUR, reds=("3m", "3p", "3s", "7m", "7p", "7s", "5s", "5s")),
    "blue": replace(FOUR, blues=("5m", "5m", "5p", "5s", "1z", "9m", "2p", "2p", "2p")),
    "blue -1": replace(FOUR, blues=("5m", "6p", "6p", "7s", "7s", "7s", "7s", "5z"), blue_han=-1),
    "four reds": replace(FOUR, reds=("5m", "5m", "5p", "5p", "5s", "5s"), local_yaku=FOUR_REDS),
    "four reds -4": replace(
        FOUR, reds=("5m", "5p", "5s", "6m", "6p", "6s") * 2, local_yaku=FOUR_REDS, four_reds_han=-4
    ),
    "red norths": replace(THREE, north="guest", reds=NORTHS),
    "red norths pulled": replace(THREE, reds=("5p", *NORTHS)),
    "norths": replace(THREE, north="dora"),
    "yakuhai norths": replace(THREE, north="yakuhai_dora", blues=("4z",)),
}


@pytest.mark.parametrize("rules", COLOURED.values(), ids=COLOURED)
def test_coloured_tiles_are_dealt_and_counted(rules):
    """Second document, lines 139, 152, 251 and 665. The twin, which plays a view of the log, counts them as well."""
    games = concatenate([played(replace(rules, name="coloured"), number) for number in range(4)])
    assert mjlog.audit(games).findings == ()
    listed = {YAKU[row].key for row in games.yaku.yaku.tolist()}
    assert "blue_dora" in listed if rules.blues else "blue_dora" not in listed
    n_blues = n_reds = 0
    for game in games:
        for kyoku in game.kyoku:
            for win in kyoku.wins:
                tiles = [*win.hand, *(tile for call in win.calls for tile in tiles_of(call))]
                han = {claim.key: claim.han for claim in win.yaku}
                if None not in han.values():
                    n_reds += sum(tile in REDS for tile in tiles) - han.get("red_dora", 0)
                    n_blues += sum(tile in BLUES for tile in tiles) - han.get("blue_dora", 0)
    assert (n_reds, n_blues) == (0, 0), "a view shows the colours of the tiles"


@pytest.mark.parametrize("option", ["automatic", "must_show", "may_hide"])
def test_tenpai_hands_but_those_in_riichi_are_hidden_where_the_rules_let_them(option):
    """Second document, line 490; first document, line 492. A hand in riichi shows itself under every value."""
    rules = replace(PRESETS["m-league"], tenpai_shown=option)
    habits = [replace(each, hides=1) for each in EAGER]
    shown, hidden = [], []
    for number in range(6):
        game = play(rules, habits, seeded(SEED, 4), Random(number))
        games = to_games([(game, header(number, 4, None))])
        assert mjlog.audit(games, levels=("settlement", "progress", "legality")).findings == ()
        if option == "may_hide":
            others = mjlog.audit(games, rules=replace(rules, tenpai_shown="automatic"), levels=("legality",)).findings
            assert {finding.option for finding in others} <= {"tenpai_shown=may_hide"}
        drawn = games.kyoku.result == Result.EXHAUSTIVE_DRAW
        tenpai, revealed = replay(games).kyoku.tenpai[drawn], games.draws.revealed == 1
        in_riichi = seat_counts(games).riichi_accepted[drawn]
        revealed = revealed[np.isin(np.flatnonzero(np.diff(games.draw_start)), np.flatnonzero(drawn))]
        assert (revealed[in_riichi]).all()
        shown += revealed[tenpai & ~in_riichi].tolist()
        hidden += (~revealed[tenpai & ~in_riichi]).tolist()
    assert shown
    assert all(hidden) if option == "may_hide" else all(shown)


@pytest.mark.parametrize("to", ["mjai", "tenhou-json", "tenhou-xml"])
def test_after_the_north_round_the_winds_begin_again_with_east(to):
    rules = replace(PRESETS["tenhou"], length="full", extension_winds=2, target_points=900_000, tobi="none")
    games = mjlog.simulate.games(1, rules=rules)
    assert games.kyoku.wind.max() > 4
    assert mjlog.audit(games).findings == ()
    back = parse([Source("", encode(games, to)[0])]).games
    assert (back.kyoku.wind == games.kyoku.wind).all()
    assert mjlog.audit(back, rules=rules, levels=("score", "progress")).findings == ()


def arranged(scenario, rules):
    """A game without findings whose first kyoku is the scenario."""
    chance = Random(5)
    wall, later = arranged_wall(scenario, rules, chance), seeded(SEED, rules.players)
    players, opening = EAGER[: rules.players], scenario.habits[: rules.players]
    game = play(rules, players, lambda n, start: later(n, start) if n else wall, chance, opening=opening)
    games = to_games([(game, header(0, rules.players, None))])
    assert mjlog.audit(games).findings == ()
    return games


def yaku_of_first_win(games):
    """Keys of the yaku of the first win, if it is in the first kyoku."""
    numbers = games.yaku.yaku[: games.yaku_start[1]] if games.win_start[1] else ()
    return {YAKU[number].key for number in numbers}


DISCIPLINES = [
    {"atozuke": "sakizuke", "kataagari_noten": True},
    {"atozuke": "sakizuke_same_yaku", "keishiki_tenpai": False},
    {"atozuke": "kanzen_sakizuke", "kataagari_noten": True, "keishiki_tenpai": False, "kuitan": False},
]


@pytest.mark.parametrize("options", DISCIPLINES, ids=lambda options: options["atozuke"])
def test_players_keep_to_the_rules_on_atozuke_and_tenpai(options):
    """First document, lines 379 and 400-406; under Tenhou's rules the same wins have no findings either."""
    rules = replace(PRESETS["tenhou"], **options)
    games = concatenate([played(rules, number) for number in range(4)])
    facts = replay(games)
    assert mjlog.audit(games).findings == ()
    assert facts.kyoku.noten_for.any()
    others = mjlog.audit(games, rules="tenhou").findings
    assert {(f.level, f.code) for f in others} <= {("legality", Code.TENPAI_CLAIM)}


def test_wins_that_a_rule_on_atozuke_refuses_are_found_with_the_option():
    games = concatenate([played(PRESETS["tenhou"], number) for number in (4, 13)])
    found = {}
    for rule in ("sakizuke", "sakizuke_same_yaku", "kanzen_sakizuke"):
        findings = mjlog.audit(games, rules=replace(PRESETS["tenhou"], atozuke=rule)).findings
        assert {(f.level, f.code, f.option) for f in findings} == {("score", Code.ATOZUKE, "atozuke=free")}
        found[rule] = {(f.game, f.kyoku, f.win) for f in findings}
    assert found["sakizuke"] < found["sakizuke_same_yaku"]
    assert found["sakizuke"] <= found["kanzen_sakizuke"]


def test_of_a_head_bump_only_the_paid_win_is_recorded():
    games = arranged(SCENARIOS["double_ron"](4), PRESETS["m-league"])
    assert np.diff(games.win_start)[0] == 1
    assert games.wins.winner[0] == 1


@pytest.mark.parametrize("shows", ["hand", "waits"])
def test_players_do_not_deal_into_an_open_riichi_if_they_can_help_it(shows):
    """Second document, lines 249 and 256."""
    local = frozenset({"open_riichi", "open_double_riichi"})
    rules = replace(PRESETS["tenhou"], local_yaku=local, open_riichi_shows=shows)
    habits = [replace(each, riichi=1, opens=1) for each in EAGER]
    deal_ins, opened = 0, 0
    for number in range(4):
        game = play(rules, habits, seeded(SEED, 4), Random(number))
        games = to_games([(game, header(number, 4, None))])
        assert mjlog.audit(games, levels=("score", "settlement", "progress", "legality")).findings == ()
        deal_ins += (games.yaku.yaku == NUMBER["open_riichi_deal_in"]).sum()
        opened += np.isin(games.yaku.yaku, [NUMBER["open_riichi"], NUMBER["open_double_riichi"]]).sum()
    assert deal_ins == 0
    assert opened


RENHOU_3P = replace(PRESETS["tenhou-3p"], local_yaku=frozenset({"renhou"}), renhou_join="added", kita_chankan=True)
KITA = Habits(calls=0, folds_from=9)


@pytest.mark.parametrize(
    ("rules", "hands", "draws", "dealer", "keys"),
    [
        (PRESETS["mahjong-soul"], ("1111z258m369p147s", "19m19p19s2345677z"), "5m", KANS, {"kokushi"}),
        (RENHOU_3P, ("4z258p369p147s112z", "123456p345678s4z"), "5p", KITA, {"chankan", "renhou"}),
    ],
    ids=["ankan", "north"],
)
def test_a_kan_or_north_is_robbed_on_the_first_turn(rules, hands, draws, dealer, keys):
    """First document, lines 1033 and 1443; second document, line 657."""
    scenario = Scenario(hands=hands, draws=draws, habits=[dealer, DAMATEN, ABSENT, ABSENT])
    games = arranged(scenario, rules)
    assert yaku_of_first_win(games) == keys
    later = arranged(scenario, replace(rules, kokushi_robs_ankan=False, kita_ron=False, kita_chankan=False))
    assert later.event_start[1] > games.event_start[1]
