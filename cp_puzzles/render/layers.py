"""Drawing boards and tiles: a single layer, or the layers side by side, the bottom layer first."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style

from cp_puzzles.geometry.footprint import has_edges, layers
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.render.block import Block, flow
from cp_puzzles.render.canvas import Canvas
from cp_puzzles.render.frame import Frame
from cp_puzzles.render.plane import draw_plane
from cp_puzzles.render.scene import Scene
from cp_puzzles.render.strokes import draw_edges
from cp_puzzles.rules.sight import NOTHING, Sight

GAP = 2
"""Columns between two layers."""

_TITLE = Style(dim=True)


def widths(cells: Sequence[Cell], frame: Frame) -> tuple[int, int]:
    """The columns that a board takes when all its layers stand side by side, and when each has a row of its own."""
    left, _, right, _ = frame.box(cells)
    width = right - left
    return len(layers(frame.lattice, cells)) * (width + GAP) - GAP, width


def draw_layers(scene: Scene, frame: Frame, canvas: Canvas, sight: Sight = NOTHING) -> Block:
    """Draw a scene in layers, in as many rows of layers as the canvas needs."""
    blocks = _planes(scene, frame, canvas, sight)
    if frame.lattice.is_flat:
        return blocks[0]
    titled = [block.titled(*_titles(number, len(blocks)), style=_TITLE) for number, block in enumerate(blocks)]
    return flow(titled, canvas.width, GAP)


def sketch_layers(scene: Scene, frame: Frame, canvas: Canvas) -> Block:
    """Draw a tile: its layers without titles, the bottom layer first, lines between them."""
    planes = _planes(scene, frame, canvas)
    upright = canvas.joint(True, False, True, False)
    line = Block(1, ((Segment(upright, _TITLE),),) * len(planes[0].lines))
    return flow([block for plane in planes for block in (line, plane)][1:], canvas.width, 1)


def _planes(scene: Scene, frame: Frame, canvas: Canvas, sight: Sight = NOTHING) -> list[Block]:
    cells = tuple(scene)
    box = frame.box(cells)
    parts = [{cell: scene[cell] for cell in layer} for layer in layers(frame.lattice, cells)]
    if has_edges(frame.lattice):
        return [draw_edges(part, frame, box, canvas) for part in parts]
    return [draw_plane(part, frame, box, canvas, sight) for part in parts]


def _titles(number: int, count: int) -> tuple[str, ...]:
    place = " (bottom)" if number == 0 and count > 1 else ""
    return (f"layer {number}{place}", f"layer {number}", str(number))
