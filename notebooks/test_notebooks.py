"""Every notebook runs from a clean state to its end, where it asserts its number."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted(Path(__file__).parent.glob("*.ipynb"))
SECONDS = 300
"""The most that one cell may take; a whole notebook takes less than a minute."""


@pytest.fixture
def kernel_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels find the package of this checkout, and pictures need no screen."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.usefixtures("kernel_environment")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    """A new kernel executes the cells in order, and none of them fails."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3").execute()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    """Outputs are made anew wherever it runs; the last cell asserts something."""
    cells = nbformat.read(path, as_version=4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)
    assert "assert " in code[-1].source
