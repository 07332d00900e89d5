"""The symmetry group by its definition in the documentation, which knows options only, where rules remove placements.

`docs/background/symmetry.md`: an isometry is a symmetry if it maps cells to cover and colors of the board to the same,
every option to an option, and respects multiplicities, given pieces and rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product

import numpy as np
import pytest

from cp_puzzles import Puzzle, SpecError, build_puzzle, count, iter_solutions
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.symmetry.induced_permutations import ColoredIsometry
from cp_puzzles.cover.symmetry.symmetry_group import group_of
from cp_puzzles.puzzle.geometry.cell_solid import NO_EXCHANGE
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Placement
from tests.crossed_puzzles import Case

Covered = tuple[tuple[Cell, str], ...]
"""Cells with what a placement shows on each."""


def covered(placement: Placement) -> Covered:
    """Return what a placement covers and shows."""
    return tuple(sorted(zip(placement.cells, placement.shown or ("",) * len(placement.cells), strict=True)))


def injective(candidates: Mapping[str, set[str]]) -> dict[str, str] | None:
    """Return an image of each tile among its candidates, no two alike, itself if possible; None if there is none."""
    names = [*candidates]
    orders = [[*sorted({name} & of), *sorted(of - {name})] for name, of in candidates.items()]
    return next(
        (dict(zip(names, images, strict=True)) for images in product(*orders) if len({*images}) == len(names)), None
    )


def symmetries(puzzle: Puzzle, cover: Cover) -> Iterator[tuple[int, ...]]:
    """Yield the images of the options under each symmetry, by the definition."""
    problem, cells, colors = cover.problem, puzzle.board.cells, dict(puzzle.board.cell_colors)
    options = [(each.tile, covered(each)) for each in cover.placements]
    number = {pair: option for option, pair in enumerate(options)}
    given = {covered(each): (each.tile, each in puzzle.fixed) for each in puzzle.given}
    tiles: dict[Covered, set[str]] = {placed: {tile} for placed, (tile, _) in given.items()}
    for tile, placed in options:
        tiles.setdefault(placed, set()).add(tile)
    bounds = {item.name: (item.minimum, item.maximum) for item in problem.items if item.kind == "tile"}
    rules = [
        (problem.items[r].minimum, problem.items[r].maximum, problem.covering.row(r).tolist()) for r in problem.rules
    ]
    for isometry in puzzle.lattice.board_isometries(cells):
        image = dict(zip(cells, map(tuple, isometry.images(np.array(cells)).tolist()), strict=True))
        element = ColoredIsometry(isometry, NO_EXCHANGE)
        moved = {
            placed: tuple(sorted((image[cell], element.shown(puzzle.lattice, cell, text)) for cell, text in placed))
            for placed in tiles
        }
        is_kept = all(
            (cell in puzzle.required, colors.get(cell)) == (image[cell] in puzzle.required, colors.get(image[cell]))
            for cell in cells
        )
        if not is_kept or any(given.get(moved[each], ("", None))[1] != fixed for each, (_, fixed) in given.items()):
            continue
        candidates: dict[str, set[str]] = {}
        for tile, placed in [*options, *((tile, placed) for placed, (tile, _) in given.items())]:
            alike = {name for name in tiles.get(moved[placed], ()) if bounds[name] == bounds[tile]}
            candidates[tile] = candidates.get(tile, alike) & alike
        tile_images = injective(candidates)
        if tile_images is None:
            continue
        images = [number.get((tile_images[tile], moved[placed]), -1) for tile, placed in options]
        before = Counter((low, high, tuple(of)) for low, high, of in rules)
        after = Counter((low, high, tuple(sorted(images[option] for option in of))) for low, high, of in rules)
        if before == after:
            yield tuple(images)


def differences(lattice: str, seeds: range) -> list[object]:
    """Return the puzzles whose group or number of orbits is not that of the definition."""
    found: list[object] = []
    for seed in seeds:
        case = Case(lattice, seed)
        try:
            puzzle = build_puzzle(case.data) if case.data and case.has_places and not case.weights else None
        except SpecError:
            continue
        if puzzle is None or (cover := build_cover(puzzle)).checks or cover.auxiliaries:
            continue
        group = {*symmetries(puzzle, cover)}
        number = {(each.tile, covered(each)): option for option, each in enumerate(cover.placements)}
        solutions = [
            [option for each in solution.placements if (option := number.get((each.tile, covered(each)))) is not None]
            for solution in iter_solutions(puzzle, symmetry="off", jobs=1)
        ]
        orbits = {min(tuple(sorted(images[option] for option in each)) for images in group) for each in solutions}
        program = group_of(cover, "full").order, count(puzzle, engine="exact-cover", jobs=1).count
        if program != (len(group), len(orbits)):
            found.append((case.data, program, (len(group), len(orbits))))
    return found


def test_group_is_that_of_the_definition() -> None:
    """Rules that remove placements leave the symmetries which map the other placements to each other."""
    assert differences("square", range(12)) == []


@pytest.mark.slow
@pytest.mark.parametrize("lattice", LATTICES)
def test_groups_on_lattices_match_the_definition(lattice: str) -> None:
    """The same on each lattice: values, colors, sides, clues, wrapped boards."""
    assert differences(lattice, range(12, 60)) == []
