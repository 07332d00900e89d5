"""The engines by name; each is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from cp_puzzles.engines.base import Engine
from cp_puzzles.errors import MistakeError

_ENGINES = {
    "cp-sat": ("cp_puzzles.engines.cp_sat.engine:CpSatEngine", 16),
    "exact-cover": ("cp_puzzles.engines.exact_cover.engine:ExactCoverEngine", 64),
}
"""Where each engine is, and into how many parts its searches are cut, more or less.

Two processes want many parts, to be busy to the end. But what CP-SAT learns in a part is lost to the others: 6x10 in 77
parts takes 1.3 times the processor time of 12.
"""

ENGINES = tuple(_ENGINES)
"""The names of the engines."""


COUNTER = "frontier"
"""The engine that counts without enumerating, a whole question at once."""


def load_engine(name: str) -> Engine:
    """The engine of that name; raises `MistakeError` if there is none or if it needs a package that is missing."""
    if name == COUNTER:
        raise MistakeError(
            f"--engine {name}",
            "it counts and never sees a solution",
            "use `count`, or another engine: " + ", ".join(ENGINES),
        )
    if name not in _ENGINES:
        raise MistakeError(f"--engine {name}", "there is no such engine", "engines: " + ", ".join((*ENGINES, COUNTER)))
    module, engine = _ENGINES[name][0].split(":")
    return cast(Engine, getattr(import_module(module), engine)())


def usual_parts(name: str) -> int:
    """Into how many parts a search with an engine is cut; it does not depend on the number of workers."""
    return _ENGINES[name][1] if name in _ENGINES else 1
