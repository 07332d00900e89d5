"""The orbits of solutions that come from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from cp_puzzles.cover.kinds import cover_of
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.symmetry.group import Symmetry, SymmetryGroup, symmetry_groups


class SolutionOrbits:
    """Finds out how many images a solution has, and which solutions are images of one another.

    >>> from cp_puzzles import solve
    >>> solution = solve("t_tetrominoes4x4", symmetry="off", jobs=1).solutions[0]
    >>> SolutionOrbits(solution.puzzle).sizes(solution.placements)
    {'off': 1, 'rotations': 1, 'full': 2}
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._cover = cover_of(puzzle)
        self._number = {placement: option for option, placement in enumerate(self._cover.placements)}

    @cached_property
    def _groups(self) -> dict[Symmetry, SymmetryGroup]:
        return symmetry_groups(self._cover)

    def sizes(self, placements: Iterable[Placement]) -> dict[Symmetry, int]:
        """The number of images of a solution under each of `symmetry_groups`; what is given stays where it is."""
        row = np.array([self._row(placements)], dtype=np.int32)
        return {symmetry: int(group.orbit_sizes(row)[0]) for symmetry, group in self._groups.items()}

    def first_image(self, placements: Iterable[Placement], symmetry: Symmetry = "full") -> bytes:
        """One image, the same for all solutions that are images of one another under this symmetry."""
        images: np.ndarray[tuple[int, int], np.dtype[np.int32]] = np.sort(
            self._groups[symmetry].options[:, self._row(placements)], axis=1
        )
        return min(image.tobytes() for image in images)

    def _row(self, placements: Iterable[Placement]) -> list[int]:
        return [self._number[placement] for placement in placements if placement in self._number]
