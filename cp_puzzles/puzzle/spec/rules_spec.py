"""The part of a puzzle file under `rules:`, generated from the registry of rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import Field, ModelWrapValidatorHandler, create_model, model_validator

from cp_puzzles.puzzle.fields import FrozenModel
from cp_puzzles.puzzle.rules.rule_field import RuleField
from cp_puzzles.puzzle.rules.rule_registry import RULES, registered_field


class _Rules(FrozenModel):
    """Conditions that a tiling must satisfy; a field for each entry of `RULES`."""

    if TYPE_CHECKING:

        def __getattr__(self, key: str) -> Any: ...

    @model_validator(mode="wrap")
    @classmethod
    def _with_registered(cls, data: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        """Validate data with registered keys by a model that has these keys as fields."""
        if cls is not RulesSpec or not isinstance(data, Mapping):
            return handler(data)
        unknown = [key for key in data if key not in cls.model_fields]
        fields = [field for key in sorted(unknown) if (field := registered_field(key))]
        return _model(RulesSpec, fields).model_validate(data) if fields else handler(data)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, ({key: getattr(self, key) for key in sorted(self.model_fields_set)},)


def _model(base: type[_Rules], fields: Iterable[RuleField]) -> type[_Rules]:
    """Return a model with the fields of `base` and some more."""
    definitions: Any = {
        field.key: (
            field.annotation if field.default is not None else field.annotation | None,
            Field(default=field.default, description=field.about),
        )
        for field in fields
    }
    return create_model(
        "RulesSpec",
        __base__=base,
        __module__=__name__,
        __doc__="Conditions that a tiling must satisfy.",
        **definitions,
    )


if TYPE_CHECKING:

    class RulesSpec(_Rules):
        """Conditions that a tiling must satisfy."""

else:
    RulesSpec = _model(_Rules, RULES)


def _restored(values: Mapping[str, Any]) -> _Rules:
    """Return pickled rules without the keys that are not registered in this process.

    A puzzle does not need them: it contains the rules that were built from them.
    """
    fields = [field for key in values.keys() - RulesSpec.model_fields.keys() if (field := registered_field(key))]
    model = _model(RulesSpec, fields) if fields else RulesSpec
    registered = {key: value for key, value in values.items() if key in model.model_fields}
    return model.model_construct({*registered}, **registered)
