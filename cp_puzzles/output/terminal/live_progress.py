"""Live progress of a search on a terminal."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import chain
from time import monotonic
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.segment import Segment
from rich.status import Status
from rich.text import Text

from cp_puzzles.base.text import counted, estimated_seconds, integer, seconds, share_text
from cp_puzzles.search.run_result import Progress

_BAR = 20

PROGRESS_LINES = {"CP_PUZZLES_PROGRESS": "lines"}
"""The variable of the environment with which progress is printed as lines, for a program that reads them."""

PROGRESS_PREFIX = "progress: "
"""The beginning of such a line."""

LINE_SECONDS = 1.0
"""The least time between two such lines."""


class LiveProgress:
    """Shows the progress of a search during a `with` block and removes it at the end, whatever ends the block.

    It draws a line, whose time advances between two states, on the console of stderr, and only on a terminal and unless
    `hidden`. Elsewhere it prints a line a second if the environment has `PROGRESS_LINES`. A search calls it with its
    `Progress`.
    """

    def __init__(self, console: Console, *, hidden: bool = False, clock: Callable[[], float] = monotonic) -> None:
        self._console, self._clock = console, clock
        self._start = self._seen = self._printed = clock()
        self._progress: Progress | None = None
        self._notices: set[str] = set()
        self._shown: Live | Status | None = None
        self._prints = all(os.environ.get(name) == value for name, value in PROGRESS_LINES.items())
        if not hidden and console.is_terminal and not console.is_dumb_terminal:
            quiet: dict[str, Any] = {"transient": True, "redirect_stdout": False, "redirect_stderr": False}
            self._shown = Live(self, console=console, refresh_per_second=8, **quiet)

    def __call__(self, progress: Progress) -> None:
        """Store the latest state; the next refresh draws it."""
        self._progress, self._seen = progress, self._clock()
        if self._prints and self._shown is None and self._seen - self._printed >= LINE_SECONDS:
            self._printed = self._seen
            words = PROGRESS_PREFIX + ", ".join(progress_words(progress).values())
            self._console.print(words, markup=False, soft_wrap=True)
        if progress.notice is not None and progress.notice not in self._notices:
            self._notices.add(progress.notice)
            self._console.print(progress.notice, style="dim", markup=False, soft_wrap=True)

    def __enter__(self) -> LiveProgress:
        if self._shown is not None:
            self._shown.start()
        return self

    def stop(self, *_reason: object) -> None:
        """Remove the line, before something else is printed."""
        if self._shown is not None:
            self._shown.stop()

    __exit__ = stop

    def begin(self, work: str) -> None:
        """Show the name of the work that begins."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = self._console.status(work)
        self.__enter__()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        now = self._clock()
        progress = self._progress
        width = options.max_width - 1
        if progress is None:
            words = {"": "setting up", "time": seconds(round(now - self._start))}
        else:
            words = progress_words(progress, now - self._seen)
            if progress.share is not None and width > 3 * _BAR:
                bar = ProgressBar(total=1.0, completed=progress.share, width=_BAR)
                drawn = list(console.render(bar, options.update(width=_BAR)))
                yield from Segment.adjust_line_length(drawn, _BAR + 1)
                width -= _BAR + 1
        for less in ("rate", "time", "share", "left", "answered"):  # the least important ones first
            if len(", ".join(words.values())) > width:
                words.pop(less, None)
        yield Text(", ".join(words.values())[:width], end="")
        if progress is not None and progress.picture is not None:
            drawn_best = console.render_lines(progress.picture, options, pad=False, new_lines=True)
            if len(drawn_best) + 2 < options.size.height:
                yield from chain([Segment.line()], *drawn_best)


def progress_words(progress: Progress, since: float = 0.0) -> dict[str, str]:
    """Return the texts about a state of a search by subject; the state is `since` seconds old.

    >>> words = progress_words(Progress(1200, share=0.4, elapsed=6.0, remaining=9.0), since=1.0)
    >>> ", ".join(words.values())
    '40 % searched, 1,200 solutions, 200/s, 7 s, about 8 s left'
    """
    words = {}
    if progress.share is not None:
        words["share"] = f"{share_text(progress.share)} searched"
    found = counted(progress.solutions, "solution") if progress.solutions else "no solution yet"
    words["solutions"] = progress.best or found
    if progress.answered is not None:
        words["answered"] = f"{integer(progress.answered)} taken apart"
    if progress.rate:
        words["rate"] = f"{integer(round(progress.rate))}/s" if progress.rate >= 10 else f"{progress.rate:.1f}/s"
    words["time"] = seconds(round(progress.elapsed + since))
    if progress.remaining is not None:
        words["left"] = f"about {estimated_seconds(max(0, round(progress.remaining - since)))} left"
    return words
