"""Puzzles that are the same to a person: moved, turned, reflected, renamed, listed otherwise; the numbers stay.

No oracle is asked: whatever the numbers are, they may not depend on how a puzzle is written down.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles import build_puzzle, count
from cp_puzzles.geometry.isometry import Cell, Isometry
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.spec.schema import PuzzleSpec
from cp_puzzles.symmetry.group import SYMMETRIES
from tests.examples import examples, thinned
from tests.small_puzzles import specs_on

pytest.importorskip("numba")

ON_EVERY_LATTICE = pytest.mark.parametrize("lattice", thinned(LATTICES.values(), every=2), ids=list(LATTICES))


def numbers(spec: dict[str, Any], engine: str) -> list[tuple[int, int | None]]:
    """Solutions, and all that their orbits stand for, by symmetry."""
    puzzle = build_puzzle(PuzzleSpec.model_validate(spec))
    results = (count(puzzle, engine=engine, symmetry=symmetry, jobs=1) for symmetry in SYMMETRIES)
    return [(result.count, result.raw) for result in results]


@st.composite
def isometries(draw: st.DrawFn, lattice: Lattice) -> Isometry:
    """A turn or a reflection, and then a translation."""
    steps = draw(st.tuples(*[st.integers(-3, 3)] * lattice.dimension))
    return draw(st.sampled_from(lattice.point_group)).translated(lattice.translations.combined(steps))


@st.composite
def listed(draw: st.DrawFn, lattice: Lattice, written: list[Cell], motion: Isometry) -> list[Cell]:
    """Cells after a motion, in any order."""
    return draw(st.permutations([lattice.written(motion(lattice.read(cell))) for cell in written]))


@st.composite
def the_same(draw: st.DrawFn, lattice: Lattice, spec: dict[str, Any]) -> dict[str, Any]:
    """The puzzle elsewhere, seen from another side, with other names and another order of everything."""
    motion = draw(isometries(lattice))
    name = dict(zip("ABC", draw(st.permutations(["x", "A", "B"])), strict=True))
    tiles = []
    for tile in draw(st.permutations(spec["tiles"])):
        lies = draw(st.sampled_from(lattice.motions(rotate=tile["rotate"], reflect=tile["reflect"])))
        as_it_lies = draw(listed(lattice, tile["cells"], lies))
        tiles.append({**tile, "name": name[tile["name"]], "cells": draw(listed(lattice, as_it_lies, motion))})
    return {
        **spec,
        "board": {"cells": draw(listed(lattice, spec["board"]["cells"], motion))},
        "tiles": tiles,
        "given": [
            {"tile": name[put["tile"]], "cells": draw(listed(lattice, put["cells"], motion))} for put in spec["given"]
        ],
        "rules": {rule: _renamed(value, name) for rule, value in spec["rules"].items()},
    }


def _renamed(value: Any, name: dict[str, str]) -> Any:
    return [_renamed(part, name) for part in value] if isinstance(value, list) else name[value]


@pytest.mark.parametrize(
    "engine", ["exact-cover", *(pytest.param(name, marks=pytest.mark.slow) for name in ("frontier", "cp-sat"))]
)
@ON_EVERY_LATTICE
def test_a_puzzle_written_otherwise_has_the_same_numbers(lattice: Lattice, engine: str) -> None:
    """Board and given piece turned, mirrored and moved, pieces lying in another way, all renamed and reordered."""

    @examples(10)
    @given(specs_on(lattice, rules=engine != "frontier"), st.data())
    def check(spec: dict[str, Any], data: st.DataObject) -> None:
        assert numbers(data.draw(the_same(lattice, spec)), engine) == numbers(spec, engine)

    check()
