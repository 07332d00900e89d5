"""What the settings of the CP-SAT engine are worth: ours against CP-SAT's own defaults, on one model, in one run.

    python -m pytest -q -s tests/benchmarks/test_cp_sat_settings.py -m benchmark

Prints seconds of processor time and ratios; asserts the answers and never a time.
"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic, process_time

import pytest

from cp_puzzles import build_puzzle, count, load_spec
from cp_puzzles.api import ask
from cp_puzzles.engines.base import Part, PartResult, Question
from cp_puzzles.engines.cp_sat.engine import CpSatEngine
from cp_puzzles.engines.cp_sat.settings import Settings

pytestmark = pytest.mark.benchmark

LIMIT = 300
"""Solutions in the run with symmetry off: the defaults do not finish in minutes."""


def timed(question: Question, settings: Settings, limit: int | None) -> tuple[float, PartResult]:
    """Processor seconds and result of one enumeration in this process."""
    started = process_time()
    result = CpSatEngine().run(
        replace(question, settings=vars(settings)), Part(), emit=None, limit=limit, stop=lambda: False
    )
    return process_time() - started, result


def test_all_tilings_against_the_defaults() -> None:
    """Every tiling of 6x10 as the program finds them, and what the defaults find in ten times that time."""
    puzzle = build_puzzle(load_spec("pentomino6x10"))
    ours = count(puzzle, symmetry="off")
    assert ours.count == 9356
    _, question = ask(puzzle, symmetry="off")
    begin = monotonic()
    reference = CpSatEngine().run(
        replace(question, settings=vars(Settings.solver_defaults())),
        Part(),
        emit=None,
        limit=None,
        stop=lambda: monotonic() - begin > 10 * ours.seconds,
    )
    assert reference.solutions <= 9356
    print(
        f"\n6x10 off: all {ours.count} in {ours.seconds:.1f} s with {ours.jobs} processes; the defaults of CP-SAT find "
        f"{reference.solutions} in {monotonic() - begin:.1f} s"
    )


@pytest.mark.parametrize(("symmetry", "limit"), [("off", LIMIT), ("full", None)])
def test_against_the_defaults(symmetry: str, limit: int | None) -> None:
    """Both enumerate the same number of solutions; ours in a small part of the time."""
    _, question = ask(build_puzzle(load_spec("pentomino6x10")), symmetry=symmetry)  # type: ignore[arg-type]
    ours, found = timed(question, Settings(), limit)
    default, reference = timed(question, Settings.solver_defaults(), limit)
    assert found.solutions == reference.solutions == (limit or 2339)
    print(
        f"\n6x10 {symmetry}, {found.solutions} solutions: ours {ours:.1f} s, defaults of CP-SAT {default:.1f} s, "
        f"ratio {default / ours:.1f}"
    )


def test_what_each_setting_contributes() -> None:
    """With one setting turned back to the solver's default, the answer is the same and the time is not."""
    _, question = ask(build_puzzle(load_spec("pentomino6x10")), symmetry="off")
    ours, found = timed(question, Settings(), LIMIT)
    print(f"\n6x10 off, first {LIMIT} solutions: ours {ours:.2f} s")
    for name, ours_is_on in vars(Settings()).items():
        changed, result = timed(question, replace(Settings(), **{name: not ours_is_on}), LIMIT)
        assert result.solutions == found.solutions == LIMIT
        print(f"  {name} {'off' if ours_is_on else 'on':4} {changed:8.2f} s, {changed / ours:6.1f} times ours")
