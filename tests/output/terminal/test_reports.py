"""The panel, the overview and the table that the command line prints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cp_puzzles.analysis.disassemblies import Disassemblies
from cp_puzzles.analysis.hint import hint
from cp_puzzles.api import solve
from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.terminal.annotated_boards import hint_view, puzzle_overview
from cp_puzzles.output.terminal.canvas import TIMES
from cp_puzzles.output.terminal.result_panels import summary_panel
from cp_puzzles.output.terminal.result_tables import board_text, catalog_table, disassembly_sentence
from cp_puzzles.output.web.value_views import rich_view
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly
from cp_puzzles.puzzle.puzzle import build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.loader import load_spec, parse_spec
from tests.output.terminal.drawn_puzzles import Show, pentominoes

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


def test_summary_panel_of_a_complete_search(show: Show) -> None:
    """The panel of a complete search, word for word: four rows, and all with `verbose`."""
    assert show(summary_panel(SUMMARY)) == (
        """\
╭─ Pentominoes 6x10: 2,339 solutions ──────────────────────────╮
│ total   9,356 (rotations and reflections counted separately) │
│ time    4.7 s                                                │
│ status  complete: every possibility was examined             │
╰──────────────────────────────────────────────────────────────╯
"""
    )
    assert show(summary_panel(SUMMARY, verbose=True)) == (
        """\
╭─ Pentominoes 6x10: 2,339 solutions ──────────────────────────────╮
│ solutions   2,339 (up to rotation and reflection)                │
│ total       9,356 (rotations and reflections counted separately) │
│ symmetric   0 (the same after some rotation or reflection)       │
│ symmetries  4 (rotations and reflections of the puzzle)          │
│ puzzle      60 cells, 12 tiles; 2,056 placements, 72 items       │
│ engine      cp-sat, symmetry broken by lex, 2 processes          │
│ time        4.7 s, the first solution after 0.031 s              │
│ status      complete: every possibility was examined             │
╰──────────────────────────────────────────────────────────────────╯
"""
    )


def test_summary_names_the_command_that_explains(show: Show) -> None:
    """Without solutions and without a reason, the summary names the command with why; else the reason."""
    none = {**SUMMARY, "solutions": 0, "raw": 0, "first_solution_seconds": None}
    words = " ".join(show(summary_panel(none, "cp-puzzles explain my.yaml")).replace("│", " ").split())
    assert "complete: it cannot be solved; cp-puzzles explain my.yaml says why" in words
    assert "says why" not in show(summary_panel({**none, "reason": "too many cells"}))


@pytest.mark.parametrize(
    ("change", "title", "status"),
    [
        ({"status": "limit", "solutions": 3, "raw": None}, "3 solutions, perhaps more", "stopped at the limit"),
        (
            {"status": "limit", "solutions": 1, "raw": None},
            "solved",
            "one solution was asked for, and there may be more",
        ),
        ({"status": "time-limit", "solutions": 7, "raw": None}, "7 solutions, perhaps more", "out of time"),
        ({"status": "interrupted", "solutions": 0, "raw": None}, "no solution found yet", "interrupted"),
        ({"solutions": 0, "raw": 0}, "no solution", "it cannot be solved"),
    ],
)
def test_summary_states_the_end_of_the_search(show: Show, change: dict[str, Any], title: str, status: str) -> None:
    """Only a complete search says how many solutions there are; the others say that there may be more."""
    text = show(summary_panel({**SUMMARY, "first_solution_seconds": None, **change}))
    assert title in text.splitlines()[0]
    assert status in text


def test_reason_without_a_search(show: Show) -> None:
    """The panel of a puzzle without solutions contains the reason, wrapped to the width."""
    reason = "the tiles have 61 cells and the board has 60, so that at least one cell of a tile has no place at all"
    none = {"solutions": 0, "raw": 0, "first_solution_seconds": None, "reason": reason}
    text = show(summary_panel({**SUMMARY, **none}))
    assert "no solution" in text
    assert max(map(len, text.splitlines())) <= 80
    assert " ".join(text.replace("│", " ").split()).count("so that at least one cell") == 1


@pytest.mark.parametrize(
    ("change", "present", "absent"),
    [
        ({"solutions": 9356}, "9,356", ("symmetric", "symmetries")),
        ({"tiles": 0, "options": 7, "items": 10}, "7 options, 10 items", ("placement", "rotation")),
        ({"status": "limit", "solutions": 1, "raw": None, "symmetry": "full"}, "solved", ("total", "symmetries")),
    ],
    ids=["no symmetry", "cover problem", "one solution"],
)
def test_summary_leaves_out_what_does_not_apply(
    show: Show, change: dict[str, Any], present: str, absent: tuple[str, ...]
) -> None:
    """With --symmetry off or one solution no line on symmetric ones; of a cover problem no isometries."""
    text = show(summary_panel({**SUMMARY, "symmetry": "off", **change}, verbose=True))
    assert present in text
    assert not any(word in text for word in absent)


def test_overview_draws_every_tile(show: Show) -> None:
    """The tiles as they were drawn, the number of their orientations and what they may do."""
    text = show(puzzle_overview(pentominoes()))
    assert text.count("8 orientations") == 5
    assert text.count("2 orientations") == 1
    assert "rotated, flipped" in text
    assert max(map(len, text.splitlines())) <= 80


def test_overview_of_a_box_says_which_pieces_are_handed(show: Show) -> None:
    """Soma has two pieces that would need a mirror."""
    text = show(puzzle_overview(puzzle_from("soma")))
    assert text.count("only rotated") == 2
    assert "████ │ ██" in text


def test_catalog_keeps_the_names_that_are_typed(show: Show) -> None:
    """Names, titles, boards and numbers are complete at 80 columns; long titles have several lines."""
    long = parse_spec("{name: " + "long " * 30 + ", board: {size: [6, 10]}, tiles: [{set: pentominoes}]}")
    entries = [("a_name_of_thirty_characters___", long), ("soma", load_spec("soma"))]
    text = show(catalog_table(entries, width=80))
    assert "a_name_of_thirty_characters___" in text
    assert "Soma cube" in text
    assert text.count("long") == 30
    assert max(map(len, text.splitlines())) <= 80
    assert [line.split()[-2:] for line in text.splitlines() if line.strip().startswith("soma")] == [["3x3x3", "240"]]


def test_catalog_tells_the_number_that_solve_finds(show: Show) -> None:
    """The catalog shows the count of `components`, with its name, only if the spec expects no other count."""
    text = "{name: n, board: {size: [2, 3]}, tiles: [{set: domino, multiplicity: any}], expected: {components: 2}}"
    for spec, expected in ((load_spec("soma/a401425_418_separated"), "48"), (parse_spec(text), "2 (components)")):
        assert show(catalog_table([("n", spec)])).rstrip().endswith(f" {expected}")


def test_board_text_counts_the_cells_of_a_drawing() -> None:
    """A board other than a box is described by its number of cells."""
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


def test_result_shows_itself(show: Show, box: Solution) -> None:
    """The result of a search is its panel, with the reason where there is no solution."""
    result = solve(box.puzzle, jobs=1)
    assert show(result).splitlines()[0].startswith("╭─ box: 1 solution ─")
    reason = "a cell is covered by nothing"
    assert reason in show(replace(result, count=0, raw=0, first_solution_seconds=None, reason=reason))


def test_notebook_prints_as_a_terminal_does(small: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    """`str` of a value is the same in a Jupyter kernel, where rich alone would return an empty text."""
    printed = str(small)
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    assert str(small) == printed != ""


def test_value_without_a_drawing_is_refused() -> None:
    """The error names the type and the types that have a drawing."""
    with pytest.raises(TypeError, match="a list has no drawing; show a puzzle"):
        rich_view([])


def test_hint_gives_a_reason_that_a_person_can_see(show: Show) -> None:
    """The number of placements on a cell is said if it is small, and cells have their labels."""
    many = show(hint_view(hint("soma")))
    assert "Place " in many
    assert "placements can cover" not in many
    few = show(hint_view(hint("dominoes4x4")))
    assert "Only 2 placements can cover the cell in the first row, first column." in " ".join(few.split())
    assert "Jan" in show(hint_view(hint("calendar")))


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ((), "no assembly"),
        ((True,), "1 assembly; it can be built"),
        ((False,), "1 assembly; it cannot be built"),
        ((None,), "1 assembly; it is unknown whether it can be built, because a limit was reached"),
        ((None, None), "2 assemblies; it is unknown whether they can be built, because a limit was reached"),
        ((False, False), "2 assemblies; none of them can be built"),
        ((True, True), "2 assemblies; all of them can be built"),
        ((True, False, None), "3 assemblies; 1 of them can be built, 1 unknown, because a limit was reached"),
    ],
)
def test_disassemblies_are_counted_in_a_sentence(answers: tuple[bool | None, ...], sentence: str) -> None:
    """The sentence has a form for none, one and several; for one it said `1 of them`."""
    disassemblies = tuple(Disassembly(apart=answer, level=None) for answer in answers)
    result = Disassemblies(puzzle_from("soma"), disassemblies, "complete", 0.0)
    assert disassembly_sentence(result) == f"Soma cube: {sentence}"


def test_orientations_of_a_tube_are_used(show: Show) -> None:
    """The four orientations lie on a tube, in 64 placements, and colors stay; once each was called "not used"."""
    tiles = '[{name: L, drawing: "XX\\nX.", multiplicity: any}, {name: C, drawing: "bX\\nX.", multiplicity: any}]'
    puzzle = build_puzzle(parse_spec(f"{{name: o3, board: {{size: [5, 4], wrap: tube}}, colors: b, tiles: {tiles}}}"))
    text = show(puzzle_overview(puzzle, True))
    assert "C 4" in text
    assert "not used" not in text
    assert text.count("b") >= 4
    fixed = build_puzzle(
        parse_spec(
            f"{{name: o3, board: {{size: [5, 4], wrap: tube}}, colors: b, tiles: {tiles}}}".replace(
                "{name: L", "{orientations: [2], name: L"
            )
        )
    )
    assert show(puzzle_overview(fixed, True)).count("not used") == 3
