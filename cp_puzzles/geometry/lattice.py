"""Lattices: the space whose cells boards and tiles are made of.

A lattice is data, and all that can be asked of it is worked out from these by one code for all: motions, neighbours,
colours, orders of cells, polygons and solids. Nothing outside this room knows the shape of a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from cp_puzzles.geometry.cell_kind import CellKind, Shape, cell_kinds
from cp_puzzles.geometry.colouring import Colouring, colour, two_colouring
from cp_puzzles.geometry.isometry import Cell, Isometry, add, minus, translate
from cp_puzzles.geometry.point_groups import Matrix
from cp_puzzles.geometry.sublattice import Sublattice
from cp_puzzles.geometry.text_grid import TextGrid


class NoCellError(ValueError):
    """Coordinates that are no cell of a lattice: what is wrong, and the rule for cells."""

    def __init__(self, problem: str, rule: str) -> None:
        self.problem, self.rule = problem, rule
        super().__init__(f"{problem}: {rule}")


@dataclass(frozen=True, eq=False)
class Lattice:
    """A lattice. A cell is an integer point, its centroid in a scale in which those of all cells are integer.

    `noun` is what a cell is called and `rule` says which coordinates are a cell. `axes` names the coordinates that
    people write, slowest first: those of the cell itself, or, if the kinds are `numbered`, the coordinates along the
    translations from the origin of its kind, and the number of the kind.
    `translations` map the lattice to itself, kind by kind. `point_group` holds the isometries about the origin,
    rotations first, the identity the very first. `shapes` are those of one cell of each class that it maps to one
    another, and `origins` one cell of each kind, in their order; see `cell_kinds`.
    `embedding` draws: its product with a cell is the cell's centre, on a flat lattice (x to the right, y down), in
    space (x to the right, y towards the viewer, z up). Corners of cells are in units of 1/`unit`; `radius` is that
    of a ball as it is drawn, 0 if the cells are no balls.
    `kind_words` say in words which cells are of each kind, where that is plain to see.
    `lift` maps the cells of the flat lattice `layer_of` to the cells of a layer of this one. `text` says where cells
    stand in a drawing of characters; without it there are no such drawings.
    `spokes` lead from a vertex, which is a translation, to the edges that meet there, in the order of the angle, on
    a lattice of edges that may not cross; `edges_of` is the flat lattice whose sides the edges are.
    `periods` are the translations along which it is rolled up, see `geometry.wrapped`; None if it is not.
    """

    name: str
    noun: str
    rule: str
    axes: tuple[str, ...]
    translations: Sublattice
    shapes: Mapping[Cell, Shape]
    point_group: tuple[Isometry, ...]
    embedding: tuple[tuple[float, ...], ...]
    origins: tuple[Cell, ...] = ()
    unit: int = 1
    radius: float = 0.0
    numbered: bool = False
    kind_words: tuple[str, ...] = ()
    layer_of: str = ""
    lift: Matrix = ()
    text: TextGrid | None = None
    spokes: tuple[Cell, ...] = ()
    edges_of: str = ""
    periods: Sublattice | None = None

    @property
    def unrolled(self) -> Lattice:
        """The lattice of which this one is rolled up; itself if it is not."""
        return self

    @property
    def closes(self) -> str:
        """How a lattice is rolled up, in a sentence; "" if it is not."""
        return ""

    @property
    def dimension(self) -> int:
        """The number of coordinates of a cell."""
        return len(self.translations.basis)

    @property
    def is_flat(self) -> bool:
        """Whether a tile can be turned over by lifting it out of its space."""
        return len(self.embedding) == 2

    @cached_property
    def kinds(self) -> tuple[CellKind, ...]:
        """The kinds of cells."""
        return cell_kinds(self.translations, self.point_group, self.shapes, self.origins)

    # cells

    def kind(self, cell: Cell) -> int:
        """The number of the kind of a cell; raises `NoCellError` for coordinates that are no cell."""
        if self.translations.is_everything:
            return 0
        try:
            return self._kind_of[self.translations.remainder(cell)]
        except KeyError:
            raise NoCellError(f"({', '.join(map(str, cell))}) is no {self.noun}", self.rule) from None

    def kind_name(self, number: int) -> str:
        """Which cells are of a kind, in words: as they lie, by the last coordinate, or like a cell near the origin.

        >>> from cp_puzzles.geometry.lattices import LATTICES
        >>> [LATTICES[name].kind_name(0) for name in ("triangular", "drafters", "tetra-octa")]
        ['that point up', 'with z = 0', 'like [0, 0, 2]']
        """
        if self.kind_words:
            return self.kind_words[number]
        return f"with {self.axes[-1]} = {number}" if self.numbered else f"like {list(self.kinds[number].origin)}"

    def is_cell(self, point: Cell) -> bool:
        """Whether an integer point is a cell."""
        return self.translations.remainder(point) in self._kind_of

    def read(self, written: Cell) -> Cell:
        """The cell that somebody wrote, as many coordinates as there are `axes`; raises `NoCellError`."""
        if not self.numbered:
            self.kind(written)
            return written
        *coordinates, number = written
        if not 0 <= number < len(self.kinds):
            raise NoCellError(f"({', '.join(map(str, written))}) is no {self.noun}", self.rule)
        return add(self.kinds[number].origin, self.translations.combined(tuple(coordinates)))

    def written(self, cell: Cell) -> Cell:
        """A cell as people write it, the inverse of `read`."""
        if not self.numbered:
            return cell
        kind = self.kind(cell)
        return (*self.translations.divided(minus(cell, self.kinds[kind].origin))[0], kind)

    def raised(self, cell: Cell) -> Cell:
        """A cell of the flat lattice `layer_of` as a cell of this one; one of this lattice as it is."""
        if len(cell) == self.dimension:
            return cell
        return tuple(sum(m * x for m, x in zip(row, cell, strict=True)) for row in self.lift)

    def reduced(self, cell: Cell) -> Cell:
        """The cell as which a board has this one: another one only where the lattice is rolled up."""
        return cell

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells in contact with `cell`, through a side or face where cells have any."""
        return tuple(add(cell, step) for step in self.kinds[self.kind(cell)].steps)

    def parity(self, cell: Cell) -> int | None:
        """The colour, 0 or 1, of a cell in the checkerboard colouring: neighbours differ; None if there is none."""
        if self._colouring is None:
            return None
        kind = self.kind(cell)
        return colour(self._colouring, kind, self.translations.divided(minus(cell, self.kinds[kind].origin))[0])

    def beside(self, cell: Cell, other: Cell) -> tuple[Cell, ...]:
        """The places next to a cell at which its neighbour lies."""
        return (other,)

    def laid(self, form: Sequence[Cell], cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """The cells of an image of a form, which are sorted, in the order of the form's."""
        return cells

    def plane_form(self, cells: Iterable[Cell], orientation: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """The image of a tile, before anything is rolled up, that is this orientation of it."""
        return orientation

    def meeting_place(self, corners: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """The corners of cells, sorted, from which these differ by a period: themselves where none are."""
        return corners

    def box(self, size: tuple[int, ...]) -> tuple[Cell, ...]:
        """All cells whose coordinate along each axis is at least 0 and below `size`, sorted."""
        return tuple(cell for cell in product(*(range(n) for n in size)) if self.is_cell(cell))

    def crossings(self, cells: Iterable[Cell]) -> tuple[tuple[Cell, int], ...]:
        """The vertices, each with a direction, that a piece of edges passes through: no two pieces may have one.

        Where it uses two directions that follow on one another around a vertex, with others between them and no more
        than half a turn apart, it has all from one to the other: nothing can cross it there.

        >>> from cp_puzzles.geometry.lattices import LATTICES
        >>> LATTICES["sticks"].crossings([(1, 0), (3, 0)])
        (((2, 0), 0), ((2, 0), 1), ((2, 0), 2), ((2, 0), 3))
        """
        used: dict[Cell, list[int]] = {}
        for cell in sorted(cells):
            for direction, spoke in enumerate(self.spokes):
                if (vertex := minus(cell, spoke)) in self.translations:
                    vertex = self.periods.remainder(vertex) if self.periods else vertex
                    used.setdefault(vertex, []).append(direction)
        turn = len(self.spokes)
        found: set[tuple[Cell, int]] = set()
        for vertex, directions in used.items():
            directions.sort()
            for here, there in zip(directions, [*directions[1:], directions[0] + turn], strict=True):
                if 2 <= there - here <= turn // 2:
                    found.update((vertex, d % turn) for d in range(here, there + 1))
        return tuple(sorted(found))

    # sets of cells

    def motions(self, *, rotate: bool, reflect: bool) -> tuple[Isometry, ...]:
        """The motions about the origin that a tile may make; always a group.

        >>> from cp_puzzles.geometry.lattices import LATTICES
        >>> [len(LATTICES["square"].motions(rotate=r, reflect=f)) for r in (True, False) for f in (True, False)]
        [8, 4, 2, 1]
        """
        if rotate:
            return self.point_group if reflect else self._rotations
        return (self.point_group[0], self.turn_over) if reflect else self.point_group[:1]

    @cached_property
    def _rotations(self) -> tuple[Isometry, ...]:
        return tuple(motion for motion in self.point_group if motion.is_rotation)

    @cached_property
    def turn_over(self) -> Isometry:
        """The one motion of a tile that may be turned over but not turned: it swaps left and right as drawn."""
        matrix = np.array(self.embedding)
        mirrored = matrix * np.array([[-1.0]] + [[1.0]] * (len(matrix) - 1))
        return next(m for m in self.point_group if np.allclose(matrix @ np.array(m.matrix), mirrored))

    def normalise(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The cells, sorted, moved by the translation after which the least coordinates lie next to the origin.

        Where every vector is a translation, they are 0.
        """
        cells = tuple(cells)
        [shift] = self.shifts(cells)
        return tuple(sorted(translate(cells, shift)))

    def shifts(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """The translations after one of which some cells are normal."""
        corner = tuple(min(column) for column in zip(*cells, strict=True))
        return (minus(self.translations.remainder(corner), corner),)

    def board_isometries(self, cells: Iterable[Cell]) -> tuple[Isometry, ...]:
        """The isometries that map a set of cells to itself, in the order of the point group.

        >>> from cp_puzzles.geometry.lattices import LATTICES
        >>> [len(LATTICES["square"].board_isometries(LATTICES["square"].box(s))) for s in ((3, 3), (2, 3))]
        [8, 4]
        """
        board = tuple(cells)
        return self.congruences(board, board)

    def congruences(self, cells: Iterable[Cell], others: Iterable[Cell]) -> tuple[Isometry, ...]:
        """The isometries that map a set of cells to another one, in the order of the point group."""
        board, there = (np.array(sorted(each), dtype=np.int64) for each in (cells, others))
        found = []
        for motion in self.point_group if len(board) == len(there) else ():
            image = motion.images(board)
            image = image[np.lexsort(image.T[::-1])]
            shift = there[0] - image[0]
            if (image + shift == there).all() and tuple(shift.tolist()) in self.translations:
                found.append(motion.translated(tuple(shift.tolist())))
        return tuple(found)

    def fill_order(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The cells with the smallest cross-section first: the longest direction varies slowest.

        Directions are the axes and their images under the point group, those that lie along axes first.

        >>> from cp_puzzles.geometry.lattices import LATTICES
        >>> LATTICES["square"].fill_order([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)])
        ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2))
        """
        cells = tuple(cells)
        heights = np.array(cells, dtype=np.int64) @ np.array(self._directions, dtype=np.int64).T
        extents = (heights.max(axis=0) - heights.min(axis=0)).tolist()
        chosen: list[int] = []
        for direction in sorted(range(len(extents)), key=lambda d: (-extents[d], d)):
            if np.linalg.matrix_rank(np.array([self._directions[d] for d in (*chosen, direction)])) > len(chosen):
                chosen.append(direction)
        order = np.lexsort(heights[:, chosen[::-1]].T)
        return tuple(cells[i] for i in order.tolist())

    def is_connected(self, cells: Iterable[Cell]) -> bool:
        """Whether one can go from every cell to every other through neighbours."""
        return len(self.components(cells)) == 1

    def components(self, cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
        """The connected parts of a set of cells, each sorted, in order of their first cell."""
        left = set(cells)
        parts = []
        for start in sorted(left):
            if start not in left:
                continue
            left.discard(start)
            part, frontier = [start], [start]
            while frontier:
                for cell in self.neighbours(frontier.pop()):
                    if cell in left:
                        left.discard(cell)
                        part.append(cell)
                        frontier.append(cell)
            parts.append(tuple(sorted(part)))
        return tuple(parts)

    @property
    def symmetries(self) -> int:
        """At most so many isometries map a board to itself."""
        return len(self.point_group)

    @cached_property
    def open_directions(self) -> tuple[Cell, ...]:
        """The directions, to be multiplied with cells, in which one can go away from a board for ever: all axes."""
        return tuple(tuple(int(i == j) for j in range(self.dimension)) for i in range(self.dimension))

    @cached_property
    def _kind_of(self) -> dict[Cell, int]:
        return {self.translations.remainder(kind.origin): number for number, kind in enumerate(self.kinds)}

    @cached_property
    def _directions(self) -> tuple[Cell, ...]:
        """The rows of all matrices of the point group, each once up to its sign, single axes first."""
        rows = {row for motion in self.point_group for row in motion.matrix}
        upward = {max(row, tuple(-x for x in row)) for row in rows}
        return tuple(sorted(upward, key=lambda row: (sum(map(abs, row)), tuple(-x for x in row))))

    @cached_property
    def _colouring(self) -> Colouring | None:
        pairs = []
        for number, kind in enumerate(self.kinds):
            for step in kind.steps:
                near = add(kind.origin, step)
                other = self.kind(near)
                pairs.append((number, other, self.translations.divided(minus(near, self.kinds[other].origin))[0]))
        return two_colouring(len(self.kinds), self.dimension, pairs)

    def __reduce__(self) -> str | tuple[object, ...]:
        return _lattice, (self.name,)


def _lattice(name: str) -> Lattice:
    from cp_puzzles.geometry.lattices import LATTICES

    return LATTICES[name]
