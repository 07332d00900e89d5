"""Drawings of solutions, printed while a search runs."""

from __future__ import annotations

from functools import cached_property

from rich.console import Console

from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.terminal.board_view import gallery, legend, screenful
from cp_puzzles.puzzle.puzzle import Puzzle


class Drawings:
    """Drawings of the first `show` solutions (None: all; -1: as many as fit), in chunks of a screen each."""

    def __init__(self, puzzle: Puzzle, console: Console, show: int | None) -> None:
        self._puzzle, self._console, self._asked = puzzle, console, show
        self._waiting: list[Solution] = []
        self._drawn = 0

    @cached_property
    def _chunk(self) -> int:
        """The solutions that fit on the screen: laying out a large board takes time, so not before the first one."""
        return screenful(self._puzzle, self._console)

    @property
    def streams(self) -> bool:
        """Return whether solutions are drawn while the search runs."""
        return self._asked is None

    def add(self, solution: Solution) -> None:
        """Add the next solution."""
        most = self._chunk if self._asked == -1 else self._asked
        if most is None or self._drawn + len(self._waiting) < most:
            self._waiting.append(solution)
            if self.streams and len(self._waiting) >= self._chunk:
                self._draw()

    def finish(self) -> None:
        """Draw the remaining solutions, and the legend below."""
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
