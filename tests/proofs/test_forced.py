"""Forced moves: right, replayed by a checker, and refused when a move is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.proofs.check_forced import check_forced
from cp_puzzles.proofs.forced import forced_proof
from cp_puzzles.proofs.weights import InvalidProofError
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.load import parse_spec
from tests.cover_problems import all_solutions
from tests.examples import examples
from tests.small_puzzles import covers


def rectangle(rows: int, columns: int, tile: str, copies: int) -> Cover:
    text = f"{{name: r, board: {{size: [{rows}, {columns}]}}, tiles: [{{set: pentominoes, only: [{tile}]"
    return build_cover(build_puzzle(parse_spec(text + f", multiplicity: {copies}}}]}}")))


@examples(60)
@given(covers(most_options=24))
def test_proofs_are_right(cover: Cover) -> None:
    """A puzzle with a proof has no solution, and the checker agrees with every line."""
    proof = forced_proof(cover)
    if proof is not None:
        check_forced(proof)
        assert all_solutions(cover.problem) == []


@pytest.mark.parametrize(
    ("size", "tile", "ruled_out"), [((3, 5), "U", 0), ((4, 10), "V", 0), ((5, 7), "L", 30), ((4, 10), "Y", 14)]
)
def test_rectangles(size: tuple[int, int], tile: str, ruled_out: int) -> None:
    """One cell is enough, or placements have to be ruled out first."""
    proof = forced_proof(rectangle(*size, tile, size[0] * size[1] // 5))
    assert proof is not None
    check_forced(proof)
    assert len(proof.ruled_out) == ruled_out


def test_a_changed_proof_is_refused() -> None:
    """A line that is left out, a move that is left out and a wrong dead end are refused."""
    proof = forced_proof(rectangle(4, 10, "V", 8))
    assert proof is not None
    longest = max(proof.lines, key=lambda line: len(line.options))
    others = tuple(line for line in proof.lines if line is not longest)
    assert len(longest.options) > 1
    cut = replace(longest, options=longest.options[:1], reasons=longest.reasons[:1])
    foreign = replace(longest, dead=proof.cover.problem.items.index(proof.cover.problem.items[-1]))
    for lines in (others, (*others, cut), (*others, foreign)):
        with pytest.raises(InvalidProofError):
            check_forced(replace(proof, lines=lines))
