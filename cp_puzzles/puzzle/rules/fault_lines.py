"""Fault lines and crossroads: what a picture of a tiling shows between its tiles.

A fault line is a straight line (in space a plane) through the whole board that crosses no tile (Golomb, Polyominoes,
1965); a tiling without one is fault-free. A crossroad is a point (in space an edge) where at least four tiles meet; a
tiling without one is called tatami.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from cp_puzzles.puzzle.geometry.cell_solid import corners
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule import AuxiliaryOption, RuleCompiler
from cp_puzzles.puzzle.rules.tiling import CellPair, Highlights, Tiling, cuts, meetings, patch, sides_between

Place = tuple[str, tuple[tuple[Cell, ...], ...], Sequence[CellPair], Sequence[AuxiliaryOption], Highlights]
"""A place between cells: its name, cells that identify it, pairs that a piece there covers, empty cells, a picture."""


class _FreePlaces(Measure):
    """The number of places that no piece covers: nowhere there it covers both cells of a pair, and no cell is empty."""

    kind: str
    """The kind of the auxiliaries."""

    taken: str
    """What is said of a place that must be covered."""

    @abstractmethod
    def places(self, compiler: RuleCompiler) -> Iterator[Place]:
        """Yield the places of a board."""

    def of(self, tiling: Tiling) -> int:
        highlights = self.highlights(tiling)
        return len(highlights.lines) + len(highlights.points)

    def expression(self, compiler: RuleCompiler) -> LinearExpression | None:
        free, written = [], compiler.board.lattice.written
        for name, cells, pairs, empty, highlights in self.places(compiler):
            auxiliary = AuxiliaryOption(self.kind, cells)
            free.append(auxiliary)
            members = compiler.joining(pairs)
            either = f"{name} counts or is {self.taken}"
            compiler.add(either, members, auxiliaries=[auxiliary, *empty], minimum=1, highlights=highlights)
            for a, b in pairs:
                # at most one placement covers both cells, and none if the place is free
                unless = f"{name} does not count if a piece covers {written(a)} and {written(b)}"
                compiler.add(unless, compiler.both(a, b), auxiliaries=[auxiliary], maximum=1)
            for cell in empty:
                unless = f"{name} does not count if {written(*cell.places[0])} is empty"
                compiler.add(unless, (), auxiliaries=[auxiliary, cell], maximum=1)
        return LinearExpression(free)

    def forbid(self, compiler: RuleCompiler) -> bool:
        for name, _, pairs, empty, highlights in self.places(compiler):
            members = compiler.joining(pairs)
            compiler.add(f"{name} is {self.taken}", members, auxiliaries=empty, minimum=1, highlights=highlights)
        return True


@dataclass(frozen=True)
class Faults(_FreePlaces):
    """The number of fault lines; see `Measure`."""

    name: str = "faults"
    kind = "fault"
    taken = "crossed"

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        has_cuts = cuts(lattice, sides_between(lattice.unwrapped, patch(lattice.unwrapped)))
        return None if has_cuts else "no straight line runs along the sides of its cells"

    def highlights(self, tiling: Tiling) -> Highlights:
        owner = tiling.owner
        cuts = (cut for cut in tiling.board.cuts if not any(owner.get(a, -1) == owner.get(b, -2) for a, b in cut))
        return Highlights(lines=tuple(cuts))

    def places(self, compiler: RuleCompiler) -> Iterator[Place]:
        for number, cut in enumerate(compiler.board.cuts, start=1):
            yield f"line {number}", cut, cut, (), Highlights((cut,))


@dataclass(frozen=True)
class Crossroads(_FreePlaces):
    """The number of points where at least four tiles meet; empty cells do not count as tiles."""

    name: str = "crossroads"
    kind = "crossing"
    taken = "not a crossing"

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        unwrapped = lattice.unwrapped
        has_meetings = corners(unwrapped, unwrapped.cell_classes[0].origin) and meetings(unwrapped, patch(unwrapped))
        return None if has_meetings else "no four of its cells meet"

    def highlights(self, tiling: Tiling) -> Highlights:
        owner = tiling.owner
        points = (cells for cells in tiling.board.meetings if len({*map(owner.get, cells)} - {None}) >= 4)
        return Highlights(points=tuple(points))

    def places(self, compiler: RuleCompiler) -> Iterator[Place]:
        for number, cells in enumerate(compiler.board.meetings, start=1):
            empty, pairs = compiler.empty_among(cells), [*combinations(cells, 2)]
            yield f"point {number}", (cells,), pairs, empty, Highlights(points=(cells,))

    def expression(self, compiler: RuleCompiler) -> LinearExpression | None:
        return super().expression(compiler) if _meet_in_fours(compiler) else None

    def forbid(self, compiler: RuleCompiler) -> bool:
        return _meet_in_fours(compiler) and super().forbid(compiler)


def _meet_in_fours(compiler: RuleCompiler) -> bool:
    """Return whether a point with two cells of one piece, or an empty one, is certainly no crossing."""
    return all(len(cells) == 4 for cells in compiler.board.meetings)


FAULTS = Faults()
CROSSROADS = Crossroads()
