"""Models in the formats of other programs, chosen by the suffix of the file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cp_puzzles.engines.base import Breaking, Question
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.work.job import Job
from cp_puzzles.symmetry.group import Symmetry


def export_model(
    puzzle: Puzzle,
    path: str | os.PathLike[str],
    *,
    symmetry: Symmetry = "full",
    breaking: Breaking = "lex",
    settings: Mapping[str, object] | None = None,
) -> None:
    """Write the model of a puzzle; raises `MistakeError` for an unknown suffix or a file that cannot be written."""
    file = Path(path)
    if file.suffix not in FORMATS:
        raise MistakeError(os.fspath(path), f"no format has the suffix {file.suffix!r}", "use " + ", ".join(FORMATS))
    _, question = Job(puzzle, symmetry, breaking=breaking, settings=settings or {}).ask()
    content = FORMATS[file.suffix].text(question, puzzle.name).encode()
    try:
        file.write_bytes(content)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise MistakeError(os.fspath(path), f"the file cannot be written: {reason}", "choose another place") from None


def _cp_sat_text(question: Question, name: str) -> str:
    from cp_puzzles.engines.cp_sat.proto import model_text

    return model_text(question)


def _dlx(question: Question, name: str) -> str:
    from cp_puzzles.export.dlx import to_dlx

    return to_dlx(question.problem, name)


@dataclass(frozen=True)
class ModelFormat:
    """What a file is for, in a few words, and its text for a question about a puzzle of a name."""

    what: str
    text: Callable[[Question, str], str]


FORMATS = {
    ".pbtxt": ModelFormat("the CP-SAT model", _cp_sat_text),
    ".dlx": ModelFormat("Knuth's format, for programs that solve exact covers", _dlx),
}
"""The formats of models by the suffix of the file."""
