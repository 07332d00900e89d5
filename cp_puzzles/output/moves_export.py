"""Writers of moves, chosen by the suffix of the file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from cp_puzzles.base.file_access import writing
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.burrtools.assembly_writer import BurrWriter
from cp_puzzles.output.burrtools.separation_writer import unwritable_moves
from cp_puzzles.output.formats.moves_file import JsonMovesWriter
from cp_puzzles.output.formats.solution_writer import SearchOutcome
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly
from cp_puzzles.puzzle.puzzle import Puzzle

WITH_MOVES = (".jsonl", ".xmpuzzle")
"""Suffixes of files of solutions that can have moves."""


class MovesWriter(Protocol):
    """Takes solutions with their disassemblies one by one."""

    def write(self, solution: Solution, disassembly: Disassembly) -> None:
        """Write or collect the next solution."""
        ...

    def close(self, outcome: SearchOutcome) -> None:
        """Finish the file."""
        ...


def open_moves(path: str | os.PathLike[str], puzzle: Puzzle) -> MovesWriter:
    """Return a writer for a file of moves or for a BurrTools file; raise `MistakeError` if it cannot be written."""
    suffix = Path(path).suffix
    if suffix == ".jsonl":
        return JsonMovesWriter(path)
    if suffix not in WITH_MOVES:
        remedy = "use " + " or ".join(WITH_MOVES)
        raise MistakeError(os.fspath(path), f"no moves are written to {suffix or 'such'} files", remedy)
    reason = unwritable_moves(puzzle)
    if reason is not None:
        raise MistakeError(os.fspath(path), reason, "write the moves to a .jsonl file")
    with writing(path):
        return BurrWriter(Path(path), puzzle)
