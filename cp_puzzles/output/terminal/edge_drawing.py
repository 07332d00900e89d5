"""Drawings of edge puzzles: a line between vertices with the name of its piece in the middle."""

from __future__ import annotations

from collections import defaultdict

from cp_puzzles.output.terminal.canvas import Canvas
from cp_puzzles.output.terminal.character_frame import Box, Frame, Spot
from cp_puzzles.output.terminal.layer_drawing import NO_STYLE, Arm, Characters, named_cells, plus
from cp_puzzles.output.terminal.scene import UNCOVERED, Scene
from cp_puzzles.output.terminal.text_block import Block


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
