"""Metamorphic tests: counts do not change if a puzzle is moved, rotated, reflected, renamed or reordered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles import build_puzzle, count
from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from tests.examples import examples, sampled
from tests.small_puzzles import specs_on

ON_EVERY_LATTICE = pytest.mark.parametrize("lattice", sampled(LATTICES.values(), every=4), ids=list(LATTICES))


def numbers(spec: dict[str, Any], engine: str) -> list[tuple[int, int | None]]:
    """Return the number of leaders and of all solutions for each symmetry."""
    puzzle = build_puzzle(PuzzleSpec.model_validate(spec))
    results = (count(puzzle, engine=engine, symmetry=symmetry, jobs=1) for symmetry in SYMMETRIES)
    return [(result.count, result.raw) for result in results]


@st.composite
def isometries(draw: st.DrawFn, lattice: Lattice) -> Isometry:
    """Draw an isometry: a point isometry and a translation."""
    steps = draw(st.tuples(*[st.integers(-3, 3)] * lattice.dimension))
    return draw(st.sampled_from(lattice.point_group)).translated(lattice.translations.combined(steps))


@st.composite
def listed(draw: st.DrawFn, lattice: Lattice, written: list[Cell], motion: Isometry) -> list[Cell]:
    """Draw an order of the images of cells."""
    return draw(st.permutations([lattice.coordinates(motion(lattice.cell_at(cell))) for cell in written]))


@st.composite
def the_same(draw: st.DrawFn, lattice: Lattice, spec: dict[str, Any]) -> dict[str, Any]:
    """Draw an equivalent spec: another isometric image, with other names and another order."""
    motion = draw(isometries(lattice))
    name = dict(zip("ABC", draw(st.permutations(["x", "A", "B"])), strict=True))
    tiles = []
    for tile in draw(st.permutations(spec["tiles"])):
        lies = draw(st.sampled_from(lattice.isometries(rotate=tile["rotate"], reflect=tile["reflect"])))
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
def test_equivalent_puzzles_have_equal_counts(lattice: Lattice, engine: str) -> None:
    """The counts of a spec and of an equivalent one are equal."""

    @examples(10)
    @given(specs_on(lattice, rules=engine != "frontier"), st.data())
    def check(spec: dict[str, Any], data: st.DataObject) -> None:
        assert numbers(data.draw(the_same(lattice, spec)), engine) == numbers(spec, engine)

    check()
