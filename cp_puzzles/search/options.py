"""Options of a puzzle and of a search: each is declared here, and nowhere else.

From a declaration come the keyword of `solve`, `count` and `iter_solutions` with its type and default, the option of
the command line with its help text, the validation of a value and the message that refuses it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, fields
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, cast, get_type_hints

from pydantic import (
    BeforeValidator,
    ConfigDict,
    InstanceOf,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic.dataclasses import dataclass

from cp_puzzles.base.option_types import (
    Address,
    Bytes,
    NonNegativeInt,
    Option,
    OutPath,
    PositiveInt,
    RunFile,
    Seconds,
    Settings,
    Switch,
    ValueWords,
    has_words,
    one_of,
    refusal,
    words_of,
)
from cp_puzzles.cover.problem_source import is_dlx_path, problem_from
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.orbits import PuzzleSymmetry
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import Breaking
from cp_puzzles.engines.registry import DEFAULT, NAMES, SETTING_NAMES, SUMMARIES
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, build_puzzle, spec_from
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, RULES
from cp_puzzles.puzzle.spec.loader import with_given, with_objective, with_rule
from cp_puzzles.puzzle.spec.yaml_reader import plain_value
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.run_result import Note, RunResult

if TYPE_CHECKING:
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel
else:
    PuzzleModel = Any  # importing it takes the time of importing ortools

CONFIG = ConfigDict(extra="forbid", defer_build=True)


class Validated:
    """Options that are validated when they are created: `MistakeError` names the value that an option cannot have."""

    @model_validator(mode="wrap")
    @classmethod
    def _validate(cls, data: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        try:
            return handler(data)
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            types = get_type_hints(cls, include_extras=True)
            name = str(fault["loc"][0])
            if name not in types or not has_words(types[name]):
                raise TypeError(f"{name}: {fault['msg'].lower()}") from None
            raise refusal(name, data.kwargs[name], words_of(types[name])) from None


def _texts(value: Any) -> tuple[Any, ...]:
    """Return one value as a tuple of one; raise `ValueError` unless all are texts, paths or mappings."""
    if not isinstance(value, Iterable | os.PathLike):
        raise ValueError
    values = (value,) if isinstance(value, str | os.PathLike | Mapping) else tuple(value)
    if not all(isinstance(each, str | os.PathLike | Mapping) for each in values):
        raise ValueError
    return values


def _rules(value: Any) -> Any:
    return tuple(
        f"{name}={json.dumps(setting)}" if name else setting
        for text in _texts(value)
        for name, setting in (text.items() if isinstance(text, Mapping) else [("", text)])
    )


def _parameters(value: Any) -> Any:
    """Return values of parameters by name, from a mapping or from texts such as `n=6`."""
    if isinstance(value, Mapping):
        return value
    values = {}
    for text in _texts(value):
        name, separator, typed = os.fspath(text).partition("=")
        if not (name.strip() and separator and typed.strip()):
            raise ValueError
        values[name.strip()] = plain_value(typed.strip())
    return values


def _pieces(value: Any) -> Any:
    """Return files and pieces as they are typed, `I@0,0;0,1`; a piece in Python may be {"tile": ..., "cells": ...}."""
    return tuple(_piece_text(piece) if isinstance(piece, Mapping) else os.fspath(piece) for piece in _texts(value))


def _piece_text(piece: Mapping[str, Any]) -> str:
    """Return a piece as it is typed; raise `ValueError` unless it has a tile and a list of cells."""
    if {*piece} != {"tile", "cells"} or not isinstance(piece["cells"], list | tuple):
        raise ValueError
    if not all(isinstance(cell, list | tuple) for cell in piece["cells"]):
        raise ValueError
    return f"{piece['tile']}@" + ";".join(",".join(map(str, cell)) for cell in piece["cells"])


def _measure(value: Any) -> Any:
    """Return a measure as it is typed; raise `ValueError` for an empty text."""
    if isinstance(value, str) and not value.strip():
        raise ValueError
    return json.dumps(value) if isinstance(value, Mapping) else value


EngineName = Annotated[str, one_of(*NAMES, metavar="NAME")]
"""The name of an engine of the registry."""

_OBJECTIVE = ValueWords("MEASURE", "a measure, or values of tiles such as {F: 3, P: 1}")
_MEASURES = f"{', '.join(MEASURES)}, or values of tiles: {{F: 3, P: 1}}"
_RULES = tuple(f"{rule.key}=" for rule in RULES)
_SETTINGS = tuple(f"{name}=" for name in SETTING_NAMES)


class PuzzleChanges(TypedDict, total=False):
    """The keywords of `PuzzleOptions`, in the forms that Python accepts."""

    leave: str | Sequence[str]
    parameters: Mapping[str, int | str]
    given: Any
    rule: Any
    maximize: str | Mapping[str, int] | None
    minimize: str | Mapping[str, int] | None


@dataclass(frozen=True, kw_only=True, config=CONFIG)
class PuzzleOptions(Validated):
    """Changes to a puzzle for one call: cells left empty, given pieces, rules, an objective.

    >>> PuzzleOptions(rule={"faults": 0}, given={"tile": "I", "cells": [[0, 0], [0, 1]]})
    PuzzleOptions(leave=(), parameters={}, given=('I@0,0;0,1',), rule=('faults=0',), maximize=None, minimize=None)
    """

    leave: Annotated[
        Sequence[str],
        BeforeValidator(_texts),
        ValueWords("NAME", "the label of a cell, or several"),
        Option("leave this labeled cell empty; today or 2026-11-23: the cells of a date", repeated=True),
    ] = ()
    parameters: Annotated[
        Mapping[str, int | str],
        BeforeValidator(_parameters),
        ValueWords("NAME=VALUE", "a parameter of the puzzle file and its value, such as n=6"),
        Option("give a parameter of the puzzle file a value, such as n=6", flag="set", repeated=True),
    ] = field(default_factory=dict)
    given: Annotated[
        Sequence[str] | Sequence[Mapping[str, Any]] | Mapping[str, Any],
        BeforeValidator(_pieces),
        ValueWords("FILE|PIECE", "a file, or a piece such as 'I@0,0;0,1'"),
        Option(
            "pieces that are already placed: a YAML file (as under given:), or one piece such as 'I@0,0;0,1'",
            repeated=True,
        ),
    ] = ()
    rule: Annotated[
        Sequence[str] | Mapping[str, Any],
        BeforeValidator(_rules),
        ValueWords("NAME=VALUE", "a rule such as faults=0"),
        Option("add a rule, such as faults=0, crossroads={max: 1} or touch=[[I, X]]", repeated=True, offered=_RULES),
    ] = ()
    maximize: Annotated[
        str | None,
        BeforeValidator(_measure),
        _OBJECTIVE,
        Option(f"find the solutions with the highest value: {_MEASURES}", offered=tuple(MEASURES)),
    ] = None
    minimize: Annotated[
        str | None,
        BeforeValidator(_measure),
        _OBJECTIVE,
        Option(f"find the solutions with the lowest value: {_MEASURES}", offered=tuple(MEASURES)),
    ] = None

    def __post_init__(self) -> None:
        if self.maximize is not None and self.minimize is not None:
            raise MistakeError(
                Parameter("minimize", self.minimize), "a puzzle has one objective", ("omit ", Parameter("maximize"))
            )

    def puzzle(self, source: PuzzleSource) -> Puzzle:
        """Return the changed puzzle; a cover problem in a file cannot be changed."""
        values = [(field.name, getattr(self, field.name)) for field in fields(PuzzleOptions)]
        changes = [(name, value) for name, value in values if value not in ((), None, {})]
        if not changes:
            return problem_from(source)
        if isinstance(source, str | os.PathLike) and is_dlx_path(source):
            name, value = changes[0]
            typed = next(iter(value)) if isinstance(value, tuple | dict) else value
            raise MistakeError(
                Parameter(name, typed), "a cover problem in a file has no board", ("omit ", Parameter(name))
            )
        spec = spec_from(source, self.parameters)
        spec = reduce(with_rule, self.rule, reduce(with_given, cast(Sequence[str], self.given), spec))
        for key in ("maximize", "minimize"):
            if (measure := getattr(self, key)) is not None:
                spec = with_objective(spec, key, measure)
        return build_puzzle(spec, leave=(*_left_empty(source), *self.leave))


def _left_empty(source: PuzzleSource) -> list[str]:
    """Return the labels of the cells that a puzzle leaves empty already."""
    board = source.board if isinstance(source, Puzzle) else None
    return [] if board is None else [name for name, cell in board.labels if cell in board.left_empty]


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
            "which symmetric solutions count as one (components: also those that move a separate part of the board)",
            variants=True,
        ),
    ] = "full"
    engine: Annotated[
        EngineName | None,
        Option(f"search engine: {SUMMARIES} (default: {DEFAULT})", variants=True),
    ] = None
    breaking: Annotated[
        Breaking, Option("how to keep one solution of each orbit; never changes the number", variants=True)
    ] = "lex"
    settings: Annotated[
        Settings,
        Option(
            "a setting of the engine, such as fixed_search=off",
            flag="setting",
            repeated=True,
            variants=True,
            offered=_SETTINGS,
        ),
    ] = field(default_factory=dict)
    limit: Annotated[PositiveInt | None, Option("stop after N solutions (1: find any one with several engines)")] = None
    seed: Annotated[
        NonNegativeInt | None,
        Option(
            "random seed of a search for one solution; with --jobs 1 the same seed gives the same solution (default: 0)"
        ),
    ] = None
    time_limit: Annotated[Seconds | None, Option("stop after S seconds")] = None
    jobs: Annotated[
        PositiveInt | None, Option("number of worker processes; never changes the result (default: all cores)")
    ] = None
    memory: Annotated[
        Bytes | None, Option("memory for the search, such as 4GB (default: half of the machine's memory)")
    ] = None
    store: Annotated[
        RunFile | None, Option("store the run in this file; the same command resumes it after an interruption")
    ] = None
    cluster: Annotated[
        Address | None,
        Option("run the parts on the Dask scheduler at this address (tcp://host:8786), or on a new one here (local)"),
    ] = None
    on_progress: Callable[[Progress], None] | None = None


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
        Option("write a proof of the number of solutions or of the best value, with its checker, to a folder"),
    ] = None

    on_result: Callable[[RunResult], None] | None = None
    on_note: Callable[[Note], None] | None = None


@dataclass(frozen=True, kw_only=True, config=CONFIG)
class CountOptions(RecordOptions, IterOptions):
    """Options of `count`: those of the puzzle, of the search and of its record."""


@dataclass(frozen=True, kw_only=True, config=CONFIG)
class SolveOptions(CountOptions):
    """Options of `solve`."""

    on_solution: Callable[[Solution], None] | None = None
    keep: Switch = True
    model: PuzzleModel | None = None
    out: Annotated[
        OutPath | None, Option("write every solution to a file as it is found; the suffix selects the format")
    ] = None


@dataclass(frozen=True, kw_only=True, config=CONFIG)
class ModelOptions(PuzzleOptions):
    """Options of `to_model`: those of the puzzle, the equivalence of tilings or a group, and the memory limit."""

    symmetry: Symmetry = "off"
    group: InstanceOf[PuzzleSymmetry] | None = None
    memory: Bytes | None = None
