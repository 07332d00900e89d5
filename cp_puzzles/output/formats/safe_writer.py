"""A solution file that is written while a search runs."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, suppress
from types import TracebackType

from cp_puzzles.base.file_access import writing
from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.formats.solution_writer import SearchOutcome, SolutionWriter, open_writer, writer_type
from cp_puzzles.puzzle.puzzle import Puzzle


class SafeWriter:
    """A solution file, or none; a full disk is reported as a mistake, and solutions already written are kept.

    An existing file is kept until the first solution or the end of the search: a mistake in the command, which may only
    show when the search begins, must not cost the solutions of an earlier search.
    """

    def __init__(self, path: str | os.PathLike[str] | None, puzzle: Puzzle) -> None:
        self._path, self._puzzle = path, puzzle
        self._writer: SolutionWriter | None = None
        self._outcome: SearchOutcome | None = None
        if path is None:
            return
        writer_type(path, puzzle)
        if not (os.path.isfile(path) and os.access(path, os.W_OK)):
            self._writer = open_writer(path, puzzle)

    def write(self, solution: Solution) -> None:
        """Write the next solution."""
        if self._path is not None:
            self._begin()
            assert self._writer is not None
            with self._writing():
                self._writer.write(solution)

    def conclude(self, symmetry: str, *, is_complete: bool) -> None:
        """Record how the search ended, for the formats that state it."""
        self._outcome = SearchOutcome(symmetry, is_complete)

    def _begin(self) -> None:
        if self._writer is None and self._path is not None:
            self._writer = open_writer(self._path, self._puzzle)

    def __enter__(self) -> SafeWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self._begin()
        if self._writer is not None:
            with self._writing() if error is None else suppress(OSError):
                self._writer.close(self._outcome)

    def _writing(self) -> AbstractContextManager[None]:
        return writing(str(self._path), "what was written before is kept")
