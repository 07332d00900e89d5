"""The catalogue as a table."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.table import Table
from rich.text import Text

from cp_puzzles.number import integer
from cp_puzzles.puzzle.board import build_board
from cp_puzzles.render.marks import printable
from cp_puzzles.spec.schema import PuzzleSpec
from cp_puzzles.symmetry.group import TOLD


def catalogue_table(entries: Iterable[tuple[str, PuzzleSpec]]) -> Table:
    """A line for each puzzle, from the name that the command line knows it by and its spec.

    The solutions are those that the spec expects, up to every symmetry where it says so.
    """
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("to solve it", style="bold", no_wrap=True)
    table.add_column("puzzle")
    table.add_column("board", no_wrap=True)
    table.add_column("solutions", justify="right", no_wrap=True)
    for name, spec in entries:
        title = Text(printable(spec.name), no_wrap=True, overflow="ellipsis")
        table.add_row(Text(name), title, Text(board_text(spec)), Text(solutions_text(spec)))
    return table


def board_text(spec: PuzzleSpec) -> str:
    """The board in a few characters.

    >>> from cp_puzzles.spec.load import load_spec
    >>> board_text(load_spec("soma"))
    '3x3x3'
    """
    board, colours = spec.board, f" in {len(spec.colors)} colours" if spec.colors else ""
    if board.size is not None:
        text = "x".join(map(str, board.size))
        return f"{text} less {len(board.holes)}{colours}" if board.holes else f"{text}{colours}"
    return f"{len(build_board(spec)[1].cells)} cells{colours}"


def solutions_text(spec: PuzzleSpec) -> str:
    """The number of solutions that a spec expects, with the symmetry unless it is the full one, and their value.

    >>> from cp_puzzles.spec.load import load_spec
    >>> solutions_text(load_spec("pentomino6x10"))
    '2,339'
    """
    for symmetry in TOLD:
        number = getattr(spec.expected, symmetry)
        if number is not None:
            best = "" if spec.expected.best is None else f"best {integer(spec.expected.best)}: "
            return best + integer(number) + ("" if symmetry == "full" else f" ({symmetry})")
    return "" if spec.expected.best is None else f"best {integer(spec.expected.best)}"
