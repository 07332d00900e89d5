"""Views of specs, puzzles, placements, solutions and results: for rich, as text, and as SVG and HTML of a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from io import StringIO
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cp_puzzles.analysis.counts import MeasureTable
from cp_puzzles.analysis.design.challenge import Challenge, Designs
from cp_puzzles.analysis.disassemblies import Disassemblies
from cp_puzzles.analysis.experiment_result import ExperimentResult
from cp_puzzles.analysis.family.member import FamilyResult
from cp_puzzles.analysis.forecast import Forecast
from cp_puzzles.analysis.hint import Hint
from cp_puzzles.analysis.numbered_tilings import Sample
from cp_puzzles.analysis.smallest_rectangle import Smallest
from cp_puzzles.base.text import counted
from cp_puzzles.cover.dlx_problem import DlxProblem
from cp_puzzles.cover.proofs.explanation import Explanation
from cp_puzzles.cover.solution import Solution, Solutions
from cp_puzzles.output.draw.picture import Picture, framed, svg
from cp_puzzles.output.draw.puzzle_picture import (
    explanation_picture,
    placement_picture,
    puzzle_picture,
    solution_picture,
    solutions_picture,
)
from cp_puzzles.output.terminal.annotated_boards import challenge_view, explanation_view, hint_view, puzzle_overview
from cp_puzzles.output.terminal.board_view import gallery, legend, option_list, solution_view
from cp_puzzles.output.terminal.result_panels import (
    designs_panel,
    forecast_panel,
    sample_panel,
    smallest_panel,
    summary_panel,
)
from cp_puzzles.output.terminal.result_tables import (
    ExperimentTable,
    disassembly_sentence,
    disassembly_tables,
    family_view,
    measure_table,
)
from cp_puzzles.output.terminal.scene import printable
from cp_puzzles.output.web.solution_page import page_html
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.search.run_result import RunResult

TEXT_WIDTH = 120
"""Letters of a line of text."""

GALLERY = 6
"""The number of solutions of a sequence that are drawn as text."""

PICTURES = 12
"""The number of solutions of a sequence that are drawn in a notebook."""

HEIGHT, WIDEST = 460, 760
"""The height of a view in space, and the greatest width of a picture in a notebook, in pixels."""


def rich_view(value: object) -> RenderableType:
    """Return a Rich renderable of a public value of the package.

    Of a sequence of solutions or challenges the first few are drawn. Raises `TypeError` for a value without a drawing.
    """
    view = next((view for kind, view in _VIEWS.items() if isinstance(value, kind)), None)
    if view is None:
        raise TypeError(f"a {type(value).__name__} has no drawing; show a puzzle, a placement, a solution or a result")
    return view(value)


def _placement_view(placement: Placement) -> Text:
    cells = map(placement.lattice.coordinates, placement.cells) if placement.lattice else placement.cells
    written = (f"({','.join(map(str, cell))})" for cell in cells)
    return Text(f"{printable(placement.tile)} on {' '.join(written)}")


def _solution_view(solution: Solution) -> RenderableType:
    if isinstance(solution.puzzle, DlxProblem):
        return option_list(solution)
    return Group(solution_view(solution), legend(solution.puzzle, placements=solution.placements))


_VIEWS: Mapping[type, Callable[[Any], RenderableType]] = {
    PuzzleSpec: lambda spec: puzzle_overview(build_puzzle(spec)),
    DlxProblem: lambda x: Text(f"{x.name}: {counted(len(x.bounds), 'item')}, {counted(len(x.listed), 'option')}"),
    Puzzle: puzzle_overview,
    Placement: _placement_view,
    Solution: _solution_view,
    Explanation: explanation_view,
    Solutions: lambda solutions: gallery(solutions.puzzle, solutions[:GALLERY]),
    Forecast: forecast_panel,
    Sample: lambda sample: Group(rich_view(sample.solutions), sample_panel(sample)),
    Hint: hint_view,
    Challenge: challenge_view,
    Designs: lambda made: Group(*map(challenge_view, made.challenges[:GALLERY]), designs_panel(made)),
    Smallest: lambda found: Group(*map(rich_view, filter(None, [found.solution])), smallest_panel(found)),
    MeasureTable: measure_table,
    Disassemblies: lambda result: Group(disassembly_sentence(result), *disassembly_tables(result)),
    ExperimentResult: ExperimentTable,
    FamilyResult: family_view,
    RunResult: lambda result: summary_panel(result.summary()),
}
"""The view of each type of values; the first type that fits a value counts."""


def text_view(value: object) -> str:
    """Return the view of a value as text without colors, as `print` shows it."""
    # a notebook would be shown an empty box beside the text
    console = Console(
        file=StringIO(), width=TEXT_WIDTH, color_system=None, force_jupyter=False, highlight=False, legacy_windows=False
    )
    with console.capture() as captured:
        console.print(rich_view(value), soft_wrap=isinstance(value, Placement))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def svg_view(value: object) -> str | None:
    """Return the SVG picture of a spec, puzzle, placement, solution, solutions or explanation; else None.

    The picture is at most as wide as the page of a notebook.
    """
    draw = next((draw for kind, draw in _DRAWN.items() if isinstance(value, kind)), None)
    if draw is None or value == () or isinstance(getattr(value, "puzzle", value), DlxProblem):
        return None
    return svg(draw(value), widest=WIDEST)


_DRAWN: Mapping[type, Callable[[Any], Picture]] = {
    PuzzleSpec: lambda spec: framed(puzzle_picture(build_puzzle(spec))),
    Puzzle: lambda puzzle: framed(puzzle_picture(puzzle)),
    Placement: lambda placement: framed(placement_picture(placement), 0.25),
    Solution: lambda solution: framed(solution_picture(solution.puzzle, solution.placements)),
    Explanation: explanation_picture,
    Solutions: lambda solutions: solutions_picture(solutions.puzzle, solutions[:PICTURES]),
}
"""The picture of each type of values that has one in a notebook; others are tables."""


def html_view(value: object) -> str | None:
    """Return a frame with a solid solution that can be turned and taken apart, or texts and tables.

    The frame is a sandbox: its script reaches neither the notebook nor any server. A drawing in characters is
    preformatted text. None for a value with a picture.
    """
    if not isinstance(value, (*_DRAWN,)):
        return _html(rich_view(value)) or f"<pre>{escape(text_view(value))}</pre>"
    if not isinstance(value, Solution) or value.puzzle.lattice.is_flat:
        return None
    page = page_html(value.puzzle, [value], bare=True)
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" title="{escape(value.puzzle.name)}" '
        f'loading="lazy" style="width:100%;max-width:{WIDEST}px;height:{HEIGHT}px;border:0"></iframe>'
    )


def _html(part: object) -> str | None:
    """Return texts and tables as HTML; None if a part is neither, as a drawing in characters."""
    match part:
        case ExperimentTable():
            return _html(Group(*part.parts()))
        case Group():
            parts = [_html(each) for each in part.renderables]
            return None if None in parts else "".join(filter(None, parts))
        case Panel():
            inner = _html(part.renderable)
            title = part.title.plain if isinstance(part.title, Text) else part.title or ""
            return None if inner is None else f"<div><b>{escape(title)}</b>{inner}</div>"
        case Table():
            return _rows_html(part)
        case str() | Text():
            return f"<div>{escape(part if isinstance(part, str) else part.plain)}</div>"
    return None


def _rows_html(table: Table) -> str:
    """Return a table of texts as HTML."""
    sides = [f' style="text-align:{column.justify}"' for column in table.columns]

    def row(cells: Iterable[object], tag: str) -> str:
        texts = (escape(str(cell)) for cell in cells)
        return f"<tr>{''.join(f'<{tag}{side}>{text}</{tag}>' for side, text in zip(sides, texts, strict=True))}</tr>"

    title = f"<caption>{escape(str(table.title))}</caption>" if table.title else ""
    head = row((column.header for column in table.columns), "th") if table.show_header else ""
    body = "".join(row(cells, "td") for cells in zip(*(column.cells for column in table.columns), strict=True))
    note = f"<div>{escape(str(table.caption))}</div>" if table.caption else ""
    return f"<table>{title}{head}{body}</table>{note}"
