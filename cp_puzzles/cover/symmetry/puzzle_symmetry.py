"""The symmetry group of a puzzle for users: permutations and orbits of placements, orbits and leaders of solutions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.solution import Solution, solution_of
from cp_puzzles.cover.symmetry.leader import LexLeader, lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import Permutations, Symmetry
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle


@dataclass(frozen=True, eq=False)
class PuzzleSymmetry:
    """The symmetries of a puzzle under an equivalence, which `symmetry_group` computes.

    Attributes
    ----------
    puzzle, symmetry
        The puzzle, and the equivalence: `off`, `rotations`, `full` or `components`. Of a `subgroup` it is that of the
        whole group.
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
        rows = self.lex_leader.group.images(self._options(solution))
        return tuple(solution_of(self.cover, row) for row in dict.fromkeys(map(tuple, rows.tolist())))

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
        option_of, given = self.cover.option_of, set(self.puzzle.given)
        return [option_of[placement] for placement in solution.placements if placement not in given]
