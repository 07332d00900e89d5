"""Stored answers about the members of a family."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import each, open_run, solve
from cp_puzzles.errors import MistakeError

DOMINOES = {
    "name": "dominoes",
    "parameters": {"m": 2},
    "board": {"size": [2, "{m}"]},
    "tiles": [{"set": "domino", "multiplicity": "{m}"}],
}
ASKED: dict[str, Any] = {"for_": "m=1..3", "question": "count", "jobs": 1}


@pytest.mark.parametrize("change", ["answer = '{}'", "subject = x'00'", "checksum = 5"])
def test_damaged_answers_are_named(change: str, tmp_path: Path) -> None:
    """A row that was changed is one mistake in plain words, for a run that goes on and for one that merges."""
    file = tmp_path / "answers"
    each(DOMINOES, **ASKED, store=file)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(f"UPDATE answers SET {change} WHERE subject = (SELECT min(subject) FROM answers)")
    for use in ({"store": file}, {"merge": [file]}):
        with pytest.raises(MistakeError, match="the file is damaged: a row of the table answers was changed;"):
            each(DOMINOES, **ASKED, **use)


def test_files_of_another_kind_are_refused(tmp_path: Path) -> None:
    """A file of lines, as earlier versions wrote, a run, and answers that are taken for a run: one line each."""
    lines, run, answers = tmp_path / "lines", tmp_path / "run", tmp_path / "answers"
    lines.write_text('{"puzzle": "0", "question": "count", "symmetry": "full"}\n')
    solve({**DOMINOES, "name": "d"}, jobs=1, store=run)
    each(DOMINOES, **ASKED, store=answers)
    for file, problem in ((lines, "this is not a stored run"), (run, "the file is about another family")):
        before = file.read_bytes()
        for use in ({"store": file}, {"merge": [file]}):
            with pytest.raises(MistakeError, match=problem):
                each(DOMINOES, **ASKED, **use)
        assert file.read_bytes() == before
    for refused in (lambda: open_run(answers), lambda: solve({**DOMINOES, "name": "d"}, jobs=1, store=answers)):
        with pytest.raises(MistakeError, match="answers about a family of puzzles, not a run"):
            refused()
