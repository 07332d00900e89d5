"""A family of puzzles: a puzzle file, and the members that vary it along axes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from cp_puzzles.analysis.analysis_options import EachOptions
from cp_puzzles.analysis.family.axes import Axis, board_axis, case_axis, leave_axis, parameter_axes, set_axis, tile_axis
from cp_puzzles.analysis.family.member import Member, Members
from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import MistakeError, Parameter, Wording, echo
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.fields import NAME_PATTERN, Origin
from cp_puzzles.puzzle.geometry.tile_sets import named_set
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, build_puzzle, spec_from
from cp_puzzles.puzzle.spec.loader import READERS, read_source
from cp_puzzles.puzzle.spec.parameters import KEY, Value, resolved
from cp_puzzles.puzzle.spec.schema import validated
from cp_puzzles.puzzle.spec.validation import plain_data
from cp_puzzles.puzzle.spec.yaml_reader import read_yaml

SELECTING = {"name", "cells", "color", "multiplicity", "only", "except"}
"""The keys of an entry of `tiles` that say which tiles there are, and not how they may lie."""

BoardKey = tuple[Any, ...]
"""Whatever members have in common that differ in empty cells and in their tiles alone."""


@dataclass(frozen=True)
class Family(Members):
    """A sequence of members: every combination of one member of each axis, the last axis varying fastest.

    `data` are those of the puzzle file, `parameters` values that every member has.
    """

    data: Mapping[str, Any]
    origin: Origin
    axes: tuple[Axis, ...]
    parameters: Mapping[str, Value]

    @property
    def name(self) -> str:
        """The name of the puzzle."""
        return str(self.data.get("name", "puzzle"))

    def __len__(self) -> int:
        return prod(map(len, self.axes))

    def made(self, number: int) -> Member:
        """Return the member with a combination of the members of the axes."""
        member, rest = Member(), number
        for axis in reversed(self.axes):
            rest, place = divmod(rest, len(axis))
            member = axis[place].joined(member)
        return member

    def __iter__(self) -> Iterator[Member]:
        return map(self.__getitem__, range(len(self)))

    def board_key(self, member: Member) -> BoardKey:
        """Return a key that members share which differ in empty cells and tiles alone."""
        return (tuple(sorted(member.parameters.items())), repr(member.changes))

    def symmetry_key(self, member: Member) -> str | BoardKey:
        """Return a key that members share only if their bases are the same puzzle up to rotation and reflection."""
        try:
            data = resolved(self._changed(member), Origin(), {**self.parameters, **member.parameters})
        except MistakeError:
            return self.board_key(member)
        return repr(_standing(data))

    def _changed(self, member: Member) -> dict[str, Any]:
        """Return the data of the puzzle file with the changes of a member, and without parameters that they replace."""
        if not member.changes:
            return dict(self.data)
        data = {key: value for key, value in {**self.data, **member.changes}.items() if key not in ("expected", KEY)}
        parameters = self.data.get(KEY)
        if isinstance(parameters, Mapping):
            used, given = repr(data), {**self.parameters, **member.parameters}
            parameters = {name: n for name, n in parameters.items() if name in given or re.search(rf"\b{name}\b", used)}
        return {**data, KEY: parameters} if parameters else data

    def base(self, member: Member) -> Puzzle:
        """Return the puzzle of a member before cells are left empty and tiles are selected; raise `MistakeError`."""
        data, origin = self._changed(member), self.origin
        for key in member.changes:
            origin = origin.continued((key,), member.origin or Origin("each"))
        try:
            return build_puzzle(validated(data, origin, {**self.parameters, **member.parameters}))
        except MistakeError as error:
            raise _located(error, member) from None

    def puzzle(self, member: Member, base: Puzzle) -> Puzzle:
        """Return the puzzle of a member, made from its base."""
        puzzle = base
        if member.leave:
            if base.spec is None:
                raise MistakeError(base.name, "this puzzle was not built from a spec", "pass its file")
            try:
                puzzle = build_puzzle(base.spec, leave=member.leave)
            except MistakeError as error:
                raise _located(error, member) from None
        return puzzle if member.tiles is None else puzzle.replaced(tiles=tuple(_selected(puzzle, member.tiles)))


def _standing(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a puzzle without its name; the board stands as the first of its images, if it may be turned.

    It may if it is a rectangle, a box or a drawing of one layer, and if nothing in the file depends on directions.
    """
    kept = {**data, "name": ""} if re.fullmatch(NAME_PATTERN, str(data.get("name"))) else dict(data)
    if kept.keys() <= {"name", "board", "fill", "tiles"} and all(map(_has_no_direction, kept.get("tiles") or ())):
        match kept.get("board"):
            case {"size": [*sizes], **others} if not others and all(type(size) is int and size > 0 for size in sizes):
                kept["board"] = {"size": sorted(sizes)}
            case {"drawing": str(drawing), **others} if not others:
                rows = drawing.split()
                if drawing.strip() == "\n".join(rows) and len({*map(len, rows)}) == 1:
                    kept["board"] = {"drawing": min(_images(rows))}
    return kept


def _has_no_direction(entry: object) -> bool:
    """Return True if an entry of `tiles` is one of squares or cubes that are rotated, and reflected on flat boards."""
    match entry:
        case {"set": str(name), **others}:
            tiles = named_set(name)
            if tiles is None or tiles.is_one_sided or tiles.is_drawn or tiles.shows == "sides":
                return False
            return tiles.lattice in ("square", "cubic") and others.keys() <= SELECTING
        case {"family": _, **others} | {"size": _, **others} | {"drawing": _, **others}:
            return others.keys() <= SELECTING
    return False


def _images(rows: list[str]) -> Iterator[list[str]]:
    """Yield the eight images of a drawing."""
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        yield rows
        yield rows[::-1]


def _located(error: MistakeError, member: Member) -> MistakeError:
    """Return a mistake in a parameter or a label with its place in the file that lists the members, or in the range."""
    place, origin = error.place, member.origin
    if not isinstance(place, Parameter):
        return error
    name, value = next(iter(place.value.items()), ("", "")) if isinstance(place.value, Mapping) else ("", "")
    path = ("leave",) if place.name == "leave" else ("parameters", name)
    if origin is not None and path in origin.positions:
        return MistakeError(origin.place(path), error.problem, error.remedy)
    in_range = Parameter("for", f"{name}={value}")
    return MistakeError(in_range, error.problem, error.remedy) if name in member.parameters else error


def _selected(puzzle: Puzzle, names: Sequence[str]) -> Iterator[Tile]:
    """Yield the tiles with some names; raise `MistakeError` for an unknown one."""
    tiles = {tile.name: tile for tile in puzzle.tiles}
    for name in names:
        if name not in tiles:
            remedy = suggestion(name, tiles, "tiles: " + " ".join(tiles))
            raise MistakeError(Parameter("tiles", name), "the puzzle has no such tile", remedy)
        yield tiles[name]


def family_of(source: PuzzleSource, options: EachOptions) -> Family:
    """Return the family of a puzzle whose members vary as `each` describes; raise `MistakeError`."""
    (data, origin), given, leaves = _data_of(source), options.parameters, options.leaves
    axes: list[tuple[str, Axis]] = [("for", axis) for text in options.for_ for axis in parameter_axes(text)]
    for _, axis in axes:
        _refuse_unknown(axis[0], data)
    axes += [("boards", board_axis(os.fspath(options.boards)))] if options.boards is not None else []
    axes += [("cases", case_axis(os.fspath(options.cases)))] if options.cases is not None else []
    _refuse_twice(axes, given)
    if leaves is not None and not isinstance(leaves, str):
        axes.append(("leaves", [Member(leave=tuple(map(str, labels))) for labels in leaves]))
    if isinstance(leaves, str) or options.tiles is not None or options.sets is not None:
        family = Family(data, origin, tuple(axis for _, axis in axes), given)
        first = family.base(family[0])
        axes += [("leaves", leave_axis(leaves, first))] if isinstance(leaves, str) else []
        axes += [("tiles", tile_axis(os.fspath(options.tiles), first))] if options.tiles is not None else []
        axes += [("sets", set_axis(options.sets, first))] if options.sets is not None else []
        _refuse_twice(axes, given)
    if not axes:
        ways = Wording(
            "for_, leaves, boards, tiles, sets or cases", "--for, --leaves, --boards, --tiles, --sets or --cases"
        )
        raise MistakeError("each", "nothing varies", ("say what does by ", ways))
    return Family(data, origin, tuple(axis for _, axis in axes), given)


def _refuse_unknown(member: Member, data: Mapping[str, Any]) -> None:
    """Raise `MistakeError` if a range is that of a parameter that the puzzle file does not have."""
    parameters = data.get("parameters")
    names = list(parameters) if isinstance(parameters, Mapping) else []
    for name in member.parameters:
        if name not in names:
            remedy = suggestion(name, names, "parameters: " + (", ".join(names) or "none"))
            raise MistakeError(Parameter("for", name), f"the puzzle has no parameter {echo(name)}", remedy)


def _refuse_twice(axes: Sequence[tuple[str, Axis]], parameters: Mapping[str, Value]) -> None:
    """Raise `MistakeError` if two options determine the same parameter or the same key of the puzzle file."""
    determined = dict.fromkeys(parameters, "parameters")
    for name, axis in axes:
        members = axis if name == "cases" else axis[:1]  # all others of an axis determine the same
        keys = dict.fromkeys(key for member in members for key in member.keys)
        for key in keys:
            if key in determined:
                problem = (f"{key} is already determined by ", Parameter(determined[key]))
                raise MistakeError(Parameter(name), problem, "omit one of the two")
        determined |= dict.fromkeys(keys, name)


def _data_of(source: PuzzleSource) -> tuple[Mapping[str, Any], Origin]:
    if isinstance(source, Mapping):
        return plain_data(source), Origin()
    if isinstance(source, str | os.PathLike) and not any(suffix in os.fspath(source) for suffix in READERS):
        data, origin = read_yaml(*read_source(os.fspath(source)))
        if not isinstance(data, dict):
            raise MistakeError(origin.place(()), f"the file holds {echo(data)}", "start with name:, board: and tiles:")
        return data, origin
    return spec_from(source).to_dict(), Origin()
