"""Look-ahead: the options that rounds of forced moves refute, in all positions at once.

Each column of an array is the position after one option. A round takes three products with the matrix of options and
items, which takes a third of the time of a `Position` for each option (pentominoes 6x10).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.position import Position

Counts = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

PRODUCT_MULTIPLICATIONS = 500_000
"""Largest matrix product in one call: BLAS threads larger ones, which takes ten times longer at these shapes."""


class LookAhead:
    """The look-ahead in a cover problem; `examined` counts the options of all positions."""

    def __init__(self, cover: Cover) -> None:
        table, bounds = cover.problem.table, [(item.minimum, item.maximum) for item in cover.problem.items]
        self.examined = 0
        self._cover = cover
        self._covers = np.zeros((len(table), len(bounds)), dtype=np.float32)
        self._covers[table.rows, table.values] = 1
        self._bounds = np.array(bounds, dtype=np.float32).reshape(-1, 2)

    def refuted(self, position: Position, *, all_rounds: bool = False) -> tuple[int, dict[int, int]]:
        """Return the options refuted in the fewest rounds, or in any number, each with the item that cannot be met.

        A round makes all forced moves, so that the result does not depend on the order of items and options. What
        auxiliaries force, such as a bound of a sum, belongs to the round of the placements that imply them. The item
        after the last stands for a rule of finished tilings.
        """
        options = columns = np.array(position.options, dtype=np.intp)
        covers = self._covers[columns]
        covering = np.ascontiguousarray(covers.T)
        minimum, maximum = self._bounds[:, :1], self._bounds[:, 1:]
        is_auxiliary = columns[:, None] >= len(self._cover.placements)
        chosen: Mask = np.eye(len(columns), dtype=np.bool_)
        covered: Counts = np.array(position.covered, dtype=np.float32)[:, None] + covering
        active = ~chosen
        refuted: dict[int, int] = {}
        rounds = 0
        while True:
            active &= _product(covers, covered >= maximum) == 0
            self.examined += active.size
            remaining, needed = _product(covering, active), minimum - covered
            wrong = (needed > remaining) | (covered > maximum)
            dead, items = np.logical_or.reduce(wrong), wrong.argmax(axis=0)
            for trial in np.flatnonzero(~dead & ~active.any(axis=0)).tolist() if self._cover.checks else ():
                if not self._cover.accepts([*position.chosen, *columns[chosen[:, trial]].tolist()]):
                    dead[trial], items[trial] = True, len(maximum)
            refuted |= zip(options[dead].tolist(), items[dead].tolist(), strict=True)
            if refuted and not all_rounds:
                break
            forced = active & (_product(covers, (needed > 0) & (remaining == needed)) > 0)
            going = ~dead & np.logical_or.reduce(forced)
            if not going.any():
                break
            forced, options = forced[:, going], options[going]
            following = forced & is_auxiliary
            if following.any():
                forced = following
            else:
                rounds += 1
            chosen = chosen[:, going] | forced
            covered = covered[:, going] + _product(covering, forced)
            active = active[:, going] & ~forced
        return rounds, dict(sorted(refuted.items()))


def _product(matrix: Counts, marks: Mask) -> Counts:
    product = np.empty((len(matrix), marks.shape[1]), dtype=np.float32)
    width = max(1, PRODUCT_MULTIPLICATIONS // max(1, matrix.size))
    for first in range(0, marks.shape[1], width):
        part = slice(first, first + width)
        np.matmul(matrix, marks[:, part].astype(np.float32), out=product[:, part])
    return product
