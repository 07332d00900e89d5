"""Drawings of boards and tiles: layers side by side, the bottom layer first."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style

from cp_puzzles.output.terminal.canvas import Canvas
from cp_puzzles.output.terminal.character_frame import Frame
from cp_puzzles.output.terminal.edge_drawing import draw_edges
from cp_puzzles.output.terminal.layer_drawing import draw_plane
from cp_puzzles.output.terminal.scene import Scene
from cp_puzzles.output.terminal.text_block import Block, flow
from cp_puzzles.puzzle.geometry.footprint import has_edges, layers
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.rules.highlights import NO_HIGHLIGHTS, Highlights

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
