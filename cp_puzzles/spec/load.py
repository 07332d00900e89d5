"""Reading a puzzle file; every mistake names file, line, column and field."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path

from cp_puzzles.errors import SpecError
from cp_puzzles.spec.box_text import BOX_LATTICES, parse_boxes
from cp_puzzles.spec.burr_spec import BURR_SUFFIX, load_burr
from cp_puzzles.spec.mistake import validated
from cp_puzzles.spec.origin import Origin, echo
from cp_puzzles.spec.rules_spec import RulesSpec
from cp_puzzles.spec.schema import PuzzleSpec
from cp_puzzles.spec.source import MATRIX_SUFFIX, read_source, without_board
from cp_puzzles.spec.yaml_tree import read_yaml


def load_spec(path: str | os.PathLike[str], *, given: str | os.PathLike[str] | Iterable[str] = ()) -> PuzzleSpec:
    """Read a puzzle file, or a puzzle of the catalogue by its name (`pentomino6x10`).

    A file whose name ends in .polyomino or .polyiamond is one for Knuth's programs of these names, see `box_text`; one
    that ends in .xmpuzzle is of BurrTools, FILE.xmpuzzle#2 its second problem.
    `given` is a file with placements that are already there, in the form of the key `given:`, or one piece in the form
    `I@0,0;0,1`, a tile and its cells, or several of these; they come to the puzzle file's own. Raises `SpecError`,
    whose text begins with `file:line:column: field`.

    >>> load_spec("dominoes4x4", given="I@0,0;0,1").given[0].cells
    ((0, 0), (0, 1))
    """
    spec = _read(os.fspath(path))
    for pieces in (given,) if isinstance(given, str | os.PathLike) else given:
        spec = _with_given(spec, *_given_source(os.fspath(pieces)))
    return spec


def _read(path: str) -> PuzzleSpec:
    suffix = Path(path).suffix
    if suffix.partition("#")[0] == BURR_SUFFIX:
        return load_burr(path)
    if suffix == MATRIX_SUFFIX:
        raise without_board(path)
    text, source = read_source(path)
    lattice = BOX_LATTICES.get(suffix)
    return parse_spec(text, source) if lattice is None else parse_boxes(text, source, lattice)


def _given_source(text: str) -> tuple[str, str]:
    """A piece that was typed, as a file would say it, or the text of a file; and the name by which messages call it."""
    typed = _PIECE.fullmatch(text)
    if typed is None:
        return read_source(text)
    cells = "], [".join(cell.strip() for cell in typed["cells"].split(";"))
    return f"- {{tile: {json.dumps(typed['tile'])}, cells: [[{cells}]]}}", f"--given {text}"


_PIECE = re.compile(r"(?P<tile>[^@]+)@(?P<cells>[\d,; -]+)")


def _with_given(spec: PuzzleSpec, text: str, source: str) -> PuzzleSpec:
    """The spec with the placements of another file beside its own."""
    data, origin = read_yaml(text, source)
    if isinstance(data, list):
        origin = Origin(source, {("given", *path): at for path, at in origin.positions.items()})
        data = {"given": data}
    if not isinstance(data, dict) or set(data) != {"given"}:
        raise SpecError(origin.place(()), f"the file holds {echo(data)}", "write a list of {tile: X, cells: [...]}")
    more = validated({**dict(spec), "expected": {}, **data}, origin)
    merged = more.model_copy(update={"given": (*spec.given, *more.given)})
    return merged.located(spec.origin.continued(("given",), origin, len(spec.given)))


def with_rule(spec: PuzzleSpec, text: str) -> PuzzleSpec:
    """The spec with one rule more, or with another one in its place: `faults=0`, or `faults=off` for none.

    It expects no numbers any more: those of the file are another puzzle's. The value is written as in a file. Raises
    `SpecError`, whose place is the text.

    >>> with_rule(load_spec("pentomino6x10"), "crossroads={max: 1}").rules.crossroads
    Bounds(min=0, max=1)
    """
    name, separator, value = text.partition("=")
    if not separator or not value.strip():
        raise SpecError(f"--rule {text}", "this says of no rule what it is", "write NAME=VALUE, as in faults=0")
    data, origin = read_yaml(value, f"--rule {text}")
    field = name.strip()
    rules = {**spec.rules.model_dump(by_alias=True, exclude_unset=True), field: data}
    if data == "off" and field in RulesSpec.model_fields:
        del rules[field]
    ruled = validated({**dict(spec), "expected": {}, "rules": rules}, Origin(origin.source))
    return ruled.located(spec.origin.continued(("rules", field), Origin(origin.source)))


def with_objective(spec: PuzzleSpec, key: str, text: str) -> PuzzleSpec:
    """The spec with another objective: `key` is maximize or minimize, the text a measure or values of tiles.

    Raises `SpecError`, whose place is the option.

    >>> with_objective(load_spec("pentomino6x10"), "maximize", "crossroads").maximize
    'crossroads'
    """
    data, origin = read_yaml(text, f"--{key} {text}")
    aimed = validated(
        {**dict(spec), "expected": {}, "maximize": None, "minimize": None, key: data}, Origin(origin.source)
    )
    return aimed.located(spec.origin.continued((key,), Origin(origin.source)))


def parse_spec(text: str, source: str = "spec") -> PuzzleSpec:
    """The spec that a YAML text describes; `source` names the text in errors.

    >>> parse_spec("{name: two, board: {size: [1, 2]}, tiles: [{set: monomino, multiplicity: 2}]}").fill
    True
    """
    data, origin = read_yaml(text, source)
    if not isinstance(data, dict):
        raise SpecError(origin.place(()), f"the file holds {echo(data)}", "start with name:, board: and tiles:")
    return validated(data, origin)
