"""The reader's schema against the fields of the client, and records by these fields with each field left out once."""

import copy

import numpy as np
import pytest
from google.protobuf import json_format

from mjlog.errors import Fault
from mjlog.games.columns import ABSENT
from parsers.majsoul import schema, vocab
from tests.parsers.majsoul import client_fields, made
from tests.parsers.majsoul.test_same_game import files, games  # noqa: F401  (fixtures)

GROUPS = ("games", "seats", "kyoku", "events", "calls", "wins", "yaku", "draws")
ZERO_IS_A_VALUE = {
    "NewRound.chang": {"games.final_points", "games.final_scores", "games.complete", "kyoku.wind"},
    "NewRound.ben": {"kyoku.honba", "wins.honba", "draws.honba"},
    "NewRound.liqibang": {"kyoku.sticks", "wins.sticks", "draws.sticks"},
    "DiscardTile.moqie": {"events.tsumogiri"},
    "NoTile.players.tingpai": {"draws.revealed"},
    "NoTile.liujumanguan": {"kyoku.result"},
    "RecordGame.accounts.level.score": {"games.extra"},
    "RecordGame.result.players.part_point_1": {"games.final_points"},
    "RecordGame.result.players.total_point": {"games.final_scores"},
}
"""Fields whose 0 or false protobuf leaves out too, and the columns that then have it."""
TIME_OF_INDICATOR = {f"events.{column}" for column in ("kind", "seat", "tile", "tsumogiri")}
"""What changes with the place of an indicator, which the next record turns as well."""


def message(name, fields):
    """A message by the fields of the client, which must know all of them."""
    return json_format.ParseDict(fields, client_fields.classes()[name]())


def answer(head, records):
    """The bytes of `ResGameRecord`, by the fields of the client."""
    classes = client_fields.classes()
    details = classes["GameDetailRecords"](version=210715)
    for name, fields in records:
        data = message(f"Record{name}", fields).SerializeToString()
        wrapped = classes["Wrapper"](name=f".lq.Record{name}", data=data)
        details.actions.add(passed=5, type=1, result=wrapped.SerializeToString())
    inner = classes["Wrapper"](name=".lq.GameDetailRecords", data=details.SerializeToString())
    return classes["ResGameRecord"](
        data=inner.SerializeToString(), head=message("RecordGame", head)
    ).SerializeToString()


@pytest.mark.parametrize("name", list(schema.MESSAGES))
def test_every_field_of_the_schema_is_one_of_the_client(name):
    assert set(schema.fields_of(name)) <= set(client_fields.fields(name))


def test_the_schema_has_every_option_that_makes_another_game():
    assert set(vocab.EVENT_MODES) <= {name for name, *_ in schema.fields_of("GameDetailRule")}


@pytest.mark.parametrize("switch", list(vocab.EVENT_MODES))
def test_an_event_mode_is_refused_in_bytes_too(files, switch):  # noqa: F811
    head, records = files[0]
    value = [1] if switch == "amusement_switches" else 1
    config = {"category": 1, "mode": {"mode": 2, "detail_rule": {switch: value}}}
    [(_, _, error)] = made.parsed(answer(head | {"config": config}, records)).failures
    assert error.fault == Fault.BAD_RULES
    assert switch in error.message


def test_bytes_by_the_fields_of_the_client_are_the_same_games(files):  # noqa: F811
    by_client = made.parsed(*(answer(head, records) for head, records in files))
    ours = made.parsed(*(made.answer(head, records) for head, records in files))
    assert by_client.failures == ours.failures == ()
    assert changed(ours.games, by_client.games) == set()


# -- each field left out once


def paths(value, place=()):
    """The place of every field in a message, inner messages included."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*place, key)
            yield from paths(inner, (*place, key))
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for n, inner in enumerate(value):
            yield from paths(inner, (*place, n))


def without(value, path):
    cut = inner = copy.deepcopy(value)
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return cut


def kyoku_of(records):
    """The records of each kyoku, without the values that protobuf leaves out."""
    kyoku = []
    for name, fields in records:
        if name == "NewRound":
            kyoku.append([])
        kyoku[-1].append((name, made.without_zeros(fields)))
    return kyoku


def changed(before, after):
    """Columns with a value that is neither as before nor absent."""
    found = set()
    for group in GROUPS:
        old, new = getattr(before, group), getattr(after, group)
        for name, x, y in zip(old._fields, old, new, strict=True):
            if x.shape != y.shape or not (_same(x, y) | _absent(y)).all():
                found.add(f"{group}.{name}")
    return found


def _same(x, y):
    return (x == y) | ((x != x) & (y != y))


def _absent(column):
    if column.dtype == object:
        return np.equal(column, None)
    return (column != column) if column.dtype.kind in "fM" else (column == ABSENT) & (column.dtype != np.bool_)


@pytest.fixture(scope="module")
def shortened(files):  # noqa: F811
    """Each field by its path, with the records of a kyoku (whole, and without it) and their heads."""
    first = {}
    for head, records in files:
        head = made.without_zeros(head)
        for kyoku in kyoku_of(records):
            for n, (name, fields) in enumerate(kyoku):
                for path in paths(fields):
                    key = ".".join((name, *(step for step in path if isinstance(step, str))))
                    cut = [*kyoku[:n], (name, without(fields, path)), *kyoku[n + 1 :]]
                    first.setdefault(key, ((head, kyoku), (head, cut)))
    head, records = made.without_zeros(files[0][0]), kyoku_of(files[0][1])
    whole = [record for kyoku in records for record in kyoku]
    for path in paths(head):
        key = ".".join(("RecordGame", *(step for step in path if isinstance(step, str))))
        first[key] = ((head, whole), (without(head, path), whole))
    return first


def test_a_field_left_out_is_absent_or_a_failure(shortened):
    wrong = {}
    for key, (before, after) in shortened.items():
        whole, cut = made.parsed(answer(*before)), made.parsed(answer(*after))
        assert whole.failures == ()
        allowed = ZERO_IS_A_VALUE.get(key, set())
        if key.endswith(".doras"):
            allowed = TIME_OF_INDICATOR
        elif key == "Hule.hules.fans":  # no yaku, and no claim about them
            allowed = {"wins.lists_yaku", *(f"yaku.{column}" for column in whole.games.yaku._fields)}
        elif key in ("RecordGame.accounts.level", "RecordGame.accounts.level.id"):
            allowed = {"games.extra"}  # where null is the rank of the seat
        elif key in ("RecordGame.result", "RecordGame.result.players", "RecordGame.result.players.seat"):
            allowed = {"games.complete"}
        if not cut.failures and (found := changed(whole.games, cut.games) - allowed):
            wrong[key] = found
    assert wrong == {}
    assert set(ZERO_IS_A_VALUE) <= set(shortened)
    assert len(shortened) > 75
