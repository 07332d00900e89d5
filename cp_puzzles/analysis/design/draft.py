"""Drafts of challenges: what was chosen to make a solution unique; then a grade and a second proof.

Both take most of the time of a design and do not depend on other challenges, so processes share them.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from time import monotonic

from cp_puzzles.analysis.design.challenge import Challenge, challenge_spec, description_of, spec_with_conditions
from cp_puzzles.analysis.design.design_choices import Conditions, Request
from cp_puzzles.analysis.design.difficulty import Difficulty, difficulty_of
from cp_puzzles.analysis.design.rival_search import Feature, RivalSearch, holes_of, placements_of, with_features
from cp_puzzles.base.deadline import GRACE_SECONDS, TICK_SECONDS, CanceledError, Deadline
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.errors import DisagreementError
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.search.pool import ProcessPool, portable
from cp_puzzles.search.runner import Runner

FEWEST_IN_PROCESSES = 20
"""Fewer challenges are finished by this process: others take a second or two to start."""

AHEAD_PER_PROCESS = 3
"""Drafts that wait for each process, so that none is idle while the next one is made."""


@dataclass(frozen=True)
class Choice:
    """Features, or conditions on regions, that make the solution of a puzzle unique, and its grade, if wanted."""

    puzzle: Puzzle
    features: tuple[Feature, ...] = ()
    conditions: Conditions = ()
    graded: Difficulty | None = None

    @property
    def with_features(self) -> Puzzle:
        """The puzzle with the features given."""
        return with_features(self.puzzle, self.features)


@dataclass(frozen=True)
class Draft:
    """A challenge without its second proof, and without its grade unless the choice depended on it.

    `spec` is that of the puzzle of the `target`, without what was chosen.
    """

    request: Request
    number: int
    spec: PuzzleSpec
    target: Solution
    choice: Choice

    def finished(self, deadline: Deadline) -> Challenge:
        """Return the challenge after a second engine confirmed the unique solution of its file."""
        request, choice, spec = self.request, self.choice, self.spec
        graded, conditions = choice.graded, choice.conditions
        if graded is None and request.symmetry == "off":
            graded = deadline.run("grading", lambda: difficulty_of(choice.with_features))
        given, holes = placements_of(choice.features), holes_of(choice.features)
        level = None if request.level is None else self.target.measure("level")
        is_exact = "pieces" in request.choose
        description = description_of(graded, len(given), len(holes), level, len(conditions), exact=is_exact)
        expected = {request.symmetry: 1} | ({} if level is None else {"apart": 1, "level": level})
        spec = spec_with_conditions(spec, choice.puzzle, conditions) if conditions else spec
        spec = challenge_spec(spec, choice.puzzle, given, holes, self.number, description, expected)
        puzzle, second = build_puzzle(spec), entry_of(request.engine).checked_by
        solutions = RivalSearch(puzzle, request.symmetry, second, deadline).solutions(limit=2)
        solution = Solution(puzzle, self.target.placements)
        if len(solutions) != 1 or (request.symmetry == "off" and solutions[0] != solution):
            raise DisagreementError(
                f"{puzzle.name}: {request.engine} finds one solution, {second} a different one or {len(solutions)}"
            )
        engines = (request.engine, second)
        return Challenge(self.number, spec, puzzle, solution, given, tuple(sorted(holes)), graded, engines)


def challenges_of(drafts: Iterator[Draft], wanted: int, jobs: int, deadline: Deadline) -> Generator[Challenge]:
    """Yield the challenge of each draft, in order; raise what ends the drafts after the challenges before it."""
    if jobs == 1 or wanted < FEWEST_IN_PROCESSES:
        for draft in drafts:
            yield draft.finished(deadline)
        return
    pool = ProcessPool(Finisher(deadline), jobs)
    with closing(Runner[tuple[int, bytes]](pool, ahead=AHEAD_PER_PROCESS)) as runner:
        waiting, made = deque[Draft](), dict[int, Challenge]()
        ending: CanceledError | None = None
        while True:
            try:
                while ending is None and runner.has_room and len(waiting) < AHEAD_PER_PROCESS * jobs:
                    following = next(drafts, None)
                    if following is None:
                        break
                    waiting.append(following)
                    runner.submit((following.number, portable(following)))
            except CanceledError as over:
                ending = over
            if not waiting:
                break
            for (number, pickled), future in runner.ended(TICK_SECONDS):
                # the processes were killed again and again at it: this one goes on
                made[number] = pickle.loads(pickled).finished(deadline) if future is None else future.result()
            while waiting and waiting[0].number in made:
                yield made.pop(waiting.popleft().number)
            if waiting and monotonic() > deadline.time + GRACE_SECONDS:
                raise CanceledError("grading")
        if ending is not None:
            raise ending


@dataclass(frozen=True)
class Finisher:
    """The work of processes: to finish drafts, which are pickled, because rules of a user may be in them."""

    deadline: Deadline

    def run(self, task: tuple[int, bytes], stop: Callable[[], bool]) -> Challenge:
        """Finish a draft."""
        draft: Draft = pickle.loads(task[1])
        return draft.finished(self.deadline)
