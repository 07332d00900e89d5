"""A family of puzzles: a puzzle file, and the members that vary it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, overload

from cp_puzzles.analysis.family.axes import (
    Axis,
    board_axis,
    case_axis,
    leave_axis,
    parameter_axis,
    set_axis,
    tile_axis,
)
from cp_puzzles.analysis.family.member import Member
from cp_puzzles.base.suggestions import did_you_mean, near_names
from cp_puzzles.errors import MistakeError, Parameter, echo
from cp_puzzles.puzzle.fields import Origin
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, build_puzzle, spec_from
from cp_puzzles.puzzle.spec.expression import Value
from cp_puzzles.puzzle.spec.loader import READERS, read_source
from cp_puzzles.puzzle.spec.validation import plain_data, validated
from cp_puzzles.puzzle.spec.yaml_reader import read_yaml

Kin = tuple[Any, ...]
"""Whatever members have in common that differ in empty cells and in their tiles alone."""


@dataclass(frozen=True)
class Family(Sequence[Member]):
    """A sequence of members: every combination of one member of each axis, the last axis varying fastest.

    `data` are those of the puzzle file, `parameters` values that every member has.
    """

    data: Mapping[str, Any]
    origin: Origin
    axes: tuple[Axis, ...]
    parameters: Mapping[str, Value]

    def __len__(self) -> int:
        return prod(map(len, self.axes))

    @overload
    def __getitem__(self, number: int) -> Member: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Member]: ...
    def __getitem__(self, number: int | slice) -> Member | Sequence[Member]:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(number)
        member, rest = Member(), number
        for axis in reversed(self.axes):
            rest, place = divmod(rest, len(axis))
            member = axis[place].joined(member)
        return member

    def __iter__(self) -> Iterator[Member]:
        return map(self.__getitem__, range(len(self)))

    def kin(self, member: Member) -> Kin:
        """Return a key that members share which differ in empty cells and tiles alone."""
        return (tuple(sorted(member.parameters.items())), repr(member.changes))

    def base(self, member: Member) -> Puzzle:
        """Return the puzzle of a member before cells are left empty and tiles are selected; raise `MistakeError`."""
        data = {**self.data, **member.changes}
        if member.changes:
            data.pop("expected", None)
        origin = replace(
            self.origin,
            positions={
                path: at for path, at in self.origin.positions.items() if not path or path[0] not in member.changes
            },
        )
        return build_puzzle(validated(data, origin, {**self.parameters, **member.parameters}))

    def puzzle(self, member: Member, base: Puzzle) -> Puzzle:
        """Return the puzzle of a member, made from its base."""
        puzzle = base
        if member.leave:
            if base.spec is None:
                raise MistakeError(base.name, "this puzzle was not built from a spec", "pass its file")
            puzzle = build_puzzle(base.spec, leave=member.leave)
        return puzzle if member.tiles is None else puzzle.replaced(tiles=tuple(selected(puzzle, member.tiles)))


def selected(puzzle: Puzzle, names: Sequence[str]) -> Iterator[Any]:
    """Yield the tiles with some names; raise `MistakeError` for an unknown one."""
    tiles = {tile.name: tile for tile in puzzle.tiles}
    for name in names:
        if name not in tiles:
            remedy = did_you_mean(near_names(name, tiles)) or "tiles: " + " ".join(tiles)
            raise MistakeError(Parameter("tiles", name), "the puzzle has no such tile", remedy)
        yield tiles[name]


def family_of(
    source: PuzzleSource,
    *,
    for_: str | Sequence[str] = (),
    leaves: str | Sequence[Sequence[str]] | None = None,
    boards: str | os.PathLike[str] | None = None,
    tiles: str | os.PathLike[str] | None = None,
    sets: int | None = None,
    cases: str | os.PathLike[str] | None = None,
    parameters: Mapping[str, Value] | None = None,
) -> Family:
    """Return the family of a puzzle whose members vary as `each` describes; raise `MistakeError`."""
    data, origin = _data_of(source)
    axes: list[Axis] = [parameter_axis(text) for text in ((for_,) if isinstance(for_, str) else for_)]
    if boards is not None:
        axes.append(board_axis(os.fspath(boards)))
    if cases is not None:
        axes.append(case_axis(os.fspath(cases)))
    family = Family(data, origin, tuple(axes), parameters or {})
    if leaves is not None and not isinstance(leaves, str):
        axes.append([Member(leave=tuple(map(str, labels))) for labels in leaves])
    if isinstance(leaves, str) or tiles is not None or sets is not None:
        first = family.base(family[0])
        if isinstance(leaves, str):
            axes.append(leave_axis(leaves, first))
        if tiles is not None:
            axes.append(tile_axis(os.fspath(tiles), first))
        if sets is not None:
            axes.append(set_axis(sets, first))
    if not axes:
        ways = "--for, --leaves, --boards, --tiles, --sets or --cases"
        raise MistakeError("each", "nothing varies", f"say what does by {ways}")
    return replace(family, axes=tuple(axes))


def _data_of(source: PuzzleSource) -> tuple[Mapping[str, Any], Origin]:
    if isinstance(source, Mapping):
        return plain_data(source), Origin()
    if isinstance(source, str | os.PathLike) and not any(suffix in os.fspath(source) for suffix in READERS):
        data, origin = read_yaml(*read_source(os.fspath(source)))
        if not isinstance(data, dict):
            raise MistakeError(origin.place(()), f"the file holds {echo(data)}", "start with name:, board: and tiles:")
        return data, origin
    return spec_from(source).to_dict(), Origin()
