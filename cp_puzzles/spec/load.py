"""Reading a puzzle file; every mistake names file, line, column and field."""

from __future__ import annotations

import difflib
import os
from pathlib import Path as FilePath
from typing import Any

from pydantic import BaseModel, ValidationError

from cp_puzzles.errors import SpecError
from cp_puzzles.spec.catalogue import catalogue_file
from cp_puzzles.spec.origin import Origin, Path
from cp_puzzles.spec.schema import Board, Expected, GivenPlacement, Multiplicity, PuzzleSpec, TileEntry, TileSetEntry
from cp_puzzles.spec.yaml_tree import MAX_BYTES, read_yaml


def load_spec(path: str | os.PathLike[str], *, given: str | os.PathLike[str] | None = None) -> PuzzleSpec:
    """Read a puzzle file, or a puzzle of the catalogue by its name (`pentomino6x10`).

    `given` is a file with placements that are already there, in the form of the key `given:`; they take the place
    of the puzzle file's own. Raises `SpecError`, whose text begins with `file:line:column: field`.

    >>> load_spec("pentomino6x10").board.size
    (6, 10)
    """
    file = FilePath(path)
    if not file.exists():
        file = catalogue_file(os.fspath(path)) or file
    spec = parse_spec(_text(file, os.fspath(path)), os.fspath(path))
    return spec if given is None else _with_given(spec, os.fspath(given))


def _text(file: FilePath, name: str) -> str:
    remedy = "give the path of a puzzle file, or a name that `list` shows"
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES + 1).decode("utf-8-sig")
    except FileNotFoundError:
        raise SpecError(name, "there is no such file", remedy) from None
    except UnicodeDecodeError as error:
        raise SpecError(name, f"byte {error.start} is not UTF-8", "save the file as UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise SpecError(name, f"the file cannot be read: {reason}", remedy) from None


def _with_given(spec: PuzzleSpec, source: str) -> PuzzleSpec:
    """The spec with the placements of another file in the place of its own."""
    data, origin = read_yaml(_text(FilePath(source), source), source)
    if isinstance(data, list):
        origin = Origin(source, {("given", *path): at for path, at in origin.positions.items()})
        data = {"given": data}
    if not isinstance(data, dict) or set(data) != {"given"}:
        raise SpecError(origin.place(()), f"the file holds {_kind(data)}", "write a list of {tile: X, cells: [...]}")
    try:
        merged = PuzzleSpec.model_validate({**spec.model_dump(by_alias=True, exclude_unset=True), **data})
    except ValidationError as error:
        raise _first_mistake(error, origin) from None
    return merged.located(spec.origin.overlaid("given", origin))


def parse_spec(text: str, source: str = "spec") -> PuzzleSpec:
    """The spec that a YAML text describes; `source` names the text in errors.

    >>> parse_spec("{name: two, board: {size: [1, 2]}, tiles: [{set: monomino, multiplicity: 2}]}").fill
    True
    """
    data, origin = read_yaml(text, source)
    if not isinstance(data, dict):
        raise SpecError(origin.place(()), f"the file holds {_kind(data)}", "start with name:, board: and tiles:")
    try:
        return PuzzleSpec.model_validate(data).located(origin)
    except ValidationError as error:
        raise _first_mistake(error, origin) from None


def _first_mistake(error: ValidationError, origin: Origin) -> SpecError:
    """The mistake that stands first in the file; a list that is short only because a part is wrong is none."""
    mistakes = []
    details = error.errors(include_url=False)
    deeper = {detail["loc"][:n] for detail in details for n in range(len(detail["loc"]))}
    for detail in details:
        if detail["type"] == "too_short" and detail["loc"] in deeper:
            continue
        path = _path(detail["loc"])
        position = origin.positions.get(path) or origin.positions.get(path[:-1], (0, 0))
        mistakes.append((position, path, detail))
    _, path, detail = min(mistakes, key=lambda m: m[0])
    problem, remedy = _wording(path, detail)
    return SpecError(origin.place(path), problem, remedy)


def _path(loc: tuple[str | int, ...]) -> Path:
    """The way to the field: pydantic names the kind of a tile entry behind its number, which no file does."""
    if len(loc) > 2 and loc[0] == "tiles":
        loc = loc[:2] + loc[3:]
    return tuple("except" if part == "except_" else part for part in loc if part != "[key]")


_MODELS: dict[str, tuple[type[BaseModel], ...]] = {
    "": (PuzzleSpec,),
    "board": (Board,),
    "tiles": (TileSetEntry, TileEntry),
    "multiplicity": (Multiplicity,),
    "given": (GivenPlacement,),
    "expected": (Expected,),
}

_EXPECTED = {
    "int_type": ("a whole number", "write it without quotes, point or unit"),
    "int_from_float": ("a whole number", "write it without a point"),
    "bool_type": ("true or false", "write true or false"),
    "string_type": ("text", "put it in quotes"),
    "tuple_type": ("a list", "write it in brackets, as in [6, 10]"),
    "dict_type": ("a mapping", "write key: value below it"),
    "model_type": ("a mapping", "write key: value below it"),
    "model_attributes_type": ("a mapping", "write key: value below it"),
    "dict_attributes_type": ("a mapping", "write key: value below it"),
}


def _wording(path: Path, detail: Any) -> tuple[str, str]:
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind == "mistake":
        return context["problem"], context["remedy"]
    if kind == "extra_forbidden":
        return f"there is no key {path[-1]!r} here", _known_keys(path)
    if kind == "missing":
        return f"the key {path[-1]!r} is missing", "add it"
    if kind in _EXPECTED:
        wanted, remedy = _EXPECTED[kind]
        return f"{_kind(value)} stands where {wanted} belongs", remedy
    if kind == "literal_error":
        return f"{value!r} is not one of {context['expected']}", "write one of these"
    if kind == "too_short":
        return f"{_kind(value)} is too short", f"give at least {context['min_length']}"
    if kind == "too_long":
        return f"{_kind(value)} is too long", f"give at most {context['max_length']}"
    if kind == "greater_than_equal":
        return f"{value} is too small", f"write {context['ge']} or more"
    if kind in ("string_too_short", "string_pattern_mismatch"):
        return f"{value!r} is not a name", "write at least one character, with no space at either end"
    return f"{_kind(value)}: {detail['msg']}", "see the format in the README"


def _known_keys(path: Path) -> str:
    section = next((part for part in reversed(path[:-1]) if isinstance(part, str)), "")
    keys = [field.alias or name for model in _MODELS.get(section, ()) for name, field in model.model_fields.items()]
    near = difflib.get_close_matches(str(path[-1]), keys, n=1)
    return f"did you mean {near[0]!r}?" if near else "known here: " + ", ".join(dict.fromkeys(keys))


def _kind(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
