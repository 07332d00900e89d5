"""The times of an experiment as a picture."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cp_puzzles.analysis.experiment_result import ExperimentResult, Row
from cp_puzzles.analysis.extra import require
from cp_puzzles.errors import MistakeError
from cp_puzzles.palette import PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INCHES_A_ROW = 0.42
LOGARITHMIC = 15.0
"""Times that differ by more than this factor are drawn on a logarithmic axis."""

_COLORS = (PALETTE[1], PALETTE[6], PALETTE[11])


def plot_experiment(result: ExperimentResult) -> Figure:
    """A bar a row, a panel a puzzle: the median time to all solutions, its range, and a tick at the first solution.

    A colour stands for an engine; a hatched bar was stopped by the time limit.
    """
    require("matplotlib", "plot_experiment()")
    from matplotlib.figure import Figure

    puzzles = list(dict.fromkeys(row.setup.puzzle for row in result.rows))
    groups = [[i for i, row in enumerate(result.rows) if row.setup.puzzle == puzzle] for puzzle in puzzles]
    heights = [len(group) for group in groups]
    figure = Figure(figsize=(8, 1.1 * len(groups) + INCHES_A_ROW * sum(heights)), layout="constrained")
    panels: list[Axes] = []
    if groups:
        panels = list(figure.subplots(len(groups), 1, squeeze=False, height_ratios=heights)[:, 0])
    labels = result.labels("puzzle")
    engines = list(dict.fromkeys(row.setup.engine for row in result.rows))
    for puzzle, group, axes in zip(puzzles, groups, panels, strict=True):
        _draw(axes, [result.rows[i] for i in group], [labels[i] for i in group], engines)
        axes.set_title(puzzle, loc="left", fontweight="bold")
    return figure


def save_plot(result: ExperimentResult, path: str | os.PathLike[str]) -> None:
    """Write the picture in the format of the suffix; raises `MistakeError` if that cannot be done."""
    figure = plot_experiment(result)
    try:
        figure.savefig(path, dpi=150)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise MistakeError(os.fspath(path), f"the file cannot be written: {reason}", "choose another place") from None


def _draw(axes: Axes, rows: list[Row], labels: list[str], engines: list[str]) -> None:
    times = [row.seconds for row in rows]
    for place, row in enumerate(rows):
        shortest, longest = row.range
        axes.barh(
            place,
            row.seconds,
            xerr=[[row.seconds - shortest], [longest - row.seconds]] if len(row.runs) > 1 else None,
            color=_COLORS[engines.index(row.setup.engine) % len(_COLORS)],
            hatch="//" if row.status == "time-limit" else None,
            edgecolor="white",
            error_kw={"ecolor": "#555555", "capsize": 3},
            height=0.7,
        )
        if row.first_seconds is not None:
            axes.plot([row.first_seconds] * 2, [place - 0.35, place + 0.35], color="black", linewidth=2)
        bound = "> " if row.status == "time-limit" else ""
        axes.annotate(
            f"{bound}{row.seconds:.2g} s, {row.solutions} solutions",
            (max(row.range), place),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
        )
    axes.set_yticks(range(len(rows)), labels)
    axes.invert_yaxis()
    if max(times) > LOGARITHMIC * min(times):
        axes.set_xscale("log")
        axes.set_xlim(right=max(times) * 12)
    else:
        axes.set_xlim(0, max(times) * 1.45)
    axes.set_xlabel("seconds to all solutions (black: to the first one)", fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
