"""A position of a search: its counts are those of the problem."""

from __future__ import annotations

from hypothesis import given

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.proofs.forced_moves import Position
from tests.cover.cover_problems import cover_problems


@given(cover_problems())
def test_position_names_the_item_that_cannot_be_met(problem: CoverProblem) -> None:
    """An item is dead exactly if fewer options remain than it needs; what follows has no part in it."""
    position = Position.of(problem)
    position.propagate()
    items = range(len(problem.items))
    dead = [item for item in items if position.remaining(item) < position.needed(item)]
    assert position.forced()[1] == (dead[0] if dead else None)
    assert position.chosen == ()
