"""Why there is no solution, in a sentence, before anything is searched."""

from __future__ import annotations

from dataclasses import replace

from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.cover.precheck import plain_reason, reason_of_kinds
from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.memory import ENOUGH
from cp_puzzles.proofs.demands import demand_weights
from cp_puzzles.proofs.find import weight_proof
from cp_puzzles.proofs.words import the_rules, weight_reason


def reason_for_none(cover: Cover) -> str | None:
    """Why the puzzle has no solution: plainly, or by a weight proof; None if neither is found.

    >>> from cp_puzzles.api import ask
    >>> reason_for_none(ask("mutilated_chessboard")[0])
    'the pieces cover at most 31 of the cells of one colour of a checkerboard, the board has 32'
    """
    if isinstance(cover.puzzle, Matrix):
        return None  # what would be said speaks of boards and tiles
    if not cover.puzzle.rules:
        return _reason(cover)
    bare = build_cover(replace(cover.puzzle, rules=(), objective=None), ENOUGH)
    reason = _reason(bare)
    if reason is not None:
        return reason
    reason = _reason(cover, unlike=bare)
    keys = [rule.key for rule in cover.puzzle.rules]
    return reason if reason is None or all(key in reason for key in keys) else f"{reason} (by {the_rules(keys)})"


def _reason(cover: Cover, unlike: Cover | None = None) -> str | None:
    """The reason, if weights of cells and tiles alone were not tried in vain with the same placements."""
    reason = plain_reason(cover) or reason_of_kinds(cover)
    if reason is not None:
        return reason
    proof = None
    if unlike is None or len(unlike.placements) != len(cover.placements):
        proof = weight_proof(cover)
    if proof is None:
        proof = demand_weights(cover)
    return None if proof is None else weight_reason(cover.puzzle, proof)
