"""The command `estimate`."""

from __future__ import annotations

from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import json_option, search_options, spec_argument, values_of


@command("""
cp-puzzles estimate bedlam  how long will it take to count?
cp-puzzles estimate my.yaml --symmetry off --json  the numbers for a script
""")
@spec_argument
@search_options(
    *("symmetry", "time_limit", "memory"),
    engine="search engine to estimate",
    jobs="number of worker processes to assume (default: all cores)",
)
@json_option()
def run(options: Options) -> int:
    """Estimate the search time and the number of solutions of a puzzle.

    The program follows random paths through the search tree (Knuth 1975) to estimate its size, the number of solutions
    and the time. Every number comes with the bounds of a 95 % confidence interval.
    """
    from cp_puzzles.analysis.forecast import estimate
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import puzzle_of, report, stderr
    from cp_puzzles.output.terminal.result_panels import forecast_panel

    with stderr().status("estimating"):
        puzzle, asked = puzzle_of(options, board=False), values_of(options)
        deadline = Deadline.after(asked.pop("time_limit", None))
        forecast = deadline.run("estimating", lambda: estimate(puzzle, **asked))
    report(options, forecast.summary(), forecast_panel(forecast))
    return 1 if forecast.exact and forecast.solutions.value == 0 else 0
