"""Drawing one layer of cells of any lattice: characters joined between different pieces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from cp_puzzles.geometry.footprint import footprint, side_place
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import Corner
from cp_puzzles.render.block import Block
from cp_puzzles.render.canvas import Canvas
from cp_puzzles.render.frame import Box, EdgeForm, Frame, Spot
from cp_puzzles.render.scene import Look, Scene

Arm = tuple[int, int]
"""A way out of a character: columns and lines, by their signs."""

NO_STYLE = Style()


def draw_plane(scene: Scene, frame: Frame, box: Box, canvas: Canvas) -> Block:
    """Draw the cells of a scene, which lie in one layer, into a box of characters."""
    plane = Characters(canvas)
    cells = sorted(scene)
    named = None if canvas.names_everywhere else named_cells(scene, frame.lattice)
    sides: dict[tuple[Corner, ...], list[tuple[Look, EdgeForm, Spot]]] = defaultdict(list)
    for cell, (form, move) in zip(cells, frame.placed(cells) if cells else (), strict=True):
        look = scene[cell]
        style = canvas.style(look.color)
        for place in form.inside:
            plane.fill(plus(place, move), style)
        text = look.shown(canvas, is_named=named is None or cell in named)[: frame.columns]
        indent = max(0, frame.columns - cell_len(text)) // 2
        plane.write(plus(form.text, move), set_cell_size(" " * indent + text, frame.columns), style)
        own = footprint(frame.lattice, cell) if frame.lines else ()
        for i, edge in enumerate(form.edges):
            side = side_place(frame.lattice, own[i], own[(i + 1) % len(own)])
            sides[side].append((look, edge, move))
    for shared in sides.values():
        is_border = len({look.region for look, _, _ in shared}) == len(shared)
        # both cells have a side of their own only where the board is rolled up
        for look, edge, move in shared if frame.lattice.periods else shared[:1]:
            if is_border:
                plane.border(edge, move)
            else:
                plane.seam(edge, move, canvas.style(look.color))
    return plane.block(box)


class Characters:
    """The characters of a drawing, each with its style."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._characters: dict[Spot, tuple[str, Style]] = {}
        self._corners: dict[Spot, set[Arm]] = defaultdict(set)

    def fill(self, place: Spot, style: Style) -> None:
        """A blank in a style."""
        self._characters[place] = (" ", style)

    def write(self, place: Spot, text: str, style: Style) -> None:
        """A text, a character to a place; wide ones take two."""
        column, line = place
        for character in text:
            self._characters[column, line] = (character, style)
            for further in range(1, cell_len(character)):
                self._characters[column + further, line] = ("", style)
            column += cell_len(character)

    def border(self, edge: EdgeForm, move: Spot) -> None:
        """A line between pieces."""
        across, down = edge.across, edge.down
        glyph = self.joint({(across, down), (-across, -down)})
        for place in edge.spots:
            self._characters[plus(place, move)] = (glyph, NO_STYLE)
        for end, arm in zip(edge.ends, ((across, down), (-across, -down)), strict=True):
            if end is not None:
                self._corners[plus(end, move)].add(arm)

    def seam(self, edge: EdgeForm, move: Spot, style: Style) -> None:
        """No line between cells of one piece."""
        for place in (*edge.spots, *(end for end in edge.ends if end is not None)):
            self._characters.setdefault(plus(place, move), (" ", style))

    def block(self, box: Box) -> Block:
        """The characters in a box."""
        for place, arms in self._corners.items():
            self._characters[place] = (self.joint(arms), NO_STYLE)
        left, top, right, bottom = box
        blank = (" ", NO_STYLE)
        rows = ([self._characters.get((x, y), blank) for x in range(left, right)] for y in range(top, bottom))
        return Block(right - left, tuple(map(_line, rows)))

    def joint(self, arms: set[Arm]) -> str:
        """The character with these arms: of slanted ones those that go straight on, unless there are others."""
        level = [arm in arms for arm in ((0, -1), (1, 0), (0, 1), (-1, 0))]
        if any(level):
            return self._canvas.joint(level[0], level[1], level[2], level[3])
        falling, rising = {(1, 1), (-1, -1)} <= arms, {(-1, 1), (1, -1)} <= arms
        return self._canvas.slant(falling, rising, {(1, 1), (1, -1)} <= arms, {(-1, 1), (-1, -1)} <= arms)


def named_cells(scene: Scene, lattice: Lattice) -> frozenset[Cell]:
    """One cell of each connected part of a piece: the innermost, else the first."""
    regions: dict[int, list[Cell]] = {}
    for cell, look in scene.items():
        regions.setdefault(look.region, []).append(cell)
    return frozenset(
        max(part, key=lambda cell: sum(n in part for n in lattice.neighbours(cell)))
        for cells in regions.values()
        for part in (lattice.components(cells) if len(cells) > 1 else [tuple(cells)])
    )


def _line(characters: Sequence[tuple[str, Style]]) -> tuple[Segment, ...]:
    runs = groupby(characters, key=lambda character: character[1])
    return tuple(Segment("".join(text for text, _ in run), style) for style, run in runs)


def plus(place: Spot, move: Spot) -> Spot:
    """A character moved by columns and lines."""
    return place[0] + move[0], place[1] + move[1]
