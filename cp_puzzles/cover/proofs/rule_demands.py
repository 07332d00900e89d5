"""Weights for what rules demand: linear programming over cells, tiles and the items of rules.

How often a demand is met may be known modulo 2 or 3, by weights of the cells; then a bound that leaves another
remainder is none. So six by six dominoes have no fault-free tiling: every line is crossed by an even number of them,
not once but twice, and there are not enough dominoes for all ten (Golomb).
"""

from __future__ import annotations

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.proofs.linear_weights import TILE_COST, LinearProgram, integers_of
from cp_puzzles.cover.proofs.weight_proof import DemandWeight, Remainder, WeightProof, board_and_pieces, checked_proof

MOST_ENTRIES = 2_000_000
"""Options times items above which no weights of demands are looked for."""

MODULI = (2, 3)


def demand_weights(cover: Cover) -> WeightProof | None:
    """Return a weight proof that uses the items of rules, checked; None if there is none or it is too large.

    >>> from cp_puzzles.api import cover_and_request
    >>> proof = demand_weights(cover_and_request("fault_free_dominoes6x6")[0])
    >>> proof.board, proof.pieces, {demand.times for demand in proof.demands}
    (20, 18, {2})
    """
    problem = cover.problem
    size = len(problem.options) * len(problem.items)
    if not any(cover.rule_keys) or not size or size > MOST_ENTRIES:
        return None
    remainders = _remainders(cover)
    bounds = [(item.minimum, item.maximum) for item in problem.items]
    for item, remainder in remainders.items():
        low, high = (_next(cover, remainder, bound, step) for bound, step in zip(bounds[item], (1, -1), strict=True))
        if low <= high:
            bounds[item] = low, high
    if any(low > high for low, high in bounds):
        return None
    program = LinearProgram(bounds, [TILE_COST if item.kind == "tile" else 1.0 for item in problem.items])
    rows = np.zeros((len(problem.options), len(problem.items)), dtype=np.int64)
    rows[problem.table.rows, problem.table.values] = 1
    program.add(np.unique(rows, axis=0))
    found = program.solve()
    weights = None if found is None else integers_of(found)
    if weights is None:
        return None
    demands = tuple(
        _demand(cover, item, int(weights[item]), bounds[item], remainders.get(item))
        for item in problem.rules
        if weights[item]
    )
    return checked_proof(cover, None, dict(zip(cover.cells, weights.tolist(), strict=False)), demands)


def _next(cover: Cover, remainder: Remainder, bound: int, step: int) -> int:
    """Return the nearest number to a bound, on one side of it, with this remainder."""
    tiles = {tile.name: 0 for tile in cover.puzzle.tiles} | dict(remainder.tiles)
    rest = sum(board_and_pieces(cover, dict(remainder.cells), tiles, remainder.modulus))
    return bound + step * ((step * (rest - bound)) % remainder.modulus)


def _remainders(cover: Cover) -> dict[int, Remainder]:
    """Return the known remainders of how often rule items are met, for items that only placements meet."""
    problem = cover.problem
    placed = len(cover.placements)
    wanted = [
        item
        for item in problem.rules
        if problem.items[item].minimum and (not problem.covering[item] or max(problem.covering[item]) < placed)
    ]
    bounds = {item: problem.items[item] for item in (*problem.cells, *problem.tiles)}
    fixed = [index for index, item in bounds.items() if 1 <= item.minimum == item.maximum]
    if not wanted or not fixed:
        return {}
    matrix = np.zeros((placed, len(problem.items)), dtype=np.int64)
    of_placements = problem.table.rows < placed
    matrix[problem.table.rows[of_placements], problem.table.values[of_placements]] = 1
    matrix = np.unique(matrix[:, [*fixed, *wanted]], axis=0)
    found: dict[int, Remainder] = {}
    for modulus in MODULI:
        solved = _solutions(matrix, len(fixed), modulus)
        for item, column in zip(wanted, solved, strict=True):
            if column is None or item in found:
                continue
            weights = [(fixed[place], int(weight)) for place, weight in enumerate(column.tolist()) if weight]
            cells = tuple(sorted((cover.cells[i], weight) for i, weight in weights if i in problem.cells))
            tiles = tuple((problem.items[i].name, weight) for i, weight in weights if i in problem.tiles)
            found[item] = Remainder(modulus, cells, tiles)
    return found


def _solutions(matrix: Ints, unknowns: int, prime: int) -> list[Ints | None]:
    """Return the weights of the first columns that generate each further column modulo a prime, if any do."""
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
    """Return the weight of an item; with a remainder only where that makes a bound stricter."""
    demanded = cover.problem.items[item]
    times, plain = (bounds[0], demanded.minimum) if weight > 0 else (bounds[1], demanded.maximum)
    key = cover.rule_of(item)
    return DemandWeight(item, key, demanded.name, weight, times, None if times == plain else remainder)
