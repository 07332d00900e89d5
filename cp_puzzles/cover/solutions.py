"""The solutions of one puzzle, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from cp_puzzles.base.display_hooks import Displayed, view
from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, eq=False, repr=False)
class Solutions(Sequence[Solution], Displayed):
    """A sequence of solutions of one puzzle, possibly empty; equal to a tuple of the same `items`.

    >>> from cp_puzzles import solve
    >>> solutions = solve("pentomino3x20", engine="exact-cover").solutions
    >>> solutions
    Solutions(2 of 'Pentominoes 3x20')
    >>> solutions[:1] == (solutions[0],)
    True
    """

    puzzle: Puzzle
    items: tuple[Solution, ...] = ()

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, index: int) -> Solution: ...

    @overload
    def __getitem__(self, index: slice) -> Solutions: ...

    def __getitem__(self, index: int | slice) -> Solution | Solutions:
        if isinstance(index, slice):
            return Solutions(self.puzzle, self.items[index])
        return self.items[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Solutions):
            return self.items == other.items
        return self.items == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.items)

    def __repr__(self) -> str:
        return f"Solutions({len(self.items)} of {self.puzzle.name!r})"

    def to_frame(self) -> DataFrame:
        """Return a tidy pandas frame with a row for each covered cell; see `solutions_frame`.

        >>> from cp_puzzles import solve
        >>> frame = solve("soma", engine="exact-cover").solutions.to_frame()
        >>> len(frame) == 240 * 27, *frame.columns[:4]
        (True, 'solution', 'tile', 'copy', 'layer')
        """
        frame: DataFrame = view("frame", self)
        return frame
