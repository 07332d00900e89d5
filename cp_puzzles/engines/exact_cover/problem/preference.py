"""What a search tries first where any solution will do: one run is lucky, another is not, so each has its own chance.

Running times of such searches are heavy-tailed; a search that begins anew with other choices evades the long ones
(Gomes, Selman and Kautz, 1998). Awkward tiles are tried first, as people do, so that the handy ones are left for the
end. The cells of a compact tile rule out much the same placements, those of an awkward one others each; a few
placements of each tile are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays, Ints

Floats = npt.NDArray[np.float64]

SAMPLE = 8
"""How many placements of a tile tell how awkward it is."""

SPREAD, SPREAD_OF_REPEATED_TILES = 0.5, 3.0
"""How much chance there is in the order of the options, against one standard deviation of awkwardness. Where tiles can
be used more than once there must be more of it, so that it is not copies of two or three tiles that are left."""

NOISE = 0.05
"""By how much an item may seem dearer than it is: as good as equal are equal, and chance decides."""


@dataclass(frozen=True, eq=False)
class Preference:
    """What is tried first. `rank`: for each option, the least first; None: all as they come. `random`: the chance."""

    rank: Floats | None = None
    random: np.random.Generator | None = None

    @classmethod
    def by_chance(cls, awkwardness: Floats, seed: tuple[int, ...], spread: float = SPREAD) -> Preference:
        """The awkward options first, more or less; the same for the same seed."""
        random = np.random.default_rng(seed)
        return cls(spread * random.random(len(awkwardness)) - awkwardness, random)

    def sorted(self, options: Ints) -> Ints:
        """Options in the order in which they are tried."""
        return options if self.rank is None else options[np.argsort(self.rank[options], kind="stable")]

    def priced(self, costs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """What items cost, up to a little."""
        return costs if self.random is None else costs * (1 + NOISE * self.random.random(len(costs)))


AS_IT_COMES = Preference()
"""The items and options in the order of the problem."""


def awkwardness(problem: CoverProblem, arrays: CoverArrays) -> Floats:
    """How awkward the tile of each option is, in standard deviations; 0 where all are alike."""
    tile = problem.tile_numbers
    result = np.zeros(len(tile))
    ruled_out = np.zeros(len(tile), dtype=np.bool_)
    for number in np.unique(tile):
        members = np.flatnonzero(tile == number)
        sample = members[np.linspace(0, len(members) - 1, min(SAMPLE, len(members))).astype(np.int64)]
        result[members] = np.mean([_spread(arrays, option, ruled_out) for option in sample.tolist()])
    deviation = result.std() if len(result) else 0.0
    return np.asarray(result / deviation if deviation > 1e-9 else np.zeros(len(tile)), dtype=np.float64)


def _spread(arrays: CoverArrays, option: int, ruled_out: npt.NDArray[np.bool_]) -> float:
    """The share of the placements that an option rules out among those that its cells rule out, each for itself.

    `ruled_out` is scratch, all False.
    """
    items = np.unique(arrays.exclusive[option])
    items = items[items < arrays.required_count]
    of_cells = [arrays.excluding.of(item) for item in items[arrays.is_cell[items]].tolist()]
    for options in of_cells:
        ruled_out[options] = True
    together = np.count_nonzero(ruled_out)
    ruled_out[:] = False
    return together / sum(map(len, of_cells)) if of_cells else 0.0
