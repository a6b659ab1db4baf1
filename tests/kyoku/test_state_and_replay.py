"""The compiled replay and the plain state machine agree after every event of genuine games."""

from mjlog.formats import Source
from mjlog.games.events import Discard, DoraIndicator, Kakan, Kita, Left, Returned
from mjlog.kyoku.tenpai import kinds_of
from mjlog.replay import replay
from mjlog.rules.readings import key_of_counts
from parsers.tenhou import xml
from tests.judged import dealt


def mask(flags):
    return sum(bool(flag) << place for place, flag in enumerate(flags))


def keys_of(tiles):
    kinds = kinds_of(tiles)
    counts = [kinds.count(kind) for kind in range(34)]
    return [key_of_counts(counts[first : first + 9]) for first in (0, 9, 18, 27)]


def waits(seat):
    """Kinds waited on, without those the hand holds all four of: they are no tenpai at Tenhou."""
    kinds = kinds_of(seat.hand)
    return sum(1 << kind for kind in seat.waits if kinds.count(kind) < 4)


def test_every_state_of_genuine_games_is_the_same(shared):
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::70]
    games = xml.parse([Source(path.name, path.read_bytes()) for path in paths]).games
    told = replay(games, states=True).states
    columns = {name: getattr(told, name).tolist() for name in told._fields}
    row = 0
    for game in games:
        for kyoku in game.kyoku:
            state = dealt(game, kyoku)
            for event in kyoku.events:
                state.take(event)
                if not isinstance(event, Left | Returned):
                    plain = described(state, event)
                    fast = {name: columns[name][row] for name in plain}
                    if "furiten" in fast:
                        fast["furiten"] = mask(fast["furiten"]) & ~(1 << event.seat)
                    assert fast == plain, (game.source, kyoku.name, event)
                row += 1
    assert row == len(told.live)


def described(state, event):
    """The columns of `States` as the plain machine has them, each where it means something.

    Furiten, for whatever reason, matters to others when a tile is offered, waits once the hand is at rest. The replay
    lets ippatsu begin with the declaration, the plain machine with the stick: nobody can win between them.
    """
    seats = state.seats
    here = {
        "live": state.n_live,
        "riichi": mask(seat.riichi_accepted for seat in seats),
        "ippatsu": mask(seat.ippatsu or state.riichi_due == number for number, seat in enumerate(seats)),
        "first_turn": state.uninterrupted,
        "indicators": len(state.indicators),
    }
    if isinstance(event, DoraIndicator):
        return here
    acting = seats[event.seat]
    here |= {"keys": keys_of(acting.hand), "n_melds": len(acting.sets), "turn": len(acting.river)}
    if isinstance(event, Discard | Kakan | Kita):
        here["furiten"] = mask(seat.furiten for seat in seats) & ~(1 << event.seat)
    if isinstance(event, Discard):
        here["waits"] = waits(acting)
    return here
