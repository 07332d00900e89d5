"""What a validation finds wrong in a puzzle file, in words for its author."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from cp_puzzles.errors import SpecError
from cp_puzzles.spec.board_spec import BoardSpec
from cp_puzzles.spec.fields import Multiplicity
from cp_puzzles.spec.origin import Origin, Path, echo
from cp_puzzles.spec.rules_spec import Bounds, Coloring, RulesSpec, Selection
from cp_puzzles.spec.schema import Expected, GivenDrawing, GivenPlacement, PuzzleSpec, TileEntry, TileSetEntry

MOST_INSIDE = 100
"""So many mistakes inside of misspelt keys are looked at."""


def validated(data: Any, origin: Origin) -> PuzzleSpec:
    """The spec that plain data say, which were written there; raises `SpecError` with all that is wrong."""
    try:
        return PuzzleSpec.model_validate(data).located(origin)
    except ValidationError as error:
        details = error.errors(include_url=False)
    found = [(_path(detail), detail) for detail in details]
    misspelt = {
        (*path[:-1], near): path
        for path, detail in found
        if detail["type"] == "extra_forbidden" and (near := _near_key(detail["loc"]))
    }
    renamed = _renamed(data, {wrong: right[-1] for right, wrong in misspelt.items()})
    for detail in _faults(renamed)[:MOST_INSIDE] if misspelt else ():
        path = _path(detail)
        found += [((*misspelt[above], *path[len(above) :]), detail) for above in _above(path) if above in misspelt]
    raise _mistakes(found, {*misspelt}, origin)


def _faults(data: Any) -> list[Any]:
    try:
        PuzzleSpec.model_validate(data)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


def _renamed(data: Any, keys: Mapping[Path, str | int], path: Path = ()) -> Any:
    """The data with other keys at the ends of some paths, but where such a key is there as well."""
    if isinstance(data, list):
        return [_renamed(value, keys, (*path, number)) for number, value in enumerate(data)]
    if not isinstance(data, dict):
        return data
    names = {its: keys.get((*path, its), its) for its in data}
    return {
        its if names[its] in data else names[its]: _renamed(value, keys, (*path, its)) for its, value in data.items()
    }


def _above(path: Path) -> set[Path]:
    """The paths on the way to a field, without its own."""
    return {path[:n] for n in range(len(path))}


def _mistakes(details: Sequence[tuple[Path, Any]], misspelt: Collection[Path], origin: Origin) -> SpecError:
    """All mistakes in the order of the file; `misspelt` are the paths that are missing for that reason alone.

    A list that is short only because a part is wrong is no mistake; the first item of a list stands for others that are
    wrong in the same way.
    """
    found: list[tuple[tuple[int, int], int, SpecError]] = []
    told = set()
    deeper = {above for _, detail in details for above in _above(detail["loc"])}
    for path, detail in details:
        if (detail["type"] == "too_short" and detail["loc"] in deeper) or (
            detail["type"] == "missing" and path in misspelt
        ):
            continue
        kind = (path[:-1], detail["type"], type(path[-1])) if path and isinstance(path[-1], int) else (path,)
        if kind in told:
            continue
        told.add(kind)
        position = origin.positions.get(path) or origin.positions.get(path[:-1], (0, 0))
        found.append((position, len(found), SpecError(origin.place(path), *_wording(detail))))
    return SpecError.together([mistake for _, _, mistake in sorted(found, key=lambda entry: entry[:2])])


def _path(detail: Any) -> Path:
    """The way to the field: pydantic adds the kind of an entry to it, and a mark where a key is wrong."""
    loc: Path = tuple(part for part in detail["loc"] if part not in ("[drawn]", "[listed]"))
    if len(loc) > 2 and loc[0] == "tiles":
        loc = loc[:2] + loc[3:]
    return loc[:-1] if loc[-1:] == ("[key]",) and detail["type"] != "extra_forbidden" else loc


_MODELS: dict[str | int, type[BaseModel]] = {
    "board": BoardSpec,
    "set": TileSetEntry,
    "tile": TileEntry,
    "multiplicity": Multiplicity,
    "given": GivenPlacement,
    "[drawn]": GivenDrawing,
    "expected": Expected,
    "rules": RulesSpec,
    "choose": Selection,
    "copies": Multiplicity,
    "colorable": Coloring,
    **{name: Bounds for name, field in RulesSpec.model_fields.items() if Bounds in get_args(field.annotation)},
}

_EXPECTED = {
    "int_type": ("a whole number", "write it without quotes, point or unit"),
    "int_from_float": ("a whole number", "write it without a point"),
    "bool_type": ("true or false", "write true or false"),
    "string_type": ("text", "put it in quotes"),
    "tuple_type": ("a list", "write it in brackets, as in [6, 10], or with a dash before each item"),
    "dict_type": ("a mapping", "write key: value below it"),
    "model_type": ("a mapping", "write key: value below it"),
    "model_attributes_type": ("a mapping", "write key: value below it"),
    "dict_attributes_type": ("a mapping", "write key: value below it"),
}


def _wording(detail: Any) -> tuple[str, str]:
    loc, kind, value, context = detail["loc"], detail["type"], detail["input"], detail.get("ctx", {})
    if kind == "mistake":
        return context["problem"], context["remedy"]
    if kind == "extra_forbidden":
        return f"there is no key {echo(loc[-1])} here", _known_keys(loc)
    if kind == "missing":
        return f"the key {loc[-1]!r} is missing", "add it"
    if kind in _EXPECTED:
        wanted, remedy = _EXPECTED[kind]
        if kind == "string_type" and isinstance(value, (dict, list)):
            remedy = "write text; the rows of a drawing stand below a |"
        return f"{echo(value)} stands where {wanted} belongs", remedy
    if kind == "literal_error":
        return f"{echo(value)} is not one of {context['expected']}", "write one of these"
    if kind == "too_short":
        return f"{echo(value)} is too short", f"give at least {context['min_length']} of them"
    if kind == "too_long":
        return f"{echo(value)} is too long", f"give at most {context['max_length']} of them"
    if kind == "greater_than_equal":
        return f"{echo(value)} is too small", f"write {context['ge']} or more"
    if kind == "less_than_equal":
        return f"{echo(value)} is too large", f"write {context['le']:,} or less"
    if kind in ("string_too_short", "string_too_long", "string_pattern_mismatch"):
        return f"{echo(value)} is not a name", "write 1 to 200 characters on one line, with no space at either end"
    return f"{echo(value)} does not belong here", "see the format in the README"


def _keys(loc: Path) -> list[str]:
    model = next((_MODELS[part] for part in reversed(loc[:-1]) if part in _MODELS), PuzzleSpec)
    return [field.alias or name for name, field in model.model_fields.items()]


def _near_key(loc: Path) -> str | None:
    return _nearest(str(loc[-1]).lower(), tuple(_keys(loc)))


@lru_cache(1 << 16)
def _nearest(written: str, known: tuple[str, ...]) -> str | None:
    return next(iter(difflib.get_close_matches(written, known, n=1)), None)


def _known_keys(loc: Path) -> str:
    near = _near_key(loc)
    return f"did you mean {near!r}?" if near else "known here: " + ", ".join(_keys(loc))
