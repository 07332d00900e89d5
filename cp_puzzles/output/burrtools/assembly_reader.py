"""Reading the solutions of BurrTools files: the assemblies that a problem has found."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import SolutionFileError, SpecError
from cp_puzzles.output.burrtools.burr_file import BurrFile, BurrProblem, BurrShape, shape_of
from cp_puzzles.output.burrtools.burr_to_spec import cells_of, named_problem
from cp_puzzles.output.burrtools.voxels import burr_rotations, grid_orientations, placed
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.geometry.polyform import ColoredCells, normalize_colored
from cp_puzzles.puzzle.puzzle import Puzzle

_PLACE = re.compile(r"\s*(?:x|(-?\d{1,9}) (-?\d{1,9}) (-?\d{1,9}) (\d{1,3}))(?=\s|$)", re.ASCII)


def read_assemblies(path: str, puzzle: Puzzle) -> Iterator[tuple[Solution, None]]:
    """Yield the solutions of a puzzle in FILE.xmpuzzle or FILE.xmpuzzle#2, given placements included, unchecked.

    The file states no orbit sizes.

    Assemblies that differ only in which of several equal shapes is where are one solution, yielded once. Raise
    `SolutionFileError` if the problem is another puzzle, or with the line of an invalid assembly.
    """
    try:
        file, problem = named_problem(path, with_assemblies=True)
        reader = AssemblyReader(file, problem, puzzle)
    except SpecError as error:
        raise SolutionFileError(error.place, error.problem, error.remedy) from None
    texts: dict[int, set[str]] = {}
    for text, line in problem.assembly_texts:
        solution = reader.solution(text, f"{file.source}:{line}: assembly")
        if reader.has_equal_shapes:
            equal = texts.setdefault(hash(solution.placements), set())
            if equal and text not in equal:
                equal.add(text)
                continue
            equal.add(text)
        yield solution, None


class AssemblyReader:
    """Maps the voxels and shapes of a problem to the cells and tiles of a puzzle."""

    def __init__(self, file: BurrFile, problem: BurrProblem, puzzle: Puzzle) -> None:
        self._grid, self._puzzle = file.grid, puzzle
        lattice = LATTICES[file.grid.lattice]
        if puzzle.lattice.name not in (lattice.name, lattice.layer_of):
            raise self._different(file, problem, f"its cells are {lattice.name}, those of the puzzle not")
        board = {lattice.lifted(cell): cell for cell in puzzle.free_cells}
        cells = sorted(cells_of(file, lattice, shape_of(file, problem.result, problem.line, "result")))
        targets = sorted(board)
        if not targets or puzzle.lattice.periods or lattice.normalize(cells) != lattice.normalize(targets):
            raise self._different(file, problem, "its result is another board")
        self._cells: dict[Cell, Cell] = {cell: board[target] for cell, target in zip(cells, targets, strict=True)}
        tiles = {form: tile.name for tile in puzzle.tiles for form in grid_orientations(tile, lattice)}
        self._colored = {tile.name for tile in puzzle.tiles if tile.colored_orientations}
        self._letters: dict[int, tuple[str, ...]] = {}
        self._pieces: list[tuple[BurrShape, str]] = []
        for piece in problem.pieces:
            shape = shape_of(file, piece.shape, piece.line, "shape")
            colors = cells_of(file, lattice, shape)
            self._letters[shape.number] = tuple(colors.values())
            form = normalize_colored(lattice, colors)
            if piece.maximum and form not in tiles:
                raise self._different(file, problem, f"its piece {shape.title!r} is not a tile")
            self._pieces += [(shape, tiles.get(form, ""))] * piece.maximum

    @property
    def has_equal_shapes(self) -> bool:
        """Return True if several shapes are copies of the same tile."""
        labels = {(shape.number, tile) for shape, tile in self._pieces}
        return len(labels) > len({tile for _, tile in labels})

    @property
    def tiles(self) -> list[str]:
        """Return the tile of each piece."""
        return [tile for _, tile in self._pieces]

    def solution(self, text: str, place: str) -> Solution:
        """Return the solution of an assembly."""
        placements = list(self._puzzle.given)
        for (shape, tile), colored in zip(self._pieces, self.placed(text, place), strict=True):
            if not colored:
                continue
            if not all(cell in self._cells for cell, _ in colored):
                raise SolutionFileError(place, f"{shape.title!r} is not inside the result", "is it damaged?")
            covered, letters = zip(*sorted((self._cells[cell], letter) for cell, letter in colored), strict=True)
            placements.append(Placement(covered, tile, self._puzzle.lattice, letters if tile in self._colored else ()))
        return Solution(self._puzzle, tuple(sorted(placements)))

    def placed(self, text: str, place: str) -> list[ColoredCells]:
        """Return the cells of each piece of an assembly on the lattice of the file; none for a piece that is unused."""
        pieces: list[ColoredCells] = []
        end = 0
        for shape, _ in self._pieces:
            match = _PLACE.match(text, end)
            if match is None:
                raise SolutionFileError(
                    place, f"{text[end : end + 20]!r} is not a place", "write x y z rotation, or x, for each piece"
                )
            end = match.end()
            if match[1] is None:
                pieces.append(())
                continue
            x, y, z, rotation = map(int, match.groups())
            cells = None
            if rotation < len(burr_rotations(self._grid.number)):
                cells = placed(self._grid, rotation, (x, y, z), shape.hotspot, shape.voxels)
            if cells is None:
                raise SolutionFileError(place, f"{shape.title!r} is not inside the result", "is it damaged?")
            pieces.append(tuple(sorted(zip(cells, self._letters[shape.number], strict=True))))
        if text[end:].strip():
            raise SolutionFileError(place, f"{text[end:].strip()[:20]!r} is one piece too many", "is it damaged?")
        return pieces

    @staticmethod
    def _different(file: BurrFile, problem: BurrProblem, reason: str) -> SpecError:
        return SpecError(f"{file.source}:{problem.line}: problem", reason, "give solutions of this puzzle")
