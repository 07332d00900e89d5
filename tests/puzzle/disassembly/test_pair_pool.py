"""The tables of pairs that assemblies share."""

from __future__ import annotations

import pytest

from cp_puzzles.puzzle.disassembly import distance_tables
from cp_puzzles.puzzle.disassembly.distance_tables import form_of
from cp_puzzles.puzzle.disassembly.take_apart import take_apart
from cp_puzzles.puzzle.geometry.lattices import LATTICES

CUBIC = LATTICES["cubic"]

BARS = [((0, 0, 0), (0, 0, 1), (0, 0, 2)), ((0, 1, 0), (0, 1, 1)), ((1, 0, 0), (1, 1, 0), (1, 1, 1)), ((1, 0, 1),)]
"""Four pieces in a box, which leave one by one."""


@pytest.mark.parametrize(("entries", "forms", "size"), [(1, 1, 1 << 28), (1, 1, 0), (1 << 16, 16, 1 << 28)])
def test_pool_that_grows_or_begins_again(monkeypatch: pytest.MonkeyPatch, entries: int, forms: int, size: int) -> None:
    """Pools that grow, begin again at each assembly, or do neither give equal numbers in every order of pieces."""
    monkeypatch.setattr(distance_tables, "FIRST_ENTRIES", entries)
    monkeypatch.setattr(distance_tables, "FIRST_FORMS", forms)
    monkeypatch.setattr(distance_tables, "POOL_BYTES", size)
    pool = distance_tables.PairPool(CUBIC)
    with monkeypatch.context() as patch:
        patch.setattr("cp_puzzles.puzzle.disassembly.take_apart.pool_of", lambda lattice: pool)
        orders = [take_apart(CUBIC, BARS[turn:] + BARS[:turn]).moves for turn in range(4)]
    assert orders == [take_apart(CUBIC, BARS).moves] * 4


def test_arrays_of_a_pool_stay_as_they_are() -> None:
    """Tables that were handed out do not change when others are entered."""
    pool = distance_tables.PairPool(CUBIC)
    forms = [form_of(CUBIC, piece)[0] for piece in BARS]
    first = pool.enter([forms[:2]])[0]
    begin, end = first.pool[0, 1, 0], first.pool[0, 1, 0] + len(first.vectors) * first.pool[0, 1, 4:].prod()
    before = first.pool[0, 1].copy(), first.distances[begin:end].copy()
    pool.enter([forms])
    assert (first.pool[0, 1] == before[0]).all()
    assert (first.distances[begin:end] == before[1]).all()
