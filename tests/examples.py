"""Numbers of examples of property tests: a share in the default run, all in the slow run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import settings

settings.register_profile("default run", max_examples=20, deadline=None)  # a busy machine fails no property test
settings.register_profile("slow run", max_examples=100, deadline=None)


def load_profile(*, is_slow: bool) -> None:
    """Load the profile of the run; call it before tests are imported."""
    settings.load_profile("slow run" if is_slow else "default run")


def examples(number: int) -> settings:
    """Return the settings for this number of examples in the slow run, and the share of the profile by default."""
    return settings(max_examples=max(1, number * settings().max_examples // 100))


def sampled(cases: Iterable[Any], every: int) -> list[ParameterSet]:
    """Return test parameters of which every n-th runs by default, from the first, and all run in the slow run."""
    chosen = []
    for number, case in enumerate(cases):
        values = case if isinstance(case, tuple) else (case,)
        written = case if isinstance(case, ParameterSet) else pytest.param(*values)
        chosen.append(written._replace(marks=[*written.marks, pytest.mark.slow]) if number % every else written)
    return chosen
