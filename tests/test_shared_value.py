"""Values that threads share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep

import pytest

from cp_puzzles.base import memory as module
from cp_puzzles.base.memory import shared_value


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


def test_interrupted_object_leaves_no_value_to_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """An object at the address of one whose value was interrupted gets a value of its own."""

    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    computed = []

    @shared_value
    def value(key: Key) -> int:
        computed.append(key.__class__)
        return len(computed)

    with monkeypatch.context() as patch:
        patch.setattr(module, "finalize", interrupted)
        key = Key()
        with pytest.raises(KeyboardInterrupt):
            value(key)
        before = len(computed)
        del key
    keys = [Key() for _ in range(100)]  # one of them is at the same address
    assert [value(key) for key in keys] == list(range(before + 1, before + 101))


def test_threads_wait_for_their_own_object_only() -> None:
    """A thread that computes the value of an object does not keep another thread from its own."""
    begun, end = Event(), Event()

    @shared_value
    def value(key: Key) -> bool:
        begun.set()
        return key is quick or end.wait(60)

    slow, quick = Key(), Key()
    with ThreadPoolExecutor(2) as threads:
        waiting = threads.submit(value, slow)
        assert begun.wait(60)
        assert threads.submit(value, quick).result(60)
        end.set()
        assert waiting.result(60)
