"""Files that a command makes in a folder: none that is there already is written over."""

from __future__ import annotations

import os
import re
from pathlib import Path

from cp_puzzles.errors import MistakeError
from cp_puzzles.files import writing


def file_stem(name: str) -> str:
    """A name as a file can have it.

    >>> file_stem("Pentominoes 6x10, challenge 1")
    'Pentominoes_6x10_challenge_1'
    """
    return re.sub("[^A-Za-z0-9_.-]+", "_", name).strip("_") or "puzzle"


def refuse_existing(out: Path) -> None:
    """Raise `MistakeError` if a file is there already."""
    if out.exists():
        raise MistakeError(os.fspath(out), "the file is there already", "choose another folder")


def write_new(out: Path, text: str) -> None:
    """Write a file, and the folder where it lies; raises `MistakeError` if it is there, or cannot be written."""
    refuse_existing(out)
    with writing(out, "choose another folder"):
        out.parent.mkdir(parents=True, exist_ok=True)
        with out.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
