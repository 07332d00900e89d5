"""Board shapes with a name and numbers: hexagons, triangles, pyramids and others.

Most flat shapes are a window: the cells with x and y in two ranges and x + y (+ z) between two sums. Hexagons and
triangles have the same shapes; a side of hexagons is one step shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, product

from cp_puzzles.puzzle.geometry.cell_solid import sides_of
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES

_SOLID = ("hexagonal", "triangular", "hexagonal-prisms", "triangular-prisms")
_PLANE = (*_SOLID, "trigs", "twigs")
HEXGRIDS = ("triangular", "triangular-prisms")
"""The lattices of triangles that fill shapes made of large hexagons."""

_Cells = Callable[..., Iterable[Cell]]


@dataclass(frozen=True)
class BoardShape:
    """A shape of boards: its lattices, the names of its numbers in one or two ways, and its cells."""

    name: str
    lattices: tuple[str, ...]
    numbers: tuple[tuple[str, ...], ...]
    cells: _Cells


def window(lattice: Lattice, ranges: Mapping[str, Sequence[int]], sums: Sequence[int] | None = None) -> Iterator[Cell]:
    """Yield the cells whose coordinates lie in ranges [first, end) by axis and whose sum lies between two bounds.

    Both bounds of the sum are inclusive. Without a range for the number of the cell class, cells of all classes count.
    """
    spans = [range(*ranges[axis]) if axis in ranges else range(len(lattice.cell_classes)) for axis in lattice.axes]
    for point in product(*spans):
        in_sums = sums is None or sums[0] <= sum(point) <= sums[1]
        if in_sums and (lattice.is_numbered or lattice.is_cell(point)):
            yield lattice.cell_at(point)


def _shared_corners(lattice: Lattice) -> int:
    """Return the number of cells that a side of a shape shares with the next one: 1 for hexagons, 0 for triangles."""
    return 0 if lattice.is_numbered else 1


def _distinct(cells: Iterable[Cell]) -> Iterator[Cell]:
    """Yield each cell once, lazily."""
    seen: set[Cell] = set()
    for cell in cells:
        if cell not in seen:
            seen.add(cell)
            yield cell


def _staggered(lattice: Lattice, rows: int, columns: int) -> Iterator[Cell]:
    """Yield the cells of some rows of the drawing with `columns` cells each."""
    assert lattice.text is not None
    classes = len(lattice.cell_classes) if lattice.is_numbered else 0
    for row, column in product(range(rows), range(columns * lattice.text.columns)):
        for coordinates in lattice.text.coordinates_at((0, row, column), classes):
            yield lattice.cell_at(coordinates)


def _ball(i: int, j: int, k: int) -> Cell:
    """Return the ball at row i and column j of layer k, which lies in the dimples of the layer before."""
    return (i - j, i + j + abs(k), k)


@partial(
    BoardShape, "size", ("square", "cubic", *_SOLID, "tetrakis"), (("rows", "columns"), ("layers", "rows", "columns"))
)
def _sized(lattice: Lattice, *size: int) -> Iterable[Cell]:
    if lattice.text is None:
        return window(lattice, dict(zip(lattice.axes, ((0, n) for n in size), strict=False)))
    return lattice.box(size) if lattice.text.is_plain else _staggered(lattice, *size)


@partial(BoardShape, "parallelogram", _PLANE, (("m", "n"),))
def _parallelogram(lattice: Lattice, m: int, n: int) -> Iterator[Cell]:
    return window(lattice, {"x": (0, m), "y": (0, n)})


@partial(BoardShape, "triangle", _PLANE, (("n",),))
def _triangle(lattice: Lattice, n: int) -> Iterator[Cell]:
    return window(lattice, {"x": (0, n), "y": (0, n)}, (0, n - 1))


@partial(BoardShape, "trapezoid", _PLANE, (("m", "n"),))
def _trapezoid(lattice: Lattice, m: int, n: int) -> Iterator[Cell]:
    return window(lattice, {"x": (0, m), "y": (0, n)}, (0, m - 1))


@partial(BoardShape, "hexagon", _PLANE, (("n",), ("a", "b")))
def _hexagon(lattice: Lattice, a: int, b: int | None = None) -> Iterator[Cell]:
    b, d = b or a, _shared_corners(lattice)
    return window(lattice, {"x": (0, a + b - d), "y": (0, a + b - d)}, (b - d, 2 * b + a - 1 - 2 * d))


@partial(BoardShape, "long-hexagon", _PLANE, (("a", "b"),))
def _long_hexagon(lattice: Lattice, a: int, b: int) -> Iterator[Cell]:
    d = _shared_corners(lattice)
    return window(lattice, {"x": (0, a + b - d), "y": (0, 2 * b - d)}, (b - d, 2 * b + a - 1 - 2 * d))


@partial(BoardShape, "hexagram", _PLANE, (("n",),))
def _hexagram(lattice: Lattice, n: int) -> Iterator[Cell]:
    d = _shared_corners(lattice)
    low, high, end = n - d, 3 * n - 1 - 2 * d, 2 * n - d
    up = window(lattice, {"x": (0, high + 1), "y": (0, high + 1)}, (0, high))
    down = window(lattice, {"x": (low - end, end), "y": (low - end, end)}, (low, 2 * end))
    return _distinct(chain(up, down))


@partial(BoardShape, "pyramid", ("balls",), (("n",),))
def _pyramid(lattice: Lattice, n: int) -> Iterator[Cell]:
    return (_ball(i, j, k) for k in range(n) for i in range(n - k) for j in range(n - k))


@partial(BoardShape, "tetrahedron", ("balls",), (("n",),))
def _tetrahedron(lattice: Lattice, n: int) -> Iterator[Cell]:
    return ((a + b, a + c, b + c) for a in range(n) for b in range(n - a) for c in range(n - a - b))


@partial(BoardShape, "octahedron", ("balls",), (("n",),))
def _octahedron(lattice: Lattice, n: int) -> Iterator[Cell]:
    return (_ball(i, j, k) for k in range(1 - n, n) for i in range(n - abs(k)) for j in range(n - abs(k)))


@partial(BoardShape, "vertices", ("sticks",), (("rows", "columns"),))
def _vertices(lattice: Lattice, rows: int, columns: int) -> Iterator[Cell]:
    for y, x in product(range(rows), range(columns)):
        if x + 1 < columns:
            yield lattice.cell_at((x, y, 0))
        if y + 1 < rows:
            yield lattice.cell_at((x, y, 1))


@partial(BoardShape, "squares", ("sticks",), (("rows", "columns"),))
def _squares(lattice: Lattice, rows: int, columns: int) -> Iterable[Cell]:
    return _vertices.cells(lattice, rows + 1, columns + 1)


@partial(BoardShape, "burr", ("cubic",), (("length",),))
def _burr(_lattice: Lattice, length: int) -> Iterator[Cell]:
    from cp_puzzles.puzzle.geometry.polyform_sets import burr_cells

    return burr_cells(length)


@partial(BoardShape, "tray", ("balls",), (("rows", "columns"),))
def _tray(lattice: Lattice, rows: int, columns: int) -> Iterator[Cell]:
    return (_ball(i, j, 0) for i in range(rows) for j in range(columns))


def shape_cells(shape: BoardShape, lattice: Lattice, numbers: Sequence[int], layers: int = 1) -> Iterator[Cell]:
    """Yield the cells of a shape lazily.

    A shape of prisms is the flat shape in a number of layers; a shape of edges has all sides of the flat cells.

    >>> from cp_puzzles.puzzle.geometry.tile_sets import BOARD_SHAPES
    >>> [len(list(shape_cells(BOARD_SHAPES[name], LATTICES[lattice], numbers))) for name, lattice, numbers in (
    ...     ("hexagon", "triangular", (4,)), ("hexagon", "hexagonal", (4,)), ("pyramid", "balls", (5,)))]
    [96, 37, 55]
    """
    if lattice.edges_of:
        return _sides(lattice, shape_cells(shape, LATTICES[lattice.edges_of], numbers))
    if lattice.layer_of in _PLANE:
        if shape.name == "size":
            layers, *numbers = numbers
        flat = shape_cells(shape, LATTICES[lattice.layer_of], numbers)
        return ((*lattice.lifted(cell)[:2], layer) for cell in flat for layer in range(layers))
    return iter(shape.cells(lattice, *numbers))


def hexgrid(shape: BoardShape, lattice: Lattice, numbers: Sequence[int], layers: int = 1) -> Iterator[Cell]:
    """Yield the triangles or triangular prisms of a shape of large hexagons, each with six triangles around its center.

    >>> len(list(hexgrid(_hexagon, LATTICES["triangular"], (2,))))
    42
    """
    hexagonal = LATTICES["hexagonal"]
    for a, b in shape_cells(shape, hexagonal, numbers):
        for x, y in hexagonal.cell_classes[0].corners:
            triangle = (3 * (a - b) + x, 3 * (a + 2 * b) + y)
            if lattice.is_flat:
                yield triangle
            else:
                yield from ((*triangle, layer) for layer in range(layers))


def _sides(lattice: Lattice, cells: Iterable[Cell]) -> Iterator[Cell]:
    """Return the sides of some cells as edges: the midpoint, in halves, of two corners, in thirds."""
    all_sides = (side for cell in cells for side in sides_of(LATTICES[lattice.edges_of], cell))
    return _distinct(tuple(sum(corner) // 3 for corner in zip(*side.corners, strict=True)) for side in all_sides)
