"""Experiments: the same puzzles searched with several settings, side by side.

Runs are counts, one at a time, in this process unless `jobs` is larger than 1. Work that an engine does once per
process (importing its solver, compiling its search) precedes the first run and is not measured. Every setup runs once
before any runs again, and every second round is reversed, so that drift of the machine's speed favors no setup.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial, reduce
from io import BytesIO
from itertools import chain, count, groupby, product
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.deadline import propagate_interrupt
from cp_puzzles.base.file_access import write_file, write_table
from cp_puzzles.base.named_values import Displayed, require_package
from cp_puzzles.base.text import counted
from cp_puzzles.base.values import FUNCTION, POSITIVE_INT, check_type, checked, each_of
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import Breaking
from cp_puzzles.engines.registry import MODEL_ENGINE, entry_of
from cp_puzzles.errors import EngineError, MistakeError, Parameter
from cp_puzzles.puzzle.palette import PALETTE
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, build_puzzle, problem_from, spec_from
from cp_puzzles.puzzle.spec.loader import changed, parse_spec
from cp_puzzles.search.puzzle_options import refuse_unknown
from cp_puzzles.search.run_result import RunResult, Status
from cp_puzzles.search.search import count_solutions
from cp_puzzles.search.search_options import SearchOptions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame


INCHES_PER_ROW, INCHES_PER_PUZZLE = 0.34, 0.75
LOGARITHMIC_FROM_RATIO = 15.0
"""Ratio of figures from which they are drawn as points on a logarithmic axis instead of as bars from 0."""

_COLORS = (PALETTE[1], PALETTE[6], PALETTE[11])


@dataclass(frozen=True)
class _Column:
    """One figure: its name and its value for a row (None if the engine does not count it)."""

    name: str
    value: Callable[[ExperimentRow], float | None]
    is_time: bool = False

    def values(self, rows: Sequence[ExperimentRow]) -> list[float]:
        return [value for row in rows if (value := self.value(row)) is not None]

    def text(self, row: ExperimentRow) -> str:
        if not self.is_time:
            return f"{self.value(row):,}"
        return f"{'> ' * (row.status == 'time-limit')}{row.seconds:.2g} s, {row.solutions:,} solutions"


_COLUMNS = (
    _Column("seconds to all solutions (black: to the first)", lambda row: row.seconds, is_time=True),
    _Column("branches or nodes", lambda row: row.statistic("branches", "nodes")),
    _Column("conflicts", lambda row: row.statistic("conflicts")),
)


def plot_experiment(result: ExperimentResult) -> Figure:
    """Plot one panel per puzzle and figure: median seconds with their range, branches (or nodes), conflicts.

    All panels of a figure share one scale: bars from 0, or points on an axis labeled as logarithmic. Colors denote
    engines, a black tick the first solution, and hatched bars or hollow points runs stopped by the time limit.

    See Also
    --------
    experiment
    """
    check_type("plot_experiment(): result", result, ExperimentResult)
    require_package("matplotlib", "plot_experiment()")
    from matplotlib.figure import Figure

    columns = [column for column in _COLUMNS if any(column.values(result.rows))]
    puzzles = list(dict.fromkeys(row.setup.puzzle for row in result.rows))
    groups = [[i for i, row in enumerate(result.rows) if row.setup.puzzle == puzzle] for puzzle in puzzles]
    heights = [len(group) + INCHES_PER_PUZZLE / INCHES_PER_ROW for group in groups]
    figure = Figure(figsize=(3.2 * len(columns) + 1.6, 0.4 + INCHES_PER_ROW * sum(heights)), layout="constrained")
    if not groups:
        return figure
    shared: dict[str, Any] = {"sharex": "col", "sharey": "row", "height_ratios": heights}
    panels = figure.subplots(len(groups), len(columns), squeeze=False, **shared)
    labels = result.labels("puzzle")
    engines = list(dict.fromkeys(row.setup.engine for row in result.rows))
    colors = [_COLORS[engines.index(row.setup.engine) % len(_COLORS)] for row in result.rows]
    for place, column in enumerate(columns):
        values = column.values(result.rows)
        is_logarithmic = min(values) > 0 and max(values) > LOGARITHMIC_FROM_RATIO * min(values)
        for group, axes in zip(groups, panels[:, place], strict=True):
            _draw(axes, column, [result.rows[i] for i in group], [colors[i] for i in group], is_logarithmic)
        _scale(panels[-1, place], column, values, is_logarithmic)
    for puzzle, group, axes in zip(puzzles, groups, panels[:, 0], strict=True):
        axes.set_title(puzzle, loc="left", fontweight="bold", fontsize=10)
        axes.set_yticks(range(len(group)), [labels[i] for i in group])
        axes.set_ylim(len(group) - 0.4, -0.6)
    return figure


def save_plot(result: ExperimentResult, path: str | os.PathLike[str]) -> None:
    """Write the plot in the format of the suffix; raise `MistakeError` if the file cannot be written."""
    figure = plot_experiment(result)
    content = BytesIO()
    figure.savefig(content, format=Path(path).suffix.removeprefix("."), dpi=150)
    write_file(path, content.getvalue())


def _draw(axes: Axes, column: _Column, rows: list[ExperimentRow], colors: list[str], is_logarithmic: bool) -> None:
    """Draw one panel: the rows of a puzzle from top to bottom."""
    axes.spines[["top", "right"]].set_visible(False)
    for place, (row, color) in enumerate(zip(rows, colors, strict=True)):
        value = column.value(row)
        if value is None:
            continue
        is_stopped = row.status == "time-limit"
        if is_logarithmic:
            axes.plot(value, place, "o", color=color, markersize=8, fillstyle="none" if is_stopped else "full")
        else:
            axes.barh(place, value, color=color, hatch="//" if is_stopped else None, edgecolor="white", height=0.7)
        if column.is_time and len(row.runs) > 1:
            axes.plot(row.range, [place, place], "|-", color="#555555", linewidth=1.2)
        if column.is_time and row.first_seconds is not None:
            axes.plot([row.first_seconds] * 2, [place - 0.35, place + 0.35], color="black", linewidth=2)
        end = max(row.range) if column.is_time else value
        axes.annotate(column.text(row), (end, place), (8, 0), textcoords="offset points", va="center", fontsize=8)


def _scale(axes: Axes, column: _Column, values: list[float], is_logarithmic: bool) -> None:
    """Scale the axis that all panels of a figure share, with space for the numbers."""
    if is_logarithmic:
        axes.set_xscale("log")
        axes.set_xlim(right=max(values) * (max(values) / min(values)) ** 0.9)
    else:
        axes.set_xlim(0, max(values) * 1.75)
        axes.locator_params(axis="x", nbins=4)
    axes.set_xlabel(f"{column.name}{', logarithmic' if is_logarithmic else ''}", fontsize=8)


@dataclass(frozen=True)
class Setup:
    """A request about a puzzle and the settings of its search."""

    puzzle: str
    symmetry: Symmetry
    engine: str
    breaking: Breaking
    settings: tuple[tuple[str, object], ...] = ()

    def options(self) -> dict[str, Any]:
        """Return the keywords of `count`."""
        options = {name: value for name, value in vars(self).items() if name != "puzzle"}
        return options | {"settings": dict(self.settings)}

    def factors(self) -> dict[str, str]:
        """Return the factors by name, as text; `breaking` is empty where the symmetry is off."""
        breaking, words = "" if self.symmetry == "off" else self.breaking, {True: "on", False: "off"}
        given = {"puzzle": self.puzzle, "symmetry": self.symmetry, "engine": self.engine, "breaking": breaking}
        return given | {name: words[v] if isinstance(v, bool) else str(v) for name, v in self.settings}


@dataclass(frozen=True)
class ExperimentRow:
    """A setup and its runs, one or more, in the order in which they ran.

    `is_reconciled` is True if `raw` equals the count with symmetry off, None if no such count is complete. `speed_up`
    is the ratio of the median time of the puzzle's first row to that of this row.
    """

    setup: Setup
    runs: tuple[RunResult, ...]
    is_reconciled: bool | None = None
    speed_up: float | None = None

    @property
    def status(self) -> Status:
        """The status of the runs."""
        return self.runs[0].status

    @property
    def solutions(self) -> int:
        """The number of solutions at the setup's equivalence."""
        return self.runs[0].count

    @property
    def raw(self) -> int | None:
        """The sum of the orbit sizes; None if the search is incomplete."""
        return self.runs[0].raw

    @property
    def seconds(self) -> float:
        """The median time of a run."""
        return median(run.seconds for run in self.runs)

    @property
    def range(self) -> tuple[float, float]:
        """The shortest and the longest time of a run, in seconds."""
        return min(run.seconds for run in self.runs), max(run.seconds for run in self.runs)

    @property
    def first_seconds(self) -> float | None:
        """The median time until the first solution; None without one."""
        times = [run.first_solution_seconds for run in self.runs if run.first_solution_seconds is not None]
        return median(times) if times else None

    def statistic(self, *names: str) -> int | None:
        """Return the median of the first of these statistics that the engine counts."""
        rows = ([run.statistics[name] for run in self.runs if name in run.statistics] for name in names)
        return next((round(median(values)) for values in rows if values), None)

    def record(self) -> dict[str, Any]:
        """Return the row as plain data, times in seconds; `branches` holds nodes for an engine that counts nodes."""
        counts = {"status": self.status, "solutions": self.solutions, "raw": self.raw, "reconciled": self.is_reconciled}
        statistics = {name: self.statistic(name) for name in ("booleans", "constraints", "branches", "conflicts")}
        statistics["branches"] = self.statistic("branches", "nodes")
        times = {"runs": len(self.runs), "first_seconds": self.first_seconds, "seconds": self.seconds}
        times |= zip(("shortest_seconds", "longest_seconds"), self.range, strict=True)
        return {**self.setup.factors(), **counts, **statistics, **times, "speed_up": self.speed_up}


@dataclass(frozen=True)
class ExperimentResult(Displayed):
    """The result of an experiment.

    Attributes
    ----------
    rows
        A row for each run, in the order of the grid.
    jobs
        The number of processes of each run.
    contradictions
        Contradictions between runs; empty if they agree.
    is_interrupted
        True if Ctrl-C ended the experiment.
    """

    rows: tuple[ExperimentRow, ...]
    jobs: int = 1
    contradictions: tuple[str, ...] = ()
    is_interrupted: bool = False

    def __repr__(self) -> str:
        return f"ExperimentResult({counted(len(self.rows), 'row')})"

    def varying(self) -> tuple[str, ...]:
        """Return the factors that differ between rows, in order."""
        factors = [row.setup.factors() for row in self.rows]
        names = dict.fromkeys(name for row in factors for name in row)
        return tuple(name for name in names if len({row.get(name, "") for row in factors}) > 1)

    def labels(self, *without: str) -> tuple[str, ...]:
        """Return a short label for each row: the factors in which rows differ, except those in `without`.

        >>> def row(symmetry: Symmetry) -> ExperimentRow:
        ...     return ExperimentRow(Setup("Soma", symmetry, "cp-sat", "lex"), ())
        >>> ExperimentResult((row("off"), row("full"))).labels()
        ('symmetry off', 'symmetry full, lex')
        """
        plain = ("puzzle", "engine", "breaking")
        texts = {name: "" if name in plain else f"{name} " for name in self.varying() if name not in without}
        rows = (row.setup.factors() for row in self.rows)
        return tuple(", ".join(f"{text}{row[name]}" for name, text in texts.items() if row.get(name)) for row in rows)

    def records(self) -> tuple[dict[str, Any], ...]:
        """Return the rows as plain data, all with the same keys."""
        records = [row.record() for row in self.rows]
        factors = dict.fromkeys(name for row in self.rows for name in row.setup.factors())
        numbers = dict.fromkeys(name for record in records for name in record if name not in factors)
        return tuple({name: record.get(name) for name in (*factors, *numbers)} for record in records)

    def to_frame(self) -> DataFrame:
        """Return the rows as a pandas frame with one column per factor or figure; see `ExperimentRow.record`."""
        import pandas as pd

        return pd.DataFrame(self.records())

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a file; raise `MistakeError` if it cannot be written."""
        records = self.records()
        write_table(path, [*records[0]] if records else ["puzzle"], (record.values() for record in records))


SHORT_SECONDS, SHORT_RUNS = 1.0, 3
"""The longest run that is repeated by default, since the time of such runs varies; and the number of these runs."""

WARM_UP = "{name: warm-up, board: {size: [2, 3]}, tiles: [{set: domino, multiplicity: 3}]}"


_INSTEAD = {
    **dict.fromkeys(("leave", "given", "maximize", "minimize"), "change the puzzle with Puzzle(...), or vary rules="),
    **dict.fromkeys(("out", "json", "lab"), "result.to_frame() has the table"),
}
"""The remedies for options that an experiment does not have."""


@dataclass(frozen=True)
class ExperimentTurn:
    """The next run of an experiment, the `number`-th of `total`."""

    number: int
    total: int
    setup: Setup


class UnreconciledError(EngineError):
    """Runs of an experiment contradict each other; `result` holds all of them."""

    def __init__(self, result: ExperimentResult) -> None:
        self.result = result
        super().__init__("; ".join(result.contradictions))


def experiment(
    *puzzles: PuzzleSource,
    symmetry: Iterable[Symmetry] = ("off", "full"),
    engine: Iterable[str] = (MODEL_ENGINE,),
    breaking: Iterable[Breaking] = ("lex",),
    settings: Mapping[str, Iterable[object]] | None = None,
    rules: Iterable[Sequence[str]] = (),
    repeat: int | None = None,
    on_turn: Callable[[ExperimentTurn], None] | None = None,
    jobs: int = 1,
    **common: Any,
) -> ExperimentResult:
    """Run every combination of the listed values on every puzzle.

    An interrupt ends the experiment with the finished runs; a run that reaches its time limit is not repeated.

    Parameters
    ----------
    puzzles
        Names, paths, specs or puzzles.
    symmetry, engine, breaking
        Values of these options of `count`; `breaking` is not varied where the symmetry is off.
    settings
        Engine settings and the values to try; an engine without a setting runs without it.
    rules
        Alternatives for rules, each a list such as ``("faults=0", "faults=off")``.
    repeat
        Number of runs of each combination; by default three if the first takes less than a second, otherwise one.
    on_turn
        Called before each run.
    jobs
        Worker processes of each run.
    common
        Further options of `count`, such as ``limit`` and ``time_limit``, equal for all runs.

    Raises
    ------
    MistakeError
        If a combination cannot be run.
    UnreconciledError
        If two runs contradict each other; see `reconcile`.

    See Also
    --------
    plot_experiment, estimate

    Examples
    --------
    >>> result = experiment("dominoes4x4", symmetry=("off", "full"))
    >>> [(row.solutions, row.raw, row.is_reconciled) for row in result.rows]
    [(36, 36, True), (9, 36, True)]
    """
    alternatives = tuple(tuple(each) for each in each_of(Sequence, "rules", rules))  # type: ignore[type-abstract]
    check_type("settings", settings or {}, Mapping)
    named = _named(with_rules(puzzles, alternatives))
    several = {name: _several(name, values) for name, values in (settings or {}).items()}
    grid = _grid(
        named, _options("symmetry", symmetry), _options("engine", engine), _options("breaking", breaking), several
    )
    setups = tuple(grid)
    for name, value, kind in (("repeat", repeat, POSITIVE_INT), ("on_turn", on_turn, FUNCTION)):
        if value is not None:
            checked(name, value, kind)
    varied = ("symmetry", "engine", "breaking", "settings", "rules", "repeat", "on_turn", "jobs")
    accepted = {field.name for field in fields(SearchOptions)}.union(varied)
    refuse_unknown("experiment", common, sorted(accepted), _INSTEAD)
    options = {setup: SearchOptions(**setup.options(), jobs=jobs, **common) for setup in setups}
    runs: dict[Setup, list[RunResult]] = {setup: [] for setup in setups}
    is_interrupted = False
    for name in dict.fromkeys(setup.engine for setup in setups):
        warm_up = SearchOptions(engine=name, jobs=1)
        propagate_interrupt(partial(count_solutions, build_puzzle(parse_spec(WARM_UP)), warm_up))
    for turn in _turns(setups, runs, repeat):
        if on_turn is not None:
            on_turn(turn)
        try:
            run = partial(count_solutions, named[turn.setup.puzzle], options[turn.setup])
            runs[turn.setup].append(propagate_interrupt(run))
        except KeyboardInterrupt:
            is_interrupted = True
            break
    rows = reconcile(tuple(ExperimentRow(setup, tuple(runs[setup])) for setup in setups if runs[setup]))
    result = ExperimentResult(rows, jobs, tuple(contradictions(rows)), is_interrupted)
    if result.contradictions:
        raise UnreconciledError(result)
    return result


def with_rules(puzzles: Sequence[PuzzleSource], rules: Sequence[Sequence[str]]) -> list[Puzzle]:
    """Return every puzzle with every combination of rules, which become part of its name."""
    originals = [problem_from(puzzle) for puzzle in puzzles]
    if not rules:
        return originals
    puzzles_with_rules = []
    for puzzle, texts in product(originals, product(*rules)):
        spec = reduce(lambda spec, text: changed(spec, "rule", text), texts, spec_from(puzzle))
        puzzles_with_rules.append(build_puzzle(spec).replaced(name=f"{puzzle.name}, {', '.join(texts)}"))
    return puzzles_with_rules


def _named(puzzles: Sequence[Puzzle]) -> dict[str, Puzzle]:
    """Return the puzzles by name; repeated names are numbered."""
    named: dict[str, Puzzle] = {}
    for puzzle in puzzles:
        names = chain([puzzle.name], (f"{puzzle.name} ({copy})" for copy in count(2)))
        named[next(name for name in names if name not in named)] = puzzle
    if not named:
        raise MistakeError("experiment", "no puzzle is given", "name one or more puzzles")
    return named


def _grid(
    puzzles: Iterable[str],
    symmetry: tuple[Symmetry, ...],
    engines: tuple[str, ...],
    breaking: tuple[Breaking, ...],
    settings: Mapping[str, tuple[object, ...]],
) -> Iterator[Setup]:
    """Yield every combination once, the last factor varying fastest."""
    setting_names = {name: entry_of(name).settings.names() for name in engines}
    every = list(chain.from_iterable(setting_names.values()))
    for setting in settings:
        if setting not in every:
            problem = f"no such setting of {' or '.join(engines)}"
            raise MistakeError(f"setting {setting}", problem, f"use one of {', '.join(every)}")
    for puzzle, equivalence, name in product(dict.fromkeys(puzzles), dict.fromkeys(symmetry), dict.fromkeys(engines)):
        applicable = {setting: values for setting, values in settings.items() if setting in setting_names[name]}
        methods = breaking[:1] if equivalence == "off" else breaking
        for method, values in product(dict.fromkeys(methods), product(*map(dict.fromkeys, applicable.values()))):
            yield Setup(puzzle, equivalence, name, method, tuple(zip(applicable, values, strict=True)))


def _several(factor: str, values: object) -> tuple[Any, ...]:
    """Return the values of a factor, given as a list or as a single value."""
    listed = (values,) if isinstance(values, str) or not isinstance(values, Iterable) else tuple(values)
    if not listed:
        raise MistakeError(Parameter(factor), "no value is given", "list one or more values")
    return listed


def _options(factor: str, values: object) -> tuple[Any, ...]:
    """Return the values of a factor that is an option of a search."""
    return tuple(checked(factor, value, SearchOptions.option(factor).kind) for value in _several(factor, values))


def _turns(
    setups: tuple[Setup, ...], runs: Mapping[Setup, Sequence[RunResult]], repeat: int | None
) -> Iterator[ExperimentTurn]:
    """Yield the turns round by round, every second round reversed; `runs` has the results of those before.

    A setup whose run reached the time limit is not run again; without `repeat`, only setups of short runs are.
    """
    number, total = 0, len(setups) * (repeat or 1)
    waiting = list(setups)
    for turn in range(repeat or SHORT_RUNS):
        for setup in waiting if turn % 2 == 0 else reversed(waiting):
            number += 1
            yield ExperimentTurn(number, total, setup)
        if turn == 0:
            firsts = [(setup, runs[setup][0]) for setup in setups if runs[setup][0].status != "time-limit"]
            waiting = [setup for setup, run in firsts if repeat is not None or run.seconds < SHORT_SECONDS]
            total = len(setups) + len(waiting) * ((repeat or SHORT_RUNS) - 1)


def reconcile(rows: tuple[ExperimentRow, ...]) -> tuple[ExperimentRow, ...]:
    """Return the rows with `is_reconciled` and `speed_up` set.

    A row is reconciled if its orbit sizes sum to the number of solutions counted with symmetry off. The speed-up is the
    ratio of the first row's time to its own, unless both are incomplete.
    """
    compared = []
    for first, *others in _by_puzzle(rows):
        off = next((r.raw for r in (first, *others) if r.setup.symmetry == "off" and r.raw is not None), None)
        for row in (first, *others):
            is_reconciled = None if off is None or row.raw is None else row.raw == off
            has_ratio = row.seconds > 0 and not row.status == first.status == "time-limit"
            speed_up = first.seconds / row.seconds if has_ratio else None
            compared.append(replace(row, is_reconciled=is_reconciled, speed_up=speed_up))
    return tuple(compared)


def contradictions(rows: Iterable[ExperimentRow]) -> Iterator[str]:
    """Yield the contradictions between raw counts of a puzzle, counts at one equivalence, and runs of a row."""
    for group in _by_puzzle(tuple(rows)):
        complete = [row for row in group if row.raw is not None]
        for row in complete:
            if len({(run.count, run.raw) for run in row.runs if run.status == "complete"}) > 1:
                yield f"{_name(row)}: runs of the same search find {[run.count for run in row.runs]} solutions"
        off = [row for row in complete if row.setup.symmetry == "off"]
        for row in complete:
            reference = (off or complete)[0]
            if row.raw != reference.raw:
                yield f"{_name(row)}: orbit sizes sum to {row.raw}, not to the {reference.raw} of {_name(reference)}"
            first = next(peer for peer in complete if peer.setup.symmetry == row.setup.symmetry)
            if row.solutions != first.solutions:
                yield f"{_name(row)}: {row.solutions} solutions, but {first.solutions} with {_name(first)}"


def _by_puzzle(rows: tuple[ExperimentRow, ...]) -> Iterator[tuple[ExperimentRow, ...]]:
    for _, group in groupby(rows, key=lambda row: row.setup.puzzle):
        yield tuple(group)


def _name(row: ExperimentRow) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.setup.factors().items() if value)
