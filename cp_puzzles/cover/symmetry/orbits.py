"""The symmetries of a puzzle for users: orbits of placements and solutions, leaders, isometries that fix a solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from cp_puzzles.base.values import check_type, checked, suggesting
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution, Solutions, solution_of
from cp_puzzles.cover.symmetry import SYMMETRY
from cp_puzzles.cover.symmetry.leader import LexLeader, lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import Permutations, Symmetry, SymmetryGroup, group_of, groups_of
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.isometry import Isometry
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle


def orbit_sizes(cover: Cover, placements: Iterable[Placement]) -> dict[Symmetry, int]:
    """Return the size of a solution's orbit under each of `symmetry_groups`, which fix the given placements.

    >>> from cp_puzzles import solve
    >>> solution = solve("t_tetrominoes4x4", symmetry="off", jobs=1).solutions[0]
    >>> orbit_sizes(build_cover(solution.puzzle), solution.placements)
    {'off': 1, 'rotations': 1, 'full': 2}
    """
    row = np.array([cover.options_of(placements)], dtype=np.int32)
    return {symmetry: int(group.orbit_sizes(row)[0]) for symmetry, group in groups_of(cover).items()}


def _images(cover: Cover, group: SymmetryGroup, options: list[int]) -> tuple[Solution, ...]:
    """Return the different images of a solution, itself first, as solutions with orbit size 1."""
    rows = group.images(options)
    return tuple(solution_of(cover, row) for row in dict.fromkeys(map(tuple, rows.tolist())))


@suggesting
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
    images = tuple(image for orbit in orbits(solutions, symmetry=symmetry) for image in orbit)
    return Solutions(solutions.puzzle, images)


def orbits(solutions: Solutions, *, symmetry: Symmetry = "full") -> Iterator[tuple[Solution, ...]]:
    """Yield the orbit of each solution, the solution first, as solutions with orbit size 1."""
    cover, group = _cover_and_group(solutions, symmetry)
    for number, solution in enumerate(solutions, start=1):
        images = _images(cover, group, cover.options_of(solution.placements))
        if len(images) != solution.orbit_size:
            raise MistakeError(
                f"symmetry={symmetry!r}",
                f"solution {number} has an orbit of {solution.orbit_size}, not of {len(images)}",
                "name the symmetry with which the solutions were found",
            )
        yield images


def _cover_and_group(solutions: Solutions, symmetry: Symmetry) -> tuple[Cover, SymmetryGroup]:
    """Return the cover problem of solutions and the group of an equivalence; raise an error for wrong arguments."""
    check_type("solutions", solutions, Solutions)
    cover = build_cover(solutions.puzzle)
    return cover, group_of(cover, checked("symmetry", symmetry, SYMMETRY))


@suggesting
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
    _, group = _cover_and_group(solutions, symmetry)
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
    check_type("solution", solution, Solution)
    lattice = solution.puzzle.lattice
    pieces = {placement.cells for placement in solution.placements}
    return tuple(
        isometry
        for isometry in lattice.board_isometries(solution.puzzle.board.cells)
        if {tuple(sorted(map(isometry, cells))) for cells in pieces} == pieces
    )


@dataclass(frozen=True, eq=False)
class PuzzleSymmetry:
    """The symmetries of a puzzle under an equivalence, which `symmetry_group` computes.

    Attributes
    ----------
    puzzle, symmetry
        The puzzle, and the equivalence: `off`, `rotations`, `full`, `components` or `colors`. Of a `subgroup` it is
        that of the whole group.
    cover, lex_leader
        The cover problem with the numbers of placements, and the test of leaders in engines.
    """

    puzzle: Puzzle
    symmetry: Symmetry
    cover: Cover = field(repr=False)
    lex_leader: LexLeader = field(repr=False)

    @property
    def order(self) -> int:
        """The number of elements of the group; the size of every orbit divides it."""
        return self.lex_leader.group.order

    @property
    def placements(self) -> Sequence[Placement]:
        """The placements that the group permutes, by number; given placements have none."""
        return self.cover.placements

    @cached_property
    def permutations(self) -> Permutations:
        """The permutations as an array, the identity first: `permutations[g, p]` is the image of placement p."""
        return self.lex_leader.group.options[:, : len(self.cover.placements)]

    @cached_property
    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """The orbits of placements: ascending numbers, by their first ones."""
        columns = np.sort(self.permutations, axis=0).T.tolist()
        return tuple(tuple(dict.fromkeys(column)) for first, column in enumerate(columns) if column[0] == first)

    def subgroup(self, elements: Iterable[int]) -> PuzzleSymmetry:
        """Return the subgroup that some elements generate: rows of `permutations`.

        Raises `MistakeError` for a number that is no row.

        >>> from cp_puzzles import symmetry_group
        >>> square = symmetry_group("pentomino5x5")
        >>> square.order, sorted({square.subgroup([element]).order for element in range(8)})
        (8, [1, 2, 4])
        """
        chosen = [*elements]
        for element in chosen:
            if not 0 <= element < self.order:
                raise MistakeError("subgroup()", f"there is no element {element}", f"write 0 to {self.order - 1}")
        group = self.lex_leader.group.subgroup(chosen)
        return replace(self, lex_leader=lex_leader(self.cover.problem, group))

    def orbit_of(self, solution: Solution) -> tuple[Solution, ...]:
        """Return the different images of a solution, itself first, as solutions with orbit size 1."""
        return _images(self.cover, self.lex_leader.group, self._options(solution))

    def leader(self, solution: Solution) -> Solution:
        """Return the leader of the orbit of a solution: the one that a search keeps.

        The leader is the least of its orbit in the order of comparison that symmetry breaking uses: Crawford,
        Ginsberg, Luks and Roy, Symmetry-breaking predicates for search problems (1996).
        """
        options = self.lex_leader.leader_of(self._options(solution))
        return solution_of(self.cover, options, len(self.orbit_of(solution)))

    def is_leader(self, solution: Solution) -> bool:
        """Return whether a solution is the leader of its orbit."""
        return self.lex_leader.is_leader(self._options(solution))

    def _options(self, solution: Solution) -> list[int]:
        """Return the options of a solution, without the given placements; raise `MistakeError`."""
        if solution.puzzle != self.puzzle:
            remedy = "write symmetry_group(solution.puzzle)"
            raise MistakeError("solution", f"it belongs to another puzzle, {solution.puzzle.name!r}", remedy)
        return self.cover.options_of(solution.placements)
