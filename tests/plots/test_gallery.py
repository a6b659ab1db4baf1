"""Every plot is in the gallery, with its picture and the code that draws it."""

import inspect
from pathlib import Path

import pytest

from mjlog import plots

DOCS = Path(__file__).resolve().parents[2] / "docs"
PLOTS = [name for name in plots.__all__ if inspect.isfunction(getattr(plots, name))]


@pytest.mark.parametrize("name", PLOTS)
def test_a_plot_has_its_example_and_picture(name):
    doc = inspect.getdoc(getattr(plots, name))
    assert f"plots.{name}(" in doc.partition("```python")[2], "its docstring has no example for the gallery"
    assert (DOCS / "pictures" / "plots" / f"{name}.svg").exists(), "run `make docs pictures`"
    assert f"### {name}\n" in (DOCS / "gallery.md").read_text(encoding="utf-8"), "run `make docs pictures`"
