"""Tiling puzzles in a few lines of YAML, solved and counted by OR-Tools CP-SAT.

>>> from cp_puzzles import count
>>> count("soma", jobs=1).count
240
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from cp_puzzles.analysis.design.challenge import Challenge, Designs
    from cp_puzzles.analysis.design.design import design
    from cp_puzzles.analysis.design.difficulty import Difficulty, difficulty
    from cp_puzzles.analysis.experiment import experiment
    from cp_puzzles.analysis.experiment_result import ExperimentResult
    from cp_puzzles.analysis.explain import explain
    from cp_puzzles.analysis.forecast import Forecast, estimate
    from cp_puzzles.analysis.hint import Hint, hint
    from cp_puzzles.analysis.orbits import unfold
    from cp_puzzles.analysis.sample import Sample, sample
    from cp_puzzles.analysis.smallest import Smallest, smallest
    from cp_puzzles.analysis.tabulate import MeasureTable, tabulate
    from cp_puzzles.analysis.verification import Verification, verify
    from cp_puzzles.api import count, iter_solutions, solve
    from cp_puzzles.cover.solution import Solution
    from cp_puzzles.cover.solutions import Solutions
    from cp_puzzles.errors import MistakeError, PuzzleError
    from cp_puzzles.export.jsonl import read_solutions
    from cp_puzzles.export.writer import write_solutions
    from cp_puzzles.options import SearchOptions, SolveOptions
    from cp_puzzles.proofs.explanation import Explanation
    from cp_puzzles.puzzle.build import build_puzzle
    from cp_puzzles.puzzle.model import Puzzle
    from cp_puzzles.search.result import RunResult
    from cp_puzzles.search.store.reader import open_run
    from cp_puzzles.spec.load import load_spec, parse_spec
    from cp_puzzles.spec.schema import PuzzleSpec

_HOMES = {
    "Challenge": "analysis.design.challenge",
    "Designs": "analysis.design.challenge",
    "design": "analysis.design.design",
    "Difficulty": "analysis.design.difficulty",
    "difficulty": "analysis.design.difficulty",
    "experiment": "analysis.experiment",
    "tabulate": "analysis.tabulate",
    "MeasureTable": "analysis.tabulate",
    "ExperimentResult": "analysis.experiment_result",
    "estimate": "analysis.forecast",
    "Forecast": "analysis.forecast",
    "explain": "analysis.explain",
    "Explanation": "proofs.explanation",
    "hint": "analysis.hint",
    "Hint": "analysis.hint",
    "unfold": "analysis.orbits",
    "verify": "analysis.verification",
    "Verification": "analysis.verification",
    "Sample": "analysis.sample",
    "sample": "analysis.sample",
    "Smallest": "analysis.smallest",
    "smallest": "analysis.smallest",
    "count": "api",
    "iter_solutions": "api",
    "solve": "api",
    "Solution": "cover.solution",
    "Solutions": "cover.solutions",
    "MistakeError": "errors",
    "PuzzleError": "errors",
    "read_solutions": "export.jsonl",
    "write_solutions": "export.writer",
    "SearchOptions": "options",
    "SolveOptions": "options",
    "build_puzzle": "puzzle.build",
    "Puzzle": "puzzle.model",
    "RunResult": "search.result",
    "open_run": "search.store.reader",
    "load_spec": "spec.load",
    "parse_spec": "spec.load",
    "PuzzleSpec": "spec.schema",
}

__all__ = [
    "Challenge",
    "Designs",
    "Difficulty",
    "ExperimentResult",
    "Explanation",
    "Forecast",
    "Hint",
    "MeasureTable",
    "MistakeError",
    "Puzzle",
    "PuzzleError",
    "PuzzleSpec",
    "RunResult",
    "Sample",
    "SearchOptions",
    "Smallest",
    "Solution",
    "Solutions",
    "SolveOptions",
    "Verification",
    "build_puzzle",
    "count",
    "design",
    "difficulty",
    "estimate",
    "experiment",
    "explain",
    "hint",
    "iter_solutions",
    "load_spec",
    "open_run",
    "parse_spec",
    "read_solutions",
    "sample",
    "smallest",
    "solve",
    "tabulate",
    "unfold",
    "verify",
    "write_solutions",
]


def __dir__() -> list[str]:
    """The public names, those not yet imported too."""
    return sorted({*__all__, "__version__", *(name for name in globals() if name.startswith("__"))})


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that nothing heavy is loaded before it is needed."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
