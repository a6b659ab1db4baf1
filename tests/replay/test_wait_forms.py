"""The form of a wait, against the names the rules of one hand have for it."""

import random

import pytest

from mjlog.games.batch import concatenate
from mjlog.replay.hands import follow_hands
from mjlog.replay.wait_forms import FORMS
from mjlog.rules.presets import TENHOU, TENHOU_3P
from mjlog.rules.waits import waits_of
from mjlog.tiles import SANMA_KINDS, parse, to_mpsz
from tests.judged import WORDS_OF_SHAPES
from tests.replay.played import played

CASES = [
    ("234m456p567s22z78s", "ryanmen"),
    ("234m456p567s22z79s", "kanchan"),
    ("234m456p123s22z89s", "penchan"),
    ("456m456p123s22z12p", "penchan"),
    ("234m456p567s22z88s", "shanpon"),
    ("234m456p567s222z1z", "tanki"),
    ("234m456p222z5678s", "nobetan"),
    ("2255m4499p77s225z", "tanki"),
    ("19m19p19s1234567z", "kokushi"),
    ("19m19p19s1123456z", "kokushi"),
    ("234m456p567s5578s", "many"),
    ("234m456p678s4555s", "many"),  # 3 and 6 by 55 as the pair, 4 by 555 as a triplet
    ("234m456p678m2224s", "mixed"),  # 3 between, 4 next to the triplet
    ("3334p234678m222z", "many"),
]


def declared(hand, rules):
    other = next(tile for tile in ("9m", "5p", "5s", "7z") if parse(tile)[0] not in parse(hand))
    return played(f"0+{other} 0riichi 0!{other} 0stick exhaustive_draw:", {0: hand}, rules=rules)


def forms_of(hands, **how):
    paths = follow_hands(concatenate([declared(hand, **how) for hand in hands])).hands
    return [FORMS[form] for form in paths.riichi_form[:, 0]]


@pytest.mark.parametrize(("hand", "form"), CASES)
def test_a_wait_has_its_form(hand, form):
    assert forms_of([hand], rules=TENHOU) == [form]


def waiting_hand(rng, kinds):
    """A hand of thirteen tiles that waits: a winning one of few kinds, so that many read several ways, less a tile."""
    while True:
        first = rng.choice([kind for kind in kinds if kind < 27]) // 9 * 9
        near = [kind for kind in kinds if first <= kind < first + 9 or (kind >= 27 and rng.random() < 0.1)]
        tiles = [rng.choice(near)] * 2
        while len(tiles) < 14:
            kind = rng.choice(near)
            is_run = kind < 27 and kind % 9 <= 6 and {kind + 1, kind + 2} <= set(kinds) and rng.random() < 0.6
            tiles += [kind, kind + 1, kind + 2] if is_run else [kind] * 3
        tiles.remove(rng.choice(tiles))
        if max(map(tiles.count, tiles)) <= 4 and waits_of(tiles, players=3 if len(kinds) == 27 else 4):
            return sorted(tiles)


@pytest.mark.parametrize("players", [3, 4])
def test_forms_of_made_up_hands_are_those_of_the_rules(players):
    rng = random.Random(players)
    hands = [waiting_hand(rng, SANMA_KINDS if players == 3 else range(34)) for _ in range(400)]
    found = forms_of(map(to_mpsz, hands), rules=TENHOU_3P if players == 3 else TENHOU)
    for hand, form in zip(hands, found, strict=True):
        waits = waits_of(hand, players=players)
        assert form == WORDS_OF_SHAPES.get(waits.shape, "mixed" if len(waits.kinds) <= 2 else "many"), to_mpsz(hand)
    assert {*found} >= {"ryanmen", "kanchan", "penchan", "shanpon", "tanki", "nobetan", "mixed", "many"}
