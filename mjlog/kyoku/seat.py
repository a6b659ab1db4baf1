"""One player at the table: hand, river and sets, and what follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from mjlog.games.events import (
    Ankan,
    Chi,
    Daiminkan,
    Kakan,
    OpenSet,
    Pon,
    Tiles,
)
from mjlog.kyoku.tenpai import Kinds, kinds_of, waiting_part, waits_of
from mjlog.rules.hand import Meld, MeldName
from mjlog.rules.ruleset import RuleSet
from mjlog.tiles import KIND_OF_TILE


@dataclass(slots=True)
class RiverTile:
    """A discard in the river."""

    tile: int
    tsumogiri: bool | None
    sideways: bool
    """It declared riichi, or marks the riichi of a seat whose declaration tile was called."""
    called_by: int | None = None


@dataclass(slots=True, kw_only=True)
class SeatState:
    """One player at the table."""

    hand: list[int]
    """Concealed tiles, the drawn one last."""
    points: int
    river: list[RiverTile] = field(default_factory=list)
    discarded: set[int] = field(default_factory=set)
    """Kinds discarded, called ones included, and north where one set aside counts as discarded."""
    sets: list[OpenSet | Ankan] = field(default_factory=list)
    """In the order of the calls; a kakan takes the place of its pon."""
    norths: list[int] = field(default_factory=list)
    """Norths set aside."""
    n_draws: int = 0
    drawn: int | None = None
    """The tile just drawn, until the next discard or kan."""
    riichi_declared: bool = False
    riichi_accepted: bool = False
    double_riichi: bool = False
    open_riichi: bool = False
    ippatsu: bool = False
    """A win now is ippatsu."""
    passed_this_turn: set[int] = field(default_factory=set)
    """Kinds passed since the last own turn: same-turn furiten if the hand waits on one."""
    passed_in_riichi: set[int] = field(default_factory=set)
    """Kinds passed in riichi: furiten for the rest of the kyoku if the hand waits on one."""
    kuikae: Kinds = frozenset()
    """Kinds that may not be discarded next."""
    dead: bool = False
    """A foul forbids the hand to win and to be tenpai."""
    suukantsu_from: int | None = None
    """Seat that fed the daiminkan which was this seat's fourth kan."""

    @property
    def closed(self) -> bool:
        """No call but ankan."""
        return all(isinstance(s, Ankan) for s in self.sets)

    @property
    def n_kans(self) -> int:
        """Kans of all kinds."""
        return sum(not isinstance(s, Chi | Pon) for s in self.sets)

    @property
    def resting(self) -> tuple[int, ...]:
        """The concealed tiles without the one just drawn."""
        return tuple(self.hand if self.drawn is None else self.hand[:-1])

    @property
    def waits(self) -> Kinds:
        """Kinds that complete the hand, empty if it is not tenpai; of a hand to discard from, those before the draw."""
        return waits_of(self.resting, len(self.sets))

    @property
    def lacks_mark(self) -> bool:
        """The seat has declared riichi, and no tile in its river is sideways, or those that are were called."""
        return self.riichi_declared and all(r.called_by is not None for r in self.river if r.sideways)

    @property
    def furiten_by_river(self) -> bool:
        """A wait is among the kinds discarded."""
        return not self.waits.isdisjoint(self.discarded)

    @property
    def furiten(self) -> bool:
        """No ron now."""
        passed = self.passed_this_turn | self.passed_in_riichi
        return self.furiten_by_river or not self.waits.isdisjoint(passed)

    def shown_by_open_riichi(self, rules: RuleSet) -> Tiles:
        """The concealed tiles that an open riichi shows."""
        return waiting_part(self.resting, self.waits) if rules.open_riichi_shows == "waits" else self.resting

    def tenpai(self, rules: RuleSet) -> bool:
        """Whether the hand is tenpai by the rules, which may exclude waits of which it has all four tiles."""
        return not self.dead and is_tenpai(self.resting, self.sets, rules)


MELD_NAMES: Final[dict[type[OpenSet | Ankan], MeldName]] = {
    Chi: "chi",
    Pon: "pon",
    Daiminkan: "daiminkan",
    Kakan: "kakan",
    Ankan: "ankan",
}


def melds_of(seat: SeatState) -> tuple[Meld, ...]:
    """The sets of a seat as melds, in the order of the calls."""
    return tuple(Meld(MELD_NAMES[type(s)], s.tiles) for s in seat.sets)


def remove(hand: list[int], tiles: Iterable[int], *, last: bool = False) -> None:
    """Remove tiles from a hand where present; the drawn one only if no other is equal or `last` is set."""
    for tile in tiles:
        if tile in hand:
            del hand[len(hand) - 1 - hand[::-1].index(tile) if last else hand.index(tile)]


def is_tenpai(resting: Iterable[int], sets: Sequence[OpenSet | Ankan], rules: RuleSet) -> bool:
    """Whether concealed tiles with these called sets are tenpai by the rules (`SeatState.tenpai`)."""
    waits = waits_of(resting, len(sets))
    if not waits or rules.own_held_waits == "tenpai":
        return bool(waits)
    own = Counter(kinds_of(resting))
    if rules.own_held_waits == "all_noten":
        own.update(kind for s in sets for kind in kinds_of(s.tiles))
    return any(own[kind] < 4 for kind in waits)


def pon_of(seat: SeatState, kakan: Kakan) -> Pon | None:
    """The pon a kakan adds to."""
    kind = KIND_OF_TILE[kakan.tiles[0]]
    return next((s for s in seat.sets if isinstance(s, Pon) and KIND_OF_TILE[s.tiles[0]] == kind), None)


def kuikae_of(call: Chi | Pon, rules: RuleSet) -> Kinds:
    """Kinds that may not be discarded after the call."""
    called, *own = kinds_of(call.tiles)
    if rules.kuikae == "free":
        return frozenset()
    if isinstance(call, Pon) or rules.kuikae == "same_tile_forbidden":
        return frozenset({called})
    other_end = called + 3 if called < min(own) else called - 3 if called > max(own) else called
    in_suit = other_end >= 0 and other_end // 9 == called // 9
    return frozenset({called, other_end}) if in_suit else frozenset({called})


def pao_of(seat: SeatState) -> dict[str, int]:
    """The seats that fed the set which fixed a yakuman, all its other sets being open or closed kans."""
    liable = {} if seat.suukantsu_from is None else {"suukantsu": seat.suukantsu_from}
    for yaku, kinds in (("daisangen", range(31, 34)), ("daisuushii", range(27, 31))):
        sets = [s for s in seat.sets if KIND_OF_TILE[s.tiles[0]] in kinds and not isinstance(s, Chi)]
        if len(sets) == len(kinds) and not isinstance(last := sets[-1], Ankan):
            liable[yaku] = last.from_seat
    return liable
