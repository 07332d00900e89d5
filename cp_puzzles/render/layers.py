"""Drawing boxes: the layers side by side, the bottom layer first."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.render.block import Block, flow
from cp_puzzles.render.canvas import Canvas, Grid
from cp_puzzles.render.plane import draw_plane
from cp_puzzles.render.scene import Look, Scene

GAP = 2
"""Columns between two layers."""

_TITLE = Style(dim=True)


def layers_width(size: Cell, grid: Grid) -> int:
    """The columns that all layers of a box side by side take."""
    return size[0] * (grid.width(size[2]) + GAP) - GAP


def draw_layers(scene: Scene, size: Cell, grid: Grid, canvas: Canvas) -> Block:
    """Draw the cells (layer, row, column) of a scene in layers, in as many rows of layers as the canvas needs."""
    layers = _planes(scene, size, grid, canvas)
    titled = [layer.titled(*_titles(number, size[0]), style=_TITLE) for number, layer in enumerate(layers)]
    return flow(titled, canvas.width, GAP)


def sketch_layers(scene: Scene, size: Cell, grid: Grid, canvas: Canvas) -> Block:
    """Draw a solid tile: its layers without titles, the bottom layer first, lines between them."""
    line = Block(1, ((Segment(canvas.joint(True, False, True, False), _TITLE),),) * size[1])
    blocks = [block for layer in _planes(scene, size, grid, canvas) for block in (line, layer)]
    return flow(blocks[1:], canvas.width, 1)


def _planes(scene: Scene, size: Cell, grid: Grid, canvas: Canvas) -> list[Block]:
    split: list[dict[Cell, Look]] = [{} for _ in range(size[0])]
    for cell, look in scene.items():
        split[cell[0]][cell[1:]] = look
    return [draw_plane(layer, size[1:], grid, canvas) for layer in split]


def _titles(number: int, count: int) -> tuple[str, ...]:
    place = " (bottom)" if number == 0 and count > 1 else ""
    return (f"layer {number}{place}", f"layer {number}", str(number))
