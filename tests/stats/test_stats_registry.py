"""The registry and what is made from it."""

import pytest

from mjlog import stats
from mjlog.stats.docs import page


def test_every_definition_is_one_sentence():
    for statistic in stats.STATISTICS.values():
        assert statistic.definition.endswith("."), statistic.key
        assert ". " not in statistic.definition.replace(". (", ""), statistic.key
        assert statistic.english
        assert statistic.japanese
        assert statistic.source
        assert (statistic.unit == "share") == (statistic.kind == "rate"), statistic.key


def test_every_variant_has_a_base():
    for key, statistic in stats.STATISTICS.items():
        assert statistic.base in stats.STATISTICS, key


def test_published_figures_are_of_known_statistics():
    for published in stats.POPULATIONS.values():
        assert set(published.figures) <= set(stats.STATISTICS), published.key


def test_the_reference_page_has_every_statistic_once():
    text = page()
    for key in stats.STATISTICS:
        assert text.count(f"| `{key}` |") == 1, key


def test_a_mistyped_key_is_answered_with_near_ones():
    with pytest.raises(stats.UnknownStatisticError, match="win_rate"):
        stats.find("win_rat")


def test_a_registered_key_is_taken():
    with pytest.raises(ValueError, match="win_rate@source"):
        stats.register(stats.find("win_rate"))


def test_an_explanation_shows_all_variants():
    text = stats.explain("deal_in_rate@zyr17")
    assert "→ deal_in_rate@zyr17" in text
    assert "a double ron is one" in text


@pytest.mark.parametrize("name", ["win rate", "Win Rate", "WIN_RATE", "和了率"])
def test_a_statistic_is_found_by_its_labels_too(name):
    assert stats.find(name).key == "win_rate"


def test_a_label_of_variants_means_the_one_without_source():
    assert stats.find("tenpai at draw").key == "tenpai_at_draw"


def test_a_label_of_several_statistics_is_answered_with_their_keys():
    with pytest.raises(stats.UnknownStatisticError, match="win_value@amae, win_value@mortal"):
        stats.find("average win")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("houjuu_rate", "deal_in_rate"),
        ("houjuu_rate@mortal", "deal_in_rate@mortal"),
        ("放铳率", "deal_in_rate"),
        ("CHONGR", "deal_in_rate"),
        ("CHONGR@zyr17", "deal_in_rate@zyr17"),
        ("和了巡数@amae", "win_turn@amae"),
        ("平均打点@amae", "win_value@amae"),
        ("平均打点@kobalab", "win_value@kobalab"),
        ("ラス率", "fourth_rate"),
    ],
)
def test_a_statistic_is_found_by_its_name_in_another_program(name, key):
    assert stats.find(name).key == key


def test_a_name_of_another_program_is_no_key_and_means_a_known_statistic():
    for names in stats.OTHER_NAMES.values():
        assert set(names.values()) <= set(stats.STATISTICS)
        assert not set(names) & set(stats.STATISTICS)
    with pytest.raises(stats.UnknownStatisticError, match="no statistic"):
        stats.find("和牌率@mortal")


def test_a_mistyped_label_is_answered_with_the_key():
    with pytest.raises(stats.UnknownStatisticError, match="average_place"):
        stats.find("averige place")
