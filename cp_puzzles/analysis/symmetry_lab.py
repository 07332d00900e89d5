"""A symmetry lab: the whole search trees of a small puzzle, with symmetry off, up to rotations, and up to all motions.

They are those of the compiled search as `engines.exact_cover.reference` has them, node for node. Where symmetry is
broken the search begins once for each part that the anchor leaves (see `subproblems`), without the options that are in
no leader; what would have been tried otherwise is *cut*, and so is a solution that has an image before it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from cp_puzzles.api import ask
from cp_puzzles.cover.problem import Cover
from cp_puzzles.engines.base import Part, Question
from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays, Mask, cover_arrays
from cp_puzzles.engines.exact_cover.problem.room import MAX_LIVING, Room
from cp_puzzles.engines.exact_cover.problem.subproblems import Subproblem, subproblems, with_chosen
from cp_puzzles.engines.exact_cover.reference import Reference
from cp_puzzles.engines.exact_cover.settings import Settings
from cp_puzzles.errors import MistakeError
from cp_puzzles.export.lab_page import lab_page
from cp_puzzles.files import writing
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from
from cp_puzzles.symmetry.group import SYMMETRIES, Symmetry

LARGEST = 1500
"""The most nodes of a tree that is shown."""

ENGINE = Settings.engine
"""Whose search it is."""

SETTINGS = {"scan": False, "rim": 0, "remember": False}
"""With these settings the compiled search has these trees."""

Kind = Literal["start", "branch", "dead", "solution", "image", "cut"]
"""What a place in the tree is: the start of several parts, which is no node of the search; a node with options to try;
one at which something cannot be covered any more; a solution; a solution that has an image before it; or an option that
is not tried since no leader has it, which is no node either."""


@dataclass(frozen=True)
class Place:
    """A place in a tree: the number of the place above it, the options chosen on the way (the last one here), and its
    kind. `item` is what is branched on, or cannot be covered; `orbit` the number of positions of a solution."""

    parent: int
    chosen: tuple[int, ...]
    kind: Kind
    item: int = -1
    orbit: int = 0


@dataclass(frozen=True)
class Tree:
    """A search tree, its places in the order of the search, and its numbers.

    `nodes` of the search, `cut` options that were not tried and solutions that were not kept for the symmetries' sake,
    `solutions` up to symmetry and `raw` all of them.
    """

    symmetry: Symmetry
    group_order: int
    places: tuple[Place, ...] = field(repr=False)

    @property
    def nodes(self) -> int:
        """The nodes of the search."""
        return sum(place.kind not in ("start", "cut") for place in self.places)

    @property
    def cut(self) -> int:
        """What is not searched, or not kept, for an image of it is."""
        return sum(place.kind in ("cut", "image") for place in self.places)

    @property
    def raw(self) -> int:
        """All solutions, from the sizes of their orbits."""
        return sum(place.orbit for place in self.places)

    @property
    def solutions(self) -> int:
        """The solutions that are kept."""
        return sum(place.kind == "solution" for place in self.places)


def symmetry_trees(puzzle: Puzzle) -> tuple[Cover, tuple[Tree, ...]]:
    """The search trees of a puzzle, a symmetry each, and the cover problem whose options they name.

    Raises `MistakeError` for a puzzle whose tree is too large to be looked at.

    >>> from cp_puzzles.puzzle.source import puzzle_from
    >>> [(tree.nodes, tree.cut, tree.solutions, tree.raw) for tree in symmetry_trees(puzzle_from("dominoes4x4"))[1]]
    [(131, 0, 36, 36), (131, 24, 12, 36), (131, 27, 9, 36)]
    """
    if puzzle.objective is not None:
        raise MistakeError(puzzle.name, "it asks for the best", "leave maximize and minimize away")
    trees = []
    for symmetry in SYMMETRIES:
        cover, question = ask(puzzle, symmetry=symmetry)
        if len(cover.problem.options) > MAX_LIVING:
            raise _too_large(puzzle)
        trees.append(_tree(cover, question, symmetry))
    return cover, tuple(trees)


def symmetry_lab(puzzle: Puzzle) -> str:
    """The page that shows the trees side by side; raises what `symmetry_trees` does."""
    cover, trees = symmetry_trees(puzzle)
    items = [(f"{its.kind} {its.name}", None) for its in cover.problem.items]
    cells = [(f"cell {its.name}", cell) for its, cell in zip(cover.problem.items, cover.cells, strict=False)]
    used = sorted({option for tree in trees for place in tree.places for option in place.chosen})
    return lab_page(
        puzzle,
        [_described(tree) for tree in trees],
        kinds=get_args(Kind),
        items=[*cells, *items[len(cells) :]],
        placements={option: cover.placements[option] for option in used if option < len(cover.placements)},
    )


def save_lab(puzzle: PuzzleSource, path: str | os.PathLike[str]) -> None:
    """Write the page; raises `MistakeError` for a puzzle that is too large, or a file that cannot be written."""
    if Path(path).suffix != ".html":
        raise MistakeError(os.fspath(path), "the lab is a page", "write a name that ends in .html")
    page = symmetry_lab(puzzle_from(puzzle))
    with writing(path):
        Path(path).write_text(page, encoding="utf-8")


def _described(tree: Tree) -> dict[str, Any]:
    """A tree as the page takes it."""
    kinds = get_args(Kind)
    places = tree.places
    return {
        "title": f"symmetry {tree.symmetry}",
        "figures": [
            ("nodes", tree.nodes),
            ("cut", tree.cut),
            ("solutions", tree.solutions),
            ("in all", tree.raw),
            ("motions", tree.group_order),
        ],
        "places": [
            [
                its.parent,
                its.chosen[len(places[its.parent].chosen) if its.parent >= 0 else 0 :],
                kinds.index(its.kind),
                its.item,
                its.orbit,
            ]
            for its in places
        ],
    }


def _too_large(puzzle: Puzzle) -> MistakeError:
    return MistakeError(
        puzzle.name,
        f"its search tree has more than {LARGEST:,} nodes, too many to look at",
        "take a smaller board, or give some pieces",
    )


def _tree(cover: Cover, question: Question, symmetry: Symmetry) -> Tree:
    arrays, leader = cover_arrays(question.problem), question.leader
    room = Room(MAX_LIVING, limit=MAX_LIVING)
    parts = list(subproblems(arrays, leader, Part(), break_symmetry=True, room=room, stop=lambda: False))
    grown = _Grown(cover, question, arrays)
    begun = {part.chosen[0] for part in parts if part.chosen}
    if begun:
        grown.places.append(Place(-1, (), "start"))
    for part in parts:
        removed = np.flatnonzero(_unbroken(arrays, part.chosen) & ~part.living).tolist()
        _Watched(grown, part, frozenset(removed) - begun, above=0 if begun else -1)
    return Tree(symmetry, leader.group.order, tuple(grown.places))


def _unbroken(arrays: CoverArrays, chosen: tuple[int, ...]) -> Mask:
    """The options that could be chosen beside others if there were no symmetries."""
    whole: Subproblem | None = Subproblem((), arrays.possible.copy(), np.zeros(1, dtype=np.int64))
    for option in chosen:
        whole = with_chosen(arrays, whole, option) if whole is not None else None
    return np.zeros_like(arrays.possible) if whole is None else whole.living


class _Grown:
    """A tree as it grows."""

    def __init__(self, cover: Cover, question: Question, arrays: CoverArrays) -> None:
        self.cover, self.leader = cover, question.leader
        self.arrays = arrays
        self.places: list[Place] = []
        self.nodes = 0


class _Watched(Reference):
    """The search of a part, which writes down where it is."""

    def __init__(self, grown: _Grown, part: Subproblem, removed: frozenset[int], above: int) -> None:
        self._grown, self._removed, self._above = grown, removed, [above]
        super().__init__(
            grown.cover.problem, chosen=part.chosen, living=frozenset(np.flatnonzero(part.living).tolist())
        )

    def _enter(self, chosen: tuple[int, ...], alive: frozenset[int], uncovered: frozenset[int]) -> None:
        grown = self._grown
        grown.nodes += 1
        if grown.nodes > LARGEST:
            raise _too_large(grown.cover.puzzle)
        cost, item = self._choose_item(chosen, alive, uncovered)
        kind: Kind = "dead" if cost == 0 else "branch"
        number, orbit = len(grown.places), 0
        if item is None:
            kind, orbit = self._solution(chosen)
        grown.places.append(Place(self._above[-1], chosen, kind, -1 if item is None else item, orbit))
        self._above.append(number)
        cuts = self._cuts(chosen, item) if item is not None else ()
        super()._enter(chosen, alive, uncovered)
        grown.places += (Place(number, (*chosen, option), "cut") for option in cuts)
        self._above.pop()

    def _solution(self, chosen: tuple[int, ...]) -> tuple[Kind, int]:
        """What a solution of the problem is, and the size of its orbit if it is kept."""
        grown, leader = self._grown, self._grown.leader
        if not grown.cover.accepts(chosen):
            return "dead", 0
        if not leader.is_leader(chosen):
            return "image", 0
        return "solution", int(leader.group.orbit_sizes(np.array([sorted(chosen)], dtype=np.int32))[0])

    def _cuts(self, chosen: tuple[int, ...], item: int) -> tuple[int, ...]:
        """The options of an item that would be tried here but for the symmetries."""
        wanted = self._removed.intersection(self._grown.cover.problem.covering[item])
        if not wanted:
            return ()
        living = _unbroken(self._grown.arrays, chosen)
        return tuple(sorted(option for option in wanted if living[option]))
