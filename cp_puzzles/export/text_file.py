"""Solution files of text: each solution is in the file as soon as it comes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.model import Puzzle


class TextFile(ABC):
    """A file that begins with a head, and to which every solution adds its text; see `SolutionWriter`."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        self._file = path.open("w", encoding="utf-8", newline="", buffering=1)
        self._number = 0
        self._file.write(self._head(puzzle))

    def _head(self, puzzle: Puzzle) -> str:
        """What stands before the first solution."""
        return ""

    @abstractmethod
    def _text(self, solution: Solution, number: int) -> str:
        """What is written of a solution, the first of which is number 1."""

    def write(self, solution: Solution) -> None:
        """Write the next solution."""
        self._number += 1
        self._file.write(self._text(solution, self._number))

    def close(self) -> None:
        """Close the file."""
        self._file.close()
