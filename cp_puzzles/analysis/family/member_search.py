"""The question about the members of a family, and its answer about one of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from time import monotonic
from typing import Any

import numpy as np

from cp_puzzles.analysis.family.family import Family, Kin
from cp_puzzles.analysis.family.member import Answer, Member
from cp_puzzles.analysis.family.shared_cover import SharedCover, can_share
from cp_puzzles.analysis.options import Question
from cp_puzzles.base.deadline import NO_DEADLINE, CanceledError, Deadline, propagate_interrupt
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.placement_table import sorted_numbers
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.registry import AUTO, FASTEST
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.isometry import translate
from cp_puzzles.puzzle.geometry.placement import Placement, PlacementFinder
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.searches import count_solutions

KEPT_BASES = 4
"""Boards whose cover problem a process keeps."""


@dataclass(frozen=True)
class Inquest:
    """The question about the members of a family, and how it is answered."""

    family: Family
    question: Question
    symmetry: Symmetry
    engine: str | None
    time_limit: float | None
    memory: int | None = None
    _bases: dict[Kin, tuple[Puzzle, SharedCover | None]] = field(default_factory=dict, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bases": {}}

    def _base(self, member: Member) -> tuple[Puzzle, SharedCover | None]:
        kin = self.family.kin(member)
        if kin not in self._bases:
            puzzle = self.family.base(member)
            engine = FASTEST if self.engine in (None, AUTO) else str(self.engine)
            is_shared = can_share(puzzle, self.question, self.symmetry, self.engine)
            while len(self._bases) >= KEPT_BASES:
                del self._bases[next(iter(self._bases))]
            self._bases[kin] = (puzzle, SharedCover(puzzle, engine) if is_shared else None)
        return self._bases[kin]

    def shared(self, member: Member) -> SharedCover | None:
        """Return the shared cover problem of a member and its kin; None if there is none or the member is wrong."""
        try:
            return self._base(member)[1]
        except MistakeError:
            return None

    def answer(self, member: Member, deadline: Deadline = NO_DEADLINE) -> Answer:
        """Return the answer about a member; a mistake in the member is its answer."""
        end = deadline.earlier(self.time_limit)
        try:
            base, shared = end.run("setting up", lambda: self._base(member))
            varies = bool(member.leave) or member.tiles is not None
            if varies and shared is not None and shared.is_exact(member):
                end.run("setting up", shared.prepare)
                return shared.answer(member, self.question, lambda: end.has_passed)
            return self._alone(end.run("setting up", lambda: self.family.puzzle(member, base)), end)
        except MistakeError as error:
            return Answer("mistake", reason=str(error), mistake=error)
        except CanceledError:
            return Answer("time-limit")

    def _alone(self, puzzle: Puzzle, end: Deadline) -> Answer:
        """Return the answer about a puzzle that shares nothing with others."""
        started = monotonic()
        if self.question == "grade":
            return self._grade(puzzle, end)
        if self.question == "solvable" and (known := _known(puzzle)) is not None:
            return replace(known, seconds=monotonic() - started)
        limit = {"solvable": 1, "unique": 2, "best": 1}.get(self.question)
        if self.question == "best" and puzzle.objective is None:
            raise MistakeError(puzzle.name, "it has no objective", "add maximize: or minimize: to the puzzle")
        result = self._counted(puzzle, limit, end, self.engine)
        seconds = monotonic() - started
        is_known = result.status in ("complete", "limit")
        return Answer(
            "complete" if is_known else "time-limit",
            solvable=True if result.count else False if is_known else None,
            solutions=result.count if result.status == "complete" and self.question in ("count", "unique") else None,
            value=self._value(result.count, result.objective) if is_known else None,
            reason=result.reason,
            seconds=seconds,
        )

    def _counted(self, puzzle: Puzzle, limit: int | None, end: Deadline, engine: str | None = None) -> RunResult:
        asked: dict[str, Any] = {"symmetry": self.symmetry, "engine": engine, "limit": limit, "memory": self.memory}
        options = SearchOptions(**asked, time_limit=end.seconds, jobs=1)
        return propagate_interrupt(partial(count_solutions, puzzle, options))

    def _value(self, solutions: int, objective: Any) -> Any:
        if self.question == "unique":
            return solutions == 1
        return objective["value"] if self.question == "best" and objective else None

    def _grade(self, puzzle: Puzzle, end: Deadline) -> Answer:
        from cp_puzzles.analysis.design.difficulty import difficulty

        started = monotonic()
        solutions = self._counted(puzzle, 2, end)
        if solutions.count != 1 or solutions.status == "time-limit":
            is_known = solutions.status != "time-limit"
            value = None if not is_known else "several solutions" if solutions.count else None
            status = "complete" if is_known else "time-limit"
            return Answer(status, bool(solutions.count) if is_known else None, value=value)  # type: ignore[arg-type]
        grade = end.run("grading", lambda: difficulty(puzzle)).grade
        return Answer("complete", True, value=grade, seconds=monotonic() - started)


def _known(puzzle: Puzzle) -> Answer | None:
    """Return the answer about a puzzle whose tiles are too large, or have room without a search; else None."""
    reason = reason_by_size(puzzle)
    if reason is not None:
        return Answer("complete", solvable=False, reason=reason)
    placements = first_fit(puzzle)
    if placements is None:
        return None
    return Answer("complete", solvable=True, placements=tuple((each.tile, each.cells) for each in placements))


MAX_GREEDY_CELLS = 1_000_000
"""Copies times cells of the board up to which pieces are tried one after the other: about a second."""


def first_fit(puzzle: Puzzle) -> tuple[Placement, ...] | None:
    """Return a solution that can be constructed without a search; None if the two ways of construction find none.

    Only the smallest number of copies of each tile is placed, and every cell may stay empty.
    """
    is_loose = not (puzzle.required or puzzle.rules or puzzle.objective or puzzle.given or puzzle.lattice.spokes)
    copies = sum(tile.minimum for tile in puzzle.tiles)
    if not is_loose or not copies:
        return None
    placements = _in_boxes(puzzle, copies)
    if placements is None and copies * len(puzzle.board.cells) <= MAX_GREEDY_CELLS:
        placements = _one_by_one(puzzle)
    if placements is not None and Verifier(puzzle).violation(placements) is not None:
        return None
    return placements


def _in_boxes(puzzle: Puzzle, copies: int) -> tuple[Placement, ...] | None:
    """Return each piece in a box of its own, in a grid of boxes of the same size; on squares and cubes."""
    lattice = puzzle.lattice
    if lattice.name not in ("square", "cubic"):
        return None
    forms = [(tile.name, tile.orientations[0]) for tile in puzzle.tiles for _ in range(tile.minimum)]
    box = [max(1 + max(cell[axis] for cell in form) for _, form in forms) for axis in range(lattice.dimension)]
    board = set(puzzle.board.cells)
    ends = list(zip(*board, strict=True))
    starts = product(*(range(min(end), max(end) + 1, step) for end, step in zip(ends, box, strict=True)))
    corners = (
        start
        for start in starts
        if all(
            tuple(a + b for a, b in zip(start, offset, strict=True)) in board for offset in product(*map(range, box))
        )
    )
    placed = tuple(
        Placement(tuple(sorted(translate(form, corner))), name, lattice)
        for (name, form), corner in zip(forms, corners, strict=False)
    )
    return placed if len(placed) == copies else None


def _one_by_one(puzzle: Puzzle) -> tuple[Placement, ...] | None:
    """Return the pieces, larger ones first, each at the first place where it fits in reading order."""
    cells = puzzle.board.cells
    finder = PlacementFinder(puzzle.lattice, cells)
    number = sorted_numbers(cells)
    free = np.ones(len(cells), dtype=np.bool_)
    placed = []
    for tile in sorted(puzzle.tiles, key=lambda tile: -tile.size):
        if not tile.minimum:
            continue
        images = np.concatenate([np.sort(number[finder.images(form)], axis=1) for form in tile.orientations])
        images = images[np.lexsort((images[:, 0], images[:, -1]))]
        placed += [
            Placement(tuple(cells[k] for k in chosen), tile.name, puzzle.lattice)
            for chosen in _fitting(images, free, tile.minimum)
        ]
        if sum(placement.tile == tile.name for placement in placed) < tile.minimum:
            return None
    return tuple(placed)


def _fitting(images: np.ndarray, free: np.ndarray, copies: int) -> Iterator[list[int]]:
    """Yield the cells of placements that are free, and take them, until enough copies are placed."""
    place = 0
    for _ in range(copies):
        while place < len(images) and not free[images[place]].all():
            place += 1
        if place == len(images):
            return
        free[images[place]] = False
        yield sorted(images[place].tolist())
