"""The schema of puzzle files as JSON Schema, for editors, and as plain data, for a program in another language."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from pydantic import BaseModel, create_model
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import ModelFieldsSchema, ModelSchema

from cp_puzzles.puzzle.geometry.tile_sets import BOARD_SHAPES
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, RULES
from cp_puzzles.puzzle.spec.parameters import NAME
from cp_puzzles.puzzle.spec.schema import PuzzleSpec, rules_model, written_fields


@cache
def complete_spec() -> type[PuzzleSpec]:
    """Return the model of puzzle files with a model for `rules:`, which `PuzzleSpec` validates key by key."""
    rules = rules_model(written_fields((*MEASURES.entries, *RULES.entries)))
    fields: Any = {"rules": (rules, rules())}
    return create_model("PuzzleSpec", __base__=PuzzleSpec, __module__=__name__, __doc__=PuzzleSpec.__doc__, **fields)


JSON_SCHEMA_URI = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a puzzle file, with which editors complete and check it.

    >>> json_schema()["required"]
    ['name', 'board', 'tiles']
    """
    schema = _with_expressions(_as_written(complete_spec().model_json_schema(schema_generator=_DescribingGenerator)))
    definitions, properties = schema.pop("$defs"), schema.pop("properties")
    properties = {"name": properties.pop("name"), "parameters": _PARAMETERS, **properties}
    schema |= {"properties": properties, "$defs": {**definitions, "Expression": _EXPRESSION}}
    return {"$schema": JSON_SCHEMA_URI, "title": complete_spec().model_config["title"], **schema}


_EXPRESSION = {
    "type": "string",
    "pattern": r"\{.*\}",
    "description": 'An expression in quotes, such as "{n*m//2}", of numbers, parameters, + - * // % and parentheses.',
}
_PARAMETERS = {
    "type": "object",
    "minProperties": 1,
    "propertyNames": {"pattern": f"^{NAME}$"},
    "additionalProperties": {"type": ["integer", "string"]},
    "description": (
        'Parameters with their defaults, such as {n: 8}: "{n}" stands for the value, also in calculations "{2*n+1}".'
    ),
}


def _with_expressions(schema: Any) -> Any:
    """Return the schema with an expression as an alternative to each number and to each of several words."""
    if isinstance(schema, list):
        return [_with_expressions(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "integer" or (schema.get("type") == "string" and "enum" in schema):
        described = {key: schema[key] for key in ("default", "description") if key in schema}
        plain = {key: value for key, value in schema.items() if key not in described}
        return {"anyOf": [plain, {"$ref": "#/$defs/Expression"}], **described}
    return {key: _with_expressions(part) for key, part in schema.items()}


class _DescribingGenerator(GenerateJsonSchema):
    """A generator that describes fields by their docstrings.

    Pydantic's `use_attribute_docstrings` parses the sources of the models when they are imported, at every start.
    """

    _model: type[BaseModel] = BaseModel

    def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
        """Generate the schema of a model."""
        self._model = schema["cls"]
        return super().model_schema(schema)

    def model_fields_schema(self, schema: ModelFieldsSchema) -> JsonSchemaValue:
        """Generate the schema of the fields of a model, with their descriptions."""
        model = self._model  # the schemas of fields may be those of other models
        described = super().model_fields_schema(schema)
        fields = {name: field for name, field in model.model_fields.items() if field.description is None}
        # the model of `rules:` has no source; all of its fields have descriptions
        docstrings = dict(_field_docstrings(model)) if fields else {}
        for name, field in fields.items():
            key = field.alias or name
            text = docstrings.get(name) or (BOARD_SHAPES.about(key) if key in BOARD_SHAPES else "")
            if text:
                described["properties"][key]["description"] = text
        return described


def _field_docstrings(model: type[BaseModel]) -> Iterator[tuple[str, str]]:
    """Yield the names of the fields of a model that have a docstring, with it."""
    for base in reversed(model.__mro__):
        is_written = base.__module__ != complete_spec.__module__  # a model that is made of others has no source
        if issubclass(base, BaseModel) and base is not BaseModel and is_written:
            [definition] = ast.parse(textwrap.dedent(inspect.getsource(base))).body
            assert isinstance(definition, ast.ClassDef)
            for field, after in pairwise(definition.body):
                match field, after:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(docstring))):
                        yield name, inspect.cleandoc(docstring)


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
    definitions: dict[str, Any] = {}
    _plain(complete_spec().__pydantic_core_schema__, definitions)
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
            for part in schema[key][:1] if isinstance(schema[key], list) else [schema[key]]:
                plain[key] = _plain(part, definitions)
    if "fields" in schema:
        fields = {field.get("validation_alias", name): field["schema"] for name, field in schema["fields"].items()}
        plain["fields"] = {name: _plain(field, definitions) for name, field in fields.items()}
        plain["required"] = [name for name, field in fields.items() if field["type"] != "default"]
    if "choices" in schema:
        choices = schema["choices"].values() if isinstance(schema["choices"], dict) else schema["choices"]
        plain["choices"] = [_plain(part, definitions) for part in choices]
    if "function" in schema:
        plain["function"] = schema["function"]["function"].__qualname__.replace("._", ".").removeprefix("_")
    return plain
