"""What M. R. Rubin counts where a figure of Soma has separate parts, from all solutions and by brute force."""

from __future__ import annotations

import re
from itertools import product

import pytest

from cp_puzzles import build_puzzle, load_spec, solve
from tests.catalogue_costs import by_default, expected_counts

FIGURES = [name for name, symmetry, _ in expected_counts() if name.startswith("soma/") and symmetry == "components"]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in by_default() else [pytest.mark.slow]) for name in FIGURES]
)
def test_published_number(name: str) -> None:
    """Each part is turned and mirrored wherever the pieces of a solution allow it, and none changes places.

    `components` counts more where only some solutions allow it, for a symmetry keeps all, and less where parts that are
    alike change places; the sources that say so are those where it does.
    """
    spec = load_spec(name)
    puzzle = build_puzzle(spec)
    parts = puzzle.lattice.components(puzzle.board.cells)
    found = solve(puzzle, symmetry="off", engine="exact-cover", jobs=1).solutions
    left = {frozenset(frozenset(placement.cells) for placement in solution.placements) for solution in found}
    motions = [
        {cell: motion(cell) for part, motion in zip(parts, chosen, strict=True) for cell in part}
        for chosen in product(*(puzzle.lattice.congruences(part, part) for part in parts))
    ]
    number = 0
    while left:
        number += 1
        solution = next(iter(left))
        left -= {frozenset(frozenset(map(moved.__getitem__, cells)) for cells in solution) for moved in motions}
    source = " ".join((spec.source or "").split())
    published = re.search(r": (no|\d+) solution", source)
    assert published is not None
    assert number == int(published[1].replace("no", "0"))
    components = spec.expected.components
    assert components is not None
    assert ("whose pieces allow it" in source, "do not change places" in source) == (
        components > number,
        components < number,
    )
