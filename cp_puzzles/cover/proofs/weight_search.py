"""Search for a weight proof: by weights of cells and tiles, or also of the items of rules; the reason in a sentence.

A *kind* of proof is a modulus, or none: a prime with the largest power that is tried.

Demands of rules get weights by linear programming. Weights of the cells may determine, modulo 2 or 3, the number of
times that a rule item is covered. A bound with another remainder can then be made stricter. Example: dominoes have no
fault-free tiling of a 6 x 6 board. Every line must be crossed. Each is crossed by an even number of dominoes, so by at
least two, and there are not enough dominoes for all ten lines (Golomb).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.memory import UNLIMITED_BYTES
from cp_puzzles.cover.counting_arguments import cell_class_argument, counting_argument
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.proofs.incidence_arrays import (
    CellIncidence,
    incidence_of,
    isometry_images,
    periodic_patterns,
    symmetric_pattern,
)
from cp_puzzles.cover.proofs.linear_programs import (
    MAX_WEIGHT,
    TILE_COST,
    LinearProgram,
    has_fractional_tiling,
    integers_of,
    linear_weights,
)
from cp_puzzles.cover.proofs.modular_weights import modular_weights
from cp_puzzles.cover.proofs.proof_scoring import Candidates, ProofScorer
from cp_puzzles.cover.proofs.weight_proof import Remainder, RuleItemWeight, WeightProof, board_and_pieces, checked_proof
from cp_puzzles.cover.proofs.weight_sentences import the_rules, weight_reason
from cp_puzzles.cover.sum_arguments import sum_arguments

MAX_COVERED = 1_000_000
"""The largest number of cells of all placements together for which a proof is searched: seconds of work."""

MAX_CELLS = 1_000
"""The largest number of cells of the board for which a proof is searched."""

KINDS = ((None, 1), (2, 3), (3, 2), (5, 1), (7, 1))
"""No modulus (linear programming), and small primes with their largest powers; readers follow no proof modulo 101."""

MAX_ENTRIES = 2_000_000
"""The largest product of options and items with which weights of rule items are searched for."""

MODULI = (2, 3)
"""The moduli of the remainders that are searched for, all primes."""


def reason_for_none(cover: Cover) -> str | None:
    """Return why the puzzle has no solution, by counting or by weights; None if neither shows it.

    >>> from cp_puzzles.api import cover_and_request
    >>> reason_for_none(cover_and_request("mutilated_chessboard")[0])
    'the pieces cover at most 31 of the cells of one color of a checkerboard, but the board has 32'
    """
    if not cover.puzzle.has_board:
        return None  # every reason concerns boards and tiles
    reason = _reason(cover)
    if reason is None or not cover.puzzle.rules:
        return reason  # fewer placements never take a reason away, so there is none without the rules, either
    if reason == next(sum_arguments(cover), None):
        return reason
    reason_without_rules = _reason(build_cover(cover.puzzle.replaced(rules=(), objective=None), UNLIMITED_BYTES))
    if reason_without_rules is not None:
        return reason_without_rules
    keys = [rule.key for rule in cover.puzzle.rules]
    return reason if all(key in reason for key in keys) else f"{reason} ({the_rules(keys)})"


def _reason(cover: Cover) -> str | None:
    reason = counting_argument(cover) or cell_class_argument(cover)
    if reason is not None:
        return reason
    proof = weight_proof(cover) or weight_proof_with_rules(cover)
    return None if proof is None else weight_reason(cover.puzzle, proof)


def weight_proof(cover: Cover) -> WeightProof | None:
    """Return the simplest weight proof that a puzzle has no solution, checked; None if none is found.

    First the kinds of proof that exist are determined, which is fast if there are none. Then proofs of these kinds are
    searched in periodic patterns. Puzzles that are too large are not tried.

    >>> from cp_puzzles.api import cover_and_request
    >>> proof = weight_proof(cover_and_request("mutilated_chessboard")[0])
    >>> proof.modulus, proof.board, proof.pieces, proof.tiles
    (None, 32, 31, (('I', 1),))
    """
    if not cover.cells or len(cover.cells) > MAX_CELLS:
        return None
    if len(cover.placements.covered.values) > MAX_COVERED:
        return None
    incidence = incidence_of(cover)
    images = isometry_images(cover, incidence)
    orbits, single_cells = symmetric_pattern(images), np.arange(len(cover.cells))
    # weights that are shifted to begin at 0 are at most twice as large
    has_no_exact_proof = has_fractional_tiling(incidence.joined(orbits)[1], 2 * MAX_WEIGHT)
    kinds = []
    for prime, power in KINDS[1:] if has_no_exact_proof else KINDS:
        # averages over the symmetries are weights, too, unless their number is divisible by the prime
        pattern = single_cells if prime and len(images) % prime == 0 else orbits
        if _weights(incidence.joined(pattern)[1], prime, [power]):
            kinds.append((prime, power))
    scorer = ProofScorer(cover, images)
    for patterns in ([*periodic_patterns(cover), orbits], [single_cells]):
        candidates: list[Candidates] = []
        for pattern, (prime, power) in product(patterns, kinds):
            classes, joined = incidence.joined(pattern)
            for modulus, weights in _weights(joined, prime, range(1, power + 1)):
                candidates += scorer.candidates(joined, classes, weights, modulus)
        best = scorer.simplest(candidates)
        if best is not None:
            modulus, weights = best
            return checked_proof(cover, modulus, dict(zip(cover.cells, weights.tolist(), strict=True)))
    return None


def _weights(incidence: CellIncidence, prime: int | None, powers: Iterable[int]) -> list[tuple[int | None, Ints]]:
    """Return pairs of a modulus and weights (columns): modulo the least power of a prime that has any weights.

    If `prime` is None, the weights come from linear programming and have no modulus.
    """
    if prime is None:
        return [(None, weights[:, None]) for weights in linear_weights(incidence)]
    for power in powers:
        generators = modular_weights(incidence, prime, power)
        if generators is not None:
            return [(prime**power, generators)]
    return []


def weight_proof_with_rules(cover: Cover) -> WeightProof | None:
    """Return a weight proof that uses the items of rules, checked; None if there is none or it is too large.

    >>> from cp_puzzles.api import cover_and_request
    >>> proof = weight_proof_with_rules(cover_and_request("fault_free_dominoes6x6")[0])
    >>> proof.board, proof.pieces, {item.times for item in proof.rule_items}
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
    rule_items = tuple(
        _rule_item(cover, item, int(weights[item]), bounds[item], remainders.get(item))
        for item in problem.rules
        if weights[item]
    )
    return checked_proof(cover, None, dict(zip(cover.cells, weights.tolist(), strict=False)), rule_items)


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


def _rule_item(
    cover: Cover, item: int, weight: int, bounds: tuple[int, int], remainder: Remainder | None
) -> RuleItemWeight:
    """Return the weight of an item, with the remainder only if it makes the bound stricter."""
    stated = cover.problem.items[item]
    times, plain = (bounds[0], stated.minimum) if weight > 0 else (bounds[1], stated.maximum)
    key = cover.rule_of(item)
    return RuleItemWeight(item, key, stated.name, weight, times, None if times == plain else remainder)
