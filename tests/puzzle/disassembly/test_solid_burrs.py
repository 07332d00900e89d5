"""The published numbers of solid six-piece burrs of all pieces."""

from __future__ import annotations

import pytest

from cp_puzzles.puzzle.disassembly.states import Effort
from cp_puzzles.puzzle.disassembly.take_apart import take_apart
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Polyform, orientations
from tests.puzzle.disassembly.solid_burrs import SolidBurrs

CUBIC = LATTICES["cubic"]


def forms_of(cells: list[Cell]) -> set[Polyform]:
    """Return a piece and its mirror image, each up to rotation."""
    images = cells, [(-x, y, z) for x, y, z in cells]
    return {orientations(CUBIC, image, rotate=True, reflect=False)[0] for image in images}


@pytest.mark.slow
def test_solid_burrs_of_all_pieces() -> None:
    """369 pieces are usable in 119,979 solid burrs up to rotation (W. H. Cutler); 78,777 candidates are taken apart.

    A burr and its mirror image come apart alike: one of the two is taken apart.
    """
    burrs = SolidBurrs()
    assert (len(burrs.shared), {*map(len, burrs.pieces)}, len([*burrs.groups()])) == (32, {2225}, 18)
    assemblies, weights = burrs.candidates()
    assert (len(assemblies), int(weights.sum())) == (78_777, 157_122)
    buildable, used = 0, set()
    for row, weight in zip(assemblies.tolist(), weights.tolist(), strict=True):
        pieces = [burrs.cells_of(stick, shared) for stick, shared in enumerate(row)]
        result = take_apart(CUBIC, pieces, Effort(exits=1))
        assert result.apart is not None
        assert result.level == 1
        if result.apart:
            buildable += weight
            used |= set(enumerate(row))
    usable = set[Polyform]().union(*(forms_of(burrs.cells_of(*piece)) for piece in used))
    assert (len(usable), buildable) == (369, 119_979)
