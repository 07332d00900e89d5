"""Export of models and cover problems, in the format of the file's suffix."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from cp_puzzles.base.file_access import atomic_file
from cp_puzzles.cover.objective import linear_objective
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.formats.formats import FORMATS, Kind, format_of
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.search_options import SearchOptions
from cp_puzzles.search.worker import Job


def export_model(
    puzzle: Puzzle, path: str | os.PathLike[str], options: SearchOptions | None = None
) -> tuple[Path, ...]:
    """Write the model of a puzzle; return the files.

    The CP-SAT model breaks symmetry; the other formats hold the plain cover problem with every solution.
    Raises `MistakeError` for an unknown suffix, a file that cannot be written, and an
    objective that the format cannot hold.
    """
    bare: tuple[Kind, ...] = ("model", "problem")
    entry = format_of(path, *bare, *(("puzzle",) if puzzle.has_board else ()))
    objective = puzzle.objective
    if objective is not None and not entry.takes_objective:
        can = ", ".join(other.suffix for other in FORMATS if other.takes_objective)
        raise MistakeError(os.fspath(path), f"{entry.suffix} cannot contain {objective.key}", f"write {can}")
    if entry.kind == "puzzle":
        puzzle.refuse_overlap(os.fspath(path), f"{entry.suffix} has one piece for each cell", "write a .dlx file")
        _write(Path(path), list(entry.load()(puzzle)))
        return (Path(path),)
    cover, request = Job.of(puzzle, options or SearchOptions(), keep=True).cover_and_request()
    cover.refuse_checks(os.fspath(path), "omit it: a model can only express sums")
    linear = linear_objective(cover, os.fspath(path))
    if entry.kind == "model":
        _write(Path(path), [entry.load()(request, linear)], end="")
        return (Path(path),)
    written = (Path(path), *([Path(path).with_suffix(entry.companion)] if entry.companion else []))
    for file in written:
        lines = format_of(file, "problem").load()
        _write(file, lines(request.problem, puzzle.name, *([linear] if entry.takes_objective else [])))
    return written


def export_run(run: str, path: str | os.PathLike[str]) -> tuple[str, bool]:
    """Write the solutions of a stored run, with their moves if the run has some and the format can hold them.

    Return what was written in words, and whether there is a file.
    """
    from cp_puzzles.analysis.disassemblies import stored_disassemblies
    from cp_puzzles.base.text import counted
    from cp_puzzles.output.formats.solution_reader import SafeWriter
    from cp_puzzles.output.moves_file import WITH_MOVES, MovesFile
    from cp_puzzles.search.store.stored_run import open_run

    written = 0
    with open_run(run) as stored:
        solutions = iter(stored)  # refuses a run that only counts, before a file is made
        disassembly_of = stored_disassemblies(stored) if Path(path).suffix in WITH_MOVES else None
        with (SafeWriter if disassembly_of is None else MovesFile)(path, stored.puzzle) as writer:
            for written, solution in enumerate(solutions, start=1):  # noqa: B007
                writer.write(solution, *([] if disassembly_of is None else [disassembly_of(solution)]))
            status = stored.status()
            writer.conclude(status.symmetry, is_complete=status.state == "complete")
    detail = counted(written, "solution") + ("" if disassembly_of is None else " with moves")
    return detail, writer.is_written


def _write(file: Path, lines: Iterable[str], end: str = "\n") -> None:
    with atomic_file(file) as new, new.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(line + end for line in lines)
