"""How much a property test tries: a share of what it should in the default run, all of it where slow is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import settings

settings.register_profile("default run", max_examples=20, deadline=None)  # a busy machine fails no property test
settings.register_profile("slow run", max_examples=100, deadline=None)


def load_profile(*, is_slow: bool) -> None:
    """Choose before the tests are imported."""
    settings.load_profile("slow run" if is_slow else "default run")


def examples(number: int) -> settings:
    """A property test tries so many examples in the slow run, and the profile's share of them by default."""
    return settings(max_examples=max(1, number * settings().max_examples // 100))


def thinned(cases: Iterable[Any], every: int) -> list[ParameterSet]:
    """Parameters of a test: one case in so many, the first among them, by default, and all in the slow run."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=[pytest.mark.slow] if number % every else []
        )
        for number, case in enumerate(cases)
    ]
