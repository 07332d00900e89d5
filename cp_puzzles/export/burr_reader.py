"""Reads the solutions of BurrTools files: the assemblies that a problem has found."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import SolutionFileError, SpecError
from cp_puzzles.export.burr_shapes import painted_looks
from cp_puzzles.geometry.burr_turns import burr_turns, placed
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.geometry.polyform import painted
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.burr_file import BurrFile, BurrProblem, BurrShape, shape_of
from cp_puzzles.spec.burr_spec import cells_of, named_problem

_PLACE = re.compile(r"\s*(?:x|(-?\d{1,9}) (-?\d{1,9}) (-?\d{1,9}) (\d{1,3}))(?=\s|$)", re.ASCII)


def read_assemblies(path: str, puzzle: Puzzle) -> Iterator[Solution]:
    """The solutions of a puzzle in FILE.xmpuzzle, or FILE.xmpuzzle#2, with what is given; they are not checked yet.

    Raises `SolutionFileError` if the problem is another puzzle, or with the line of an assembly that is none.
    """
    try:
        file, problem = named_problem(path, found=True)
        reader = _Reader(file, problem, puzzle)
    except SpecError as error:
        raise SolutionFileError(error.place, error.problem, error.remedy) from None
    for text, line in problem.found:
        yield reader.solution(text, f"{file.source}:{line}: assembly")


class _Reader:
    """Knows which cells and tiles of a puzzle the voxels and shapes of a problem are."""

    def __init__(self, file: BurrFile, problem: BurrProblem, puzzle: Puzzle) -> None:
        self._grid, self._puzzle = file.grid, puzzle
        lattice = LATTICES[file.grid.lattice]
        if puzzle.lattice.name not in (lattice.name, lattice.layer_of):
            raise self._another(file, problem, f"its cells are {lattice.name}, those of the puzzle not")
        board = {lattice.raised(cell): cell for cell in puzzle.free_cells}
        cells = sorted(cells_of(file, lattice, shape_of(file, problem.result, problem.line, "result")))
        ours = sorted(board)
        if not ours or puzzle.lattice.periods or lattice.normalise(cells) != lattice.normalise(ours):
            raise self._another(file, problem, "its result is another board")
        self._cells: dict[Cell, Cell] = {cell: board[other] for cell, other in zip(cells, ours, strict=True)}
        tiles = {look: tile.name for tile in puzzle.tiles for look in painted_looks(tile, lattice)}
        self._pieces: list[tuple[BurrShape, str]] = []
        for piece in problem.pieces:
            shape = shape_of(file, piece.shape, piece.line, "shape")
            look = painted(lattice, cells_of(file, lattice, shape))
            if piece.maximum and look not in tiles:
                raise self._another(file, problem, f"its piece {shape.title!r} is no tile")
            self._pieces += [(shape, tiles.get(look, ""))] * piece.maximum

    def solution(self, text: str, place: str) -> Solution:
        """The solution that an assembly describes."""
        placements = list(self._puzzle.given)
        end = 0
        for shape, tile in self._pieces:
            match = _PLACE.match(text, end)
            if match is None:
                raise SolutionFileError(
                    place, f"{text[end : end + 20]!r} is no place", "write x y z turn, or x, of each"
                )
            end = match.end()
            if match[1] is None:
                continue
            x, y, z, turn = map(int, match.groups())
            cells = None
            if turn < len(burr_turns(self._grid.number)):
                cells = placed(self._grid, turn, (x, y, z), shape.hotspot, shape.voxels)
            if cells is None or not all(cell in self._cells for cell in cells):
                raise SolutionFileError(place, f"{shape.title!r} does not lie in the result", "is it damaged?")
            covered = tuple(sorted(self._cells[cell] for cell in cells))
            placements.append(Placement(covered, tile, self._puzzle.lattice))
        if text[end:].strip():
            raise SolutionFileError(place, f"{text[end:].strip()[:20]!r} is one piece too many", "is it damaged?")
        return Solution(self._puzzle, tuple(sorted(placements)))

    @staticmethod
    def _another(file: BurrFile, problem: BurrProblem, why: str) -> SpecError:
        return SpecError(f"{file.source}:{problem.line}: problem", why, "give solutions of this puzzle")
