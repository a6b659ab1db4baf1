"""Values that claim nothing: they differ from program to program, and no finding depends on them."""

import pytest

from mjlog import formats
from mjlog.auditing.run import audit
from mjlog.converting.convert import encode_each
from mjlog.formats import Source, read
from mjlog.games.columns import EventKind
from mjlog.tables.batch import BatchFacts
from mjlog.tables.build_decisions import decision_tables
from tests.parsers.mjai.logs import HANDS, discard, draw, event, game, kyoku, parse, tiles_named, win

OPEN_HANDS = (
    tiles_named("1m 4m 7m 1p 4p 7p 1s 4s 7s E S W C"),
    tiles_named("C C C 2m 5m 8m 2p 5p 8p 2s 5s 8s 9m"),
    tiles_named("3m 6m 9m 3p 6p 9p 3s 6s 9s E S W P"),
    tiles_named("1m 4m 7m 1p 4p 7p 1s 4s 7s E S W P"),
)
FIRST, SECOND = event("dora", dora_marker="N"), event("dora", dora_marker="F")
OPEN = [event("daiminkan", actor=1, target=0, pai="C", consumed=["C"] * 3)]
CLOSED_HANDS = (tiles_named("C C C C 2m 5m 8m 2p 5p 8p 2s 5s 8s"), [*OPEN_HANDS[0][:12], "P"], *OPEN_HANDS[2:])
CLOSED = [event("ankan", actor=0, consumed=["C"] * 4)]
BEFORE = [draw(0, "9p"), discard(0, "C")]
REST = [draw(2, "9s"), discard(2, "9s", True)]


def indicator_findings(*played, hands):
    drawn = event("ryukyoku", deltas=[0] * 4)
    parsed = parse(game(*kyoku(*played, drawn, hands=hands)))
    assert parsed.failures == ()
    games = parsed.games
    kinds = [EventKind(kind) for kind in games.events.kind]
    assert [kinds[row] for row in games.calls.event] == [EventKind(kind) for kind in games.calls.kind]
    return [finding.message for finding in audit(games).findings if finding.code == "indicator"]


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("riichi", [[], [event("reach", actor=1)]])
def test_the_indicator_of_an_open_kan_may_stand_anywhere_before_the_next_draw(place, riichi):
    played = [draw(1, "P"), *riichi, discard(1, "P", True)]
    at = {0: 0, 1: 1, 2: len(played) - 1, 3: len(played)}[place]
    assert not indicator_findings(*BEFORE, *OPEN, *played[:at], FIRST, *played[at:], *REST, hands=OPEN_HANDS)


def test_the_indicator_of_an_open_kan_after_the_next_draw_is_late():
    played = [*BEFORE, *OPEN, draw(1, "P"), discard(1, "P", True)]
    assert indicator_findings(*played, REST[0], FIRST, REST[1], hands=OPEN_HANDS)
    assert indicator_findings(*played, *REST, hands=OPEN_HANDS)
    assert indicator_findings(*played, FIRST, SECOND, *REST, hands=OPEN_HANDS)


@pytest.mark.parametrize("place", range(3))
def test_the_indicator_of_a_closed_kan_may_stand_anywhere_before_the_next_draw(place):
    played = [draw(0, "P"), discard(0, "P", True), draw(1, "9s")]
    played.insert(place, FIRST)
    assert not indicator_findings(draw(0, "9m"), *CLOSED, *played, hands=CLOSED_HANDS)


@pytest.mark.parametrize("place", range(4))
def test_the_indicators_of_two_kans_may_stand_together(place):
    hands = (*OPEN_HANDS[:1], tiles_named("C C C 9m 9m 9m 9m 5p 8p 2s 5s 8s N"), *OPEN_HANDS[2:])
    second = [event("ankan", actor=1, consumed=["9m"] * 4), draw(1, "P"), discard(1, "P", True)]
    second.insert(place, FIRST)
    second.insert(max(place, 1) + 1, SECOND)
    assert not indicator_findings(*BEFORE, *OPEN, draw(1, "1m"), *second, *REST, hands=hands)


def tsumogiri_of(*first, honba=0):
    return kyoku(draw(0, "W"), *first, win(2, 0, deltas=[-2000, 0, 2000, 0]), honba=honba)


def test_a_drawn_tile_from_the_hand_shows_that_first_discards_are_not_recorded():
    unrecorded, other = tsumogiri_of(discard(0, "W", False)), tsumogiri_of(discard(0, "9m", False), honba=1)
    games = parse(game(*unrecorded, *other)).games
    assert [view.events[1].tsumogiri for view in games[0].kyoku] == [None, None]
    assert "tile-not-held" not in {finding.code for finding in audit(games).findings}
    tables = decision_tables(BatchFacts.of(games, decisions=True))
    assert tables["discards"]["tsumogiri"].to_pylist() == [None, None]
    assert [view.events[1].tsumogiri for view in parse(game(*other)).games[0].kyoku] == [False]


def test_only_the_first_discard_of_the_dealer_may_be_unrecorded():
    played = [draw(0, "N"), discard(0, "N", True), draw(1, "W"), discard(1, "W", False)]
    games = parse(game(*kyoku(*played, win(2, 1, deltas=[0, -2000, 2000, 0])))).games
    assert "tile-not-held" in {finding.code for finding in audit(games).findings}
    held = kyoku(draw(0, "E"), discard(0, "E", False), win(2, 0, deltas=[0] * 4), hands=HANDS)
    assert parse(game(*held)).games[0].kyoku[0].events[1].tsumogiri is False


def test_a_program_without_reach_accepted_accepts_each_riichi_whose_discard_passed():
    for file in encode_each(read("data/games"), "mjai"):
        lines = [line for line in file.splitlines() if b'"reach_accepted"' not in line]
        sources = [Source("a.mjson", text) for text in (file, b"\n".join(lines))]
        expected, parsed = [formats.parse([source]) for source in sources]
        assert not parsed.failures
        assert (parsed.games.events.kind == expected.games.events.kind).all()
        assert (parsed.games.events.seat == expected.games.events.seat).all()
        assert (parsed.games.wins.payments == expected.games.wins.payments).all()
        assert (parsed.games.kyoku.points == expected.games.kyoku.points).all()


def test_a_program_without_reach_accepted_accepts_no_riichi_whose_discard_is_won_on():
    hands = [tiles_named("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 4s 5s"), tiles_named("1m 2m 3m 4p 5p 6p 7p 8p 9p N N 7s 8s")]
    played = [draw(0, "9s"), event("reach", actor=0), discard(0, "9s", True), event("hello"), win(1, 0)]
    parsed = parse(game(*kyoku(*played, hands=(*hands, *HANDS[2:]))))
    assert EventKind.RIICHI in parsed.games.events.kind
    assert EventKind.RIICHI_ACCEPTED not in parsed.games.events.kind
