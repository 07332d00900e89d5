"""Why there is no solution, in a sentence, before anything is searched."""

from __future__ import annotations

from cp_puzzles.cover.precheck import plain_reason
from cp_puzzles.cover.problem import Cover
from cp_puzzles.proofs.find import weight_proof
from cp_puzzles.proofs.words import weight_reason


def reason_for_none(cover: Cover) -> str | None:
    """Why the puzzle has no solution: plainly, or by a weight proof; None if neither is found.

    >>> from cp_puzzles.cover.problem import build_cover
    >>> from cp_puzzles.puzzle.build import build_puzzle
    >>> from cp_puzzles.spec.load import load_spec
    >>> reason_for_none(build_cover(build_puzzle(load_spec("mutilated_chessboard"))))
    'the pieces cover at most 31 of the cells of one colour of a checkerboard, the board has 32'
    """
    reason = plain_reason(cover)
    if reason is not None:
        return reason
    proof = weight_proof(cover)
    return None if proof is None else weight_reason(cover.puzzle, proof)
