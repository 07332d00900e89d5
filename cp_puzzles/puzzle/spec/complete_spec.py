"""The schema of a puzzle file with the fields of all rules of the package, for programs that describe it."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import create_model

from cp_puzzles.puzzle.rules.rule_registry import MEASURES, RULES
from cp_puzzles.puzzle.spec.rules_spec import rules_model, written_fields
from cp_puzzles.puzzle.spec.schema import PuzzleSpec


@cache
def complete_spec() -> type[PuzzleSpec]:
    """Return the model of puzzle files with a model for `rules:`, which `PuzzleSpec` validates key by key."""
    rules = rules_model(written_fields((*MEASURES.entries, *RULES.entries)))
    fields: Any = {"rules": (rules, rules())}
    return create_model("PuzzleSpec", __base__=PuzzleSpec, __module__=__name__, __doc__=PuzzleSpec.__doc__, **fields)
