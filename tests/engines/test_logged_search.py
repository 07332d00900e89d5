"""The log of the general search: a checker that shares no code with the search follows it to the same solutions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.analysis.certificate import check
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.exact_cover.logged_search import LogError, Logged, LoggedProblem
from tests.cover.cover_problems import all_solutions, cover_problems
from tests.examples import examples
from tests.written import cover_of

Options = list[list[int]]

DOMINOES = "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}]"


def parts_of(problem: CoverProblem) -> tuple[list[list[int]], Options]:
    """The bounds of the items, and the options that cover something."""
    bounds = [[item.minimum, item.maximum] for item in problem.items]
    return bounds, [list(map(int, option)) for option in problem.options if len(option)]


def in_pieces(problem: LoggedProblem, nodes: int) -> Logged:
    """The log of a problem that is searched some nodes at a time, each part again."""
    parts, pieces = [Part()], []
    while parts:
        logged = Logged.joined(problem.search(parts.pop(0), nodes))
        pieces.append(logged)
        parts = [*logged.rest, *parts]
    return Logged.joined(pieces)


@examples(150)
@given(problem=cover_problems(), data=st.data())
def test_logged_search_convinces_the_checker(problem: CoverProblem, data: st.DataObject) -> None:
    """Any bounds, several counted items an option, costs within a budget: all solutions, and the tree is accepted."""
    bounds, options = parts_of(problem)
    costs = data.draw(st.lists(st.integers(0, 3), min_size=len(options), max_size=len(options)))
    budget = data.draw(st.integers(0, 3 * len(options)))
    searched = LoggedProblem(bounds, options, costs, budget)
    logged = Logged.joined(searched.search())
    tree = [logged.items.astype("<u4").tobytes()]
    walked = sorted(check.walk((bounds, options, costs, budget), 0, None, tree))
    assert walked == sorted(logged.solutions) == sorted(searched.read(logged.items))
    bare = CoverProblem(problem.items, [*map(tuple, options)])
    within = [each for each in all_solutions(bare) or [] if sum(costs[option] for option in each) <= budget]
    assert walked == within


@pytest.mark.parametrize("nodes", [1, 7, 100])
@pytest.mark.parametrize(
    "puzzle",
    [
        DOMINOES,
        "board: {size: [3, 3]}, fill: false, tiles: [{set: domino, multiplicity: any}]",
    ],
    ids=["full", "empty cells"],
)
def test_logged_search_in_parts_is_the_same(puzzle: str, nodes: int) -> None:
    """A log does not depend on the parts in which a problem is searched."""
    problem = LoggedProblem(*parts_of(cover_of(puzzle).problem))
    unbroken, pieces = Logged.joined(problem.search()), in_pieces(problem, nodes)
    assert (unbroken.items.tolist(), unbroken.solutions) == (pieces.items.tolist(), pieces.solutions)


@pytest.mark.parametrize("change", ["other item", "cut", "longer"])
def test_logged_search_refuses_another_tree(change: str) -> None:
    """A tree with a covered item, one that ends early and one that goes on are refused at their place."""
    problem = LoggedProblem(
        *parts_of(cover_of("board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}]").problem)
    )
    items = Logged.joined(problem.search()).items
    tree, place = {
        "other item": (np.append(items[:1], items[:-1]), 2),
        "cut": (items[:-1], len(items)),
        "longer": (np.append(items, items[:1]), len(items) + 1),
    }[change]
    with pytest.raises(LogError) as refused:
        list(problem.read(tree))
    assert (refused.value.place, refused.value.is_ended) == (place, change == "longer")
