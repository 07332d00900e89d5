"""New files in a folder: existing files are never overwritten."""

from __future__ import annotations

import os
import re
from pathlib import Path

from cp_puzzles.base.file_access import writing
from cp_puzzles.errors import MistakeError


def file_stem(name: str) -> str:
    """Return a name with the characters that every file system allows.

    >>> file_stem("Pentominoes 6x10, challenge 1")
    'Pentominoes_6x10_challenge_1'
    """
    return re.sub("[^A-Za-z0-9_.-]+", "_", name).strip("_") or "puzzle"


def refuse_existing(out: Path) -> None:
    """Raise `MistakeError` if a file exists."""
    if out.exists():
        raise MistakeError(os.fspath(out), "the file exists already", "choose another folder")


def write_new(out: Path, text: str) -> None:
    """Write a file and create its folder; raise `MistakeError` if the file exists or cannot be written."""
    refuse_existing(out)
    with writing(out, "choose another folder"):
        out.parent.mkdir(parents=True, exist_ok=True)
        with out.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
