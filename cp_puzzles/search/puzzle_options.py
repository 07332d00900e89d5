"""Options that change a puzzle for one call; each is declared here, and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.options import Options, option
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, RULES
from cp_puzzles.puzzle.spec.changes import LABELS, OBJECTIVE, PARAMETERS, PIECES, RULE

if TYPE_CHECKING:
    from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource


def _objective(end: str) -> Any:
    measures, aim = ", ".join(MEASURES), f"find the solutions with the {end} value"
    return option(None, OBJECTIVE, f"{aim}: {measures}, or values of tiles: {{F: 3, P: 1}}", offered=tuple(MEASURES))


@dataclass(frozen=True, kw_only=True)
class PuzzleOptions(Options):
    """Changes to a puzzle for one call: cells left empty, given pieces, rules, an objective.

    >>> PuzzleOptions(rule={"faults": 0}, given={"tile": "I", "cells": [[0, 0], [0, 1]]})
    PuzzleOptions(leave=(), parameters={}, given=('I@0,0;0,1',), rule=('faults=0',), maximize=None, minimize=None)
    """

    leave: Sequence[str] = option(
        (),
        LABELS,
        "leave this labeled cell empty; today or 2026-11-23: the cells of a date",
        "labels of cells that are left empty; 'today' or a date such as '2026-11-23': the cells of that date",
        repeated=True,
    )
    parameters: Mapping[str, int | str] = option(
        {},
        PARAMETERS,
        "give a parameter of the puzzle file a value, such as n=6",
        "values for parameters of the puzzle file, such as {'n': 6}",
        flag="set",
        repeated=True,
    )
    given: Sequence[str] | Sequence[Mapping[str, Any]] | Mapping[str, Any] = option(
        (),
        PIECES,
        "pieces that are already placed: a YAML file (as under given:), or one piece such as 'I@0,0;0,1'",
        "pieces that are already placed: a YAML file (as under `given:`), a text such as 'I@0,0;0,1', a mapping "
        "such as {'tile': 'I', 'cells': [[0, 0], [0, 1]]}, or a list of these",
        repeated=True,
    )
    rule: Sequence[str] | Mapping[str, Any] = option(
        (),
        RULE,
        "add a rule, such as faults=0, crossroads={max: 1} or touch=[[I, X]]",
        "rules to add: a mapping such as {'crossroads': {'max': 1}, 'touch': [['I', 'X']]}, a text such as "
        "'faults=0', or a list of these",
        repeated=True,
        offered=tuple(f"{key}=" for key in (*MEASURES, *RULES)),
    )
    maximize: str | Mapping[str, int] | None = _objective("highest")
    minimize: str | Mapping[str, int] | None = _objective("lowest")

    def refuse_contradictions(self) -> None:
        """Raise `MistakeError` for values that exclude each other."""
        if self.maximize is not None and self.minimize is not None:
            raise MistakeError(
                Parameter("minimize", self.minimize), "a puzzle has one objective", ("omit ", Parameter("maximize"))
            )

    def puzzle(self, source: PuzzleSource) -> Puzzle:
        """Return the changed puzzle; a cover problem in a file cannot be changed."""
        from cp_puzzles.cover.dlx_problem import problem_from
        from cp_puzzles.puzzle.puzzle import build_puzzle, spec_from
        from cp_puzzles.puzzle.spec.loader import changed, is_dlx_path

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
        for key in ("given", "rule", "maximize", "minimize"):
            value = getattr(self, key)
            for text in value if isinstance(value, tuple) else () if value is None else (value,):
                spec = changed(spec, key, text)
        return build_puzzle(spec, leave=(*_left_empty(source), *self.leave))


def _left_empty(source: PuzzleSource) -> list[str]:
    """Return the labels of the cells that a puzzle leaves empty already."""
    from cp_puzzles.puzzle.puzzle import Puzzle

    board = source.board if isinstance(source, Puzzle) else None
    return [] if board is None else [name for name, cell in board.labels if cell in board.left_empty]
