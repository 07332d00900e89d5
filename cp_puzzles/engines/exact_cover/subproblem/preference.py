"""The order in which a search for one solution tries items and options, random within limits.

Running times of such searches are heavy-tailed; random restarts avoid the long ones (Gomes, Selman and Kautz, 1998).
Difficult tiles are tried first, so that easy tiles remain for the end, as people do. A tile is difficult if it has few
placements, or if its cells exclude different placements; the cells of a compact tile exclude nearly the same ones. If
tiles have several copies, the tile with most missing copies is tried first; otherwise copies of only two or three tiles
would remain.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cp_puzzles.base.arrays import Floats, Ints, Mask
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.engines.exact_cover.subproblem.cover_arrays import CoverArrays

SAMPLE_PLACEMENTS = 8
"""Placements of a tile that decide its difficulty."""

NOISE_OF_ORDER, NOISE_OF_ORDER_WITH_COPIES = 0.5, 1.0
"""Noise in the order of the options, in standard deviations of difficulty: where tiles may be used more than once, more
of it."""

NOISE_OF_COST = 0.05
"""Relative noise in the cost of an item: chance decides between nearly equal ones."""


@dataclass(frozen=True, eq=False)
class Preference:
    """The order in which options are tried, and noise in the costs of items.

    `rank`: a number for each option, smallest first; None: the order of the problem. `random`: the generator of the
    noise in costs; None: no noise.
    """

    rank: Floats | None = None
    random: np.random.Generator | None = None

    @classmethod
    def random_order(cls, difficulty: Floats, seed: tuple[int, ...], noise: float = NOISE_OF_ORDER) -> Preference:
        """Return a preference for difficult options, with noise; the same for the same seed."""
        random = np.random.default_rng(seed)
        return cls(noise * random.random(len(difficulty)) - difficulty, random)

    def sorted(self, arrays: CoverArrays, options: Ints, need: Ints) -> Ints:
        """Return options in the order of trial, given the number of options that each counted item still needs.

        Each missing copy of a tile counts as much as a standard deviation of difficulty.
        """
        if self.rank is None:
            return options
        missing = np.append(np.maximum(need, 0), 0)[arrays.counted[options]].sum(axis=1)
        return options[np.argsort(self.rank[options] - missing, kind="stable")]

    def priced(self, costs: Floats) -> Floats:
        """Return costs of items with noise."""
        return costs if self.random is None else costs * (1 + NOISE_OF_COST * self.random.random(len(costs)))


NO_PREFERENCE = Preference()
"""The items and options in the order of the problem."""


def tile_difficulty(problem: CoverProblem, arrays: CoverArrays, covering: Ragged) -> Floats:
    """Return the difficulty of the tile of each option, in standard deviations; 0 if all tiles are equally difficult.

    A tile is difficult if its cells exclude different placements, or if it has few placements; both count equally.
    """
    tile = problem.tile_numbers
    spread, rarity = np.zeros(len(tile)), np.zeros(len(tile))
    scratch = np.zeros(len(tile), dtype=np.bool_)
    for number in np.unique(tile):
        members = np.flatnonzero(tile == number)
        sample = members[np.linspace(0, len(members) - 1, min(SAMPLE_PLACEMENTS, len(members))).astype(np.int64)]
        spread[members] = np.mean([_spread(arrays, covering, option, scratch) for option in sample.tolist()])
        rarity[members] = -np.log(len(members))
    return _standardized(_standardized(spread) + _standardized(rarity))


def _standardized(values: Floats) -> Floats:
    """Return values in units of their standard deviation; 0 if they are equal."""
    deviation = values.std() if len(values) else 0.0
    return np.asarray(values / deviation if deviation > 1e-9 else np.zeros(len(values)), dtype=np.float64)


def _spread(arrays: CoverArrays, covering: Ragged, option: int, scratch: Mask) -> float:
    """Return the number of placements that an option excludes, divided by the sum of the numbers of each of its cells.

    `covering` has the options of each item. `scratch` is a mask of all options, all False.
    """
    items = np.unique(arrays.exclusive[option])
    items = items[items < arrays.required_count]
    excluded = [covering.row(item) for item in items[arrays.is_cell[items]].tolist()]
    for options in excluded:
        scratch[options] = True
    together = np.count_nonzero(scratch)
    scratch[:] = False
    return together / sum(map(len, excluded)) if excluded else 0.0
