"""Writers of solution files, chosen by the suffix of the file, also while a search runs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, cast

from cp_puzzles.base.file_access import writable_path, writing
from cp_puzzles.base.options import IN_FILE, checked, each_of
from cp_puzzles.cover.dlx_problem import problem_from
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.formats.formats import FORMATS, format_of
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource

if TYPE_CHECKING:
    from cp_puzzles.puzzle.disassembly.take_apart import Disassembly


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
    if not entry.holds_overlap:
        remedy = "write " + ", ".join(other.suffix for other in FORMATS if other.holds_overlap)
        puzzle.refuse_overlap(os.fspath(path), f"{entry.suffix} has one piece for each cell", remedy)
    return cast(type[SolutionWriter], entry.load(listed=listed))


def open_writer(path: str | os.PathLike[str], puzzle: Puzzle) -> SolutionWriter:
    """Return a writer for a file; raises `MistakeError` for an unknown suffix or a file that cannot be written."""
    make = writer_type(path, puzzle)
    return make(Path(writable_path(os.fspath(path))), puzzle)


def write_solutions(path: str | os.PathLike[str], puzzle: PuzzleSource, solutions: Iterable[Solution]) -> None:
    """Write solutions to a file, in the format of its suffix.

    If an error ends `solutions`, the file has those before it; an earlier file stays if there are none.

    See Also
    --------
    read_solutions, solve
    """
    with SafeWriter(checked("path", path, IN_FILE), problem_from(puzzle)) as writer:
        for solution in each_of(Solution, "solutions", solutions):
            writer.write(solution)


class SafeWriter:
    """A file of solutions, or none; a full disk is reported as a mistake, and solutions already written are kept.

    An existing file is kept until the first solution or the end of a complete search: neither a mistake in the command
    nor a search that ends before its first solution costs the solutions of an earlier search.
    """

    def __init__(self, path: str | os.PathLike[str] | None, puzzle: Puzzle) -> None:
        self._path, self._puzzle = path, puzzle
        self._writer = None if path is None else self._new_writer(path)
        self._outcome: SearchOutcome | None = None
        self.is_written = False
        """Whether there is a file, and it has the solutions of this search."""

    def _new_writer(self, path: str | os.PathLike[str]) -> SolutionWriter:
        return open_writer(path, self._puzzle)

    def write(self, solution: Solution, *disassembly: Disassembly) -> None:
        """Write the next solution, with its moves if the writer takes them."""
        if self._writer is not None:
            with self._writing():
                self._writer.write(solution, *disassembly)
            self.is_written = True

    def conclude(self, symmetry: str, *, is_complete: bool) -> None:
        """Record how the search ended, for the formats that state it."""
        self._outcome = SearchOutcome(symmetry, is_complete)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        is_finished = error is None and (self._outcome is None or self._outcome.is_complete)
        if self._writer is not None and (self.is_written or is_finished):
            with self._writing() if error is None else suppress(OSError, MistakeError):
                self._writer.close(self._outcome)
            self.is_written = True

    def _writing(self) -> AbstractContextManager[None]:
        return writing(str(self._path), "what was written before is kept")
