"""Stored answers about the members of a family."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles import each
from cp_puzzles.errors import MistakeError

DOMINOES = {
    "name": "dominoes",
    "parameters": {"m": 2},
    "board": {"size": [2, "{m}"]},
    "tiles": [{"set": "domino", "multiplicity": "{m}"}],
}


@pytest.mark.parametrize("line", ["5", "{}", "[", '{"member": "x", "solutions": "many"}', "\xff"])
def test_damaged_answers_are_named(line: str, tmp_path: Path) -> None:
    """A line that is not an answer, and bytes that are no text, are one mistake in plain words."""
    file = tmp_path / "answers"
    each(DOMINOES, for_="m=1..2", question="count", jobs=1, store=file)
    file.write_bytes(file.read_bytes() + line.encode("latin-1") + b"\n")
    with pytest.raises(MistakeError, match=r": (a line is damaged|it is not a text in UTF-8); name another file"):
        each(DOMINOES, for_="m=1..2", question="count", jobs=1, store=file)
