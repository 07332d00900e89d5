"""Weights for the demands of rules: linear programming over cells, tiles and the items of rules.

Weights of the cells may determine, modulo 2 or 3, the number of times that a demand is met. A bound with another
remainder can then be made stricter. Example: dominoes have no fault-free tiling of a 6 x 6 board. Every line must be
crossed. Each is crossed by an even number of dominoes, so by at least two, and there are not enough dominoes for all
ten lines (Golomb).
"""

from __future__ import annotations

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.proofs.linear_weights import TILE_COST, LinearProgram, integers_of
from cp_puzzles.cover.proofs.weight_proof import DemandWeight, Remainder, WeightProof, board_and_pieces, checked_proof

MAX_ENTRIES = 2_000_000
"""The largest product of options and items with which weights of demands are searched for."""

MODULI = (2, 3)
"""The moduli of the remainders that are searched for, all primes."""


def demand_weights(cover: Cover) -> WeightProof | None:
    """Return a weight proof that uses the items of rules, checked; None if there is none or it is too large.

    >>> from cp_puzzles.api import cover_and_request
    >>> proof = demand_weights(cover_and_request("fault_free_dominoes6x6")[0])
    >>> proof.board, proof.pieces, {demand.times for demand in proof.demands}
    (20, 18, {2})
    """
    problem = cover.problem
    size = len(problem.options) * len(problem.items)
    if not any(cover.rule_keys) or not size or size > MAX_ENTRIES:
        return None
    remainders = _remainders(cover)
    bounds = [(item.minimum, item.maximum) for item in problem.items]
    for item, remainder in remainders.items():
        low = _nearest(cover, remainder, bounds[item][0], 1)
        high = _nearest(cover, remainder, bounds[item][1], -1)
        if low <= high:
            bounds[item] = low, high
    if any(low > high for low, high in bounds):
        return None
    program = LinearProgram(bounds, [TILE_COST if item.kind == "tile" else 1.0 for item in problem.items])
    rows = np.zeros((len(problem.options), len(problem.items)), dtype=np.int64)
    rows[problem.table.rows, problem.table.values] = 1
    program.add(np.unique(rows, axis=0))
    fractional_weights = program.solve()
    weights = None if fractional_weights is None else integers_of(fractional_weights)
    if weights is None:
        return None
    demands = tuple(
        _demand(cover, item, int(weights[item]), bounds[item], remainders.get(item))
        for item in problem.rules
        if weights[item]
    )
    return checked_proof(cover, None, dict(zip(cover.cells, weights.tolist(), strict=False)), demands)


def _nearest(cover: Cover, remainder: Remainder, bound: int, step: int) -> int:
    """Return the nearest number with this remainder from a bound on, upwards (step 1) or downwards (step -1)."""
    tiles = {tile.name: 0 for tile in cover.puzzle.tiles} | dict(remainder.tiles)
    sum_of_items = sum(board_and_pieces(cover, dict(remainder.cells), tiles, remainder.modulus))
    return bound + step * ((step * (sum_of_items - bound)) % remainder.modulus)


def _remainders(cover: Cover) -> dict[int, Remainder]:
    """Return the rule items that every solution meets a number of times with a known remainder, and this remainder.

    Only items that no auxiliary option meets are considered.
    """
    problem = cover.problem
    placement_count = len(cover.placements)
    wanted = [
        item
        for item in problem.rules
        if problem.items[item].minimum and (not problem.covering[item] or max(problem.covering[item]) < placement_count)
    ]
    bounds = {item: problem.items[item] for item in (*problem.cells, *problem.tiles)}
    fixed = [index for index, item in bounds.items() if 1 <= item.minimum == item.maximum]
    if not wanted or not fixed:
        return {}
    matrix = np.zeros((placement_count, len(problem.items)), dtype=np.int64)
    of_placements = problem.table.rows < placement_count
    matrix[problem.table.rows[of_placements], problem.table.values[of_placements]] = 1
    matrix = np.unique(matrix[:, [*fixed, *wanted]], axis=0)
    remainders: dict[int, Remainder] = {}
    for modulus in MODULI:
        solved = _solutions(matrix, len(fixed), modulus)
        for item, column in zip(wanted, solved, strict=True):
            if column is None or item in remainders:
                continue
            weights = [(fixed[place], int(weight)) for place, weight in enumerate(column.tolist()) if weight]
            cells = tuple(sorted((cover.cells[i], weight) for i, weight in weights if i in problem.cells))
            tiles = tuple((problem.items[i].name, weight) for i, weight in weights if i in problem.tiles)
            remainders[item] = Remainder(modulus, cells, tiles)
    return remainders


def _solutions(matrix: Ints, unknowns: int, prime: int) -> list[Ints | None]:
    """Return weights with which the first `unknowns` columns add up to each further column modulo a prime.

    None stands for a column that is no combination of the first ones.
    """
    work = matrix % prime
    pivots: list[int] = []
    for column in range(unknowns):
        row = len(pivots)
        nonzero = work[row:, column].nonzero()[0]
        if not len(nonzero):
            continue
        lead = row + int(nonzero[0])
        work[[row, lead]] = work[[lead, row]]
        work[row] = work[row] * pow(int(work[row, column]), -1, prime) % prime
        others = work[:, column].nonzero()[0]
        others = others[others != row]
        work[others] = (work[others] - np.outer(work[others, column], work[row])) % prime
        pivots.append(column)
    result: list[Ints | None] = []
    for column in range(unknowns, matrix.shape[1]):
        if work[len(pivots) :, column].any():
            result.append(None)
            continue
        weights = np.zeros(unknowns, dtype=np.int64)
        weights[pivots] = work[: len(pivots), column]
        result.append(weights)
    return result


def _demand(cover: Cover, item: int, weight: int, bounds: tuple[int, int], remainder: Remainder | None) -> DemandWeight:
    """Return the weight of an item, with the remainder only if it makes the bound stricter."""
    demanded = cover.problem.items[item]
    times, plain = (bounds[0], demanded.minimum) if weight > 0 else (bounds[1], demanded.maximum)
    key = cover.rule_of(item)
    return DemandWeight(item, key, demanded.name, weight, times, None if times == plain else remainder)
