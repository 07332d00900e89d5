"""`check`: is the puzzle file right, and are its expected numbers?"""

from __future__ import annotations

import argparse

from cp_puzzles.cli import exits
from cp_puzzles.cli.arguments import add_json, add_options, search_options

HELP = "validate puzzle files; with --solve compare with what they expect"
DESCRIPTION = """\
Validate puzzle files without a search: cells, tiles, options, items, the symmetries of the puzzle, and any plain reason
why there is no solution. With --solve the numbers under `expected:` are counted and compared; with --grade a puzzle
with one solution is graded from easy to expert, as `design --help` says."""
EPILOG = """\
examples:
  cp-puzzles check my_puzzle.yaml                   what the program makes of the file
  cp-puzzles check --solve specs/*.yaml             count again everything that these files expect

exit status: 0 all is right; 1 a puzzle plainly has no solution; 2 a mistake, or a number that is not as expected;
3 the time limit came before a number was known"""


_WORST = (0, exits.NONE, exits.TIME, exits.MISTAKE)
"""Exit statuses, the worst last."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("specs", metavar="SPEC", nargs="+", help="puzzle files, or names that `list` shows")
    parser.add_argument("--solve", action="store_true", help="count what the files expect, and compare")
    parser.add_argument("--grade", action="store_true", help="say how hard a puzzle with one solution is")
    add_options(parser, "jobs", "memory", engine="who counts", time_limit="give up on a number after S seconds")
    add_json(parser, "a JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Check every file; the worst finding is the exit status."""
    from cp_puzzles.analysis.check import check_spec
    from cp_puzzles.cli.console import print_json, say, stdout
    from cp_puzzles.deadline import TimeIsOver
    from cp_puzzles.errors import MistakeError
    from cp_puzzles.render.checks import check_lines

    status = 0
    for name in options.specs:
        try:
            check = check_spec(name, solve=options.solve, grade=options.grade, **search_options(options))
        except MistakeError as error:
            if len(options.specs) == 1:
                raise
            say(str(error))
            status = exits.MISTAKE
            continue
        except TimeIsOver as over:
            if len(options.specs) == 1:
                raise
            say(f"{name}: out of time while {over.phase}")
            status = max(status, exits.TIME, key=_WORST.index)
            continue
        if options.json:
            print_json(check.summary())
        else:
            stdout().print(check_lines(check), soft_wrap=True)
        status = max(status, check.exit_status, key=_WORST.index)
    return status
