"""Fault lines and crossroads: what a picture of a tiling shows between its tiles.

A fault line is a straight line (in space a plane) through the whole board that crosses no tile (Golomb, Polyominoes,
1965); a tiling without one is fault-free. A crossroad is a point (in space an edge) where at least four tiles meet; a
tiling without one is called tatami.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from cp_puzzles.puzzle.geometry.cell_solid import corners
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule import AuxiliaryOption, RuleCompiler
from cp_puzzles.puzzle.rules.tiling import Cut, Highlights, Tiling, cuts, meetings, patch, sides_between


@dataclass(frozen=True)
class Faults(Measure):
    """The number of fault lines; see `Measure`."""

    name: str = "faults"

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        has_cuts = cuts(lattice, sides_between(lattice.unwrapped, patch(lattice.unwrapped)))
        return None if has_cuts else "no straight line runs along the sides of its cells"

    def lines(self, tiling: Tiling) -> tuple[Cut, ...]:
        """Return the fault lines of a tiling."""
        owner = tiling.owner
        return tuple(cut for cut in tiling.board.cuts if not any(owner.get(a, -1) == owner.get(b, -2) for a, b in cut))

    def of(self, tiling: Tiling) -> int:
        return len(self.lines(tiling))

    def highlights(self, tiling: Tiling) -> Highlights:
        return Highlights(lines=self.lines(tiling))

    def expression(self, compiler: RuleCompiler) -> LinearExpression:
        faults = []
        for number, cut in enumerate(compiler.board.cuts, start=1):
            fault, lines = AuxiliaryOption("fault", cut), Highlights((cut,))
            faults.append(fault)
            crossing = compiler.joining(cut)
            compiler.add(f"line {number}", crossing, auxiliaries=[fault], minimum=1, highlights=lines)
            for a, b in cut:
                # at most one placement covers both cells, and none if the line is a fault
                name = f"line {number} between {a} and {b}"
                compiler.add(name, compiler.both(a, b), auxiliaries=[fault], maximum=1)
        return LinearExpression(faults)

    def forbid(self, compiler: RuleCompiler) -> bool:
        for number, cut in enumerate(compiler.board.cuts, start=1):
            lines = Highlights((cut,))
            compiler.add(f"line {number} is crossed", compiler.joining(cut), minimum=1, highlights=lines)
        return True


@dataclass(frozen=True)
class Crossroads(Measure):
    """The number of points where at least four tiles meet; empty cells do not count as tiles."""

    name: str = "crossroads"

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        unwrapped = lattice.unwrapped
        has_meetings = corners(unwrapped, unwrapped.cell_classes[0].origin) and meetings(unwrapped, patch(unwrapped))
        return None if has_meetings else "no four of its cells meet"

    def places(self, tiling: Tiling) -> tuple[tuple[Cell, ...], ...]:
        """Return the crossroads of a tiling, each as the cells that meet there."""
        owner = tiling.owner
        return tuple(
            cells for cells in tiling.board.meetings if len({owner[cell] for cell in cells if cell in owner}) >= 4
        )

    def of(self, tiling: Tiling) -> int:
        return len(self.places(tiling))

    def highlights(self, tiling: Tiling) -> Highlights:
        return Highlights(points=self.places(tiling))

    def expression(self, compiler: RuleCompiler) -> LinearExpression | None:
        places = compiler.board.meetings
        if any(len(cells) > 4 for cells in places):
            return None
        crossings = []
        for number, cells in enumerate(places, start=1):
            crossing, empty = AuxiliaryOption("crossing", (cells,)), compiler.empty_among(cells)
            crossings.append(crossing)
            pairs = [*combinations(cells, 2)]
            compiler.add(f"point {number}", compiler.joining(pairs), auxiliaries=[crossing, *empty], minimum=1)
            for a, b in pairs:
                name = f"point {number} between {a} and {b}"
                compiler.add(name, compiler.both(a, b), auxiliaries=[crossing], maximum=1)
            for cell in empty:
                compiler.add(f"point {number} beside an empty cell", (), auxiliaries=[crossing, cell], maximum=1)
        return LinearExpression(crossings)

    def forbid(self, compiler: RuleCompiler) -> bool:
        places = compiler.board.meetings
        if any(len(cells) > 4 for cells in places):
            return False
        for number, cells in enumerate(places, start=1):
            members, point = compiler.joining(combinations(cells, 2)), Highlights(points=(cells,))
            empty = compiler.empty_among(cells)
            compiler.add(f"point {number} is not a crossing", members, auxiliaries=empty, minimum=1, highlights=point)
        return True


FAULTS = Faults()
CROSSROADS = Crossroads()
