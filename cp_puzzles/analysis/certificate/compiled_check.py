"""Check a certificate as `check.py` does, with a compiled walk over its tree: the same verdict, for large proofs.

`python -m cp_puzzles.analysis.certificate.compiled_check OUT` runs the checker as the program that it is.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np

from cp_puzzles.analysis.certificate.checker import CHECKER
from cp_puzzles.engines.exact_cover.logged_search import LogError, LoggedProblem

MAX_COST = 1 << 60
"""The largest cost and budget for which sums fit in the words of the compiled walk."""

Walk = Callable[..., Iterable[tuple[int, ...]]]


def compiled_walk(
    walk: Walk,
    require: Callable[[object, str], None],
    bounds: list[list[int]],
    options: list[list[int]],
    costs: list[int],
    budget: int,
    roots: int,
    first: int | None,
    tree: Iterable[bytes],
) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a tree and raise as `walk` in `check.py` does, to which numbers too large are left."""
    is_usual = first is None or (first < len(bounds) and bounds[first][0] > 0)
    if not is_usual or max((abs(budget), *costs, *map(max, bounds))) > MAX_COST:
        yield from walk(bounds, options, costs, budget, roots, first, tree)
        return
    tried = [option for option in range(len(options)) if roots >> option & 1]
    problem = LoggedProblem(bounds, options, costs, budget, root=first, roots=tried)
    try:
        yield from problem.read(np.frombuffer(b"".join(tree), dtype="<u4").astype(np.int64))
    except LogError as error:
        after = f"tree: it goes on after its end, with branching node {error.place}"
        require(False, after if error.is_ended else f"tree: branching node {error.place} has no open item")


def verdict(folder: str) -> tuple[int, str]:
    """Return the exit status of a check and its sentence."""
    checker = runpy.run_path(str(CHECKER))
    walk = partial(compiled_walk, checker["walk"], checker["require"])
    status, sentence = checker["verdict"](folder, partial(checker["check"], walk=walk))
    return int(status), str(sentence)


if __name__ == "__main__":
    STATUS, SENTENCE = verdict(sys.argv[1])
    print(SENTENCE)  # noqa: T201
    sys.exit(STATUS)
