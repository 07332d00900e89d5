"""Tiling puzzles in a few lines of YAML, solved and counted by OR-Tools CP-SAT.

>>> from cp_puzzles import count
>>> count("soma", jobs=1).count
240
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.renamed import install

__version__ = "0.2.0"

if TYPE_CHECKING:
    from cp_puzzles.analysis.counts import MeasureTable as MeasureTable
    from cp_puzzles.analysis.counts import count_by_empty_cells as count_by_empty_cells
    from cp_puzzles.analysis.counts import count_each as count_each
    from cp_puzzles.analysis.counts import dates as dates
    from cp_puzzles.analysis.counts import tabulate as tabulate
    from cp_puzzles.analysis.design.challenge import Challenge as Challenge
    from cp_puzzles.analysis.design.challenge import Designs as Designs
    from cp_puzzles.analysis.design.design import design as design
    from cp_puzzles.analysis.design.difficulty import Difficulty as Difficulty
    from cp_puzzles.analysis.design.difficulty import difficulty as difficulty
    from cp_puzzles.analysis.disassemblies import Disassemblies as Disassemblies
    from cp_puzzles.analysis.disassemblies import apart as apart
    from cp_puzzles.analysis.experiment.experiment import experiment as experiment
    from cp_puzzles.analysis.experiment.experiment_plot import plot_experiment as plot_experiment
    from cp_puzzles.analysis.experiment.experiment_result import ExperimentResult as ExperimentResult
    from cp_puzzles.analysis.explain import explain as explain
    from cp_puzzles.analysis.forecast import Forecast as Forecast
    from cp_puzzles.analysis.forecast import estimate as estimate
    from cp_puzzles.analysis.frames import coverage_frame as coverage_frame
    from cp_puzzles.analysis.frames import neighbors_frame as neighbors_frame
    from cp_puzzles.analysis.frames import placements_frame as placements_frame
    from cp_puzzles.analysis.frames import plot_coverage as plot_coverage
    from cp_puzzles.analysis.hint import Hint as Hint
    from cp_puzzles.analysis.hint import hint as hint
    from cp_puzzles.analysis.sample import Sample as Sample
    from cp_puzzles.analysis.sample import sample as sample
    from cp_puzzles.analysis.smallest_rectangle import Smallest as Smallest
    from cp_puzzles.analysis.smallest_rectangle import smallest as smallest
    from cp_puzzles.api import iter_solutions as iter_solutions
    from cp_puzzles.api import symmetry_group as symmetry_group
    from cp_puzzles.api import to_model as to_model
    from cp_puzzles.cover.proofs.explanation import Explanation as Explanation
    from cp_puzzles.cover.solution import Solution as Solution
    from cp_puzzles.cover.solution import Solutions as Solutions
    from cp_puzzles.cover.symmetry.orbits import PuzzleSymmetry as PuzzleSymmetry
    from cp_puzzles.cover.symmetry.orbits import self_symmetric as self_symmetric
    from cp_puzzles.cover.symmetry.orbits import symmetries_of as symmetries_of
    from cp_puzzles.cover.symmetry.orbits import unfold as unfold
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel as PuzzleModel
    from cp_puzzles.errors import DisagreementError as DisagreementError
    from cp_puzzles.errors import EngineError as EngineError
    from cp_puzzles.errors import InvalidSolutionError as InvalidSolutionError
    from cp_puzzles.errors import LostPartError as LostPartError
    from cp_puzzles.errors import MissingExtraError as MissingExtraError
    from cp_puzzles.errors import MistakeError as MistakeError
    from cp_puzzles.errors import PuzzleError as PuzzleError
    from cp_puzzles.errors import RepeatedSolutionError as RepeatedSolutionError
    from cp_puzzles.errors import SolutionFileError as SolutionFileError
    from cp_puzzles.errors import SpecError as SpecError
    from cp_puzzles.errors import WideFrontierError as WideFrontierError
    from cp_puzzles.output.formats.solution_reader import Verification as Verification
    from cp_puzzles.output.formats.solution_reader import read_solutions as read_solutions
    from cp_puzzles.output.formats.solution_reader import verify as verify
    from cp_puzzles.output.formats.solution_writer import write_solutions as write_solutions
    from cp_puzzles.output.recorded_search import count as count
    from cp_puzzles.output.recorded_search import solve as solve
    from cp_puzzles.output.web.puzzle_widget import PuzzleWidget as PuzzleWidget
    from cp_puzzles.puzzle.board import Board as Board
    from cp_puzzles.puzzle.geometry.burr_pieces import burr_numbers as burr_numbers
    from cp_puzzles.puzzle.geometry.burr_pieces import burr_piece as burr_piece
    from cp_puzzles.puzzle.geometry.cell_class import CellShape as CellShape
    from cp_puzzles.puzzle.geometry.isometry import Isometry as Isometry
    from cp_puzzles.puzzle.geometry.lattice import Lattice as Lattice
    from cp_puzzles.puzzle.geometry.lattices import register_lattice as register_lattice
    from cp_puzzles.puzzle.geometry.placement import Placement as Placement
    from cp_puzzles.puzzle.geometry.point_groups import generated_group as generated_group
    from cp_puzzles.puzzle.geometry.sublattice import Sublattice as Sublattice
    from cp_puzzles.puzzle.geometry.tile_sets import tile_set as tile_set
    from cp_puzzles.puzzle.puzzle import Puzzle as Puzzle
    from cp_puzzles.puzzle.puzzle_source import build_puzzle as build_puzzle
    from cp_puzzles.puzzle.rules.measure import LinearExpression as LinearExpression
    from cp_puzzles.puzzle.rules.measure import Measure as Measure
    from cp_puzzles.puzzle.rules.rule import Rule as Rule
    from cp_puzzles.puzzle.rules.rule_compiler import RuleCompiler as RuleCompiler
    from cp_puzzles.puzzle.rules.rule_field import RuleField as RuleField
    from cp_puzzles.puzzle.rules.tiling import Tiling as Tiling
    from cp_puzzles.puzzle.rules.user_rules import register_measure as register_measure
    from cp_puzzles.puzzle.rules.user_rules import register_rule as register_rule
    from cp_puzzles.puzzle.spec.catalog import catalog_names as catalog_names
    from cp_puzzles.puzzle.spec.loader import load_spec as load_spec
    from cp_puzzles.puzzle.spec.loader import parse_spec as parse_spec
    from cp_puzzles.puzzle.spec.schema import PuzzleSpec as PuzzleSpec
    from cp_puzzles.puzzle.tile import Tile as Tile
    from cp_puzzles.search.options import SearchOptions as SearchOptions
    from cp_puzzles.search.options import SolveOptions as SolveOptions
    from cp_puzzles.search.run_result import RunResult as RunResult
    from cp_puzzles.search.store.run_reader import open_run as open_run

_MODULES = {
    "analysis.counts": "MeasureTable count_by_empty_cells count_each dates tabulate",
    "analysis.design.challenge": "Challenge Designs",
    "analysis.design.design": "design",
    "analysis.design.difficulty": "Difficulty difficulty",
    "analysis.disassemblies": "Disassemblies apart",
    "analysis.experiment.experiment": "experiment",
    "analysis.experiment.experiment_result": "ExperimentResult",
    "analysis.explain": "explain",
    "analysis.forecast": "Forecast estimate",
    "analysis.experiment.experiment_plot": "plot_experiment",
    "analysis.frames": "coverage_frame neighbors_frame placements_frame plot_coverage",
    "analysis.hint": "Hint hint",
    "cover.symmetry.orbits": "PuzzleSymmetry self_symmetric symmetries_of unfold",
    "analysis.sample": "Sample sample",
    "analysis.smallest_rectangle": "Smallest smallest",
    "api": "iter_solutions symmetry_group to_model",
    "cover.proofs.explanation": "Explanation",
    "cover.solution": "Solution Solutions",
    "engines.cp_sat.puzzle_model": "PuzzleModel",
    "errors": "DisagreementError EngineError InvalidSolutionError LostPartError MissingExtraError MistakeError "
    "PuzzleError RepeatedSolutionError SolutionFileError SpecError WideFrontierError",
    "output.formats.solution_reader": "Verification read_solutions verify",
    "output.recorded_search": "count solve",
    "output.web.puzzle_widget": "PuzzleWidget",
    "output.formats.solution_writer": "write_solutions",
    "puzzle.puzzle_source": "build_puzzle",
    "puzzle.geometry.cell_class": "CellShape",
    "puzzle.geometry.isometry": "Isometry",
    "puzzle.geometry.lattice": "Lattice",
    "puzzle.geometry.lattices": "register_lattice",
    "puzzle.geometry.placement": "Placement",
    "puzzle.geometry.sublattice": "Sublattice",
    "puzzle.rules.measure": "LinearExpression Measure",
    "puzzle.rules.rule": "Rule",
    "puzzle.rules.rule_compiler": "RuleCompiler",
    "puzzle.rules.rule_field": "RuleField",
    "puzzle.rules.tiling": "Tiling",
    "puzzle.rules.user_rules": "register_measure register_rule",
    "puzzle.geometry.burr_pieces": "burr_numbers burr_piece",
    "puzzle.geometry.point_groups": "generated_group",
    "puzzle.geometry.tile_sets": "tile_set",
    "puzzle.spec.catalog": "catalog_names",
    "puzzle.board": "Board",
    "puzzle.puzzle": "Puzzle",
    "puzzle.tile": "Tile",
    "puzzle.spec.loader": "load_spec parse_spec",
    "puzzle.spec.schema": "PuzzleSpec",
    "search.options": "SearchOptions SolveOptions",
    "search.run_result": "RunResult",
    "search.store.run_reader": "open_run",
}
"""Public names by the module that defines them."""

_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}

install(
    modules={
        "analysis.count_each": "analysis.counts",
        "analysis.experiment_plot": "analysis.experiment.experiment_plot",
        "analysis.heat_map": "analysis.frames",
        "analysis.neighbours": "analysis.frames",  # codespell:ignore neighbours
        "analysis.orbits": "cover.symmetry.orbits",
        "engines.base": "engines.engine",
        "engines.cp_sat.model": "engines.cp_sat.cp_sat_model",
        "engines.cp_sat.settings": "engines.engine_settings",
        "geometry": "puzzle.geometry",
        "geometry.placement": "puzzle.geometry.placement",
        "symmetry": "cover.symmetry",
        "symmetry.group": "cover.symmetry.symmetry_group",
        "symmetry.leader": "cover.symmetry.leader",
    },
    members={"Question": "SearchRequest", "Settings": "CpSatSettings", "neighbours_frame": "neighbors_frame"},
)

_NEEDS = {"PuzzleWidget": "anywidget"}
"""Public names that need an optional package; without it an import of all names omits them."""

__all__ = sorted(name for name in _MODULE_OF if name not in _NEEDS or find_spec(_NEEDS[name]))


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return sorted({*__all__, "__version__", *(name for name in globals() if name.startswith("__"))})


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that nothing heavy is loaded before it is needed."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
