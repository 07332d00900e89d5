"""The table of the catalog."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.table import Table
from rich.text import Text

from cp_puzzles.base.number_text import integer
from cp_puzzles.cover.symmetry.symmetry_group import COUNT_PREFERENCE
from cp_puzzles.output.terminal.scene import printable
from cp_puzzles.puzzle.build.board_frame import BoardFrame
from cp_puzzles.puzzle.build.build_board import build_board
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

WIDE_COLUMNS = 110
"""Width of a terminal that shows names and titles side by side."""


def catalog_table(entries: Iterable[tuple[str, PuzzleSpec]], width: int = WIDE_COLUMNS) -> Table:
    """Return a row for each puzzle, from its name on the command line and its spec; narrow tables have titles below.

    The solutions are those that the spec expects, up to full symmetry if it states them.
    """
    is_wide = width >= WIDE_COLUMNS
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("name" if is_wide else "name and title", no_wrap=True)
    if is_wide:
        table.add_column("title", no_wrap=True)
    table.add_column("board", no_wrap=True)
    table.add_column("solutions", justify="right", no_wrap=True)
    for name, spec in entries:
        key, title = Text(name, style="bold"), Text(printable(spec.name))
        title.truncate(width - (60 if is_wide else 30), overflow="ellipsis")
        heads = (key, title) if is_wide else (Text("\n  ").join((key, title)),)
        table.add_row(*heads, Text(board_text(spec)), Text(solutions_text(spec)))
    return table


def board_text(spec: PuzzleSpec) -> str:
    """Return the board in a few characters.

    >>> from cp_puzzles.puzzle.spec.loader import load_spec
    >>> board_text(load_spec("soma"))
    '3x3x3'
    """
    board, colors = spec.board, f" in {len(spec.colors)} colors" if spec.colors else ""
    if board.size is not None:
        text = "x".join(map(str, board.size))
        return f"{text} less {len(board.holes)}{colors}" if board.holes else f"{text}{colors}"
    return f"{len(build_board(BoardFrame.of(spec))[1].cells)} cells{colors}"


def solutions_text(spec: PuzzleSpec) -> str:
    """Return the expected number of solutions, with the equivalence unless it is `full`, and the optimum.

    >>> from cp_puzzles.puzzle.spec.loader import load_spec
    >>> solutions_text(load_spec("pentomino6x10"))
    '2,339'
    """
    for symmetry in COUNT_PREFERENCE:
        number = getattr(spec.expected, symmetry)
        if number is not None:
            best = "" if spec.expected.best is None else f"best {integer(spec.expected.best)}: "
            return best + integer(number) + ("" if symmetry == "full" else f" ({symmetry})")
    return "" if spec.expected.best is None else f"best {integer(spec.expected.best)}"
