"""A builder of small synthetic logs in Tenhou's own form, and comparison of what is read of them."""

from typing import Any

import numpy as np

from mjlog.formats import Parsed, Source
from mjlog.games.batch import NESTING, Games
from mjlog.games.columns import EventKind
from parsers.tenhou import xml

HANDS = [",".join(str(copy) for copy in range(seat, 52, 4)) for seat in range(4)]
GO = '<GO type="169" lobby="0"/>'
UN = '<UN n0="A" n1="B" n2="%E5%A4%AA" n3="D" dan="16,17,18,20" rate="2000.00,2100.50,1999.99,2250.25" sx="M,F,M,C"/>'
UN_SANMA = '<UN n0="A" n1="B" n2="C" n3="" dan="16,17,18,0" rate="2000.00,2100.50,1999.99,1500.00" sx="M,F,M,C"/>'
OWARI = 'owari="300,20.0,250,5.0,250,-5.0,200,-20.0"'
TSUMO = (
    '<AGARI ba="0,0" hai="52,56,60,64,68,72,76,80,84,88,92,96,100,104" machi="104" ten="30,2000,0" yaku="0,1,52,1" '
    'doraHai="130" who="0" fromWho="0" sc="250,20,250,-7,250,-7,250,-6" />'
)
RON = TSUMO.replace('fromWho="0"', 'fromWho="1"').replace('yaku="0,1', 'yaku="8,1')
SECOND_RON = RON.replace('who="0"', 'who="2"')
DRAW = '<RYUUKYOKU ba="0,0" sc="250,0,250,0,250,0,250,0" />'
MOVES = "<T53/><D53/><U54/><E1/>"


def init(number: int = 0, *, sanma: bool = False, **more: str) -> str:
    """An INIT tag; keywords replace or add attributes, an empty string is an empty value."""
    attributes = {
        "seed": f"{number},0,0,1,2,130",
        "ten": "350,350,350,0" if sanma else "250,250,250,250",
        "oya": str(number % 4),
        **{f"hai{seat}": "" if sanma and seat == 3 else hand for seat, hand in enumerate(HANDS)},
    }
    return "<INIT " + " ".join(f'{key}="{value}"' for key, value in (attributes | more).items()) + "/>"


def final(tag: str) -> str:
    """A result tag as the last of its game."""
    return tag.replace(" />", f" {OWARI} />")


def kyoku(*tags: str, number: int = 0) -> str:
    """A kyoku of these tags."""
    return init(number) + "".join(tags)


def log(*body: str, head: str = GO + UN + '<TAIKYOKU oya="0"/>') -> str:
    """A whole log."""
    return f'<mjloggm ver="2.3">{head}{"".join(body)}</mjloggm>'


SHORT = log(kyoku(MOVES, TSUMO), kyoku(MOVES, final(DRAW), number=1))
"""Two kyoku, complete."""


def parse(text: str | bytes, name: str = "game.xml") -> Parsed:
    """What is read of one file."""
    return xml.parse([Source(name, text.encode() if isinstance(text, str) else text)])


def events(games: Games) -> list[tuple[EventKind, int, int, int]]:
    """Kind, seat, calls' other seat and copy of all events."""
    columns = (games.events.kind, games.events.seat, games.events.from_seat, games.events.copy)
    return [(EventKind(kind), *rest) for kind, *rest in zip(*(column.tolist() for column in columns), strict=True)]


def differences(a: Games, b: Games, leave_out: tuple[str, ...] = ()) -> list[str]:
    """Names of columns that differ."""
    found = [start for _, start, _ in NESTING if not np.array_equal(getattr(a, start), getattr(b, start))]
    for group in ("games", "seats", *(child for _, _, child in NESTING)):
        for name, x, y in zip(getattr(a, group)._fields, getattr(a, group), getattr(b, group), strict=True):
            if name not in leave_out and (x.dtype != y.dtype or not same(x, y)):
                found.append(f"{group}.{name}")
    return found if a.rule_sets == b.rule_sets else ["rule_sets", *found]


def same(x: Any, y: Any) -> bool:
    """Whether two columns hold the same; NaN and NaT equal themselves."""
    return x.shape == y.shape and bool(((x == y) | ((x != x) & (y != y))).all())
