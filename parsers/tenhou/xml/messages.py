"""Finds the attribute that caused an error: the decoder reports only the kind of error and the tag."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from parsers.tenhou.xml.vocab import Trouble

_ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
_NUMBER: Final = re.compile(r"-?\d{1,8}(?:\.\d+)?")
_TAG: Final = re.compile(r"\w+")

SETTLEMENT: Final = (8, 16, 6)
ENTRIES: Final[Mapping[str, Mapping[str, Collection[int]]]] = {
    "INIT": {"seed": (6, 5), "ten": (4, 3), **{f"hai{seat}": range(14) for seat in range(4)}},
    "AGARI": {"ba": (2,), "ten": (3,), "sc": SETTLEMENT, "yaku": range(0, 98, 2), "m": range(5)},
    "RYUUKYOKU": {"ba": (2,), "sc": SETTLEMENT},
}
"""Numbers of entries that the lists of a tag may have, the usual one first (see `records`)."""
NEEDED: Final[Mapping[str, Collection[str]]] = {
    "GO": ("type",),
    "INIT": ("seed", "ten", "hai0", "hai1", "hai2", "hai3"),
    "AGARI": ("hai", "ten", "ba", "sc", "yaku"),
    "RYUUKYOKU": ("ba", "sc"),
}
"""Required attributes of a tag, in the order of the checks; `yakuman` may take the place of `yaku`."""
NOT_NEGATIVE: Final = frozenset({"seed", "ba", "yaku", "type"})
"""Attributes whose numbers are never negative."""
SHOWN: Final = 20
"""Characters shown of an entry."""


def about(tag: str, trouble: Trouble) -> str | None:
    """A sentence about the error in a tag that names the attribute; None if the attribute is not known.

    >>> about('<INIT seed="0,0,0,1,2,3" oya="0" hai0="1"/>', Trouble.MISSING_ATTRIBUTE)
    'INIT needs the attribute ten, which is missing or empty'
    >>> about('<RYUUKYOKU ba="0,0" sc="250,10,250"/>', Trouble.BAD_LIST)
    'sc has 3 entries instead of 8, 16 or 6'
    """
    if trouble not in (Trouble.MISSING_ATTRIBUTE, Trouble.BAD_LIST, Trouble.BAD_NUMBER):
        return None
    match = _TAG.search(tag)
    name = match[0] if match else ""
    values = dict(_ATTRIBUTE.findall(tag))
    if trouble is Trouble.MISSING_ATTRIBUTE:
        present = {attribute for attribute, value in values.items() if value}
        present |= {"yaku"} if "yakuman" in present else set()
        missing = next((attribute for attribute in NEEDED.get(name, ()) if attribute not in present), None)
        return f"{name} needs the attribute {missing}, which is missing or empty" if missing else None
    lists = {**ENTRIES.get(name, {}), "owari": SETTLEMENT}
    for attribute, value in values.items():
        n = value.count(",") + 1 if value else 0
        if n and attribute in lists and n not in lists[attribute]:
            return f"{attribute} has {n} {'entry' if n == 1 else 'entries'} instead of {_counts(lists[attribute])}"
    return _not_a_number({key: value for key, value in values.items() if key in lists or (name, key) == ("GO", "type")})


def _not_a_number(values: Mapping[str, str]) -> str | None:
    """A sentence about the first entry of lists of numbers that is not a valid number."""
    for attribute, value in values.items():
        for entry in value.split(",") if value else ():
            if not _NUMBER.fullmatch(entry):
                return f"{attribute} has the entry {entry[:SHOWN]!r}, which is not a number, or too large"
            if attribute in NOT_NEGATIVE and entry.startswith("-"):
                return f"{attribute} has the entry {entry!r}, which is below zero"
    return None


def _counts(allowed: Collection[int]) -> str:
    if isinstance(allowed, range):
        return "an even number" if allowed.step == 2 else f"at most {allowed[-1]}"
    *most, last = map(str, allowed)
    return f"{', '.join(most)} or {last}" if most else last
