"""As few given pieces and empty cells of a solution as leave no other one.

Every other solution, a *rival*, must differ in something that is given: what of the target is not in the rival is a
row, and what is given has to hit every row. Not all rivals are needed: some are found, a smallest set that hits their
rows is given, and an engine is asked for rivals that are still left. When there is none, no smaller set would do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from cp_puzzles.analysis.design.asking import Asking, OutOfTimeError
from cp_puzzles.analysis.design.hitting_set import FINE, smallest_hitting_set
from cp_puzzles.cover.solution import Solution
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.symmetry.group import Symmetry
from cp_puzzles.symmetry.solution_orbits import SolutionOrbits

RIVALS = 32
"""Rivals that are asked for at once."""

Feature = Placement | Cell
"""A piece that is given, or a cell that stays empty."""


@dataclass(frozen=True)
class Selection:
    """A solution (`target`) of a puzzle, and what of it can be given: `features`.

    `symmetry`: up to which motions of the board the solution has to be the only one.
    """

    puzzle: Puzzle
    target: Solution
    features: tuple[Feature, ...]
    symmetry: Symmetry
    engine: str

    def with_features(self, chosen: Sequence[Feature]) -> Puzzle:
        """The puzzle with some of them given."""
        board, holes = self.puzzle.board, holes_of(chosen)
        kept = tuple(cell for cell in board.cells if cell not in holes)
        return replace(
            self.puzzle,
            given=tuple(sorted((*self.puzzle.given, *placements_of(chosen)))),
            board=replace(
                board,
                cells=kept,
                optional=board.optional.difference(holes),
                left=board.left | holes,
                colours=tuple((cell, colour) for cell, colour in board.colours if cell not in holes),
            ),
        )

    def smallest(self, random: Random, asking: Asking) -> tuple[Feature, ...] | None:
        """As few features as leave no rival; None if one differs from the target in nothing that can be given.

        Of several such sets chance decides. Raises `OutOfTimeError`.
        """
        rows: set[tuple[int, ...]] = set()
        costs = [random.randrange(FINE // (len(self.features) + 1)) for _ in self.features]
        while True:
            numbers = smallest_hitting_set(rows, costs, stop=lambda: asking.is_late) if rows else ()
            if numbers is None:
                raise OutOfTimeError
            chosen = tuple(self.features[number] for number in numbers)
            found = self.rivals(chosen, asking)
            if not found:
                return chosen
            more = self._rows(found, asking)
            if () in more:
                return None
            rows |= more

    def rivals(self, chosen: Sequence[Feature], asking: Asking) -> list[Solution]:
        """Some solutions other than the target that agree with it in some features."""
        puzzle = self.with_features(chosen)
        found = asking.solve(puzzle, symmetry=self.symmetry, engine=self.engine, limit=RIVALS, jobs=1).solutions
        if self.symmetry == "off":
            return [rival for rival in found if rival.placements != self.target.placements]
        orbits = SolutionOrbits(puzzle)
        own = orbits.first_image(self.target.placements)
        return [rival for rival in found if orbits.first_image(rival.placements) != own]

    def _rows(self, rivals: Sequence[Solution], asking: Asking) -> set[tuple[int, ...]]:
        """The rows of rivals, and of others that differ in part of that only: short rows say most.

        Everything is given but the shortest row; then the shortest of what is found so, until nothing is shorter.
        """
        rows = {self._row(rival) for rival in rivals}
        least = min(rows, key=lambda row: (len(row), row))
        while least:
            rest = [feature for number, feature in enumerate(self.features) if number not in least]
            within = {self._row(rival) for rival in self.rivals(rest, asking)}
            rows |= within
            shorter = min((*within, least), key=lambda row: (len(row), row))
            if len(shorter) == len(least):
                break
            least = shorter
        return rows

    def _row(self, rival: Solution) -> tuple[int, ...]:
        same, covered = set(rival.placements), {cell for placement in rival.placements for cell in placement.cells}
        return tuple(
            number
            for number, feature in enumerate(self.features)
            if (feature not in same if isinstance(feature, Placement) else feature in covered)
        )


def placements_of(chosen: Sequence[Feature]) -> tuple[Placement, ...]:
    """The pieces among some features, sorted."""
    return tuple(sorted(feature for feature in chosen if isinstance(feature, Placement)))


def holes_of(chosen: Sequence[Feature]) -> frozenset[Cell]:
    """The cells among some features."""
    return frozenset(feature for feature in chosen if not isinstance(feature, Placement))
