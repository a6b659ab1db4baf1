"""Mutations of Tenhou's XML: tags, and entries of attributes, by a table of the attributes of each tag."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tests.mutations.kind import Change, Kind, doubled, removed, swapped

TAG = re.compile(r"<[^>]*>")

TAGS = {
    "a draw": r"<[TUVW]\d", "a discard": r"<[DEFG]\d", "a call": r"<N ", "a riichi": r'<REACH .*step="1"',
    "a stick": r'<REACH .*step="2"', "an indicator": r"<DORA ", "a start": r"<INIT ", "a win": r"<AGARI ",
    "a draw of the kyoku": r"<RYUUKYOKU ", "the type": r"<GO ", "the players": r"<UN ", "the root": r"<mjloggm",
    "the end": r"</mjloggm",
}  # fmt: skip
"""Kinds of tags by the beginning of their text."""

NUMBERS = {
    "INIT seed": 6, "INIT ten": 4, "INIT oya": 1, "AGARI ba": 2, "AGARI ten": 3, "AGARI yaku": 2, "AGARI yakuman": 1,
    "AGARI who": 1, "AGARI fromWho": 1, "AGARI paoWho": 1, "AGARI sc": 8, "AGARI owari": 8, "AGARI m": 1,
    "RYUUKYOKU ba": 2, "RYUUKYOKU sc": 8, "RYUUKYOKU owari": 8, "REACH who": 1, "REACH ten": 4, "REACH step": 1,
    "N who": 1, "N m": 1, "GO type": 1, "GO lobby": 1, "TAIKYOKU oya": 1, "AGARI chip": 2, "INIT chip": 4,
}  # fmt: skip
"""Attributes with numbers, and how many of their entries are changed."""
TILES = (
    "INIT hai0", "INIT hai1", "INIT hai2", "INIT hai3", "AGARI hai", "AGARI machi", "AGARI doraHai", "AGARI doraHaiUra",
    "DORA hai", "RYUUKYOKU hai0", "RYUUKYOKU hai1", "RYUUKYOKU hai2", "RYUUKYOKU hai3",
)  # fmt: skip
"""Attributes with copies of tiles."""
TEXTS = ("RYUUKYOKU type", "UN n0", "UN dan", "UN rate", "UN sx")

Edit = Callable[[list[str]], list[str]]
"""A change of the entries of an attribute."""


def _attribute(name: str, edit: Callable[[str], str | None]) -> Change:
    """A change of the value of an attribute; an edit that returns None removes it."""
    pattern = re.compile(rf' {name.split()[1]}="([^"]*)"')

    def change(log: list[str], place: int) -> list[str] | None:
        match = pattern.search(log[place])
        assert match is not None
        value = edit(match[1])
        new = "" if value is None else match[0].replace(f'"{match[1]}"', f'"{value}"')
        return [*log[:place], log[place].replace(match[0], new), *log[place + 1 :]]

    return change


def _has(name: str, n: int = 0) -> Callable[[str], bool]:
    """Whether a tag has an attribute with more than `n` entries."""
    tag, attribute = name.split()
    return re.compile(rf'<{tag} (?:[^>]* )?{attribute}="[^",]+(?:,[^",]+){{{n}}}').match


def _entries(edit: Edit) -> Callable[[str], str]:
    return lambda value: ",".join(edit(value.split(",")))


def _plus(entry: int, by: int) -> Callable[[str], str]:
    def edit(entries: list[str]) -> list[str]:
        entries[entry] = str(int(float(entries[entry])) + by)
        return entries

    return _entries(edit)


def _tile(change: Callable[[int], int], at: int = 0) -> Callable[[str], str]:
    def edit(entries: list[str]) -> list[str]:
        entries[at] = str(change(int(entries[at])))
        return entries

    return _entries(edit)


def _kinds() -> Iterator[Kind]:
    for name, pattern in TAGS.items():
        applies = re.compile(pattern).match
        yield Kind(f"{name} removed", applies, removed)
        yield Kind(f"{name} doubled", applies, doubled)
        yield Kind(f"{name} after the next tag", applies, swapped)
    for letters, name in (("TUVW", "draw"), ("DEFG", "discard")):
        applies = re.compile(rf"<[{letters}]\d").match
        edits: dict[str, Callable[[re.Match[str]], str]] = {
            "of the next seat": lambda m, letters=letters: f"<{letters[(letters.index(m[1]) + 1) % 4]}{m[2]}/>",
            "of another copy": lambda m: f"<{m[1]}{int(m[2]) ^ 1}/>",
            "of another kind": lambda m: f"<{m[1]}{(int(m[2]) + 4) % 136}/>",
            "of no tile": lambda m: f"<{m[1]}136/>",
            "without a tile": lambda m: f"<{m[1]}/>",
        }
        for words, edit in edits.items():
            yield Kind(f"a {name} {words}", applies, _tag(edit))
    for name, n in NUMBERS.items():
        for entry in range(n):
            yield Kind(f"{name}[{entry}] + 1", _has(name, entry), _attribute(name, _plus(entry, 1)))
            yield Kind(f"{name}[{entry}] - 1", _has(name, entry), _attribute(name, _plus(entry, -1)))
    for name in TILES:
        yield Kind(f"{name} with another copy", _has(name), _attribute(name, _tile(lambda copy: copy ^ 1)))
        yield Kind(f"{name} with another kind", _has(name), _attribute(name, _tile(lambda copy: (copy + 4) % 136)))
        yield Kind(f"{name} with no tile", _has(name), _attribute(name, _tile(lambda copy: 136)))
    for name in (*NUMBERS, *TILES):
        yield Kind(f"{name} that is no number", _has(name), _attribute(name, lambda value: "x" + value[1:]))
        yield Kind(f"{name} without its last entry", _has(name), _attribute(name, _entries(lambda e: e[:-1])))
        yield Kind(f"{name} with one entry more", _has(name), _attribute(name, _entries(lambda e: [*e, e[-1]])))
        if NUMBERS.get(name, 2) > 1 and name not in ("AGARI machi", "DORA hai"):
            yield Kind(f"{name} in another order", _has(name, 1), _attribute(name, _entries(lambda e: e[::-1])))
    for name in TEXTS:
        yield Kind(f"{name} changed", _has(name), _attribute(name, lambda value: "kan4" if value != "kan4" else "nm"))
    for name in (*NUMBERS, *TILES, *TEXTS):
        yield Kind(f"{name} removed", _has(name), _attribute(name, lambda value: None))
    yield Kind("AGARI yaku with an unknown one", _has("AGARI yaku"), _attribute("AGARI yaku", lambda v: v + ",99,1"))
    yield Kind("AGARI yaku with one more", _has("AGARI yaku"), _attribute("AGARI yaku", lambda v: v + ",29,2"))
    yield Kind("AGARI yaku without one", _has("AGARI yaku", 3), _attribute("AGARI yaku", _entries(lambda e: e[2:])))
    yield Kind("REACH with step 3", _has("REACH step"), _attribute("REACH step", lambda value: "3"))
    yield Kind("an unknown tag", re.compile("<TAIKYOKU").match, lambda log, at: [*log[:at], "<KAN/>", *log[at:]])


def _tag(edit: Callable[[re.Match[str]], str]) -> Change:
    def change(log: list[str], place: int) -> list[str]:
        match = re.fullmatch(r"<([A-Z])(\d+)/>", log[place])
        assert match is not None
        return [*log[:place], edit(match), *log[place + 1 :]]

    return change


KINDS = tuple(kind for kind in _kinds() if kind.name != "the end after the next tag")

NO_CLAIM = "the header is not part of the play, and logs of other programs leave it out"
NO_SEED = "only the seed of the wall, which this log has not, knows it"
ORDER = "the order of the tiles says nothing"
FOURTH = "the fourth seat of three players is empty"
UNKNOWN = {
    **dict.fromkeys(("the type after the next tag", "the players removed", "the players after the next tag"), NO_CLAIM),
    **dict.fromkeys((f"{name} removed" for name in ("GO lobby", "UN n0", "UN dan", "UN rate", "UN sx")), NO_CLAIM),
    **dict.fromkeys((f"{name} changed" for name in ("UN n0", "UN dan", "UN rate", "UN sx")), NO_CLAIM),
    **dict.fromkeys((kind.name for kind in KINDS if kind.name.startswith("GO lobby")), NO_CLAIM),
    "GO type[0] - 1": "whether the players are human or programs is not seen in the play",
    "the root removed": "a log without its root is read, as a part of a page or of program source",
    "the end removed": "the last result says that the game is over",
    "the end doubled": "the last result says that the game is over",
    **dict.fromkeys((f"INIT seed[{die}] {sign} 1" for die in (3, 4) for sign in "+-"), NO_SEED),
    **dict.fromkeys((f"{name} in another order" for name in TILES if name.startswith(("INIT", "RYUUKYOKU"))), ORDER),
    **dict.fromkeys(("AGARI hai in another order", "AGARI doraHaiUra in another order"), ORDER),
    **dict.fromkeys((f"INIT hai{seat} with another copy" for seat in (0, 2)), "a copy that stays in a hidden hand"),
    "AGARI doraHaiUra with another copy": "a tile that nobody has seen otherwise",
    "AGARI doraHaiUra with another kind": "a tile that nobody has seen otherwise, and no dora of the hand",
    **dict.fromkeys((f"RYUUKYOKU owari[{entry}] {sign} 1" for entry in (6, 7) for sign in "+-"), FOURTH),
    **dict.fromkeys((f"REACH ten[3] {sign} 1" for sign in "+-"), FOURTH),
    "REACH ten without its last entry": FOURTH,
    "REACH ten removed": "the games of 2009 have no points there",
    "TAIKYOKU oya without its last entry": "the first kyoku names its dealer",
    "TAIKYOKU oya removed": "the first kyoku names its dealer",
}
"""The kinds that nothing notices at one place at least, and why nothing can."""


def parts(text: bytes) -> list[str]:
    return TAG.findall(text.decode())


def text(log: list[str]) -> bytes:
    return "".join(log).encode()
