"""The run of dominoes that many tests store, stop and resume, in parts although it takes a moment."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cp_puzzles import solve
from cp_puzzles.engines import registry
from cp_puzzles.engines.search_cost import PartitionPolicy
from tests.search.run_watch import dominoes, keys


@pytest.fixture(autouse=True)
def small_searches_have_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Split searches of the CP-SAT engine from 20,000 nodes on, not 100,000, so that small puzzles test partitions."""
    entry = registry.entry_of(registry.MODEL_ENGINE)
    policy = replace(entry.tuning.partition, min_work_to_split=PartitionPolicy.min_work_to_split)
    tuning = replace(entry.tuning, partition=policy)
    monkeypatch.setitem(registry._ENTRIES, registry.MODEL_ENGINE, replace(entry, tuning=tuning))


@pytest.fixture(scope="session")
def truth() -> list[frozenset[object]]:
    """The solutions of an uninterrupted run, in order."""
    return keys(solve(dominoes(), jobs=1).solutions)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a run that does not exist yet."""
    return tmp_path / "small.run"
