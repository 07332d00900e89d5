"""ASCII drawings of boards and tiles, converted to cells and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from cp_puzzles.puzzle.geometry.isometry import Cell, Place, TextGrid
from cp_puzzles.puzzle.geometry.lattice import Lattice


class DrawingError(ValueError):
    """A drawing that cannot be read: the problem and the remedy."""

    def __init__(self, problem: str, remedy: str) -> None:
        self.problem, self.remedy = problem, remedy
        super().__init__(f"{problem}; {remedy}")


@dataclass(frozen=True)
class ParsedDrawing:
    """The places of cells in a drawing, sorted, each with its character; `?` is a cell that may stay empty.

    `classes` maps a place to the number of the cell class that its character stands for; then its letter is "".
    """

    letters: dict[Place, str]
    classes: dict[Place, int]

    @property
    def cells(self) -> tuple[Place, ...]:
        """Return the places of cells."""
        return tuple(self.letters)

    @property
    def layers(self) -> int:
        """Return the number of layers up to the last one with a cell."""
        return 1 + max(layer for layer, _, _ in self.letters)


def parse_drawing(text: str, grid: TextGrid | None = None) -> ParsedDrawing:
    r"""Parse a drawing: a letter, a digit or `#` is a cell, `?` an optional cell, `.` or a space no cell.

    Rows are lines; an empty line starts the next layer. The grid of a lattice
    may have further characters. Raise `DrawingError` for any other character, for a drawing without a cell, and for
    a row of spaces only, which looks like an empty line.

    >>> parse_drawing("XX\nX.").cells
    ((0, 0, 0), (0, 0, 1), (0, 1, 0))
    >>> parse_drawing("X\n\n?").letters
    {(0, 0, 0): 'X', (1, 0, 0): '?'}
    """
    classes: dict[Place, int] = {}
    letters: dict[Place, str] = {}
    marks, joints = (dict(grid.marks), grid.joints) if grid else ({}, "")
    for number, place, character in drawn_characters(text, joints):
        if character in marks:
            letters[place], classes[place] = "", marks[character]
        elif not (character in "#?" or (character.isascii() and character.isalnum())):
            remedy = "draw a cell as X (or any letter or #), an optional cell as ?, no cell as . or a space"
            raise DrawingError(f"line {number} of the drawing has {character!r} at column {place[2] + 1}", remedy)
        else:
            letters[place] = character
    if not letters:
        raise DrawingError("the drawing has no cell", "draw each cell as X")
    return ParsedDrawing(letters, classes)


def drawn_rows(text: str) -> Iterator[tuple[int, int, int, str]]:
    """Yield the rows of a drawing: line number from 1, layer, row in the layer, and characters.

    Raise `DrawingError` for a row of spaces only.
    """
    layer = row = 0
    for number, line in enumerate(text.lstrip("\r\n").rstrip(" \r\n").splitlines(), start=1):
        if not line:
            if row:
                layer, row = layer + 1, 0
            continue
        if not line.strip(" "):
            remedy = "draw a row without cells as ., or leave the line empty to start the next layer"
            raise DrawingError(f"line {number} of the drawing holds only spaces ({len(line)})", remedy)
        yield number, layer, row, line
        row += 1


def drawn_characters(text: str, joints: str = "") -> Iterator[tuple[int, Place, str]]:
    """Yield line number, place and character of all characters except `.`, spaces and joints."""
    for number, layer, row, line in drawn_rows(text):
        for column, character in enumerate(line):
            if character not in ". " and character not in joints:
                yield number, (layer, row, column), character


def drawn_letters(lattice: Lattice, drawing: ParsedDrawing) -> dict[Cell, str]:
    r"""Return the character of each cell in a drawing, sorted by cell; "" for a mark of a cell class.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> drawn_letters(LATTICES["square"], parse_drawing("aX\n.b"))
    {(0, 0): 'a', (0, 1): 'X', (1, 1): 'b'}
    """
    return dict(sorted((cell, drawing.letters[place]) for place, cell in placed_cells(lattice, drawing).items()))


def placed_cells(lattice: Lattice, drawing: ParsedDrawing) -> dict[Place, Cell]:
    r"""Return the cell at each place of a drawing.

    All cells together determine where on the lattice the first character lies. Raise `DrawingError` for a drawing that
    does not fit the lattice, or fits in more than one way.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> [*placed_cells(LATTICES["hexagonal"], parse_drawing("X X\n X")).values()]
    [(0, 0), (1, 0), (1, -1)]
    """
    grid = lattice.text
    if grid is None:
        raise DrawingError(f"there are no drawings of a {lattice.name} lattice", "list the cells")
    if grid.is_plain:
        return {place: place[3 - lattice.dimension :] for place in drawing.cells}
    classes = len(lattice.cell_classes) if lattice.is_numbered else 0
    fitting = []
    for shift in product(range(2 if grid.joints else 1), range(2 if grid.columns > 1 or classes else 1)):
        read: dict[Place, Cell] = {}
        for place in drawing.cells:
            layer, row, column = place
            number = drawing.classes.get(place)  # None: the character may stand for a cell of any class
            for coordinates in grid.coordinates_at((layer, row + shift[0], column + shift[1]), classes):
                if number is None or coordinates[-1] == number:
                    read.setdefault(place, lattice.cell_at(coordinates))
        if len(read) == len(drawing.cells):
            fitting.append(read)
    if len(fitting) != 1:
        problem = "are not aligned as on" if not fitting else "may belong to more than one cell class on"
        raise DrawingError(f"the cells of the drawing {problem} a {lattice.name} lattice", grid.how)
    return fitting[0]


def draw_cells(lattice: Lattice, marks: Mapping[Cell, str]) -> tuple[str, dict[Cell, Cell]] | None:
    """Draw cells of a lattice with their characters; return the drawing, and for each cell the one that it is read as.

    An X becomes the mark of its cell class where the lattice has one. Return None if the lattice has no drawings, or if
    the drawing does not determine the cell classes.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> text, read = draw_cells(LATTICES["hexagonal"], {(2, 5): "X", (3, 5): "?", (3, 4): "X"})
    >>> print(text)
    X ?
     X
    >>> read[2, 5]
    (0, 0)
    """
    grid = lattice.text
    if grid is None:
        return None
    classes = len(lattice.cell_classes) if lattice.is_numbered else 0
    class_marks = {number: mark for mark, number in grid.marks}
    shown: dict[Place, tuple[Cell, str]] = {}
    for cell, mark in marks.items():
        drawn = class_marks.get(lattice.class_of(cell), mark) if mark == "X" else mark
        shown[grid.place(lattice.coordinates(cell))] = cell, drawn
    low, high = ([end(column) for column in zip(*shown, strict=True)] for end in (min, max))

    def character_at(layer: int, row: int, column: int) -> str:
        place = (layer, row, column)
        if place in shown:
            return shown[place][1]
        return "." if grid.is_plain or grid.coordinates_at(place, classes) else " "

    rows = [
        ["".join(character_at(z, y, x) for x in range(low[2], high[2] + 1)) for y in range(low[1], high[1] + 1)]
        for z in range(low[0], high[0] + 1)
    ]
    text = "\n\n".join("\n".join(row.rstrip() or "." for row in layer) for layer in rows)
    try:
        read = placed_cells(lattice, parse_drawing(text, grid))
    except DrawingError:
        return None
    moved = {cell: read[place[0] - low[0], place[1] - low[1], place[2] - low[2]] for place, (cell, _) in shown.items()}
    return text, moved
