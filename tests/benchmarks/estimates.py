"""Estimate beside truth over the catalog: `python -m tests.benchmarks.estimates [SPEC...] [--seconds S]`.

True numbers of solutions are those of the catalog.
"""

import argparse
from time import perf_counter

from cp_puzzles.api import cover_and_request
from cp_puzzles.puzzle.spec.loader import catalog, load_spec, puzzle_name
from cp_puzzles.search.estimate import estimate_of


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("specs", nargs="*")
    arguments.add_argument("--seconds", type=float, default=2.0)
    asked = arguments.parse_args()
    hits = puzzles = 0
    for name in asked.specs or list(map(puzzle_name, catalog())):
        spec = load_spec(name)
        _, request = cover_and_request(spec)
        start = perf_counter()
        expected = estimate_of(request, seconds=asked.seconds)
        seconds, truth, interval = perf_counter() - start, spec.expected.full, expected.solutions
        is_hit = truth is not None and interval.low <= truth <= interval.high
        if truth is not None and not expected.exact:
            hits, puzzles = hits + is_hit, puzzles + 1
        shown = "-" if truth is None else f"{truth:,}"
        bounds = f"{interval.value:,.4g} [{interval.low:,.4g} .. {interval.high:,.4g}]"
        mark = " " if truth is None or is_hit else "!"
        print(
            f"{name:26}{'exact' if expected.exact else '':6}{shown:>12} {bounds:<42}{mark} {seconds:5.2f} s", flush=True
        )
    print(f"the number of solutions is within the interval in {hits} of {puzzles} puzzles that were sampled")


if __name__ == "__main__":
    main()
