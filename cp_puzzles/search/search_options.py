"""Options of a search: each is declared here, and nowhere else.

From a declaration come the keyword of `solve`, `count` and `iter_solutions` with its type and default, the option of
the command line with its help text, the validation of a value and the message that refuses it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, get_args

from cp_puzzles.base import values
from cp_puzzles.base.option_model import Options, advanced, called, like, option, positional
from cp_puzzles.base.values import ValueType
from cp_puzzles.cover.symmetry import SYMMETRY, Breaking, Symmetry
from cp_puzzles.engines.registry import AUTO, NAMES, SETTING_NAMES, SUMMARIES
from cp_puzzles.errors import MistakeError, Parameter, Text
from cp_puzzles.search.puzzle_options import PuzzleOptions

if TYPE_CHECKING:
    from cp_puzzles.cover.solution import Solution
    from cp_puzzles.cover.symmetry.orbits import PuzzleSymmetry
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel
    from cp_puzzles.search.run_result import Note, Progress, RunResult

ENGINE = values.one_of(*NAMES, metavar="NAME")
SHARE = ValueType("K/N", "a text", values.TEXT.read)


def _model(value: Any) -> Any:
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel

    if not isinstance(value, PuzzleModel):
        raise MistakeError("model", f"it is of type {type(value).__name__}", "pass the value of to_model(puzzle)")
    return value


def _group(value: Any) -> Any:
    from cp_puzzles.cover.symmetry.orbits import PuzzleSymmetry

    return values.of_type(PuzzleSymmetry, value)


class Limit(Options):
    """The number of solutions that end a search."""

    limit: int | None = option(
        values.POSITIVE_INT, "stop after this many solutions (1: find any one with several engines)"
    )


class TimeLimit(Options):
    """The time limit of a search."""

    time_limit: float | None = option(values.SECONDS, "stop after this many seconds")


class Memory(Options):
    """The memory of a search."""

    memory: int | None = advanced(
        values.BYTES, "memory for the search, bytes or such as 4GB (default: half of the machine's memory)"
    )


class Jobs(Options):
    """The number of processes of a search."""

    jobs: int | None = advanced(
        values.POSITIVE_INT, "number of worker processes; never changes the result (default: all cores)"
    )


class Reported(Options):
    """The function that receives the progress of a search."""

    on_progress: Callable[[Progress], None] | None = called("the `Progress` of the search from time to time")


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
        SYMMETRY,
        "which symmetric solutions count as one (components: also those that move a separate part of the board;"
        " colors: also those that exchange colors)",
        default="full",
    )
    engine: str | None = advanced(ENGINE, f"search engine: {SUMMARIES} (default: {AUTO})")
    breaking: Breaking = advanced(
        values.one_of(*get_args(Breaking)),
        "how to keep one solution of each orbit; never changes the number",
        default="lex",
    )
    settings: Mapping[str, object] = advanced(
        values.SETTINGS,
        "a setting of the engine, such as fixed_search=off",
        "settings of the engine, such as {'fixed_search': False}",
        repeated=True,
        offered=tuple(f"{name}=" for name in SETTING_NAMES),
        default={},
    )
    seed: int | None = advanced(
        values.NON_NEGATIVE_INT,
        "random seed of a search for one solution; with --jobs 1 always the same solution (default: 0)",
    )
    store: str | os.PathLike[str] | None = advanced(
        values.RUN_FILE, "store the run in this file; the same request resumes it after an interruption"
    )
    share: str | None = advanced(
        SHARE, "search only this share of a run with --store, such as 3/10 (merge joins all shares)"
    )
    cluster: str | None = advanced(
        values.ADDRESS,
        "run the parts on the Dask scheduler at this address (tcp://host:8786), or on a new one here (local)",
    )

    def refuse(self, problem: Text, *names: str, remedy: Text = "") -> None:
        """Raise `MistakeError` with a problem for the first of some options that has a value."""
        for name in names:
            if (value := getattr(self, name)) is not None:
                raise MistakeError(Parameter(name, value), problem, remedy or ("omit ", Parameter(name)))


class IterOptions(SearchOptions, PuzzleOptions):
    """Options of `iter_solutions`: those of the puzzle and of the search."""


class CountOptions(IterOptions):
    """Options of `count`: those of the puzzle and of the search, with a certificate and a cross-check."""

    cross_check: bool = advanced(
        values.SWITCH, "repeat the search with another engine and compare the results", default=False
    )
    certificate: str | os.PathLike[str] | None = advanced(
        values.OUT_FOLDER,
        "write a proof of the number of solutions or of the best value, with its checker, to a folder",
    )
    on_result: Callable[[RunResult], None] | None = called(
        "the result, before the certificate and the cross-check begin"
    )
    on_note: Callable[[Note], None] | None = called(
        "a `Note` about each of the two; by default one that is not done warns"
    )


class SolveOptions(CountOptions):
    """Options of `solve`."""

    on_solution: Callable[[Solution], None] | None = called("each solution when it is found")
    keep: bool = option(
        values.SWITCH, python="keep the solutions in the result; False saves their memory", default=True
    )
    model: PuzzleModel | None = option(
        ValueType("", "a model of to_model", _model), python="a model from `to_model`, with your constraints added"
    )
    out: str | os.PathLike[str] | None = option(
        values.OUT_FILE, "write every solution to a file as it is found; the suffix selects the format"
    )


class ModelOptions(Memory, PuzzleOptions):
    """Options of `to_model`: those of the puzzle, the equivalence of tilings or a group, and the memory limit."""

    symmetry: Symmetry = like(
        SearchOptions,
        "symmetry",
        "the equivalence of which one tiling of each orbit is kept: 'off', 'rotations', 'full' or 'components'",
        default="off",
    )
    group: PuzzleSymmetry | None = option(
        ValueType("", "a value of symmetry_group", _group),
        python="a group of `symmetry_group`, or a subgroup of it, instead of `symmetry`",
    )


class GroupOptions(PuzzleOptions):
    """Options of `symmetry_group`."""

    symmetry: Symmetry = positional(SYMMETRY, python="the equivalence, as in `solve`", kw_only=False, default="full")


class VerifyOptions(PuzzleOptions):
    """Options of `verify`."""

    path: str | os.PathLike[str] = positional(values.IN_FILE, python="the file of solutions", kw_only=False)
