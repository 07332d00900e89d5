"""The search for a weight proof."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import product

import numpy as np

from cp_puzzles.cover.problem import Cover
from cp_puzzles.proofs.fractional import has_fractional_tiling
from cp_puzzles.proofs.incidence import Incidence, Ints, incidence_of
from cp_puzzles.proofs.linear import LARGEST_WEIGHT, linear_weights
from cp_puzzles.proofs.modular import modular_weights
from cp_puzzles.proofs.nicest import Candidates, Judge
from cp_puzzles.proofs.patterns import motion_images, periodic_patterns, symmetric_pattern
from cp_puzzles.proofs.weights import WeightProof, board_and_pieces, check_weights

MAX_COVERED = 1_000_000
"""Cells of all placements together above which no proof is looked for."""

MAX_CELLS = 1_000
"""Cells of the board above which no proof is looked for."""

KINDS = ((None, 1), (2, 3), (3, 2), (5, 1), (7, 1))
"""Linear programming, and the primes with their largest powers modulo which weights are looked for: small ones, for a
proof modulo 101 convinces nobody."""


def weight_proof(cover: Cover) -> WeightProof | None:
    """The nicest weight proof that a puzzle has no solution, checked; None if none was found, or it is too large.

    First it is found out what kinds of proof there are, which is quick where there are none; then proofs of these kinds
    are looked for in patterns that repeat.

    >>> from cp_puzzles.api import ask
    >>> proof = weight_proof(ask("mutilated_chessboard")[0])
    >>> proof.modulus, proof.board, proof.pieces, proof.tiles
    (None, 32, 31, (('I', 1),))
    """
    if not cover.cells or len(cover.cells) > MAX_CELLS:
        return None
    if len(cover.placements.covered.values) > MAX_COVERED:
        return None
    whole = incidence_of(cover)
    images = motion_images(cover, whole)
    judge = Judge(cover, images)
    symmetric, single = symmetric_pattern(images), np.arange(len(cover.cells))
    # a pattern that has weights of a kind, if there are any: they can be averaged over the symmetries, but for a
    # modulus that has a prime in common with their number
    # moved to begin at 0, weights are twice as large at the most
    is_vain = has_fractional_tiling(whole.joined(symmetric)[1], 2 * LARGEST_WEIGHT)
    kinds = [
        (prime, power)
        for prime, power in KINDS[is_vain:]
        if _weights(whole.joined(single if prime and len(images) % prime == 0 else symmetric)[1], prime, [power])
    ]
    judge = Judge(cover, images)
    for patterns in ([*periodic_patterns(cover), symmetric], [single]):
        found: list[Candidates] = []
        for pattern, (prime, power) in product(patterns, kinds):
            classes, joined = whole.joined(pattern)
            for modulus, weights in _weights(joined, prime, range(1, power + 1)):
                found += judge.candidates(joined, classes, weights, modulus)
        best = judge.nicest(found)
        if best is not None:
            proof = _proof(cover, *best)
            check_weights(cover, proof)
            return proof
    return None


def _weights(incidence: Incidence, prime: int | None, powers: Iterable[int]) -> list[tuple[int | None, Ints]]:
    """Weights (columns) modulo the least of some powers of a prime that has any; without a prime, by programming."""
    if prime is None:
        return [(None, weights[:, None]) for weights in linear_weights(incidence)]
    for power in powers:
        generators = modular_weights(incidence, prime, power)
        if generators is not None:
            return [(prime**power, generators)]
    return []


def _proof(cover: Cover, modulus: int | None, weights: Ints) -> WeightProof:
    """The proof that weights of the cells make: each tile weighs what its placements do, or the most of them."""
    cells = {cell: weight for cell, weight in zip(cover.cells, weights.tolist(), strict=True) if weight}
    sums: dict[str, set[int]] = defaultdict(set)
    for placement in cover.placements:
        weight = sum(cells.get(cell, 0) for cell in placement.cells)
        sums[placement.tile].add(weight if modulus is None else weight % modulus)
    tiles = {tile.name: max(sums[tile.name], default=0) for tile in cover.puzzle.tiles}
    board, pieces = board_and_pieces(cover, cells, tiles, modulus)
    return WeightProof(modulus, tuple(sorted(cells.items())), tuple(tiles.items()), board, pieces)
