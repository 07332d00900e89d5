"""Two runs of one question are the same run, in whatever process."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.processes import finished

ROOT = Path(__file__).parents[2]

PROGRAM = """if True:
    from cp_puzzles import build_puzzle, parse_spec
    from cp_puzzles.search.store.run_identity import identity_of
    from cp_puzzles.search.workers.job import Job
    tiles = "[{set: pentominoes, multiplicity: any}]"
    rules = "{choose: [{of: [F, I, L, N, P], copies: {min: 1, max: 3}}]}"
    job = Job(build_puzzle(parse_spec(f"{{name: c, board: {{size: [5, 6]}}, tiles: {tiles}, rules: {rules}}}")))
    found = identity_of(job, *job.cover_and_request())
    print(found.puzzle, found.options, found.leaders)
"""


def test_identity_of_a_puzzle_is_the_same_in_every_process() -> None:
    """Rules hold sets of names: what is written of them once followed the order in which a process has them."""
    said = {
        finished([sys.executable, "-c", PROGRAM], status=0, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
