"""From the placements that the user says are there already to those of a puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cp_puzzles.errors import Mistakes
from cp_puzzles.geometry.drawing import DrawingError, drawn_characters
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.number import counted
from cp_puzzles.puzzle.frame import frame, refuse_beyond
from cp_puzzles.puzzle.lattice import cell_of
from cp_puzzles.puzzle.model import Board, Tile
from cp_puzzles.spec.origin import Path, echo
from cp_puzzles.spec.schema import GivenDrawing, PuzzleSpec

_Piece = tuple[Path, Path, Tile, tuple[Cell, ...]]
"""Where the tile and the cells of a placement are written, and what they are."""


def build_given(spec: PuzzleSpec, lattice: Lattice, board: Board, tiles: tuple[Tile, ...]) -> tuple[Placement, ...]:
    """The placements under `given`, sorted; raises `SpecError`."""
    used: Counter[str] = Counter()
    covered: dict[Cell, str] = {}
    placements = []
    mistakes = Mistakes()
    for index, given in enumerate(spec.given):
        with mistakes.noted():
            drawn = isinstance(given, GivenDrawing)
            pieces = (
                _drawn(spec, lattice, board, tiles, index) if drawn else _listed(spec, lattice, board, tiles, index)
            )
            for where, place, tile, cells in pieces:
                for number, cell in enumerate(cells):
                    if cell in covered:
                        here = place if drawn else (*place, number)
                        written = list(lattice.written(cell))
                        raise spec.error(
                            here, f"the cell {written} is covered by {covered[cell]!r} already", "move one"
                        )
                    covered[cell] = tile.name
                if lattice.normalise(cells) not in tile.orientations:
                    these = "this cell is" if len(cells) == 1 else f"these {len(cells)} cells are"
                    raise spec.error(
                        place,
                        f"{these} no allowed position of {tile.name!r}",
                        f"its {counted(tile.size, 'cell')} may be turned and flipped as its rules say",
                    )
                used[tile.name] += 1
                if used[tile.name] > tile.maximum:
                    raise spec.error(
                        where,
                        f"{tile.name!r} is given once more than its multiplicity of {tile.maximum} allows",
                        "take one away, or raise the multiplicity",
                    )
                placements.append(Placement(tuple(sorted(cells)), tile.name, lattice))
    mistakes.settle()
    return tuple(sorted(placements))


def _listed(spec: PuzzleSpec, lattice: Lattice, board: Board, tiles: tuple[Tile, ...], index: int) -> Iterator[_Piece]:
    given = spec.given[index]
    assert not isinstance(given, GivenDrawing)
    path: Path = ("given", index)
    by_name = {f"{tile.name}{tile.size}": tile for tile in tiles} | {tile.name: tile for tile in tiles}
    if given.tile not in by_name:
        names = " ".join(tile.name for tile in tiles)
        raise spec.error((*path, "tile"), f"there is no tile {given.tile!r}", f"tiles: {names}")
    on_board = set(board.cells)
    cells = []
    for number, written in enumerate(given.cells):
        here = (*path, "cells", number)
        cell = cell_of(spec, lattice, written, here)
        if cell not in on_board:
            raise spec.error(here, f"the cell {list(written)} is not a cell to cover", "coordinates start at 0")
        cells.append(cell)
    yield (*path, "tile"), (*path, "cells"), by_name[given.tile], tuple(cells)


def _drawn(spec: PuzzleSpec, lattice: Lattice, board: Board, tiles: tuple[Tile, ...], index: int) -> Iterator[_Piece]:
    """The pieces of a drawing: the cells of a letter that hang together are one, or all of a tile in several parts."""
    given = spec.given[index]
    assert isinstance(given, GivenDrawing)
    path: Path = ("given",) if len(spec.given) == 1 else ("given", index)
    places = frame(spec, lattice, (*board.cells, *board.left), path)
    lettered: dict[str, list[Cell]] = {}
    try:
        for line, place, letter in drawn_characters(given.drawing, lattice.text.joints if lattice.text else ""):
            if places.get(place, ()) not in board.cells:
                raise spec.error(
                    path,
                    f"{letter!r} in line {line}, column {place[2] + 1}, lies on no cell to cover",
                    "draw the rows as those of the board, with . where nothing lies",
                )
            lettered.setdefault(letter, []).append(places[place])
        refuse_beyond(spec, lattice, given.drawing, path)
    except DrawingError as error:
        raise spec.error(path, error.problem, error.remedy) from None
    if not lettered:
        raise spec.error(path, "the drawing has no letter of a tile", "draw a letter where a piece lies")
    for letter, cells in lettered.items():
        tile = _lettered_tile(spec, tiles, letter, path)
        whole = lattice.normalise(cells) in tile.orientations
        for part in [tuple(sorted(cells))] if whole else lattice.components(cells):
            if len(part) > tile.size and len(part) % tile.size == 0:
                raise spec.error(
                    path,
                    f"pieces {letter!r} lie side by side, and nothing tells which cells belong together",
                    f"list them as - {{tile: {tile.name}, cells: [...]}}",
                )
            yield path, path, tile, tuple(part)


def _lettered_tile(spec: PuzzleSpec, tiles: tuple[Tile, ...], letter: str, path: Path) -> Tile:
    """The tile of that name, or the only one in whose name the letter comes."""
    meant = [tile for tile in tiles if tile.name == letter] or [tile for tile in tiles if letter in tile.name]
    if len(meant) == 1:
        return meant[0]
    names = " ".join(tile.name for tile in meant or tiles)
    if meant:
        raise spec.error(path, f"{echo(letter)} may be any of {names}", "list it as - {tile: ..., cells: [...]}")
    raise spec.error(path, f"there is no tile {echo(letter)}", f"tiles: {names}")
