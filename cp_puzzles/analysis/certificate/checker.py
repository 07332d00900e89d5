"""The checkers of certificates as programs of their own: no module of the package imports them.

`python -m cp_puzzles.analysis.certificate.checker OUT` checks a certificate as `check.py` does, with a compiled walk
over its tree: the same verdict, for large proofs. It runs the checker as the program that it is.
"""

from __future__ import annotations

import runpy
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from cp_puzzles.base.deadline import TICK_SECONDS
from cp_puzzles.errors import MistakeError

CHECKER, CLAUSE_CHECKER = (Path(__file__).with_name(name) for name in ("check.py", "check_cnf.py"))
"""The checker that is copied into each folder, and that of exported clauses."""

COMPILED = ("-m", "cp_puzzles.analysis.certificate.checker")
"""The same checker with a compiled walk over the tree."""

MAX_COST = 1 << 60
"""The largest cost and budget for which sums fit in the words of the compiled walk."""

Walk = Callable[..., Iterable[tuple[int, ...]]]
Require = Callable[[object, str], None]
Problem = tuple[list[list[int]], list[list[int]], list[int], int]


def run_checker(*arguments: str, is_compiled: bool = False) -> tuple[int, str]:
    """Return the exit status of the checker and the sentence that it prints.

    The process is ended if this thread is canceled.
    """
    program = COMPILED if is_compiled else ("-I", str(CHECKER))
    command = [sys.executable, "-X", "utf8", *program, *arguments]
    with subprocess.Popen(  # noqa: TID251 - ended below
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        try:
            while True:
                with suppress(subprocess.TimeoutExpired):
                    said, errors = process.communicate(timeout=TICK_SECONDS)
                    return process.returncode, (said or errors).strip()
        except BaseException:
            process.kill()
            raise


def verdict_on(folder: Path, *, is_compiled: bool = False) -> tuple[int, str]:
    """Return 0 or 1 and the verdict on a certificate; raise `MistakeError` if the folder has none."""
    remedy = "name a folder that --certificate has written"
    if not folder.is_dir():
        raise MistakeError(str(folder), "there is no such folder", remedy)
    status, sentence = run_checker(str(folder), is_compiled=is_compiled)
    if status not in (0, 1):
        raise MistakeError(str(folder), sentence.removeprefix(f"{folder}: "), f"{remedy}, or copy it again")
    return status, sentence


def compiled_walk(
    walk: Walk, require: Require, problem: Problem, roots: int, first: int | None, tree: Iterable[bytes]
) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a tree and raise as `walk` in `check.py` does, to which numbers too large are left."""
    import numpy as np

    from cp_puzzles.engines.exact_cover.logged_search import LogError, LoggedProblem  # it compiles

    bounds, options, costs, budget = problem
    is_usual = first is None or (first < len(bounds) and bounds[first][0] > 0)
    if not is_usual or max((abs(budget), *costs, *map(max, bounds))) > MAX_COST:
        yield from walk(problem, roots, first, tree)
        return
    tried = [option for option in range(len(options)) if roots >> option & 1]
    logged = LoggedProblem(bounds, options, costs, budget, root=first, roots=tried)
    try:
        yield from logged.read(np.frombuffer(b"".join(tree), dtype="<u4").astype(np.int64))
    except LogError as error:
        after = f"tree: it goes on after its end, with branching node {error.place}"
        require(False, after if error.is_ended else f"tree: branching node {error.place} has no open item")


def compiled_verdict(folder: str) -> tuple[int, str]:
    """Return the exit status of a check and its sentence."""
    checker = runpy.run_path(str(CHECKER))
    walk = partial(compiled_walk, checker["walk"], checker["require"])
    status, sentence = checker["verdict"](folder, partial(checker["check"], walk=walk))
    return int(status), str(sentence)


if __name__ == "__main__":
    STATUS, SENTENCE = compiled_verdict(sys.argv[1])
    print(SENTENCE)  # noqa: T201
    sys.exit(STATUS)
