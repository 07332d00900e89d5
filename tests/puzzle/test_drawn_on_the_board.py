"""What is typed as it looks: given pieces as letters on the board, names of cells as a drawing of words."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, load_spec, parse_spec, solve
from cp_puzzles.export.text_layers import letters, text_layers
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.schema import PuzzleSpec
from cp_puzzles.spec.text import spec_text


def drawn(name: str, picture: str) -> Puzzle:
    """A puzzle of the catalogue with pieces given as a picture."""
    data = load_spec(name).model_dump(by_alias=True, exclude_unset=True) | {"given": picture}
    return build_puzzle(PuzzleSpec.model_validate(data))


@pytest.mark.parametrize(
    "name",
    [
        "soma",
        "soma/crystal",
        "pentomino8x8_center",
        "calendar",
        "hexiamonds6x6",
        "tetrahexes7x4",
        "tetrahexes_rows7x4",
        "tetrasticks6x6",
        "trispheres_pyramid3",
        "prisms_hexagon",
    ],
)
def test_a_drawn_solution_is_given(name: str) -> None:
    """The drawing of a solution, as a text file has it, gives all its pieces on lattices that have drawings."""
    puzzle = build_puzzle(load_spec(name))
    solution = solve(puzzle, limit=1, engine="exact-cover", jobs=1).solutions[0]
    letter = letters([tile.name for tile in puzzle.tiles])
    if any(letter[tile.name] != tile.name for tile in puzzle.tiles):
        data = load_spec(name).model_dump(by_alias=True, exclude_unset=True)
        data["tiles"] = [
            {
                "name": letter[tile.name],
                "cells": [puzzle.lattice.written(cell) for cell in tile.form],
                "reflect": True if puzzle.lattice.is_flat else None,
                "disconnected": True,
                "multiplicity": {"min": tile.minimum, "max": tile.maximum},
            }
            for tile in puzzle.tiles
        ]
        given = text_layers(solution, letter).replace("-", ".")
        again = build_puzzle(PuzzleSpec.model_validate(data | {"given": given}))
    else:
        again = drawn(name, text_layers(solution, letter).replace("-", "."))
    assert {p.cells for p in again.given} == {p.cells for p in solution.placements}


def test_names_of_cells_are_drawn() -> None:
    """Words in rows name the cells of the rows, from left to right; a point leaves one without a name."""
    text = """
name: x
board:
  drawing: |
    .XX
    XXX
  labels: |
    Jan Feb
    1 . 3
fill: false
tiles: [{set: domino}]
"""
    spec = parse_spec(text)
    assert dict(build_puzzle(spec).board.labels) == {"Jan": (0, 1), "Feb": (0, 2), "1": (1, 0), "3": (1, 2)}
    assert parse_spec(spec_text(spec)) == spec


def test_names_of_a_row_with_a_hole() -> None:
    """A row with a hole has words for all its cells, or for those that are left."""
    for words in ("a b c", "a c"):
        text = f"{{name: x, board: {{size: [1, 3], holes: [[0, 1]], labels: {words}}}, tiles: [{{set: monomino}}]}}"
        assert dict(build_puzzle(parse_spec(text)).board.labels) == {"a": (0, 0), "c": (0, 2)}


def test_the_calendar_has_a_name_for_each_cell() -> None:
    """The calendar's drawn names are twelve months and 31 days, each where the box has it."""
    labels = dict(build_puzzle(load_spec("calendar")).board.labels)
    assert len(labels) == 43
    assert (labels["Jan"], labels["Dec"], labels["1"], labels["31"]) == ((0, 0), (1, 5), (2, 0), (6, 2))


def test_a_drawing_of_what_is_given_is_kept() -> None:
    """A drawing beside listed pieces adds to them, and a spec with one alone is written as one."""
    text = "name: x\nboard: {size: [2, 3]}\ntiles: [{set: domino, multiplicity: 3}]\ngiven: |\n  I..\n  I..\n"
    spec = parse_spec(text)
    assert parse_spec(spec_text(spec)) == spec
    assert "given: |\n  I..\n" in spec_text(spec)
    more = PuzzleSpec.model_validate(
        spec.model_dump(by_alias=True, exclude_unset=True)
        | {"given": [{"drawing": "I..\nI.."}, {"tile": "I", "cells": [(0, 1), (0, 2)]}]}
    )
    assert [p.cells for p in build_puzzle(more).given] == [((0, 0), (1, 0)), ((0, 1), (0, 2))]


def test_a_file_of_drawn_pieces(tmp_path: Path) -> None:
    """`--given FILE` takes a drawing, too."""
    file = tmp_path / "begun.yaml"
    file.write_text("given: |\n  XX.\n  ...\n".replace("X", "I"))
    puzzle_file = tmp_path / "p.yaml"
    puzzle_file.write_text("name: x\nboard: {size: [2, 3]}\ntiles: [{set: domino, multiplicity: 3}]\n")
    assert [p.cells for p in build_puzzle(load_spec(puzzle_file, given=[str(file), "I@1,0;1,1"])).given] == [
        ((0, 0), (0, 1)),
        ((1, 0), (1, 1)),
    ]


@pytest.mark.parametrize("comment", ["# a comment of one's own", "#"])
def test_a_comment_below_a_drawing_is_a_comment(comment: str) -> None:
    """What is said below a drawing, not as far to the right, is no row of it."""
    text = f"name: x\nboard:\n  drawing: |\n      ###\n  {comment}\ntiles: [{{set: trominoes, only: [I]}}]\n"
    assert len(build_puzzle(parse_spec(text)).board.cells) == 3
