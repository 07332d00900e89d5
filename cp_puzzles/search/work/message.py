"""What a worker tells while it searches its parts."""

from __future__ import annotations

from dataclasses import dataclass

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
