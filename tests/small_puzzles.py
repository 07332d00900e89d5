"""Random puzzles small enough to enumerate by hand, and what can be said of them without the package's engines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.polyform_sets import polyforms
from cp_puzzles.puzzle.puzzle import build_puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from tests.drawn import draw

FLAT_TILES = ["X", "XX", "XXX", "X.\nXX", "XX\nXX", ".XX\nXX.", "X.\nX.\nXX", "XXX\n.X."]
SOLID_TILES = ["X", "XX", "X.\nXX", "XX\n.X\n\n..\n.X", "X.\nXX\n\nX.\n..", "X.\nXX\n\n..\n.X"]
FLAT_BOXES = [(2, 3), (3, 3), (2, 4), (3, 4), (1, 5)]
SOLID_BOXES = [(2, 2, 2), (2, 2, 3), (1, 2, 3)]


@st.composite
def boards(draw_from: st.DrawFn, solid: bool) -> dict[str, Any]:
    """A box, or a drawing in which some cells are optional or missing, sometimes a symmetric one."""
    size = draw_from(st.sampled_from(SOLID_BOXES if solid else FLAT_BOXES))
    if draw_from(st.booleans()):
        return {"size": size}
    cells: list[tuple[int, ...]] = [
        (z, y, x) for z in range((1, *size)[-3]) for y in range(size[-2]) for x in range(size[-1])
    ]
    marks = draw_from(st.lists(st.sampled_from("XXXX??."), min_size=len(cells), max_size=len(cells)))
    if draw_from(st.booleans()):
        marks = [min(a, b) for a, b in zip(marks, reversed(marks), strict=True)]
    optional = {cell for cell, mark in zip(cells, marks, strict=True) if mark == "?"}
    solid_cells = {cell for cell, mark in zip(cells, marks, strict=True) if mark == "X"} | {cells[0], cells[-1]}
    rows = draw(cells).split("\n")
    return {"drawing": "\n".join(_marked(rows, solid_cells, optional))}


def _marked(rows: list[str], cells: set[tuple[int, ...]], optional: set[tuple[int, ...]]) -> Iterator[str]:
    z = y = 0
    for row in rows:
        if not row:
            z, y = z + 1, 0
            yield ""
            continue
        at = [(z, y, x) for x in range(len(row))]
        yield "".join("X" if cell in cells else "?" if cell in optional else "." for cell in at)
        y += 1


@st.composite
def specs(draw_from: st.DrawFn) -> PuzzleSpec:
    """A spec of one to three tiles with all kinds of bounds and rules."""
    solid = draw_from(st.booleans())
    drawings = draw_from(st.lists(st.sampled_from(SOLID_TILES if solid else FLAT_TILES), min_size=1, max_size=3))
    entries = []
    for name, drawing in zip("ABC", drawings, strict=False):
        low, more = draw_from(st.integers(0, 2)), draw_from(st.integers(0, 3))
        rules = {"rotate": draw_from(st.sampled_from([True, True, False])), "reflect": draw_from(st.booleans())}
        bounds = draw_from(st.sampled_from(["any", {"min": low, "max": low + more}, 1]))
        entries.append({"name": name, "drawing": drawing, "multiplicity": bounds, **rules})
    lattice = "cubic" if solid else "square"
    data = {"name": "small", "lattice": lattice, "board": draw_from(boards(solid)), "tiles": entries}
    return PuzzleSpec.model_validate({**data, "fill": draw_from(st.booleans())})


@st.composite
def covers(draw_from: st.DrawFn, most_options: int = 40) -> Cover:
    """The cover of a small puzzle; sometimes a placement or two are given."""
    spec = draw_from(specs())
    try:
        cover = build_cover(build_puzzle(spec))
        for _ in range(draw_from(st.sampled_from([0, 0, 1, 2]))):
            assume(cover.placements)
            put = draw_from(st.sampled_from(cover.placements))
            given = {"tile": put.tile, "cells": put.cells}
            spec = PuzzleSpec.model_validate(
                {**spec.to_dict(), "given": [*(g.model_dump() for g in spec.given), given]}
            )
            cover = build_cover(build_puzzle(spec))
    except SpecError:
        assume(False)
    assume(len(cover.problem.options) <= most_options)
    return cover


@st.composite
def specs_on(draw_from: st.DrawFn, lattice: Lattice, rules: bool) -> dict[str, Any]:
    """Draw data of a `PuzzleSpec`: a board of a few cells in any lattice, up to three pieces of one to three cells.

    The board is a lump or a cell with its neighbors, which has symmetries. Pieces lie as they please, may not be
    turned over, or not be moved at all; two may be bound by a rule, and one may lie already.
    """
    board = [lattice.cell_classes[draw_from(st.integers(0, len(lattice.cell_classes) - 1))].origin]
    if draw_from(st.booleans()):
        board += lattice.neighbors(board[0])
    for _ in range(draw_from(st.integers(0, max(0, 7 - len(board))))):
        board.append(draw_from(st.sampled_from([c for b in board for c in lattice.neighbors(b) if c not in board])))
    forms = [form for size in (1, 2, 3) for form in polyforms(lattice, size, reflect=True)[:3]]
    tiles = []
    chosen = draw_from(st.lists(st.sampled_from(forms), min_size=1, max_size=3, unique=True))
    for name, form in zip("ABC", chosen, strict=False):
        rotate, reflect = draw_from(st.sampled_from([(True, True), (True, True), (True, False), (False, False)]))
        bounds = {"min": (least := draw_from(st.sampled_from([0, 0, 1]))), "max": least + draw_from(st.integers(0, 5))}
        cells = list(map(lattice.coordinates, form))
        tiles.append({"name": name, "cells": cells, "multiplicity": bounds, "rotate": rotate, "reflect": reflect})
    fill = draw_from(st.booleans())
    rule = draw_from(st.sampled_from([{}, {}, {"touch": [["A", "B"]]}, {"separate": [["A", "B"]]}, {"border": ["A"]}]))
    spec: dict[str, Any] = {
        "name": "small",
        "lattice": lattice.name,
        "board": {"cells": list(map(lattice.coordinates, board))},
    }
    spec |= {"fill": fill, "tiles": tiles, "rules": rule if rules and len(tiles) > 1 else {}}
    placements = build_cover(build_puzzle(PuzzleSpec.model_validate(spec))).placements
    given = draw_from(st.lists(st.sampled_from(placements), max_size=1)) if placements else []
    return {**spec, "given": [{"tile": put.tile, "cells": list(map(lattice.coordinates, put.cells))} for put in given]}
