"""`export`: the model in another format."""

from __future__ import annotations

import argparse
from pathlib import Path

from cp_puzzles.cli.arguments import add_options, add_puzzle, search_options
from cp_puzzles.cli.problem_file import refuse_board_options
from cp_puzzles.export.formats import help_lines, is_problem
from cp_puzzles.search.store.file import is_store

HELP = "write the model, or the solutions of a stored run, in another format"
DESCRIPTION = f"""\
Write the model of a puzzle, or a cover problem from a .dlx file, to a file; the suffix chooses the format:
{help_lines("model", "problem", "puzzle")}
All but the first hold every solution, turned and mirrored ones too.

Of a run that --store keeps, the solutions are written, as --out would, also while the run goes on:
{help_lines("solutions")}"""
EPILOG = """\
examples:
  cp-puzzles export pentomino6x10 model.pbtxt       the CP-SAT model as text, symmetry broken
  cp-puzzles export soma soma.pbtxt --symmetry off  the bare exact cover
  cp-puzzles export soma soma.dlx                   11,520 solutions for any DLX program to find
  cp-puzzles export soma soma.cnf                   and for any model counter to count
  cp-puzzles export queens.dlx queens.opb           from one format into another
  cp-puzzles export bedlam.run bedlam.jsonl         what a stored run has found so far"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_puzzle(parser)
    parser.add_argument("out", metavar="OUT", help="the file to write")
    add_options(parser, "symmetry", "breaking", "settings")


def run(options: argparse.Namespace) -> int:
    """Write the file."""
    if is_store(options.spec):
        return _export_run(options)
    from cp_puzzles.cli.console import puzzle_of, stderr
    from cp_puzzles.export.dlx_reader import read_dlx
    from cp_puzzles.export.model import export_model, export_problem

    if is_problem(options.spec):
        refuse_board_options(options)
        written = export_problem(read_dlx(options.spec), options.out, Path(options.spec).stem)
    else:
        written = export_model(puzzle_of(options), options.out, **search_options(options))
    stderr().print(f"wrote {' and '.join(map(str, written))}", markup=False, soft_wrap=True)
    return 0


def _export_run(options: argparse.Namespace) -> int:
    from cp_puzzles.cli.console import stderr
    from cp_puzzles.cli.display import SafeWriter
    from cp_puzzles.search.store.reader import open_run

    written = 0
    with open_run(options.spec) as stored, SafeWriter(options.out, stored.puzzle) as writer:
        for written, solution in enumerate(stored, start=1):  # noqa: B007
            writer.write(solution)
        writer.conclude(complete=stored.status().state == "complete")
    stderr().print(f"wrote {written} solutions to {options.out}", markup=False, soft_wrap=True)
    return 0
