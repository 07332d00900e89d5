"""Drawings of boards and tiles on any lattice: characters joined between pieces, layers side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from cp_puzzles.output.terminal.canvas import DOT, Arm, Block, Canvas, flow
from cp_puzzles.output.terminal.character_frame import Box, CellForm, EdgeForm, Frame, Spot
from cp_puzzles.output.terminal.scene import UNCOVERED, Scene
from cp_puzzles.puzzle.geometry.cell_solid import Corner
from cp_puzzles.puzzle.geometry.footprint import canonical_side, footprint, has_edges, layers
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, Highlights

NO_STYLE = Style()
HEAVY_STYLE = Style(bold=True)
MAX_LINES = 2_000
"""Maximum lines of a drawing; further lines are cut off."""


def draw_plane(scene: Scene, frame: Frame, box: Box, canvas: Canvas, highlights: Highlights = NO_HIGHLIGHTS) -> Block:
    """Draw the cells of a scene, all in one layer, into a box of characters; highlighted lines are heavy."""
    plane = Characters(canvas)
    sides: dict[tuple[Corner, ...], list[tuple[Cell, EdgeForm, Spot]]] = defaultdict(list)
    letters: list[tuple[Spot, str, Style]] = []
    heavy = {side for line in highlights.lines for side in line}
    ends: dict[Corner, set[Spot]] = {}
    for cell, form, move, text in _placed(scene, frame, canvas):
        view = scene[cell]
        style = canvas.style(view.color)
        for place in form.inside:
            plane.write(plus(place, move), " ", style)
        indent = max(0, frame.columns - cell_len(text)) // 2
        plane.write(plus(form.text, move), set_cell_size(" " * indent + text, frame.columns), style)
        corners = footprint(frame.lattice, cell) if frame.lines else ()
        for i, edge in enumerate(form.edges):
            pair = corners[i], corners[(i + 1) % len(corners)]
            sides[canonical_side(frame.lattice, *pair)].append((cell, edge, move))
            drawn = {plus(end, move) for end in edge.ends if end is not None}
            ends |= {corner: ends.get(corner, drawn) & drawn for corner in pair}
            if i in view.sides and edge.spots:
                letter, color = view.sides[i]
                letters.append((plus(edge.spots[len(edge.spots) // 2], move), letter, canvas.style(color)))
    for shared in sides.values():
        is_border = len({scene[cell].region for cell, _, _ in shared}) == len(shared)
        is_heavy = tuple(cell for cell, _, _ in shared) in heavy
        # both cells have a side of their own only on a wrapped board
        for cell, edge, move in shared if frame.lattice.periods else shared[:1]:
            if is_border:
                plane.border(edge, move, heavy=is_heavy)
            else:
                plane.seam(edge, move, canvas.style(scene[cell].color))
    for place, letter, letter_style in reversed(letters):  # of two sides that meet, the first one is shown
        plane.write(place, letter, letter_style)
    for group in highlights.points:
        if all(cell in scene for cell in group):
            shared_corners = set[Corner].intersection(*(set(footprint(frame.lattice, cell)) for cell in group))
            for place in sorted({place for corner in shared_corners for place in ends.get(corner, ())}):
                plane.dot(place)
    return plane.block(box)


def _placed(scene: Scene, frame: Frame, canvas: Canvas) -> Iterator[tuple[Cell, CellForm, Spot, str]]:
    """Yield each cell with its form, its translation and its text."""
    cells = sorted(scene)
    named = None if canvas.names_everywhere else named_cells(scene, frame.lattice)
    for cell, (form, move) in zip(cells, frame.placed(cells) if cells else (), strict=True):
        yield cell, form, move, scene[cell].shown(canvas, is_named=named is None or cell in named)[: frame.columns]


class Characters:
    """The characters of a drawing, each with its style."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._characters: dict[Spot, tuple[str, Style]] = {}
        self._corners: dict[Spot, set[Arm]] = defaultdict(set)
        self._heavy: dict[Spot, set[Arm]] = defaultdict(set)
        self._dots: list[Spot] = []

    def write(self, place: Spot, text: str, style: Style) -> None:
        """Write a text with one character a place; wide characters take two."""
        column, line = place
        for character in text:
            self._characters[column, line] = (character, style)
            for further in range(1, cell_len(character)):
                self._characters[column + further, line] = ("", style)
            column += cell_len(character)

    def border(self, edge: EdgeForm, move: Spot, *, heavy: bool = False) -> None:
        """Draw a line between pieces."""
        strong = edge.arms if heavy else ()
        glyph = self._canvas.joint({*edge.arms}, strong)
        for place in edge.spots:
            self._characters[plus(place, move)] = (glyph, HEAVY_STYLE if heavy else NO_STYLE)
        for end, arm in zip(edge.ends, edge.arms, strict=True):
            if end is not None:
                self._corners[plus(end, move)].add(arm)
                self._heavy[plus(end, move)].update(strong)

    def dot(self, place: Spot) -> None:
        """Draw a dot on a corner."""
        self._dots.append(place)

    def seam(self, edge: EdgeForm, move: Spot, style: Style) -> None:
        """Leave out the line between cells of one piece."""
        for place in (*edge.spots, *(end for end in edge.ends if end is not None)):
            self._characters.setdefault(plus(place, move), (" ", style))

    def block(self, box: Box) -> Block:
        """Return the characters in a box, at most as many as a console shows: cells may be far apart."""
        for place, arms in self._corners.items():
            heavy = self._heavy[place]
            self._characters[place] = (self._canvas.joint(arms, heavy), HEAVY_STYLE if heavy else NO_STYLE)
        for place in self._dots:
            self._characters[place] = (self._canvas.glyph(DOT), HEAVY_STYLE)
        left, top, right, bottom = box
        right, bottom = min(right, left + self._canvas.width + 1), min(bottom, top + MAX_LINES)
        blank = (" ", NO_STYLE)
        rows = ([self._characters.get((x, y), blank) for x in range(left, right)] for y in range(top, bottom))
        return Block(right - left, tuple(map(_line, rows)))


def named_cells(scene: Scene, lattice: Lattice) -> frozenset[Cell]:
    """Return one cell of each connected part of a piece: the one with the most neighbors in it."""
    regions: dict[int, list[Cell]] = {}
    for cell, view in scene.items():
        regions.setdefault(view.region, []).append(cell)
    return frozenset(
        max(part, key=lambda cell: sum(n in part for n in lattice.neighbors(cell)))
        for cells in regions.values()
        for part in (lattice.components(cells) if len(cells) > 1 else [tuple(cells)])
    )


def _line(characters: Sequence[tuple[str, Style]]) -> tuple[Segment, ...]:
    runs = groupby(characters, key=lambda character: character[1])
    return tuple(Segment("".join(text for text, _ in run), style) for style, run in runs)


def plus(place: Spot, move: Spot) -> Spot:
    """Return a character translated by columns and lines."""
    return place[0] + move[0], place[1] + move[1]


GAP = 2
"""Columns between two layers."""

_TITLE = Style(dim=True)


def widths(cells: Sequence[Cell], frame: Frame) -> tuple[int, int]:
    """Return the columns of a board with all layers side by side, and with one layer in a row."""
    left, _, right, _ = frame.box(cells)
    width = right - left
    return len(layers(frame.lattice, cells)) * (width + GAP) - GAP, width


def draw_layers(scene: Scene, frame: Frame, canvas: Canvas, highlights: Highlights = NO_HIGHLIGHTS) -> Block:
    """Draw a scene in layers, in as many rows of layers as the canvas needs."""
    blocks = _planes(scene, frame, canvas, highlights)
    if frame.lattice.is_flat:
        return blocks[0]
    titled = [block.titled(*_titles(number, len(blocks)), style=_TITLE) for number, block in enumerate(blocks, start=1)]
    return flow(titled, canvas.width, GAP)


def sketch_layers(scene: Scene, frame: Frame, canvas: Canvas) -> Block:
    """Draw a tile: layers without titles, the bottom layer first, separated by lines."""
    planes = _planes(scene, frame, canvas)
    upright = canvas.joint({(0, -1), (0, 1)})
    line = Block(1, ((Segment(upright, _TITLE),),) * len(planes[0].lines))
    return flow([block for plane in planes for block in (line, plane)][1:], canvas.width, 1)


def _planes(scene: Scene, frame: Frame, canvas: Canvas, highlights: Highlights = NO_HIGHLIGHTS) -> list[Block]:
    cells = tuple(scene)
    box = frame.box(cells)
    parts = [{cell: scene[cell] for cell in layer} for layer in layers(frame.lattice, cells)]
    if has_edges(frame.lattice):
        return [draw_edges(part, frame, box, canvas) for part in parts]
    return [draw_plane(part, frame, box, canvas, highlights) for part in parts]


def _titles(number: int, count: int) -> tuple[str, ...]:
    place = " (bottom)" if number == 1 and count > 1 else ""
    return (f"layer {number}{place}", f"layer {number}", str(number))


def draw_edges(scene: Scene, frame: Frame, box: Box, canvas: Canvas) -> Block:
    """Draw the edges of a scene into a box of characters.

    In a vertex the lines of the piece that passes through it join; if none or several do, it is a point.
    """
    drawing = Characters(canvas)
    vertices: dict[Spot, dict[int, set[Arm]]] = defaultdict(lambda: defaultdict(set))
    for cell, form, move, text in _placed(scene, frame, canvas):
        view, [edge] = scene[cell], form.edges
        style = canvas.style(view.color)
        for place in edge.spots:
            drawing.write(plus(place, move), canvas.joint({*edge.arms}), style)
        indent = (frame.columns - len(text)) // 2
        drawing.write(plus(plus(form.text, (indent, 0)), move), text, style)
        for end, arm in zip(edge.ends, edge.arms, strict=True):
            if end is not None:
                vertices[plus(end, move)][view.region].add(arm)
    for place, meeting in vertices.items():
        through = [arms for arms in meeting.values() if len(arms) > 1]
        joined = through or list(meeting.values())
        glyph = canvas.joint(joined[0]) if len(joined) == 1 else canvas.glyph(UNCOVERED)
        drawing.write(place, glyph, NO_STYLE)
    return drawing.block(box)
