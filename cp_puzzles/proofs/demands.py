"""Weights for what rules demand: linear programming over cells, tiles and the items of rules.

How often a demand is met may be known modulo 2 or 3, by weights of the cells; then a bound that leaves another
remainder is none. So six by six dominoes have no fault-free tiling: every line is crossed by an even number of them,
not once but twice, and there are not enough dominoes for all ten (Golomb).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from cp_puzzles.cover.problem import Cover
from cp_puzzles.proofs.incidence import Ints
from cp_puzzles.proofs.linear import TILE_COST, Program, integers_of
from cp_puzzles.proofs.weights import DemandWeight, Remainder, WeightProof, board_and_pieces, check_weights

MOST_ENTRIES = 2_000_000
"""Options times items above which no weights of demands are looked for."""

MODULI = (2, 3)


def demand_weights(cover: Cover) -> WeightProof | None:
    """A weight proof that counts on the items of rules, checked; None if there is none, or it is too large.

    >>> from cp_puzzles.api import ask
    >>> proof = demand_weights(ask("fault_free_dominoes6x6")[0])
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
    program = Program(bounds, [TILE_COST if item.kind == "tile" else 1.0 for item in problem.items])
    rows = np.zeros((len(problem.options), len(problem.items)), dtype=np.int64)
    rows[problem.table.rows, problem.table.values] = 1
    program.add(np.unique(rows, axis=0))
    found = program.solve()
    weights = None if found is None else integers_of(found)
    if weights is None:
        return None
    proof = _proof(cover, weights.tolist(), bounds, remainders)
    check_weights(cover, proof)
    return proof


def _next(cover: Cover, remainder: Remainder, bound: int, step: int) -> int:
    """The nearest number to a bound, on one side of it, that leaves this remainder."""
    tiles = {tile.name: 0 for tile in cover.puzzle.tiles} | dict(remainder.tiles)
    rest = sum(board_and_pieces(cover, dict(remainder.cells), tiles, remainder.modulus))
    return bound + step * ((step * (rest - bound)) % remainder.modulus)


def _remainders(cover: Cover) -> dict[int, Remainder]:
    """For items of rules that only placements meet, if it is known, which remainder their number leaves."""
    problem = cover.problem
    placed = len(cover.placements)
    wanted = [
        item
        for item in problem.rules
        if problem.items[item].minimum and (not problem.covering[item] or max(problem.covering[item]) < placed)
    ]
    bounds = {item: problem.items[item] for item in (*problem.cells, *problem.tiles)}
    fixed = [item for item, its in bounds.items() if 1 <= its.minimum == its.maximum]
    if not wanted or not fixed:
        return {}
    matrix = np.zeros((placed, len(problem.items)), dtype=np.int64)
    own = problem.table.rows < placed
    matrix[problem.table.rows[own], problem.table.values[own]] = 1
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
    """For each further column of a matrix the weights of the first ones that make it up modulo a prime, if any do."""
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


def _proof(
    cover: Cover, weights: Sequence[int], bounds: Sequence[tuple[int, int]], remainders: dict[int, Remainder]
) -> WeightProof:
    """The proof that weights of all items make: each tile weighs the most of its placements."""
    problem = cover.problem
    cells = {cover.cells[item]: weights[item] for item in problem.cells if weights[item]}
    demands = tuple(
        _demand(cover, item, weights[item], bounds[item], remainders.get(item))
        for item in problem.rules
        if weights[item]
    )
    extra = {demand.item: demand.weight for demand in demands}
    sums: dict[str, set[int]] = defaultdict(set)
    for option, placement in enumerate(cover.placements):
        own = sum(cells.get(cell, 0) for cell in placement.cells)
        sums[placement.tile].add(own + sum(extra.get(item, 0) for item in problem.options[option]))
    tiles = {tile.name: max(sums[tile.name], default=0) for tile in cover.puzzle.tiles}
    board, pieces = board_and_pieces(cover, cells, tiles, None)
    board += sum(demand.weight * demand.times for demand in demands)
    return WeightProof(None, tuple(sorted(cells.items())), tuple(tiles.items()), board, pieces, demands)


def _demand(cover: Cover, item: int, weight: int, bounds: tuple[int, int], remainder: Remainder | None) -> DemandWeight:
    """The weight of an item; a remainder is told only where it makes a bound stricter."""
    own = cover.problem.items[item]
    times, plain = (bounds[0], own.minimum) if weight > 0 else (bounds[1], own.maximum)
    key = cover.rule_of(item)
    return DemandWeight(item, key, own.name, weight, times, None if times == plain else remainder)
