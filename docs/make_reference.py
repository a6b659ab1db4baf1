"""Writes `docs/reference` from the definitions in the code; with `--check` it only shows which pages are stale."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Sequence
from difflib import unified_diff
from itertools import pairwise
from pathlib import Path
from typing import Final

from mjlog.errors import Fault
from mjlog.rules.ruleset import OPTIONS, RuleSet, describe_type, option_docs, option_types
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import columns_of

REFERENCE: Final = Path(__file__).parent / "reference"
MADE: Final = "<!-- Made by docs/make_reference.py; do not edit. -->"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; bars in cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def paragraphs(text: str) -> str:
    """A docstring as Markdown."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


def tables_page() -> str:
    """Every parquet table with its columns."""
    parts = ["# Tables", "One folder of parquet parts per table. A column that may be null says so."]
    for name, row in TABLES.items():
        columns = [
            (f"`{column}`", f"{c.type}{', null' if c.null else ''}", f"{c.doc}{f' [{c.unit}]' if c.unit else ''}")
            for column, c in columns_of(row).items()
        ]
        parts += [f"## {name}", paragraphs(row.__doc__ or ""), table(("column", "type", "what it holds"), columns)]
    return "\n\n".join(parts)


def rules_page() -> str:
    """Every option of a rule set with its default."""
    default, kinds, docs = RuleSet(), option_types(), option_docs()
    rows = [(f"`{o}`", describe_type(kinds[o]), f"`{shown(getattr(default, o))}`", docs[o]) for o in OPTIONS]
    return "\n\n".join(
        (
            "# Rule options",
            f"The defaults are those of {default.name}. A rule file (`RuleSet.from_toml`) names what differs.",
            table(("option", "may be", "default", "what it means"), rows),
        )
    )


def shown(value: object) -> str:
    """An option's value as text; a set in a fixed order."""
    return f"{{{', '.join(sorted(map(repr, value)))}}}" if isinstance(value, frozenset) else repr(value)


def faults_page() -> str:
    """Every fault code."""
    source = Path(sys.modules[Fault.__module__].__file__ or "").read_text(encoding="utf-8")
    docs = docs_beneath(source, "Fault")
    rows = [(f"`{fault.value}`", docs[fault.name]) for fault in Fault]
    return "\n\n".join(
        ("# Faults", "The codes in the column `fault` of the table `failures`.", table(("code", "meaning"), rows))
    )


def docs_beneath(source: str, class_name: str) -> dict[str, str]:
    """The string beneath each assignment of a class, by the name assigned."""
    body = next(n.body for n in ast.parse(source).body if isinstance(n, ast.ClassDef) and n.name == class_name)
    return {
        name.id: " ".join(doc.value.value.split())
        for field, doc in pairwise(body)
        if isinstance(field, ast.Assign) and isinstance(name := field.targets[0], ast.Name)
        if isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant) and isinstance(doc.value.value, str)
    }


PAGES: Final[dict[str, Callable[[], str]]] = {
    "tables.md": tables_page,
    "rules.md": rules_page,
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
