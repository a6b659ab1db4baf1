"""All JSON games at hand: read or refused with a reason, equal to their XML, written back, and audited."""

import json as text
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mjlog.formats import Parsed, Source
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Limit, Result
from mjlog.games.digest import as_text, content_digests
from mjlog.rules.yaku import NUMBER
from parsers.tenhou import json, xml
from tests.parsers.tenhou.xml.logs import differences, same

pytestmark = pytest.mark.usefixtures("shared")


@pytest.fixture(scope="module")
def sources(shared: Path) -> list[Source]:
    return [Source(file.name, file.read_bytes()) for file in sorted((shared / "replays" / "tenhou_json").iterdir())]


@pytest.fixture(scope="module")
def parsed(sources: list[Source]) -> Parsed:
    return json.parse(sources)


@pytest.fixture(scope="module")
def xml_games(shared: Path) -> Games:
    folders = [shared / "replays" / folder for folder in ("tenhou_xml", "tenhou_xml_odd")]
    files = [Source(file.name, file.read_bytes()) for folder in folders for file in sorted(folder.glob("*.xml"))]
    return xml.parse([file for file in files if xml.recognises(file)]).games


REFUSED = {
    # the editor's word for a kyoku without a result
    "handmade-084b15cb.json": ("truncated", "the result is 不明"),
    "real-fa7f3e18.json": ("truncated", "the result is 不明"),
    # a call that tells one tile of three
    "transcription-1d2f83e3.json": ("bad-value", "call 'p47' must have 3 tiles"),
}


def test_every_file_is_read_but_those_listed(sources: list[Source], parsed: Parsed) -> None:
    assert all(json.recognises(source) for source in sources)
    found = {sources[place].name: (str(error.fault), error.message) for place, _, error in parsed.failures}
    assert found.keys() == REFUSED.keys()
    for file, (fault, words) in REFUSED.items():
        assert found[file][0] == fault
        assert words in found[file][1]
    games = parsed.games
    assert (len(games), len(games.kyoku.wind), len(games.wins.winner), len(games.draws.honba)) == (291, 502, 423, 85)
    assert int((games.games.players == 3).sum()) == 2


def test_services_and_rules_are_told_apart(parsed: Parsed) -> None:
    games = parsed.games
    assert Counter(games.games.platform) == {"tenhou": 201, "mahjong-soul": 14, "tenhou-json": 76}
    rules = Counter(games.rule_sets[own].name for own in games.games.rules.tolist())
    assert (rules["jpml-a-2022"], rules["saikyosen"], rules["mahjong-soul-3p"]) == (45, 6, 2)


# -- one game in two formats

NOT_IN_JSON = {
    "games": {"id", "source", "rules", "started", "seed", "lobby", "extra", "final_chips"},
    "seats": set(),
    "kyoku": {"hands", "dice", "chips"},
    "events": set(),
    "calls": set(),
    "wins": {"han", "fu", "chips_before", "chip_payments"},
    "draws": {"chips_before", "chip_payments", "revealed", "hands"},
}  # fmt: skip
"""Columns JSON has no place for, besides all copies; those of `yaku` are compared without ura that hit nothing."""


def assert_same_game(ours: Games, genuine: Games, *, but: dict[str, set[str]] = NOT_IN_JSON) -> None:
    """Every hand, draw, discard, call, dora and result is the same."""
    for group, left_out in but.items():
        a, b = getattr(ours, group), getattr(genuine, group)
        for name, x, y in zip(a._fields, a, b, strict=True):
            if name not in left_out and "cop" not in name:
                assert same(x, y), f"{group}.{name}"
    assert same(np.sort(ours.kyoku.hands), np.sort(genuine.kyoku.hands))
    # who is tenpai at a nagashi mangan is not told
    shown = ours.draws.revealed != ABSENT
    assert same(ours.draws.revealed[shown], genuine.draws.revealed[shown])
    assert same(ours.draws.hands[shown], genuine.draws.hands[shown])
    unclear = runs(ours.draw_start)[~shown.all(1)]
    assert (ours.kyoku.result[unclear] == Result.NAGASHI_MANGAN).all()
    assert same(ours.wins.fu[ours.wins.fu != ABSENT], genuine.wins.fu[ours.wins.fu != ABSENT])
    assert (genuine.wins.limit[ours.wins.fu == ABSENT] != Limit.NONE).all()
    told = ~((genuine.yaku.yaku == NUMBER["ura_dora"]) & (genuine.yaku.han == 0))
    for name in ("yaku", "han", "code"):
        assert same(getattr(ours.yaku, name), getattr(genuine.yaku, name)[told]), f"yaku.{name}"
    assert same(runs(ours.yaku_start), runs(genuine.yaku_start)[told])


@pytest.fixture(scope="module")
def pairs(parsed: Parsed, xml_games: Games) -> tuple[Games, Games]:
    """The games held in both formats, found by their content; those with the same id are among them."""
    digests = as_text(content_digests(parsed.games))
    place = {digest: game for game, digest in enumerate(as_text(content_digests(xml_games)))}
    found = [(game, place[digest]) for game, digest in enumerate(digests) if digest in place]
    by_id = set(parsed.games.games.id) & set(xml_games.games.id) - {None}
    ours, genuine = (np.array(rows) for rows in zip(*found, strict=True))
    assert by_id <= set(parsed.games.games.id[ours])
    return parsed.games.select(ours), xml_games.select(genuine)


def test_a_game_in_both_formats_is_the_same_game(pairs: tuple[Games, Games]) -> None:
    ours, genuine = pairs
    assert (len(ours), len(ours.kyoku.wind), len(ours.events.kind)) == (8, 71, 6728)
    # one is a slice without a header; names were replaced file by file
    but = NOT_IN_JSON | {"seats": {"name", "dan", "rate", "sex"}}
    assert_same_game(ours, genuine, but=but)
    headed = ~np.isnan(ours.seats.rate[:, 0])
    assert same(ours.seats.rate[headed], genuine.seats.rate[headed])
    assert same(ours.seats.dan[headed], genuine.seats.dan[headed])
    assert headed.sum() == 7


def test_the_xml_of_a_game_is_written_as_its_genuine_json(pairs: tuple[Games, Games], sources: list[Source]) -> None:
    ours, genuine = pairs
    originals = {source.name: text.loads(source.data) for source in sources}
    for game, file in enumerate(ours.games.source):
        whole = text.loads(json.write(genuine.select(np.array([game])))[0])
        assert whole["log"] == originals[file]["log"]
        assert whole["rule"]["disp"] == originals[file]["rule"]["disp"]
        for key in ("connection", "dan", "rate", "sx", "sc", "ratingc"):
            assert key not in originals[file] or whole[key] == originals[file][key]


def test_every_genuine_xml_game_goes_through_json(xml_games: Games) -> None:
    whole = xml_games.select(xml_games.games.complete)
    written = [Source(file, data) for file, data in zip(whole.games.source, json.write(whole), strict=True)]
    again = json.parse(written)
    assert again.failures == ()
    assert (len(again.games), len(again.games.events.kind)) == (1408, 1_204_432)
    # bit 0x100 of a tournament's table has no word in JSON
    dark = whole.games.vendor_type & 0x100 != 0
    assert dark.sum() == 1
    but = NOT_IN_JSON | {"games": NOT_IN_JSON["games"] | {"vendor_type"}}
    assert_same_game(again.games, whole, but=but)
    assert same(again.games.games.vendor_type[~dark], whole.games.vendor_type[~dark])


# -- there and back

FREE_KEYS = {"ver", "rule", "ratingc", "title", "ref"}
"""Keys whose spelling is free: `aka` or a key for each red five, an empty title, no id or one of zeros."""


def test_games_read_of_what_is_written_are_the_same(parsed: Parsed) -> None:
    games = parsed.games
    written = json.write(games)
    again = json.parse([Source(file, data) for file, data in zip(games.games.source, written, strict=True)])
    assert again.failures == ()
    changed = set(differences(games, again.games))
    # the hands of converters are not sorted; ura that hit nothing are not written
    assert {name for name in changed if not name.startswith("yaku")} == {"kyoku.hands"}
    assert same(np.sort(games.kyoku.hands), np.sort(again.games.kyoku.hands))
    twice = json.parse([Source(s, d) for s, d in zip(games.games.source, json.write(again.games), strict=True)])
    assert differences(again.games, twice.games) == []


def spelled(file: dict[str, Any]) -> dict[str, Any]:
    """A game without what is free: sorted hands, and no spelling of the header that says nothing more."""
    log = text.loads(text.dumps(file["log"]))
    for kyoku in log:
        for hand in (4, 7, 10, 13):
            kyoku[hand].sort()
    return {key: value for key, value in {**file, "log": log}.items() if key not in FREE_KEYS}


OTHER_WORDS = {
    # no 0 for a daiminkan
    "real-444b8768.json",
    # no 0 for a daiminkan, and 翻牌 for 役牌
    "real-904fbb79.json",
    # hands that are not sorted, and a wrong wind
    "pro-d109376e.json",
    # 翻牌 for 役牌
    "real-abf6ad68.json", "real-dd317ed6.json",
    # indicators under the first though nobody is in riichi
    "real-073ab9c9.json",
}  # fmt: skip
"""Files that are not in the spelling of Tenhou's server, and why."""


def test_genuine_files_are_written_as_they_were(sources: list[Source], parsed: Parsed) -> None:
    originals = {source.name: text.loads(source.data) for source in sources}
    games = parsed.games
    different = set()
    for file, platform, data in zip(games.games.source, games.games.platform, json.write(games), strict=True):
        if platform != "mahjong-soul" and spelled(text.loads(data)) != spelled(originals[file]):
            different.add(file)
    assert different == OTHER_WORDS


def test_files_of_tenhous_server_are_written_byte_for_byte(sources: list[Source], parsed: Parsed) -> None:
    data = {source.name: source.data for source in sources}
    games = parsed.games
    own = np.flatnonzero([game_id is not None and "gm-" in game_id for game_id in games.games.id])
    same_bytes = [
        data[games.games.source[game]].strip() == json.write(games.select(np.array([game])))[0] for game in own
    ]
    assert (sum(same_bytes), len(same_bytes)) == (19, 19)
