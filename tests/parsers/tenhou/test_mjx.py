"""mjx's states: games of Tenhou's XML written as states and read back, and states that cannot be read."""

import json
import warnings
from pathlib import Path

import numpy as np
import pytest

import mjlog
from mjlog.errors import Fault
from mjlog.formats import LogWarning, Source, formats
from mjlog.games.batch import runs
from mjlog.games.columns import ABSENT, EventKind, Result
from parsers.tenhou import mjx
from tests.parsers.tenhou import mjx_states
from tests.parsers.tenhou.xml.logs import differences

SAMPLES = Path(__file__).resolve().parents[3] / "data"
LEFT_OUT = (
    *(name.split(".")[1] for name in mjx.FORMAT.unrecorded),
    *("source", "id", "platform", "room", "vendor_type", "rules", "started", "fu", "names_pao"),
)


def parsed(*files):
    return mjx.parse([Source(f"{n}.json", file) for n, file in enumerate(files)])


@pytest.fixture(scope="module")
def games():
    """Whole games of Tenhou's XML that are hanchan of four players without disconnections."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LogWarning)  # some samples are broken on purpose
        games = mjlog.read(SAMPLES / "games", SAMPLES / "traps")
    left = runs(games.kyoku_start)[runs(games.event_start)[games.events.kind >= EventKind.LEFT]]
    fits = games.games.complete & (games.games.players == 4) & (games.games.final_points[:, 0] != ABSENT)
    fits &= games.games.final_chips[:, 0] == ABSENT
    fits &= games.kyoku.hand_copies[games.kyoku_start[:-1], 0, 0] != ABSENT
    return games.select(np.setdiff1d(np.flatnonzero(fits), left))


@pytest.fixture(scope="module")
def files(games):
    return [mjx_states.file_of(games, game) for game in range(len(games))]


def test_states_are_the_same_games(games, files):
    back = parsed(*files)
    assert [str(error) for *_, error in back.failures] == []
    assert set(differences(games, back.games, LEFT_OUT)) <= {"rule_sets"}
    yakuman = np.isin(
        np.arange(len(games.wins.fu)), np.flatnonzero(np.add.reduceat(games.yaku.han == ABSENT, games.yaku_start[:-1]))
    )
    expected = np.where(yakuman | (games.wins.fu == 0), ABSENT, games.wins.fu)
    np.testing.assert_array_equal(back.games.wins.fu, expected)
    assert set(back.games.games.platform) == {"mjx"}
    assert back.games.games.id.tolist() == [f"game-{game}" for game in range(len(games))]
    assert (back.games.wins.limit == ABSENT).all()
    assert not back.games.wins.names_pao.any()
    assert {Result.WIN, Result.EXHAUSTIVE_DRAW} <= set(games.kyoku.result.tolist())


def test_games_in_one_file_are_told_apart(files):
    back = parsed(files[0] + files[1])
    assert len(back.games) == 2
    assert back.source_of_game.tolist() == [0, 0]
    assert back.games.games.source.tolist() == ["0.json#1", "0.json#2"]


@pytest.mark.parametrize("form", [lambda states: states, lambda states: {"states": states}])
def test_states_may_be_a_list(files, form):
    states = [json.loads(line) for line in files[0].splitlines()]
    back = parsed(json.dumps(form(states), indent=1).encode())
    assert back.failures == ()
    assert differences(parsed(files[0]).games, back.games) == []


def test_one_state_may_have_lines_and_no_names(files):
    state = json.loads(files[0].splitlines()[0])
    state["publicObservation"]["playerIds"] = None
    back = parsed(json.dumps(state, indent=1).encode())
    assert (len(back.games.kyoku.wind), back.games.seats.name.tolist()) == (1, [[None] * 4])


def test_types_may_be_numbers(files):
    numbers = {f"EVENT_TYPE_{name}": n for n, name in enumerate(mjx._EVENTS) if name}
    states = [json.loads(line) for line in files[0].splitlines()]
    for state in states:
        for event in state["publicObservation"]["events"]:
            if "type" in event:
                event["type"] = numbers[event["type"]]
    back = parsed("\n".join(map(json.dumps, states)).encode())
    assert back.failures == ()
    assert differences(parsed(files[0]).games, back.games) == []


def test_a_file_of_states_is_recognised(files):
    source = Source("a.json", files[0])
    assert [name for name, known in formats().items() if known.recognises(source)] == ["mjx"]


def changed(file, change, line=1):
    states = [json.loads(text) for text in file.splitlines()]
    change(states[line])
    return "\n".join(map(json.dumps, states)).encode()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda state: state.pop("roundTerminal"), Fault.BAD_ORDER),
        (lambda state: state.pop("privateObservations"), Fault.MISSING_VALUE),
        (lambda state: state["privateObservations"].pop(), Fault.MISSING_VALUE),
        (lambda state: state["privateObservations"][0].pop("draws"), Fault.MISSING_VALUE),
        (lambda state: state["publicObservation"].pop("doraIndicators"), Fault.MISSING_VALUE),
        (lambda state: state["publicObservation"].pop("initScore"), Fault.MISSING_VALUE),
        (lambda state: state["publicObservation"]["initScore"].pop("tens"), Fault.BAD_VALUE),
        (lambda state: state["publicObservation"]["initScore"].update(round="0"), Fault.BAD_VALUE),
        (lambda state: state["publicObservation"]["initScore"].update(honba=-1), Fault.BAD_VALUE),
        (lambda state: state["publicObservation"]["events"].append({"type": "EVENT_TYPE_KITA"}), Fault.UNKNOWN_TAG),
        (lambda state: state["publicObservation"]["events"][0].update(who=4), Fault.BAD_VALUE),
    ],
)
def test_a_state_that_cannot_be_read_ends_the_game_there(files, change, fault):
    back = parsed(changed(files[0], change))
    [(_, _, error)] = back.failures
    assert (error.fault, error.where.kyoku) == (fault, 1)
    assert len(back.games.kyoku.wind) == 1
    assert not back.games.games.complete[0]


def test_a_file_that_is_cut_keeps_its_kyoku(files):
    back = parsed(files[0][:-500])
    [(_, game_id, error)] = back.failures
    assert (error.fault, game_id) == (Fault.TRUNCATED, "game-0")
    assert len(back.games.kyoku.wind) == files[0].count(b"\n") - 1


def hide(state, *kept):
    """Leave out the private values of all players but seat 1."""
    state["privateObservations"] = [
        one if one.get("who") == 1 else {"who": seat, **{name: one[name] for name in kept}}
        for seat, one in enumerate(state["privateObservations"])
    ]


@pytest.mark.parametrize(
    "change",
    [
        hide,
        lambda state: hide(state, "initHand"),
        lambda state: state.update(privateObservations=state["privateObservations"][1:2]),
    ],
)
def test_states_with_the_tiles_of_one_player_are_refused_with_what_to_save(files, change):
    [(_, _, error)] = parsed(changed(files[0], change, line=0)).failures
    assert (error.fault, error.where.kyoku) == (Fault.MISSING_VALUE, 0)
    assert "the view of one player is not read, save the states" in error.message
