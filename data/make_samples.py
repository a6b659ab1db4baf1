"""Makes the samples in this folder: games of twelve simple players, set pieces and traps with their expected tables.

It always writes the same files. `--check` writes nothing and names the files that differ. They contain no real player
and no real game.
"""

from __future__ import annotations

import gzip
import io
import re
import sys
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

import expected
from other_samples import cities, converted, jsons, kobalabs, mjais, mjxs, records
from playing import FOUR_EAST, FOUR_HANCHAN, PLAYERS, THREE_EAST, THREE_HANCHAN, header_of, rules_of, seed_of
from sample import Sample
from set_pieces import SET_PIECES
from xml_samples import damaged, spelled, xml

from mjlog.formats import Source
from mjlog.simulate.game import play, seeded
from mjlog.simulate.to_games import to_games
from parsers.tenhou import xml as tenhou_xml
from parsers.tenhou.xml import write

FOLDER: Final = Path(__file__).resolve().parent
MADE: Final = ("games", "lists", "traps", "formats", "expected")
"""Folders that contain nothing else."""
README: Final = "README.md"
HEADS: Final = {
    "traps": "| file | what it shows |\n| --- | --- |\n",
    "formats": "| log | what it shows |\n| --- | --- |\n",
}
"""Heads of the generated tables of the readme, by folder."""

TABLES: Final = (FOUR_HANCHAN, FOUR_HANCHAN, FOUR_EAST, THREE_HANCHAN, FOUR_HANCHAN, THREE_EAST)
"""Table types of the games, repeated in this order."""
N_LOOSE: Final = 44
N_ZIPPED: Final = 16
N_LISTED: Final = 12
"""Games of the population in list pages."""


def main() -> int:
    """Write every sample, or with `--check` name the files that differ."""
    files = dict(made())
    there = {path.relative_to(FOLDER).as_posix() for folder in MADE for path in (FOLDER / folder).rglob("*")}
    stale = sorted(there - {*files})
    if sys.argv[1:] == ["--check"]:
        wrong = stale + [name for name, data in files.items() if not same(FOLDER / name, data)]
        for name in wrong:
            print(f"not as made: {name}")
        return bool(wrong)
    for name in stale:
        (FOLDER / name).unlink()
    for name, data in files.items():
        path = FOLDER / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return 0


def same(path: Path, data: bytes) -> bool:
    """Whether a file contains these bytes; archives are compared unpacked, because compressors differ."""
    return path.is_file() and unpacked(path.read_bytes()) == unpacked(data)


def unpacked(data: bytes) -> object:
    """The contents of gzipped bytes, and of a zip by name; other bytes unchanged."""
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {name: unpacked(archive.read(name)) for name in archive.namelist()}
    return data


def made() -> Iterator[tuple[str, bytes]]:
    """Every file's name and bytes."""
    for number in range(N_LOOSE):
        name, text = game(number)
        yield f"games/{name}.mjlog", gzip.compress(text, mtime=0)
    yield "games/sixteen.zip", zipped(game(N_LOOSE + number) for number in range(N_ZIPPED))
    for name, data in lists():
        yield f"lists/{name}", data
    yield from pages(list(samples()))


def samples() -> Iterator[Sample]:
    """All set pieces and traps, those in Tenhou's XML first."""
    yield from map(xml, SET_PIECES)
    for part in (spelled, damaged, jsons, converted, mjais, kobalabs, mjxs, cities, records):
        yield from part()


def pages(samples: list[Sample]) -> Iterator[tuple[str, bytes]]:
    """The set pieces and traps, their expected tables, and the readme, which lists them."""
    for sample in samples:
        yield f"{sample.folder}/{sample.file}", sample.data
        yield f"expected/{sample.file}.json", page(sample).encode()
    text = (FOLDER / README).read_text(encoding="utf-8")
    for folder, head in HEADS.items():
        rows = [f"| `{sample.file}` | {sample.shows} |\n" for sample in samples if sample.folder == folder]
        before, after = text.split(head)
        text = before + head + "".join(rows) + re.sub(r"\A(\|.*\n)+", "", after)
    yield README, text.encode()


def page(sample: Sample) -> str:
    """The page expected for a sample; ValueError if the game contradicts a claim made by hand."""
    rows = {} if sample.games is None else expected.shown(expected.tables_of(sample.games), sample.shown)
    if wrong := expected.breaches(rows, sample.claims):
        raise ValueError(f"{sample.file}: {'; '.join(wrong)}")
    return expected.page(sample.shows, sample.options, sample.claims, sample.failures, rows)


def game(number: int) -> tuple[str, bytes]:
    """One game of the population: its id and text."""
    kind = TABLES[number % len(TABLES)]
    chance = Random(1_000 + number)
    started = datetime(2023, 4, 1, 20) + timedelta(days=number * 5, hours=number % 4)
    seed = seed_of(chance)
    names = chance.sample(sorted(PLAYERS), 3 if kind & 0x10 else 4)
    rules = rules_of(kind, started.date())
    played = play(rules, [PLAYERS[name][3] for name in names], seeded(seed, rules.players), chance)
    header = header_of(names, kind, started, seed)
    return header.id, write(to_games([(played, header)]))[0]


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
    """Name and text of the page that lists a game; every fourth also lists one that is not in the samples."""
    game_id, text = game(number)
    read = tenhou_xml.parse([Source(game_id, text)]).games
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


if __name__ == "__main__":
    sys.exit(main())
