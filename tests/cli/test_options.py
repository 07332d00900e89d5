"""An option is declared once: the keyword in Python, the option of the command line, its check and its message."""

from __future__ import annotations

import argparse
import inspect
import pickle
from pathlib import Path
from typing import Any

import pytest

import cp_puzzles
from cp_puzzles import build_puzzle, count, estimate, experiment, hint, iter_solutions, load_spec, solve, verify
from cp_puzzles.cli.app import run
from cp_puzzles.cli.arguments import add_options, search_options
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.options import SearchOptions, SolveOptions, declarations, default_of

WRONG: list[tuple[str, Any, str]] = [
    ("symmetry", "some", "there is no such value; values: off, rotations, full"),
    ("engine", "oracle", "there is no such engine; engines: "),
    ("breaking", "lexx", "there is no such value; values: lex, filter"),
    ("limit", 0, "this is less than 1; ask for 1 or more"),
    ("limit", "x", "this is no whole number; ask for 1 or more"),
    ("limit", -3, "this is less than 1"),
    ("jobs", 1.5, "this is no whole number"),
    ("time_limit", 0, "this is no number of seconds above 0"),
    ("time_limit", "nan", "this is no number of seconds above 0"),
    ("store", "", "this names no RUN"),
    ("cluster", "", "this names no ADDRESS"),
]


@pytest.mark.parametrize(("name", "value", "message"), WRONG)
def test_a_wrong_value_is_refused_alike_in_python_and_on_the_command_line(
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
    """`help` shows each option with its default; an unknown one is a TypeError that says what may be meant."""
    shown = inspect.signature(function).parameters
    for declared, _ in declarations(SearchOptions):
        assert shown[declared.name].default == default_of(declared)
    with pytest.raises(TypeError, match="limt"):
        function("soma", limt=3)


def test_every_declared_option_is_typed() -> None:
    """The command line has the same options, with the same defaults."""
    parser = argparse.ArgumentParser()
    add_options(parser)
    assert SearchOptions(**search_options(parser.parse_args([]))) == SearchOptions()
    typed = parser.parse_args(
        ["--limit", "3", "--time-limit", "1.5", "--setting", "presolve=on", "--setting", "depth=4"]
    )
    expected = SearchOptions(limit=3, time_limit=1.5, settings={"presolve": True, "depth": 4})
    assert SearchOptions(**search_options(typed)) == expected


def test_options_are_frozen() -> None:
    """What was checked stays as it is, and none is passed by its place."""
    with pytest.raises(AttributeError):
        SolveOptions().limit = 0  # type: ignore[misc]
    with pytest.raises(TypeError):
        SolveOptions("off")  # type: ignore[call-arg]


@pytest.mark.parametrize("name", ["dominoes4x4", Path("specs/dominoes4x4.yaml"), load_spec("dominoes4x4")])
def test_a_puzzle_is_whatever_stands_for_one(name: Any, tmp_path: Path) -> None:
    """A name, a path, a spec and a puzzle are taken everywhere alike: `solve("soma")` was an AttributeError once."""
    puzzle = build_puzzle(load_spec("dominoes4x4"))
    solutions = solve(name, jobs=1).solutions
    assert solutions == solve(puzzle, jobs=1).solutions == tuple(iter_solutions(name, jobs=1))
    assert count(name, jobs=1).count == 9
    assert estimate(name).solutions.value == 9
    assert hint(name).status == "found"
    assert experiment(name).rows[0].solutions == 9
    file = tmp_path / "d.jsonl"
    cp_puzzles.write_solutions(file, name, solutions)
    assert tuple(cp_puzzles.read_solutions(file, name)) == solutions
    assert verify(name, file).raw == 36


def test_the_public_names_are_listed() -> None:
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
    """What `count` takes, every run of an experiment takes; a wrong value is refused before the first run."""
    assert experiment("dominoes4x4", limit=3).rows[0].status == "limit"
    with pytest.raises(MistakeError, match="limit=0: this is less than 1"):
        experiment("dominoes4x4", limit=0)
    with pytest.raises(MistakeError, match="repeat='x': this is no whole number"):
        experiment("dominoes4x4", repeat="x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="limt"):
        experiment("dominoes4x4", limt=3)


def test_a_mistake_travels_between_processes() -> None:
    """A worker's mistake says the same to whoever asked."""
    error = MistakeError(Parameter("limit", 3), "no", "count without --time-limit")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.typed) == (str(error), error.typed)
    assert str(again) == "limit=3: no; count without time_limit"
