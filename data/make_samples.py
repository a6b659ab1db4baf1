"""Makes the samples in this folder: games of twelve simple players, and one file for each trap of the format.

Run it from anywhere; it writes the same files again. No real player and no real game is in them.
"""

from __future__ import annotations

import base64
import gzip
import io
import re
import sys
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from mjlog.formats import Source
from mjlog.rules.presets import tenhou
from mjlog.rules.ruleset import RuleSet
from mjlog.simulate.game import Connection, Deal, PlayedGame, play, seeded
from mjlog.simulate.players import Habits
from mjlog.simulate.record import Header, games_of
from mjlog.simulate.stage import ABSENT, CALLING, DECLARING, KANS, SILENT, Stage, arranged
from mjlog.wall import HASHED_BASE64, WORDS
from parsers.tenhou import xml
from parsers.tenhou.write import write

FOLDER: Final = Path(__file__).resolve().parent

PLAYERS: Final[dict[str, tuple[str, int, float, Habits]]] = {
    "Aoi": ("F", 17, 2104.0, Habits(calls=0.55, riichi=0.9, folds_from=1, keeps=3)),
    "Botan": ("F", 16, 2010.0, Habits(calls=0.35, riichi=0.98, folds_from=1, keeps=4)),
    "Chika": ("F", 16, 1987.0, Habits(calls=0.85, riichi=0.8, folds_from=2, keeps=3)),
    "Daichi": ("M", 16, 1965.0, Habits(calls=0.6, riichi=0.85, folds_from=2, keeps=6)),
    "Eiji": ("M", 15, 1921.0, Habits(calls=0.2, riichi=0.95, folds_from=1, keeps=2)),
    "Fumi": ("F", 15, 1890.0, Habits(calls=0.95, riichi=0.6, folds_from=3, keeps=2)),
    "Gen": ("M", 15, 1874.0, Habits(calls=0.5, riichi=1.0, folds_from=9, keeps=3, kans=0.9)),
    "Haru": ("F", 14, 1833.0, Habits(calls=0.7, riichi=0.3, folds_from=2, keeps=5)),
    "Ichiro": ("M", 14, 1801.0, Habits(calls=0.4, riichi=0.9, folds_from=3, keeps=8)),
    "Jun": ("M", 13, 1754.0, Habits(calls=1.0, riichi=0.7, folds_from=9, keeps=1, open_kans=0.3)),
    "Kaede": ("F", 12, 1702.0, Habits(calls=0.0, riichi=0.9, folds_from=1, keeps=3)),
    "Ren": ("M", 10, 1633.0, Habits(calls=0.6, riichi=0.9, folds_from=9, keeps=0, kans=1.0, open_kans=0.5)),
}
"""Sex, dan, rate and habits of everybody."""

ROOMS: Final = {0x20: "特", 0xA0: "鳳"}
FOUR_HANCHAN, FOUR_EAST, THREE_HANCHAN, THREE_EAST = 0xA9, 0xE1, 0xB9, 0xF1
TABLES: Final = (FOUR_HANCHAN, FOUR_HANCHAN, FOUR_EAST, THREE_HANCHAN, FOUR_HANCHAN, THREE_EAST)
"""Table types of the games in turn."""
N_LOOSE: Final = 44
N_SEEDS: Final = 64
"""Seeds of the log with one for each kyoku, more than it plays."""
N_ZIPPED: Final = 16
N_LISTED: Final = 12
"""Games of the population that list pages name."""

TANYAO: Final = ("234567m678s66s34p", "345m234678s88m34p", "567m345s678p22s34p")
"""Hands that wait for 2p and 5p."""


def main() -> int:
    """Write every sample."""
    for name, data in samples():
        path = FOLDER / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return 0


def samples() -> Iterator[tuple[str, bytes]]:
    """Every file's name and bytes."""
    for number in range(N_LOOSE):
        name, text = game(number)
        yield f"games/{name}.mjlog", gzip.compress(text, mtime=0)
    yield "games/sixteen.zip", zipped(game(N_LOOSE + number) for number in range(N_ZIPPED))
    for name, text in traps():
        yield f"traps/{name}", text
    for name, data in lists():
        yield f"lists/{name}", data


def game(number: int) -> tuple[str, bytes]:
    """One game of the population: its id and text."""
    kind = TABLES[number % len(TABLES)]
    chance = Random(1_000 + number)
    started = datetime(2023, 4, 1, 20) + timedelta(days=number * 5, hours=number % 4)
    seed = HASHED_BASE64 + base64.b64encode(chance.randbytes(2496)).decode()
    names = chance.sample(sorted(PLAYERS), 3 if kind & 0x10 else 4)
    rules = rules_of(kind, started.date())
    return written(played(rules, names, seeded(seed, rules.players), chance), names, kind, started, seed)


def rules_of(kind: int, day: date) -> RuleSet:
    """The rules of a Tenhou table type on a day."""
    return tenhou(players=3 if kind & 0x10 else 4, east_only=not kind & 8, chips=2 if kind & 0x200 else 0, day=day)


def played(
    rules: RuleSet,
    names: Sequence[str],
    deal: Deal,
    chance: Random,
    *,
    away: Sequence[Connection] = (),
    opening: Sequence[Habits] | None = None,
) -> PlayedGame:
    """A game of these players."""
    return play(rules, [PLAYERS[name][3] for name in names], deal, chance, away=away, opening=opening)


def written(
    game: PlayedGame, names: Sequence[str], kind: int, started: datetime, seed: str | None
) -> tuple[str, bytes]:
    """Id and text of a game's log."""
    digest = Random(started.isoformat() + "".join(names)).getrandbits(32)
    header = Header(
        id=f"{started:%Y%m%d%H}gm-{kind:04x}-0000-{digest:08x}",
        names=tuple(names),
        dan=tuple(PLAYERS[name][1] for name in names),
        rate=tuple(PLAYERS[name][2] for name in names),
        sex=tuple(PLAYERS[name][0] for name in names),
        started=started,
        seed=seed,
        vendor_type=kind,
        chips=bool(kind & 0x200),
    )
    return header.id, write(games_of([(game, header)]))[0]


def lists() -> Iterator[tuple[str, bytes]]:
    """List pages: a year of Phoenix pages in a zip, a page of private lobbies and a page of the other rooms."""
    pages = [phoenix_page(number) for number in range(N_LISTED)]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in pages:
            archive.writestr(zipfile.ZipInfo(f"2023/{name}.html.gz"), gzip.compress(text, mtime=0))
    yield "scraw2023.zip", buffer.getvalue()
    lobbies = (
        "L1000 | 20:15 | 四般南喰赤－ | Aoi(+54.0) Botan(+8.0) Chika(-20.0) Daichi(-42.0)\r\n"
        "L1000 | 21:02 | 三般東喰－－ | Eiji(+51.0) Fumi(-6.0) Gen(-45.0)\r\n"
        "C3630 | 22:40 | 四般南喰赤祝 | Haru(+57.0,+2枚) Jun(+20.0,+6枚) Kaede(-24.0,-3枚) Ren(-53.0,-5枚)\r\n"
    )
    yield "sca20230401.log", lobbies.encode()
    rooms = (
        "23:58 | 21 | 四上南喰赤－ | Ichiro(+48.9) <br>(+12.6) |||||(-19.5) Ren(-42.0)\r\n"
        "23:59 | 09 | 三特南喰赤－ | Kaede(+56.1) Jun(-12.4) Haru(-43.7)\r\n"
    )
    yield "scb2023040123.log.gz", gzip.compress(rooms.encode(), mtime=0)


def phoenix_page(number: int) -> tuple[str, bytes]:
    """Name and text of the page that lists a game of the population, on every fourth beside one that is not held."""
    game_id, text = game(number)
    read = xml.parse([Source(game_id, text)]).games
    scores, names = read.games.final_scores[0], read.seats.name[0]
    places = sorted(range(int(read.games.players[0])), key=lambda seat: -scores[seat])
    players = " ".join(f"{names[seat]}({scores[seat]:+.1f})".replace("(+0.0)", "(0.0)") for seat in places)
    rule = f"{'三' if len(places) == 3 else '四'}鳳{'南' if int(game_id[13:17], 16) & 8 else '東'}喰赤－"
    ids = [game_id, f"{game_id[:23]}{number:08x}"] if number % 4 == 0 else [game_id]
    lines = (
        f"{game_id[8:10]}:{7 + 11 * place:02} | {18 + number} | {rule} | "
        f'<a href="http://tenhou.net/0/?log={listed}">牌譜</a> | {players}<br>\n'
        for place, listed in enumerate(ids)
    )
    return f"scc{game_id[:8]}", "".join(lines).encode()


def zipped(games: Iterator[tuple[str, bytes]]) -> bytes:
    """An archive of gzipped logs."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in games:
            archive.writestr(zipfile.ZipInfo(f"{name}.mjlog"), gzip.compress(text, mtime=0))
    return buffer.getvalue()


# -- traps


def traps() -> Iterator[tuple[str, bytes]]:
    """One file for each trap."""
    yield "kita.xml", set_piece(1, THREE_EAST, seed=True)
    yield "chip-room.xml", set_piece(2, 0x221, seed=True)
    yield "disconnections.xml", set_piece(3, FOUR_EAST, away=[(1, 0, 9, 1, 7), (2, 1, 5, 1, 12), (0, 2, 0, 9, 0)])
    # Three pons of dragons: whoever fed the third pays the whole tsumo.
    yield (
        "pao.xml",
        set_piece(
            4,
            FOUR_EAST,
            ["", "", "19m1p99s34p55z66z77z"],
            "5z1s6z1s1s7z2z2z2z5p",
            [ABSENT, ABSENT, CALLING, ABSENT],
        ),
    )
    yield (
        "double-ron.xml",
        set_piece(5, FOUR_EAST, ["", *TANYAO[:2]], "2p", [ABSENT, SILENT, SILENT, ABSENT]),
    )
    yield (
        "sanchahou.xml",
        set_piece(6, FOUR_EAST, ["", *TANYAO], "2p", [ABSENT] + [SILENT] * 3),
    )
    yield "kyuushu-kyuuhai.xml", set_piece(7, FOUR_EAST, ["19m19p19s1234z258m"], "5z", [Habits(gives_up=1)] * 4)
    yield "suufon-renda.xml", set_piece(8, FOUR_EAST, [], "3z3z3z3z", [ABSENT] * 4)
    riichi = ["123456789m55p13s", "123456789p55s13m", "123456789s55m13p", "234m234p678s99m46s"]
    yield (
        "suucha-riichi.xml",
        set_piece(9, FOUR_EAST, riichi, "1z2z3z4z", [DECLARING] * 4),
    )
    kans = ["1111z2222z147m25p", "3333z4444z147s28p"]
    yield "suukaikan.xml", set_piece(10, FOUR_EAST, kans, "9m", [KANS] * 4)
    outer = "1z2z3z4z5z6z7z1m9m1p9p1s9s1z2z3z4z5z"
    inner = "5m5p5s6m6p6s4m4p4s7m7p7s3m3p3s8m8p8s2m2p2s"
    yield "nagashi-mangan.xml", set_piece(11, FOUR_EAST, [], woven(outer, inner + inner + inner), [ABSENT] * 4)
    yield "old-2009.xml", old_spelling()
    text = set_piece(12, FOUR_EAST, seed=True)
    yield (
        "comment-and-line-breaks.xml.gz",
        gzip.compress(
            b"<?xml version='1.0' encoding='UTF-8'?>\n<!-- saved by hand -->\n" + text.replace(b">", b">\n"), mtime=0
        ),
    )
    text = set_piece(13, FOUR_EAST, seed=True)
    yield "truncated.xml", text[: text.rindex(b"<INIT") + 400]
    yield "several-games.xml", set_piece(14, FOUR_EAST) + b"\n" + set_piece(15, THREE_EAST) + b"\n"
    text = set_piece(16, FOUR_EAST)
    yield "broken.xml", text.replace(b'<INIT seed="1', b'<INIT sed="1', 1)
    yield "not-a-log.xml", b"<html><body>404 Not Found</body></html>\n"


def set_piece(
    number: int,
    kind: int,
    hands: Sequence[str] | None = None,
    draws: str = "",
    opening: Sequence[Habits] | None = None,
    *,
    seed: bool = False,
    away: Sequence[Connection] = (),
) -> bytes:
    """The log of a game whose first kyoku is dealt these hands and draws these tiles first; the rest is chance."""
    chance = Random(number)
    started = datetime(2024, 1, 1, 12) + timedelta(days=number)
    rules = rules_of(kind, started.date())
    names = chance.sample(sorted(PLAYERS), rules.players)
    text = HASHED_BASE64 + base64.b64encode(chance.randbytes(2496)).decode()
    dealt = seeded(text, rules.players)
    if hands is not None:
        first = arranged(Stage(hands=hands, draws=draws, habits=opening or ()), rules, chance)
        later, dealt = dealt, lambda place, start: later(place, start) if place else first
    game = played(rules, names, dealt, chance, away=away, opening=opening)
    return written(game, names, kind, started, text if seed else None)[1]


def woven(dealer: str, others: str) -> str:
    """Draws that give one list of tiles to the dealer and the other to the three behind."""
    rest = re.findall("..", others)
    return "".join("".join((tile, *rest[3 * n : 3 * n + 3])) for n, tile in enumerate(re.findall("..", dealer)))[:140]


def old_spelling() -> bytes:
    """A log as of March 2009: a seed for each kyoku, no lobby, whole rates and results, no points at step 2."""
    chance = Random(2009)
    started = datetime(2009, 3, 5, 21)
    lines = [WORDS + ",".join(f"{chance.getrandbits(32):08X}" for _ in range(8)) for _ in range(N_SEEDS)]
    rules = rules_of(0x09, started.date())
    names = chance.sample(sorted(PLAYERS), 4)
    game = played(rules, names, seeded("\n".join(lines), 4), chance)
    text = written(game, names, 0x09, started, "\n".join(lines[: len(game.kyoku)]))[1].decode()
    text = text.replace(' lobby="0"', "")
    text = re.sub(r'rate="([^"]*)"', lambda rate: f'rate="{rate[1].replace(".00", "")}"', text)
    text = re.sub(r'owari="([^"]*)"', lambda end: f'owari="{end[1].replace(".0", "")}"', text)
    return re.sub(r' ten="[^"]*"( step="2")', r"\1", text).encode()


if __name__ == "__main__":
    sys.exit(main())
