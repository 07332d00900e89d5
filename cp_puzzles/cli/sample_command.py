"""The command `sample`."""

from __future__ import annotations

from dataclasses import replace

from cp_puzzles.analysis.options import SampleOptions
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import json_option, options_of, out_option, show_option, solutions_out, spec_argument


@command
@spec_argument
@options_of(SampleOptions, n="number of tilings (default: 1)")
@out_option("write the share of tilings that contain each placement to a .csv file", "shares")
@show_option("tilings")
@out_option(solutions_out("write the tilings to a file"))
@json_option()
def run(asked: Asked) -> int:
    """Draw tilings of a puzzle uniformly at random, with rotations and reflections counted separately.

    The draws are independent, so a tiling may be drawn twice. For narrow boards the engine `frontier` numbers all
    tilings, even 10^60 of them, in tables of at most 2 GB. For other boards the program lists the tilings, at most
    1,000,000 up to symmetry.

    Examples
    --------
    cp-puzzles sample dominoes8x8 -n 3  three of 12,988,816 tilings
    cp-puzzles sample dominoes8x8 --seed 1  the same one every time
    cp-puzzles sample dominoes8x8 --kth 1 --kth 1000  the tilings with the numbers 1 and 1,000
    cp-puzzles sample my.yaml --shares shares.csv  the exact share of tilings that contain each placement
    cp-puzzles sample my.yaml -n 500 --out some.html  a page to browse, with a heat map
    """
    from cp_puzzles.analysis.numbered_tilings import ONE_RANDOM, sample
    from cp_puzzles.base.deadline import CanceledError, LateError
    from cp_puzzles.cli.console import puzzle_of, report, say, say_written, stderr, stdout
    from cp_puzzles.output.formats.solution_reader import SafeWriter, require_csv, write_shares
    from cp_puzzles.output.terminal.board_view import Drawings
    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.output.terminal.result_panels import sample_panel

    options = SampleOptions.of_typed(vars(asked))
    if asked.shares:
        require_csv(asked.shares)
    puzzle, options = puzzle_of(asked.spec, options)
    drawings = Drawings(puzzle, stdout(), 0 if asked.json else asked.show)
    with SafeWriter(asked.out, puzzle) as writer:
        with LiveProgress(stderr()) as progress:
            try:
                result = sample.of_options(puzzle, replace(options, on_progress=progress))
            except (KeyboardInterrupt, CanceledError, LateError):
                say(f"no tiling is known before all are numbered; {ONE_RANDOM}")
                raise
        for solution in result.solutions:
            writer.write(solution)
            drawings.add(solution)
    # the files and the report
    if asked.shares:
        write_shares(asked.shares, result.tilings)
    drawings.finish()
    report(asked, result.summary(), sample_panel(result))
    for file in filter(None, (asked.out, asked.shares)):
        say_written(file)
    return 0 if result.total else 1
