"""The command line, and the exit statuses of the program."""

NONE, MISTAKE, TIME, FAULT, INTERRUPTED = 1, 2, 3, 70, 130

OF_OUTCOME = {
    **dict.fromkeys(("complete", "limit", "found", "finished", "some"), 0),
    **dict.fromkeys(("none", "fewer"), NONE),
    **dict.fromkeys(("time-limit", "lost", "unknown"), TIME),
    "interrupted": INTERRUPTED,
}
"""The exit status of each outcome of a command."""
