"""The changes to a puzzle that an option can ask for: types of values, as Python passes them or as they are typed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from operator import index
from typing import Any

from cp_puzzles.base.values import ValueType, one_or_several, plain_text


def _labels(value: Any) -> Any:
    return tuple(map(plain_text, one_or_several(value)))


def _parameters(value: Any) -> Any:
    """Return values of parameters by name, from a mapping or from texts such as `n=6`."""
    from cp_puzzles.puzzle.spec.yaml_reader import plain_value

    if isinstance(value, Mapping):
        return {plain_text(name): each if isinstance(each, str) else index(each) for name, each in value.items()}
    values = {}
    for text in one_or_several(value):
        name, separator, typed = plain_text(text).partition("=")
        if not (name.strip() and separator and typed.strip()):
            raise ValueError
        values[name.strip()] = plain_value(typed.strip())
    return values


def _pieces(value: Any) -> Any:
    """Return files and pieces as they are typed, `I@0,0;0,1`; a piece in Python may be {"tile": ..., "cells": ...}."""
    return tuple(
        _piece_text(piece) if isinstance(piece, Mapping) else os.fspath(piece) for piece in one_or_several(value)
    )


def _piece_text(piece: Mapping[str, Any]) -> str:
    """Return a piece as it is typed; raise `ValueError` unless it has a tile and a list of cells."""
    if {*piece} != {"tile", "cells"} or not isinstance(piece["cells"], list | tuple):
        raise ValueError
    if not all(isinstance(cell, list | tuple) for cell in piece["cells"]):
        raise ValueError
    return f"{piece['tile']}@" + ";".join(",".join(map(str, cell)) for cell in piece["cells"])


def _rules(value: Any) -> Any:
    """Return rules as they are typed, such as `faults=0`, from texts or mappings."""
    rules = []
    for each in one_or_several(value):
        if isinstance(each, Mapping):
            rules += [f"{name}={json.dumps(setting)}" for name, setting in each.items()]
        else:
            rules.append(plain_text(each))
    return tuple(rules)


def _measure(value: Any) -> Any:
    """Return a measure as it is typed; raise `ValueError` for an empty text."""
    if not isinstance(value, str | Mapping) or (isinstance(value, str) and not value.strip()):
        raise ValueError
    return json.dumps(value) if isinstance(value, Mapping) else value


LABELS = ValueType("NAME", "the label of a cell, or several", _labels)
PARAMETERS = ValueType(
    "NAME=VALUE",
    "a parameter of the puzzle file and its value, such as n=6",
    _parameters,
    python="a mapping of parameters of the puzzle file to their values, such as {'n': 6}",
)
PIECES = ValueType(
    "FILE|PIECE",
    "a file, or a piece such as 'I@0,0;0,1'",
    _pieces,
    python="a file, or a piece such as 'I@0,0;0,1' or {'tile': 'I', 'cells': [[0, 0], [0, 1]]}, or several",
)
RULE = ValueType("NAME=VALUE", "a rule such as faults=0", _rules, python="a rule such as {'faults': 0}, or several")
OBJECTIVE = ValueType(
    "MEASURE",
    "a measure, or values of tiles such as {F: 3, P: 1}",
    _measure,
    python="a measure, or values of tiles such as {'F': 3, 'P': 1}",
)
