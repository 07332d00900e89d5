"""Files in OPB, DIMACS and MiniZinc have as many solutions for other programs as the problem has."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given

from cp_puzzles import build_puzzle, parse_spec
from cp_puzzles.cli.app import run
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.frontier.frontier_engine import count_tilings
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.formats import formats
from cp_puzzles.output.formats.cnf import cnf_lines
from cp_puzzles.output.formats.minizinc import minizinc_data
from cp_puzzles.output.formats.opb import opb_lines
from cp_puzzles.output.problem_export import export_model
from tests.cover.cover_problems import all_solutions, cover_problems
from tests.cover.knuth.test_dlx_files import SPECS, problem_of
from tests.examples import examples
from tests.output.formats import problem_oracles as oracles


def chosen_by_brute_force(problem: CoverProblem) -> set[tuple[bool, ...]]:
    """The solutions as a truth value an option."""
    solutions = all_solutions(problem) or []
    return {tuple(option in solution for option in range(len(problem.options))) for solution in solutions}


@examples(100)
@given(cover_problems(most_options=7))
def test_exported_problem_keeps_the_solutions(problem: CoverProblem) -> None:
    """Files keep the solutions for any bounds, also contradictory ones, for which a file may have one more variable."""
    expected = chosen_by_brute_force(problem)
    assert set(oracles.opb_solutions("\n".join(opb_lines(problem, "| two\nlines")))) == expected
    assert set(oracles.dzn_solutions("\n".join(minizinc_data(problem, "two\nlines")))) == expected


@examples(100)
@given(cover_problems(most_options=7))
def test_in_clauses_the_options_decide_every_other_variable(problem: CoverProblem) -> None:
    """Unit propagation determines the other variables, so that model counters and projected counters agree."""
    variables, clauses, shown = oracles.read_cnf("\n".join(cnf_lines(problem, "two\nlines")))
    expected = chosen_by_brute_force(problem)
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
    assert ganak_count(problem_of(spec)) == count_tilings(problem_of(spec)).solutions > 0


def test_model_counter_counts_large_bounds() -> None:
    """Dominoes, at least 3 and at most 6, and monominoes on 4x4: a counter in 24 options for each bound."""
    problem = problem_of(
        "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: {min: 3, max: 6}}, "
        "{set: monomino, multiplicity: any}]"
    )
    assert ganak_count(problem) == count_tilings(problem).solutions > 1000


@pytest.mark.parametrize("name", ["ranges", "names"])
def test_minizinc_counts_the_same(name: str, tmp_path: Path) -> None:
    """MiniZinc, if installed, counts the solutions; the model is the same for every problem."""
    problem = problem_of(SPECS[name])
    written = export_model(build_puzzle(parse_spec(f"{{name: t, {SPECS[name]}}}")), tmp_path / "p.mzn")
    assert [file.name for file in written] == ["p.mzn", "p.dzn"]
    counted = oracles.minizinc_solutions(written[0], "--all-solutions")
    assert counted is None or len(counted) == count_tilings(problem).solutions


def test_one_format_becomes_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`export` takes a .dlx file; what it has no board for is refused."""
    dlx, opb = tmp_path / "q.dlx", tmp_path / "q.opb"
    dlx.write_text("A B 2:3|C | X\nA B X\nA C X\nC X\nB\nC\n")
    assert run(["export", str(dlx), str(opb)]) == 0
    assert capsys.readouterr().err == f"wrote {opb}\n"
    assert len(oracles.opb_solutions(opb.read_text())) == count_tilings(_read(dlx)).solutions
    assert run(["export", str(dlx), str(opb), "--symmetry", "rotations"]) == 2
    assert "has no board" in capsys.readouterr().err
    assert run(["export", "soma", str(tmp_path / "soma.xyz")]) == 2
    assert "no format has the suffix '.xyz'; use .pbtxt, .dlx, .opb, .cnf, .wcnf, .mzn, .dzn" in capsys.readouterr().err


def _read(path: Path) -> CoverProblem:
    from cp_puzzles.cover.knuth.dlx_reader import read_dlx

    return read_dlx(path).problem


def test_formats_are_unique_and_can_be_loaded() -> None:
    """A suffix and a kind identify a format, and the code of every format can be loaded."""
    assert all(callable(entry.load()) for entry in formats.FORMATS)
    assert all(callable(entry.reader()) for entry in formats.FORMATS if entry.reads)
    assert len({(entry.suffix, entry.kind) for entry in formats.FORMATS}) == len(formats.FORMATS)
    with pytest.raises(MistakeError, match=r"use \.jsonl"):
        formats.format_of("x.opb", "solutions")
