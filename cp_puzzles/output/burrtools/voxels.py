"""Voxels of BurrTools: its grids, the cells that correspond to voxels, boxes of shapes, and numbered rotations.

An assembly describes a piece as `x y z t`: rotation t maps its hotspot, a voxel of the grid, to x, y, z.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape
from itertools import accumulate, product, repeat

from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.isometry import Cell, Matrix, add, matrix_product, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Orientation
from cp_puzzles.puzzle.puzzle import Puzzle

Voxel = tuple[int, int, int]
"""A position in a shape of BurrTools: x, y, z, from 0."""


def voxels_of_box(size: Sequence[int]) -> Iterator[Voxel]:
    """Yield the positions in a box of a size along x, y and z, in the order of a file."""
    return ((x, y, z) for z, y, x in product(*map(range, size[::-1])))


@dataclass(frozen=True)
class BurrGrid:
    """A grid: its lattice, and the maps between voxels and cells, which preserve orientation.

    Translating a shape by `period` translates its cells by a translation of the lattice.
    """

    number: int
    lattice: str
    cell: Callable[[Voxel], Cell]
    voxel: Callable[[Cell], Voxel]
    period: Voxel


def _prism(voxel: Voxel) -> Cell:
    x, y, z = voxel
    down = (x + y) % 2
    return (3 * ((x - y - down) // 2) + 1 + down, 3 * y + 1 + down, z)


def _prism_voxel(cell: Cell) -> Voxel:
    a, b, z = cell
    y, down = (b - 1) // 3, (b - 1) % 3
    return 2 * ((a - 1 - down) // 3) + y + down, y, z


def _scaled(factor: int, shift: int) -> tuple[Callable[[Voxel], Cell], Callable[[Cell], Voxel]]:
    """Return the maps of a grid whose cells are its voxels times a factor, translated along the diagonal."""

    def cell(voxel: Voxel) -> Cell:
        return tuple(factor * x + shift for x in voxel)

    def voxel(cell: Cell) -> Voxel:
        x, y, z = ((c - shift) // factor for c in cell)
        return x, y, z

    return cell, voxel


BURR_GRIDS = (
    # the y of BurrTools points away from the viewer, our rows point towards the viewer
    BurrGrid(0, "cubic", lambda v: (v[2], -v[1], v[0]), lambda cell: (cell[2], -cell[1], cell[0]), (1, 1, 1)),
    BurrGrid(1, "triangular-prisms", _prism, _prism_voxel, (2, 2, 1)),
    BurrGrid(2, "balls", *_scaled(1, 0), (2, 2, 2)),
    BurrGrid(3, "rhombic", *_scaled(1, -2), (5, 5, 5)),
    BurrGrid(4, "tetra-eighths", *_scaled(2, -5), (6, 6, 6)),
)
"""The grids by number."""


@dataclass(frozen=True)
class VoxelBox:
    """The smallest box around some cells whose corner is a corner of the grid."""

    grid: BurrGrid
    cells: tuple[Cell, ...]

    @cached_property
    def corner(self) -> Voxel:
        """Return the voxel of the grid at 0, 0, 0 of the box."""
        columns = zip(*map(self.grid.voxel, self.cells), self.grid.period, strict=True)
        x, y, z = (min(column[:-1]) // column[-1] * column[-1] for column in columns)
        return x, y, z

    def voxel(self, cell: Cell) -> Voxel:
        """Return the position of a cell in the box."""
        x, y, z = (at - first for at, first in zip(self.grid.voxel(cell), self.corner, strict=True))
        return x, y, z

    @cached_property
    def hotspot(self) -> Voxel:
        """Return the first of the voxels in file order, the reference point of assemblies."""
        return min(map(self.voxel, self.cells), key=lambda voxel: voxel[::-1])

    def described(self, name: str, color: Mapping[Cell, int], free: Collection[Cell] = ()) -> str:
        """Return the XML element, with the color number of each cell, 0 for none; `free` cells may stay empty."""
        marks = {
            self.voxel(cell): ("+" if cell in free else "#") + (str(color[cell]) if color[cell] else "")
            for cell in self.cells
        }
        sizes = [max(column) + 1 for column in zip(*marks, strict=True)]
        attributes = dict(zip("xyz", sizes, strict=True))
        attributes |= {f"h{axis}": at for axis, at in zip("xyz", self.hotspot, strict=True) if at}
        written = " ".join(f'{key}="{value}"' for key, value in attributes.items())
        box = "".join(marks.get(at, "_") for at in voxels_of_box(sizes))
        return f'<voxel {written} name="{xml_text(name)}" type="0">{box}</voxel>'


def grid_orientations(tile: Tile, lattice: Lattice) -> tuple[Orientation, ...]:
    """Return the orientations of a tile on the lattice of the grid."""
    return tuple(Orientation.of(lattice, map(lattice.lifted, each.cells), each.shown) for each in tile.orientations)


def color_numbers(puzzle: Puzzle) -> dict[str, int]:
    """Return the number that each color of cells has in a file, by its letter; given pieces are not in the file."""
    board, free = dict(puzzle.board.cell_colors), {*puzzle.free_cells}
    letters = {letter for cell, letter in board.items() if cell in free}
    for tile in puzzle.remaining_tiles:
        letters.update(tile.shape.letters_at().values() if tile.maximum > 0 else ())
    return {letter: number for number, letter in enumerate(sorted(letters - {""}), start=1)}


def printable_text(text: str) -> str:
    """Return a text with a space for each character that cannot be printed, such as U+202E; line breaks stay."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text)


def xml_text(text: str) -> str:
    """Return a text escaped for XML."""
    return escape(printable_text(text))


_ONE: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_ABOUT_X = ((1, 0, 0), (0, 0, -1), (0, 1, 0))
_ABOUT_Y = ((0, 0, -1), (0, 1, 0), (1, 0, 0))
_ABOUT_Z = ((0, -1, 0), (1, 0, 0), (0, 0, 1))
_SIXTH = ((0, -1, 0), (1, 1, 0), (0, 0, 1))
_OVER = ((-1, -1, 0), (0, 1, 0), (0, 0, -1))
_BALLS = (_ONE, ((0, 0, 1), (1, 0, 0), (0, 1, 0)), ((0, 0, 1), (0, 1, 0), (-1, 0, 0)))
_BALLS_OVER = ((0, 0, 1), (0, -1, 0), (1, 0, 0))

_DIAGONALS = ((1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1))
_ABOUT = "113322330022001122110033000000000000000000222222222222222222111111111111111111333333333333333333"
_THEN = "vuvurnrnvbvbrkrkxexetetefhxdolinpmjuawcqsgltpjhuwdqfsmcoigkawqtsmnopijlfhgbadcxwqsmpojilkfhgbadc"
"""Balls have 96 more rotations: half a rotation about a diagonal, then one of the first 24, by its letter."""


@dataclass(frozen=True)
class VoxelRotation:
    """A rotation of the cells of a grid about its origin: `matrix` / `divisor`."""

    matrix: Matrix
    divisor: int = 1

    def __call__(self, vector: Cell) -> Cell | None:
        """Return the image of a difference of cells; None if it is not a cell difference."""
        image = [sum(m * x for m, x in zip(row, vector, strict=True)) for row in self.matrix]
        return None if any(x % self.divisor for x in image) else tuple(x // self.divisor for x in image)


@cache
def burr_rotations(number: int) -> tuple[VoxelRotation, ...]:
    """Return the rotations of a grid in the order of their BurrTools numbers.

    >>> [len(burr_rotations(number)) for number in range(5)]
    [24, 12, 120, 24, 24]
    """
    if number == 1:
        sixths = _powers(_SIXTH, 6)
        return tuple(VoxelRotation(matrix_product(sixth, flip)) for flip in (_ONE, _OVER) for sixth in sixths)
    quarters = _powers(_ABOUT_X, 4)
    if number != 2:
        first = (*_powers(_ABOUT_Y, 4), _ABOUT_Z, _powers(_ABOUT_Z, 4)[3])
        rotations = [matrix_product(other, quarter) for other in first for quarter in quarters]
        # the cells of cubes are layer, row, column: z, -y, x
        mirror = ((0, 0, 1), (0, -1, 0), (1, 0, 0)) if number == 0 else _ONE
        return tuple(VoxelRotation(matrix_product(mirror, matrix_product(rotation, mirror))) for rotation in rotations)
    pairs = [(ball, matrix_product(ball, _BALLS_OVER)) for ball in _BALLS]
    integral = [matrix_product(quarter, ball) for pair in pairs for quarter in _powers(_ABOUT_Z, 4) for ball in pair]
    # half rotations about the diagonals, times 3
    halves = [
        tuple(tuple(2 * a * b - 3 * (i == j) for j, b in enumerate(axis)) for i, a in enumerate(axis))
        for axis in _DIAGONALS
    ]
    pairs_of_more = zip(_ABOUT, _THEN, strict=True)
    more = (matrix_product(integral[ord(then) - ord("a")], halves[int(about)]) for about, then in pairs_of_more)
    return (*map(VoxelRotation, integral), *(VoxelRotation(matrix, 3) for matrix in more))


def placed(grid: BurrGrid, number: int, place: Voxel, hotspot: Voxel, voxels: Iterable[Voxel]) -> list[Cell] | None:
    """Return the images of the voxels of a piece; None if one of them is not a cell."""
    center, target, rotation = grid.cell(hotspot), grid.cell(place), burr_rotations(grid.number)[number]
    cells = []
    for voxel in voxels:
        vector = rotation(subtract(grid.cell(voxel), center))
        if vector is None:
            return None
        cells.append(add(target, vector))
    return cells


def matching(grid: BurrGrid, cells: Sequence[Cell], target: Iterable[Cell]) -> Iterable[tuple[int, list[Cell]]]:
    """Yield the rotations that map a piece onto a target, ascending, with the images of the cells."""
    goal = sorted(target)
    for number, rotation in enumerate(burr_rotations(grid.number)):
        images = [image for cell in cells if (image := rotation(subtract(cell, cells[0]))) is not None]
        if len(images) == len(cells):
            shift = subtract(goal[0], min(images))
            moved = [add(image, shift) for image in images]
            if sorted(moved) == goal:
                yield number, moved


def _powers(matrix: Matrix, number: int) -> list[Matrix]:
    return [*accumulate(repeat(matrix, number - 1), matrix_product, initial=_ONE)]
