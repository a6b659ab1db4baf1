"""All readings of a winning hand as features: small integers that the tests of yaku and fu read.

A concealed hand is four *suit keys* (man, pin, sou, honors): the base-5 number of the counts of the suit's kinds,
kind 1 in the lowest digit. `suit_of` finds once the few divisions of a suit key into runs, triplets and at most one
pair. The readings of a hand are the products of the divisions of its suits, each with every set that the winning tile
can have completed; seven pairs and kokushi are added.

`Features` describes one reading of one hand, or a column of readings: its fields are then int64 arrays of one shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from mjlog.tiles import YAOCHUU as YAOCHUU_KINDS

POWERS_OF_5: Final = tuple(5**i for i in range(9))
MAN: Final = 0x1FF
PIN: Final = MAN << 9
SOU: Final = MAN << 18
WINDS: Final = 0xF << 27
DRAGONS_MASK: Final = 0x7 << 31
YAOCHUU_MASK: Final[int] = sum(1 << kind for kind in YAOCHUU_KINDS)
"""Masks of kinds: bit *k* is kind *k*."""


class Form:
    """Forms of a complete hand; one bit each."""

    STANDARD: Final = 1
    """Four sets and a pair."""
    PAIRS: Final = 2
    """Seven different pairs."""
    PAIRS_WITH_FOUR: Final = 4
    """Seven pairs with four equal tiles as two of them; a win only where `four_equal_are_pairs` is on."""
    ORPHANS: Final = 8
    """Thirteen orphans."""
    FOUR_KANS: Final = 16
    """Four kans and a lone tile; a win only with the old suukantsu."""


class Wait:
    """The wait, by what the winning tile completed; one bit each."""

    RYANMEN: Final = 1
    KANCHAN: Final = 2
    PENCHAN: Final = 4
    SHANPON: Final = 8
    TANKI: Final = 16


WAIT_NAMES: Final[dict[int, str]] = {
    Wait.RYANMEN: "ryanmen",
    Wait.KANCHAN: "kanchan",
    Wait.PENCHAN: "penchan",
    Wait.SHANPON: "shanpon",
    Wait.TANKI: "tanki",
}
"""Name of each wait, the lowest bit first."""


class Circumstance:
    """Facts of a win that its tiles do not show; one bit each."""

    TSUMO: Final = 1 << 0
    RIICHI: Final = 1 << 1
    """Riichi after the first turn; a double riichi has its own bit instead."""
    DOUBLE_RIICHI: Final = 1 << 2
    OPEN_RIICHI: Final = 1 << 3
    """The riichi, single or double, was an open one."""
    IPPATSU: Final = 1 << 4
    LAST_TILE: Final = 1 << 5
    """The last tile of the wall, drawn (haitei) or discarded after it (houtei)."""
    RINSHAN: Final = 1 << 6
    CHANKAN: Final = 1 << 7
    """Robbed the tile of a kakan."""
    KITA_RON: Final = 1 << 8
    """Robbed a pulled north."""
    FIRST_TURN: Final = 1 << 9
    """Before the first own discard, no call before: tenhou, chiihou, or renhou."""
    RIICHI_TILE: Final = 1 << 10
    """Ron on the tile that declared a riichi."""
    AFTER_KAN: Final = 1 << 11
    """Ron on the discard after a kan, or robbing the next kan of a chain."""
    LOSER_IN_RIICHI: Final = 1 << 12
    PAARENCHAN: Final = 1 << 13
    FOURTH_KAN: Final = 1 << 17
    """The discard after the fourth own kan has passed: the old suukantsu, which needs no pair."""
    DEALER: Final = 1 << 14
    """The winner is the dealer; follows from the seat wind."""
    CLOSED: Final = 1 << 15
    """No call but ankan; follows from the melds."""
    FOUR_CALLS: Final = 1 << 16
    """Four calls (ankan is none), so that one tile waited for its pair; follows from the melds."""


class MeldKind:
    """Codes of melds in columns."""

    NONE: Final = 0
    CHI: Final = 1
    PON: Final = 2
    DAIMINKAN: Final = 3
    KAKAN: Final = 4
    ANKAN: Final = 5


class SetClass:
    """Octal digits of `Features.sets`: numbers of triplets and kans of each class of fu."""

    OPEN: Final = 0
    CONCEALED: Final = 6
    OPEN_KAN: Final = 12
    CONCEALED_KAN: Final = 18
    YAOCHUU: Final = 3
    """Added for terminals and honors."""


class Features(NamedTuple):
    """One reading in numbers; *mask* means bit *k* for kind *k*."""

    form: int
    """Bit of `Form`."""
    runs: int
    """Number of runs that start at each tile: octal digits, seven starts a suit, man lowest."""
    triplets: int
    """Mask of triplets and kans, concealed or open."""
    pair: int
    """Mask of the pair; of all seven pairs; of the doubled orphan."""
    sets: int
    """Triplets and kans by class of fu, octal digits of `SetClass`; a triplet completed by ron is open."""
    n_concealed: int
    """Concealed triplets and ankan."""
    n_kans: int
    tiles: int
    """Mask of the kinds in the hand, melds included."""
    classes: int
    """Bits for man, pin, sou, winds, dragons present."""
    gates: int
    """Mask of the tile beyond 1112345678999 in a closed hand of that shape without kan, else 0."""
    win: int
    """Mask of the winning tile."""
    wait: int
    """Bit of `Wait`."""
    circumstances: int
    """Bits of `Circumstance`."""
    seat: int
    """Mask of the seat wind."""
    round: int
    """Mask of the round wind."""
    valued: int
    """Mask of kinds whose pair has fu: dragons, seat and round wind, north by option."""
    n_reds: int
    """Red tiles in the hand."""


class Division(NamedTuple):
    """One division of a suit into sets and at most one pair; positions count from the suit's first kind."""

    runs: int
    """Octal counts by start."""
    triplets: int
    """Mask."""
    pair: int
    """Mask, 0 without a pair."""


class Suit(NamedTuple):
    """The tiles and divisions of a suit key."""

    n_tiles: int
    tiles: int
    """Mask of kinds present."""
    divisions: tuple[Division, ...]
    """In rising order; empty unless the tiles are sets and at most one pair."""
    pairs: int
    """Mask of kinds held twice or four times; -1 if some kind is held once or three times."""
    fours: int
    """Mask of kinds held four times."""
    gates: int
    """Mask of the tile beyond 311111113; 0 if that is not the shape."""


_GATES_KEY: Final = sum(n * p for n, p in zip((3, 1, 1, 1, 1, 1, 1, 1, 3), POWERS_OF_5, strict=True))
_GATES_SURPLUS: Final = {_GATES_KEY + power: 1 << i for i, power in enumerate(POWERS_OF_5)}


def key_of_counts(counts: Sequence[int]) -> int:
    """The suit key of counts.

    >>> key_of_counts((0, 1, 1, 1)), counts_of_key(155)[:5]
    (155, (0, 1, 1, 1, 0))
    """
    return sum(n * p for n, p in zip(counts, POWERS_OF_5, strict=False))


def counts_of_key(key: int) -> tuple[int, ...]:
    """The nine counts of a suit key."""
    return tuple(key // power % 5 for power in POWERS_OF_5)


@cache
def suit_of(key: int, honors: bool) -> Suit:
    """The suit of a key; honors have no runs.

    >>> len(suit_of(key_of_counts((3, 3, 3)), honors=False).divisions)
    2
    """
    counts = counts_of_key(key)
    fours = sum(1 << i for i, n in enumerate(counts) if n == 4)
    twos = sum(1 << i for i, n in enumerate(counts) if n == 2)
    n_tiles = sum(counts)
    return Suit(
        n_tiles=n_tiles,
        tiles=sum(1 << i for i, n in enumerate(counts) if n),
        divisions=() if n_tiles % 3 == 1 else tuple(sorted(_divide(list(counts), 0, honors, n_tiles % 3 == 2))),
        pairs=-1 if any(n & 1 for n in counts) else twos | fours,
        fours=fours,
        gates=_GATES_SURPLUS.get(key, 0),
    )


@cache
def _suit_in_place(key: int, number: int) -> Suit:
    """The suit of this number (0 man … 3 honors) with its masks and runs shifted to their places in a hand."""
    suit, kinds = suit_of(key, number == 3), 9 * number
    return Suit(
        n_tiles=suit.n_tiles,
        tiles=suit.tiles << kinds,
        divisions=tuple(Division(d.runs << 21 * number, d.triplets << kinds, d.pair << kinds) for d in suit.divisions),
        pairs=suit.pairs << kinds if suit.pairs >= 0 else -1,
        fours=suit.fours << kinds,
        gates=suit.gates << kinds,
    )


def _divide(counts: list[int], first: int, honors: bool, with_pair: bool) -> Iterator[Division]:
    """All divisions of the tiles from position `first` on; no tile is left before it."""
    while first < 9 and counts[first] == 0:
        first += 1
    if first == 9:
        if not with_pair:
            yield Division(0, 0, 0)
        return
    here = counts[first]
    # The lowest tile left is in a triplet, the pair, or only runs; trying each once visits each division once.
    for taken, triplet, pair in ((3, 1 << first, 0), (2, 0, 1 << first), (0, 0, 0)):
        if taken > here or (pair and not with_pair):
            continue
        runs = here - taken
        if runs and (honors or first > 6 or counts[first + 1] < runs or counts[first + 2] < runs):
            continue
        counts[first] = 0
        if runs:
            counts[first + 1] -= runs
            counts[first + 2] -= runs
        for rest in _divide(counts, first + 1, honors, with_pair and not pair):
            yield Division(rest.runs | runs << 3 * first, rest.triplets | triplet, rest.pair | pair)
        if runs:
            counts[first + 1] += runs
            counts[first + 2] += runs
        counts[first] = here


class MeldSums(NamedTuple):
    """The contribution of all melds of a hand to its features."""

    n_melds: int
    runs: int
    triplets: int
    sets: int
    n_concealed: int
    n_kans: int
    tiles: int
    derived: int
    """Circumstances that follow from the melds: CLOSED, FOUR_CALLS."""


NO_MELDS: Final = MeldSums(0, 0, 0, 0, 0, 0, 0, Circumstance.CLOSED)


def sum_melds(melds: Sequence[tuple[int, int]]) -> MeldSums:
    """Add up melds given as (code of `MeldKind`, lowest kind)."""
    if not melds:
        return NO_MELDS
    runs = triplets = sets = n_concealed = n_kans = tiles = n_calls = 0
    for code, kind in melds:
        n_calls += code != MeldKind.ANKAN
        if code == MeldKind.CHI:
            runs += 1 << 3 * (kind // 9 * 7 + kind % 9)
            tiles |= 7 << kind
            continue
        triplets |= 1 << kind
        n_kans += code != MeldKind.PON
        n_concealed += code == MeldKind.ANKAN
        digit = (SetClass.OPEN, SetClass.OPEN_KAN, SetClass.OPEN_KAN, SetClass.CONCEALED_KAN)[code - MeldKind.PON]
        sets += 1 << digit + (SetClass.YAOCHUU if YAOCHUU_MASK >> kind & 1 else 0)
    closed = 0 if n_calls else Circumstance.CLOSED
    four = Circumstance.FOUR_CALLS if n_calls == 4 else 0
    return MeldSums(len(melds), runs, triplets, sets, n_concealed, n_kans, tiles | triplets, closed | four)


@cache
def completed_waits(runs: int, triplets: int, pair: int, win: int) -> tuple[int, ...]:
    """The waits that the winning kind can have completed in these concealed sets."""
    waits = []
    if win < 27 and runs:
        position = win % 9
        starts = runs >> 21 * (win // 9) & 0o7777777
        two_sided = edge = 0
        if position < 7 and starts >> 3 * position & 7:
            edge |= position == 6
            two_sided |= position != 6
        if position > 1 and starts >> 3 * (position - 2) & 7:
            edge |= position == 2
            two_sided |= position != 2
        if two_sided:
            waits.append(Wait.RYANMEN)
        if 0 < position < 8 and starts >> 3 * (position - 1) & 7:
            waits.append(Wait.KANCHAN)
        if edge:
            waits.append(Wait.PENCHAN)
    if triplets >> win & 1:
        waits.append(Wait.SHANPON)
    if pair >> win & 1:
        waits.append(Wait.TANKI)
    return tuple(waits)


def readings(
    keys: Sequence[int],
    melds: MeldSums,
    win: int,
    circumstances: int,
    seat_wind: int,
    round_wind: int,
    guest: int,
    n_reds: int,
) -> list[Features]:
    """All possible readings of a hand; empty if it is not a win.

    `keys` are the four suit keys of the concealed tiles with the winning tile of kind `win`; `guest` is the mask of
    winds that are yakuhai for everybody.
    """
    man, pin = _suit_in_place(keys[0], 0), _suit_in_place(keys[1], 1)
    sou, honors = _suit_in_place(keys[2], 2), _suit_in_place(keys[3], 3)
    concealed = man.tiles | pin.tiles | sou.tiles | honors.tiles
    n_tiles = man.n_tiles + pin.n_tiles + sou.n_tiles + honors.n_tiles
    tiles = concealed | melds.tiles
    classes = (
        (1 if tiles & MAN else 0)
        | (2 if tiles & PIN else 0)
        | (4 if tiles & SOU else 0)
        | (8 if tiles & WINDS else 0)
        | (16 if tiles & DRAGONS_MASK else 0)
    )
    gates = man.gates | pin.gates | sou.gates if n_tiles == 14 else 0
    circumstances |= melds.derived | (0 if seat_wind else Circumstance.DEALER)
    seat, round_ = 1 << 27 + seat_wind, 1 << 27 + round_wind
    rest = (tiles, classes, gates, 1 << win)
    end = (circumstances, seat, round_, DRAGONS_MASK | seat | round_ | guest, n_reds)
    found: list[Features] = []

    def add(
        form: int,
        *,
        wait: int = Wait.TANKI,
        runs: int = 0,
        triplets: int = 0,
        pair: int = 0,
        sets: int = 0,
        n_concealed: int = 0,
        n_kans: int = 0,
    ) -> None:
        found.append(Features(form, runs, triplets, pair, sets, n_concealed, n_kans, *rest, wait, *end))

    if n_tiles == 14:
        if man.pairs >= 0 and pin.pairs >= 0 and sou.pairs >= 0 and honors.pairs >= 0:
            pairs = man.pairs | pin.pairs | sou.pairs | honors.pairs
            fours = man.fours | pin.fours | sou.fours | honors.fours
            form = Form.PAIRS_WITH_FOUR if fours else Form.PAIRS
            add(form, pair=pairs)
        if concealed == YAOCHUU_MASK:
            add(Form.ORPHANS, pair=_doubled(keys))
    if n_tiles == 1 and circumstances & Circumstance.FOURTH_KAN and melds.n_kans == 4:
        add(
            Form.FOUR_KANS,
            wait=0,
            triplets=melds.triplets,
            sets=melds.sets,
            n_concealed=melds.n_concealed,
            n_kans=melds.n_kans,
        )

    tsumo = circumstances & Circumstance.TSUMO
    for z, s, p, m in product(honors.divisions, sou.divisions, pin.divisions, man.divisions):
        pair = m.pair | p.pair | s.pair | z.pair
        if pair.bit_count() != 1:
            continue
        runs = m.runs | p.runs | s.runs
        triplets = m.triplets | p.triplets | s.triplets | z.triplets
        n_triplets = triplets.bit_count()
        n_yaochuu = (triplets & YAOCHUU_MASK).bit_count()
        sets = melds.sets + (n_triplets - n_yaochuu << SetClass.CONCEALED)
        sets += n_yaochuu << SetClass.CONCEALED + SetClass.YAOCHUU
        completed = (m, p, s, z)[win // 9]
        for wait in completed_waits(completed.runs, completed.triplets, completed.pair, win):
            opened = wait == Wait.SHANPON and not tsumo
            add(
                Form.STANDARD,
                wait=wait,
                runs=runs + melds.runs,
                triplets=triplets | melds.triplets,
                pair=pair,
                sets=sets - _OPENED[win] if opened else sets,
                n_concealed=n_triplets + melds.n_concealed - opened,
                n_kans=melds.n_kans,
            )
    return found


def _doubled(keys: Sequence[int]) -> int:
    """Mask of the first kind held twice."""
    counts = [n for key in keys for n in counts_of_key(key)]
    return 1 << counts.index(2)


_OPENED: Final = tuple(
    (1 << SetClass.CONCEALED + shift) - (1 << SetClass.OPEN + shift)
    for kind in range(34)
    for shift in (SetClass.YAOCHUU if YAOCHUU_MASK >> kind & 1 else 0,)
)
"""Subtracted from `Features.sets` for a ron that completes the triplet of a kind."""
