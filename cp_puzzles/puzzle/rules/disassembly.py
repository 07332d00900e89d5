"""Rules and a measure of disassembly (`cp_puzzles.puzzle.disassembly`): the level, coming apart, interlocking."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pydantic import StrictBool

from cp_puzzles.base.text import integer
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.disassembly.piece_groups import unsupported_reason
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.measure import Measure
from cp_puzzles.puzzle.rules.rule import Criterion, Rule, RuleField, constant
from cp_puzzles.puzzle.rules.tiling import Tiling

if TYPE_CHECKING:
    from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups
    from cp_puzzles.puzzle.disassembly.take_apart import Disassembly

CACHED_TILINGS = 1024
"""Tilings whose disassembly is kept: an engine and the verifier ask for the same one."""


class _Movable(Criterion):
    """A criterion of a tiling whose pieces move, which is searched in the finished tiling."""

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        return unsupported_reason(lattice)


@dataclass(frozen=True)
class Level(_Movable, Measure):
    """The least number of moves until a piece or a group of pieces leaves; 0 if nothing can leave."""

    name: str = "level"

    def of(self, tiling: Tiling) -> int:
        result = _disassembly(tiling, exits=0)
        if (result.level is None and result.apart is None) or not result.is_level_exact:
            raise _unknown(self.name, result)
        return result.level or 0


@dataclass(frozen=True)
class Buildable(_Movable, Rule):
    """The rule that all pieces can be taken apart, one by one or in groups: only then can the tiling be assembled."""

    key: str = "buildable"

    def violation(self, tiling: Tiling) -> str | None:
        result = _disassembly(tiling, exits=1)
        if result.apart is None:
            raise _unknown(self.key, result)
        return None if result.apart else "some pieces cannot be taken apart"


@dataclass(frozen=True)
class Interlocking(_Movable, Rule):
    """The rule that exactly one piece, the key, can move, and no other piece or group of pieces."""

    key: str = "interlocking"

    def violation(self, tiling: Tiling) -> str | None:
        from cp_puzzles.puzzle.disassembly.take_apart import is_interlocking

        if is_interlocking(tiling.board.lattice, _pieces(tiling), tiling.fixed):
            return None
        return "not exactly one piece can move"


def _pieces(tiling: Tiling) -> tuple[tuple[Cell, ...], ...]:
    from cp_puzzles.puzzle.disassembly.distance_tables import refuse_unmovable

    pieces = tuple(placement.cells for placement in tiling.placements)
    refuse_unmovable("rules", tiling.board.lattice, [pieces])
    return pieces


def _disassembly(tiling: Tiling, *, exits: int) -> Disassembly:
    return _disassembly_of(tiling.board.lattice, _pieces(tiling), tiling.fixed, tiling.groups, exits)


@lru_cache(CACHED_TILINGS)
def _disassembly_of(
    lattice: Lattice,
    pieces: tuple[tuple[Cell, ...], ...],
    fixed: tuple[int, ...],
    groups: PieceGroups | None,
    exits: int,
) -> Disassembly:
    from cp_puzzles.puzzle.disassembly.states import Effort
    from cp_puzzles.puzzle.disassembly.take_apart import take_apart

    return take_apart(lattice, pieces, Effort(exits=exits), fixed, groups)


def _unknown(key: str, result: Disassembly) -> MistakeError:
    """Return the error for a tiling whose search ended without an answer."""
    bound = f"; its level is at least {result.at_least}" if result.level is None else ""
    problem = f"unknown for a solution after {integer(result.states)} states of its pieces{bound}"
    return MistakeError(key, problem, "search without it, and take the solutions apart: `cp-puzzles apart --states`")


LEVEL = Level()
BUILDABLE = RuleField("buildable", StrictBool, constant(Buildable()), False)
INTERLOCKING = RuleField("interlocking", StrictBool, constant(Interlocking()), False)
