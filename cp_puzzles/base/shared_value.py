"""A value that threads share: it is computed once for an object and kept as long as the object is in use."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import TypeVar
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
    values: dict[int, Value] = {}
    lock = RLock()

    @wraps(function)
    def call(key: Key) -> Value:
        with lock:
            number = id(key)
            if number not in values:
                values[number] = function(key)
                finalize(key, values.pop, number).atexit = False
            return values[number]

    return call
