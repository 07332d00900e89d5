"""Orbits of solutions: their images, their sizes, and the isometries that fix a solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution, solution_of
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry, symmetry_group, symmetry_groups
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.isometry import Isometry
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle


class SolutionOrbits:
    """The orbits of solutions of one puzzle; the solutions may come from any source, such as a file.

    >>> from cp_puzzles import solve
    >>> solution = solve("t_tetrominoes4x4", symmetry="off", jobs=1).solutions[0]
    >>> SolutionOrbits(solution.puzzle).sizes(solution.placements)
    {'off': 1, 'rotations': 1, 'full': 2}
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._cover = build_cover(puzzle)

    def sizes(self, placements: Iterable[Placement]) -> dict[Symmetry, int]:
        """Return the size of a solution's orbit under each of `symmetry_groups`, which fix the given placements."""
        row = np.array([self.options(placements)], dtype=np.int32)
        groups = symmetry_groups(self._cover)
        return {symmetry: int(group.orbit_sizes(row)[0]) for symmetry, group in groups.items()}

    def representative(self, placements: Iterable[Placement], symmetry: Symmetry = "full") -> bytes:
        """Return one image of a solution: the same for all solutions of its orbit."""
        return symmetry_group(self._cover, symmetry).representative(self.options(placements))

    def images(self, placements: Iterable[Placement], symmetry: Symmetry = "full") -> list[Solution]:
        """Return the orbit of a solution, itself first, as solutions with orbit size 1."""
        rows = symmetry_group(self._cover, symmetry).images(self.options(placements))
        return [solution_of(self._cover, row) for row in dict.fromkeys(map(tuple, rows.tolist()))]

    def options(self, placements: Iterable[Placement]) -> list[int]:
        """Return the options of a solution, without the given placements."""
        option_of = self._cover.option_of
        return [option_of[placement] for placement in placements if placement in option_of]


def unfold(solutions: Solutions, *, symmetry: Symmetry = "full") -> Solutions:
    """Return all images of the solutions under the symmetries of the puzzle: the solutions with `symmetry="off"`.

    Parameters
    ----------
    solutions
        One solution of each orbit.
    symmetry
        The equivalence under which the solutions were found.

    Raises
    ------
    MistakeError
        If the orbit sizes of the solutions contradict `symmetry`.

    See Also
    --------
    symmetry_group, self_symmetric

    Examples
    --------
    >>> from cp_puzzles import solve
    >>> soma = solve("soma", jobs=1).solutions
    >>> len(soma), len(unfold(soma))
    (240, 11520)
    """
    images = (image for orbit in orbits(solutions, symmetry=symmetry) for image in orbit)
    return Solutions(solutions.puzzle, tuple(images))


def orbits(solutions: Solutions, *, symmetry: Symmetry = "full") -> Iterator[tuple[Solution, ...]]:
    """Yield the orbit of each solution, the solution first, as solutions with orbit size 1."""
    solution_orbits = SolutionOrbits(solutions.puzzle)
    for number, solution in enumerate(solutions, start=1):
        images = solution_orbits.images(solution.placements, symmetry)
        if len(images) != solution.orbit_size:
            raise MistakeError(
                f"symmetry={symmetry!r}",
                f"solution {number} has an orbit of {solution.orbit_size}, not of {len(images)}",
                "name the symmetry with which the solutions were found",
            )
        yield tuple(images)


def self_symmetric(solutions: Solutions, *, symmetry: Symmetry = "full") -> Solutions:
    """Return the solutions that some symmetry other than the identity maps to themselves.

    `symmetry` is the equivalence under which the solutions were found.

    >>> from cp_puzzles import solve
    >>> solutions = solve("y_pentominoes5x10", jobs=1).solutions
    >>> len(solutions), len(self_symmetric(solutions))
    (4, 3)

    See Also
    --------
    symmetries_of, unfold
    """
    group = symmetry_group(build_cover(solutions.puzzle), symmetry)
    symmetric = (s for s in solutions if group.kernel_order > 1 or s.orbit_size < group.order)
    return Solutions(solutions.puzzle, tuple(symmetric))


def symmetries_of(solution: Solution) -> tuple[Isometry, ...]:
    """Return the isometries of the board that map the pieces of a solution to its pieces, the identity first.

    >>> from cp_puzzles import solve
    >>> solutions = solve("t_tetrominoes4x4", jobs=1).solutions
    >>> [len(symmetries_of(solution)) for solution in solutions]
    [4]

    See Also
    --------
    self_symmetric, symmetry_group
    """
    lattice = solution.puzzle.lattice
    pieces = {placement.cells for placement in solution.placements}
    return tuple(
        isometry
        for isometry in lattice.board_isometries(solution.puzzle.board.cells)
        if {tuple(sorted(map(isometry, cells))) for cells in pieces} == pieces
    )
