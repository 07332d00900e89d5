"""From the board that the user wrote to its cells."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.geometry.drawing import DrawingError, parse_drawing
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.puzzle.model import Board
from cp_puzzles.spec.origin import Path
from cp_puzzles.spec.schema import PuzzleSpec

MAX_CELLS = 100_000


def build_board(spec: PuzzleSpec, leave: Iterable[str] = ()) -> tuple[Lattice, Board]:
    """The lattice and the board of a spec without the cells whose labels are in `leave`.

    Raises `SpecError` for a mistake in the spec and `MistakeError` for a label that the board does not have.
    """
    lattice, cells, optional = _drawn(spec) if spec.board.drawing is not None else _box(spec)
    shape = set(cells)
    holes = set()
    for index, hole in enumerate(spec.board.holes):
        path: Path = ("board", "holes", index)
        cell = cell_of(spec, lattice, hole, path)
        if cell not in shape:
            raise spec.error(path, f"the cell {list(hole)} is not on the board", "coordinates start at 0")
        if cell in holes:
            raise spec.error(path, f"the hole {list(hole)} is written twice", "take one away")
        holes.add(cell)
    kept = tuple(cell for cell in cells if cell not in holes)
    if not kept:
        raise spec.error(("board",), "the holes leave no cell of the board", "take some of them away")
    labels = _labels(spec, lattice, set(kept))
    left = _left(spec, labels, leave)
    kept = tuple(cell for cell in kept if cell not in left)
    if not kept:
        raise MistakeError(Parameter("leave"), "no cell of the board is left to cover", "leave fewer cells empty")
    return lattice, Board(kept, optional.intersection(kept), tuple(labels.items()), left)


def cell_of(spec: PuzzleSpec, lattice: Lattice, cell: Cell, path: Path) -> Cell:
    """A cell that the user wrote, checked for its number of coordinates."""
    if len(cell) != lattice.dimension:
        raise spec.error(
            path,
            f"{list(cell)} has {len(cell)} coordinates on a {lattice.name} lattice",
            f"write [{', '.join(lattice.axes)}]",
        )
    return cell


def _box(spec: PuzzleSpec) -> tuple[Lattice, tuple[Cell, ...], frozenset[Cell]]:
    size = spec.board.size
    assert size is not None
    lattice = LATTICES[spec.lattice] if spec.lattice else _by_dimension(len(size))
    if len(size) != lattice.dimension:
        raise spec.error(
            ("board", "size"),
            f"{list(size)} has {len(size)} dimensions on a {lattice.name} lattice",
            f"write [{', '.join(axis + 's' for axis in lattice.axes)}]",
        )
    _refuse_large(spec, size, ("board", "size"))
    return lattice, lattice.box(size), frozenset()


def _drawn(spec: PuzzleSpec) -> tuple[Lattice, tuple[Cell, ...], frozenset[Cell]]:
    path: Path = ("board", "drawing")
    try:
        drawing = parse_drawing(spec.board.drawing or "")
    except DrawingError as error:
        raise spec.error(path, error.problem, error.remedy) from None
    _refuse_large(spec, tuple(max(column) + 1 for column in zip(*drawing.cells, strict=True)), path)
    lattice = LATTICES[spec.lattice] if spec.lattice else _by_dimension(3 if drawing.layers > 1 else 2)
    if lattice.dimension < 3 < drawing.layers + 2:
        raise spec.error(
            path,
            f"the board is drawn in {drawing.layers} layers on a {lattice.name} lattice",
            "draw it without blank lines, or write lattice: cubic",
        )
    drop = 3 - lattice.dimension
    return (
        lattice,
        tuple(cell[drop:] for cell in drawing.cells),
        frozenset(cell[drop:] for cell in drawing.optional),
    )


def _refuse_large(spec: PuzzleSpec, size: tuple[int, ...], path: Path) -> None:
    """Refuse a board that cannot be drawn: its gaps count as well."""
    if prod(size) > MAX_CELLS:
        raise spec.error(
            path, f"the board {' x '.join(map(str, size))} has {prod(size):,} cells", f"keep it to {MAX_CELLS:,}"
        )


def _by_dimension(dimension: int) -> Lattice:
    return next(lattice for lattice in LATTICES.values() if lattice.dimension == dimension)


def _labels(spec: PuzzleSpec, lattice: Lattice, cells: set[Cell]) -> dict[str, Cell]:
    labels: dict[str, Cell] = {}
    names: dict[Cell, str] = {}
    for name, coordinates in spec.board.labels.items():
        path: Path = ("board", "labels", name)
        cell = cell_of(spec, lattice, coordinates, path)
        if cell not in cells:
            raise spec.error(path, f"the cell {list(cell)} is not on the board", "coordinates start at 0")
        if cell in names:
            raise spec.error(path, f"the cell {list(cell)} is named {names[cell]!r} already", "name a cell once")
        labels[name], names[cell] = cell, name
    return labels


def _left(spec: PuzzleSpec, labels: dict[str, Cell], leave: Iterable[str]) -> frozenset[Cell]:
    left: set[Cell] = set()
    for name in leave:
        if name not in labels:
            known = ", ".join(labels) if labels else "none: the board has no labels"
            raise MistakeError(Parameter("leave", name), "no cell of the board has this name", f"names: {known}")
        left.add(labels[name])
    return frozenset(left)
