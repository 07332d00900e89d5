"""Heat maps: how often each tile covers each cell, in a set of solutions or in all tilings."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from cp_puzzles.analysis.numbered_tilings import Tilings, occurrences_in
from cp_puzzles.base.packages import require
from cp_puzzles.cover.solution import Solutions
from cp_puzzles.puzzle.geometry.footprint import DrawnPoint, drawn_point, footprint, layers
from cp_puzzles.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

PANEL_INCHES = 2.4


def coverage_frame(solutions: Solutions | Tilings) -> DataFrame:
    """Return the share of solutions in which each tile (column) covers each cell (row, one index level per axis).

    Shares lie between 0 and 1; a row sums to 1 where every cell is covered. Unfold the solutions first (see `unfold`):
    a search finds only the leader of each orbit, which biases positions. `tilings_of` gives the numbers of all tilings
    without listing them.

    >>> from cp_puzzles import solve
    >>> from cp_puzzles.cover.symmetry.orbits import unfold
    >>> solutions = unfold(solve("pentomino3x20", engine="exact-cover").solutions)
    >>> coverage_frame(solutions).loc[(0, 0), ["U", "X"]].tolist()
    [0.5, 0.0]

    See Also
    --------
    plot_coverage, placements_frame, sample
    """
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
    index = pd.MultiIndex.from_tuples(map(puzzle.lattice.coordinates, cells), names=puzzle.lattice.axes)
    return pd.DataFrame(shares, index=index, columns=pd.Index(tiles, name="tile"))


def plot_coverage(solutions: Solutions | Tilings) -> Figure:
    """Plot one heat map per tile, darker where the tile lies more often, all on one scale.

    The layers of a box stand side by side, bottom layer first. Unfold the solutions first.

    See Also
    --------
    coverage_frame
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


def _polygons(puzzle: Puzzle) -> list[list[DrawnPoint]]:
    """Return the polygon of each cell in order; layers stand side by side, one cell apart."""
    lattice, cells = puzzle.lattice, puzzle.board.cells
    flat = {cell: [drawn_point(lattice, corner) for corner in footprint(lattice, cell)] for cell in cells}
    xs = [x for polygon in flat.values() for x, _ in polygon]
    width = max(xs) - min(xs) + 1
    shift = {cell: width * number for number, layer in enumerate(layers(lattice, cells)) for cell in layer}
    return [[(x + shift[cell], y) for x, y in flat[cell]] for cell in cells]
