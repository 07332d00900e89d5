"""The CP-SAT model of a puzzle, extended by its user: `to_model` and `solve(puzzle, model=...)`."""

from __future__ import annotations

from typing import Any

import pytest
from ortools.sat.python import cp_model

from cp_puzzles import MistakeError, Puzzle, Solution, count, solve, symmetry_group, to_model
from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel


def upright(compiled: PuzzleModel) -> list[cp_model.IntVar]:
    """Return the variables of the placements that are one column wide."""
    return [v for placement, v in compiled.variables.items() if len({cell[1] for cell in placement.cells}) == 1]


def is_upright(cells: Any) -> bool:
    return len({cell[1] for cell in cells}) == 1


@pytest.mark.parametrize(
    "name", ["dominoes4x4", "soma", "y_pentominoes5x10", pytest.param("pentomino3x20", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("symmetry", ["off", "full"])
def test_model_without_changes_has_the_solutions_of_solve(name: str, symmetry: Any) -> None:
    """The model as it is has the tilings that the package finds, with the sizes of their orbits."""
    if (name, symmetry) == ("soma", "off"):
        pytest.skip("11,520 tilings take seconds")
    expected = solve(name, symmetry=symmetry, jobs=1)
    result = solve(name, model=to_model(name, symmetry=symmetry))
    assert result.status == "complete"
    assert set(result.solutions) == set(expected.solutions)
    assert (result.count, result.raw, result.self_symmetric) == (expected.count, expected.raw, expected.self_symmetric)


def test_added_constraint_keeps_the_tilings_that_meet_it() -> None:
    """The solutions of a model with one more constraint are the tilings that satisfy it."""
    compiled = to_model("dominoes4x4")
    compiled.model.add(sum(upright(compiled)) == 4)
    result = solve(compiled.puzzle, model=compiled)
    tilings = solve("dominoes4x4", symmetry="off", jobs=1).solutions
    expected = {t for t in tilings if sum(is_upright(placement.cells) for placement in t.placements) == 4}
    assert set(result.solutions) == expected
    assert len(result.solutions) == len(expected) == 16


def test_variables_of_the_user_repeat_no_tiling() -> None:
    """A tiling comes once, however many values a variable of the user may have."""
    compiled = to_model("dominoes4x4")
    free = compiled.model.new_int_var(0, 5, "free")
    compiled.model.add(free <= sum(upright(compiled)))
    seen: list[Solution] = []
    result = solve("dominoes4x4", model=compiled, on_solution=seen.append)
    assert result.count == len(seen) == len(set(seen)) == 36


def test_plain_solver_gives_a_verified_tiling() -> None:
    """A solver of the user solves the model; its solution is a tiling, also in a callback."""
    compiled = to_model("dominoes4x4", given=["I@0,0;0,1"])
    tilings: list[Solution] = []

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            tilings.append(compiled.solution(self))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(compiled.model, Collect()) == cp_model.OPTIMAL
    assert compiled.solution(solver) == tilings[-1]
    assert tilings[-1].placements[0].cells == ((0, 0), (0, 1))


@pytest.mark.parametrize("sense", ["maximize", "minimize"])
def test_objective_of_the_user_gives_all_best_tilings(sense: str) -> None:
    """With an objective the solutions are all tilings of the best value, which is proved."""
    compiled = to_model("dominoes4x4")
    getattr(compiled.model, sense)(2 * sum(upright(compiled)) + 3)
    result = solve("dominoes4x4", model=compiled)
    value = {"maximize": 19, "minimize": 3}[sense]
    assert result.objective == {sense: "objective", "value": value, "bound": value}
    assert (result.status, result.count) == ("complete", 1)


def test_objective_of_the_puzzle_is_that_of_the_model() -> None:
    """A linear objective is part of the model: the best tilings are those of `solve`."""
    expected = solve("most_t_tetrominoes5x5", symmetry="off", jobs=1)
    result = solve("most_t_tetrominoes5x5", model=to_model("most_t_tetrominoes5x5"))
    assert result.objective == expected.objective
    assert set(result.solutions) == set(expected.solutions)


def test_rule_without_items_is_checked() -> None:
    """A rule that only finished tilings can be checked for holds for every solution of a model."""
    tiles = {"L": {"drawing": ["X.", "XX"], "multiplicity": "any"}}
    puzzle = Puzzle(board=(3, 4), tiles=tiles, fill=False, rules={"empty": 3, "connected": "empty"})
    compiled = to_model(puzzle)
    assert compiled.cover.checks
    result = solve(puzzle, model=compiled)
    assert set(result.solutions) == set(solve(puzzle, symmetry="off", jobs=1).solutions)
    compiled.model.maximize(sum(compiled.variables.values()))
    with pytest.raises(MistakeError, match="omit the objective of the model"):
        solve(puzzle, model=compiled)


def test_model_search_ends_at_limits() -> None:
    """A limit on solutions or seconds ends the search of a model, with that status."""
    limited = solve("dominoes4x4", model=to_model("dominoes4x4"), limit=5)
    assert (limited.status, limited.count, limited.raw, len(limited.solutions)) == ("limit", 5, None, 5)
    late = solve("pentomino6x10", model=to_model("pentomino6x10"), time_limit=0.3, keep=False)
    assert (late.status, late.raw, len(late.solutions)) == ("time-limit", None, 0)


def test_infeasible_model_is_a_complete_search() -> None:
    """A model without solutions, with or without an objective, proves that there is none."""
    compiled = to_model("dominoes4x4")
    compiled.model.add(sum(upright(compiled)) == 3)
    assert solve("dominoes4x4", model=compiled).is_proof_of_none
    compiled.model.maximize(sum(upright(compiled)))
    assert solve("dominoes4x4", model=compiled).is_proof_of_none


@pytest.mark.parametrize(
    ("puzzle", "keywords", "message"),
    [
        ("soma", {}, "it is a model of another puzzle than this 'Soma"),
        ("dominoes4x4", {"rule": "faults=0"}, "pass to_model the same puzzle, and its options there"),
        ("dominoes4x4", {"engine": "frontier"}, "a model is solved by cp-sat; omit engine"),
        ("dominoes4x4", {"symmetry": "rotations"}, "the model has 'off'; write to_model(puzzle, symmetry='rotations')"),
        ("dominoes4x4", {"store": "run.db"}, "a model is searched in this process"),
        (
            "dominoes4x4",
            {"model": cp_model.CpModel()},
            "model: it is of type CpModel; pass the value of",
        ),
    ],
)
def test_model_is_refused_with_contradicting_options(puzzle: str, keywords: dict[str, Any], message: str) -> None:
    """Options that the search of a model cannot honor are refused with a remedy."""
    with pytest.raises(MistakeError) as error:
        solve(puzzle, **({"model": to_model("dominoes4x4")} | keywords))
    assert message in str(error.value)


def test_broken_model_is_a_mistake() -> None:
    """A model that CP-SAT refuses, or whose solution is no tiling, is the mistake of its user."""
    compiled = to_model("dominoes4x4")
    compiled.model.minimize(0.5 * sum(upright(compiled)))
    with pytest.raises(MistakeError, match="scale them to integers"):
        solve("dominoes4x4", model=compiled)
    compiled = to_model("dominoes4x4")
    compiled.model.proto.constraints.clear()
    with pytest.raises(MistakeError, match="is covered twice; remove no constraint of the model"):
        solve("dominoes4x4", model=compiled)


def test_model_keeps_leaders_with_a_symmetric_constraint() -> None:
    """With symmetry, a constraint that treats symmetric tilings alike leaves one tiling of each orbit."""
    name = "y_pentominoes5x10"
    group = symmetry_group(name)
    tilings = [set(solution.placements) for solution in solve(name, symmetry="off", jobs=1).solutions]
    orbits = [[group.placements[number] for number in orbit] for orbit in group.orbits]
    orbit = next(orbit for orbit in orbits if 0 < sum(map(set(orbit).isdisjoint, tilings)) < len(tilings))
    compiled, unbroken = to_model(name, symmetry="full"), to_model(name)
    for each in (compiled, unbroken):
        each.model.add(sum(each.variables[placement] for placement in orbit) == 0)
    result, expected = solve(name, model=compiled), solve(name, model=unbroken)
    assert result.raw == expected.count
    assert 0 < result.count < count(name, jobs=1).count
