"""The board as it is drawn: where each cell stands in a drawing, over which others are laid."""

from __future__ import annotations

from collections.abc import Iterable

from cp_puzzles.geometry.drawing import DrawingError, drawn_rows, parse_drawing, placed_cells
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.text_grid import Place
from cp_puzzles.number import counted
from cp_puzzles.spec.origin import Path, echo
from cp_puzzles.spec.schema import PuzzleSpec


def frame(spec: PuzzleSpec, lattice: Lattice, cells: Iterable[Cell], path: Path) -> dict[Place, Cell]:
    """The place of each cell in a drawing that is laid over the board, in the order of the places.

    Over a board that is drawn itself, line by line and character by character; over a shape, the first character is the
    corner of the smallest box of text around it, of squares and cubes the cell whose coordinates are 0.
    Raises `SpecError` at `path` on a lattice that has no drawings.
    """
    lattice = lattice.unrolled
    grid, on_board = lattice.text, set(cells)
    if grid is None:
        raise spec.error(path, f"there are no drawings of a {lattice.name} lattice", "list the cells")
    if spec.board.drawing is not None:
        placed = placed_cells(lattice, parse_drawing(spec.board.drawing, grid))
        return {(z, y, x): cell for (z, y, x), cell in sorted(placed.items()) if cell in on_board}
    places = {grid.place(lattice.written(cell)): cell for cell in on_board}
    corner = [min(axis) for axis in zip(*places, strict=True)]
    top, left, first = (min(0, least) if grid.is_plain else least for least in corner)
    return {(z - top, y - left, x - first): cell for (z, y, x), cell in sorted(places.items())}


def refuse_beyond(spec: PuzzleSpec, lattice: Lattice, text: str, path: Path) -> None:
    """Raise `SpecError` for a row of a drawing that goes on beyond the board, were it with nothing but points.

    Of a board that is a shape other than a size it is not known where its drawing ends.
    """
    if spec.board.drawing is not None:
        ends = [(layer + 1, row + 1, len(line)) for _, layer, row, line in drawn_rows(spec.board.drawing)]
    elif spec.board.size is not None and lattice.text is not None and lattice.text.is_plain:
        layers, rows, columns = (1, 1, *spec.board.size)[-3:]
        ends = [(layers, rows, columns)]
    else:
        return
    layers, rows, columns = map(max, zip(*ends, strict=True))
    for number, layer, row, line in drawn_rows(text):
        if layer >= layers or row >= rows or len(line.rstrip()) > columns:
            extent = f"{counted(rows, 'row')} and {counted(columns, 'column')}"
            raise spec.error(
                path,
                f"line {number} goes beyond the board, {counted(layers, 'layer')} of {extent}",
                "draw the rows as those of the board, with . where nothing lies",
            )


def drawn_labels(spec: PuzzleSpec, lattice: Lattice, cells: Iterable[Cell], kept: set[Cell]) -> dict[str, Cell]:
    """The names of cells from a drawing of words: a line for each row that has cells, a word for each cell of it.

    `kept` are those of the cells that are no holes: a row has words for all of its cells, or for these alone.
    """
    path: Path = ("board", "labels")
    rows: dict[tuple[int, int], list[Cell]] = {}
    for (layer, row, _), cell in frame(spec, lattice, cells, path).items():
        rows.setdefault((layer, row), []).append(cell)
    try:
        lines = [(number, line.split()) for number, _, _, line in drawn_rows(str(spec.board.labels))]
    except DrawingError as error:
        raise spec.error(path, error.problem, "write a word for each cell of a row") from None
    if len(lines) != len(rows):
        raise spec.error(
            path, f"there are {len(lines)} rows of names for {len(rows)} of cells", "write a line for each row"
        )
    labels: dict[str, Cell] = {}
    for (number, words), row_cells in zip(lines, rows.values(), strict=True):
        left = [cell for cell in row_cells if cell in kept]
        if len(words) not in (len(row_cells), len(left)):
            raise spec.error(
                path,
                f"line {number} has {len(words)} words for {len(left)} cells",
                "write a word for each cell, and . for a cell without a name",
            )
        for word, cell in zip(words, row_cells if len(words) == len(row_cells) else left, strict=True):
            if word in labels:
                raise spec.error(path, f"two cells are named {echo(word)}", "give each a name of its own")
            if word != "." and cell in kept:
                labels[word] = cell
    return labels
