"""The checker of forced moves: it repeats every line and counts the remaining options from the cover problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.proofs.forced_moves import ForcedProof, Line
from cp_puzzles.cover.proofs.weight_proof import InvalidProofError


def check_forced(proof: ForcedProof) -> None:
    """Raise `InvalidProofError` if a move is not forced, a line does not end dead, or an option was not tried."""
    problem = proof.cover.problem
    gone: set[int] = set()
    for line in proof.ruled_out:
        _play(problem, gone, line, is_chosen=True)
        gone.add(line.options[0])
    if proof.item is None:
        (line,) = proof.lines
        _play(problem, gone, line, is_chosen=False)
        return
    tried = {line.options[0] for line in proof.lines}
    if problem.items[proof.item].minimum < 1 or tried != set(problem.covering[proof.item]) - gone:
        raise InvalidProofError("not every option of what must be covered was tried")
    for line in proof.lines:
        _play(problem, gone, line, is_chosen=True)


def _play(problem: CoverProblem, gone: Iterable[int], line: Line, *, is_chosen: bool) -> None:
    used: Counter[int] = Counter()
    gone = set(gone)

    def possible(item: int) -> set[int]:
        options = set(problem.covering[item]) - gone
        return {o for o in options if all(used[i] < problem.items[i].maximum for i in problem.options[o])}

    for number, (option, reason) in enumerate(zip(line.options, line.reasons, strict=True)):
        left = possible(reason)
        is_forced = len(left) == problem.items[reason].minimum - used[reason]
        if option not in left or not (is_forced or (is_chosen and number == 0)):
            raise InvalidProofError(f"move {number + 1} of a line is not forced")
        used.update(problem.options[option])
        gone.add(option)
    if len(possible(line.dead)) >= problem.items[line.dead].minimum - used[line.dead]:
        raise InvalidProofError("a line does not end dead")
