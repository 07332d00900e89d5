"""Counts and ranks by the frontier against brute force: of random puzzles and of any cover problem."""

import pytest
from hypothesis import given

from cp_puzzles.cover.cover_problem import Cover, CoverProblem, Item
from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES, Symmetry, group_of
from cp_puzzles.engines.frontier.frontier_engine import GroupTable, SweepCount
from cp_puzzles.engines.frontier.solution_ranking import rank_solutions
from cp_puzzles.errors import WideFrontierError
from tests.cover.cover_oracle import covers, orbits
from tests.cover.cover_problems import cover_problems
from tests.examples import examples
from tests.small_puzzles import covers as random_covers
from tests.written import cover_of


def assert_equal_to_brute_force(cover: Cover, *symmetries: Symmetry) -> None:
    """Assert that solutions, orbits and self-symmetric orbits are counted as brute force does."""
    problem = cover.problem
    solutions = list(covers([(item.minimum, item.maximum) for item in problem.items], problem.options))
    for symmetry in symmetries:
        group = group_of(cover, symmetry)
        count = SweepCount(problem, group).finish()
        assert count.raw == len(solutions)
        assert (count.solutions, count.self_symmetric) == orbits(solutions, group.options.tolist())


@examples(150)
@given(random_covers())
def test_frontier_matches_brute_force_on_puzzles(cover: Cover) -> None:
    """Solutions, orbits and self-symmetric orbits agree with brute force under every symmetry."""
    assert_equal_to_brute_force(cover, *SYMMETRIES)


@pytest.mark.parametrize("size", [(2, 3), (4, 4), (3, 3)])
def test_chiral_tiles_under_reflections(size: tuple[int, int]) -> None:
    """Two tiles that a reflection exchanges keep the reflection; one of them alone keeps only the rotations."""
    tiles = [
        "{name: S, drawing: '.XX\\nXX.', reflect: false, multiplicity: {min: 0, max: 2}}",
        "{name: Z, drawing: 'XX.\\n.XX', reflect: false, multiplicity: {min: 0, max: 2}}",
    ]
    for chosen in (tiles, tiles[:1]):
        text = ", ".join(chosen).replace("'", '"')
        spec = f"board: {{size: {list(size)}}}, fill: false, tiles: [{text}]"
        cover = cover_of(spec)
        assert_equal_to_brute_force(cover, "full")


def test_states_of_several_words_are_counted_and_ranked() -> None:
    """Bars of 70 and 80 cells on a strip of 80 keep more than 64 cells open: 11 places, 1 place, or monominoes only."""
    bars = [f"{{name: B{n}, cells: {[[0, i] for i in range(n)]}, multiplicity: any}}" for n in (1, 70, 80)]
    cover = cover_of(f"board: {{size: [1, 80]}}, tiles: [{', '.join(bars)}]")
    count = SweepCount(cover.problem, group_of(cover, "full")).finish()
    assert (count.raw, count.solutions, count.self_symmetric) == (13, 8, 3)
    ranking = rank_solutions(cover.problem)
    assert ranking.plan.words > 1
    solutions = ranking.solutions(range(13))
    assert len(set(solutions)) == ranking.total == 13
    assert sum(ranking.occurrences()) == sum(map(len, solutions))


def test_moebius_function_of_the_symmetries_of_the_square() -> None:
    """Summed over all subgroups it is 0; the dihedral group of order 8 has 5 involutions and 2 Klein groups."""
    cover = cover_of("board: {size: [4, 4]}, tiles: [{set: domino}], fill: false")
    table = GroupTable(group_of(cover, "full"))
    values = table.moebius
    assert sorted((len(subgroup), value) for subgroup, value in values.items()) == [
        (1, 1),
        *[(2, -1)] * 5,
        *[(4, 2)] * 2,
    ]
    assert len(table.conjugates(frozenset({0}))) == 1


def test_moebius_function_of_torus_isometries() -> None:
    """Summed over the subgroups of any join it is 0: of subgroups that two motions make, as far as atoms make them."""
    cover = cover_of("board: {size: [3, 3], wrap: torus}, tiles: [{set: domino}], fill: false")
    table = GroupTable(group_of(cover, "full"))
    assert table.group.order == 72
    joins = {join for g in range(1, 72) for join in table.generated([g], range(0, 72, 5))}
    for join in joins:
        assert sum(value for subgroup, value in table.moebius.items() if subgroup <= join) == 0


@examples(200)
@given(cover_problems())
def test_every_rank_is_one_solution_of_brute_force(problem: CoverProblem) -> None:
    """Any bounds, items without options, options without cells, the same option twice."""
    expected = list(covers([(item.minimum, item.maximum) for item in problem.items], problem.options))
    ranking = rank_solutions(problem)
    assert ranking.total == len(expected)
    assert sorted(ranking.solutions(range(ranking.total))) == sorted(expected)
    assert ranking.occurrences() == [
        sum(option in solution for solution in expected) for option in range(len(problem.options))
    ]


def problem_of(board: str, tiles: str) -> CoverProblem:
    return cover_of(f"board: {board}, tiles: [{tiles}]").problem


def test_numbers_beyond_64_bits_are_exact() -> None:
    """Dominoes on 12x16 (Kasteleyn 1961): every tiling covers every cell, and the first and the last one differ."""
    problem = problem_of("{size: [12, 16]}", "{set: domino, multiplicity: any}")
    ranking = rank_solutions(problem)
    assert ranking.total == 35457442115448212075033
    counts = ranking.occurrences()
    for item in problem.cells:
        assert sum(counts[option] for option in problem.covering[item]) == ranking.total
    first, last, first_again = ranking.solutions([0, ranking.total - 1, 0])
    assert first == first_again != last
    assert len(first) == len(last) == 96


def test_ranking_tables_beyond_memory_are_refused() -> None:
    """A small memory limit stops the frontier of 8x8 pentominoes, whose tables need gigabytes, during the search."""
    with pytest.raises(WideFrontierError, match=r"would take .* GB, the limit is 2\.0 GB"):
        rank_solutions(problem_of("{size: [8, 8]}", "{set: pentominoes}, {set: tetrominoes, only: [O]}"))
    with pytest.raises(WideFrontierError):
        rank_solutions(CoverProblem((Item("cell", "a", 1, 1),), ((0,),)), memory_limit=1)
