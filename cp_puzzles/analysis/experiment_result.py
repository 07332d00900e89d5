"""Results of experiments: rows, comparisons, a table and a plot."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.file_access import write_file, write_table
from cp_puzzles.base.named_values import Displayed, require_package
from cp_puzzles.base.text import counted
from cp_puzzles.base.values import check_type
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import Breaking
from cp_puzzles.puzzle.palette import PALETTE
from cp_puzzles.search.run_result import RunResult, Status

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
