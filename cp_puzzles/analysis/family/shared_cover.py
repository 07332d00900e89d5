"""Members that differ in their empty cells and in their tiles as parts of one cover problem.

The problem is that of the whole board, with one more option for each cell that some member leaves empty. A member
chooses the options of its empty cells, and excludes the others and the placements of the tiles that it does not use. If
its tiles have as many cells as remain, a solution of this part is a solution of the member and conversely. Placements,
items and the arrays of an engine are made once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from time import monotonic

import numpy as np

from cp_puzzles.analysis.family.member import Answer, Member
from cp_puzzles.analysis.options import Question
from cp_puzzles.cover.cover_problem import Cover, CoverProblem, build_cover
from cp_puzzles.cover.symmetry.leader import LexLeader, lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import group_of
from cp_puzzles.engines.engine import Batch, OrbitSizes, Part, PartTask, SearchRequest
from cp_puzzles.engines.registry import AUTO, ENGINES, FASTEST, load_engine
from cp_puzzles.errors import InvalidSolutionError
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle

LIMITS: dict[Question, int | None] = {"solvable": 1, "count": None, "unique": 2}
"""The number of solutions that answer a question."""


def can_share(puzzle: Puzzle, question: Question, symmetry: str, engine: str | None) -> bool:
    """Return whether the members on a board can be parts of one cover problem."""
    is_plain = puzzle.has_board and not puzzle.rules and puzzle.objective is None and not puzzle.given
    is_plain = is_plain and not puzzle.has_overlap
    return is_plain and question in LIMITS and symmetry == "off" and (engine in (None, AUTO, *ENGINES))


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
        self._request, self._engine  # noqa: B018

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
    def _engine(self):  # type: ignore[no-untyped-def]
        return load_engine(self.engine_name)

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
        batches: list[Batch] = []

        def emit(batch: Batch, sizes: OrbitSizes) -> None:
            batches.append(batch)

        limit = LIMITS[question]
        task = PartTask(self._request, self._part(member), None if limit is None else emit, limit, stop)
        result = self._engine.run(task)
        seconds = monotonic() - started
        if result.solutions == 0 and not result.complete:
            return Answer("time-limit", seconds=seconds)
        placements = self._verified(batches[0][0].tolist(), member) if batches else ()
        is_counted = result.complete or result.solutions == limit
        if not is_counted:
            return Answer("time-limit", solvable=True, seconds=seconds, placements=placements)
        return Answer(
            "complete",
            solvable=result.solutions > 0,
            solutions=None if question == "solvable" or not result.complete else result.solutions,
            value=result.solutions == 1 if question == "unique" else None,
            seconds=seconds,
            placements=placements,
        )

    def _verified(self, options: Iterable[int], member: Member) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
        """Return the placements of a solution; raise `InvalidSolutionError` if they do not tile the member's board."""
        kept = [self.cover.placements[option] for option in options if 0 <= option < len(self.cover.placements)]
        covered = sorted(cell for placement in kept for cell in placement.cells)
        expected = sorted(set(self.cover.cells) - self.empty_cells(member))
        names = sorted(placement.tile for placement in kept)
        tiles = self.puzzle.tiles if member.tiles is None else [t for t in self.puzzle.tiles if t.name in member.tiles]
        if covered != expected or names != sorted(name for tile in tiles for name in [tile.name] * tile.minimum):
            raise InvalidSolutionError(f"{self.puzzle.name}, {member}: the pieces do not fill the board")
        return tuple((placement.tile, placement.cells) for placement in kept)


@dataclass(frozen=True, eq=False)
class Symmetries:
    """The symmetries of a board, under which members are the same puzzle."""

    images: tuple[dict[Cell, Cell], ...]

    @classmethod
    def of(cls, shared: SharedCover) -> Symmetries:
        """Return the isometries of the board that map every tile to itself."""
        cover = shared.cover
        group, tiles = group_of(cover, "full"), np.array(cover.problem.tiles)
        rows = [row for row in np.asarray(group.items) if (row[tiles] == tiles).all()]
        cells = cover.cells
        return cls(tuple({cell: cells[row[number]] for number, cell in enumerate(cells)} for row in rows))

    def canonical(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Return the least image of a set of cells."""
        listed = list(cells)
        return min(tuple(sorted(image[cell] for cell in listed)) for image in self.images)
