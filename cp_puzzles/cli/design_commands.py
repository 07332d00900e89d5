"""The command `design`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cp_puzzles.analysis.analysis_options import DesignOptions
from cp_puzzles.base.file_access import writable_path
from cp_puzzles.base.text import counted
from cp_puzzles.base.values import OUT_FOLDER, TEXT, one_of, some_of
from cp_puzzles.cli import OF_OUTCOME
from cp_puzzles.cli import command as cli
from cp_puzzles.cli.console import progress_line, run_command, say_written, stdout
from cp_puzzles.errors import MistakeError, Parameter

if TYPE_CHECKING:
    from cp_puzzles.analysis.design.challenge import Challenge, Designs
    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.puzzle.puzzle import Puzzle

PAPERS = ("a4", "letter")
FILES = ("yaml", "json", "cards", "pages", "laser", "all")


@cli.command(
    cli.SPEC,
    *cli.options_of(DesignOptions),
    cli.flag("unique", "give as few pieces as possible (the default)"),
    cli.command_option("out", "write a puzzle file for each challenge into this folder", OUT_FOLDER),
    cli.command_option(
        "files", f"with --out, the files to write, one or more of {', '.join(FILES)} (default: yaml)", some_of(*FILES)
    ),
    cli.show_option("challenges"),
    cli.command_option("cards", "draw cards to print, with the solutions on the back: .pdf", TEXT, metavar="FILE"),
    cli.command_option("paper", "paper size of the cards", one_of(*PAPERS), default="a4"),
    cli.JSON,
)
def design_command(asked: cli.Asked) -> int:
    """Make challenges with exactly one solution from a puzzle.

    The program draws a solution at random and gives as few of its pieces as possible, so that no other solution
    contains them. With --choose holes, as few as possible of the cells that the solution leaves empty become holes.
    With --choose pieces, the challenge has exactly the pieces of the solution; if no piece is given, the solution is
    unique up to rotation and reflection. With --choose conditions, regions are drawn around the values of the solution,
    or taken from the board; each has a condition, such as the sum of its values, and none can be dropped. One engine
    proves uniqueness, and another engine solves every challenge again.

    The grade measures how far ahead a solver must look. easy: there is always a cell with only one possible placement,
    or a piece with only one place, once you exclude placements that leave a hole that cannot be filled. medium: you
    must look one or two rounds of such moves ahead. hard: further ahead. expert: you must guess and look ahead from
    there. More than five steps of the hardest kind raise the grade by one. The grade does not depend on names or on the
    orientation of the puzzle; `check --grade` prints it.

    Examples
    --------
    cp-puzzles design pentomino6x10 --count 6 --out challenges  six files, each with as few given pieces as possible
    cp-puzzles design pentomino6x10 --clues 4 --difficulty medium..hard
    cp-puzzles design pentomino6x10 --count 500 --out levels --files all  data, cards, pages and laser files
    cp-puzzles design soma --count 8 --seed 1 --cards cards.pdf  cards to print, solutions on the back
    cp-puzzles design pentomino5x5 --choose pieces --count 3  five pieces that fill the square in one way
    cp-puzzles design burr.yaml --choose pieces --level 4 --time-limit 600  a burr that needs at least four moves
    cp-puzzles design values.yaml --choose pieces,conditions  dominoes, and regions with conditions on their values
    cp-puzzles design calendar --choose holes,given  a date, and given pieces if necessary

    Exit status
    -----------
    0 as many challenges as requested; 1 fewer (the reason is printed); 2 mistake; 3 the time limit was reached;
    130 interrupted (finished challenges are kept)
    """
    from cp_puzzles.output.terminal.result_panels import designs_panel

    cli.refuse_both(asked, "clues", "unique")
    folder = None if asked.out is None else Path(asked.out)
    if asked.files and folder is None:
        raise MistakeError(Parameter("files"), "there is no folder", ("add ", Parameter("out", "levels")))
    if asked.cards is not None:
        _require_cards(asked.cards, folder)
    progress = progress_line()
    search = partial(_made, asked, progress)
    designs = run_command(asked, DesignOptions, search, designs_panel, progress=progress, on_progress=None)
    return OF_OUTCOME[designs.status]


def _made(asked: cli.Asked, progress: LiveProgress, puzzle: Puzzle, options: DesignOptions) -> Designs:
    """Return the challenges, each drawn and written when it is made."""
    from cp_puzzles.analysis.design.design import design
    from cp_puzzles.output.level_files import KINDS, LevelFiles, cards_of
    from cp_puzzles.output.make.cards import save_cards
    from cp_puzzles.output.terminal.annotated_boards import challenge_view
    from cp_puzzles.output.terminal.board_view import screenful

    kinds = KINDS if "all" in (asked.files or ()) else asked.files or ("yaml",)
    files = None if asked.out is None else LevelFiles(Path(asked.out), kinds, puzzle, options.count, asked.paper)
    console, drawn = stdout(), 0
    most = screenful(puzzle, console) if asked.show is None else asked.show
    progress.begin("drawing a solution")

    def take(challenge: Challenge) -> None:
        nonlocal drawn
        if files is not None:
            files.add(challenge)
        if not asked.json and (most is None or drawn < most):
            drawn += 1
            progress.stop()
            console.print(challenge_view(challenge))

    def show(challenges: int, solutions: int) -> None:
        of = counted(options.count, "challenge")
        progress.begin(f"{challenges} of {of}, {counted(solutions, 'solution')} tried")

    designs = design.of_options(puzzle, options.changed(on_challenge=take, on_progress=show))
    progress.begin("writing files")
    names = () if files is None else files.finish(designs)
    progress.stop()
    for name in names:
        say_written(name)
    if asked.cards is not None and designs.challenges:
        save_cards(cards_of(designs), asked.cards, asked.paper)
        say_written(asked.cards, "print both sides, flip on the long edge")
    return designs


def _require_cards(path: str, folder: Path | None) -> None:
    """Refuse a file of cards that cannot be written; the folder of the challenges will exist."""
    from cp_puzzles.output.make.cards import require_cards

    require_cards(path)
    if folder is None or folder.resolve() not in Path(path).resolve().parents:
        writable_path(path)
    else:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
