"""The mistakes that pydantic finds in the data of a puzzle file, in words for its author."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import cache
from typing import Any, get_args

import numpy as np
from pydantic import BaseModel, ValidationError

from cp_puzzles.base.text import counted, near_names, suggestion
from cp_puzzles.errors import SpecError, echo
from cp_puzzles.puzzle.fields import Origin, Path
from cp_puzzles.puzzle.rules.rule_registry import rule_keys
from cp_puzzles.puzzle.spec.board_spec import PartSpec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.tile_spec import GivenDrawing, GivenPlacement, TileEntry, TileFamilyEntry, TileSetEntry


def field_of(mistake: SpecError) -> str:
    """Return the path of the field with a mistake."""
    return mistake.where.rpartition(": ")[2]


def mistakes_of(error: ValidationError, origin: Origin) -> SpecError:
    """Return all mistakes of an error of pydantic, without those that another one causes.

    A misspelled key is not reported as missing, and a list with a wrong item not as too short. If several items of a
    list are wrong in the same way, only the first is reported.
    """
    mistakes = []
    reported = set()
    details: list[Any] = error.errors(include_url=False)
    unknown = [detail["loc"] for detail in details if detail["type"] == "extra_forbidden"]
    misspelled = {(*loc[:-1], near) for loc in unknown for near in near_names(str(loc[-1]), _keys(loc))[:1]}
    containing = {detail["loc"][:n] for detail in details for n in range(len(detail["loc"]))}
    for detail in details:
        path, loc = _path(detail), detail["loc"]
        is_too_short = detail["type"] == "too_short" and loc in containing
        is_misspelled = detail["type"] == "missing" and loc in misspelled
        kind = (path[:-1], detail["type"], type(path[-1])) if path and isinstance(path[-1], int) else (path,)
        if is_too_short or is_misspelled or kind in reported:
            continue
        reported.add(kind)
        mistakes.append(SpecError(origin.place(path), *_wording(detail)))
    return SpecError.together(mistakes)


def _path(detail: Any) -> Path:
    """Return the path of a field without the parts that pydantic adds: kinds of entries, and `[key]` for a key."""
    loc: Path = tuple(part for part in detail["loc"] if part not in _KINDS)
    if len(loc) > 2 and loc[0] == "tiles":
        loc = loc[:2] + loc[3:]
    return loc[:-1] if loc[-1:] == ("[key]",) and detail["type"] != "extra_forbidden" else loc


_KINDS = ("[drawn]", "[listed]", "[list]", "[bounds]", "[text]", "[other]", "[part]", "[number]", "[word]")
"""The kinds of entries that are told apart by their values."""


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models in the annotation of a field."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


def _models_by_key(model: type[BaseModel]) -> dict[str | int, type[BaseModel]]:
    """Return the model below each key of a model, at any depth."""
    models: dict[str | int, type[BaseModel]] = {}
    for name, field in model.model_fields.items():
        for nested in _models_in(field.annotation):
            models[field.alias or name] = nested
            if nested is not model:
                models |= _models_by_key(nested)
    return models


@cache
def _models() -> dict[str | int, type[BaseModel]]:
    """Return the model below each key, and below each kind that pydantic adds to a path."""
    from cp_puzzles.puzzle.spec.json_schema import complete_spec  # with the rules, which only messages need

    models = _models_by_key(complete_spec())
    models |= {"set": TileSetEntry, "family": TileFamilyEntry, "tile": TileEntry}
    models |= {"[part]": PartSpec, "union": PartSpec, "without": PartSpec}
    return models | {"given": GivenPlacement, "[drawn]": GivenDrawing}


_LIST = "write it in brackets, as in [6, 10], or with a dash before each item"
_MAPPING = "expected a mapping, found {value}", "write key: value below it"
_NAME = "{value} is not a name", "write 1 to 200 characters on one line, with no space at either end"
WORDS = {
    "missing": ("the key '{key}' is missing", "add it"),
    "extra_forbidden": ("there is no key {value} here", "known here: {keys}"),
    "int_type": ("expected an integer, found {value}", "write it without quotes, decimal point or unit"),
    "int_from_float": ("expected an integer, found {value}", "write it without a decimal point"),
    "bool_type": ("expected true or false, found {value}", "write true or false"),
    "string_type": ("expected text, found {value}", "put it in quotes"),
    "rows_type": ("expected text, found {value}", "write text; the rows of a drawing follow a | on lines of their own"),
    "tuple_type": ("expected a list, found {value}", _LIST),
    "dict_type": _MAPPING,
    "model_type": _MAPPING,
    "model_attributes_type": _MAPPING,
    "dict_attributes_type": _MAPPING,
    "literal_error": ("{value} is not one of {expected}", "write one of these"),
    "too_short": ("{value} is too short", "write at least {min_length}"),
    "too_long": ("{value} is too long", "write at most {max_length}"),
    "greater_than_equal": ("{value} is too small", "write {ge} or more"),
    "less_than_equal": ("{value} is too large", "write {le} or less"),
    "string_too_short": _NAME,
    "string_too_long": _NAME,
    "string_pattern_mismatch": _NAME,
    "": ("{value} is not allowed here", "see the format in the documentation"),
}
"""The problem and the remedy for each type of error of pydantic, "" for others; also on the page of the editor."""


def _wording(detail: Any) -> tuple[str, str]:
    """Return the problem and the remedy of an error of pydantic."""
    loc, kind, value, context = detail["loc"], detail["type"], detail["input"], detail.get("ctx", {})
    if kind == "mistake":
        return context["problem"], context["remedy"]
    if kind == "extra_forbidden":
        keys = _keys(loc)
        remedy = suggestion(str(loc[-1]), keys, WORDS[kind][1].format(keys=", ".join(keys)))
        return WORDS[kind][0].format(value=echo(loc[-1])), remedy
    if kind == "string_type" and isinstance(value, (dict, list)):
        kind = "rows_type"
    shown = {name: _limit(name, limit) for name, limit in context.items()}
    problem, remedy = WORDS.get(kind, WORDS[""])
    return problem.format(**shown, key=loc[-1], value=echo(value)), remedy.format(**shown)


def _limit(name: str, limit: Any) -> str:
    if not isinstance(limit, int):
        return str(limit)
    return counted(limit, "item") if name.endswith("_length") else f"{limit:,}"


def _keys(loc: Path) -> tuple[str, ...]:
    """Return the keys that are known where a key stands, by the model of the nearest key above it."""
    if loc[:-1] == ("rules",):
        return rule_keys()
    models = _models()
    model = next((models[part] for part in reversed(loc[:-1]) if part in models), PuzzleSpec)
    return tuple(field.alias or name for name, field in model.model_fields.items())


def plain_data(value: Any) -> Any:
    """Return a value as dicts, lists, numbers and texts, as a puzzle file has them.

    A Boolean array becomes the list of its true cells, any other array the list of its rows. A set of cells is sorted.

    >>> import numpy as np
    >>> plain_data({"cells": np.array([[True, False], [True, True]]), "holes": {(1, 0), (0, 1)}, "copies": np.int64(2)})
    {'cells': [[0, 0], [1, 0], [1, 1]], 'holes': [[0, 1], [1, 0]], 'copies': 2}
    """
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(value, np.ndarray):
        return (np.argwhere(value) if value.dtype == np.bool_ and value.ndim else value).tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {key: plain_data(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_data(part) for part in value]
    if isinstance(value, Set):
        return sorted(plain_data(part) for part in value)
    return value
