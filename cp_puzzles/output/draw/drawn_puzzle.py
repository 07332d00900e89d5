"""Puzzles with the cells that pictures show: on a torus that is one long row, those of a parallelogram."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.region_values import RegionRule
from cp_puzzles.puzzle.rules.tiling import Highlights


def drawn_puzzle(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the cells that pictures show, mostly itself; its tiles have the forms of the puzzle."""
    lattice, board = puzzle.lattice.drawn, puzzle.board
    if lattice is puzzle.lattice:
        return puzzle
    place = lattice.reduce
    return puzzle.replaced(
        lattice=lattice,
        board=replace(
            board,
            cells=tuple(sorted(map(place, board.cells))),
            optional=frozenset(map(place, board.optional)),
            labels=tuple((name, place(cell)) for name, cell in board.labels),
            left_empty=frozenset(map(place, board.left_empty)),
            cell_colors=tuple((place(cell), color) for cell, color in board.cell_colors),
            regions=tuple((name, tuple(sorted(map(place, cells)))) for name, cells in board.regions),
        ),
        given=tuple(drawn_placement(place, piece) for piece in puzzle.given),
        rules=tuple(
            replace(rule, cells=tuple(sorted(map(place, rule.cells)))) if isinstance(rule, RegionRule) else rule
            for rule in puzzle.rules
        ),
    )


def drawn_placement(place: Callable[[Cell], Cell], placement: Placement) -> Placement:
    """Return the placement on the cells that pictures show; `place` maps a cell."""
    cells = sorted(map(place, placement.cells))
    shown = {place(cell): text for cell, text in placement.shown_at().items()}
    return replace(placement, cells=tuple(cells), shown=tuple(shown[cell] for cell in cells) if shown else ())


def drawn_highlights(place: Callable[[Cell], Cell], highlights: Highlights) -> Highlights:
    """Return the highlights on the cells that pictures show; `place` maps a cell."""
    lines = tuple(tuple((place(a), place(b)) for a, b in line) for line in highlights.lines)
    return replace(highlights, lines=lines, points=tuple(tuple(map(place, group)) for group in highlights.points))
