"""The part of a puzzle file under `rules:`: values that are validated by the fields of their keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

from pydantic import BaseModel, Field, GetCoreSchemaHandler, create_model
from pydantic_core import CoreSchema, core_schema

from cp_puzzles.puzzle.fields import FrozenModel
from cp_puzzles.puzzle.rules.rule_field import RuleField
from cp_puzzles.puzzle.rules.rule_registry import rule_field, rule_keys


class RulesSpec(dict[str, Any]):
    """Conditions that a tiling must satisfy: the value of each written key that differs from its default."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(cls._validated)

    @classmethod
    def _validated(cls, value: Any) -> Self:
        if isinstance(value, cls):
            return value
        fields = written_fields(value) if isinstance(value, Mapping) else []
        model = rules_model(fields).model_validate(value)
        values = ((field, getattr(model, field.key)) for field in fields)
        return cls((field.key, value) for field, value in values if value != field.default)


def written_fields(keys: Iterable[Any]) -> list[RuleField]:
    """Return the fields of some keys, in the order of all rules; keys without a field are left out."""
    fields = {key: field for key in keys if isinstance(key, str) and (field := rule_field(key)) is not None}
    return [fields[key] for key in rule_keys() if key in fields]


def rules_model(fields: Iterable[RuleField]) -> type[BaseModel]:
    """Return a model with some fields."""
    definitions: Any = {
        field.key: (
            field.annotation if field.default is not None else field.annotation | None,
            Field(default=field.default, description=field.about),
        )
        for field in fields
    }
    doc = "Conditions that a tiling must satisfy."
    return create_model("RulesSpec", __base__=FrozenModel, __module__=__name__, __doc__=doc, **definitions)
