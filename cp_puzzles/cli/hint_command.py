"""`hint`: one next piece that keeps a solution alive."""

from __future__ import annotations

import argparse

from cp_puzzles.cli import exits
from cp_puzzles.cli.arguments import add_json, add_options, add_puzzle, search_options

HELP = "one next piece that keeps a solution alive"
DESCRIPTION = """\
Show one piece to place next, so that the puzzle can still be finished: the one that belongs on the cell with the fewest
choices left. Say what lies already with --given, or under `given:` in the puzzle file."""
EPILOG = """\
examples:
  cp-puzzles hint pentomino6x10                     a first piece
  cp-puzzles hint my.yaml --given so_far.yaml       a next piece; exit status 1 if it cannot be finished"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    add_options(parser, "memory", time_limit="give up after S seconds")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Search one solution, show one piece of it."""
    from cp_puzzles.analysis.hint import hint
    from cp_puzzles.cli.console import puzzle_of, report
    from cp_puzzles.render.hint import hint_view

    found = hint(puzzle_of(options), **search_options(options))
    report(options, found.summary(), hint_view(found))
    return exits.OF_OUTCOME[found.status]
