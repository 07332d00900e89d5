"""Writers of solution files, chosen by the suffix of the file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, cast, runtime_checkable

from cp_puzzles.cover.kinds import problem_from
from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.export.formats import FORMATS, format_of
from cp_puzzles.files import writing
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource


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


def writer_type(path: str | os.PathLike[str], puzzle: Puzzle) -> type[SolutionWriter]:
    """Who writes such a file of a puzzle's solutions; raises `MistakeError` if nobody does."""
    its, listed = format_of(path, "solutions"), isinstance(puzzle, Matrix)
    if listed and its.listed is None:
        remedy = "write " + " or ".join(other.suffix for other in FORMATS if other.listed)
        raise MistakeError(os.fspath(path), "a cover problem in a file has no board to show", remedy)
    return cast(type[SolutionWriter], its.load(listed=listed))


def open_writer(path: str | os.PathLike[str], puzzle: Puzzle) -> SolutionWriter:
    """The writer for a file, by its suffix; raises `MistakeError` if there is none or the file cannot be written."""
    make = writer_type(path, puzzle)
    with writing(path):
        return make(Path(path), puzzle)


def write_solutions(path: str | os.PathLike[str], puzzle: PuzzleSource, solutions: Iterable[Solution]) -> None:
    """Write all solutions to a file, in the format of its suffix."""
    writer = open_writer(path, problem_from(puzzle))
    try:
        for solution in solutions:
            writer.write(solution)
    finally:
        writer.close()
