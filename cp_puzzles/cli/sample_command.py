"""The command `sample`."""

from __future__ import annotations

from cp_puzzles.analysis.sample import sample
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import (
    json_option,
    option,
    options_of,
    out_option,
    search_options,
    show_option,
    solutions_out_option,
    spec_argument,
    values_of,
)


@command("""
cp-puzzles sample dominoes8x8 -n 3  three of 12,988,816 tilings
cp-puzzles sample dominoes8x8 --seed 1  the same one every time
cp-puzzles sample dominoes8x8 --kth 1 --kth 1000  the tilings with the numbers 1 and 1,000
cp-puzzles sample my.yaml --shares shares.csv  the exact share of tilings that contain each placement
cp-puzzles sample my.yaml -n 500 --out some.html  a page to browse, with a heat map
""")
@spec_argument
@options_of(sample, "n")
@option("kth", "the K-th tiling, from 1, instead of a random one", metavar="K", repeated=True)
@out_option("write the share of tilings that contain each placement to a .csv file", "shares")
@show_option("tilings")
@solutions_out_option("write the tilings to a file")
@options_of(sample, "seed", "engine", "memory")
@search_options("time_limit")
@json_option()
def run(options: Options) -> int:
    """Draw tilings of a puzzle uniformly at random, with rotations and reflections counted separately.

    The draws are independent, so a tiling may be drawn twice. For narrow boards the engine `frontier` numbers all
    tilings, even 10^60 of them, in tables of at most 2 GB. For other boards the program lists the tilings, at most
    1,000,000 up to symmetry.
    """
    from cp_puzzles.analysis.numbered_tilings import ONE_RANDOM
    from cp_puzzles.base.deadline import CanceledError, Deadline
    from cp_puzzles.cli.console import puzzle_of, report, say_written, stderr, stdout
    from cp_puzzles.cli.solution_display import Drawings
    from cp_puzzles.output.formats.placement_shares import require_csv, write_shares
    from cp_puzzles.output.formats.solution_writer import SafeWriter
    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.output.terminal.result_panels import sample_panel

    if options.shares:
        require_csv(options.shares)
    puzzle = puzzle_of(options)
    drawings = Drawings(puzzle, stdout(), 0 if options.json else options.show)
    with SafeWriter(options.out, puzzle) as writer:
        with LiveProgress(stderr()) as progress:
            asked = values_of(options, sample) | {"kth": options.kth or None, "on_progress": progress}
            deadline = Deadline.after(options.time_limit)
            try:
                result = deadline.run("numbering the tilings", lambda: sample(puzzle, **asked))
            except (KeyboardInterrupt, CanceledError):
                stderr().print(f"no tiling is known before all are numbered; {ONE_RANDOM}", soft_wrap=True)
                raise
        for solution in result.solutions:
            writer.write(solution)
            drawings.add(solution)
    # the files and the report
    if options.shares:
        write_shares(options.shares, result.tilings)
    drawings.finish()
    report(options, result.summary(), sample_panel(result))
    for file in filter(None, (options.out, options.shares)):
        say_written(file)
    return 0 if result.total else 1
