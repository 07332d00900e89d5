"""Writers of solution files, chosen by the suffix of the file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, cast, runtime_checkable

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.export.formats import format_of
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


@runtime_checkable
class ConcludedWriter(SolutionWriter, Protocol):
    """A writer whose file says whether its solutions are all."""

    def conclude(self, *, complete: bool) -> None:
        """Say whether the solutions are all that there are; before `close`."""
        ...


def open_writer(path: str | os.PathLike[str], puzzle: Puzzle) -> SolutionWriter:
    """The writer for a file, by its suffix; raises `MistakeError` if there is none or the file cannot be written."""
    file = Path(path)
    make = cast(type[SolutionWriter], format_of(file, "solutions").load())
    try:
        return make(file, puzzle)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise MistakeError(os.fspath(path), f"the file cannot be written: {reason}", "choose another place") from None


def write_solutions(path: str | os.PathLike[str], puzzle: PuzzleSource, solutions: Iterable[Solution]) -> None:
    """Write all solutions to a file, in the format of its suffix."""
    writer = open_writer(path, puzzle_from(puzzle))
    try:
        for solution in solutions:
            writer.write(solution)
    finally:
        writer.close()
