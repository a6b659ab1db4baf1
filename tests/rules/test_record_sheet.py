import json
from pathlib import Path

import pytest

from mjlog.errors import Fault, LogError
from mjlog.rules.hand_text import meld_of
from mjlog.rules.record_sheet import drawn_meld, is_drawn
from mjlog.rules.score import score


@pytest.mark.parametrize(
    ("text", "kind", "tiles"),
    [
        ("2m-3m4m", "chi", "234m"),
        ("5p6p-7p", "chi", "567p"),
        ("1s2s3s-", "chi", "123s"),
        ("6p-5p7p", "chi", "657p"),
        ("7z-7z7z", "pon", "777z"),
        ("8s8s-8s", "pon", "888s"),
        ("1p1p1p-", "pon", "111p"),
        ("2m-2m2m2m", "daiminkan", "2222m"),
        ("3s3s3s-3s", "daiminkan", "3333s"),
        ("7p7p7p7p-", "daiminkan", "7777p"),
        ("5z-5z=5z5z", "kakan", "5555z"),
        ("1z1z-1z=1z", "kakan", "1111z"),
        ("3s3s3s-3s=", "kakan", "3333s"),
        ("0z6z6z0z", "ankan", "6666z"),
        ("6z0z0z6z", "ankan", "6666z"),
        ("006z6z00", "ankan", "6666z"),
        ("5m5m*-5m", "pon", "505m"),
        ("4p-5p*6p", "chi", "406p"),
        ("5s5s-5s*=5s", "kakan", "5505s"),
        ("0z5s*5s0z", "ankan", "0555s"),
    ],
)
def test_a_drawn_set_is_read_as_the_documents_print_it(text: str, kind: str, tiles: str) -> None:
    prefix = {"ankan": "a", "kakan": "k"}.get(kind, "")
    meld = meld_of(text)
    assert (meld.kind, str(meld)) == (kind, prefix + tiles)


@pytest.mark.parametrize("text", ["340s", "a1111z", "k5550p", "a0055p"])
def test_tiles_without_marks_are_not_a_drawing(text: str) -> None:
    assert not is_drawn(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2m-3m-4m", "one of them sideways"),
        ("2m-3m5m", "a run or equal tiles"),
        ("9m-1m2m", "a run or equal tiles"),
        ("1z2z-3z", "a run or equal tiles"),
        ("8m-9m1p", "a run or equal tiles"),
        ("2m-2m", "a run or equal tiles"),
        ("2m-2m2m2m2m", "a run or equal tiles"),
        ("2m-2m=3m4m", "a run or equal tiles"),
        ("5z=5z-5z5z", "'5z=' is misplaced"),
        ("2m-3m4m=", "'4m=' is misplaced"),
        ("6z**-6z6z", r"'6z\*\*-' is misplaced"),
        ("5m--5m5m", "'5m--' is misplaced"),
        ("0z6z0z6z", "outer or its inner two"),
        ("0z6z7z0z", "outer or its inner two"),
        ("0z0z0z0z", "outer or its inner two"),
        ("1q-1q1q", "is not a tile with its marks"),
        ("2m-3m 4m", "' 4m' is not a tile with its marks"),
    ],
)
def test_a_drawing_that_is_not_a_set_is_refused(text: str, message: str) -> None:
    with pytest.raises(LogError, match=message) as caught:
        drawn_meld(text)
    assert caught.value.fault is Fault.BAD_TILES
    assert caught.value.raw


def test_a_hand_with_drawn_sets_is_scored() -> None:
    drawn = score("4s", win="4s", melds=["2m-2m2m2m", "2p2p2p-2p=", "2s2s2s-2s", "5z5z5z5z-"])
    assert drawn == score("4s", win="4s", melds=["2222m", "k2222p", "2222s", "5555z"])


def test_the_drawn_sets_of_the_first_document_are_read(shared: Path) -> None:
    lines = (shared / "oracle" / "seed_examples.jsonl").read_text(encoding="utf-8").splitlines()
    hands = [
        example["wiki"].replace("{{=}}", "=").split("_") for line in lines if (example := json.loads(line))["wiki"]
    ]
    sets = [text for _, *parts in hands for text in (parts[0].split() if parts else ()) if is_drawn(text)]
    assert len(sets) > 30
    kinds = {drawn_meld(text).kind for text in sets}
    assert kinds >= {"chi", "pon", "daiminkan", "kakan", "ankan"}
