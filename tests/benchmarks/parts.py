"""Balance of the partition: `python -m tests.benchmarks.parts [SPEC...] [--target N]`.

Runs every part with the exact-cover engine in one process, and deals the measured seconds out, largest estimate
first, to 2, 4 and 8 workers.
"""

import argparse
from heapq import heapify, heappop, heappush
from time import perf_counter

from cp_puzzles.api import cover_and_request
from cp_puzzles.engines.engine import PartTask
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.engines.search_cost import PartitionPolicy
from cp_puzzles.search.partition.partition import partition
from tests.benchmarks.processor_time import timed

SPECS = ["pentomino6x10", "solid_pentomino2x5x6", "solid_pentomino3x4x5", "bedlam", "y_pentacubes5x5x5"]


def longest_over_mean(seconds: list[float], workers: int) -> float:
    loads = [0.0] * workers
    heapify(loads)
    for each in seconds:
        heappush(loads, heappop(loads) + each)
    return max(loads) / (sum(loads) / workers)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("specs", nargs="*", default=SPECS)
    arguments.add_argument("--target", type=int, default=64)
    asked = arguments.parse_args()
    engine = ExactCoverEngine()
    for name in asked.specs:
        _, request = cover_and_request(name)
        start = perf_counter()
        parts = partition(request.problem, request.leader, PartitionPolicy(asked.target))
        planned = perf_counter() - start
        engine.run(PartTask(request, parts.largest_first[-1]))
        result, unsplit = timed(engine.run, PartTask(request))
        measured = [timed(engine.run, PartTask(request, part)) for part in parts.largest_first]
        assert sum(found.solutions for found, _ in measured) == result.solutions
        seconds = [each for _, each in measured]
        balance = "  ".join(f"{workers}: {longest_over_mean(seconds, workers):.3f}" for workers in (2, 4, 8))
        print(
            f"{name:22} {len(seconds):4} parts planned in {planned:.3f} s, largest {max(seconds) / sum(seconds):6.1%},"
            f" all {sum(seconds):7.3f} s (in one piece {unsplit:7.3f} s), longest over mean  {balance}",
            flush=True,
        )


if __name__ == "__main__":
    main()
