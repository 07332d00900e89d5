"""The engines by name; each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Counter, Cut, Engine, Supports
from cp_puzzles.engines.settings import EngineSettings
from cp_puzzles.errors import MistakeError, Parameter

DEFAULT, AUTO = "cp-sat", "auto"
"""The engine where none is named, and the name for whichever is best."""

WHOLE = Cut(1)
"""Not cut at all."""


@dataclass(frozen=True)
class Entry:
    """All that is to be known about an engine.

    `summary`: what it is, in the help text. `place`, `settings`: where it and the dataclass of its settings are.
    `enumerates`: whether it is an `Engine`, which finds solutions; else it is a `Counter`. `races`: whether it sets
    others to race for one solution; for all of them one is chosen. `checked_by`: the engine that a cross-check asks.
    `needs`: the package without which there is no such engine. `node`: what an experiment's branches are for it. A node
    takes about `node_seconds`: a rule of thumb. `threads`: whether threads of one process search side by side, each
    with an engine of its own. `tight`: settings with which it finds all tight packings, of which there are few.

    `cut`: see `Cut`. Two processes want many parts, to be busy to the end. But what CP-SAT learns in a part is lost to
    the others: 6x10 up to symmetry in 77 parts takes 1.3 times the processor time of 12. And it gets slower with all
    that it learns and with each solution, which stays as a clause: all of 6x10 in 15 parts takes 1.6 times that of 35.
    Less than half a second of work is not cut: each part has its model to build, so that five pentominoes in 5x5 up to
    symmetry take six times the processor time in 16 parts, and in one part are done before a second process would be.
    For the compiled search each part has bit sets to build: solid 3x4x5 in 85 parts takes 1.2 times as long as in 19,
    25 Y in 80 parts 1.2 times as long as in 31.
    """

    name: str
    summary: str
    place: str
    settings: str
    checked_by: str
    enumerates: bool = True
    races: bool = False
    needs: str | None = None
    cut: Cut = WHOLE
    node: str = "branches of the solver"
    node_seconds: float = 0.0
    tight: Mapping[str, object] = field(default_factory=dict)
    threads: bool = False


_ENTRIES = {
    entry.name: entry
    for entry in (
        Entry(
            "cp-sat",
            "cp-sat",
            place="cp_puzzles.engines.cp_sat.engine:CpSatEngine",
            settings="cp_puzzles.engines.cp_sat.settings:Settings",
            checked_by="exact-cover",
            cut=Cut(12, 100_000, most=70_000),
            node_seconds=6e-6,
            tight={"linearization": True},
        ),
        Entry(
            "exact-cover",
            "exact-cover (compiled, faster)",
            place="cp_puzzles.engines.exact_cover.engine:ExactCoverEngine",
            settings="cp_puzzles.engines.exact_cover.settings:Settings",
            checked_by="cp-sat",
            needs="numba",
            cut=Cut(16, 3_000_000, most=1_000_000),
            node="nodes of the search",
            node_seconds=1.5e-7,
            threads=True,
        ),
        Entry(
            "frontier",
            "frontier (counts only)",
            place="cp_puzzles.engines.frontier.counter:FrontierCounter",
            settings="cp_puzzles.engines.settings:EngineSettings",
            checked_by="exact-cover",
            enumerates=False,
        ),
        Entry(
            AUTO,
            "auto (a race for --limit 1; else chosen by an estimate)",
            place="cp_puzzles.engines.race.engine:RaceEngine",
            settings="cp_puzzles.engines.race.settings:Settings",
            checked_by="exact-cover",
            races=True,
            threads=True,
        ),
    )
}

NAMES = tuple(_ENTRIES)
"""The names of all engines."""

ENGINES = tuple(name for name, entry in _ENTRIES.items() if entry.enumerates and not entry.races)
"""The names of the engines that enumerate."""

COUNTERS = tuple(name for name, entry in _ENTRIES.items() if not entry.enumerates)
"""The names of those that only count."""

FASTEST = min(ENGINES, key=lambda name: _ENTRIES[name].node_seconds)
"""The engine that enumerates fastest, where it is installed."""

SUMMARIES = ", ".join(entry.summary for entry in _ENTRIES.values())
"""The engines in a help text."""


def entry_of(name: str) -> Entry:
    """The entry of an engine; raises `MistakeError` if there is none of that name."""
    if name not in _ENTRIES:
        raise MistakeError(Parameter("engine", name), "there is no such engine", "engines: " + ", ".join(NAMES))
    return _ENTRIES[name]


def require_engine(name: str, *, counts: bool, settings: Mapping[str, object] | None = None) -> Entry:
    """The entry of an engine that can do what is asked, with these settings; raises `MistakeError` for any other."""
    entry = entry_of(name)
    if not entry.enumerates and not counts:
        raise MistakeError(
            Parameter("engine", name),
            "it counts and never sees a solution",
            "use `count`, or another engine: " + ", ".join(ENGINES),
        )
    settings_of(name).of(settings or {})
    return entry


def refuse_of_counter(entry: Entry, **options: object) -> None:
    """Raise `MistakeError` for the first option that is given to an engine that counts all at once."""
    for name, value in options.items():
        if value is not None and not entry.enumerates:
            raise MistakeError(
                Parameter(name, value), f"the engine {entry.name} counts all at once", f"leave the {name} away"
            )


def load_engine(name: str, problem: CoverProblem | None = None) -> Engine:
    """The engine of that name.

    Raises `MistakeError` if there is none, if it needs a package that is missing, or if it declines the problem.
    """
    return cast(Engine, _loaded(require_engine(name, counts=False), problem))


def load_counter(name: str, problem: CoverProblem) -> Counter:
    """The engine of that name, which only counts; raises `MistakeError` if it declines the problem."""
    return cast(Counter, _loaded(require_engine(name, counts=True), problem))


def is_installed(name: str) -> bool:
    """Whether the package is there that an engine needs."""
    needs = entry_of(name).needs
    return needs is None or find_spec(needs) is not None


def _loaded(entry: Entry, problem: CoverProblem | None) -> Supports:
    engine = cast(Supports, _found(entry.place)())
    reason = None if problem is None else engine.supports(problem)
    if reason is not None:
        raise MistakeError(Parameter("engine", entry.name), reason, "engines: " + ", ".join(NAMES))
    return engine


def settings_of(name: str) -> type[EngineSettings]:
    """The type of an engine's settings."""
    return cast(type[EngineSettings], _found(entry_of(name).settings))


def node_seconds(name: str) -> float:
    """About how long an engine takes for a node of the search tree; raises `MistakeError` if it does not search."""
    entry = entry_of(name)
    if not entry.enumerates:
        raise MistakeError(
            Parameter("engine", name), "there is no search to estimate", "engines: " + ", ".join(ENGINES)
        )
    return entry.node_seconds


def _found(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(module), name)
