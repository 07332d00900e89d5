"""Search for a weight proof: by weights of cells and tiles, or also of the items of rules; the reason in a sentence.

A *kind* of proof is a modulus, or none: a prime with the largest power that is tried.

Demands of rules get weights by linear programming. Marked cells may determine whether the number of times that a rule
item is covered is even or odd. A bound of the other parity can then be made stricter. Example: dominoes have no
fault-free tiling of a 6 x 6 board. Every line must be crossed. Each is crossed by an even number of dominoes, so by at
least two, and there are not enough dominoes for all ten lines (Golomb).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import product

import numpy as np

from cp_puzzles.base.arrays import Floats, Ints, Numbers
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
    modular_weights,
)
from cp_puzzles.cover.proofs.weight_proof import RuleItemWeight, WeightProof, checked_proof
from cp_puzzles.cover.proofs.weight_sentences import the_rules, weight_reason
from cp_puzzles.cover.ragged_rows import Ragged
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

MAX_COMPARED_WEIGHTS = 100_000
"""Cells times combinations that are compared for one pattern and modulus: tenths of a second."""

MAX_CLASSES = 9
"""The largest number of classes of which every subset is tried; period 3 in the plane has 9, period 2 in space 8."""

KEPT = 24
"""The number of best combinations that are also tried without a modulus."""


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
    program.add(np.unique(problem.table.matrix(len(problem.items)), axis=0))
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
    matrix = problem.table.matrix(len(problem.items))[:placed] != 0
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


Candidates = tuple[int | None, Ints]
"""A modulus, or None, and weights of all cells, one row each, that prove infeasibility modulo it, or without one."""


class ProofScorer:
    """The complexity of weights for a reader.

    `images` has a row for each symmetry: the image of each cell, by number.
    """

    def __init__(self, cover: Cover, images: Ints) -> None:
        self._cover, self._images = cover, images

    def candidates(
        self, incidence: CellIncidence, classes: Ints, weights: Ints, modulus: int | None
    ) -> list[Candidates]:
        """Return the proofs that some weights of classes (columns) give.

        Without a modulus, the weights themselves are tried, and also weights 0 and 1. With one, the weights are
        generators, and their simplest combinations are tried, modulo the number and without a modulus.
        """
        if modulus is None:
            return [_proving(incidence, classes, [*_shifted(incidence, weights.T), _zero_one(incidence)])]
        count = weights.shape[1]
        max_combinations = max(KEPT, MAX_COMPARED_WEIGHTS // max(1, len(classes)))
        if modulus**count <= max_combinations:
            factors = np.array([*product(range(modulus), repeat=count)], dtype=np.int64)
        else:
            drawn = np.random.default_rng(3).integers(0, modulus, size=(max_combinations, count))
            factors = np.concatenate([np.eye(count, dtype=np.int64), drawn])
        combined = factors @ weights.T % modulus
        combined = combined[combined @ incidence.total % modulus != 0][:, : len(incidence.amounts)]
        best = combined[np.argsort(self.complexity(modulus, combined[:, classes]), kind="stable")[:KEPT]]
        return [(modulus, best[:, classes]), _proving(incidence, classes, _shifted(incidence, best))]

    def simplest(self, candidates: list[Candidates]) -> tuple[int | None, Ints] | None:
        """Return the modulus and the weights of least complexity, the first of equal ones; None without candidates."""
        scored = [
            (score, modulus, row)
            for modulus, weights in candidates
            for score, row in zip(self.complexity(modulus, weights), weights, strict=True)
        ]
        return min(scored, key=lambda entry: entry[0])[1:] if scored else None

    def complexity(self, modulus: int | None, weights: Ints) -> Floats:
        """Return the complexity of each row: values, their size, different neighborhoods, lack of symmetry."""
        ordered = np.sort(weights, axis=1)
        values = (np.diff(ordered, axis=1) != 0).sum(axis=1) + 1
        nonzero_values = values - (weights == 0).any(axis=1)
        size = np.abs(weights).max(axis=1) if modulus is None else np.full(len(weights), modulus)
        symmetry = np.mean([(weights[:, image] == weights).all(axis=1) for image in self._images], axis=0)
        share = (weights != 0).mean(axis=1)
        negative = (weights < 0).any(axis=1)
        # relative to equal weights, which have more neighborhoods in space
        variety = 0.9 * self._neighborhoods(weights) / self._neighborhoods(np.zeros_like(weights[:1]))
        return np.asarray(3 * nonzero_values + 2 * size + negative + variety - 2 * symmetry + share)

    def _neighborhoods(self, weights: Ints) -> Ints:
        """Return the number of different neighborhoods: the weight of a cell and of its neighbors, in order."""
        outside = int(weights.min(initial=0)) - 1
        padded = np.concatenate([weights, np.full((len(weights), 1), outside)], axis=1)
        keys: Ints = np.random.default_rng(4).integers(1, 1 << 40, size=self._neighbors.shape[1:])
        sums = np.sort(padded[:, self._neighbors] @ keys, axis=1)
        return np.asarray((np.diff(sums, axis=1) != 0).sum(axis=1) + 1)

    @cached_property
    def _neighbors(self) -> Numbers:
        """The number of each cell and of its neighbors; the number of cells stands for outside."""
        cells = self._cover.cells
        index = {cell: number for number, cell in enumerate(cells)}
        around = ((cell, *self._cover.puzzle.lattice.neighbors(cell)) for cell in cells)
        return Ragged.of([[index.get(cell, len(cells)) for cell in row] for row in around]).padded(len(cells))


def _zero_one(incidence: CellIncidence) -> Ints:
    """Return all weights 0 and 1 (rows), if there are at most `MAX_CLASSES` required classes."""
    required = np.flatnonzero(incidence.required)
    count = 1 << len(required) if len(required) <= MAX_CLASSES else 0
    weights = np.zeros((count, len(incidence.amounts)), dtype=np.int64)
    weights[:, required] = np.arange(count)[:, None] >> np.arange(len(required)) & 1
    return weights


def _shifted(incidence: CellIncidence, weights: Ints) -> list[Ints]:
    """Return weights of classes (rows), also shifted so that the smallest is 0, as they are and negated."""
    required, variants = incidence.required, [weights]
    for signed in (weights, -weights) if required.any() else ():
        shifted = np.where(required, signed - signed[:, required].min(axis=1, keepdims=True), 0)
        variants.append(shifted // np.maximum(1, np.gcd.reduce(shifted, axis=1, keepdims=True)))
    return variants


def _proving(incidence: CellIncidence, classes: Ints, weights: list[Ints]) -> Candidates:
    """Return those of some weights of classes (rows) that prove infeasibility without a modulus."""
    rows = np.concatenate(weights)
    return None, rows[excess(incidence, rows) > 0][:, classes]


def excess(incidence: CellIncidence, weights: Ints) -> Ints:
    """Return how much more the board weighs than the pieces, for each row of weights of classes."""
    rows, copies = len(weights), incidence.copies
    heaviest = np.zeros((len(copies), rows), dtype=np.int64)
    if len(incidence.tiles):
        sums = np.concatenate([chunk for _, chunk in incidence.weigh(np.concatenate([weights.T, heaviest]))])
        order = np.argsort(incidence.tiles, kind="stable")
        present, first = np.unique(incidence.tiles[order], return_index=True)
        heaviest[present] = np.maximum.reduceat(sums[order], first, axis=0)
    board = np.where(incidence.required, weights, np.minimum(weights, 0)) @ incidence.amounts
    pieces = np.maximum(heaviest * copies[:, :1], heaviest * copies[:, 1:]).sum(axis=0)
    return np.asarray(board - pieces)
