"""The frontier reproduces known counts and refuses searches that are too large."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from cp_puzzles.cover.cover_problem import Cover, CoverProblem, Item
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry, SymmetryGroup, group_of
from cp_puzzles.engines.frontier import frontier_sweep as sweep
from cp_puzzles.engines.frontier.frontier_engine import SweepCount
from cp_puzzles.engines.frontier.frontier_plan import orbit_cover, plan_sweep
from cp_puzzles.engines.frontier.frontier_sweep import SAMPLE, needed_bytes, state_numbers
from cp_puzzles.engines.frontier.state_table import ADDENDS, LIMB, Table, advance, merge, start
from cp_puzzles.errors import MistakeError, WideFrontierError
from tests.written import cover_of


def cover(size: list[int], tiles: str, rest: str = "") -> Cover:
    return cover_of(f"board: {{size: {size}}}, tiles: [{tiles}]{rest}")


def numbers(cover: Cover, symmetry: Symmetry) -> tuple[int, int | None, int | None]:
    count = SweepCount(cover.problem, group_of(cover, symmetry)).finish()
    return count.solutions, count.raw, count.self_symmetric


DOMINO = "{set: domino, multiplicity: any}"
PENTOMINOES = "{set: pentominoes}"
SQUARES = {2: (2, 1), 4: (36, 9), 6: (6728, 930), 8: (12988816, 1629189)}


@pytest.mark.parametrize(
    ("board", "tiles", "symmetry", "expected"),
    [
        # OEIS A004003 (Kasteleyn); the tilings of 8x8 were also sorted into orbits one by one; beyond 64 bits
        *((f"size: [{n}, {n}]", DOMINO, "off", (tilings,)) for n, (tilings, _) in SQUARES.items()),
        *((f"size: [{n}, {n}]", DOMINO, "full", (orbits,)) for n, (_, orbits) in SQUARES.items()),
        ("size: [16, 16]", DOMINO, "off", (2444888770250892795802079170816,)),
        ("size: [2, 2, 2]", DOMINO, "off", (9,)),
        # solid pieces; under the 48 symmetries of the cube chiral pieces change places (Conway and Guy 1961)
        ("size: [3, 3, 3]", "{set: soma}", "off", (11520, 11520, 0)),
        ("size: [3, 3, 3]", "{set: soma}", "rotations", (480, 11520, 0)),
        ("size: [3, 3, 3]", "{set: soma}", "full", (240, 11520, 0)),
    ],
)
def test_frontier_finds_expected_counts(board: str, tiles: str, symmetry: Symmetry, expected: tuple[int, ...]) -> None:
    """The frontier counts as many solutions, raw and self-symmetric ones too, as the literature has."""
    assert numbers(cover_of(f"board: {{{board}}}, tiles: [{tiles}]"), symmetry)[: len(expected)] == expected


def test_unlimited_pentominoes_have_billions_of_tilings() -> None:
    """6x10 with any number of each free pentomino."""
    count = SweepCount(cover([6, 10], "{set: pentominoes, multiplicity: any}").problem).finish()
    assert count.solutions == 7845888732
    assert count.statistics["peak_states"] == 15_354


def test_wide_frontier_error_names_another_engine() -> None:
    """The thirteen pieces of the Bedlam cube: billions of states, foreseen after some ten thousands."""
    with pytest.raises(
        MistakeError, match=r"^engine='frontier': about .* the limit is .* GB; count with engine='exact-cover'.*$"
    ):
        SweepCount(cover([4, 4, 4], "{set: bedlam}").problem).finish()


def test_memory_limit_holds_without_estimate() -> None:
    """A memory limit below the size of the smallest table is refused."""
    with pytest.raises(MistakeError, match=r"the limit is 1\.0 KB"):
        SweepCount(cover([4, 4], DOMINO).problem, memory_limit=1000).finish()


def test_progress_comes_after_each_step_of_each_sweep() -> None:
    """The numbers of finished steps ascend to the number of all steps."""
    board = cover([4, 4], DOMINO)
    seen: list[tuple[int, int]] = []

    def see(done: int, total: int) -> None:
        seen.append((done, total))

    count = SweepCount(board.problem, group_of(board, "full"))
    count.progress = see
    assert count.finish().complete
    assert all(a < b or total != next_total for (a, total), (b, next_total) in pairwise(seen))
    assert seen[-1][0] == seen[-1][1]


@pytest.mark.slow
def test_estimate_is_near_the_truth() -> None:
    """589,334 states at once for the pentominoes on 6x10 (Haselgrove 1960); the sample is sixteen times smaller."""
    problem = cover([6, 10], PENTOMINOES).problem
    count = SweepCount(problem).finish()
    assert (count.solutions, count.statistics["peak_states"]) == (9356, 589_334)
    group = SymmetryGroup.identity(problem)
    plan = plan_sweep(orbit_cover(problem, group.options, group.items))
    table, number = start(plan.words), 0
    while len(table) <= SAMPLE:
        table, _ = advance(table, plan.steps[number])
        number += 1
    assert 589_334 / 3 < max(state_numbers(table, plan.steps[number:])) < 589_334 * 3
    few = state_numbers(table, plan.steps[number:], enough=100_000)
    assert max(few[:-1]) <= 100_000 < few[-1]


def test_any_number_of_ways_add_up() -> None:
    """More equal states than numbers of 48 bits that can be added in a word of 64: it overflowed."""
    rows, most = ADDENDS * 2 + 1, (1 << LIMB) - 1
    states = np.repeat(np.array([[7, 9]], dtype=np.uint64), [rows, 3], axis=1)
    merged = merge([Table(states, np.full((1, rows + 3), most, dtype=np.uint64))])
    assert (merged.keys.tolist(), merged.total()) == ([[7, 9]], (rows + 3) * most)
    assert merged.rows(np.array([0])).total() == rows * most


def test_bounds_beyond_all_options_are_no_matter() -> None:
    """An unreachable minimum gives the count 0; a huge maximum is no restriction."""
    cells = (Item("cell", "a", 0, 1), Item("cell", "b", 0, 1))
    options = ((0, 2), (1, 2))
    assert SweepCount(CoverProblem((*cells, Item("tile", "t", 10**17, 10**18)), options)).finish().solutions == 0
    assert SweepCount(CoverProblem((*cells, Item("tile", "t", 1, 10**18)), options)).finish().solutions == 3


def test_cell_order_does_not_change_count() -> None:
    """Cells of a domino board dealt out at random get an order again in which the frontier is eight cells."""
    problem = cover([8, 8], DOMINO).problem
    position = [*Random(1).sample(range(64), 64), 64]
    options = tuple(sorted(tuple(sorted(position[item] for item in option)) for option in problem.options))
    count = SweepCount(CoverProblem(problem.items, options)).finish()
    assert count.solutions == 12988816
    assert count.statistics["peak_states"] == 70


def test_doubtful_estimate_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An estimate of 1.5 times the limit is accepted (it may be too high by this factor), one of 2.5 times refused."""
    problem, limit = cover([8, 8], DOMINO).problem, needed_bytes(1000, 1)

    def estimated(times: float) -> None:
        states = (times * limit - needed_bytes(0, 1)) / (needed_bytes(1, 1) - needed_bytes(0, 1))
        monkeypatch.setattr(sweep, "state_numbers", lambda *table, enough: [states])

    monkeypatch.setattr(sweep, "SAMPLE", 1)
    estimated(1.5)
    assert SweepCount(problem, memory_limit=limit).finish().solutions == 12988816
    estimated(2.5)
    with pytest.raises(WideFrontierError, match="would take"):
        SweepCount(problem, memory_limit=limit).finish()
