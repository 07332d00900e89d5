"""Parameters of a puzzle file and the expressions that use them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cp_puzzles import PuzzleSpec, count, load_spec, parse_spec
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.puzzle.spec.json_schema import json_schema
from cp_puzzles.puzzle.spec.parameters import evaluate, filled_in
from tests.cli.program import Program

TEXT = """\
name: "{kind} {n} x {m}"
parameters: {n: 4, m: 4, kind: domino}
board: {size: ["{n}", "{m}"]}
tiles:
- {set: "{kind}", multiplicity: "{n*m//2}"}
expected: {off: 36}
"""


def test_parameters_fill_numbers_and_words() -> None:
    """Expressions become numbers, words and parts of texts; other values drop the expected counts."""
    spec = parse_spec(TEXT)
    assert (spec.name, spec.board.size, spec.tiles[0].multiplicity.max) == ("domino 4 x 4", (4, 4), 8)
    assert spec.expected.off == 36
    wide = parse_spec(TEXT, parameters={"n": 2, "m": 10})
    assert (wide.board.size, wide.expected.off) == ((2, 10), None)


@given(
    st.recursive(
        st.integers(0, 99).map(str) | st.just("n"),
        lambda part: st.builds("({}{}{})".format, part, st.sampled_from(["+", "-", " * ", "//", " % "]), part),
        max_leaves=12,
    )
)
def test_evaluate_agrees_with_python(expression: str) -> None:
    """Expressions of the grammar have the value that Python gives them."""
    try:
        expected = eval(expression, {"n": 7})
    except ZeroDivisionError:
        expected = None
    if expected is None or abs(expected) > 10**9:
        with pytest.raises(ValueError, match=r"divides by zero|keep it within"):
            evaluate(expression, {"n": 7})
    else:
        assert evaluate(expression, {"n": 7}) == expected


def test_filled_in_keeps_doubled_braces() -> None:
    """Two braces stand for one."""
    assert filled_in("{{{n}}}", {"n": 3}, set()) == "{3}"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("n*m//2", "n**m"), "5:19: tiles.0.multiplicity: 'n\\*\\*m': expected a number or a parameter, found"),
        (("n*m//2", "k"), "there is no parameter 'k'"),
        (("n*m//2", "n//(m-4)"), "divides by zero"),
        (("n*m//2", "(n"), "expected a closing parenthesis, found the end"),
        (("n*m//2", "kind+1"), "is a word"),
        (("n*m//2", "__import__('os')"), "there is no parameter '__import__'"),
        (("{n*m//2}", "{n"), "single '{'"),
        (("m: 4,", "m: 4, k: 3,"), "2:26: parameters.k: no expression uses this parameter"),
        (("m: 4,", "m: 4.5,"), "is not a number or a word"),
        (("{n: 4, m: 4, kind: domino}", "[n]"), "expected a mapping"),
    ],
)
def test_parameters_refuse_mistakes(change: tuple[str, str], message: str) -> None:
    """A mistake in an expression or a parameter names its line and column."""
    with pytest.raises(SpecError, match=message):
        parse_spec(TEXT.replace(*change))


@pytest.mark.parametrize("values", [{"k": 1}, {"n": "x"}])
def test_parameters_refuse_unknown_values(values: dict[str, int | str]) -> None:
    """A value for an unknown parameter, and a word for a number, are mistakes."""
    with pytest.raises(MistakeError, match=r"parameter 'k'|is a number"):
        parse_spec(TEXT, parameters=values)


def test_parameters_in_python(tmp_path: Path) -> None:
    """Every source that is not built yet takes parameters."""
    file = tmp_path / "dominoes.yaml"
    file.write_text(TEXT, encoding="utf-8")
    assert count(file, symmetry="off", jobs=1, parameters={"n": 2}).count == 5
    assert load_spec(file, parameters={"n": 2}).board.size == (2, 4)
    data = {"name": "x", "parameters": {"n": 1}, "board": {"size": [1, "{n}"]}, "tiles": [{"set": "domino"}]}
    assert PuzzleSpec.from_dict(data, {"n": 2}).board.size == (1, 2)
    with pytest.raises(MistakeError, match="has its values already"):
        count(parse_spec(TEXT), parameters={"n": 2})


def test_set_on_the_command_line(run: Program, tmp_path: Path) -> None:
    """`--set` gives a parameter a value in commands of one puzzle and of several."""
    file = tmp_path / "dominoes.yaml"
    file.write_text(TEXT, encoding="utf-8")
    assert "5 solutions" in run("count", str(file), "--set", "n=2", "--symmetry", "off", "--jobs", "1").stdout
    assert "8 cells" in run("check", str(file), "--set", "n=2").stdout
    assert "--set k=2: the puzzle has no parameter 'k'" in run("count", str(file), "--set", "k=2").stderr


def test_schema_allows_expressions() -> None:
    """The JSON Schema accepts a file with parameters."""
    data = {"name": "x", "parameters": {"n": 1}, "board": {"size": [1, "{n}"]}, "tiles": [{"set": "{kind}"}]}
    assert Draft202012Validator(json_schema()).is_valid(data)
