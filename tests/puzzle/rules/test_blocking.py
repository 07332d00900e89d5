"""Fewest pieces that block a board, by trying every choice of fewer: no engine has a part in it."""

from __future__ import annotations

import numpy as np
import pytest

from cp_puzzles import build_puzzle, load_spec
from cp_puzzles.cover.cover_problem import build_cover


@pytest.mark.parametrize(
    ("name", "fewer"),
    [("blocking_pentominoes5x5", 1), pytest.param("blocking_pentominoes6x6", 2, marks=pytest.mark.slow)],
)
def test_fewer_pentominoes_do_not_block(name: str, fewer: int) -> None:
    """Fewer pentominoes than the best value leave a free placement of another pentomino (Golomb)."""
    spec = load_spec(name)
    placements = build_cover(build_puzzle(spec)).placements
    cells = np.zeros((len(placements), 36), dtype=np.int64)
    for number, placement in enumerate(placements):
        cells[number, [6 * row + column for row, column in placement.cells]] = 1
    tiles = np.array(placements.tiles)
    free = (cells @ cells.T == 0) & (tiles[:, None] != tiles)
    assert free.any(axis=1).all()
    if fewer == 2:
        assert all((free & row).any(axis=1).all() for row in free)
    assert spec.expected.best == fewer + 1
