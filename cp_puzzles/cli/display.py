"""Drawings of solutions as they come, and files that keep what was found."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, suppress
from types import TracebackType

from rich.console import Console

from cp_puzzles.cover.solution import Solution
from cp_puzzles.export.writer import ConcludedWriter, SolutionWriter, open_writer, writer_type
from cp_puzzles.files import writing
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.render.gallery import gallery, screenful
from cp_puzzles.render.legend import legend

SCREENFUL = -1


class Drawings:
    """Draws the first `show` solutions (None: all, `SCREENFUL`: what a screen holds), in chunks of a screen each."""

    def __init__(self, puzzle: Puzzle, console: Console, show: int | None) -> None:
        self._puzzle, self._console = puzzle, console
        self._chunk = screenful(puzzle, console)
        self._show = self._chunk if show == SCREENFUL else show
        self._waiting: list[Solution] = []
        self._drawn = 0

    @property
    def streams(self) -> bool:
        """Whether solutions are drawn while the search goes on."""
        return self._show is None

    def add(self, solution: Solution) -> None:
        """Take the next solution."""
        if self._show is None or self._drawn + len(self._waiting) < self._show:
            self._waiting.append(solution)
            if self.streams and len(self._waiting) >= self._chunk:
                self._draw()

    def finish(self) -> None:
        """Draw what is left, and the legend below."""
        self._draw()
        if self._drawn and self._puzzle.tiles:
            self._console.print()
            self._console.print(legend(self._puzzle, small=self._drawn > 1))

    def _draw(self) -> None:
        if self._waiting:
            if self._drawn:
                self._console.print()
            small = self.streams or self._drawn + len(self._waiting) > 1
            self._console.print(gallery(self._puzzle, self._waiting, start=self._drawn + 1, small=small))
            self._drawn += len(self._waiting)
            self._waiting = []


class SafeWriter:
    """A solution file, or none; a disk that is full is a mistake with a place, and what is written stays.

    A file that exists is kept until the first solution comes or the search is over: a mistake in the command, which
    may only show when the search begins, must not cost what an earlier search found.
    """

    def __init__(self, path: str | None, puzzle: Puzzle) -> None:
        self._path, self._puzzle = path, puzzle
        self._writer: SolutionWriter | None = None
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

    def conclude(self, *, complete: bool) -> None:
        """Say whether the solutions are all that there are, where the file tells it."""
        self._begin()
        if isinstance(self._writer, ConcludedWriter):
            self._writer.conclude(complete=complete)

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
                self._writer.close()

    def _writing(self) -> AbstractContextManager[None]:
        return writing(str(self._path), "what was written before is kept")
