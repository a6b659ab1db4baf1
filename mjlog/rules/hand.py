"""A winning hand as a value: tiles, melds, circumstances and dora."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from mjlog.rules.readings import POWERS_OF_5, Circumstance, MeldKind, MeldSums, sum_melds
from mjlog.rules.ruleset import RuleSet
from mjlog.tiles import DORA_OF, KIND_OF_TILE, N_KINDS, NORTH, REDS, to_mpsz

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
    """A call or a closed kan."""

    kind: MeldName
    tiles: tuple[int, ...]
    lowest: int = field(init=False, compare=False, repr=False)
    """The lowest kind."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "lowest", min([KIND_OF_TILE[tile] for tile in self.tiles]))

    def __str__(self) -> str:
        return {"ankan": "a", "kakan": "k"}.get(self.kind, "") + to_mpsz(self.tiles)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A win: everything its value depends on, apart from the rules."""

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
    """Indicators, in the order they were turned."""
    ura: tuple[int, ...] = ()
    kita: int = 0
    """Norths pulled."""
    more_reds: int = 0
    """Red tiles that are plain in `tiles`, or pulled norths."""
    blues: int = 0
    """Blue tiles of which the same holds."""
    honba: int = 0
    sticks: int = 0
    """Riichi sticks on the table."""
    keys: tuple[int, int, int, int] = field(init=False, compare=False, repr=False)
    """The four suit keys of the concealed tiles."""
    sums: MeldSums = field(init=False, compare=False, repr=False)
    tiles: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """All tiles, melds included, pulled norths not."""
    kinds: bytes = field(init=False, compare=False, repr=False)
    """Kinds of `tiles`."""
    n_reds: int = field(init=False, compare=False, repr=False)
    """All red tiles."""
    n_blues: int = field(init=False, compare=False, repr=False)
    """All blue tiles."""

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
        set_field(self, "kinds", as_bytes.translate(KINDS_OF_TILES))
        coloured = as_bytes.translate(None, delete=_PLAIN)
        n_blues = len(coloured.translate(None, delete=_RED)) if coloured else 0
        set_field(self, "n_reds", len(coloured) - n_blues + self.more_reds)
        set_field(self, "n_blues", n_blues + self.blues)

    @property
    def all_circumstances(self) -> int:
        """The circumstances, with those that follow from seat and melds."""
        return self.circumstances | self.sums.derived | (0 if self.seat_wind else Circumstance.DEALER)


KINDS_OF_TILES: Final = bytes(KIND_OF_TILE).ljust(256)
"""Translation table from bytes of tiles to bytes of kinds."""
_PLAIN: Final = bytes(range(N_KINDS))
_RED: Final = bytes(REDS)
_NORTH: Final = bytes([NORTH])
_PLACE_IN_KEYS: Final = tuple((kind // 9, POWERS_OF_5[kind % 9]) for kind in KIND_OF_TILE)


def dora_counts(hand: Hand, rules: RuleSet) -> tuple[int, int, int, int, int]:
    """Han of dora, ura dora, red dora, kita and blue dora, in the order of their rows in the table of yaku."""
    kita = hand.kita
    if rules.north in ("dora", "yakuhai_dora"):
        kita += hand.kinds.count(NORTH)
    dora = ura = 0
    if hand.dora or hand.ura:
        kinds = hand.kinds + _NORTH * hand.kita
        if rules.dora:
            dora = _n_dora(kinds, hand.dora if rules.kan_dora else hand.dora[:1], rules)
        if rules.ura_dora:
            ura = _n_dora(kinds, hand.ura if rules.kan_ura_dora else hand.ura[:1], rules)
    return dora, ura, hand.n_reds, kita, hand.n_blues * rules.blue_han


def _n_dora(kinds: bytes, indicators: tuple[int, ...], rules: RuleSet) -> int:
    """Number of dora among these kinds."""
    dora_of = DORA_OF[rules.players]
    return sum([kinds.count(dora_of[KIND_OF_TILE[tile]]) for tile in indicators])
