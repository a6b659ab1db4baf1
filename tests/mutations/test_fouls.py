"""Fouls written into the text of genuine games: accepted where the rules settle them so, found where they do not."""

from dataclasses import replace

import pytest

from mjlog.auditing.findings import Code
from mjlog.auditing.run import audit
from mjlog.converting.convert import encode
from mjlog.formats import Source, parse
from tests.mutations import mjai

TURNS = 9
"""The foul comes after so many draws or discards."""
VOID = {"foul_draw": "void", "chombo": "after_game"}


@pytest.fixture(scope="module")
def logs(shared):
    """Genuine four-player games without findings, as events."""
    files = sorted((shared / "replays" / "tenhou_xml").iterdir())[::60]
    games = parse([Source(file.name, file.read_bytes()) for file in files]).games
    texts = encode(games.select(games.games.players == 4), "mjai")
    wrong = {finding.game for finding in audit(as_read(texts)).findings}
    return [mjai.parts(text) for game, text in enumerate(texts) if game not in wrong]


def as_read(texts, changes=None):
    parsed = parse([Source(f"{n}.json", text) for n, text in enumerate(texts)])
    assert parsed.failures == ()
    rule_sets = tuple(replace(rules, **changes or {}) for rules in parsed.games.rule_sets)
    return replace(parsed.games, rule_sets=rule_sets)


# -- a genuine kyoku, cut off by a foul


def hand_at_end(kyoku, seat):
    hand = [*kyoku[0]["tehais"][seat]]
    for event in kyoku:
        if event.get("actor") == seat:
            hand += [event["pai"]] if event["type"] == "tsumo" else []
            used = event.get("consumed", []) if event["type"] != "kakan" else [event["pai"]]
            for tile in [event["pai"]] if event["type"] == "dahai" else used:
                hand.remove(tile)
    return hand


def until(kyoku, kind):
    """The kyoku up to an event of a kind after some turns, and the actor of it."""
    places = [place for place, event in enumerate(kyoku) if event["type"] == kind]
    place = next(
        p for p in places[TURNS:] if not {"reach", "reach_accepted"} & {e["type"] for e in kyoku[p - 2 : p + 2]}
    )
    return kyoku[: place + 1], kyoku[place]["actor"]


def ended(kyoku, reason, **more):
    """The kyoku with a draw after which the riichi sticks return."""
    accepted = {event["actor"] for event in kyoku if event["type"] == "reach_accepted"}
    deltas = [1_000 * (seat in accepted) for seat in range(4)]
    no_hands = {"tenpais": [False] * 4, "tehais": [["?"]] * 4}
    return [*kyoku, {"type": "ryukyoku", "deltas": deltas, "reason": reason, **no_hands, **more}]


def chombo(kyoku, seat):
    hands = [hand_at_end(kyoku, seat) if s == seat else ["?"] for s in range(4)]
    return ended(kyoku, "chombo", actor=seat, tehais=hands)


def false_tsumo(kyoku):
    return chombo(*until(kyoku, "tsumo"))


def false_ron(kyoku):
    played, discarder = until(kyoku, "dahai")
    return chombo(played, (discarder + 1) % 4)


def noten_riichi(kyoku):
    place = next(place for place, event in enumerate(kyoku) if event["type"] == "dahai")
    seat = kyoku[place]["actor"]
    riichi = [{"type": "reach", "actor": seat}, kyoku[place], {"type": "reach_accepted", "actor": seat}]
    return chombo([*kyoku[:place], *riichi], seat)


def draw_out_of_turn(kyoku):
    played, discarder = until(kyoku, "dahai")
    drawn = next(event for event in kyoku[len(played) :] if event["type"] == "tsumo")
    return ended([*played, {**drawn, "actor": (discarder + 2) % 4}], "foul_draw")


def discard_of_another_tile(kyoku):
    played, seat = until(kyoku, "tsumo")
    drawn = next(e for e in kyoku[len(played) :] if e["type"] == "tsumo" and e["pai"] not in hand_at_end(played, seat))
    return ended([*played, {"type": "dahai", "actor": seat, "pai": drawn["pai"], "tsumogiri": False}], "foul_draw")


def chombo_of_a_winner(kyoku):
    place = next(place for place, event in enumerate(kyoku) if event["type"] == "hora")
    return chombo(kyoku[:place], kyoku[place]["actor"])


def draw_without_a_foul(kyoku):
    return ended(until(kyoku, "dahai")[0], "foul_draw")


def with_foul(logs, foul):
    """Each game with one of its kyoku played twice, first until a foul; the texts and the places of the foul."""
    texts, places = [], []
    for n, log in enumerate(logs):
        starts = [place for place, event in enumerate(log) if event["type"] == "start_kyoku"]
        for kyoku in [*range(n % len(starts), len(starts)), *range(n % len(starts))]:
            try:
                fouled = foul(log[starts[kyoku] : log.index({"type": "end_kyoku"}, starts[kyoku])])
            except StopIteration:
                continue
            texts.append([*log[: starts[kyoku]], *fouled, {"type": "end_kyoku"}, *log[starts[kyoku] :]])
            places.append(kyoku)
            break
    return texts, places


def found(logs, foul, changes, edit=lambda log: log, levels=("score", "settlement", "progress", "legality", "wall")):
    """Codes found in each game at the kyoku with the foul or the next one; none is found elsewhere."""
    texts, places = with_foul(logs, foul)
    assert len(texts) > 10
    codes = [set() for _ in texts]
    for finding in audit(as_read([mjai.text(edit(text)) for text in texts], changes), levels=levels).findings:
        assert finding.kyoku in (places[finding.game], places[finding.game] + 1), finding
        codes[finding.game].add(finding.code)
    return codes


CHOMBO = (false_tsumo, false_ron, noten_riichi)
FOUL_DRAWS = (draw_out_of_turn, discard_of_another_tile)


@pytest.mark.parametrize("foul", [*CHOMBO, *FOUL_DRAWS])
def test_a_void_kyoku_is_played_again(logs, foul):
    assert not any(found(logs, foul, VOID))


@pytest.mark.parametrize("foul", CHOMBO)
def test_a_chombo_is_paid_as_a_mangan_where_agreed(logs, foul):
    mangan = VOID | {"chombo": "mangan", "riichi_points": "any"}
    assert all(Code.PAYMENT in codes for codes in found(logs, foul, mangan))
    assert not any(found(logs, foul, mangan, paid, levels=("score", "settlement", "legality")))
    assert all(Code.PAYMENT in codes for codes in found(logs, foul, VOID, paid, levels=("settlement",)))


def paid(log):
    """The chombo pays a mangan, and all points after it follow."""
    place = next(place for place, event in enumerate(log) if event.get("reason") == "chombo")
    dealer = next(event["oya"] for event in log[place::-1] if event["type"] == "start_kyoku")
    seat = log[place]["actor"]
    deltas = [4_000 if dealer in (seat, other) else 2_000 for other in range(4)]
    deltas[seat] = -sum(points for other, points in enumerate(deltas) if other != seat)
    later = [with_points(event, deltas) if "scores" in event else event for event in log[place + 1 :]]
    draw = log[place] | {"deltas": [a + b for a, b in zip(log[place]["deltas"], deltas, strict=True)]}
    return [*log[:place], draw, *later]


def with_points(event, deltas):
    return event | {"scores": [a + b for a, b in zip(event["scores"], deltas, strict=True)]}


@pytest.mark.parametrize("foul", FOUL_DRAWS)
@pytest.mark.parametrize(("option", "code"), [("repeat", Code.HONBA), ("pass", Code.DEALER)])
def test_a_void_kyoku_is_found_where_a_foul_is_settled_otherwise(logs, foul, option, code):
    assert all(code in codes for codes in found(logs, foul, VOID | {"foul_draw": option}))


@pytest.mark.parametrize(
    ("foul", "code"),
    [
        (draw_without_a_foul, Code.DRAW_CONDITION),
        (draw_out_of_turn, Code.OUT_OF_TURN),
        (discard_of_another_tile, Code.TILE_NOT_HELD),
    ],
)
def test_a_foul_draw_is_found_where_there_is_none(logs, foul, code):
    assert all(code in codes for codes in found(logs, foul, VOID | {"foul_draw": "off"}))


def test_a_chombo_of_a_hand_that_wins_is_found(logs):
    assert all(Code.CHOMBO in codes for codes in found(logs, chombo_of_a_winner, VOID))


@pytest.mark.parametrize("changes", [VOID, VOID | {"chombo": "mangan"}, {"foul_draw": "off"}, {"foul_draw": "pass"}])
def test_rules_on_fouls_change_nothing_in_games_without_one(logs, changes):
    assert audit(as_read(map(mjai.text, logs), changes)).findings == ()
