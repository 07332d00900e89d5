"""The lattices by name. A further lattice is a further value, in a file of its family."""

from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices.balls import BALLS
from cp_puzzles.geometry.lattices.cubes import CUBIC, SQUARE
from cp_puzzles.geometry.lattices.cut_cells import RHOMBIC, TETRA_EIGHTHS, TETRA_OCTA, TETRAKIS
from cp_puzzles.geometry.lattices.drafters import DRAFTERS
from cp_puzzles.geometry.lattices.edges import STICKS, TRIGS, TWIGS
from cp_puzzles.geometry.lattices.hexagons import HEXAGONAL
from cp_puzzles.geometry.lattices.kagome import KAGOME
from cp_puzzles.geometry.lattices.prisms import HEXAGONAL_PRISMS, TRIANGULAR_PRISMS
from cp_puzzles.geometry.lattices.triangles import TRIANGULAR
from cp_puzzles.geometry.lattices.truncated_octahedra import TRUNCATED_OCTAHEDRA

LATTICES: dict[str, Lattice] = {
    lattice.name: lattice
    for lattice in (
        SQUARE,
        CUBIC,
        HEXAGONAL,
        TRIANGULAR,
        BALLS,
        HEXAGONAL_PRISMS,
        TRIANGULAR_PRISMS,
        STICKS,
        TRIGS,
        TWIGS,
        TETRAKIS,
        TETRA_OCTA,
        TETRA_EIGHTHS,
        RHOMBIC,
        DRAFTERS,
        KAGOME,
        TRUNCATED_OCTAHEDRA,
    )
}
"""The lattices by name; of those of one dimension the first is the usual one."""
