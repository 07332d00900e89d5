"""Benchmarks of the settings of the CP-SAT engine against the defaults of CP-SAT, on one model, in one run.

    python -m pytest -q -s tests/benchmarks/test_cp_sat_settings.py -m benchmark

Prints seconds of processor time and ratios; asserts the answers and never a time.
"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

import pytest

from cp_puzzles import count
from cp_puzzles.api import cover_and_request
from cp_puzzles.engines.cp_sat.cp_sat_engine import CpSatEngine
from cp_puzzles.engines.engine import PartResult, PartTask, SearchRequest
from cp_puzzles.engines.registry import CpSatSettings
from tests.benchmarks.processor_time import timed
from tests.solver_defaults import SOLVER_DEFAULTS

pytestmark = pytest.mark.benchmark

LIMIT = 300
"""Solutions in the run with symmetry off: the defaults do not finish in minutes."""


def enumerated(request: SearchRequest, settings: CpSatSettings, limit: int | None) -> tuple[PartResult, float]:
    """Return the result of one enumeration in this process and its processor seconds."""
    return timed(CpSatEngine().run, PartTask(replace(request, settings=vars(settings)), limit=limit))


def test_all_tilings_against_the_defaults() -> None:
    """Every tiling of 6x10 as the program finds them, and what the defaults find in ten times that time."""
    ours = count("pentomino6x10", symmetry="off")
    assert ours.count == 9356
    _, request = cover_and_request("pentomino6x10", symmetry="off")
    begin = monotonic()
    by_defaults = replace(request, settings=vars(SOLVER_DEFAULTS))
    reference = CpSatEngine().run(PartTask(by_defaults, stop=lambda: monotonic() - begin > 10 * ours.seconds))
    assert reference.solutions <= 9356
    print(
        f"\n6x10 off: all {ours.count} in {ours.seconds:.1f} s with {ours.jobs} processes; the defaults of CP-SAT find "
        f"{reference.solutions} in {monotonic() - begin:.1f} s"
    )


@pytest.mark.parametrize(("symmetry", "limit"), [("off", LIMIT), ("full", None)])
def test_against_the_defaults(symmetry: str, limit: int | None) -> None:
    """Both enumerate the same number of solutions; ours in a small part of the time."""
    _, request = cover_and_request("pentomino6x10", symmetry=symmetry)  # type: ignore[arg-type]
    found, ours = enumerated(request, CpSatSettings(), limit)
    reference, default = enumerated(request, SOLVER_DEFAULTS, limit)
    assert found.solutions == reference.solutions == (limit or 2339)
    print(
        f"\n6x10 {symmetry}, {found.solutions} solutions: ours {ours:.1f} s, defaults of CP-SAT {default:.1f} s, "
        f"ratio {default / ours:.1f}"
    )


def test_cp_sat_setting_contribution() -> None:
    """Resetting one setting to the solver's default changes the time and not the result."""
    _, request = cover_and_request("pentomino6x10", symmetry="off")
    found, ours = enumerated(request, CpSatSettings(), LIMIT)
    print(f"\n6x10 off, first {LIMIT} solutions: ours {ours:.2f} s")
    for name, ours_is_on in vars(CpSatSettings()).items():
        result, changed = enumerated(request, replace(CpSatSettings(), **{name: not ours_is_on}), LIMIT)
        assert result.solutions == found.solutions == LIMIT
        print(f"  {name} {'off' if ours_is_on else 'on':4} {changed:8.2f} s, {changed / ours:6.1f} times ours")
