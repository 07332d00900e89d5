"""Messages of workers about the parts that they search."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from enum import Enum, auto
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from cp_puzzles.engines.engine import Batch, OrbitSizes, PartResult

if TYPE_CHECKING:
    from cp_puzzles.puzzle.disassembly.take_apart import Disassembly


@dataclass(frozen=True, eq=False)
class Message:
    """A message about a part."""

    part: int


@dataclass(frozen=True, eq=False)
class Found(Message):
    """Solutions of a part, in its order."""

    batch: Batch
    orbit_sizes: OrbitSizes


@dataclass(frozen=True)
class Counted(Message):
    """The number of solutions of a part so far."""

    solutions: int


@dataclass(frozen=True)
class Ended(Message):
    """The end of a part, after which its worker is free."""


@dataclass(frozen=True)
class Finished(Ended):
    """The end of a part: all of it, or as far as a limit or a stop allowed."""

    result: PartResult


@dataclass(frozen=True)
class Answered(Ended):
    """The disassemblies of the first solutions of a batch, and the seconds that compiling took meanwhile."""

    answers: tuple[Disassembly, ...]
    compile_seconds: float = 0.0


@dataclass(frozen=True)
class Restarted(Message):
    """The worker of a part died; the part is searched again, and its solutions are sent again."""


@dataclass(frozen=True)
class Failed(Message):
    """A part raised an error that another try would raise again."""

    error: BaseException


@dataclass(frozen=True)
class Notice(Message):
    """Information for the user, such as why the first part takes longer."""

    text: str


class Signal(Enum):
    """A message for the dispatch itself: a worker is set up, or a worker does not hang."""

    READY = auto()
    HEARTBEAT = auto()


def send(connection: Connection, message: object) -> None:
    """Send a message.

    `Connection.send` keeps a view of a buffer if the other end is closed, about which Python 3.13 and later warn.
    """
    connection.send_bytes(pickle.dumps(message))


def receive(connection: Connection) -> Any:
    """Wait for a message and return it; raises EOFError at the end of the stream."""
    return pickle.loads(connection.recv_bytes())
