"""Flat pictures of boards: cells, labels, and regions with their conditions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import hypot
from types import MappingProxyType
from typing import Any

from cp_puzzles.output.draw.cell_shapes import (
    badge,
    board_shapes,
    cell_center,
    empty_shape,
    highlight_shapes,
    inscribed_diameter,
    outline,
    piece_shapes,
    side_shapes,
)
from cp_puzzles.output.draw.picture import Label, Picture, Shape, circle, row_of_pictures, stacked
from cp_puzzles.puzzle.geometry.cell_solid import value_of
from cp_puzzles.puzzle.geometry.footprint import drawn_point, footprint, has_edges, layers, level
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement, sheets
from cp_puzzles.puzzle.palette import CLASSES, PALETTE, class_color, copy_shades, shade, text_color, tile_colors
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.region_values import RegionRule
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, Highlights

REGION_INSET, _WIDTH = 0.07, 0.06
_DARK, _PALE = 0.7, 1.75
"""Factors of `shade` for the line around a region and for the tint of its cells."""

REGION_COLORS = tuple(
    shade(color, _DARK) for color in (*CLASSES, *(color for color in PALETTE[:13] if color not in CLASSES))
)
"""The colors of the lines around regions."""


def region_colors(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a dark color for each region with a condition; regions that touch have different ones.

    More than a dozen regions share colors where they do not touch.
    """
    numbers: list[int] = []
    cells = [frozenset(rule.cells) for rule in puzzle.drawn_regions]
    near = [frozenset(n for cell in region for n in puzzle.lattice.neighbors(cell)) for region in cells]
    for place, region in enumerate(cells):
        taken = {numbers[other] for other in range(place) if not near[other].isdisjoint(region)}
        free = [number for number in range(len(REGION_COLORS)) if number not in taken]
        least_used = min(free or range(len(REGION_COLORS)), key=lambda number: (numbers.count(number), number))
        numbers.append(least_used)
    return tuple(REGION_COLORS[number] for number in numbers)


def region_shapes(puzzle: Puzzle, cells: Sequence[Cell]) -> list[Shape | Label]:
    """Return lines around the regions among some cells of a layer, and above them a sign on the last cell of each."""
    lattice, here = puzzle.lattice, set(cells)
    lines: list[Shape | Label] = []
    signs: list[Shape | Label] = []
    for rule, color in zip(puzzle.drawn_regions, region_colors(puzzle), strict=True):
        part = [cell for cell in rule.cells if cell in here]
        if not part:
            continue
        if not has_edges(lattice):
            strokes = ("#ffffff", 2 * _WIDTH), (color, _WIDTH)
            lines += [Shape(outline(lattice, part, REGION_INSET), stroke=c, width=w, radius=0.1) for c, w in strokes]
        _, x, y, size = sign_place(puzzle, part)
        width = size * (0.5 + 0.58 * len(rule.sign))
        (left, right), (top, bottom) = (x - width / 2, x + width / 2), (y - 0.6 * size, y + 0.6 * size)
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        signs += [Shape((corners,), color, radius=0.3 * size), Label(x, y, rule.sign, size, "#ffffff")]
    return lines + signs


def sign_place(puzzle: Puzzle, cells: Sequence[Cell]) -> tuple[Cell, float, float, float]:
    """Return the cell of a sign, its middle and its size: near the lower right corner of the last cell as read."""
    lattice = puzzle.lattice
    last = max(cells, key=lambda cell: cell_center(lattice, cell)[::-1])
    middle = cell_center(lattice, last)
    corner = max((drawn_point(lattice, place) for place in footprint(lattice, last)), key=sum)
    share = 0.9 if len(footprint(lattice, last)) > 3 else 0.55
    x, y = (a + share * (b - a) for a, b in zip(middle, corner, strict=True))
    return last, x, y, 0.23 * min(1.0, inscribed_diameter(lattice, last))


EDGE = 0.12

VALUE_COLOR, VALUE_SIZE = "#ffffff", 0.27
"""The color of the disc of a value, and its radius in cells."""

SMALLEST_CAPTION = 0.3
"""The size, in cells, in which the names of layers may say which is the lowest."""


Marks = Mapping[Cell, tuple[str, str]]
"""Texts and colors of cells."""


def board_picture(
    puzzle: Puzzle,
    placements: Sequence[Placement] = (),
    *,
    names: bool = True,
    marks: Marks = MappingProxyType({}),
    bare: bool = False,
    highlights: Highlights = NO_HIGHLIGHTS,
) -> Picture:
    """Return the picture of a board with placements; the layers of a box from left to right, the lowest first.

    `names` writes tile names on the pieces if there are several tiles, and the names of layers. In a box a dot marks
    that a piece continues in the layer above, a ring in the layer below. `marks` are texts and colors of cells; `bare`
    marks optional cells with `?`. Cells left empty have a ring. Lines and points of `highlights` are drawn on top;
    pieces have the colors of its classes. A covered cell has the color that its piece shows, or else that of the board.
    Pieces that overlap are drawn on several boards.
    """
    if puzzle.has_overlap and len(parts := sheets(placements)) > 1:
        options: Any = {"names": names, "marks": marks, "bare": bare, "highlights": highlights}
        alone = [board_picture(puzzle, part, **options) for part in parts]
        return (row_of_pictures if puzzle.lattice.is_flat else stacked)(alone, gap=0.8, title=puzzle.name)
    if (lattice := puzzle.lattice.drawn) is not puzzle.lattice:
        place, puzzle = lattice.reduce, drawn_puzzle(puzzle)
        placements = [drawn_placement(place, placement) for placement in placements]
        marks, highlights = {place(c): mark for c, mark in marks.items()}, highlights.mapped(place)
    pieces = list(zip(placements, placement_colors(puzzle, placements, highlights), strict=True))
    names_pieces = names and len(puzzle.tiles) > 1

    def drawn(cells: Sequence[Cell]) -> list[Shape | Label]:
        items = _empty_items(puzzle, cells, placements, marks, bare=bare)
        for placement, color in pieces:
            items += piece_items(puzzle, placement, color, cells, names=names_pieces)
        letters = dict(puzzle.board.cell_colors)
        for placement in placements:
            letters |= {cell: letter for cell, letter in placement.letters_at().items() if letter}
        items += color_dots(puzzle, {cell: letters[cell] for cell in cells if cell in letters and cell not in marks})
        return [*items, *region_shapes(puzzle, cells), *highlight_shapes(puzzle.lattice, highlights, cells)]

    return layered(puzzle, drawn, captions=names)


def layered(
    puzzle: Puzzle, drawn: Callable[[Sequence[Cell]], Iterable[Shape | Label]], *, captions: bool = False
) -> Picture:
    """Return what is drawn on the cells of each layer of a board, side by side, the lowest layer first."""
    lattice, board = puzzle.lattice, sorted((*puzzle.board.cells, *puzzle.board.left_empty))
    left, up, width, height = _extent(lattice, board)
    top = 0.8 if captions and not lattice.is_flat else 0.0
    pictures = []
    for number, cells in enumerate(layers(lattice, board)):
        text, size = _caption(number + 1, width)
        caption = (Label(left, up - 0.45, text, size, "muted", start=True),) if top else ()
        moved = Picture(0, 0, (*caption, *drawn(cells))).moved(EDGE - left, EDGE - up + top)
        pictures.append(Picture(width + 2 * EDGE, height + 2 * EDGE + top, moved, puzzle.name))
    return pictures[0] if lattice.is_flat else row_of_pictures(pictures, gap=0.8, title=puzzle.name)


def placement_colors(
    puzzle: Puzzle, placements: Sequence[Placement], highlights: Highlights = NO_HIGHLIGHTS
) -> tuple[str, ...]:
    """Return the color of each placement: that of its class, or of its tile, shaded next to another copy."""
    if highlights.classes:
        return tuple(class_color(number) for number in highlights.classes)
    shades = copy_shades([(p.tile, p.cells) for p in placements], puzzle.lattice.neighbors)
    return tuple(shade(puzzle.tile_colors[p.tile], factor) for p, factor in zip(placements, shades, strict=True))


def color_dots(puzzle: Puzzle, colors: Mapping[Cell, str]) -> list[Shape | Label]:
    """Return the colors and values of cells: a dot with a letter in the upper left corner, a disc with a number."""
    lattice, shown = puzzle.lattice, cell_colors(puzzle)
    items: list[Shape | Label] = []
    for cell, letter in colors.items():
        if value_of(letter) is not None:
            size = VALUE_SIZE * min(1.0, inscribed_diameter(lattice, cell))
            disc = Shape((circle(*cell_center(lattice, cell), size),), VALUE_COLOR, radius=1.0)
            items += [disc, Label(*cell_center(lattice, cell), letter, 1.5 * size / len(letter) ** 0.5, "#1e2127")]
            continue
        size = 0.13 * min(1.0, inscribed_diameter(lattice, cell)) ** 0.5
        middle = cell_center(lattice, cell)
        corners = [drawn_point(lattice, corner) for corner in footprint(lattice, cell)]
        share = 0.42 if lattice.radius else 0.62 if len(corners) > 3 else 0.5
        x, y = (a + share * (b - a) for a, b in zip(middle, min(corners, key=sum), strict=True))
        items.append(Shape((circle(x, y, size),), shown[letter], stroke="ink", width=0.02, radius=1.0))
        items.append(Label(x, y, letter, 1.5 * size, text_color(shown[letter])))
    return items


def cell_colors(puzzle: Puzzle) -> dict[str, str]:
    """Return the color `#rrggbb` of each letter of cell colors, which no tile has, and of each value."""
    tiles = [(tile.name, tile.display_color) for tile in puzzle.tiles]
    letters = [letter for letter in puzzle.color_letters if value_of(letter) is None]
    colors = tile_colors([*tiles, *((letter, None) for letter in letters)])
    shown = dict(zip(letters, colors[len(tiles) :], strict=True))
    return {letter: shown.get(letter, VALUE_COLOR) for letter in puzzle.color_letters}


def middle_cell(lattice: Lattice, cells: Sequence[Cell]) -> Cell:
    """Return the cell closest to the centroid of some cells.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> middle_cell(LATTICES["square"], [(0, 0), (0, 1), (0, 2), (1, 1)])
    (0, 1)
    """
    places = [cell_center(lattice, cell) for cell in cells]
    x, y = (sum(axis) / len(cells) for axis in zip(*places, strict=True))
    return min(zip(places, cells, strict=True), key=lambda at: (round(hypot(at[0][0] - x, at[0][1] - y), 6), at[1]))[1]


def is_numbered(placement: Placement) -> bool:
    """Return whether a placement shows a value on each of its cells; it needs no name."""
    return bool(placement.shown) and all(value_of(text) is not None for text in placement.shown)


def _caption(number: int, width: float) -> tuple[str, float]:
    """Return the caption of a layer, counted from 1, and its size, the same for all layers of a width."""
    bottom = f"layer {number} (bottom)"
    size = min(0.42, (width + 0.6) / (0.62 * len(bottom)))
    if size < SMALLEST_CAPTION:
        return f"layer {number}", min(0.42, (width + 0.6) / (0.62 * len(f"layer {number}")))
    return bottom if number == 1 else f"layer {number}", size


def _empty_items(
    puzzle: Puzzle, cells: Sequence[Cell], placements: Sequence[Placement], marks: Marks, *, bare: bool
) -> list[Shape | Label]:
    """Return the board in a layer with the cells that no placement covers."""
    lattice, board = puzzle.lattice, puzzle.board
    regions = zip(puzzle.drawn_regions, region_colors(puzzle), strict=True)
    tints = {cell: shade(color, _PALE) for rule, color in regions for cell in rule.cells}
    covered = {cell for p in placements for cell in p.cells}
    labels = {cell: name for name, cell in board.labels}
    items: list[Shape | Label] = [*board_shapes(lattice, cells)]
    for cell in cells:
        if cell not in covered:
            text, color = marks.get(cell, (labels.get(cell, "?" if bare and cell in board.optional else ""), None))
            items.append(empty_shape(lattice, cell, color or tints.get(cell, "cell")))
            if cell in board.left_empty:
                ring = circle(*cell_center(lattice, cell), 0.4 * min(inscribed_diameter(lattice, cell), 1.0))
                items.append(Shape((ring,), stroke="muted", width=0.05, radius=1.0))
            items += [_on(lattice, cell, text, 0.36, "ink" if color is None else text_color(color))] if text else []
    return items


def piece_items(
    puzzle: Puzzle, placement: Placement, color: str, cells: Collection[Cell], *, names: bool
) -> list[Shape | Label]:
    """Return what a placement covers of the cells of a layer: its shapes, the colors of its sides, and its name."""
    lattice = puzzle.lattice
    part = [cell for cell in placement.cells if cell in cells]
    if not part:
        return []
    items: list[Shape | Label] = [*piece_shapes(lattice, part, color)]
    items += side_shapes(puzzle, {cell: text for cell, text in placement.shown_at().items() if cell in cells})
    if names and not is_numbered(placement) and not placement.sides_at():
        for piece in lattice.unwrapped.components(part) if lattice.periods else (part,):
            named = middle_cell(lattice, piece)
            items += [*badge(lattice, named, color), _on(lattice, named, placement.tile, 0.42, text_color(color))]
    if names and not lattice.is_flat:
        items += _marks(lattice, placement, part, text_color(color))
    return items


def _marks(lattice: Lattice, placement: Placement, part: Sequence[Cell], ink: str) -> list[Shape]:
    """Return a dot in each cell below another cell of the piece, a ring in each cell above one."""
    ups, downs, share = [], [], 0.25 if lattice.radius else 0.33
    for cell in part:
        heights = [level(lattice, near) for near in lattice.neighbors(cell) if near in placement.cells]
        (x, y), away = cell_center(lattice, cell), share * inscribed_diameter(lattice, cell)
        if max(heights, default=level(lattice, cell)) > level(lattice, cell):
            ups.append(Shape((circle(x + away, y - away, 0.06),), fill=ink, radius=0.06))
        if min(heights, default=level(lattice, cell)) < level(lattice, cell):
            downs.append(Shape((circle(x - away, y + away, 0.055),), stroke=ink, width=0.03, radius=0.06))
    return ups + downs


def _on(lattice: Lattice, cell: Cell, text: str, size: float, color: str) -> Label:
    share = min(1.0, inscribed_diameter(lattice, cell))
    return Label(*cell_center(lattice, cell), text, min(size * share**0.5, 1.25 * share / len(text)), color)


def _extent(lattice: Lattice, cells: Sequence[Cell]) -> tuple[float, float, float, float]:
    """Return the left and top end, the width and the height of some cells."""
    xs, ys = zip(*(drawn_point(lattice, corner) for cell in cells for corner in footprint(lattice, cell)), strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def drawn_puzzle(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the cells that pictures show, mostly itself; its tiles have the forms of the puzzle."""
    lattice, board = puzzle.lattice.drawn, puzzle.board
    if lattice is puzzle.lattice:
        return puzzle
    place = lattice.reduce
    return puzzle.replaced(
        lattice=lattice,
        board=replace(
            board,
            cells=tuple(sorted(map(place, board.cells))),
            optional=frozenset(map(place, board.optional)),
            labels=tuple((name, place(cell)) for name, cell in board.labels),
            left_empty=frozenset(map(place, board.left_empty)),
            cell_colors=tuple((place(cell), color) for cell, color in board.cell_colors),
            regions=tuple((name, tuple(sorted(map(place, cells)))) for name, cells in board.regions),
        ),
        given=tuple(drawn_placement(place, piece) for piece in puzzle.given),
        rules=tuple(
            replace(rule, cells=tuple(sorted(map(place, rule.cells)))) if isinstance(rule, RegionRule) else rule
            for rule in puzzle.rules
        ),
    )


def drawn_placement(place: Callable[[Cell], Cell], placement: Placement) -> Placement:
    """Return the placement on the cells that pictures show; `place` maps a cell."""
    return placement.on(map(place, placement.cells), placement.shown)
