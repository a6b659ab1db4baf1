"""All genuine mjai logs, and genuine games of another format taken through mjai."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import orjson
import pytest

from mjlog.auditing.run import audit
from mjlog.converting.convert import encode
from mjlog.errors import Fault
from mjlog.formats import Source, parse
from mjlog.games.batch import Games, offsets, runs
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.games.digest import content_digests
from parsers.mjai import read, write
from tests.parsers.mjai.test_write import differences

TOLD = (
    ["games.players", "games.complete", "seats.name"]
    + [f"kyoku.{name}" for name in ("wind", "number", "honba", "sticks", "dealer", "points", "hands")]
    + ["kyoku.dora_indicator", "kyoku.result"]
    + [f"events.{name}" for name in ("kind", "seat", "from_seat", "tile", "tsumogiri")]
    + [f"calls.{name}" for name in ("kind", "seat", "from_seat", "tiles")]
    + [f"wins.{name}" for name in ("winner", "from_seat", "tile", "hand", "calls", "honba", "sticks")]
    + [f"wins.{name}" for name in ("dora_indicators", "ura_indicators", "points_before", "payments")]
    + [f"draws.{name}" for name in ("honba", "sticks", "points_before", "payments")]
)
"""Columns that the reduced dialect carries."""
TOLD_TOO = ("games.id", "games.final_points", "wins.pao", "wins.fu", "wins.points", "draws.revealed", "draws.hands")
"""Those that what we write carries besides."""
MORTAL = {
    "start_game": ("type", "names"),
    "hora": ("type", "actor", "target", "deltas", "ura_markers"),
    "ryukyoku": ("type", "deltas"),
    "end_game": ("type",),
}
"""The fields Mortal's dialect has of events that have more in what we write."""


@pytest.fixture(scope="module")
def sources(shared: Path) -> list[Source]:
    files = sorted((shared / "replays" / "mjai").iterdir())
    return [Source(file.name, file.read_bytes()) for file in files]


@pytest.fixture(scope="module")
def genuine(shared: Path) -> Games:
    """A sample of the XML games, three-player and odd ones among them, without disconnections."""
    files = sorted((shared / "replays" / "tenhou_xml").iterdir())[::20]
    return without_disconnections(parse([Source(file.name, file.read_bytes()) for file in files]).games)


def without_disconnections(games: Games) -> Games:
    kept = games.events.kind < EventKind.LEFT
    lengths = np.bincount(runs(games.event_start)[kept], minlength=len(games.kyoku.wind))
    events = type(games.events)(*(column[kept] for column in games.events))
    return replace(games, event_start=offsets(lengths), events=events)


def test_every_genuine_log_is_read_or_refused_with_its_reason(sources: list[Source]) -> None:
    parsed = parse(sources)
    games = parsed.games
    assert all(read.recognises(source) for source in sources)
    assert (len(sources), len(games), len(games.kyoku.wind), len(games.wins.winner)) == (81, 80, 87, 78)
    assert (len(games.draws.honba), len(games.yaku.yaku), int(games.games.complete.sum())) == (9, 229, 80)
    assert [(sources[place].name[:3], error.fault, error.message) for place, _, error in parsed.failures] == [
        (
            "bot",
            Fault.MISSING_VALUE,
            "not recorded: the first dora indicator, and more in 3 other kyoku; what depends on it is unknown",
        ),
        ("unk", Fault.TRUNCATED, "the log stops before the end of the game"),
    ]


def test_genuine_logs_are_written_and_read_as_the_same(sources: list[Source]) -> None:
    games = read.parse(sources).games
    again = read.parse(
        [Source(name, data) for name, data in zip(games.games.source, write.write(games), strict=True)]
    ).games
    assert differences(games, again) == []


def test_points_of_genuine_logs_follow_from_each_other(sources: list[Source]) -> None:
    games = read.parse(sources).games
    after = games.wins.points_before + games.wins.payments
    assert (after.sum(1) == 100_000).all()
    assert (games.draws.payments.sum(1) == 0).all()


def test_genuine_games_of_another_format_keep_what_mjai_tells(genuine: Games) -> None:
    again = read.parse([Source("x", data) for data in write.write(genuine)])
    assert again.failures == ()
    differing = set(differences(genuine, again.games))
    assert differing & {*TOLD, *TOLD_TOO} <= {"games.id"}  # files named without one
    assert content_digests(again.games) == content_digests(genuine)


def test_reasons_and_payments_of_genuine_games_follow_from_the_reduced_dialect(genuine: Games) -> None:
    games = read.parse([Source("x", reduced(data)) for data in write.write(genuine)]).games
    assert set(differences(genuine, games)) & set(TOLD) == set()
    told = games.draws.revealed != ABSENT
    assert np.array_equal(games.draws.revealed[told], genuine.draws.revealed[told])
    kyoku = runs(genuine.draw_start)[~told.all(1)]
    nothing_paid = ~genuine.draws.payments[~told.all(1)].any(1)
    last_of_games = np.isin(kyoku + 1, genuine.kyoku_start)
    assert ((genuine.kyoku.result[kyoku] == Result.NAGASHI_MANGAN) | (nothing_paid & last_of_games)).all()
    assert 0 < len(kyoku) < len(told) / 20


def reduced(data: bytes) -> bytes:
    """A log without the fields that Mortal does not write."""
    events = map(orjson.loads, data.splitlines())
    kept = ({k: v for k, v in e.items() if k in MORTAL.get(e["type"], e)} for e in events)
    return b"\n".join(map(orjson.dumps, kept))


def test_the_audit_finds_nothing_wrong_with_genuine_games_in_either_dialect(genuine: Games) -> None:
    written = write.write(genuine)
    whole = read.parse([Source(str(n), data) for n, data in enumerate(written)]).games
    assert audit(whole).findings == ()
    less = read.parse([Source(str(n), reduced(data)) for n, data in enumerate(written)]).games
    assert audit(less).findings == ()


def test_who_is_tenpai_is_worked_out_for_a_format_that_must_say_it(shared: Path) -> None:
    files = sorted((shared / "replays" / "tenhou_xml").iterdir())
    games = without_disconnections(parse([Source(file.name, file.read_bytes()) for file in files]).games)
    kyoku_of_draw = runs(games.draw_start)
    nagashi = games.kyoku.result[kyoku_of_draw] == Result.NAGASHI_MANGAN
    genuine = games.select(np.unique(runs(games.kyoku_start)[kyoku_of_draw[nagashi]]))
    less = read.parse([Source(str(n), reduced(data)) for n, data in enumerate(write.write(genuine))]).games
    assert (less.draws.revealed == ABSENT).any(1).sum() >= 17
    again = parse([Source(str(n), data) for n, data in enumerate(encode(less, "tenhou-xml"))]).games
    assert np.array_equal(again.draws.revealed, genuine.draws.revealed)
    assert np.array_equal(again.draws.hands, genuine.draws.hands)
    assert audit(less).findings == ()
