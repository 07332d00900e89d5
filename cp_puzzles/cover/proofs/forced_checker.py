"""The checker of forced moves: it repeats every line and counts the remaining options in the cover problem itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.proofs.forced_moves import ForcedProof, Line
from cp_puzzles.cover.proofs.weight_proof import InvalidProofError


def check_forced(proof: ForcedProof) -> None:
    """Raise `InvalidProofError` if a move is not forced, a line does not end dead, or an option was not tried."""
    problem = proof.cover.problem
    excluded: set[int] = set()
    for line in proof.ruled_out:
        _check_line(problem, excluded, line, begins_with_choice=True)
        excluded.add(line.options[0])
    if proof.item is None:
        (line,) = proof.lines
        _check_line(problem, excluded, line, begins_with_choice=False)
        return
    tried = {line.options[0] for line in proof.lines}
    if problem.items[proof.item].minimum < 1 or tried != set(problem.covering[proof.item]) - excluded:
        raise InvalidProofError("not every option of what must be covered was tried")
    for line in proof.lines:
        _check_line(problem, excluded, line, begins_with_choice=True)


def _check_line(problem: CoverProblem, excluded: Iterable[int], line: Line, *, begins_with_choice: bool) -> None:
    """Raise `InvalidProofError` unless every move after the choice is forced and the line ends dead."""
    times: Counter[int] = Counter()
    excluded = set(excluded)

    def active(item: int) -> set[int]:
        options = set(problem.covering[item]) - excluded
        return {o for o in options if all(times[i] < problem.items[i].maximum for i in problem.options[o])}

    for number, (option, reason) in enumerate(zip(line.options, line.reasons, strict=True)):
        remaining = active(reason)
        is_forced = len(remaining) == problem.items[reason].minimum - times[reason]
        if option not in remaining or not (is_forced or (begins_with_choice and number == 0)):
            raise InvalidProofError(f"move {number + 1} of a line is not forced")
        times.update(problem.options[option])
        excluded.add(option)
    if len(active(line.dead)) >= problem.items[line.dead].minimum - times[line.dead]:
        raise InvalidProofError("a line does not end dead")
