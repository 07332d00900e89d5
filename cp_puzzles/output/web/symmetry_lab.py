"""A symmetry lab: the complete search trees of a small puzzle, with symmetry off, up to rotations, and in full.

The trees are those of the compiled search, which `Reference` repeats node for node. If symmetry is broken, the search
begins once for each part of the anchor (see `subproblems`), without options that are in no leader. Those options, and
solutions with an earlier image, are removed.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from cp_puzzles.base.arrays import Mask
from cp_puzzles.base.file_access import write_file
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES, Symmetry
from cp_puzzles.engines.engine import PartTask, SearchRequest
from cp_puzzles.engines.exact_cover import (
    MAX_ACTIVE_OPTIONS,
    CoverArrays,
    Reference,
    Subproblem,
    cover_arrays,
    subproblems,
    with_chosen,
)
from cp_puzzles.engines.registry import FASTEST
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.web.lab_page import Kind, Place, Tree, lab_page
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, puzzle_from
from cp_puzzles.search.job import Job

LARGEST = 1500
"""Nodes of a tree, at most."""

ENGINE = FASTEST
"""The engine whose search trees these are."""

SETTINGS = {"scan": False, "rim": 0, "remember": False}
"""Settings with which the compiled search has these trees."""


def symmetry_trees(puzzle: Puzzle, memory: int | None = None) -> tuple[Cover, tuple[Tree, ...]]:
    """Return the cover problem of a puzzle and its search trees, one for each symmetry.

    Raises `MistakeError` if a tree is too large to show.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> [(tree.nodes, tree.removed, tree.solutions, tree.raw) for tree in symmetry_trees(puzzle_from("dominoes4x4"))[1]]
    [(131, 0, 36, 36), (131, 24, 12, 36), (131, 27, 9, 36)]
    """
    if puzzle.objective is not None:
        raise MistakeError(puzzle.name, "the puzzle has an objective", "omit maximize and minimize")
    trees = []
    for symmetry in SYMMETRIES:
        cover, request = Job(puzzle, symmetry, memory=memory).cover_and_request()
        if len(cover.problem.options) > MAX_ACTIVE_OPTIONS:
            raise _too_large(puzzle)
        trees.append(_tree(cover, request, symmetry))
    return cover, tuple(trees)


def symmetry_lab(puzzle: Puzzle, memory: int | None = None) -> str:
    """Return the page with the trees side by side; raises the errors of `symmetry_trees`."""
    cover, trees = symmetry_trees(puzzle, memory)
    items = [(f"{item.kind} {item.name}", None) for item in cover.problem.items]
    cells = [(f"cell {item.name}", cell) for item, cell in zip(cover.problem.items, cover.cells, strict=False)]
    used = sorted({option for tree in trees for place in tree.places for option in place.chosen})
    placements = {option: cover.placements[option] for option in used if option < len(cover.placements)}
    return lab_page(puzzle, trees, [*cells, *items[len(cells) :]], placements)


def save_lab(puzzle: PuzzleSource, path: str | os.PathLike[str], memory: int | None = None) -> None:
    """Write the page; raises `MistakeError` for a puzzle that is too large, and a file that cannot be written."""
    if Path(path).suffix != ".html":
        raise MistakeError(os.fspath(path), "the symmetry lab is an HTML page", "write a name that ends in .html")
    write_file(path, symmetry_lab(puzzle_from(puzzle), memory))


def _too_large(puzzle: Puzzle) -> MistakeError:
    return MistakeError(
        puzzle.name,
        f"its search tree has more than {LARGEST:,} nodes, too many to look at",
        "use a smaller board, or give some pieces",
    )


def _tree(cover: Cover, request: SearchRequest, symmetry: Symmetry) -> Tree:
    arrays = cover_arrays(request.problem)
    parts = list(subproblems(arrays, PartTask(request)))
    grown = _Grown(cover, request, arrays)
    begun = {part.chosen[0] for part in parts if part.chosen}
    if begun:
        grown.places.append(Place(-1, (), "start"))
    for part in parts:
        removed = np.flatnonzero(_unbroken(arrays, part.chosen) & ~part.active).tolist()
        _Watched(grown, part, frozenset(removed) - begun, above=0 if begun else -1)
    return Tree(symmetry, request.leader.group.order, tuple(grown.places))


def _unbroken(arrays: CoverArrays, chosen: tuple[int, ...]) -> Mask:
    """Return the options that are compatible with the chosen ones, without symmetry breaking."""
    subproblem: Subproblem | None = Subproblem((), arrays.possible.copy(), np.zeros(1, dtype=np.int64))
    for option in chosen:
        subproblem = with_chosen(arrays, subproblem, option) if subproblem is not None else None
    return np.zeros_like(arrays.possible) if subproblem is None else subproblem.active


class _Grown:
    """A tree under construction."""

    def __init__(self, cover: Cover, request: SearchRequest, arrays: CoverArrays) -> None:
        self.cover, self.leader = cover, request.leader
        self.arrays = arrays
        self.places: list[Place] = []
        self.nodes = 0


class _Watched(Reference):
    """The search of a part, which records its nodes."""

    def __init__(self, grown: _Grown, part: Subproblem, removed: frozenset[int], above: int) -> None:
        self._grown, self._removed, self._above = grown, removed, [above]
        super().__init__(
            grown.cover.problem, chosen=part.chosen, active=frozenset(np.flatnonzero(part.active).tolist())
        )

    def _enter(self, chosen: tuple[int, ...], active: frozenset[int], uncovered: frozenset[int]) -> None:
        grown = self._grown
        grown.nodes += 1
        if grown.nodes > LARGEST:
            raise _too_large(grown.cover.puzzle)
        cost, item = self._choose_item(chosen, active, uncovered)
        kind: Kind = "dead" if cost == 0 else "branch"
        number, orbit = len(grown.places), 0
        if item is None:
            kind, orbit = self._solution(chosen)
        grown.places.append(Place(self._above[-1], chosen, kind, -1 if item is None else item, orbit))
        self._above.append(number)
        dominated = self._dominated(chosen, item) if item is not None else ()
        super()._enter(chosen, active, uncovered)
        grown.places += (Place(number, (*chosen, option), "dominated") for option in dominated)
        self._above.pop()

    def _solution(self, chosen: tuple[int, ...]) -> tuple[Kind, int]:
        """Return the kind of a solution of the problem, and the size of its orbit if it is kept."""
        grown, leader = self._grown, self._grown.leader
        if not grown.cover.accepts(chosen):
            return "dead", 0
        if not leader.is_leader(chosen):
            return "image", 0
        return "solution", int(leader.group.orbit_sizes(np.array([sorted(chosen)], dtype=np.int32))[0])

    def _dominated(self, chosen: tuple[int, ...], item: int) -> tuple[int, ...]:
        """Return the options of an item that symmetry breaking leaves out here."""
        wanted = self._removed.intersection(self._grown.cover.problem.covering[item])
        if not wanted:
            return ()
        active = _unbroken(self._grown.arrays, chosen)
        return tuple(sorted(option for option in wanted if active[option]))
