"""Fixtures of the tests of the editor: its modules run in node."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.output.web.edit_page import editor_lattices
from tests.processes import finished

Ask = Callable[[list[list[Any]]], list[Any]]


@pytest.fixture(scope="session")
def editor_logic(node: str) -> Ask:
    """A function from questions [name, *arguments] to the answers of the editor's modules."""

    def ask(questions: list[list[Any]]) -> list[Any]:
        request = json.dumps({"data": editor_lattices(), "questions": questions})
        script = Path(__file__).with_name("editor_logic.mjs")
        return list(json.loads(finished([node, str(script)], input=request, status=0).stdout))

    return ask
