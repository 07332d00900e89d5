"""The members of a family without a solution, and why each has none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from cp_puzzles.analysis.explain import explain
from cp_puzzles.analysis.family.family import Family
from cp_puzzles.analysis.family.member import FamilyResult, Member
from cp_puzzles.analysis.options import EXPLAIN_SECONDS
from cp_puzzles.base.deadline import NO_DEADLINE, CanceledError, Deadline
from cp_puzzles.cover.proofs.explanation import Explanation
from cp_puzzles.puzzle.puzzle import Puzzle

Report = Callable[[Member, Puzzle, Explanation, float], None]
"""A function that gets a member without a solution, its puzzle, the explanation, and the seconds that are left."""


def members_explained(
    result: FamilyResult,
    *,
    time_limit: float | None = None,
    deadline: Deadline = NO_DEADLINE,
    on_member: Callable[[Member], None] = lambda member: None,
    on_explanation: Report = lambda member, puzzle, explanation, seconds: None,
) -> FamilyResult:
    r"""Return the answers with the explanation of each member that has no solution as its reason.

    The time limit holds for each member, the deadline for all: members that are not reached keep their answers. An
    interrupt ends the explanations, too.

    >>> from cp_puzzles.analysis.family.each import each
    >>> spec = {"name": "T", "board": {"size": [4, "{n}"]}, "parameters": {"n": 4}}
    >>> spec["tiles"] = [{"name": "T", "drawing": "XXX\n.X.", "multiplicity": "any"}]
    >>> members_explained(each(spec, for_="n=5", jobs=1)).answers[0].reason.split(".")[0]
    'Write the numbers shown into the cells'
    """
    answers = list(result.answers)
    for number, member in _impossible(result):
        if deadline.has_passed:
            break
        seconds = deadline.earlier(min(time_limit or EXPLAIN_SECONDS, EXPLAIN_SECONDS)).seconds or EXPLAIN_SECONDS
        on_member(member)
        assert isinstance(result.members, Family)
        try:
            puzzle = result.members.puzzle(member, result.members.base(member))
            explanation = explain(puzzle, time_limit=seconds)
            if explanation.answer == "none":
                answers[number] = replace(answers[number], reason=" ".join(explanation.steps))
                on_explanation(member, puzzle, explanation, seconds)
        except (KeyboardInterrupt, CanceledError):
            break
    return replace(result, answers=tuple(answers))


def _impossible(result: FamilyResult) -> Iterator[tuple[int, Member]]:
    for number, answer in enumerate(result.answers):
        if answer.solvable is False:
            yield number, result.members[number]
