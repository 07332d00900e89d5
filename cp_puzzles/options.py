"""The options of a search: each is declared here, and nowhere else.

From a declaration come the keyword argument of `solve`, `count` and `iter_solutions` with its type and default, the
option of the command line with its help text, the check of a value and the message that refuses it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import wraps
from inspect import Parameter as Argument
from inspect import Signature, signature
from typing import Any, Concatenate, ParamSpec, TypeVar

from cp_puzzles.cover.kinds import problem_from
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.base import Breaking
from cp_puzzles.engines.registry import DEFAULT, NAMES, SUMMARIES
from cp_puzzles.option_kinds import Choice, Kind, Memory, Named, Seconds, Text, Whole, require_kind
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource
from cp_puzzles.search.progress import Progress
from cp_puzzles.symmetry.group import QUESTIONS, Symmetry


@dataclass(frozen=True)
class Option:
    """What a declaration says beside name, type and default. `varies`: an experiment may try several values."""

    help: str
    kind: Kind
    varies: bool = False


def option(default: Any, help: str, kind: Kind, *, varies: bool = False) -> Any:
    """A field of options that can be typed and is checked; a default of None stands for an option that is not given."""
    metadata = {"option": Option(help, kind, varies)}
    if isinstance(default, Mapping):
        return field(default_factory=lambda: default, metadata=metadata)
    return field(default=default, metadata=metadata)


def default_of(declared: Field[Any]) -> Any:
    """The value of an option that is not given."""
    return declared.default if declared.default_factory is MISSING else declared.default_factory()


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """What `count` and `iter_solutions` can be told. Raises `MistakeError` for a value that an option cannot have.

    >>> SearchOptions(limit=3).symmetry
    'full'
    >>> SearchOptions(limit=0)
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: limit=0: this is less than 1; ask for 1 or more
    """

    symmetry: Symmetry = option(
        "full",
        "the question: which board motions make two solutions the same (components: each part of the board by itself)",
        Choice(QUESTIONS),
        varies=True,
    )
    engine: str | None = option(
        None,
        f"who searches: {SUMMARIES} (default: {DEFAULT}; a race for --limit 1)",
        Choice(NAMES, noun="engine", listed=False),
        varies=True,
    )
    breaking: Breaking = option(
        "lex",
        "the method that keeps one solution of each orbit; it never changes the number",
        Choice(("lex", "filter")),
        varies=True,
    )
    settings: Mapping[str, object] = option(
        {}, "a setting of the engine, such as fixed_search=off (repeatable)", Named(), varies=True
    )
    limit: int | None = option(None, "stop after N solutions (1: any one, by a race of engines)", Whole())
    seed: int | None = option(
        None,
        "of the race for one solution, or one best: with --jobs 1 the same seed finds the same (default: 0)",
        Whole(minimum=0),
    )
    time_limit: float | None = option(None, "stop after S seconds", Seconds())
    jobs: int | None = option(None, "worker processes; they never change the result (default: all cores)", Whole())
    memory: int | None = option(
        None, "how much memory may be used, such as 4GB (default: half of the machine's)", Memory()
    )
    store: str | os.PathLike[str] | None = option(
        None, "keep the run in this file; the same command again goes on where it stopped", Text("RUN")
    )
    cluster: str | None = option(
        None,
        "send the parts to the Dask scheduler at this address (tcp://host:8786), or to one started here (local)",
        Text("ADDRESS"),
    )
    on_progress: Callable[[Progress], None] | None = None

    def __post_init__(self) -> None:
        for declared, its in declarations(type(self)):
            value = getattr(self, declared.name)
            if value is not None or default_of(declared) is not None:
                require_kind(declared.name, value, its.kind)


@dataclass(frozen=True, kw_only=True)
class SolveOptions(SearchOptions):
    """What `solve` can be told."""

    on_solution: Callable[[Solution], None] | None = None
    keep: bool = True


def declarations(options: type[SearchOptions]) -> tuple[tuple[Field[Any], Option], ...]:
    """The options that can be typed, in order."""
    return tuple((its, its.metadata["option"]) for its in fields(options) if "option" in its.metadata)


P = ParamSpec("P")
T = TypeVar("T", bound=SearchOptions)
R = TypeVar("R")


def keywords_of(
    options: Callable[P, T],
) -> Callable[[Callable[[Puzzle, T], R]], Callable[Concatenate[PuzzleSource, P], R]]:
    """Make of a function of a puzzle and options one that takes any source of a puzzle and the options as keywords."""

    def decorate(function: Callable[[Puzzle, T], R]) -> Callable[Concatenate[PuzzleSource, P], R]:
        @wraps(function)
        def call(puzzle: PuzzleSource, /, *arguments: P.args, **keywords: P.kwargs) -> R:
            chosen = options(*arguments, **keywords)
            return function(problem_from(puzzle), chosen)

        written = signature(function)
        first = Argument("puzzle", Argument.POSITIONAL_ONLY, annotation="PuzzleSource")
        keywords = [
            Argument(its.name, Argument.KEYWORD_ONLY, default=default_of(its), annotation=its.type)
            for its in fields(options)  # type: ignore[arg-type]
        ]
        shown = Signature([first, *keywords], return_annotation=written.return_annotation)
        call.__signature__ = shown  # type: ignore[attr-defined]
        return call

    return decorate
