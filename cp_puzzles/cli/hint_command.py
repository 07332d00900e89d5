"""The command `hint`."""

from __future__ import annotations

from cp_puzzles.analysis.options import HintOptions
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import json_option, options_of, spec_argument


@command
@spec_argument
@options_of(HintOptions)
@json_option()
def run(asked: Asked) -> int:
    """Show one piece that you can place next and still complete the puzzle.

    The piece covers the cell with the fewest possible placements. Name the pieces that are already placed with
    --given, or under `given:` in the puzzle file.

    Examples
    --------
    cp-puzzles hint pentomino6x10  a first piece
    cp-puzzles hint pentomino6x10 --random --seed 3  a piece of a random solution
    cp-puzzles hint problem.dlx  an option of a cover problem, or of a matrix of 0 and 1
    cp-puzzles hint my.yaml --given so_far.yaml  the next piece; exit status 1 if there is none
    """
    from cp_puzzles.analysis.hint import hint
    from cp_puzzles.cli.console import run_command
    from cp_puzzles.output.terminal.annotated_boards import hint_view

    return exits.OF_OUTCOME[run_command(asked, HintOptions, hint, hint_view, board=False).status]
