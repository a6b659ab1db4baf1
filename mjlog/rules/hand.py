"""A win as a value: tiles, melds, circumstances and dora; how it is written as text; and what contradicts itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import eq
from typing import Final, Literal, TypedDict

from mjlog.errors import Fault, LogError
from mjlog.rules.readings import POWERS_OF_5, Circumstance, MeldKind, MeldSums, sum_melds
from mjlog.rules.ruleset import RuleSet
from mjlog.seats import WINDS
from mjlog.tiles import DORA_OF, KIND_OF_TILE, NORTH, RED_FIVES, SANMA_KINDS, parse, to_mpsz

MeldName = Literal["chi", "pon", "daiminkan", "kakan", "ankan"]
MELD_CODES: Final[dict[MeldName, int]] = {
    "chi": MeldKind.CHI,
    "pon": MeldKind.PON,
    "daiminkan": MeldKind.DAIMINKAN,
    "kakan": MeldKind.KAKAN,
    "ankan": MeldKind.ANKAN,
}


@dataclass(frozen=True, slots=True)
class Meld:
    """A call or a closed kan.

    >>> meld_of("a1111z")
    Meld(kind='ankan', tiles=(27, 27, 27, 27))
    """

    kind: MeldName
    tiles: tuple[int, ...]
    lowest: int = field(init=False, compare=False, repr=False)
    """The lowest kind."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "lowest", min([KIND_OF_TILE[tile] for tile in self.tiles]))

    def __str__(self) -> str:
        return {"ankan": "a", "kakan": "k"}.get(self.kind, "") + to_mpsz(self.tiles)


@cache
def meld_of(text: str) -> Meld:
    """The meld of a text: `234s` a chi, `777z` a pon, `1111z` a daiminkan, `a1111z` an ankan, `k1111z` a kakan.

    >>> [meld_of(text).kind for text in ("340s", "777z", "5550p", "a1111z", "k1111z")]
    ['chi', 'pon', 'daiminkan', 'ankan', 'kakan']
    """
    tiles = parse(text.removeprefix("a").removeprefix("k"))
    kinds = sorted(KIND_OF_TILE[tile] for tile in tiles)
    prefix = text[:1] if text[:1] in ("a", "k") else ""
    equal = len(set(kinds)) == 1
    if equal and len(kinds) == 4:
        return Meld({"": "daiminkan", "a": "ankan", "k": "kakan"}[prefix], tiles)  # type: ignore[arg-type]  # a literal
    if equal and len(kinds) == 3 and not prefix:
        return Meld("pon", tiles)
    run = len(kinds) == 3 and kinds[0] % 9 < 7 and kinds[0] < 27 and kinds == [*range(kinds[0], kinds[0] + 3)]
    if run and not prefix:
        return Meld("chi", tiles)
    raise LogError(
        Fault.BAD_HAND, "a meld is 234s (chi), 777z (pon), 1111z (daiminkan), a1111z (ankan) or k1111z (kakan)", text
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """Everything the value of a win depends on, apart from the rules."""

    concealed: tuple[int, ...]
    """Concealed tiles with the winning tile."""
    tile: int
    """The winning tile."""
    melds: tuple[Meld, ...] = ()
    circumstances: int = 0
    """Bits of `Circumstance`; DEALER, CLOSED and FOUR_CALLS are added from the rest."""
    seat_wind: int = 0
    round_wind: int = 0
    dora: tuple[int, ...] = ()
    """Indicators, in the order shown."""
    ura: tuple[int, ...] = ()
    kita: int = 0
    """Norths pulled."""
    more_reds: int = 0
    """Red tiles that are not red fives."""
    blues: int = 0
    """Blue tiles."""
    honba: int = 0
    sticks: int = 0
    """Riichi sticks on the table."""
    keys: tuple[int, int, int, int] = field(init=False, compare=False, repr=False)
    """The four suit keys of the concealed tiles."""
    sums: MeldSums = field(init=False, compare=False, repr=False)
    tiles: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """All tiles, melds included, pulled norths not."""
    kinds: bytes = field(init=False, compare=False, repr=False)
    """Kinds of the same."""
    n_red_fives: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        keys = [0, 0, 0, 0]
        for tile in self.concealed:
            suit, power = _PLACE_IN_KEYS[tile]
            keys[suit] += power
        tiles = self.concealed
        for meld in self.melds:
            tiles += meld.tiles
        as_bytes = bytes(tiles)
        set_field = object.__setattr__
        set_field(self, "keys", tuple(keys))
        set_field(self, "sums", sum_melds([(MELD_CODES[meld.kind], meld.lowest) for meld in self.melds]))
        set_field(self, "tiles", tiles)
        set_field(self, "kinds", as_bytes.translate(_KINDS))
        set_field(self, "n_red_fives", len(as_bytes.translate(None, delete=_PLAIN)))

    @property
    def all_circumstances(self) -> int:
        """The circumstances with those that follow from seat and melds."""
        return self.circumstances | self.sums.derived | (0 if self.seat_wind else Circumstance.DEALER)


_KINDS: Final = bytes(KIND_OF_TILE).ljust(256)
"""Turns bytes of tiles into bytes of kinds."""
_PLAIN: Final = bytes(range(RED_FIVES[0]))
_NORTH: Final = bytes([NORTH])
_PLACE_IN_KEYS: Final = tuple((kind // 9, POWERS_OF_5[kind % 9]) for kind in KIND_OF_TILE)


def dora_counts(hand: Hand, rules: RuleSet) -> tuple[int, int, int, int, int]:
    """Han of dora, ura dora, red dora, kita and blue dora, in the order of their rows in the table of yaku."""
    kita = hand.kita
    if rules.north in ("dora", "yakuhai_dora"):
        kita += hand.tiles.count(NORTH)
    dora = ura = 0
    if hand.dora or hand.ura:
        kinds = hand.kinds + _NORTH * hand.kita
        if rules.dora:
            dora = _shown(kinds, hand.dora if rules.kan_dora else hand.dora[:1], rules)
        if rules.ura_dora:
            ura = _shown(kinds, hand.ura if rules.kan_ura_dora else hand.ura[:1], rules)
    return dora, ura, hand.n_red_fives + hand.more_reds, kita, hand.blues * rules.blue_han


def _shown(kinds: bytes, indicators: tuple[int, ...], rules: RuleSet) -> int:
    """How many dora the indicators make of these kinds."""
    dora_of = DORA_OF[rules.players]
    return sum([kinds.count(dora_of[KIND_OF_TILE[tile]]) for tile in indicators])


_C = Circumstance
_ANY_RIICHI: Final = _C.RIICHI | _C.DOUBLE_RIICHI
_RON_ONLY: Final = _C.CHANKAN | _C.KITA_RON | _C.RIICHI_TILE | _C.AFTER_KAN | _C.LOSER_IN_RIICHI

CONTRADICTIONS: Final[tuple[tuple[int, int, int, str], ...]] = (
    # all of these, and any of these (0: none needed), and none of these
    (_C.IPPATSU, 0, _ANY_RIICHI, "ippatsu without riichi"),
    (_C.OPEN_RIICHI, 0, _ANY_RIICHI, "an open riichi without riichi"),
    (_C.RIICHI | _C.DOUBLE_RIICHI, 0, 0, "both riichi and double riichi: a riichi is one of them"),
    (0, _ANY_RIICHI, _C.CLOSED, "riichi with an open hand"),
    (_C.TSUMO, _C.CHANKAN, 0, "chankan by tsumo"),
    (_C.TSUMO, _C.KITA_RON, 0, "ron on a pulled north by tsumo"),
    (_C.TSUMO, _C.RIICHI_TILE, 0, "ron on a riichi tile by tsumo"),
    (_C.TSUMO, _C.AFTER_KAN, 0, "ron on the discard after a kan by tsumo"),
    (_C.TSUMO, _C.LOSER_IN_RIICHI, 0, "somebody who dealt in, by tsumo"),
    (_C.RINSHAN, 0, _C.TSUMO, "rinshan by ron"),
    (_C.RINSHAN | _C.IPPATSU, 0, 0, "rinshan with ippatsu, which the kan or north breaks"),
    (_C.CHANKAN | _C.LAST_TILE, 0, 0, "chankan with the last tile, on which there is no kan"),
    (_C.CHANKAN | _C.KITA_RON, 0, 0, "chankan with a pulled north: the tile was one of them"),
    (_C.CHANKAN | _C.RIICHI_TILE, 0, 0, "chankan with a riichi tile: the tile was one of them"),
    (_C.KITA_RON | _C.RIICHI_TILE, 0, 0, "a pulled north with a riichi tile: the tile was one of them"),
    (_C.FIRST_TURN, _ANY_RIICHI, 0, "a win on the first turn with riichi"),
    (_C.FIRST_TURN, _C.LAST_TILE | _C.RINSHAN | _C.CHANKAN, 0, "a win on the first turn with a kan or the last tile"),
    (_C.FIRST_TURN | _C.DEALER, 0, _C.TSUMO, "renhou of the dealer"),
)  # fmt: skip
"""Circumstances that cannot meet: all of the first, one of the second if any, and none of the third."""


@cache
def contradiction(circumstances: int) -> str | None:
    """What cannot meet in these circumstances; None if all can."""
    for every, some, none, sentence in CONTRADICTIONS:
        if circumstances & every == every and (not some or circumstances & some) and not circumstances & none:
            return sentence
    return None


def check(hand: Hand, rules: RuleSet) -> None:
    """Raise `LogError` with `Fault.BAD_HAND` if the win contradicts itself or the rules."""
    circumstances = hand.all_circumstances
    if sentence := contradiction(circumstances):
        raise _bad(sentence)
    if circumstances & _C.RINSHAN and circumstances & _C.LAST_TILE and not rules.rinshan_with_haitei:
        raise _bad("haitei with rinshan, which these rules exclude")
    _check_tiles(hand)
    if circumstances & _C.FIRST_TURN and (hand.melds or hand.kita):
        raise _bad("a win on the first turn after a call")
    if hand.ura and not circumstances & _ANY_RIICHI:
        raise _bad("ura indicators without riichi", to_mpsz(hand.ura))
    if not 0 <= hand.seat_wind < rules.players:
        raise _bad("north is nobody's seat wind in three-player", WINDS[hand.seat_wind])
    if hand.n_red_fives:
        for tile, five in zip(RED_FIVES, ("5m", "5p", "5s"), strict=True):
            if hand.tiles.count(tile) > rules.reds.count(five):
                raise _bad(f"more red {five} than these rules have ({rules.reds.count(five)})")
    if hand.kita and rules.north != "kita":
        raise _bad(f"{hand.kita} norths pulled, where the rules have no kita")
    if rules.players == 3:
        if any(meld.kind == "chi" for meld in hand.melds):
            raise _bad("a chi in three-player")
        if odd := [tile for tile in hand.tiles + hand.dora + hand.ura if KIND_OF_TILE[tile] not in SANMA_KINDS]:
            raise _bad("tiles that are not in three-player", to_mpsz(odd))


def _check_tiles(hand: Hand) -> None:
    n_concealed, n_melds = len(hand.concealed), len(hand.melds)
    four_kans = n_concealed == 1 and hand.sums.n_kans == 4 and hand.circumstances & _C.FOURTH_KAN
    if n_concealed != 14 - 3 * n_melds and not four_kans:
        raise _bad(
            f"{n_concealed} concealed tiles with the winning one and {n_melds} melds: {14 - 3 * n_melds} are expected",
            to_mpsz(hand.concealed),
        )
    if hand.tile not in hand.concealed:
        raise _bad("the winning tile is not among the concealed tiles", to_mpsz((hand.tile,)))
    kinds = sorted(hand.kinds + bytes(hand.dora + hand.ura).translate(_KINDS) + _NORTH * hand.kita)
    if any(map(eq, kinds, kinds[4:])):  # a fifth of a kind stands four places behind the first
        kind = max(kinds, key=kinds.count)
        raise _bad(f"{kinds.count(kind)} times {to_mpsz((kind,))} in hand, melds and indicators: there are four")
    for shown in (hand.dora, hand.ura):
        if len(shown) > 5:
            raise _bad("more than five indicators", to_mpsz(shown))


def _bad(sentence: str, raw: str | None = None) -> LogError:
    return LogError(Fault.BAD_HAND, sentence, raw)


def tiles_of(text: str | Sequence[str]) -> tuple[int, ...]:
    """The tiles of `"4p1z"` or of `["4p", "1z"]`."""
    return _few_tiles(text if isinstance(text, str) else "".join(text))


@lru_cache(maxsize=4_096)
def _few_tiles(text: str) -> tuple[int, ...]:
    """A winning tile or indicators: texts that come again."""
    return parse(text)


@cache
def wind_of(wind: str | int) -> int:
    """Wind 0-3 of a letter of ESWN or of the number itself."""
    number = WINDS.find(wind.upper()) if isinstance(wind, str) and len(wind) == 1 else wind
    if not isinstance(number, int) or not 0 <= number < 4:
        raise LogError(Fault.BAD_VALUE, "a wind is one of E S W N", str(wind))
    return number


class Said(TypedDict, total=False):
    """What can be said of a win, apart from its concealed tiles; all of it optional."""

    melds: Sequence[str | Meld]
    """`234s` (chi), `777z` (pon), `1111z` (daiminkan), `a1111z` (ankan), `k1111z` (kakan)."""
    tsumo: bool
    dora: str | Sequence[str]
    """Indicators, in the order shown."""
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
    """Who dealt in was in riichi too."""
    paarenchan: bool
    """The win makes a run of eight dealer wins count."""
    fourth_kan: bool
    """The discard after the fourth own kan has passed: the old suukantsu; the lone tile left is given as winning."""
    kita: int
    """Norths pulled."""
    more_reds: int
    """Red tiles that are not red fives."""
    blues: int
    """Blue tiles."""
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
    "fourth_kan": _C.FOURTH_KAN,
}
"""The circumstance bit of each thing that can be said of a win as true or false."""
_NEEDS: Final = {
    "haitei": (True, None),
    "houtei": (False, None),
    "tenhou": (True, True),
    "chiihou": (True, False),
    "renhou": (False, False),
}
"""Whether the circumstance is one of a tsumo, and whether of the dealer (None: of either)."""


def hand_of(hand: str, tile: str, said: Said) -> Hand:
    """The win of texts: the concealed tiles with or without the winning tile, that tile, and what is said of it."""
    circumstances = 0
    needing = []
    for key, value in said.items():
        if key in FLAGS:
            if value:
                circumstances |= FLAGS[key]
                if key in _NEEDS:
                    needing.append(key)
        elif key not in Said.__annotations__:
            raise TypeError(f"{key!r} cannot be said of a win; see {Said.__qualname__}")
    seat_wind = wind_of(said.get("seat_wind", 0))
    for key in needing:
        by_tsumo, by_dealer = _NEEDS[key]
        if by_tsumo != bool(circumstances & _C.TSUMO):
            raise _bad(f"{key} is a win by {'tsumo' if by_tsumo else 'ron'}")
        if by_dealer is not None and by_dealer != (seat_wind == 0):
            raise _bad(f"{key} of {'a non-dealer' if by_dealer else 'the dealer'}")
    win_tile, concealed = _few_tiles(tile), parse(hand)
    melds = said.get("melds", ())
    if len(win_tile) != 1:
        raise _bad("the winning tile is one tile", tile)
    if len(concealed) % 3 == 1 and not circumstances & _C.FOURTH_KAN:
        concealed += win_tile
    return Hand(
        concealed=concealed,
        tile=win_tile[0],
        melds=tuple(meld_of(meld) if isinstance(meld, str) else meld for meld in melds),
        circumstances=circumstances,
        seat_wind=seat_wind,
        round_wind=wind_of(said.get("round_wind", 0)),
        dora=tiles_of(said.get("dora", ())),
        ura=tiles_of(said.get("ura", ())),
        kita=said.get("kita", 0),
        more_reds=said.get("more_reds", 0),
        blues=said.get("blues", 0),
        honba=said.get("honba", 0),
        sticks=said.get("sticks", 0),
    )
