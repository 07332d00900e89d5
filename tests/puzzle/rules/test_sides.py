"""Colors of sides: engines count what a brute force without the package counts, on all lattices with sides."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from cp_puzzles import build_puzzle, count, iter_solutions
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.errors import InvalidSolutionError, MistakeError, SpecError
from cp_puzzles.puzzle.geometry.cell_solid import has_sides, polygon
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.tile_sets import named_set
from cp_puzzles.puzzle.rules.sides import BoundaryColors
from cp_puzzles.search.worker import SolutionChecker
from tests.puzzle.rules import side_oracle
from tests.written import puzzle_of

FLAT = [name for name, lattice in LATTICES.items() if lattice.is_flat and has_sides(lattice)]


def polygon_of(lattice: str, cell: tuple[int, ...]) -> side_oracle.Polygon:
    """Return the corners of a cell as complex numbers."""
    return tuple(complex(*point) for point in polygon(LATTICES[lattice], cell))


def random_cells(random: Random, lattice: str, size: int, start: tuple[int, ...] | None = None) -> list[Any]:
    """Return random connected cells of a lattice."""
    space = LATTICES[lattice]
    cells = [start or random.choice(space.cell_classes).origin]
    while len(cells) < size:
        new = random.choice(space.neighbors(random.choice(cells)))
        cells += [new] if new not in cells else []
    return cells


def middles_of(lattice: str, cell: tuple[int, ...]) -> list[complex]:
    """Return the middles of the sides of a cell."""
    corners = polygon_of(lattice, cell)
    return [(a + b) / 2 for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]


def random_puzzle(seed: int, lattice: str) -> tuple[dict[str, Any], dict[str, int]]:
    """Return a random puzzle with colored sides, and its numbers of solutions by brute force, by equivalence."""
    random = Random(f"{lattice} {seed}")
    space = LATTICES[lattice]
    cells = random_cells(random, lattice, random.choice([3, 4, 4, 5]))
    # no rotation of the tiling by squares and triangles turns a triangle onto itself
    turns = [1, 1j, -1, -1j] if lattice == "snub-square" else []
    board = side_oracle.Board([polygon_of(lattice, cell) for cell in sorted(cells)], turns)
    letters = random.choice(["ab", "ab", "abc"])
    tiles: list[dict[str, Any]] = []
    pieces: dict[str, set[side_oracle.Piece]] = {}
    copies: dict[str, tuple[int, int]] = {}
    twin: tuple[Any, ...] = ()
    while len(tiles) < random.choice([2, 3, 4]) or twin:
        form = random_cells(random, lattice, random.choice([1, 1, 1, 2]), random.choice(cells))
        sides = {}
        for place, cell in enumerate(form):
            inner = {side_oracle.key(m) for other in form if other != cell for m in middles_of(lattice, other)}
            plain = random.choice([0, 0, 0.3])
            sides[place] = "".join(
                "." if side_oracle.key(m) in inner or random.random() < plain else random.choice(letters)
                for m in middles_of(lattice, cell)
            )
        moves = random.choice([(True, False), (True, False), (True, not turns), (False, False)])
        name, bounds = f"T{len(tiles)}", random.choice([(0, 4), (0, 2), (1, 2), (0, 4)])
        if twin:
            # the last tile with a and b exchanged, so that exchanges of colors are symmetries now and then
            form, moves, bounds = twin[0], twin[2], twin[3]
            sides = {place: colors.translate(str.maketrans("ab", "ba")) for place, colors in twin[1].items()}
        twin = () if twin or random.random() < 0.4 else (form, sides, moves, bounds)
        found = board.pieces(
            name, [(polygon_of(lattice, c), sides[n]) for n, c in enumerate(form)], rotate=moves[0], reflect=moves[1]
        )
        others = {piece[1:] for of_tile in pieces.values() for piece in of_tile}
        if not found or any(piece[1:] in others for piece in found):
            continue
        pieces[name], copies[name] = found, bounds
        tiles.append(
            {
                "name": name,
                "cells": [list(space.coordinates(cell)) for cell in form],
                "sides": sides,
                "multiplicity": dict(zip(("min", "max"), copies[name], strict=True)),
                "rotate": moves[0],
                "reflect": moves[1],
            }
        )
    used = {color for of_tile in pieces.values() for _, _, shown in of_tile for _, _, color in shown}
    mates = random.choice([None, {}, {}, {"a": "b", "b": "a"}]) if used else None
    boundary = random.choice(["", "", "ab", "a"])
    if not set(boundary) | {*(mates or ())} <= used:
        mates, boundary = {} if used else None, ""
    spec = {
        "name": "random",
        "lattice": lattice,
        "board": {"cells": [list(space.coordinates(cell)) for cell in sorted(cells)]},
        "tiles": tiles,
        "rules": ({"boundary": boundary} if boundary else {})
        | ({} if mates is None else {"match": {"a": "b"} if mates else "equal"}),
    }
    every = [piece for of_tile in pieces.values() for piece in of_tile]
    solutions = {*side_oracle.solutions(board, every, copies, mates, boundary)}
    numbers = {"off": len(solutions)}
    allowed = {name: {p for p in of_tile if side_oracle.admits(board, p, boundary)} for name, of_tile in pieces.items()}
    # of a tile that does not lie on the board, or is not rotated, the brute force does not know the orientations
    if all(allowed.values()) and all(tile["rotate"] for tile in tiles) and not turns:
        letters = "".join(sorted(used))
        exchanges = [dict(zip(letters, images, strict=True)) for images in permutations(letters)]
        numbers["full"] = side_oracle.orbits(board, solutions, allowed, copies, mates, exchanges[:1])
        numbers["colors"] = side_oracle.orbits(board, solutions, allowed, copies, mates, exchanges)
    return spec, numbers


def assert_counts(seed: int, lattice: str) -> None:
    """Assert that engines count what the brute force counts, and that solutions satisfy the verifier."""
    data, numbers = random_puzzle(seed, lattice)
    puzzle = build_puzzle(data)
    for symmetry, number in numbers.items():
        for engine in ("exact-cover", "frontier", "cp-sat")[: 3 if seed % 5 == 0 else 2]:
            assert count(puzzle, symmetry=symmetry, engine=engine, jobs=1).count == number, (symmetry, engine)  # type: ignore[arg-type]
    verifier = Verifier(puzzle)
    for solution in iter_solutions(puzzle, jobs=1, engine="exact-cover"):
        assert verifier.violation(solution.placements) is None


@pytest.mark.parametrize("lattice", ["square", "triangular", "cairo"])
def test_sides_equal_brute_force(lattice: str) -> None:
    """Engines count random puzzles up to exchanges of colors as a brute force in floating point does."""
    assert_counts(1, lattice)


@pytest.mark.slow
@pytest.mark.parametrize("lattice", FLAT)
@pytest.mark.parametrize("seeds", [range(2, 12), range(12, 22)], ids=["2-11", "12-21"])
def test_sides_equal_brute_force_on_all_lattices(lattice: str, seeds: range) -> None:
    """Engines count twenty random puzzles on each flat lattice with sides as the brute force does."""
    for seed in seeds:
        assert_counts(seed, lattice)


@pytest.mark.parametrize(
    ("name", "size", "shown"),
    [
        ("macmahon-squares", 24, [":aaaa", ":abac", ":cccc"]),
        ("macmahon-triangles", 24, [":aaa", ":abd", ":adb", ":ddd"]),
        ("macmahon-cubes", 30, [":abcdef"]),
        ("wang-2", 16, [":abab", ":baba"]),
        ("tetravex-3x4-10-5", 12, []),
        ("eternity-4x4-6-2", 16, []),
    ],
)
def test_sets_have_colored_sides(name: str, size: int, shown: list[str]) -> None:
    """The sets of tiles with colored sides have their known sizes and tiles, and random ones depend on their names."""
    tiles = named_set(name)
    assert tiles is not None
    assert len(tiles.tiles) == size
    assert {*shown} <= {text for tile in tiles.tiles for text in tiles.shown(tile)}


def test_random_sets_fill_their_rectangle() -> None:
    """A random set fills its rectangle, framed if it has a frame."""
    for tiles, rules in (("tetravex-3x4-9-5", {}), ("eternity-3x4-7-2", {"boundary": "x"})):
        data = {"name": "random", "board": {"size": [3, 4]}, "tiles": [{"set": tiles}]}
        assert count(data | {"rules": {"match": "equal"} | rules}, jobs=1, engine="exact-cover").count >= 1


def test_sides_on_a_torus_meet_around() -> None:
    """On a torus a square meets itself: two of the 16 colorings of Wang tiles fit alone for each pair of colors."""
    data = {"name": "torus", "board": {"size": [1, 1], "wrap": "torus"}, "rules": {"match": "equal"}}
    wang = data | {"tiles": [{"set": "wang-2", "multiplicity": "any"}]}
    for engine in ("exact-cover", "cp-sat", "frontier"):
        assert count(wang, symmetry="off", engine=engine, jobs=1).count == 4


def test_colors_of_the_boundary_are_verified() -> None:
    """A tiling with another color on the boundary is refused, and the color and the cell are named."""
    data = {"name": "edge", "board": {"size": [1, 1]}, "tiles": [{"set": "wang-2", "multiplicity": "any"}]}
    puzzle = build_puzzle(data)
    ruled = build_puzzle(data | {"rules": {"boundary": "a"}})
    verifier = Verifier(ruled)
    said = [verifier.rule_violation(solution.placements) for solution in iter_solutions(puzzle, symmetry="off", jobs=1)]
    assert (len(said), said.count(None)) == (16, 1)
    assert "the rule boundary is broken: the side of [0, 0] on the boundary is b, not a" in said
    # workers check such a rule once for each placement
    checker = SolutionChecker(replace(build_cover(puzzle), puzzle=ruled))
    refused = sum(_is_refused(checker, option) for option in range(16))
    assert refused == 15


def _is_refused(checker: SolutionChecker, option: int) -> bool:
    try:
        checker.check(np.array([[option]], dtype=np.int32))
    except InvalidSolutionError:
        return True
    return False


def test_faces_of_cubes_match() -> None:
    """Two cubes with six colors meet at equal faces: 4 rotations of each of 30 cubes show a color there."""
    data = {
        "name": "cubes",
        "board": {"size": [1, 1, 2]},
        "tiles": [{"set": "macmahon-cubes", "only": ["abcdef", "abcdfe"]}],
        "rules": {"match": "equal"},
    }
    # one of two cubes left, six colors at the face where they meet, each cube with it in 4 rotations
    assert count(data, symmetry="off", engine="exact-cover", jobs=1).count == 2 * 6 * 4 * 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"sides": "rg"},
            "tiles.0.sides: 'rg' has 2 letters, the cell 4 sides; write a letter for each, . for none",
        ),
        ({"sides": {1: "rgrg"}}, "tiles.0.sides.1: there is no cell 1; write numbers from 0 to 0"),
        ({"sides": 1234}, "tiles.0.sides: 1234 is not a text with the colors of sides"),
        ({"cells": [[0, 0], [0, 1]], "sides": "rgrg"}, "tiles.0.sides: 'A' has 2 cells; name the cells"),
        (
            {"cells": [[0, 0], [0, 1]], "sides": {0: "rgrg"}},
            "tiles.0.sides.0: side 1 of cell 0 lies inside the tile; write 'r.rg'",
        ),
    ],
)
def test_wrong_sides_are_refused(change: dict[str, Any], message: str) -> None:
    """A mistake in the colors of sides is refused with its place and a remedy."""
    tile = {"name": "A", "cells": [[0, 0]], "multiplicity": "any"} | change
    with pytest.raises(SpecError) as caught:
        build_puzzle({"name": "wrong", "board": {"size": [1, 2]}, "tiles": [tile]})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("match: odd", "'odd' does not say which colors match; write equal, or pairs of colors that meet"),
        ("match: {r: g, b: g}", "'g' matches both 'r' and 'b'; write each color once"),
        ("match: {r: q}", "no side of a tile has the color 'q'; colors of sides: b g r"),
        ("boundary: rz", "no side of a tile has the color 'z'; colors of sides: b g r"),
        ("boundary: 7", "7 does not name colors of sides"),
    ],
)
def test_wrong_side_rules_are_refused(rules: str, message: str) -> None:
    """A mistake in the rules of sides is refused with a remedy."""
    with pytest.raises(SpecError) as caught:
        puzzle_of(
            "board: {size: [1, 2]}, tiles: [{name: A, cells: [[0, 0]], sides: rgbr, multiplicity: any}], "
            f"rules: {{{rules}}}"
        )
    assert message in str(caught.value)


def test_sides_need_cells_that_meet_side_by_side() -> None:
    """Balls and edges have no sides that meet, which a line says."""
    tile = {"name": "A", "cells": [[0, 0, 0]], "sides": "r"}
    with pytest.raises(SpecError, match="on a balls lattice cells do not meet side by side"):
        build_puzzle({"name": "b", "lattice": "balls", "board": {"cells": [[0, 0, 0]]}, "tiles": [tile]})


def test_color_exchange_is_an_equivalence() -> None:
    """Two colors on a domino of one-colored squares: exchanges join solutions that no isometry joins."""
    tiles = [{"name": c, "cells": [[0, 0]], "sides": c * 4, "multiplicity": {"min": 0, "max": 3}} for c in "rg"]
    data = {"name": "two", "board": {"size": [1, 3]}, "tiles": tiles}
    counts = [count(data, symmetry=s, engine="exact-cover", jobs=1).count for s in ("off", "full", "colors")]
    assert counts == [8, 6, 3]


def test_color_exchange_moves_colors_of_cells() -> None:
    """Colors of cells are exchanged, too, and with them those of the board."""
    tiles = [{"name": c, "drawing": c, "multiplicity": "any"} for c in "ab"]
    data = {"name": "two", "board": {"size": [1, 3]}, "tiles": tiles, "colors": "ab"}
    counts = [count(data, symmetry=s, engine="exact-cover", jobs=1).count for s in ("off", "full", "colors")]
    assert counts == [8, 6, 3]
    drawn = data | {"board": {"drawing": "abX"}}
    counts = [count(drawn, symmetry=s, engine="exact-cover", jobs=1).count for s in ("off", "full", "colors")]
    assert counts == [2, 2, 2]


def test_color_exchange_refuses_too_many() -> None:
    """Eight colors that can be exchanged in any way are refused with a remedy."""
    tiles = [{"name": c, "cells": [[0, 0]], "sides": c * 4, "multiplicity": "any"} for c in "abcdefgh"]
    data = {"name": "many", "board": {"size": [1, 2]}, "tiles": tiles}
    with pytest.raises(MistakeError, match=r"the 8 colors can be exchanged in more than 5,040 ways; ask for full"):
        count(data, symmetry="colors", engine="exact-cover", jobs=1)


@pytest.mark.slow
def test_macmahon_squares_count() -> None:
    """MacMahon's squares fill 4x6 with a border of one color in 13,328 ways up to isometries and exchanges."""
    result = count("macmahon_squares4x6", symmetry="colors", engine="exact-cover")
    assert (result.count, result.raw) == (13_328, 106_624)


@pytest.mark.parametrize(
    "keys",
    [
        *(f"board: {{size: [3, 3]}}, tiles: [{{set: eternity-3x3-2-{seed}}}]" for seed in (1, 2, 3)),
        "board: {size: [2, 4]}, tiles: [{set: eternity-2x4-3-1}]",
        "board: {size: [2, 3], wrap: tube}, tiles: [{name: A, cells: [[0, 0]], sides: xaba, multiplicity: 6}]",
        "lattice: hexagonal, board: {parallelogram: [2, 2]}, tiles: [{name: A, cells: [[0, 0]], sides: xxxaxx, "
        "multiplicity: 0-2}, {name: B, cells: [[0, 0]], sides: xxxaaa, multiplicity: 2}]",
        "board: {size: [2, 3]}, tiles: [{name: A, cells: [[0, 0]], sides: xxaa, multiplicity: 0-4}, "
        "{name: B, cells: [[0, 0]], sides: xaba, multiplicity: 0-2}]",
    ],
)
def test_frame_color_is_on_no_inner_side(keys: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Placements that the number of sides excludes are in no solution: without the exclusion there are as many."""
    puzzle = f"{keys}, rules: {{match: equal, boundary: x}}"
    solutions, options = (
        count(puzzle_of(puzzle), symmetry="off").solutions,
        len(build_cover(puzzle_of(puzzle)).placements),
    )
    admits = BoundaryColors.admits
    monkeypatch.setattr(BoundaryColors, "admits", lambda rule, *asked: admits(replace(rule, shown=None), *asked))
    assert count(puzzle_of(puzzle), symmetry="off").solutions == solutions
    more = len(build_cover(puzzle_of(puzzle)).placements)
    assert more > options if "eternity" in keys else more >= options
