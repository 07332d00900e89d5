"""Fault lines: straight lines (in space planes) through the whole board that cross no tile.

Golomb, Polyominoes (1965). A tiling without one is fault-free.
"""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.cuts import Cut, cuts, patch, sides_of
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule_compiler import AuxiliaryOption, RuleCompiler
from cp_puzzles.puzzle.rules.tiling import Highlights, Tiling


@dataclass(frozen=True)
class Faults(Measure):
    """The number of fault lines; see `Measure`."""

    name: str = "faults"
    about = "The number of straight lines (in a box planes) through the board that cross no tile; 0: fault-free."

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        has_cuts = cuts(lattice, sides_of(lattice.unwrapped, patch(lattice.unwrapped)))
        return None if has_cuts else "no straight line runs along the sides of its cells"

    def lines(self, tiling: Tiling) -> tuple[Cut, ...]:
        """Return the fault lines of a tiling."""
        owner = tiling.owner
        return tuple(
            cut for cut in tiling.board.cuts if not any(owner.get(a, -1) == owner.get(b, -2) for a, b in cut.sides)
        )

    def of(self, tiling: Tiling) -> int:
        return len(self.lines(tiling))

    def highlights(self, tiling: Tiling) -> Highlights:
        return Highlights(lines=tuple(cut.sides for cut in self.lines(tiling)))

    def expression(self, compiler: RuleCompiler) -> LinearExpression:
        faults = []
        for number, cut in enumerate(compiler.board.cuts, start=1):
            fault, lines = AuxiliaryOption("fault", cut.sides), Highlights((cut.sides,))
            faults.append(fault)
            crossing = compiler.joining(cut.sides)
            compiler.add(f"line {number}", crossing, auxiliaries=[fault], minimum=1, highlights=lines)
            for a, b in cut.sides:
                # at most one placement covers both cells, and none if the line is a fault
                name = f"line {number} between {a} and {b}"
                compiler.add(name, compiler.both(a, b), auxiliaries=[fault], maximum=1)
        return LinearExpression((), tuple(faults))

    def forbid(self, compiler: RuleCompiler) -> bool:
        for number, cut in enumerate(compiler.board.cuts, start=1):
            lines = Highlights((cut.sides,))
            compiler.add(f"line {number} is crossed", compiler.joining(cut.sides), minimum=1, highlights=lines)
        return True
