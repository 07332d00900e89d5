"""Highlights of rules: every drawing has as many lines and points as the measure counts."""

from __future__ import annotations

import pytest

from cp_puzzles import Solution, iter_solutions, parse_spec
from cp_puzzles.output.draw.cell_shapes import point_of, runs_of
from cp_puzzles.output.draw.picture import Shape
from cp_puzzles.output.draw.puzzle_picture import solution_picture
from cp_puzzles.output.terminal.board_view import solution_view
from tests.output.terminal.drawn_puzzles import Show

DOMINOES = "{name: x, board: {size: [%s]}, tiles: [{set: domino, multiplicity: any}], rules: {%s}}"


def solutions(size: str, rules: str) -> list[Solution]:
    return list(iter_solutions(parse_spec(DOMINOES % (size, rules)), symmetry="off", jobs=1))


@pytest.mark.parametrize("rule", ["faults", "crossroads"])
def test_highlights_match_the_measure(rule: str) -> None:
    """Each fault line is one run on a board without holes, each crossing one point of the board."""
    for solution in solutions("4, 4", f"{rule}: {{min: 0}}"):
        highlights, lattice = solution.highlights, solution.puzzle.lattice
        runs = [run for line in highlights.lines for run in runs_of(lattice, line)]
        points = {point_of(lattice, group) for group in highlights.points}
        assert len(runs) + len(points) == solution.measure(rule)
        for (x1, y1), (x2, y2) in runs:
            assert {abs(x2 - x1), abs(y2 - y1)} == {0.0, 4.0}


def test_no_rule_means_no_highlights() -> None:
    """A puzzle that does not ask for fault lines is drawn as it was."""
    [plain, *_] = solutions("2, 2", "")
    assert (plain.highlights.lines, plain.highlights.points, plain.highlights.classes) == ((), (), ())


def test_colors_of_neighbors_differ() -> None:
    """Pieces have the color of their class, and those that touch have different ones."""
    for solution in solutions("4, 4", "colorable: {with: 3}"):
        colors = solution.highlights.classes
        owner, lattice = solution.tile_at(), solution.puzzle.lattice
        for cell, piece in owner.items():
            assert all(
                owner[n] == piece or colors[owner[n]] != colors[piece] for n in lattice.neighbors(cell) if n in owner
            )
        shapes = [
            item for item in solution_picture(solution.puzzle, solution.placements).items if isinstance(item, Shape)
        ]
        assert len({shape.fill for shape in shapes} - {"rim"}) == len(set(colors))


def test_highlights_are_drawn_in_the_terminal(show: Show) -> None:
    """Fault lines are heavy, crossings dots, colors numbers; in ASCII too."""

    def drawn(solution: Solution, encoding: str = "utf-8") -> str:
        return show(solution_view(solution), encoding=encoding)

    [fault] = [found for found in solutions("2, 2", "faults: 1") if found.placements[0].cells == ((0, 0), (1, 0))]
    assert drawn(fault) == "┌───┰───┐\n│ I ┃ I │\n│   ┃   │\n│ I ┃ I │\n└───┸───┘\n"
    assert drawn(fault, "ascii").splitlines()[1] == "| I # I |"
    [crossing] = solutions("2, 4", "crossroads: 1")
    assert (drawn(crossing).count("●"), drawn(crossing, "ascii").count("*")) == (1, 1)
    assert drawn(crossing).splitlines()[2] == "├───────●───────┤"
    assert "I1  I1" in drawn(solutions("2, 2", "colorable: {with: 2}")[0])


def test_fault_lines_of_boxes_and_triangles_are_drawn() -> None:
    """Lines in a box are drawn in the layers that a plane cuts; slanted lines follow the sides of cells."""
    box = "{name: x, board: {size: [2, 2, 2]}, tiles: [{set: domino, multiplicity: 4}], rules: {faults: {min: 1}}}"
    triangles = (
        "{name: h, lattice: triangular, board: {hexagon: 1}, tiles: [{set: diamond, multiplicity: any}],"
        " fill: false, rules: {faults: {min: 1}}}"
    )
    for text in (box, triangles):
        drawn = 0
        for found in iter_solutions(parse_spec(text), jobs=1):
            runs = [runs_of(found.puzzle.lattice, line) for line in found.highlights.lines]
            assert len(runs) == found.measure("faults")
            drawn += sum(map(len, runs))
        assert drawn
