"""`verify`: check a solution file without any engine."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import add_json, add_puzzle

HELP = "check a solution file against the puzzle, without any engine"
DESCRIPTION = "Check that every solution of a file solves the puzzle and that none comes twice, without any engine."
EPILOG = """\
examples:
  cp-puzzles solve soma --out soma.jsonl
  cp-puzzles verify soma soma.jsonl"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    follows = "a .jsonl or .xmpuzzle file that `solve --out` wrote, or that follows it"
    parser.add_argument("solutions", metavar="SOLUTIONS", help=follows)
    add_json(parser, "one summary object")


def run(options: argparse.Namespace) -> int:
    """Verify and report."""
    from cp_puzzles.analysis.verification import verify
    from cp_puzzles.cli.console import print_json, puzzle_of, stdout
    from cp_puzzles.number import counted, integer

    found = verify(puzzle_of(options, board=False), options.solutions)
    if options.json:
        print_json(vars(found))
    else:
        up_to, all_images = integer(found.orbits), integer(found.raw)
        images = f"up to symmetry {up_to}, with all their turned and mirrored images {all_images}"
        what = f"{options.solutions}: {counted(found.solutions, 'solution')}, all valid, none twice; {images}"
        stdout().print(what, markup=False, soft_wrap=True)
    return 0
