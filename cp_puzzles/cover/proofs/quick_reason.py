"""A sentence why there is no solution, found before any search."""

from __future__ import annotations

from cp_puzzles.base.memory import UNLIMITED_BYTES
from cp_puzzles.cover.counting_arguments import cell_class_argument, counting_argument
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.proofs.weight_search import demand_weights, weight_proof
from cp_puzzles.cover.proofs.weight_sentences import the_rules, weight_reason


def reason_for_none(cover: Cover) -> str | None:
    """Return why the puzzle has no solution, by counting or by weights; None if neither shows it.

    >>> from cp_puzzles.api import cover_and_request
    >>> reason_for_none(cover_and_request("mutilated_chessboard")[0])
    'the pieces cover at most 31 of the cells of one color of a checkerboard, but the board has 32'
    """
    if not cover.puzzle.has_board:
        return None  # every reason concerns boards and tiles
    if not cover.puzzle.rules:
        return _reason(cover)
    cover_without_rules = build_cover(cover.puzzle.replaced(rules=(), objective=None), UNLIMITED_BYTES)
    reason = _reason(cover_without_rules)
    if reason is not None:
        return reason
    reason = _reason(cover, cover_without_rules)
    keys = [rule.key for rule in cover.puzzle.rules]
    return reason if reason is None or all(key in reason for key in keys) else f"{reason} ({the_rules(keys)})"


def _reason(cover: Cover, tried: Cover | None = None) -> str | None:
    """Return the reason; weights of cells and tiles are skipped if they were `tried` with the same placements."""
    reason = counting_argument(cover) or cell_class_argument(cover)
    if reason is not None:
        return reason
    proof = None
    if tried is None or len(tried.placements) != len(cover.placements):
        proof = weight_proof(cover)
    if proof is None:
        proof = demand_weights(cover)
    return None if proof is None else weight_reason(cover.puzzle, proof)
