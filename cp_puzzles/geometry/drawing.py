"""ASCII drawings of boards and tiles, to cells and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cp_puzzles.geometry.isometry import Cell


class DrawingError(ValueError):
    """A drawing cannot be read: what is wrong, and the remedy."""

    def __init__(self, problem: str, remedy: str) -> None:
        self.problem, self.remedy = problem, remedy
        super().__init__(f"{problem}; {remedy}")


@dataclass(frozen=True)
class Drawing:
    """The cells of a drawing as (layer, row, column), sorted; `optional` are those drawn as `?`."""

    cells: tuple[Cell, ...]
    optional: tuple[Cell, ...]

    @property
    def layers(self) -> int:
        """The number of layers that hold a cell or lie before one that does."""
        return 1 + max(cell[0] for cell in self.cells)


def parse_drawing(text: str) -> Drawing:
    """Read a drawing: a letter or `#` is a cell, `?` an optional cell, `.` or a space no cell.

    Rows are lines; an empty line starts the next layer. Raises `DrawingError` for any other character, for a drawing
    without a cell, and for a row of nothing but spaces: on a screen nothing tells it from an empty line.

    >>> parse_drawing("XX\\nX.").cells
    ((0, 0, 0), (0, 0, 1), (0, 1, 0))
    >>> parse_drawing("X\\n\\n?").optional
    ((1, 0, 0),)
    """
    cells: list[Cell] = []
    optional: list[Cell] = []
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
        for column, character in enumerate(line):
            if character in ". ":
                continue
            if not (character in "#?" or (character.isascii() and character.isalpha())):
                raise DrawingError(
                    f"line {number} of the drawing has {character!r} at column {column + 1}",
                    "draw a cell as X (or any letter or #), an optional cell as ?, no cell as . or a space",
                )
            cells.append((layer, row, column))
            if character == "?":
                optional.append((layer, row, column))
        row += 1
    if not cells:
        raise DrawingError("the drawing has no cell", "draw each cell as X")
    return Drawing(tuple(sorted(cells)), tuple(sorted(optional)))


def draw(cells: Iterable[Cell], cell: str = "X", gap: str = ".") -> str:
    """Draw cells of two or three coordinates, the inverse of `parse_drawing` up to translation.

    >>> print(draw([(0, 0), (0, 1), (1, 0)]))
    XX
    X.
    """
    solid = {(0,) * (3 - len(c)) + tuple(c) for c in cells}
    (z0, z1), (y0, y1), (x0, x1) = ((min(column), max(column) + 1) for column in zip(*solid, strict=True))
    return "\n\n".join(
        "\n".join("".join(cell if (z, y, x) in solid else gap for x in range(x0, x1)) for y in range(y0, y1))
        for z in range(z0, z1)
    )
