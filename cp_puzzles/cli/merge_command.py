"""The command `merge`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cp_puzzles.base.option_types import Proportion
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import json_option, option, record_options, search_options

if TYPE_CHECKING:
    from cp_puzzles.search.run_result import Note
    from cp_puzzles.search.store.run_reader import RunStatus


@command(
    """
cp-puzzles merge bedlam.run shares/*.run  all shares at once
cp-puzzles merge bedlam.run shares/*.run --check 0.05  replay one part in twenty: workers need not be trusted
cp-puzzles merge bedlam.run shares/*.run --check 1 --time-limit 600  replay as many as ten minutes allow
cp-puzzles merge bedlam.run shares/*.run --certificate proof  a certificate, from shares of work --proof
cp-puzzles status bedlam.run  the number of solutions
""",
    "0 merged; 2 mistake, nothing is merged; 3 merged, but replays or the certificate were not finished in time",
)
@click.argument("stored", metavar="RUN", help="the run that was split")
@click.argument("shares", metavar="SHARE...", nargs=-1, required=True, help="the files of all its shares")
@option("check", "proportion of the parts to replay, chosen at random after all files are read", Proportion)
@search_options(time_limit="stop replaying after S seconds, and merge with the replays that are done")
@record_options("certificate")
@json_option()
def run(options: Options) -> int:
    """Put the results of all shares into the run, unless a share is missing, repeated, unfinished or wrong."""
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import report, say
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.shares.share_merge import merge_shares

    proof, check, deadline = None, options.check or 0.0, Deadline.after(options.time_limit)
    if options.certificate is not None:
        from cp_puzzles.analysis.certificate.stored_proof import SharedProof

        proof = SharedProof(options.stored, options.shares)
        say(proof.compare(check, deadline))
    merged = merge_shares(options.stored, options.shares, check, time_limit=deadline.seconds)
    report(options, {**merged.status.summary(), **merged.summary()}, status_panel(merged.status))
    if not options.json:
        say(merged.assurance)
    status = exits.TIME if merged.replayed < merged.chosen else 0
    if proof is not None:
        proof.keep()
        status = max(status, _certify(options, merged.status, deadline.seconds))
    return status


def _certify(options: Options, status: RunStatus, seconds: float | None) -> int:
    """Write the certificate of the merged run, which is complete, and return the exit status."""
    from cp_puzzles.api import count, solve
    from cp_puzzles.cli.console import exit_status_of
    from cp_puzzles.search.store.run_reader import open_run

    with open_run(options.stored) as stored:
        puzzle = stored.puzzle
    asked: dict[str, Any] = {"symmetry": status.symmetry, "store": options.stored, "time_limit": seconds}
    notes: list[Note] = []
    asked |= {"certificate": options.certificate, "on_note": notes.append}
    result = count(puzzle, **asked) if status.command == "count" else solve(puzzle, **asked, keep=False)
    return exit_status_of(result, notes)
