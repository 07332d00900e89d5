"""The panel, the overview and the table that the command line prints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cp_puzzles.api import solve
from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.render.canvas import TIMES
from cp_puzzles.render.catalogue_table import board_text, catalogue_table
from cp_puzzles.render.overview import puzzle_overview
from cp_puzzles.render.report import summary_panel
from cp_puzzles.render.views import rich_view
from cp_puzzles.spec.load import load_spec, parse_spec
from cp_puzzles.spec.text import spec_text
from tests.render.drawn_puzzles import Show, pentominoes

SUMMARY: dict[str, Any] = {
    "name": "Pentominoes 6x10",
    "engine": "cp-sat",
    "symmetry": "full",
    "breaking": "lex",
    "status": "complete",
    "solutions": 2339,
    "raw": 9356,
    "self_symmetric": 0,
    "group_order": 4,
    "cells": 60,
    "tiles": 12,
    "items": 72,
    "options": 2056,
    "first_solution_seconds": 0.031,
    "seconds": 4.72,
    "jobs": 2,
    "statistics": {},
}


def test_summary_tells_each_number_in_a_line_of_its_own(show: Show) -> None:
    """The panel of a complete search, word for word."""
    assert show(summary_panel(SUMMARY)) == (
        """\
╭─ Pentominoes 6x10: 2,339 solutions ─────────────────────────────╮
│ solutions       2,339 (turned and mirrored boards count once)   │
│ in all          9,356 (every position counts by itself)         │
│ self-symmetric  0 (look the same after some turn or reflection) │
│ group order     4 (turns and reflections that keep the puzzle)  │
│ puzzle          60 cells, 12 tiles; 2,056 placements, 72 items  │
│ engine          cp-sat, symmetry broken by lex, 2 processes     │
│ time            4.7 s, the first solution after 0.031 s         │
│ status          complete: every possibility was examined        │
╰─────────────────────────────────────────────────────────────────╯
"""
    )


@pytest.mark.parametrize(
    ("change", "title", "status"),
    [
        ({"status": "limit", "solutions": 1, "raw": None}, "1 solution, perhaps more", "stopped at the limit"),
        ({"status": "time-limit", "solutions": 7, "raw": None}, "7 solutions, perhaps more", "out of time"),
        ({"status": "interrupted", "solutions": 0, "raw": None}, "no solution found yet", "interrupted"),
        ({"solutions": 0, "raw": 0}, "no solution", "it cannot be solved"),
    ],
)
def test_every_ending_is_told(show: Show, change: dict[str, Any], title: str, status: str) -> None:
    """Only a complete search says how many solutions there are; the others say that there may be more."""
    text = show(summary_panel({**SUMMARY, "first_solution_seconds": None, **change}))
    assert title in text.splitlines()[0]
    assert status in text


def test_reason_without_a_search(show: Show) -> None:
    """Where it is plain that there is no solution, the reason stands in the panel and wraps inside it."""
    reason = "the tiles have 61 cells and the board has 60, so that at least one cell of a tile has no place at all"
    none = {"solutions": 0, "raw": 0, "first_solution_seconds": None, "reason": reason}
    text = show(summary_panel({**SUMMARY, **none}))
    assert "no solution" in text
    assert max(map(len, text.splitlines())) <= 80
    assert " ".join(text.replace("│", " ").split()).count("so that at least one cell") == 1


def test_summary_without_symmetry_has_no_lines_about_it(show: Show) -> None:
    """With --symmetry off there is nothing to tell apart."""
    text = show(summary_panel({**SUMMARY, "symmetry": "off", "solutions": 9356}))
    assert "in all" not in text
    assert "group order" not in text


def test_overview_draws_every_tile_with_its_rules(show: Show) -> None:
    """The tiles as they were drawn, the number of their orientations and what they may do."""
    text = show(puzzle_overview(pentominoes()))
    assert text.count("8 ways") == 5
    assert text.count("2 ways") == 1
    assert "turns, flips" in text
    assert max(map(len, text.splitlines())) <= 80


def test_overview_of_a_box_says_which_pieces_are_handed(show: Show) -> None:
    """Soma has two pieces that would need a mirror."""
    text = show(puzzle_overview(build_puzzle(load_spec("soma"))))
    assert text.count("turns, no mirror") == 2
    assert "████ │ ██" in text


def test_catalogue_keeps_the_names_that_are_typed(show: Show) -> None:
    """Names, boards and numbers are whole at 80 columns; only titles are cut short."""
    long = parse_spec("{name: " + "long " * 30 + ", board: {size: [6, 10]}, tiles: [{set: pentominoes}]}")
    entries = [("a_name_of_thirty_characters___", long), ("soma", load_spec("soma"))]
    text = show(catalogue_table(entries))
    assert "a_name_of_thirty_characters___" in text
    assert max(map(len, text.splitlines())) <= 80
    assert [line.split()[-2:] for line in text.splitlines() if "soma" in line] == [["3x3x3", "240"]]


def test_catalogue_tells_the_number_that_solve_finds(show: Show) -> None:
    """That of parts which are moved by themselves only where a spec expects no other, and then by which symmetry."""
    text = "{name: n, board: {size: [2, 3]}, tiles: [{set: domino, multiplicity: any}], expected: {components: 2}}"
    for spec, told in ((load_spec("soma/a401425_418_separated"), "48"), (parse_spec(text), "2 (components)")):
        assert show(catalogue_table([("n", spec)])).rstrip().endswith(f" {told}")


def test_board_text_counts_the_cells_of_a_drawing() -> None:
    """A board that is no box is told by its number of cells."""
    spec = parse_spec('{name: n, board: {drawing: "XX\\nX"}, tiles: [{set: trominoes, only: [L]}]}')
    assert board_text(spec) == "3 cells"


def test_values_show_themselves(show: Show, small: Solution, box: Solution) -> None:
    """A spec and its puzzle are their overview, a placement a line, a solution its board and legend."""
    spec = parse_spec("{name: short, board: {size: [3, 3, 3]}, tiles: [{set: soma}]}")
    assert show(spec) == show(build_puzzle(spec))
    assert show(spec).startswith("short\n")
    assert show(small.puzzle).startswith("small\n")
    assert show(small.placements[2]) == "dot on (1,1)\n"
    assert "layer 1" in show(box)
    assert show(box).endswith(f" I  {TIMES}4\n")


def test_a_result_shows_itself(show: Show, box: Solution) -> None:
    """The result of a search is its panel, with the reason where there is no solution."""
    result = solve(box.puzzle, jobs=1)
    assert show(result).splitlines()[0].startswith("╭─ box: 1 solution ─")
    reason = "a cell is covered by nothing"
    assert reason in show(replace(result, count=0, raw=0, first_solution_seconds=None, reason=reason))


def test_a_notebook_prints_as_a_terminal_does(small: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a kernel rich would show an empty box and give no text."""
    printed = str(small)
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    assert str(small) == printed != ""


def test_a_value_without_a_drawing_is_refused() -> None:
    """What is wrong and what to show instead."""
    with pytest.raises(TypeError, match="a list has no drawing; show a PuzzleSpec"):
        rich_view([])


@pytest.mark.parametrize("name", ["pentomino6x10", "soma"])
def test_the_text_of_a_spec_says_the_same(name: str) -> None:
    """A spec written out and read again is equal."""
    spec = load_spec(name)
    assert parse_spec(spec_text(spec)) == spec


def test_every_field_of_a_spec_is_written() -> None:
    """Bounds in their short forms, drawings, labels that look like numbers, given pieces."""
    spec = parse_spec(
        """
        name: "1"
        board: {drawing: "XX?\\nXXX", labels: {"7": [0, 1], off: [0, 0]}, holes: [[1, 2]]}
        fill: false
        tiles:
          - {set: trominoes, except: [I], multiplicity: any, reflect: false}
          - {name: "2", cells: [[0, 0], [0, 1]], multiplicity: {min: 1, max: 3}, color: red, rotate: false}
          - {name: q, drawing: "X", multiplicity: {min: 2}}
        given: [{tile: "2", cells: [[0, 0], [0, 1]]}]
        expected: {off: 0}
        """
    )
    assert parse_spec(spec_text(spec)) == spec
