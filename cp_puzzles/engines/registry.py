"""The engines by name; each is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from cp_puzzles.engines.base import Engine
from cp_puzzles.errors import MistakeError

_ENGINES = {
    "cp-sat": "cp_puzzles.engines.cp_sat.engine:CpSatEngine",
    "exact-cover": "cp_puzzles.engines.exact_cover.engine:ExactCoverEngine",
}

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
    module, engine = _ENGINES[name].split(":")
    return cast(Engine, getattr(import_module(module), engine)())
