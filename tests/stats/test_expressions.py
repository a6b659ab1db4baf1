"""Expressions with shared parts give the same results; parts of Ibis that are not public work as expected."""

from importlib.metadata import version

import ibis
import pandas as pd
import pyarrow as pa

from mjlog.stats.expressions import columns_used, searched_list, share_parts

ROWS = ibis.memtable(
    pa.table(
        {
            "game": ["a", "a", "b", "b"],
            "won": [True, False, True, None],
            "state": ["riichi", "open", "riichi", None],
            "points": pa.array([1000, -2000, None, 8000], pa.int32()),
        }
    )
)


def sums(table, key, values):
    totals = {f"sum {place}": value.cast("int64").sum() for place, value in enumerate(values)}
    return table.group_by(key).aggregate(**totals).order_by(key).to_pyarrow().to_pandas()


def expressions(t):
    riichi_win = t.won & (t.state == "riichi")
    value = ibis.ifelse(riichi_win, t.points + 1, 0)
    return [riichi_win, value, value > 1000, riichi_win & (t.points > 0), t.points, t.state == "open"]


def test_sums_of_shared_expressions_are_those_of_the_expressions():
    table, values = share_parts(ROWS, {"game": ROWS.game}, expressions(ROWS))
    pd.testing.assert_frame_equal(sums(table, "game", values), sums(ROWS, "game", expressions(ROWS)))


def test_a_part_used_in_several_places_is_written_once():
    table, values = share_parts(ROWS, {"game": ROWS.game}, expressions(ROWS))
    written = ibis.to_sql(table.aggregate(**{f"sum {place}": v.cast("int64").sum() for place, v in enumerate(values)}))
    assert str(written).count("'riichi'") == 1
    assert str(written).count("'open'") == 1


def test_keys_may_be_computed_and_are_columns_of_the_result():
    table, values = share_parts(ROWS, {"long": ROWS.points > 500}, [ROWS.won])
    assert table.columns == ("long", "won")
    assert sums(table.filter(table.long), "long", values)["sum 0"].tolist() == [1]


def test_nothing_shared_makes_no_layer():
    table, values = share_parts(ROWS, {"game": ROWS.game}, [ROWS.won, ROWS.points > 0])
    assert table.columns == ("game", "won", "points")
    assert "WITH" not in str(ibis.to_sql(table.aggregate(n=values[0].sum())))


def test_internals_are_checked_with_the_installed_version_of_ibis():
    """`expressions.py` uses `ibis.expr.operations`, which may change: it was written for versions 10 to 12."""
    assert 10 <= int(version("ibis-framework").split(".")[0]) <= 12
    table = ibis.memtable({"yaku": [["pinfu"]], "won": [True], "points": [1000]})
    assert searched_list(table.yaku.contains("pinfu")) == ("yaku", "pinfu")
    assert searched_list(table.won & table.yaku.contains("pinfu")) is None
    assert columns_used((table.points > 0) & table.won, table) == {"points", "won"}
