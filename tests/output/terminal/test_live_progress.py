"""Progress on a terminal, and silence elsewhere."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from cp_puzzles.output.terminal.live_progress import PROGRESS_LINES, PROGRESS_PREFIX, LiveProgress
from cp_puzzles.search.run_result import Progress
from tests.output.terminal.drawn_puzzles import Show

STATE = Progress(120, share=0.316, elapsed=6.0, remaining=9.0)


def view(progress: Progress) -> LiveProgress:
    """A view two seconds after its state came."""
    times = iter([0.0, 5.0])
    shown = LiveProgress(Console(file=StringIO()), clock=lambda: next(times, 7.0))
    shown(progress)
    return shown


def test_progress_time_advances_between_states(show: Show) -> None:
    """Time and time left move though no new state comes."""
    text = show(view(STATE))
    assert text.endswith(" 31 % searched, 120 solutions, 20/s, 8 s, about 7 s left")
    assert len(text) < 80


@pytest.mark.parametrize("width", range(10, 120, 7))
def test_progress_line_fits_the_console(show: Show, width: int) -> None:
    """The progress line omits details on narrow consoles."""
    text = show(view(Progress(10**9, share=0.1, elapsed=1e6, remaining=1e6)), width=width)
    assert len(text.splitlines()) == 1
    assert len(text.rstrip("\n")) < width


def test_progress_without_solutions(show: Show) -> None:
    """Progress of neither solutions nor a share."""
    assert show(view(Progress(elapsed=1.0))) == "no solution yet, 3 s"


def test_no_terminal_means_no_output() -> None:
    """A progress display on a file writes nothing."""
    stream = StringIO()
    with LiveProgress(Console(file=stream, force_terminal=False)) as live:
        live(STATE)
    assert stream.getvalue() == ""


def _interrupted(console: Console) -> None:
    with LiveProgress(console) as live:
        live(STATE)
        raise KeyboardInterrupt


def test_interruption_leaves_a_clean_terminal() -> None:
    """An interrupt erases the line and restores the cursor."""
    stream = StringIO()
    console = Console(file=stream, force_terminal=True, width=80, legacy_windows=False, _environ={})
    with pytest.raises(KeyboardInterrupt):
        _interrupted(console)
    written = stream.getvalue()
    assert "\x1b[?25l" in written
    assert written.rindex("\x1b[?25h") > written.rindex("searched")
    assert written.endswith("\x1b[2K")


def test_progress_lines_are_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a variable of the environment a line is printed where there is no terminal, at most one a second."""
    for name, value in PROGRESS_LINES.items():
        monkeypatch.setenv(name, value)
    stream, now = StringIO(), [0.0]
    with LiveProgress(Console(file=stream), clock=lambda: now[0]) as progress:
        for time in (0.5, 1.5, 1.6):
            now[0] = time
            progress(STATE)
    assert stream.getvalue() == f"{PROGRESS_PREFIX}31 % searched, 120 solutions, 20/s, 6 s, about 9 s left\n"
