"""Solutions as plain text, a letter a cell: for people, diffs and simple scripts."""

from __future__ import annotations

from string import ascii_letters, digits

from cp_puzzles.cover.solution import Solution
from cp_puzzles.export.text_file import TextFile
from cp_puzzles.puzzle.model import Puzzle

EMPTY, OUTSIDE = "-", "."


class TextLayersWriter(TextFile):
    """Writes each solution as its layers, separated by blank lines, under a line `# solution N`.

    A letter stands for a tile (the first lines say which), `-` for a cell left empty, `.` for no cell.
    """

    def _head(self, puzzle: Puzzle) -> str:
        self._letters = letters([tile.name for tile in puzzle.tiles])
        named = (f"# {letter} = {name}\n" for name, letter in self._letters.items() if letter != name)
        return f"# {puzzle.name}\n" + "".join(named)

    def _text(self, solution: Solution, number: int) -> str:
        return f"\n# solution {number}\n{text_layers(solution, self._letters)}\n"


def text_layers(solution: Solution, letter: dict[str, str]) -> str:
    """The layers of a solution, bottom layer first, separated by blank lines; drawn as boards of its lattice are.

    On a lattice without drawings, a line for each placement: its letter and its cells.
    """
    lattice, board = solution.puzzle.lattice, solution.puzzle.board
    grid = lattice.text
    if grid is None:
        return "\n".join(
            f"{letter[placement.tile]} {' '.join(str(list(lattice.written(cell))) for cell in placement.cells)}"
            for placement in solution.placements
        )
    drawn = dict.fromkeys((*board.cells, *board.left), EMPTY)
    drawn |= {cell: letter[placement.tile] for placement in solution.placements for cell in placement.cells}
    placed = {grid.place(lattice.written(cell)): character for cell, character in drawn.items()}
    layers, rows, columns = (range(min(axis), max(axis) + 1) for axis in zip(*placed, strict=True))
    if grid.is_plain:
        rows, columns = (range(min(0, axis.start), axis.stop) for axis in (rows, columns))
    outside = OUTSIDE if grid.is_plain else " "
    lines = [["".join(placed.get((z, y, x), outside) for x in columns).rstrip() for y in rows] for z in layers]
    return "\n\n".join("\n".join(filter(None, layer)) for layer in lines)


def letters(names: list[str]) -> dict[str, str]:
    """A character for each tile: its own name if that is one letter, else the first that is free; `?` when none is.

    >>> letters(["F", "4L", "4S", "F'"])
    {'F': 'F', '4L': 'L', '4S': 'S', "F'": 'a'}
    """
    pool = ascii_letters + digits
    taken = {name for name in names if len(name) == 1}
    chosen = {}
    for name in names:
        if len(name) > 1:
            wanted = [c for c in name if c.isascii() and c.isalpha()]
            free = (c for c in (*wanted, *pool) if c not in taken)
            chosen[name] = next(free, "?")
            taken.add(chosen[name])
        else:
            chosen[name] = name
    return chosen
