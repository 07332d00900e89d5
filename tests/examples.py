"""How much a property test tries: a share of what it should in the default run, all of it where slow is asked for."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("default run", max_examples=20, deadline=None)  # a busy machine fails no property test
settings.register_profile("slow run", max_examples=100, deadline=None)


def load_profile(*, is_slow: bool) -> None:
    """Choose before the tests are imported."""
    settings.load_profile("slow run" if is_slow else "default run")


def examples(number: int) -> settings:
    """A property test tries so many examples in the slow run, and the profile's share of them by default."""
    return settings(max_examples=max(1, number * settings().max_examples // 100))
