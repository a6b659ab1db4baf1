import base64
from collections import Counter
from dataclasses import replace

import pytest

from mjlog.errors import Fault, LogError
from mjlog.formats import Source
from mjlog.games.events import Ankan, Daiminkan, Discard, DoraIndicator, Draw, Kakan, Kita
from mjlog.wall.seed import HASHED_BASE64, walls
from mjlog.wall.table import Wall
from parsers.tenhou import xml

SEED = HASHED_BASE64 + base64.b64encode(bytes(range(1, 209)) * 12).decode()


def test_a_wall_holds_every_tile_once():
    for players, tiles in ((4, set(range(136))), (3, {*range(4), *range(32, 136)})):
        for wall in walls(SEED, range(players), players=players):
            dealt = [tile for hand in wall.hands for tile in hand]
            indicators = {*wall.dora_indicators, *wall.ura_indicators}
            assert len(dealt) == len(set(dealt)) == 13 * players
            assert set(dealt) | set(wall.draws) | set(wall.replacements) | indicators == tiles
            assert len(wall.draws) == (70 if players == 4 else 55)


def test_the_dealer_is_dealt_first():
    first, second = next(walls(SEED, [0])), next(walls(SEED, [1]))
    assert first.hands == (*second.hands[1:], second.hands[0])
    assert replace(first, hands=()) == replace(second, hands=())


def test_line_breaks_in_a_base64_seed_do_not_count():
    assert list(walls(SEED[:90] + "\n  " + SEED[90:], [0, 1])) == list(walls(SEED, [0, 1]))


@pytest.mark.parametrize(
    "seed",
    [
        "",
        "0.123",
        "mt19937ar,1,2",
        HASHED_BASE64 + "AAAA",
        HASHED_BASE64 + "é",
        "mt19937ar-sha512-n288,x",
        "mt19937ar,",
    ],
)
def test_other_seeds_are_refused(seed):
    with pytest.raises(LogError) as error:
        list(walls(seed, [0, 1]))
    assert error.value.fault is Fault.BAD_VALUE


@pytest.fixture(scope="module")
def genuine_games(shared):
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))
    return xml.parse([Source(path.name, path.read_bytes()) for path in paths]).games


def test_genuine_games_are_dealt_from_the_wall_that_their_dice_break(genuine_games):
    """The recorded hands are dealt by a wall on the table, broken by the recorded dice: so Tenhou shows it.

    `test_genuine_games_are_dealt_and_drawn_from_their_seed` compares all other tiles with the logs. The games do not
    show that the dice choose the tiles, and with Tenhou they do not: its shuffled tiles begin at the break (see
    `test_table.py`), so that any other throw breaks another wall with the same deal.
    """
    n_kyoku, throws = Counter(), Counter()
    for game in genuine_games:
        if game.seed is None:
            continue
        dealers = [kyoku.dealer for kyoku in game.kyoku]
        upside_down = game.players == 3 and not game.seed.startswith(HASHED_BASE64)  # the last indicators of 2009
        for kyoku, dealt in zip(game.kyoku, walls(game.seed, dealers, players=game.players), strict=True):
            table = Wall.of_deal(game.rules, kyoku.dealer, dealt, [kyoku.dice]).deal(kyoku.dice)
            assert table.hands == kyoku.hand_copies
            assert (table == dealt) == (not upside_down)
            other = replace(dealt, dice=(1, 1))
            assert (Wall.of_deal(game.rules, kyoku.dealer, other).deal((1, 1)) == other) == (not upside_down)
            n_kyoku[game.players] += 1
            throws[kyoku.dice] += 1
    assert n_kyoku[3] > 2_000
    assert n_kyoku[4] > 8_000
    assert len(throws) == 36


def test_genuine_games_are_dealt_and_drawn_from_their_seed(genuine_games):
    """Hands in their order, dice, all draws, replacements and indicators."""
    compared = 0
    for game in genuine_games:
        if game.seed is None:
            continue
        dealers = [kyoku.dealer for kyoku in game.kyoku]
        for kyoku, wall in zip(game.kyoku, walls(game.seed, dealers, players=game.players), strict=True):
            assert kyoku.hand_copies == wall.hands
            assert kyoku.dice == wall.dice
            drawn, replaced, indicators = tiles_of(kyoku)
            assert drawn == wall.draws[: len(drawn)]
            assert replaced == wall.replacements[: len(replaced)]
            assert indicators == wall.dora_indicators[: len(indicators)]
            for win in kyoku.wins:
                ura = tuple(copy // 4 for copy in wall.ura_indicators[: len(win.ura_indicators)])
                assert tuple({34: 4, 35: 13, 36: 22}.get(tile, tile) for tile in win.ura_indicators) == ura
            compared += len(drawn)
    assert compared > 500_000


def tiles_of(kyoku):
    """Draws from the live wall, replacements and dora indicators of a kyoku, as copies."""
    drawn, replaced, indicators = [], [], [kyoku.dora_indicator_copy]
    owed = False
    for event in kyoku.events:
        match event:
            case Draw():
                (replaced if owed else drawn).append(event.copy)
                owed = False
            case Ankan() | Kakan() | Daiminkan() | Kita():
                owed = True
            case DoraIndicator():
                indicators.append(event.copy)
            case Discard():
                owed = False
    return tuple(drawn), tuple(replaced), tuple(indicators)
