"""Benchmark of certificates: nodes, bytes, and seconds to search, to certify and to check.

    python -m pytest -q -s tests/benchmarks/test_certificate_cost.py -m benchmark -n 0

Prints the least processor seconds of three runs in one thread, after everything is compiled, and those of cake_lpr,
where it is installed, for LRAT proofs of at most 50 MB. `general` is the general search up to symmetry, with which
certifying is compared: it branches on items like a proof, and the scan of narrow boards does not. Asserts verdicts and
never a time.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cp_puzzles import count
from cp_puzzles.analysis.certificate import check
from cp_puzzles.analysis.certificate.checker import compiled_verdict
from cp_puzzles.analysis.certificate.proof_export import export_proof
from cp_puzzles.analysis.certificate.writer import Certificate, Written
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle, problem_from
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search_options import SearchOptions
from tests.benchmarks.processor_time import least_time, timed_program

pytestmark = pytest.mark.benchmark

SPECS = (
    *("tatami5x5_five_monominoes", "soma", "dominoes6x6", "pentomino3x20", "pentomino8x8_center", "pentomino4x15"),
    *("mutilated_chessboard", "pentomino5x12", "pentomino6x10", "pentomino8x8_corners"),
)
MAX_LRAT_BYTES = 50_000_000


def lrat_seconds(folder: Path) -> str:
    """Return the bytes of the LRAT proof and the seconds that cake_lpr takes for it."""
    try:
        exported = export_proof(folder, MAX_LRAT_BYTES)
    except MistakeError as error:
        return f"over {MAX_LRAT_BYTES / 1e6:.0f} MB" if "would have" in str(error) else "-"
    if (program := shutil.which("cake_lpr")) is None:
        return f"{exported.bytes / 1e6:.1f} MB"
    text, seconds = timed_program([program, str(exported.problem), str(exported.proof)], timeout=900)
    assert "VERIFIED UNSAT" in text
    return f"{exported.bytes / 1e6:.1f} MB, {seconds:.2f} s"


def searched(puzzle: Puzzle, *, scan: bool = True) -> RunResult:
    """Return the result of a compiled search of all solutions."""
    return count(puzzle, engine="exact-cover", jobs=1, settings={"scan": scan})


def certified(puzzle: Puzzle, folder: Path, result: RunResult) -> Written:
    """Write the certificate of a result, its statement included."""
    return Certificate(puzzle, SearchOptions(symmetry="full", jobs=1)).write(folder, result)


def test_cost_of_certificates(tmp_path: Path) -> None:
    """Ten puzzles are certified and checked three times."""
    for spec in ("dominoes4x4", "t_tetrominoes4x4"):  # compile
        puzzle = problem_from(spec)
        certified(puzzle, tmp_path / spec, searched(puzzle, scan=False))
        compiled_verdict(str(tmp_path / spec))
    print("\npuzzle                     nodes     bytes  search general certify  python compiled  cake_lpr")
    for spec in SPECS:
        puzzle, folder = problem_from(spec), tmp_path / f"proof_{spec}"
        result, search = least_time(searched, puzzle)
        _, general = least_time(searched, puzzle, scan=False)
        written, certify = least_time(certified, puzzle, folder, result)
        verdict, plain = least_time(check.verdict, folder)
        again, fast = least_time(compiled_verdict, str(folder))
        assert verdict == again
        assert verdict[0] == 0, verdict
        nodes = written.steps.split()[0]
        print(
            f"{spec:25} {nodes:>8} {written.bytes:9,} {search:7.2f} {general:7.2f} {certify:7.2f} {plain:7.2f} "
            f"{fast:8.2f}  {lrat_seconds(folder)}",
            flush=True,
        )
