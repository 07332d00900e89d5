"""Models in the formats of other programs, chosen by the suffix of the file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
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
    if file.suffix not in _FORMATS:
        raise MistakeError(os.fspath(path), f"no format has the suffix {file.suffix!r}", "use " + ", ".join(_FORMATS))
    _, question = Job(puzzle, symmetry, breaking=breaking, settings=settings or {}).ask()
    content = _FORMATS[file.suffix](question, puzzle.name).encode()
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


_FORMATS: dict[str, Callable[[Question, str], str]] = {".pbtxt": _cp_sat_text, ".dlx": _dlx}
