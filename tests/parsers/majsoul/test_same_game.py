"""Games written as records and read back: the same columns, whatever happened in them and in whatever shape."""

import warnings
from pathlib import Path

import numpy as np
import pytest

import mjlog
from mjlog.formats import LogWarning
from mjlog.games.batch import runs
from mjlog.games.columns import ABSENT, EventKind, Result
from tests.parsers.majsoul import made

SAMPLES = Path(__file__).resolve().parents[3] / "data"
KEPT = {
    "kyoku": ("wind", "number", "honba", "sticks", "dealer", "points", "hands", "dora_indicator", "result"),
    "calls": ("kind", "seat", "from_seat", "tiles"),
    "wins": (
        "winner", "from_seat", "pao", "tile", "hand", "calls", "fu", "points", "limit", "honba", "sticks",
        "dora_indicators", "ura_indicators", "points_before", "payments",
    ),
    "yaku": ("yaku", "han"),
    "draws": ("honba", "sticks", "revealed", "points_before", "payments"),
}  # fmt: skip
"""Columns that the format carries as they are."""


def told_here(games):
    """The games with neither chips nor lost connections, which are not of this format."""
    left = runs(games.kyoku_start)[runs(games.event_start)[games.events.kind >= EventKind.LEFT]]
    chips = np.flatnonzero(games.games.final_chips[:, 0] != ABSENT)
    return games.select(np.setdiff1d(np.flatnonzero(games.games.complete), np.concatenate([left, chips])))


@pytest.fixture(scope="module")
def games():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LogWarning)  # some samples are broken on purpose
        return told_here(mjlog.read(SAMPLES / "games", SAMPLES / "traps"))


@pytest.fixture(scope="module")
def files(games):
    return [(made.head_of(games, game), list(made.records_of(games, game))) for game in range(len(games))]


@pytest.fixture(scope="module")
def back(files):
    found = made.parsed(*(made.raw(head, records) for head, records in files))
    assert [str(error) for _, _, error in found.failures] == []
    return found.games


def events_of(games, *, indicators):
    """Events as tuples, by kyoku; indicators alone, or all others, for services turn them at different moments."""
    kind = games.events.kind
    chosen = (kind == EventKind.DORA) if indicators else (kind != EventKind.DORA) & (kind < EventKind.LEFT)
    columns = (runs(games.event_start), kind, games.events.seat, games.events.from_seat, games.events.tile)
    return list(zip(*(column[chosen].tolist() for column in columns), strict=True))


def test_samples_have_every_call_and_every_result(games):
    kinds = set(games.events.kind.tolist())
    assert set(range(EventKind.DRAW, EventKind.DORA + 1)) <= kinds
    assert set(games.kyoku.result.tolist()) == set(Result) - {Result.FOUL_DRAW, Result.CHOMBO}
    assert (np.diff(games.win_start) > 1).any()
    assert (games.wins.pao != ABSENT).any()
    assert {3, 4} <= set(games.games.players.tolist())


@pytest.mark.parametrize(("group", "column"), [(g, c) for g, columns in KEPT.items() for c in columns])
def test_a_column_comes_back(games, back, group, column):
    told = getattr(getattr(games, group), column)
    if column == "fu":
        told = np.where(told == 0, ABSENT, told)  # which Tenhou writes for kokushi
    np.testing.assert_array_equal(getattr(getattr(back, group), column), told)


@pytest.mark.parametrize("start", ["kyoku_start", "call_start", "win_start", "yaku_start", "draw_start"])
def test_rows_nest_as_before(games, back, start):
    np.testing.assert_array_equal(getattr(back, start), getattr(games, start))


def test_events_come_back_in_their_order(games, back):
    assert events_of(back, indicators=False) == events_of(games, indicators=False)


def test_every_indicator_comes_back(games, back):
    assert events_of(back, indicators=True) == events_of(games, indicators=True)


def test_shown_hands_come_back(games, back):
    shown = games.draws.revealed == 1
    np.testing.assert_array_equal(back.draws.hands[shown], games.draws.hands[shown])


def test_whether_the_first_discard_was_drawn_is_not_told(games, back):
    for batch, told in ((games, True), (back, False)):
        first = batch.events.tsumogiri[batch.event_start[:-1] + 1]
        first = first[batch.events.kind[batch.event_start[:-1] + 1] == EventKind.DISCARD]
        assert (first != ABSENT).all() if told else (first == ABSENT).all()


def test_final_points_and_results_come_back(games, back):
    np.testing.assert_array_equal(back.games.final_points, games.games.final_points)
    np.testing.assert_allclose(back.games.final_scores, games.games.final_scores)


@pytest.fixture(scope="module")
def some(files):
    """A sixth of the sample games and all traps, with their columns."""
    chosen = [*files[:-15:6], *files[-15:]]
    return chosen, made.parsed(*(made.raw(head, records) for head, records in chosen)).games


SHAPES = {
    "old": made.raw_old,
    "flat": made.flat,
    "by kyoku": made.by_kyoku,
    "rounds": lambda head, records: made.by_kyoku(head, records, "rounds", "head"),
    "camels without zeros": lambda head, records: made.dumped(
        made.in_camels(made.without_zeros(made.json.loads(made.raw(head, records))))
    ),
    "snakes without zeros": lambda head, records: made.dumped(
        made.without_zeros(made.json.loads(made.raw(head, records)))
    ),
    "protobuf, new": made.answer,
    "protobuf, old": lambda head, records: made.answer(head, records, new=False),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_every_shape_tells_the_same(shape, some):
    files, expected = some
    found = made.parsed(*(shape(head, records) for head, records in files))
    assert [str(error) for _, _, error in found.failures] == []
    for group in ("games", "seats", "kyoku", "events", "calls", "wins", "yaku", "draws"):
        for name, column in zip(getattr(expected, group)._fields, getattr(expected, group), strict=True):
            if (group, name) != ("wins", "limit"):  # 0 may be left out
                np.testing.assert_array_equal(getattr(getattr(found.games, group), name), column, f"{group}.{name}")


@pytest.mark.parametrize("rules", ["mahjong-soul", "mahjong-soul-3p"])
def test_games_under_the_rules_of_the_service_hold_before_the_audit(rules):
    played = mjlog.simulate.games(6, seed=3, rules=rules)
    files = [
        made.answer(made.head_of(played, game), list(made.records_of(played, game))) for game in range(len(played))
    ]
    found = made.parsed(*files)
    assert found.failures == ()
    assert mjlog.audit(found.games).findings == ()
    assert [r.name for r in found.games.rule_sets] == [rules]
    assert events_of(found.games, indicators=False) == events_of(played, indicators=False)
