"""Models and cover problems in the formats of other programs, chosen by the suffix of the file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from cp_puzzles.cover.goal import Goal, goal_of
from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.engines.base import Breaking, Question
from cp_puzzles.errors import MistakeError
from cp_puzzles.export.formats import FORMATS, Kind, format_of
from cp_puzzles.export.piece_solid import USUAL, Make
from cp_puzzles.export.printed import printed_parts
from cp_puzzles.files import writing
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.work.job import Job
from cp_puzzles.symmetry.group import Symmetry, motions_of


def export_model(
    puzzle: Puzzle,
    path: str | os.PathLike[str],
    *,
    symmetry: Symmetry = "full",
    breaking: Breaking = "lex",
    settings: Mapping[str, object] | None = None,
    make: Make = USUAL,
    memory: int | None = None,
) -> tuple[Path, ...]:
    """Write the model of a puzzle, or its pieces to print; gives the files that were written.

    Symmetry is broken in the CP-SAT model; the other formats hold the bare cover problem, with every solution. `make`
    is how pieces are printed. Raises `MistakeError` for an unknown suffix, a file that cannot be written, and for an
    objective that the format has no place for.
    """
    bare: tuple[Kind, ...] = ("model", "problem")
    its = format_of(path, *bare, *(() if isinstance(puzzle, Matrix) else ("puzzle", "print")))
    if its.kind == "print":
        content = its.load()(printed_parts(puzzle, make), puzzle.name)
        with writing(path):
            Path(path).write_bytes(content)
        return (Path(path),)
    objective = puzzle.objective
    if objective is not None and not its.aims:
        can = ", ".join(other.suffix for other in FORMATS if other.aims)
        raise MistakeError(os.fspath(path), f"{its.suffix} has no place for {objective.key}", f"write {can}")
    if its.kind == "puzzle":
        _write(Path(path), list(its.load()(puzzle)))
        return (Path(path),)
    cover, question = Job(
        puzzle, motions_of(puzzle, symmetry), breaking=breaking, settings=settings or {}, memory=memory
    ).ask()
    cover.refuse_checks(os.fspath(path), "take it away: a model cannot say it")
    return export_question(question, path, puzzle.name, goal_of(cover, os.fspath(path)))


def export_question(
    question: Question, path: str | os.PathLike[str], name: str, goal: Goal | None = None
) -> tuple[Path, ...]:
    """Write what a question asks, or only its cover problem, as the format of the file has it."""
    its = format_of(path, "model", "problem")
    if its.kind == "model":
        _write(Path(path), [its.load()(question, goal)], end="")
        return (Path(path),)
    written = (Path(path), *([Path(path).with_suffix(its.beside)] if its.beside else []))
    for file in written:
        lines = format_of(file, "problem").load()
        _write(file, lines(question.problem, name, goal) if its.aims else lines(question.problem, name))
    return written


def cp_sat_text(question: Question, goal: Goal | None = None) -> str:
    """The CP-SAT model of a question, as text."""
    from cp_puzzles.engines.cp_sat.proto import model_text

    return model_text(question, goal)


def _write(file: Path, lines: Iterable[str], end: str = "\n") -> None:
    with writing(file), file.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(line + end for line in lines)
