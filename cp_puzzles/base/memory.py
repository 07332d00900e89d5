"""Memory: how much there is, and values that threads share as long as they are in use."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import TypeVar
from weakref import finalize

from cp_puzzles.base.text import counted

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
    slots: dict[int, tuple[RLock, list[Value]]] = {}  # for each object the lock of the thread that computes its value
    lock = RLock()

    @wraps(function)
    def call(key: Key) -> Value:
        number = id(key)
        with lock:
            if number not in slots:
                # first, or an interrupt in between would leave the value to another object at the same address
                finalize(key, slots.pop, number, None).atexit = False
                slots[number] = RLock(), []
            computing, values = slots[number]
        with computing:
            if not values:
                values.append(function(key))
            return values[0]

    return call


SHARE = 0.5
"""The share of the machine's memory that is used by default."""

UNLIMITED_BYTES = 1 << 62
"""The limit for a problem that does not have to be checked, because it was built before within the user's limit."""

UNITS = {"KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}

_SIZE = re.compile(rf"([0-9]+(?:\.[0-9]+)?)\s*({'|'.join(UNITS)}|%)", re.IGNORECASE)
_UNKNOWN = 4 * UNITS["GB"]
_CONTROL_GROUPS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def machine_memory() -> int:
    """Return the bytes that a process may use: the installed memory, or a lower limit of the system."""
    limits = []
    with suppress(AttributeError, ValueError, OSError):
        limits.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for path in _CONTROL_GROUPS:
        with suppress(OSError, ValueError):
            limits.append(int(Path(path).read_text(encoding="ascii")))
    with suppress(ImportError):
        import resource

        limits.append(resource.getrlimit(resource.RLIMIT_AS)[0])
    return min((limit for limit in limits if limit > 0), default=_UNKNOWN)


def allowed_memory(requested: int | None) -> int:
    """Return the bytes that may be used: `requested`, by default a share of the machine's memory.

    The limit holds for the data of a search (placements, symmetries, search trees, states); data that would exceed it
    are refused before they are built. The interpreter and its libraries need more memory in addition.
    """
    return int(SHARE * machine_memory()) if requested is None else requested


def bytes_text(size: float) -> str:
    """Return a number of bytes as text.

    >>> bytes_text(2_570_940), bytes_text(3.2e9), bytes_text(1)
    ('2.6 MB', '3.2 GB', '1 byte')
    """
    if size < UNITS["KB"]:
        return counted(int(size), "byte")
    unit = next((unit for unit in ("TB", "GB", "MB") if size >= UNITS[unit]), "KB")
    return f"{size / UNITS[unit]:,.1f} {unit}"


def read_size(text: str) -> int | str:
    """Return the bytes of a text such as 500MB, 2.5 GB or 30%; any other text is returned as it is.

    >>> read_size("2.5 GB"), read_size("500mb"), read_size("much")
    (2500000000, 500000000, 'much')
    """
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        return text
    unit = machine_memory() / 100 if match[2] == "%" else UNITS[match[2].upper()]
    return int(float(match[1]) * unit)
