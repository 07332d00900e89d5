"""Validate the data of a puzzle file, with messages for its author."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, get_args

import numpy as np
from pydantic import BaseModel, ValidationError

from cp_puzzles.base.number_text import counted
from cp_puzzles.base.suggestions import near_names, suggestion
from cp_puzzles.errors import Mistakes, SpecError, echo
from cp_puzzles.puzzle.fields import Origin, Path
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.rules.rule_registry import rule_keys
from cp_puzzles.puzzle.spec.complete_spec import complete_spec
from cp_puzzles.puzzle.spec.expression import Value
from cp_puzzles.puzzle.spec.family_parameters import resolved
from cp_puzzles.puzzle.spec.schema import (
    GivenDrawing,
    GivenPlacement,
    PuzzleSpec,
    TileEntry,
    TileFamilyEntry,
    TileSetEntry,
)

MAX_NESTED_ERRORS = 100
"""The largest number of errors reported inside misspelled keys."""

MAX_WRONG_FIELDS = 100
"""The largest number of wrong fields with which the other fields are still built, to find further mistakes."""


def validated(data: Any, origin: Origin, parameters: Mapping[str, Value] | None = None) -> PuzzleSpec:
    """Return the spec of plain data with their origin; raises `SpecError` with every mistake.

    The data are then repaired, to find the mistakes that the first ones hide: misspelled keys are corrected, unknown
    keys removed, wrong values replaced, and a puzzle is built from the rest. `parameters` replace the defaults of the
    data's parameters.
    """
    data = resolved(data, origin, parameters)
    try:
        return PuzzleSpec.model_validate(data).located(origin)
    except ValidationError as error:
        errors = [(_path(detail), detail) for detail in error.errors(include_url=False)]
    corrections = {path: _near_key(detail["loc"]) for path, detail in errors if detail["type"] == "extra_forbidden"}
    misspelled = {(*path[:-1], key): path for path, key in corrections.items() if key}
    repaired, wrong = data, [path for path, _ in errors]
    if corrections:
        repaired, wrong = _repaired(data, corrections), [path for path, key in corrections.items() if not key]
        try:
            PuzzleSpec.model_validate(repaired)
        except ValidationError as error:
            for detail in error.errors(include_url=False)[:MAX_NESTED_ERRORS]:
                path = _path(detail)
                keys_above = [misspelled[above] for above in _above(path) if above in misspelled]
                errors += [((*written, *path[len(written) :]), detail) for written in keys_above]
                wrong.append(path)
    mistakes = Mistakes()
    mistakes.note(_mistakes(errors, {*misspelled}, origin))
    renamed = origin.renamed({written: path[-1] for path, written in misspelled.items()})
    for mistake in _further_mistakes(repaired, wrong, renamed):
        mistakes.note(mistake)
    raise mistakes.error


_TILE: dict[str, object] = {"set": "?"}
_REPLACED: Mapping[str, object] = {"name": "?", "tiles": _TILE, "given": {"tile": "?", "cells": [[0, 0]]}}
"""Placeholders for wrong values, by key. A placeholder causes at most one mistake, which is not reported."""

_DECISIVE = {"lattice", "colors", "board", "tiles"}
"""Keys without which nothing else can be checked, except where `_substitutes` has something for them."""

_OF_BOARD = {"holes", "optional", "labels", "colors"}
"""The keys of `board` that can be left out."""


def _further_mistakes(data: Any, wrong: Sequence[Path], origin: Origin) -> Sequence[SpecError]:
    """Return the mistakes that appear when a puzzle is built from the data without the wrong fields.

    Mistakes in the fields that were removed or replaced are not among them.
    """
    if len(wrong) > MAX_WRONG_FIELDS:
        return ()
    changed: dict[Any, Any] = dict(data) if isinstance(data, dict) else {}
    changed_fields: set[str] = set()
    is_board_valid = True
    containing = {above for path in wrong for above in _above(path)}  # a list with a wrong item is too short
    for path in wrong:
        if path in containing:
            continue
        key, *below = path or ("",)
        is_item = key in ("tiles", "given") and bool(below) and isinstance(changed.get(key), list)
        is_of_board = key == "board" and bool(below) and below[0] in _OF_BOARD
        if is_item:
            changed[key] = [_REPLACED[str(key)] if n == below[0] else item for n, item in enumerate(changed[key])]
        elif (key == "rules" and below) or is_of_board:
            changed[key] = {name: value for name, value in changed[key].items() if name != below[0]}
            is_board_valid &= not is_of_board
        elif key in _DECISIVE:
            substitutes = _substitutes(changed, path)
            if not substitutes:
                return ()
            changed |= substitutes
            changed_fields |= {"board."} if key != "lattice" else set()
            changed_fields |= {f"tiles.{n}." for n, tile in enumerate(substitutes.get("tiles", ())) if tile is _TILE}
            is_board_valid &= key == "lattice"
        elif key == "name":
            changed[key] = _REPLACED[str(key)]
        else:
            changed.pop(key, None)
        field = path[:2] if is_item or key in ("rules", "board") else path[:1]
        changed_fields.add(".".join(map(str, field)) + ".")
    try:
        try_to_build(PuzzleSpec.model_validate(changed).located(origin), is_board_valid=is_board_valid)
    except ValidationError:
        return ()
    except SpecError as error:
        return [each for each in error.each() if not f"{field_of(each)}.".startswith(tuple(changed_fields))]
    return ()


def _substitutes(data: Mapping[Any, Any], path: Path) -> dict[str, Any]:
    """Return a replacement for a wrong value of a decisive key, if any: the nearest lattice, a size of 1, no colors."""
    key, *below = map(str, path)
    value: Any = data.get(key)
    if path == ("lattice",) and isinstance(value, str):
        near = near_names(value, LATTICES)
        return {key: near[0]} if len(near) == 1 else {}
    if key == "board" and len(below) == 2 and below[0] == "size":
        return {key: value | {"size": [1 if n == path[2] else extent for n, extent in enumerate(value["size"])]}}
    if key == "colors" and isinstance(tiles := data.get("tiles"), list):
        return {key: None, "tiles": [tile if isinstance(tile, dict) and "set" in tile else _TILE for tile in tiles]}
    return {}


def try_to_build(spec: PuzzleSpec, *, is_board_valid: bool = True) -> None:
    """Raise `SpecError` with the mistakes that are found only when the puzzle is built."""
    construct = import_module("cp_puzzles.puzzle.build.puzzle_data").construct_puzzle
    construct(spec, is_board_valid=is_board_valid)


def field_of(mistake: SpecError) -> str:
    """Return the path of the field with a mistake."""
    return mistake.where.rpartition(": ")[2]


def _repaired(data: Any, corrections: Mapping[Path, str | None], path: Path = ()) -> Any:
    """Return the data with corrected keys, without keys that have no correction or whose correction is in use."""
    if isinstance(data, list):
        return [_repaired(value, corrections, (*path, number)) for number, value in enumerate(data)]
    if not isinstance(data, dict):
        return data
    renamed = {key: corrections.get((*path, key), key) for key in data}
    return {
        renamed[key]: _repaired(value, corrections, (*path, key))
        for key, value in data.items()
        if renamed[key] == key or (renamed[key] is not None and renamed[key] not in data)
    }


def _above(path: Path) -> set[Path]:
    """Return the paths of the fields that contain a field."""
    return {path[:n] for n in range(len(path))}


def _mistakes(details: Sequence[tuple[Path, Any]], misspelled: Collection[Path], origin: Origin) -> SpecError:
    """Return all mistakes, without those that another one causes.

    A key in `misspelled` is not reported as missing, and a list with a wrong item not as too short. If several items
    of a list are wrong in the same way, only the first is reported.
    """
    mistakes = []
    reported = set()
    containing = {above for _, detail in details for above in _above(detail["loc"])}
    for path, detail in details:
        is_too_short = detail["type"] == "too_short" and detail["loc"] in containing
        is_misspelled = detail["type"] == "missing" and path in misspelled
        if is_too_short or is_misspelled:
            continue
        kind = (path[:-1], detail["type"], type(path[-1])) if path and isinstance(path[-1], int) else (path,)
        if kind in reported:
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


_KINDS = ("[drawn]", "[listed]", "[list]", "[bounds]", "[text]", "[other]", "[number]", "[word]")
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
            models |= {field.alias or name: nested, **_models_by_key(nested)}
    return models


@cache
def _models() -> dict[str | int, type[BaseModel]]:
    """Return the model below each key, and below each kind that pydantic adds to a path."""
    models = _models_by_key(complete_spec())
    models |= {"set": TileSetEntry, "family": TileFamilyEntry, "tile": TileEntry}
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
        return WORDS[kind][0].format(value=echo(loc[-1])), _key_suggestion(loc)
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


def _near_key(loc: Path) -> str | None:
    return next(iter(_near(str(loc[-1]), _keys(loc))), None)


@lru_cache(1 << 16)
def _near(written: str, keys: tuple[str, ...]) -> list[str]:
    return near_names(written, keys)


def _key_suggestion(loc: Path) -> str:
    return suggestion(str(loc[-1]), _keys(loc), WORDS["extra_forbidden"][1].format(keys=", ".join(_keys(loc))))


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
