"""The public names, which `__init__.py` imports from these modules when they are first used.

The classes of further results and errors are imported from their modules; the reference names them.
"""

# A puzzle

from cp_puzzles.puzzle.board_and_tiles import Board as Board
from cp_puzzles.puzzle.board_and_tiles import Tile as Tile
from cp_puzzles.puzzle.geometry.polyform_sets import burr_numbers as burr_numbers
from cp_puzzles.puzzle.geometry.polyform_sets import burr_piece as burr_piece
from cp_puzzles.puzzle.geometry.placement import Placement as Placement
from cp_puzzles.puzzle.geometry.tile_sets import tile_set as tile_set
from cp_puzzles.puzzle.puzzle import Puzzle as Puzzle
from cp_puzzles.puzzle.puzzle import build_puzzle as build_puzzle
from cp_puzzles.puzzle.spec.loader import catalog_names as catalog_names
from cp_puzzles.puzzle.spec.loader import load_spec as load_spec
from cp_puzzles.puzzle.spec.loader import parse_spec as parse_spec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec as PuzzleSpec

# Ask: solutions, their number, their files, and the errors of a request

from cp_puzzles.api import count as count
from cp_puzzles.api import iter_solutions as iter_solutions
from cp_puzzles.api import solve as solve
from cp_puzzles.api import to_model as to_model
from cp_puzzles.cover.solution import Solution as Solution
from cp_puzzles.cover.solution import Solutions as Solutions
from cp_puzzles.errors import MistakeError as MistakeError
from cp_puzzles.errors import PuzzleError as PuzzleError
from cp_puzzles.errors import SpecError as SpecError
from cp_puzzles.output.formats.solution_reader import read_solutions as read_solutions
from cp_puzzles.output.formats.solution_reader import verify as verify
from cp_puzzles.output.formats.solution_reader import write_solutions as write_solutions
from cp_puzzles.search.run_result import RunResult as RunResult
from cp_puzzles.search.store.stored_run import open_run as open_run

# Analyze: reasons, forecasts, samples, tables and symmetries

from cp_puzzles.analysis.counts import tabulate as tabulate
from cp_puzzles.analysis.design.difficulty import difficulty as difficulty
from cp_puzzles.analysis.disassemblies import apart as apart
from cp_puzzles.analysis.experiment import experiment as experiment
from cp_puzzles.analysis.experiment_result import plot_experiment as plot_experiment
from cp_puzzles.analysis.explain import explain as explain
from cp_puzzles.analysis.family.each import each as each
from cp_puzzles.analysis.forecast import estimate as estimate
from cp_puzzles.analysis.frames import coverage_frame as coverage_frame
from cp_puzzles.analysis.frames import neighbors_frame as neighbors_frame
from cp_puzzles.analysis.frames import placements_frame as placements_frame
from cp_puzzles.analysis.frames import plot_coverage as plot_coverage
from cp_puzzles.analysis.hint import hint as hint
from cp_puzzles.analysis.numbered_tilings import sample as sample
from cp_puzzles.analysis.smallest_rectangle import smallest as smallest
from cp_puzzles.api import symmetry_group as symmetry_group
from cp_puzzles.cover.symmetry.orbits import self_symmetric as self_symmetric
from cp_puzzles.cover.symmetry.orbits import symmetries_of as symmetries_of
from cp_puzzles.cover.symmetry.orbits import unfold as unfold

# Make: challenges, and a board to play on

from cp_puzzles.analysis.design.design import design as design
from cp_puzzles.output.web.puzzle_widget import PuzzleWidget as PuzzleWidget

# Extend: rules, measures and lattices

from cp_puzzles.puzzle.geometry.cell_class import CellShape as CellShape
from cp_puzzles.puzzle.geometry.isometry import Isometry as Isometry
from cp_puzzles.puzzle.geometry.lattice import Lattice as Lattice
from cp_puzzles.puzzle.geometry.lattice_registration import register_lattice as register_lattice
from cp_puzzles.puzzle.geometry.isometry import Sublattice as Sublattice
from cp_puzzles.puzzle.geometry.isometry import generated_group as generated_group
from cp_puzzles.puzzle.rules.measure import LinearExpression as LinearExpression
from cp_puzzles.puzzle.rules.measure import Measure as Measure
from cp_puzzles.puzzle.rules.rule import Rule as Rule
from cp_puzzles.puzzle.rules.rule import RuleCompiler as RuleCompiler
from cp_puzzles.puzzle.rules.rule import RuleField as RuleField
from cp_puzzles.puzzle.rules.tiling import Tiling as Tiling
from cp_puzzles.puzzle.rules.user_rules import register_measure as register_measure
from cp_puzzles.puzzle.rules.user_rules import register_rule as register_rule

__version__: str
__all__: list[str]
