"""A plugin of pytest: what a test or an example registers is gone when it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, RULES

REGISTRIES: tuple[dict[str, Any], ...] = (LATTICES.data, MEASURES.data, RULES.data)


@pytest.fixture(autouse=True)
def _registries() -> Iterator[None]:
    """Restore the registries that users extend."""
    before = [dict(registry) for registry in REGISTRIES]
    yield
    for registry, entries in zip(REGISTRIES, before, strict=True):
        if registry != entries:
            registry.clear()
            registry.update(entries)
