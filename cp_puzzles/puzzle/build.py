"""From a spec to a puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.board import build_board
from cp_puzzles.puzzle.lattice import cell_of
from cp_puzzles.puzzle.model import Board, Puzzle, Tile
from cp_puzzles.puzzle.rules import build_objective, build_rules
from cp_puzzles.puzzle.tiles import build_tiles
from cp_puzzles.spec.origin import Path
from cp_puzzles.spec.schema import PuzzleSpec


def build_puzzle(spec: PuzzleSpec, *, leave: Iterable[str] = ()) -> Puzzle:
    """The puzzle that a spec describes; the cells labelled with the names in `leave` stay empty.

    Raises `SpecError` with the place of the mistake. A puzzle that plainly has no solution is no mistake.

    >>> from cp_puzzles.spec.load import load_spec
    >>> puzzle = build_puzzle(load_spec("pentomino6x10"))
    >>> len(puzzle.board.cells), len(puzzle.tiles), sum(len(tile.orientations) for tile in puzzle.tiles)
    (60, 12, 63)
    """
    lattice, board = build_board(spec, leave)
    tiles = build_tiles(spec, lattice, board)
    return Puzzle(
        name=spec.name,
        lattice=lattice,
        board=board,
        tiles=tiles,
        fill=spec.fill,
        given=_given(spec, lattice, board, tiles),
        rules=build_rules(spec, lattice, board, tiles),
        objective=build_objective(spec, lattice, tiles),
        description=spec.description or "",
        source=spec.source or "",
        spec=spec,
    )


def _given(spec: PuzzleSpec, lattice: Lattice, board: Board, tiles: tuple[Tile, ...]) -> tuple[Placement, ...]:
    by_name = {f"{tile.name}{tile.size}": tile for tile in tiles} | {tile.name: tile for tile in tiles}
    on_board = set(board.cells)
    covered: dict[Cell, str] = {}
    used: Counter[str] = Counter()
    placements = []
    for index, given in enumerate(spec.given):
        path: Path = ("given", index)
        tile = by_name.get(given.tile)
        if tile is None:
            raise spec.error(
                (*path, "tile"), f"there is no tile {given.tile!r}", "tiles: " + " ".join(tile.name for tile in tiles)
            )
        found = []
        for number, written in enumerate(given.cells):
            here = (*path, "cells", number)
            cell = cell_of(spec, lattice, written, here)
            if cell not in on_board:
                raise spec.error(here, f"the cell {list(written)} is not a cell to cover", "coordinates start at 0")
            if cell in covered:
                raise spec.error(here, f"the cell {list(written)} is covered by {covered[cell]!r} already", "move one")
            covered[cell] = tile.name
            found.append(cell)
        cells = tuple(sorted(found))
        if lattice.normalise(cells) not in tile.orientations:
            raise spec.error(
                (*path, "cells"),
                f"these {len(cells)} cells are no allowed position of {given.tile!r}",
                f"its {tile.size} cells may be turned and flipped as its rules say",
            )
        used[tile.name] += 1
        if used[tile.name] > tile.maximum:
            raise spec.error(
                (*path, "tile"),
                f"{given.tile!r} is given once more than its multiplicity of {tile.maximum} allows",
                "take one away, or raise the multiplicity",
            )
        placements.append(Placement(cells, tile.name))
    return tuple(sorted(placements))
