"""The command `work`."""

from __future__ import annotations

import click

from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import flag, json_option, search_options, values_of


@command(
    """
cp-puzzles work shares/17.run --time-limit 3300  stop after 55 minutes; run it again to continue
cp-puzzles work shares/17.run --engine cp-sat --jobs 4  with another engine and four processes
cp-puzzles work shares/17.run --proof  search its share of the proof, too, for merge --certificate
cp-puzzles status shares/17.run  parts and time of a share
""",
    "0 all parts of the share are finished; 2 mistake; 3 the time limit was reached; 130 interrupted",
)
@click.argument("stored", metavar="SHARE", help="a file that `split` wrote")
@flag("proof", "then search the subtrees of this share in the proof of the number")
@search_options("engine", "breaking", "settings", "time_limit", "jobs", "memory")
@json_option()
def run(options: Options) -> int:
    """Search a share of a run, or continue one that was stopped, on any machine and with any engine."""
    from cp_puzzles.base.deadline import CanceledError, Deadline
    from cp_puzzles.cli.console import report, say, stderr
    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.options import SearchOptions
    from cp_puzzles.search.shares.share_files import search_share
    from cp_puzzles.search.store.run_reader import open_run

    deadline = Deadline.after(options.time_limit)
    with LiveProgress(stderr()) as progress:
        result = search_share(options.stored, SearchOptions(**values_of(options), on_progress=progress))
    with open_run(options.stored) as stored:
        status = stored.status()
    report(options, status.summary(), status_panel(status))
    if options.proof and result.status == "complete":
        from cp_puzzles.analysis.certificate.stored_proof import search_share_proof

        try:
            say(search_share_proof(options.stored, options.jobs, deadline))
        except CanceledError:
            say(f"the share of the proof is not finished (time-limit); {options.stored} keeps what is proved so far")
            return exits.TIME
    return exits.OF_OUTCOME[result.status]
