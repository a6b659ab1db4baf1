"""The guide tells the habits, events and labels that there are."""

import re
from dataclasses import fields
from pathlib import Path

from mjlog.rules.yaku import BY_KEY
from mjlog.simulate import Habits
from mjlog.simulate.rare_events import EVENTS
from tests.faults import KINDS
from tests.faults.labels import Label

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "guide" / "simulator.md").read_text(encoding="utf-8")


def test_every_habit_is_told_with_its_default():
    told = dict(re.findall(r"^\| `(\w+)` \|.*\| ([\w.]+) \|$", GUIDE, re.MULTILINE))
    habits = {field.name: field.default for field in fields(Habits)}
    words = {True: "yes", False: "no", None: "none"}
    assert told == {
        name: words[default] if default is None or isinstance(default, bool) else f"{default:g}"
        for name, default in habits.items()
    }


def test_every_event_but_yaku_is_named():
    (part,) = re.findall(r"^## Rare events$(.*?)^## ", GUIDE, re.MULTILINE | re.DOTALL)
    named = set(re.findall(r"`(\w+)`", part))
    assert named >= {*EVENTS} - {*BY_KEY}
    assert named - {"NAME"} <= {*EVENTS}


def test_every_column_of_the_labels_is_told():
    (part,) = re.findall(r"^## Faults$(.*?)^## ", GUIDE, re.MULTILINE | re.DOTALL)
    assert set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\|(.*?)\|", part, re.MULTILINE)))) == {*Label._fields}
    assert f"of {len(KINDS)} kinds" in part
