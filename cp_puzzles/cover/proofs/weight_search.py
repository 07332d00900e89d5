"""The search for a weight proof."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence, incidence_of
from cp_puzzles.cover.proofs.linear_weights import LARGEST_WEIGHT, linear_weights
from cp_puzzles.cover.proofs.lp_relaxation import has_fractional_tiling
from cp_puzzles.cover.proofs.modular_weights import modular_weights
from cp_puzzles.cover.proofs.proof_scoring import Candidates, ProofScorer
from cp_puzzles.cover.proofs.weight_patterns import isometry_images, periodic_patterns, symmetric_pattern
from cp_puzzles.cover.proofs.weight_proof import WeightProof, checked_proof

MAX_COVERED = 1_000_000
"""Cells of all placements together above which no proof is searched for: seconds of work."""

MAX_CELLS = 1_000
"""Cells of the board above which no proof is searched for."""

KINDS = ((None, 1), (2, 3), (3, 2), (5, 1), (7, 1))
"""Linear programming, and small primes with their largest powers: a proof modulo 101 would not convince a reader."""


def weight_proof(cover: Cover) -> WeightProof | None:
    """Return the simplest weight proof that a puzzle has no solution, checked; None if none is found.

    First the kinds of proof are determined, which is fast where there are none; then proofs of these kinds are searched
    for in periodic patterns. Too large puzzles are not tried.

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
    symmetric, single = symmetric_pattern(images), np.arange(len(cover.cells))
    # a pattern that has weights of a kind, if there are any: they can be averaged over the symmetries, but for a
    # modulus that has a prime in common with their number
    # moved to begin at 0, weights are twice as large at the most
    is_vain = has_fractional_tiling(incidence.joined(symmetric)[1], 2 * LARGEST_WEIGHT)
    kinds = [
        (prime, power)
        for prime, power in KINDS[is_vain:]
        if _weights(incidence.joined(single if prime and len(images) % prime == 0 else symmetric)[1], prime, [power])
    ]
    scorer = ProofScorer(cover, images)
    for patterns in ([*periodic_patterns(cover), symmetric], [single]):
        found: list[Candidates] = []
        for pattern, (prime, power) in product(patterns, kinds):
            classes, joined = incidence.joined(pattern)
            for modulus, weights in _weights(joined, prime, range(1, power + 1)):
                found += scorer.candidates(joined, classes, weights, modulus)
        best = scorer.simplest(found)
        if best is not None:
            modulus, weights = best
            return checked_proof(cover, modulus, dict(zip(cover.cells, weights.tolist(), strict=True)))
    return None


def _weights(incidence: CellIncidence, prime: int | None, powers: Iterable[int]) -> list[tuple[int | None, Ints]]:
    """Return weights (columns) modulo the least power of a prime that has any; by linear programming for None."""
    if prime is None:
        return [(None, weights[:, None]) for weights in linear_weights(incidence)]
    for power in powers:
        generators = modular_weights(incidence, prime, power)
        if generators is not None:
            return [(prime**power, generators)]
    return []
