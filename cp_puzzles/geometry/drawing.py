"""ASCII drawings of boards and tiles, to cells and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.text_grid import Place, TextGrid


class DrawingError(ValueError):
    """A drawing cannot be read: what is wrong, and the remedy."""

    def __init__(self, problem: str, remedy: str) -> None:
        self.problem, self.remedy = problem, remedy
        super().__init__(f"{problem}; {remedy}")


@dataclass(frozen=True)
class Drawing:
    """The cells of a drawing as (layer, row, column), sorted; `optional` are those drawn as `?`.

    `kinds` are the numbers of the kinds of those cells whose characters tell it, `letters` the characters of others.
    """

    cells: tuple[Cell, ...]
    optional: tuple[Cell, ...]
    kinds: dict[Cell, int] = field(default_factory=dict)
    letters: dict[Cell, str] = field(default_factory=dict)

    @property
    def layers(self) -> int:
        """The number of layers that hold a cell or lie before one that does."""
        return 1 + max(cell[0] for cell in self.cells)


def parse_drawing(text: str, grid: TextGrid | None = None) -> Drawing:
    """Read a drawing: a letter or `#` is a cell, `?` an optional cell, `.` or a space no cell.

    Rows are lines; an empty line starts the next layer. The grid of a lattice may have further characters.
    Raises `DrawingError` for any other character, for a drawing without a cell, and for a row of nothing but spaces:
    on a screen nothing tells it from an empty line.

    >>> parse_drawing("XX\\nX.").cells
    ((0, 0, 0), (0, 0, 1), (0, 1, 0))
    >>> parse_drawing("X\\n\\n?").optional
    ((1, 0, 0),)
    """
    cells: list[Cell] = []
    optional: list[Cell] = []
    kinds: dict[Cell, int] = {}
    letters: dict[Cell, str] = {}
    marks, joints = (dict(grid.marks), grid.joints) if grid else ({}, "")
    for number, place, character in drawn_characters(text, joints):
        if character in marks:
            kinds[place] = marks[character]
        elif not (character in "#?" or (character.isascii() and character.isalpha())):
            raise DrawingError(
                f"line {number} of the drawing has {character!r} at column {place[2] + 1}",
                "draw a cell as X (or any letter or #), an optional cell as ?, no cell as . or a space",
            )
        else:
            letters[place] = character
        cells.append(place)
        if character == "?":
            optional.append(place)
    if not cells:
        raise DrawingError("the drawing has no cell", "draw each cell as X")
    return Drawing(tuple(sorted(cells)), tuple(sorted(optional)), kinds, letters)


def drawn_rows(text: str) -> Iterator[tuple[int, int, int, str]]:
    """The rows of a drawing: the number of the line from 1, the layer, the row in it, and the characters.

    Raises `DrawingError` for a row of nothing but spaces.
    """
    layer = row = 0
    for number, line in enumerate(text.lstrip("\r\n").rstrip(" \r\n").splitlines(), start=1):
        if not line:
            if row:
                layer, row = layer + 1, 0
            continue
        if not line.strip(" "):
            raise DrawingError(
                f"line {number} of the drawing holds only spaces ({len(line)})",
                "draw a row without cells as ., or leave the line empty to start the next layer",
            )
        yield number, layer, row, line
        row += 1


def drawn_characters(text: str, joints: str = "") -> Iterator[tuple[int, Place, str]]:
    """The characters of a drawing but . and spaces and joints: line, place (layer, row, column), character."""
    for number, layer, row, line in drawn_rows(text):
        for column, character in enumerate(line):
            if character not in ". " and character not in joints:
                yield number, (layer, row, column), character


def drawn_cells(lattice: Lattice, drawing: Drawing) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The cells of a lattice that a drawing shows, sorted, and those of them that are optional.

    Where the first character lies among the cells is found from all of them. Raises `DrawingError` for a drawing that
    does not fit the lattice, or fits it in more than one way.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> drawn_cells(LATTICES["hexagonal"], parse_drawing("X X\\n X"))[0]
    ((0, 0), (1, -1), (1, 0))
    """
    read = placed_cells(lattice, drawing)
    return tuple(sorted(read.values())), tuple(sorted(read[place] for place in drawing.optional))


def drawn_letters(lattice: Lattice, drawing: Drawing) -> dict[Cell, str]:
    """The character of each cell that a drawing shows, sorted by cell; "" for a mark that tells its kind.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> drawn_letters(LATTICES["square"], parse_drawing("aX\\n.b"))
    {(0, 0): 'a', (0, 1): 'X', (1, 1): 'b'}
    """
    return dict(
        sorted((cell, drawing.letters.get(place, "")) for place, cell in placed_cells(lattice, drawing).items())
    )


def placed_cells(lattice: Lattice, drawing: Drawing) -> dict[Cell, Cell]:
    """The cell at each place of a drawing that shows one; raises `DrawingError` as `drawn_cells` does."""
    grid = lattice.text
    if grid is None:
        raise DrawingError(f"there are no drawings of a {lattice.name} lattice", "list the cells")
    if grid.is_plain:
        return {place: place[3 - lattice.dimension :] for place in drawing.cells}
    kinds = len(lattice.kinds) if lattice.numbered else 0
    fitting = []
    for shift in product(range(2 if grid.joints else 1), range(2 if grid.columns > 1 or kinds else 1)):
        found = {
            place: _cell_at(lattice, grid, kinds, place, shift, drawing.kinds.get(place)) for place in drawing.cells
        }
        read = {place: cell for place, cell in found.items() if cell is not None}
        if len(read) == len(found):
            fitting.append(read)
    if len(fitting) != 1:
        problem = "do not stand as on" if not fitting else "may be of more than one kind on"
        raise DrawingError(f"the cells of the drawing {problem} a {lattice.name} lattice", grid.how)
    return fitting[0]


def _cell_at(
    lattice: Lattice, grid: TextGrid, kinds: int, place: Cell, shift: tuple[int, int], kind: int | None
) -> Cell | None:
    """The cell at a place of a drawing whose first character is moved by (rows, columns)."""
    layer, row, column = place
    for written in grid.written((layer, row + shift[0], column + shift[1]), kinds):
        if kind is None or written[-1] == kind:
            return lattice.read(written)
    return None


def draw_on(lattice: Lattice, marks: Mapping[Cell, str]) -> tuple[str, dict[Cell, Cell]] | None:
    """Draw cells of a lattice with their characters, and say as which cells the drawing is read.

    An X becomes the character of its kind where the lattice has one. None if the lattice has no drawings, or if the
    cells could be of another kind as well.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> text, read = draw_on(LATTICES["hexagonal"], {(2, 5): "X", (3, 5): "?", (3, 4): "X"})
    >>> print(text)
    X ?
     X
    >>> read[2, 5]
    (0, 0)
    """
    grid = lattice.text
    if grid is None:
        return None
    kinds = len(lattice.kinds) if lattice.numbered else 0
    own = {number: mark for mark, number in grid.marks}
    shown: dict[Cell, tuple[Cell, str]] = {}
    for cell, mark in marks.items():
        shown[grid.place(lattice.written(cell))] = (cell, own.get(lattice.kind(cell), mark) if mark == "X" else mark)
    low, high = ([end(column) for column in zip(*shown, strict=True)] for end in (min, max))

    def character(layer: int, row: int, column: int) -> str:
        place = (layer, row, column)
        return shown[place][1] if place in shown else "." if grid.written(place, kinds) else " "

    rows = [
        ["".join(character(z, y, x) for x in range(low[2], high[2] + 1)) for y in range(low[1], high[1] + 1)]
        for z in range(low[0], high[0] + 1)
    ]
    text = "\n\n".join("\n".join(row.rstrip() or "." for row in layer) for layer in rows)
    try:
        read = placed_cells(lattice, parse_drawing(text, grid))
    except DrawingError:
        return None
    moved = {cell: read[place[0] - low[0], place[1] - low[1], place[2] - low[2]] for place, (cell, _) in shown.items()}
    return text, moved
