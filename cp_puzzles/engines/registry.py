"""The registry of engines by name; an engine is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from cp_puzzles.base.registry import loaded
from cp_puzzles.engines.engine_settings import CpSatSettings, EngineSettings, ExactCoverSettings, PortfolioSettings
from cp_puzzles.engines.search_cost import PartitionPolicy, SearchCost
from cp_puzzles.errors import MistakeError, Parameter

if TYPE_CHECKING:
    from cp_puzzles.engines.engine import Engine
    from cp_puzzles.engines.frontier.frontier_engine import FrontierCounter
    from cp_puzzles.engines.frontier.solution_ranking import SolutionRanking as SolutionRanking
    from cp_puzzles.engines.frontier.sweep_count import SweepCount as SweepCount

DEFAULT = AUTO = "auto"
"""The engine if none is named: the automatic choice."""

MODEL_ENGINE = "cp-sat"
"""The engine of the CP-SAT model, which also enumerates models of the user and proves objectives."""


CP_SAT_COST = SearchCost(
    scale=1.32e-09,
    node_exponent=0.76,
    option_exponent=1.496,
    copies_exponent=-0.214,
    per_solution=2.8e-4,
    per_incidence=2.5e-6,
    per_block_option=1e-6,
    per_option=13e-6,
    loading=0.8,
    fitted_nodes=1e8,
    fill_order=True,
)
"""Fitted to 57 puzzles of the catalog (`tests/benchmarks/cp_sat_costs.csv`): within a factor of 2.8, median 1.25.

`loading` is the time of `import ortools`; `tests/benchmarks/engine_costs.py` measures it.
"""

EXACT_COVER_COST = SearchCost(scale=1.5e-7, per_pair=4e-9, loading=0.4)
"""Measured by `tests/benchmarks/engine_costs.py`."""


@dataclass(frozen=True)
class Tuning:
    """Measured values of an engine that decide how a search is run; the defaults suit a new engine.

    `partition`: see `PartitionPolicy`. With few parts, some processes are idle at the end. With many, CP-SAT cannot use
    in one part what it learned in another: 6x10 up to symmetry takes 1.3 times the processor time in 77 parts that it
    takes in 12. But CP-SAT adds a clause for each solution, so a part should not have too many: all of 6x10 takes 1.6
    times the processor time in 15 parts that it takes in 35. Work of less than half a second is not split, because each
    part builds its model: five pentominoes in 5x5 up to symmetry take six times the processor time in 16 parts. The
    compiled search builds bit sets for each part: solid 3x4x5 takes 1.2 times as long in 85 parts as in 19, 25 Y takes
    1.2 times as long in 80 parts as in 31.
    `cost`: the forecast of the processor time.
    `threads`: True if threads of one process can search in parallel, each with its own engine.
    `dense_packing_settings`: settings for enumerating all packings of the best value; there are few of them.
    """

    partition: PartitionPolicy = PartitionPolicy(1)  # noqa: RUF009  (a frozen value)
    cost: SearchCost = SearchCost(1e-6)  # noqa: RUF009  (a frozen value)
    threads: bool = False
    dense_packing_settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """The entry of an engine: a name, a sentence for the help text, and the place `module:class` of its class.

    `enumerates`: True for an `Engine`, False for a counter, which counts all solutions at once. `is_portfolio`: True if
    it runs other engines in turn to find one solution, and otherwise chooses one of them. `settings`: the class of its
    settings. `checked_by`: the engine that a cross-check runs. `node`: the unit in which an experiment reports
    branches.
    """

    name: str
    summary: str
    place: str
    enumerates: bool = True
    is_portfolio: bool = False
    settings: type[EngineSettings] = EngineSettings
    checked_by: str = "exact-cover"
    node: str = "nodes of the search"
    tuning: Tuning = Tuning()

    @property
    def cost(self) -> SearchCost:
        """The forecast of the processor time."""
        return self.tuning.cost


_ENTRIES = {
    entry.name: entry
    for entry in (
        Entry(
            MODEL_ENGINE,
            "cp-sat",
            "engines.cp_sat.cp_sat_engine:CpSatEngine",
            settings=CpSatSettings,
            node="branches of the solver",
            tuning=Tuning(
                PartitionPolicy(12, 100_000, max_work_per_part=70_000),
                cost=CP_SAT_COST,
                dense_packing_settings={"linearization": True},
            ),
        ),
        Entry(
            "exact-cover",
            "exact-cover (compiled, faster)",
            "engines.exact_cover.exact_cover_engine:ExactCoverEngine",
            settings=ExactCoverSettings,
            checked_by=MODEL_ENGINE,
            tuning=Tuning(PartitionPolicy(16, 3_000_000, max_work_per_part=1_000_000), EXACT_COVER_COST, threads=True),
        ),
        Entry(
            "frontier",
            "frontier (counts only)",
            "engines.frontier.frontier_engine:FrontierCounter",
            enumerates=False,
        ),
        Entry(
            AUTO,
            "auto (tries first; several engines if one solution is wanted)",
            "",
            is_portfolio=True,
            settings=PortfolioSettings,
            tuning=Tuning(threads=True),
        ),
    )
}

NAMES = tuple(_ENTRIES)
"""The names of all engines."""

ENGINES = tuple(name for name, entry in _ENTRIES.items() if entry.enumerates and not entry.is_portfolio)
"""The names of the engines that enumerate."""

COUNTERS = tuple(name for name, entry in _ENTRIES.items() if not entry.enumerates)
"""The names of the engines that only count."""

FASTEST = min(ENGINES, key=lambda name: _ENTRIES[name].cost.search_seconds(1e6, 2_000))
"""The engine that enumerates fastest: a million nodes with the options of 6x10."""

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
    if not counts:
        refuse_counter(name, "this engine only counts and does not find solutions", "use `count`, or another engine: ")
    entry = entry_of(name)
    entry.settings.of(settings or {}, name)
    return entry


def refuse_counter(name: str, problem: str, remedy: str = "engines: ") -> Entry:
    """Return the entry of an engine that enumerates; raise `MistakeError` with the problem for one that only counts.

    The names of the engines that enumerate follow the remedy.
    """
    entry = entry_of(name)
    if not entry.enumerates:
        raise MistakeError(Parameter("engine", name), problem, remedy + ", ".join(ENGINES))
    return entry


def refuse_for_counter(entry: Entry, **options: object) -> None:
    """Raise `MistakeError` for the first option that is given to an engine that counts all at once."""
    for name, value in options.items():
        if value is not None and not entry.enumerates:
            problem = f"the engine {entry.name} counts all at once"
            raise MistakeError(Parameter(name, value), problem, ("omit ", Parameter(name)))


def load_engine(name: str) -> Engine:
    """Return a new instance of an engine by its name.

    Raises `MistakeError` if there is none, or if it requires a package that is not installed.
    """
    return cast("Engine", loaded(require_engine(name, counts=False).place)())


def load_counter(name: str) -> FrontierCounter:
    """Return the counter of that name; raise `MistakeError` if there is none."""
    return cast("FrontierCounter", loaded(require_engine(name, counts=True).place)())
