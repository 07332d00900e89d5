"""The schema of puzzle files as plain data, for a program in another language that reads puzzle files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cp_puzzles.puzzle.spec.complete_spec import complete_spec

_KEPT = ("type", "ge", "le", "min_length", "max_length", "pattern", "expected")
_TRANSPARENT = ("default", "model", "function-wrap")
"""Schemas that accept what the schema inside them accepts."""


def plain_schema() -> dict[str, Any]:
    """Return the definitions from which pydantic validates a puzzle file, by the names of their models.

    A validator that is a function of the package is there by its name; an alternative is the first one for values of
    this type and with these required keys, otherwise the last.

    >>> plain_schema()["GivenDrawing"]
    {'type': 'model-fields', 'fields': {'drawing': {'type': 'str'}}, 'required': ['drawing']}
    """
    model = complete_spec()
    model.model_rebuild()
    definitions: dict[str, Any] = {}
    _plain(model.__pydantic_core_schema__, definitions)
    return definitions


def _plain(schema: Mapping[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a schema; models are added to the definitions."""
    if schema["type"] == "definitions":
        for definition in schema["definitions"]:
            _plain(definition, definitions)
        return _plain(schema["schema"], definitions)
    if reference := schema.get("ref", schema.get("schema_ref")):
        name = reference.split(":")[0].rpartition(".")[2]
        if "ref" in schema:
            definitions[name] = _plain({key: value for key, value in schema.items() if key != "ref"}, definitions)
        return {"ref": name}
    if schema["type"] in _TRANSPARENT:
        return _plain(schema["schema"], definitions)
    plain = {key: schema[key] for key in _KEPT if key in schema}
    for key in ("schema", "items_schema", "keys_schema", "values_schema"):
        if key in schema:
            [part] = schema[key] if isinstance(schema[key], list) else [schema[key]]
            plain[key] = _plain(part, definitions)
    if "fields" in schema:
        fields = {field.get("validation_alias", name): field["schema"] for name, field in schema["fields"].items()}
        plain["fields"] = {name: _plain(field, definitions) for name, field in fields.items()}
        plain["required"] = [name for name, field in fields.items() if field["type"] != "default"]
    if "choices" in schema:
        choices = schema["choices"]
        plain["choices"] = [
            _plain(part, definitions) for part in (choices.values() if isinstance(choices, dict) else choices)
        ]
    if "function" in schema:
        plain["function"] = schema["function"]["function"].__qualname__.replace("._", ".").removeprefix("_")
    return plain
