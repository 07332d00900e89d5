"""Whoever hands out parts to workers, and what all who do so share."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Protocol

from cp_puzzles.engines.base import Part, PartResult
from cp_puzzles.errors import LostPartError
from cp_puzzles.search.work.message import Finished, Message

MAX_TRIES = 3
"""So often a part is begun; if each of its workers died by then, it is lost."""


class Dispatch(Protocol):
    """Searches parts somewhere."""

    def messages(self, timeout: float) -> Iterator[Message]:
        """The messages that come within `timeout` seconds; nothing when the time is over without one."""
        ...

    @property
    def is_done(self) -> bool:
        """Whether no part is being searched any more."""
        ...

    def figures(self) -> Mapping[str, object]:
        """What is worth telling at the end."""
        ...

    def stop(self) -> None:
        """Ask for an early end of every part; what was found still comes."""
        ...

    def kill(self) -> None:
        """Wait for no part any more."""
        ...

    def close(self) -> None:
        """End whatever still works."""
        ...


class NothingToSearch:
    """Says of each part that it has no solution, where that is plain before any search."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._parts = deque(parts)

    def messages(self, timeout: float) -> Iterator[Message]:
        """That all parts are finished."""
        while self._parts:
            yield Finished(self._parts.popleft().index, PartResult(0, 0, 0, complete=True))

    @property
    def is_done(self) -> bool:
        """Whether everything has been said."""
        return not self._parts

    def figures(self) -> dict[str, float]:
        """There are none: nothing was searched."""
        return {}

    def stop(self) -> None:
        """Say no more."""
        self._parts.clear()

    kill = close = stop


def available_cores() -> int:
    """The number of cores that this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def lost_part(part: Part, how: str) -> LostPartError:
    """The error of a part that was tried as often as it is worth."""
    return LostPartError(
        f"part {part.index} (options {list(part.chosen)} chosen) was tried {MAX_TRIES} times, each time {how}"
    )
