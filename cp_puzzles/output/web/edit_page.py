"""The page of the editor, with lattices and tile sets as plain data for its scripts."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import webcolors

from cp_puzzles.base.text import MEANINGS
from cp_puzzles.output.draw.board_picture import REGION_COLORS
from cp_puzzles.output.draw.solid_pieces import slide_directions
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.output.web.page_cells import letter_size, shape
from cp_puzzles.puzzle.geometry.board_shapes import HEXGRIDS
from cp_puzzles.puzzle.geometry.cell_solid import center, class_outline, corners, has_sides, side_order
from cp_puzzles.puzzle.geometry.footprint import drawn_point, edge_ends, footprint, footprint_sides, has_edges
from cp_puzzles.puzzle.geometry.isometry import Cell, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.polyform_sets import burr_numbers
from cp_puzzles.puzzle.geometry.tile_sets import (
    BOARD_SHAPES,
    BURR_SETS,
    NUMBERED_SETS,
    SETS,
    VALUE_SETS,
    TileSet,
    named_set,
    tile_set,
)
from cp_puzzles.puzzle.palette import PALETTE, SHADES, class_color
from cp_puzzles.puzzle.spec.json_schema import plain_schema
from cp_puzzles.puzzle.spec.validation import WORDS

_DIGITS = 6
"""The decimal places of positions in drawings."""

SIDE_COLORS = 62
"""The number of colors of sides, which are letters and digits."""

WANG = (1, 2, 3)
"""The numbers of colors of the sets of Wang tiles that the page has."""

FRESH = """\
name: my puzzle
board:
  size: [5, 8]
tiles:
- set: pentominoes
  except: [X, W, F, T]
"""
"""The puzzle with which a page begins."""

SAMPLES = {
    "Empty puzzle": """\
name: my puzzle
board: {size: [4, 4]}
fill: false
tiles:
- name: A
  drawing: X
  multiplicity: any
""",
    "Six-piece burr": """\
name: six-piece burr
board: {burr: 6}
fill: false
tiles:
- set: burr-pieces
  only: ['88', '512', '768', '922', '1008', '1024']
""",
}
"""More puzzles with which one may begin, by their names in the menu; a puzzle has at least one cell and one tile."""


def edit_page(text: str = FRESH, program: dict[str, Any] | None = None) -> str:
    """Return the page that edits the puzzle with the text of a puzzle file.

    `program` is for the page that `EditServer` serves: the questions that it answers and the name of the file on disk.
    """
    viewer = html_page(
        "page.html", style="page.css", script="editor.min.js", title="Solutions", description="", solid=False
    )
    return html_page(
        "editor.html",
        style="editor.css",
        script="editor.min.js",
        compiles=True,
        title="Puzzle editor",
        framed="page.css",
        served=program is not None,
        data={
            "program": program,
            "space": editor_lattices(),
            "text": text,
            "fresh": FRESH,
            "samples": SAMPLES,
            "palette": PALETTE,
            "shades": SHADES,
            # the solution page up to its data and its script, which are made by the editor
            "viewer": viewer.split("<script", 1)[0],
        },
    )


def link_part(text: str) -> str:
    """Return the part of an address after the page that opens a puzzle file there: its text, deflated, in base64."""
    packer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(text.encode()) + packer.flush()
    return "#puzzle=" + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


@cache
def editor_lattices() -> dict[str, Any]:
    """Return the lattices, the board shapes and the tile sets.

    Positions in drawings are x to the right, y down; matrices are lists of rows. The forms of a set are in normal
    position on the lattice of the set, as text.
    """
    # of the numbered sets, which are many, those of Wang tiles with few colors
    sets = [*SETS.values(), *filter(None, (named_set(f"wang-{colors}") for colors in WANG))]
    return {
        "lattices": [_lattice(lattice) for lattice in LATTICES.values()],
        "shapes": [
            {"name": name, "lattices": shape.lattices, "numbers": shape.numbers, "about": BOARD_SHAPES.about(name)}
            for name, shape in BOARD_SHAPES.items()
        ],
        "hexgrids": HEXGRIDS,
        "numberedSets": NUMBERED_SETS,
        "schema": plain_schema(),
        "words": WORDS,
        "meanings": MEANINGS,
        "regionColors": REGION_COLORS,
        "sideColors": [class_color(number) for number in range(SIDE_COLORS)],
        "colors": {name: webcolors.name_to_hex(name) for name in sorted(webcolors.names(webcolors.CSS3))},
        "sets": [_tiles(entry) for entry in sets],
    }


def _tiles(entry: TileSet) -> dict[str, Any]:
    """Return a set with its tiles; of the pieces of burrs, which are many, the length and the numbers alone."""
    data: dict[str, Any] = {
        "name": entry.name,
        "lattice": entry.lattice,
        "oneSided": entry.is_one_sided,
        "isDrawn": entry.is_drawn,
        "hasSides": entry.shows == "sides",
        "hasValues": entry.name in VALUE_SETS,
    }
    if entry.name in BURR_SETS:
        return {**data, "length": BURR_SETS[entry.name], "numbers": burr_numbers()}
    forms = tile_set(entry.name).items()
    return {**data, "tiles": {tile: " ".join(",".join(map(str, cell)) for cell in form) for tile, form in forms}}


_NAMES: tuple[str, ...] = ("name", "noun", "rule", "axes", "radius", "lift", "spokes", "unit")
_NAMES += ("is_flat", "is_numbered", "layer_of", "edges_of", "fill_directions")
_TEXT_NAMES = ("matrix", "scale", "marks", "columns", "joints", "how")


def _lattice(lattice: Lattice) -> dict[str, Any]:
    matrices = [isometry.matrix for isometry in lattice.point_group]
    data = {name: getattr(lattice, name) for name in _NAMES}
    data |= {
        "basis": lattice.translations.basis,
        "matrices": matrices,
        "offsets": [isometry.translation if any(isometry.translation) else 0 for isometry in lattice.point_group],
        "rotations": sum(isometry.is_rotation for isometry in lattice.point_group),
        "flip": matrices.index(lattice.isometries(rotate=False, reflect=True)[-1].matrix),
        "classes": [_cell_class(lattice, number) for number in range(len(lattice.cell_classes))],
        "embedding": [_rounded(row) for row in lattice.embedding],
        "directions": [] if lattice.is_flat else slide_directions(lattice),
    }
    if lattice.text is not None:
        grid = lattice.text
        inverse = _inverse(np.array(grid.matrix)[:, : lattice.dimension])
        data["text"] = {name: getattr(grid, name) for name in _TEXT_NAMES}
        data["text"] |= {"inverse": inverse, "plain": grid.is_plain}
    return data


def _cell_class(lattice: Lattice, number: int) -> dict[str, Any]:
    """Return the cell at the origin of a class; its polygon, and the ends of an edge, are relative to its place."""
    each, shift = lattice.cell_classes[number], tuple(lattice.unit * x for x in lattice.cell_classes[number].origin)
    x, y = center(lattice, each.origin)[:2]

    def relative(corners: Iterable[Cell]) -> list[list[float]]:
        points = (drawn_point(lattice, corner) for corner in corners)
        return [_rounded((px - x, py - y)) for px, py in points]

    data = {
        "origin": each.origin,
        "steps": each.steps,
        "corners": [subtract(corner, shift) for corner in corners(lattice, each.origin)],
        "letter": letter_size(lattice, each.origin),
        "shape": shape(lattice, each.origin),
        "sides": _sides(lattice, number),
        "polygon": relative(footprint(lattice, each.origin)),
    }
    return data | ({"ends": relative(edge_ends(lattice, each.origin))} if has_edges(lattice) else {})


def _inverse(matrix: npt.NDArray[np.int64]) -> list[list[float]]:
    """Return the matrix that takes the image of a vector to the vector, and then to what is 0 for an image."""
    inverse = np.linalg.pinv(matrix)
    rows: list[list[float]] = np.concatenate([inverse, np.eye(len(matrix)) - matrix @ inverse]).round(12).tolist()
    return rows


def _sides(lattice: Lattice, number: int) -> list[Any]:
    """Return the step across each side of a cell class, its corners, and the side of its polygon; [] without sides."""
    if not has_sides(lattice):
        return []
    outline, drawn = class_outline(lattice, number), footprint_sides(lattice, number)
    return [
        [outline.steps_across[facet], outline.facets[facet], drawn.index(side) if side in drawn else None]
        for side, facet in enumerate(side_order(lattice, number))
    ]


def _rounded(numbers: Iterable[float]) -> list[float]:
    return [round(float(number), _DIGITS) for number in numbers]
