"""Which module may import which: the one list of the layers, held against every import."""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

LAYERS = (
    "errors",
    "limits",
    "seats",
    "words",
    "tiles",
    "jit",
    "parallel",
    "progress_bar",
    "archive",
    "rules",
    "rules.columns",
    "games",
    "formats",
    "wall",
    "replay",
    "kyoku",
    "tables",
    "converting",
    "display",
    "auditing",
    "fetching",
    "importing",
    "stats",
    "exporting",
    "simulate",
    "plots",
    "panels",
    "report",
    "dashboard",
    "__init__",
    "cli",
    "__main__",
)
"""Packages and loose modules of `mjlog` from the lowest up: each imports only from the lines above its own."""

DOORS = {
    ("mjlog.games.batch", "mjlog.display"),  # views draw themselves in notebooks, as a chess board does
    ("mjlog.tables.dataset", "mjlog.dashboard.widget"),  # a data set shows its dashboard in a notebook
}
"""The imports against the order: each stands in a function body and is used only when it is called."""

PARSERS_MAY_USE = {
    "errors",
    "seats",
    "tiles",
    "jit",
    "rules",
    "games",
    "formats",
}
"""Packages of `mjlog` a parser may import."""

THIRD_PARTY = {
    "errors": set(),
    "seats": set(),
    "tiles": set(),
    "rules": set(),
    "rules.columns": {"numpy"},
    "replay": {"numpy"},
    "wall.seed": set(),
    "wall.table": set(),
    "kyoku": set(),
}
"""Packages a module (or all of a package) may import from outside the standard library, where that is restricted."""


NUMBA_MAY_BE_IN = {"jit"}


@cache
def modules():
    return sorted([*(ROOT / "mjlog").rglob("*.py"), *(ROOT / "parsers").rglob("*.py")])


def named(path):
    """`mjlog.rules.yaku` for a file; a package's `__init__` is the package, and `mjlog.__init__` the public face."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts if parts[-1] != "__init__" or parts == ("mjlog", "__init__") else parts[:-1])


@cache
def our_names():
    return frozenset(map(named, modules()))


@cache
def imported(path):
    """Every module a file imports, at its top, within functions, or by a string: its line and full name."""
    return tuple(_imported(path, our_names()))


def _imported(path, ours):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield node.lineno, inner if inner in ours else node.module
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value.split(":")[0]
            if name in ours and "." in name:
                yield node.lineno, name


def layer(module):
    """Line of a module of `mjlog` in the table."""
    place = within("__init__" if module == "mjlog" else module, LAYERS)
    assert place, f"{module} has no line in LAYERS"
    return LAYERS.index(place)


def within(module, names):
    """The longest of `names` that is the module or a package around it, both without `mjlog.`."""
    parts = module.removeprefix("mjlog.").split(".")
    return next((n for k in range(len(parts), 0, -1) if (n := ".".join(parts[:k])) in names), None)


@pytest.mark.parametrize("path", modules(), ids=named)
def test_imports_go_down_the_layers(path):
    here = named(path)
    for line, there in imported(path):
        top = there.split(".")[0]
        if here.startswith("mjlog"):
            assert top != "parsers", f"{path}:{line}: mjlog finds parsers by entry points and never imports them"
            if top == "mjlog" and (here, there) not in DOORS:
                assert layer(there) <= layer(here), f"{path}:{line}: {here} is below {there}"
        elif top == "mjlog":
            assert within(there, PARSERS_MAY_USE), f"{path}:{line}: parsers may not use {there}"
        elif top == "parsers":
            vendor = here.split(".")[1:2]
            assert there.split(".")[1:2] == vendor, f"{path}:{line}: one vendor does not use another's parser"


def test_modules_import_each_other_in_no_circle():
    ours = our_names()
    graph = {}
    for path in modules():
        here = named(path)
        graph[here] = {there for _, there in imported(path) if there in ours - {here} and (here, there) not in DOORS}
    TopologicalSorter(graph).prepare()  # raises CycleError with the circle


def test_few_modules_lie_loose_at_the_top():
    loose = {path.stem for path in (ROOT / "mjlog").glob("*.py")} - {"__init__", "__main__"}
    assert loose <= {"errors", "limits", "seats", "tiles", "jit", "parallel", "progress_bar"}


@pytest.mark.parametrize("path", modules(), ids=named)
def test_third_party_packages_stay_where_they_belong(path):
    outside = {
        there.split(".")[0]
        for _, there in imported(path)
        if there.split(".")[0] not in sys.stdlib_module_names | {"mjlog", "parsers"}
    }
    rule = within(named(path), THIRD_PARTY)
    if rule is not None:
        assert outside <= THIRD_PARTY[rule], f"{path} may import {THIRD_PARTY[rule] or 'nothing'} from outside"
    assert "numba" not in outside or within(named(path), NUMBA_MAY_BE_IN), f"{path} compiles with `mjlog.jit`"


def test_importing_the_package_compiles_nothing():
    code = "import mjlog, sys; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_no_result_depends_on_the_clock():
    """Only an answer that asks to wait until a date is compared with the time of day; no time of a file counts."""
    clock = re.compile(r"\btime\.time\(|st_mtime|getmtime|datetime\.now|date\.today")
    assert {named(path) for path in modules() if clock.search(path.read_text("utf-8"))} == {"mjlog.fetching.session"}
