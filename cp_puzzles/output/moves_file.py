"""Files of moves, also for BurrTools: in JSON an object for each solution, with its placements, numbers and steps."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from cp_puzzles.analysis.disassemblies import disassembly_data
from cp_puzzles.base.file_access import opened, reason_of, writable_path
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, SolutionFileError, echo
from cp_puzzles.output.burrtools.burr_writer import BurrWriter
from cp_puzzles.output.burrtools.separations import FARTHEST, unwritable_moves
from cp_puzzles.output.formats.solution_reader import SafeWriter, SolutionWriter
from cp_puzzles.output.formats.text_solutions import TextFile
from cp_puzzles.puzzle.disassembly.replay import replay_violation
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly, Step
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.tiling import Tiling

WITH_MOVES = (".jsonl", ".xmpuzzle")
"""Suffixes of files of solutions that can have moves."""


class JsonMovesWriter(TextFile):
    """Writes a line for each solution at once; pieces are numbered from 1, in the order of placements."""

    def write(self, solution: Solution, *disassembly: Disassembly) -> None:
        """Write the next line."""
        [self._disassembly] = disassembly
        super().write(solution)

    def _text(self, solution: Solution, number: int) -> str:
        lattice = solution.puzzle.lattice
        data = {
            **disassembly_data(number, self._disassembly),
            "orbit_size": solution.orbit_size,
            "placements": [placement.data(lattice) for placement in solution.placements],
            "steps": [step_data(lattice, step) for step in self._disassembly.steps],
        }
        return json.dumps(data) + "\n"


class MovesFile(SafeWriter):
    """A file of solutions with the moves of each, also for BurrTools.

    Raises `MistakeError` before the search if it cannot be written.
    """

    def _new_writer(self, path: str | os.PathLike[str]) -> SolutionWriter:
        suffix = Path(path).suffix
        if suffix not in WITH_MOVES:
            remedy = "use " + " or ".join(WITH_MOVES)
            raise MistakeError(os.fspath(path), f"no moves are written to {suffix or 'such'} files", remedy)
        reason = unwritable_moves(self._puzzle) if suffix == ".xmpuzzle" else None
        if reason is not None:
            raise MistakeError(os.fspath(path), reason, "write the moves to a .jsonl file")
        make = cast(type[SolutionWriter], JsonMovesWriter if suffix == ".jsonl" else BurrWriter)
        return make(Path(writable_path(os.fspath(path))), self._puzzle)


def step_data(lattice: Lattice, step: Step) -> dict[str, Any]:
    """Return a step as plain data: the pieces and the translation, which a leaving group repeats without end."""
    key = "leave" if step.leaves else "move"
    return {"pieces": [piece + 1 for piece in step.pieces], key: list(step.written(lattice))}


def verify_moves(path: str | os.PathLike[str], puzzle: Puzzle) -> int:
    """Replay the steps of every solution in a file that has some, and return the number of these solutions.

    Raise `SolutionFileError` for the first step that cannot be carried out, or if steps do not have the stated numbers
    and level.
    """
    count = 0
    try:
        with TextIOWrapper(opened(path), encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                data = json.loads(line) if '"steps"' in line else {}
                if not data:
                    continue
                count += 1
                violation = _violation(data, puzzle)
                if violation is not None:
                    raise SolutionFileError(f"{os.fspath(path)}:{number}", violation, "take the solution apart again")
    except OSError as error:
        raise SolutionFileError(os.fspath(path), f"the file cannot be read: {reason_of(error)}") from None
    return count


def _violation(data: dict[str, Any], puzzle: Puzzle) -> str | None:
    lattice = puzzle.lattice
    try:
        cells = [tuple(sorted(lattice.cell_at(tuple(cell)) for cell in each["cells"])) for each in data["placements"]]
        placements = tuple(map(Placement, cells, (each["tile"] for each in data["placements"])))
        moves = []
        for step in data["steps"]:
            leaves = "leave" in step
            vector = _translation(lattice, tuple(step["leave" if leaves else "move"]))
            moves.append(([_integer(piece) - 1 for piece in step["pieces"]], vector, leaves))
        stated, level = list(data["moves"]), data["level"]
    except (KeyError, TypeError, ValueError) as error:
        return f"not a list of steps: {error}"
    ends = [number for number, (_, _, leaves) in enumerate(moves, start=1) if leaves]
    counted = [end - start for start, end in pairwise((0, *ends))]
    if stated != counted or len(moves) != sum(counted):
        return f"its numbers of moves are {stated}, those of its steps {counted}"
    if level not in (counted[:1] or (None, 0)):
        return f"its level is {level}, but its numbers of moves are {counted}"
    pieces, tiling = [each.cells for each in placements], Tiling(puzzle.board_geometry, placements)
    is_apart = data.get("apart") is True
    return replay_violation(lattice, pieces, moves, apart=is_apart, fixed=tiling.fixed, groups=tiling.groups)


def _integer(value: object) -> int:
    if type(value) is not int or abs(value) > FARTHEST:
        raise ValueError(f"{echo(value)} is not an integer up to {FARTHEST:,}")
    return value


def _translation(lattice: Lattice, written: Sequence[object]) -> Cell:
    if len(written) != lattice.dimension:
        raise ValueError(f"{list(written)} is not a list of {lattice.dimension} integers")
    vector = tuple(map(_integer, written))
    return lattice.translations.combined(vector) if lattice.is_numbered else vector
