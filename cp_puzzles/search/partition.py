"""Stand-in until the balanced partition lands."""

from __future__ import annotations

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Part
from cp_puzzles.symmetry.leader import LexLeader


def partition(problem: CoverProblem, leader: LexLeader, target: int) -> tuple[Part, ...]:
    """One part for each option of the smallest exact-one item."""
    items = [i for i, item in enumerate(problem.items) if item.is_exact_one and problem.covering[i]]
    if not items or len(problem.options) < 500:
        return (Part(),)
    alive = {i: [o for o in problem.covering[i] if not leader.never[o]] for i in items}
    item = min(items, key=lambda i: len(alive[i]))
    return tuple(Part(index, (option,)) for index, option in enumerate(alive[item]))
