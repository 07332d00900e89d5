"""Every notebook runs from a clean state to its end with the outputs that it stores."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from notebooks.outputs import NOTEBOOKS, PICTURES, executed, readable_outputs

LARGEST = 400_000
"""Maximum bytes of a notebook: web pages of repositories do not display larger ones."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_gives_its_stored_outputs(path: Path) -> None:
    """A new kernel that runs the cells gives the outputs that readers see.

    Times may differ. `python notebooks/outputs.py NAME` stores the outputs again.
    """
    stored = nbformat.read(path, as_version=4)
    assert readable_outputs(executed(path)) == readable_outputs(stored)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_stored_with_its_outputs(path: Path) -> None:
    """A stored notebook was run from first to last cell, and asserts its numbers."""
    cells = nbformat.read(path, as_version=4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    shown = {
        kind
        for cell in code
        for output in cell.outputs
        for kind in output.get("data", ())
    }
    assert shown & PICTURES
    assert "assert " in code[-1].source
    assert path.stat().st_size < LARGEST
