"""Solution files of text: JSON objects, CSV with a row for each cell, layers of letters, and lists of options."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from pathlib import Path
from string import ascii_letters, digits

from cp_puzzles.base.file_access import StreamedFile, csv_text
from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.formats.solution_reader import SearchOutcome
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle

EMPTY, OUTSIDE = "-", "."

MAX_TEXTS = 200_000
"""Placements whose texts are cached at most: some 50 MB."""


class TextFile(ABC):
    """A text file with a head and a text for each solution, written at once; see `SolutionWriter`.

    The first solution, or `close`, replaces an earlier file.
    """

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        self._file = StreamedFile(path)
        self._number = 0
        self._unwritten = self._head(puzzle)

    def _head(self, puzzle: Puzzle) -> str:
        """Return the text before the first solution."""
        return ""

    @abstractmethod
    def _text(self, solution: Solution, number: int) -> str:
        """Return the text of a solution; the first is number 1."""

    def write(self, solution: Solution) -> None:
        """Write the next solution."""
        self._number += 1
        self._file.write(self._unwritten + self._text(solution, self._number))
        self._unwritten = ""

    def close(self, outcome: SearchOutcome | None = None) -> None:
        """Close the file."""
        if not self._number:
            self._file.write(self._unwritten)
        self._file.close()


class JsonLinesWriter(TextFile):
    """Writes a line for each solution at once: number, orbit size, and placements by first cell.

    Solutions of a search share their placements, so texts are cached by the identity of the placement.
    """

    def _head(self, puzzle: Puzzle) -> str:
        self._lattice = puzzle.lattice
        self._cached: dict[int, tuple[Placement, str]] = {}
        return ""

    def _text(self, solution: Solution, number: int) -> str:
        placements = ", ".join(map(self._written, solution.placements))
        return f'{{"solution": {number}, "orbit_size": {solution.orbit_size}, "placements": [{placements}]}}\n'

    def _written(self, placement: Placement) -> str:
        """Return the JSON object of a placement."""
        cached = self._cached.get(id(placement))
        if cached is None:
            if len(self._cached) >= MAX_TEXTS:
                self._cached.clear()
            cached = self._cached[id(placement)] = placement, json.dumps(placement.data(self._lattice))
        return cached[1]


class JsonOptionsWriter(TextFile):
    """Writes a line for each solution: its number and its options, with their numbers in the file, from 1."""

    def _text(self, solution: Solution, number: int) -> str:
        options = [
            {"option": placement.cells[0][0] + 1, "items": placement.tile.split()} for placement in solution.placements
        ]
        return json.dumps({"solution": number, "options": options}) + "\n"


class PointCloudWriter(TextFile):
    """Writes `solution,layer,row,column,tile,copy`, with the rows of a solution sorted by cell.

    Squares have layer 0. Lattices other than squares and cubes have the axes of the lattice instead. Solutions and
    copies count from 1; `csv_cell` quotes unusual names of tiles.
    """

    def _head(self, puzzle: Puzzle) -> str:
        self._lattice = puzzle.lattice
        self._flat = puzzle.lattice.name == "square"
        axes = ("layer", *puzzle.lattice.axes) if self._flat else puzzle.lattice.axes
        return csv_text([("solution", *axes, "tile", "copy")])

    def _text(self, solution: Solution, number: int) -> str:
        copies: Counter[str] = Counter()
        rows = []
        for placement in solution.placements:
            copies[placement.tile] += 1
            for cell in placement.cells:
                solid = (0, *cell) if self._flat else self._lattice.coordinates(cell)
                rows.append((number, *solid, placement.tile, copies[placement.tile]))
        return csv_text(sorted(rows))


class OptionLinesWriter(TextFile):
    """Writes the options of each solution without a board, a line each, below a line `# solution N`."""

    def _head(self, puzzle: Puzzle) -> str:
        return f"# {puzzle.name}\n"

    def _text(self, solution: Solution, number: int) -> str:
        return f"\n# solution {number}\n" + "".join(f"{placement.tile}\n" for placement in solution.placements)


class TextLayersWriter(TextFile):
    """Writes each solution as layers separated by blank lines, below a line `# solution N`.

    A letter is a tile (the first lines name it), `-` an empty cell, `.` no cell.
    """

    def _head(self, puzzle: Puzzle) -> str:
        self._letters = letters([tile.name for tile in puzzle.tiles])
        named = (f"# {letter} = {name}\n" for name, letter in self._letters.items() if letter != name)
        return f"# {puzzle.name}\n" + "".join(named)

    def _text(self, solution: Solution, number: int) -> str:
        return f"\n# solution {number}\n{text_layers(solution, self._letters)}\n"


def text_layers(solution: Solution, letter: dict[str, str]) -> str:
    """Return the layers of a solution, the bottom one first, separated by blank lines, drawn as boards in specs are.

    On lattices without drawings there is a line for each placement: letter and cells.
    """
    lattice, board = solution.puzzle.lattice, solution.puzzle.board
    grid = lattice.text
    if grid is None:
        return "\n".join(
            f"{letter[placement.tile]} {' '.join(str(list(lattice.coordinates(cell))) for cell in placement.cells)}"
            for placement in solution.placements
        )
    drawn = dict.fromkeys((*board.cells, *board.left_empty), EMPTY)
    drawn |= {cell: letter[placement.tile] for placement in solution.placements for cell in placement.cells}
    placed = {grid.place(lattice.coordinates(cell)): character for cell, character in drawn.items()}
    layers, rows, columns = (range(min(axis), max(axis) + 1) for axis in zip(*placed, strict=True))
    if grid.is_plain:
        rows, columns = (range(min(0, axis.start), axis.stop) for axis in (rows, columns))
    outside = OUTSIDE if grid.is_plain else " "
    lines = [["".join(placed.get((z, y, x), outside) for x in columns).rstrip() for y in rows] for z in layers]
    return "\n\n".join("\n".join(filter(None, layer)) for layer in lines)


def letters(names: list[str]) -> dict[str, str]:
    """Return a character for each tile: its one-letter name, else the first free letter; `?` if none is free.

    >>> letters(["F", "4L", "4S", "F'"])
    {'F': 'F', '4L': 'L', '4S': 'S', "F'": 'a'}
    """
    pool = ascii_letters + digits
    taken = {name for name in names if len(name) == 1}
    chosen = {}
    for name in names:
        wanted = (c for c in name if c.isascii() and c.isalpha())
        free = (c for c in (*wanted, *pool) if c not in taken)
        chosen[name] = name if len(name) == 1 else next(free, "?")
        taken.add(chosen[name])
    return chosen
