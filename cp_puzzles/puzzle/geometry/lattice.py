"""Lattices: the spaces whose cells make up boards and tiles.

A lattice is data. Isometries, neighbors, colorings, orders of cells, polygons and solids follow from the data by one
code path for all lattices. No module outside this package knows the shape of a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Literal

import numpy as np

from cp_puzzles.puzzle.geometry.cell_class import (
    CellClass,
    CellShape,
    Coloring,
    NoCellError,
    cell_classes,
    connected_parts,
    two_coloring,
)
from cp_puzzles.puzzle.geometry.isometry import (
    Cell,
    Isometry,
    Matrix,
    Sublattice,
    TextGrid,
    add,
    dot,
    primitive,
    subtract,
    translate,
)

Rotate = bool | Literal["upright"]
"""Whether a tile is rotated; upright: only about the vertical axis."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """A lattice of cells. A cell is an integer point: the mean of its corners, scaled so that all means are integers.

    Attributes
    ----------
    name, noun, rule
        The name in puzzle files, the word for a cell, and a sentence about the coordinates that are cells.
    axes
        The names of the coordinates in puzzle files, slowest first: the coordinates of the cell itself or, if
        `is_numbered`, the coordinates along the translations from the origin of the cell class, then the number of the
        class.
    is_numbered
        See `axes`.
    translations
        The translations that map the lattice to itself and preserve cell classes.
    point_group
        One isometry of each coset of the translations in the space group, rotations first, the identity at index 0. An
        isometry has a translation part where the rotation centers and reflection axes do not all meet in the origin,
        as in the plane groups pg, pmg, pgg and p4g; elsewhere all map the origin to itself.
    shapes
        A cell of each orbit of classes under the point group, with its steps to neighbors and its corners.
    origins, class_words
        One cell of each class, in class order, and the cells of each class in words.
    embedding, unit, radius
        The matrix that maps a cell to its center in drawings: (x to the right, y down) on a flat lattice, (x to the
        right, y towards the viewer, z up) in space. Corners are in units of 1/`unit`. `radius` is the radius of balls
        in drawings, 0 for other cells.
    layer_of, lift
        The flat lattice of the layers, and the matrix that maps its cells to a layer of this lattice.
    text
        The places of cells in ASCII drawings; a lattice without it has no drawings.
    spokes
        On a lattice of edges that must not cross, the steps from a vertex (a translation) to the edges that meet there,
        sorted by angle.
    edges_of
        The flat lattice whose sides are the cells.
    periods
        The translations along which the lattice is wrapped (see `wrapped_lattice.py`), none without wrapping.
    """

    name: str
    noun: str
    rule: str
    axes: tuple[str, ...]
    translations: Sublattice
    shapes: Mapping[Cell, CellShape]
    point_group: tuple[Isometry, ...]
    embedding: tuple[tuple[float, ...], ...]
    origins: tuple[Cell, ...] = ()
    unit: int = 1
    radius: float = 0.0
    is_numbered: bool = False
    class_words: tuple[str, ...] = ()
    layer_of: str = ""
    lift: Matrix = ()
    text: TextGrid | None = None
    spokes: tuple[Cell, ...] = ()
    edges_of: str = ""
    periods: Sublattice = field(default_factory=Sublattice)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    @property
    def unwrapped(self) -> Lattice:
        """Return the lattice before wrapping, the lattice itself if it is not wrapped."""
        return self

    @property
    def drawn(self) -> Lattice:
        """Return the lattice whose representatives of cells are drawn, another one for a torus that is one long row."""
        return self

    @property
    def wrap_description(self) -> str:
        """Return a sentence that describes the wrapping, "" if there is none."""
        return ""

    @property
    def dimension(self) -> int:
        """Return the number of coordinates of a cell."""
        return len(self.translations.basis)

    @property
    def is_flat(self) -> bool:
        """Return True if the cells lie in a plane; a tile can then be reflected by turning it over in space."""
        return len(self.embedding) == 2

    @cached_property
    def cell_classes(self) -> tuple[CellClass, ...]:
        """Return the classes of cells under translations."""
        return cell_classes(self.translations, self.point_group, self.shapes, self.origins)

    def class_of(self, cell: Cell) -> int:
        """Return the number of the class of a cell; raise `NoCellError` for coordinates that are not a cell."""
        if self.translations.is_everything:
            return 0
        try:
            return self._class_numbers[self.translations.remainder(cell)]
        except KeyError:
            raise NoCellError(cell, self.noun, self.rule) from None

    def class_name(self, number: int) -> str:
        """Return a description of the cells of a class: in words, by the last coordinate, or by an example.

        >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
        >>> [LATTICES[name].class_name(0) for name in ("triangular", "drafters", "tetra-octa")]
        ['that point up', 'with z = 0', 'like [0, 0, 2]']
        """
        if self.class_words:
            return self.class_words[number]
        origin = self.cell_classes[number].origin
        return f"with {self.axes[-1]} = {number}" if self.is_numbered else f"like {list(origin)}"

    def is_cell(self, point: Cell) -> bool:
        """Return True if an integer point is a cell."""
        return self.translations.remainder(point) in self._class_numbers

    def cell_at(self, coordinates: Cell) -> Cell:
        """Return the cell with some coordinates (one for each of `axes`); raise `NoCellError`."""
        if not self.is_numbered:
            self.class_of(coordinates)
            return coordinates
        *translation, number = coordinates
        if not 0 <= number < len(self.cell_classes):
            raise NoCellError(coordinates, self.noun, self.rule)
        return add(self.cell_classes[number].origin, self.translations.combined(tuple(translation)))

    def coordinates(self, cell: Cell) -> Cell:
        """Return the coordinates of a cell in puzzle files, the inverse of `cell_at`."""
        if not self.is_numbered:
            return cell
        number, coordinates = self._offset(cell)
        return (*coordinates, number)

    def written(self, *cells: Cell) -> str:
        """Return cells in words, with their coordinates in puzzle files, such as `[0, 0] [0, 1]`."""
        return " ".join(str([*self.coordinates(cell)]) for cell in cells)

    def lifted(self, cell: Cell) -> Cell:
        """Return a cell of the flat lattice `layer_of` as a cell of this lattice; keep a cell of this lattice."""
        return cell if len(cell) == self.dimension else tuple(dot(row, cell) for row in self.lift)

    def reduce(self, cell: Cell) -> Cell:
        """Return the representative of a cell on the board, the cell itself unless the lattice is wrapped."""
        return cell

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side or face with `cell`; of balls, those in contact with it."""
        return tuple(add(cell, step) for step in self.cell_classes[self.class_of(cell)].steps)

    def parity(self, cell: Cell) -> int | None:
        """Return the color, 0 or 1, of a cell in the checkerboard coloring; None if the lattice has none."""
        if self._coloring is None:
            return None
        number, coordinates = self._offset(cell)
        return self._coloring[number, tuple(x % 2 for x in coordinates)]

    def neighbor_images(self, cell: Cell, neighbor: Cell) -> tuple[Cell, ...]:
        """Return the positions adjacent to `cell` that represent its neighbor."""
        return (neighbor,)

    def ordered_image(self, form: Sequence[Cell], cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the cells of an image of a form (given sorted) in the order of the form's cells."""
        return cells

    def unwrapped_orientation(self, cells: Iterable[Cell], orientation: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the orientation of a tile on the unwrapped lattice that becomes `orientation` on this one."""
        return orientation

    def canonical_corners(self, corners: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the canonical translate of sorted corners under the periods."""
        return corners

    def box(self, size: tuple[int, ...]) -> tuple[Cell, ...]:
        """Return all cells with coordinates from 0 to below `size` along each axis, sorted."""
        return tuple(cell for cell in product(*(range(n) for n in size)) if self.is_cell(cell))

    def crossings(self, cells: Iterable[Cell]) -> tuple[tuple[Cell, int], ...]:
        """Return the pairs (vertex, direction) that a piece made of edges passes through.

        Two pieces cross if and only if they share a pair. At each vertex, take two directions that the piece uses, one
        after the other by angle. If they are at most half a turn apart and unused directions lie between them, the
        piece passes from one to the other: all directions from the first to the second belong to it.

        >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
        >>> LATTICES["sticks"].crossings([(1, 0), (3, 0)])
        (((2, 0), 0), ((2, 0), 1), ((2, 0), 2), ((2, 0), 3))
        """
        used: dict[Cell, list[int]] = {}
        for cell in sorted(cells):
            for direction, spoke in enumerate(self.spokes):
                if (vertex := subtract(cell, spoke)) in self.translations:
                    used.setdefault(self.periods.remainder(vertex), []).append(direction)
        full_turn = len(self.spokes)
        crossings: set[tuple[Cell, int]] = set()
        for vertex, directions in used.items():
            directions.sort()
            for first, second in zip(directions, [*directions[1:], directions[0] + full_turn], strict=True):
                if 2 <= second - first <= full_turn // 2:
                    crossings.update((vertex, d % full_turn) for d in range(first, second + 1))
        return tuple(sorted(crossings))

    def isometries(self, *, rotate: Rotate, reflect: bool) -> tuple[Isometry, ...]:
        """Return the isometries of `point_group` that are allowed for a tile; modulo translations they form a group.

        An upright tile keeps its vertical direction, which changes nothing on a flat board.
        A tile that is reflected and not rotated has `flip`, if that is its own inverse. On a lattice without
        reflections `reflect` adds nothing.

        >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
        >>> [len(LATTICES["square"].isometries(rotate=r, reflect=f)) for r in (True, False) for f in (True, False)]
        [8, 4, 2, 1]
        """
        if rotate:
            allowed = self.point_group if reflect else self._rotations
            return allowed if rotate is True or self.is_flat else tuple(filter(self._keeps_height, allowed))
        identity, flip = self.point_group[0], self.flip
        twice = flip.after(flip)
        is_inverse = twice.matrix == identity.matrix and twice.translation in self.translations
        has_flip = reflect and not flip.is_rotation and is_inverse
        return (identity, flip) if has_flip else (identity,)

    def _keeps_height(self, isometry: Isometry) -> bool:
        """Return whether an isometry keeps the vertical direction."""
        height = np.array(self.embedding[2])
        return bool(np.allclose(height @ np.array(isometry.matrix), height))

    @cached_property
    def _rotations(self) -> tuple[Isometry, ...]:
        return tuple(isometry for isometry in self.point_group if isometry.is_rotation)

    @cached_property
    def flip(self) -> Isometry:
        """Return the reflection closest to the one that swaps left and right in drawings; the identity without any."""
        matrix = np.array(self.embedding)
        mirrored = matrix * np.array([[-1.0]] + [[1.0]] * (len(matrix) - 1))
        reflections = [isometry for isometry in self.point_group if not isometry.is_rotation]
        distances = [np.abs(matrix @ np.array(isometry.matrix) - mirrored).sum().round(9) for isometry in reflections]
        return reflections[int(np.argmin(distances))] if reflections else self.point_group[0]

    def normalize(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Return the translate of some cells in normal position, sorted.

        The smallest coordinates are as close to the origin as translations allow: 0 if every vector is a translation.
        Two polyforms in normal position are equal exactly if they are translates of each other (fixed polyforms:
        Grünbaum and Shephard).
        """
        cells = tuple(cells)
        [shift] = self.shifts(cells)
        return tuple(sorted(translate(cells, shift)))

    def shifts(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """Return the translations that can bring some cells into normal position."""
        corner = tuple(min(column) for column in zip(*cells, strict=True))
        return (subtract(self.translations.remainder(corner), corner),)

    def board_isometries(self, cells: Iterable[Cell]) -> tuple[Isometry, ...]:
        """Return the isometries that map a set of cells to itself, in the order of the point group.

        >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
        >>> [len(LATTICES["square"].board_isometries(LATTICES["square"].box(s))) for s in ((3, 3), (2, 3))]
        [8, 4]
        """
        board = tuple(cells)
        return self.congruences(board, board)

    def congruences(self, cells: Iterable[Cell], images: Iterable[Cell]) -> tuple[Isometry, ...]:
        """Return the isometries that map one set of cells to another, in the order of the point group."""
        sources, targets = (np.array(sorted(each), dtype=np.int64) for each in (cells, images))
        isometries = []
        for isometry in self.point_group if len(sources) == len(targets) else ():
            image = isometry.images(sources)
            image = image[np.lexsort(image.T[::-1])]
            shift = tuple((targets[0] - image[0]).tolist())
            if (image + shift == targets).all() and shift in self.translations:
                isometries.append(isometry.translated(shift))
        return tuple(isometries)

    def fill_order(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Return the cells with the smallest cross-section first: the longest direction varies slowest.

        Directions are the axes and their images under the point group; directions along axes come first.

        >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
        >>> LATTICES["square"].fill_order([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)])
        ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2))
        """
        cells = tuple(cells)
        heights = np.array(cells, dtype=np.int64) @ np.array(self.fill_directions, dtype=np.int64).T
        extents = (heights.max(axis=0) - heights.min(axis=0)).tolist()
        chosen: list[int] = []
        for direction in sorted(range(len(extents)), key=lambda d: (-extents[d], d)):
            if np.linalg.matrix_rank(np.array([self.fill_directions[d] for d in (*chosen, direction)])) > len(chosen):
                chosen.append(direction)
        order = np.lexsort(heights[:, chosen[::-1]].T)
        return tuple(cells[i] for i in order.tolist())

    def is_connected(self, cells: Iterable[Cell]) -> bool:
        """Return True if the cells are connected through neighbors."""
        return len(self.components(cells)) == 1

    def components(self, cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
        """Return the connected components of a set of cells, each sorted, by first cell."""
        return tuple(map(tuple, connected_parts(cells, self.neighbors)))

    @cached_property
    def unbounded_directions(self) -> tuple[Cell, ...]:
        """Return linear forms (vectors) whose values on cells are unbounded: all axes."""
        return tuple(tuple(int(i == j) for j in range(self.dimension)) for i in range(self.dimension))

    def _offset(self, cell: Cell) -> tuple[int, Cell]:
        """Return the class of a cell and its coordinates along the basis from the origin of the class."""
        number = self.class_of(cell)
        return number, self.translations.coordinates(subtract(cell, self.cell_classes[number].origin))

    @cached_property
    def _class_numbers(self) -> dict[Cell, int]:
        return {self.translations.remainder(each.origin): number for number, each in enumerate(self.cell_classes)}

    @cached_property
    def fill_directions(self) -> tuple[Cell, ...]:
        """Return the rows of all matrices of the point group, each once up to sign, those along an axis first."""
        rows = {primitive(row) for isometry in self.point_group for row in isometry.matrix}
        return tuple(sorted(rows, key=lambda row: (sum(map(abs, row)), tuple(-x for x in row))))

    @cached_property
    def _coloring(self) -> Coloring | None:
        classes = self.cell_classes
        return two_coloring([[self._offset(add(each.origin, step)) for step in each.steps] for each in classes])
