"""Solutions as tidy pandas frames."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from cp_puzzles.analysis.tilings import Tilings, occurrences_in
from cp_puzzles.cover.problem import build_cover
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.extras import require
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.rules.measures import MEASURES

if TYPE_CHECKING:
    from pandas import DataFrame


def solutions_frame(solutions: Solutions) -> DataFrame:
    """A row for each covered cell of each solution.

    Columns: `solution` and `copy` count from 1; `tile`; the cell, a column an axis (`layer` only where there are
    layers); `orientation` is the number of the placement's form among the tile's orientations; `orbit_size`. Rows go
    solution by solution, placement by placement as in `Solution.placements`.

    >>> from cp_puzzles import solve
    >>> solutions = solve("pentomino3x20", jobs=1).solutions
    >>> frame = solutions_frame(solutions)
    >>> frame.columns.tolist()
    ['solution', 'tile', 'copy', 'row', 'column', 'orientation', 'orbit_size']
    >>> frame.groupby("tile").size().unique().tolist()
    [10]
    """
    require("pandas", "to_frame()")
    import pandas as pd

    puzzle = solutions.puzzle
    axes, names = puzzle.lattice.axes, [tile.name for tile in puzzle.tiles]
    number = {name: i for i, name in enumerate(names)}
    orientation = _Orientations(puzzle)
    rows: list[tuple[int, int, int, int, int, int]] = []
    cells: list[tuple[int, ...]] = []
    for index, solution in enumerate(solutions, start=1):
        copies: Counter[str] = Counter()
        for placement in solution.placements:
            tile, form = placement.tile, orientation.of(placement)
            copies[tile] += 1
            rows.append((index, number[tile], copies[tile], form, solution.orbit_size, len(placement.cells)))
            cells += map(puzzle.lattice.written, placement.cells)
    table = np.array(rows, dtype=np.int64).reshape(-1, 6)
    placed = np.repeat(table[:, :5], table[:, 5], axis=0)
    coordinates = np.array(cells, dtype=np.int64).reshape(-1, len(axes))
    columns = {
        "solution": placed[:, 0],
        "tile": np.array(names, dtype=object)[placed[:, 1]] if names else np.empty(0, dtype=object),
        "copy": placed[:, 2],
        **{axis: coordinates[:, i] for i, axis in enumerate(axes)},
        "orientation": placed[:, 3],
        "orbit_size": placed[:, 4],
    }
    return pd.DataFrame(columns).astype({"tile": "str"})


def placements_frame(solutions: Solutions | Tilings) -> DataFrame:
    """How often each placement of the puzzle occurs in the solutions, the rarest first; some occur in none.

    Columns: `tile`, `cells`, `orientation`, `solutions` (how many of them), `share` (of all, 0 to 1). Unfold the
    solutions first (see `unfold`): of an orbit only the leader is found, and it lies where symmetry breaking puts it.
    All tilings of a puzzle need not be listed: see `tilings_of`.

    >>> from cp_puzzles import solve
    >>> frame = placements_frame(solve("pentomino3x20", symmetry="off", jobs=1).solutions)
    >>> len(frame), int((frame.solutions > 0).sum())
    (1236, 68)
    """
    require("pandas", "placements_frame()")
    import pandas as pd

    puzzle = solutions.puzzle
    orientation = _Orientations(puzzle)
    total, used = occurrences_in(solutions)
    options = (*build_cover(puzzle).placements, *puzzle.given)
    records = sorted((used.get(option, 0), option.tile, option.cells) for option in options)
    number = max(total, 1)
    return pd.DataFrame(
        [
            (
                tile,
                tuple(map(puzzle.lattice.written, cells)),
                orientation.of(Placement(cells, tile)),
                count,
                count / number,
            )
            for count, tile, cells in records
        ],
        columns=["tile", "cells", "orientation", "solutions", "share"],
    )


def measures_frame(solutions: Solutions) -> DataFrame:
    """A row for each solution, and a column for each measure that has a meaning on its lattice.

    Columns: `solution` counts from 1; `orbit_size`; then `faults`, `crossroads` and so on, see `rules.measures`.

    >>> from cp_puzzles import solve
    >>> measures_frame(solve("pentomino3x20", jobs=1).solutions)[["crossroads", "border", "pieces"]].values.tolist()
    [[0, 12, 12], [0, 12, 12]]
    """
    require("pandas", "measures_frame()")
    import pandas as pd

    lattice = solutions.puzzle.lattice
    names = [name for name, measure in MEASURES.items() if measure.meaningless(lattice.unrolled) is None]
    rows = [
        (number, solution.orbit_size, *(solution.measure(name) for name in names))
        for number, solution in enumerate(solutions, start=1)
    ]
    return pd.DataFrame(rows, columns=["solution", "orbit_size", *names])


class _Orientations:
    """The number of a placement's form among its tile's orientations, remembered for each placement."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._known: dict[Placement, int] = {}

    def of(self, placement: Placement) -> int:
        if placement not in self._known:
            form = self._puzzle.lattice.normalise(placement.cells)
            self._known[placement] = self._puzzle.tile(placement.tile).orientations.index(form)
        return self._known[placement]
