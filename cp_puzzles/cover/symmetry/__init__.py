"""The symmetry group of a cover problem, orbits of solutions, and the leader of each orbit.

Here are the names of equivalences of solutions, and of methods to keep one solution of each class.
"""

from __future__ import annotations

from typing import Literal, get_args

from cp_puzzles.base.values import one_of

Symmetry = Literal["off", "rotations", "full", "components", "colors"]
"""An equivalence of solutions: under isometries of the board, of each of its parts, or with exchanges of colors."""

BoardSymmetry = Literal["off", "rotations", "full"]
"""An equivalence under isometries of the board as a whole."""

SYMMETRIES: tuple[Symmetry, ...] = get_args(BoardSymmetry)
"""The equivalences under isometries of the board as a whole."""

WIDER: tuple[Symmetry, ...] = ("components", "colors")
"""The equivalences that may join more solutions than `full`."""

EQUIVALENCES: tuple[Symmetry, ...] = (*SYMMETRIES, *WIDER)

SYMMETRY = one_of(*EQUIVALENCES)
"""The type of an option that is an equivalence."""

COUNT_PREFERENCE: tuple[Symmetry, ...] = (*reversed(SYMMETRIES), *WIDER)
"""The order in which equivalences are tried where only one count is shown: the first with a known count."""

Breaking = Literal["lex", "filter"]
"""The method by which an engine keeps one solution of each orbit; both keep the same one."""
