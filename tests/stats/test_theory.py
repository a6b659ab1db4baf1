"""Archives against the exact chances of dealt hands."""

import pytest

from mjlog.rules.columns.odds import HAIPAI, hands_by_shanten, n_hands
from mjlog.stats.populations import COMPARED
from mjlog.stats.published import compare_published
from mjlog.stats.summaries import summary
from mjlog.stats.theory import population, theory
from mjlog.tiles import parse
from tests.stats.small_tables import dataset, hands


def deal(haipai, draw, **values):
    tiles = sorted(parse(haipai))
    yaochuu = len({tile for tile in tiles if tile in parse("19m19p19s1234567z")})
    return {"dealer": True, "haipai": tiles, "haipai_yaochuu": yaochuu, "first_draw": parse(draw)[0], **values}


@pytest.mark.parametrize(
    ("haipai", "draw", "is_kyuushu"),
    [
        ("19m19p19s12z44556m", "3z", True),
        ("19m19p19s12z44556m", "2z", False),  # the eighth kind again
        ("19m19p19s12z44556m", "5p", False),
        ("19m19p19s12z44556m", "0p", False),
        ("19m19p19s123z4456m", "5p", True),
    ],
)
def test_a_kyuushu_hand_is_dealt_with_the_first_draw(haipai, draw, is_kyuushu):
    found = summary(dataset(hands=hands(1, **deal(haipai, draw))), ["dealt_kyuushu_rate"])
    assert found["value"].tolist() == [is_kyuushu]


def test_a_dealt_win_is_on_the_first_draw_of_the_dealer():
    tsumo = {"won": True, "tsumo": True}
    ds = dataset(
        hands=hands(1, dealer=True, n_draws=1, **tsumo)
        + hands(1, "b", dealer=True, n_draws=2, **tsumo)  # a replacement tile, or a later turn
        + hands(1, "c", dealer=True, n_draws=1, won=True)
        + hands(1, "d", n_draws=1, **tsumo)  # chiihou
    )
    found = summary(ds, ["dealt_win_rate"]).iloc[0]
    assert (found["value"], found["n"]) == (pytest.approx(1 / 3), 3)


def archive(shares, n=400):
    rows = [row | {"haipai_shanten": s} for s, share in shares.items() for row in hands(round(n * share), f"g{s}")]
    return dataset(hands=rows, games=[{"game": f"g{s}"} for s in shares])


def test_hands_of_a_fair_shuffle_are_inside_and_those_of_another_are_not():
    exact = {shanten: n / n_hands(HAIPAI) for shanten, n in hands_by_shanten().items()}
    found = compare_published(archive(exact), "theory").set_index("statistic")["verdict"]
    assert set(found.filter(like="shanten_rate")) == {"inside"}
    better = compare_published(archive({2: 0.5, 3: 0.5}), "theory").set_index("statistic")["verdict"]
    assert better["haipai_2_shanten_rate"] == better["haipai_4_shanten_rate"] == "unexplained"


def test_three_players_have_their_own_chances():
    assert population("theory-3p").where == {"players": 3}
    assert theory(3).figures["dealt_kyuushu_rate"] > 5 * theory(4).figures["dealt_kyuushu_rate"]
    assert compare_published(archive({3: 1.0}), "theory-3p").empty
    assert len(set(COMPARED)) == len(COMPARED)
