"""Tiling puzzles in a few lines of YAML, solved and counted by OR-Tools CP-SAT.

>>> from cp_puzzles import build_puzzle, count, load_spec
>>> count(build_puzzle(load_spec("soma")), jobs=1).count
240
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from cp_puzzles.analysis.experiment import experiment
    from cp_puzzles.analysis.experiment_result import ExperimentResult
    from cp_puzzles.api import count, iter_solutions, solve
    from cp_puzzles.cover.solution import Solution
    from cp_puzzles.cover.solutions import Solutions
    from cp_puzzles.errors import PuzzleError
    from cp_puzzles.puzzle.build import build_puzzle
    from cp_puzzles.puzzle.model import Puzzle
    from cp_puzzles.search.result import RunResult
    from cp_puzzles.search.store.reader import open_run
    from cp_puzzles.spec.load import load_spec, parse_spec
    from cp_puzzles.spec.schema import PuzzleSpec

_HOMES = {
    "experiment": "analysis.experiment",
    "ExperimentResult": "analysis.experiment_result",
    "count": "api",
    "iter_solutions": "api",
    "solve": "api",
    "Solution": "cover.solution",
    "Solutions": "cover.solutions",
    "PuzzleError": "errors",
    "build_puzzle": "puzzle.build",
    "Puzzle": "puzzle.model",
    "RunResult": "search.result",
    "open_run": "search.store.reader",
    "load_spec": "spec.load",
    "parse_spec": "spec.load",
    "PuzzleSpec": "spec.schema",
}

__all__ = [
    "ExperimentResult",
    "Puzzle",
    "PuzzleError",
    "PuzzleSpec",
    "RunResult",
    "Solution",
    "Solutions",
    "build_puzzle",
    "count",
    "experiment",
    "iter_solutions",
    "load_spec",
    "open_run",
    "parse_spec",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that nothing heavy is loaded before it is needed."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
