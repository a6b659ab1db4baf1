"""Random winning hands with circumstances that do not contradict each other."""

from random import Random

from mjlog.rules.hand import Hand, Meld
from mjlog.rules.readings import Circumstance as C  # noqa: N817  # short, for the sake of the lines below
from mjlog.tiles import RED_FIVES

FIVES = (4, 13, 22)


def random_hand(random: Random) -> Hand:
    """A hand of four sets and a pair (sometimes seven pairs or kokushi), drawn towards few suits and many calls."""
    while True:
        kinds, melds = _shape(random)
        if all((kinds + [k for meld in melds for k in meld.tiles]).count(kind) <= 4 for kind in range(34)):
            break
    closed = all(meld.kind == "ankan" for meld in melds)
    tiles = _with_reds(random, kinds)
    circumstances = random.choice((0, C.TSUMO))
    if closed and random.random() < 0.4:
        circumstances |= random.choice((C.RIICHI, C.RIICHI, C.DOUBLE_RIICHI))
        circumstances |= random.choice((0, 0, C.IPPATSU)) | random.choice((0, 0, C.OPEN_RIICHI))
    by_tsumo = (C.LAST_TILE,) if circumstances & C.IPPATSU else (C.LAST_TILE, C.RINSHAN, C.RINSHAN)
    by_ron = (C.LAST_TILE, C.CHANKAN, C.RIICHI_TILE, C.AFTER_KAN, C.LOSER_IN_RIICHI, C.PAARENCHAN)
    if random.random() < 0.25:
        circumstances |= random.choice(by_tsumo if circumstances & C.TSUMO else by_ron)
    seat = random.randrange(4)
    first_turn = not melds and circumstances in (0, C.TSUMO) and (seat or circumstances)
    if first_turn and random.random() < 0.1:
        circumstances |= C.FIRST_TURN
    return Hand(
        concealed=tuple(tiles),
        tile=random.choice(tiles),
        melds=tuple(melds),
        circumstances=circumstances,
        seat_wind=seat,
        round_wind=random.randrange(2),
        dora=tuple(random.sample(range(34), random.choice((0, 1, 1, 2)))),
        honba=random.randrange(7),
    )


def _shape(random: Random) -> tuple[list[int], list[Meld]]:
    """Concealed kinds and melds of a winning hand; perhaps with a fifth tile of a kind."""
    style = random.random()
    if style < 0.04:
        return [kind for kind in random.sample(range(34), 7) for _ in range(2)], []
    if style < 0.05:
        orphans = [0, 8, 9, 17, 18, 26, *range(27, 34)]
        return [*orphans, random.choice(orphans)], []
    suits = random.sample(range(3), random.choice((1, 2, 3, 3)))
    yaochuu, honors = random.random() < 0.15, random.random() < 0.6
    triplets = random.choice((0.1, 0.3, 0.9))
    kinds: list[int] = []
    melds: list[Meld] = []
    call = random.choice((0, 0, 0.3, 0.8))
    for _ in range(4):
        suit = 9 * random.choice(suits)
        if random.random() < triplets:
            number = random.choice((0, 8)) if yaochuu else random.randrange(9)
            kind = random.randrange(27, 34) if honors and random.random() < 0.5 else suit + number
            if random.random() < call:
                name = random.choice(("pon", "pon", "daiminkan", "kakan", "ankan"))
                melds.append(Meld(name, (kind,) * (3 if name == "pon" else 4)))  # type: ignore[arg-type]  # a literal
            else:
                kinds += [kind] * 3
        else:
            start = suit + (random.choice((0, 6)) if yaochuu else random.randrange(7))
            run = [start, start + 1, start + 2]
            if random.random() < call:
                melds.append(Meld("chi", tuple(run)))
            else:
                kinds += run
    in_honors = honors and random.random() < 0.4
    pair = random.randrange(27, 34) if in_honors else 9 * random.choice(suits) + random.randrange(9)
    return [*kinds, pair, pair], melds


def _with_reds(random: Random, kinds: list[int]) -> list[int]:
    tiles = list(kinds)
    for red, five in zip(RED_FIVES, FIVES, strict=True):
        if five in tiles and random.random() < 0.25:
            tiles[tiles.index(five)] = red
    return tiles
