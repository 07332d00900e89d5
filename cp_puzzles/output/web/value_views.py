"""Views of specs, puzzles, placements, solutions and results: for rich, as text, and as SVG and HTML of a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from io import StringIO

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
from cp_puzzles.output.draw.picture import framed, svg
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

PICTURED = (PuzzleSpec, Puzzle, Placement, Solution, Solutions, Explanation)
"""Values with a picture in a notebook; others are tables."""

HEIGHT, WIDEST = 460, 760
"""The height of a view in space, and the greatest width of a picture in a notebook, in pixels."""


def rich_view(value: object) -> RenderableType:
    """Return a Rich renderable of a public value of the package.

    Of a sequence of solutions or challenges the first few are drawn. Raises `TypeError` for a value without a drawing.
    """
    match value:
        case PuzzleSpec():
            return puzzle_overview(build_puzzle(value))
        case DlxProblem():
            return Text(f"{value.name}: {counted(len(value.bounds), 'item')}, {counted(len(value.listed), 'option')}")
        case Puzzle():
            return puzzle_overview(value)
        case Placement():
            cells = map(value.lattice.coordinates, value.cells) if value.lattice else value.cells
            written = (f"({','.join(map(str, cell))})" for cell in cells)
            return Text(f"{printable(value.tile)} on {' '.join(written)}")
        case Solution(puzzle=DlxProblem()):
            return option_list(value)
        case Solution():
            return Group(solution_view(value), legend(value.puzzle, placements=value.placements))
        case Explanation():
            return explanation_view(value)
        case Solutions():
            return gallery(value.puzzle, value[:GALLERY])
        case Forecast():
            return forecast_panel(value)
        case Sample():
            return Group(rich_view(value.solutions), sample_panel(value))
        case Hint():
            return hint_view(value)
        case Challenge():
            return challenge_view(value)
        case Designs():
            return Group(*map(challenge_view, value.challenges[:GALLERY]), designs_panel(value))
        case Smallest():
            return Group(*[rich_view(value.solution)] * (value.solution is not None), smallest_panel(value))
        case MeasureTable():
            return measure_table(value)
        case Disassemblies():
            return Group(disassembly_sentence(value), *disassembly_tables(value))
        case ExperimentResult():
            return ExperimentTable(value)
        case FamilyResult():
            return family_view(value)
        case RunResult():
            return summary_panel(value.summary())
    raise TypeError(f"a {type(value).__name__} has no drawing; show a puzzle, a placement, a solution or a result")


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
    if isinstance(getattr(value, "puzzle", value), DlxProblem):
        return None
    match value:
        case PuzzleSpec():
            picture = framed(puzzle_picture(build_puzzle(value)))
        case Puzzle():
            picture = framed(puzzle_picture(value))
        case Placement():
            picture = framed(placement_picture(value), 0.25)
        case Solution():
            picture = framed(solution_picture(value.puzzle, value.placements))
        case Explanation():
            picture = explanation_picture(value)
        case Solutions() if value:
            picture = solutions_picture(value.puzzle, value[:PICTURES])
        case _:
            return None
    return svg(picture, widest=WIDEST)


def html_view(value: object) -> str | None:
    """Return a frame with a solid solution that can be turned and taken apart, or texts and tables.

    The frame is a sandbox: its script reaches neither the notebook nor any server. A drawing in characters is
    preformatted text. None for a value with a picture.
    """
    if not isinstance(value, PICTURED):
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
