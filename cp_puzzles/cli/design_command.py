"""`design`: challenges with one solution, made from a puzzle."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cp_puzzles.cli import exits
from cp_puzzles.cli.arguments import (
    add_file,
    add_json,
    add_options,
    add_puzzle,
    add_value,
    checked,
    out_folder,
    search_options,
    several,
)
from cp_puzzles.engines.registry import ENGINES, FASTEST
from cp_puzzles.option_kinds import Choice, Range, Whole

if TYPE_CHECKING:
    from cp_puzzles.analysis.design.challenge import Challenge
    from cp_puzzles.export.cards import Card
    from cp_puzzles.puzzle.model import Puzzle

PAPERS = ("a4", "letter")

HELP = "make challenges with exactly one solution"
DESCRIPTION = """\
Make challenges from a puzzle: a solution is drawn, and as few of its pieces are given as leave no other solution, in
any position. With --choose holes cells that it leaves empty are taken away instead, as few as will do; with --choose
pieces a challenge has exactly the pieces of the solution, and where none is given it is the only one up to turning and
mirroring. One engine proves that there is no other solution, another one solves every challenge again.

How hard a challenge is is what a person has to look ahead. easy: always some cell has only one placement left, or some
piece one place, where placements that leave a hole at once are struck out. medium: one or two rounds of such moves
ahead. hard: further ahead. expert: such looks ahead within a guess. More than five steps of the hardest kind make it
one grade harder. The same puzzle always has the same grade, however it is turned or named; `check --grade` tells it."""
EPILOG = """\
examples:
  cp-puzzles design pentomino6x10 --count 6 --out challenges          as few given pieces as can be, a file each
  cp-puzzles design pentomino6x10 --given 4 --difficulty medium..hard
  cp-puzzles design soma --count 8 --seed 1 --cards cards.pdf         cards to print, solutions on the back
  cp-puzzles design pentomino5x5 --choose pieces --count 3            five pieces that fill the square in one way
  cp-puzzles design calendar --choose holes,given                     a date, perhaps with a piece

exit status: 0 as many as were asked for; 1 there are fewer, and why; 2 a mistake; 3 the time limit came first;
130 interrupted (what was made is kept)"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, given="lying")
    amount = parser.add_mutually_exclusive_group()
    given = checked("given", Whole(minimum=0))
    amount.add_argument("--given", dest="number", metavar="N", type=given, help="exactly N given pieces")
    amount.add_argument("--unique", action="store_true", help="as few as leave one solution (this is the default)")
    choices = ("given", "holes", "pieces")
    parser.add_argument(
        "--choose",
        metavar="A,B",
        type=several("choose", Choice(choices)),
        default=("given",),
        help=f"what is chosen, one or more of {', '.join(choices)} (default: given)",
    )
    add_value(parser, "count", "make K challenges, none an image of another", Whole("K"), default=1)
    grades = ("easy", "medium", "hard", "expert")
    hard = f"how hard: {', '.join(grades)}, or a range such as easy..hard; more is given where less is too hard"
    add_value(parser, "difficulty", hard, Range(grades, noun="grade"))
    proves = f"who proves that there is no other solution, {' or '.join(ENGINES)}; the other one checks"
    add_options(parser, "time_limit", seed="of the chance (told)", engine=f"{proves} (default: {FASTEST})")
    parser.add_argument("--out", metavar="DIR", type=out_folder, help="write a puzzle file of each into this folder")
    add_file(parser, "draw cards to print on both sides, the solutions on the backs: .pdf", "cards")
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="of the cards (default: a4)")
    add_json(parser)


def card_of(puzzle: Puzzle, challenge: Challenge) -> Card:
    """The card of a challenge."""
    from cp_puzzles.export.cards import Card

    return Card(challenge.puzzle, challenge.solution.placements, challenge.number, challenge.grade or "", puzzle.name)


def run(options: argparse.Namespace) -> int:
    """Make challenges, show and write each as it comes."""
    from cp_puzzles.analysis.design.design import design
    from cp_puzzles.cli.console import puzzle_of, report, say, stderr, stdout
    from cp_puzzles.cli.new_file import file_stem, refuse_existing, write_new
    from cp_puzzles.export.cards import require_cards, save_cards
    from cp_puzzles.render.challenge import challenge_view, designs_panel

    if options.cards is not None:
        require_cards(options.cards)
    puzzle = puzzle_of(options)
    folder = None if options.out is None else Path(options.out)

    def file_of(number: int) -> Path:
        return (folder or Path()) / f"{file_stem(puzzle.name)}-{number}.yaml"

    if folder is not None:
        for number in range(1, options.count + 1):
            refuse_existing(file_of(number))
    console = stdout()
    with stderr().status("drawing a solution") as progress:

        def take(challenge: Challenge) -> None:
            if folder is not None:
                write_new(file_of(challenge.number), challenge.text)
            if not options.json:
                progress.stop()
                console.print(challenge_view(challenge))
                progress.start()
            progress.update(f"challenge {challenge.number + 1} of {options.count}")

        made = design(
            puzzle,
            given=options.number,
            choose=options.choose,
            count=options.count,
            difficulty=options.difficulty,
            on_challenge=take,
            **search_options(options),
        )
    if folder is not None and made.challenges:
        files = f"{file_of(1)}" + (f" to {file_of(len(made.challenges)).name}" if len(made.challenges) > 1 else "")
        say(f"wrote {files}")
    if options.cards is not None and made.challenges:
        save_cards([card_of(puzzle, challenge) for challenge in made.challenges], options.cards, options.paper)
        say(f"wrote {options.cards}: print both sides, turn at the long side")
    report(options, made.summary(), designs_panel(made))
    return exits.OF_OUTCOME[made.status]
