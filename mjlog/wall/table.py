"""The wall on the table: built in sides of two tiles high, broken by dice, and dealt.

Everybody builds a side, and sides follow one another counter-clockwise. Tiles are taken clockwise, of each stack the
upper tile first. The seat that the dice point to counts as many stacks from the right end of its side; the stack after
them is taken first, and the last seven of them are the dead wall. First document, lines 123-143; second document, lines
93-103. (Line 129 of the first document looks for the haitei left of the break; by its own rules it lies right of it.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from mjlog.rules.ruleset import RuleSet
from mjlog.seats import thrown_seat
from mjlog.tiles import SANMA_KINDS

Copies = tuple[int, ...]
Throw = tuple[int, int]
"""Two dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtWall:
    """The wall of one kyoku by the use of its tiles, which are copies 0-135."""

    hands: tuple[Copies, ...]
    """13 copies by seat, in the order of the deal; the dealer's fourteenth is the first draw."""
    draws: Copies
    """The live wall in the order of the draws; each replacement leaves one more tile at its end undrawn."""
    replacements: Copies
    dora_indicators: Copies
    """All five, in the order in which they are turned."""
    ura_indicators: Copies
    dice: Throw
    """The first throw."""

    def moved_in(self, n_replacements: int) -> Copies:
        """The tiles that follow so many replacements into a dead wall of 14, in order.

        Of the last stack of the live wall the lower tile goes first, then the single one. First document, line 137.
        """
        return self.draws[::-1][:n_replacements]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """The wall of one kyoku before it is broken."""

    rules: RuleSet
    dealer: int
    tiles: Copies
    """Copies in pairs of the upper and the lower tile of a stack, clockwise from the right end of the dealer's side."""

    @classmethod
    def shuffled(cls, rules: RuleSet, dealer: int, chance: Random) -> Wall:
        """A wall of all tiles in play."""
        kinds = range(34) if rules.players == 4 else SANMA_KINDS
        tiles = [copy for kind in kinds for copy in range(4 * kind, 4 * kind + 4)]
        chance.shuffle(tiles)
        return cls(rules=rules, dealer=dealer, tiles=tuple(tiles))

    @classmethod
    def of_deal(cls, rules: RuleSet, dealer: int, dealt: DealtWall, throws: Sequence[Throw] = ()) -> Wall:
        """The wall that these throws (by default its dice) break so that it is dealt in this way.

        There is one for every throw: the dice choose the place of a deal on the table, not its tiles.
        """
        order = order_of(dealt, dealer)
        start = len(order) - 2 * first_stack(rules, dealer, throws or [dealt.dice])
        return cls(rules=rules, dealer=dealer, tiles=(*order[start:], *order[:start]))

    def deal(self, *throws: Throw) -> DealtWall:
        """Break the wall by one throw or two (see `first_stack`), and deal it."""
        start, players = 2 * first_stack(self.rules, self.dealer, throws), self.rules.players
        order = (*self.tiles[start:], *self.tiles[:start])
        stacks = list(zip(order[-2::-2], order[::-2], strict=True))  # the nearest on the right of the break first
        of_replacements = 2 if players == 4 else 4
        indicators = stacks[of_replacements : of_replacements + 5]  # with three players the last two may be moved in
        return DealtWall(
            hands=dealt_hands(order, players, self.dealer),
            draws=order[13 * players : -self.rules.dead_wall],
            replacements=tuple(copy for stack in stacks[:of_replacements] for copy in stack),
            dora_indicators=tuple(upper for upper, _ in indicators),
            ura_indicators=tuple(lower for _, lower in indicators),
            dice=throws[0],
        )


def sides_of(rules: RuleSet) -> tuple[int, ...]:
    """The stacks of each side, counter-clockwise from the dealer's. First document, lines 123 and 143."""
    return (17,) * 4 if rules.players == 4 else tuple(int(n) for n in rules.sanma_wall.split("-"))


def first_stack(rules: RuleSet, dealer: int, throws: Sequence[Throw]) -> int:
    """The stack that is taken first, counted clockwise from the right end of the dealer's side.

    The dealer's throw points to a seat, whose side is broken after the number of stacks thrown. With a second throw,
    which that seat makes, the number is that of both. The documents have one throw. With three players, who sit at
    four sides or at three, the dice count players.

    >>> first_stack(RuleSet(), 0, [(3, 5)])  # the dealer's left neighbour, whose side comes second
    25
    """
    sides = sides_of(rules)
    side = (thrown_seat(sum(throws[0]), dealer, rules.players) - dealer) % len(sides)
    return (side_start(sides, side) + sum(map(sum, throws))) % sum(sides)


def side_start(sides: Sequence[int], side: int) -> int:
    """The stack at the right end of a side, counted clockwise from that of the dealer's side."""
    return sides[0] + sum(sides[side + 1 :]) if side else 0


def dealt_hands(order: Sequence[int], players: int, dealer: int) -> tuple[Copies, ...]:
    """The hands by seat: three rounds of two stacks each, and one of single tiles."""
    hands: list[list[int]] = [[] for _ in range(players)]
    n_dealt = 0
    for size in (4, 4, 4, 1):
        for turn in range(players):
            hands[(dealer + turn) % players] += order[n_dealt : n_dealt + size]
            n_dealt += size
    return tuple(map(tuple, hands))


def order_of(dealt: DealtWall, dealer: int) -> Copies:
    """The tiles from the break on, as they would be drawn without replacements, the dead wall last."""
    seats = [(dealer + turn) % len(dealt.hands) for turn in range(len(dealt.hands))]
    hands = [copy for first in (0, 4, 8, 12) for seat in seats for copy in dealt.hands[seat][first : first + 4]]
    replacements = zip(dealt.replacements[::2], dealt.replacements[1::2], strict=True)
    stacks = [*replacements, *zip(dealt.dora_indicators, dealt.ura_indicators, strict=True)]
    in_dead_wall = 7 if 14 + len(hands) + len(dealt.draws) in (108, 136) else 9
    return (*hands, *dealt.draws, *(copy for stack in stacks[:in_dead_wall][::-1] for copy in stack))
