"""Exit statuses of the program."""

from __future__ import annotations

NONE, MISTAKE, TIME, FAULT, INTERRUPTED = 1, 2, 3, 70, 130

OF_OUTCOME = {
    **dict.fromkeys(("complete", "limit", "found", "finished", "some"), 0),
    **dict.fromkeys(("none", "fewer"), NONE),
    **dict.fromkeys(("time-limit", "lost", "unknown"), TIME),
    "interrupted": INTERRUPTED,
}
"""Exit status of each outcome of a command."""


def of_search(status: str, solutions: int) -> int:
    """Return the exit status of a search from its status and its number of solutions.

    >>> of_search("complete", 0), of_search("limit", 0), of_search("time-limit", 5)
    (1, 0, 3)
    """
    return NONE if status == "complete" and solutions == 0 else OF_OUTCOME[status]
