"""Kinds of tiles that riichi wait on: against a plain count, and with the signs that players know."""

from collections import Counter

import pandas as pd
import pytest

from mjlog import stats
from mjlog.rules.waits import suji_of
from mjlog.tiles import KIND_OF_TILE, SANMA_KINDS

FOUR = {"players": 4}
SHOWN = {"pon": 2, "daiminkan": 3, "ankan": 4, "kakan": 1, "kita": 1}


def plain_waits(ds):
    """One row for each riichi and kind, from the rows of the tables."""
    hands, discards, calls = (table.to_pandas() for table in (ds.hands, ds.discards, ds.calls))
    indicators = {(row.game, row.kyoku): row.dora_indicators[0] for row in ds.kyoku.to_pandas().itertuples()}
    rows = []
    for hand in hands[hands["riichi"]].itertuples():
        table = discards[(discards["game"] == hand.game) & (discards["kyoku"] == hand.kyoku)]
        declaration = table[table["riichi"] & (table["seat"] == hand.seat)].iloc[0]
        before = table[table["event"] <= declaration["event"]]
        seen = Counter(KIND_OF_TILE[tile] for tile in before["tile"])
        seen[KIND_OF_TILE[indicators[hand.game, hand.kyoku]]] += 1
        of_kyoku = calls[(calls["game"] == hand.game) & (calls["kyoku"] == hand.kyoku)]
        for call in of_kyoku[of_kyoku["event"] <= declaration["event"]].itertuples():
            seen[KIND_OF_TILE[call.tile]] += SHOWN.get(call.kind, 0)
        river = 0
        for tile in before.loc[before["seat"] == hand.seat, "tile"]:
            river |= 1 << KIND_OF_TILE[tile]
        rows += [
            {
                "players": hand.players,
                "danger": suji_of(kind, river).name.lower(),
                "seen": seen[kind],
                "riichi_turn": hand.riichi_turn,
                "declaration_drawn": declaration["tsumogiri"],
                "waited": kind in hand.riichi_waits,
            }
            for kind in (range(34) if hand.players == 4 else SANMA_KINDS)
        ]
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def counted(ds):
    return plain_waits(ds)


@pytest.mark.parametrize("by", [("danger",), ("seen", "riichi_turn"), ("declaration_drawn", "danger")], ids=str)
def test_kinds_waited_on_are_those_of_a_plain_count(ds, counted, by):
    groups = ["players", *by]
    plain = counted.groupby(groups)["waited"].agg(["mean", "size"]).sort_index()
    frame = stats.riichi_waits(ds, by).set_index(groups).sort_index()
    assert frame["n"].tolist() == plain["size"].tolist()
    assert frame["value"].tolist() == pytest.approx(plain["mean"].tolist())
    assert (frame["low"] <= frame["value"]).all()
    assert (frame["value"] <= frame["high"]).all()


def test_a_filter_and_a_group_of_hands_apply(ds):
    late = stats.riichi_waits(ds, {"late": lambda t: t.riichi_turn > 9, "danger": None}, {"players": 4})
    filtered = stats.riichi_waits(ds, "danger", lambda t: (t.players == 4) & (t.riichi_turn > 9))
    assert late[late["late"]]["n"].tolist() == filtered["n"].tolist()


def test_the_chance_of_waits_is_near_the_published_one(genuine):
    """kobalab 2019, in percent: by class and suji, over more than a million riichi."""
    frame = stats.riichi_waits(genuine, where=FOUR).set_index(["tile_class", "danger"])
    published = {
        ("terminal", "musuji"): 6.65, ("terminal", "omote"): 2.02, ("2-8", "musuji"): 7.72, ("2-8", "omote"): 3.50,
        ("3-7", "musuji"): 8.42, ("3-7", "omote"): 4.62, ("4-6", "musuji"): 11.56, ("4-6", "kata"): 7.10,
        ("4-6", "naka"): 2.81, ("honor", "honor"): 1.76,
    }  # fmt: skip
    for group, percent in published.items():
        assert frame.at[group, "value"] * 100 == pytest.approx(percent, rel=0.16), group


def test_waits_have_the_signs_that_players_know(genuine):
    by_class = stats.riichi_waits(genuine, where=FOUR).set_index(["danger", "tile_class"])["value"].sort_index()
    assert by_class["musuji"][["terminal", "2-8", "3-7", "4-6"]].is_monotonic_increasing
    assert by_class["omote"][["terminal", "2-8", "3-7"]].is_monotonic_increasing
    assert (by_class[[("naka", "4-6"), ("kata", "4-6"), ("musuji", "4-6")]].diff()[1:] > 0).all()
    assert by_class["genbutsu"].max() < by_class[by_class.index.get_level_values("danger") != "genbutsu"].min()
    seen = stats.riichi_waits(genuine, "seen", FOUR)
    assert seen["value"].is_monotonic_decreasing
    near = stats.riichi_waits(genuine, "from_declaration", FOUR).set_index("from_declaration")["value"]
    assert near["2"] > near["1"] > near["other suit"] > near["3"]
