"""The lattices by name. A new lattice is a value in a file here, and an entry of this registry."""

from __future__ import annotations

import copyreg
from dataclasses import fields
from typing import Any

from cp_puzzles.base.registry import Named, Registry
from cp_puzzles.puzzle.geometry.lattice import Lattice

LATTICES: Registry[Lattice] = Registry(
    "lattice",
    Named("square", "square", "puzzle.geometry.lattices.cubes:SQUARE"),
    Named("cubic", "cube", "puzzle.geometry.lattices.cubes:CUBIC"),
    Named("hexagonal", "hexagon", "puzzle.geometry.lattices.hexagons:HEXAGONAL"),
    Named("triangular", "triangle", "puzzle.geometry.lattices.hexagons:TRIANGULAR"),
    Named("balls", "ball", "puzzle.geometry.lattices.cubes:BALLS"),
    Named("hexagonal-prisms", "prism", "puzzle.geometry.lattices.hexagons:HEXAGONAL_PRISMS"),
    Named("triangular-prisms", "prism", "puzzle.geometry.lattices.hexagons:TRIANGULAR_PRISMS"),
    Named("sticks", "stick", "puzzle.geometry.lattices.edges:STICKS"),
    Named("trigs", "trig", "puzzle.geometry.lattices.edges:TRIGS"),
    Named("twigs", "twig", "puzzle.geometry.lattices.edges:TWIGS"),
    Named("tetrakis", "quarter of a square", "puzzle.geometry.lattices.cut_cells:TETRAKIS"),
    Named("tetra-octa", "tetrahedron or octahedron", "puzzle.geometry.lattices.cut_cells:TETRA_OCTA"),
    Named(
        "tetra-eighths",
        "tetrahedron or eighth of an octahedron",
        "puzzle.geometry.lattices.cut_cells:TETRA_EIGHTHS",
    ),
    Named("rhombic", "rhombic tetrahedron", "puzzle.geometry.lattices.cut_cells:RHOMBIC"),
    Named("drafters", "drafter", "puzzle.geometry.lattices.drafters:DRAFTERS"),
    Named("kagome", "hexagon or triangle", "puzzle.geometry.lattices.hexagons:KAGOME"),
    Named("truncated-octahedra", "truncated octahedron", "puzzle.geometry.lattices.cubes:TRUNCATED_OCTAHEDRA"),
    Named("kites", "kite", "puzzle.geometry.lattices.drafters:KITES"),
    Named("snub-square", "square or triangle", "puzzle.geometry.lattices.snub_square:SNUB_SQUARE"),
    Named("cairo", "pentagon", "puzzle.geometry.lattices.snub_square:CAIRO"),
)
"""The lattices, each with the word for its cells; the first one of each dimension is the default."""


def _built_in(name: str) -> Lattice:
    return LATTICES[name]


def _unpickled(values: dict[str, Any]) -> Lattice:
    """Return a registered lattice that comes from another process, and register it here, too."""
    return LATTICES.setdefault(values["name"], Lattice(**values))


def _pickled(lattice: Lattice) -> tuple[Any, ...]:
    """Return a lattice in the form of `__reduce__`: one of the package by its name, any other with all its data."""
    if lattice.name in LATTICES.entries:
        return _built_in, (lattice.name,)
    return _unpickled, ({each.name: getattr(lattice, each.name) for each in fields(lattice)},)


copyreg.pickle(Lattice, _pickled)
