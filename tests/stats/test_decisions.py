"""Push or fold, riichi or dama, call or pass: against a plain count, and with the signs that players know."""

from functools import cache, partial
from typing import get_args

import numpy as np
import pandas as pd
import pytest

from mjlog import stats
from mjlog.rules.waits import suji_of
from mjlog.stats.matching import MATCHED
from mjlog.stats.questions.decisions import CALLED, DECLARED, PUSHED, Against
from mjlog.tiles import KIND_OF_TILE

FOUR = {"players": 4}
OUTCOMES = {"win_rate": "won", "deal_in_rate": "dealt_in", "balance": "balance"}


@cache
def hands_of(ds):
    hands = {(row.game, row.kyoku, row.seat): row for row in ds.hands.to_pandas().itertuples()}
    discards = ds.discards.to_pandas().sort_values("event")
    return [(hands[key], list(rows.itertuples())) for key, rows in discards.groupby(["game", "kyoku", "seat"])]


def turns_of(turn):
    return "1–6" if turn <= 6 else "7–9" if turn <= 9 else "10–12" if turn <= 12 else "13 and later"


def common(hand, discard):
    return {
        "players": hand.players, "turn": discard.turn, "turns": turns_of(discard.turn), "dealer": hand.dealer,
        "open": bool(hand.first_call_turn <= discard.turn), "won": float(hand.won), "dealt_in": float(hand.dealt_in),
        "balance": hand.end_points - hand.start_points,
    }  # fmt: skip


def pushed(hand, discard, danger, opponents):
    """A row of `push_fold`; `opponents` are steps to the right."""
    safe, kept = danger in ("genbutsu", "safe"), discard.shanten == discard.shanten_before
    wait = ("good" if discard.best_tiles >= 6 else "bad") if discard.shanten_before == 0 else None
    return (
        common(hand, discard)
        | {"shanten": min(discard.shanten_before, 3), "wait": wait, "danger": danger}
        | {"opponent_dealer": any((hand.seat_wind + step) % hand.players == 0 for step in opponents)}
        | {"choice": {(1, 1): "free", (1, 0): "fold", (0, 1): "push", (0, 0): "mawashi"}[safe, kept]}
    )


@cache
def plain_push_fold(ds, n_riichi=1):
    rows = []
    for hand, discards in hands_of(ds):
        discard = next((d for d in discards if d.n_riichi >= n_riichi and not d.in_riichi), None)
        if discard is None or discard.n_riichi > n_riichi or pd.isna(discard.shanten):
            continue
        steps = {"right": 1, "across": 2, "left": hand.players - 1}
        opponents = [step for side, step in steps.items() if isinstance(getattr(discard, f"danger_{side}"), str)]
        rows.append(pushed(hand, discard, discard.danger, opponents))
    return pd.DataFrame(rows)


@cache
def plain_against_open_hand(ds):
    """The river and the tiles that passed are rebuilt discard by discard."""
    calls = ds.calls.to_pandas().sort_values("event")
    calls = calls[calls["kind"].isin(["chi", "pon", "daiminkan"])]
    third = calls.groupby(["game", "kyoku", "seat"])["event"].nth(2)
    callers = calls.loc[third.index].groupby(["game", "kyoku"])
    callers = {key: dict(zip(rows["seat"], rows["event"], strict=True)) for key, rows in callers}
    tables = ds.discards.to_pandas().sort_values("event").groupby(["game", "kyoku"])
    rows = []
    for hand, discards in hands_of(ds):
        own = (hand.game, hand.kyoku)
        calls_of = {seat: event for seat, event in callers.get(own, {}).items() if seat != hand.seat}
        discard = next((d for d in discards if not d.in_riichi and d.event > min(calls_of.values(), default=999)), None)
        if discard is None or discard.n_riichi or pd.isna(discard.shanten):
            continue
        dangerous = [seat for seat, event in calls_of.items() if event < discard.event]
        if len(dangerous) > 1:
            continue
        river, passed = 0, set()
        for earlier in tables.get_group(own).itertuples():
            if earlier.event >= discard.event:
                break
            if earlier.seat == dangerous[0]:
                river, passed = river | 1 << KIND_OF_TILE[earlier.tile], set()
            else:
                passed.add(KIND_OF_TILE[earlier.tile])
        kind = KIND_OF_TILE[discard.tile]
        danger = suji_of(kind, river).name.lower()
        danger = "safe" if kind in passed and danger != "genbutsu" else danger
        rows.append(pushed(hand, discard, danger, [(dangerous[0] - hand.seat) % hand.players]))
    return pd.DataFrame(rows)


@cache
def plain_riichi_or_dama(ds):
    rows = []
    for hand, discards in hands_of(ds):
        discard = next((d for d in discards if d.shanten == 0 and not d.in_riichi), None)
        if discard is None or discard.turn > 16 or hand.first_call_turn <= discard.turn or hand.start_points < 1000:
            continue
        rows.append(
            common(hand, discard)
            | {"wait": "good" if discard.useful_tiles >= 6 else "bad", "wait_tiles": min(discard.useful_tiles, 8)}
            | {"faced": discard.n_riichi > 0, "choice": "riichi" if discard.riichi else "dama"}
        )
    return pd.DataFrame(rows)


def plain_call_or_pass(ds):
    hands = {(row.game, row.kyoku, row.seat): row for row in ds.hands.to_pandas().itertuples()}
    offers = ds.offers.to_pandas()
    offers = offers[offers["act"].isin(["chi", "pon"]) & (offers["shanten"] < offers["shanten_before"])]
    rows = []
    for key, of_hand in offers[offers["n_sets"] == 0].groupby(["game", "kyoku", "seat"]):
        first = list(of_hand[of_hand["event"] == of_hand["event"].min()].sort_values("act").itertuples())
        offer = next((offer for offer in first if offer.answer == "taken"), first[0])
        if offer.answer in ("taken", "passed"):
            rows.append(
                common(hands[key], offer)
                | {"shanten": min(offer.shanten_before, 3), "act": offer.act, "yakuhai": offer.yakuhai}
                | {"faced": offer.n_riichi > 0, "choice": {"taken": "call", "passed": "pass"}[offer.answer]}
            )
    return pd.DataFrame(rows)


def matched(rows, pair, strata, outcome):
    """The weighted mean of the differences inside the strata."""
    total = weights = 0.0
    for _, part in rows[rows[outcome].notna()].groupby(list(dict.fromkeys(strata)), dropna=False):
        one, other = (part.loc[part["choice"] == choice, outcome] for choice in pair)
        if len(one) and len(other):
            weight = len(one) * len(other) / (len(one) + len(other))
            total, weights = total + weight * (one.mean() - other.mean()), weights + weight
    return total / weights if weights else np.nan


QUESTIONS = {
    "push_fold": (stats.push_fold, plain_push_fold, ("push", "fold"), PUSHED),
    "two riichi": (
        partial(stats.push_fold, against="two riichi"),
        partial(plain_push_fold, n_riichi=2),
        ("push", "fold"),
        PUSHED,
    ),
    "open hand": (
        partial(stats.push_fold, against="open hand"),
        plain_against_open_hand,
        ("push", "fold"),
        PUSHED,
    ),
    "riichi_or_dama": (stats.riichi_or_dama, plain_riichi_or_dama, ("riichi", "dama"), DECLARED),
    "call_or_pass": (stats.call_or_pass, plain_call_or_pass, ("call", "pass"), CALLED),
}


@pytest.mark.parametrize("by", [("turns",), ("dealer", "turns"), ()], ids=str)
@pytest.mark.parametrize("name", QUESTIONS)
def test_choices_and_differences_are_those_of_a_plain_count(ds, name, by):
    question, plain, pair, strata = QUESTIONS[name]
    counted = plain(ds)
    groups = ["players", *by]
    frame = question(ds, by)
    for key, part in counted.groupby(groups, dropna=False):
        same = [frame[g].isna() if pd.isna(k) else frame[g] == k for g, k in zip(groups, key, strict=True)]
        rows = frame[np.logical_and.reduce(same)].set_index(["choice", "statistic"])
        for statistic, column in OUTCOMES.items():
            for choice, of_choice in part.groupby("choice"):
                assert rows.at[(choice, statistic), "n"] == of_choice[column].notna().sum()
                assert rows.at[(choice, statistic), "value"] == pytest.approx(of_choice[column].mean(), nan_ok=True)
            if set(pair) <= set(part["choice"]):
                expected = matched(part, pair, strata, column)
                assert rows.at[(MATCHED, statistic), "value"] == pytest.approx(expected, nan_ok=True)


def test_intervals_contain_the_values_and_differences_without_a_match_have_none(ds):
    frame = stats.push_fold(ds, ("shanten", "turn"))
    defined = frame[frame["low"].notna()]
    assert (defined["low"] <= defined["value"] + 1e-9).all()
    assert (defined["value"] <= defined["high"] + 1e-9).all()
    unmatched = frame[frame["note"] == "not defined: no stratum has both choices"]
    assert len(unmatched)
    assert unmatched["value"].isna().all()


def by_choice(frame, statistic, group):
    return frame[frame["statistic"] == statistic].pivot(index=group, columns="choice", values="value")


def test_pushing_has_the_signs_that_players_know(genuine):
    frame = stats.push_fold(genuine, "shanten", FOUR)
    wins, deal_ins, points = (by_choice(frame, key, "shanten") for key in OUTCOMES)
    assert wins["push"].is_monotonic_decreasing
    assert wins["free"].is_monotonic_decreasing
    assert deal_ins["push"].is_monotonic_decreasing
    assert (deal_ins["push"] > deal_ins["fold"]).all()
    assert (wins["push"] > wins["fold"]).all()
    assert points["push"].is_monotonic_decreasing
    at_tenpai = frame[(frame["shanten"] == 0) & (frame["choice"] == MATCHED)].set_index("statistic")
    assert at_tenpai.at["balance", "low"] > 0
    assert at_tenpai.at["deal_in_rate", "low"] > 0
    waits = stats.push_fold(genuine, "wait", {**FOUR})
    assert by_choice(waits[waits["wait"].notna()], "win_rate", "wait")["push"][["bad", "good"]].is_monotonic_increasing
    tiles = by_choice(stats.push_fold(genuine, "danger", FOUR), "deal_in_rate", "danger")["push"]
    assert tiles[["musuji", "far", "kata"]].min() > tiles[["omote", "naka", "honor"]].max()


def test_two_riichi_and_open_hands_have_the_signs_that_players_know(genuine):
    one, two, called = (stats.push_fold(genuine, "shanten", FOUR, against=a) for a in get_args(Against))
    wins = [by_choice(frame, "win_rate", "shanten")["push"] for frame in (one, two, called)]
    assert (wins[1] < wins[0]).all()  # two may win before
    assert (wins[2][1:] > wins[1][1:]).all()
    for frame in (two, called):
        deal_ins = by_choice(frame, "deal_in_rate", "shanten")
        assert (deal_ins["push"] > deal_ins["fold"]).all()
    known = two.set_index(["shanten", "choice", "statistic"])
    assert known.at[(2, MATCHED, "win_rate"), "note"] == "the same in every game: no interval"  # nobody won
    points = called.set_index(["shanten", "choice", "statistic"])
    assert points.at[(1, MATCHED, "balance"), "low"] > 0
    with pytest.raises(ValueError, match="one of riichi, two riichi, open hand"):
        stats.push_fold(genuine, against="a call")


def test_tenpai_has_the_signs_that_players_know(genuine):
    turns = ["1–6", "7–9", "10–12", "13 and later"]
    frame = stats.riichi_or_dama(genuine, ("wait", "turns"), FOUR)
    for choice in ("riichi", "dama"):
        wins = frame[(frame["choice"] == choice) & (frame["statistic"] == "win_rate")].set_index(["wait", "turns"])
        values = wins["value"].unstack("wait").loc[turns]
        assert (values["good"] > values["bad"]).all()
        assert values["good"].is_monotonic_decreasing
        assert values["bad"].is_monotonic_decreasing
    good = stats.riichi_or_dama(genuine, "wait", FOUR).set_index(["wait", "choice", "statistic"])
    assert good.at[("good", MATCHED, "win_rate"), "high"] < 0  # others fold to a riichi and drop no winning tiles
    assert good.at[("bad", MATCHED, "deal_in_rate"), "low"] > 0  # a hand in riichi cannot fold


def test_calling_has_the_signs_that_players_know(genuine):
    frame = stats.call_or_pass(genuine, "shanten", FOUR)
    wins = by_choice(frame, "win_rate", "shanten")
    assert wins["call"].is_monotonic_decreasing
    assert wins["pass"].is_monotonic_decreasing
    assert (wins["call"] > wins["pass"]).all()
    assert (by_choice(frame, "deal_in_rate", "shanten")["difference"] > -0.05).all()
    acts = stats.call_or_pass(genuine, ("act", "yakuhai"), FOUR)
    points = acts[(acts["choice"] == MATCHED) & (acts["statistic"] == "balance")].set_index(["act", "yakuhai"])["value"]
    assert points["pon", True] > points["pon", False] > 0
    passed = by_choice(acts, "win_rate", ["act", "yakuhai"])["pass"]
    assert passed["pon", True] < passed["chi", False]
    n = acts[acts["statistic"] == "win_rate"].pivot(index=["act", "yakuhai"], columns="choice", values="n")
    assert (n["call"] / n["pass"]).loc["pon", True] > 3  # most yakuhai are called
    assert (n["call"] / n["pass"]).loc["chi", False] < 0.3
