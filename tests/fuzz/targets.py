"""The programs under test: for each kind of input its samples, its damage, and the function that must survive it."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import sqlite3
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import typer

import mjlog
from mjlog.archive import Source, Unreadable, shards, sources
from mjlog.auditing.findings import LEVELS
from mjlog.auditing.run import report_on, under_rules
from mjlog.cli.filters import filters_of
from mjlog.errors import LogError, printable
from mjlog.formats import list_reader_of, parse
from mjlog.games.digest import content_digests
from mjlog.games.ranges import within_ranges
from mjlog.importing.list_pages import rows_of
from mjlog.importing.shard import computed_of
from mjlog.replay.played import Played
from mjlog.rules.hand_text import hand_of
from mjlog.rules.presets import PRESETS
from mjlog.rules.rulefile import dump, load
from mjlog.rules.score import score_hand
from mjlog.stats import summary
from mjlog.stats.dimensions import NoSuchColumnError
from mjlog.tables.build import build
from mjlog.tables.store import StoreError
from tests.fuzz import mutating

LONG: Final = 15_000
"""Bytes; a longer sample is also damaged in a shorter form, and that form more often."""
DATA: Final = Path(__file__).resolve().parents[2] / "data"

Change = Callable[[Random, bytes], bytes]


@dataclass(frozen=True)
class Target:
    """A kind of input."""

    samples: Callable[[], Sequence[tuple[str, bytes]]]
    """Name and bytes of each."""
    changes: tuple[Change, ...]
    run: Callable[[Sequence[tuple[str, bytes]]], None]
    """Read several inputs together; LogError and the like are results, any other exception is a finding."""
    batch: int = 1


def _files(folder: str, *patterns: str) -> Callable[[], Sequence[tuple[str, bytes]]]:
    def read() -> Sequence[tuple[str, bytes]]:
        files = sorted(file for pattern in patterns for file in (DATA / folder).glob(pattern))
        samples = [
            (file.name.removesuffix(".gz"), gzip.decompress(data) if file.suffix == ".gz" else data)
            for file in files
            if len(data := file.read_bytes()) < 300_000
        ]
        long = [sample for sample in samples if len(sample[1]) > LONG]
        return [(name, shortened(data)) for name, data in samples] * 5 + long

    return cache(read)


def shortened(data: bytes) -> bytes:
    """A long log of JSON, or of lines of JSON, with its first part only, which is a kyoku or more."""
    if len(data) <= LONG or data[:1] not in (b"{", b"["):
        return data
    try:
        value = json.loads(data)
    except ValueError:
        lines = data.split(b"\n")
        ends = [n for n, line in enumerate(lines) if b'"end_kyoku"' in line]
        return b"\n".join([*lines[: ends[0] + 1], *lines[ends[-1] + 1 :]] if ends else lines[: -(-len(lines) // 4)])
    entries = _longest(value)
    del entries[-(-len(entries) // 4) :]
    return json.dumps(value, ensure_ascii=False).encode()


def _longest(value: Any) -> list[Any]:
    """The list in a value of JSON whose text is the longest, of those with more than three entries."""
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    lists = [_longest(one) for one in inner] + ([value] if isinstance(value, list) and len(value) > 3 else [])
    return max(lists, key=lambda one: len(json.dumps(one)), default=[])


def read_logs(inputs: Sequence[tuple[str, bytes]]) -> None:
    """Parse logs, build every column and table of them, and audit them."""
    parsed = parse([Source(name, data) for name, data in inputs])
    games = parsed.games
    assert len(within_ranges(games)[2]) == 0
    for _, _, error in parsed.failures:
        assert printable(str(error)) == str(error)
        assert len(str(error)) < 3_000
    played = Played(under_rules(games, None)[0])
    tables = build(games, content_digests(games), [0] * len(games), computed_of(played), decisions=True)
    for table in tables.values():
        table.validate(full=True)
    report_on(played, LEVELS, ()).to_table()


def read_lists(inputs: Sequence[tuple[str, bytes]]) -> None:
    """Read list pages into rows of the table `list`."""
    for name, data in inputs:
        source = Source(name, data)
        if reader := list_reader_of(source):
            page = reader.read(source)
            if page.games:
                rows_of([(0, name, page.games)])
            assert len(page.failures) <= 101


def read_rules(inputs: Sequence[tuple[str, bytes]]) -> None:
    """Read rule files."""
    for _, data in inputs:
        with suppress(LogError):
            load(data.decode("utf-8", "replace"))


def score_hands(inputs: Sequence[tuple[str, bytes]]) -> None:
    """Score hands in notation: the hand, the winning tile, melds."""
    for _, data in inputs:
        hand, win, *melds = [*data.decode("utf-8", "replace").split(" "), ""]
        with suppress(LogError):
            score_hand(hand_of(hand, win, {"melds": [meld for meld in melds if meld]}))


def read_filters(inputs: Sequence[tuple[str, bytes]]) -> None:
    """Read filters of `mjlog stats`."""
    for _, data in inputs:
        with suppress(typer.BadParameter, NoSuchColumnError):
            filters_of([data.decode("utf-8", "replace")])


def read_archives(inputs: Sequence[tuple[str, bytes]]) -> None:
    """Unpack containers; what cannot be unpacked is an item with its error."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in inputs:
            file = Path(folder) / name
            file.write_bytes(data)
            for shard in shards([file]):
                for item in sources(shard):
                    assert isinstance(item, Source | Unreadable)
            file.unlink()


@cache
def containers() -> Sequence[tuple[str, bytes]]:
    """A file of each kind of container, with a list page and a game in it."""
    members = {"a.txt": b"a" * 300, "folder/b.xml": next(data for name, data in XML() if name == "tobi.xml")}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w:") as file:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            file.addfile(info, io.BytesIO(data))
    packed = {"a.zip": made.getvalue(), "a.tar": tar.getvalue(), "a.tar.gz": gzip.compress(tar.getvalue(), mtime=0)}
    packed |= {f"a.{name}": module.compress(members["folder/b.xml"]) for name, module in COMPRESSIONS.items()}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        database = sqlite3.connect(path)
        database.execute("CREATE TABLE logs (log_id TEXT PRIMARY KEY, log_content BLOB)")
        database.executemany("INSERT INTO logs VALUES (?, ?)", members.items())
        database.commit()
        database.close()
        packed["a.db"] = path.read_bytes()
    return list(packed.items())


@cache
def dataset_files() -> Sequence[tuple[str, bytes]]:
    """The manifest and the parquet parts of a small data set, by their paths in it."""
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games"
        games.mkdir()
        (games / "a.xml").write_bytes(dict(XML())["tobi.xml"])
        mjlog.import_archive(games, Path(folder) / "ds")
        root = Path(folder) / "ds"
        return [(str(file.relative_to(root)), file.read_bytes()) for file in sorted(root.rglob("*")) if file.is_file()]


def open_datasets(inputs: Sequence[tuple[str, bytes]]) -> None:
    """Open a data set with one damaged file, and answer a few statistics."""
    for name, data in inputs:
        with tempfile.TemporaryDirectory() as folder:
            for path, undamaged in dataset_files():
                file = Path(folder) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data if path == name else undamaged)
            with suppress(LogError, OSError, ValueError, StoreError):
                summary(mjlog.open(folder), stats=["win_rate", "deal_in_rate"])


def _texts(*texts: str) -> Callable[[], Sequence[tuple[str, bytes]]]:
    return lambda: [("text", text.encode()) for text in texts]


XML: Final = _files("traps", "*.xml", "*.xml.gz")
COMPRESSIONS: Final = {"gz": gzip, "bz2": bz2, "xz": lzma}
RULE_FILES: Final = ('base = "mleague"\nlength = "east"\numa = [30, 10, -10, -30]\n', *map(dump, PRESETS.values()))
JSON: Final = (mutating.json_value, mutating.json_value, mutating.json_value, mutating.text, mutating.flipped)

TARGETS: Final[dict[str, Target]] = {
    "tenhou-xml": Target(XML, (mutating.markup, mutating.markup, mutating.text, mutating.flipped), read_logs, 300),
    "json": Target(_files("formats", "*.json", "*.jsonl", "*.json.gz", "*.txt"), JSON, read_logs, 300),
    "mjai": Target(_files("formats", "*.mjson", "*.mjson.gz"), JSON, read_logs, 300),
    "protobuf": Target(_files("formats", "*.bin.gz"), (mutating.flipped,), read_logs, 300),
    "list-pages": Target(_files("lists", "*"), (mutating.text, mutating.flipped), read_lists, 20),
    "rule-files": Target(_texts(*RULE_FILES), (mutating.text, mutating.flipped), read_rules, 50),
    "hands": Target(
        _texts("234m406p5578s 9s 777z", "1112345678999m 5m", "19m19p19s1234567z 1z", "2m-3m4m55p 5p a1111z k1111z"),
        (mutating.text, mutating.flipped), score_hands, 100,
    ),
    "filters": Target(
        _texts("players=4", "player=A", "kyoku=0..3", "riichi=true", "rate=1500.5"),
        (mutating.text, mutating.flipped), read_filters, 100,
    ),
    "containers": Target(containers, (mutating.flipped, mutating.text), read_archives, 10),
    "data-sets": Target(dataset_files, (mutating.flipped, mutating.text), open_datasets),
}  # fmt: skip
