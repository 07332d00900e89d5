"""The run of dominoes that many tests store, stop and resume, in parts although it takes a moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles import solve
from cp_puzzles.search import part_search, pool
from tests.search.run_watch import dominoes, keys


@pytest.fixture(autouse=True)
def small_searches_have_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """End the attempt at once and give small budgets, so that small puzzles test parts."""
    monkeypatch.setattr(part_search, "ATTEMPT_SECONDS", 1e-6)
    monkeypatch.setattr(part_search, "BUDGET_SECONDS", 1e-3)


@pytest.fixture
def processes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let several workers be processes from the start."""
    monkeypatch.setattr(pool, "HEAD_START_SECONDS", 0.0)


@pytest.fixture(scope="session")
def truth() -> list[frozenset[object]]:
    """The solutions of an uninterrupted run of exact-cover, in order."""
    return keys(solve(dominoes(), engine="exact-cover", jobs=1).solutions)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a run that does not exist yet."""
    return tmp_path / "small.run"
