import json
import re
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from mjlog.errors import Fault, LogError
from mjlog.rules.record_sheet import (
    BY_RANK,
    LEFT,
    SheetHand,
    SheetSet,
    Style,
    format_hand,
    format_set,
    lay,
    parse_hand,
    parse_set,
)
from mjlog.tiles import KIND_OF_TILE, parse

KAMICHA, TOIMEN, SHIMOCHA = 3, 2, 1


def called(own: str, tile: str, source: int, added: str = "") -> SheetSet:
    return SheetSet(own=parse(own), called=parse(tile)[0], source=source, added=parse(added)[0] if added else None)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("2m-3m4m", "chi", called("34m", "2m", KAMICHA)),
        ("5p6p-7p", "chi", called("57p", "6p", KAMICHA)),
        ("1s2s3s-", "chi", called("12s", "3s", KAMICHA)),
        ("7z-7z7z", "pon", called("77z", "7z", KAMICHA)),
        ("8s8s-8s", "pon", called("88s", "8s", TOIMEN)),
        ("1p1p1p-", "pon", called("11p", "1p", SHIMOCHA)),
        ("2m-2m2m2m", "daiminkan", called("222m", "2m", KAMICHA)),
        ("3s3s-3s3s", "daiminkan", called("333s", "3s", TOIMEN)),
        ("7p7p7p7p-", "daiminkan", called("777p", "7p", SHIMOCHA)),
        ("5z-5z=5z5z", "kakan", called("55z", "5z", KAMICHA, "5z")),
        ("1z1z-1z=1z", "kakan", called("11z", "1z", TOIMEN, "1z")),
        ("3s3s3s-3s=", "kakan", called("33s", "3s", SHIMOCHA, "3s")),
        ("0z6z6z0z", "ankan", SheetSet(own=parse("6666z"))),
        ("5m5m*-5m", "pon", called("55m", "0m", TOIMEN)),
        ("4p-5p*6p", "chi", called("06p", "4p", KAMICHA)),
        ("5s5s-5s*=5s", "kakan", called("55s", "5s", TOIMEN, "0s")),
        ("0z5s*5s0z", "ankan", SheetSet(own=parse("0555s"))),
    ],
)
def test_a_set_is_read_and_written_as_the_first_document_prints_it(text: str, kind: str, value: SheetSet) -> None:
    assert parse_set(text) == value
    assert value.kind == kind
    assert format_set(value) == text


def test_a_kan_from_across_may_lie_on_either_middle_tile() -> None:
    assert parse_set("3s3s3s-3s") == parse_set("3s3s-3s3s")
    assert format_set(parse_set("3s3s-3s3s"), Style(toimen_kan="right")) == "3s3s3s-3s"


def test_the_second_document_lays_the_called_tile_of_a_chi_left() -> None:
    assert format_set(parse_set("5p6p-7p"), LEFT) == "6p-5p7p"
    assert parse_set("6p-5p7p") == called("57p", "6p", KAMICHA)
    assert format_set(parse_set("8s8s-8s"), LEFT) == format_set(parse_set("8s8s-8s"), BY_RANK)


def test_an_ankan_shows_its_inner_or_its_outer_tiles() -> None:
    ankan = parse_set("0z6z6z0z")
    assert format_set(ankan, Style(face_down="inner")) == "6z0z0z6z"
    assert parse_set("6z0z0z6z") == parse_set("006z6z00") == ankan


def test_a_red_five_of_an_ankan_lies_face_up() -> None:
    ankan = SheetSet(own=parse("5550p"))
    for style in (BY_RANK, Style(face_down="inner")):
        assert "5p*" in format_set(ankan, style)
        assert sorted(laid.tile for laid in lay(ankan, style)) == sorted(ankan.own)


def test_every_called_set_survives_every_style() -> None:
    runs = [
        (low + a, low + b, low + c) for low in range(25) for a, b, c in ((0, 1, 2), (1, 0, 2), (2, 0, 1)) if low % 9 < 7
    ]
    sets = [SheetSet(own=own, called=tile, source=KAMICHA) for tile, *own_list in runs if (own := tuple(own_list))]
    for kind, source in combinations_with_replacement(range(34), 2):
        source = source % 3 + 1
        sets.append(SheetSet(own=(kind,) * 2, called=kind, source=source))
        sets.append(SheetSet(own=(kind,) * 3, called=kind, source=source))
        sets.append(SheetSet(own=(kind,) * 2, called=kind, source=source, added=kind))
        sets.append(SheetSet(own=(kind,) * 4))
    for style in (BY_RANK, LEFT, Style(chi="left", toimen_kan="right", face_down="inner")):
        assert [parse_set(format_set(value, style)) for value in sets] == sets


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2m3m4m", "one sideways tile"),
        ("2m-3m-4m", "one sideways tile"),
        ("2m-3m5m", "a set is a run or tiles of one kind"),
        ("9m-1m2m", "a set is a run"),
        ("1z2z-3z", "a set is a run"),
        ("8m-9m1p", "a set is a run"),
        ("2m-2m", "three tiles"),
        ("2m-2m2m2m2m", "three tiles"),
        ("5z=5z-5z5z", "the added tile of a kakan follows the sideways one"),
        ("2m-3m4m=", "follows the sideways one"),
        ("2m-2m=3m4m", "a set is a run"),
        ("0z6z0z6z", "outer or its inner two"),
        ("0z6z7z0z", "outer or its inner two"),
        ("0z0z0z0z", "outer or its inner two"),
        ("6z*-6z6z", r"'6z\*-' is not a tile"),
        ("5m--5m5m", "'5m--' is not a tile"),
        ("1q-1q1q", "flower"),
        ("2m-3m 4m", "' 4m' is not a tile with its marks"),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(text: str, message: str) -> None:
    with pytest.raises(LogError, match=message) as caught:
        parse_set(text)
    assert caught.value.fault is Fault.BAD_TILES
    assert caught.value.raw


@pytest.mark.parametrize(
    "broken",
    [
        {"own": (0, 0, 0)},
        {"own": (0, 0, 0, 0), "added": 0},
        {"own": (0, 0), "called": 0},
        {"own": (0, 0), "called": 0, "source": 4},
        {"own": (0, 1), "called": 2, "source": 1},
        {"own": (0, 0, 0), "called": 0, "source": 1, "added": 0},
    ],
)
def test_a_set_that_no_call_makes_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(LogError, match="is not a set"):
        SheetSet(**broken)  # type: ignore[arg-type]  # wrong combinations on purpose


def test_a_hand_has_concealed_tiles_sets_and_a_winning_tile() -> None:
    hand = parse_hand("4s_2m-2m2m2m 2p2p2p-2p= 2s2s2s-2s 5z5z5z5z-_4s")
    assert hand.concealed == parse("4s")
    assert [value.kind for value in hand.sets] == ["daiminkan", "kakan", "daiminkan", "daiminkan"]
    assert [value.source for value in hand.sets] == [KAMICHA, SHIMOCHA, TOIMEN, SHIMOCHA]
    assert hand.winning == parse("4s")[0]
    assert format_hand(hand, Style(toimen_kan="right")) == "4s_2m-2m2m2m 2p2p2p-2p= 2s2s2s-2s 5z5z5z5z-_4s"
    assert parse_hand("1m2m3m") == SheetHand(concealed=parse("123m"))
    assert parse_hand("1m_5m*") == SheetHand(concealed=parse("1m"), winning=parse("0m")[0])
    assert parse_hand("1m_2m-2m2m") == SheetHand(concealed=parse("1m"), sets=(parse_set("2m-2m2m"),))


@pytest.mark.parametrize("text", ["1m-_2m", "1m_2m-", "1m_2m-2m2m_3m3m", "1m_2m-2m2m_3m_4m"])
def test_a_hand_of_other_parts_is_refused(text: str) -> None:
    with pytest.raises(LogError):
        parse_hand(text)


def test_the_example_hands_of_the_first_document_are_read_and_written_back(shared: Path) -> None:
    examples = [json.loads(line) for line in (shared / "oracle" / "seed_examples.jsonl").read_text().splitlines()]
    hands = [example for example in examples if example["wiki"]]
    assert len(hands) > 40
    for example in hands:
        text = example["wiki"].replace("{{=}}", "=")
        hand = parse_hand(text)
        tiles = [*hand.concealed, *(hand.winning,) * (hand.winning is not None)]
        assert sorted(KIND_OF_TILE[tile] for tile in tiles if tile is not None) == sorted(
            KIND_OF_TILE[tile] for tile in parse(example["concealed"])
        )
        style = Style(toimen_kan="right" if re.search(r"(\d[mpsz])\1\1-\1", text) else "left")
        assert format_hand(hand, style) == re.sub("0[mps]", "0z", text.replace(" _", "_"))
