"""Drawing one layer of cells of any lattice: characters joined between different pieces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from cp_puzzles.geometry.footprint import footprint, side_place
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import Corner
from cp_puzzles.render.block import Block
from cp_puzzles.render.canvas import DOT, Canvas
from cp_puzzles.render.frame import Box, EdgeForm, Frame, Spot
from cp_puzzles.render.scene import Scene
from cp_puzzles.rules.sight import NOTHING, Sight

Arm = tuple[int, int]
"""A way out of a character: columns and lines, by their signs."""

NO_STYLE = Style()
HEAVY_STYLE = Style(bold=True)


def draw_plane(scene: Scene, frame: Frame, box: Box, canvas: Canvas, sight: Sight = NOTHING) -> Block:
    """Draw the cells of a scene, which lie in one layer, into a box of characters: lines of the sight heavy."""
    plane = Characters(canvas)
    cells = sorted(scene)
    named = None if canvas.names_everywhere else named_cells(scene, frame.lattice)
    sides: dict[tuple[Corner, ...], list[tuple[Cell, EdgeForm, Spot]]] = defaultdict(list)
    heavy = {side for line in sight.lines for side in line}
    ends: dict[Corner, set[Spot]] = {}
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
            pair = own[i], own[(i + 1) % len(own)]
            sides[side_place(frame.lattice, *pair)].append((cell, edge, move))
            drawn = {plus(end, move) for end in edge.ends if end is not None}
            ends |= {corner: ends.get(corner, drawn) & drawn for corner in pair}
    for shared in sides.values():
        is_border = len({scene[own].region for own, _, _ in shared}) == len(shared)
        is_heavy = tuple(own for own, _, _ in shared) in heavy
        # both cells have a side of their own only where the board is rolled up
        for cell, edge, move in shared if frame.lattice.periods else shared[:1]:
            if is_border:
                plane.border(edge, move, heavy=is_heavy)
            else:
                plane.seam(edge, move, canvas.style(scene[cell].color))
    for group in sight.points:
        if all(cell in scene for cell in group):
            shared_corners = set[Corner].intersection(*(set(footprint(frame.lattice, cell)) for cell in group))
            for place in sorted({place for corner in shared_corners for place in ends.get(corner, ())}):
                plane.dot(place)
    return plane.block(box)


class Characters:
    """The characters of a drawing, each with its style."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._characters: dict[Spot, tuple[str, Style]] = {}
        self._corners: dict[Spot, set[Arm]] = defaultdict(set)
        self._heavy: dict[Spot, set[Arm]] = defaultdict(set)
        self._dots: list[Spot] = []

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

    def border(self, edge: EdgeForm, move: Spot, *, heavy: bool = False) -> None:
        """A line between pieces."""
        across, down = edge.across, edge.down
        along = {(across, down), (-across, -down)}
        glyph = self.joint(along, along if heavy else frozenset())
        for place in edge.spots:
            self._characters[plus(place, move)] = (glyph, HEAVY_STYLE if heavy else NO_STYLE)
        for end, arm in zip(edge.ends, ((across, down), (-across, -down)), strict=True):
            if end is not None:
                self._corners[plus(end, move)].add(arm)
                self._heavy[plus(end, move)] |= along if heavy else set()

    def dot(self, place: Spot) -> None:
        """A dot on a corner."""
        self._dots.append(place)

    def seam(self, edge: EdgeForm, move: Spot, style: Style) -> None:
        """No line between cells of one piece."""
        for place in (*edge.spots, *(end for end in edge.ends if end is not None)):
            self._characters.setdefault(plus(place, move), (" ", style))

    def block(self, box: Box) -> Block:
        """The characters in a box."""
        for place, arms in self._corners.items():
            heavy = self._heavy[place]
            self._characters[place] = (self.joint(arms, heavy), HEAVY_STYLE if heavy else NO_STYLE)
        for place in self._dots:
            self._characters[place] = (self._canvas.glyph(DOT), HEAVY_STYLE)
        left, top, right, bottom = box
        blank = (" ", NO_STYLE)
        rows = ([self._characters.get((x, y), blank) for x in range(left, right)] for y in range(top, bottom))
        return Block(right - left, tuple(map(_line, rows)))

    def joint(self, arms: set[Arm], heavy: AbstractSet[Arm] = frozenset()) -> str:
        """The character with these arms: of slanted ones those that go straight on, unless there are others."""
        level = [arm in arms for arm in ((0, -1), (1, 0), (0, 1), (-1, 0))]
        if any(level):
            across, down = any(arm[0] and not arm[1] for arm in heavy), any(arm[1] and not arm[0] for arm in heavy)
            return self._canvas.joint(level[0], level[1], level[2], level[3], level=across, upright=down)
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
