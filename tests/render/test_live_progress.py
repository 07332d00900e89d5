"""Progress on a terminal, and silence elsewhere."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from cp_puzzles.render.live import LiveProgress, ProgressView
from cp_puzzles.search.progress import Progress
from tests.render.drawn_puzzles import Show

STATE = Progress(30, 96, solutions=120, elapsed=6.0, remaining=9.0)


def view(progress: Progress) -> ProgressView:
    """A view two seconds after its state came."""
    times = iter([0.0, 5.0])
    shown = ProgressView(lambda: next(times, 7.0))
    shown.update(progress)
    return shown


def test_the_clock_goes_on_between_two_states(show: Show) -> None:
    """Time and time left move though no new state comes."""
    text = show(view(STATE))
    assert text.endswith(" 30 of 96 parts, 120 solutions, 20/s, 8 s, about 7 s left")
    assert len(text) < 80


@pytest.mark.parametrize("width", range(10, 120, 7))
def test_the_line_never_wraps(show: Show, width: int) -> None:
    """What matters less is left out on narrow consoles."""
    text = show(view(Progress(123456, 1234567, solutions=10**9, elapsed=1e6, remaining=1e6)), width=width)
    assert len(text.splitlines()) == 1
    assert len(text.rstrip("\n")) < width


def test_nothing_is_known_yet(show: Show) -> None:
    """One part, no solution, no estimate."""
    assert show(view(Progress(0, 1, solutions=0, elapsed=1.0))) == "no solution yet, 3 s"


def test_no_terminal_means_no_output() -> None:
    """Where stderr is a file nothing is written."""
    stream = StringIO()
    with LiveProgress(Console(file=stream, force_terminal=False)) as live:
        live(STATE)
    assert stream.getvalue() == ""


def _interrupted(console: Console) -> None:
    with LiveProgress(console) as live:
        live(STATE)
        raise KeyboardInterrupt


def test_an_interruption_leaves_a_clean_terminal() -> None:
    """Whatever ends the block: the line is erased and the cursor is back."""
    stream = StringIO()
    console = Console(file=stream, force_terminal=True, width=80, legacy_windows=False, _environ={})
    with pytest.raises(KeyboardInterrupt):
        _interrupted(console)
    written = stream.getvalue()
    assert "\x1b[?25l" in written
    assert written.rindex("\x1b[?25h") > written.rindex("parts")
    assert written.endswith("\x1b[2K")
