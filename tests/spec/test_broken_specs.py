"""Every mistake in a spec is refused in one line: place, field, what is wrong with its value, and the remedy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.load import load_spec, parse_spec
from tests.spec.broken_specs import BrokenSpec, broken_specs

JARGON = re.compile(r"pydantic|validation|Input should|type=|None|True|False|tuple|dict|(?<!!)\b(str|int|bool)\b|Error")
CASES = [pytest.param(case, id=case.title) for case in broken_specs()]


def test_there_are_many_broken_specs() -> None:
    """The table is read at all, and no two of its entries have the same title."""
    titles = [case.title for case in broken_specs()]
    assert len(titles) >= 150
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("case", CASES)
def test_mistake_is_refused_with_place_and_remedy(case: BrokenSpec) -> None:
    """A broken spec raises a SpecError with exactly this text, whether it is read or built."""
    with pytest.raises(SpecError) as caught:
        build_puzzle(parse_spec(case.text, "puzzle.yaml"))
    assert str(caught.value) == f"puzzle.yaml:{case.message}"


@pytest.mark.parametrize("case", CASES)
def test_message_is_one_plain_line(case: BrokenSpec) -> None:
    """A message has a line and a column, a remedy, one line, and no word of the libraries behind it."""
    assert re.match(r"\d+:\d+: (\S.*: )?\S.*; \S", case.message)
    assert case.message.isprintable()
    assert len(case.message) < 350
    assert not JARGON.search(case.message)


@pytest.mark.parametrize("case", CASES[::15])
def test_file_is_named_as_it_was_given(case: BrokenSpec, tmp_path: Path) -> None:
    """Read from a file, the same message begins with the path of the file."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(case.text, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        build_puzzle(load_spec(path))
    assert str(caught.value) == f"{path}:{case.message}"


def test_place_is_in_the_attributes() -> None:
    """Place, problem and remedy can be read one by one, for whoever prints them."""
    with pytest.raises(SpecError) as caught:
        parse_spec("{name: x, board: {size: [0, 4]}, tiles: [{set: domino}]}", "a.yaml")
    error = caught.value
    assert (error.place, error.problem, error.remedy) == (
        "a.yaml:1:26: board.size.0",
        "0 is too small",
        "write 1 or more",
    )


def test_first_of_several_mistakes_is_named() -> None:
    """Of several mistakes the one that stands first in the file is named."""
    text = "name: x\ntiles: [{set: domino, multiplicity: x}]\nboard: {size: [0, 4]}\n"
    with pytest.raises(SpecError, match=r"^spec:2:23: tiles\.0\.multiplicity: 'x'"):
        parse_spec(text)


LABELLED = "{name: x, board: {size: [1, 3], labels: {Jan: [0, 0], Feb: [0, 1]}}, tiles: [{set: domino}]}"


def test_leave_of_an_unknown_label() -> None:
    """A cell that stays empty is named by a label of the board; the labels there are, are listed."""
    with pytest.raises(MistakeError) as caught:
        build_puzzle(parse_spec(LABELLED), leave=["Mar"])
    assert str(caught.value) == "leave='Mar': no cell of the board has this name; names: Jan, Feb"


def test_leave_on_a_board_without_labels() -> None:
    """A board without labels says so."""
    spec = parse_spec("{name: x, board: {size: [1, 3]}, tiles: [{set: domino}]}")
    with pytest.raises(MistakeError, match=r"^leave='1': no cell .*; names: none: the board has no labels$"):
        build_puzzle(spec, leave=["1"])


def test_leave_of_every_cell() -> None:
    """A board of which no cell is left is refused."""
    spec = parse_spec("{name: x, board: {size: [1, 2], labels: {a: [0, 0], b: [0, 1]}}, tiles: [{set: domino}]}")
    with pytest.raises(MistakeError, match=r"^leave: no cell of the board is left to cover; leave fewer"):
        build_puzzle(spec, leave=["a", "b"])
