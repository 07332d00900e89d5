"""The engines by name; each is imported when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import cast

from cp_puzzles.engines.base import Cut, Engine
from cp_puzzles.errors import MistakeError, Parameter


@dataclass(frozen=True)
class Entry:
    """Where an engine is, and how its searches are best cut.

    See `Cut`. Two processes want many parts, to be busy to the end. But what CP-SAT learns in a part is lost to the
    others: 6x10 up to symmetry in 77 parts takes 1.3 times the processor time of 12. And it gets slower with all that
    it learns and with each solution, which stays as a clause: all of 6x10 in 15 parts takes 1.6 times that of 35. For
    the compiled search each part is a frame or more to build: solid 3x4x5 in 85 parts takes 1.2 times as long as in 19,
    25 Y in 80 parts 1.2 times as long as in 31. A node takes about `node_seconds`: a rule of thumb.
    `threads`: whether threads of one process search side by side, each with an engine of its own.
    """

    place: str
    cut: Cut
    node_seconds: float
    threads: bool


_ENGINES = {
    "cp-sat": Entry("cp_puzzles.engines.cp_sat.engine:CpSatEngine", Cut(12, 20_000, most=70_000), 6e-6, threads=False),
    "exact-cover": Entry(
        "cp_puzzles.engines.exact_cover.engine:ExactCoverEngine",
        Cut(16, 3_000_000, most=1_000_000),
        1.5e-7,
        threads=True,
    ),
}

ENGINES = tuple(_ENGINES)
"""The names of the engines."""


COUNTER = "frontier"
"""The engine that counts without enumerating, a whole question at once."""


def require_engine(name: str, *, counts: bool) -> None:
    """Raise `MistakeError` if no engine has that name, or if it only counts and that is not what is asked."""
    if name == COUNTER and not counts:
        raise MistakeError(
            Parameter("engine", name),
            "it counts and never sees a solution",
            "use `count`, or another engine: " + ", ".join(ENGINES),
        )
    if name not in (*ENGINES, COUNTER):
        raise MistakeError(
            Parameter("engine", name), "there is no such engine", "engines: " + ", ".join((*ENGINES, COUNTER))
        )


def load_engine(name: str) -> Engine:
    """The engine of that name; raises `MistakeError` if there is none or if it needs a package that is missing."""
    require_engine(name, counts=False)
    module, engine = _ENGINES[name].place.split(":")
    return cast(Engine, getattr(import_module(module), engine)())


def usual_cut(name: str) -> Cut:
    """How a search with an engine is cut, whatever the number of workers."""
    return _ENGINES[name].cut


def node_seconds(name: str) -> float:
    """About how long an engine takes for a node of the search tree; raises `MistakeError` if it does not search."""
    if name not in _ENGINES:
        raise MistakeError(
            Parameter("engine", name), "there is no search to estimate", "engines: " + ", ".join(ENGINES)
        )
    return _ENGINES[name].node_seconds


def searches_in_threads(name: str) -> bool:
    """Whether threads of one process can search side by side with an engine."""
    return _ENGINES[name].threads
