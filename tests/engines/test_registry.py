"""The registry of engines, and the errors of wrong settings."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import cp_puzzles
from cp_puzzles import count, solve
from cp_puzzles.engines.registry import (
    COUNTERS,
    ENGINES,
    FASTEST,
    NAMES,
    entry_of,
    require_engine,
)
from cp_puzzles.errors import MistakeError


@pytest.mark.parametrize("name", NAMES)
def test_cross_check_engine_enumerates(name: str) -> None:
    """A cross-check runs another engine that enumerates."""
    assert entry_of(name).checked_by in set(ENGINES) - {name}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [None, "fast", 2.5, ()], ids=repr)
def test_wrong_setting_is_refused(name: str, value: object) -> None:
    """Every engine refuses wrong settings before it searches; the exact-cover engine once accepted any value."""
    with pytest.raises(MistakeError, match=f"setting speed: the engine {name} has no such setting; "):
        count("dominoes4x4", engine=name, jobs=1, settings={"speed": True})
    for setting in entry_of(name).settings.names():
        settings: dict[str, Any] = {setting: value}
        if value is not None:
            with pytest.raises(MistakeError, match=f"setting {setting}: .* is (not on or off|not a number); "):
                count("dominoes4x4", engine=name, jobs=1, settings=settings)


@pytest.mark.parametrize("name", NAMES)
def test_counter_finds_no_solutions(name: str) -> None:
    """A counter counts, and refuses requests for solutions."""
    assert require_engine(name, counts=True).name == name
    if not entry_of(name).enumerates:
        with pytest.raises(MistakeError, match="this engine only counts and does not find solutions"):
            solve("dominoes4x4", engine=name)


def test_no_code_names_an_engine() -> None:
    """Code outside `cp_puzzles.engines` neither names an engine nor imports one that only counts."""
    package = Path(cp_puzzles.__file__).parent
    named = []
    for file in sorted(package.rglob("*.py")):
        if "engines" not in file.relative_to(package).parts:
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and node.value in NAMES:
                    named.append(f"{file.name}:{node.lineno} {node.value}")
                if isinstance(node, ast.ImportFrom) and any(
                    f"engines.{name}" in (node.module or "") for name in COUNTERS
                ):
                    named.append(f"{file.name}:{node.lineno} {node.module}")
    assert named == []
    assert FASTEST in ENGINES
    assert not set(ENGINES) & set(COUNTERS)
