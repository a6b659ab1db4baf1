"""Riichi near the end of the wall, and draws that Tenhou's JSON names by who is tenpai, as a log has them."""

import pytest

from mjlog.auditing.run import audit
from mjlog.tiles import N_COPIES, NAMES, tile_of_copy
from tests.parsers.mjai.logs import discard, draw, event, game, kyoku, only, tiles_named
from tests.parsers.tenhou.json import logs as of_json

HANDS = [
    tiles_named(hand)
    for hand in (
        "1m 4m 8m 1p 5p 8p 1s 5s E S W N P",
        "2m 3m 4m 5m 6m 7m 2p 3p 4p 9p 9p 4s 5s",
        "2s 3s 4s 6s 7s 8s 6p 7p 8p 1m 1m 7m 8m",
        "1m 4m 8m 1p 5p 8p 1s 5s E S W N P",
    )
]
"""Seats 1 and 2 wait in their first turn and to the end."""


def rest():
    """The tiles that nobody was dealt; those that complete a hand stay in the dead wall."""
    left = [NAMES[tile_of_copy(copy, red=False)].mjai for copy in range(N_COPIES)]
    for tile in (tile for hand in HANDS for tile in hand):
        left.remove(tile)
    return sorted(left, key=lambda tile: tile in ("3s", "6s", "6m", "9m", "9s"))


def drawn_out(n_before):
    """A kyoku of seventy turns without a call; the seat whose turn follows `n_before` others declares riichi in it."""
    events = []
    for n, tile in enumerate(rest()[:70]):
        turn = [draw(n % 4, tile), discard(n % 4, tile, True)]
        if n == n_before:
            turn[1:1] = [event("reach", actor=n % 4)]
            turn.append(event("reach_accepted", actor=n % 4))
        events += turn
    tenpais = [False, True, True, False]
    shown = [hand if tenpai else ["?"] * 13 for hand, tenpai in zip(HANDS, tenpais, strict=True)]
    deltas = [-1500, 1500, 1500, -1500]
    events.append(event("ryukyoku", reason="fanpai", tenpais=tenpais, tehais=shown, deltas=deltas))
    return only(game(*kyoku(*events, hands=HANDS))).games


@pytest.mark.parametrize(("n_before", "codes"), [(61, []), (65, []), (66, ["riichi-condition"])])
def test_riichi_needs_four_live_tiles(n_before, codes):
    assert [str(finding.code) for finding in audit(drawn_out(n_before)).findings] == codes


WAITING = [*range(11, 20), 21, 22, 23, 24]
NOT_WAITING = [11, 14, 17, 22, 25, 28, 33, 36, 39, 41, 42, 43, 44]


@pytest.mark.parametrize("word", ["全員聴牌", "全員不聴"])
@pytest.mark.parametrize("payments", [[], [[0, 0, 0, 0]]])
@pytest.mark.parametrize("n_tenpai", [0, 1, 4])
def test_a_word_that_says_who_is_tenpai_is_compared_with_the_hands(word, payments, n_tenpai):
    hands = {seat: WAITING if seat < n_tenpai else NOT_WAITING for seat in range(4)}
    entries = of_json.kyoku(([45], [60]), result=[word, *payments], hands=hands)
    games = of_json.games_of(of_json.game(entries))
    assert games.draws.payments[0].tolist() == [0] * 4
    findings = [finding for finding in audit(games).findings if str(finding.code) == "tenpai-claim"]
    assert bool(findings) == (n_tenpai != {"全員聴牌": 4, "全員不聴": 0}[word])
