"""The JSON Schema that editors use agrees with what the package accepts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.puzzle.geometry.tile_sets import SETS
from cp_puzzles.puzzle.spec.json_schema import json_schema
from cp_puzzles.puzzle.spec.yaml_reader import read_yaml
from tests.catalog_costs import every_file
from tests.puzzle.spec.broken_specs import BrokenSpec, broken_specs

WELL_FORMED = [case for case in broken_specs() if not case.title.startswith("yaml:")]


@pytest.fixture(scope="module")
def validator() -> Any:
    """Return a validator of the schema, which conforms to its meta-schema; importing its package takes a second."""
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(json_schema())
    return Draft202012Validator(json_schema())


def test_committed_schema_is_fresh(request: pytest.FixtureRequest) -> None:
    """The schema file for editors is the one that the package generates."""
    file = request.config.rootpath / "schema" / "puzzle.schema.json"
    assert json.loads(file.read_text(encoding="utf-8")) == json_schema()


@every_file()
def test_catalog_passes(validator: Any, path: Path) -> None:
    """Every puzzle of the catalog conforms to the schema."""
    data, _ = read_yaml(path.read_text(encoding="utf-8"), path.name)
    assert [error.message for error in validator.iter_errors(data)] == []


@pytest.mark.parametrize("case", WELL_FORMED, ids=lambda case: case.title)
def test_broken_spec(validator: Any, case: BrokenSpec) -> None:
    """A mistake in the structure is found by the schema too; a mistake in the meaning is left to the package."""
    try:
        data, _ = read_yaml(case.text, "spec")
    except Exception:  # what the reader refuses, no editor hands to a schema
        assert not case.is_structural
    else:
        assert validator.is_valid(data) is not case.is_structural


@pytest.mark.parametrize("multiplicity", [0, 3, "any", {"min": 0}, {"max": 4}, {"min": 0, "max": 4}])
def test_every_form_of_a_multiplicity_passes(validator: Any, multiplicity: int | str | dict[str, int]) -> None:
    """A multiplicity is a number, a range or any."""
    entry = {"name": "A", "drawing": "XX", "multiplicity": multiplicity}
    assert validator.is_valid({"name": "x", "board": {"drawing": "XX"}, "tiles": [entry]})


def objects(schema: object) -> Iterator[dict[str, Any]]:
    """Every mapping inside a schema."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from objects(part)


def test_schema_describes_every_field() -> None:
    """The schema lists sets by name, describes every field, and forbids null."""
    whole = json_schema()
    assert tuple(whole["$defs"]["TileSetEntry"]["properties"]["set"]["anyOf"][0]["enum"]) == (*SETS,)
    for schema in objects(whole):
        assert schema.get("type") != "null"
        assert None not in schema.values()
        for name, field in schema.get("properties", {}).items():
            described = field if "$ref" not in field else whole["$defs"][field["$ref"].rsplit("/", 1)[1]]
            assert len(described["description"]) > 10, name
