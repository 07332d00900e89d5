"""The command `hint`."""

from __future__ import annotations

from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import json_option, search_options, spec_argument, values_of


@command("""
cp-puzzles hint pentomino6x10  a first piece
cp-puzzles hint my.yaml --given so_far.yaml  the next piece; exit status 1 if there is none
""")
@spec_argument
@search_options("memory", time_limit="stop after S seconds")
@json_option()
def run(options: Options) -> int:
    """Show one piece that you can place next and still complete the puzzle.

    The piece covers the cell with the fewest possible placements. Name the pieces that are already placed with
    --given, or under `given:` in the puzzle file.
    """
    from cp_puzzles.analysis.hint import hint
    from cp_puzzles.cli.console import puzzle_of, report, stderr
    from cp_puzzles.output.terminal.annotated_boards import hint_view
    from cp_puzzles.output.terminal.live_progress import LiveProgress

    with LiveProgress(stderr()) as progress:
        result = hint(puzzle_of(options), on_progress=progress, **values_of(options))
    report(options, result.summary(), hint_view(result))
    return exits.OF_OUTCOME[result.status]
