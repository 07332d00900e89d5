"""The registries of names: what they say agrees with the values that they import."""

from __future__ import annotations

import sys

import pytest

from cp_puzzles.base.registry import Registry
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, RULES, rule_field, rule_keys
from tests.processes import finished


@pytest.mark.parametrize("key", rule_keys())
def test_rule_registry_agrees_with_field(key: str) -> None:
    """The field of each key has the key and the sentence of its entry."""
    registry = MEASURES if key in MEASURES else RULES
    field = rule_field(key)
    assert field is not None
    assert (field.key, field.about) == (key, registry.about(key))
    assert registry.about(key).endswith(".")


@pytest.mark.parametrize("name", MEASURES)
def test_measure_registry_agrees_with_class(name: str) -> None:
    """The measure of each name has the name of its entry."""
    assert MEASURES[name].name == name


@pytest.mark.parametrize("registry", [MEASURES, RULES], ids=["measures", "rules"])
def test_registry_refuses_name_of_package(registry: Registry[object]) -> None:
    """A user cannot take the name of a value of the package, or one that a puzzle file cannot have."""
    for name in (next(iter(registry.entries)), "Two words"):
        with pytest.raises(MistakeError, match=r"choose another name|use small letters"):
            registry.check_name(name)


def test_spec_imports_named_rules_alone() -> None:
    """Reading a puzzle imports the modules of the rules that it names, and no others."""
    text = "{name: x, board: {size: [1, 2]}, tiles: [{set: domino}], rules: {isolated: empty}}"
    code = f"import sys; from cp_puzzles import build_puzzle, parse_spec; build_puzzle(parse_spec({text!r}))"
    code += "; print(*(name for name in sys.modules if name.startswith('cp_puzzles.puzzle.rules.')))"
    done = finished([sys.executable, "-c", code], status=0)
    imported = {name.rpartition(".")[2] for name in done.stdout.split()}
    assert "empty_cells" in imported
    assert not imported & {"fault_lines", "touch", "choose", "symmetric", "corners_only", "lines", "sides"}
