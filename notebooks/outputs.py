"""Makes the stored outputs anew: `python notebooks/outputs.py [NAME ...]`, or all.

Readers on a repository's page see what is stored, so it is small: of what can be shown
in several ways the picture is kept, not the page to turn. A code cell with the tag
`varies` shows times, or what depends on a version of the solver.
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
"""The most that one cell may take; a whole notebook takes less than a minute."""

PICTURES = {"image/png", "image/svg+xml"}
VARIES = "varies"
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def executed(path: Path) -> Any:
    """The notebook, run by a new kernel that finds this checkout; trimmed."""
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
    """Where there is a picture keep it alone; and no address of an object."""
    if PICTURES & data.keys():
        data.pop("text/html", None)
        data.pop("text/plain", None)
    if "text/plain" in data:
        data["text/plain"] = _ADDRESS.sub("", data["text/plain"])


def said(notebook: Any) -> list[list[tuple[str, str]]]:
    """What each code cell said: (kind, text) pairs, no text where it varies."""
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
    told = {"stdout", "text/plain"} - ({"stdout", "text/plain"} if varies else set())
    return [
        (kind, " ".join(text.split()) if kind in told else "")
        for kind, text in sorted(texts.items())
    ]


def main(names: list[str]) -> None:
    """Run the notebooks of these names, or all, and store what they say."""
    for path in NOTEBOOKS:
        if not names or path.stem in names:
            nbformat.write(executed(path), path)


if __name__ == "__main__":
    main(sys.argv[1:])
