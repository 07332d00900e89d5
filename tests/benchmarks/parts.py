"""Balance of the partition: `python -m tests.benchmarks.parts [SPEC...] [--target N]`.

Runs every part with the exact-cover engine in one process, and deals the measured seconds out, largest estimate
first, to 2, 4 and 8 workers.
"""

import argparse
from heapq import heapify, heappop, heappush
from time import perf_counter, process_time

from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.symmetry.leader import lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import symmetry_group
from cp_puzzles.engines.engine import Part, PartitionPolicy, PartTask, SearchRequest
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.puzzle.puzzle_source import build_puzzle
from cp_puzzles.puzzle.spec.loader import load_spec
from cp_puzzles.search.partition.partition import partition

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
        cover = build_cover(build_puzzle(load_spec(name)))
        leader = lex_leader(cover.problem, symmetry_group(cover, "full"))
        start = perf_counter()
        parts = partition(cover.problem, leader, PartitionPolicy(asked.target))
        planned = perf_counter() - start
        request = SearchRequest(cover.problem, leader)

        def run(part: Part, request: SearchRequest = request) -> tuple[float, int]:
            begin = process_time()
            result = engine.run(PartTask(request, part))
            return process_time() - begin, result.solutions

        run(parts.largest_first[-1])
        unsplit, solutions = run(Part())
        measured = [run(part) for part in parts.largest_first]
        assert sum(found for _, found in measured) == solutions
        seconds = [each for each, _ in measured]
        balance = "  ".join(f"{workers}: {longest_over_mean(seconds, workers):.3f}" for workers in (2, 4, 8))
        print(
            f"{name:22} {len(seconds):4} parts planned in {planned:.3f} s, largest {max(seconds) / sum(seconds):6.1%},"
            f" all {sum(seconds):7.3f} s (in one piece {unsplit:7.3f} s), longest over mean  {balance}",
            flush=True,
        )


if __name__ == "__main__":
    main()
