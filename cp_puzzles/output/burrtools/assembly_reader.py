"""Reading the solutions of BurrTools files: the assemblies that a problem has found."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import SolutionFileError, SpecError
from cp_puzzles.output.burrtools.burr_file import BurrFile, BurrProblem, BurrShape, shape_of
from cp_puzzles.output.burrtools.burr_to_spec import LETTERS, cells_of, named_problem
from cp_puzzles.output.burrtools.voxels import burr_rotations, color_numbers, grid_orientations, placed
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
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
        result = cells_of(file, lattice, shape_of(file, problem.result, problem.line, "result"))
        cells, targets = sorted(result), sorted(board)
        if not targets or puzzle.lattice.periods or lattice.normalize(cells) != lattice.normalize(targets):
            raise self._different(file, problem, "its result is another board")
        self._cells: dict[Cell, Cell] = {cell: board[target] for cell, target in zip(cells, targets, strict=True)}
        tiles = {form: tile.name for tile in puzzle.tiles for form in grid_orientations(tile, lattice)}
        self._colored = {tile.name for tile in puzzle.tiles if tile.marks}
        shapes = [(shape_of(file, piece.shape, piece.line, "shape"), piece.maximum) for piece in problem.pieces]
        listed = [cells_of(file, lattice, shape) for shape, _ in shapes]
        used = [colors for colors, (_, copies) in zip(listed, shapes, strict=True) if copies]
        at = {self._cells[cell]: letter for cell, letter in result.items()}
        names = _letter_names(puzzle, lattice, at, used, tiles)
        self._letters: dict[int, tuple[str, ...]] = {}
        self._pieces: list[tuple[BurrShape, str]] = []
        for (shape, copies), colors in zip(shapes, listed, strict=True):
            named = {cell: names.get(letter, letter) for cell, letter in colors.items()}
            self._letters[shape.number] = tuple(named.values())
            form = normalize_colored(lattice, named)
            if copies and form not in tiles:
                raise self._different(file, problem, f"its piece {shape.title!r} is not a tile")
            self._pieces += [(shape, tiles.get(form, ""))] * copies

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


def _letter_names(
    puzzle: Puzzle,
    lattice: Lattice,
    board: Mapping[Cell, str],
    pieces: Sequence[Mapping[Cell, str]],
    tiles: Container[ColoredCells],
) -> dict[str, str]:
    """Return the color that each letter of a file stands for.

    Color number 1 of a file is the letter a. It is the color a of an imported puzzle, and the first color of a puzzle
    that was exported. The first of both is taken with which the pieces are tiles and the result is the board.
    """
    colors = dict(puzzle.board.cell_colors)
    exported = {LETTERS[number - 1]: color for color, number in color_numbers(puzzle).items() if number <= len(LETTERS)}
    for names in ({}, exported):
        named = [{cell: names.get(letter, letter) for cell, letter in piece.items()} for piece in pieces]
        is_board = all(names.get(letter, letter) == colors.get(cell, "") for cell, letter in board.items())
        if is_board and all(normalize_colored(lattice, piece) in tiles for piece in named):
            return names
    return {}
