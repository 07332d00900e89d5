"""Values that threads share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import sleep

from cp_puzzles.base.shared_value import shared_value


class Key:
    """An object with a value."""


def test_value_is_computed_once() -> None:
    """Threads that ask at the same time wait for one computation, and a new object has a new value."""
    computed = []

    @shared_value
    def value(key: Key) -> list[int]:
        sleep(0.01)
        computed.append(id(key))
        return [len(computed)]

    key = Key()
    with ThreadPoolExecutor(4) as threads:
        values = list(threads.map(value, [key] * 4))
    assert values == [[1]] * 4
    for number in range(2, 5):
        key = Key()
        assert value(key) == [number]
