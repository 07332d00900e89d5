"""Read the assemblies and the moves that a BurrTools file has found, and verify them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import gcd

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import SolutionFileError, SpecError
from cp_puzzles.output.burrtools.burr_file import SEPARATION, BurrFile, BurrProblem, BurrShape, Element, shape_of
from cp_puzzles.output.burrtools.burr_to_spec import LETTERS, cells_of, named_problem
from cp_puzzles.output.burrtools.voxels import BurrGrid, Voxel, burr_rotations, color_numbers, grid_orientations, placed
from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups, unsupported_reason
from cp_puzzles.puzzle.disassembly.replay import Move, replay_violation
from cp_puzzles.puzzle.geometry.isometry import Cell, subtract
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Orientation, Placement
from cp_puzzles.puzzle.puzzle import Puzzle

_PLACE = re.compile(r"\s*(?:x|(-?\d{1,9}) (-?\d{1,9}) (-?\d{1,9}) (\d{1,3}))(?=\s|$)", re.ASCII)


def read_assemblies(path: str, puzzle: Puzzle) -> Iterator[tuple[Solution, None]]:
    """Yield the solutions of a puzzle in FILE.xmpuzzle or FILE.xmpuzzle#2, given placements included, unchecked.

    The file states no orbit sizes.

    Assemblies that differ only in which of several equal shapes is where are one solution, yielded once. Raise
    `SolutionFileError` if the problem is another puzzle, or with the line of an invalid assembly.
    """
    _, problem, reader = _opened(path, puzzle, SEPARATION)
    texts: dict[int, set[str]] = {}
    for node in problem.assembly_texts:
        text, solution = node.text, reader.solution(node.text, node.place)
        if reader.has_equal_shapes:
            equal = texts.setdefault(hash(solution.placements), set())
            if equal and text not in equal:
                equal.add(text)
                continue
            equal.add(text)
        yield solution, None


def _opened(path: str, puzzle: Puzzle, skipped: str) -> tuple[BurrFile, BurrProblem, AssemblyReader]:
    """Return a file without the `skipped` elements, its problem, and the reader of its assemblies."""
    try:
        file, problem = named_problem(path, skipped)
        return file, problem, AssemblyReader(file, problem, puzzle)
    except SpecError as error:
        raise SolutionFileError(error.place, error.problem, error.remedy) from None


class AssemblyReader:
    """Maps the voxels and shapes of a problem to the cells and tiles of a puzzle."""

    def __init__(self, file: BurrFile, problem: BurrProblem, puzzle: Puzzle) -> None:
        self._grid, self._puzzle = file.grid, puzzle
        lattice = LATTICES[file.grid.lattice]
        if puzzle.lattice.name not in (lattice.name, lattice.layer_of):
            raise self._different(problem, f"its cells are {lattice.name}, those of the puzzle not")
        board = {lattice.lifted(cell): cell for cell in puzzle.free_cells}
        result = cells_of(file, lattice, shape_of(file, problem.result, problem.node.all("result")[0]))
        cells, targets = sorted(result), sorted(board)
        if not targets or puzzle.lattice.periods or lattice.normalize(cells) != lattice.normalize(targets):
            raise self._different(problem, "its result is another board")
        self._cells: dict[Cell, Cell] = {cell: board[target] for cell, target in zip(cells, targets, strict=True)}
        tiles = {form: tile.name for tile in puzzle.tiles for form in grid_orientations(tile, lattice)}
        self._colored = {tile.name for tile in puzzle.tiles if tile.shown}
        shapes = [(shape_of(file, piece.shape, piece.node), piece.maximum) for piece in problem.pieces]
        listed = [cells_of(file, lattice, shape) for shape, _ in shapes]
        # color number 1 of a file, the letter a, is the color a of an imported puzzle, and the first color of a puzzle
        # that was exported; the first of both is taken with which the pieces are tiles and the result is the board
        colors, numbers = dict(puzzle.board.cell_colors), color_numbers(puzzle).items()
        exported = {LETTERS[number - 1]: color for color, number in numbers if number <= len(LETTERS)}
        namings: tuple[dict[str, str], ...] = ({}, exported, {})
        for names in namings:
            named = [{cell: names.get(letter, letter) for cell, letter in piece.items()} for piece in listed]
            forms = [Orientation.of(lattice, piece, (*piece.values(),)) for piece in named]
            used = ((shape, form) for (shape, copies), form in zip(shapes, forms, strict=True) if copies)
            unknown = [shape for shape, form in used if form not in tiles]
            at = ((self._cells[cell], names.get(letter, letter)) for cell, letter in result.items())
            if not unknown and all(colors.get(cell, "") == color for cell, color in at):
                break
        if unknown:
            raise self._different(problem, f"its piece {unknown[0].title!r} is not a tile")
        self._letters = {shape.number: (*piece.values(),) for (shape, _), piece in zip(shapes, named, strict=True)}
        self._pieces: list[tuple[BurrShape, str]] = []
        for (shape, copies), form in zip(shapes, forms, strict=True):
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
            if not all(cell in self._cells for cell in colored):
                raise SolutionFileError(place, f"{shape.title!r} is not inside the result", "is it damaged?")
            letters = tuple(colored.values()) if tile in self._colored else ()
            cells = map(self._cells.__getitem__, colored)
            placements.append(Placement((), tile, self._puzzle.lattice).on(cells, letters))
        return Solution(self._puzzle, tuple(sorted(placements)))

    def placed(self, text: str, place: str) -> list[dict[Cell, str]]:
        """Return the cells of each piece of an assembly with their letters; none for a piece that is unused."""
        pieces: list[dict[Cell, str]] = []
        end = 0
        for shape, _ in self._pieces:
            match = _PLACE.match(text, end)
            if match is None:
                remedy = "write x y z rotation, or x, for each piece"
                raise SolutionFileError(place, f"{text[end : end + 20]!r} is not a place", remedy)
            end = match.end()
            if match[1] is None:
                pieces.append({})
                continue
            x, y, z, rotation = map(int, match.groups())
            is_rotation = rotation < len(burr_rotations(self._grid.number))
            cells = placed(self._grid, rotation, (x, y, z), shape.hotspot, shape.voxels) if is_rotation else None
            if cells is None:
                raise SolutionFileError(place, f"{shape.title!r} is not inside the result", "is it damaged?")
            pieces.append(dict(sorted(zip(cells, self._letters[shape.number], strict=True))))
        if text[end:].strip():
            raise SolutionFileError(place, f"{text[end:].strip()[:20]!r} is one piece too many", "is it damaged?")
        return pieces

    @staticmethod
    def _different(problem: BurrProblem, reason: str) -> SpecError:
        return problem.node.mistake(reason, "give solutions of this puzzle")


Positions = npt.NDArray[np.int64]

REMOVED = 10_000
"""A coordinate beyond this one is that of a piece that was removed."""

FARTHEST = 1_000_000_000
"""The largest coordinate that is read: sums of them have less than 64 bits."""

LEAVING = 20_000
"""Steps that pieces which leave are moved by: more than `REMOVED`."""


def unwritable_moves(puzzle: Puzzle) -> str | None:
    """Return why the moves of a puzzle cannot be written to a BurrTools file; None if they can.

    Moves are relative, so that a single fixed piece loses nothing.
    """
    if puzzle.given:
        return "a BurrTools file cannot hold given pieces, so it cannot hold their moves"
    if sum(tile.maximum for tile in puzzle.tiles if tile.fixed) > 1:
        return "BurrTools has no fixed pieces, which stay together"
    return None


def separation_text(positions: Mapping[int, Voxel], moves: Iterable[Move]) -> str:
    """Return the XML element of a disassembly of pieces at some positions, by piece number; moves are in voxels.

    A part without moves stays together.
    """
    return _node(dict(positions), deque(moves), "")


def _node(positions: dict[int, Voxel], moves: deque[Move], kind: str) -> str:
    """Return the element of a group; its moves, and those of its parts, are taken from the front."""
    pieces = sorted(positions)
    listed = " ".join(map(str, pieces))
    states = [_state([positions[piece] for piece in pieces])]
    while True:
        moving, vector, leaves = moves.popleft()
        dx, dy, dz = ((LEAVING if leaves else 1) * step for step in vector)
        at = {piece: positions[piece] for piece in moving}
        moved = {piece: (x + dx, y + dy, z + dz) for piece, (x, y, z) in at.items()}
        states.append(_state([moved.get(piece, positions[piece]) for piece in pieces]))
        if leaves:
            break
        positions |= moved
    parts = {
        "removed": {piece: positions[piece] for piece in pieces if piece in moving},
        "left": {piece: positions[piece] for piece in pieces if piece not in moving},
    }
    written: dict[str, str] = {}
    # the moves of one part come before those of the other one
    while moves and (name := next((each for each in parts if {*moves[0][0]} <= parts[each].keys()), "")):
        written[name] = _node(parts[name], moves, f' type="{name}"')
    content = f'<pieces count="{len(pieces)}">{listed}</pieces>' + "".join(states)
    content += written.get("removed", "") + written.get("left", "")
    return f"<{SEPARATION}{kind}>{content}</{SEPARATION}>"


def _state(positions: Iterable[Voxel]) -> str:
    columns = zip(("dx", "dy", "dz"), zip(*positions, strict=True), strict=True)
    return "<state>" + "".join(f"<{key}>{' '.join(map(str, column))}</{key}>" for key, column in columns) + "</state>"


def verify_separations(path: str, puzzle: Puzzle) -> int:
    """Replay the stored disassemblies of a problem in FILE.xmpuzzle or FILE.xmpuzzle#2; return their number.

    Balls cannot be replayed and are not counted. BurrTools stores a disassembly only if each part at the end is a piece
    or belongs to one group. Raise `SolutionFileError` for other parts, for the first move that collides, or for
    positions that are no moves of one group.
    """
    file, problem, reader = _opened(path, puzzle, "")
    lattice = LATTICES[file.grid.lattice]
    if unsupported_reason(lattice) is not None:
        return 0
    count = 0
    for found in problem.separated:
        text = found.all("assembly")[0]
        place = f"{file.source}:{found.line}: {SEPARATION}"
        placed = reader.placed(text.text, text.place)
        numbers = [number for number, cells in enumerate(placed) if cells]
        index = {piece: k for k, piece in enumerate(numbers)}
        try:
            moves = [
                (tuple(index[piece] for piece in pieces), vector, leaves)
                for pieces, vector, leaves in _moves(found.all(SEPARATION)[0], file.grid)
            ]
        except (KeyError, ValueError, IndexError) as error:
            problem_text = f"it is not a list of positions: {error}"
            raise SolutionFileError(place, problem_text, "solve the problem again in BurrTools") from None
        pieces, groups = [tuple(placed[number]) for number in numbers], None
        if puzzle.board_geometry.groups:
            groups = PieceGroups(tuple(reader.tiles[number] for number in numbers), puzzle.board_geometry.groups)
        violation = replay_violation(lattice, pieces, moves, apart=True, groups=groups)
        if violation is not None:
            raise SolutionFileError(place, violation, "solve the problem again in BurrTools")
        count += 1
    return count


def _moves(node: Element, grid: BurrGrid, before: dict[int, Positions] | None = None) -> Iterator[Move]:
    """Yield the moves of a separation and of its parts; `before` has the positions of pieces where it begins."""
    pieces = [int(word) for word in node.all("pieces")[0].text.split()]
    states = [np.array([_numbers(state, axis) for axis in ("dx", "dy", "dz")]).T for state in node.all("state")]
    if not states or any(state.shape != (len(pieces), 3) for state in states):
        raise ValueError("a state needs a position of each piece")
    if before is not None:
        changes = states[0] - np.array([before[piece] for piece in pieces])
        if (changes != changes[0]).any():
            raise ValueError("a part does not begin where it was left")
    for state, following in pairwise(states):
        change = following - state
        moved = (change != change[0]).any(axis=1)
        if not moved.any():
            continue
        if len(np.unique(change[moved], axis=0)) > 1:
            raise ValueError("pieces move in different directions")
        vector = change[moved][0] - change[0]
        leaves = bool((abs(following) > REMOVED).any())
        if 2 * moved.sum() > len(pieces):
            moved, vector = ~moved, -vector
        yield tuple(np.array(pieces)[moved].tolist()), _translation(grid, vector, is_primitive=leaves), leaves
    positions = dict(zip(pieces, states[-1], strict=True))
    for part in node.all(SEPARATION):
        yield from _moves(part, grid, positions)


def _numbers(state: Element, axis: str) -> list[int]:
    numbers = [int(word) for word in state.all(axis)[0].text.split()]
    if any(abs(number) > FARTHEST for number in numbers):
        raise ValueError(f"a position is beyond {FARTHEST:,}")
    return numbers


def _translation(grid: BurrGrid, vector: Positions, *, is_primitive: bool) -> Cell:
    """Return the translation of cells for one of voxels, or the shortest one in its direction."""
    x, y, z = vector.tolist()
    moved = subtract(grid.cell((x, y, z)), grid.cell((0, 0, 0)))
    if not is_primitive:
        return moved
    primitive = tuple(c // gcd(*moved) for c in moved)
    translations = LATTICES[grid.lattice].translations
    multiples = (tuple(k * c for c in primitive) for k in range(1, gcd(*moved) + 1))
    return next(multiple for multiple in multiples if multiple in translations)
