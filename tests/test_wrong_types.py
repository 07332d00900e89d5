"""Public functions with arguments of wrong types: an error of three kinds, with a sentence."""

from __future__ import annotations

import re
from decimal import Decimal
from inspect import Parameter, isclass, signature
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cp_puzzles as typed_package
from cp_puzzles import PuzzleError
from cp_puzzles.errors import OneLineError

cp_puzzles: Any = typed_package
"""The package without its types, which the calls here violate."""

NOTHING = cp_puzzles.Solutions(cp_puzzles.build_puzzle("dominoes4x4"))


def wrong_values() -> list[object]:
    """Return values that most arguments cannot have; iterators are new ones."""
    numbers = [None, True, 0, 5, -1, 10**30, 1.5, nan, inf, 1j, Decimal("NaN"), np.int64(-3), np.zeros(3)]
    texts = ["", "x", "1", "no\0name", "a\ud800", "x=", "=1", "\u202e", "{", "[1", "\xe9" * 300, b"x", bytearray(b"x")]
    lists = [[], [5], [None], [object()], [[]], ["x", 5], (), (1, 2), set(), frozenset({1}), range(3), iter([object()])]
    mappings = [{}, {1: 2}, {"a": 1}, {"given": {}}, {"tile": "I", "cells": []}]
    others = [object(), object, len, Ellipsis, slice(3), Exception("x"), Path("/")]
    return [*numbers, *texts, *lists, *mappings, *others]


UNSPECIFIC = (
    *("object has no attribute", "object is not", "NoneType' object", "unhashable", "unsupported operand", "codec can"),
)
"""Words of Python about its own operations, which name no argument."""

FUNCTIONS: dict[str, Any] = {
    name: function
    for name in cp_puzzles.__all__
    if callable(function := getattr(cp_puzzles, name)) and not isclass(function) and signature(function).parameters
} | {"Puzzle": cp_puzzles.Puzzle}

SEARCH = ("limit", "time_limit", "engine", "memory", "store", "symmetry", "jobs", "seed")
"""Keywords of a search that some functions pass on."""


def arguments_of(name: str) -> list[str]:
    """Return the names of the arguments of a public function."""
    parameters = signature(FUNCTIONS[name]).parameters.values()
    names = [each.name for each in parameters if each.kind is not Parameter.VAR_KEYWORD]
    passed_on = SEARCH if name in ("apart", "experiment", "tabulate") else ()
    return list(dict.fromkeys([*names, *passed_on]))


class Accepted:
    """Arguments that each function accepts, of a small puzzle."""

    def __init__(self, solutions: Any) -> None:
        text = "name: x\nboard: {size: [2, 2]}\ntiles: [{set: domino, multiplicity: 2}]\n"
        self._values: dict[str, Any] = {
            **{"puzzle": "dominoes4x4", "spec": "dominoes4x4", "solutions": solutions, "solution": solutions[0]},
            **{"path": "s.jsonl", "text": text, "number": 1, "leaves": [], "by": "faults", "name": "domino"},
            **{"result": None, "lattice": None, "puzzles": ["dominoes4x4"], "generators": [((0, -1), (1, 0))]},
            **{"board": (2, 2), "tiles": "domino", "jobs": 1, "time_limit": 2, "clues": 1, "sets": 9},
        }

    def of(self, name: str) -> dict[str, Any]:
        """Return the arguments that a function needs, with limits."""
        if name == "load_spec":
            return {"path": "dominoes4x4"}
        parameters = signature(FUNCTIONS[name]).parameters.values()
        fixed = [each for each in parameters if each.kind is not each.VAR_KEYWORD]
        needed = [each.name for each in fixed if each.default is each.empty]
        more = {"design": ["clues"], "each": ["sets"]}.get(name, [])
        limits = [each.name for each in fixed if each.name in ("jobs", "time_limit")]
        return {key: self._values[key] for key in (*needed, *more, *limits)}


@pytest.fixture
def accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Accepted:
    """Arguments of functions that work in an empty folder, with a file of solutions."""
    monkeypatch.chdir(tmp_path)
    solutions = cp_puzzles.solve("dominoes4x4", jobs=1, engine="exact-cover").solutions
    cp_puzzles.write_solutions("s.jsonl", "dominoes4x4", solutions)
    return Accepted(solutions)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_argument_of_wrong_type_is_refused(name: str, accepted: Accepted) -> None:
    """Of a wrong value of any argument comes nothing but a mistake, a TypeError or a ValueError, with a sentence."""
    for number, argument in enumerate(arguments_of(name)):
        value = wrong_values()[7 * number % len(wrong_values())]
        assert_is_refused_in_words(name, argument, value, accepted.of(name))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:certificate:RuntimeWarning")  # of a search that its time limit ended
@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_fifty_wrong_values_of_every_argument(name: str, accepted: Accepted) -> None:
    """Of none of fifty wrong values of each argument comes an error of another kind, or one without a sentence."""
    for argument in arguments_of(name):
        for number in range(len(wrong_values())):
            assert_is_refused_in_words(name, argument, wrong_values()[number], accepted.of(name))


def assert_is_refused_in_words(name: str, argument: str, value: object, arguments: dict[str, Any]) -> None:
    """Call a function with one argument replaced; a message, if there is one, is not only about Python."""
    if argument == "repeat" and isinstance(value, int) and value == 10**30:
        return  # a valid number of runs, which would take as long as it says
    shown = (name, argument, repr(value)[:60])
    try:
        message = message_of(name, arguments | {argument: value})
    except Exception as error:
        raise AssertionError(shown) from error
    assert message is None or message.strip(), shown
    assert not any(words in (message or "") for words in UNSPECIFIC), (*shown, message)


def message_of(name: str, arguments: dict[str, Any]) -> str | None:
    """Return the message of the error that a call raises, None if it raises none; other kinds of errors pass."""
    listed: list[Any] = []
    for each in signature(FUNCTIONS[name]).parameters.values():
        if each.kind is each.VAR_POSITIONAL:
            several = arguments.pop(each.name)
            listed += several if isinstance(several, list) else [several]
        elif each.kind is each.POSITIONAL_ONLY:
            listed.append(arguments.pop(each.name))
    try:
        result = FUNCTIONS[name](*listed, **arguments)
        if hasattr(result, "__next__"):
            next(result, None)
    except (PuzzleError, TypeError, ValueError, TimeoutError) as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: cp_puzzles.count("dominoes4x4", given={}), "given={}: must be a file, or a piece such as 'I@0,0;0,1'"),
        (lambda: cp_puzzles.count("dominoes4x4", given={"tile": "I", "cells": 5}), "must be a file, or a piece"),
        (
            lambda: cp_puzzles.solve("soma", "frontier"),
            "one argument without a name, the puzzle; write engine='frontier'",
        ),
        (lambda: cp_puzzles.solve("soma", 5), "one argument without a name, the puzzle; write limit=5"),
        (lambda: cp_puzzles.solve("soma", set="n=6"), "solve() has no keyword 'set'; write parameters="),
        (lambda: cp_puzzles.solve("soma", on_progress=3), "on_progress=3: must be a function"),
        (lambda: cp_puzzles.solve("soma", parameters=5), "parameters=5: must be a mapping of parameters"),
        (lambda: cp_puzzles.solve("soma", rule={"falts": 0}), "rule='falts=0': rules.falts: there is no key 'falts'"),
        (lambda: cp_puzzles.solve("soma", maximize="x"), "maximize='x': maximize: 'x': there is no such measure"),
        (lambda: cp_puzzles.solve("nosuchpuzzle"), "or a name of catalog_names()"),
        (lambda: cp_puzzles.solve("soma", parameters={"n": 6}), "parameters={'n': 6}: the puzzle has no parameters"),
        (lambda: cp_puzzles.Isometry(((1, 0), (0, 1)), (1,)), "Isometry(): the matrix must have 1 row of 1 number"),
        (lambda: cp_puzzles.Isometry(((1, 0), (0,)), (1, 1)), "the matrix must have 2 rows of 2 numbers"),
        (lambda: cp_puzzles.Solutions([]), "Solutions(): puzzle must be of type Puzzle, not list"),
        (lambda: cp_puzzles.Solutions("soma"), "Solutions(): puzzle must be of type Puzzle, not str"),
        (lambda: cp_puzzles.Tile("a", 5), "Tile(): form must be a tuple of cells, not int"),
        (lambda: cp_puzzles.Tile("a", [(0, 0)]), "Tile(): form must be a tuple of cells, not list"),
        (lambda: cp_puzzles.parse_spec("name: ["), "check the indentation, the colons, the brackets and the quotes"),
        (lambda: cp_puzzles.count("soma", out="x"), "has no keyword 'out'; solve writes solutions: solve(puzzle, out="),
        (lambda: cp_puzzles.count("soma", on_solution=print), "has no keyword 'on_solution'; solve has it"),
        (lambda: cp_puzzles.count("soma", show=3), "count keeps no solutions: print(solve(puzzle).solutions[0])"),
        (lambda: cp_puzzles.solve("soma", rule=["faults"]), "write {NAME: VALUE}, as in {'faults': 0}"),
        (lambda: cp_puzzles.solve(None), "None: this is not a puzzle; give a name"),
        (
            lambda: cp_puzzles.hint("soma", engine="cp-sat"),
            "solve has it; hint has leave, parameters, given, rule",
        ),
        (lambda: cp_puzzles.design("soma", choose="pices"), "choose='pices': must be one of given, holes"),
        (lambda: cp_puzzles.tabulate("soma"), "tabulate(): missing a required argument: 'by'"),
        (
            lambda: cp_puzzles.build_puzzle("soma", leaves=[]),
            "build_puzzle() has no keyword 'leaves'; did you mean 'leave'?",
        ),
        (lambda: cp_puzzles.each("soma"), "say what does by for_, leaves"),
        (lambda: cp_puzzles.apart("soma", [5]), "solutions=[5]: must be solutions of the puzzle"),
        (lambda: cp_puzzles.verify("soma", 5), "path=5: must be the path of a file"),
        (lambda: cp_puzzles.build_puzzle("soma", leave=5), "leave=5: must be the label of a cell, or several"),
        (lambda: cp_puzzles.burr_piece("x"), "number='x': must be a whole number, at least 1"),
        (lambda: cp_puzzles.burr_piece(True), "number=True: must be a whole number, at least 1"),
        (lambda: cp_puzzles.count("soma", limit="1"), "limit='1': must be a whole number, at least 1"),
        (lambda: cp_puzzles.count("soma", time_limit="2"), "time_limit='2': must be a number of seconds"),
        (lambda: cp_puzzles.solve("soma", keep="no"), "keep='no': must be True or False"),
        (lambda: cp_puzzles.load_spec("soma", given={}), "given={}: must be a file, or a piece such as"),
        (
            lambda: cp_puzzles.unfold(NOTHING, symmetry="ful"),
            "did you mean 'full'",
        ),
        (lambda: cp_puzzles.count("soma", maximize=""), "maximize='': must be a measure"),
        (lambda: cp_puzzles.apart("soma", iter([5])), "solutions: each must be of type Solution, not int"),
        (lambda: cp_puzzles.generated_group(), "no generator is given"),
        (lambda: cp_puzzles.generated_group(((1, 1), (0, 1))), "generate no finite group"),
        (lambda: cp_puzzles.generated_group(((2, 0), (0, 1))), "so it is no isometry"),
        (lambda: cp_puzzles.generated_group(cp_puzzles.Isometry(((1, 0), (0, -1)), (1, 0))), "add translations="),
        (lambda: cp_puzzles.generated_group(5), "each generator must be of type tuple or Isometry, not int"),
        (lambda: cp_puzzles.experiment(["soma"]), "a list of 1: this is not a puzzle; give a name"),
        (lambda: cp_puzzles.Sublattice.scaled(0, 1), "each factor must be a whole number, at least 1"),
        (lambda: cp_puzzles.LinearExpression({1: 1.5}).weights, "'float' object cannot be interpreted as an integer"),
    ],
)
def test_wrong_argument_is_named(call: Any, sentence: str) -> None:
    """The message names the argument and the type that it needs."""
    with pytest.raises((PuzzleError, TypeError, ValueError), match=re.escape(sentence)):
        call()


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (
            lambda: cp_puzzles.solve("soma", timeout=3),
            "ArgumentError: solve() has no keyword 'timeout'; did you mean",
        ),
        (lambda: cp_puzzles.solve("soma", limit=0), "MistakeError: limit=0: must be a whole number, at least 1"),
        (lambda: cp_puzzles.solve("sooma"), "SpecError: sooma: no puzzle or file has this name; did you mean 'soma'?"),
        (lambda: cp_puzzles.tile_set(5), "ArgumentError: tile_set(): name must be of type str, not int"),
    ],
)
def test_notebook_shows_a_mistake_in_one_line(call: Any, line: str) -> None:
    """IPython shows what `_render_traceback_` returns: the message without 72 lines of this package."""
    with pytest.raises(OneLineError) as error:
        call()
    shown = error.value._render_traceback_()
    assert len(shown) == 1
    assert shown[0].startswith(line)


def test_puzzles_are_built_from_every_source() -> None:
    """`build_puzzle` and `tabulate` accept a name and a dictionary like other functions."""
    data = {"name": "x", "board": {"size": [2, 2]}, "tiles": [{"set": "domino", "multiplicity": 2}]}
    assert len(cp_puzzles.build_puzzle("soma").board.cells) == 27
    assert len(cp_puzzles.build_puzzle(data).board.cells) == 4
    assert cp_puzzles.tabulate(data, "tiles", symmetry="off", jobs=1).rows[0][1:] == (2, 2)
