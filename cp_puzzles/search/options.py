"""Options of a search: each is declared here, and nowhere else.

From a declaration come the keyword of `solve`, `count` and `iter_solutions` with its type and default, the option of
the command line with its help text, the validation of a value and the message that refuses it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    InstanceOf,
)
from pydantic.dataclasses import dataclass

from cp_puzzles.base.option_types import (
    Address,
    Bytes,
    Keyword,
    NonNegativeInt,
    Option,
    OutPath,
    PositiveInt,
    RunFile,
    Seconds,
    Settings,
    Switch,
    ValueWords,
    one_of,
)
from cp_puzzles.base.validated_options import CONFIG, Validated
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.orbits import PuzzleSymmetry
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import Breaking
from cp_puzzles.engines.registry import DEFAULT, NAMES, SETTING_NAMES, SUMMARIES
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.run_result import Note, RunResult

if TYPE_CHECKING:
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel
else:
    PuzzleModel = Any  # importing it takes the time of importing ortools

_FUNCTION = ValueWords("", "a function")

EngineName = Annotated[str, one_of(*NAMES, metavar="NAME")]
"""The name of an engine of the registry."""

_SETTINGS = tuple(f"{name}=" for name in SETTING_NAMES)


@dataclass(frozen=True, kw_only=True, config=CONFIG)
class SearchOptions(Validated):
    """Options of a search.

    Raises
    ------
    MistakeError
        If an option cannot have its value.

    Examples
    --------
    >>> SearchOptions(limit=3, memory="4GB").memory
    4000000000
    >>> SearchOptions(limit=0)
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: limit=0: must be a whole number, at least 1
    """

    symmetry: Annotated[
        Symmetry,
        Option(
            "which symmetric solutions count as one (components: also those that move a separate part of the board;"
            " colors: also those that exchange colors)",
            "which symmetric solutions count as one: 'off', 'rotations', 'full', 'components' (also those that move "
            "a separate part of the board), or 'colors' (also those that exchange colors)",
            variants=True,
        ),
    ] = "full"
    engine: Annotated[
        EngineName | None,
        Option(
            f"search engine: {SUMMARIES} (default: {DEFAULT})",
            f"search engine: {SUMMARIES} (default: {DEFAULT!r})",
            variants=True,
        ),
    ] = None
    breaking: Annotated[
        Breaking,
        Option(
            "how to keep one solution of each orbit; never changes the number",
            "how to keep one solution of each orbit, 'lex' or 'filter'; never changes the number",
            variants=True,
        ),
    ] = "lex"
    settings: Annotated[
        Settings,
        Option(
            "a setting of the engine, such as fixed_search=off",
            "settings of the engine, such as {'fixed_search': False}",
            flag="setting",
            repeated=True,
            variants=True,
            offered=_SETTINGS,
        ),
    ] = field(default_factory=dict)
    limit: Annotated[
        PositiveInt | None,
        Option(
            "stop after N solutions (1: find any one with several engines)",
            "stop after this many solutions; 1: find any one with several engines",
        ),
    ] = None
    seed: Annotated[
        NonNegativeInt | None,
        Option(
            "random seed of a search for one solution; with --jobs 1 always the same solution (default: 0)",
            "random seed of a search for one solution; with jobs=1 always the same solution (default: 0)",
        ),
    ] = None
    time_limit: Annotated[Seconds | None, Option("stop after S seconds", "stop after this many seconds")] = None
    jobs: Annotated[
        PositiveInt | None, Option("number of worker processes; never changes the result (default: all cores)")
    ] = None
    memory: Annotated[
        Bytes | None,
        Option(
            "memory for the search, such as 4GB (default: half of the machine's memory)",
            "memory for the search: bytes, or a text such as '4GB' (default: half of the machine's memory)",
        ),
    ] = None
    store: Annotated[
        RunFile | None,
        Option(
            "store the run in this file; the same command resumes it after an interruption",
            "store the run in this file; the same call resumes it after an interruption",
        ),
    ] = None
    cluster: Annotated[
        Address | None,
        Option(
            "run the parts on the Dask scheduler at this address (tcp://host:8786), or on a new one here (local)",
            "run the parts on the Dask scheduler at this address ('tcp://host:8786'), or on a new one here ('local')",
        ),
    ] = None
    on_progress: Annotated[
        Callable[[Progress], None] | None,
        _FUNCTION,
        Keyword("called with the `Progress` of the search from time to time"),
    ] = None


@dataclass(frozen=True, kw_only=True, config=CONFIG)
class IterOptions(SearchOptions, PuzzleOptions):
    """Options of `iter_solutions`: those of the puzzle and of the search."""


@dataclass(frozen=True, kw_only=True, config=CONFIG)
class RecordOptions(Validated):
    """The certificate and the cross-check of a search, and the functions that receive what they report."""

    cross_check: Annotated[
        Switch,
        Option("repeat the search with another engine and compare the results"),
    ] = False
    certificate: Annotated[
        OutPath | None,
        Option(
            "write a proof of the number of solutions or of the best value, with its checker, to a folder",
            writes_folder=True,
        ),
    ] = None

    on_result: Annotated[
        Callable[[RunResult], None] | None,
        _FUNCTION,
        Keyword("called with the result, before the certificate and the cross-check begin"),
    ] = None
    on_note: Annotated[
        Callable[[Note], None] | None,
        _FUNCTION,
        Keyword("called with a `Note` about each of the two; by default one that is not done warns"),
    ] = None


@dataclass(frozen=True, kw_only=True, config=CONFIG)
class CountOptions(RecordOptions, IterOptions):
    """Options of `count`: those of the puzzle, of the search and of its record."""


@dataclass(frozen=True, kw_only=True, config=CONFIG)
class SolveOptions(CountOptions):
    """Options of `solve`."""

    on_solution: Annotated[
        Callable[[Solution], None] | None, _FUNCTION, Keyword("called with each solution when it is found")
    ] = None
    keep: Annotated[Switch, Keyword("keep the solutions in the result; False saves their memory")] = True
    model: Annotated[PuzzleModel | None, Keyword("a model from `to_model`, with your constraints added")] = None
    out: Annotated[
        OutPath | None,
        Option("write every solution to a file as it is found; the suffix selects the format"),
    ] = None


@dataclass(frozen=True, kw_only=True, config=CONFIG)
class ModelOptions(PuzzleOptions):
    """Options of `to_model`: those of the puzzle, the equivalence of tilings or a group, and the memory limit."""

    symmetry: Annotated[
        Symmetry,
        Keyword(
            "the equivalence of which one tiling of each orbit is kept: 'off', 'rotations', 'full' or 'components'"
        ),
    ] = "off"
    group: Annotated[
        InstanceOf[PuzzleSymmetry] | None,
        ValueWords("", "a value of symmetry_group"),
        Keyword("a group of `symmetry_group`, or a subgroup of it, instead of `symmetry`"),
    ] = None
    memory: Annotated[Bytes | None, Keyword("the most memory to use, such as '4GB'")] = None
