"""The JSON Schema of puzzle files, for editors."""

from __future__ import annotations

from typing import Any

from cp_puzzles.puzzle.spec.schema import PuzzleSpec

JSON_SCHEMA_URI = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a puzzle file, with which editors complete and check it.

    >>> json_schema()["required"]
    ['name', 'board', 'tiles']
    """
    schema = _as_written(PuzzleSpec.model_json_schema())
    return {"$schema": JSON_SCHEMA_URI, "title": PuzzleSpec.model_config["title"], **schema}


def _as_written(schema: Any) -> Any:
    """Return the schema without what pydantic adds: null for an absent key, and a title for each field."""
    if isinstance(schema, list):
        return [_as_written(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _as_written(part) for key, part in schema.items() if part is not None}
    if isinstance(kept.get("title"), str):
        del kept["title"]
    if "description" in kept and isinstance(kept["description"], str):
        kept["description"] = " ".join(kept["description"].split())
    if "patternProperties" in kept:
        [(pattern, values)] = kept.pop("patternProperties").items()
        kept["propertyNames"]["pattern"] = pattern
        kept["additionalProperties"] = values
    branches = kept.get("anyOf", [])
    if {"type": "null"} in branches:
        branches.remove({"type": "null"})
        if len(branches) == 1:
            del kept["anyOf"]
            kept = {**branches[0], **kept}
    return kept
