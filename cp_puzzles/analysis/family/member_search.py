"""The question about the members of a family, and its answer about one of them.

Members that differ in their empty cells and in their tiles are parts of one cover problem: that of the whole board,
with one more option for each cell that some member leaves empty. A member chooses the options of its empty cells, and
excludes the others and the placements of the tiles that it does not use. If its tiles have as many cells as remain, a
solution of this part is a solution of the member and conversely. Placements, items and the arrays of an engine are made
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import product
from time import monotonic
from typing import Any

import numpy as np

from cp_puzzles.analysis.analysis_options import Question
from cp_puzzles.analysis.family.family import BoardKey, Family
from cp_puzzles.analysis.family.member import Answer, Member
from cp_puzzles.base.deadline import NO_DEADLINE, CanceledError, Deadline, propagate_interrupt
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.cover_problem import Cover, CoverProblem, build_cover
from cp_puzzles.cover.symmetry.leader import LexLeader, lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry, cell_images, group_of
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.engine import Batch, Part, PartTask, SearchRequest
from cp_puzzles.engines.registry import AUTO, ENGINES, FASTEST, load_engine
from cp_puzzles.errors import InvalidSolutionError, MistakeError
from cp_puzzles.puzzle.geometry.isometry import Cell, translate
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import count_solutions
from cp_puzzles.search.search_options import SearchOptions

LIMITS: dict[Question, int | None] = {"solvable": 1, "count": None, "unique": 2}
"""The number of solutions that answer a question."""


def can_share(puzzle: Puzzle, question: Question, symmetry: str, engine: str | None) -> bool:
    """Return whether the members on a board can be parts of one cover problem."""
    is_plain = not (puzzle.rules or puzzle.objective or puzzle.given or puzzle.has_overlap) and puzzle.has_board
    return is_plain and question in LIMITS and symmetry == "off" and engine in (None, AUTO, *ENGINES)


@dataclass(frozen=True, eq=False)
class SharedCover:
    """The cover problem of a board, of which members are parts."""

    puzzle: Puzzle
    engine_name: str

    @cached_property
    def cover(self) -> Cover:
        """The cover problem of the board with all cells and tiles."""
        return build_cover(self.puzzle)

    @cached_property
    def labels(self) -> dict[str, Cell]:
        """The cells by label."""
        return dict(self.puzzle.board.labels)

    @cached_property
    def _area_of(self) -> dict[str, int | None]:
        return {t.name: t.size * t.minimum if t.minimum == t.maximum else None for t in self.puzzle.tiles}

    def empty_cells(self, member: Member) -> frozenset[Cell]:
        """Return the cells that a member leaves empty."""
        return frozenset(self.labels[name] for name in member.leave)

    def is_exact(self, member: Member) -> bool:
        """Return whether the tiles of a member have as many cells as its board."""
        names = self._area_of if member.tiles is None else member.tiles
        areas = [self._area_of.get(name) for name in names]
        if None in areas or any(name not in self.labels for name in member.leave):
            return False
        return sum(area for area in areas if area) == len(self.puzzle.board.cells) - len(self.empty_cells(member))

    def prepare(self) -> None:
        """Make what the searches of all members share."""
        self._request  # noqa: B018
        load_engine(self.engine_name)

    @cached_property
    def _request(self) -> SearchRequest:
        problem, cells = self.cover.problem, len(self.cover.cells)
        items = [replace(item, minimum=1) if item.kind == "cell" else item for item in problem.items]
        items = [replace(item, minimum=0) if item.kind == "tile" else item for item in items]
        extended = CoverProblem(tuple(items), (*problem.options, *((cell,) for cell in range(cells))))
        identity = np.arange(len(extended.options), dtype=np.int32)[None, :]
        group = replace(group_of(self.cover, "off"), options=identity)
        settings = {"restarts": False} if self.engine_name == FASTEST else {}
        leader: LexLeader = lex_leader(extended, group)
        return SearchRequest(extended, leader, settings=settings)

    @cached_property
    def _symmetries(self) -> list[dict[Cell, Cell]]:
        """The isometries of the board that map every tile to itself."""
        cells = self.cover.cells
        return [{cell: cells[k] for cell, k in zip(cells, row, strict=True)} for row in cell_images(self.cover)]

    def canonical(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Return the least image of a set of cells under the symmetries, which map members to the same puzzle."""
        listed = list(cells)
        return min(tuple(sorted(image[cell] for cell in listed)) for image in self._symmetries)

    @cached_property
    def _number(self) -> dict[Cell, int]:
        return {cell: number for number, cell in enumerate(self.cover.cells)}

    def _part(self, member: Member) -> Part:
        first = len(self.cover.problem.options)
        chosen = sorted(first + self._number[cell] for cell in self.empty_cells(member))
        excluded = set(range(first, first + len(self.cover.cells))).difference(chosen)
        if member.tiles is not None:
            used = [number for number, tile in enumerate(self.puzzle.tiles) if tile.name in member.tiles]
            excluded.update(np.flatnonzero(~np.isin(self.cover.placements.tiles, used)).tolist())
        return Part(tuple(chosen), tuple(sorted(excluded)))

    def answer(self, member: Member, question: Question, stop: Callable[[], bool]) -> Answer:
        """Return the answer about a member, whose tiles fill its board exactly."""
        started = monotonic()
        batches, limit = list[Batch](), LIMITS[question]
        emit = None if limit is None else lambda batch, sizes: batches.append(batch)
        result = load_engine(self.engine_name).run(PartTask(self._request, self._part(member), emit, limit, stop))
        seconds = monotonic() - started
        placements = self._verified(batches[0][0].tolist(), member) if batches else ()
        if not (result.complete or result.solutions == limit):
            return Answer("time-limit", True if result.solutions else None, seconds=seconds, placements=placements)
        return Answer(
            "complete",
            solvable=result.solutions > 0,
            solutions=None if question == "solvable" or not result.complete else result.solutions,
            value=result.solutions == 1 if question == "unique" else None,
            seconds=seconds,
            placements=placements,
        )

    def _verified(self, options: Iterable[int], member: Member) -> tuple[Placement, ...]:
        """Return the placements of a solution; raise `InvalidSolutionError` if they do not tile the member's board."""
        kept = [self.cover.placements[option] for option in options if 0 <= option < len(self.cover.placements)]
        covered = sorted(cell for placement in kept for cell in placement.cells)
        expected = sorted(set(self.cover.cells) - self.empty_cells(member))
        names = sorted(placement.tile for placement in kept)
        tiles = self.puzzle.tiles if member.tiles is None else [t for t in self.puzzle.tiles if t.name in member.tiles]
        if covered != expected or names != sorted(name for tile in tiles for name in [tile.name] * tile.minimum):
            raise InvalidSolutionError(f"{self.puzzle.name}, {member}: the pieces do not fill the board")
        return tuple(kept)


KEPT_BASES = 4
"""Boards whose cover problem a process keeps."""


CHUNK_SECONDS = 0.5
"""The time after which a worker sends the answers that it has."""


@dataclass(frozen=True)
class Chunk:
    """Members, by number, whose answers a worker finds, and the seconds that are left for all answers."""

    numbers: tuple[int, ...]
    seconds: float | None


@dataclass(frozen=True)
class Request:
    """The question about the members of a family, and how it is answered."""

    family: Family
    question: Question
    symmetry: Symmetry
    engine: str | None
    time_limit: float | None
    memory: int | None = None
    _bases: dict[BoardKey, tuple[Puzzle, SharedCover | None]] = field(default_factory=dict, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bases": {}}

    def _base(self, member: Member) -> tuple[Puzzle, SharedCover | None]:
        board_key = self.family.board_key(member)
        if board_key not in self._bases:
            puzzle = self.family.base(member)
            engine = FASTEST if self.engine in (None, AUTO) else str(self.engine)
            is_shared = can_share(puzzle, self.question, self.symmetry, self.engine)
            while len(self._bases) >= KEPT_BASES:
                del self._bases[next(iter(self._bases))]
            self._bases[board_key] = (puzzle, SharedCover(puzzle, engine) if is_shared else None)
        return self._bases[board_key]

    def shared(self, member: Member) -> SharedCover | None:
        """Return the cover problem that members on a board share; None if there is none or the member is wrong."""
        try:
            return self._base(member)[1]
        except MistakeError:
            return None

    def run(
        self, chunk: Chunk, stop: Callable[[], bool] = lambda: False, *, deadline: Deadline | None = None
    ) -> list[Answer]:
        """Return the answers about the members of a chunk, or about the first of them if all take long."""
        begun, answers, end = monotonic(), list[Answer](), deadline or Deadline.after(chunk.seconds)
        for number in chunk.numbers:
            answers.append(self.answer(self.family[number], end))
            if monotonic() > begun + CHUNK_SECONDS or stop():
                break
        return answers

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
        if self.question == "solvable" and (answer := _answer_without_search(puzzle)) is not None:
            return replace(answer, seconds=monotonic() - started)
        limit = LIMITS.get(self.question, 1 if self.question == "best" else 2)
        if self.question == "best" and puzzle.objective is None:
            raise MistakeError(puzzle.name, "it has no objective", "add maximize: or minimize: to the puzzle")
        asked: dict[str, Any] = {"symmetry": self.symmetry, "engine": self.engine, "memory": self.memory}
        options = SearchOptions(**asked, limit=limit, time_limit=end.seconds, jobs=1)
        result = propagate_interrupt(partial(count_solutions, puzzle, options))
        is_answered = result.status in ("complete", "limit")
        return Answer(
            "complete" if is_answered else "time-limit",
            solvable=True if result.count else False if is_answered else None,
            solutions=result.count if result.status == "complete" and self.question in ("count", "unique") else None,
            value=self._value(puzzle, result, end) if is_answered else None,
            reason=result.reason,
            seconds=monotonic() - started,
        )

    def _value(self, puzzle: Puzzle, result: RunResult, end: Deadline) -> Any:
        """Return the answer to a question whose answer is no number of solutions; None for the others."""
        if self.question == "unique":
            return result.count == 1
        if self.question == "grade" and result.count == 1:
            from cp_puzzles.analysis.design.difficulty import difficulty

            return end.run("grading", lambda: difficulty(puzzle)).grade
        if self.question == "grade":
            return "several solutions" if result.count else None
        return result.objective["value"] if self.question == "best" and result.objective else None


def _answer_without_search(puzzle: Puzzle) -> Answer | None:
    """Return the answer about a puzzle whose tiles are too large, or fit into boxes side by side; else None."""
    if (reason := reason_by_size(puzzle)) is not None:
        return Answer("complete", solvable=False, reason=reason)
    placements = first_fit(puzzle)
    return None if placements is None else Answer("complete", solvable=True, placements=placements)


def first_fit(puzzle: Puzzle) -> tuple[Placement, ...] | None:
    """Return a solution in which each piece has a box of its own, in a grid of boxes of the same size; None if none is.

    Only the smallest number of copies of each tile is placed, on squares or cubes, and every cell may stay empty.
    """
    lattice = puzzle.lattice
    is_loose = not (puzzle.required or puzzle.rules or puzzle.objective or puzzle.given)
    forms = [(tile.name, tile.orientations[0]) for tile in puzzle.tiles for _ in range(tile.minimum)]
    if not is_loose or not forms or lattice.name not in ("square", "cubic"):
        return None
    box = [max(1 + max(cell[axis] for cell in each.cells) for _, each in forms) for axis in range(lattice.dimension)]
    board = set(puzzle.board.cells)
    ends = list(zip(*board, strict=True))
    starts = product(*(range(min(end), max(end) + 1, step) for end, step in zip(ends, box, strict=True)))
    corners = (start for start in starts if board.issuperset(translate(product(*map(range, box)), start)))
    placements = tuple(
        Placement((), name, lattice).on(translate(each.cells, corner), each.shown)
        for (name, each), corner in zip(forms, corners, strict=False)
    )
    is_solution = len(placements) == len(forms) and Verifier(puzzle).violation(placements) is None
    return placements if is_solution else None
