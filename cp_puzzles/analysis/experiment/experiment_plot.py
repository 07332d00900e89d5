"""Plot of the figures of an experiment."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cp_puzzles.analysis.experiment.experiment_result import ExperimentResult, ExperimentRow
from cp_puzzles.base.file_access import write_file
from cp_puzzles.base.options import check_type
from cp_puzzles.base.registry import require_package
from cp_puzzles.puzzle.palette import PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INCHES_PER_ROW = 0.34
INCHES_PER_PUZZLE = 0.75
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
    panels = figure.subplots(
        len(groups), len(columns), squeeze=False, sharex="col", sharey="row", height_ratios=heights
    )
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
