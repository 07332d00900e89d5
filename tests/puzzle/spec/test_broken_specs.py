"""Every mistake in a spec is refused in one line: place, field, what is wrong with its value, and the remedy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.puzzle import build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.puzzle.spec.broken_specs import BrokenSpec, broken_specs
from tests.written import puzzle_of

JARGON = re.compile(r"pydantic|validation|Input should|type=|None|True|False|tuple|dict|(?<!!)\b(str|int|bool)\b|Error")
CASES = [pytest.param(case, id=case.title) for case in broken_specs()]


def test_broken_specs_are_many_and_distinct() -> None:
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


def test_messages_are_plain_lines() -> None:
    """A message has a line and a column, a remedy, one line, and no word of the libraries behind it."""
    for case in broken_specs():
        assert re.match(r"\d+:\d+: (\S.*: )?\S.*; \S", case.message)
        assert case.message.isprintable()
        assert len(case.message) < 350
        assert not JARGON.search(case.message), case.title


@pytest.mark.parametrize("case", CASES[::15])
def test_file_is_named_as_it_was_given(case: BrokenSpec, tmp_path: Path) -> None:
    """Read from a file, the same message begins with the path of the file."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(case.text, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        puzzle_from(path)
    assert str(caught.value) == f"{path}:{case.message}"


def test_unknown_lattice_lists_all() -> None:
    """A name that resembles no lattice is refused with the list of lattices."""
    with pytest.raises(SpecError, match=f"write one of {', '.join(LATTICES)}"):
        parse_spec("{name: x, lattice: quasicrystal, board: {size: [1, 2]}, tiles: [{set: domino}]}")


def test_place_is_in_the_attributes() -> None:
    """An error has place, problem and remedy as separate attributes."""
    with pytest.raises(SpecError) as caught:
        parse_spec("{name: x, board: {size: [0, 4]}, tiles: [{set: domino}]}", "a.yaml")
    error = caught.value
    assert (error.place, error.problem, error.remedy) == (
        "a.yaml:1:26: board.size.0",
        "0 is too small",
        "write 1 or more",
    )


@pytest.mark.parametrize("case", [*broken_specs("several_mistakes.txt")], ids=lambda case: case.title)
def test_all_mistakes_are_reported_at_once(case: BrokenSpec) -> None:
    """Mistakes in fields have a line each; a puzzle with good fields has those of its first part with a mistake."""
    with pytest.raises(SpecError) as caught:
        build_puzzle(parse_spec(case.text))
    expected = [f"spec:{line}" for line in case.message.splitlines()]
    assert str(caught.value).splitlines() == caught.value.typed.splitlines() == expected


def test_very_many_mistakes_are_counted() -> None:
    """The message lists at most a screen of mistakes and counts the others."""
    holes = ", ".join(["[9, 9]"] * 30)
    with pytest.raises(SpecError) as caught:
        puzzle_of(f"board: {{size: [2, 3], holes: [{holes}]}}, tiles: [{{set: domino}}]")
    assert str(caught.value).endswith("\nand 10 more")
    assert len(str(caught.value).split("\n")) == 21


LABELED = "board: {size: [1, 2], labels: {Jan: [0, 0], Feb: [0, 1]}}"
NO_CELL = ": no cell of the board has this name; "


@pytest.mark.parametrize(
    ("board", "leave", "message"),
    [
        (LABELED, ["Mar"], f"leave='Mar'{NO_CELL}names: Jan, Feb"),
        ("board: {size: [1, 2]}", ["1"], f"leave='1'{NO_CELL}the board has no labels"),
        (LABELED, ["Jan", "Feb"], "leave: no cell of the board is left to cover; leave fewer cells empty"),
    ],
)
def test_leave_mistake_is_refused(board: str, leave: list[str], message: str) -> None:
    """Cells to leave empty are labels of the board, and not all of its cells."""
    with pytest.raises(MistakeError) as caught:
        puzzle_of(f"{board}, tiles: [{{set: domino}}]", leave=leave)
    assert str(caught.value) == message
