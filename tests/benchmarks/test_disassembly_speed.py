"""Speed of disassembly: states per second with their memory, and the same files beside BurrTools' command line.

Set `BURRTXT` to the program `burrTxt`, and `BURR_EXAMPLES` to the folder `examples` of burr-tools/burr-tools on GitHub.
The program is built from `src/tools`, `src/halfedge`, `src/lib` without its tests, and `src/burrTxt.cpp`; it needs no
display. Files on which it ends with an assertion are shown as none.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from tests.benchmarks.processor_time import timed_program
from tests.cli.program import ROOT
from tests.processes import finished

MILLION_STATES = """
import json, resource
from time import perf_counter
from cp_puzzles.puzzle.disassembly.states import Effort
from cp_puzzles.puzzle.disassembly.take_apart import take_apart
from cp_puzzles.puzzle.geometry.lattices import LATTICES
lattice = LATTICES["square"]
frame = [cell for cell in lattice.box((7, 7)) if cell[0] in (0, 6) or cell[1] in (0, 6)]
pieces = [frame, *([(1, column)] for column in range(1, 6))]
take_apart(lattice, pieces, Effort(states=1000))
begun = perf_counter()
result = take_apart(lattice, pieces, Effort(states=1_000_000))
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([result.states, perf_counter() - begun, memory]))
"""

FIGURES = re.compile(r"(\d+) assemblies and (\d+) solutions")

SINGLE_PIECES = {"DemoPieceGenerator": "928/928"}
"""Numbers that differ from those of BurrTools, which does not count an assembly of one piece as a solution."""

TINY = "{name: tiny, board: {size: [1, 2, 1]}, lattice: cubic, tiles: [{name: M, drawing: X, multiplicity: 2}]}"
"""A puzzle whose time is that of starting."""


@pytest.mark.slow
def test_million_states_fit_in_memory() -> None:
    """A million states take less than 2 GB, libraries included; prints states per second."""
    states, seconds, kilobytes = json.loads(finished([sys.executable, "-c", MILLION_STATES], cwd=ROOT).stdout)
    print(f"\n{states:,} states in {seconds:.1f} s, {states / seconds:,.0f} per second, {kilobytes / 1e6:.2f} GB")
    assert states >= 1_000_000
    assert kilobytes < 2_000_000


@pytest.mark.benchmark
@pytest.mark.skipif("BURRTXT" not in os.environ, reason="set BURRTXT and BURR_EXAMPLES")
def test_comparison_with_burrtools(tmp_path: Path) -> None:
    """Print processor seconds for the first problem of each example; both programs find the same numbers.

    The time is that of assembly and disassembly together. The last column leaves out the start of Python and its
    libraries, which takes longer than most of the files.
    """
    tiny = tmp_path / "tiny.yaml"
    tiny.write_text(TINY)
    apart = [sys.executable, "-m", "cp_puzzles", "apart"]
    options = ["--json", "--jobs", "1", "--engine", "exact-cover", "--time-limit", "300"]
    start = min(timed_program([*apart, str(tiny), *options])[1] for _ in range(3))
    print(f"\nstart {start:.2f} s\n{'file':28}{'BurrTools':>22}{'cp-puzzles':>22}{'ratio':>8}{'without start':>15}")
    for file in sorted(Path(os.environ["BURR_EXAMPLES"]).glob("*.xmpuzzle")):
        theirs, their_seconds = timed_program([os.environ["BURRTXT"], "-d", "-q", str(file)], timeout=600)
        ours, seconds = timed_program([*apart, f"{file}#1", *options], timeout=600)
        figures = FIGURES.search(theirs)
        summary = json.loads(ours) if ours.startswith("{") else {}
        found = f"{figures[1]}/{figures[2]}" if figures else "none"
        mine = f"{summary['assemblies']}/{summary['apart']}" if summary else "refused"
        if figures and summary and summary["status"] == "complete":
            assert mine == SINGLE_PIECES.get(file.stem, found)
        their_seconds = max(their_seconds, 0.001)  # less than the clock shows
        shown = f"{seconds / their_seconds:8.1f}{(seconds - start) / their_seconds:15.1f}" if summary else ""
        print(f"{file.stem:28}{found:>14}{their_seconds:8.2f}{mine:>14}{seconds:8.2f}{shown}", flush=True)
