"""Writes `docs/reference` from the definitions in the code; with `--check` it only shows which pages are stale."""

from __future__ import annotations

import itertools
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from contextlib import chdir
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, get_args

import pandas as pd
import pyarrow.parquet as pq
from api_page import api_page
from gallery_page import gallery_page

import mjlog
from mjlog.archive import shards, sources
from mjlog.converting.convert import encode_each
from mjlog.display.tile_words import Language, word_of
from mjlog.errors import Fault
from mjlog.formats import Format, Source, formats, parse, platforms
from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT, GROUPS, declarations
from mjlog.importing import import_archive
from mjlog.rules.columns.odds import FIRST_HAND, HAIPAI, hands_by_shanten, n_dealt_wins, n_hands, n_kyuushu, n_walls
from mjlog.rules.option import describe_type, docs_of, options_of
from mjlog.rules.preset_sources import CODES, SOURCES, unstated
from mjlog.rules.presets import PRESETS
from mjlog.rules.rule_options import option_docs, option_types
from mjlog.rules.ruleset import OPTIONS, RuleSet, differences
from mjlog.rules.yaku import YAKU, Yaku
from mjlog.stats.docs import page as statistics_page
from mjlog.tables.docs import tables_page
from mjlog.tables.rows import TABLES
from mjlog.tiles import NAMES, Names

REFERENCE: Final = Path(__file__).parent / "reference"
SAMPLES: Final = Path(__file__).resolve().parents[1] / "data"
MADE: Final = "<!-- Made by docs/make_reference.py; do not edit. -->"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; bars in cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def sample_rows() -> dict[str, dict[str, Any]]:
    """One row of each table of the sample data."""
    with TemporaryDirectory() as folder, chdir(SAMPLES):
        import_archive(["games", "traps", "lists"], folder, workers=1)
        tables = {name: pq.read_table(Path(folder) / name) for name in TABLES if (Path(folder) / name).is_dir()}
    return {name: rows.slice(rows.num_rows // 2, 1).to_pylist()[0] for name, rows in tables.items() if rows.num_rows}


def rules_page() -> str:
    """Every option of a rule set with its default."""
    default, kinds, docs, abouts = RuleSet(), option_types(), option_docs(), options_of(RuleSet)
    rows = []
    for name in OPTIONS:
        decides = (", ".join(abouts[name].decides) or "recorded only") if name in abouts else "-"
        rows.append(
            (f"`{name}`", describe_type(kinds[name]), f"`{shown(getattr(default, name))}`", decides, docs[name])
        )
    return "\n\n".join(
        (
            "# Rule options",
            f"The defaults are those of {default.name}. A rule file (`mjlog rules show NAME --toml` writes one) names"
            " the differences. An option decides which tiles and moves are legal (*play*), whether a hand wins and its"
            " *value*, who pays (*payment*), the next kyoku and the end of the game (*progress*), or the final"
            " *result*. *Recorded only*: nothing reads it yet.",
            table(("option", "may be", "default", "decides", "what it means"), rows),
        )
    )


def shown(value: object) -> str:
    """An option's value as text; a set in a fixed order."""
    return f"{{{', '.join(sorted(map(repr, value)))}}}" if isinstance(value, frozenset) else repr(value)


def presets_page() -> str:
    """Every preset with the source of each of its values."""
    parts = [
        "# Presets",
        "Each preset is a difference from its base. A value has its sources, or is *inferred*: it follows from another"
        " value, or is taken from a similar rule set. An option that no source states has the value of the base.",
    ]
    for name, of_preset in SOURCES.items():
        rules, codes = PRESETS[name], of_preset.by_option()
        changed = differences(rules, PRESETS[of_preset.base])
        parts.append(f"## {name}\n\nBase: {of_preset.base}. {rules.note}".rstrip())
        if changed:
            rows = [(f"`{option}`", f"`{shown(value)}`", codes[option]) for option, value in changed.items()]
            parts.append(table(("option", "value", "source"), rows))
        if left_open := unstated(name):
            parts.append(f"Not stated: {', '.join(f'`{option}`' for option in left_open)}.")
    return "\n\n".join([*parts, "## Sources", table(("code", "source"), CODES.items())])


def yaku_page() -> str:
    """Every yaku."""
    parts = [
        "# Yaku",
        "`open` is the han of an open hand, - where it must be closed. A yakuman with x2 counts twice where the rules"
        " say so; local yaku exist only where a rule set names them.",
    ]
    heads = {"yaku": "Yaku", "yakuman": "Yakuman", "dora": "Dora", "draw": "At a draw"}
    for kind, local in itertools.product(heads, (False, True)):
        rows = [
            (f"`{y.key}`", y.ja, y.en, y.family, han_of(y, y.han), han_of(y, y.open_han), codes_of(y))
            for y in YAKU
            if (y.kind, y.local) == (kind, local)
        ]
        if rows:
            parts.append(f"## {heads[kind]}{', local' if local else ''}")
            parts.append(table(("key", "Japanese", "English", "family", "han", "open", "Tenhou"), rows))
    return "\n\n".join(parts)


def codes_of(yaku: Yaku) -> str:
    """Tenhou's numbers of a yaku for a cell."""
    return ", ".join(map(str, platforms()["tenhou"].yaku_codes.get(yaku.key, ())))


def han_of(yaku: Yaku, han: int | None) -> str:
    """Han for a cell, of a yakuman how many it is."""
    if han is None:
        return "-"
    return f"x{yaku.multiple}" if yaku.multiple else str(han)


def formats_page() -> str:
    """What each format gives: what it has no place for as its parser declares it, the rest as its samples show it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some samples are broken on purpose
        games = mjlog.read(SAMPLES / "games", SAMPLES / "traps")
    samples = {name: in_format(games, known) for name, known in formats().items()}
    parts = [
        "# Formats",
        "The columns that each format records: *always*, *sometimes* (a kyoku may have no win, a log no seed), or - if"
        " it has no field for them. A value that a format does not record is null, never invented.",
        table(
            ("format", "description", "file name", "read", "written"),
            [(f"`{n}`", f.title, f"`*{f.suffix}`", "yes", "yes" if f.write else "-") for n, f in formats().items()],
        ),
    ]
    for group, columns in GROUPS.items():
        rows = [
            (
                f"`{name}`",
                *(
                    "-" if f"{group}.{name}" in known.unrecorded else how_often(samples[known.name], group, name)
                    for known in formats().values()
                ),
            )
            for name in declarations(columns)
        ]
        parts += [f"## {group}", table(("column", *samples), rows)]
    parts += ["## Fields of Tenhou's XML that nothing compares", "\n".join(f"- {line}" for line in NOT_COMPARED)]
    return "\n\n".join(parts)


NOT_COMPARED = (
    "`ten` of the second `REACH` (the points after the stick) is not read.",
    "The copies in `hai` of a win, the copy in `machi` and the called copy in the code of a chi or pon are columns; the"
    " audit compares their tiles, not which copy of a tile it is.",
    "Entries of `csrule` without a rule option are named in the note of the rule set and kept in `extra`.",
)


def in_format(games: Games, known: Format) -> Games:
    """The sample games written in the format and read again; the samples of a format that can only be read."""
    if known.write:
        written = encode_each(games, known.name)
        return parse([Source(f"{n}", file) for n, file in enumerate(written) if isinstance(file, bytes)]).games
    held = (item for shard in shards([SAMPLES / "formats"]) for item in sources(shard) if isinstance(item, Source))
    return known.parse([source for source in held if known.recognises(source)]).games


def how_often(games: Games, group: str, name: str) -> str:
    """Whether rows of a column tell something."""
    values = getattr(getattr(games, group), name)
    told = values != ABSENT if values.dtype.kind == "i" else ~pd.isna(values)
    return "always" if told.reshape(len(values), -1).any(axis=1).all() else "sometimes"


def odds_page() -> str:
    """The exact chances of dealt hands: figure, formula, source."""
    deals = [
        ("walls that look different", "136! / 4!³⁴", f"{float(n_walls()):.5e}", "-", "A141"),
        ("first hands", "C(136, 14); C(108, 14)", *(f"{n_hands(players=n):,}" for n in PLAYERS), "A141"),
        (
            "of these kyuushu kyuuhai",
            "[x¹⁴] Σₖ₌₉¹³ C(13, k) ((1+x)⁴ - 1)ᵏ (1+x)ᵐ, m = 84; 56",
            *(one_in(n_kyuushu(players=n), n_hands(players=n), 3) for n in PLAYERS),
            "A446-448",
        ),
        (
            "of these complete (tenhou)",
            "hands of shanten -1, counted",
            *(one_in(n_dealt_wins(n), n_hands(players=n), 1) for n in PLAYERS),
            "A1225",
        ),
        ("haipai", "C(136, 13); C(108, 13)", *(f"{n_hands(HAIPAI, n):,}" for n in PLAYERS), "-"),
        (
            "of these nine kinds",
            "[x¹³] of the same sum",
            *(one_in(n_kyuushu(HAIPAI, n), n_hands(HAIPAI, n), 3) for n in PLAYERS),
            "-",
        ),
    ]
    parts = [
        "# Chances of dealt hands",
        "Counted exactly by `mjlog.rules.columns.odds`; copies of a tile count as different. A first hand is the 14"
        " tiles of a haipai and the first draw. Three players have 108 tiles. *Source*: line of the first document;"
        " - is a figure of mjlog only. `mjlog stats compare FOLDER theory` compares an archive with these chances.",
        table(("figure", "formula", "four players", "three players", "source"), deals),
        "The first document also counts 3,199 tenhou in 9.3 × 10⁸ games at one service (A1227). It prints 1 in"
        " 2.92 × 10⁶, which is a slip by a factor of ten: the quotient is"
        f" 1 in {9.3e8 / 3199:,.0f}, or 3.4 × 10⁻⁶ as it also prints.",
    ]
    for n_tiles, title in ((HAIPAI, "Shanten of a haipai"), (FIRST_HAND, "Shanten of a first hand")):
        counts = [hands_by_shanten(n_tiles, n) for n in PLAYERS]
        rows = [
            (f"{shanten}", *(share_of(c[shanten], n_hands(n_tiles, n)) for c, n in zip(counts, PLAYERS, strict=True)))
            for shanten in counts[0]
        ]
        means = [sum(s * n for s, n in c.items()) / sum(c.values()) for c in counts]
        parts += [f"## {title}", table(("shanten", "four players", "three players"), rows)]
        parts.append(f"The mean is {means[0]:.4f} with four players and {means[1]:.4f} with three.")
    return "\n\n".join(parts)


PLAYERS: Final = (4, 3)


def share_of(n: int, whole: int) -> str:
    """A number of hands, and its share of all."""
    return f"{n:,} ({n / whole:.5%})"


def one_in(n: int, whole: int, digits: int) -> str:
    """A number of hands, and its chance as one in so many."""
    return f"{n:,} (1 in {whole / n:,.{digits}f})"


def tiles_page() -> str:
    """Every tile in every notation and in words."""
    languages: tuple[Language, ...] = get_args(Language)
    return "\n\n".join(
        (
            "# Tiles",
            "The number of each tile in the columns, its notations (`mjlog.tiles`) and its names"
            " (`mjlog.display.tile_words`). A red five has the picture of its five.",
            table(
                ("tile", *Names._fields, "Japanese", "English", "Chinese"),
                [
                    (f"{tile}", *map(str, names), *(word_of(tile, language) for language in languages))
                    for tile, names in enumerate(NAMES)
                ],
            ),
        )
    )


def faults_page() -> str:
    """Every fault code."""
    docs = docs_of(Fault)
    rows = [(f"`{fault.value}`", docs[fault.name]) for fault in Fault]
    return "\n\n".join(
        ("# Faults", "The codes in the column `fault` of the table `failures`.", table(("code", "meaning"), rows))
    )


PAGES: Final[dict[str, Callable[[], str]]] = {
    "../gallery.md": gallery_page,
    "api.md": api_page,
    "tables.md": lambda: tables_page(sample_rows()),
    "statistics.md": statistics_page,
    "yaku.md": yaku_page,
    "rules.md": rules_page,
    "presets.md": presets_page,
    "odds.md": odds_page,
    "tiles.md": tiles_page,
    "formats.md": formats_page,
    "faults.md": faults_page,
}
"""What makes each page."""


def main(check: bool) -> int:
    """Write the pages that differ, or show how they differ; the number of stale pages when checking."""
    stale = 0
    for name, make in PAGES.items():
        path, made = REFERENCE / name, f"{MADE}\n\n{make()}\n"
        found = path.read_text(encoding="utf-8") if path.exists() else ""
        if found == made:
            continue
        if check:
            stale += 1
            print(*unified_diff(found.splitlines(), made.splitlines(), name, "made now", lineterm="", n=0), sep="\n")
        else:
            REFERENCE.mkdir(exist_ok=True)
            path.write_text(made, encoding="utf-8")
    return stale


if __name__ == "__main__":
    sys.exit(main(check=sys.argv[1:] == ["--check"]))
