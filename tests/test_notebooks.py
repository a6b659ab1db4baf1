"""Every notebook runs from a clean start on the sample games, is quick, and is kept without outputs."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NO_REPORTS = """
from unittest.mock import create_autospec
import mjlog.report
mjlog.report.page = create_autospec(mjlog.report.page, return_value="")
"""
"""Whole reports take long; the README and `tests/report` draw them."""


def read(path):
    return nbformat.read(path, as_version=4)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_without_outputs(path):
    for cell in read(path).cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@pytest.mark.filterwarnings("default")  # the kernel's own packages warn while it starts and stops
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_from_a_clean_start(path):
    notebook = read(path)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(NO_REPORTS))
    client = NotebookClient(notebook, timeout=240, kernel_name="python3", resources={"metadata": {"path": path.parent}})
    client.execute()
    warnings = [
        output.text
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "stream" and output.name == "stderr"
    ]
    assert warnings == []
