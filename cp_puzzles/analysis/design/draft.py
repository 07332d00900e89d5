"""Drafts of challenges: chosen features that make a solution unique; a grade and a second proof make the challenge.

Both take most of the time of a design and do not depend on other challenges, so processes share them.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing
from dataclasses import dataclass

from cp_puzzles.analysis.design.challenge import (
    Challenge,
    description_of,
    spec_titled,
    spec_with,
    title_of,
    with_given_drawn,
)
from cp_puzzles.analysis.design.difficulty import Difficulty, difficulty_of
from cp_puzzles.analysis.design.given_selection import Feature, holes_of, placements_of, with_features
from cp_puzzles.analysis.design.rival_search import RivalSearch
from cp_puzzles.base.deadline import GRACE_SECONDS, CanceledError, Deadline
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.errors import DisagreementError
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.search.job import portable
from cp_puzzles.search.pool import ProcessPool

FEWEST_IN_PROCESSES = 20
"""Fewer challenges are finished by this process: others take a second or two to start."""

AHEAD_PER_PROCESS = 3
"""Drafts that wait for each process, so that none is idle while the next one is made."""


@dataclass(frozen=True)
class Draft:
    """A challenge without its second proof, and without its grade unless the choice depended on it."""

    number: int
    name: str
    spec: PuzzleSpec
    puzzle: Puzzle
    target: Solution
    chosen: tuple[Feature, ...]
    graded: Difficulty | None
    symmetry: Symmetry
    engine: str
    level: int | None
    conditions: int
    is_exact: bool

    def finished(self, deadline: Deadline) -> Challenge:
        """Return the challenge after a second engine confirmed the unique solution of its file."""
        graded = self.graded
        if graded is None and self.symmetry == "off":
            graded = deadline.run("grading", lambda: difficulty_of(with_features(self.puzzle, self.chosen)))
        given, holes = placements_of(self.chosen), holes_of(self.chosen)
        full = spec_with(self.spec, self.puzzle, (*self.puzzle.given, *given), holes)
        titled = spec_titled(
            full,
            title_of(self.name, self.number),
            description_of(graded, len(given), len(holes), self.level, self.conditions, exact=self.is_exact),
            {self.symmetry: 1} if self.level is None else {self.symmetry: 1, "apart": 1, "level": self.level},
        )
        titled = with_given_drawn(titled, build_puzzle(titled))
        puzzle = build_puzzle(titled)
        second = entry_of(self.engine).checked_by
        solutions = RivalSearch(puzzle, self.symmetry, second, deadline).solutions(limit=2)
        solution = Solution(puzzle, self.target.placements)
        if len(solutions) != 1 or (self.symmetry == "off" and solutions[0] != solution):
            raise DisagreementError(
                f"{puzzle.name}: {self.engine} finds one solution, {second} a different one or {len(solutions)}"
            )
        engines = (self.engine, second)
        return Challenge(self.number, titled, puzzle, solution, given, tuple(sorted(holes)), graded, engines)


def challenges_of(drafts: Iterator[Draft], wanted: int, jobs: int, deadline: Deadline) -> Generator[Challenge]:
    """Yield the challenge of each draft, in order; raise what ends the drafts after the challenges before it."""
    if jobs == 1 or wanted < FEWEST_IN_PROCESSES:
        for draft in drafts:
            yield draft.finished(deadline)
        return
    with closing(ProcessPool(jobs)) as pool:
        waiting: deque[tuple[Draft, Future[Challenge] | None]] = deque()
        ending: CanceledError | None = None
        while True:
            try:
                while ending is None and len(waiting) < AHEAD_PER_PROCESS * jobs:
                    following = next(drafts, None)
                    if following is None:
                        break
                    waiting.append((following, _submitted(pool, following, deadline)))
            except CanceledError as over:
                ending = over
            if not waiting:
                break
            draft, future = waiting.popleft()
            try:
                yield draft.finished(deadline) if future is None else future.result(_patience(deadline))
            except BrokenExecutor:  # a process was killed; this one goes on
                yield draft.finished(deadline)
            except TimeoutError:
                raise CanceledError("grading") from None
        if ending is not None:
            raise ending


def _submitted(pool: ProcessPool, draft: Draft, deadline: Deadline) -> Future[Challenge] | None:
    """Return the challenge that a process will have made; None if one was killed."""
    try:
        return pool.submit(_finished, portable(draft), deadline)
    except BrokenExecutor:
        return None


def _patience(deadline: Deadline) -> float | None:
    """Return the seconds to wait for a process: until the deadline and for its last words."""
    return None if deadline.seconds is None else deadline.seconds + GRACE_SECONDS


def _finished(pickled: bytes, deadline: Deadline) -> Challenge:
    draft: Draft = pickle.loads(pickled)
    return draft.finished(deadline)
