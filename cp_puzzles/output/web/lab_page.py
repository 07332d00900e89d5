"""The page of a symmetry lab: search trees side by side, and the board and a text of the selected node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from markupsafe import Markup

from cp_puzzles.base.text import counted, integer
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.output.draw.board_picture import board_picture, layered, piece_items, placement_colors
from cp_puzzles.output.draw.cell_shapes import empty_shape, outline
from cp_puzzles.output.draw.drawn_puzzle import drawn_placement, drawn_puzzle
from cp_puzzles.output.draw.picture import UNIT, Shape, markup
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.puzzle.geometry.footprint import has_edges
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle

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
    """A search tree: its places in the order of the search, and its numbers.

    `nodes` are those of the search, `removed` the options and solutions that symmetry breaking leaves out, `solutions`
    those up to symmetry, and `raw` all solutions.
    """

    symmetry: Symmetry
    group_order: int
    places: tuple[Place, ...] = field(repr=False)

    @property
    def nodes(self) -> int:
        """The number of nodes of the search."""
        return sum(place.is_node for place in self.places)

    @property
    def removed(self) -> int:
        """The number of options and solutions that are left out because an image of them is tried or kept."""
        return sum(place.kind in ("dominated", "image") for place in self.places)

    @property
    def raw(self) -> int:
        """The number of all solutions, from the sizes of their orbits."""
        return sum(place.orbit for place in self.places)

    @property
    def solutions(self) -> int:
        """The number of solutions that are kept."""
        return sum(place.kind == "solution" for place in self.places)

    @property
    def title(self) -> str:
        """The symmetry as the option names it."""
        return f"symmetry {self.symmetry}"

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers of the tree by name."""
        return {
            "nodes": self.nodes,
            "removed by symmetry": self.removed,
            "solutions": self.solutions,
            "with their images": self.raw,
            "symmetries used": self.group_order,
        }


def lab_page(
    puzzle: Puzzle, trees: Sequence[Tree], items: Sequence[tuple[str, Cell | None]], placements: Mapping[int, Placement]
) -> str:
    """Return the page of some trees; `items` are names with their cells, `placements` those of the options."""
    if (lattice := puzzle.lattice.drawn) is not puzzle.lattice:
        puzzle = drawn_puzzle(puzzle)
        items = [(name, None if cell is None else lattice.reduce(cell)) for name, cell in items]
        placements = {option: drawn_placement(lattice.reduce, piece) for option, piece in placements.items()}
    board, given = board_picture(puzzle, names=False), puzzle.given
    pieces = zip(placements.values(), placement_colors(puzzle, list(placements.values())), strict=True)
    fixed = (_piece(puzzle, *piece) for piece in zip(given, placement_colors(puzzle, given), strict=True))
    names = [name for name, _ in items]
    tiles = {option: placement.tile for option, placement in placements.items()}
    used = {place.kind for tree in trees for place in tree.places}
    return html_page(
        "lab.html",
        style="lab.css",
        script="lab.min.js",
        title=f"{puzzle.name}: symmetry lab",
        name=puzzle.name,
        trees=trees,
        kinds={kind: words for kind, words in KINDS.items() if kind in used},
        view=f"0 0 {round(board.width * UNIT)} {round(board.height * UNIT)}",
        board=Markup("\n".join([markup(board.items), *fixed])),
        data={
            "trees": [described(tree, names, tiles) for tree in trees],
            "outlines": [_outline(puzzle, cell) for _, cell in items],
            "options": dict(zip(placements, (_piece(puzzle, *piece) for piece in pieces), strict=True)),
        },
    )


def _piece(puzzle: Puzzle, placement: Placement, color: str) -> str:
    """Return a piece with its name as SVG elements on the board."""
    return markup(layered(puzzle, partial(piece_items, puzzle, placement, color, names=True)).items)


def _outline(puzzle: Puzzle, cell: Cell | None) -> str:
    """Return the outline of a cell, to mark it; nothing for None."""
    if cell is None:
        return ""
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
    rows: dict[int, float] = {}

    def settle(number: int) -> float:
        ends = [settle(child) for child in children[number]]
        rows[number] = (ends[0] + ends[-1]) / 2 if ends else next(leaves)
        return rows[number]

    for number, place in enumerate(tree.places):
        if place.parent < 0:
            settle(number)
    data: list[dict[str, Any]] = []
    nodes = 0
    for number, place in enumerate(tree.places):
        nodes += place.is_node
        above = tree.places[place.parent] if place.parent >= 0 else None
        other = "start" if place.kind == "start" else "not tried"
        where = f"node {integer(nodes)} of {integer(tree.nodes)}" if place.is_node else other
        data.append(
            {
                "parent": place.parent,
                "kind": place.kind,
                "row": rows[number],
                "depth": 0 if above is None else data[place.parent]["depth"] + 1,
                "chosen": place.chosen,
                "added": len(place.chosen) - (len(above.chosen) if above else 0),
                "item": place.item,
                "where": f"{tree.title}: {where}",
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
