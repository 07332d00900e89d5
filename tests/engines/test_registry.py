"""One entry tells all about an engine, and every engine refuses what it does not know in one line."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import cp_puzzles
from cp_puzzles import count, solve
from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.registry import (
    COUNTERS,
    ENGINES,
    FASTEST,
    NAMES,
    entry_of,
    load_counter,
    load_engine,
    require_engine,
    settings_of,
)
from cp_puzzles.errors import MistakeError


@pytest.mark.parametrize("name", NAMES)
def test_another_engine_that_enumerates_checks_each(name: str) -> None:
    """A cross-check asks another engine for its solutions."""
    assert entry_of(name).checked_by in set(ENGINES) - {name}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [None, "fast", 2.5, ()], ids=repr)
def test_a_setting_of_another_name_or_type_is_refused(name: str, value: object) -> None:
    """By every engine, before it searches; once the exact-cover engine took any value."""
    with pytest.raises(MistakeError, match=f"setting speed: the engine {name} has no such setting; "):
        count("dominoes4x4", engine=name, jobs=1, settings={"speed": True})
    for setting in settings_of(name).names():
        settings: dict[str, Any] = {setting: value}
        if value is not None:
            with pytest.raises(MistakeError, match=f"setting {setting}: .* is (neither on nor off|no number); "):
                count("dominoes4x4", engine=name, jobs=1, settings=settings)


@pytest.mark.parametrize("name", NAMES)
def test_who_counts_only_finds_no_solution(name: str) -> None:
    """Asked for solutions it says so; asked to count it does."""
    assert require_engine(name, counts=True).name == name
    if not entry_of(name).enumerates:
        with pytest.raises(MistakeError, match="it counts and never sees a solution"):
            solve("dominoes4x4", engine=name)


def test_an_engine_that_declines_a_problem_says_so_before_it_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, with the other engines for remedy."""
    engine = type(load_engine("cp-sat"))
    monkeypatch.setattr(engine, "supports", lambda self, problem: f"it takes no {len(problem.items)} items")
    with pytest.raises(MistakeError, match="it takes no 0 items; engines: "):
        load_engine("cp-sat", CoverProblem((), ()))
    with pytest.raises(MistakeError, match="it takes no 17 items; engines: "):
        count("dominoes4x4", engine="cp-sat", jobs=1)
    counter = type(load_counter(COUNTERS[0], CoverProblem((), ())))
    monkeypatch.setattr(counter, "supports", lambda self, problem: f"it takes no {len(problem.items)} items")
    with pytest.raises(MistakeError, match="it takes no 17 items; engines: "):
        count("dominoes4x4", engine=COUNTERS[0])


def test_nothing_is_special_cased_by_the_name_of_an_engine() -> None:
    """Outside the engines' own room no code names one, and none of it imports an engine that only counts."""
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
