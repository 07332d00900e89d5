"""A symmetry lab: a page with the complete search trees of a small puzzle, off, up to rotations, and in full.

The trees are those of the compiled search, which logs the item of each branch. If symmetry is broken, the search begins
once for each part of the anchor (see `subproblems`), without options that are in no leader. Those options, and
solutions with an earlier image, are removed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
from markupsafe import Markup

from cp_puzzles.base.arrays import Mask
from cp_puzzles.base.file_access import write_file
from cp_puzzles.base.text import counted, integer
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.symmetry.leader import LexLeader
from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES, Symmetry
from cp_puzzles.engines.engine import PartTask, SearchRequest
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays, cover_arrays
from cp_puzzles.engines.exact_cover.general_search import GeneralSearch, Log
from cp_puzzles.engines.exact_cover.item_order import ItemOrder
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State
from cp_puzzles.engines.exact_cover.subproblems import MAX_ACTIVE_OPTIONS, Subproblem, subproblems
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.draw.board_picture import (
    board_picture,
    drawn_placement,
    drawn_puzzle,
    layered,
    piece_items,
    placement_colors,
)
from cp_puzzles.output.draw.cell_shapes import empty_shape, outline
from cp_puzzles.output.draw.picture import UNIT, Shape, markup
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.puzzle.geometry.footprint import has_edges
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, puzzle_from
from cp_puzzles.search.worker import Job

Kind = Literal["start", "branch", "dead", "solution", "image", "dominated"]
"""The kind of a place in a tree; the start of several parts and dominated options are not nodes of the search."""

KINDS: Mapping[Kind, str] = {
    "branch": "a node of the search",
    "dead": "a dead end",
    "solution": "a solution",
    "image": "a solution that is an image of another: not kept",
    "dominated": "an option whose solutions are images of others: not tried",
    "start": "the start of several parts (not a node)",
}
"""The kinds in words, in the order of the legend."""


@dataclass(frozen=True)
class Place:
    """A place in a tree: the number of its parent, the options chosen up to it, and its kind.

    `item` is the item that is branched on or cannot be covered, `orbit` the size of the orbit of a solution.
    """

    parent: int
    chosen: tuple[int, ...]
    kind: Kind
    item: int = -1
    orbit: int = 0

    @property
    def is_node(self) -> bool:
        """Return True for a node of the search."""
        return self.kind not in ("start", "dominated")


@dataclass(frozen=True)
class Tree:
    """A search tree: its places in the order of the search."""

    symmetry: Symmetry
    group_order: int
    places: tuple[Place, ...] = field(repr=False)

    @property
    def numbers(self) -> dict[str, int]:
        """The nodes of the search, the options and solutions left out for an image, and the solutions, by name."""
        return {
            "nodes": sum(place.is_node for place in self.places),
            "removed by symmetry": sum(place.kind in ("dominated", "image") for place in self.places),
            "solutions": sum(place.kind == "solution" for place in self.places),
            "with their images": sum(place.orbit for place in self.places),
            "symmetries used": self.group_order,
        }


def _piece(puzzle: Puzzle, placement: Placement, color: str) -> str:
    """Return a piece with its name as SVG elements on the board."""
    return markup(layered(puzzle, partial(piece_items, puzzle, placement, color, names=True)).items)


def _outline(puzzle: Puzzle, cell: Cell) -> str:
    """Return the outline of a cell, to mark it."""
    edge = Shape(outline(puzzle.lattice, [cell], 0.06), radius=0.12)
    shape = edge if has_edges(puzzle.lattice) else empty_shape(puzzle.lattice, cell, "cell")
    return markup(layered(puzzle, lambda cells: [shape] if cell in cells else []).items)


def described(tree: Tree, items: Sequence[str], tiles: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the places of a tree as data: their rows and depths in the drawing, the options chosen, and two texts.

    `items` are the names of the items, `tiles` the tiles of options. Leaves have rows from top to bottom; a node is in
    the middle of its first and its last child. `added` of the options are chosen at the place itself.
    """
    children: list[list[int]] = [[] for _ in tree.places]
    for number, place in enumerate(tree.places):
        if place.parent >= 0:
            children[place.parent].append(number)
    leaves = iter(range(len(tree.places)))
    rows = [0.0 if below else float(next(leaves)) for below in children]
    for number, below in reversed([*enumerate(children)]):
        if below:
            rows[number] = (rows[below[0]] + rows[below[-1]]) / 2
    data: list[dict[str, Any]] = []
    nodes, all_nodes = 0, integer(tree.numbers["nodes"])
    for number, place in enumerate(tree.places):
        nodes += place.is_node
        above = tree.places[place.parent] if place.parent >= 0 else None
        other = "start" if place.kind == "start" else "not tried"
        where = f"node {integer(nodes)} of {all_nodes}" if place.is_node else other
        data.append(
            {
                "parent": place.parent,
                "kind": place.kind,
                "row": rows[number],
                "depth": 0 if above is None else data[place.parent]["depth"] + 1,
                "chosen": place.chosen,
                "added": len(place.chosen) - (len(above.chosen) if above else 0),
                "item": place.item,
                "where": f"symmetry {tree.symmetry}: {where}",
                "what": _sentence(place, [tree.places[child] for child in children[number]], items, tiles),
            }
        )
    return data


def _sentence(place: Place, children: Sequence[Place], items: Sequence[str], tiles: Mapping[int, str]) -> str:
    """Return a sentence about a place, for a reader of the page."""
    item = items[place.item] if place.item >= 0 else ""
    dominated = sum(child.kind == "dominated" for child in children)
    tried = len(children) - dominated
    images = f"; {counted(dominated, 'other leads', 'others lead')} to images only" if dominated else ""
    match place.kind:
        case "start":
            return f"The search begins {counted(tried, 'time')}: once for each choice that is not an image of another."
        case "branch":
            return f"Next is {item}: {counted(tried, 'choice')} to try{images}."
        case "dead":
            return f"A dead end: {item} can no longer be covered{images}." if item else "A dead end: a rule is broken."
        case "solution":
            orbit = f"; it represents {integer(place.orbit)} counting rotations and reflections"
            return f"A solution{orbit if place.orbit > 1 else ''}."
        case "image":
            return "A solution, but one of its images is kept instead."
        case "dominated":
            tile = tiles.get(place.chosen[-1], "a choice")
            return f"{tile} here is not tried: every solution with it is an image of one found elsewhere."


LARGEST = 1500
"""Nodes of a tree, at most."""

SETTINGS = {"scan": False, "rim": 0, "remember": False}
"""Settings with which the compiled search, the engine `FASTEST`, has these trees."""


def symmetry_trees(puzzle: Puzzle, memory: int | None = None) -> tuple[Cover, tuple[Tree, ...]]:
    """Return the cover problem of a puzzle and its search trees, one for each symmetry.

    Raises `MistakeError` if a tree is too large to show.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> [[*tree.numbers.values()] for tree in symmetry_trees(puzzle_from("dominoes4x4"))[1]]
    [[131, 0, 36, 36, 1], [131, 24, 12, 36, 4], [131, 27, 9, 36, 8]]
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
    names = [f"{item.kind} {item.name}" for item in cover.problem.items]
    puzzle, place = drawn_puzzle(puzzle), puzzle.lattice.drawn.reduce
    cells = [place(cell) for cell in cover.cells]
    used = sorted({option for tree in trees for place in tree.places for option in place.chosen})
    chosen = ((option, cover.placements[option]) for option in used if option < len(cover.placements))
    placements = {option: drawn_placement(place, piece) for option, piece in chosen}
    board, given = board_picture(puzzle, names=False), puzzle.given
    pieces = zip(placements.values(), placement_colors(puzzle, list(placements.values())), strict=True)
    fixed = (_piece(puzzle, *piece) for piece in zip(given, placement_colors(puzzle, given), strict=True))
    tiles = {option: placement.tile for option, placement in placements.items()}
    kinds = {place.kind for tree in trees for place in tree.places}
    return html_page(
        "lab.html",
        style="lab.css",
        script="lab.min.js",
        title=f"{puzzle.name}: symmetry lab",
        name=puzzle.name,
        trees=trees,
        kinds={kind: words for kind, words in KINDS.items() if kind in kinds},
        view=f"0 0 {round(board.width * UNIT)} {round(board.height * UNIT)}",
        board=Markup("\n".join([markup(board.items), *fixed])),
        data={
            "trees": [described(tree, names, tiles) for tree in trees],
            "outlines": [*(_outline(puzzle, cell) for cell in cells), *[""] * (len(names) - len(cells))],
            "options": dict(zip(placements, (_piece(puzzle, *piece) for piece in pieces), strict=True)),
        },
    )


def save_lab(puzzle: PuzzleSource, path: str | os.PathLike[str], memory: int | None = None) -> None:
    """Write the page; raises `MistakeError` for a puzzle that is too large, and a file that cannot be written."""
    if Path(path).suffix != ".html":
        raise MistakeError(os.fspath(path), "the symmetry lab is an HTML page", "write a name that ends in .html")
    write_file(path, symmetry_lab(puzzle_from(puzzle), memory))


def _too_large(puzzle: Puzzle) -> MistakeError:
    problem = f"its search tree has more than {LARGEST:,} nodes, too many to look at"
    return MistakeError(puzzle.name, problem, "use a smaller board, or give some pieces")


def _tree(cover: Cover, request: SearchRequest, symmetry: Symmetry) -> Tree:
    parts = list(subproblems(cover_arrays(request.problem), PartTask(request)))
    begun = {part.chosen[0] for part in parts if part.chosen}
    places = [Place(-1, (), "start")] if begun else []
    for part in parts:
        _add_part(cover, request.leader, part, frozenset(begun), places)
    return Tree(symmetry, request.leader.group.order, tuple(places))


def _add_part(cover: Cover, leader: LexLeader, part: Subproblem, begun: frozenset[int], places: list[Place]) -> None:
    """Add the nodes of the search tree of a part, which its log tells, to the `places`.

    A solution and an option have another place if symmetry breaking leaves them out; those options that `begun` names
    have a part of their own.
    """
    problem, arrays = cover.problem, cover_arrays(cover.problem)
    left_out = frozenset(np.flatnonzero(_unbroken(arrays, part.chosen) & ~part.active).tolist()) - begun
    order = ItemOrder.of(arrays, part.active)
    rank = order.prices[:, 1]
    items = iter(_branch_items(cover, leader, part, order, sum(place.is_node for place in places)))

    def add(node: Subproblem, above: int) -> None:
        number, needs = len(places), arrays.least - arrays.times(node.chosen)
        unmet = np.flatnonzero(arrays.times(node.active) < needs)
        if len(unmet):
            item = int(arrays.numbers[unmet[rank[unmet].argmin()]])
            places.append(Place(above, node.chosen, "dead", item))
            untried = np.zeros(0, dtype=np.int64)
        elif (needs > 0).any():
            item = next(items)
            places.append(Place(above, node.chosen, "branch", item))
            untried = problem.covering.row(item).astype(np.int64)
        else:
            item = -1
            places.append(_solution(cover, leader, node.chosen, above))
            untried = np.flatnonzero(arrays.free)
        active = node.active.copy()
        for option in untried[active[untried]].tolist():
            below = Subproblem(arrays, node.chosen, active, node.elements).with_chosen(option)
            assert below is not None
            add(below, number)
            active[option] = False
        if item >= 0:
            # the options of the item that symmetry breaking leaves out here
            removed = left_out.intersection(problem.covering[item])
            unbroken = _unbroken(arrays, node.chosen) if removed else active
            dominated = sorted(option for option in removed if unbroken[option])
            places.extend(Place(number, (*node.chosen, option), "dominated") for option in dominated)

    add(part, 0 if begun else -1)


def _branch_items(cover: Cover, leader: LexLeader, part: Subproblem, order: ItemOrder, nodes: int) -> list[int]:
    """Return the item of each branch of the compiled search of a part, after a number of nodes of other parts."""
    arrays = cover_arrays(cover.problem)
    log = Log(np.empty(2 * LARGEST, dtype=np.int64), False, np.zeros(arrays.option_count, dtype=np.int64), 0)
    search = GeneralSearch(RunData(arrays, leader), part, remember=False, order=order, log=log)
    is_over = False
    while not is_over and search.state[State.NODES] + nodes <= LARGEST:
        is_over = search.advance(LARGEST)
    if search.state[State.NODES] + nodes > LARGEST:
        raise _too_large(cover.puzzle)
    return [*log.tree[: search.state[State.LOGGED]].tolist()]


def _solution(cover: Cover, leader: LexLeader, chosen: tuple[int, ...], above: int) -> Place:
    """Return the place of a solution of the problem, with the size of its orbit if it is kept."""
    if not cover.accepts(chosen):
        return Place(above, chosen, "dead")
    if not leader.is_leader(chosen):
        return Place(above, chosen, "image")
    size = int(leader.group.orbit_sizes(np.array([sorted(chosen)], dtype=np.int32))[0])
    return Place(above, chosen, "solution", orbit=size)


def _unbroken(arrays: CoverArrays, chosen: tuple[int, ...]) -> Mask:
    """Return the options that are compatible with the chosen ones, without symmetry breaking."""
    node: Subproblem | None = Subproblem(arrays, (), arrays.possible.copy(), np.zeros(1, dtype=np.int64))
    for option in chosen:
        node = node.with_chosen(option) if node is not None else None
    return np.zeros_like(arrays.possible) if node is None else node.active
