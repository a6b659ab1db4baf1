import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog import tiles
from mjlog.errors import Fault, LogError
from mjlog.tiles import (
    N_COPIES,
    N_TILES,
    Notation,
    name_of,
    parse,
    tile_of,
    tile_of_copy,
    tiles_of_copies,
    to_mpsz,
    to_text,
)

LOSSLESS: tuple[Notation, ...] = ("mpsz", "tenhou_json", "mjai", "record")
ALL: tuple[Notation, ...] = (*LOSSLESS, "unicode")

EVERY_TILE = {
    "mpsz": "123456789m123456789p123456789s1234567z0m0p0s",
    "tenhou_json": "11121314151617181921222324252627282931323334353637383941424344454647515253",
    "mjai": "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s "
    "E S W N P F C 5mr 5pr 5sr",
    "record": "一二三四五六七八九①②③④⑤⑥⑦⑧⑨123456789TN西北白R中五*⑤*5*",
    "unicode": "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀆🀅🀄🀋🀝🀔",
}


@pytest.mark.parametrize("notation", ALL)
def test_every_tile_is_written_as_the_notation_writes_it(notation: Notation) -> None:
    assert to_text(range(N_TILES), notation) == EVERY_TILE[notation]


@pytest.mark.parametrize("notation", LOSSLESS)
def test_every_tile_is_read_back(notation: Notation) -> None:
    assert parse(EVERY_TILE[notation], notation) == tuple(range(N_TILES))
    assert [tile_of(name_of(tile, notation), notation) for tile in range(N_TILES)] == list(range(N_TILES))


def test_a_picture_tells_no_red_five() -> None:
    assert parse(EVERY_TILE["unicode"], "unicode") == tiles.KIND_OF_TILE[:N_TILES]


@pytest.mark.parametrize("notation", LOSSLESS)
@given(st.lists(st.integers(0, N_TILES - 1), max_size=20))
def test_any_run_of_tiles_survives_writing_and_reading(notation: Notation, hand: list[int]) -> None:
    assert parse(to_text(hand, notation), notation) == tuple(hand)


def test_mpsz_keeps_the_order_and_writes_a_suit_once_per_run() -> None:
    assert to_mpsz(parse("3m1m2p1z1z5m")) == "31m2p11z5m"
    assert to_mpsz(()) == ""


def test_separators_between_tiles_are_skipped() -> None:
    assert parse(" 123m, 0p | 77z\n") == parse("123m0p77z")
    assert parse("🀄\ufe0f🀄\ufe0e", "unicode") == (33, 33)


def test_record_style_is_read_in_other_spellings_of_the_honors() -> None:
    assert parse("東南西北白發中", "record") == parse("TN西北白R中", "record") == tuple(range(27, 34))
    assert parse("东発发", "record") == (27, 32, 32)


def test_the_red_fives_of_tenhou_are_the_first_copies_of_their_kinds() -> None:
    for red, reds in ((True, ("5m", "5p", "5s")), (False, ())):
        assert [tile_of_copy(copy, red=red) for copy in (16, 52, 88)] == ([34, 35, 36] if red else [4, 13, 22])
        assert tuple(tile_of_copy(copy, red=red) for copy in range(N_COPIES)) == tiles_of_copies(reds)


@pytest.mark.parametrize("notation", ["mpsz", "record"])
def test_coloured_tiles_are_written_and_read_back(notation: Notation) -> None:
    coloured = tuple(range(len(tiles.KIND_OF_TILE)))
    assert parse(to_text(coloured, notation), notation) == coloured


def test_a_mark_after_the_number_colours_a_tile() -> None:
    assert [name_of(tile, "mpsz") for tile in parse("23r4m5b0p4rz")] == ["2m", "3rm", "4m", "5bp", "0p", "4rz"]
    assert parse("5rm") == parse("0m"), "a red five has its own digit"
    assert parse("4bz") != parse("4z") != parse("4rz")
    assert {name_of(tile, "mjai") for tile in parse("33r3bm")} == {"3m"}, "mjai has no such tiles"


def test_the_lowest_copies_are_red_and_the_next_blue() -> None:
    of_copy = tiles_of_copies(("5p", "5p", "5p", "5p", "4z"), ("4z", "4z", "7s"))
    assert (to_mpsz(of_copy[52:56]), to_mpsz(of_copy[120:124]), to_mpsz(of_copy[96:100])) == (
        "0000p",
        "4r4b4b4z",
        "7b777s",
    )


@pytest.mark.parametrize(
    ("text", "notation", "message"),
    [
        ("8z", "mpsz", "'8z' is not a tile: mpsz has 1-9 of m, p or s, 0 for their red five, or 1-7 of z"),
        ("0z", "mpsz", "'0z' is not a tile"),
        ("0bm", "mpsz", "'0bm' is not a tile"),
        ("3rbm", "mpsz", "'3rbm' is not a tile"),
        ("r3m", "mpsz", "'r3m' is not a tile"),
        ("8rz", "mpsz", "'8rz' is not a tile"),
        ("12m3", "mpsz", "'3' is not a tile"),
        ("m", "mpsz", "'m' is not a tile"),
        ("1M", "mpsz", "'1M' is not a tile"),
        ("1m-", "mpsz", "'-' is not a tile"),
        ("1３m", "mpsz", "'1３m' is not a tile"),
        ("12m8q", "mpsz", "'8q' is a flower tile, which is never in play"),
        ("10", "tenhou_json", "'10' is not a tile: tenhou_json has 11-19"),
        ("5zr", "mjai", "'5zr' is not a tile: mjai has"),
        ("?", "mjai", "'?' is not a tile"),
        ("🀢", "unicode", "'🀢' is a flower tile"),
        ("🀫", "unicode", "'🀫' is not a tile"),
        ("*四", "record", r"'\*四' is not a tile"),
    ],
)
def test_what_is_not_a_tile_is_refused_by_name(text: str, notation: Notation, message: str) -> None:
    with pytest.raises(LogError, match=message) as caught:
        parse(text, notation)
    assert caught.value.fault is Fault.BAD_TILES
    assert caught.value.raw == text


@pytest.mark.parametrize(("name", "notation"), [(60, "tenhou_json"), ("5m ", "mjai"), ("", "mpsz"), ("1q", "mpsz")])
def test_a_single_name_must_be_exact(name: str | int, notation: Notation) -> None:
    with pytest.raises(LogError, match="tile"):
        tile_of(name, notation)


def test_numbers_outside_the_tiles_are_refused() -> None:
    for call in (lambda: name_of(102, "mpsz"), lambda: name_of(-1, "mjai"), lambda: tile_of_copy(136)):
        with pytest.raises(LogError, match="is not in 0-"):
            call()


def test_dora_follows_its_indicator_in_cycles() -> None:
    named = {players: dict(zip(tiles.NAMES, order, strict=False)) for players, order in tiles.DORA_OF.items()}
    four = {row.mpsz: tiles.NAMES[dora].mpsz for row, dora in named[4].items()}
    assert [four[name] for name in ("1m", "9m", "9p", "9s")] == ["2m", "1m", "1p", "1s"]
    assert [four[f"{n}z"] for n in range(1, 8)] == ["2z", "3z", "4z", "1z", "6z", "7z", "5z"]
    three = {row.mpsz: tiles.NAMES[dora].mpsz for row, dora in named[3].items()}
    assert {name for name in four if three[name] != four[name]} == {"1m"}
    assert three["1m"] == "9m"
