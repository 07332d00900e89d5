"""`sample`: tilings drawn at random."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import (
    add_file,
    add_json,
    add_options,
    add_puzzle,
    add_repeatable,
    add_show,
    add_solutions_file,
    checked,
)
from cp_puzzles.engines.registry import COUNTERS
from cp_puzzles.option_kinds import Whole

HELP = "draw tilings at random, each as likely as every other"
DESCRIPTION = """\
Draw tilings uniformly from all tilings of a puzzle, turned and mirrored ones too; each draw is independent, so that one
may come twice. Where the frontier is narrow its tables, of at most 2 GB, number all tilings, 10^60 of them as well as
ten; elsewhere they are listed, at most 1,000,000 up to symmetry; and where there are more the command says so."""
EPILOG = """\
examples:
  cp-puzzles sample dominoes8x8 -n 3                three of 12,988,816 tilings
  cp-puzzles sample dominoes8x8 --seed 1            the same one every time
  cp-puzzles sample dominoes8x8 --kth 1 --kth 1000  these two, as the engine numbers them
  cp-puzzles sample my.yaml --shares shares.csv     in how many tilings each placement occurs, exactly
  cp-puzzles sample my.yaml -n 500 --out some.html  a page to browse them in, with a heat map"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    parser.add_argument("-n", "--n", metavar="N", type=checked("n", Whole()), help="how many tilings (default: 1)")
    kth = "instead of drawing: the K-th tiling, from 1"
    add_repeatable(parser, "kth", "K", kth, read=checked("kth", Whole("K")))
    add_file(parser, "write the share of tilings that have each placement, .csv", "shares")
    add_show(parser, "of them")
    add_solutions_file(parser, "write them to a file")
    add_options(
        parser,
        "time_limit",
        engine=f"who numbers them: {COUNTERS[0]}, or one that lists them (default: {COUNTERS[0]} where its tables fit)",
        seed="draw what this seed draws (default: a new seed, told)",
        memory="how much memory its tables may take, such as 4GB (default: 2 GB)",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Draw tilings, show them, and say of how many."""
    from cp_puzzles.analysis.sample import draw, numbered
    from cp_puzzles.analysis.shares_file import require_csv, write_shares
    from cp_puzzles.analysis.tilings import tilings_of
    from cp_puzzles.cli.console import puzzle_of, report, stderr, stdout
    from cp_puzzles.cli.display import Drawings, SafeWriter
    from cp_puzzles.deadline import deadline_after, within
    from cp_puzzles.errors import MistakeError, Parameter
    from cp_puzzles.render.live import LiveProgress
    from cp_puzzles.render.sample import sample_panel

    for name, value in (("n", options.n), ("seed", options.seed)):
        if options.kth and value is not None:
            raise MistakeError(Parameter(name, value), "--kth says which tilings", "take one of the two away")
    if options.shares:
        require_csv(options.shares)
    puzzle = puzzle_of(options)
    drawings = Drawings(puzzle, stdout(), 0 if options.json else options.show)
    with SafeWriter(options.out, puzzle) as writer:
        with LiveProgress(stderr()) as progress:
            asked = {"engine": options.engine, "memory": options.memory, "on_progress": progress}
            deadline = deadline_after(options.time_limit)
            tilings = within(deadline, "numbering the tilings", lambda: tilings_of(puzzle, **asked))
        if options.kth:
            found = numbered(tilings, [number - 1 for number in options.kth])
        else:
            found = draw(tilings, options.n or 1, options.seed)
        for solution in found.solutions:
            writer.write(solution)
            drawings.add(solution)
    if options.shares:
        write_shares(options.shares, tilings)
    drawings.finish()
    report(options, found.summary(), sample_panel(found))
    return 0 if tilings.total else 1
