"""The frame of a board: the place of each cell in a drawing, for drawings that are laid over the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from cp_puzzles.base.number_text import counted
from cp_puzzles.errors import echo
from cp_puzzles.puzzle.build.build_lattice import lattice_of
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.drawing import DrawingError, ParsedDrawing, drawn_rows, parse_drawing, placed_cells
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.text_grid import Place
from cp_puzzles.puzzle.spec.schema import PuzzleSpec


@dataclass(frozen=True)
class BoardFrame:
    """A spec with the lattice of its board, before wrapping, and the drawing of the board, parsed once."""

    spec: PuzzleSpec
    lattice: Lattice

    @classmethod
    def of(cls, spec: PuzzleSpec) -> BoardFrame:
        """Return the frame of a spec; raise `SpecError` if its lattice cannot be determined."""
        return cls(spec, lattice_of(spec))

    @cached_property
    def drawing(self) -> ParsedDrawing:
        """Return the parsed drawing of the board; raise `DrawingError`."""
        return parse_drawing(self.spec.board.drawing or "", self.lattice.text)

    @cached_property
    def drawn_cells(self) -> dict[Place, Cell]:
        """Return the cell at each place of the board's drawing; raise `DrawingError`."""
        return placed_cells(self.lattice, self.drawing)

    def places(self, cells: Iterable[Cell], path: Path) -> dict[Place, Cell]:
        """Return the cell at each place of a drawing that is laid over the board, in the order of the places.

        Over a drawn board, lines and columns are those of its drawing. Over a shape, the first character is the corner
        of its bounding box in text; for squares and cubes it is the cell with coordinates 0. Raise `SpecError` at
        `path` on a lattice without drawings.
        """
        grid, on_board = self.lattice.text, set(cells)
        if grid is None:
            raise self.spec.error(path, f"a {self.lattice.name} lattice has no drawings", "list the cells")
        if self.spec.board.drawing is not None:
            return {(z, y, x): cell for (z, y, x), cell in sorted(self.drawn_cells.items()) if cell in on_board}
        places = {grid.place(self.lattice.coordinates(cell)): cell for cell in on_board}
        corner = [min(axis) for axis in zip(*places, strict=True)]
        layer, row, column = (min(0, start) if grid.is_plain else start for start in corner)
        return {(z - layer, y - row, x - column): cell for (z, y, x), cell in sorted(places.items())}

    def refuse_beyond(self, text: str, path: Path) -> None:
        """Raise `SpecError` for a row of a drawing, points included, that extends beyond the board.

        The extent is known for a drawn board and for a `size`.
        """
        board, grid = self.spec.board, self.lattice.text
        if board.drawing is not None:
            ends = [(layer + 1, row + 1, len(line)) for _, layer, row, line in drawn_rows(board.drawing)]
            layers, rows, columns = map(max, zip(*ends, strict=True))
        elif board.size is not None and grid is not None and grid.is_plain:
            layers, rows, columns = (1, 1, *board.size)[-3:]
        else:
            return
        for number, layer, row, line in drawn_rows(text):
            if layer >= layers or row >= rows or len(line.rstrip()) > columns:
                extent = f"{counted(rows, 'row')} and {counted(columns, 'column')}"
                raise self.spec.error(
                    path,
                    f"line {number} goes beyond the board, {counted(layers, 'layer')} of {extent}",
                    "draw the rows of the board, with . where no piece is",
                )

    def drawn_labels(self, cells: Iterable[Cell], kept: set[Cell]) -> dict[str, Cell]:
        """Return the cells by name from `labels:`, a text with a line for each row of cells and a word for each cell.

        `kept` are the cells that are not holes. A line names all cells of its row, or only those that are not holes.
        """
        spec, path = self.spec, ("board", "labels")
        rows: dict[tuple[int, int], list[Cell]] = {}
        for (layer, row, _), cell in self.places(cells, path).items():
            rows.setdefault((layer, row), []).append(cell)
        try:
            lines = [(number, line.split()) for number, _, _, line in drawn_rows(str(spec.board.labels))]
        except DrawingError as error:
            raise spec.error(path, error.problem, "write a word for each cell of a row") from None
        if len(lines) != len(rows):
            problem = f"there are {len(lines)} rows of names for {len(rows)} of cells"
            raise spec.error(path, problem, "write a line for each row")
        labels: dict[str, Cell] = {}
        for (number, words), row_cells in zip(lines, rows.values(), strict=True):
            kept_cells = [cell for cell in row_cells if cell in kept]
            if len(words) not in (len(row_cells), len(kept_cells)):
                problem = f"line {number} has {len(words)} words for {len(kept_cells)} cells"
                raise spec.error(path, problem, "write a word for each cell, and . for a cell without a name")
            for word, cell in zip(words, row_cells if len(words) == len(row_cells) else kept_cells, strict=True):
                if word in labels:
                    raise spec.error(path, f"two cells are named {echo(word)}", "give each cell a different name")
                if word != "." and cell in kept:
                    labels[word] = cell
        return labels
