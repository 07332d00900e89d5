"""Options that change a puzzle for one call; each is declared here, and nowhere else."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import field, fields
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, cast

from pydantic import (
    BeforeValidator,
)
from pydantic.dataclasses import dataclass

from cp_puzzles.base.option_types import (
    Option,
    ValueWords,
    one_or_several,
)
from cp_puzzles.base.validated_options import CONFIG, Validated
from cp_puzzles.cover.problem_source import is_dlx_path, problem_from
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, build_puzzle, spec_from
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, rule_keys
from cp_puzzles.puzzle.spec.loader import with_given, with_objective, with_rule
from cp_puzzles.puzzle.spec.yaml_reader import plain_value

if TYPE_CHECKING:
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel
else:
    PuzzleModel = Any  # importing it takes the time of importing ortools


def _rules(value: Any) -> Any:
    return tuple(
        f"{name}={json.dumps(setting)}" if name else setting
        for text in one_or_several(value)
        for name, setting in (text.items() if isinstance(text, Mapping) else [("", text)])
    )


def _parameters(value: Any) -> Any:
    """Return values of parameters by name, from a mapping or from texts such as `n=6`."""
    if isinstance(value, Mapping):
        return value
    values = {}
    for text in one_or_several(value):
        name, separator, typed = os.fspath(text).partition("=")
        if not (name.strip() and separator and typed.strip()):
            raise ValueError
        values[name.strip()] = plain_value(typed.strip())
    return values


def _pieces(value: Any) -> Any:
    """Return files and pieces as they are typed, `I@0,0;0,1`; a piece in Python may be {"tile": ..., "cells": ...}."""
    return tuple(
        _piece_text(piece) if isinstance(piece, Mapping) else os.fspath(piece) for piece in one_or_several(value)
    )


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


_OBJECTIVE = ValueWords(
    "MEASURE",
    "a measure, or values of tiles such as {F: 3, P: 1}",
    python="a measure, or values of tiles such as {'F': 3, 'P': 1}",
)


def _objective_option(end: str) -> Option:
    measures, aim = ", ".join(MEASURES), f"find the solutions with the {end} value"
    return Option(
        f"{aim}: {measures}, or values of tiles: {{F: 3, P: 1}}",
        f"{aim} of a measure ({measures}), or of values of tiles, such as {{'F': 3, 'P': 1}}",
        offered=tuple(MEASURES),
    )


_RULES = tuple(f"{key}=" for key in rule_keys())


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
        BeforeValidator(one_or_several),
        ValueWords("NAME", "the label of a cell, or several"),
        Option(
            "leave this labeled cell empty; today or 2026-11-23: the cells of a date",
            "label of a cell to leave empty, or a list of labels; 'today' or '2026-11-23' means the cells of a date",
            repeated=True,
        ),
    ] = ()
    parameters: Annotated[
        Mapping[str, int | str],
        BeforeValidator(_parameters),
        ValueWords(
            "NAME=VALUE",
            "a parameter of the puzzle file and its value, such as n=6",
            python="a mapping of parameters of the puzzle file to their values, such as {'n': 6}",
        ),
        Option(
            "give a parameter of the puzzle file a value, such as n=6",
            "values for parameters of the puzzle file, such as {'n': 6}",
            flag="set",
            repeated=True,
        ),
    ] = field(default_factory=dict)
    given: Annotated[
        Sequence[str] | Sequence[Mapping[str, Any]] | Mapping[str, Any],
        BeforeValidator(_pieces),
        ValueWords(
            "FILE|PIECE",
            "a file, or a piece such as 'I@0,0;0,1'",
            python="a file, or a piece such as 'I@0,0;0,1' or {'tile': 'I', 'cells': [[0, 0], [0, 1]]}, or several",
        ),
        Option(
            "pieces that are already placed: a YAML file (as under given:), or one piece such as 'I@0,0;0,1'",
            "pieces that are already placed: a YAML file (as under `given:`), a text such as 'I@0,0;0,1', a mapping "
            "such as {'tile': 'I', 'cells': [[0, 0], [0, 1]]}, or a list of these",
            repeated=True,
        ),
    ] = ()
    rule: Annotated[
        Sequence[str] | Mapping[str, Any],
        BeforeValidator(_rules),
        ValueWords("NAME=VALUE", "a rule such as faults=0", python="a rule such as {'faults': 0}, or several"),
        Option(
            "add a rule, such as faults=0, crossroads={max: 1} or touch=[[I, X]]",
            "rules to add: a mapping such as {'crossroads': {'max': 1}, 'touch': [['I', 'X']]}, a text such as "
            "'faults=0', or a list of these",
            repeated=True,
            offered=_RULES,
        ),
    ] = ()
    maximize: Annotated[
        str | Mapping[str, int] | None, BeforeValidator(_measure), _OBJECTIVE, _objective_option("highest")
    ] = None
    minimize: Annotated[
        str | Mapping[str, int] | None, BeforeValidator(_measure), _OBJECTIVE, _objective_option("lowest")
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
