"""The frontier counts what is known, and declines what is too large."""

from itertools import pairwise, product
from random import Random

import numpy as np
import pytest

from cp_puzzles.cover.problem import Cover, CoverProblem, Item, build_cover
from cp_puzzles.engines.frontier import sweep
from cp_puzzles.engines.frontier.count import count_tilings
from cp_puzzles.engines.frontier.orbit_cover import orbit_cover
from cp_puzzles.engines.frontier.state_estimate import SAMPLE, state_numbers
from cp_puzzles.engines.frontier.sweep import SweepProgress, needed_bytes
from cp_puzzles.engines.frontier.sweep_plan import plan_sweep
from cp_puzzles.engines.frontier.table import ADDENDS, LIMB, Table, _merge, advance, start
from cp_puzzles.errors import MistakeError, WideFrontierError
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.load import parse_spec
from cp_puzzles.symmetry.group import Symmetry, SymmetryGroup, symmetry_group


def cover_of(size: list[int], tiles: str, rest: str = "") -> Cover:
    return build_cover(build_puzzle(parse_spec(f"{{name: t, board: {{size: {size}}}, tiles: [{tiles}]{rest}}}")))


def numbers(cover: Cover, symmetry: Symmetry) -> tuple[int, int | None, int | None]:
    count = count_tilings(cover.problem, symmetry_group(cover, symmetry))
    return count.solutions, count.raw, count.self_symmetric


DOMINO = "{set: domino, multiplicity: any}"
PENTOMINOES = "{set: pentominoes}"
HOLE = "{name: t, board: {size: [8, 8], holes: [[3, 3], [3, 4], [4, 3], [4, 4]]}, tiles: [{set: pentominoes}]}"


@pytest.mark.parametrize(
    ("size", "expected"),
    [(2, 2), (4, 36), (6, 6728), (8, 12988816), (16, 2444888770250892795802079170816)],
)
def test_domino_tilings_of_squares_are_those_of_kasteleyn(size: int, expected: int) -> None:
    """OEIS A004003, beyond 64 bits too."""
    assert count_tilings(cover_of([size, size], DOMINO).problem).solutions == expected


@pytest.mark.parametrize(("size", "expected"), [(2, 1), (4, 9), (6, 930), (8, 1629189)])
def test_domino_tilings_of_squares_up_to_symmetry(size: int, expected: int) -> None:
    """The 12,988,816 tilings of the 8x8 square were also sorted into orbits one by one."""
    assert numbers(cover_of([size, size], DOMINO), "full")[0] == expected


def test_unlimited_pentominoes_have_billions_of_tilings() -> None:
    """6x10 with any number of each free pentomino."""
    count = count_tilings(cover_of([6, 10], "{set: pentominoes, multiplicity: any}").problem)
    assert count.solutions == 7845888732
    assert count.statistics["peak_states"] == 15_354


@pytest.mark.parametrize(
    ("symmetry", "expected"),
    [*(pytest.param(*case, marks=pytest.mark.slow) for case in (("off", 9356), ("rotations", 4678))), ("full", 2339)],
)
def test_small_multiplicities_are_part_of_the_state(symmetry: Symmetry, expected: int) -> None:
    """The twelve pentominoes, one of each, on 6x10 (Haselgrove 1960)."""
    assert numbers(cover_of([6, 10], PENTOMINOES), symmetry) == (expected, 9356, 0)


@pytest.mark.parametrize(("symmetry", "expected"), [("off", 11520), ("rotations", 480), ("full", 240)])
def test_soma(symmetry: Symmetry, expected: int) -> None:
    """Solid pieces, 48 symmetries under which chiral pieces change places (Conway and Guy 1961)."""
    assert numbers(cover_of([3, 3, 3], "{set: soma}"), symmetry) == (expected, 11520, 0)


def test_a_board_with_a_hole_and_eight_symmetries() -> None:
    """The pentominoes around the middle 2x2 (Scott 1958)."""
    cover = build_cover(build_puzzle(parse_spec(HOLE)))
    assert numbers(cover, "full") == (65, 520, 0)


def tutte_at_3_3(edges: frozenset[tuple[int, ...]]) -> int:
    """The Tutte polynomial of a multigraph at x = y = 3 by deletion and contraction; an edge is (number, end, end)."""
    if not edges:
        return 1
    edge = min(edges)
    rest = edges - {edge}
    _, a, b = edge
    if a == b:
        return 3 * tutte_at_3_3(rest)
    contracted = frozenset((n, *(b if end == a else end for end in ends)) for n, *ends in rest)
    reached, grown = {a}, True
    while grown:
        new = {end for _, *ends in rest for end in ends if set(ends) & reached}
        grown, reached = not new <= reached, reached | new
    if b not in reached:
        return 3 * tutte_at_3_3(contracted)
    return tutte_at_3_3(rest) + tutte_at_3_3(contracted)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3)])
def test_t_tetrominoes_are_counted_by_the_tutte_polynomial(rows: int, columns: int) -> None:
    """The 4m x 4n rectangle has 2 T(3, 3) tilings, T of the m x n grid graph (Korn and Pak 2004)."""
    ends = [((i, j), (i + di, j + dj)) for i, j in product(range(rows), range(columns)) for di, dj in ((0, 1), (1, 0))]
    inside = [(a, b) for a, b in ends if b[0] < rows and b[1] < columns]
    graph = frozenset((n, a[0] * columns + a[1], b[0] * columns + b[1]) for n, (a, b) in enumerate(inside))
    cover = cover_of([4 * rows, 4 * columns], "{set: tetrominoes, only: [T], multiplicity: any}")
    assert count_tilings(cover.problem).solutions == 2 * tutte_at_3_3(graph)


def test_empty_cells_are_as_good_as_monominoes() -> None:
    """Matchings of the 4x4 grid, OEIS A028420: dominoes on a board not filled, or dominoes and monominoes."""
    unfilled = cover_of([4, 4], DOMINO, ", fill: false")
    filled = cover_of([4, 4], DOMINO + ", {set: monomino, multiplicity: any}")
    assert count_tilings(unfilled.problem).solutions == count_tilings(filled.problem).solutions == 10012
    assert numbers(unfilled, "full") == numbers(filled, "full")


def test_dominoes_in_space() -> None:
    """The cube of 2x2x2 has nine packings."""
    assert count_tilings(cover_of([2, 2, 2], DOMINO).problem).solutions == 9


def test_what_will_not_fit_is_declined_in_one_line_that_names_the_other_engine() -> None:
    """The thirteen pieces of the Bedlam cube: billions of states, foreseen after some ten thousands."""
    with pytest.raises(
        MistakeError, match=r"^engine='frontier': about .* GB may be used; count with engine exact-cover.*$"
    ):
        count_tilings(cover_of([4, 4, 4], "{set: bedlam}").problem)


def test_the_limit_holds_even_where_no_estimate_was_made() -> None:
    """A limit below what the smallest table takes."""
    with pytest.raises(MistakeError, match=r"1\.0 KB may be used"):
        count_tilings(cover_of([4, 4], DOMINO).problem, memory_limit=1000)


def test_a_stopped_count_is_not_complete_and_progress_ends_at_the_last_step() -> None:
    """Progress comes after each step of each sweep; a stop is obeyed before the next one."""
    cover = cover_of([4, 4], DOMINO)
    seen: list[SweepProgress] = []
    assert count_tilings(cover.problem, symmetry_group(cover, "full"), progress=seen.append).complete
    assert all(a.sweep < b.sweep or a.step + 1 == b.step for a, b in pairwise(seen))
    assert (seen[-1].sweep, seen[-1].step) == (seen[-1].sweeps, seen[-1].steps)
    stopped = count_tilings(cover.problem, progress=seen.append, stop=lambda: len(seen) > 5)
    assert not stopped.complete


def test_the_estimate_is_near_the_truth() -> None:
    """589,334 states at once for the pentominoes on 6x10; the sample is sixteen times smaller."""
    problem = cover_of([6, 10], PENTOMINOES).problem
    assert count_tilings(problem).statistics["peak_states"] == 589_334
    group = SymmetryGroup.identity(problem)
    plan = plan_sweep(orbit_cover(problem, group.options, group.items))
    table, number = start(plan.words), 0
    while len(table) <= SAMPLE:
        table, _ = advance(table, plan.steps[number])
        number += 1
    assert 589_334 / 3 < max(state_numbers(table, plan.steps[number:], lambda: False)) < 589_334 * 3
    few = state_numbers(table, plan.steps[number:], lambda: False, enough=100_000)
    assert max(few[:-1]) <= 100_000 < few[-1]


def test_an_empty_problem_has_one_solution() -> None:
    """Nothing to cover and nothing to place."""
    assert count_tilings(CoverProblem((), ())).solutions == 1


def test_any_number_of_ways_add_up() -> None:
    """More equal states than numbers of 48 bits that can be added in a word of 64: it overflowed."""
    rows, most = ADDENDS * 2 + 1, (1 << LIMB) - 1
    states = np.repeat(np.array([[7, 9]], dtype=np.uint64), [rows, 3], axis=1)
    merged = _merge([Table(states, np.full((1, rows + 3), most, dtype=np.uint64))])
    assert (merged.keys.tolist(), merged.total()) == ([[7, 9]], (rows + 3) * most)
    assert merged.rows(np.array([0])).total() == rows * most


def test_bounds_beyond_all_options_are_no_matter() -> None:
    """A minimum that nothing reaches gives 0, a huge maximum no bound."""
    cells = (Item("cell", "a", 0, 1), Item("cell", "b", 0, 1))
    options = ((0, 2), (1, 2))
    assert count_tilings(CoverProblem((*cells, Item("tile", "t", 10**17, 10**18)), options)).solutions == 0
    assert count_tilings(CoverProblem((*cells, Item("tile", "t", 1, 10**18)), options)).solutions == 3


def test_a_puzzle_with_its_cells_in_any_order_has_as_many_solutions() -> None:
    """Cells of a domino board dealt out at random get an order again in which the frontier is eight cells."""
    problem = cover_of([8, 8], DOMINO).problem
    position = [*Random(1).sample(range(64), 64), 64]
    options = tuple(sorted(tuple(sorted(position[item] for item in option)) for option in problem.options))
    count = count_tilings(CoverProblem(problem.items, options))
    assert count.solutions == 12988816
    assert count.statistics["peak_states"] == 70


def test_an_estimate_that_may_be_too_high_is_not_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """One-sided pentominoes on 5x18 were refused with 2.8 GB and take 1.95; what is surely too much is not begun."""
    problem, limit = cover_of([8, 8], DOMINO).problem, needed_bytes(1000, 1)

    def estimated(times: float) -> None:
        states = (times * limit - needed_bytes(0, 1)) / (needed_bytes(1, 1) - needed_bytes(0, 1))
        monkeypatch.setattr(sweep, "state_numbers", lambda *table, enough: [states])

    monkeypatch.setattr(sweep, "SAMPLE", 1)
    estimated(1.5)
    assert count_tilings(problem, memory_limit=limit).solutions == 12988816
    estimated(2.5)
    with pytest.raises(WideFrontierError, match="would take"):
        count_tilings(problem, memory_limit=limit)
