"""Samples in other formats: Tenhou's JSON, mjai and Mahjong Soul's records, as several programs write them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta, timezone
from typing import Any, Final
from urllib.parse import quote

import dialects
import numpy as np
from expected import cut, without, without_empty_ura, without_last_payment, without_yaku
from pieces import Piece, played
from playing import THREE_EAST
from sample import Sample, named_by_content, of_piece, of_platform, plain
from set_pieces import CALLING, KANS, SILENT, TANYAO, alone

from mjlog.errors import Fault
from mjlog.games.batch import Games, concatenate
from mjlog.games.columns import ABSENT as NOTHING
from mjlog.games.columns import EventKind, Limit
from mjlog.games.events import Pon
from mjlog.rules.association_presets import SAIKYOSEN
from mjlog.rules.presets import MAHJONG_SOUL, RIICHI_CITY, RIICHI_CITY_3P, tenhou
from mjlog.rules.ruleset import DOUBLE_FORMS
from mjlog.simulate.game import PlayedGame
from mjlog.simulate.scenarios import ABSENT, SCENARIOS, Scenario
from mjlog.simulate.to_games import to_games
from parsers.majsoul import FORMATS as SOUL_FORMATS
from parsers.mjai import FORMATS as MJAI_FORMATS
from parsers.mjai.kobalab import FORMAT as KOBALAB
from parsers.mjai.kobalab.write import write as write_kobalab
from parsers.mjai.riichi_city import FORMAT as RIICHI_CITY_FORMAT
from parsers.tenhou.json import FORMAT as TENHOU_JSON
from parsers.tenhou.json.header import SOUL, UNKNOWN
from parsers.tenhou.mjx import FORMAT as MJX
from tests.parsers.majsoul import made  # type: ignore[import-untyped]  # tests are not typed
from tests.parsers.mjai.riichi_city import made as city  # type: ignore[import-untyped]
from tests.parsers.tenhou import mjx_states  # type: ignore[import-untyped]

SOUL_EAST: Final = replace(MAHJONG_SOUL, name="mahjong-soul-east", length="east")
SOUL_TIME: Final = timezone(timedelta(hours=8))


# -- Tenhou's JSON


def jsons() -> Iterator[Sample]:
    """Logs in Tenhou's JSON, complete and as editors write them."""
    piece = plain("as-tenhou-writes", 50, "Tenhou's JSON with all its keys")
    yield of_piece(piece, ".json", dialects.text(_json(piece)), _games_in_json(piece))
    both = plain("several-objects", 51, "two games in one file of Tenhou's JSON, an object each"), plain("", 52, "")
    yield of_piece(
        both[0], ".json", dialects.text(*map(_json, both)), concatenate([_games_in_json(piece) for piece in both])
    )
    piece = plain("half-the-keys", 53, "what an editor keeps: title, names, rule and log; the game has no end")
    yield of_piece(piece, ".json", dialects.text(dialects.edited(_json(piece))), _edited(piece))
    piece = plain(
        "one-kyoku-each",
        55,
        "an object of Tenhou's JSON for each kyoku, as an editor gives them: each a game without an end",
    )
    game, n_kyoku = dialects.edited(_json(piece)), len(played(piece)[0].kyoku)
    data = dialects.text(*({**game, "log": [kyoku]} for kyoku in game["log"]))
    games = [named_by_content(cut(_edited(piece), n + 1, n)) for n in range(n_kyoku)]
    yield of_piece(piece, ".json", data, concatenate(games))
    piece = plain("viewer-address", 56, "the address at which Tenhou's viewer shows a game, which holds the game")
    address = "https://tenhou.net/6/#json=" + quote(dialects.text(dialects.edited(_json(piece))).decode().strip())
    yield of_piece(piece, ".txt", address.encode() + b"\n", _edited(piece))
    piece = plain("cut-off", 57, "the file ends within its JSON: nothing of it can be read")
    data = dialects.text(_json(piece))[:2_000]
    yield of_piece(piece, ".json", data, None, failures=[{"fault": Fault.TRUNCATED, "kyoku": None}])
    piece = plain(
        "ambiguous-call",
        54,
        "a dragon is let pass and called later: read forwards, the call fits both discards",
        scenario=Scenario(
            hands=["", "", "234m678m234p1s77z9s"],
            draws="7z5z5z1z7z",
            habits=[ABSENT, ABSENT, replace(CALLING, calls=0.5), ABSENT],
        ),
        required=lambda game: called_second(game),
        claims={"calls": [{"seat": 2, "from_seat": 0, "kind": "pon"}]},
    )
    yield of_piece(piece, ".json", dialects.text(_json(piece)), _games_in_json(piece))


def called_second(game: PlayedGame) -> bool:
    """Whether the first kyoku's only call is the pon of the dealer's second red dragon."""
    calls = [(place, event) for place, event in enumerate(game.kyoku[0].events) if isinstance(event, Pon)]
    return [place for place, _ in calls] == [10]


def _json(piece: Piece) -> dict[str, Any]:
    return dialects.tenhou_json(to_games([played(piece)]))


def _games_in_json(piece: Piece) -> Games:
    return without_empty_ura(_without_limit_fu(without(to_games([played(piece)]), TENHOU_JSON.unrecorded)))


def _without_limit_fu(games: Games) -> Games:
    """The games without the fu of a mangan and above."""
    fu = np.where(games.wins.limit > Limit.NONE, NOTHING, games.wins.fu)
    return replace(games, wins=games.wins._replace(fu=fu))


def _edited(piece: Piece) -> Games:
    lost = {
        "games.started",
        "games.final_points",
        "games.final_scores",
        "games.lobby",
        "seats.dan",
        "seats.rate",
        "seats.sex",
    }
    games = without(_games_in_json(piece), lost)
    return named_by_content(replace(games, games=games.games._replace(complete=np.array([False]))))


def converted() -> Iterator[Sample]:
    """Games of Mahjong Soul as converters write them, and one of a league with more pao yaku."""
    piece = plain(
        "converted-three-rons",
        60,
        "converted from Mahjong Soul, in its Japanese words: three winners of one discard, all paid",
        options=("sanchahou", "multiple_ron"),
        rules=SOUL_EAST,
        scenario=Scenario(hands=["", *TANYAO], draws="2p", habits=[ABSENT, SILENT, SILENT, SILENT]),
        claims={"wins": [{"winner": seat, "from_seat": 0} for seat in (1, 2, 3)], "kyoku": [{"n_wins": 3}]},
    )
    yield _soul(piece, "金の間東喰赤", "金の間", english=False)
    piece = plain(
        "converted-in-english",
        61,
        "converted from Mahjong Soul, in English: kokushi robs a closed kan",
        options=("kokushi_robs_ankan", "double_yakuman"),
        rules=SOUL_EAST,
        scenario=Scenario(
            hands=["", "19m19p19s1234566z", "777z234p567p11s2m4m"],
            draws="2p3p7z",
            habits=[ABSENT, SILENT, replace(KANS, rons=False), ABSENT],
        ),
        claims={
            "wins": [{"winner": 1, "from_seat": 2, "yaku": ["kokushi"], "points": 32_000}],
            "kyoku": [{"payments": [0, 32_000, -32_000, 0]}],
        },
    )
    yield _soul(piece, "Gold Room East, Red", "Gold Room", english=True)
    piece = plain(
        "converted-double-yakuman",
        63,
        "converted from Mahjong Soul: suuankou on a single wait, one yakuman in the list that counts twice",
        options=("double_yakuman",),
        rules=SOUL_EAST,
        scenario=Scenario(hands=["", "111m999m111p999p5z"], draws="5z", habits=alone(1, SILENT)),
        claims={
            "wins": [{"winner": 1, "from_seat": 0, "yaku": ["suuankou_tanki"], "n_yakuman": 1, "points": 64_000}],
            "kyoku": [{"payments": [-64_000, 64_000, 0, 0]}],
        },
    )
    yield _soul(piece, "金の間東喰赤", "金の間", english=False)
    piece = plain(
        "pao-suukantsu",
        62,
        "written down from a league whose rules hold the feeder of a fourth kan liable too: half of a ron is theirs",
        options=("pao_yaku",),
        rules=SAIKYOSEN,
        scenario=Scenario(
            hands=["", "", "111m999m111p999p5z"],
            draws="1m3z4z9m3z4z1p3z4z9p6z5z",
            replacements="1z2z1z2z",
            dora="7z",
            habits=alone(2, replace(CALLING, open_kans=1)),
        ),
        claims={
            "wins": [{"winner": 2, "from_seat": 0, "pao_seat": 1, "yaku": ["suukantsu"], "points": 32_000}],
            "kyoku": [{"payments": [-16_000, -16_000, 32_000, 0]}],
        },
    )
    game = {**dialects.edited(_json(piece)), "title": ["最強戦ルール", ""], "rule": {"disp": "南喰"}}
    games = without(_edited(piece), {"games.room"})
    yield of_piece(piece, ".json", dialects.text(game), of_platform(games, UNKNOWN))


def _soul(piece: Piece, disp: str, room: str, *, english: bool) -> Sample:
    ref = _uuid(piece)
    games = to_games([played(piece)])
    data = dialects.text({**dialects.converted(dialects.tenhou_json(games), disp, english=english), "ref": ref})
    lost = {"games.started", "games.lobby", "seats.dan", "seats.rate"}
    games = without(_games_in_json(piece), lost)
    header = games.games._replace(
        id=np.array([ref], object), platform=np.array([SOUL], object), room=np.array([room], object)
    )
    seats = games.seats._replace(sex=np.array([["C"] * 4], object))
    return of_piece(piece, ".json", data, replace(games, games=header, seats=seats))


# -- mjai


def mjais() -> Iterator[Sample]:
    """Logs in mjai's dialects."""
    piece = plain(
        "mjai-gimite", 70, "mjai as its inventor writes it: yaku, fu, value, and the points after each payment"
    )
    yield of_piece(piece, ".mjson", dialects.lines(dialects.gimite(_events(piece))), _games_in_mjai(piece))
    piece = plain(
        "mjai-mortal", 71, "mjai as Mortal writes it, gzipped: neither yaku nor value, nor the id of the game"
    )
    data = gzip.compress(dialects.lines(dialects.mortal(_events(piece))), mtime=0)
    yield of_piece(piece, ".mjson.gz", data, _reduced(piece))
    piece = plain(
        "mjai-without-payments", 72, "mjai as akochan writes it: what is paid follows from the next kyoku's points"
    )
    yield of_piece(
        piece, ".mjson", dialects.lines(dialects.akochan(_events(piece))), without_last_payment(_reduced(piece))
    )
    piece = plain("mjai-without-points", 73, "mjai that tells points only after payments, not at the start of a kyoku")
    data = dialects.lines(dialects.without_start_points(_events(piece)))
    yield of_piece(piece, ".mjson", data, _games_in_mjai(piece))
    piece = plain("mjai-three-players", 74, "mjai of three players with an empty fourth seat", kind=THREE_EAST)
    yield of_piece(piece, ".mjson", dialects.lines(dialects.padded(_events(piece))), _games_in_mjai(piece))
    piece = plain("mjai-lists", 77, "mjai with a list of events a line, as a bot's messages are kept")
    yield of_piece(piece, ".jsonl", dialects.in_lists(_events(piece)), _games_in_mjai(piece))
    for piece in FOULS:
        yield of_piece(piece, ".mjson", dialects.lines(_events(piece)), _games_in_mjai(piece))
    piece = plain("mjai-another-first-dealer", 78, "mjai in which player 2 is the first dealer, and so seat 0")
    yield of_piece(piece, ".mjson", dialects.lines(dialects.turned(_events(piece), 2)), _games_in_mjai(piece))
    piece = plain("mjai-cut-off", 75, "the log of a bot that was stopped: ends within a line")
    data = dialects.lines(dialects.mortal(_events(piece)))
    place = data.rindex(b'{"type":"start_kyoku"')
    n_kyoku = data[:place].count(b'"start_kyoku"')
    failures = [{"fault": Fault.TRUNCATED, "kyoku": n_kyoku}]
    # only its end shows that a game is east only
    games = named_by_content(replace(cut(_reduced(piece), n_kyoku), rule_sets=(tenhou(),)))
    yield of_piece(piece, ".mjson", data[: place + 900], games, failures=failures)
    piece = plain("mjai-one-players-view", 76, "the log of one player, who does not see the others' tiles")
    data = dialects.lines(dialects.view_of(0, _events(piece)))
    yield of_piece(piece, ".mjson", data, None, failures=[{"fault": Fault.MISSING_VALUE, "kyoku": 0}])


FOULS: Final = (
    plain(
        "mjai-chombo",
        83,
        "a game written in mjai by mjlog: seat 1, noten, calls ron; it pays a mangan, and the kyoku is played again",
        options=("chombo",),
        scenario=SCENARIOS["chombo"](4),
        claims={"kyoku": [{"result": "chombo", "payments": [4_000, -8_000, 2_000, 2_000]}]},
    ),
    plain(
        "mjai-foul-draw",
        84,
        "the same: in riichi on 5p, 7p and 8p, seat 1 calls a kan that leaves it only 7p; the kyoku is a draw",
        options=("foul_draw",),
        scenario=SCENARIOS["foul_draw"](4),
        claims={"kyoku": [{"result": "foul_draw", "payments": [0, -1_000, 0, 0]}]},
    ),
)


def _events(piece: Piece) -> list[dict[str, Any]]:
    return dialects.events_of(to_games([played(piece)]))


def _games_in_mjai(piece: Piece) -> Games:
    return without(to_games([played(piece)]), MJAI_FORMATS[0].unrecorded)


def _reduced(piece: Piece) -> Games:
    lost = {"games.started", "games.lobby", "wins.fu", "wins.points"}
    return of_platform(named_by_content(without_yaku(without(_games_in_mjai(piece), lost))), "mjai")


# -- kobalab's JSON


def kobalabs() -> Iterator[Sample]:
    """Logs in kobalab's JSON: of a game at Tenhou, and of the program's own game."""
    piece = plain("kobalab-from-tenhou", 90, "kobalab's JSON with the id of a game at Tenhou in its title")
    yield of_piece(piece, ".json", dialects.text(_paipu(piece)), _games_in_kobalab(piece, {"title"}))
    piece = plain("kobalab-left-early", 91, "kobalab's JSON of a game that was left: no points and places at its end")
    game = _paipu(piece)
    game |= {"title": "電脳麻将\n2024", "player": [f"{name}\n(x)" for name in game["player"]], "qijia": 2}
    game["player"] = game["player"][2:] + game["player"][:2]
    game |= {"log": game["log"][:2], "defen": [], "rank": [], "point": []}
    games = without(
        cut(_games_in_kobalab(piece, {"title", "player"}, game), 2), {"games.started", "games.lobby", "games.room"}
    )
    rules = replace(tenhou(), name="kobalab", double_yakuman=DOUBLE_FORMS)
    games = of_platform(named_by_content(replace(games, rule_sets=(rules,))), "kobalab")
    failures = [{"fault": Fault.TRUNCATED, "kyoku": 2}]
    yield of_piece(piece, ".json", dialects.text(game), games, failures=failures)


def _paipu(piece: Piece) -> dict[str, Any]:
    game: dict[str, Any] = json.loads(write_kobalab(to_games([played(piece)]))[0])
    return game


def _games_in_kobalab(piece: Piece, keys: set[str], game: dict[str, Any] | None = None) -> Games:
    games = without_empty_ura(without(to_games([played(piece)]), KOBALAB.unrecorded))
    kept = json.dumps({key: (game or _paipu(piece))[key] for key in sorted(keys, reverse=True)}, ensure_ascii=False)
    return replace(games, games=games.games._replace(extra=np.array([kept.replace('": ', '":')], object)))


# -- states of mjx


def mjxs() -> Iterator[Sample]:
    """A game as states of mjx."""
    piece = plain(
        "mjx-states",
        93,
        "states of mjx, one for each kyoku: Tenhou's copies, neither limits nor results",
        rules=tenhou(),
    )
    games = to_games([played(piece)])
    lost = MJX.unrecorded | {f"games.{column}" for column in ("started", "room", "vendor_type")}
    expected = of_platform(without(games, lost), "mjx")
    header = expected.games._replace(id=np.array(["game-0"], object))
    wins = expected.wins._replace(names_pao=np.zeros_like(expected.wins.names_pao))
    yield of_piece(piece, ".json", mjx_states.file_of(games, 0), replace(expected, games=header, wins=wins))


# -- Riichi City's records


def cities() -> Iterator[Sample]:
    """Records of Riichi City, of four and of three players; the first dealer has the second place at the table."""
    for name, number, rules, shows in (
        ("riichi-city", 94, RIICHI_CITY, "a record of Riichi City as the service answers it, gzipped"),
        ("riichi-city-three-players", 95, RIICHI_CITY_3P, "the same of three players"),
    ):
        rules = replace(rules, name=f"{rules.name}-east", length="east")
        piece = plain(name, number, shows, rules=rules, required=has_a_draw)
        games = without_empty_ura(without(to_games([played(piece)]), RIICHI_CITY_FORMAT.unrecorded))
        games = of_platform(games, "riichi-city")
        header = games.games._replace(
            id=np.array([f"cn{number:018x}"], object), room=np.array(["銀河"], object), vendor_type=np.array([1001]),
            started=np.array(["2023-04-01T21:00"], "datetime64[m]"),
        )  # fmt: skip
        points = np.where(games.wins.honba > 0, NOTHING, games.wins.points)
        games = replace(games, games=header, wins=games.wins._replace(points=points))
        data = gzip.compress(city.file_of(to_games([played(piece)]), 0, round=1, keyValue=f"cn{number:018x}"), mtime=0)
        yield of_piece(piece, ".json.gz", data, games)


def has_a_draw(game: PlayedGame) -> bool:
    """Whether a kyoku of the game is drawn."""
    return any(not kyoku.wins for kyoku in game.kyoku)


# -- Mahjong Soul's records


def records() -> Iterator[Sample]:
    """Records of Mahjong Soul, as the service sends them and as tools store them."""
    shows = (
        "a record of Mahjong Soul as the service sends it, in protobuf, gzipped: it does not tell whether the dealer's"
    )
    shows += " first discard was the tile drawn"
    piece = plain("mahjong-soul-record", 80, shows, rules=SOUL_EAST)
    yield of_piece(piece, ".bin.gz", gzip.compress(made.answer(*_record(piece)), mtime=0), _recorded(piece))
    piece = plain(
        "mahjong-soul-dump", 81, "the same in the JSON of a tool, with moves of the players between", rules=SOUL_EAST
    )
    yield of_piece(piece, ".json.gz", gzip.compress(made.raw(*_record(piece)), mtime=0), _recorded(piece))
    piece = plain("mahjong-soul-by-kyoku", 82, "in the JSON of another tool: a list for each kyoku", rules=SOUL_EAST)
    yield of_piece(piece, ".json.gz", gzip.compress(made.by_kyoku(*_record(piece)), mtime=0), _recorded(piece))


def _record(piece: Piece) -> tuple[dict[str, Any], list[Any]]:
    """Head and records."""
    games = to_games([played(piece)])
    head: dict[str, Any] = made.head_of(games, 0, mode={"mode": 1}, meta={"mode_id": 11})
    head["uuid"] = _uuid(piece)
    head["start_time"] = int(played(piece)[1].started.replace(tzinfo=SOUL_TIME).timestamp())
    for account, name in zip(head["accounts"], games.seats.name[0], strict=True):
        account["nickname"] = name
    return head, list(made.records_of(games, 0))


def _uuid(piece: Piece) -> str:
    return f"240401-{piece.number:08x}-0000-4000-8000-{piece.number:012x}"


def _recorded(piece: Piece) -> Games:
    games = without(to_games([played(piece)]), SOUL_FORMATS[0].unrecorded | {"games.lobby", "seats.sex"})
    header = games.games._replace(id=np.array([_uuid(piece)], object), room=np.array(["玉の間"], object))
    tsumogiri = games.events.tsumogiri.copy()
    for start in games.event_start[:-1]:
        first = slice(start, start + 3)
        of_dealer = games.events.seat[first] == games.events.seat[start]
        tsumogiri[first][of_dealer & (games.events.kind[first] == EventKind.DISCARD)] = NOTHING
    games = replace(games, games=header, events=games.events._replace(tsumogiri=tsumogiri))
    return of_platform(games, SOUL)
