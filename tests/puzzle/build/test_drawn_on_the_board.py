"""Drawings over the board: given pieces as letters, labels as words."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, load_spec, parse_spec, solve
from cp_puzzles.analysis.design.challenge import with_given_drawn
from cp_puzzles.output.formats.text_solutions import letters, text_layers
from cp_puzzles.puzzle.puzzle import puzzle_from
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.tile_spec import GivenDrawing
from cp_puzzles.puzzle.spec.yaml_reader import spec_text
from tests.examples import sampled

DRAWN = "soma soma/crystal pentomino8x8_center calendar hexiamonds6x6 tetrahexes7x4 tetrahexes_rows7x4 tetrasticks6x6 \
trispheres_pyramid3 prisms_hexagon"


@pytest.mark.parametrize("name", DRAWN.split())
def test_drawn_solution_gives_all_pieces(name: str) -> None:
    """The drawing of a solution, as a text file has it, gives all its pieces on lattices that have drawings."""
    puzzle = puzzle_from(name)
    solution = solve(puzzle, limit=1, engine="exact-cover", jobs=1).solutions[0]
    letter = letters([tile.name for tile in puzzle.tiles])
    data = load_spec(name).to_dict() | {"given": text_layers(solution, letter).replace("-", ".")}
    if any(letter[tile.name] != tile.name for tile in puzzle.tiles):
        data["tiles"] = [
            {
                "name": letter[tile.name],
                "cells": [puzzle.lattice.coordinates(cell) for cell in tile.form],
                "reflect": True if puzzle.lattice.is_flat else None,
                "disconnected": True,
                "multiplicity": {"min": tile.minimum, "max": tile.maximum},
            }
            for tile in puzzle.tiles
        ]
    again = build_puzzle(PuzzleSpec.model_validate(data))
    assert {p.cells for p in again.given} == {p.cells for p in solution.placements}


def test_drawn_labels_name_cells() -> None:
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


def test_drawing_begins_with_the_least_layer() -> None:
    """The first rows of a drawing over cubes are those of the lowest layer, also below 0."""
    cells = [[layer, row, 0] for layer in (-1, 0) for row in (0, 1)]
    text = f"{{name: x, lattice: cubic, board: {{cells: {cells}, labels: {{}}}}, tiles: [{{set: monomino}}]}}"
    spec = parse_spec(text.replace("{}", '"a\\nb\\n\\nc\\nd"'))
    assert dict(build_puzzle(spec).board.labels) == {"a": (-1, 0, 0), "b": (-1, 1, 0), "c": (0, 0, 0), "d": (0, 1, 0)}


def test_calendar_labels_every_cell() -> None:
    """The calendar's drawn names are twelve months and 31 days, each where the box has it."""
    labels = dict(puzzle_from("calendar").board.labels)
    assert len(labels) == 43
    assert (labels["Jan"], labels["Dec"], labels["1"], labels["31"]) == ((0, 0), (1, 5), (2, 0), (6, 2))


def test_given_drawing_is_kept() -> None:
    """Given pieces of a drawing are added to listed ones; a spec with only a drawing is written with it."""
    text = "name: x\nboard: {size: [2, 3]}\ntiles: [{set: domino, multiplicity: 3}]\ngiven: |\n  I..\n  I..\n"
    spec = parse_spec(text)
    assert parse_spec(spec_text(spec)) == spec
    assert "given: |\n  I..\n" in spec_text(spec)
    more = PuzzleSpec.model_validate(
        spec.model_dump(by_alias=True, exclude_unset=True)
        | {"given": [{"drawing": "I..\nI.."}, {"tile": "I", "cells": [(0, 1), (0, 2)]}]}
    )
    assert [p.cells for p in build_puzzle(more).given] == [((0, 0), (1, 0)), ((0, 1), (0, 2))]


def test_given_file_may_be_drawn(tmp_path: Path) -> None:
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
def test_comment_below_drawing_is_no_row(comment: str) -> None:
    """A comment below a drawing with a smaller indentation is not a row of it."""
    text = f"name: x\nboard:\n  drawing: |\n      ###\n  {comment}\ntiles: [{{set: trominoes, only: [I]}}]\n"
    assert len(build_puzzle(parse_spec(text)).board.cells) == 3


LETTERED = ["tetrahexes7x4", "solid_pentomino3x4x5", "pentomino5x12", "hexiamonds_trapezoid", "kanoodle_small_pyramid"]


@pytest.mark.parametrize("name", sampled([*LETTERED, "five_tiles4x4", "dominoes4x4"], 3))
def test_drawn_given_reads_back(name: str) -> None:
    """Given pieces of a solution read back from the text, and are drawn where all names are letters."""
    plain = load_spec(name)
    pieces = solve(name, symmetry="off", engine="cp-sat", limit=2, jobs=1).solutions[0].placements
    for number in (1, 3, 4):
        lattice = build_puzzle(plain).lattice
        listed = [
            {"tile": p.tile, "cells": [list(lattice.coordinates(cell)) for cell in p.cells]} for p in pieces[:number]
        ]
        spec = type(plain).model_validate({**plain.to_dict(), "given": listed})
        puzzle = build_puzzle(spec)
        drawn = with_given_drawn(spec, puzzle)
        assert build_puzzle(parse_spec(spec_text(drawn))).given == puzzle.given
        assert name not in LETTERED or isinstance(drawn.given[0], GivenDrawing)


def test_adjacent_copies_are_listed() -> None:
    """A drawing would not separate adjacent copies of a tile."""
    spec = parse_spec(
        "{name: d, board: {size: [2, 4]}, tiles: [{set: domino, multiplicity: 4}], "
        "given: [{tile: I, cells: [[0, 0], [0, 1]]}, {tile: I, cells: [[1, 0], [1, 1]]}]}"
    )
    puzzle = build_puzzle(spec)
    assert with_given_drawn(spec, puzzle) == spec
    assert with_given_drawn(spec, puzzle.replaced(given=())) == spec
