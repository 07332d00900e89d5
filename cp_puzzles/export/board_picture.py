"""Flat pictures: a board with what lies on it, the layers of a box side by side, and the lines to cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from types import MappingProxyType

from cp_puzzles.export.cell_shapes import badge, board_shapes, empty_shape, piece_shapes, place, room
from cp_puzzles.export.outline import cut_lines
from cp_puzzles.export.picture import Label, Picture, Shape, beside, circle
from cp_puzzles.export.sights import sight_shapes
from cp_puzzles.geometry.footprint import footprint, layers, level, spot
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import class_color, copy_shades, shade, text_color, tile_colors
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.rules.sight import NOTHING, Sight

EDGE = 0.12
SMALLEST_CAPTION = 0.3
"""The size, in cells, in which the names of layers may say which is the lowest."""

CUT = "#ff0000"
"""Pure red: what the programs of laser cutters take for a line to cut."""


def board_picture(
    puzzle: Puzzle,
    placements: Sequence[Placement] = (),
    *,
    names: bool = True,
    marks: Mapping[Cell, tuple[str, str]] = MappingProxyType({}),
    bare: bool = False,
    sight: Sight = NOTHING,
) -> Picture:
    """The board with placements on it; of a box the layers from left to right, the lowest first.

    `names` writes the tile's name on every piece, if there are several tiles, and the layers' over them. In a box,
    a dot then marks where a piece goes on in the layer above, a ring where it goes on below. `marks` gives cells a text
    and a colour. `bare` marks optional cells with `?`; those left empty on purpose have a ring. Over it all the lines
    and points of `sight` are drawn; pieces have the colours of its classes.
    """
    colors = placement_colors(puzzle, placements, sight)
    drawn = [
        _layer(puzzle, cells, number, placements, colors, marks, sight, names=names, bare=bare)
        for number, cells in enumerate(layers(puzzle.lattice, _cells(puzzle)))
    ]
    return drawn[0] if puzzle.lattice.is_flat else beside(drawn, gap=0.8, title=puzzle.name)


def cut_picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """Only the lines between pieces and around the board, each once, as a laser cutter follows them."""
    lattice = puzzle.lattice
    owner = {cell: number for number, placement in enumerate(placements) for cell in placement.cells}
    left, top, width, height = _extent(lattice, _cells(puzzle))
    drawn = []
    for cells in layers(lattice, _cells(puzzle)):
        lines = Shape(
            cut_lines(lattice, {cell: owner.get(cell, -1) for cell in cells}), stroke=CUT, width=0.01, closed=False
        )
        drawn.append(Picture(width + 0.2, height + 0.2, Picture(0, 0, (lines,)).moved(0.1 - left, 0.1 - top)))
    return beside(drawn, gap=0.4, title=puzzle.name)


def placement_colors(puzzle: Puzzle, placements: Sequence[Placement], sight: Sight = NOTHING) -> tuple[str, ...]:
    """The colour of each placement: its class's, if it has one; else its tile's, shaded beside a copy of it."""
    if sight.classes:
        return tuple(class_color(number) for number in sight.classes)
    shades = copy_shades([(p.tile, p.cells) for p in placements], puzzle.lattice.neighbours)
    return tuple(shade(puzzle.tile_colors[p.tile], factor) for p, factor in zip(placements, shades, strict=True))


def colour_dots(puzzle: Puzzle, colours: Mapping[Cell, str]) -> list[Shape | Label]:
    """The colours of cells: a dot with the letter in the upper left corner of each."""
    lattice, shown = puzzle.lattice, cell_colors(puzzle)
    items: list[Shape | Label] = []
    for cell, letter in colours.items():
        size = 0.13 * min(1.0, room(lattice, cell)) ** 0.5
        middle, corners = place(lattice, cell), [spot(lattice, corner) for corner in footprint(lattice, cell)]
        share = 0.42 if lattice.radius else 0.62 if len(corners) > 3 else 0.5
        x, y = (a + share * (b - a) for a, b in zip(middle, min(corners, key=sum), strict=True))
        items.append(Shape((circle(x, y, size),), shown[letter], stroke="ink", width=0.02, radius=1.0))
        items.append(Label(x, y, letter, 1.5 * size, text_color(shown[letter])))
    return items


def cell_colors(puzzle: Puzzle) -> dict[str, str]:
    """The colour, `#rrggbb`, of each letter of cells: none of a tile."""
    tiles = [(tile.name, tile.color) for tile in puzzle.tiles]
    colors = tile_colors([*tiles, *((letter, None) for letter in puzzle.colours)])
    return dict(zip(puzzle.colours, colors[len(tiles) :], strict=True))


def middle_cell(lattice: Lattice, cells: Sequence[Cell]) -> Cell:
    """The cell nearest to the middle of some cells.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> middle_cell(LATTICES["square"], [(0, 0), (0, 1), (0, 2), (1, 1)])
    (0, 1)
    """
    places = [place(lattice, cell) for cell in cells]
    x, y = (sum(axis) / len(cells) for axis in zip(*places, strict=True))
    return min(zip(places, cells, strict=True), key=lambda at: (round(hypot(at[0][0] - x, at[0][1] - y), 6), at[1]))[1]


def _caption(number: int, width: float) -> tuple[str, float]:
    """What a layer is called, and how large for it to stand above a layer of a width: all layers in one size."""
    bottom = f"layer {number} (bottom)"
    size = min(0.42, (width + 0.6) / (0.62 * len(bottom)))
    if size < SMALLEST_CAPTION:
        return f"layer {number}", min(0.42, (width + 0.6) / (0.62 * len(f"layer {number}")))
    return bottom if number == 0 else f"layer {number}", size


def _layer(
    puzzle: Puzzle,
    cells: Sequence[Cell],
    number: int,
    placements: Sequence[Placement],
    colors: Sequence[str],
    marks: Mapping[Cell, tuple[str, str]],
    sight: Sight,
    *,
    names: bool,
    bare: bool,
) -> Picture:
    lattice, board = puzzle.lattice, puzzle.board
    left, up, width, height = _extent(lattice, _cells(puzzle))
    top = 0.0 if lattice.is_flat or not names else 0.8
    covered = {cell for p in placements for cell in p.cells}
    labels = {cell: name for name, cell in board.labels}
    items: list[Shape | Label] = []
    if top:
        caption, size = _caption(number, width)
        items.append(Label(left, up - 0.45, caption, size, "muted", start=True))
    own = dict(board.colours)
    items += board_shapes(lattice, cells)
    for cell in cells:
        if cell not in covered:
            text, color = marks.get(cell, (labels.get(cell, "?" if bare and cell in board.optional else ""), None))
            items.append(empty_shape(lattice, cell, color or "cell"))
            items += _left_mark(lattice, cell) if cell in board.left else []
            items += [_on(lattice, cell, text, 0.36, "ink" if color is None else text_color(color))] if text else []
    here = set(cells)
    for placement, color in zip(placements, colors, strict=True):
        part = [cell for cell in placement.cells if cell in here]
        if part:
            items += piece_shapes(lattice, part, color)
            pieces = lattice.unrolled.components(part) if lattice.periods else (part,)
            for named in (middle_cell(lattice, piece) for piece in pieces) if names and len(puzzle.tiles) > 1 else ():
                items += [*badge(lattice, named, color), _on(lattice, named, placement.tile, 0.42, text_color(color))]
            if names and len(puzzle.tiles) > 1 and not lattice.is_flat:
                items += _marks(lattice, placement, part, text_color(color))
    items += colour_dots(puzzle, {cell: own[cell] for cell in cells if cell in own and cell not in marks})
    items += sight_shapes(lattice, sight, cells)
    moved = Picture(0, 0, tuple(items)).moved(EDGE - left, EDGE - up + top)
    return Picture(width + 2 * EDGE, height + 2 * EDGE + top, moved, puzzle.name)


def _marks(lattice: Lattice, placement: Placement, part: Sequence[Cell], ink: str) -> list[Shape]:
    """A dot in each cell over which the piece goes on in a higher layer, a ring in each over a lower one."""
    ups, downs = [], []
    for cell in part:
        heights = [level(lattice, near) for near in lattice.neighbours(cell) if near in placement.cells]
        (x, y), away = place(lattice, cell), (0.25 if lattice.radius else 0.33) * room(lattice, cell)
        if max(heights, default=level(lattice, cell)) > level(lattice, cell):
            ups.append(Shape((circle(x + away, y - away, 0.06),), fill=ink, radius=0.06))
        if min(heights, default=level(lattice, cell)) < level(lattice, cell):
            downs.append(Shape((circle(x - away, y + away, 0.055),), stroke=ink, width=0.03, radius=0.06))
    return ups + downs


def _left_mark(lattice: Lattice, cell: Cell) -> list[Shape]:
    """A ring in a cell that is to stay empty."""
    size = 0.4 * min(room(lattice, cell), 1.0)
    return [Shape((circle(*place(lattice, cell), size),), stroke="muted", width=0.05, radius=1.0)]


def _on(lattice: Lattice, cell: Cell, text: str, size: float, color: str) -> Label:
    share = min(1.0, room(lattice, cell))
    return Label(*place(lattice, cell), text, min(size * share**0.5, 1.25 * share / len(text)), color)


def _extent(lattice: Lattice, cells: Sequence[Cell]) -> tuple[float, float, float, float]:
    """The left and the upper end of some cells, and how wide and high they are."""
    xs, ys = zip(*(spot(lattice, corner) for cell in cells for corner in footprint(lattice, cell)), strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _cells(puzzle: Puzzle) -> list[Cell]:
    return sorted((*puzzle.board.cells, *puzzle.board.left))
