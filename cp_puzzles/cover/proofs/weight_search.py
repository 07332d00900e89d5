"""Search for a weight proof.

A *kind* of proof is a modulus, or none: a prime with the largest power that is tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence, incidence_of
from cp_puzzles.cover.proofs.linear_weights import MAX_WEIGHT, linear_weights
from cp_puzzles.cover.proofs.lp_relaxation import has_fractional_tiling
from cp_puzzles.cover.proofs.modular_weights import modular_weights
from cp_puzzles.cover.proofs.proof_scoring import Candidates, ProofScorer
from cp_puzzles.cover.proofs.weight_patterns import isometry_images, periodic_patterns, symmetric_pattern
from cp_puzzles.cover.proofs.weight_proof import WeightProof, checked_proof

MAX_COVERED = 1_000_000
"""The largest number of cells of all placements together for which a proof is searched: seconds of work."""

MAX_CELLS = 1_000
"""The largest number of cells of the board for which a proof is searched."""

KINDS = ((None, 1), (2, 3), (3, 2), (5, 1), (7, 1))
"""No modulus (linear programming), and small primes with their largest powers; readers follow no proof modulo 101."""


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
