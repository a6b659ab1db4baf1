"""A winning hand from texts: tiles, melds, winds, and the circumstances of the win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from inspect import Parameter, signature
from typing import Any, Final, TypedDict, TypeVar

from mjlog.errors import Fault, LogError
from mjlog.rules.hand import Hand, Meld
from mjlog.rules.hand_checks import bad_hand
from mjlog.rules.readings import Circumstance
from mjlog.rules.record_sheet import drawn_meld, is_drawn
from mjlog.seats import WINDS
from mjlog.tiles import KIND_OF_TILE, is_run, parse

_C = Circumstance
Scorer = TypeVar("Scorer", bound=Callable[..., Any])


@cache
def meld_of(text: str) -> Meld:
    """The meld of a text: `234s` a chi, `777z` a pon, `1111z` a daiminkan, `a1111z` an ankan, `k1111z` a kakan.

    A set as drawn on a record sheet is read too, see `mjlog.rules.record_sheet`.

    >>> [meld_of(text).kind for text in ("340s", "777z", "5550p", "a1111z", "k1111z", "5z-5z=5z5z")]
    ['chi', 'pon', 'daiminkan', 'ankan', 'kakan', 'kakan']
    """
    if is_drawn(text):
        return drawn_meld(text)
    tiles = parse(text.removeprefix("a").removeprefix("k"))
    kinds = sorted(KIND_OF_TILE[tile] for tile in tiles)
    prefix = text[:1] if text[:1] in ("a", "k") else ""
    equal = len(set(kinds)) == 1
    if equal and len(kinds) == 4:
        return Meld({"": "daiminkan", "a": "ankan", "k": "kakan"}[prefix], tiles)  # type: ignore[arg-type]  # a literal
    if equal and len(kinds) == 3 and not prefix:
        return Meld("pon", tiles)
    if len(kinds) == 3 and is_run(kinds) and not prefix:
        return Meld("chi", tiles)
    raise LogError(
        Fault.BAD_HAND, "a meld is 234s (chi), 777z (pon), 1111z (daiminkan), a1111z (ankan) or k1111z (kakan)", text
    )


def tiles_of(text: str | Sequence[str]) -> tuple[int, ...]:
    """The tiles of `"4p1z"` or of `["4p", "1z"]`."""
    return _few_tiles(text if isinstance(text, str) else "".join(text))


@lru_cache(maxsize=4_096)
def _few_tiles(text: str) -> tuple[int, ...]:
    """A winning tile or indicators, which recur."""
    return parse(text)


@cache
def wind_of(wind: str | int) -> int:
    """Wind 0-3 of a letter of ESWN or of the number itself."""
    number = WINDS.find(wind.upper()) if isinstance(wind, str) and len(wind) == 1 else wind
    if not isinstance(number, int) or not 0 <= number < 4:
        raise LogError(Fault.BAD_VALUE, "a wind is one of E S W N", str(wind))
    return number


class Circumstances(TypedDict, total=False):
    """Optional facts of a win, apart from its concealed tiles.

    Without any it is a closed ron of the dealer in the east round, without dora.
    """

    melds: Sequence[str | Meld]
    """See `meld_of`."""
    tsumo: bool
    dora: str | Sequence[str]
    """Indicators, in the order they were turned."""
    ura: str | Sequence[str]
    """Ura indicators."""
    seat_wind: str | int
    """E (the dealer, the default) S W N."""
    round_wind: str | int
    riichi: bool
    double_riichi: bool
    open_riichi: bool
    """The riichi, single or double, was an open one."""
    ippatsu: bool
    haitei: bool
    houtei: bool
    rinshan: bool
    chankan: bool
    tenhou: bool
    chiihou: bool
    renhou: bool
    on_riichi_tile: bool
    """Ron on a tile that declared riichi (tsubame-gaeshi)."""
    after_kan: bool
    """Ron on the discard after a kan (kanburi)."""
    on_north: bool
    """Ron on a pulled north."""
    loser_in_riichi: bool
    """The discarder was in riichi too."""
    paarenchan: bool
    """The win counts as paarenchan: eight dealer wins in a row."""
    fourth_kan: bool
    """The discard after the fourth own kan has passed: the old suukantsu, paid as a tsumo. The single tile left is the
    winning tile."""
    kita: int
    """Norths pulled."""
    more_reds: int
    """Red tiles that the texts do not mark, or pulled norths; a text marks them with r, such as `3r4m`."""
    blues: int
    """Blue tiles that the texts do not mark; a text marks them with b."""
    honba: int
    sticks: int
    """Riichi sticks on the table."""


FLAGS: Final = {
    "tsumo": _C.TSUMO,
    "riichi": _C.RIICHI,
    "double_riichi": _C.DOUBLE_RIICHI,
    "open_riichi": _C.OPEN_RIICHI,
    "ippatsu": _C.IPPATSU,
    "haitei": _C.LAST_TILE,
    "houtei": _C.LAST_TILE,
    "rinshan": _C.RINSHAN,
    "chankan": _C.CHANKAN,
    "tenhou": _C.FIRST_TURN,
    "chiihou": _C.FIRST_TURN,
    "renhou": _C.FIRST_TURN,
    "on_riichi_tile": _C.RIICHI_TILE,
    "after_kan": _C.AFTER_KAN,
    "on_north": _C.KITA_RON,
    "loser_in_riichi": _C.LOSER_IN_RIICHI,
    "paarenchan": _C.PAARENCHAN,
    "fourth_kan": _C.FOURTH_KAN | _C.TSUMO,
}
"""Bit of `Circumstance` of each circumstance that is true or false."""
_RESTRICTED: Final = {
    "haitei": (True, None),
    "houtei": (False, None),
    "tenhou": (True, True),
    "chiihou": (True, False),
    "renhou": (False, False),
}
"""Whether the win is by tsumo, and whether by the dealer (None: by either)."""


def with_circumstances(function: Scorer) -> Scorer:
    """Show the `Circumstances` that a function takes in its signature, for completion and help."""
    defaults = {"bool": False, "int": 0, "str | int": "E"}
    facts = {name: hint.__forward_arg__ for name, hint in Circumstances.__annotations__.items()}
    shown = signature(function)
    *named, _ = shown.parameters.values()
    named += [
        Parameter(name, Parameter.KEYWORD_ONLY, default=defaults.get(hint, ()), annotation=hint)
        for name, hint in facts.items()
    ]
    function.__signature__ = shown.replace(parameters=named)  # type: ignore[attr-defined]  # read by `inspect`
    return function


def hand_of(hand: str, tile: str, circumstances: Circumstances) -> Hand:
    """The win of texts: concealed tiles with or without the winning tile, the winning tile, and the circumstances."""
    bits = 0
    restricted = []
    for key, value in circumstances.items():
        if key in FLAGS:
            if value:
                bits |= FLAGS[key]
                if key in _RESTRICTED:
                    restricted.append(key)
        elif key not in Circumstances.__annotations__:
            near = get_close_matches(key, ("win", "rules", *Circumstances.__annotations__), n=1)
            raise TypeError(f"unknown argument {key!r}" + "".join(f"; did you mean {name!r}?" for name in near))
    seat_wind = wind_of(circumstances.get("seat_wind", 0))
    for key in restricted:
        by_tsumo, by_dealer = _RESTRICTED[key]
        if by_tsumo != bool(bits & _C.TSUMO):
            raise bad_hand(f"{key} is a win by {'tsumo' if by_tsumo else 'ron'}")
        if by_dealer is not None and by_dealer != (seat_wind == 0):
            raise bad_hand(f"{key} of {'a non-dealer' if by_dealer else 'the dealer'}")
    win_tile, concealed = _few_tiles(tile), parse(hand)
    melds = circumstances.get("melds", ())
    if len(win_tile) != 1:
        raise bad_hand("the winning tile is one tile", tile)
    if len(concealed) % 3 == 1 and not bits & _C.FOURTH_KAN:
        concealed += win_tile
    return Hand(
        concealed=concealed,
        tile=win_tile[0],
        melds=tuple(meld_of(meld) if isinstance(meld, str) else meld for meld in melds),
        circumstances=bits,
        seat_wind=seat_wind,
        round_wind=wind_of(circumstances.get("round_wind", 0)),
        dora=tiles_of(circumstances.get("dora", ())),
        ura=tiles_of(circumstances.get("ura", ())),
        kita=circumstances.get("kita", 0),
        more_reds=circumstances.get("more_reds", 0),
        blues=circumstances.get("blues", 0),
        honba=circumstances.get("honba", 0),
        sticks=circumstances.get("sticks", 0),
    )
