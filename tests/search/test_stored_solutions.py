"""Batches of solutions in a stored run."""

import sqlite3
from contextlib import closing

import numpy as np
import pytest

from cp_puzzles.search.store.run_record import Attempt
from cp_puzzles.search.store.run_tables import create_tables
from cp_puzzles.search.store.stored_solutions import insert, select


@pytest.mark.parametrize("largest", [48, (1 << 16) - 1, 1 << 16, 82_944])
def test_orbit_sizes_come_back_as_they_were(largest: int) -> None:
    """An orbit may have more solutions than two bytes count: a torus of 12x12x12 has 82,944 isometries."""
    batch = np.array([[0, 1], [2, -1]], dtype=np.int32)
    sizes = np.array([largest, 1], dtype=np.int64)
    with closing(sqlite3.connect(":memory:")) as connection:
        create_tables(connection)
        insert(connection, 0, 0, 0, (batch, sizes))
        ((stored, stored_sizes),) = select(connection, Attempt(0, 0, 0, batches=1))
    assert (stored == batch).all()
    assert stored_sizes.tolist() == sizes.tolist()
