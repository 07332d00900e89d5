"""Compare the compiled search of two checkouts, alternating, in processor time.

python -m tests.benchmarks.paired OLD NEW [PUZZLE ...]    (`git worktree add OLD COMMIT` makes a checkout)

Each checkout is a process that runs its own copy of this file and has compiled before it is measured; the searches of a
puzzle alternate, so a machine that grows slower favors neither. On a busy machine the ratio of the least times is
reliable. The counts must be equal, and so are the nodes if only the time was meant to change.
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
    from cp_puzzles.search.worker import PartWorker
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
"""The symmetry and the number of repetitions."""


def serve(checkout: str) -> None:
    """Search each puzzle named on stdin; print its seconds, solutions and nodes."""
    sys.path.insert(0, checkout)
    from cp_puzzles.engines.engine import Part
    from cp_puzzles.puzzle.puzzle import build_puzzle
    from cp_puzzles.puzzle.spec.loader import load_spec
    from cp_puzzles.search.worker import Job, PartJob, PartWorker

    workers: dict[str, PartWorker] = {}
    for name in map(str.strip, sys.stdin):
        is_new = name not in workers
        if is_new:
            job = Job(build_puzzle(load_spec(name)), PUZZLES[name][0], "exact-cover", keep=False)  # type: ignore[arg-type]
            workers[name] = PartWorker(job)
        for is_measured in (False, True) if is_new else (True,):
            started = process_time()
            result = workers[name].run(PartJob(Part(), "exact-cover"), lambda: False).result
            if is_measured:
                print(process_time() - started, result.solutions, int(result.statistics["nodes"]), flush=True)


def compare(old: str, new: str, names: list[str]) -> None:
    """Print a line for each puzzle."""
    with ExitStack() as stack:
        servers = [stack.enter_context(_server(checkout)) for checkout in (old, new)]
        _compare(servers, names)


def _server(checkout: str) -> AbstractContextManager[Process]:
    from tests.processes import started  # not at the top: a server imports only from its checkout

    path = Path(checkout).resolve()
    command = [sys.executable, str(path / "tests/benchmarks/paired.py"), "--serve", str(path)]
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
