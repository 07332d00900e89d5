"""Determining the lattice of a spec, and the cells of coordinates in it."""

from __future__ import annotations

from collections.abc import Iterable

from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.board_shapes import BOARD_SHAPES, HEXGRIDS
from cp_puzzles.puzzle.geometry.drawing import DrawingError, drawn_characters
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice, NoCellError
from cp_puzzles.puzzle.geometry.lattices import BUILT_IN, LATTICES
from cp_puzzles.puzzle.geometry.tile_sets import SETS
from cp_puzzles.puzzle.spec.board_spec import BoardSpec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec, TileSetEntry

MAX_COORDINATE = 1_000_000_000_000
"""The largest absolute value of a coordinate; sums and multiples of coordinates fit into 64 bits."""


def lattice_of(spec: PuzzleSpec) -> Lattice:
    """Return the lattice that a spec names, or that its board or its tile sets imply.

    Raise `SpecError` if they imply none, or if the form of the board does not exist on the lattice.
    """
    board, form = spec.board, spec.board.form
    lattice = LATTICES[spec.lattice] if spec.lattice else _implied(spec)
    if form == "hexgrid" and lattice.name not in HEXGRIDS:
        raise spec.error(
            ("board", form), f"a {lattice.name} lattice has no triangles", f"write {' or '.join(HEXGRIDS)}"
        )
    if form in BOARD_SHAPES and lattice.name not in BOARD_SHAPES[form].lattices:
        shapes = [name for name, shape in BOARD_SHAPES.items() if lattice.name in shape.lattices]
        raise spec.error(
            ("board", form),
            f"there is no {form} on a {lattice.name} lattice",
            f"write {', '.join((*shapes, 'drawing' if lattice.text else 'window', 'or cells'))}",
        )
    if form == "size" and len(board.numbers) != (2 if lattice.is_flat else 3):
        raise spec.error(
            ("board", "size"),
            f"{list(board.numbers)} has {len(board.numbers)} dimensions on a {lattice.name} lattice",
            "write [rows, columns]" if lattice.is_flat else "write [layers, rows, columns]",
        )
    return lattice


def cell_of(spec: PuzzleSpec, lattice: Lattice, coordinates: Cell, path: Path) -> Cell:
    """Return the cell with some coordinates in a puzzle file; raise `SpecError`."""
    refuse_far(spec, coordinates, path)
    if len(coordinates) != len(lattice.axes):
        raise spec.error(
            path,
            f"{list(coordinates)} has {len(coordinates)} coordinates on a {lattice.name} lattice",
            f"write [{', '.join(lattice.axes)}]",
        )
    try:
        return lattice.cell_at(coordinates)
    except NoCellError as error:
        raise spec.error(path, str(error), "move it to a cell") from None


def refuse_far(spec: PuzzleSpec, coordinates: Iterable[int], path: Path) -> None:
    """Raise `SpecError` for a coordinate whose absolute value exceeds `MAX_COORDINATE`."""
    for number in coordinates:
        if abs(number) > MAX_COORDINATE:
            problem = f"the coordinate {echo(str(number))} is too large"
            raise spec.error(path, problem, f"keep coordinates within {MAX_COORDINATE:,}")


def home_lattice(lattice: Lattice, coordinates: Cell) -> Lattice:
    """Return the lattice to which coordinates belong, by their number: this one, or the flat lattice of its layers."""
    flat = LATTICES.get(lattice.layer_of, lattice)
    return flat if len(coordinates) == len(flat.axes) else lattice


def _implied(spec: PuzzleSpec) -> Lattice:
    """Return the lattice that the board and the tile sets imply; raise `SpecError` if they allow several."""
    board, form = spec.board, spec.board.form
    if form == "size":
        return _by_dimension(len(board.numbers))
    if form == "drawing":
        try:
            layers = [layer for _, (layer, _, _), _ in drawn_characters(board.drawing or "")]
            return _by_dimension(3 if any(layers) else 2)
        except DrawingError as error:
            raise spec.error(("board", "drawing"), error.problem, error.remedy) from None
    homes = {SETS[e.set].lattice for e in spec.tiles if isinstance(e, TileSetEntry) and e.set in SETS}
    possible = _possible_lattices(board)
    likely = [name for name in possible if name in homes] if homes - {"square", "cubic"} else []
    if len(possible) == 1 or len(likely) == 1:
        return LATTICES[(likely or possible)[0]]
    if form == "cells" and board.cells and len(board.cells[0]) < 4 and homes <= {"square", "cubic"}:
        return _by_dimension(len(board.cells[0]))
    raise spec.error(
        ("board", form),
        f"a board given by its {form} can belong to several lattices",
        f"write lattice: {' or '.join(possible)}",
    )


def _possible_lattices(board: BoardSpec) -> tuple[str, ...]:
    """Return the names of the lattices that can have a board of this form."""
    if board.hexgrid:
        return HEXGRIDS[:1]
    if board.window:
        axes = set(board.window) - {"sum"}
        return tuple(
            name for name, each in BUILT_IN.items() if set(each.axes[: each.dimension]) <= axes <= set(each.axes)
        )
    return BOARD_SHAPES[board.form].lattices if board.form in BOARD_SHAPES else tuple(BUILT_IN)


def _by_dimension(dimension: int) -> Lattice:
    return next(lattice for lattice in LATTICES.values() if lattice.dimension == dimension)
