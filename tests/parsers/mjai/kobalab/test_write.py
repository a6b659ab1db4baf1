"""What is written is read as the same columns; the notation is the program's."""

import json

import pytest

import mjlog
from mjlog.converting.convert import encode
from mjlog.formats import Source, parse
from tests.parsers.mjai.logs import RON, TSUMO, game, kyoku
from tests.parsers.mjai.logs import parse as parse_mjai
from tests.parsers.mjai.test_write import CALLS, DRAWN, SAID, discard, draw


def written(*events):
    (data,) = encode(parse_mjai(game(*kyoku(*events))).games, "kobalab")
    return json.loads(data)


def test_moves_are_spelled_as_the_program_spells_them():
    moves = written(*CALLS, DRAWN)["log"][0]
    texts = [next(iter(fields.values())) if name == "kaigang" else fields.get("m", fields.get("p"))
             for move in moves for name, fields in move.items()]  # fmt: skip
    assert texts[1:-1] == [
        "z5", "z5_", "z555+", "z4", "m2", "m2_", "m2222+", "z5", "z555+5", "m0", "s2", "m0_", "p1",
    ]  # fmt: skip
    assert [*moves[8]] == ["gangzimo"]
    assert moves[0]["qipai"]["shoupai"][3] == "m222p11z45566777"


def test_a_win_has_its_hand_claims_and_payments():
    win = written(draw(0, "F"), discard(0, "F", True), SAID)["log"][0][-1]["hule"]
    assert (win["l"], win["baojia"], win["defen"], win["fubaopai"]) == (3, 0, 12000, ["p1"])
    assert win["hupai"][0]["name"] == "立直"
    assert win["fenpei"] == [-12000, 0, 0, 12000]


@pytest.mark.parametrize("events", [TSUMO, RON])
def test_a_game_of_another_format_is_read_again(events):
    games = parse_mjai(game(*kyoku(*events))).games
    again = parse([Source("a.json", data) for data in encode(games, "kobalab")])
    assert again.failures == ()
    assert again.games.events.tile.tolist() == games.events.tile.tolist()
    assert again.games.wins.payments.tolist() == games.wins.payments.tolist()


def test_three_players_are_refused():
    with pytest.raises(mjlog.LogError, match="no form for three players"):
        encode(mjlog.simulate.games(1, seed=1, rules="tenhou-3p-east"), "kobalab")
