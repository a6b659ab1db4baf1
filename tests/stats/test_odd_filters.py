"""Filters and groups that are not what they should be: refused in words, never passed over."""

import pytest

from mjlog.stats import all_last, history, luck, luck_points, summary, turns
from tests.stats.small_tables import dataset

HANDS = [{"game": "a", "kyoku": 0, "seat": seat, "player": name} for seat, name in enumerate("ABCD")]


@pytest.fixture(scope="module")
def ds():
    seats = [{"game": "a", "seat": row["seat"], "player": row["player"], "place": row["seat"] + 1} for row in HANDS]
    return dataset(games=[{"game": "a"}], kyoku=[{"game": "a", "kyoku": 0}], seats=seats, hands=HANDS)


@pytest.mark.parametrize("where", ["players=4", [lambda rows: rows.players == 4], 4, lambda rows: 4, lambda rows: None])
def test_what_is_no_filter_is_refused_and_does_not_let_all_rows_pass(ds, where):
    with pytest.raises(TypeError, match="filter"):
        summary(ds, stats=["win_rate"], where=where)


@pytest.mark.parametrize("by", [None, 4, lambda rows: rows.players])
def test_what_names_no_columns_is_no_group(ds, by):
    with pytest.raises(TypeError, match="group by"):
        all_last(ds, by=by)


@pytest.mark.parametrize("wanted", ["x", True, [4, "x"]])
def test_a_value_of_another_type_than_the_column_is_refused(ds, wanted):
    with pytest.raises(ValueError, match="players has type int8"):
        all_last(ds, where={"players": wanted})
    with pytest.raises(ValueError, match="players has type int8"):
        history(ds, "A", where={"players": wanted})


@pytest.mark.parametrize(("wanted", "n"), [([3, 4], 1), (range(3, 5), 1), (4, 1), ([], 0), (None, 0), (3, 0)])
def test_a_history_is_filtered_like_everything_else(ds, wanted, n):
    assert len(history(ds, "A", where={"players": wanted})) == n


def test_no_case_is_an_empty_frame_of_luck(ds):
    frame = luck(ds, where={"players": 3})
    assert list(frame.columns)[:4] == ["players", "player", "luck", "actual"]
    assert frame.empty


def test_no_kyoku_is_an_empty_frame_of_points_of_luck(ds):
    frame = luck_points(ds, where={"players": 3})
    assert list(frame.columns)[:4] == ["players", "player", "luck", "points"]
    assert frame.empty


def test_no_kyoku_is_an_empty_frame_of_turns(ds):
    assert len(turns(ds)) == 4 * 18
    frame = turns(ds, where={"players": 3})
    assert list(frame.columns)[:4] == ["players", "event", "turn", "share"]
    assert frame.empty
