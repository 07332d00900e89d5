"""The registry of engines by name, and their settings; an engine is imported when it is first asked for.

Settings are switches and numbers that change the speed of a search and never its answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Self, cast, get_args, get_type_hints

from cp_puzzles.base.named_values import loaded
from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import MistakeError, Parameter


@dataclass(frozen=True)
class EngineSettings:
    """The settings of an engine that has none; subclasses add fields of type `bool` or `int`, possibly with None."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the settings."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    def of(cls, values: Mapping[str, object], engine: str = "") -> Self:
        """Return the settings with some values changed.

        Raises `MistakeError` for an unknown name or a value of another type; `engine` is the name in the message.

        >>> EngineSettings.of({"speed": True}, "frontier")
        Traceback (most recent call last):
            ...
        cp_puzzles.errors.MistakeError: setting speed: the engine frontier has no such setting; omit it
        """
        names, types = cls.names(), get_type_hints(cls) if values else {}
        for name, value in values.items():
            if name not in names:
                remedy = suggestion(name, names, f"settings: {', '.join(names)}" if names else "omit it")
                raise MistakeError(f"setting {name}", f"the engine {engine} has no such setting", remedy)
            allowed = get_args(types[name]) or (types[name],)
            if type(value) not in allowed:
                is_switch = bool in allowed
                problem = f"{value!r} is not {'on or off' if is_switch else 'a number'}"
                raise MistakeError(f"setting {name}", problem, "write on or off" if is_switch else "write a number")
        changed: Mapping[str, Any] = values
        return cls(**changed)


@dataclass(frozen=True)
class CpSatSettings(EngineSettings):
    """The settings of the CP-SAT engine; the defaults are the fast ones (`tests/benchmarks/test_cp_sat_settings.py`).

    `fixed_search`: branch on the placements in fill order, instead of CP-SAT's automatic search.
    `fill_order`: number the cells along the smallest cross-section; off, branch on the placements tile by tile.
    `presolve`, `inprocessing`, `linearization`, `solver_symmetry`: CP-SAT's own methods, which cost more than they
    save when a flat exact cover is enumerated.
    `implied_counts`: keep redundant constraints on the number of copies of a tile.
    `seed`: the random seed of the solver.
    """

    fixed_search: bool = True
    fill_order: bool = True
    presolve: bool = False
    inprocessing: bool = False
    linearization: bool = False
    solver_symmetry: bool = False
    implied_counts: bool = False
    seed: int = 0


@dataclass(frozen=True)
class ExactCoverSettings(EngineSettings):
    """The settings of the exact-cover engine; None: chosen by the problem.

    `remember`: a table of failures; by default where a tile may be used more than once. `scan`: search narrow boards,
    and many single cells whose sides match, by table. `rim`: the branching discount of central cells, in percent; see
    `ItemOrder`. `sparse`: search on lists instead of bit sets; by default where there are very many placements.
    `restarts`: random restarts where one solution is wanted. `seed`: their random seed.
    """

    remember: bool | None = None
    scan: bool = True
    rim: int | None = None  # the key that users type; the search calls it a discount
    sparse: bool | None = None
    restarts: bool = True
    seed: int = 0


@dataclass(frozen=True)
class SeedSettings(EngineSettings):
    """The settings of the automatic choice. `seed`: the random seed of the search for one solution."""

    seed: int = 0


if TYPE_CHECKING:
    from cp_puzzles.engines.engine import Engine
    from cp_puzzles.engines.frontier.frontier_engine import FrontierCounter
    from cp_puzzles.engines.frontier.frontier_engine import SweepCount as SweepCount
    from cp_puzzles.engines.frontier.solution_ranking import SolutionRanking as SolutionRanking

AUTO = "auto"
"""The engine if none is named: the automatic choice."""

MODEL_ENGINE = "cp-sat"
"""The engine of the CP-SAT model, which also enumerates models of the user and proves objectives."""

FASTEST = "exact-cover"
"""The engine that enumerates fastest."""


@dataclass(frozen=True)
class Entry:
    """The entry of an engine: a name, a sentence for the help text, and the place `module:class` of its class.

    `enumerates`: True for an `Engine`, False for a counter, which counts all solutions at once. `settings`: the class
    of its settings. `checked_by`: the engine that a cross-check runs. `node`: the unit in which an experiment reports
    branches.
    """

    name: str
    summary: str
    place: str = ""
    enumerates: bool = True
    settings: type[EngineSettings] = EngineSettings
    checked_by: str = "exact-cover"
    node: str = "nodes of the search"


_ENTRIES = {
    entry.name: entry
    for entry in (
        Entry(
            MODEL_ENGINE,
            "cp-sat",
            "engines.cp_sat.cp_sat_engine:CpSatEngine",
            settings=CpSatSettings,
            node="branches of the solver",
        ),
        Entry(
            FASTEST,
            "exact-cover (compiled, faster)",
            "engines.exact_cover.exact_cover_engine:ExactCoverEngine",
            settings=ExactCoverSettings,
            checked_by=MODEL_ENGINE,
        ),
        Entry(
            "frontier", "frontier (counts only)", "engines.frontier.frontier_engine:FrontierCounter", enumerates=False
        ),
        Entry(AUTO, "auto (tries first; several engines if one solution is wanted)", settings=SeedSettings),
    )
}

NAMES = tuple(_ENTRIES)
"""The names of all engines."""

ENGINES = tuple(name for name, entry in _ENTRIES.items() if entry.enumerates and name != AUTO)
"""The names of the engines that enumerate."""

COUNTERS = tuple(name for name, entry in _ENTRIES.items() if not entry.enumerates)
"""The names of the engines that only count."""

SETTING_NAMES = tuple(dict.fromkeys(name for entry in _ENTRIES.values() for name in entry.settings.names()))
"""The names of all settings."""

SUMMARIES = ", ".join(entry.summary for entry in _ENTRIES.values())
"""The engines in a help text."""


def entry_of(name: str) -> Entry:
    """Return the entry of an engine; raise `MistakeError` for an unknown name."""
    if name not in _ENTRIES:
        raise MistakeError(Parameter("engine", name), "there is no such engine", "engines: " + ", ".join(NAMES))
    return _ENTRIES[name]


def require_engine(name: str, *, counts: bool, settings: Mapping[str, object] | None = None) -> Entry:
    """Return the entry of an engine.

    Raises `MistakeError` for an unknown name, for one that cannot find solutions unless it `counts`, and for wrong
    settings.
    """
    entry = entry_of(name)
    if not counts and not entry.enumerates:
        raise counter_error(
            name, "this engine only counts and does not find solutions", "use `count`, or another engine: "
        )
    if settings:
        entry.settings.of(settings, name)
    return entry


def counter_error(name: str, problem: str, remedy: str = "engines: ") -> MistakeError:
    """Return the error for an engine that only counts; the names of those that enumerate follow the remedy."""
    return MistakeError(Parameter("engine", name), problem, remedy + ", ".join(ENGINES))


def load_engine(name: str) -> Engine:
    """Return a new instance of an engine by its name.

    Raises `MistakeError` if there is none, or if it requires a package that is not installed.
    """
    return cast("Engine", loaded(require_engine(name, counts=False).place)())


def load_counter(name: str) -> FrontierCounter:
    """Return the counter of that name; raise `MistakeError` if there is none."""
    return cast("FrontierCounter", loaded(require_engine(name, counts=True).place)())
