"""Search for a weight proof: by weights of cells and tiles, or also of the items of rules; the reason in a sentence.

A *kind* of proof is a modulus, or none: a prime with the largest power that is tried.

Demands of rules get weights by linear programming. Marked cells may determine whether the number of times that a rule
item is covered is even or odd. A bound of the other parity can then be made stricter. Example: dominoes have no
fault-free tiling of a 6 x 6 board. Every line must be crossed. Each is crossed by an even number of dominoes, so by at
least two, and there are not enough dominoes for all ten lines (Golomb).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.memory import UNLIMITED_BYTES
from cp_puzzles.base.text import counted, integer
from cp_puzzles.cover.counting_arguments import cell_class_argument, counting_argument, sum_arguments
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence, incidence_of, periodic_patterns
from cp_puzzles.cover.proofs.linear_programs import (
    MAX_WEIGHT,
    TILE_COST,
    LinearProgram,
    has_fractional_tiling,
    integers_of,
    linear_weights,
)
from cp_puzzles.cover.proofs.proof_scoring import Candidates, ProofScorer
from cp_puzzles.cover.proofs.weight_proof import RuleItemWeight, WeightProof, checked_proof
from cp_puzzles.cover.proofs.weight_sentences import the_rules, weight_reason
from cp_puzzles.cover.symmetry.symmetry_group import cell_images
from cp_puzzles.puzzle.geometry.isometry import Cell

MAX_COVERED = 1_000_000
"""The largest number of cells of all placements together for which a proof is searched: seconds of work."""

MAX_CELLS = 1_000
"""The largest number of cells of the board for which a proof is searched."""

KINDS = ((None, 1), (2, 3), (3, 2), (5, 1), (7, 1))
"""No modulus (linear programming), and small primes with their largest powers; readers follow no proof modulo 101."""

MAX_ENTRIES = 2_000_000
"""The largest product of options and items with which weights of rule items are searched for."""

BATCH = 64
"""The number of rows that restrict the weights at once."""


def reason_for_none(cover: Cover) -> str | None:
    """Return why the puzzle has no solution, by counting or by weights; None if neither shows it.

    >>> from cp_puzzles.api import cover_and_request
    >>> reason_for_none(cover_and_request("mutilated_chessboard")[0])
    'the pieces cover at most 31 of the cells of one color of a checkerboard, but the board has 32'
    """
    if not cover.puzzle.has_board:
        return _item_without_options(cover)
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


def _item_without_options(cover: Cover) -> str | None:
    """Return which item of a cover problem without a board has fewer options than it needs; None if none has."""
    for item, options in zip(cover.problem.items, cover.problem.option_counts.tolist(), strict=True):
        if options < item.minimum:
            number = counted(options, "option") if options else "no option"
            times = "" if item.minimum == 1 else f", which must be covered {integer(item.minimum)} times"
            return f"{number} can cover the item {item.name!r}{times}"
    return None


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
    if not cover.cells or len(cover.cells) > MAX_CELLS or cover.puzzle.has_overlap:
        return None
    if len(cover.placements.covered.values) > MAX_COVERED:
        return None
    incidence = incidence_of(cover)
    images = cell_images(cover)
    orbits, single_cells = images.min(axis=0), np.arange(len(cover.cells))
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
    if not any(cover.rule_keys) or not size or size > MAX_ENTRIES or cover.puzzle.has_overlap:
        return None
    marked_cells = _parities(cover)
    bounds = [(item.minimum, item.maximum) for item in problem.items]
    for item, marked in marked_cells.items():
        low, high = bounds[item]
        low, high = low + (low - len(marked)) % 2, high - (high - len(marked)) % 2
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
        _rule_item(cover, item, int(weights[item]), bounds[item], marked_cells.get(item))
        for item in problem.rules
        if weights[item]
    )
    return checked_proof(cover, None, dict(zip(cover.cells, weights.tolist(), strict=False)), rule_items)


def _parities(cover: Cover) -> dict[int, tuple[Cell, ...]]:
    """Return the rule items that every solution covers an even, or an odd, number of times, and cells that show it.

    A placement covers an odd number of these cells if it covers the item, otherwise an even number. Only items that no
    auxiliary option covers are considered.
    """
    problem, placed = cover.problem, len(cover.placements)
    wanted = [
        item
        for item in problem.rules
        if problem.items[item].minimum and (not problem.covering[item] or max(problem.covering[item]) < placed)
    ]
    required = [item for item in problem.cells if problem.items[item].minimum]
    if not wanted or not required:
        return {}
    matrix = np.zeros((placed, len(problem.items)), dtype=np.bool_)
    of_placements = problem.table.rows < placed
    matrix[problem.table.rows[of_placements], problem.table.values[of_placements]] = True
    work = np.unique(matrix[:, [*required, *wanted]], axis=0)
    pivots: list[int] = []
    for column in range(len(required)):
        row = len(pivots)
        nonzero = work[row:, column].nonzero()[0]
        if len(nonzero):
            work[[row, row + nonzero[0]]] = work[[row + nonzero[0], row]]
            others = np.delete(np.arange(len(work)), row)
            work[others] ^= work[others, column, None] & work[row]
            pivots.append(column)
    lead = np.array(required)[pivots]
    return {
        item: tuple(cover.cells[cell] for cell in lead[solved[: len(pivots)]])
        for item, solved in zip(wanted, work[:, len(required) :].T, strict=True)
        if not solved[len(pivots) :].any()
    }


def _rule_item(
    cover: Cover, item: int, weight: int, bounds: tuple[int, int], marked: tuple[Cell, ...] | None
) -> RuleItemWeight:
    """Return the weight of an item, with marked cells only if they make the bound stricter."""
    stated = cover.problem.items[item]
    times, plain = (bounds[0], stated.minimum) if weight > 0 else (bounds[1], stated.maximum)
    key = cover.rule_of(item)
    return RuleItemWeight(item, key, stated.name, weight, times, None if times == plain else marked)


def modular_weights(incidence: CellIncidence, prime: int, power: int) -> Ints | None:
    """Return generators (columns) of the weights modulo `prime ** power` for which every placement weighs 0.

    Each row is the weight of a class or of a tile; the weight of a tile is minus the weight of the cells of each of its
    placements. A class or a tile that solutions cover a varying number of times has weight 0. Return None if the board
    weighs 0 with all of these weights, so that they prove nothing.

    The weights begin with all combinations and are restricted by more and more placements: first by a random sample,
    then by placements that do not weigh 0 yet.
    """
    modulus = prime**power
    weights = np.eye(incidence.columns, dtype=np.int64)[:, incidence.fixed]
    placements = np.random.default_rng(1).permutation(len(incidence.labels))[: 2 * incidence.columns]
    while True:
        for start in range(0, len(placements), BATCH):
            sums = _product(incidence.rows(placements[start : start + BATCH]), weights, modulus)
            weights = _restricted(sums, weights, prime, power)
            if not _product(incidence.total[None], weights, modulus).any():
                return None
        placements = _violated(incidence, weights, modulus)
        if not len(placements):
            return weights


def _violated(incidence: CellIncidence, weights: Ints, modulus: int) -> Ints:
    """Return some placements that do not weigh 0, at most `BATCH`; none if all do."""
    for start, sums in incidence.weigh(weights):
        rows = np.flatnonzero((sums % modulus).any(axis=1))
        if len(rows):
            return np.asarray(start + rows[:BATCH])
    return np.empty(0, dtype=np.int64)


def _product(a: Ints, b: Ints, modulus: int) -> Ints:
    """Return the matrix product modulo a small number; the sums are far below 2^53, so floats hold them exactly."""
    return np.asarray((a.astype(np.float64) @ b.astype(np.float64)).astype(np.int64) % modulus)


def _restricted(sums: Ints, weights: Ints, prime: int, power: int) -> Ints:
    """Return generators (columns) of the combinations of `weights` with which some placements weigh 0.

    `sums` has the weight of each placement (row) under each column of `weights`. Row and column operations make `sums`
    diagonal; the column operations are applied to the weights, too. Pivots with the least power of the prime come
    first. Of a column with the pivot p^v the multiples of p^(power - v) remain.
    """
    modulus = prime**power
    rows, columns = sums.shape
    weights = weights.copy()
    done = level = 0
    while done < min(rows, columns) and level < power:
        is_pivot = sums[done:, done:] % prime ** (level + 1) != 0
        if not is_pivot.any():
            level += 1
            continue
        row, column = (done + place for place in divmod(int(is_pivot.argmax()), columns - done))
        sums[[done, row]] = sums[[row, done]]
        sums[:, [done, column]] = sums[:, [column, done]]
        weights[:, [done, column]] = weights[:, [column, done]]
        pivots = sums[done] * pow(int(sums[done, done]) // prime**level, -1, modulus) % modulus
        below = done + 1 + sums[done + 1 :, done].nonzero()[0]
        columns_of_pivots = done + pivots[done:].nonzero()[0]
        block = np.ix_(below, columns_of_pivots)
        sums[block] = (sums[block] - np.outer(sums[below, done] // prime**level, pivots[columns_of_pivots])) % modulus
        later = columns_of_pivots[1:]
        support = weights[:, done].nonzero()[0]
        block = np.ix_(support, later)
        weights[block] = (weights[block] - np.outer(weights[support, done], pivots[later] // prime**level)) % modulus
        weights[:, done] = weights[:, done] * prime ** (power - level) % modulus
        done += 1
    return weights[:, weights.any(axis=0)]
