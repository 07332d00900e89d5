"""The exit status of a search on the command line."""

from __future__ import annotations

from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.console import say
from cp_puzzles.output.search_record import SearchRecord
from cp_puzzles.search.run_result import RunResult


def exit_status_of(record: SearchRecord, result: RunResult, *, sets: bool) -> int:
    """Certify and compare a result, print what happened, and return the exit status."""
    (certified, proved), (compared, status) = record.follow_up(result, sets=sets)
    for sentence in filter(None, (certified, compared)):
        say(sentence)
    return exits.of_search(proved if status == result.status else status, result.count)
