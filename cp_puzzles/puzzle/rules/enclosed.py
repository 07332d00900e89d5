"""The number of enclosed cells, as in the farm problem: pentominoes are the fence around the largest field.

F. V. Feser posed it in 1968; the fence goes on across shared sides alone, so a field also ends at no shared corner. 128
cells (D. E. Knuth, in M. Gardner, Mathematical Magic Show) are the most (T. Shimauchi, 1978).
"""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule import AuxiliaryOption, RuleCompiler
from cp_puzzles.puzzle.rules.tiling import Tiling, connected_parts


@dataclass(frozen=True)
class Enclosed(Measure):
    """The number of empty cells from which no path of empty cells leads to the boundary of the board.

    A step of a path goes to a cell that shares a side or a corner.
    """

    name: str = "enclosed"
    permits_overlap = True

    def of(self, tiling: Tiling) -> int:
        board = tiling.board
        parts = connected_parts(tiling.empty, board.around)
        return sum(len(part) for part in parts if board.boundary.isdisjoint(part))

    def lower_sum(self, compiler: RuleCompiler) -> LinearExpression:
        """Return the number of some enclosed cells: they are empty, and around each lie covered cells and more of them.

        As many as possible are all enclosed cells.
        """
        board, enclosed = compiler.board, dict[Cell, AuxiliaryOption]()
        for cell in board.cells:
            if cell not in board.boundary and compiler.empty(cell) is not None:
                enclosed[cell] = AuxiliaryOption("enclosed", ((cell,),))
        is_new = compiler.auxiliaries.keys().isdisjoint(enclosed.values())
        for cell, inside in enclosed.items() if is_new else ():
            outside = AuxiliaryOption("not enclosed", inside.places)
            compiler.add(f"{cell} is enclosed or not", (), auxiliaries=[inside, outside], minimum=1, maximum=1, rule="")
            compiler.add(f"{cell} is empty if it is enclosed", compiler.covering[cell], auxiliaries=[inside], maximum=1)
            for other in board.around[cell]:
                if not compiler.is_covered(other):
                    around = [outside, compiler.covered(other), enclosed.get(other)]
                    compiler.add(f"{other} does not open {cell}", (), auxiliaries=around, minimum=1)
        return LinearExpression(tuple(enclosed.values()))


ENCLOSED = Enclosed()
