"""Cells as the plainest drawing."""

from collections.abc import Iterable, Mapping

from cp_puzzles.puzzle.geometry.isometry import Cell


def draw(cells: Iterable[Cell] | Mapping[Cell, str], cell: str = "X", gap: str = ".") -> str:
    """Draw cells of two or three coordinates, the inverse of `parse_drawing` up to translation.

    A mapping says the character of each cell.

    >>> print(draw([(0, 0), (0, 1), (1, 0)]))
    XX
    X.
    """
    marks = cells if isinstance(cells, Mapping) else dict.fromkeys(cells, cell)
    solid = {(0,) * (3 - len(c)) + tuple(c): mark for c, mark in marks.items()}
    (z0, z1), (y0, y1), (x0, x1) = ((min(column), max(column) + 1) for column in zip(*solid, strict=True))
    return "\n\n".join(
        "\n".join("".join(solid.get((z, y, x), gap) for x in range(x0, x1)) for y in range(y0, y1))
        for z in range(z0, z1)
    )
