"""The docstrings and signatures of `solve`, `count` and `iter_solutions`, as `help` and Jupyter show them."""

from __future__ import annotations

import inspect
import pydoc
import re
from collections.abc import Callable
from typing import Any

import pytest

from cp_puzzles import RunResult, count, iter_solutions, solve

FUNCTIONS = pytest.mark.parametrize("function", [solve, count, iter_solutions], ids=lambda function: function.__name__)


@FUNCTIONS
def test_docstring_describes_every_parameter(function: Callable[..., Any]) -> None:
    """The section `Parameters` has the names of the signature, in order, each with a sentence."""
    doc = inspect.getdoc(function) or ""
    section = doc.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    assert re.findall(r"^\w+$", section, re.MULTILINE) == [*inspect.signature(function).parameters]
    assert len(re.findall(r"^\w+\n    [A-Z]", section, re.MULTILINE)) == len(inspect.signature(function).parameters)


@FUNCTIONS
def test_docstring_names_parameters_as_python_does(function: Callable[..., Any]) -> None:
    """The sentences are those for Python: without `--limit`, NAME=VALUE and `cp-puzzles list`."""
    doc = inspect.getdoc(function) or ""
    assert not re.search(r"(?<!-)--[a-z]|NAME=|cp-puzzles|this labeled cell|after [NS] ", doc)
    assert "time_limit\n    Stop after this many seconds.\n" in doc
    assert doc.index("Parameters\n") < doc.index("Examples\n")


@FUNCTIONS
def test_signature_has_types(function: Callable[..., Any]) -> None:
    """Every parameter and the result have a type, without modules and the metadata of options."""
    signature = inspect.signature(function)
    assert all(parameter.annotation is not inspect.Parameter.empty for parameter in signature.parameters.values())
    assert not re.search(r"Annotated|typing\.|collections\.", str(signature))
    assert "time_limit: 'float | None' = None" in str(signature)


def test_help_shows_the_section() -> None:
    """`help(solve)` shows summary, parameters, errors and an example; the type of a result lists its attributes."""
    text = pydoc.plain(pydoc.render_doc(solve))
    parts = ("Find the solutions", "Parameters", "limit", "Raises", "MistakeError", "Examples", '>>> result = solve("')
    assert re.search(".*".join(map(re.escape, parts)), text, re.DOTALL)
    assert "Attributes\n----------" in (inspect.getdoc(RunResult) or "")
