from dataclasses import replace
from datetime import datetime
from random import Random

import numpy as np
import pytest

from mjlog.auditing.alternatives import shown
from mjlog.auditing.detect_rules import counted, detect
from mjlog.auditing.infer_rules import under
from mjlog.auditing.run import audit
from mjlog.formats import Source
from mjlog.games.batch import concatenate
from mjlog.rules.presets import MAHJONG_SOUL, TENHOU
from mjlog.simulate.game import play, seeded
from mjlog.simulate.players import Habits
from mjlog.simulate.to_games import LogHeader, to_games
from mjlog.wall.seed import HASHED_WORDS
from parsers.tenhou import xml

N_GAMES = 6
HABITS = (Habits(), Habits(calls=0.8), Habits(riichi=1.0), Habits(calls=0.2))


def played(rules):
    """Games by these rules, whose logs name them."""
    games, headers = [], []
    for number in range(N_GAMES):
        seed = HASHED_WORDS + ",".join(f"{n:08x}" for n in range(number + 1, number + 33))
        games.append(play(rules, HABITS, seeded(seed, 4), Random(number)))
        headers.append(
            LogHeader(
                id=f"game-{number}",
                names=tuple("ABCD"),
                dan=(0,) * 4,
                rate=(1500.0,) * 4,
                sex=("F",) * 4,
                started=datetime(2024, 1, 1, number),
                seed=None,
                vendor_type=0,
            )
        )
    return to_games(zip(games, headers, strict=True))


@pytest.fixture(scope="module")
def soul():
    return played(MAHJONG_SOUL)


def test_the_rules_of_the_logs_are_kept_where_they_explain_everything(soul):
    assert audit(soul, levels=["score", "settlement", "progress"]).findings == ()
    (found,) = detect(soul)
    assert (found.recorded, found.rules, found.changes) == ("mahjong-soul", MAHJONG_SOUL, ())
    assert sum(found.unexplained.values()) == 0
    assert found.facts["results"] == found.facts["ends"] == found.n_games == N_GAMES
    assert found.candidates[0] == ("mahjong-soul", 0)


def test_a_preset_is_found_for_games_whose_logs_name_others(soul):
    (found,) = detect(under(soul, TENHOU))
    assert (found.recorded, found.rules, found.changes) == ("tenhou", MAHJONG_SOUL, ())
    assert dict(found.candidates)["tenhou"] >= N_GAMES
    assert str(found).startswith(f"{N_GAMES} games by tenhou: best explained by mahjong-soul\n  0 of ")


def test_options_that_differ_from_every_preset_are_found(soul):
    places = np.argsort(np.argsort(-soul.games.final_points, axis=1, kind="stable"), axis=1)
    more = np.array([10.0, 0.0, 0.0, -10.0])[places]
    (found,) = detect(replace(soul, games=soul.games._replace(final_scores=soul.games.final_scores + more)))
    assert found.rules == replace(MAHJONG_SOUL, uma=(25_000, 5_000, -5_000, -25_000))
    assert found.changes == ("uma=+25 +5 -5 -25",)
    assert sum(found.unexplained.values()) == 0


def test_evidence_counts_the_facts_that_need_an_option(soul):
    (found,) = detect(soul)
    needs = {each.option: each.needs for each in found.evidence}
    assert needs["pinfu_tsumo=true"]["wins"] > 0
    assert needs["uma=+15 +5 -5 -15"] == {"results": N_GAMES}
    other = audit(soul, levels=["score"], rules=replace(MAHJONG_SOUL, pinfu_tsumo=False))
    assert needs["pinfu_tsumo=true"]["wins"] == len({(f.game, f.kyoku, f.win) for f in other.findings})
    assert "reading_order=payment" in found.undecided
    assert not set(needs) & set(found.undecided)


def test_games_with_other_rules_by_their_logs_are_told_apart(soul):
    both = concatenate([soul.select(slice(0, 4)), under(soul.select(slice(4, 6)), TENHOU)])
    assert [(found.recorded, found.n_games) for found in detect(both)] == [("mahjong-soul", 4), ("tenhou", 2)]


def test_no_games_have_no_rules(soul):
    assert detect(soul.select(slice(0, 0))) == []


def test_words():
    assert counted({"wins": 2, "payments": 1}) == "2 wins, 1 payment"
    assert shown("double_yakuman", frozenset({"b", "a"})) == "double_yakuman={a, b}"
    assert shown("uma", (15_000, -15_000)) == "uma=+15 -15"


def test_genuine_games_need_the_rules_of_their_time(shared):
    """Rounding to thousands until January 2022."""
    paths = sorted((shared / "replays/tenhou_xml").glob("20190*.xml"))[:60]
    games = xml.parse([Source(path.name, path.read_bytes()) for path in paths]).games
    plain = games.select([rules.name == "tenhou-until-2022-01-13" for rules in (game.rules for game in games)])
    found = detect(under(plain, TENHOU))[0]
    assert found.candidates[0][0] == "tenhou"
    assert found.changes[0].startswith("rounding=")
    assert sum(found.unexplained.values()) == 0
