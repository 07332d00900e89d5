"""Writers of solution files, chosen by the suffix of the file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from cp_puzzles.base.file_access import writing
from cp_puzzles.cover.problem_source import problem_from
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.formats.formats import FORMATS, format_of
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.puzzle_source import PuzzleSource


@dataclass(frozen=True)
class SearchOutcome:
    """The symmetry up to which solutions were searched for, and whether the search found all of them."""

    symmetry: str
    is_complete: bool


class SolutionWriter(Protocol):
    """Takes solutions one by one; they are in the file after `close`, or at once if the format streams."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None: ...

    def write(self, solution: Solution) -> None:
        """Write or collect the next solution."""
        ...

    def close(self, outcome: SearchOutcome | None = None) -> None:
        """Finish the file; `outcome` is None for solutions that come from a file."""
        ...


def writer_type(path: str | os.PathLike[str], puzzle: Puzzle) -> type[SolutionWriter]:
    """Return the writer class for a solution file of a puzzle; raises `MistakeError` if there is none."""
    entry, listed = format_of(path, "solutions"), not puzzle.has_board
    if listed and entry.listed is None:
        remedy = "write " + " or ".join(other.suffix for other in FORMATS if other.listed)
        raise MistakeError(os.fspath(path), "a cover problem in a file has no board to show", remedy)
    return cast(type[SolutionWriter], entry.load(listed=listed))


def open_writer(path: str | os.PathLike[str], puzzle: Puzzle) -> SolutionWriter:
    """Return a writer for a file; raises `MistakeError` for an unknown suffix or a file that cannot be written."""
    make = writer_type(path, puzzle)
    with writing(path):
        return make(Path(path), puzzle)


def write_solutions(path: str | os.PathLike[str], puzzle: PuzzleSource, solutions: Iterable[Solution]) -> None:
    """Write solutions to a file, in the format of its suffix.

    See Also
    --------
    read_solutions, solve
    """
    writer = open_writer(path, problem_from(puzzle))
    try:
        for solution in solutions:
            writer.write(solution)
    finally:
        writer.close()
