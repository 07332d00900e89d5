"""`export`: the model in another format, or the pieces to print."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cp_puzzles.cli.arguments import add_options, add_puzzle, add_value, out_file, search_options
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.export.formats import help_lines, suffixes
from cp_puzzles.option_kinds import Extent, Kind, Millimetres
from cp_puzzles.search.store.file import is_store

HELP = "write the model, the pieces to print, or the solutions of a stored run, in another format"
DESCRIPTION = f"""\
Write the model of a puzzle, or a cover problem from a .dlx file, to a file; the suffix chooses the format:
{help_lines("model", "problem", "puzzle")}
All but the first hold every solution, turned and mirrored ones too.

Or write its pieces, each a closed solid, flat ones as high as a cell, and a tray for flat puzzles and boxes:
{help_lines("print")}

Of a run that --store keeps, the solutions are written, as --out would, also while the run goes on:
{help_lines("solutions")}"""
EPILOG = """\
examples:
  cp-puzzles export pentomino6x10 model.pbtxt       the CP-SAT model as text, symmetry broken
  cp-puzzles export soma soma.pbtxt --symmetry off  the bare exact cover
  cp-puzzles export soma soma.dlx                   11,520 solutions for any DLX program to find
  cp-puzzles export soma soma.cnf                   and for any model counter to count
  cp-puzzles export soma soma.3mf --cell 20         seven pieces and a box to print, 20 mm a cube
  cp-puzzles export queens.dlx queens.opb           from one format into another
  cp-puzzles export bedlam.run bedlam.jsonl         what a stored run has found so far"""

DEFAULTS = {"cell": "15", "gap": "0.2", "bevel": "0.5", "plate": "220x220"}
"""Of `Make`, as they are typed."""
_MAKE: tuple[tuple[str, Kind, str], ...] = (
    ("cell", Millimetres(), "the side of a square or a cube, or what is as long in drawings"),
    ("gap", Millimetres(), "between two pieces, and between a piece and the tray"),
    ("bevel", Millimetres(or_none=True), "what is cut off outer edges, of balls and sticks none"),
    ("plate", Extent(), "the size of a plate; where one is full the next begins beside it"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    parser.add_argument("out", metavar="OUT", type=out_file, help="the file to write")
    add_options(parser, "symmetry", "breaking", "settings", "time_limit", "memory")
    group = parser.add_argument_group("pieces to print, in millimetres")
    for name, kind, what in _MAKE:
        add_value(group, name, f"{what} (default: {DEFAULTS[name]})", kind)


def run(options: argparse.Namespace) -> int:
    """Write the file."""
    make = {name: value for name, *_ in _MAKE if (value := getattr(options, name)) is not None}
    _refuse_unused(options, make)
    if is_store(options.spec):
        return _export_run(options)
    from cp_puzzles.cli.console import puzzle_of, say
    from cp_puzzles.deadline import deadline_after, within
    from cp_puzzles.export.model import export_model
    from cp_puzzles.export.piece_solid import Make

    puzzle, asked = puzzle_of(options, board=False), search_options(options)
    deadline = deadline_after(asked.pop("time_limit"))
    written = within(deadline, "writing", lambda: export_model(puzzle, options.out, make=Make(**make), **asked))
    say(f"wrote {' and '.join(map(str, written))}")
    return 0


def _refuse_unused(options: argparse.Namespace, make: dict[str, Any]) -> None:
    """Refuse what is said about pieces where none are made."""
    if make and Path(options.out).suffix not in suffixes("print"):
        name, value = next(iter(make.items()))
        raise MistakeError(Parameter(name, value), "no pieces are made here", "write " + " or ".join(suffixes("print")))


def _export_run(options: argparse.Namespace) -> int:
    from cp_puzzles.cli.console import say
    from cp_puzzles.cli.display import SafeWriter
    from cp_puzzles.search.store.reader import open_run

    written = 0
    with open_run(options.spec) as stored, SafeWriter(options.out, stored.puzzle) as writer:
        for written, solution in enumerate(stored, start=1):  # noqa: B007
            writer.write(solution)
        writer.conclude(complete=stored.status().state == "complete")
    say(f"wrote {written} solutions to {options.out}")
    return 0
