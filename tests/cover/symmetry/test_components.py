"""Separate parts of a board that are moved each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import comb

import pytest

from cp_puzzles import build_puzzle, count, parse_spec, solve
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle
from tests import oracle
from tests.oracle import Cell, motions, moved
from tests.puzzle.rules.picture import connected_parts

Picture = frozenset[tuple[str, frozenset[Cell]]]


def puzzle(drawing: str, tiles: str, more: str = "") -> Puzzle:
    """A puzzle on a board that is drawn, rows with / between them."""
    rows = "\n".join("    " + row for row in drawing.split("/"))
    return build_puzzle(parse_spec(f"name: p\nboard:\n  drawing: |\n{rows}\ntiles: {tiles}\n{more}"))


def maps(here: Sequence[Cell], there: Sequence[Cell]) -> list[dict[Cell, Cell]]:
    """Return the isometries of the square that map one part onto another."""
    corner = [min(column) for column in zip(*there, strict=True)]
    images = [moved(here, isometry, corner) for isometry in motions(2)]
    return [dict(zip(here, image, strict=True)) for image in images if set(image) == set(there)]


def orbits(asked: Puzzle) -> int:
    """Return the number of solutions up to isometries of the parts."""
    parts = connected_parts((y, x) for y, x in asked.board.cells)
    pictures: set[Picture] = {
        frozenset((p.tile, frozenset(p.cells)) for p in solution.placements)
        for solution in solve(asked, symmetry="off", jobs=1).solutions
    }
    maps_of_all = [
        {cell: image for one in chosen for cell, image in one.items()}
        for order in permutations(parts)
        for chosen in product(*(maps(here, there) for here, there in zip(parts, order, strict=True)))
    ]

    def images(picture: Picture) -> Iterator[Picture]:
        for move in maps_of_all:
            yield frozenset((tile, frozenset(map(move.__getitem__, cells))) for tile, cells in picture)

    return len([*oracle.orbits(pictures, images)])


@pytest.mark.parametrize(
    ("drawing", "tiles"),
    [
        ("XX.XX/XX.XX", "[{set: domino, multiplicity: any}]"),
        ("XXX.XX/XXX.XX/....XX/XX..../XX....", "[{set: domino, multiplicity: any}]"),
        (
            "XXX.XXX/XXX.XXX",
            "[{set: domino, multiplicity: any}, {set: trominoes, only: [I], multiplicity: any}]",
        ),
        ("XXX.XXX/XXX.XXX", "[{set: trominoes, multiplicity: {min: 1, max: 3}}]"),
        ("XXXX.XXX/XXX..XXX/.....XX.", "[{set: trominoes, multiplicity: any}, {set: domino, multiplicity: {max: 4}}]"),
    ],
)
def test_orbits_under_isometries_of_components(drawing: str, tiles: str) -> None:
    """Enumerating engines count the orbits that brute force counts, and the orbits contain every solution."""
    asked = puzzle(drawing, tiles)
    raw = count(asked, symmetry="off", jobs=1).count
    expected = orbits(asked)
    assert expected > 0
    for engine in ("cp-sat", "exact-cover"):
        found = count(asked, symmetry="components", engine=engine, jobs=1)
        assert (found.count, found.raw) == (expected, raw)
    assert expected <= count(asked, symmetry="full", jobs=1).count


def test_congruent_components_count_multisets() -> None:
    """Dominoes fill a 2x4 in 4 ways up to symmetry; three such boards in as many as there are multisets of 3 of 4."""
    one = puzzle("XXXX/XXXX", "[{set: domino, multiplicity: any}]")
    three = puzzle("XXXX.XX/XXXX.XX/.....XX/.....XX/......./XXXX.../XXXX...", "[{set: domino, multiplicity: any}]")
    alone = count(one, jobs=1).count
    assert count(three, symmetry="components", jobs=1).count == comb(alone + 2, 3)


@pytest.mark.slow
def test_isometries_that_move_pieces_alike_count_once() -> None:
    """Seven bars, in which dominoes have 13 placements, were refused: each can be moved in 8 ways."""
    rows = "/".join(["XXX.XXX.XXX", "...........", "XXX.XXX.XXX", "...........", "XX........."])
    found = count(puzzle(rows, "[{set: domino, multiplicity: any}]", "fill: false"), symmetry="components", jobs=1)
    assert (found.options, found.group_order, found.raw) == (13, 46080, 3**6 * 2)
    assert found.count == comb(6 + 1, 6) * 2


def test_optional_cells_are_distinguished() -> None:
    """A component with an optional cell is not exchanged with one that has none, whatever the placements are."""
    found = count(puzzle("XX.XX.?X/........", "[{set: domino, multiplicity: any}]"), symmetry="components", jobs=1)
    assert (found.group_order, found.count, found.raw) == (2, 1, 1)


def test_one_component_is_full_symmetry() -> None:
    """A connected board has the same count for `components` as for `full`."""
    assert count("soma", symmetry="components", jobs=1).count == 240


def test_rules_of_the_board_refuse_components() -> None:
    """A rule on the whole board is refused with `components`."""
    asked = puzzle("XX.XX/XX.XX", "[{set: domino, multiplicity: any}]", "rules: {crossroads: {max: 1}}")
    with pytest.raises(MistakeError, match="ask for full"):
        count(asked, symmetry="components", jobs=1)


def test_too_many_isometries_are_refused() -> None:
    """Nine squares, in which four dominoes can be moved in 8 ways each: 8^9 times 9 factorial."""
    rows = "/".join(("XX.XX.XX", "XX.XX.XX", "........") * 3)
    with pytest.raises(MistakeError, match=r"9 components .* 48,704,929,136,640 ways"):
        count(puzzle(rows, "[{set: domino, multiplicity: any}]"), symmetry="components", jobs=1)
