"""The rules: every key under `rules:` of a puzzle file, in the order of the JSON Schema."""

from __future__ import annotations

import re

from cp_puzzles.base.extensions import load_extensions
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.rules.choose import CHOOSE
from cp_puzzles.puzzle.rules.colorable import COLORABLE
from cp_puzzles.puzzle.rules.disassembly import INTERLOCKING
from cp_puzzles.puzzle.rules.empty_cells import CONNECTED, ISOLATED
from cp_puzzles.puzzle.rules.maximal import MAXIMAL
from cp_puzzles.puzzle.rules.measure_registry import MEASURES
from cp_puzzles.puzzle.rules.rule_field import RuleField
from cp_puzzles.puzzle.rules.symmetric import SYMMETRIC
from cp_puzzles.puzzle.rules.touch import APART, TOUCH

RULES: tuple[RuleField, ...] = (
    *(measure.field() for measure in MEASURES.values()),
    TOUCH,
    APART,
    CHOOSE,
    CONNECTED,
    ISOLATED,
    SYMMETRIC,
    COLORABLE,
    MAXIMAL,
    INTERLOCKING,
)
"""The fields from which `RulesSpec` is generated and rules are built."""

REGISTERED: dict[str, RuleField] = {}
"""The fields that users and extensions have registered, by key."""

_KEY = re.compile(r"[a-z][a-z0-9_-]*")


def register_field(field: RuleField) -> None:
    """Add a field to `REGISTERED`; raises `MistakeError` for a key of the package or one that no file can have."""
    if any(field.key == rule.key for rule in RULES):
        raise MistakeError(field.key, "the package has a rule of this name", "choose another name")
    if not _KEY.fullmatch(field.key):
        raise MistakeError(field.key, "this cannot be the name of a rule", "use small letters, digits, - and _")
    REGISTERED[field.key] = field


def registered_field(key: str) -> RuleField | None:
    """Return the registered field of a key, after extensions were loaded; None if there is none."""
    if key not in REGISTERED:
        load_extensions()
    return REGISTERED.get(key)
