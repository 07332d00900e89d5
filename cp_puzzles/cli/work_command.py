"""The command `work`."""

from __future__ import annotations

from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, json_option, options_of
from cp_puzzles.search.options import SearchOptions


@command
@argument("stored", "SHARE", "a file that `split` wrote")
@options_of(SearchOptions, "engine", "breaking", "settings", "time_limit", "jobs", "memory")
@json_option()
def run(asked: Asked) -> int:
    """Search a share of a run, or continue one that was stopped, on any machine and with any engine.

    Examples
    --------
    cp-puzzles work shares/17.run --time-limit 3300  stop after 55 minutes; run it again to continue
    cp-puzzles work shares/17.run --engine cp-sat --jobs 4  with another engine and four processes
    cp-puzzles status shares/17.run  parts and time of a share

    Exit status
    -----------
    0 all parts of the share are finished; 2 mistake; 3 the time limit was reached; 130 interrupted
    """
    from cp_puzzles.cli.console import report, stderr
    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.shares.share_files import search_share
    from cp_puzzles.search.store.run_reader import open_run

    with LiveProgress(stderr()) as progress:
        options = SearchOptions.of_typed(vars(asked), on_progress=progress)
        result = search_share(asked.stored, options)
    with open_run(asked.stored) as stored:
        status = stored.status()
    report(asked, status.summary(), status_panel(status))
    return exits.OF_OUTCOME[result.status]
