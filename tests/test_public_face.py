"""The public names of the packages that load them on first use."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import mjlog
from mjlog import exporting, stats

FACES = (mjlog, exporting, stats)


@pytest.mark.parametrize(("face", "name"), [(face, name) for face in FACES for name in face.__all__])
def test_every_public_name_is_there_and_listed(face, name):
    assert getattr(face, name) is not None
    assert name in dir(face)


@pytest.mark.parametrize("face", FACES)
def test_every_line_of_the_list_is_a_name_for_type_checkers_too(face):
    stub = ast.parse(Path(face.__file__ + "i").read_text(encoding="utf-8"))
    for line in stub.body[1:]:
        assert isinstance(line, ast.ImportFrom)
        assert all(alias.asname == alias.name for alias in line.names), f"write `import x as x`: {ast.unparse(line)}"


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="No mjlog attribute nothing"):
        mjlog.nothing  # noqa: B018  # the access is what is tested


@pytest.mark.parametrize(
    ("use", "unneeded"),
    [
        (
            "mjlog.score('234m456p5578s', win='9s', melds=['777z'], rules=mjlog.TENHOU)",
            {"numpy", "numba", "pandas", "pyarrow", "ibis"},
        ),
        ("mjlog.stats.STATISTICS, mjlog.stats.luck", {"numba"}),
    ],
)
def test_a_name_loads_no_heavy_package_it_does_not_use(use, unneeded):
    code = f"import sys, mjlog\n{use}\nprint({unneeded} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
