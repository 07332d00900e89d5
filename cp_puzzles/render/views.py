"""What rich shows for a spec, a puzzle, a placement, a solution and a result."""

from __future__ import annotations

from io import StringIO

from rich.console import Console, Group, RenderableType
from rich.text import Text

from cp_puzzles.analysis.experiment_result import ExperimentResult
from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.number import counted
from cp_puzzles.proofs.explanation import Explanation
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.render.board import solution_view
from cp_puzzles.render.experiment_table import experiment_table
from cp_puzzles.render.explanation import explanation_view
from cp_puzzles.render.gallery import gallery
from cp_puzzles.render.legend import legend
from cp_puzzles.render.marks import printable
from cp_puzzles.render.option_lists import option_list
from cp_puzzles.render.overview import puzzle_overview
from cp_puzzles.render.report import summary_panel
from cp_puzzles.search.result import RunResult
from cp_puzzles.spec.schema import PuzzleSpec

TEXT_WIDTH = 120
"""Letters of a line of text."""

GALLERY = 6
"""How many solutions of a sequence are drawn."""


def rich_view(value: object) -> RenderableType:
    """A rich renderable of a `PuzzleSpec`, `Puzzle`, `Placement`, `Solution`, `Solutions`, `RunResult` or
    `ExperimentResult`.

    Of a sequence of solutions the first few are drawn. Raises `TypeError` for anything else.
    """
    if isinstance(value, PuzzleSpec):
        return puzzle_overview(build_puzzle(value))
    if isinstance(value, Matrix):
        return Text(f"{value.name}: {counted(len(value.bounds), 'item')}, {counted(len(value.listed), 'option')}")
    if isinstance(value, Puzzle):
        return puzzle_overview(value)
    if isinstance(value, Placement):
        cells = map(value.lattice.written, value.cells) if value.lattice else value.cells
        return Text(f"{printable(value.tile)} on {' '.join(map(_cell, cells))}")
    if isinstance(value, Solution) and isinstance(value.puzzle, Matrix):
        return option_list(value)
    if isinstance(value, Solution):
        board = solution_view(value)
        return Group(board, legend(value.puzzle, placements=value.placements))
    if isinstance(value, Explanation):
        return explanation_view(value)
    if isinstance(value, Solutions):
        return gallery(value.puzzle, value[:GALLERY])
    if isinstance(value, ExperimentResult):
        return experiment_table(value)
    if isinstance(value, RunResult):
        return summary_panel(value.summary())
    drawn = "a PuzzleSpec, Puzzle, Placement, Solution, Solutions, RunResult or ExperimentResult"
    raise TypeError(f"a {type(value).__name__} has no drawing; show {drawn}")


def text_view(value: object) -> str:
    """What rich shows, as text without colours: what `print` shows."""
    console = Console(
        file=StringIO(),
        width=TEXT_WIDTH,
        color_system=None,
        force_jupyter=False,  # a notebook would be shown an empty box beside the text
        highlight=False,
        legacy_windows=False,
    )
    with console.capture() as captured:
        console.print(rich_view(value), soft_wrap=isinstance(value, Placement))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _cell(cell: tuple[int, ...]) -> str:
    return f"({','.join(map(str, cell))})"
