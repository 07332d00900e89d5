"""The command `estimate`."""

from __future__ import annotations

from cp_puzzles.analysis.options import EstimateOptions
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import json_option, options_of, spec_argument


@command
@spec_argument
@options_of(EstimateOptions)
@json_option()
def run(asked: Asked) -> int:
    """Estimate the search time and the number of solutions of a puzzle.

    The program follows random paths through the search tree (Knuth 1975) to estimate its size, the number of solutions
    and the time. Every number comes with the bounds of a 95 % confidence interval.

    Examples
    --------
    cp-puzzles estimate bedlam  how long will it take to count?
    cp-puzzles estimate my.yaml --symmetry off --json  the numbers for a script
    """
    from cp_puzzles.analysis.forecast import estimate
    from cp_puzzles.cli.console import run_command
    from cp_puzzles.output.terminal.result_panels import forecast_panel

    forecast = run_command(asked, EstimateOptions, estimate, forecast_panel, board=False, words="estimating")
    return 1 if forecast.exact and forecast.solutions.value == 0 else 0
