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
    from cp_puzzles.analysis.design.challenge import Challenge as Challenge
    from cp_puzzles.analysis.design.challenge import Designs as Designs
    from cp_puzzles.analysis.design.design import design as design
    from cp_puzzles.analysis.design.difficulty import Difficulty as Difficulty
    from cp_puzzles.analysis.design.difficulty import difficulty as difficulty
    from cp_puzzles.analysis.experiment import experiment as experiment
    from cp_puzzles.analysis.experiment_result import ExperimentResult as ExperimentResult
    from cp_puzzles.analysis.explain import explain as explain
    from cp_puzzles.analysis.forecast import Forecast as Forecast
    from cp_puzzles.analysis.forecast import estimate as estimate
    from cp_puzzles.analysis.hint import Hint as Hint
    from cp_puzzles.analysis.hint import hint as hint
    from cp_puzzles.analysis.orbits import unfold as unfold
    from cp_puzzles.analysis.sample import Sample as Sample
    from cp_puzzles.analysis.sample import sample as sample
    from cp_puzzles.analysis.smallest import Smallest as Smallest
    from cp_puzzles.analysis.smallest import smallest as smallest
    from cp_puzzles.analysis.tabulate import MeasureTable as MeasureTable
    from cp_puzzles.analysis.tabulate import tabulate as tabulate
    from cp_puzzles.analysis.verification import Verification as Verification
    from cp_puzzles.analysis.verification import verify as verify
    from cp_puzzles.api import count as count
    from cp_puzzles.api import iter_solutions as iter_solutions
    from cp_puzzles.api import solve as solve
    from cp_puzzles.cover.solution import Solution as Solution
    from cp_puzzles.cover.solutions import Solutions as Solutions
    from cp_puzzles.errors import MistakeError as MistakeError
    from cp_puzzles.errors import PuzzleError as PuzzleError
    from cp_puzzles.export.jsonl import read_solutions as read_solutions
    from cp_puzzles.export.writer import write_solutions as write_solutions
    from cp_puzzles.options import SearchOptions as SearchOptions
    from cp_puzzles.options import SolveOptions as SolveOptions
    from cp_puzzles.proofs.explanation import Explanation as Explanation
    from cp_puzzles.puzzle.build import build_puzzle as build_puzzle
    from cp_puzzles.puzzle.model import Puzzle as Puzzle
    from cp_puzzles.search.result import RunResult as RunResult
    from cp_puzzles.search.store.reader import open_run as open_run
    from cp_puzzles.spec.load import load_spec as load_spec
    from cp_puzzles.spec.load import parse_spec as parse_spec
    from cp_puzzles.spec.schema import PuzzleSpec as PuzzleSpec

_ROOMS = {
    "analysis.design.challenge": "Challenge Designs",
    "analysis.design.design": "design",
    "analysis.design.difficulty": "Difficulty difficulty",
    "analysis.experiment": "experiment",
    "analysis.experiment_result": "ExperimentResult",
    "analysis.explain": "explain",
    "analysis.forecast": "Forecast estimate",
    "analysis.hint": "Hint hint",
    "analysis.orbits": "unfold",
    "analysis.sample": "Sample sample",
    "analysis.smallest": "Smallest smallest",
    "analysis.tabulate": "MeasureTable tabulate",
    "analysis.verification": "Verification verify",
    "api": "count iter_solutions solve",
    "cover.solution": "Solution",
    "cover.solutions": "Solutions",
    "errors": "MistakeError PuzzleError",
    "export.jsonl": "read_solutions",
    "export.writer": "write_solutions",
    "options": "SearchOptions SolveOptions",
    "proofs.explanation": "Explanation",
    "puzzle.build": "build_puzzle",
    "puzzle.model": "Puzzle",
    "search.result": "RunResult",
    "search.store.reader": "open_run",
    "spec.load": "load_spec parse_spec",
    "spec.schema": "PuzzleSpec",
}
"""The public names by the module where each is at home."""

_HOMES = {name: module for module, names in _ROOMS.items() for name in names.split()}

__all__ = sorted(_HOMES)


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
