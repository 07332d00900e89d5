"""Crossroads: points (in space edges) where at least four tiles meet. A tiling without one is called tatami."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from cp_puzzles.puzzle.geometry.cell_solid import corners
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.cuts import meetings, patch
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule_compiler import AuxiliaryOption, RuleCompiler
from cp_puzzles.puzzle.rules.tiling import Highlights, Tiling


@dataclass(frozen=True)
class Crossroads(Measure):
    """The number of points where at least four tiles meet; empty cells do not count as tiles."""

    name: str = "crossroads"
    about = "The number of points (in a box edges) where at least four tiles meet, each counted once; 0: tatami."

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
        return LinearExpression((), tuple(crossings))

    def forbid(self, compiler: RuleCompiler) -> bool:
        places = compiler.board.meetings
        if any(len(cells) > 4 for cells in places):
            return False
        for number, cells in enumerate(places, start=1):
            members, point = compiler.joining(combinations(cells, 2)), Highlights(points=(cells,))
            empty = compiler.empty_among(cells)
            compiler.add(f"point {number} is not a crossing", members, auxiliaries=empty, minimum=1, highlights=point)
        return True
