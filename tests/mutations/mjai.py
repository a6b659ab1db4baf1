"""Mutations of mjai logs: whole events, and fields of events, by a table of the fields of each type."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.mutations.kind import Change, Kind, doubled, removed, swapped

TYPES = (
    "start_game", "start_kyoku", "tsumo", "dahai", "chi", "pon", "daiminkan", "kakan", "ankan", "dora", "reach",
    "reach_accepted", "hora", "ryukyoku", "end_kyoku", "end_game",
)  # fmt: skip
SEATS = ("actor", "target", "oya")
TILES = ("pai", "dora_marker")
NUMBERS = ("kyoku", "honba", "kyotaku", "fu", "fan", "hora_points")
LISTS = ("scores", "deltas", "tehais", "consumed", "ura_markers", "hora_tehais", "yakus", "tenpais")
FIELDS = {
    "start_kyoku": ("bakaze", "dora_marker", "kyoku", "honba", "kyotaku", "oya", "scores", "tehais"),
    "tsumo": ("actor", "pai"), "dahai": ("actor", "pai", "tsumogiri"),
    "chi": ("actor", "target", "pai", "consumed"), "pon": ("actor", "target", "pai", "consumed"),
    "daiminkan": ("actor", "target", "pai", "consumed"), "kakan": ("actor", "pai", "consumed"),
    "ankan": ("actor", "consumed"), "dora": ("dora_marker",), "reach": ("actor",), "reach_accepted": ("actor",),
    "hora": ("actor", "target", "deltas", "ura_markers", "pai", "hora_tehais", "yakus", "fan", "fu", "hora_points"),
    "ryukyoku": ("deltas", "reason", "tenpais", "tehais"), "end_game": ("scores",), "start_game": ("names", "aka_flag"),
}  # fmt: skip
"""The fields of each type of event."""
REDUCED = "the reduced dialect leaves it out"
ORDER = "the order of the tiles says nothing"
NO_DORA = "no dora of a winning hand is made or lost"
UNKNOWN = {
    **dict.fromkeys(("start_game removed", "start_game without names", "start_game without aka_flag"), REDUCED),
    **{f"hora without {field}": REDUCED for field in FIELDS["hora"] if field not in ("actor", "target")},
    **{f"ryukyoku without {field}": REDUCED for field in FIELDS["ryukyoku"]},
    **dict.fromkeys(("dahai without tsumogiri", "end_kyoku removed", "end_game without scores"), REDUCED),
    "names of start_game changed": "names are no part of the play",
    "start_kyoku without scores": "the points follow from the kyoku before",
    "pai of dahai of another kind": "another tile of the hand, which stays hidden",
    **{f"consumed of {call} in another order": ORDER for call in ("chi", "pon")},
    **{f"{field} of hora in another order": ORDER for field in ("ura_markers", "hora_tehais", "yakus")},
    "dora after the next event": "programs turn the indicator at different places",
    "dora_marker of dora of another kind": NO_DORA,
    "ura_markers of hora with another first entry": NO_DORA,
    "end_game doubled": "the game is over",
}
"""The kinds that nothing notices at one place at least, and why nothing can."""

Edit = Callable[[Any], Any]
"""A change of a value."""


def _field(field: str, edit: Edit) -> Change:
    def change(log: list[Any], place: int) -> list[Any] | None:
        value = edit(log[place][field])
        return None if value is None else [*log[:place], log[place] | {field: value}, *log[place + 1 :]]

    return change


def _without(field: str) -> Change:
    def change(log: list[Any], place: int) -> list[Any]:
        return [*log[:place], {k: v for k, v in log[place].items() if k != field}, *log[place + 1 :]]

    return change


def _tile(name: str) -> str:
    """Another tile: the next one of its suit, or the next honor."""
    honors = "ESWNPFC"
    if name in honors:
        return honors[(honors.index(name) + 1) % 7]
    return f"{int(name[0]) % 9 + 1}{name[1]}"


def _first(value: Any) -> Any:
    """Another first entry of a list."""
    head, *rest = value
    if isinstance(head, bool):
        return [not head, *rest]
    if isinstance(head, int):
        return [head + 100, *rest]
    if isinstance(head, str):
        return [_tile(head) if head != "?" else "1m", *rest]
    if isinstance(head, list) and len(head) == 2 and isinstance(head[1], int):
        return [[head[0], head[1] + 1], *rest]
    return [_first(head), *rest] if head != ["?"] else None


def _edits(field: str) -> dict[str, Edit]:
    if field in SEATS:
        return {"of the next seat": lambda seat: (seat + 1) % 4, "of no seat": lambda seat: 4, "as a text": str}
    if field in TILES:
        return {"of another kind": _tile, "that does not exist": lambda tile: "0z", "hidden": lambda tile: "?"}
    if field in NUMBERS:
        return {"+ 1": lambda n: n + 1, "- 1": lambda n: n - 1, "as a text": str}
    if field in LISTS:
        return {
            "with another first entry": lambda values: _first(values) if values else None,
            "without the first entry": lambda values: values[1:] if values else None,
            "with the first entry twice": lambda values: [values[0], *values] if values else None,
            "in another order": lambda values: values[::-1] if values != values[::-1] else None,
        }
    if field == "bakaze":
        return {"of another wind": _tile, "that does not exist": lambda wind: "X"}
    if field == "reason":
        return {"of another word": lambda word: "sukaikan" if word != "sukaikan" else "nagashimangan"}
    if field == "names":
        return {"changed": lambda names: ["X", *names[1:]]}
    return {"turned round": lambda flag: not flag}


def _kinds() -> Iterator[Kind]:
    for name in TYPES:
        applies = _is(name)
        yield Kind(f"{name} removed", applies, removed)
        yield Kind(f"{name} doubled", applies, doubled)
        if name != "end_game":
            yield Kind(f"{name} after the next event", applies, swapped)
        for field in FIELDS.get(name, ()):
            yield Kind(f"{name} without {field}", _is(name, field), _without(field))
            for words, edit in _edits(field).items():
                yield Kind(f"{field} of {name} {words}", _is(name, field), _field(field, edit))
    yield Kind("an unknown event", _is("dahai"), lambda log, n: [*log[:n], {"type": "jump", "actor": 0}, *log[n:]])


def _is(name: str, field: str | None = None) -> Callable[[Any], bool]:
    return lambda event: event["type"] == name and (field is None or field in event)


SAME = re.compile("consumed of (?:daiminkan|kakan|ankan) in another order")
"""The tiles are the same, apart from a red five."""
KINDS = tuple(kind for kind in _kinds() if not SAME.fullmatch(kind.name))


def parts(text: bytes) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def text(log: list[Any]) -> bytes:
    return b"\n".join(json.dumps(event).encode() for event in log)
