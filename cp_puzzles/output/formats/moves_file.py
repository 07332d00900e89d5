"""Files of moves: a JSON object for each solution, with its placements, its numbers and its steps."""

from __future__ import annotations

import json
import os
from typing import Any

from cp_puzzles.analysis.disassemblies import level_data
from cp_puzzles.base.file_access import reason_of, writing
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import SolutionFileError
from cp_puzzles.output.formats.solution_writer import SearchOutcome
from cp_puzzles.puzzle.disassembly.replay import replay_fault
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly, Step
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.tiling import Tiling


class JsonMovesWriter:
    """Writes a line for each solution at once."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path, self._count = path, 0
        with writing(path):
            self._file = open(path, "w", encoding="utf-8")  # noqa: SIM115

    def write(self, solution: Solution, disassembly: Disassembly) -> None:
        """Write the next line."""
        self._count += 1
        with writing(self._path, "what was written before is kept"):
            self._file.write(moves_line(solution, disassembly, self._count) + "\n")
            self._file.flush()

    def close(self, outcome: SearchOutcome) -> None:
        """Close the file."""
        self._file.close()


def moves_line(solution: Solution, disassembly: Disassembly, number: int) -> str:
    """Return the disassembly of a solution as a JSON object; pieces are numbered from 1, in the order of placements."""
    lattice = solution.puzzle.lattice
    data = {
        **level_data(number, disassembly),
        "orbit_size": solution.orbit_size,
        "placements": [placement.data(lattice) for placement in solution.placements],
        "steps": [step_data(lattice, step) for step in disassembly.steps],
    }
    return json.dumps(data)


def step_data(lattice: Lattice, step: Step) -> dict[str, Any]:
    """Return a step as plain data: the pieces and the translation, which a leaving group repeats without end."""
    vector = step.direction if step.distance is None else tuple(step.distance * x for x in step.direction)
    key = "leave" if step.leaves else "move"
    return {"pieces": [piece + 1 for piece in step.pieces], key: list(written_translation(lattice, vector))}


def written_translation(lattice: Lattice, vector: Cell) -> Cell:
    """Return a translation in the coordinates of puzzle files, without the number of the class."""
    return lattice.translations.coordinates(vector) if lattice.is_numbered else vector


def verify_moves(path: str | os.PathLike[str], puzzle: Puzzle) -> int:
    """Replay the steps of every solution in a file that has some, and return the number of these solutions.

    Raise `SolutionFileError` for the first step that cannot be carried out, or if steps do not have the stated numbers.
    """
    count = 0
    try:
        with open(path, encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                data = json.loads(line) if '"steps"' in line else {}
                if not data:
                    continue
                count += 1
                fault = _fault(data, puzzle)
                if fault is not None:
                    raise SolutionFileError(f"{os.fspath(path)}:{number}", fault, "take the solution apart again")
    except OSError as error:
        raise SolutionFileError(os.fspath(path), f"the file cannot be read: {reason_of(error)}") from None
    return count


def _fault(data: dict[str, Any], puzzle: Puzzle) -> str | None:
    lattice = puzzle.lattice
    try:
        placements = tuple(
            Placement(tuple(sorted(lattice.cell_at(tuple(cell)) for cell in each["cells"])), each["tile"])
            for each in data["placements"]
        )
        moves = [
            (
                [int(piece) - 1 for piece in step["pieces"]],
                _translation(lattice, tuple(step["leave" if "leave" in step else "move"])),
                "leave" in step,
            )
            for step in data["steps"]
        ]
        stated = sum(data["moves"])
    except (KeyError, TypeError, ValueError) as error:
        return f"not a list of steps: {error}"
    if stated != len(moves):
        return f"its numbers of moves add up to {stated}, but it has {len(moves)} steps"
    pieces, fixed = [each.cells for each in placements], Tiling(puzzle.board_geometry, placements).fixed
    return replay_fault(lattice, pieces, moves, apart=data.get("apart") is True, fixed=fixed)


def _translation(lattice: Lattice, written: Cell) -> Cell:
    return lattice.translations.combined(written) if lattice.is_numbered else written
