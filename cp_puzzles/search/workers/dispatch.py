"""The protocol of dispatches, which give parts to workers, and what all of them share."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Protocol

from cp_puzzles.engines.engine import Part, PartResult
from cp_puzzles.errors import LostPartError
from cp_puzzles.search.workers.job import Portion
from cp_puzzles.search.workers.messages import Finished, Message

MAX_TRIES = 3
"""The number of workers that may die at a part before it is lost."""


SILENT_SECONDS = 30.0
"""Silence of a worker after which its part is given to another worker."""


class Dispatch(Protocol):
    """A dispatch gives parts to workers and yields their messages; `engine` is the engine that found the result."""

    engine: str

    def messages(self, timeout: float) -> Iterator[Message]:
        """Yield the messages that come within `timeout` seconds."""
        ...

    @property
    def is_done(self) -> bool:
        """True if no part is being searched."""
        ...

    def statistics(self) -> Mapping[str, object]:
        """Return statistics of the workers."""
        ...

    def stop(self) -> None:
        """Ask every worker to end its part early; they still send the solutions found before."""
        ...

    def kill(self) -> None:
        """Stop waiting for all parts."""
        ...

    def close(self) -> None:
        """End all workers."""
        ...


class NothingToSearch:
    """A dispatch for a problem that is known to have no solution: every part is finished at once."""

    def __init__(self, engine: str, parts: Iterable[Part]) -> None:
        self.engine, self._parts = engine, deque(parts)

    def messages(self, timeout: float) -> Iterator[Message]:
        """Yield that all parts are finished."""
        while self._parts:
            yield Finished(self._parts.popleft().index, PartResult(0, 0, 0))

    @property
    def is_done(self) -> bool:
        """True if all messages were yielded."""
        return not self._parts

    def statistics(self) -> dict[str, float]:
        """Return no statistics: nothing was searched."""
        return {}

    def stop(self) -> None:
        """Drop the other messages."""
        self._parts.clear()

    kill = close = stop


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def lost_part(part: Portion, cause: str) -> LostPartError:
    """Return the error of a part that was tried `MAX_TRIES` times."""
    return LostPartError(f"part {part.index} was tried {MAX_TRIES} times, each time {cause}")
