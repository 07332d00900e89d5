"""Drawings: from text to cells and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.puzzle.geometry.drawing import DrawingError, draw_cells, drawn_letters, parse_drawing
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.drawn import draw
from tests.examples import examples


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("X", [(0, 0, 0)]),
        ("XX\nX.", [(0, 0, 0), (0, 0, 1), (0, 1, 0)]),
        ("\n\nXX\n\n", [(0, 0, 0), (0, 0, 1)]),
        (" X\nX", [(0, 0, 1), (0, 1, 0)]),
        ("....\n..X.", [(0, 1, 2)]),
        ("X\n\nX", [(0, 0, 0), (1, 0, 0)]),
        ("X\n\n\n\r\nX", [(0, 0, 0), (1, 0, 0)]),
        ("X\n\n..\n\nX", [(0, 0, 0), (2, 0, 0)]),
        ("a#\r\nZ.\r\n", [(0, 0, 0), (0, 0, 1), (0, 1, 0)]),
        ("X   \nX", [(0, 0, 0), (0, 1, 0)]),
        ("X\n.\nX", [(0, 0, 0), (0, 2, 0)]),
        ("X\n   \n  ", [(0, 0, 0)]),
    ],
)
def test_cells_of_a_drawing(text: str, cells: list[tuple[int, ...]]) -> None:
    """Rows are lines, empty lines separate layers, gaps count, nothing below the last row does."""
    assert parse_drawing(text).cells == tuple(cells)


def test_optional_cells() -> None:
    """An optional cell is a cell of the board."""
    drawing = parse_drawing("X?\n?.")
    assert drawing.cells == ((0, 0, 0), (0, 0, 1), (0, 1, 0))
    assert [place for place, letter in drawing.letters.items() if letter == "?"] == [(0, 0, 1), (0, 1, 0)]


def test_layers() -> None:
    """Layers are counted up to the last that has a cell."""
    assert parse_drawing("X\n\n.\n\nX").layers == 3
    assert parse_drawing("X\n\n.").layers == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the drawing has no cell"),
        ("\n \n", "the drawing has no cell"),
        ("...\n . ", "the drawing has no cell"),
        ("XX\nX+", "line 2 of the drawing has '+' at column 2"),
        ("X\tX", r"line 1 of the drawing has '\t' at column 2"),
        ("X\n\nX-", "line 3 of the drawing has '-' at column 2"),
        ("X\n \nX", "line 2 of the drawing holds only spaces (1)"),
        ("X\n\n   \nX", "line 3 of the drawing holds only spaces (3)"),
        ("  \nX", "line 1 of the drawing holds only spaces (2)"),
        ("X\n\t\nX", r"line 2 of the drawing has '\t' at column 1"),
        ("é", "line 1 of the drawing has 'é' at column 1"),
    ],
)
def test_bad_drawing(text: str, problem: str) -> None:
    """A drawing without a cell, with any other character, or with a row of spaces is refused with its place.

    A row of spaces once began a new layer.
    """
    with pytest.raises(DrawingError) as caught:
        parse_drawing(text)
    assert caught.value.problem == problem
    assert caught.value.remedy.startswith("draw ")


@pytest.mark.parametrize("dimension", [2, 3])
@given(data=st.data())
def test_round_trip(dimension: int, data: st.DataObject) -> None:
    """A drawing is parsed into the cells that were drawn, up to translation."""
    lattice = next(lattice for lattice in LATTICES.values() if lattice.dimension == dimension)
    cells = data.draw(st.sets(st.tuples(*[st.integers(-4, 4)] * dimension), min_size=1, max_size=12))
    read = parse_drawing(draw(cells))
    assert lattice.normalize(cell[3 - dimension :] for cell in read.cells) == lattice.normalize(cells)
    assert "?" not in read.letters.values()


@examples(150)
@given(st.data())
def test_drawn_cells_read_back(data: st.DataObject) -> None:
    """On every lattice with drawings: the same cells, moved by a translation, with their characters."""
    name = data.draw(st.sampled_from([name for name, lattice in LATTICES.items() if lattice.text]))
    lattice = LATTICES[name]
    near = st.tuples(*[st.integers(-4, 5)] * lattice.dimension).filter(lattice.is_cell)
    marks = data.draw(st.dictionaries(near, st.sampled_from("XXXa?"), min_size=1, max_size=7))
    drawn = draw_cells(lattice, marks)
    if drawn is None:
        # nothing tells which way triangles point, or on which lattice points single edges lie
        assert name in ("triangular", "triangular-prisms", "sticks")
        return
    text, read = drawn
    letters = drawn_letters(lattice, parse_drawing(text, lattice.text))
    pointing = {mark for mark, _ in (lattice.text.marks if lattice.text else ())}
    assert set(letters) == set(read.values())
    assert all(letters[read[cell]] == ("" if mark == "X" and pointing else mark) for cell, mark in marks.items())
    shifts = {tuple(b - a for a, b in zip(cell, image, strict=True)) for cell, image in read.items()}
    assert len(shifts) == 1
    assert shifts.pop() in lattice.translations
