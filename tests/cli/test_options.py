"""An option is declared once: the keyword in Python, the option of the command line, its check and its message."""

from __future__ import annotations

import inspect
import pickle
from pathlib import Path
from typing import Any

import click
import pytest

import cp_puzzles
from cp_puzzles import build_puzzle, count, estimate, experiment, hint, iter_solutions, load_spec, solve, verify
from cp_puzzles.cli.app import run
from cp_puzzles.cli.commands import COMMANDS
from cp_puzzles.cli.search_commands import solve_command
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import puzzle_from
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.search_options import SearchOptions, SolveOptions

WRONG: list[tuple[str, Any, str]] = [
    ("symmetry", "some", "must be one of off, rotations, full"),
    ("engine", "oracle", "must be one of cp-sat, "),
    ("breaking", "lexx", "must be one of lex, filter"),
    ("limit", 0, "must be a whole number, at least 1"),
    ("limit", "x", "must be a whole number, at least 1"),
    ("limit", -3, "must be a whole number, at least 1"),
    ("jobs", 1.5, "must be a whole number, at least 1"),
    ("time_limit", 0, "must be a number of seconds above 0"),
    ("time_limit", "nan", "must be a number of seconds above 0"),
    ("store", "", "must be the path of a file"),
    ("cluster", "", "must be an address such as "),
]


@pytest.mark.parametrize(("name", "value", "message"), WRONG)
def test_wrong_value_is_refused_in_both_spellings(
    name: str, value: Any, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same check with the same words: Python names the parameter, the command line the option."""
    with pytest.raises(MistakeError) as caught:
        solve("soma", **{name: value})
    assert str(caught.value).startswith(f"{name}={value!r}: {message}")
    option = "--" + name.replace("_", "-")
    for command in ("solve", "count"):
        assert run([command, "soma", option, str(value)]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith(f"{option} {value}: {message}")


@pytest.mark.parametrize("function", [solve, count, iter_solutions])
def test_every_function_has_the_declared_keywords(function: Any) -> None:
    """`help` shows each option with its default."""
    shown = inspect.signature(function).parameters
    for declared in (*PuzzleOptions.declared(), *SearchOptions.declared()):
        assert shown[declared.name].default == declared.default


def test_command_line_has_every_declared_option() -> None:
    """The command line has the options of the Python functions, with the same defaults."""

    def chosen(*arguments: str) -> SearchOptions:
        return SearchOptions.of_typed(solve_command.make_context("solve", ["soma", *arguments]).params)

    assert chosen() == SearchOptions()
    typed = "--symmetry off --breaking filter --limit 3 --time-limit 1.5 --setting presolve=on --setting depth=4"
    settings = {"presolve": True, "depth": 4}
    expected = SearchOptions(symmetry="off", breaking="filter", limit=3, time_limit=1.5, settings=settings)
    assert chosen(*typed.split()) == expected


def test_long_options_may_be_abbreviated() -> None:
    """`--symm off` and `--symm=off` are `--symmetry off`; `--l` may be several options."""
    for words in (["--symm", "off"], ["--symm=off"]):
        assert solve_command.make_context("solve", ["soma", *words]).params["symmetry"] == "off"
    assert run(["solve", "soma", "--l", "1"]) == 2


def test_options_are_frozen() -> None:
    """Options are immutable and keyword-only."""
    with pytest.raises(AttributeError):
        SolveOptions().limit = 0  # type: ignore[misc]
    with pytest.raises(TypeError):
        SolveOptions("off")  # type: ignore[call-arg]


@pytest.mark.parametrize("name", ["dominoes4x4", Path("specs/dominoes4x4.yaml"), load_spec("dominoes4x4")])
def test_functions_take_every_puzzle_source(name: Any, tmp_path: Path) -> None:
    """Every function accepts a name, a path, a spec and a puzzle; `solve("soma")` once was an AttributeError."""
    puzzle = puzzle_from("dominoes4x4")
    solutions = solve(name, jobs=1).solutions
    assert solutions == solve(puzzle, jobs=1).solutions == tuple(iter_solutions(name, jobs=1))
    assert count(name, jobs=1).count == 9
    assert estimate(name).solutions.value == 9
    assert hint(name).status == "found"
    assert [row.solutions for row in experiment(name).rows] == [36, 9]
    file = tmp_path / "d.jsonl"
    cp_puzzles.write_solutions(file, name, solutions)
    assert tuple(cp_puzzles.read_solutions(file, name)) == solutions
    assert verify(name, file).raw == 36


def test_every_option_has_a_description() -> None:
    """Help texts, and the reference made of them, describe every option of every command."""
    options = [(name, option) for name, each in COMMANDS.items() for option in each.params if is_shown(option)]
    assert len(options) > 100
    assert [(name, option.name) for name, option in options if len(option.help or "") < 10] == []


def is_shown(parameter: click.Parameter) -> bool:
    """Return True for an option that the help text lists."""
    return isinstance(parameter, click.Option) and not parameter.hidden


def test_public_names_are_listed() -> None:
    """`dir` lists what can be imported, without importing it."""
    assert set(cp_puzzles.__all__) <= set(dir(cp_puzzles))
    assert all(getattr(cp_puzzles, name) is not None for name in cp_puzzles.__all__)


def test_print_draws() -> None:
    """A solution prints as its drawing, as the command line shows it."""
    drawn = str(solve("dominoes4x4", limit=1, jobs=1).solutions[0])
    assert drawn.startswith("┌───")
    assert drawn.splitlines()[8].startswith("└")
    assert str(solve("dominoes4x4", jobs=1)).count("9 solutions") == 1


def test_experiments_take_the_options_of_a_count() -> None:
    """An experiment accepts the options of `count`; a wrong value is refused before the first run."""
    assert experiment("dominoes4x4", limit=3).rows[0].status == "limit"
    with pytest.raises(MistakeError, match="limit=0: must be a whole number"):
        experiment("dominoes4x4", limit=0)


def test_mistake_is_pickled_unchanged() -> None:
    """A mistake raised in a worker has the same message in the calling process."""
    error = MistakeError(Parameter("limit", 3), "no", ("count without ", Parameter("time_limit")))
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.typed) == (str(error), error.typed)
    assert str(again) == "limit=3: no; count without time_limit"


def test_python_keywords_change_the_puzzle() -> None:
    """The keywords `leave`, `given`, `rule`, `maximize` and `minimize` mean the options of the same name."""
    assert count("dominoes4x4", given="I@0,0;0,1", symmetry="off", jobs=1).count == 18
    piece: Any = {"tile": "I", "cells": [(0, 0), (0, 1)]}
    assert count("dominoes4x4", given=piece, symmetry="off", jobs=1).count == 18
    assert count("fault_free_dominoes5x6", rule="faults=off", symmetry="off", jobs=1).count == 1183
    assert count("dominoes4x4", rule={"faults": 0}, jobs=1).count == 0
    solutions = solve("dominoes4x4", maximize="faults", jobs=1).solutions
    assert len({solution.measure("faults") for solution in solutions}) == 1
    dated = next(iter_solutions("calendar", leave=("Nov", "21"), limit=1, jobs=1))
    covered = {cell for placement in dated.placements for cell in placement.cells}
    assert dict(dated.puzzle.board.labels)["Nov"] not in covered


def test_puzzle_may_be_plain_data() -> None:
    """A dictionary with the keys of a puzzle file is a puzzle."""
    data = {"name": "two", "board": {"size": [2, 2]}, "tiles": [{"set": "domino", "multiplicity": 2}]}
    assert count(data, symmetry="off", jobs=1).count == 2


def test_changes_keep_the_cells_left_empty() -> None:
    """A puzzle that already leaves a cell empty still does so with another one."""
    puzzle = build_puzzle(load_spec("calendar"), leave=["Nov"])
    solution = next(iter_solutions(puzzle, leave="21", limit=1, jobs=1))
    labels = dict(solution.puzzle.board.labels)
    assert solution.puzzle.board.left_empty == {labels["Nov"], labels["21"]}
