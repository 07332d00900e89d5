"""From what the user wrote to the lattice of a puzzle."""

from __future__ import annotations

from cp_puzzles.geometry.board_shapes import BOARD_SHAPES, HEXGRIDS
from cp_puzzles.geometry.drawing import DrawingError, parse_drawing
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice, NoCellError
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.tile_sets import SETS
from cp_puzzles.spec.board_spec import BoardSpec
from cp_puzzles.spec.origin import Path
from cp_puzzles.spec.schema import PuzzleSpec, TileSetEntry


def lattice_of(spec: PuzzleSpec) -> Lattice:
    """The lattice that a spec names, or that its board or its sets of tiles suggest; raises `SpecError`."""
    board, form = spec.board, spec.board.form
    lattice = LATTICES[spec.lattice] if spec.lattice else _suggested(spec)
    if form == "hexgrid" and lattice.name not in HEXGRIDS:
        raise spec.error(
            ("board", form), f"a {lattice.name} lattice has no triangles", f"write {' or '.join(HEXGRIDS)}"
        )
    if form in BOARD_SHAPES and lattice.name not in BOARD_SHAPES[form].lattices:
        known = [name for name, shape in BOARD_SHAPES.items() if lattice.name in shape.lattices]
        raise spec.error(
            ("board", form),
            f"there is no {form} on a {lattice.name} lattice",
            f"write {', '.join((*known, 'drawing' if lattice.text else 'window', 'or cells'))}",
        )
    if form == "size" and len(board.numbers) != (2 if lattice.is_flat else 3):
        raise spec.error(
            ("board", "size"),
            f"{list(board.numbers)} has {len(board.numbers)} dimensions on a {lattice.name} lattice",
            "write [rows, columns]" if lattice.is_flat else "write [layers, rows, columns]",
        )
    return lattice


def cell_of(spec: PuzzleSpec, lattice: Lattice, written: Cell, path: Path) -> Cell:
    """The cell that the user wrote."""
    if len(written) != len(lattice.axes):
        raise spec.error(
            path,
            f"{list(written)} has {len(written)} coordinates on a {lattice.name} lattice",
            f"write [{', '.join(lattice.axes)}]",
        )
    try:
        return lattice.read(written)
    except NoCellError as error:
        raise spec.error(path, str(error), "move it to a cell") from None


def home_of(lattice: Lattice, written: Cell) -> Lattice:
    """The lattice on which somebody wrote a cell: this one, or that of its layers."""
    flat = LATTICES.get(lattice.layer_of, lattice)
    return flat if len(written) == len(flat.axes) else lattice


def _suggested(spec: PuzzleSpec) -> Lattice:
    board, form = spec.board, spec.board.form
    if form == "size":
        return _by_dimension(len(board.numbers))
    if form == "drawing":
        try:
            return _by_dimension(3 if parse_drawing(board.drawing or "").layers > 1 else 2)
        except DrawingError as error:
            raise spec.error(("board", "drawing"), error.problem, error.remedy) from None
    homes = {SETS[e.set].lattice for e in spec.tiles if isinstance(e, TileSetEntry) and e.set in SETS}
    possible = _possible(board)
    likely = [name for name in possible if name in homes] if homes - {"square", "cubic"} else []
    if len(possible) == 1 or len(likely) == 1:
        return LATTICES[(likely or possible)[0]]
    if form == "cells" and board.cells and len(board.cells[0]) < 4 and homes <= {"square", "cubic"}:
        return _by_dimension(len(board.cells[0]))
    raise spec.error(
        ("board", form), f"a board by its {form} may be of several lattices", f"write lattice: {' or '.join(possible)}"
    )


def _possible(board: BoardSpec) -> tuple[str, ...]:
    """The lattices on which a board of its form can be."""
    if board.hexgrid:
        return HEXGRIDS[:1]
    if board.window:
        written = set(board.window) - {"sum"}
        return tuple(
            name for name, its in LATTICES.items() if set(its.axes[: its.dimension]) <= written <= set(its.axes)
        )
    return BOARD_SHAPES[board.form].lattices if board.form in BOARD_SHAPES else tuple(LATTICES)


def _by_dimension(dimension: int) -> Lattice:
    return next(lattice for lattice in LATTICES.values() if lattice.dimension == dimension)
