"""Run notebooks and store their outputs: `python notebooks/outputs.py [NAME ...]`.

Without names, all notebooks are run. Web pages of a repository show the stored
outputs, so these are small: if an output has several forms, only the picture is
stored, not the interactive page. A code cell with the tag `varies` shows times or
numbers that depend on the version of the solver.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent
NOTEBOOKS = sorted(HERE.glob("*.ipynb"))
SECONDS = 300
"""Time limit of one cell; a whole notebook takes less than a minute."""

PICTURES = {"image/png", "image/svg+xml"}
VARIES = "varies"
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def executed(path: Path) -> Any:
    """Run a notebook in a new kernel that imports this checkout; trim its outputs."""
    os.environ["PYTHONPATH"] = str(HERE.parent)
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", coalesce_streams=True
    )
    client.execute(cwd=str(HERE))
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            _trim(output.get("data", {}))
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def _trim(data: dict[str, str]) -> None:
    """Keep only the picture if there is one, and remove addresses of objects."""
    if PICTURES & data.keys():
        data.pop("text/html", None)
        data.pop("text/plain", None)
    if "text/plain" in data:
        data["text/plain"] = _ADDRESS.sub("", data["text/plain"])


def readable_outputs(notebook: Any) -> list[list[tuple[str, str]]]:
    """Return (kind, text) pairs for each code cell, without texts that vary."""
    return [
        [
            pair
            for output in cell.outputs
            for pair in _pairs(output, VARIES in cell.metadata.get("tags", ()))
        ]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def _pairs(output: Any, varies: bool) -> list[tuple[str, str]]:
    texts = (
        {output.name: output.text}
        if output.output_type == "stream"
        else dict(output.get("data", {}))
    )
    compared = {"stdout", "text/plain"} - (
        {"stdout", "text/plain"} if varies else set()
    )
    return [
        (kind, " ".join(text.split()) if kind in compared else "")
        for kind, text in sorted(texts.items())
    ]


def main(names: list[str]) -> None:
    """Run the notebooks with these names, or all, and store their outputs."""
    for path in NOTEBOOKS:
        if not names or path.stem in names:
            nbformat.write(executed(path), path)


if __name__ == "__main__":
    main(sys.argv[1:])
