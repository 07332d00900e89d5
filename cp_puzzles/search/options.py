"""Options of a search: each is declared here, and nowhere else.

From a declaration come the keyword of `solve`, `count` and `iter_solutions` with its type and default, the option of
the command line with its help text, the validation of a value and the message that refuses it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from cp_puzzles.base.options import (
    ADDRESS,
    BYTES,
    FUNCTION,
    IN_FILE,
    NON_NEGATIVE_INT,
    OUT_FILE,
    OUT_FOLDER,
    POSITIVE_INT,
    RUN_FILE,
    SECONDS,
    SETTINGS,
    SWITCH,
    TEXT,
    Option,
    Options,
    ValueType,
    like,
    one_of,
    option,
)
from cp_puzzles.cover.symmetry import SYMMETRY, Breaking, Symmetry
from cp_puzzles.engines.registry import AUTO, NAMES, SETTING_NAMES, SUMMARIES
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.puzzle_options import PuzzleOptions

if TYPE_CHECKING:
    from cp_puzzles.cover.solution import Solution
    from cp_puzzles.cover.symmetry.orbits import PuzzleSymmetry
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel
    from cp_puzzles.search.run_result import Note, Progress, RunResult

ENGINE = one_of(*NAMES, metavar="NAME")


def _model(value: Any) -> Any:
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel

    if not isinstance(value, PuzzleModel):
        raise MistakeError("model", f"it is of type {type(value).__name__}", "pass the value of to_model(puzzle)")
    return value


def _group(value: Any) -> Any:
    from cp_puzzles.cover.symmetry.orbits import PuzzleSymmetry

    if not isinstance(value, PuzzleSymmetry):
        raise TypeError
    return value


@dataclass(frozen=True, kw_only=True)
class Limit(Options):
    """The number of solutions that end a search."""

    limit: int | None = option(
        None, POSITIVE_INT, "stop after this many solutions (1: find any one with several engines)"
    )


@dataclass(frozen=True, kw_only=True)
class TimeLimit(Options):
    """The time limit of a search."""

    time_limit: float | None = option(None, SECONDS, "stop after this many seconds")


@dataclass(frozen=True, kw_only=True)
class Memory(Options):
    """The memory of a search."""

    memory: int | None = option(
        None,
        BYTES,
        "memory for the search, bytes or such as 4GB (default: half of the machine's memory)",
        advanced=True,
    )


@dataclass(frozen=True, kw_only=True)
class Jobs(Options):
    """The number of processes of a search."""

    jobs: int | None = option(
        None, POSITIVE_INT, "number of worker processes; never changes the result (default: all cores)", advanced=True
    )


@dataclass(frozen=True, kw_only=True)
class Reported(Options):
    """The function that receives the progress of a search."""

    on_progress: Callable[[Progress], None] | None = option(
        None, FUNCTION, python="called with the `Progress` of the search from time to time"
    )


@dataclass(frozen=True, kw_only=True)
class SearchOptions(Reported, Memory, Jobs, TimeLimit, Limit):
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

    symmetry: Symmetry = option(
        "full",
        SYMMETRY,
        "which symmetric solutions count as one (components: also those that move a separate part of the board;"
        " colors: also those that exchange colors)",
    )
    engine: str | None = option(None, ENGINE, f"search engine: {SUMMARIES} (default: {AUTO})", advanced=True)
    breaking: Breaking = option(
        "lex",
        one_of(*get_args(Breaking)),
        "how to keep one solution of each orbit; never changes the number",
        advanced=True,
    )
    settings: Mapping[str, object] = option(
        {},
        SETTINGS,
        "a setting of the engine, such as fixed_search=off",
        "settings of the engine, such as {'fixed_search': False}",
        flag="setting",
        repeated=True,
        offered=tuple(f"{name}=" for name in SETTING_NAMES),
        advanced=True,
    )
    seed: int | None = option(
        None,
        NON_NEGATIVE_INT,
        "random seed of a search for one solution; with --jobs 1 always the same solution (default: 0)",
        advanced=True,
    )
    store: str | os.PathLike[str] | None = option(
        None, RUN_FILE, "store the run in this file; the same request resumes it after an interruption", advanced=True
    )
    share: str | None = option(
        None,
        TEXT,
        "search only this share of a run with --store, such as 3/10 (merge joins all shares)",
        metavar="K/N",
        advanced=True,
    )
    cluster: str | None = option(
        None,
        ADDRESS,
        "run the parts on the Dask scheduler at this address (tcp://host:8786), or on a new one here (local)",
        advanced=True,
    )


@dataclass(frozen=True, kw_only=True)
class IterOptions(SearchOptions, PuzzleOptions):
    """Options of `iter_solutions`: those of the puzzle and of the search."""


@dataclass(frozen=True, kw_only=True)
class CountOptions(IterOptions):
    """Options of `count`: those of the puzzle and of the search, with a certificate and a cross-check."""

    cross_check: bool = option(
        False, SWITCH, "repeat the search with another engine and compare the results", advanced=True
    )
    certificate: str | os.PathLike[str] | None = option(
        None,
        OUT_FOLDER,
        "write a proof of the number of solutions or of the best value, with its checker, to a folder",
        advanced=True,
    )
    on_result: Callable[[RunResult], None] | None = option(
        None, FUNCTION, python="called with the result, before the certificate and the cross-check begin"
    )
    on_note: Callable[[Note], None] | None = option(
        None, FUNCTION, python="called with a `Note` about each of the two; by default one that is not done warns"
    )


@dataclass(frozen=True, kw_only=True)
class SolveOptions(CountOptions):
    """Options of `solve`."""

    on_solution: Callable[[Solution], None] | None = option(
        None, FUNCTION, python="called with each solution when it is found"
    )
    keep: bool = option(True, SWITCH, python="keep the solutions in the result; False saves their memory")
    model: PuzzleModel | None = option(
        None,
        ValueType("", "a model of to_model", _model),
        python="a model from `to_model`, with your constraints added",
    )
    out: str | os.PathLike[str] | None = option(
        None, OUT_FILE, "write every solution to a file as it is found; the suffix selects the format"
    )


@dataclass(frozen=True, kw_only=True)
class ModelOptions(Memory, PuzzleOptions):
    """Options of `to_model`: those of the puzzle, the equivalence of tilings or a group, and the memory limit."""

    symmetry: Symmetry = like(
        SearchOptions,
        "symmetry",
        "off",
        "the equivalence of which one tiling of each orbit is kept: 'off', 'rotations', 'full' or 'components'",
    )
    group: PuzzleSymmetry | None = option(
        None,
        ValueType("", "a value of symmetry_group", _group),
        python="a group of `symmetry_group`, or a subgroup of it, instead of `symmetry`",
    )


@dataclass(frozen=True, kw_only=True)
class GroupOptions(PuzzleOptions):
    """Options of `symmetry_group`."""

    symmetry: Symmetry = field(
        default="full", kw_only=False, metadata={"option": Option(SYMMETRY, python="the equivalence, as in `solve`")}
    )


@dataclass(frozen=True, kw_only=True)
class VerifyOptions(PuzzleOptions):
    """Options of `verify`."""

    path: str | os.PathLike[str] = field(
        kw_only=False, metadata={"option": Option(IN_FILE, python="the file of solutions")}
    )
