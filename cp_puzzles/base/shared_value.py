"""A value that threads share: it is computed once for an object and kept as long as the object is in use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from threading import RLock
from typing import Generic, TypeVar
from weakref import finalize

Key = TypeVar("Key")
Value = TypeVar("Value")


def shared_value(function: Callable[[Key], Value]) -> Callable[[Key], Value]:
    """Return a function that calls another one once for each object; its value must not refer to the object.

    >>> class Puzzle: ...
    >>> puzzle = Puzzle()
    >>> listed = shared_value(lambda puzzle: [])
    >>> listed(puzzle) is listed(puzzle)
    True
    """
    slots: dict[int, _Slot[Value]] = {}
    lock = RLock()

    @wraps(function)
    def call(key: Key) -> Value:
        number = id(key)
        with lock:
            if number not in slots:
                # first, or an interrupt in between would leave the value to another object at the same address
                finalize(key, slots.pop, number, None).atexit = False
                slots[number] = _Slot()
            slot = slots[number]
        with slot.lock:
            if not slot.values:
                slot.values.append(function(key))
            return slot.values[0]

    return call


@dataclass(frozen=True)
class _Slot(Generic[Value]):
    """The value of an object, as soon as it is computed, and the lock of the thread that computes it."""

    lock: RLock = field(default_factory=RLock)
    values: list[Value] = field(default_factory=list)
