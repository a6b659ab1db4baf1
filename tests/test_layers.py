"""Which module may import which: the one table of the layers, held against every import statement."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

LAYERS = (
    {"errors"},
    {"tiles", "seats", "sheet", "events", "columns", "archive"},
    {"rules", "kernels"},
    {"games", "rows", "views", "digest", "copies", "lists"},
    {"formats"},
    {"replay", "kernels.replay", "kernels.paths", "wall", "tenpai", "state", "legality"},
    {"tables", "auditing"},
    {"importing", "dataset", "claims", "losses", "converting", "simulate", "fetching"},
    {"stats", "training"},
    {"plots", "display", "report"},
    {"cli", "__init__"},
)
"""Modules and packages of `mjlog` from the lowest up: each imports from lower layers and its own."""

PARSERS_MAY_USE = {
    "errors",
    "tiles",
    "seats",
    "columns",
    "games",
    "rows",
    "formats",
    "lists",
    "kernels.compiled",
    "rules.ruleset",
    "rules.presets",
    "rules.yaku",
    "rules.waits",  # who is tenpai at a draw, where a format does not show the hands
}
"""Modules of `mjlog` a parser may import."""

THIRD_PARTY = {
    "errors": set(),
    "tiles": set(),
    "seats": set(),
    "sheet": set(),
    "events": set(),
    "rules": set(),
    "rules.batch": {"numpy"},
    "kernels": {"numpy", "numba"},
    "tenpai": set(),
    "state": set(),
    "legality": set(),
    "wall": set(),
    "cli": {"typer", "rich"},
}
"""Packages a module (or all of a package) may import from outside the standard library, where that is restricted."""

NUMBA_MAY_BE_IN = ("mjlog/kernels/", "parsers/")


def modules():
    return sorted([*(ROOT / "mjlog").rglob("*.py"), *(ROOT / "parsers").rglob("*.py")])


def named(path):
    """`mjlog.rules.yaku` for a file; a package's `__init__` is the package, and `mjlog.__init__` the public face."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts if parts[-1] != "__init__" or parts == ("mjlog", "__init__") else parts[:-1])


def imported(path):
    """Every module a file imports, at its top or within functions, as full names."""
    ours = {named(p) for p in modules()}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield node.lineno, inner if inner in ours else node.module


def layer(module):
    """Place of a module of `mjlog` in the table."""
    name = module.removeprefix("mjlog.").replace("_cli_", "cli.")
    place = within("__init__" if name == "mjlog" else name, set().union(*LAYERS))
    assert place, f"{module} has no place in LAYERS"
    return next(n for n, names in enumerate(LAYERS) if place in names)


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
            if top == "mjlog":
                assert layer(there) <= layer(here), f"{path}:{line}: {here} is below {there}"
        elif top == "mjlog":
            assert within(there, PARSERS_MAY_USE), f"{path}:{line}: parsers may not use {there}"
        elif top == "parsers":
            vendor = here.split(".")[1:2]
            assert there.split(".")[1:2] == vendor, f"{path}:{line}: one vendor does not use another's parser"


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
    if "numba" in outside:
        assert str(path.relative_to(ROOT)).startswith(NUMBA_MAY_BE_IN)


def test_importing_the_package_compiles_nothing():
    code = "import mjlog, sys; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
