"""Options that are validated when they are created."""

from __future__ import annotations

from typing import Any, get_type_hints

from pydantic import ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator

from cp_puzzles.base.option_types import refusal, words_of

CONFIG = ConfigDict(extra="forbid", defer_build=True)


class Validated:
    """Options that are validated when they are created: `MistakeError` names the value that an option cannot have."""

    @model_validator(mode="wrap")
    @classmethod
    def _validate(cls, data: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        try:
            return handler(data)
        except ValidationError as error:
            detail = error.errors(include_url=False)[0]
            types = get_type_hints(cls, include_extras=True)
            name = str(detail["loc"][0])
            if name not in types:
                raise TypeError(f"{name}: {detail['msg'].lower()}") from None
            raise refusal(name, data.kwargs[name], words_of(types[name])) from None
