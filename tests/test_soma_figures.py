"""The counts of M. R. Rubin for Soma figures with separate parts, from all solutions and by brute force."""

from __future__ import annotations

import re
from itertools import product

import pytest

from cp_puzzles import build_puzzle, load_spec, solve
from tests.catalog_costs import by_default, expected_counts
from tests.oracle import orbits

SHAPES = [name for name, symmetry, _ in expected_counts() if name.startswith("soma/") and symmetry == "components"]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in by_default() else [pytest.mark.slow]) for name in SHAPES]
)
def test_published_number(name: str) -> None:
    """The count up to independent isometries of the parts, without exchanging parts, is the published one.

    `components` is larger if only some solutions admit an isometry, since a symmetry maps every solution to a solution,
    and smaller if congruent parts may be exchanged; then the `source` of the puzzle mentions it.
    """
    spec = load_spec(name)
    puzzle = build_puzzle(spec)
    parts = puzzle.lattice.components(puzzle.board.cells)
    found = solve(puzzle, symmetry="off", engine="exact-cover", jobs=1).solutions
    pictures = {frozenset(frozenset(placement.cells) for placement in solution.placements) for solution in found}
    motions = [
        {cell: motion(cell) for part, motion in zip(parts, chosen, strict=True) for cell in part}
        for chosen in product(*(puzzle.lattice.congruences(part, part) for part in parts))
    ]
    classes = orbits(pictures, lambda s: (frozenset(frozenset(map(m.__getitem__, c)) for c in s) for m in motions))
    number = len([*classes])
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
