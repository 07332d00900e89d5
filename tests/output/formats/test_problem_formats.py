"""Files in OPB, DIMACS and MiniZinc have the solutions and the optima of the problem for other programs."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from cp_puzzles import build_puzzle, count, parse_spec
from cp_puzzles.cli.app import run
from cp_puzzles.cover.cover_problem import CoverProblem, build_cover
from cp_puzzles.cover.objective import LinearObjective, linear_objective
from cp_puzzles.engines.frontier.frontier_engine import SweepCount
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.formats import formats
from cp_puzzles.output.formats.cnf import cnf_lines, minizinc_data, minizinc_model, opb_lines, wcnf_lines
from cp_puzzles.output.problem_export import export_model
from cp_puzzles.puzzle.puzzle import puzzle_from
from tests.cover.cover_problems import all_solutions, cover_problems
from tests.examples import examples, sampled
from tests.output.formats import problem_oracles as oracles
from tests.output.formats.test_dlx_files import SPECS, problem_of

Choice = tuple[bool, ...]


@st.composite
def goals(draw: st.DrawFn, problem: CoverProblem) -> LinearObjective:
    """Any sum over the options, of nothing too."""
    worth = draw(st.dictionaries(st.integers(0, len(problem.options)), st.integers(-3, 3).filter(bool)))
    weights = tuple(sorted((option, weight) for option, weight in worth.items() if option < len(problem.options)))
    return LinearObjective("value", draw(st.booleans()), weights, draw(st.integers(-5, 5)))


def best_by_brute_force(problem: CoverProblem, goal: LinearObjective | None = None) -> set[Choice]:
    """The solutions that are best for the goal, all without one, as a truth value an option."""
    values = {solution: goal.value(set(solution)) if goal else 0 for solution in all_solutions(problem) or []}
    best = (max if goal and goal.maximize else min)(values.values(), default=0)
    chosen = (solution for solution, value in values.items() if value == best)
    return {tuple(option in solution for option in range(len(problem.options))) for solution in chosen}


@examples(200)
@given(st.data())
def test_exported_problem_keeps_the_best_solutions(data: st.DataObject) -> None:
    """Files keep the best solutions, or all, for any bounds, also contradictory ones, which may need a variable more.

    OPB, MiniZinc's data with what its model says of them, and the soft clauses of WCNF.
    """
    problem, name = data.draw(cover_problems(most_options=6)), "| two\nlines"
    goal = data.draw(st.none() | goals(problem))
    expected = best_by_brute_force(problem, goal)
    found = oracles.opb_solutions("\n".join(opb_lines(problem, name, goal)))
    assert {values[: len(problem.options)] for values in found} == expected
    turned = goal and LinearObjective(
        goal.name, False, tuple((o, -w if goal.maximize else w) for o, w in goal.weights), goal.constant
    )
    assert set(oracles.dzn_solutions("\n".join(minizinc_data(problem, name, turned)))) == expected
    if goal is None:
        return
    assert f"solve {'maximize' if goal.maximize else 'minimize'} value;" in minizinc_model(problem, name, goal)
    wcnf = "\n".join(wcnf_lines(problem, name, goal))
    _, soft = oracles.read_wcnf(wcnf)
    legend = next(line for line in wcnf.splitlines() if line.startswith("c value = "))
    for solution in all_solutions(problem) or []:
        chosen = {option + 1 for option in solution}
        cost = sum(weight for weight, [literal] in soft if (abs(literal) in chosen) != (literal > 0))
        assert eval(legend.removeprefix("c value = "), {"cost": cost}) == goal.value(set(solution))


@examples(100)
@given(cover_problems(most_options=7))
def test_in_clauses_the_options_decide_every_other_variable(problem: CoverProblem) -> None:
    """Unit propagation determines the other variables, so that model counters and projected counters agree."""
    variables, clauses, shown = oracles.read_cnf("\n".join(cnf_lines(problem, "two\nlines")))
    expected = best_by_brute_force(problem)
    assert shown == list(range(1, len(problem.options) + 1))
    for values in product((False, True), repeat=len(shown)):
        literals = [v if value else -v for v, value in zip(shown, values, strict=True)]
        # without an option one variable may stand for a problem that has no solution
        assert oracles.cnf_decided(clauses, variables, literals) is (values in expected)


def ganak_count(problem: CoverProblem) -> int:
    variables, clauses, _ = oracles.read_cnf("\n".join(cnf_lines(problem)))
    counter = pytest.importorskip("pyganak").Counter()
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    return int(counter.count())


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_model_counter_counts_the_same(spec: str) -> None:
    """Ganak, a program of others that counts models exactly, on puzzles with all kinds of bounds."""
    assert ganak_count(problem_of(spec)) == SweepCount(problem_of(spec)).finish().solutions > 0


def test_model_counter_counts_large_bounds() -> None:
    """Dominoes, at least 3 and at most 6, and monominoes on 4x4: a counter in 24 options for each bound."""
    problem = problem_of(
        "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: {min: 3, max: 6}}, "
        "{set: monomino, multiplicity: any}]"
    )
    assert ganak_count(problem) == SweepCount(problem).finish().solutions > 1000


@pytest.mark.parametrize(
    "name", ["ranges", "names", "macmahon_squares2x3", "values/hexagon_values3x4", "domino_values1"]
)
def test_minizinc_counts_the_same(name: str, tmp_path: Path) -> None:
    """MiniZinc, if installed, counts the solutions; the model is the same for every problem."""
    puzzle = build_puzzle(parse_spec(f"{{name: t, {SPECS[name]}}}")) if name in SPECS else puzzle_from(name)
    written = export_model(puzzle, tmp_path / "p.mzn")
    assert [file.name for file in written] == ["p.mzn", "p.dzn"]
    counted = oracles.minizinc_solutions(written[0], "--all-solutions")
    assert counted is None or len(counted) == count(puzzle, symmetry="off", jobs=1).count
    assert len({*counted} if counted else ()) == len(counted or ())


def test_minizinc_tells_placements_apart() -> None:
    """MiniZinc prints equal solutions once, so each placement has its number: two with the same cells differ."""
    assert any("(o): " in line for line in minizinc_model(build_cover(puzzle_from("macmahon_squares2x3")).problem))


def test_one_format_becomes_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`export` takes a .dlx file; what it has no board for is refused."""
    dlx, opb = tmp_path / "q.dlx", tmp_path / "q.opb"
    dlx.write_text("A B 2:3|C | X\nA B X\nA C X\nC X\nB\nC\n")
    assert run(["export", str(dlx), str(opb)]) == 0
    assert capsys.readouterr().err == f"wrote {opb}\n"
    assert len(oracles.opb_solutions(opb.read_text())) == SweepCount(_read(dlx)).finish().solutions
    assert run(["export", str(dlx), str(opb), "--symmetry", "rotations"]) == 2
    assert "has no board" in capsys.readouterr().err
    assert run(["export", "soma", str(tmp_path / "soma.xyz")]) == 2
    assert "no format has the suffix '.xyz'; use .pbtxt, .dlx, .opb, .cnf, .wcnf, .mzn, .dzn" in capsys.readouterr().err


def _read(path: Path) -> CoverProblem:
    from cp_puzzles.output.formats.dlx import read_dlx

    return read_dlx(path).problem


def test_formats_are_unique_and_can_be_loaded() -> None:
    """A suffix and a kind identify a format, and the code of every format can be loaded."""
    assert all(callable(entry.load()) for entry in formats.FORMATS)
    assert all(callable(entry.reader()) for entry in formats.FORMATS if entry.reads)
    assert len({(entry.suffix, entry.kind) for entry in formats.FORMATS}) == len(formats.FORMATS)
    with pytest.raises(MistakeError, match=r"use \.jsonl"):
        formats.format_of("x.opb", "solutions")


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
