"""Tiles of which only some orientations may be used, by their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from cp_puzzles import Puzzle, build_puzzle, count, parse_spec
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Orientation, orientations, shown_orientations
from tests.oracle import motions, moved, orbits

ENGINES = ("exact-cover", "frontier", "cp-sat")
Piece = frozenset[tuple[int, ...]]

CASES = [
    ((3, 4), [(0, 0), (1, 0), (1, 1)], [2], 2),
    ((3, 4), [(0, 0), (1, 0), (1, 1)], [1, 4], 2),
    ((4, 4), [(0, 0), (1, 0), (2, 0), (2, 1)], [1, 2, 7], 2),
    ((4, 4), [(0, 0), (1, 0), (2, 0), (2, 1)], [1, 6], 3),
    ((2, 2, 3), [(0, 0, 0), (0, 0, 1), (0, 1, 0)], [1, 2, 12], 2),
    ((2, 2, 2), [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)], [1, 5, 11], 2),
]


def packings(size: tuple[int, ...], images: list[list[Any]], copies: int) -> Iterator[frozenset[Piece]]:
    """Yield all sets of disjoint translates of some images in a box."""
    for chosen in combinations(sorted(map(sorted, translates(size, images))), copies):
        if len({cell for piece in chosen for cell in piece}) == copies * len(chosen[0]):
            yield frozenset(map(frozenset, chosen))


def translates(size: tuple[int, ...], images: list[list[Any]]) -> set[Piece]:
    """Return the translates of some images in a box."""
    found = set()
    for image, shift in product(images, product(*map(range, size))):
        piece = [tuple(x + s for x, s in zip(cell, shift, strict=True)) for cell in image]
        if all(x < extent for cell in piece for x, extent in zip(cell, size, strict=True)):
            found.add(frozenset(piece))
    return found


@pytest.mark.parametrize(("size", "form", "numbers", "copies"), CASES)
def test_numbered_orientations_are_counted(
    size: tuple[int, ...], form: list[Any], numbers: list[int], copies: int
) -> None:
    """Count as brute force does, with each engine, in total and up to the isometries that keep the orientations."""
    corner = (0,) * len(size)
    every = sorted({tuple(sorted(moved(form, motion, corner))) for motion in motions(len(size))})
    images = [list(every[number - 1]) for number in numbers]
    found, options = set(packings(size, images, copies)), translates(size, images)
    cells = list(product(*map(range, size)))
    group = []
    for motion in motions(len(size)):
        image = dict(zip(cells, moved(cells, motion, corner), strict=True))
        if set(image.values()) == set(cells):
            carried = {piece: frozenset(image[cell] for cell in piece) for piece in options}
            if set(carried.values()) == options:
                group.append(carried)
    up_to = len([*orbits(found, lambda one: (frozenset(map(each.__getitem__, one)) for each in group))])
    lattice = "square" if len(size) == 2 else "cubic"
    tile = {"name": "A", "cells": form, "multiplicity": copies, "orientations": numbers}
    puzzle = Puzzle(board=size, tiles=[tile], fill=False, lattice=lattice)
    for engine in ENGINES if size == (3, 4) else ENGINES[:2]:
        assert count(puzzle, symmetry="off", engine=engine, jobs=1).count == len(found)
        assert count(puzzle, symmetry="full", engine=engine, jobs=1).count == up_to
    again = Puzzle(board=size, tiles=[puzzle.tiles[0]], fill=False, lattice=lattice)
    assert again.tiles[0].orientations == puzzle.tiles[0].orientations


@pytest.mark.parametrize("name", LATTICES)
def test_orientations_on_every_lattice(name: str) -> None:
    """The numbered images are those of all isometries, in order; a number beyond them is a mistake."""
    lattice, random = LATTICES[name], Random(name)
    form = [lattice.cell_classes[0].origin]
    while len(form) < 3:
        near = random.choice(lattice.neighbors(random.choice(form)))
        form = sorted({*form, near})
    cells = [list(lattice.coordinates(cell)) for cell in form]
    every = orientations(lattice, form, reflect=True)
    numbers = sorted(random.sample(range(1, len(every) + 1), (len(every) + 1) // 2))
    tile = {"name": "A", "cells": cells, "orientations": numbers}
    spec = {"name": "a", "lattice": name, "board": {"cells": cells}, "tiles": [tile]}
    built = build_puzzle(parse_spec(str(spec)))
    assert parse_spec(parse_spec(str(spec)).to_yaml()) == parse_spec(str(spec))
    assert built.tiles[0].orientations == tuple(Orientation(every[number - 1]) for number in numbers)
    tile["orientations"] = [len(every) + 1]
    with pytest.raises(SpecError, match=rf"tiles\.0\.orientations\.0: 'A' has {len(every)} orientation"):
        build_puzzle(parse_spec(str(spec)))


def test_orientations_of_colored_and_wrapped_tiles() -> None:
    """A tile with colors has a number for each look; on a torus the images that overlap themselves are omitted."""
    text = "{{name: c, colors: bw, board: {{size: [2, 3]{}}}, fill: false, tiles: [{{name: A, drawing: {}}}]}}"
    built = build_puzzle(parse_spec(text.format("", "bww, orientations: [1, 4]")))
    form = Orientation(((0, 0), (0, 1), (0, 2)), ("b", "w", "w"))
    every = shown_orientations(LATTICES["square"], form, reflect=True)
    assert built.tiles[0].orientations == (every[0], every[3])
    wrapped = build_puzzle(parse_spec(text.format(", wrap: torus", "XXX, orientations: [1, 2]")))
    assert len(wrapped.tiles[0].orientations) == 1


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("orientations: [1], rotate: false", "both orientations and rotate are written; keep one"),
        ("orientations: [1], reflect: true", "both orientations and reflect are written; keep one"),
        ("orientations: [0]", r"orientations\.0: 0 is too small"),
        ("orientations: []", "too short|at least 1"),
        ("orientations: [3]", "'I' has 2 orientations, not 3"),
    ],
)
def test_wrong_orientations_are_refused(keys: str, message: str) -> None:
    """A number that is none, and two keys that say the same, are mistakes in a line."""
    with pytest.raises(SpecError, match=message):
        build_puzzle(parse_spec(f"{{name: a, board: {{size: [2, 2]}}, tiles: [{{set: domino, {keys}}}]}}"))
