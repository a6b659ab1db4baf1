"""What the reduced dialect does not tell is null in tables, None in views, and nothing to the audit."""

import pyarrow.parquet as pq
import pytest

import mjlog
from mjlog.auditing.run import audit
from tests.parsers.mjai.logs import discard, draw, game, kyoku, parse, tiles_named, win

HANDS = (
    tiles_named("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 5p 6p"),
    tiles_named("1p 2p 3p 4p 5p 6p 7p 8p 9p S S 3s 4s"),
    tiles_named("1s 2s 3s 4s 5s 6s 7s 8s 9s P P P N"),
    tiles_named("P F F C C C N 2m 2m 2m 1p 1p 9p"),
)
RON = [draw(0, "N"), discard(0, "N", True), win(2, 0)]
LOG = game(*kyoku(*RON, hands=HANDS))
GAMES = parse(LOG).games


def test_tables_hold_null(tmp_path):
    (tmp_path / "a.mjson").write_bytes(LOG)
    mjlog.import_archive(tmp_path / "a.mjson", tmp_path / "out", workers=1)
    tables = {name: pq.read_table(tmp_path / "out" / name) for name in ("wins", "hands", "kyoku")}
    for column in ("points", "fu", "han", "limit", "payments"):
        assert tables["wins"][column].null_count == 1, column
    for column in ("points_hand", "end_points", "end_place"):
        assert tables["hands"][column].null_count == 4, column
    assert tables["hands"]["points_riichi"].to_pylist() == [0] * 4
    assert tables["kyoku"]["payments"].to_pylist() == [None]


def test_views_say_none():
    (view,) = GAMES[0].kyoku
    (won,) = view.wins
    assert (won.points, won.fu, won.limit, won.payments, won.yaku) == (None, None, None, None, ())
    assert "payments not recorded" in view._repr_html_()
    assert GAMES[0].final_points is None
    assert GAMES[0].final_scores is None


def test_the_audit_has_nothing_to_compare():
    assert audit(GAMES).findings == ()


@pytest.mark.parametrize("yakus", [{}, {"yakus": None}, {"yakus": [["luck", 1]]}])
def test_a_win_without_a_readable_list_of_yaku_is_not_one_that_lists_nothing(yakus):
    parsed = parse(game(*kyoku(*RON[:2], win(2, 0, fu=40, fan=5, **yakus), hands=HANDS)))
    assert parsed.failures == ()
    assert audit(parsed.games).findings == ()
