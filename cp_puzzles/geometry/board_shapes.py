"""Boards by name and number: hexagons, triangles, pyramids and the like.

Most shapes of the plane are a window: the cells with x and y in two ranges and x + y (+ z) between two sums. The same
shapes are cut from hexagons and from triangles; there a hexagon counts as one step more along each side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.lattices.hexagons import CORNERS
from cp_puzzles.geometry.solid import sides

HEXGRIDS = ("triangular", "triangular-prisms")
"""The lattices on which a shape of hexagons is cut into triangles."""

_PLANE = ("hexagonal", "triangular", "hexagonal-prisms", "triangular-prisms", "trigs", "twigs")


@dataclass(frozen=True)
class BoardShape:
    """A shape of boards: the numbers that it takes, one name a number, the lattices that it is cut from, its cells."""

    name: str
    lattices: tuple[str, ...]
    numbers: tuple[tuple[str, ...], ...]
    about: str
    cells: Callable[..., Iterable[Cell]]


def window(lattice: Lattice, ranges: Mapping[str, Sequence[int]], sums: Sequence[int] | None = None) -> Iterator[Cell]:
    """The cells whose written coordinates lie in ranges [first, end) by axis and whose sum is between two numbers.

    Both sums are included. Where the kinds of cells are numbered, the number may be left without a range.
    """
    spans = [range(*ranges[axis]) if axis in ranges else range(len(lattice.kinds)) for axis in lattice.axes]
    for written in product(*spans):
        in_sums = sums is None or sums[0] <= sum(written) <= sums[1]
        if in_sums and (lattice.numbered or lattice.is_cell(written)):
            yield lattice.read(written)


def _less(lattice: Lattice) -> int:
    """What a side of hexagons is shorter than its number: two sides share the hexagon in their corner."""
    return 0 if lattice.numbered else 1


def _parallelogram(lattice: Lattice, m: int, n: int) -> Iterator[Cell]:
    return window(lattice, {"x": (0, m), "y": (0, n)})


def _triangle(lattice: Lattice, n: int) -> Iterator[Cell]:
    return window(lattice, {"x": (0, n), "y": (0, n)}, (0, n - 1))


def _trapezoid(lattice: Lattice, m: int, n: int) -> Iterator[Cell]:
    return window(lattice, {"x": (0, m), "y": (0, n)}, (0, m - 1))


def _hexagon(lattice: Lattice, a: int, b: int | None = None) -> Iterator[Cell]:
    b, d = b or a, _less(lattice)
    return window(lattice, {"x": (0, a + b - d), "y": (0, a + b - d)}, (b - d, 2 * b + a - 1 - 2 * d))


def _long_hexagon(lattice: Lattice, a: int, b: int) -> Iterator[Cell]:
    d = _less(lattice)
    return window(lattice, {"x": (0, a + b - d), "y": (0, 2 * b - d)}, (b - d, 2 * b + a - 1 - 2 * d))


def _hexagram(lattice: Lattice, n: int) -> Iterator[Cell]:
    d = _less(lattice)
    low, high, end = n - d, 3 * n - 1 - 2 * d, 2 * n - d
    up = window(lattice, {"x": (0, high + 1), "y": (0, high + 1)}, (0, high))
    down = window(lattice, {"x": (low - end, end), "y": (low - end, end)}, (low, 2 * end))
    seen: set[Cell] = set()
    for cell in chain(up, down):
        if cell not in seen:
            seen.add(cell)
            yield cell


def _staggered(lattice: Lattice, rows: int, columns: int) -> Iterator[Cell]:
    """Rows of the drawing, each of so many cells."""
    assert lattice.text is not None
    kinds = len(lattice.kinds) if lattice.numbered else 0
    for row, column in product(range(rows), range(columns * lattice.text.columns)):
        for written in lattice.text.written((0, row, column), kinds):
            yield lattice.read(written)


def _sized(lattice: Lattice, *size: int) -> Iterable[Cell]:
    if lattice.text is None:
        return window(lattice, dict(zip(lattice.axes, ((0, n) for n in size), strict=False)))
    return lattice.box(size) if lattice.text.is_plain else _staggered(lattice, *size)


def _layer(i: int, j: int, k: int) -> Cell:
    """The ball at row i and column j of layer k, which lies in the dimples of the layer before."""
    return (i - j, i + j + abs(k), k)


def _pyramid(lattice: Lattice, n: int) -> Iterator[Cell]:
    return (_layer(i, j, k) for k in range(n) for i in range(n - k) for j in range(n - k))


def _octahedron(lattice: Lattice, n: int) -> Iterator[Cell]:
    return (_layer(i, j, k) for k in range(1 - n, n) for i in range(n - abs(k)) for j in range(n - abs(k)))


def _tetrahedron(lattice: Lattice, n: int) -> Iterator[Cell]:
    return ((a + b, a + c, b + c) for a in range(n) for b in range(n - a) for c in range(n - a - b))


def _tray(lattice: Lattice, rows: int, columns: int) -> Iterator[Cell]:
    return (_layer(i, j, 0) for i in range(rows) for j in range(columns))


def _vertices(lattice: Lattice, rows: int, columns: int) -> Iterator[Cell]:
    for y, x in product(range(rows), range(columns)):
        if x + 1 < columns:
            yield lattice.read((x, y, 0))
        if y + 1 < rows:
            yield lattice.read((x, y, 1))


def _squares(lattice: Lattice, rows: int, columns: int) -> Iterator[Cell]:
    return _vertices(lattice, rows + 1, columns + 1)


_ALL = (
    BoardShape(
        "size",
        ("square", "cubic", *_PLANE[:4], "tetrakis"),
        (("rows", "columns"), ("layers", "rows", "columns")),
        "[rows, columns] or [layers, rows, columns]; rows of hexagons and triangles are staggered.",
        _sized,
    ),
    BoardShape("parallelogram", _PLANE, (("m", "n"),), "[m, n]: sides of m and n cells.", _parallelogram),
    BoardShape("triangle", _PLANE, (("n",),), "n: a triangle with n cells along each side.", _triangle),
    BoardShape(
        "trapezoid",
        _PLANE,
        (("m", "n"),),
        "[m, n]: n rows, the longest m cells along its side, each next one shorter.",
        _trapezoid,
    ),
    BoardShape(
        "hexagon",
        _PLANE,
        (("n",), ("a", "b")),
        "n: a hexagon with n cells along each side; [a, b]: its sides alternate between a and b cells.",
        _hexagon,
    ),
    BoardShape(
        "long-hexagon",
        _PLANE,
        (("a", "b"),),
        "[a, b]: a hexagon with two opposite sides of a and four of b cells.",
        _long_hexagon,
    ),
    BoardShape(
        "hexagram", _PLANE, (("n",),), "n: a star with six points, n cells along each side of a point.", _hexagram
    ),
    BoardShape("pyramid", ("balls",), (("n",),), "n: a square pyramid of n layers of balls.", _pyramid),
    BoardShape("tetrahedron", ("balls",), (("n",),), "n: a tetrahedron with n balls along each edge.", _tetrahedron),
    BoardShape("octahedron", ("balls",), (("n",),), "n: an octahedron with n balls along each edge.", _octahedron),
    BoardShape(
        "vertices", ("sticks",), (("rows", "columns"),), "[rows, columns]: all sticks between vertices.", _vertices
    ),
    BoardShape("squares", ("sticks",), (("rows", "columns"),), "[rows, columns]: all sticks around squares.", _squares),
    BoardShape("tray", ("balls",), (("rows", "columns"),), "[rows, columns]: one layer of balls.", _tray),
)

BOARD_SHAPES: dict[str, BoardShape] = {shape.name: shape for shape in _ALL}
"""The shapes of boards by name."""


def shape_cells(shape: BoardShape, lattice: Lattice, numbers: Sequence[int], layers: int = 1) -> Iterator[Cell]:
    """The cells of a shape, as far as they are asked for.

    A shape of prisms is that of the flat lattice in a number of layers; one of edges has all sides of the cells.

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
        return ((*lattice.raised(cell)[:2], layer) for cell in flat for layer in range(layers))
    return iter(shape.cells(lattice, *numbers))


def hexgrid(shape: BoardShape, lattice: Lattice, numbers: Sequence[int], layers: int = 1) -> Iterator[Cell]:
    """The triangles, or prisms of them, of a shape of large hexagons, six about the middle of each.

    >>> len(list(hexgrid(BOARD_SHAPES["hexagon"], LATTICES["triangular"], (2,))))
    42
    """
    for a, b in shape_cells(shape, LATTICES["hexagonal"], numbers):
        for x, y in CORNERS:
            triangle = (3 * (a - b) + x, 3 * (a + 2 * b) + y)
            if lattice.is_flat:
                yield triangle
            else:
                yield from ((*triangle, layer) for layer in range(layers))


def _sides(lattice: Lattice, cells: Iterable[Cell]) -> Iterator[Cell]:
    """The sides of some cells as edges: the middle of two corners, which are in thirds, in halves."""
    seen: set[Cell] = set()
    for cell in cells:
        for side in sides(LATTICES[lattice.edges_of], cell):
            edge = tuple(sum(corner) // 3 for corner in zip(*side.corners, strict=True))
            if edge not in seen:
                seen.add(edge)
                yield edge
