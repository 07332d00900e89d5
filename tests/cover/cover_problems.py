"""Small cover problems of every kind, for all engines, and their solutions by brute force."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np
from hypothesis import strategies as st

from cp_puzzles.cover.cover_problem import KINDS, CoverProblem, Item
from cp_puzzles.cover.symmetry.leader import LexLeader, lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.engine import Batch, Engine, OrbitSizes, Part, PartResult, PartTask, SearchRequest
from tests.cover import cover_oracle

Bounds = list[tuple[int, int]]

EXACT: Bounds = [(1, 1)]
USUAL: Bounds = [(1, 1), (1, 1), (0, 1), (0, 2), (1, 2), (2, 2), (1, 3), (2, 3), (0, 9)]
ANY: Bounds = [*USUAL, (3, 17), (0, 0), (2, 1), (1, 0), (9, 10**17)]
"""Bounds that nothing can keep among them, and some that nothing can break."""


@st.composite
def cover_problems(draw: st.DrawFn, most_options: int = 10) -> CoverProblem:
    """Cells, tiles and rules with all kinds of bounds, and options in any order.

    An option covers up to three cells, a tile or none, and any of the rules; or nothing at all. It may come twice.
    """
    bounds = st.sampled_from(draw(st.sampled_from([EXACT, USUAL, ANY])))
    numbers = [draw(st.integers(0, most)) for most in (5, 3, 3)]
    items = tuple(
        Item(kind, f"{kind[0]}{n}", *draw(bounds))
        for kind, number in zip(KINDS, numbers, strict=True)
        for n in range(number)
    )
    cells, tiles, rules = CoverProblem(items, ()).cells, CoverProblem(items, ()).tiles, CoverProblem(items, ()).rules
    option = st.builds(
        lambda *parts: tuple(sorted(item for part in parts for item in part)),
        *(st.sets(st.sampled_from(of), max_size=n) if of else st.just(set()) for of, n in ((cells, 3), (tiles, 1))),
        st.sets(st.sampled_from(rules)) if rules else st.just(set()),
    )
    return CoverProblem(items, tuple(draw(st.lists(option, max_size=most_options))))


@st.composite
def symmetric_problems(draw: st.DrawFn) -> tuple[CoverProblem, SymmetryGroup]:
    """Draw a problem with a cyclic symmetry, which permutes items of each kind in cycles."""
    order = draw(st.sampled_from([2, 3, 4]))
    lengths = st.sampled_from([n for n in range(1, order + 1) if order % n == 0])
    items: list[Item] = []
    turn: list[int] = []
    for kind, most in zip(KINDS, (3, 2, 2), strict=True):
        for _ in range(draw(st.integers(0, most))):
            first, length, bounds = len(items), draw(lengths), draw(st.sampled_from(USUAL))
            items += [Item(kind, f"{kind[0]}{first + n}", *bounds) for n in range(length)]
            turn += [first + (n + 1) % length for n in range(length)]
    seeds = draw(st.lists(st.sets(st.integers(0, len(items) - 1), max_size=4), max_size=4)) if items else []
    options = set()
    for option in map(frozenset, seeds):
        for _ in range(order):
            options.add(tuple(sorted(option)))
            option = frozenset(turn[item] for item in option)
    listed = sorted(option for option in options if sum(items[item].kind == "tile" for item in option) <= 1)
    number = {option: n for n, option in enumerate(listed)}
    turned = [number[tuple(sorted(turn[item] for item in option))] for option in listed]
    problem = CoverProblem(tuple(items), tuple(listed))
    return problem, SymmetryGroup(_powers(turned), _powers(turn)) if turned else SymmetryGroup.identity(problem)


@st.composite
def in_another_order(
    draw: st.DrawFn, problem: CoverProblem, group: SymmetryGroup
) -> tuple[CoverProblem, SymmetryGroup, list[int]]:
    """Return a problem with permuted items of each kind and permuted options, and the permutation of the options."""
    order = [i for of in (problem.cells, problem.tiles, problem.rules) for i in draw(st.permutations(of))]
    dealt = draw(st.permutations(range(len(problem.options))))
    place_of_item, place_of_option = np.argsort(order), np.argsort(dealt)
    options = tuple(tuple(sorted(place_of_item[list(problem.options[o])].tolist())) for o in dealt)
    moved = SymmetryGroup(
        place_of_option[group.options[:, dealt]].astype(np.int32), place_of_item[group.items[:, order]].astype(np.int32)
    )
    return CoverProblem(tuple(problem.items[i] for i in order), options), moved, dealt


def _powers(permutation: list[int]) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """The different powers of a permutation, the identity first."""
    powers = [list(range(len(permutation)))]
    while (following := [permutation[i] for i in powers[-1]]) != powers[0]:
        powers.append(following)
    return np.array(powers, dtype=np.int32)


def row(*, tile: tuple[int, int], optional: bool = False) -> CoverProblem:
    """Three cells in a row and a domino with bounds: option 0 lies left, option 1 right."""
    cells = [Item("cell", str(i), 0 if optional else 1, 1) for i in range(3)]
    return CoverProblem((*cells, Item("tile", "I", *tile)), ((0, 1, 3), (1, 2, 3)))


def all_solutions(problem: CoverProblem, at_most: int | None = None) -> list[tuple[int, ...]] | None:
    """Every solution, as ascending options, in order; None if there are more than `at_most`."""
    bounds = [(item.minimum, item.maximum) for item in problem.items]
    found = sorted(islice(cover_oracle.covers(bounds, problem.options), None if at_most is None else at_most + 1))
    return None if at_most is not None and len(found) > at_most else found


def in_part(part: Part, solutions: list[tuple[int, ...]] | None) -> list[tuple[int, ...]]:
    """Return the solutions with the chosen and without the excluded options of a part."""
    return [s for s in solutions or [] if set(part.chosen) <= set(s) and not set(part.excluded) & set(s)]


def without_symmetry(problem: CoverProblem) -> LexLeader:
    """The leader where every solution is one."""
    return lex_leader(problem, SymmetryGroup.identity(problem))


def part_solutions(engine: Engine, task: PartTask) -> tuple[list[tuple[int, ...]], PartResult]:
    """Return the solutions of a part in order, ascending options each, and the result, whose numbers agree."""
    rows: list[tuple[int, ...]] = []
    sizes: list[int] = []

    def emit(batch: Batch, orbit_sizes: OrbitSizes) -> None:
        rows.extend(tuple(option for option in row if option >= 0) for row in batch.tolist())
        sizes.extend(orbit_sizes.tolist())

    result = engine.run(replace(task, emit=emit))
    assert (result.solutions, result.raw) == (len(set(rows)), sum(sizes))
    assert all(row == tuple(sorted(row)) for row in rows)
    return rows, result


def enumerated(engine: Engine, request: SearchRequest, part: Part = Part()) -> list[tuple[int, ...]]:  # noqa: B008
    """Return the sorted solutions of a part, and assert that counting them gives their number."""
    task = PartTask(request, part)
    rows, result = part_solutions(engine, task)
    counted = engine.run(task)
    assert result.complete
    assert counted.complete
    assert counted.solutions == len(rows)
    return sorted(rows)
