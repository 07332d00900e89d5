"""Solutions as tidy pandas frames, and heat maps of how often each tile covers each cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from cp_puzzles.analysis.numbered_tilings import Tilings, occurrences_in
from cp_puzzles.base.named_values import require_package
from cp_puzzles.base.values import NON_NEGATIVE_INT, check_type, checked, suggesting
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solutions
from cp_puzzles.cover.symmetry.orbits import orbits
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.puzzle.geometry.footprint import DrawnPoint, drawn_point, footprint, layers
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

BLOCK_SOLUTIONS = 256
"""Solutions compared with all others in one matrix product."""

PANEL_INCHES = 2.4


def solutions_frame(solutions: Solutions) -> DataFrame:
    """Return a frame with one row per covered cell of each solution.

    The columns are `solution` and `copy` (from 1), `tile`, one column per axis of the cell (`layer` only where there
    are layers), `orientation` (index among the tile's orientations) and `orbit_size`. Rows are ordered by solution,
    then by placement as in `Solution.placements`.

    >>> from cp_puzzles import solve
    >>> solutions = solve("pentomino3x20", engine="exact-cover").solutions
    >>> frame = solutions_frame(solutions)
    >>> frame.columns.tolist()
    ['solution', 'tile', 'copy', 'row', 'column', 'orientation', 'orbit_size']
    >>> frame.groupby("tile").size().unique().tolist()
    [10]
    """
    check_type("solutions", solutions, Solutions)
    import pandas as pd

    puzzle, orientation, rows = solutions.puzzle, _orientations(solutions.puzzle), []
    for index, solution in enumerate(solutions, start=1):
        copies: Counter[str] = Counter()
        for placement in solution.placements:
            copies[placement.tile] += 1
            head, shape = (index, placement.tile, copies[placement.tile]), orientation(placement)
            cells = map(puzzle.lattice.coordinates, placement.cells)
            rows += [(*head, *cell, shape, solution.orbit_size) for cell in cells]
    columns = ["solution", "tile", "copy", *puzzle.lattice.axes, "orientation", "orbit_size"]
    return pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(columns, "int64") | {"tile": "str"})


def placements_frame(solutions: Solutions | Tilings) -> DataFrame:
    """Return a frame with one row per placement of the puzzle and the number of solutions that contain it.

    The columns are `tile`, `cells`, `orientation`, `solutions` and `share` (0 to 1); the rarest placement comes first,
    including those in no solution. Unfold the solutions first (see `unfold`): a search finds only the leader of each
    orbit, which biases positions. `tilings_of` gives the numbers of all tilings without listing them.

    >>> from cp_puzzles import solve
    >>> frame = placements_frame(solve("pentomino3x20", symmetry="off", engine="exact-cover").solutions)
    >>> len(frame), int((frame.solutions > 0).sum())
    (1236, 68)

    See Also
    --------
    coverage_frame, neighbors_frame
    """
    check_type("solutions", solutions, Solutions, Tilings)
    import pandas as pd

    puzzle = solutions.puzzle
    orientation = _orientations(puzzle)
    total, used = occurrences_in(solutions)
    options = (*build_cover(puzzle).placements, *puzzle.given)
    counted = sorted(((used.get(each, 0), each.tile, each.cells, each.shown), each) for each in options)
    rows = [
        (each.tile, tuple(map(puzzle.lattice.coordinates, each.cells)), orientation(each), count, count / max(total, 1))
        for (count, *_), each in counted
    ]
    return pd.DataFrame(rows, columns=["tile", "cells", "orientation", "solutions", "share"])


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
    check_type("solutions", solutions, Solutions, Tilings)
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


@suggesting
def neighbors_frame(solutions: Solutions, *, moved: int = 2, symmetry: Symmetry = "full") -> DataFrame:
    """Return the pairs of solutions that differ in at most `moved` pieces, in their best relative orientation.

    The columns are `first` < `second`, numbers of solutions from 1, and `moved`, the least number of pieces in
    different positions. `symmetry` is the equivalence under which the solutions were found. All pairs are compared:
    thousands of solutions take seconds.

    >>> from cp_puzzles import solve
    >>> solutions = solve("pentomino3x20", engine="exact-cover").solutions
    >>> neighbors_frame(solutions, moved=12).to_dict("records")
    [{'first': 1, 'second': 2, 'moved': 7}]

    See Also
    --------
    placements_frame, unfold
    """
    moved = checked("moved", moved, NON_NEGATIVE_INT)
    import pandas as pd

    families = list(orbits(solutions, symmetry=symmetry))
    images = [image for family in families for image in family]
    columns: dict[Placement, int] = {}
    for placement in (placement for image in images for placement in image.placements):
        columns.setdefault(placement, len(columns))
    # a 0-1 matrix of solutions and placements, as floats because their products are fast
    incidence = np.zeros((len(images), len(columns)), dtype=np.float32)
    for row, image in zip(incidence, images, strict=True):
        row[[columns[placement] for placement in image.placements]] = 1
    starts = np.cumsum([0, *map(len, families)])[:-1]
    leaders, pieces = incidence[starts], np.array([len(s.placements) for s in solutions], dtype=np.int64)
    pairs = []
    for begin in range(0, len(families), BLOCK_SOLUTIONS):
        shared = leaders[begin : begin + BLOCK_SOLUTIONS] @ incidence.T
        agreeing = np.maximum.reduceat(shared, starts, axis=1).astype(np.int64)
        different = np.maximum(pieces[begin : begin + BLOCK_SOLUTIONS, None], pieces[None, :]) - agreeing
        for first, second in np.argwhere(different <= moved).tolist():
            if begin + first < second:
                pairs.append((begin + first + 1, second + 1, int(different[first, second])))
    return pd.DataFrame(pairs, columns=["first", "second", "moved"])


def plot_coverage(solutions: Solutions | Tilings) -> Figure:
    """Plot one heat map per tile, darker where the tile lies more often, all on one scale.

    The layers of a box stand side by side, bottom layer first. Unfold the solutions first.

    See Also
    --------
    coverage_frame
    """
    require_package("matplotlib", "plot_coverage()")
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
        shares = coverage[tile].to_numpy()
        drawn = PolyCollection(polygons, array=shares, cmap="YlOrBr", edgecolor="face", linewidth=0.3)
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


def _orientations(puzzle: Puzzle) -> Callable[[Placement], int]:
    """Return the function that finds the index of a placement's shape among the orientations of its tile."""

    @cache
    def index(placement: Placement) -> int:
        return puzzle.tile(placement.tile).orientations.index(placement.orientation(puzzle.lattice))

    return index
