"""`export`: the model in another format."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import add_puzzle, add_question

HELP = "write the model in another format"
DESCRIPTION = (
    "Write the model of a puzzle to a file; the suffix chooses the format: .pbtxt or .pb for the CP-SAT model."
)
EPILOG = """\
examples:
  cp-puzzles export pentomino6x10 model.pbtxt       the CP-SAT model as text, symmetry broken
  cp-puzzles export soma soma.pbtxt --symmetry off  the bare exact cover
  cp-puzzles export soma soma.dlx                   11520 solutions for any DLX program to find"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_puzzle(parser)
    parser.add_argument("out", metavar="OUT", help="the file to write")
    add_question(parser)


def run(options: argparse.Namespace) -> int:
    """Write the file."""
    from cp_puzzles.cli.console import puzzle_of, stderr
    from cp_puzzles.export.model import export_model

    export_model(
        puzzle_of(options),
        options.out,
        symmetry=options.symmetry,
        breaking=options.breaking,
        settings=dict(options.setting),
    )
    stderr().print(f"wrote {options.out}", markup=False, soft_wrap=True)
    return 0
