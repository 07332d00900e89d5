"""The run of dominoes that many tests store, stop and resume."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles import solve
from tests.search.run_watch import dominoes, keys


@pytest.fixture(scope="session")
def truth() -> list[frozenset[object]]:
    """The solutions of an uninterrupted run, in order."""
    return keys(solve(dominoes(), jobs=1).solutions)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a run that does not exist yet."""
    return tmp_path / "small.run"
