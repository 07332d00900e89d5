"""The compiled search of two checkouts, in turns: how much longer the second takes, in time of the processor.

python -m tests.benchmarks.paired OLD NEW [PUZZLE ...]    (`git worktree add OLD COMMIT` makes a checkout)

Each checkout is a process of its own that has compiled before it is measured; the searches of a puzzle alternate, so
that a machine that grows slower meanwhile favours neither. The ratio of the least times is the one to trust where the
machine is busy. The counts must be the same, and so are the nodes if only the time was meant to change.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cp_puzzles.engines.base import Question
    from tests.processes import Process

PUZZLES = {
    "soma": ("off", 40),
    "pentomino6x10": ("full", 20),
    "pentomino5x12": ("full", 30),
    "solid_pentomino2x5x6": ("full", 30),
    "solid_pentomino3x4x5": ("full", 15),
    "bedlam": ("rotations", 6),
    "y_pentacubes5x5x5": ("full", 8),
}
"""The symmetry that is asked for, and how often."""


def serve(checkout: str) -> None:
    """Search each puzzle that is named on stdin; print its seconds, its solutions and its nodes."""
    sys.path.insert(0, checkout)
    from cp_puzzles.api import ask
    from cp_puzzles.engines.base import Part
    from cp_puzzles.engines.exact_cover.engine import ExactCoverEngine
    from cp_puzzles.puzzle.build import build_puzzle
    from cp_puzzles.spec.load import load_spec

    engine = ExactCoverEngine()
    known: dict[str, Question] = {}
    for name in map(str.strip, sys.stdin):
        asked = known.get(name) or ask(build_puzzle(load_spec(name)), symmetry=PUZZLES[name][0])[1]  # type: ignore[arg-type]
        for is_measured in (True,) if name in known else (False, True):
            started = process_time()
            result = engine.run(asked, Part(), emit=None, limit=None, stop=lambda: False)
            if is_measured:
                print(process_time() - started, result.solutions, int(result.statistics["nodes"]), flush=True)
        known[name] = asked


def compare(old: str, new: str, names: list[str]) -> None:
    """Print a line for each puzzle."""
    with ExitStack() as stack:
        servers = [stack.enter_context(_server(checkout)) for checkout in (old, new)]
        _compare(servers, names)


def _server(checkout: str) -> AbstractContextManager[Process]:
    from tests.processes import started  # a server has no such package: its path is that of its checkout

    command = [sys.executable, __file__, "--serve", str(Path(checkout).resolve())]
    return started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=checkout)


def _ask(server: Process, name: str) -> tuple[float, str, str]:
    assert server.stdin is not None
    assert server.stdout is not None
    print(name, file=server.stdin, flush=True)
    seconds, solutions, nodes = server.stdout.readline().split()
    return float(seconds), solutions, nodes


def _compare(servers: Sequence[Process], names: Sequence[str]) -> None:
    for name in names:
        times: tuple[list[float], list[float]] = [], []
        for turn in range(PUZZLES[name][1]):
            answers = {which: _ask(servers[which], name) for which in ((0, 1) if turn % 2 else (1, 0))}
            assert answers[0][1] == answers[1][1], f"{name}: {answers}"
            for which, (seconds, _, _) in answers.items():
                times[which].append(seconds)
        ratio = median(after / before for before, after in zip(*times, strict=True))
        least = min(times[0]), min(times[1])
        print(
            f"{name:22} {least[0]:8.4f} s {least[1]:8.4f} s  least {least[1] / least[0]:.3f}  median {ratio:.3f}"
            f"  nodes {answers[0][2]} {answers[1][2]}",
            flush=True,
        )


if __name__ == "__main__":
    if sys.argv[1] == "--serve":
        serve(sys.argv[2])
    else:
        compare(sys.argv[1], sys.argv[2], sys.argv[3:] or [*PUZZLES])
