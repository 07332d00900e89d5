"""Large pieces and boards: processor seconds and memory until a search can begin, each in its own process.

python -m pytest -q -s tests/benchmarks/test_large_problems.py -m benchmark

A position of a box on a pallet covers a thousand cells. The cost is in proportion to these pairs, the values.
"""

from __future__ import annotations

import json
import sys

import pytest

from cp_puzzles import build_puzzle, parse_spec, solve
from cp_puzzles.cover.verifier import Verifier
from tests.cli.program import ROOT
from tests.processes import finished

pytestmark = pytest.mark.benchmark

PROGRAM = """
import json, resource, sys
from time import process_time
from cp_puzzles import build_puzzle, parse_spec
from cp_puzzles.api import cover_and_request
from cp_puzzles.engines.exact_cover.cover_arrays import cover_arrays
puzzle = build_puzzle(parse_spec(sys.argv[1]))
times = [process_time()]
cover, request = cover_and_request(puzzle, symmetry="off")
times.append(process_time())
arrays = cover_arrays(cover.problem)
times.append(process_time())
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
seconds = [after - before for before, after in zip(times, times[1:])]
print(json.dumps([len(cover.problem.options), len(cover.problem.table.values), *seconds, memory]))
"""

PALLET = "board: {size: [120, 80]}, fill: false, tiles: [{size: [38, 27], multiplicity: 8}]"

PUZZLES = {
    "boxes of 38x27 on a pallet of 120x80": (PALLET, 83 * 54 + 94 * 43),
    "pentominoes on 60x60": ("board: {size: [60, 60]}, tiles: [{set: pentominoes, multiplicity: 60}]", 212_596),
    "tetracubes in 12x12x12": ("board: {size: [12, 12, 12]}, tiles: [{set: tetracubes, multiplicity: any}]", 114_196),
    "hexominoes on 72x72": ("board: {size: [72, 72]}, tiles: [{set: hexominoes, multiplicity: any}]", 1_049_048),
}
"""The spec and the number of options."""


@pytest.mark.parametrize("name", PUZZLES)
def test_large_problem_is_compiled(name: str) -> None:
    """Compile a large problem with the known number of options; print its cost for each million values."""
    text, expected = PUZZLES[name]
    spec = f"{{name: large, {text}}}"
    program = finished([sys.executable, "-c", PROGRAM, spec], cwd=ROOT)
    options, values, placing, listing, kilobytes = json.loads(program.stdout)
    print(
        f"\n| {name} | {options:,} | {values:,} | placed {placing:.2f} s | arrays {listing:.2f} s"
        f" | {1e6 * (placing + listing) / values:.2f} s a million | {kilobytes / 1e6:.2f} GB |"
    )
    assert options == expected


def test_boxes_are_put_on_a_pallet() -> None:
    """Put eight boxes on a pallet, verified; print the nodes."""
    puzzle = build_puzzle(parse_spec(f"{{name: pallet, {PALLET}}}"))
    solve(puzzle, limit=1, engine="exact-cover", jobs=1)  # compiles what there is to compile
    result = solve(puzzle, limit=1, engine="exact-cover", jobs=1)
    print(f"\n{result.statistics['nodes']:,} nodes")
    assert len(result.solutions[0].placements) == 8
    assert Verifier(puzzle).violation(result.solutions[0].placements) is None
