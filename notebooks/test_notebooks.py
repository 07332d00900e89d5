"""Every notebook runs from a clean state to its end and says what is stored in it."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from notebooks.outputs import NOTEBOOKS, PICTURES, executed, said

LARGEST = 400_000
"""Bytes of a stored notebook: pages that show them do not show large ones."""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_says_what_is_stored(path: Path) -> None:
    """A new kernel executes the cells, and each says what its readers see.

    Times may differ. `python notebooks/outputs.py NAME` stores the outputs anew.
    """
    assert said(executed(path)) == said(nbformat.read(path, as_version=4))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_with_its_outputs(path: Path) -> None:
    """It was run from its first cell to its last, and asserts its number at the end."""
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
