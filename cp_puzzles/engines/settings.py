"""Settings of an engine: a frozen dataclass of switches and numbers that change its speed and never its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, Self, get_args, get_type_hints

from cp_puzzles.errors import MistakeError


@dataclass(frozen=True)
class EngineSettings:
    """The settings of an engine without any; others add fields: `bool`, `int`, or one of them or None.

    >>> EngineSettings.of({"speed": True})
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: setting speed: the engine frontier has no such setting; leave it away
    """

    engine: ClassVar[str] = "frontier"

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of the settings."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    @cache
    def _types(cls) -> Mapping[str, Any]:
        """The type of each setting."""
        return get_type_hints(cls)

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Self:
        """The settings with some changed; raises `MistakeError` for an unknown name or a value of another type."""
        types = cls._types()
        for name, value in values.items():
            if name not in cls.names():
                remedy = "settings: " + ", ".join(cls.names()) if cls.names() else "leave it away"
                raise MistakeError(f"setting {name}", f"the engine {cls.engine} has no such setting", remedy)
            if type(value) not in (get_args(types[name]) or (types[name],)):
                is_switch = bool in (get_args(types[name]) or (types[name],))
                what, remedy = ("neither on nor off", "write on or off") if is_switch else ("no number", "write one")
                raise MistakeError(f"setting {name}", f"{value!r} is {what}", remedy)
        changed: Mapping[str, Any] = values
        return cls(**changed)
