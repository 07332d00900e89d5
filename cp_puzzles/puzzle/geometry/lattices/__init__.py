"""The lattices by name. A new lattice is a file here, `NAME.yaml`, and its name in this registry.

The keys of a file are the attributes of `Lattice`, with lists instead of tuples. `translations` is a basis. `shapes`
has a cell of each orbit, its steps and its corners. `generators` of the point group are matrices with the translation
as a last column; without them the point group consists of all signed permutations of the axes. `embedding_scale`
divides the numbers of `embedding`.
"""

from __future__ import annotations

import copyreg
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from cp_puzzles.base.named_values import Named, Registry
from cp_puzzles.puzzle.geometry.cell_class import CellShape
from cp_puzzles.puzzle.geometry.isometry import Isometry, Sublattice, TextGrid, generated_group, signed_permutations
from cp_puzzles.puzzle.geometry.lattice import Lattice

_NAMES = (
    "square cubic hexagonal triangular balls hexagonal-prisms triangular-prisms sticks trigs twigs tetrakis tetra-octa "
    "tetra-eighths rhombic drafters kagome truncated-octahedra kites snub-square cairo"
)

LATTICES: Registry[Lattice] = Registry(
    "lattice", *(Named(name, f"{name}.yaml", f"puzzle.geometry.lattices:{name}") for name in _NAMES.split())
)
"""The lattices, each with its file; the first one of each dimension is the default."""


@cache
def __getattr__(name: str) -> Lattice:
    """Return the lattice in the file of its name."""
    if name not in LATTICES.entries:
        raise AttributeError(name)
    text = Path(__file__).with_name(f"{name}.yaml").read_text(encoding="utf-8")
    return parse_lattice(name, text)


def parse_lattice(name: str, text: str) -> Lattice:
    """Return the lattice with a name that the text of a file describes."""
    data = _tuples(yaml.load(text, yaml.CSafeLoader))
    basis, embedding, text_grid = data["translations"], data["embedding"], data.get("text")
    scale, generators = data.pop("embedding_scale", 1), data.pop("generators", ())
    group = [Isometry(tuple(row[:-1] for row in rows), tuple(row[-1] for row in rows)) for rows in generators]
    translations = Sublattice(basis)
    data |= {
        "name": name,
        "translations": translations,
        "point_group": generated_group(*group, translations=translations) if group else signed_permutations(len(basis)),
        "shapes": {shape["cell"]: CellShape(shape["steps"], shape.get("corners", ())) for shape in data["shapes"]},
        "embedding": embedding if scale == 1 else tuple(tuple(x / scale for x in row) for row in embedding),
        "text": TextGrid(**text_grid) if text_grid else None,
    }
    return Lattice(**data)


def _tuples(value: Any) -> Any:
    """Return a value with tuples instead of lists."""
    if isinstance(value, dict):
        return {key: _tuples(part) for key, part in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _unpickled(values: dict[str, Any]) -> Lattice:
    """Return a registered lattice that comes from another process, and register it here, too."""
    return LATTICES.setdefault(values["name"], Lattice(**values))


def _pickled(lattice: Lattice) -> tuple[Any, ...]:
    """Return a lattice in the form of `__reduce__`: one of the package by its name, any other with all its data."""
    if lattice.name in LATTICES.entries:
        return __getattr__, (lattice.name,)
    return _unpickled, ({each.name: getattr(lattice, each.name) for each in fields(lattice)},)


copyreg.pickle(Lattice, _pickled)
