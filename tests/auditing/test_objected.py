"""Every genuine file of JSON, mjai and Mahjong Soul the audit objects to, with the proof that the log breaks a rule.

Proofs do not ask the audit: they look at the log by the slow state of one table, or count tiles.
"""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from mjlog.auditing.run import audit
from mjlog.display.state import state_before
from mjlog.formats import LogWarning, read
from mjlog.games.batch import Games, GameView
from mjlog.games.columns import Result
from mjlog.games.events import Draw, Riichi
from mjlog.kyoku.legality import Illegal, breaches, draws
from mjlog.tiles import DORA_OF, KIND_OF_TILE


class Objection(NamedTuple):
    """What is found in a file, and what shows that it is so."""

    codes: set[str]
    proof: Callable[[GameView], bool]


def noten_at_the_draw(game):
    """全員聴牌 (all are tenpai), though the hand of seat 0 waits for nothing."""
    (kyoku,) = game.kyoku
    return kyoku.draw.revealed == (True,) * 4 and not state_before(kyoku).seats[0].waits


def noten_riichi(game):
    """Riichi on a hand that no discard leaves tenpai, and East 1 begins with a stick."""
    (kyoku,) = game.kyoku
    place = next(n for n, event in enumerate(kyoku.events) if isinstance(event, Riichi))
    found = {broken.kind for broken in breaches(state_before(kyoku, place), kyoku.events[place])}
    return found == {Illegal.RIICHI_NOTEN} and kyoku.name == "E1-0" and kyoku.sticks == 1


def no_winning_hand(game):
    (kyoku,) = game.kyoku
    (win,) = kyoku.wins
    return KIND_OF_TILE[win.tile] not in state_before(kyoku).seats[win.winner].waits and not win.yaku


def stick_kept_from_the_winner(game):
    """A riichi is accepted, and the winner's gain is what the loser pays."""
    kyoku = game.kyoku[0]
    (win,) = [win for view in game.kyoku for win in view.wins if view.row == kyoku.row]
    return state_before(kyoku).sticks > 0 and sum(win.payments) == 0


def miscounted_dora(game):
    """Dora or ura are counted that the indicators do not make, or not counted that they do."""
    (kyoku,) = game.kyoku
    (win,) = kyoku.wins
    held = [*win.hand, *(tile for call in win.calls for tile in call.tiles)]
    claimed = {yaku.key: yaku.han for yaku in win.yaku}

    def made(indicators):
        return sum(KIND_OF_TILE[tile] == DORA_OF[4][KIND_OF_TILE[one]] for one in indicators for tile in held)

    counted = (claimed.get("dora", 0), claimed.get("ura_dora", 0))
    return counted != (made(win.dora_indicators), made(win.ura_indicators)) and not claimed.get("red_dora")


def east_for_the_seat_wind(game):
    """A triplet of east of seat 2 in east 3 is listed as the seat wind of the dealer, and it is not one."""
    (kyoku,) = game.kyoku
    (win,) = kyoku.wins
    winds = {KIND_OF_TILE[tile] for call in win.calls for tile in call.tiles} | {KIND_OF_TILE[t] for t in win.hand}
    own = 27 + (win.winner - kyoku.dealer) % 4
    return "seat_wind" in {yaku.key for yaku in win.yaku} and own not in winds


def single_points_for_a_win(game):
    """A program that counts a win as few points, needs no yaku, and stops in east 4."""
    return len(game.kyoku) == 4 and max(max(map(abs, win.payments)) for k in game.kyoku for win in k.wins) < 100


def plays_on_after_four_riichi(game):
    (kyoku,) = game.kyoku
    return any(
        Result.SUUCHA_RIICHI in draws(state_before(kyoku, n))
        for n, event in enumerate(kyoku.events)
        if isinstance(event, Draw)
    )


def houtei_with_a_tile_left(game):
    """The 69th draw is discarded and won: the 70th is still to come."""
    (kyoku,) = game.kyoku
    (win,) = kyoku.wins
    n_draws = sum(isinstance(event, Draw) for event in kyoku.events)
    return n_draws == 69 and state_before(kyoku).n_live == 1 and "houtei" in {yaku.key for yaku in win.yaku}


def seat_0_always_begins(game):
    """The first draw of every kyoku is of seat 0, while the dealers are 0, 1, 2, 3 and 3."""
    begins = [next(event.seat for event in kyoku.events if isinstance(event, Draw)) for kyoku in game.kyoku]
    return begins == [0] * 5 and [kyoku.dealer for kyoku in game.kyoku] == [0, 1, 2, 3, 3]


def stick_kept_at_the_end(game):
    """The riichi of the last kyoku goes to nobody; the final points have it."""
    kyoku = game.kyoku[-1]
    (win,) = kyoku.wins
    after = [before + paid for before, paid in zip(win.points_before, win.payments, strict=True)]
    return state_before(kyoku).sticks == 1 and sum(game.final_points) == 105_000 == sum(after) + 1_000


def every_wind_twelve_times(game):
    """The wall of the room was made for it: all four hands hold three of each wind."""
    (kyoku,) = game.kyoku
    held = [KIND_OF_TILE[tile] for hand in kyoku.hands for tile in hand]
    return all(held.count(wind) == 12 for wind in range(27, 31))


OBJECTED = {
    "tenhou_json": {
        "handmade-0e8c8948.json": Objection({"tenpai-claim"}, noten_at_the_draw),
        "handmade-80c8c188.json": Objection({"sticks", "riichi-condition"}, noten_riichi),
        "real-073ab9c9.json": Objection({"not-a-win", "pao", "win-impossible"}, no_winning_hand),
        "real-0f0a9341.json": Objection({"payment"}, stick_kept_from_the_winner),
        "real-fe4db4b3.json": Objection({"payment"}, stick_kept_at_the_end),
        "pro-d109376e.json": Objection({"yaku"}, east_for_the_seat_wind),
        "pro-26a65df0.json": Objection({"dora", "han", "value", "payment"}, miscounted_dora),
        "pro-422f9596.json": Objection({"dora", "han", "value", "payment"}, miscounted_dora),
        "pro-5d8189bf.json": Objection({"dora", "ura-dora"}, miscounted_dora),
        "pro-9910fed2.json": Objection({"dora", "ura-dora"}, miscounted_dora),
    },
    "mjai": {
        "bot-05919d7c.mjson": Objection({"draw-condition"}, plays_on_after_four_riichi),
        "bot-7512c95d.mjson": Objection({"draw-condition"}, plays_on_after_four_riichi),
        "bot-83d20793.mjson": Objection({"draw-condition"}, plays_on_after_four_riichi),
        "bot-218f0da5.mjson": Objection({"yaku", "han", "value", "payment"}, houtei_with_a_tile_left),
        "bot-8a9633a8.mjson": Objection({"no-yaku", "game-ends-early"}, single_points_for_a_win),
        "bot-a72fba8d.mjson": Objection({"out-of-turn"}, seat_0_always_begins),
    },
    "majsoul": {
        "friend-room-custom-rules-open-hand.json": Objection({"tile-twice"}, every_wind_twelve_times),
    },
}


@pytest.fixture(scope="module", params=sorted(OBJECTED))
def folder(request, shared: Path) -> tuple[str, Games]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LogWarning)  # some are refused; see the tests of the parsers
        return request.param, read(shared / "replays" / request.param)


def test_the_audit_objects_to_these_and_to_nothing_else(folder):
    name, games = folder
    found: dict[str, set[str]] = {}
    for finding in audit(games).findings:
        found.setdefault(Path(games.games.source[finding.game]).name, set()).add(str(finding.code))
    assert found == {file: objection.codes for file, objection in OBJECTED[name].items()}


def test_each_objection_is_right(folder):
    name, games = folder
    files = [Path(source).name for source in games.games.source]
    for file, objection in OBJECTED[name].items():
        game = games.select(np.array([files.index(file)]))[0]
        assert objection.proof(game), file
