"""The k-th solution and the occurrences of options, against brute force; ranks and solutions are one to one."""

import pytest
from hypothesis import given

from cp_puzzles.cover.cover_problem import CoverProblem, Item
from cp_puzzles.engines.frontier.solution_ranking import rank_solutions
from cp_puzzles.errors import WideFrontierError
from tests.cover.cover_oracle import covers
from tests.cover.cover_problems import cover_problems
from tests.examples import examples
from tests.written import cover_of


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


def test_states_of_several_words() -> None:
    """Ranks distinguish the 13 tilings by bars of 70 and 80 cells, with more than 64 open cells."""
    bars = ", ".join(f"{{name: B{n}, cells: {[[0, i] for i in range(n)]}, multiplicity: any}}" for n in (1, 70, 80))
    problem = problem_of("{size: [1, 80]}", bars)
    ranking = rank_solutions(problem)
    assert ranking.plan.words > 1
    solutions = ranking.solutions(range(13))
    assert len(set(solutions)) == ranking.total == 13
    assert sum(ranking.occurrences()) == sum(map(len, solutions))


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
