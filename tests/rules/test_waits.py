import gzip
import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.errors import LogError
from mjlog.rules.columns import shanten as batch
from mjlog.rules.readings import WAIT_NAMES, Wait
from mjlog.rules.ruleset import OwnHeldWaits
from mjlog.rules.shanten import counts_of, tally, useful_kinds
from mjlog.rules.waits import Suji, Waits, furiten, hikkake, suji_of, waits_of, yields
from mjlog.tiles import KIND_OF_TILE, parse, to_mpsz


def kinds(text: str) -> tuple[int, ...]:
    return tuple(KIND_OF_TILE[tile] for tile in parse(text))


def river(text: str) -> int:
    return sum(1 << kind for kind in set(kinds(text)))


@pytest.mark.parametrize(
    ("hand", "melds", "waits", "shape"),
    [
        ("45m123p456p789s11z", [], "36m", "ryanmen"),
        ("46m123p456p789s11z", [], "5m", "kanchan"),
        ("12m123p456p789s11z", [], "3m", "penchan"),
        ("89m123p456p789s11z", [], "7m", "penchan"),
        ("11m123p456p789s11z", [], "1m1z", "shanpon"),
        ("123m123p456p789s1z", [], "1z", "tanki"),
        ("5678m123p456p789s", [], "58m", "nobetan"),
        ("23456m123p789s11z", [], "147m", "3-sided"),
        ("2345678m123p789s", [], "258m", "3-sided"),
        ("3334m123p456p789s", [], "245m", "3-sided"),
        ("6667m123p456p789s", [], "578m", "3-sided"),
        ("1112m123p456p789s", [], "23m", "2-sided"),
        ("33345m11z123p789s", [], "36m1z", "3-sided"),
        ("1113m123p456p789s", [], "23m", "2-sided"),
        ("3335m123p456p789s", [], "45m", "2-sided"),
        ("1112345678999m", [], "123456789m", "9-sided"),
        ("1122334455667m", [], "147m", "3-sided"),
        ("1199m1199p1199s1z", [], "1z", "tanki"),
        ("19m19p19s1234567z", [], "19m19p19s1234567z", "13-sided kokushi"),
        ("19m19p199s123456z", [], "7z", "kokushi"),
        ("1z", ["123m", "456m", "777p", "5555s"], "1z", "tanki"),
        ("1155z", ["123m", "456m", "777p"], "15z", "shanpon"),
        ("147m258p369s1234z", [], "", ""),
    ],
)
def test_waits_and_the_name_of_their_shape(hand: str, melds: list[str], waits: str, shape: str) -> None:
    found = waits_of(hand, melds)
    assert found.kinds == kinds(waits)
    assert found.shape == shape
    assert bool(found) == bool(waits)


@pytest.mark.parametrize(
    ("hand", "wait", "forms"),
    [
        ("3334m123p456p789s", "2m", {"ryanmen"}),
        ("3334m123p456p789s", "4m", {"tanki"}),
        ("3334m123p456p789s", "5m", {"ryanmen"}),
        ("1112m123p456p789s", "3m", {"penchan"}),
        ("33345m11z123p789s", "3m", {"ryanmen", "shanpon"}),
        ("2234455m234p234s", "3m", {"kanchan", "ryanmen"}),
        ("1122334455667m", "7m", {"ryanmen", "tanki"}),
        ("1112345678999m", "1m", {"ryanmen", "shanpon"}),
        ("19m19p199s123456z", "7z", {"tanki"}),
    ],
)
def test_a_wait_has_a_form_for_every_reading(hand: str, wait: str, forms: set[str]) -> None:
    found = waits_of(hand)
    bits = found.forms[found.kinds.index(kinds(wait)[0])]
    assert {name for form, name in WAIT_NAMES.items() if bits & form} == forms


@pytest.mark.parametrize(
    ("hand", "melds", "tenpai_under"),
    [
        ("1111567888999m", [], {"tenpai"}),
        ("1111m", ["234p", "555p", "777z"], {"tenpai"}),
        ("1z", ["111z", "234p", "555p", "777z"], {"tenpai", "concealed_noten"}),
        ("2333m", ["1111m", "555p", "777z"], {"tenpai", "concealed_noten", "all_noten"}),
        ("46m11z", ["5555m", "555p", "777z"], {"tenpai", "concealed_noten"}),
        ("45m11z", ["3333m", "555p", "777z"], {"tenpai", "concealed_noten", "all_noten"}),
    ],
)
def test_waits_the_hand_holds_itself_count_by_the_rule(hand: str, melds: list[str], tenpai_under: set[str]) -> None:
    rules: tuple[OwnHeldWaits, ...] = ("tenpai", "concealed_noten", "all_noten")
    assert {rule for rule in rules if waits_of(hand, melds, own_held_waits=rule)} == tenpai_under


@pytest.mark.parametrize(
    ("hand", "melds", "message"),
    [
        ("22334455m234p234s", [], "14 tiles: a hand waits with 13"),
        ("55z", ["123m", "456m", "777p"], "2 tiles and 3 melds"),
    ],
)
def test_a_hand_of_another_size_is_refused(hand: str, melds: list[str], message: str) -> None:
    with pytest.raises(LogError, match=message):
        waits_of(hand, melds)


def test_a_fifth_tile_completes_nothing() -> None:
    assert waits_of("1111m", ["234p", "555p", "777z"], own_held_waits="tenpai") == Waits((0,), (0,))


def test_three_player_waits_leave_out_2m_to_8m() -> None:
    hand = "1199m123456p789s"
    assert waits_of(hand, players=3) == waits_of(hand) == Waits(kinds("19m"), (Wait.SHANPON, Wait.SHANPON))
    assert waits_of("1m123456789p111z", players=3).kinds == kinds("1m")


def test_tiles_left_are_what_the_watcher_does_not_see() -> None:
    hand = "45m123p456p789s11z"
    waits = waits_of(hand)
    assert waits.left(tally(hand)) == {2: 4, 5: 4}
    assert waits.left(tally(hand + "3336666m")) == {2: 1, 5: 0}


@pytest.mark.parametrize(
    ("hand", "melds", "n_left", "n_calls", "names"),
    [
        ("1z", ["123m", "456m", "777p", "555s"], 3, 4, ("tanki", "hadaka tanki")),
        ("1z", ["123m", "456m", "777p", "5555s"], 1, 3, ("tanki", "jigoku tanki")),
        ("1z", ["123m", "456m", "777p", "555s"], 1, 4, ("tanki", "hadaka tanki", "jigoku tanki")),
        ("45m11z", ["123m", "456m", "777p"], 0, 3, ("ryanmen", "karaten")),
        ("45m11z", ["123m", "456m", "777p"], 1, 3, ("ryanmen",)),
        ("145m1z", ["123m", "456m", "777p"], 0, 3, ()),
    ],
)
def test_names_of_a_wait(hand: str, melds: list[str], n_left: int, n_calls: int, names: tuple[str, ...]) -> None:
    assert waits_of(hand, melds).names(n_left, n_calls) == names


def test_furiten_by_river_turn_and_riichi() -> None:
    waits = kinds("36m")
    assert furiten(waits) is None
    assert furiten(waits, river=kinds("9p1z")) is None
    assert furiten(waits, river=kinds("9p6m1z")) == "river"
    assert furiten(waits, passed_this_turn=kinds("3m")) == "turn"
    assert furiten(waits, passed_in_riichi=kinds("3m"), river=kinds("3m")) == "riichi"


def test_a_hand_that_is_not_tenpai_is_never_furiten() -> None:
    assert furiten((), river=range(34), passed_this_turn=range(34), passed_in_riichi=range(34)) is None


def test_waits_with_and_without_yaku() -> None:
    waits = kinds("69p")
    assert yields(waits, by_ron=waits, by_tsumo=waits) == "every wait"
    assert yields(waits, by_ron=kinds("9p"), by_tsumo=waits) == "kataagari"
    assert yields(waits, by_ron=(), by_tsumo=waits) == "tsumo only"
    assert yields(waits, by_ron=(), by_tsumo=()) == "keishiki"


@pytest.mark.parametrize(
    ("discarded", "against", "suji"),
    [
        ("1m", "1m4m", Suji.GENBUTSU),
        ("1m", "4m", Suji.OMOTE),
        ("7m", "4m", Suji.OMOTE),
        ("8s", "5s", Suji.OMOTE),
        ("3s", "6s", Suji.OMOTE),
        ("4m", "1m7m", Suji.NAKA),
        ("4m", "1m", Suji.KATA),
        ("4m", "7m", Suji.KATA),
        ("6p", "9p", Suji.KATA),
        ("7m", "1m", Suji.FAR),
        ("1m", "7m", Suji.FAR),
        ("9p", "3p", Suji.FAR),
        ("1m", "2m4p7p1z", Suji.MUSUJI),
        ("9m", "3p", Suji.MUSUJI),
        ("1p", "7m", Suji.MUSUJI),
        ("5s", "1s9s", Suji.MUSUJI),
        ("1z", "4z", Suji.HONOR),
        ("7z", "7z", Suji.GENBUTSU),
    ],
)
def test_suji_of_a_discard(discarded: str, against: str, suji: Suji) -> None:
    assert suji_of(kinds(discarded)[0], river(against)) is suji


def test_omote_and_naka_suji_are_where_no_ryanmen_can_wait() -> None:
    for kind, partner, other in product(range(27), repeat=3):
        mask = 1 << partner | 1 << other
        bases = [(kind + step, kind + 2 * step) for step in (-1, 1) if 0 <= kind % 9 + 3 * step <= 8]
        open_sides = [far + (far - near) for near, far in bases if not mask >> (far + (far - near)) & 1]
        safe = suji_of(kind, mask) in {Suji.GENBUTSU, Suji.OMOTE, Suji.NAKA}
        assert safe == (not open_sides or bool(mask >> kind & 1))


def test_hikkake_waits_on_the_suji_of_an_own_discard() -> None:
    assert hikkake(kinds("2m1z"), kinds("5m")) == kinds("2m")
    assert hikkake(kinds("5m"), kinds("2m")) == kinds("5m")
    assert hikkake(kinds("1p"), kinds("7m")) == ()
    assert hikkake(kinds("3p"), kinds("9m6s")) == ()


@settings(deadline=None)  # the first example compiles
@given(st.integers(0, 2), st.integers(0, 4), st.randoms())
def test_waits_are_the_useful_kinds_of_a_tenpai_hand_and_those_of_a_batch(suit: int, n_melds: int, random: Any) -> None:
    copies = [9 * suit + n for n in range(9) for _ in range(4)]
    hand = random.sample(copies, 13 - 3 * n_melds)
    found = waits_of(hand, ["777z"] * n_melds)
    counts = np.array([counts_of(hand, n_melds)])
    mask = int(batch.waits(batch.keys_of_counts(counts), n_melds)[0])
    assert mask == sum(1 << kind for kind in found.kinds)
    if found:
        assert found.kinds == useful_kinds(hand, n_melds)
        assert all(found.forms)


def test_waits_of_the_example_hands(shared: Path) -> None:
    examples = [json.loads(line) for line in (shared / "oracle" / "seed_examples.jsonl").read_text().splitlines()]
    for example in examples:
        tiles = list(parse(example["concealed"]))
        tiles.remove(parse(example["win_tile"])[0])
        found = waits_of(tiles, [meld["tiles"] for meld in example["melds"]])
        assert {to_mpsz([kind]) for kind in found.kinds} == set(example["waits"]), example
    assert len(examples) > 40


def test_hands_that_peers_disagree_on_wait_for_a_fifth_tile_only(shared: Path) -> None:
    with gzip.open(shared / "oracle" / "ukeire_10000.jsonl.gz", "rt") as lines:
        disputed = [case for case in map(json.loads, lines) if not case["peers_agree"]]
    assert disputed
    for case in disputed:
        assert not waits_of(case["tiles"])
        assert set(waits_of(case["tiles"], own_held_waits="tenpai").forms) == {0}


def test_waits_of_known_tenpai_hands(shared: Path) -> None:
    with gzip.open(shared / "oracle" / "riichienv_negative_shapes.jsonl.gz", "rt") as lines:
        for case in map(json.loads, lines):
            assert bool(waits_of(case["concealed"])) == case["is_tenpai"]
