"""Load a puzzle file or one of the catalog; every mistake names the file, line, column and field."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from cp_puzzles.base.file_access import opened, reason_of
from cp_puzzles.base.named_values import loaded
from cp_puzzles.base.text import did_you_mean, near_names
from cp_puzzles.base.values import check_type, checked, suggesting
from cp_puzzles.errors import MistakeError, Parameter, SpecError, Text, Wording, echo
from cp_puzzles.puzzle.fields import Origin
from cp_puzzles.puzzle.fields import Path as FieldPath
from cp_puzzles.puzzle.rules.rule_registry import rule_field
from cp_puzzles.puzzle.spec.changes import PARAMETERS, PIECES
from cp_puzzles.puzzle.spec.parameters import KEY as PARAMETERS_KEY
from cp_puzzles.puzzle.spec.parameters import Value
from cp_puzzles.puzzle.spec.schema import PuzzleSpec, changed_spec, validated
from cp_puzzles.puzzle.spec.validation import field_of
from cp_puzzles.puzzle.spec.yaml_reader import plain_value, read_keys, read_yaml

_PACKAGE = Path(__file__).resolve().parents[2]
_FOLDER = "specs"


def catalog_directory() -> Path:
    """Return the folder of the puzzle files: inside an installed package, beside the package in a clone."""
    inside = _PACKAGE / _FOLDER
    return inside if inside.is_dir() else _PACKAGE.parent / _FOLDER


def puzzle_files(directory: Path) -> tuple[Path, ...]:
    """Return the puzzle files in a folder and its subfolders, sorted by name."""
    return tuple(sorted(directory.rglob("*.yaml"), key=lambda file: puzzle_name(file, directory)))


def puzzle_name(file: Path, directory: Path | None = None) -> str:
    """Return the name of a puzzle: the path of its file below the catalog or another folder.

    >>> puzzle_name(catalog_directory() / "soma" / "chair.yaml")
    'soma/chair'
    """
    return file.relative_to(directory or catalog_directory()).with_suffix("").as_posix()


def catalog() -> tuple[Path, ...]:
    """Return the puzzle files of the catalog, sorted by name."""
    return puzzle_files(catalog_directory())


def catalog_names() -> tuple[str, ...]:
    """Return the names of the included puzzles, which every function with a puzzle accepts.

    >>> [name for name in catalog_names() if name.startswith("pentomino8x8")]
    ['pentomino8x8_center', 'pentomino8x8_corners', 'pentomino8x8_square']
    """
    return tuple(map(puzzle_name, catalog()))


def catalog_file(name: str) -> Path | None:
    """Return the file of a catalog puzzle (`soma`, `soma.yaml` or `specs/soma.yaml`); None if there is none.

    >>> catalog_file("specs/soma.yaml").name, catalog_file("soma/chair").name
    ('soma.yaml', 'chair.yaml')
    """
    path = _catalog_path(name)
    if path is None or path.suffix not in ("", ".yaml"):
        return None
    file = catalog_directory() / path.with_suffix(".yaml")
    return file if file.is_file() else None


def near_puzzles(name: str) -> list[str]:
    """Return the names in the catalog that a misspelled one may mean; the folder may be missing.

    >>> near_puzzles("somma.yaml"), near_puzzles("elsewhere/soma.yaml"), near_puzzles("xyzzy")
    (['soma'], [], [])
    >>> near_puzzles("tugboat"), near_puzzles("soma/tugbot")
    (['soma/tugboat'], ['soma/tugboat'])
    """
    path = _catalog_path(name)
    if path is None:
        return []
    names = [puzzle_name(file) for file in catalog()]
    if path.parent.as_posix() not in {".", *(name.rpartition("/")[0] for name in names)}:
        return []
    written = path.with_suffix("").as_posix()
    by_last_part = {name.rpartition("/")[2]: name for name in reversed(names)}
    return near_names(written, names) or [by_last_part[name] for name in near_names(written, by_last_part, 0.8)]


def _catalog_path(name: str) -> Path | None:
    """Return the path in the catalog that a name denotes; None if it denotes another file."""
    path = Path(name)
    if path.is_absolute() or ".." in path.parts or not path.name:
        return None
    return path.relative_to(_FOLDER) if path.parts[0] == _FOLDER and len(path.parts) > 1 else path


MAX_BYTES = 1_000_000
"""The largest size of a puzzle file."""

COVER_READERS = {
    ".dlx": "output.formats.dlx:read_dlx",
    ".csv": "output.formats.dlx:read_matrix",
    ".npy": "output.formats.dlx:read_matrix",
    ".txt": "output.formats.dlx:read_matrix",
}
"""The readers of cover problems, puzzles without a board, by suffix."""

_NUMBER = rb"\d+(?:\.\d*)?(?:e[-+]?\d+)?"
_ROW = re.compile(
    rb"(?:\s*(?:#.*)?\n)*(?:[^:\n]*\n)?[ \t]*(?:[01]{2,}|(?:%b[ ,;\t]+)+%b)[ \t]*\r?(?:\n|\Z)" % (_NUMBER, _NUMBER)
)
"""The first row of a matrix, after comments and a line of names."""


def is_dlx_path(path: str | os.PathLike[str]) -> bool:
    """Return whether a path names a file of a cover problem: by its suffix, or a text that begins as a matrix does."""
    if (suffix := Path(path).suffix) != ".txt":
        return suffix in COVER_READERS
    try:
        with Path(path).open("rb") as file:
            return _ROW.match(file.read(65_536)) is not None
    except (OSError, ValueError):
        return False


def without_board(name: str) -> SpecError:
    """Return the error for a command that needs a board and got a cover problem."""
    return SpecError(
        name, "this is a cover problem without a board", "solve, count, explain, check, verify or export it"
    )


def read_source(path: str) -> tuple[str, str]:
    """Return the text of a file or of a catalog puzzle, and its name in messages.

    Raises `SpecError` for a file that cannot be read, is larger than `MAX_BYTES` or is not UTF-8.
    """
    source = path if path.isprintable() and 0 < len(path) <= 255 else echo(path)
    remedy: Text = (
        "give the path of a puzzle file, or ",
        Wording("a name of catalog_names()", "a name that `list` shows"),
    )
    try:
        file = Path(path)
        if not file.is_file():
            file = catalog_file(path) or file
        with file.open("rb") if file.is_file() else opened(file) as stream:
            raw = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        remedy = did_you_mean(near_puzzles(path)) or remedy
        raise SpecError(source, "no puzzle or file has this name", remedy) from None
    except (OSError, ValueError) as error:
        raise SpecError(source, f"the file cannot be read: {reason_of(error)}", remedy) from None
    if len(raw) > MAX_BYTES:
        raise SpecError(source, f"the file is larger than {MAX_BYTES:,} bytes", "check that it is a puzzle file")
    try:
        return raw.decode("utf-8-sig"), source
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start)
        column = error.start - raw.rfind(b"\n", 0, error.start)
        problem = f"the byte 0x{raw[error.start]:02x} is not UTF-8"
        raise SpecError(f"{source}:{line + 1}:{column}", problem, "save the file as UTF-8 text") from None


READERS = {
    ".xmpuzzle": "output.burrtools.burr_to_spec:load_burr",
    ".polyomino": "output.formats.polyomino:load_polyomino",
    ".polyiamond": "output.formats.polyomino:load_polyomino",
}
"""The readers of other puzzle files by suffix: functions from a path to a spec, imported when needed."""


@suggesting
def load_spec(
    path: str | os.PathLike[str],
    *,
    given: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    parameters: Mapping[str, Value] | None = None,
) -> PuzzleSpec:
    """Return the spec in a puzzle file, or of a catalog puzzle by its name (`pentomino6x10`).

    Parameters
    ----------
    path
        A YAML file, a file of BurrTools (`.xmpuzzle`; `FILE.xmpuzzle#2` is its second problem), or a file of Knuth's
        programs (`.polyomino`, `.polyiamond`).
    given
        Placements that are added to `given:` of the file: a file with a list of them, or a tile and its cells in the
        form `I@0,0;0,1`, or several of these. `0-1@0,0;0,1=1,0` adds the value or the color that it shows on each.
    parameters
        Values for the parameters of the file, such as ``{"n": 6}``, instead of their defaults.

    Raises
    ------
    SpecError
        The file cannot be read or is no puzzle; each line of the text begins with `file:line:column: field`.

    See Also
    --------
    parse_spec, build_puzzle, catalog_names

    Examples
    --------
    >>> load_spec("dominoes4x4", given="I@0,0;0,1").given[0].cells
    ((0, 0), (0, 1))
    """
    check_type("load_spec(): path", path, str, os.PathLike)
    values = checked(PARAMETERS_KEY, parameters, PARAMETERS) if parameters else {}
    pieces = () if isinstance(given, tuple) and not given else checked("given", given, PIECES)
    spec = _read(os.fspath(path), values)
    for piece in pieces:
        spec = changed(spec, "given", piece)
    return spec


def _read(path: str, parameters: Mapping[str, Value]) -> PuzzleSpec:
    if is_dlx_path(path):
        raise without_board(path)
    suffix = Path(path).suffix
    if reader := READERS.get(suffix.partition("#")[0]):
        for name, value in parameters.items():
            raise MistakeError(Parameter("parameters", {name: value}), f"a {suffix} file has none", "omit it")
        return cast(PuzzleSpec, loaded(reader)(path))
    text, source = read_source(path)
    try:
        return parse_spec(text, source, parameters)
    except SpecError:
        about = "" if suffix in ("", ".yaml", ".yml") else loaded("output.importing.readers:recognized")(text, suffix)
        if not about:
            raise
        remedy = f"import it first: cp-puzzles import {source} OUT"
        raise SpecError(source, f"this looks like {about}", remedy) from None


_PIECE = re.compile(r"(?P<tile>[^@]+)@(?P<cells>[\d,; -]+)(=(?P<shown>\w*(,\w*)*))?")


Change = tuple[Mapping[str, Any], FieldPath, Origin, int]
"""The new values of some keys; the changed field, the origin of its value, and its first list item from there."""


def changed(spec: PuzzleSpec, key: str, text: str) -> PuzzleSpec:
    """Return the spec with the change that an option `key` and its text ask for.

    `given` adds placements: those of a file, or one in the form `I@0,0;0,1`. `rule` adds a rule, replaces it, as in
    `faults=0`, or removes it, as in `faults=off`. `maximize` and `minimize` replace the objective: a measure, or values
    of tiles. The result expects no counts, since those of the file belong to another puzzle. Raise `SpecError` with the
    option, or the line of the file, as its place.

    >>> changed(load_spec("pentomino6x10"), "rule", "crossroads={max: 1}").rules["crossroads"]
    Bounds(min=0, max=1)
    >>> changed(load_spec("pentomino6x10"), "maximize", "crossroads").maximize
    'crossroads'
    """
    values, path, origin, start = {"given": _given, "rule": _rule}.get(key, _objective)(spec, key, text)
    return changed_spec(spec, spec.origin.continued(path, origin, start), **{"expected": None, **values})


def _given(spec: PuzzleSpec, key: str, text: str) -> Change:
    """Return the change that adds a piece `I@0,0;0,1`, or the placements of a file."""
    data: Any
    if piece := _PIECE.fullmatch(text):
        cells = [cell.split(",") if cell.strip() else [] for cell in piece["cells"].split(";")]
        entry = {"tile": piece["tile"], "cells": [[plain_value(number.strip()) for number in cell] for cell in cells]}
        shown = {} if piece["shown"] is None else {"shown": piece["shown"].split(",")}
        data, origin = [entry | shown], Origin(Parameter(key, text))
    else:
        data, origin = read_yaml(*read_source(text))
        if isinstance(data, list):
            origin = Origin(origin.source, {(key, *path): at for path, at in origin.positions.items()})
        elif isinstance(data, dict) and set(data) == {key}:
            data = data[key]
        else:
            remedy = "write a list of {tile: X, cells: [...]}"
            raise SpecError(origin.place(()), f"the file holds {echo(data)}", remedy)
    if not isinstance(data, str | list):
        return {key: data}, (key,), origin, 0
    added = [{"drawing": data}] if isinstance(data, str) else data
    return {key: [*spec.given, *added]}, (key,), origin, len(spec.given)


def _rule(spec: PuzzleSpec, key: str, text: str) -> Change:
    """Return the change that adds, replaces or removes a rule."""
    name, separator, value = text.partition("=")
    place = Parameter(key, text)
    if not separator or not value.strip():
        remedy = Wording("write {NAME: VALUE}, as in {'faults': 0}", "write NAME=VALUE, as in faults=0")
        raise SpecError(place, "a rule needs a name and a value", remedy)
    data, origin = read_yaml(value, place)
    if data is None:
        raise SpecError(place, "the value is empty", "write NAME=VALUE, as in faults=0, or NAME=off")
    field = name.strip()
    rules = {**spec.to_dict().get("rules", {}), field: data}
    if data == "off" and rule_field(field):
        del rules[field]
    return {"rules": rules}, ("rules", field), Origin(origin.source), 0


def _objective(_spec: PuzzleSpec, key: str, text: str) -> Change:
    """Return the change of the objective."""
    data, origin = read_yaml(text, Parameter(key, text))
    return {"maximize": None, "minimize": None, key: data}, (key,), Origin(origin.source), 0


@suggesting
def parse_spec(text: str, source: str = "spec", parameters: Mapping[str, Value] | None = None) -> PuzzleSpec:
    """Return the spec that a YAML text describes; `source` names the text in errors.

    `parameters` replace the defaults under `parameters:` in the text.

    >>> parse_spec("{name: two, board: {size: [1, 2]}, tiles: [{set: monomino, multiplicity: 2}]}").fill
    True

    See Also
    --------
    load_spec, build_puzzle
    """
    check_type("parse_spec(): text", text, str)
    check_type("parse_spec(): source", source, str)
    parameters = checked(PARAMETERS_KEY, parameters, PARAMETERS) if parameters else {}
    data, origin, mistakes = read_keys(text, source)
    if not isinstance(data, dict):
        mistakes.raise_all()
        raise SpecError(origin.place(()), f"the file holds {echo(data)}", "start with name:, board: and tiles:")
    try:
        spec = validated(data, origin, parameters)
    except SpecError as error:
        # a mistake in a field may cause others in the same field or in one around it
        fields = [f"{field_of(earlier)}." for earlier in (SpecError.together(mistakes).each() if mistakes else ())]
        for mistake in error.each():
            if not any(field.startswith(f"{field_of(mistake)}.") for field in fields):
                mistakes.append(mistake)
    mistakes.raise_all()
    return spec
