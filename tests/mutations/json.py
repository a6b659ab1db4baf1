"""Mutations of Tenhou's JSON: one entry of the game or of a kyoku, by its place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from tests.mutations.kind import Kind

Path = tuple[int, ...]
Edit = Callable[[Any], Any]
"""A change of a value."""

FACTS: dict[str, Path] = {
    "the number of the kyoku": (0, 0), "the honba": (0, 1), "the sticks": (0, 2), "the points of seat 0": (1, 0),
    "the points of seat 3": (1, 3), "the payment of seat 0": (16, 1, 0), "the payment of seat 1": (16, 1, 1),
    "the payment of seat 2": (16, 1, 2), "the payment of seat 3": (16, 1, 3), "the winner": (16, 2, 0),
    "the discarder": (16, 2, 1), "the liable seat": (16, 2, 2),
}  # fmt: skip
"""Numbers of a kyoku."""
LISTS: dict[str, Path] = {
    "the dora indicators": (2,), "the ura indicators": (3,),
    **{f"the hand of seat {n}": (4 + 3 * n,) for n in range(4)},
    **{f"the draws of seat {n}": (5 + 3 * n,) for n in range(4)},
    **{f"the discards of seat {n}": (6 + 3 * n,) for n in range(4)},
}  # fmt: skip
"""Lists of tiles of a kyoku."""
SEATS = range(4)
HIDDEN = "another tile that stays in a hidden hand, or is drawn and discarded in the same turn"
FEW_TURNS = "turns that are legal in this order too"
UNKNOWN = {
    "the liable seat of nobody": "transcriptions leave it out, and nobody is liable",
    "the dora indicators with another first tile": "no dora of a winning hand is made or lost",
    "the dora indicators in another order": "the dora are the same",
    **dict.fromkeys(
        (f"the ura indicators with another {place} tile" for place in ("first", "last")),
        "no ura dora is made or lost",
    ),
    "the ura indicators in another order": "the ura dora are the same",
    **{f"the hand of seat {seat} with another first tile": HIDDEN for seat in (0, 1, 2)},
    **{f"the hand of seat {seat} in another order": "the hand is sorted" for seat in SEATS},
    **{f"the draws of seat {seat} with another first tile": HIDDEN for seat in (0, 1, 3)},
    **{f"the draws of seat {seat} with another last tile": HIDDEN for seat in SEATS},
    "the discards of seat 1 with another first tile": "another tile of the hand, which stays hidden",
    "the draws of seat 3 in another order": FEW_TURNS,
    "the discards of seat 3 in another order": FEW_TURNS,
    "a kyoku removed": "a game without its first kyoku is a part of one",
    "the game without sc": "a game without a result is a part of one",
    "the game without rule": "the table is an ordinary one then, and the tiles show whether fives are red",
    **{f"the game without {key}": "names, ranks and lobby are no part of the play" for key in
       ("name", "dan", "rate", "sx", "lobby", "ver")},
}  # fmt: skip
"""The kinds that nothing notices at one place at least, and why nothing can."""


def at(path: Path, edit: Edit) -> Callable[[list[Any], int], list[Any] | None]:
    """A change of the value at a place of a kyoku."""

    def change(log: list[Any], place: int) -> list[Any]:
        kyoku = deepcopy(log[place])
        inner = kyoku
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = edit(inner[path[-1]])
        return [*log[:place], kyoku, *log[place + 1 :]]

    return change


def has(path: Path, of: type) -> Callable[[Any], bool]:
    """Whether a kyoku has a value of a type, and no empty list, at a place."""

    def applies(part: Any) -> bool:
        for step in path:
            if not isinstance(part, list) or len(part) <= step:
                return False
            part = part[step]
        return isinstance(part, of) and part != []

    return applies


def _tile(tile: Any, by: int) -> Any:
    """A tile code some codes on, of the same suit."""
    if not isinstance(tile, int) or tile >= 50:
        return 19
    return tile // 10 * 10 + (tile % 10 - 1 + by) % (7 if tile > 40 else 9) + 1


def _kinds() -> Iterator[Kind]:
    for name, path in FACTS.items():
        more: dict[str, Edit] = {
            "+ 1": lambda n: n + 1, "- 1": lambda n: n - 1, "+ 100": lambda n: n + 100, "as a text": str,
            "of nobody": lambda n: None,
        }  # fmt: skip
        for words, edit in more.items():
            yield Kind(f"{name} {words}", has(path, int), at(path, edit))
    for name, path in LISTS.items():
        edits: dict[str, Edit] = {
            "with another first tile": lambda tiles: [_tile(tiles[0], 1), *tiles[1:]],
            "with another last tile": lambda tiles: [*tiles[:-1], _tile(tiles[-1], 4)],
            "without the first": lambda tiles: tiles[1:],
            "without the last": lambda tiles: tiles[:-1],
            "with the last twice": lambda tiles: [*tiles, tiles[-1]],
            "in another order": lambda tiles: tiles[::-1],
            "with a tile that does not exist": lambda tiles: [*tiles[:-1], 48],
            "as a text": str,
        }
        for words, edit in edits.items():
            yield Kind(f"{name} {words}", has(path, list), at(path, edit))
    for name, path in (("the value of the hand", (16, 2, 3)), ("a yaku", (16, 2, 4)), ("the last yaku", (16, 2, -1))):
        texts: dict[str, Edit] = {
            "with a higher number": lambda text: re.sub(r"\d+", lambda m: str(int(m[0]) + 10), text, count=1),
            "with a higher last number": lambda t: re.sub(r"\d+(?=\D*$)", lambda m: str(int(m[0]) + 100), t, count=1),
            "of another word": lambda text: "山越" + text,
            "that is a number": lambda text: 5,
        }
        for words, edit in texts.items():
            yield Kind(f"{name} {words}", has((16, 2, 4), str), at(path, edit))
    yield Kind("a yaku more", has((16, 2, 4), str), at((16, 2), lambda detail: [*detail, "一盃口(1飜)"]))
    yield Kind("a yaku fewer", has((16, 2, 5), str), at((16, 2), lambda detail: detail[:-1]))
    yield Kind("a yaku twice", has((16, 2, 4), str), at((16, 2), lambda detail: [*detail, detail[-1]]))
    yield Kind("the result as a draw", has((16, 2, 4), str), at((16,), lambda result: ["流局", result[1]]))
    yield Kind("the result with an unknown word", has((16, 0), str), at((16, 0), lambda word: "終局"))
    yield Kind("a kyoku removed", has((16, 0), str), lambda log, n: [*log[:n], *log[n + 1 :]])
    yield Kind("a kyoku twice", has((16, 0), str), lambda log, n: [*log[:n], log[n], *log[n:]])
    yield Kind("a kyoku without its result", has((16, 0), str), at((16,), lambda result: []))
    for key in ("sc", "rule", "name", "dan", "rate", "sx", "lobby", "ver"):
        yield Kind(
            f"the game without {key}", lambda part, key=key: isinstance(part, dict) and key in part, _without(key)
        )
    for place, words in ((0, "the final points of seat 0"), (3, "the final score of seat 1")):
        yield Kind(f"{words} + 100", lambda part: isinstance(part, dict) and "sc" in part, _score(place))


def _without(key: str) -> Callable[[list[Any], int], list[Any]]:
    return lambda log, n: [*log[:n], {name: value for name, value in log[n].items() if name != key}, *log[n + 1 :]]


def _score(place: int) -> Callable[[list[Any], int], list[Any]]:
    def change(log: list[Any], n: int) -> list[Any]:
        scores = [*log[n]["sc"]]
        scores[place] += 100
        return [*log[:n], log[n] | {"sc": scores}, *log[n + 1 :]]

    return change


KINDS = tuple(_kinds())


def parts(text: bytes) -> list[Any]:
    """The game without its kyoku, then its kyoku."""
    game = json.loads(text)
    return [{key: value for key, value in game.items() if key != "log"}, *game["log"]]


def text(log: list[Any]) -> bytes:
    game, *kyoku = log
    return json.dumps(game | {"log": kyoku}, ensure_ascii=False).encode()
