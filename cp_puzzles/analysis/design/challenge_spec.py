"""The puzzle file of a challenge, from that of its puzzle."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from cp_puzzles.errors import MistakeError
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.tiles import members
from cp_puzzles.spec.schema import PuzzleSpec


def plain_spec(puzzle: Puzzle) -> PuzzleSpec:
    """What a puzzle file says of a puzzle as it is: cells left empty are holes; nothing is expected of it.

    Raises `MistakeError` for a puzzle that was not made from a spec.
    """
    if puzzle.spec is None:
        raise MistakeError(puzzle.name, "it was not built from a spec", "design with a puzzle file, or build_puzzle")
    data = puzzle.spec.data()
    for key in ("expected", "source", "description"):
        data.pop(key, None)
    return PuzzleSpec.model_validate(_with(data, puzzle, puzzle.given, puzzle.board.left))


def spec_with(spec: PuzzleSpec, puzzle: Puzzle, given: Collection[Placement], holes: Collection[Cell]) -> PuzzleSpec:
    """The spec with these pieces given, all of them, and more cells taken away."""
    data = spec.data()
    return PuzzleSpec.model_validate(_with(data, puzzle, given, holes))


def spec_titled(spec: PuzzleSpec, name: str, description: str, expected: Mapping[str, int]) -> PuzzleSpec:
    """The spec under another name, with what is expected of it."""
    data = spec.data()
    rest = {key: value for key, value in data.items() if key != "name"}
    return PuzzleSpec.model_validate({"name": name, "description": description, **rest, "expected": dict(expected)})


def spec_of_pieces(spec: PuzzleSpec, puzzle: Puzzle, copies: Mapping[str, int]) -> PuzzleSpec:
    """The spec with exactly so many copies of each tile of its puzzle, and without those of which there are none."""
    data = spec.data()
    by_entry: dict[int, dict[int, list[str]]] = {}
    for member in members(spec, puzzle.lattice):
        if copies.get(member.name, 0):
            by_entry.setdefault(member.entry, {}).setdefault(copies[member.name], []).append(member.letter)
    entries = []
    for number, entry in enumerate(data["tiles"]):
        for used, letters in by_entry.get(number, {}).items():
            mine = {key: value for key, value in entry.items() if key not in ("multiplicity", "except")}
            if "set" in mine:
                mine["only"] = letters
            entries.append(mine | ({} if used == 1 else {"multiplicity": used}))
    return PuzzleSpec.model_validate({**data, "tiles": entries})


def _with(
    data: dict[str, Any], puzzle: Puzzle, given: Collection[Placement], holes: Collection[Cell]
) -> dict[str, Any]:
    written = puzzle.lattice.written
    board = dict(data["board"])
    gone = {tuple(written(cell)) for cell in holes}
    if gone:
        board["holes"] = [*board.get("holes", ()), *map(list, sorted(gone))]
        # what is said of a cell that is no longer there would be a mistake
        kept: dict[str, Any] = {
            "optional": [cell for cell in board.get("optional", ()) if tuple(cell) not in gone],
            "labels": {
                name: list(written(cell)) for name, cell in puzzle.board.labels if tuple(written(cell)) not in gone
            },
            "colors": {
                letter: [cell for cell in cells if tuple(cell) not in gone]
                for letter, cells in board.get("colors", {}).items()
            },
        }
        board |= {key: value for key, value in kept.items() if key in board}
    placed = [placement.data(puzzle.lattice) for placement in sorted(given)]
    rest = {key: value for key, value in data.items() if key not in ("board", "given")}
    return rest | {"board": board} | ({"given": placed} if placed else {})
