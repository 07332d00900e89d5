"""Drawings of boards and tiles: layers side by side, the bottom layer first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style

from cp_puzzles.output.terminal.canvas import Canvas
from cp_puzzles.output.terminal.character_frame import Box, Frame, Spot
from cp_puzzles.output.terminal.layer_drawing import NO_STYLE, Arm, Characters, draw_plane, named_cells, plus
from cp_puzzles.output.terminal.scene import UNCOVERED, Scene
from cp_puzzles.output.terminal.text_block import Block, flow
from cp_puzzles.puzzle.geometry.footprint import has_edges, layers
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, Highlights

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
    titled = [block.titled(*_titles(number, len(blocks)), style=_TITLE) for number, block in enumerate(blocks)]
    return flow(titled, canvas.width, GAP)


def sketch_layers(scene: Scene, frame: Frame, canvas: Canvas) -> Block:
    """Draw a tile: layers without titles, the bottom layer first, separated by lines."""
    planes = _planes(scene, frame, canvas)
    upright = canvas.joint(True, False, True, False)
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
    place = " (bottom)" if number == 0 and count > 1 else ""
    return (f"layer {number}{place}", f"layer {number}", str(number))


def draw_edges(scene: Scene, frame: Frame, box: Box, canvas: Canvas) -> Block:
    """Draw the edges of a scene into a box of characters.

    In a vertex the lines of the piece that passes through it join; if none or several do, it is a point.
    """
    drawing = Characters(canvas)
    cells = sorted(scene)
    named = None if canvas.names_everywhere else named_cells(scene, frame.lattice)
    vertices: dict[Spot, dict[int, set[Arm]]] = defaultdict(lambda: defaultdict(set))
    for cell, (form, move) in zip(cells, frame.placed(cells) if cells else (), strict=True):
        view, [edge] = scene[cell], form.edges
        style, along = canvas.style(view.color), (edge.across, edge.down)
        glyph = drawing.joint({along, (-along[0], -along[1])})
        for place in edge.spots:
            drawing.write(plus(place, move), glyph, style)
        text = view.shown(canvas, is_named=named is None or cell in named)
        indent = (frame.columns - len(text)) // 2
        drawing.write(plus(plus(form.text, (indent, 0)), move), text[: frame.columns], style)
        for end, arm in zip(edge.ends, (along, (-along[0], -along[1])), strict=True):
            if end is not None:
                vertices[plus(end, move)][view.region].add(arm)
    for place, meeting in vertices.items():
        through = [arms for arms in meeting.values() if len(arms) > 1]
        joined = through or list(meeting.values())
        glyph = drawing.joint(joined[0]) if len(joined) == 1 else canvas.glyph(UNCOVERED)
        drawing.write(place, glyph, NO_STYLE)
    return drawing.block(box)
