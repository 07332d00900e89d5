"""A position of a search: its counts are those of the problem, and every step can be undone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.proofs.forced_moves import Position
from tests.cover.cover_problems import cover_problems


@given(cover_problems(), st.data())
def test_position_undoes_steps(problem: CoverProblem, data: st.DataObject) -> None:
    """After choices, exclusions and propagation all that is known returns with `undo`."""
    position = Position(problem)
    states = [(position.options, position.forced())]
    for _ in range(data.draw(st.integers(0, 4))):
        if position.options:
            change = data.draw(st.sampled_from([position.choose, lambda option: position.exclude([option])]))
            change(data.draw(st.sampled_from(position.options)))
            states.append((position.options, position.forced()))
    position.propagate()
    for steps in range(len(states) - 1, -1, -1):
        position.undo(steps)
        assert (position.options, position.forced()) == states[steps]
        assert position.steps == steps


@given(cover_problems())
def test_position_names_the_item_that_cannot_be_met(problem: CoverProblem) -> None:
    """An item is dead exactly if fewer options remain than it needs; a copy has no part in it."""
    position = Position(problem)
    position.copy().propagate()
    items = range(len(problem.items))
    dead = [item for item in items if position.remaining(item) < position.needed(item)]
    assert position.forced()[1] == (dead[0] if dead else None)
    assert position.chosen == []
