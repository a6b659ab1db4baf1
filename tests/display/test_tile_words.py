"""Names of tiles in Japanese, English and Chinese. First document, lines 20-57."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.display.tile_words import Language, parse_words, word_of, words_of
from mjlog.errors import Fault, LogError
from mjlog.tiles import BLUES, parse

LANGUAGES = get_args(Language)


@pytest.mark.parametrize(
    ("tile", "ja", "en", "zh"),
    [
        ("1m", "一萬", "1 Character", "一万"),
        ("9p", "九筒", "9 Circle", "九筒"),
        ("5s", "五索", "5 Bamboo", "五索"),
        ("1z", "東", "East Wind", "东风"),
        ("4z", "北", "North Wind", "北风"),
        ("5z", "白", "White Dragon", "白板"),
        ("6z", "發", "Green Dragon", "发财"),
        ("7z", "中", "Red Dragon", "红中"),
        ("0m", "赤五萬", "Red 5 Character", "赤五万"),
    ],
)
def test_a_tile_has_its_name_in_each_language(tile: str, ja: str, en: str, zh: str) -> None:
    assert [word_of(*parse(tile), language) for language in ("ja", "en", "zh")] == [ja, en, zh]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_different_and_are_read_back(language: Language) -> None:
    names = [word_of(tile, language) for tile in range(BLUES.stop)]
    assert len(set(names)) == BLUES.stop
    assert [parse_words(name) for name in names] == [(tile,) for tile in range(BLUES.stop)]


@given(st.lists(st.tuples(st.integers(0, BLUES.stop - 1), st.sampled_from(LANGUAGES)), max_size=20))
def test_names_of_all_languages_are_read_in_one_text(named: list[tuple[int, Language]]) -> None:
    assert parse_words(", ".join(word_of(*each) for each in named)) == tuple(tile for tile, _ in named)


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("一萬二萬三萬東東", "123m11z"),
        ("east, WEST wind", "13z"),
        ("3 Bamboos 5 dots", "3s5p"),
        ("三条 四饼 红五万", "3s4p0m"),
        ("白板、紅中、発", "576z"),
        ("绿发 中 红中", "677z"),
        ("haku Hatsu CHUN 北風", "5674z"),
        ("Red Dragon, Red 5 Bamboo", "7z0s"),
    ],
)
def test_other_spellings_are_read(text: str, tiles: str) -> None:
    assert parse_words(text) == parse(tiles)


@pytest.mark.parametrize("text", ["十萬", "Blue Dragon", "0 Circle", "East Wand", "Green 4 Circle"])
def test_other_words_are_refused(text: str) -> None:
    with pytest.raises(LogError, match="is not the name of a tile") as refused:
        parse_words(text)
    assert refused.value.fault is Fault.BAD_TILES


def test_words_of_a_hand() -> None:
    assert words_of(parse("1z0p"), "zh") == "东风, 赤五筒"
