"""Objectives in exported files have the same optimum in other programs."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from cp_puzzles.cli.app import run
from cp_puzzles.cover.cover_problem import CoverProblem, build_cover
from cp_puzzles.cover.linear_objective import LinearObjective, linear_objective
from cp_puzzles.output.formats.cnf import wcnf_lines
from cp_puzzles.output.formats.minizinc import minizinc_data, minizinc_model
from cp_puzzles.output.formats.opb import opb_lines
from cp_puzzles.puzzle.puzzle_source import build_puzzle
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.cover.cover_problems import all_solutions, cover_problems
from tests.examples import examples, sampled
from tests.output.formats import problem_oracles as oracles

Choice = tuple[bool, ...]


@st.composite
def goals(draw: st.DrawFn, problem: CoverProblem) -> LinearObjective:
    """Any sum over the options, of nothing too."""
    worth = draw(st.dictionaries(st.integers(0, len(problem.options)), st.integers(-3, 3).filter(bool)))
    weights = tuple(sorted((option, weight) for option, weight in worth.items() if option < len(problem.options)))
    return LinearObjective("value", draw(st.booleans()), weights, draw(st.integers(-5, 5)))


def best_by_brute_force(problem: CoverProblem, goal: LinearObjective) -> set[Choice]:
    values = {solution: goal.value(set(solution)) for solution in all_solutions(problem) or []}
    best = (max if goal.maximize else min)(values.values(), default=0)
    chosen = (solution for solution, value in values.items() if value == best)
    return {tuple(option in solution for option in range(len(problem.options))) for solution in chosen}


@examples(100)
@given(st.data())
def test_any_goal_has_the_same_best_solutions(data: st.DataObject) -> None:
    """Of OPB, of MiniZinc's data with what its model says of them, and of the soft clauses of WCNF."""
    problem = data.draw(cover_problems(most_options=6))
    goal = data.draw(goals(problem))
    expected = best_by_brute_force(problem, goal)
    opb = "\n".join(opb_lines(problem, "a", goal))
    found = {values[: len(problem.options)] for values in oracles.opb_solutions(opb)}
    assert found == expected
    turned = LinearObjective(
        goal.name, False, tuple((o, -w if goal.maximize else w) for o, w in goal.weights), goal.constant
    )
    assert set(oracles.dzn_solutions("\n".join(minizinc_data(problem, "a", turned)))) == expected
    assert f"solve {'maximize' if goal.maximize else 'minimize'} value;" in minizinc_model(problem, "a", goal)
    wcnf = "\n".join(wcnf_lines(problem, "a", goal))
    _, soft = oracles.read_wcnf(wcnf)
    legend = next(line for line in wcnf.splitlines() if line.startswith("c value = "))
    for solution in all_solutions(problem) or []:
        chosen = {option + 1 for option in solution}
        cost = sum(weight for weight, [literal] in soft if (abs(literal) in chosen) != (literal > 0))
        assert eval(legend.removeprefix("c value = "), {"cost": cost}) == goal.value(set(solution))


TILES = "{set: tetrominoes, multiplicity: {min: 0, max: 1}}"
OBJECTIVES = [
    "maximize: covered",
    "minimize: empty",
    "maximize: {I: 3, T: 2}",
    "minimize: pieces, rules: {maximal: true}",
    "maximize: border",
    "maximize: crossroads",
    "minimize: faults",
]


def puzzle_text(objective: str) -> str:
    return f"{{name: t, board: {{size: [3, 4]}}, fill: false, tiles: [{TILES}], {objective}}}"


def best_by_looking(objective: str) -> int:
    """The best value of all tilings that keep the rules, by the measure of the finished tiling's options."""
    cover = build_cover(build_puzzle(parse_spec(puzzle_text(objective))))
    goal = linear_objective(cover, "")
    assert goal is not None
    return (max if goal.maximize else min)(goal.value(set(s)) for s in all_solutions(cover.problem) or [])


@pytest.mark.parametrize("objective", sampled(OBJECTIVES, every=4))
def test_solvers_of_others_find_the_best(objective: str, tmp_path: Path) -> None:
    """RC2 of PySAT a WCNF file, CP-SAT its own model as text, and MiniZinc, where it is installed."""
    spec = tmp_path / "t.yaml"
    spec.write_text(puzzle_text(objective))
    expected = best_by_looking(objective)
    for suffix in (".wcnf", ".pbtxt", ".mzn"):
        assert run(["export", str(spec), str(tmp_path / f"t{suffix}")]) == 0
    legend = next(line for line in (tmp_path / "t.wcnf").read_text().splitlines() if line.endswith(" cost"))
    assert eval(legend.partition("=")[2], {"cost": rc2_cost(tmp_path / "t.wcnf")}) == expected
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    assert model.proto.parse_text_format((tmp_path / "t.pbtxt").read_text())
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    assert round(solver.objective_value) == expected
    found = oracles.minizinc_solutions(tmp_path / "t.mzn")
    assert found is None or f"value {expected}\n" in found[-1]


def test_export_refuses_unsupported_objectives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Formats without objectives, and objectives that are not linear, are refused in one line."""
    spec, out = tmp_path / "t.yaml", tmp_path / "t.cnf"
    spec.write_text(puzzle_text("maximize: covered"))
    assert run(["export", str(spec), str(out)]) == 2
    remedy = "write .pbtxt, .opb, .wcnf, .mzn, .dzn"
    assert capsys.readouterr().err == f"{out}: .cnf cannot contain maximize; {remedy}\n"
    spec.write_text(puzzle_text("minimize: touching"))
    assert run(["export", str(spec), str(tmp_path / "t.wcnf")]) == 2
    assert (
        "minimize touching is not a sum over the placements; omit minimize: a model can only express sums"
        in capsys.readouterr().err
    )


def rc2_cost(path: Path) -> int:
    """The least cost that a MaxSAT solver finds for a file of the format, as it reads it itself."""
    formula = pytest.importorskip("pysat.formula").WCNF(from_file=str(path))
    from pysat.examples.rc2 import RC2

    with RC2(formula) as solver:
        assert solver.compute() is not None
        return int(solver.cost)
