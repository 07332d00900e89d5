"""Write a spec as the text of a puzzle file."""

from __future__ import annotations

from typing import Any

import yaml

from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.yaml_reader import plain_value


def spec_text(spec: PuzzleSpec) -> str:
    """Return the YAML text of a spec without default values; `parse_spec` reads an equal spec from it.

    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> print(spec_text(parse_spec("{name: two, board: {size: [1, 2]}, tiles: [{set: monomino, multiplicity: 2}]}")))
    name: two
    board:
      size: [1, 2]
    tiles:
    - set: monomino
      multiplicity: 2
    <BLANKLINE>
    """
    data = spec.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    if [list(entry) for entry in data.get("given", ())] == [["drawing"]]:
        data["given"] = data["given"][0]["drawing"]
    data["tiles"] = [_entry(entry) for entry in data["tiles"]]
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


def _entry(entry: dict[str, Any]) -> dict[str, Any]:
    """Return a tile entry with the keys of its form before the others."""
    first = [key for key in ("set", "name", "only", "except", "drawing", "cells", "size") if key in entry]
    ordered = {key: entry[key] for key in (*first, *(key for key in entry if key not in first))}
    if "multiplicity" in ordered:
        ordered["multiplicity"] = _multiplicity(ordered["multiplicity"])
    return ordered


def _multiplicity(bounds: dict[str, Any]) -> Any:
    minimum, maximum = bounds.get("min", 0), bounds.get("max")
    if maximum is None:
        return {"min": minimum} if minimum else "any"
    return maximum if minimum == maximum else {"min": minimum, "max": maximum}


class _Dumper(yaml.CSafeDumper):
    """A dumper that writes drawings in rows and coordinates in brackets."""


def _represent_text(dumper: yaml.CSafeDumper, text: str) -> yaml.ScalarNode:
    needs_quotes = not isinstance(plain_value(text), str)
    style = "|" if "\n" in text else "'" if needs_quotes else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _represent_list(dumper: yaml.CSafeDumper, values: list[Any]) -> yaml.SequenceNode:
    plain = not any(isinstance(value, dict) for value in values)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", values, flow_style=plain)


_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(list, _represent_list)
