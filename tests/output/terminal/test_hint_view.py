"""The sentence of a hint."""

from __future__ import annotations

from cp_puzzles import hint
from cp_puzzles.output.terminal.annotated_boards import hint_view
from tests.output.terminal.drawn_puzzles import Show


def test_hint_gives_a_reason_that_a_person_can_see(show: Show) -> None:
    """The number of placements on a cell is said if it is small, and cells have their labels."""
    many = show(hint_view(hint("soma")))
    assert "Place " in many
    assert "placements can cover" not in many
    few = show(hint_view(hint("dominoes4x4")))
    assert "Only 2 placements can cover [0, 0]." in few
    assert "Jan" in show(hint_view(hint("calendar")))
