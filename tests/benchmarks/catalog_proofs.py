"""Exported proofs of the catalog: `python -m tests.benchmarks.catalog_proofs [SPEC...] [--nodes N] [--max-size SIZE]`.

Certifies the count of each puzzle without symmetry, exports the proofs of trees with at most N branching nodes,
compares their clauses with the statement by `check_cnf.py`, and gives them to cake_lpr if it is on the path. The tally
tells why puzzles are left out.
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
from cp_puzzles.puzzle.spec.loader import catalog, puzzle_name
from tests.processes import finished

SEARCH_SECONDS = 4
CHECK_SECONDS = 60


def reason(error: object, folder: Path) -> str:
    """Return an error without numbers, so that equal reasons are counted together."""
    return re.sub(r"\d[\d,.]*", "N", str(error).strip().replace(f"{folder}: ", ""))


def verdict(folder: Path, max_size: str) -> str:
    """Return in words what the checkers say of an exported proof."""
    export = [sys.executable, "-m", "cp_puzzles", "certificate", "export", str(folder), "--max-size", max_size]
    try:
        exported = finished(export, timeout=CHECK_SECONDS)
        if exported.returncode:
            return f"not exported: {reason(exported.stderr, folder)}"
        bound = finished([sys.executable, "-I", str(folder / "check_cnf.py")], timeout=CHECK_SECONDS)
        if not bound.stdout.startswith("CHECKED: "):
            return f"REFUSED by check_cnf.py: {bound.stdout}"
        if shutil.which("cake_lpr") is None:
            return "exported, clauses accepted; cake_lpr is not on the path"
        done = finished(["cake_lpr", str(folder / "proof.cnf"), str(folder / "proof.lrat")], timeout=CHECK_SECONDS)
    except subprocess.TimeoutExpired:
        return f"not exported and checked in {CHECK_SECONDS} s"
    return "accepted by cake_lpr" if "s VERIFIED UNSAT" in done.stdout else "REFUSED by cake_lpr"


def verdict_on(name: str, folder: Path, max_nodes: int, max_size: str) -> str:
    """Return the verdict on the proof of a puzzle, or why there is none."""
    try:
        result = count(
            name, symmetry="off", engine="exact-cover", jobs=1, time_limit=SEARCH_SECONDS, certificate=str(folder)
        )
    except PuzzleError as error:
        return f"not certified: {reason(error, folder)}"
    if result.status != "complete" or not folder.exists():
        return f"not certified in {SEARCH_SECONDS} s"
    nodes = sum(map(len, check.unpacked((folder / "tree.gz").read_bytes()))) // 4
    if nodes > max_nodes:
        return f"more than {max_nodes:,} branching nodes"
    return verdict(folder, max_size)


def main() -> None:
    """Print the verdicts on each puzzle, and how often each was given."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("specs", nargs="*", default=[puzzle_name(file) for file in catalog()])
    arguments.add_argument("--nodes", type=int, default=100_000)
    arguments.add_argument("--max-size", default="50MB")
    asked = arguments.parse_args()
    tally: Counter[str] = Counter()
    for name in asked.specs:
        with TemporaryDirectory() as folder:
            said = verdict_on(name, Path(folder) / "proof", asked.nodes, asked.max_size)
        tally[said] += 1
        print(f"{name:32} {said}", flush=True)
    print(*(f"{number:4} {words}" for words, number in tally.most_common()), sep="\n")


if __name__ == "__main__":
    main()
