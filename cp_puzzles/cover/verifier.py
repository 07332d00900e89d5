"""The verifier: the definition of a solution without options, symmetry or engines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from cp_puzzles.base.named_values import loaded
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.rule import Rule
from cp_puzzles.puzzle.rules.tiling import Tiling

if TYPE_CHECKING:
    from cp_puzzles.cover.dlx_problem import DlxVerifier


class Verifier:
    """The checks of a set of placements against a puzzle.

    >>> from cp_puzzles.puzzle.puzzle import build_puzzle
    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> verifier = Verifier(build_puzzle(parse_spec("{name: one, board: {size: [1, 2]}, tiles: [{set: domino}]}")))
    >>> verifier.violation([Placement(((0, 0), (0, 1)), "I")])
    >>> verifier.violation([])
    'the cell [0, 0] is not covered'
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._number = {cell: number for number, cell in enumerate(puzzle.board.cells)}
        self._valid: set[Placement] = set()
        self._tile = {tile.name: number for number, tile in enumerate(puzzle.tiles, start=len(puzzle.board.cells))}
        self._needed = {self._tile[tile.name] for tile in puzzle.tiles if tile.minimum}
        self._placement_rules = [rule for rule in puzzle.rules if rule.concerns_placements]
        # given placements are checked together with the others only
        self.has_rules = len(self._placement_rules) < len(puzzle.rules) or bool(puzzle.rules and puzzle.given)
        self.widest = 1 + max((tile.size for tile in puzzle.tiles), default=0)

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """The bounds of each cell, then of each tile."""
        cells = [(int(cell in self._puzzle.required), self._puzzle.most_on_a_cell) for cell in self._number]
        return cells + [(tile.minimum, tile.maximum) for tile in self._puzzle.tiles]

    def uses(self, placement: Placement) -> list[int]:
        """Return the numbers of the cells that a placement covers and of its tile, in the order of `bounds`."""
        return [*(self._number[cell] for cell in placement.cells), self._tile[placement.tile]]

    def violation(self, placements: Iterable[Placement]) -> str | None:
        """Return why the placements are not a solution of the puzzle; None if they are."""
        placements = tuple(placements)
        for placement in placements:
            if placement not in self._valid:
                violation = self.placement_violation(placement)
                if violation:
                    return violation
                self._valid.add(placement)
        has_overlap, most = self._puzzle.has_overlap, self._puzzle.most_on_a_cell
        for placement, times in Counter(placements).items() if has_overlap else ():
            if times > 1:
                return f"{placement.tile!r} lies {times} times on {self._written(placement)}"
        covered = Counter(cell for placement in placements for cell in placement.cells)
        for cell in self._number:
            if covered[cell] > most:
                times_covered = f"{covered[cell]} times" if has_overlap else "twice"
                return f"the cell {self._cell(cell)} is covered {times_covered}"
        crossing_violation = self._crossing_violation(placements)
        if crossing_violation:
            return crossing_violation
        for cell in self._number:
            if cell in self._puzzle.required and not covered[cell]:
                return f"the cell {self._cell(cell)} is not covered"
        used = Counter(placement.tile for placement in placements)
        for number in sorted(self._needed.union(map(self._tile.__getitem__, used))):  # a puzzle may have 837 tiles
            tile = self._puzzle.tiles[number - len(self._number)]
            if not tile.minimum <= used[tile.name] <= tile.maximum:
                multiplicity = f"its multiplicity is {tile.minimum} to {tile.maximum}"
                return f"{tile.name!r} is used {used[tile.name]} times, {multiplicity}"
        missing = [given for given in self._puzzle.given if given not in placements]
        if missing:
            return f"{missing[0].tile!r}, which is given, does not lie on {self._written(missing[0])}"
        return self.rule_violation(placements)

    def rule_violation(self, placements: Iterable[Placement]) -> str | None:
        """Return the first rule of the puzzle that a solution violates, and how; None if it violates none."""
        return self._violation_of(self._puzzle.rules, placements)

    def _violation_of(self, rules: Sequence[Rule], placements: Iterable[Placement]) -> str | None:
        if not rules:
            return None
        tiling = Tiling(self._puzzle.board_geometry, tuple(placements))
        violations = ((rule.key, rule.violation(tiling)) for rule in rules)
        return next((f"the rule {key} is broken: {violation}" for key, violation in violations if violation), None)

    def placement_violation(self, placement: Placement) -> str | None:
        """Return why a placement is not allowed; None if it is."""
        try:
            tile = self._puzzle.tile(placement.tile)
        except KeyError:
            return f"there is no tile {placement.tile!r}"
        for cell in placement.cells:
            if cell not in self._number:
                return f"{placement.tile!r} covers {self._cell(cell)}, which is not a cell to cover"
        if placement.orientation(self._puzzle.lattice) not in tile.orientations:
            if placement.shown:
                return f"{placement.tile!r} cannot show {' '.join(placement.shown)} on {self._written(placement)}"
            return f"the cells {self._written(placement)} are not a placement of {placement.tile!r}"
        return self._violation_of(self._placement_rules, [placement])

    def _crossing_violation(self, placements: tuple[Placement, ...]) -> str | None:
        """Return a sentence about two pieces of edges that cross; None if there are none."""
        owner: dict[tuple[Cell, int], str] = {}
        for placement in placements if self._puzzle.lattice.spokes and not self._puzzle.has_overlap else ():
            for place in self._puzzle.lattice.crossings(placement.cells):
                if place in owner:
                    return f"{placement.tile!r} crosses {owner[place]!r}"
                owner[place] = placement.tile
        return None

    def _cell(self, cell: Cell) -> list[int]:
        """Return the coordinates of a cell in puzzle files; a point that is no cell is returned as it is."""
        lattice = self._puzzle.lattice
        return list(lattice.coordinates(cell) if len(cell) == lattice.dimension and lattice.is_cell(cell) else cell)

    def _written(self, placement: Placement) -> list[list[int]]:
        return [self._cell(cell) for cell in placement.cells]


def verifier_of(puzzle: Puzzle) -> Verifier | DlxVerifier:
    """Return the verifier of a puzzle with or without a board."""
    if puzzle.has_board:
        return Verifier(puzzle)
    return cast("DlxVerifier", loaded("cover.dlx_problem:DlxVerifier")(puzzle))
