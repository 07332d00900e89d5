"""Public functions with arguments of wrong types: an error of three kinds, with a sentence."""

from __future__ import annotations

from inspect import Parameter, isclass, signature
from typing import Any

import pytest

import cp_puzzles as typed_package
from cp_puzzles import PuzzleError
from cp_puzzles.base.argument_types import typed

cp_puzzles: Any = typed_package
"""The package without its types, which the calls here violate."""

WRONG: tuple[object, ...] = (
    *(
        None,
        True,
        5,
        -1,
        1.5,
        float("nan"),
        10**30,
        1j,
        b"x",
        object(),
        object,
        [5],
        [None],
        [object()],
        {1: 2},
        (1, 2),
    ),
    *({"a": 1}, {"given": {}}, set(), len, Ellipsis, range(3), slice(3), Exception("x"), "no\0name", "a\ud800"),
)

UNSPECIFIC = ("object has no attribute", "object is not", "NoneType' object", "unhashable")
"""Words of Python about its own operations, which name no argument."""

FUNCTIONS = {
    name: function
    for name in cp_puzzles.__all__
    if callable(function := getattr(cp_puzzles, name)) and not isclass(function) and signature(function).parameters
}
NEEDED: dict[str, dict[str, Any]] = {
    "count_each": {"leaves": []},
    "write_solutions": {"puzzle": "soma", "solutions": []},
}


@pytest.mark.parametrize("name", sorted({*FUNCTIONS} - {"experiment", "tile_set"}))
def test_first_argument_of_wrong_type_is_refused(name: str) -> None:
    """Of a wrong first argument comes a mistake, a TypeError or a ValueError; fifteen raised an AttributeError."""
    _, *others = signature(FUNCTIONS[name]).parameters.values()
    needed = [each for each in others if each.default is each.empty and each.kind is not Parameter.VAR_KEYWORD]
    keywords = NEEDED.get(name, {each.name: "x" for each in needed if each.kind is not Parameter.VAR_POSITIONAL})
    for value in WRONG:
        message = message_of(FUNCTIONS[name], value, keywords)
        assert message is None or message.strip(), (name, value)
        assert not any(words in (message or "") for words in UNSPECIFIC), (name, value, message)


def message_of(function: Any, value: object, keywords: dict[str, Any]) -> str | None:
    """Return the message of the error that a call raises, None if it raises none; other kinds of errors pass."""
    try:
        result = function(value, **keywords)
        if hasattr(result, "__next__"):
            next(result, None)
    except (PuzzleError, TypeError, ValueError) as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: cp_puzzles.count("dominoes4x4", given={}), "given={}: must be a file, or a piece such as 'I@0,0;0,1'"),
        (lambda: cp_puzzles.count("dominoes4x4", given={"tile": "I", "cells": 5}), "must be a file, or a piece"),
        (lambda: cp_puzzles.solve("soma", "frontier"), "one argument without a name, the puzzle; write leave=..."),
        (lambda: cp_puzzles.apart("soma", [5]), r"solutions must be of type Iterable\[Solution\], None, not list"),
        (lambda: cp_puzzles.verify("soma", 5), r"path must be of type str, PathLike\[str\], not int"),
        (lambda: cp_puzzles.build_puzzle("soma", leave=5), r"leave must be of type Iterable\[str\], not int"),
        (lambda: cp_puzzles.burr_piece("x"), "number must be of type int, not str"),
    ],
)
def test_wrong_argument_is_named(call: Any, sentence: str) -> None:
    """The message names the argument and the type that it needs."""
    with pytest.raises((PuzzleError, TypeError), match=sentence.replace("{}", r"\{\}")):
        call()


def test_puzzles_are_built_from_every_source() -> None:
    """`build_puzzle` and `count_by_empty_cells` accept a name and a dictionary like other functions."""
    data = {"name": "x", "board": {"size": [2, 2]}, "tiles": [{"set": "domino", "multiplicity": 2}]}
    assert len(cp_puzzles.build_puzzle("soma").board.cells) == 27
    assert len(cp_puzzles.build_puzzle(data).board.cells) == 4
    assert cp_puzzles.count_by_empty_cells(data, jobs=1) == {(): 2}


def test_typed_accepts_what_it_cannot_check() -> None:
    """Types that are not classes, and those for type checkers only, are not checked."""

    @typed
    def twice(number: float, other: Missing = None, *more: int) -> float:  # type: ignore[name-defined]  # noqa: F821
        return 2 * number

    assert twice(1, "x", 5) == 2
    with pytest.raises(TypeError, match=r"twice\(\): number must be of type float, not str"):
        twice("x")  # type: ignore[arg-type]
