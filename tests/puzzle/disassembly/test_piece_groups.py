"""The assignment of pieces that stay together to groups, against all assignments."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import dist
from random import Random

import pytest

from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups
from cp_puzzles.puzzle.disassembly.states import Effort
from cp_puzzles.puzzle.disassembly.take_apart import take_apart
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.puzzle.disassembly.brute_force import least_moves

Clusters = list[tuple[int, ...]]


def pairs_of_tiles(tiles: int, groups: int) -> tuple[PieceGroups, Clusters]:
    """Return one cluster for each pair of tiles, and groups of one copy of each tile: an edge coloring."""
    pairs = list(combinations("ABCDEFGH"[:tiles], 2))
    sizes = tuple((f"{group}", 1) for group in range(groups))
    clusters: Clusters = [(2 * n, 2 * n + 1) for n in range(len(pairs))]
    return PieceGroups(sum(pairs, ()), tuple((tile, sizes) for tile in "ABCDEFGH"[:tiles])), clusters


def test_groups_of_clusters_equal_all_assignments() -> None:
    """Random clusters can stay together exactly if one of all assignments of groups has enough copies."""
    random, answers = Random(3), Counter[bool]()
    for _ in range(300):
        tiles: list[str] = []
        clusters: Clusters = []
        for _ in range(random.randint(2, 5)):
            begin, size = len(tiles), random.randint(2, 4)
            clusters.append(tuple(range(begin, begin + size)))
            tiles += random.choices("ABC", k=size)
        sizes = {(tile, group): random.randint(0, 5) for tile in "ABC" for group in "xyz"}
        groups = {tile: tuple((g, sizes[tile, g]) for g in "xyz" if sizes[tile, g]) for tile in "ABC"}
        needs = [Counter(tiles[piece] for piece in cluster) for cluster in clusters]
        expected = any(
            all(
                sum(need[tile] for need, other in zip(needs, chosen, strict=True) if other == group) <= size
                for (tile, group), size in sizes.items()
            )
            for chosen in product("xyz", repeat=len(clusters))
        )
        pieces = PieceGroups(tuple(tiles), tuple((tile, each) for tile, each in groups.items() if each))
        assert pieces.can_stay_together(clusters) is expected, (pieces, clusters)
        answers[expected] += 1
    assert min(answers[True], answers[False]) > 50


@pytest.mark.parametrize(("tiles", "groups", "expected"), [(7, 6, False), (7, 7, True)])
def test_many_clusters_need_few_choices(tiles: int, groups: int, expected: bool) -> None:
    """The edges of a complete graph have a coloring with as many colors as vertices, not with fewer for odd ones."""
    choices: list[None] = []
    pieces, clusters = pairs_of_tiles(tiles, groups)
    assert pieces.can_stay_together(clusters, lambda: choices.append(None)) is expected
    assert len(choices) < 5000


@pytest.mark.slow
def test_choices_of_groups_end_with_the_effort() -> None:
    """The choices of groups for ten locked pairs are limited like states; the level is known before."""
    lattice = LATTICES["square"]
    ring: list[Cell] = [cell for cell in lattice.box((3, 3)) if cell != (1, 1)]
    groups, clusters = pairs_of_tiles(5, 4)
    pieces = [[(r, c + 3 * n) for r, c in cells] for n in range(len(clusters)) for cells in (ring, [(1, 1)])]
    bounded = take_apart(lattice, pieces, Effort(states=50), groups=groups)
    assert (bounded.apart, bounded.level, bounded.ended) == (None, 1, "states")
    assert take_apart(lattice, pieces, Effort(states=1000), groups=groups).apart is False


def test_row_with_groups_has_the_least_list() -> None:
    """In the row A, BB, CCC with A and B in one group C leaves first: the list is [1]; [1, 1] was called least."""
    pieces: list[list[Cell]] = [[(0, 0)], [(0, 1), (0, 2)], [(0, 3), (0, 4), (0, 5)]]
    groups = PieceGroups(("A", "B", "C"), (("A", (("a", 1),)), ("B", (("a", 1),))))
    result = take_apart(LATTICES["square"], pieces, groups=groups)
    assert (result.apart, result.moves, result.is_least, result.together) == (True, (1,), True, ((0, 1),))


@pytest.mark.parametrize("seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(10, 50))])
def test_lists_with_groups_are_those_of_brute_force(seed: int) -> None:
    """For random cubes whose pieces have groups the list of moves is the least one wherever `is_least` is true."""
    random, lattice = Random(seed), LATTICES["cubic"]
    pieces = random_pieces(random, [*lattice.box((2, 2, 3))], random.randint(3, 5))
    names = tuple(random.choice(["", "a", "a", "b"]) for _ in pieces)
    groups = PieceGroups(
        tuple(map(str, range(len(pieces)))), tuple((str(n), ((name, 1),)) for n, name in enumerate(names) if name)
    )
    result = take_apart(lattice, pieces, groups=groups)
    assert result.is_least
    assert [*result.moves] == least_moves(tuple(map(frozenset, pieces)), "cubic", names)


def random_pieces(random: Random, cells: list[Cell], number: int) -> list[list[Cell]]:
    """Return the cells in connected pieces, which grow from random ones."""
    random.shuffle(cells)
    pieces = [[cell] for cell in cells[:number]]
    left = set(cells[number:])
    while left:
        cell = random.choice(sorted(left))
        near = [piece for piece in pieces if any(dist(cell, other) == 1 for other in piece)]
        if near:
            random.choice(near).append(cell)
            left.discard(cell)
    return pieces
