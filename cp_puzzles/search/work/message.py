"""What a worker tells while it searches its parts."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from cp_puzzles.engines.base import Batch, OrbitSizes, PartResult


@dataclass(frozen=True, eq=False)
class Found:
    """Solutions of a part, in its order."""

    part: int
    batch: Batch
    orbit_sizes: OrbitSizes


@dataclass(frozen=True)
class Counted:
    """How many solutions a part has so far."""

    part: int
    solutions: int


@dataclass(frozen=True)
class Finished:
    """A part has ended: all of it, or as far as a limit or a stop let it go."""

    part: int
    result: PartResult


@dataclass(frozen=True)
class Restarted:
    """The worker of a part died; the part begins again, and what came of it so far will come again."""

    part: int


@dataclass(frozen=True)
class Failed:
    """A part raised an error that trying again will not mend."""

    part: int
    error: BaseException


@dataclass(frozen=True)
class Notice:
    """Something that the person who waits should know: why the first part takes longer, say."""

    part: int
    text: str


@dataclass(frozen=True)
class Ready:
    """A worker is set up; it is about no part, and goes no further than to whoever hands out the parts."""


@dataclass(frozen=True)
class Alive:
    """A worker in a process of its own does not hang; about no part either."""


Message = Found | Counted | Finished | Restarted | Failed | Notice


def send(connection: Connection, message: object) -> None:
    """Send what can be pickled.

    `Connection.send` keeps a view of a buffer where nobody listens any more, which Python 3.13 and later complain of on
    stderr when the buffer goes.
    """
    connection.send_bytes(pickle.dumps(message))


def receive(connection: Connection) -> Any:
    """What was sent, waited for; raises EOFError when nothing comes any more."""
    return pickle.loads(connection.recv_bytes())
