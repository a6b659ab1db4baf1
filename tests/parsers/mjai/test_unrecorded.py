"""What the reduced dialect does not tell is null in tables, None in views, and nothing to the audit."""

import pyarrow.parquet as pq
import pytest

import mjlog
from mjlog.auditing.run import audit
from tests.parsers.mjai.logs import discard, draw, event, game, kyoku, parse, tiles_named, win

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
    for column in ("points", "fu", "han", "payments"):
        assert tables["wins"][column].null_count == 1, column
    assert tables["wins"]["limit"].to_pylist() == tables["wins"]["computed_limit"].to_pylist() == ["haneman"]
    for column in ("points_hand", "end_points", "end_place"):
        assert tables["hands"][column].null_count == 4, column
    assert tables["hands"]["points_riichi"].to_pylist() == [0] * 4
    assert tables["kyoku"]["payments"].to_pylist() == [None]


def test_views_say_none():
    (view,) = GAMES[0].kyoku
    (won,) = view.wins
    assert (won.points, won.fu, won.limit, won.payments, won.yaku) == (None,) * 5
    assert "yaku not recorded" in view._repr_html_()
    assert GAMES[0].final_points is None
    assert GAMES[0].final_scores is None


def test_the_audit_has_nothing_to_compare():
    assert audit(GAMES).findings == ()


@pytest.mark.parametrize(
    "yakus",
    [{}, {"yakus": None}, {"yakus": [["luck", 1]]}, {"yakus": ["honiso", "chun"]}, {"yakus": "honiso, chun"}],
)
def test_a_win_without_a_readable_list_of_yaku_is_not_one_that_lists_nothing(yakus):
    parsed = parse(game(*kyoku(*RON[:2], win(2, 0, fu=40, fan=7, **yakus), hands=HANDS)))
    assert parsed.failures == ()
    assert audit(parsed.games).findings == ()


@pytest.mark.parametrize(
    ("claim", "codes"),
    [
        ({"fan": 7}, []),
        ({"fan": 6}, ["han"]),
        ({"fan": 100}, ["han"]),
        ({"fu": 30}, ["fu"]),
        ({"hora_points": 8000}, ["value"]),
        ({"hora_points": 12000}, []),
        ({"yakus": []}, ["yaku", "dora"]),
        ({"yakus": [["honiso", 3], ["dora", 1]]}, ["yaku"]),
    ],
)
def test_each_claim_of_a_win_is_compared_alone(claim, codes):
    parsed = parse(game(*kyoku(*RON[:2], win(2, 0, **claim), hands=HANDS)))
    assert parsed.failures == ()
    assert [str(finding.code) for finding in audit(parsed.games).findings] == codes


RIICHI = [
    draw(0, "S"), discard(0, "S", True), draw(1, "E"), discard(1, "E", True), draw(2, "9m"), event("reach", actor=2),
    discard(2, "9m", True), event("reach_accepted", actor=2), draw(3, "N"), discard(3, "N", True),
]  # fmt: skip
"""Ten han without ura dora: double riichi, ippatsu, honitsu, ittsuu, haku and a dora."""


@pytest.mark.parametrize(
    ("claim", "codes"),
    [
        ({"fan": 11, "hora_points": 24000}, []),
        ({"fan": 11, "ura_markers": ["8s"]}, []),
        ({"fan": 11, "uradora_markers": ["8s"], "hora_points": 24000}, []),
        ({"fan": 10, "uradora_marker": "8s"}, ["han"]),
        ({"fan": 10, "ura_markers": []}, ["win-indicators"]),
    ],
)
def test_what_depends_on_ura_is_compared_only_where_they_are_listed(claim, codes):
    parsed = parse(game(*kyoku(*RIICHI, win(2, 3, **claim), hands=HANDS)))
    assert parsed.failures == ()
    assert [str(finding.code) for finding in audit(parsed.games).findings] == codes
