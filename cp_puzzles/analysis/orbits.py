"""Orbits of solutions: all images of each, and the motions under which a solution looks the same."""

from __future__ import annotations

from collections.abc import Iterator

from cp_puzzles.cover.problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.errors import MistakeError
from cp_puzzles.geometry.isometry import Isometry
from cp_puzzles.symmetry.group import Symmetry, symmetry_group


def unfold(solutions: Solutions, *, symmetry: Symmetry = "full") -> Solutions:
    """Every image of every solution under the puzzle's symmetries: what `symmetry="off"` finds, orbit by orbit.

    `symmetry` is the one that the solutions were found with; raises `MistakeError` if their orbit sizes say otherwise.

    >>> from cp_puzzles import solve
    >>> soma = solve("soma", jobs=1).solutions
    >>> len(soma), len(unfold(soma))
    (240, 11520)
    """
    return Solutions(
        solutions.puzzle, tuple(image for orbit in orbits(solutions, symmetry=symmetry) for image in orbit)
    )


def orbits(solutions: Solutions, *, symmetry: Symmetry = "full") -> Iterator[tuple[Solution, ...]]:
    """For each solution all its images, itself first, as solutions that stand for themselves (orbit size 1)."""
    cover = build_cover(solutions.puzzle)
    group = symmetry_group(cover, symmetry)
    option_of = {placement: option for option, placement in enumerate(cover.placements)}
    given = set(solutions.puzzle.given)
    for number, solution in enumerate(solutions, start=1):
        options = [option_of[placement] for placement in solution.placements if placement not in given]
        images = dict.fromkeys(tuple(sorted(row)) for row in group.options[:, options].tolist())
        if len(images) != solution.orbit_size:
            raise MistakeError(
                f"symmetry={symmetry!r}",
                f"solution {number} has an orbit of {solution.orbit_size}, not of {len(images)}",
                "name the symmetry that the solutions were found with",
            )
        yield tuple(
            Solution(solutions.puzzle, tuple(sorted((*map(cover.placements.__getitem__, image), *given))))
            for image in images
        )


def self_symmetric(solutions: Solutions, *, symmetry: Symmetry = "full") -> Solutions:
    """The solutions that some symmetry other than the identity maps to themselves: those whose orbit is not full size.

    `symmetry` is the one that the solutions were found with.

    >>> from cp_puzzles import solve
    >>> solutions = solve("y_pentominoes5x10", jobs=1).solutions
    >>> len(solutions), len(self_symmetric(solutions))
    (4, 3)
    """
    group = symmetry_group(build_cover(solutions.puzzle), symmetry)
    return Solutions(solutions.puzzle, tuple(s for s in solutions if group.still > 1 or s.orbit_size < group.order))


def symmetries_of(solution: Solution) -> tuple[Isometry, ...]:
    """The isometries of the board that map a solution's cutting of the board to itself, the identity first.

    >>> from cp_puzzles import solve
    >>> solutions = solve("t_tetrominoes4x4", jobs=1).solutions
    >>> [len(symmetries_of(solution)) for solution in solutions]
    [4]
    """
    lattice = solution.puzzle.lattice
    pieces = {placement.cells for placement in solution.placements}
    return tuple(
        motion
        for motion in lattice.board_isometries(solution.puzzle.board.cells)
        if {tuple(sorted(map(motion, cells))) for cells in pieces} == pieces
    )
