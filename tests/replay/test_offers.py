"""Possible acts of the compiled replay are the legal actions of the plain state machine, with their shanten."""

import gzip
from copy import deepcopy
from pathlib import Path

from mjlog.formats import Source
from mjlog.games.columns import EventKind
from mjlog.games.events import Ankan, Chi, Daiminkan, Discard, Draw, Kakan, Kita, Pon, Riichi, RiichiAccepted
from mjlog.kyoku.legality import actions
from mjlog.kyoku.seat import remove
from mjlog.kyoku.tenpai import kinds_of
from mjlog.replay import offers
from mjlog.rules.shanten import shanten
from parsers.tenhou import xml
from tests.judged import dealt

DATA = Path(__file__).resolve().parents[2] / "data" / "games"
ACTS = {act: EventKind[act.__name__.upper()] for act in (Chi, Pon, Daiminkan, Ankan, Kakan, Kita, Riichi)}


def shanten_after(state, act):
    """The least shanten that the act and a discard leave."""
    seat = state.seats[act.seat]
    hand, n_sets = list(seat.hand), len(seat.sets)
    match act:
        case Riichi():
            return 0
        case Kakan():
            used = act.tiles[:1]
        case Kita():
            used = (act.tile,)
        case Ankan():
            used, n_sets = act.tiles, n_sets + 1
        case _:
            used, n_sets = act.tiles[1:], n_sets + 1
    remove(hand, list(used))
    return max(shanten(kinds_of(hand), n_sets, players=state.players).best, 0)


def plain_offers(games):
    """(row of the event, seat, act) → the least shanten after it."""
    possible, row = {}, 0
    for game in games:
        for kyoku in game.kyoku:
            state = dealt(game, kyoku)
            for event in kyoku.events:
                state.take(event)
                if isinstance(event, Draw | Discard):
                    seats = [event.seat] if isinstance(event, Draw) else range(state.players)
                    for act in (act for seat in seats for act in acts_of(state, seat)):
                        key, left = (row, act.seat, ACTS[type(act)]), shanten_after(state, act)
                        first = possible.setdefault(key, left)
                        if isinstance(act, Chi):
                            possible[key] = min(first, left)
                row += 1
    return possible


def acts_of(state, seat):
    """The legal acts once the declaration tile has passed, if it is one."""
    if state.riichi_due is not None:
        state = deepcopy(state)
        state.take(RiichiAccepted(state.riichi_due))
    return [act for act in actions(state, seat) if type(act) in ACTS]


def games_of(paths):
    logs = {path.name: path.read_bytes() for path in paths}
    packed = (Source(name, gzip.decompress(log) if name.endswith(".mjlog") else log) for name, log in logs.items())
    return xml.parse(list(packed)).games


def compare(games):
    found = offers(games)
    keys = zip(*(column.tolist() for column in (found.event, found.seat, found.act)), strict=True)
    fast = dict(zip(keys, found.shanten.tolist(), strict=True))
    plain = plain_offers(games)
    assert set(fast) == set(plain)
    assert fast == plain
    return {act for _, _, act in fast}


def test_offers_of_the_samples_are_the_legal_actions():
    assert {EventKind.CHI, EventKind.PON, EventKind.RIICHI} <= compare(games_of(sorted(DATA.glob("*.mjlog"))[::4]))


def test_offers_of_genuine_games_are_the_legal_actions(shared):
    acts = compare(games_of(sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::100]))
    assert acts == set(ACTS.values())
