"""Ragged rows of numbers in arrays behave like tuples of tuples."""

from __future__ import annotations

from itertools import chain

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.placement_table import size_of
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.puzzle.geometry.placement import RowIndex
from tests.written import puzzle_of

rows = st.lists(st.lists(st.integers(0, 6), max_size=4, unique=True).map(tuple), max_size=9).map(tuple)


@given(rows, st.data())
def test_rows_are_tuples(rows: tuple[tuple[int, ...], ...], data: st.DataObject) -> None:
    """Every access to the rows agrees with plain tuples."""
    table = Ragged.of(rows)
    assert table == rows
    assert [table[n] for n in range(len(rows))] == list(rows)
    assert table[1:] == rows[1:]
    assert table.transposed(7) == tuple(tuple(r for r, row in enumerate(rows) if n in row) for n in range(7))
    assert [rows[n] for n in table.order()] == sorted(rows)
    assert table.ascending() == tuple(tuple(sorted(row)) for row in rows)
    assert table.joined(np.full(len(rows), 9, dtype=np.int32)) == tuple((*row, 9) for row in rows)
    chosen = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=5)) if rows else []
    assert table.take(np.array(chosen, dtype=np.int64)) == tuple(rows[n] for n in chosen)
    assert table.sums(np.arange(7)).tolist() == [sum(row) for row in rows]


def test_many_rows_are_tuples() -> None:
    """Rows are read in blocks of some thousands, each from its own place."""
    rows = tuple((n, n + 1) if n % 2 else (n,) for n in range(9000))
    assert tuple(Ragged.of(rows)) == rows


@given(st.lists(st.lists(st.sampled_from([0, 1, 0xFFFF, 0x10000, 0x2FFFF]), unique=True), max_size=9))
def test_large_numbers_are_transposed(rows: list[list[int]]) -> None:
    """Numbers of more than 16 bits are sorted, too: a board of 300 x 300 has 90,000 cells."""
    covering = Ragged.of(rows).transposed(0x30000)
    expected = {n: tuple(r for r, row in enumerate(rows) if n in row) for n in {*chain(*rows)}}
    assert {n: covering[n] for n in np.flatnonzero(covering.lengths).tolist()} == expected


@given(st.sets(st.tuples(*[st.integers(-(2**31), 2**31 - 1)] * 3), max_size=9), st.data())
def test_rows_are_found(rows: set[tuple[int, ...]], data: st.DataObject) -> None:
    """A row is found exactly if it is in the table, however large its numbers are."""
    table = sorted(rows)
    any_row = st.tuples(*[st.integers(-2, 2)] * 3)
    wanted = data.draw(st.lists(st.sampled_from(table) | any_row if table else any_row))
    place = RowIndex(np.array(table, dtype=np.int64).reshape(-1, 3))
    found = place.find(np.array(wanted, dtype=np.int64).reshape(-1, 3)).tolist()
    assert found == [table.index(row) if row in table else -1 for row in wanted]


def test_size_is_an_upper_bound() -> None:
    """The estimated size is at least the actual size."""
    for board in ("size: [4, 5]", "size: [3, 3], holes: [[1, 1]]", "hexagon: 3", "size: [2, 3, 3]"):
        tiles = "trihexes" if "hexagon" in board else "trominoes"
        puzzle = puzzle_of(f"board: {{{board}}}, tiles: [{{set: {tiles}}}]")
        assert size_of(puzzle).options >= len(build_cover(puzzle).placements) > 0
