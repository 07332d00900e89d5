"""Given pieces of a separate file are added to those of the spec; mistakes have their position in that file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.puzzle import build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.loader import load_spec

SPEC = """name: x
board: {size: [2, 3], labels: {a: [1, 2]}}
tiles:
  - {set: domino, multiplicity: any, color: teal}
  - {set: trominoes, except: [I], multiplicity: {max: 2}}
given:
  - {tile: L, cells: [[0, 0], [0, 1], [1, 0]]}
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Writes the spec and a file of placements, and gives the paths of both."""
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> tuple[str, str]:
        (tmp_path / "puzzle.yaml").write_text(SPEC)
        (tmp_path / "given.yaml").write_text(text)
        return "puzzle.yaml", "given.yaml"

    return write


@pytest.mark.parametrize("key", ["", "given:\n"])
def test_given_file(files: Callable[..., Any], key: str) -> None:
    """A list, with or without its key, is added to the given pieces of the spec; once it replaced them."""
    path, given = files(key + "- {tile: I, cells: [[1, 2], [1, 1]]}\n")
    spec = load_spec(path, given=given)
    placed = [("L", ((0, 0), (0, 1), (1, 0))), ("I", ((1, 1), (1, 2)))]
    assert [(put.tile, put.cells) for put in build_puzzle(spec).given] == placed
    assert spec.tiles == load_spec(path).tiles


def test_empty_list_gives_nothing(files: Callable[..., Any]) -> None:
    """An empty list changes nothing."""
    path, given = files("[]")
    assert build_puzzle(load_spec(path, given=given)) == puzzle_from(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "given.yaml:1:1: the file holds nothing; write a list of {tile: X, cells: [...]}"),
        ("5", "given.yaml:1:1: the file holds 5; write a list of {tile: X, cells: [...]}"),
        ("name: x", "given.yaml:1:1: the file holds a mapping; write a list of {tile: X, cells: [...]}"),
        ("given: 5", "given.yaml:1:1: given: expected a list, found 5; write it in brackets"),
        ("- {tile: I, cell: []}", "given.yaml:1:13: given.0.cell: there is no key 'cell' here; did you mean 'cells'?"),
        ("- {tile: V, cells: [[0, 0]]}", "given.yaml:1:4: given.0.tile: there is no tile 'V'; tiles: I L"),
        (
            "- {tile: I, cells: [[0, 2], [1, 1]]}",
            "given.yaml:1:13: given.0.cells: these 2 cells are not a placement of 'I'",
        ),
        (
            "- {tile: I, cells: [[0, 2], [0, 1]]}",
            "given.yaml:1:29: given.0.cells.1: the cell [0, 1] is covered by 'L' already; move one",
        ),
    ],
)
def test_mistake_in_a_given_file(files: Callable[..., Any], text: str, message: str) -> None:
    """A mistake names the file of placements, with its line and column."""
    path, given = files(text)
    with pytest.raises(SpecError) as caught:
        build_puzzle(load_spec(path, given=given))
    assert str(caught.value).startswith(message)


def test_other_mistakes_stay_with_the_spec(files: Callable[..., Any]) -> None:
    """A mistake elsewhere still names the spec."""
    path, given = files("[]")
    spec = load_spec(path, given=given)
    assert spec.error(("board", "size"), "a", "b").place == "puzzle.yaml:2:9: board.size"
    assert spec.error(("given", 0, "tile"), "a", "b").place == "puzzle.yaml:7:6: given.0.tile"
