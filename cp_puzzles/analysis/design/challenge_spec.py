"""The spec of a challenge, derived from the spec of its puzzle."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from cp_puzzles.puzzle.build.build_tiles import members
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.puzzle_source import spec_from
from cp_puzzles.puzzle.spec.schema import PuzzleSpec


def plain_spec(puzzle: Puzzle) -> PuzzleSpec:
    """Return the spec of a puzzle with its empty cells as holes and without expected numbers.

    Raises `MistakeError` for a puzzle that was not built from a spec.
    """
    data = spec_from(puzzle).to_dict()
    for key in ("expected", "source", "description"):
        data.pop(key, None)
    return PuzzleSpec.model_validate(_with(data, puzzle, puzzle.given, puzzle.board.left_empty))


def spec_with(spec: PuzzleSpec, puzzle: Puzzle, given: Collection[Placement], holes: Collection[Cell]) -> PuzzleSpec:
    """Return the spec with exactly these pieces given and with more holes."""
    data = spec.to_dict()
    return PuzzleSpec.model_validate(_with(data, puzzle, given, holes))


def spec_titled(spec: PuzzleSpec, name: str, description: str, expected: Mapping[str, int]) -> PuzzleSpec:
    """Return the spec with another name, a description and expected counts."""
    data = spec.to_dict()
    rest = {key: value for key, value in data.items() if key != "name"}
    return PuzzleSpec.model_validate({"name": name, "description": description, **rest, "expected": dict(expected)})


def spec_of_pieces(spec: PuzzleSpec, puzzle: Puzzle, copies: Mapping[str, int]) -> PuzzleSpec:
    """Return the spec with a fixed number of copies of each tile, without the tiles that are not used."""
    data = spec.to_dict()
    by_entry: dict[int, dict[int, list[str]]] = {}
    for member in members(spec, puzzle.lattice):
        if copies.get(member.name, 0):
            by_entry.setdefault(member.entry, {}).setdefault(copies[member.name], []).append(member.letter)
    entries = []
    for number, entry in enumerate(data["tiles"]):
        for used, letters in by_entry.get(number, {}).items():
            used_entry = {key: value for key, value in entry.items() if key not in ("multiplicity", "except")}
            if "set" in used_entry:
                used_entry["only"] = letters
            entries.append(used_entry | ({} if used == 1 else {"multiplicity": used}))
    return PuzzleSpec.model_validate({**data, "tiles": entries})


def _with(
    data: dict[str, Any], puzzle: Puzzle, given: Collection[Placement], holes: Collection[Cell]
) -> dict[str, Any]:
    written = puzzle.lattice.coordinates
    board = dict(data["board"])
    removed = {tuple(written(cell)) for cell in holes}
    if removed:
        board["holes"] = [*board.get("holes", ()), *map(list, sorted(removed))]
        # the spec may not mention a cell that is a hole
        kept: dict[str, Any] = {
            "optional": [cell for cell in board.get("optional", ()) if tuple(cell) not in removed],
            "labels": {
                name: list(written(cell)) for name, cell in puzzle.board.labels if tuple(written(cell)) not in removed
            },
            "colors": {
                letter: [cell for cell in cells if tuple(cell) not in removed]
                for letter, cells in board.get("colors", {}).items()
            },
        }
        board |= {key: value for key, value in kept.items() if key in board}
    placed = [placement.data(puzzle.lattice) for placement in sorted(given)]
    rest = {key: value for key, value in data.items() if key not in ("board", "given")}
    return rest | {"board": board} | ({"given": placed} if placed else {})
