"""The given placements of a puzzle as a drawing in a puzzle file."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.build.board_frame import BoardFrame
from cp_puzzles.puzzle.build.puzzle_data import PuzzleData, construct_puzzle
from cp_puzzles.puzzle.geometry.text_grid import Place
from cp_puzzles.puzzle.spec.schema import PuzzleSpec


def with_given_drawn(spec: PuzzleSpec, puzzle: PuzzleData) -> PuzzleSpec:
    """Return a spec with its given placements drawn as letters, or the spec itself if a drawing cannot express them.

    `puzzle` is the puzzle of the spec. A drawing needs tile names of one letter, and copies of a tile that do not
    touch.

    >>> from cp_puzzles.puzzle.spec.loader import load_spec
    >>> spec = load_spec("pentomino6x10", given="X@0,1;1,0;1,1;1,2;2,1")
    >>> print(with_given_drawn(spec, construct_puzzle(spec)).given[0].drawing.replace(".", "-"))
    -X--------
    XXX-------
    -X--------
    ----------
    ----------
    ----------
    """
    if not puzzle.given or any(len(placement.tile) > 1 for placement in puzzle.given):
        return spec
    try:
        places = BoardFrame.of(spec).places((*puzzle.board.cells, *puzzle.board.left_empty), ("given",))
        letters = {cell: placement.tile for placement in puzzle.given for cell in placement.cells}
        text = _drawing({place: letters.get(cell, ".") for place, cell in places.items()})
        drawn = PuzzleSpec.model_validate({**spec.to_dict(), "given": text})
        return drawn if construct_puzzle(drawn).given == puzzle.given else spec
    except MistakeError:
        return spec


def _drawing(shown: Mapping[Place, str]) -> str:
    """Return rows of characters with an empty line between two layers."""
    layers, rows, columns = (max(axis) + 1 for axis in zip(*shown, strict=True))
    is_plain = len({(row + column) % 2 for _, row, column in shown}) > 1
    lines = {
        (z, y): "".join(shown.get((z, y, x), "." if is_plain else " ") for x in range(columns)).rstrip() or "."
        for z, y in product(range(layers), range(rows))
    }
    return "\n\n".join("\n".join(lines[z, y] for y in range(rows)) for z in range(layers))
