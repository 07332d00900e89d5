"""Estimate beside truth over the catalog: `python -m tests.benchmarks.estimates [SPEC...] [--seconds S]`.

True numbers of solutions are those of the catalog; true numbers of nodes were counted once by a search that branches
in the same way, and hold as long as `lex_leader` chooses the same anchors.
"""

import argparse
from time import perf_counter

from cp_puzzles.api import cover_and_request
from cp_puzzles.puzzle.spec.loader import catalog, load_spec, puzzle_name
from cp_puzzles.search.forecast.work_estimate import estimate_work

NODES = {
    "bedlam": 32_503_770,
    "big_brother": 24_714_523,
    "blocks5x5x5": 142_223,
    "calendar": 12_737_829,
    "conway5x5x5": 695_510,
    "kanoodle5x11": 8_032_153,
    "mutilated_chessboard": 959_561,
    "one_sided_pentomino3x30": 2_150_185,
    "pentomino4x15": 236_526,
    "pentomino5x12": 731_393,
    "pentomino6x10": 892_247,
    "pentomino8x8_corners": 813_183,
    "pentomino8x8_square": 5_986_295,
    "solid_pentomino2x3x10": 95_318,
    "solid_pentomino2x5x6": 525_606,
    "solid_pentomino3x4x5": 13_614_312,
    "squares20x20": 100_361,
    "ten_tiles8x8": 415_416,
    "tetrominoes_twice5x8": 94_649,
    "y_pentacubes5x5x5": 13_199_367,
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("specs", nargs="*")
    arguments.add_argument("--seconds", type=float, default=2.0)
    asked = arguments.parse_args()
    inside = {"nodes": [0, 0], "solutions": [0, 0]}
    for name in asked.specs or list(map(puzzle_name, catalog())):
        spec = load_spec(name)
        _, request = cover_and_request(spec)
        start = perf_counter()
        expected = estimate_work(request.problem, request.leader, seconds=asked.seconds)
        seconds = perf_counter() - start
        cells = []
        for kind, truth, interval in (
            ("nodes", NODES.get(name), expected.nodes),
            ("solutions", spec.expected.full, expected.solutions),
        ):
            hit = truth is not None and interval.low <= truth <= interval.high
            if truth is not None and not expected.exact:
                inside[kind][0] += hit
                inside[kind][1] += 1
            shown = "-" if truth is None else f"{truth:,}"
            bounds = f"{interval.value:,.4g} [{interval.low:,.4g} .. {interval.high:,.4g}]"
            cells.append(f"{kind} {shown:>12} {bounds:<42}{' ' if truth is None or hit else '!'}")
        print(f"{name:26}{'exact' if expected.exact else '':6}{' '.join(cells)} {seconds:5.2f} s", flush=True)
    for kind, (hits, puzzles) in inside.items():
        print(f"{kind}: the truth is within the interval in {hits} of {puzzles} puzzles that were sampled")


if __name__ == "__main__":
    main()
