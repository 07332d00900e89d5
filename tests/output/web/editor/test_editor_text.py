"""The editor's reader and writer of puzzle files, in node, against those of the program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import parse_spec
from tests.puzzle.spec.broken_specs import broken_specs

Ask = Callable[[list[list[Any]]], list[Any]]
CATALOG = [path.read_text("utf-8") for path in sorted(Path("specs").glob("*.yaml"))]

SAME_WORDS, SAME_LINE = 0.83, 0.98
"""Shares of the broken specs that the page words as the program does, and at the same line.

The others have mistakes of YAML itself, which another parser finds, or numbers beyond 53 bits.
"""


def test_editor_words_broken_specs_as_the_program(editor_logic: Ask) -> None:
    """Every broken spec is refused, nearly all at the line and most in the words of the program."""
    cases = list(broken_specs())
    same = same_line = 0
    for case, mistakes in zip(cases, editor_logic([["read", case.text] for case in cases]), strict=True):
        assert mistakes, case.title
        mistakes = [
            f"{line}:{column}: " + (f"{'.'.join(map(str, path))}: " if path else "") + f"{problem}; {remedy}"
            for line, column, path, problem, remedy in mistakes
        ]
        same += mistakes == case.message.splitlines()
        same_line += mistakes[0].split(":")[0] == case.message.split(":")[0]
    assert same / len(cases) > SAME_WORDS
    assert same_line / len(cases) > SAME_LINE


@pytest.mark.parametrize("texts", [CATALOG[::9], pytest.param(CATALOG, marks=pytest.mark.slow)], ids=["sample", "all"])
def test_editor_accepts_and_rewrites_catalog_files(editor_logic: Ask, texts: list[str]) -> None:
    """Files of the catalog have no mistakes, and the text that the page writes for them is an equal spec."""
    assert editor_logic([["read", text] for text in texts]) == [[]] * len(texts)
    for text, written in zip(texts, editor_logic([["rewritten", text] for text in texts]), strict=True):
        assert parse_spec(written) == parse_spec(text)
