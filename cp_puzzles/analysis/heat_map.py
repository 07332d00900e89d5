"""Where each tile lies in a set of solutions, or in all tilings."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from cp_puzzles.analysis.tilings import Tilings, occurrences_in
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.extras import require
from cp_puzzles.geometry.footprint import Spot, footprint, layers, spot
from cp_puzzles.puzzle.model import Puzzle

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

PANEL_INCHES = 2.4


def coverage_frame(solutions: Solutions | Tilings) -> DataFrame:
    """For each cell (a row; an index level an axis) and each tile (a column) the share of solutions that put it there.

    Shares go from 0 to 1; where every cell is covered a row adds up to 1. Unfold the solutions first (see `unfold`): of
    an orbit only the leader is found, and it lies where symmetry breaking puts it. All tilings of a puzzle need not be
    listed: see `tilings_of`.

    >>> from cp_puzzles import solve
    >>> from cp_puzzles.analysis.orbits import unfold
    >>> solutions = unfold(solve("pentomino3x20", jobs=1).solutions)
    >>> coverage_frame(solutions).loc[(0, 0), ["U", "X"]].tolist()
    [0.5, 0.0]
    """
    require("pandas", "coverage_frame()")
    import pandas as pd

    puzzle = solutions.puzzle
    cells, tiles = puzzle.board.cells, [tile.name for tile in puzzle.tiles]
    row, column = {cell: i for i, cell in enumerate(cells)}, {name: i for i, name in enumerate(tiles)}
    counts = np.zeros((len(cells), len(tiles)), dtype=object)
    total, placed = occurrences_in(solutions)
    for placement, times in placed.items():
        for cell in placement.cells:
            counts[row[cell], column[placement.tile]] += times
    shares = (counts / max(total, 1)).astype(float)
    index = pd.MultiIndex.from_tuples(map(puzzle.lattice.written, cells), names=puzzle.lattice.axes)
    return pd.DataFrame(shares, index=index, columns=pd.Index(tiles, name="tile"))


def plot_coverage(solutions: Solutions | Tilings) -> Figure:
    """A heat map for each tile, darker where it lies more often; the layers of a box stand side by side, bottom first.

    All maps share one scale. Unfold the solutions first.
    """
    require("matplotlib", "plot_coverage()")
    from matplotlib.collections import PolyCollection
    from matplotlib.figure import Figure

    coverage, puzzle = coverage_frame(solutions), solutions.puzzle
    polygons = _polygons(puzzle)
    xs, ys = zip(*(corner for polygon in polygons for corner in polygon), strict=True)
    across = min(len(coverage.columns), 4)
    down = ceil(len(coverage.columns) / across)
    panel = PANEL_INCHES * (max(ys) - min(ys)) / (max(xs) - min(xs)) + 0.3
    figure = Figure(figsize=(PANEL_INCHES * across, panel * down + 0.5), layout="constrained")
    panels = figure.subplots(down, across, squeeze=False).ravel()
    for axes in panels:
        axes.set_axis_off()
    largest = float(coverage.to_numpy().max())
    for axes, tile in zip(panels, coverage.columns, strict=False):
        drawn = PolyCollection(
            polygons, array=coverage[tile].to_numpy(), cmap="YlOrBr", edgecolor="face", linewidth=0.3
        )
        drawn.set_clim(0, largest)
        axes.add_collection(drawn)
        axes.set(xlim=(min(xs), max(xs)), ylim=(max(ys), min(ys)), aspect="equal")
        axes.set_title(tile, fontsize=10, fontweight="bold")
    figure.colorbar(
        drawn, ax=list(panels), shrink=0.7, format=lambda share, _: f"{share:.0%}", label="share of the solutions"
    )
    return figure


def _polygons(puzzle: Puzzle) -> list[list[Spot]]:
    """The cells of a board as they are drawn, in order; layers side by side, one cell between them."""
    lattice, cells = puzzle.lattice, puzzle.board.cells
    flat = {cell: [spot(lattice, corner) for corner in footprint(lattice, cell)] for cell in cells}
    xs = [x for polygon in flat.values() for x, _ in polygon]
    width = max(xs) - min(xs) + 1
    away = {cell: width * number for number, layer in enumerate(layers(lattice, cells)) for cell in layer}
    return [[(x + away[cell], y) for x, y in flat[cell]] for cell in cells]
