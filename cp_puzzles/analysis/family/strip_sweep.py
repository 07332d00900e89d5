"""Members that are strips of one board, counted by one sweep over the longest strip.

The cells of a shorter strip are the first ones in the order of the layers. So one sweep counts the tilings of all
strips, if the copies of the tiles are not limited.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from cp_puzzles.analysis.family.family import Family
from cp_puzzles.base.memory import allowed_memory
from cp_puzzles.cover.cover_problem import build_cover, covers_everything
from cp_puzzles.engines.registry import COUNTERS, load_counter
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle

FEWEST_STRIPS = 3
"""Fewer members are counted one by one."""


def strip_groups(family: Family) -> list[list[int]]:
    """Return groups of members, by number, that differ in the last parameter that varies and in nothing else."""
    values: dict[str, set[object]] = defaultdict(set)
    for member in family:
        if member.leave or member.tiles is not None or member.changes:
            return []
        for name, value in member.parameters.items():
            values[name].add(value)
    varying = [name for name, various in values.items() if len(various) > 1]
    groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for number, member in enumerate(family):
        groups[tuple(value for name, value in member.parameters.items() if name not in varying[-1:])].append(number)
    return [group for group in groups.values() if len(group) >= FEWEST_STRIPS]


def strip_counts(puzzles: Sequence[Puzzle], memory: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the place and the number of solutions of each puzzle, the smallest first; nothing unless they are strips.

    Raises `MistakeError` if the states need more than the `memory` in bytes.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> tiles = [{"set": "domino", "multiplicity": "any"}]
    >>> boards = [puzzle_from({"name": "d", "board": {"size": [2, n]}, "tiles": tiles}) for n in range(1, 9)]
    >>> [count for _, count in strip_counts(boards)]
    [1, 2, 3, 5, 8, 13, 21, 34]
    """
    places = sorted(range(len(puzzles)), key=lambda place: len(puzzles[place].board.cells))
    longest = puzzles[places[-1]]
    axis = _axis([puzzles[place] for place in places])
    if axis is None or not all(_is_free(puzzle) and _is_like(puzzle, longest) for puzzle in puzzles):
        return
    cover = build_cover(longest)
    order = sorted(range(len(cover.cells)), key=lambda item: (cover.cells[item][axis], cover.cells[item]))
    rank = {item: place for place, item in enumerate(order)}
    options = [tuple(sorted(rank[item] for item in option if item in rank)) for option in cover.problem.options]
    ends = [len(puzzles[place].board.cells) for place in places]
    counts = load_counter(COUNTERS[0]).count_prefixes(options, len(order), ends, memory_limit=allowed_memory(memory))
    yield from zip(places, counts, strict=True)


def _axis(puzzles: Sequence[Puzzle]) -> int | None:
    """Return the axis along which the boards, the smallest first, are strips of the last; None if there is none.

    The longest must have at least as many layers as a layer has cells: otherwise the sweep crosses a wide board.
    """
    cells = puzzles[-1].board.cells
    for axis in range(len(cells[0])):
        layers: dict[int, int] = defaultdict(int)
        for cell in cells:
            layers[cell[axis]] += 1
        if max(layers.values()) <= len(layers) and all(
            _is_prefix(puzzle.board.cells, cells, axis) for puzzle in puzzles
        ):
            return axis
    return None


def _is_prefix(strip: Sequence[Cell], cells: Sequence[Cell], axis: int) -> bool:
    end = max(cell[axis] for cell in strip)
    return {*strip} == {cell for cell in cells if cell[axis] <= end}


def _is_free(puzzle: Puzzle) -> bool:
    """Return True if every cell is covered, and nothing else limits the placements."""
    board, tiles = puzzle.board, puzzle.tiles
    if len(puzzle.required) < len(board.cells) and not covers_everything(puzzle):
        return False
    if board.cell_colors or board.left_empty or any(tile.colored_orientations for tile in tiles):
        return False
    if puzzle.rules or puzzle.objective is not None or puzzle.given or puzzle.lattice.spokes or puzzle.has_overlap:
        return False
    if len(tiles) == 1:
        copies, rest = divmod(len(board.cells), tiles[0].size)
        return bool(rest) or tiles[0].minimum <= copies <= tiles[0].maximum
    return all(tile.minimum == 0 and tile.maximum >= len(board.cells) // tile.size for tile in tiles)


def _is_like(puzzle: Puzzle, longest: Puzzle) -> bool:
    """Return True if a puzzle has the lattice and the tiles of another."""
    same = [(tile.name, tile.orientations) for tile in puzzle.tiles] == [
        (tile.name, tile.orientations) for tile in longest.tiles
    ]
    return same and puzzle.lattice == longest.lattice
