"""Writers of solution files, chosen by the suffix of the file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from


class SolutionWriter(Protocol):
    """Takes solutions one by one; they are in the file after `close`, or at once if the format streams."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None: ...

    def write(self, solution: Solution) -> None:
        """Take the next solution."""
        ...

    def close(self) -> None:
        """Finish the file."""
        ...


_WRITERS = {
    ".jsonl": "cp_puzzles.export.jsonl:JsonLinesWriter",
    ".csv": "cp_puzzles.export.point_cloud:PointCloudWriter",
    ".txt": "cp_puzzles.export.text_layers:TextLayersWriter",
    ".html": "cp_puzzles.export.page:PageWriter",
    ".svg": "cp_puzzles.export.picture_writer:PictureWriter",
    ".png": "cp_puzzles.export.picture_writer:PictureWriter",
    ".pdf": "cp_puzzles.export.picture_writer:PictureWriter",
}

SUFFIXES = tuple(_WRITERS)
"""The suffixes that a solution file may have."""


def open_writer(path: str | os.PathLike[str], puzzle: Puzzle) -> SolutionWriter:
    """The writer for a file, by its suffix; raises `MistakeError` if there is none or the file cannot be written."""
    file = Path(path)
    require_format(file)
    module, name = _WRITERS[file.suffix].split(":")
    make = cast(type[SolutionWriter], getattr(import_module(module), name))
    try:
        return make(file, puzzle)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise MistakeError(os.fspath(path), f"the file cannot be written: {reason}", "choose another place") from None


def require_format(path: str | os.PathLike[str]) -> None:
    """Raise `MistakeError` if no writer has the suffix of the file."""
    suffix = Path(path).suffix
    if suffix not in _WRITERS:
        raise MistakeError(os.fspath(path), f"no format has the suffix {suffix!r}", "use " + ", ".join(SUFFIXES))


def write_solutions(path: str | os.PathLike[str], puzzle: PuzzleSource, solutions: Iterable[Solution]) -> None:
    """Write all solutions to a file, in the format of its suffix."""
    writer = open_writer(path, puzzle_from(puzzle))
    try:
        for solution in solutions:
            writer.write(solution)
    finally:
        writer.close()
