"""Exported proofs of the catalog: `python -m tests.benchmarks.catalog_proofs [SPEC...] [--nodes N] [--lrat SIZE]`.

Certifies the count of each puzzle without symmetry, and gives the exported proofs of trees with at most N branching
nodes to the checkers that are on the path: DRAT to drat-trim, LRAT up to a size to cake_lpr. The tally tells why
puzzles are left out.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from cp_puzzles import PuzzleError, count
from cp_puzzles.analysis.certificate import check
from cp_puzzles.puzzle.spec.catalog import catalog, puzzle_name
from tests.processes import finished

SEARCH_SECONDS = 4
CHECK_SECONDS = 60
LARGEST_DRAT = "1GB"


def reason(error: object, folder: Path) -> str:
    """Return an error without numbers, so that equal reasons are counted together."""
    return re.sub(r"\d[\d,.]*", "N", str(error).strip().replace(f"{folder}: ", ""))


def verdict(folder: Path, form: str, program: str, max_size: str) -> str:
    """Return in words what a checker says of an exported proof."""
    if shutil.which(program) is None:
        return f"{program}: not on the path"
    export = [sys.executable, "-m", "cp_puzzles", "certificate", "export", str(folder), "--format", form]
    try:
        exported = finished([*export, "--max-size", max_size], timeout=CHECK_SECONDS)
        if exported.returncode:
            return f"{program}: not exported: {reason(exported.stderr, folder)}"
        problem, proof = folder / "proof.cnf", folder / f"proof.{form}"
        done = finished([program, str(problem), str(proof)], timeout=CHECK_SECONDS)
    except subprocess.TimeoutExpired:
        return f"{program}: not exported and checked in {CHECK_SECONDS} s"
    accepted = any(line.startswith(("s VERIFIED", "s VERIFIED UNSAT")) for line in done.stdout.splitlines())
    return f"{program}: {'accepted' if accepted else 'REFUSED'}"


def verdicts(name: str, folder: Path, max_nodes: int, max_lrat: str) -> list[str]:
    """Return the verdicts on the proofs of a puzzle, or why there is none."""
    try:
        result = count(
            name, symmetry="off", engine="exact-cover", jobs=1, time_limit=SEARCH_SECONDS, certificate=str(folder)
        )
    except PuzzleError as error:
        return [f"not certified: {reason(error, folder)}"]
    if result.status != "complete" or not folder.exists():
        return [f"not certified in {SEARCH_SECONDS} s"]
    nodes = sum(map(len, check.unpacked((folder / "tree.gz").read_bytes()))) // 4
    if nodes > max_nodes:
        return [f"more than {max_nodes:,} branching nodes"]
    return [
        verdict(folder, "drat", "drat-trim", LARGEST_DRAT),
        verdict(folder, "lrat", "cake_lpr", max_lrat),
    ]


def main() -> None:
    """Print the verdicts on each puzzle, and how often each was given."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("specs", nargs="*", default=[puzzle_name(file) for file in catalog()])
    arguments.add_argument("--nodes", type=int, default=100_000)
    arguments.add_argument("--lrat", default="50MB")
    asked = arguments.parse_args()
    tally: Counter[str] = Counter()
    for name in asked.specs:
        with TemporaryDirectory() as folder:
            said = verdicts(name, Path(folder) / "proof", asked.nodes, asked.lrat)
        tally.update(said)
        print(f"{name:32} {'; '.join(said)}", flush=True)
    print(*(f"{number:4} {words}" for words, number in tally.most_common()), sep="\n")


if __name__ == "__main__":
    main()
