"""Ctrl-C in what is built on a search: it comes through, and nobody takes what is missing for an answer."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, load_spec, solve
from cp_puzzles.analysis.check import check_spec
from cp_puzzles.analysis.cross_check import Fingerprints, cross_check
from cp_puzzles.api import count, iter_solutions
from cp_puzzles.errors import MistakeError


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Sends this process a Ctrl-C while the block runs."""
    before = signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_an_iterator_raises_the_interrupt() -> None:
    """A loop over solutions does not end as if there were no more."""
    with interrupted_after(0.6), pytest.raises(KeyboardInterrupt):
        for _ in iter_solutions(build_puzzle(load_spec("dominoes8x8")), symmetry="off", jobs=1):
            pass


def test_check_stops_altogether(tmp_path: Path) -> None:
    """Ctrl-C during `check --solve` is not taken for a time limit, after which the next number is counted."""
    file = tmp_path / "dominoes.yaml"
    file.write_text(
        "{name: d, board: {size: [8, 8]}, tiles: [{set: domino, multiplicity: 32}],"
        " expected: {off: 12988816, full: 1629189}}"
    )
    with interrupted_after(0.6), pytest.raises(KeyboardInterrupt):
        check_spec(str(file), solve=True, jobs=1)


def test_a_cross_check_that_is_interrupted_blames_no_engine() -> None:
    """The solutions that the other engine had no time for are not missed by it."""
    puzzle = build_puzzle(load_spec("pentomino5x12"))
    found = Fingerprints()
    result = solve(puzzle, symmetry="off", engine="exact-cover", jobs=1, on_solution=found.add, keep=False)
    with interrupted_after(1.0):
        check = cross_check(puzzle, result, found, jobs=1)
    assert check.status == "interrupted"


@pytest.mark.parametrize("arguments", [{"symmetry": "foo"}, {"time_limit": -1.0}, {"engine": "foo"}])
def test_the_counting_engine_checks_its_arguments(arguments: dict[str, object]) -> None:
    """`count` refuses the same mistakes whoever counts; an unknown engine also where nothing has to be searched."""
    puzzle = build_puzzle(load_spec("mutilated_chessboard"))
    with pytest.raises(MistakeError):
        count(puzzle, **{"engine": "frontier", **arguments})  # type: ignore[arg-type]
